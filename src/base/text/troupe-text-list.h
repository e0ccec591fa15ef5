/* troupe-text-list.h: formats several strings as a list for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_text_list_append:
 * @list: the list so far; empty before the first string
 * @text: the string to append
 *
 * Appends a string to a list for display, after the separator of the user's language: `a, b` or
 * `a、b`.
 * Threads: any thread, for both functions.
 */
void troupe_text_list_append (GString *list, const char *text);

/**
 * troupe_text_list_join:
 * @texts: (array zero-terminated=1)
 *
 * Returns: (transfer full): all strings as a list for display; empty if there are no strings
 */
char *troupe_text_list_join (const char *const *texts);

G_END_DECLS
