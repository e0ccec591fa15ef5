/* troupe-plot-text.c: measures, ellipsizes, wraps and escapes texts of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-text"

#include "config.h"

#include "troupe-plot-text.h"

/* Widths of the characters U+0020 to U+007E in hundredths of the font size, for a humanist sans
 * serif font. */
static const unsigned char letter_widths[] = {
  27, 30, 41, 64, 57, 87, 70, 23, 33, 33, 45, 60, 26, 37, 26, 40, /* space to slash */
  58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 27, 27, 60, 60, 60, 46, /* 0 to ? */
  90, 66, 64, 64, 71, 57, 55, 70, 73, 29, 37, 64, 54, 87, 75, 76, /* @ to O */
  62, 76, 64, 57, 58, 72, 63, 92, 61, 59, 58, 33, 40, 33, 60, 50, /* P to _ */
  58, 55, 60, 50, 60, 56, 34, 58, 59, 26, 27, 54, 27, 89, 59, 59, /* ` to o */
  60, 60, 39, 47, 37, 59, 52, 78, 52, 52, 48, 36, 27, 36, 60,     /* p to ~ */
};

static double
letter_width (gunichar letter)
{
  if (letter >= 0x20 && letter < 0x20 + G_N_ELEMENTS (letter_widths))
    return letter_widths[letter - 0x20] / 100.0;
  if (g_unichar_iszerowidth (letter))
    return 0;
  return g_unichar_iswide (letter) ? 1.0 : 0.6;
}

double
troupe_plot_text_width (const char *text, double size, gboolean bold)
{
  double width = 0;

  for (const char *letter = text; *letter != '\0'; letter = g_utf8_next_char (letter))
    width += letter_width (g_utf8_get_char (letter));
  return width * size * (bold ? 1.06 : 1.0);
}

char *
troupe_plot_text_cut (const char *text, double size, gboolean bold, double width, gboolean middle)
{
  const double dots = troupe_plot_text_width ("…", size, bold);
  double front_room = 0;
  double front = 0;
  double back = 0;
  const char *end = text + strlen (text);
  const char *head = text;
  const char *tail = end;

  if (troupe_plot_text_width (text, size, bold) <= width)
    return g_strdup (text);

  front_room = MAX (width - dots, 0) * (middle ? 0.6 : 1.0);
  while (*head != '\0')
    {
      double letter = letter_width (g_utf8_get_char (head)) * size * (bold ? 1.06 : 1.0);

      if (front + letter > front_room)
        break;
      front += letter;
      head = g_utf8_next_char (head);
    }
  while (middle && tail > head)
    {
      const char *before = g_utf8_prev_char (tail);
      double letter = letter_width (g_utf8_get_char (before)) * size * (bold ? 1.06 : 1.0);

      if (back + letter > width - dots - front)
        break;
      back += letter;
      tail = before;
    }
  {
    g_autofree char *kept = g_strndup (text, head - text);
    return g_strconcat (kept, "…", tail, NULL);
  }
}

char **
troupe_plot_text_wrap (const char *text, double size, double width, guint max_lines)
{
  GPtrArray *lines = g_ptr_array_new ();
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n", max_lines + 1);

  for (guint i = 0; paragraphs[i] != NULL && lines->len < max_lines; i++)
    {
      g_autofree char *clean = troupe_plot_text_clean (paragraphs[i]);
      guint before = lines->len;
      g_auto (GStrv) words = g_strsplit (clean, " ", -1);
      g_autoptr (GString) paragraph_line = g_string_new (NULL);
      double used = 0;
      const double blank = troupe_plot_text_width (" ", size, FALSE);

      /* Wraps the words of one paragraph and appends the lines. */
      for (guint j = 0; words[j] != NULL && lines->len < max_lines; j++)
        {
          double word = troupe_plot_text_width (words[j], size, FALSE);

          if (paragraph_line->len > 0 && used + blank + word > width)
            {
              g_ptr_array_add (lines, g_strdup (paragraph_line->str));
              g_string_truncate (paragraph_line, 0);
              used = 0;
            }
          if (paragraph_line->len > 0)
            g_string_append_c (paragraph_line, ' ');
          g_string_append (paragraph_line, words[j]);
          used += word + (used > 0 ? blank : 0);
        }
      if (paragraph_line->len > 0 && lines->len < max_lines)
        g_ptr_array_add (lines, g_strdup (paragraph_line->str));
      for (guint j = before; j < lines->len; j++)
        {
          char *line = lines->pdata[j];
          lines->pdata[j] = troupe_plot_text_cut (line, size, FALSE, width, FALSE);
          g_free (line);
        }
    }
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (lines, FALSE);
}

/* Returns FALSE for bidi marks and other invisible characters, which could make a text look like
 * another one. */
static gboolean
is_shown (gunichar letter)
{
  switch (g_unichar_type (letter))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return letter == 0x200D || letter == 0x200C; /* joiners are parts of words and emoji */
    default:
      return letter != 0xFFFE && letter != 0xFFFF;
    }
}

char *
troupe_plot_text_clean (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (g_unichar_isspace (letter))
        {
          blank = out->len > 0;
          continue;
        }
      if (!is_shown (letter))
        continue;
      if (blank)
        g_string_append_c (out, ' ');
      blank = FALSE;
      g_string_append_unichar (out, letter);
    }
  return g_string_free (out, FALSE);
}

void
troupe_plot_append_escaped (GString *out, const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (letter == '&')
        g_string_append (out, "&amp;");
      else if (letter == '<')
        g_string_append (out, "&lt;");
      else if (letter == '>')
        g_string_append (out, "&gt;");
      else if (letter == '"')
        g_string_append (out, "&quot;");
      else if (letter == '\'')
        g_string_append (out, "&#39;");
      else if (letter == '\n' || is_shown (letter))
        g_string_append_unichar (out, letter);
    }
}
