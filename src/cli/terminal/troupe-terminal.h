/* troupe-terminal.h: what is written for people: colour, progress, errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum {
  TROUPE_COLOUR_NONE,
  TROUPE_COLOUR_BOLD,
  TROUPE_COLOUR_DIM,
  TROUPE_COLOUR_GREEN,
  TROUPE_COLOUR_RED,
  TROUPE_COLOUR_YELLOW,
  TROUPE_COLOUR_BLUE,
} TroupeColour;

/* Whether @stream is a terminal, and one that has colours: `NO_COLOR` and `TERM=dumb` say no. */
gboolean troupe_terminal_is (FILE *stream);
gboolean troupe_terminal_has_colour (FILE *stream);
/* Whether letters beyond ASCII can be written. */
gboolean troupe_terminal_has_unicode (void);

/* Writes @text to @stream. On a terminal letters of @text that it would obey, or that turn or hide
 * others, are written as escapes: @text may come from a foreign document. Newlines and tabs stay. */
void troupe_terminal_write (FILE *stream, TroupeColour colour, const char *text);
void troupe_terminal_print (FILE *stream, TroupeColour colour, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* @text, which may be a foreign document's, with its lines but the first moved in: none begins where lines of
 * ours do. (transfer full) */
char *troupe_terminal_move_in (const char *text);

/* `troupectl: MESSAGE` on standard error. */
void troupe_terminal_print_error (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* A value as the result of a command: text as it is, everything else as JSON, pretty on a terminal. */
void troupe_terminal_print_value (TroupeValue *value);
/* One line of JSON on standard output, with such letters as `\u` escapes. */
void troupe_terminal_print_json (TroupeValue *value);

G_END_DECLS
