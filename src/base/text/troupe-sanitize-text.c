/* troupe-sanitize-text.c: makes untrusted text safe to display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sanitize-text"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-sanitize-text.h"

/* Letters and combining marks that fonts draw as nothing or as a blank. */
static const struct
{
  gunichar first;
  gunichar last;
} blanks[] = {
  { 0x034f, 0x034f }, { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },
  { 0x180b, 0x180f }, { 0x2800, 0x2800 }, { 0x3164, 0x3164 },
  { 0xfff0, 0xfffb }, { 0xffa0, 0xffa0 }, { 0xe0000, 0xe0fff },
};

/* Letters that form one character with what follows them, in any number. */
static const struct
{
  gunichar first;
  gunichar last;
} prepended[] = {
  { 0x0d4e, 0x0d4e },   { 0x111c2, 0x111c3 }, { 0x1193f, 0x1193f }, { 0x11941, 0x11941 },
  { 0x11a3a, 0x11a3a }, { 0x11a84, 0x11a89 }, { 0x11d46, 0x11d46 }, { 0x11f02, 0x11f02 },
};

/* Maximum number of marks on a letter, and of all parts of one character. No line breaks within it, and marks are drawn beside or above each other, so that more of
 * them would make a line wider than the screen or cover the lines above. */
#define MOST_MARKS 3u
#define MOST_PARTS 12u
/* The combining class of marks that connect two letters of Indic scripts. */
#define VIRAMA 9

/* The character that a text is within. @is_linked: whether the last mark connects two letters; @is_symbol: whether the last part has a variant for
 * emoji; @has_jamo, @has_leading: whether it is a part of a syllable of Hangul, or one at its beginning */
typedef struct
{
  guint n_marks;
  guint n_parts;
  gboolean is_linked;
  gboolean is_symbol;
  gboolean has_jamo;
  gboolean has_leading;
} Cluster;

/* Returns TRUE if a character is invisible or affects more than its own position. */
static gboolean
is_unsafe (gunichar letter)
{
  switch ((int) g_unichar_type (letter))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
      return TRUE;

    default:
      for (guint i = 0; i < G_N_ELEMENTS (blanks); i++)
        if (letter >= blanks[i].first && letter <= blanks[i].last)
          return TRUE;
      return FALSE;
    }
}

/* Returns TRUE for marks, also for those that are letters or symbols by their category: the marks of halfwidth kana, and the colors of skin of emoji. */
static gboolean
is_mark (gunichar letter)
{
  const GUnicodeType type = g_unichar_type (letter);

  return letter == 0xff9e || letter == 0xff9f || (letter >= 0x1f3fb && letter <= 0x1f3ff) ||
         type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK ||
         type == G_UNICODE_SPACING_MARK;
}

/* Returns TRUE for the parts of which syllables of Hangul are composed. */
static gboolean
is_jamo (gunichar letter)
{
  return (letter >= 0x1100 && letter <= 0x11ff) || (letter >= 0xa960 && letter <= 0xa97c) ||
         (letter >= 0xd7b0 && letter <= 0xd7fb);
}

/* Returns TRUE if a syllable begins with the part. */
static gboolean
is_leading (gunichar letter)
{
  return (letter >= 0x1100 && letter <= 0x115f) || (letter >= 0xa960 && letter <= 0xa97c);
}

/* Returns TRUE if the letter must be escaped because of what precedes it: it is a mark or part too many, a letter that never stands alone, or an invisible
 * selector of a variant that is not after a symbol. */
static gboolean
cluster_add (Cluster *self, gunichar letter)
{
  const gboolean is_selector = letter >= 0xfe00 && letter <= 0xfe0f;
  const gboolean is_wrong = is_selector && !(self->is_symbol && letter >= 0xfe0e);

  /* No other characters of ASCII and Latin are parts. */
  if (letter < 0x300)
    {
      *self =
          (Cluster){ .is_symbol = letter < 0x80 && strchr ("0123456789#*", (int) letter) != NULL };
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (prepended); i++)
    if (letter >= prepended[i].first && letter <= prepended[i].last)
      return TRUE;
  if (!is_mark (letter) && !self->is_linked &&
      !(is_jamo (letter) && self->has_jamo && (!is_leading (letter) || self->has_leading)))
    *self = (Cluster){ 0 };
  self->n_parts++;
  self->n_marks = is_mark (letter) ? self->n_marks + 1 : 0;
  self->is_linked = is_mark (letter) && g_unichar_combining_class (letter) == VIRAMA;
  self->is_symbol = g_unichar_type (letter) == G_UNICODE_OTHER_SYMBOL;
  self->has_jamo = is_jamo (letter);
  self->has_leading = is_leading (letter);
  return is_wrong || self->n_marks > MOST_MARKS || self->n_parts > MOST_PARTS;
}

/* @kept: characters that are not escaped, whether safe or not */
static char *
escape (const char *text, const char *kept)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_sized_new (strlen (valid));
  Cluster cluster = { 0 };

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (cluster_add (&cluster, letter) ||
          (is_unsafe (letter) && (letter > 0x7f || strchr (kept, (int) letter) == NULL)))
        switch (letter)
          {
          case '\n':
            g_string_append (out, "\\n");
            break;
          case '\r':
            g_string_append (out, "\\r");
            break;
          case '\t':
            g_string_append (out, "\\t");
            break;
          default:
            g_string_append_printf (out, letter > 0xffff ? "\\U%08x" : "\\u%04x", letter);
            break;
          }
      else
        g_string_append_unichar (out, letter);
    }
  return g_string_free (out, FALSE);
}

char *
troupe_text_to_line (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return escape (text, "");
}

char *
troupe_text_first_line (const char *text)
{
  g_autofree char *line = NULL;
  g_autofree char *shown = NULL;
  const char *rest;

  g_return_val_if_fail (text != NULL, NULL);

  text += strspn (text, " \t\r\n\f\v");
  rest = text + strcspn (text, "\r\n\f\v");
  line = g_strndup (text, (gsize) (rest - text));
  g_strdelimit (line, "\t", ' ');
  shown = escape (g_strchomp (line), "");
  rest += strspn (rest, " \t\r\n\f\v");
  return *rest == '\0' ? g_steal_pointer (&shown) : g_strconcat (shown, "…", NULL);
}

char *
troupe_text_to_lines (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return escape (text, "\n\t");
}

char *
troupe_text_shorten (const char *text, gsize most)
{
  g_autofree char *valid = NULL;
  const char *end;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (most < G_MAXSSIZE / 8, NULL);

  /* These bytes have more than @most characters, or are the whole text. */
  valid = g_utf8_make_valid (text, (gssize) strnlen (text, 4 * (most + 1)));
  if (g_utf8_strlen (valid, -1) <= (glong) most)
    return g_steal_pointer (&valid);
  end = g_utf8_offset_to_pointer (valid, (glong) most);
  return g_strdup_printf ("%.*s…", (int) (end - valid), valid);
}

char *
troupe_text_to_name (const char *text)
{
  static const char *const marks[] = { "“", "”", "„", "«", "»", "「", "」", "\"" };
  g_autofree char *line = troupe_text_to_line (text);
  g_autofree char *name = troupe_text_shorten (line, 60);
  g_autoptr (GString) plain = g_string_new (name);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_string_replace (plain, marks[i], "'", 0);

  return g_string_free (g_steal_pointer (&plain), FALSE);
}

char *
troupe_json_to_shown (const char *json)
{
  GString *out = NULL;
  Cluster cluster = { 0 };

  g_return_val_if_fail (json != NULL, NULL);

  out = g_string_sized_new (strlen (json));
  for (const char *at = json; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      /* Characters below 0x7f need no escape, because every serializer escapes unsafe ones
       * inside of strings, and outside of strings they are layout. */
      if (cluster_add (&cluster, letter) || (letter >= 0x7f && is_unsafe (letter)))
        {
          if (letter > 0xffff)
            g_string_append_printf (out, "\\u%04x\\u%04x", 0xd7c0 + (letter >> 10),
                                    0xdc00 + (letter & 0x3ff));
          else
            g_string_append_printf (out, "\\u%04x", letter);
        }
      else
        g_string_append_len (out, at, g_utf8_next_char (at) - at);
    }
  return g_string_free (out, FALSE);
}

gboolean
troupe_uri_has_plain_host (GUri *uri)
{
  const char *host = NULL;

  g_return_val_if_fail (uri != NULL, FALSE);

  host = g_uri_get_host (uri);
  if (host == NULL || *host == '\0')
    return FALSE;
  for (; *host != '\0'; host++)
    if (g_ascii_isprint (*host) && !g_ascii_isalnum (*host) && strchr ("-_.:%", *host) == NULL)
      return FALSE;
    else if (g_ascii_iscntrl (*host))
      return FALSE;
  return TRUE;
}

char *
troupe_uri_describe_host (GUri *uri)
{
  const char *scheme;
  g_autofree char *host = NULL;
  int port;

  g_return_val_if_fail (uri != NULL, NULL);
  g_return_val_if_fail (g_uri_get_host (uri) != NULL, NULL);

  scheme = g_uri_get_scheme (uri);
  /* An escaped slash in a host would look like the beginning of a path. */
  host = g_uri_escape_string (g_uri_get_host (uri), ":%", TRUE);
  port = g_uri_get_port (uri);
  if (port == -1 || (port == 443 && g_str_equal (scheme, "https")) ||
      (port == 80 && g_str_equal (scheme, "http")))
    return g_steal_pointer (&host);
  if (strchr (host, ':') != NULL)
    return g_strdup_printf ("[%s]:%d", host, port);
  return g_strdup_printf ("%s:%d", host, port);
}

gboolean
troupe_uri_is_here (GUri *uri)
{
  const char *host;
  g_autoptr (GInetAddress) number = NULL;

  g_return_val_if_fail (uri != NULL, FALSE);

  host = g_uri_get_host (uri);
  if (host == NULL)
    return FALSE;
  number = g_inet_address_new_from_string (host);
  return number != NULL ? g_inet_address_get_is_loopback (number)
                        : g_ascii_strcasecmp (host, "localhost") == 0;
}

char *
troupe_host_to_shown (const char *host)
{
  g_autofree char *plain = NULL;
  g_autofree char *ascii = NULL;

  g_return_val_if_fail (host != NULL, NULL);

  plain = g_uri_unescape_string (host, NULL);
  if (plain == NULL || g_str_is_ascii (plain) || strpbrk (plain, "/?#@\\ ") != NULL)
    return troupe_text_to_line (host);
  ascii = g_utf8_validate (plain, -1, NULL) ? g_hostname_to_ascii (plain) : NULL;
  return troupe_text_to_line (ascii != NULL ? ascii : host);
}

/* Returns the position after the first of @marks at @start or later, or @start if nothing follows
 * it. */
static gsize
skip_cut (const GString *text, gsize start, const char *marks)
{
  const gsize end = start + strcspn (text->str + start, marks) + 1;

  return end < text->len ? end : start;
}

void
troupe_text_keep_end (GString *text, gsize limit)
{
  gsize start;
  gsize whole;

  g_return_if_fail (text != NULL);

  if (text->len <= limit)
    return;
  start = text->len - limit;
  whole = text->str[start - 1] == '\n' ? start : skip_cut (text, start, "\n");
  if (whole == start && !g_ascii_isspace (text->str[start - 1]))
    whole = skip_cut (text, start, " \t\n");
  g_string_erase (text, 0, (gssize) whole);
}
