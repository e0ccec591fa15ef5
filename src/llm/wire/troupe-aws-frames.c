/* troupe-aws-frames.c: decoder for AWS binary event streams
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-aws-frames"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-aws-frames.h"
#include "troupe-limits.h"
#include "troupe-llm-error.h"

/* A frame consists of the prelude (two lengths and their checksum), headers, payload, and the
 * checksum of the complete frame. */
#define PRELUDE_LENGTH 12u
#define SUM_LENGTH 4u

/* Types of header values. */
enum
{
  VALUE_TRUE,
  VALUE_FALSE,
  VALUE_BYTE,
  VALUE_SHORT,
  VALUE_INTEGER,
  VALUE_LONG,
  VALUE_BYTES,
  VALUE_TEXT,
  VALUE_TIME,
  VALUE_UUID,
};

struct _TroupeAwsFrames
{
  TroupeSseEventFunc func;
  gpointer user_data;
  GByteArray *frame; /* received part of the frame */
  gsize total;       /* its length, 0 before the prelude is complete */
  gboolean is_ended; /* stopped by the callback, or after an error */
};

TroupeAwsFrames *
troupe_aws_frames_new (TroupeSseEventFunc func, gpointer user_data)
{
  TroupeAwsFrames *self = g_new0 (TroupeAwsFrames, 1);

  self->func = func;
  self->user_data = user_data;
  self->frame = g_byte_array_new ();

  return self;
}

void
troupe_aws_frames_free (TroupeAwsFrames *self)
{
  if (self == NULL)
    return;

  g_byte_array_unref (self->frame);
  g_free (self);
}

guint32
troupe_aws_frames_sum (const guint8 *bytes, gsize length)
{
  static gsize is_made;
  static guint32 table[256];
  guint32 sum = 0xffffffffu;

  if (g_once_init_enter (&is_made))
    {
      for (guint32 i = 0; i < 256; i++)
        {
          guint32 rest = i;

          for (guint bit = 0; bit < 8; bit++)
            rest = (rest & 1) != 0 ? (rest >> 1) ^ 0xedb88320u : rest >> 1;
          table[i] = rest;
        }
      g_once_init_leave (&is_made, 1);
    }

  for (gsize i = 0; i < length; i++)
    sum = table[(sum ^ bytes[i]) & 0xff] ^ (sum >> 8);

  return ~sum;
}

static guint32
read_number (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static gboolean
refuse (TroupeAwsFrames *self, GError **error)
{
  g_assert (self != NULL);

  self->is_ended = TRUE;
  g_propagate_error (error,
                     troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                           _ ("The server sent a damaged event stream, or one that "
                                              "is not from AWS. Try again, and check the URL.")));

  return FALSE;
}

static gboolean
refuse_size (TroupeAwsFrames *self, gsize limit, GError **error)
{
  g_assert (self != NULL);

  self->is_ended = TRUE;
  g_propagate_error (
      error,
      troupe_llm_error_new (TROUPE_LLM_ERROR_LIMIT,
                            _ ("The server sent a part of its answer that is larger than %" PRIu64
                               " bytes. It was discarded; ask for a shorter answer."),
                            (guint64) limit));

  return FALSE;
}

/* --- Headers --------------------------------------------------------------------------------- */

/* Returns one more than the length of a value of @type at @bytes, including its length field.
 * One is added because TRUE and FALSE have no value. Returns 0 if the type is unknown or @left
 * is too short for the length field. */
static gsize
measure_value (guint type, const guint8 *bytes, gsize left)
{
  switch (type)
    {
    case VALUE_TRUE:
    case VALUE_FALSE:
      return 1;
    case VALUE_BYTE:
      return 1 + 1;
    case VALUE_SHORT:
      return 1 + 2;
    case VALUE_INTEGER:
      return 1 + 4;
    case VALUE_LONG:
    case VALUE_TIME:
      return 1 + 8;
    case VALUE_UUID:
      return 1 + 16;
    case VALUE_BYTES:
    case VALUE_TEXT:
      return left >= 2 ? 1 + 2 + ((gsize) bytes[0] << 8 | bytes[1]) : 0;
    default:
      return 0;
    }
}

/* The headers that are used. */
typedef struct
{
  char *message_type;
  char *event_type;
  char *exception_type;
  char *error_code;
  char *error_message;
} Headers;

static void
headers_clear (Headers *self)
{
  g_assert (self != NULL);

  g_free (self->message_type);
  g_free (self->event_type);
  g_free (self->exception_type);
  g_free (self->error_code);
  g_free (self->error_message);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Headers, headers_clear)

static void
take_header (Headers *self, const guint8 *name, gsize name_length, const guint8 *text, gsize length)
{
  const struct
  {
    const char *name;
    char **field;
  } known[] = {
    { ":message-type", &self->message_type },     { ":event-type", &self->event_type },
    { ":exception-type", &self->exception_type }, { ":error-code", &self->error_code },
    { ":error-message", &self->error_message },
  };

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i].name) == name_length && memcmp (known[i].name, name, name_length) == 0)
      {
        g_free (*known[i].field);
        *known[i].field = g_utf8_make_valid ((const char *) text, (gssize) length);
      }
}

static gboolean
read_headers (Headers *self, const guint8 *bytes, gsize length)
{
  gsize at = 0;

  while (at < length)
    {
      gsize name_length = bytes[at++];
      const guint8 *name = bytes + at;
      gsize size;
      guint type;

      if (name_length == 0 || name_length + 1 > length - at)
        return FALSE;
      at += name_length;
      type = bytes[at++];
      size = measure_value (type, bytes + at, length - at);
      if (size == 0 || size - 1 > length - at)
        return FALSE;
      if (type == VALUE_TEXT)
        take_header (self, name, name_length, bytes + at + 2, size - 3);
      at += size - 1;
    }

  return TRUE;
}

/* --- Frames ---------------------------------------------------------------------------------- */

/* Processes a complete frame. */
static gboolean
take_frame (TroupeAwsFrames *self, GError **error)
{
  const guint8 *bytes = self->frame->data;
  gsize headers_length = read_number (bytes + 4);
  g_auto (Headers) headers = { NULL };
  const guint8 *payload = bytes + PRELUDE_LENGTH + headers_length;
  gsize payload_length = self->total - PRELUDE_LENGTH - headers_length - SUM_LENGTH;
  g_autofree char *type = NULL;
  g_autofree char *text = NULL;

  g_assert (self != NULL);

  if (troupe_aws_frames_sum (bytes, self->total - SUM_LENGTH) !=
          read_number (bytes + self->total - SUM_LENGTH) ||
      !read_headers (&headers, bytes + PRELUDE_LENGTH, headers_length))
    return refuse (self, error);

  text = payload_length > 0 ? g_utf8_make_valid ((const char *) payload, (gssize) payload_length)
                            : g_strdup ("{}");
  if (g_strcmp0 (headers.message_type, "exception") == 0)
    {
      type = g_strconcat ("!", headers.exception_type, NULL);
    }
  else if (g_strcmp0 (headers.message_type, "error") == 0)
    {
      g_autoptr (GString) words = g_string_new ("{\"message\":\"");

      type = g_strconcat ("!", headers.error_code, NULL);
      for (const char *at = headers.error_message; at != NULL && *at != '\0'; at++)
        if (*at != '"' && *at != '\\' && (guchar) *at >= ' ')
          g_string_append_c (words, *at);
      g_string_append (words, "\"}");
      g_free (text);
      text = g_strdup (words->str);
    }
  else
    {
      type = g_strdup (headers.event_type != NULL ? headers.event_type : "");
    }
  if (!self->func (type, text, strlen (text), self->user_data))
    self->is_ended = TRUE;
  g_byte_array_set_size (self->frame, 0);
  self->total = 0;

  return TRUE;
}

static gboolean
take_prelude (TroupeAwsFrames *self, GError **error)
{
  const guint8 *bytes = self->frame->data;
  gsize total = read_number (bytes), headers_length = read_number (bytes + 4);

  g_assert (self != NULL);

  if (troupe_aws_frames_sum (bytes, 8) != read_number (bytes + 8))
    return refuse (self, error);
  if (total > TROUPE_LIMIT_SSE_EVENT)
    return refuse_size (self, TROUPE_LIMIT_SSE_EVENT, error);
  if (headers_length > TROUPE_LIMIT_SSE_LINE)
    return refuse_size (self, TROUPE_LIMIT_SSE_LINE, error);
  if (total < PRELUDE_LENGTH + SUM_LENGTH || headers_length > total - PRELUDE_LENGTH - SUM_LENGTH)
    return refuse (self, error);
  self->total = total;

  return TRUE;
}

gboolean
troupe_aws_frames_feed (TroupeAwsFrames *self, const char *bytes, gsize length, GError **error)
{
  while (length > 0 && !self->is_ended)
    {
      gsize wanted = self->total > 0 ? self->total : PRELUDE_LENGTH;
      gsize taken = MIN (length, wanted - self->frame->len);

      g_byte_array_append (self->frame, (const guint8 *) bytes, (guint) taken);
      bytes += taken;
      length -= taken;
      if (self->frame->len < wanted)
        break;
      if (!(self->total > 0 ? take_frame (self, error) : take_prelude (self, error)))
        return FALSE;
    }

  return TRUE;
}

gboolean
troupe_aws_frames_is_inside (TroupeAwsFrames *self)
{
  return self->frame->len > 0;
}
