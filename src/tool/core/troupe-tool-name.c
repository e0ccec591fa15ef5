/* troupe-tool-name.c: sanitized tool names for model APIs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-name"

#include "config.h"

#include <string.h>

#include "troupe-tool-name.h"

/* Length of the digest that is appended to a truncated name, and the length including the
 * preceding underscore. */
#define LETTERS_OF_DIGEST 8u
#define TAIL (LETTERS_OF_DIGEST + 1)

/* Returns TRUE if a camel case word begins at @at. In `getPage` and `HTTPServer`, this is the
 * last capital letter. */
static gboolean
begins_word (const char *text, const char *at)
{
  if (at == text || !g_ascii_isupper (*at))
    return FALSE;
  return g_ascii_islower (at[-1]) || (g_ascii_isupper (at[-1]) && g_ascii_islower (at[1]));
}

static void
end_word (GString *out)
{
  if (out->len > 0 && out->str[out->len - 1] != '_')
    g_string_append_c (out, '_');
}

static void
trim_end (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == '_')
    g_string_truncate (out, out->len - 1);
}

char *
troupe_tool_name_sanitize (const char *name)
{
  g_autofree char *text = NULL;
  GString *out = NULL;
  g_autofree char *valid = NULL;
  char *end;
  g_autofree char *digest = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  /* Removes accents and all other non-ASCII characters. */
  valid = g_utf8_make_valid (name, -1);
  text = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  end = text;
  for (const char *at = text; *at != '\0'; at++)
    if ((guchar) *at < 0x80)
      *end++ = *at;
  *end = '\0';
  out = g_string_new (NULL);
  for (const char *at = text; *at != '\0'; at++)
    {
      if (begins_word (text, at))
        end_word (out);
      if (g_ascii_isalnum (*at))
        g_string_append_c (out, g_ascii_tolower (*at));
      else
        end_word (out);
    }
  trim_end (out);
  if (out->len > TROUPE_TOOL_NAME_LONGEST)
    {
      digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, out->str, (gssize) out->len);
      digest[LETTERS_OF_DIGEST] = '\0';
      g_string_truncate (out, TROUPE_TOOL_NAME_LONGEST - TAIL);
      trim_end (out);
      g_string_append_printf (out, "_%s", digest);
    }
  return g_string_free (out, FALSE);
}
