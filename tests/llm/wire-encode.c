/* wire-encode.c: encodes recorded events as the bytes of a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "wire-encode.h"

#include <string.h>

#include "troupe-aws-frames.h"

GByteArray *
wire_encode_sse (TroupeValue *events)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (events); i++)
    {
      TroupeValue *event = troupe_value_list_get (events, i);
      TroupeValue *name = troupe_value_list_get (event, 0);
      TroupeValue *data = troupe_value_list_get (event, 1);

      if (troupe_value_is (name, TROUPE_VALUE_STRING))
        g_string_append_printf (text, "event: %s\n", troupe_value_get_string (name, NULL));
      g_string_append (text, "data: ");
      if (troupe_value_is (data, TROUPE_VALUE_STRING))
        g_string_append (text, troupe_value_get_string (data, NULL));
      else
        troupe_value_append_json (data, TROUPE_JSON_COMPACT, text);
      g_string_append (text, "\n\n");
    }

  return g_byte_array_append (g_byte_array_new (), (const guint8 *) text->str, (guint) text->len);
}

static void
append_number (GByteArray *out, guint32 number)
{
  guint32 bytes = GUINT32_TO_BE (number);

  g_byte_array_append (out, (const guint8 *) &bytes, 4);
}

static void
append_header (GByteArray *out, const char *name, const char *value)
{
  guint8 length = (guint8) strlen (name);
  guint8 type = 7;
  guint16 value_length = GUINT16_TO_BE ((guint16) strlen (value));

  g_byte_array_append (out, &length, 1);
  g_byte_array_append (out, (const guint8 *) name, length);
  g_byte_array_append (out, &type, 1);
  g_byte_array_append (out, (const guint8 *) &value_length, 2);
  g_byte_array_append (out, (const guint8 *) value, (guint) strlen (value));
}

void
wire_append_frame (GByteArray *out, const char *message_type, const char *name, const char *payload)
{
  g_autoptr (GByteArray) headers = g_byte_array_new ();
  g_autoptr (GByteArray) frame = g_byte_array_new ();
  g_autofree char *key =
      g_strconcat (":", message_type, g_str_equal (message_type, "error") ? "-code" : "-type",
                   NULL);

  append_header (headers, key, name);
  append_header (headers, ":content-type", "application/json");
  append_header (headers, ":message-type", message_type);
  append_number (frame, (guint32) (16 + headers->len + strlen (payload)));
  append_number (frame, headers->len);
  append_number (frame, troupe_aws_frames_sum (frame->data, frame->len));
  g_byte_array_append (frame, headers->data, headers->len);
  g_byte_array_append (frame, (const guint8 *) payload, (guint) strlen (payload));
  append_number (frame, troupe_aws_frames_sum (frame->data, frame->len));
  g_byte_array_append (out, frame->data, frame->len);
}

GByteArray *
wire_encode_frames (TroupeValue *events)
{
  GByteArray *out = g_byte_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (events); i++)
    {
      TroupeValue *event = troupe_value_list_get (events, i);
      const char *name = troupe_value_get_string (troupe_value_list_get (event, 0), NULL);
      g_autofree char *payload =
          troupe_value_to_json (troupe_value_list_get (event, 1), TROUPE_JSON_COMPACT);

      wire_append_frame (out, *name == '!' ? "exception" : "event", name + (*name == '!'), payload);
    }

  return out;
}
