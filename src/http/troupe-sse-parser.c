/* troupe-sse-parser.c: parser for server-sent events (SSE)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sse-parser"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-http-call.h"
#include "troupe-limits.h"
#include "troupe-sse-parser.h"

struct _TroupeSseParser
{
  TroupeSseEventFunc func;
  gpointer user_data;
  gsize line_limit;
  gsize event_limit;

  GString *line; /* the incomplete current line */
  GString *data; /* data lines of the event, each with a newline */
  GString *type;
  gboolean after_return; /* last byte was CR: a following LF belongs to it */
  gboolean is_begun;     /* the byte order mark has been checked for */
  gboolean is_lines;     /* each line is an event */
  gboolean is_ended;     /* stopped by the callback */
};

TroupeSseParser *
troupe_sse_parser_new (TroupeSseEventFunc func, gpointer user_data)
{
  TroupeSseParser *self = g_new0 (TroupeSseParser, 1);

  self->func = func;
  self->user_data = user_data;
  self->line_limit = TROUPE_LIMIT_SSE_LINE;
  self->event_limit = TROUPE_LIMIT_SSE_EVENT;
  self->line = g_string_new (NULL);
  self->data = g_string_new (NULL);
  self->type = g_string_new (NULL);

  return self;
}

TroupeSseParser *
troupe_sse_parser_new_lines (TroupeSseEventFunc func, gpointer user_data)
{
  TroupeSseParser *self = troupe_sse_parser_new (func, user_data);

  self->is_lines = TRUE;

  return self;
}

void
troupe_sse_parser_free (TroupeSseParser *self)
{
  g_string_free (self->line, TRUE);
  g_string_free (self->data, TRUE);
  g_string_free (self->type, TRUE);
  g_free (self);
}

void
troupe_sse_parser_set_limits (TroupeSseParser *self, gsize line, gsize event)
{
  self->line_limit = line;
  self->event_limit = event;
}

static gboolean
refuse_size (gsize limit, GError **error)
{
  g_set_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE,
               /* Translators: %u is a number of bytes. */
               _ ("a part of the answer is larger than %u bytes"), (guint) limit);

  return FALSE;
}

/* UTF-8 is validated line by line, because a character may be split between chunks but not
 * between lines. */
static void
append_valid (GString *out, const char *text, gsize length)
{
  g_autofree char *valid = NULL;

  if (g_utf8_validate_len (text, length, NULL))
    {
      g_string_append_len (out, text, (gssize) length);
      return;
    }

  valid = g_utf8_make_valid (text, (gssize) length);
  g_string_append (out, valid);
}

static gboolean
take_line (TroupeSseParser *self, GError **error)
{
  const char *line = self->line->str;
  gsize length = self->line->len;
  const char *colon, *value;
  gsize name_length, value_length;

  g_assert (self != NULL);

  if (!self->is_begun)
    {
      self->is_begun = TRUE;
      if (length >= 3 && memcmp (line, "\xef\xbb\xbf", 3) == 0)
        {
          line += 3;
          length -= 3;
        }
    }

  if (self->is_lines && length > 0)
    {
      append_valid (self->data, line, length);
      g_string_append_c (self->data, '\n');
    }
  if (self->is_lines || length == 0)
    {
      if (self->data->len > 0)
        {
          g_string_truncate (self->data, self->data->len - 1);
          if (!self->func (self->type->str, self->data->str, self->data->len, self->user_data))
            self->is_ended = TRUE;
        }

      g_string_truncate (self->data, 0);
      g_string_truncate (self->type, 0);
      return TRUE;
    }

  colon = memchr (line, ':', length);
  name_length = colon != NULL ? (gsize) (colon - line) : length;
  value = colon != NULL ? colon + 1 : line + length;
  value_length = length - (gsize) (value - line);
  if (value_length > 0 && *value == ' ')
    {
      value++;
      value_length--;
    }

  if (name_length == strlen ("data") && memcmp (line, "data", name_length) == 0)
    {
      append_valid (self->data, value, value_length);
      g_string_append_c (self->data, '\n');
      if (self->data->len - 1 > self->event_limit)
        return refuse_size (self->event_limit, error);
    }
  else if (name_length == strlen ("event") && memcmp (line, "event", name_length) == 0)
    {
      g_string_truncate (self->type, 0);
      append_valid (self->type, value, value_length);
    }

  return TRUE;
}

gboolean
troupe_sse_parser_feed (TroupeSseParser *self, const char *bytes, gsize length, GError **error)
{
  gsize i = 0;

  while (i < length && !self->is_ended)
    {
      gsize start = i;

      if (self->after_return)
        {
          self->after_return = FALSE;
          if (bytes[i] == '\n')
            {
              i++;
              continue;
            }
        }

      while (i < length && bytes[i] != '\r' && bytes[i] != '\n')
        i++;
      if (self->line->len + (i - start) > self->line_limit)
        return refuse_size (self->line_limit, error);
      g_string_append_len (self->line, bytes + start, (gssize) (i - start));

      if (i < length)
        {
          gboolean is_taken;

          self->after_return = bytes[i] == '\r';
          i++;
          is_taken = take_line (self, error);
          g_string_truncate (self->line, 0);
          if (!is_taken)
            return FALSE;
        }
    }

  return TRUE;
}

gboolean
troupe_sse_parser_is_inside (TroupeSseParser *self)
{
  return self->line->len > 0 || self->data->len > 0 || self->type->len > 0;
}
