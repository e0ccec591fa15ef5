/* troupe-surrogates.c: halves of surrogate pairs in texts that arrive in pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-surrogates"

#include "config.h"

#include <string.h>

#include "troupe-surrogates.h"

/* Length of a half in bytes, and the value of its first byte. */
#define HALF_BYTES 3u
#define HALF_START 0xed

#define REPLACEMENT 0xfffd

/* Returns the half at the beginning of @text, or 0. */
static gunichar
get_half (const char *text, gsize length)
{
  const guchar *bytes = (const guchar *) text;

  if (length < HALF_BYTES || bytes[0] != HALF_START || bytes[1] < 0xa0 || bytes[1] > 0xbf ||
      (bytes[2] & 0xc0) != 0x80)
    return 0;

  return 0xd000u | ((gunichar) (bytes[1] & 0x3f) << 6) | (gunichar) (bytes[2] & 0x3f);
}

gboolean
troupe_surrogates_may_be_in (const char *text, gsize length)
{
  g_return_val_if_fail (text != NULL || length == 0, FALSE);

  return length > 0 && memchr (text, HALF_START, length) != NULL;
}

void
troupe_surrogates_feed (TroupeSurrogates *self, const char *text, gsize length, GString *out)
{
  g_return_if_fail (self != NULL && out != NULL);
  g_return_if_fail (text != NULL || length == 0);

  while (length > 0)
    {
      gsize n_plain;
      gunichar half;
      const char *at;
      const char *end;

      at = text;
      end = text + length;
      n_plain = length;
      while ((at = memchr (at, HALF_START, (gsize) (end - at))) != NULL)
        {
          if (get_half (at, (gsize) (end - at)) != 0)
            {
              n_plain = (gsize) (at - text);
              break;
            }
          at++;
        }
      if (n_plain > 0)
        {
          troupe_surrogates_end (self, out);
          g_string_append_len (out, text, (gssize) n_plain);
        }
      text += n_plain;
      length -= n_plain;
      if (length == 0)
        return;
      half = get_half (text, length);
      if (half < 0xdc00)
        {
          troupe_surrogates_end (self, out);
          self->high = half;
        }
      else
        {
          g_string_append_unichar (out, self->high == 0 ? REPLACEMENT
                                                        : 0x10000 + ((self->high - 0xd800) << 10) +
                                                              (half - 0xdc00));
          self->high = 0;
        }
      text += HALF_BYTES;
      length -= HALF_BYTES;
    }
}

void
troupe_surrogates_end (TroupeSurrogates *self, GString *out)
{
  g_return_if_fail (self != NULL && out != NULL);

  if (self->high != 0)
    g_string_append_unichar (out, REPLACEMENT);
  self->high = 0;
}

char *
troupe_surrogates_join (const char *text, gsize length)
{
  TroupeSurrogates self = { 0 };
  GString *out = NULL;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (!troupe_surrogates_may_be_in (text, length))
    return g_strndup (text, length);
  out = g_string_new (NULL);
  troupe_surrogates_feed (&self, text, length, out);
  troupe_surrogates_end (&self, out);

  return g_string_free (out, FALSE);
}
