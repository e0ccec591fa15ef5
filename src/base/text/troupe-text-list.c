/* troupe-text-list.c: formats several strings as a list for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-text-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-text-list.h"

void
troupe_text_list_append (GString *list, const char *text)
{
  g_return_if_fail (list != NULL);
  g_return_if_fail (text != NULL);

  if (list->len > 0)
    g_string_append (list, C_ ("list separator", ", "));
  g_string_append (list, text);
}

char *
troupe_text_list_join (const char *const *texts)
{
  g_return_val_if_fail (texts != NULL, NULL);

  return g_strjoinv (C_ ("list separator", ", "), (char **) texts);
}
