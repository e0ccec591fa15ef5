/* troupe-web-page-decode.c: charset detection and conversion of web pages to UTF-8
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-page-decode"

#include "config.h"

#include <errno.h>
#include <string.h>

#include "troupe-web-page.h"

/* How many bytes are searched for a charset declaration. */
#define MOST_OF_HEAD 4096
#define REPLACEMENT "\xef\xbf\xbd"
#define OTHERWISE "WINDOWS-1252"

/* Prefixes of permitted charset names, so that a server cannot choose among all converters of
 * the C library. */
static const char *const charsets[] = {
  "utf-8",  "utf8",      "utf-16",    "iso-8859-", "windows-125", "windows-874", "cp125",
  "koi8-",  "macintosh", "gb2312",    "gbk",       "gb18030",     "big5",        "euc-jp",
  "euc-kr", "shift_jis", "shift-jis", "sjis",      "iso-2022-jp", "tis-620",     "ibm866",
};

/* Browsers interpret these names as Windows-1252. */
static const char *const latin[] = { "iso-8859-1", "iso8859-1", "latin1", "latin-1",
                                     "us-ascii",   "ascii",     "ansi",   NULL };

/* Parses a charset name at the start of @name. (transfer full) (nullable): NULL if it is not
 * permitted */
static char *
read_charset (const char *name, gsize length)
{
  g_autofree char *lower = NULL;
  gsize end = 0;

  while (end < length && end < 32 &&
         (g_ascii_isalnum (name[end]) || name[end] == '-' || name[end] == '_'))
    end++;
  lower = g_ascii_strdown (name, (gssize) end);
  if (g_strv_contains (latin, lower))
    return g_strdup (OTHERWISE);
  for (guint i = 0; i < G_N_ELEMENTS (charsets); i++)
    if (g_str_has_prefix (lower, charsets[i]))
      return g_steal_pointer (&lower);
  return NULL;
}

/* Appends @bytes converted from @charset. Returns FALSE if the charset is not supported. */
static gboolean
convert (GString *out, const char *bytes, gsize length, const char *charset)
{
  GIConv converter = g_iconv_open ("UTF-8", charset);
  char *in = (char *) bytes;
  gsize n_in = length;

  if (converter == (GIConv) -1)
    return FALSE;
  while (n_in > 0)
    {
      char buffer[4096];
      char *to = buffer;
      gsize n_to = sizeof buffer;
      gsize n_before = n_in;
      gboolean is_bad = g_iconv (converter, &in, &n_in, &to, &n_to) == (gsize) -1 && errno != E2BIG;

      g_string_append_len (out, buffer, to - buffer);
      if (is_bad || (n_in == n_before && to == buffer))
        {
          g_string_append (out, REPLACEMENT);
          in++;
          n_in--;
        }
    }
  g_iconv_close (converter);
  return TRUE;
}

/* Returns the charset of the byte order mark and skips the mark. (transfer full) (nullable) */
static char *
take_mark (const char **bytes, gsize *length)
{
  static const struct
  {
    const char *mark;
    const char *charset;
  } marks[] = { { "\xef\xbb\xbf", "utf-8" },
                { "\xff\xfe", "utf-16le" },
                { "\xfe\xff", "utf-16be" } };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      gsize size = strlen (marks[i].mark);

      if (*length < size || memcmp (*bytes, marks[i].mark, size) != 0)
        continue;
      *bytes += size;
      *length -= size;
      return g_strdup (marks[i].charset);
    }
  return NULL;
}

char *
troupe_web_page_decode (const char *bytes, gsize length, const char *charset, gboolean is_html)
{
  g_autofree char *name = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (bytes != NULL || length == 0, NULL);

  name = take_mark (&bytes, &length);
  if (name == NULL && charset != NULL)
    name = read_charset (charset, strlen (charset));
  if (name == NULL && is_html)
    {
      static const char word[] = "charset";
      gsize most = MIN (length, MOST_OF_HEAD);
      char *charset_name = NULL;

      for (gsize at = 0; at + sizeof word < most; at++)
        {
          gsize next = at + sizeof word - 1;

          if (g_ascii_strncasecmp (bytes + at, word, sizeof word - 1) != 0)
            continue;
          while (next < most && (g_ascii_isspace (bytes[next]) || bytes[next] == '='))
            next++;
          while (next < most && (bytes[next] == '"' || bytes[next] == '\''))
            next++;
          charset_name = read_charset (bytes + next, most - next);
          break;
        }
      name = charset_name;
      /* The declaration was read as ASCII, so it cannot be UTF-16. */
      if (name != NULL && g_str_has_prefix (name, "utf-16"))
        g_clear_pointer (&name, g_free);
    }
  if (name == NULL)
    name = g_strdup (g_utf8_validate_len (bytes, length, NULL) ? "utf-8" : OTHERWISE);
  if (g_str_has_prefix (name, "utf-8") || g_str_has_prefix (name, "utf8") ||
      !convert (out, bytes, length, name))
    {
      g_autofree char *valid = length > 0 ? g_utf8_make_valid (bytes, (gssize) length) : NULL;

      g_string_assign (out, valid != NULL ? valid : "");
    }
  /* C strings end at U+0000. */
  for (gsize i = 0; i < out->len; i++)
    if (out->str[i] == '\0')
      out->str[i] = ' ';
  return g_string_free (g_steal_pointer (&out), FALSE);
}
