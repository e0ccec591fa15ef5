/* fuzz-frames.c: fuzzing of AWS event stream frames, which must give the same events whether split
 * or not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-aws-frames.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  g_assert (data[length] == '\0' && g_utf8_validate (data, (gssize) length, NULL));
  g_assert (g_utf8_validate (type, -1, NULL));
  g_string_append_printf (user_data, "%s|%s;", type, data);

  return !g_str_equal (type, "enough");
}

static char *
run (const guint8 *bytes, gsize length, gsize piece)
{
  GString *events = g_string_new (NULL);
  g_autoptr (TroupeAwsFrames) frames = troupe_aws_frames_new (event_cb, events);
  g_autoptr (GError) error = NULL;

  for (gsize at = 0; at < length && error == NULL; at += piece)
    troupe_aws_frames_feed (frames, (const char *) bytes + at, MIN (piece, length - at), &error);
  if (error != NULL)
    g_string_append (events, error->message);

  return g_string_free (events, FALSE);
}

static void
put_number (guint8 *at, guint32 number)
{
  guint32 big = GUINT32_TO_BE (number);

  memcpy (at, &big, 4);
}

/* Sets valid lengths and checksums, which random data never has, so that the headers and payload
 * of each frame are parsed. */
static void
repair (guint8 *bytes, gsize length)
{
  while (length >= 16)
    {
      gsize total = 16 + bytes[3];
      gsize headers = bytes[7] % (total - 15);

      if (total > length)
        total = length, headers = MIN (headers, total - 16);
      put_number (bytes, (guint32) total);
      put_number (bytes + 4, (guint32) headers);
      put_number (bytes + 8, troupe_aws_frames_sum (bytes, 8));
      put_number (bytes + total - 4, troupe_aws_frames_sum (bytes, total - 4));
      bytes += total;
      length -= total;
    }
}

/* Compares the events of the complete input with the events of an input that is split into
 * chunks of size @piece. */
static void
compare (const guint8 *bytes, gsize length, gsize piece)
{
  g_autofree char *whole = run (bytes, length, length);
  g_autofree char *split = run (bytes, length, piece);

  g_assert_cmpstr (whole, ==, split);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree guint8 *copy = NULL;

  if (size < 2)
    return 0;

  compare (data + 1, size - 1, data[0] % 16 + 1u);
  copy = g_memdup2 (data + 1, size - 1);
  repair (copy, size - 1);
  compare (copy, size - 1, data[0] % 16 + 1u);

  return 0;
}
