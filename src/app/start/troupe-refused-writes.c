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

/* Returns the value of @name in a log event, or in the error of a failed tool call. (nullable) */
static const char *
get_text (const TroupeEvent *event, const char *name)
{
  TroupeValue *error;

  if (event->type == TROUPE_EVENT_LOG)
    return troupe_value_get_member_text (event->fields, name);
  error = event->type == TROUPE_EVENT_TOOL_FAILED
              ? troupe_value_get_member_of (event->fields, "error", TROUPE_VALUE_MAP)
              : NULL;
  return error != NULL ? troupe_value_get_member_text (error, name) : NULL;
}

char *
troupe_refused_writes_find (const TroupeEvent *event, const char **message)
{
  const char *file;
  const char *start;
  const char *end;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (event != NULL && message != NULL, NULL);

  *message = get_text (event, "message");
  if (*message == NULL || g_strcmp0 (get_text (event, "permission"), "programs") != 0)
    return NULL;
  file = get_text (event, "refused_file");
  if (file != NULL)
    return troupe_text_to_name (file);
  /* File tools say the path only in their message. */
  start = strstr (*message, OPENING);
  end = start != NULL ? strstr (start, CLOSING) : NULL;
  if (end == NULL)
    return troupe_text_to_name (*message);
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
