/* troupe-key-input.h: a key from the terminal or standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest key that is taken. */
#define TROUPE_KEY_INPUT_MOST 4000

/* Reads one key: on a terminal a line, which is not shown, after @prompt; else all of standard input. Without
 * blanks around it. @signal_number: (out): the signal that ended it, or 0. (transfer full) (nullable): %NULL where
 * nothing, too much or a byte that no key has came, after a word about it, or where a signal came */
char *troupe_key_input_read (const char *prompt, int *signal_number);
void troupe_key_input_free (char *key);

G_END_DECLS
