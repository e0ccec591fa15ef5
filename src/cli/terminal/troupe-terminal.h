/* troupe-terminal.h: terminal output: colors, errors, values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* Threads: main thread, for all functions of this file. */

/* The style of printed text. */
typedef enum {
  TROUPE_COLOUR_NONE,
  TROUPE_COLOUR_BOLD,
  TROUPE_COLOUR_DIM,
  TROUPE_COLOUR_GREEN,
  TROUPE_COLOUR_RED,
  TROUPE_COLOUR_YELLOW,
  TROUPE_COLOUR_BLUE,
} TroupeColour;

/* Returns TRUE if @stream is a terminal. */
gboolean troupe_terminal_is (FILE *stream);
/* Returns TRUE if @stream is a terminal that supports colors, which `NO_COLOR` and `TERM=dumb`
 * disable. */
gboolean troupe_terminal_has_colour (FILE *stream);
/* Returns TRUE if non-ASCII characters can be written. */
gboolean troupe_terminal_has_unicode (void);

/* Returns TRUE if @line is `y` or `yes`, in upper or lower case, and nothing else. @line: (nullable) */
gboolean troupe_terminal_is_yes (const char *line);
/* Drops what was typed or pasted before a question was asked, which is not an answer to it. */
void troupe_terminal_drop_input (void);
/* Asks on the terminal, which has to be one, and waits for a line that was not typed before the question. @question: ends in
 * “[y/N] ”. Returns whether the answer is yes. Blocks. Threads: any, one at a time */
gboolean troupe_terminal_ask (const char *question);

/* Writes @text to @stream. On a terminal, control characters of @text and characters that
 * reverse or hide other characters are escaped, because @text may come from an untrusted
 * document. Newlines and tabs are unchanged. */
void troupe_terminal_write (FILE *stream, TroupeColour colour, const char *text);
/* Formats the arguments and writes the result like troupe_terminal_write(). */
void troupe_terminal_print (FILE *stream, TroupeColour colour, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Indents all lines of @text except the first line, so that text of an untrusted document cannot
 * imitate lines of troupectl. (transfer full) */
char *troupe_terminal_move_in (const char *text);

/* Prints `troupectl: MESSAGE` to standard error. */
void troupe_terminal_print_error (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Prints a value as the result of a command. Strings are printed unchanged, everything else as
 * JSON, which is indented on a terminal. */
void troupe_terminal_print_value (TroupeValue *value);
/* Prints one line of JSON to standard output, with unsafe characters as `\u` escapes. */
void troupe_terminal_print_json (TroupeValue *value);

G_END_DECLS
