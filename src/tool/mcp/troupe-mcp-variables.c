/* troupe-mcp-variables.c: ${NAME} in `env` and `headers` of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-variables"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-mcp-error.h"
#include "troupe-mcp-variables.h"
#include "troupe-text.h"

/* A reference: `${NAME}` or `${NAME:-text}`. @end: the byte after it */
typedef struct
{
  const char *begin;
  const char *end;
  char *name;
  char *fallback; /* (nullable) */
} Reference;

static void
reference_clear (Reference *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->fallback, g_free);
}

static gboolean
is_name_byte (char byte, gboolean is_first)
{
  return byte == '_' || (is_first ? g_ascii_isalpha (byte) : g_ascii_isalnum (byte));
}

/* Finds the next reference in @text. What has another form is ordinary text. */
static gboolean
find_reference (const char *text, Reference *reference)
{
  while ((text = strstr (text, "${")) != NULL)
    {
      const char *name = text + 2;
      const char *after = name;
      const char *close = NULL;

      while (is_name_byte (*after, after == name))
        after++;
      if (after > name && *after == '}')
        close = after;
      else if (after > name && troupe_text_begins_with (after, ":-"))
        close = strchr (after, '}');
      if (close != NULL)
        {
          reference->begin = text;
          reference->end = close + 1;
          reference->name = g_strndup (name, (gsize) (after - name));
          reference->fallback = *after == ':'
                                    ? g_strndup (after + 2, (gsize) (close - after) - 2)
                                    : NULL;
          return TRUE;
        }
      text = name;
    }
  return FALSE;
}

gboolean
troupe_mcp_variables_are_in (const char *text)
{
  Reference reference = { 0 };
  gboolean is_found;

  g_return_val_if_fail (text != NULL, FALSE);

  is_found = find_reference (text, &reference);
  reference_clear (&reference);
  return is_found;
}

void
troupe_mcp_variables_list (const char *text, GPtrArray *names)
{
  Reference reference = { 0 };

  g_return_if_fail (text != NULL && names != NULL);

  while (find_reference (text, &reference))
    {
      if (!g_ptr_array_find_with_equal_func (names, reference.name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&reference.name));
      text = reference.end;
      reference_clear (&reference);
    }
}

/* Returns NULL with an error if the variable is not set. */
static char *
look_up (const Reference *reference,
         const char *label,
         TroupeLlmEnvironmentFunc func,
         gpointer user_data,
         GPtrArray *values,
         GError **error)
{
  char *value = func (reference->name, user_data);

  g_assert (reference != NULL);

  if (value != NULL && *g_strstrip (value) != '\0')
    {
      g_ptr_array_add (values, g_strdup (value));
      return value;
    }
  g_free (value);
  if (reference->fallback != NULL)
    return g_strdup (reference->fallback);
  g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
               /* Translators: a server, and twice the name of a variable. */
               _ ("The MCP server “%s” requires the variable %s, which is not set. Set it in the "
                  "environment or in a file .env next to the document, or store it in the "
                  "keyring: troupectl key set %s"),
               label, reference->name, reference->name);
  return NULL;
}

char *
troupe_mcp_variables_fill (const char *text,
                           const char *label,
                           TroupeLlmEnvironmentFunc func,
                           gpointer user_data,
                           GPtrArray *values,
                           GError **error)
{
  g_autoptr (GString) filled = g_string_new (NULL);
  Reference reference = { 0 };

  g_return_val_if_fail (text != NULL && label != NULL, NULL);
  g_return_val_if_fail (func != NULL && values != NULL, NULL);

  /* A value is not searched for references. */
  while (find_reference (text, &reference))
    {
      g_autofree char *value = look_up (&reference, label, func, user_data, values, error);

      g_string_append_len (filled, text, reference.begin - text);
      text = reference.end;
      reference_clear (&reference);
      if (value == NULL)
        return NULL;
      g_string_append (filled, value);
    }
  g_string_append (filled, text);
  return g_string_free (g_steal_pointer (&filled), FALSE);
}
