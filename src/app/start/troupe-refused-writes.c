/* troupe-refused-writes.c: files that code or a tool of a run was not allowed to write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-refused-writes"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-refused-writes.h"
#include "troupe-sanitize-text.h"

#define OPENING "“"
#define CLOSING "”"

/* Returns a text of the event that may be a refusal. Lines that code prints are none. (nullable) */
static const char *
get_message (const TroupeEvent *event)
{
  TroupeValue *value = NULL;

  if (event->type == TROUPE_EVENT_LOG && troupe_event_get_field (event, "stream") == NULL)
    value = troupe_event_get_field (event, "message");
  else if (event->type == TROUPE_EVENT_TOOL_FAILED)
    value = troupe_event_get_field (event, "error");
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    value = troupe_value_map_lookup_string (value, "message", -1);
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

char *
troupe_refused_writes_find (const TroupeEvent *event)
{
  const char *message;
  const char *start;
  const char *end;
  g_autofree char *advice = NULL;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (event != NULL, NULL);

  message = get_message (event);
  if (message == NULL)
    return NULL;
  /* All refusals name the switch that would allow it, after the file in quotes. */
  advice = g_strconcat (OPENING, _ ("Also Change Other Files"), CLOSING, NULL);
  start = strstr (message, OPENING);
  end = start != NULL ? strstr (start, CLOSING) : NULL;
  if (end == NULL || strstr (end, advice) == NULL)
    return NULL;
  start += strlen (OPENING);
  path = g_strndup (start, (gsize) (end - start));
  /* A long path would be cut before its end. */
  name = g_path_get_basename (path);
  return troupe_text_to_name (name);
}

char *
troupe_refused_writes_describe (GPtrArray *names)
{
  g_return_val_if_fail (names != NULL && names->len > 0, NULL);

  if (names->len == 1)
    return g_strdup_printf (
        /* Translators: %s is the name of a file; the texts in quotes are the title of a switch and a menu item. */
        _ ("The run finished, but writing “%s” was refused. Without “Also Change Other Files” in "
           "“Permissions…”, only documents and data in the folder “output” can be written."),
        (const char *) names->pdata[0]);
  return g_strdup_printf (
      /* Translators: %u is a number of files, %s one of them; the texts in quotes are the title of a switch and a menu item. */
      ngettext (
          "The run finished, but writing %u file, such as “%s”, was refused. Without “Also Change "
          "Other Files” in “Permissions…”, only documents and data in the folder “output” can be "
          "written.",
          "The run finished, but writing %u files, such as “%s”, was refused. Without “Also Change "
          "Other Files” in “Permissions…”, only documents and data in the folder “output” can be "
          "written.",
          names->len),
      names->len, (const char *) names->pdata[0]);
}
