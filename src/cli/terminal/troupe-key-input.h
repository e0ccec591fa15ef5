/* troupe-key-input.h: input of an API key from the terminal or standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum length of a key in bytes. */
#define TROUPE_KEY_INPUT_MOST 4000

/* Reads one key. On a terminal, prints @prompt and reads a hidden line; otherwise reads all of
 * standard input. Strips surrounding whitespace. @signal_number: (out): the signal that
 * interrupted the reading, or 0. Prints an error and returns %NULL if the input is empty, too
 * long or contains an invalid byte, or if a signal arrived. (transfer full) (nullable) */
char *troupe_key_input_read (const char *prompt, int *signal_number);
void troupe_key_input_free (char *key);

G_END_DECLS
