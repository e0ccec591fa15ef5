/* test-aws-frames.c: AWS event stream frames: complete, cut and damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-aws-frames.h"
#include "troupe-llm.h"
#include "wire-encode.h"

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  g_assert_cmpuint (strlen (data), ==, length);
  g_string_append_printf (user_data, "%s %s;", type, data);

  return !g_str_equal (type, "enough");
}

static char *
run (GByteArray *bytes, gsize piece, gboolean *is_inside, GError **error)
{
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (TroupeAwsFrames) frames = troupe_aws_frames_new (event_cb, told);

  for (gsize at = 0; at < bytes->len; at += piece)
    if (!troupe_aws_frames_feed (frames, (const char *) bytes->data + at,
                                 MIN (piece, bytes->len - at), error))
      {
        /* Further bytes are ignored after the callback has returned FALSE or an error has
         * occurred. */
        g_assert_true (
            troupe_aws_frames_feed (frames, (const char *) bytes->data, bytes->len, NULL));
        break;
      }
  *is_inside = troupe_aws_frames_is_inside (frames);

  return g_string_free (g_steal_pointer (&told), FALSE);
}

static void
test_sum (void)
{
  g_assert_cmphex (troupe_aws_frames_sum ((const guint8 *) "123456789", 9), ==, 0xcbf43926);
}

/* A frame from the AWS documentation. Its checksums were computed by other software. */
static void
test_published (void)
{
  static const guint8 empty[] = { 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00,
                                  0x05, 0xc2, 0x48, 0xeb, 0x7d, 0x98, 0xc8, 0xff };
  g_autoptr (GByteArray) bytes = g_byte_array_append (g_byte_array_new (), empty, sizeof empty);
  g_autofree char *told = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_inside;

  told = run (bytes, 1, &is_inside, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (told, ==, " {};");
}

static void
test_pieces (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  wire_append_frame (bytes, "event", "one", "{\"a\":\"ü🎭\"}");
  wire_append_frame (bytes, "exception", "two", "");
  wire_append_frame (bytes, "error", "three", "ignored");
  wire_append_frame (bytes, "event", "enough", "{}");
  wire_append_frame (bytes, "event", "more", "{}");
  for (gsize piece = 1; piece <= bytes->len; piece++)
    {
      g_autofree char *told = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_inside;

      told = run (bytes, piece, &is_inside, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (told, ==, "one {\"a\":\"ü🎭\"};!two {};!three {\"message\":\"\"};enough {};");
      g_assert_false (is_inside);
    }
}

/* Regardless of the position at which the stream is cut, exactly the complete frames are
 * reported. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint first;

  wire_append_frame (bytes, "event", "one", "{}");
  first = bytes->len;
  wire_append_frame (bytes, "event", "two", "{}");
  for (guint length = 1; length < bytes->len; length++)
    {
      g_autoptr (GByteArray) part = g_byte_array_append (g_byte_array_new (), bytes->data, length);
      g_autofree char *told = NULL;
      gboolean is_inside;

      told = run (part, 7, &is_inside, NULL);
      g_assert_cmpstr (told, ==, length < first ? "" : "one {};");
      g_assert_true (is_inside == (length != first));
    }
}

/* A change of any byte is detected. */
static void
test_damaged (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  wire_append_frame (bytes, "event", "one", "{\"a\":1}");
  for (guint i = 0; i < bytes->len; i++)
    {
      g_autofree char *told = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_inside;

      bytes->data[i] ^= 0x40;
      told = run (bytes, bytes->len, &is_inside, &error);
      g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
      g_assert_cmpstr (told, ==, "");
      bytes->data[i] ^= 0x40;
    }
}

static void
assert_prelude (guint32 total, guint32 headers, int code)
{
  guint32 numbers[3] = { GUINT32_TO_BE (total), GUINT32_TO_BE (headers), 0 };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *told = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_inside;

  numbers[2] = GUINT32_TO_BE (troupe_aws_frames_sum ((const guint8 *) numbers, 8));
  g_byte_array_append (bytes, (const guint8 *) numbers, sizeof numbers);
  told = run (bytes, 5, &is_inside, &error);
  g_assert_error (error, TROUPE_LLM_ERROR, code);
}

static void
test_lengths (void)
{
  assert_prelude (0, 0, TROUPE_LLM_ERROR_INVALID);
  assert_prelude (15, 0, TROUPE_LLM_ERROR_INVALID);
  assert_prelude (20, 5, TROUPE_LLM_ERROR_INVALID);
  assert_prelude (20, G_MAXUINT32, TROUPE_LLM_ERROR_LIMIT);
  assert_prelude (G_MAXUINT32, 0, TROUPE_LLM_ERROR_LIMIT);
  assert_prelude (65u * 1024 * 1024, 0, TROUPE_LLM_ERROR_LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/aws-frames/sum", test_sum);
  g_test_add_func ("/aws-frames/published", test_published);
  g_test_add_func ("/aws-frames/pieces", test_pieces);
  g_test_add_func ("/aws-frames/cut", test_cut);
  g_test_add_func ("/aws-frames/damaged", test_damaged);
  g_test_add_func ("/aws-frames/lengths", test_lengths);

  return g_test_run ();
}
