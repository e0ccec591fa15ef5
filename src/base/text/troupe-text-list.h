/* troupe-text-list.h: several texts as one list for a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_text_list_append:
 * @list: what is written so far; empty before the first text
 * @text: one more
 *
 * Adds a text to a list for a person to read, after the separator of their language: `a, b` or `a、b`.
 */
void troupe_text_list_append (GString *list, const char *text);

/**
 * troupe_text_list_join:
 * @texts: (array zero-terminated=1)
 *
 * Returns: (transfer full): all of them as such a list; empty where there is none
 */
char *troupe_text_list_join (const char *const *texts);

G_END_DECLS
