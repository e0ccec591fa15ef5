/* troupe-terminal.c: terminal output: colors, errors, values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-terminal"

#include "config.h"

#include <stdio_ext.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-standard-streams.h"
#include "troupe-terminal.h"

static const char *const colour_codes[] = {
  [TROUPE_COLOUR_NONE] = "",         [TROUPE_COLOUR_BOLD] = "\033[1m",
  [TROUPE_COLOUR_DIM] = "\033[2m",   [TROUPE_COLOUR_GREEN] = "\033[32m",
  [TROUPE_COLOUR_RED] = "\033[31m",  [TROUPE_COLOUR_YELLOW] = "\033[33m",
  [TROUPE_COLOUR_BLUE] = "\033[34m",
};

gboolean
troupe_terminal_is (FILE *stream)
{
  return isatty (fileno (stream));
}

gboolean
troupe_terminal_is_yes (const char *line)
{
  g_autofree char *word = line != NULL ? g_strstrip (g_strdup (line)) : NULL;

  return word != NULL &&
         (g_ascii_strcasecmp (word, "y") == 0 || g_ascii_strcasecmp (word, "yes") == 0);
}

void
troupe_terminal_drop_input (void)
{
  if (!isatty (STDIN_FILENO))
    return;
  __fpurge (stdin);
  tcflush (STDIN_FILENO, TCIFLUSH);
}

gboolean
troupe_terminal_ask (const char *question)
{
  g_autofree char *line = NULL;
  char part[256];

  g_return_val_if_fail (question != NULL, FALSE);

  /* Before the question appears, so that no answer to it is dropped. */
  troupe_terminal_drop_input ();
  troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, question);
  fflush (stderr);
  if (fgets (part, sizeof part, stdin) == NULL)
    return FALSE;
  line = g_strdup (part);
  /* The rest of a long line is not an answer to the next question. */
  while (strchr (part, '\n') == NULL && fgets (part, sizeof part, stdin) != NULL)
    ;
  return troupe_terminal_is_yes (line);
}

gboolean
troupe_terminal_has_colour (FILE *stream)
{
  const char *no_colour = g_getenv ("NO_COLOR");
  const char *term = g_getenv ("TERM");

  if (no_colour != NULL && *no_colour != '\0')
    return FALSE;
  return troupe_terminal_is (stream) && term != NULL && !g_str_equal (term, "dumb");
}

gboolean
troupe_terminal_has_unicode (void)
{
  return g_get_charset (NULL);
}

void
troupe_terminal_write (FILE *stream, TroupeColour colour, const char *text)
{
  gboolean coloured = FALSE;
  g_autofree char *safe = NULL;

  g_return_if_fail (stream != NULL && text != NULL);

  /* Output may be data for other programs. Messages are only read, possibly later on a terminal. */
  if (stream != stderr && !troupe_terminal_is (stream))
    {
      fputs (text, stream);
      return;
    }
  safe = troupe_text_to_lines (text);
  coloured = colour != TROUPE_COLOUR_NONE && troupe_terminal_has_colour (stream);
  if (coloured)
    fputs (colour_codes[colour], stream);
  fputs (safe, stream);
  if (coloured)
    fputs ("\033[0m", stream);
}

void
troupe_terminal_print (FILE *stream, TroupeColour colour, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  troupe_terminal_write (stream, colour, text);
}

char *
troupe_terminal_move_in (const char *text)
{
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  lines = g_strsplit (text, "\n", -1);
  return g_strjoinv ("\n  ", lines);
}

void
troupe_terminal_print_error (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  troupe_terminal_write (stderr, TROUPE_COLOUR_RED, "troupectl: ");
  troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, text);
  fputc ('\n', stderr);
}

void
troupe_terminal_print_value (TroupeValue *value)
{
  gboolean terminal = troupe_terminal_is (stdout);

  g_return_if_fail (value != NULL);

  troupe_standard_streams_order ();
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length = 0;
      const char *text = troupe_value_get_string (value, &length);

      if (terminal)
        troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, text);
      else
        fwrite (text, 1, length, stdout);
      if (length == 0 || text[length - 1] != '\n')
        fputc ('\n', stdout);
    }
  else
    {
      g_autofree char *text = troupe_value_to_json (
          value, (terminal ? TROUPE_JSON_PRETTY : TROUPE_JSON_SPACED) | TROUPE_JSON_FLOAT_OBJECTS);

      troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, g_strchomp (text));
      fputc ('\n', stdout);
    }
}

void
troupe_terminal_print_json (TroupeValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  g_return_if_fail (value != NULL);

  troupe_standard_streams_order ();
  text = troupe_value_to_json (value, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
  shown = troupe_json_to_shown (text);
  fputs (shown, stdout);
  fputc ('\n', stdout);
}
