/* troupe-agent-object.c: search for a JSON object in the text of a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-object"

#include "config.h"

#include <string.h>

#include "troupe-agent-object.h"

/* Maximum number of braces at which a search begins, so that the time is linear in the length of
 * the text. */
#define STARTS_MOST 64u

#define THOUGHTS_END "</think>"

/* Returns the last object in @text that matches. @error: the one of the last object, unchanged if
 * there is none. */
static TroupeValue *
search (TroupeSchema *schema, const char *text, GError **error)
{
  TroupeValue *found = NULL;

  g_assert (schema != NULL);

  for (guint n_starts = 0; n_starts < STARTS_MOST && (text = strchr (text, '{')) != NULL;
       n_starts++)
    {
      gsize length;
      g_autofree char *json = NULL;
      g_autoptr (GError) misfit = NULL;
      TroupeValue *object;
      gboolean is_inside = FALSE;
      gsize depth = 0;

      length = 0;
      for (const char *at = text; *at != '\0'; at++)
        if (is_inside && *at == '\\' && at[1] != '\0')
          at++;
        else if (*at == '"')
          is_inside = !is_inside;
        else if (!is_inside && *at == '{')
          depth++;
        else if (!is_inside && *at == '}' && --depth == 0)
          {
            length = (gsize) (at - text) + 1;
            break;
          }
      json = g_strndup (text, length);
      object = length > 0 ? troupe_schema_read_text (schema, json, &misfit) : NULL;
      if (object != NULL)
        {
          g_clear_pointer (&found, troupe_value_unref);
          found = object;
        }
      else if (g_error_matches (misfit, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE))
        {
          g_clear_error (error);
          g_propagate_error (error, g_steal_pointer (&misfit));
        }
      /* Within a text that is not JSON there may be an object. */
      text += object != NULL ? length : 1;
    }

  return found;
}

TroupeValue *
troupe_agent_object_find (TroupeSchema *schema, const char *text, GError **error)
{
  const char *answer = NULL;
  g_autoptr (GError) whole = NULL;
  g_autoptr (GError) part = NULL;
  TroupeValue *object = NULL;
  const char *last = g_strrstr (text, THOUGHTS_END);

  g_return_val_if_fail (schema != NULL && text != NULL, NULL);

  /* Skips the thoughts of a model whose server does not separate them. */
  answer = last != NULL ? last + strlen (THOUGHTS_END) : text;
  object = troupe_schema_read_text (schema, answer, &whole);
  if (object != NULL)
    return object;
  if (g_error_matches (whole, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON))
    object = search (schema, answer, &part);
  if (object == NULL)
    g_propagate_error (error, part != NULL ? g_steal_pointer (&part) : g_steal_pointer (&whole));

  return object;
}
