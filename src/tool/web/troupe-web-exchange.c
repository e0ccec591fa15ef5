/* troupe-web-exchange.c: HTTP request with a streaming (SSE) response, for MCP and A2A
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-exchange"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-http-close.h"
#include "troupe-web-exchange.h"
#include "troupe-mcp-link.h"
#include "troupe-sanitize-text.h"
#include "troupe-sse-parser.h"

#define BUFFER_SIZE 16384
#define MOST_REDIRECTS 5
/* Maximum length of an `id` or `retry` line. */
#define LONGEST_FIELD 1024u
#define USUAL_RETRY_MS 1000u
#define LONGEST_RETRY_MS 60000u

struct _TroupeWebExchange
{
  guint n_references;
  SoupSession *session;
  SoupMessage *message;
  GInputStream *stream;
  char *method;
  GUri *uri;
  GBytes *body;
  GPtrArray *headers;
  TroupeWebExchangeFuncs funcs;
  gpointer user_data;

  GCancellable *cancellable;
  gboolean is_over;
  guint status;
  char *challenge;
  GInetAddress *peer;
  guint n_redirects;
  TroupeSseParser *parser; /* (nullable): of a stream */
  GByteArray *received;
  GString *field; /* the incomplete line, up to LONGEST_FIELD */
  char *last_event;
  guint retry_ms;
  guint8 buffer[BUFFER_SIZE];
};

static void send_message (TroupeWebExchange *self);
static void read_more (TroupeWebExchange *self);

static TroupeWebExchange *
exchange_ref (TroupeWebExchange *self)
{
  self->n_references++;
  return self;
}

static void
exchange_unref (TroupeWebExchange *self)
{
  g_assert (self != NULL);

  if (--self->n_references > 0)
    return;
  g_clear_object (&self->stream);
  g_clear_object (&self->message);
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_uri_unref (self->uri);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_ptr_array_unref (self->headers);
  g_clear_pointer (&self->parser, troupe_sse_parser_free);
  g_byte_array_unref (self->received);
  g_string_free (self->field, TRUE);
  g_free (self->last_event);
  g_free (self->challenge);
  g_clear_object (&self->peer);
  g_free (self->method);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeWebExchange, exchange_unref)

/* Releases everything that belongs to one request. */
static void
end_hop (TroupeWebExchange *self)
{
  g_assert (self != NULL);

  if (self->message == NULL)
    return;
  troupe_http_close (g_object_ref (self->session), g_steal_pointer (&self->message),
                     g_steal_pointer (&self->stream), self->cancellable);
}

static void
end (TroupeWebExchange *self, const GError *error)
{
  g_autoptr (GBytes) body = NULL;

  g_assert (self != NULL);

  if (self->is_over)
    return;
  self->is_over = TRUE;
  if (error != NULL)
    g_cancellable_cancel (self->cancellable);
  end_hop (self);
  body = g_bytes_new (self->received->data, self->received->len);
  self->funcs.ended (self, body, error, self->user_data);
  exchange_unref (self);
}

void
troupe_web_exchange_cancel (TroupeWebExchange *self)
{
  g_return_if_fail (self != NULL);

  if (self->is_over)
    return;
  self->is_over = TRUE;
  g_cancellable_cancel (self->cancellable);
  end_hop (self);
  exchange_unref (self);
}

static void
end_with (TroupeWebExchange *self, const char *message)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, message);

  end (self, error);
}

/* --- Streams --------------------------------------------------------------------------------- */

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  TroupeWebExchange *self = user_data;

  g_assert (self != NULL);

  /* The first event of a stream may contain only an ID. */
  if (length > 0)
    self->funcs.event (self, type, data, length, self->user_data);
  return !self->is_over;
}

static void
take_field (TroupeWebExchange *self)
{
  const char *line = self->field->str;
  const char *value = strchr (line, ':');

  g_assert (self != NULL);

  if (value == NULL || self->field->len >= LONGEST_FIELD)
    return;
  value += value[1] == ' ' ? 2 : 1;
  if (g_str_has_prefix (line, "id:") && *value != '\0')
    {
      g_free (self->last_event);
      self->last_event = g_strdup (value);
    }
  else if (g_str_has_prefix (line, "retry:") && g_ascii_isdigit (*value))
    self->retry_ms = (guint) MIN (g_ascii_strtoull (value, NULL, 10), LONGEST_RETRY_MS);
}

/* The parser reports only data, so the `id` and `retry` fields that are required to resume a
 * stream are parsed here. */
static void
note_fields (TroupeWebExchange *self, const char *bytes, gsize length)
{
  g_assert (self != NULL);

  for (gsize i = 0; i < length; i++)
    if (bytes[i] == '\n' || bytes[i] == '\r')
      {
        take_field (self);
        g_string_truncate (self->field, 0);
      }
    else if (self->field->len < LONGEST_FIELD)
      g_string_append_c (self->field, bytes[i]);
}

/* --- Response --------------------------------------------------------------------------------- */

static void
take_bytes (TroupeWebExchange *self, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (self->parser == NULL)
    {
      g_byte_array_append (self->received, self->buffer, (guint) length);
      if (self->received->len > TROUPE_MCP_LIMIT_MESSAGE)
        end_with (self, _ ("the answer is larger than 16 MB"));
      return;
    }
  note_fields (self, (const char *) self->buffer, length);
  if (!troupe_sse_parser_feed (self->parser, (const char *) self->buffer, length, &error))
    end_with (self, _ ("an event is larger than 16 MB"));
}

static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeWebExchange) self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (object), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self->is_over)
    return;
  if (n_read <= 0)
    {
      end (self, error);
      return;
    }
  take_bytes (self, (gsize) n_read);
  if (!self->is_over)
    read_more (self);
}

static void
read_more (TroupeWebExchange *self)
{
  g_input_stream_read_async (self->stream, self->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT,
                             self->cancellable, read_cb, exchange_ref (self));
}

gboolean
troupe_web_exchange_is_same_origin (GUri *a, GUri *b)
{
  g_autofree char *first = troupe_uri_describe_host (a);
  g_autofree char *second = troupe_uri_describe_host (b);

  return g_str_equal (g_uri_get_scheme (a), g_uri_get_scheme (b)) &&
         g_ascii_strcasecmp (first, second) == 0;
}

/* Headers of the document are only for its server, so redirects to other origins are refused. */
static void
redirect (TroupeWebExchange *self, const char *location)
{
  GUri *target = g_uri_parse_relative (self->uri, location,
                                       G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

  g_assert (self != NULL);

  if (target == NULL || g_uri_get_host (target) == NULL ||
      !troupe_web_exchange_is_same_origin (self->uri, target) ||
      ++self->n_redirects > MOST_REDIRECTS)
    {
      g_clear_pointer (&target, g_uri_unref);
      end_with (self, _ ("it redirects to another URL, but redirects are not followed; if this one "
                         "is intended, use the new URL in the document"));
      return;
    }
  end_hop (self);
  g_uri_unref (self->uri);
  self->uri = target;
  send_message (self);
}

static void
begin_reading (TroupeWebExchange *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  const char *packing = soup_message_headers_get_list (headers, "Content-Encoding");

  g_assert (self != NULL);

  /* Decompressing nested encodings could take unlimited time for little data. */
  if (packing != NULL && strchr (packing, ',') != NULL)
    {
      end_with (self, _ ("the answer is compressed more than once"));
      return;
    }
  if (self->status < 300 && type != NULL && g_ascii_strcasecmp (type, "text/event-stream") == 0)
    {
      self->parser = troupe_sse_parser_new (event_cb, self);
      troupe_sse_parser_set_limits (self->parser, TROUPE_MCP_LIMIT_MESSAGE,
                                    TROUPE_MCP_LIMIT_MESSAGE);
    }
  if (self->funcs.responded != NULL)
    self->funcs.responded (self, headers, self->user_data);
  if (!self->is_over)
    read_more (self);
}

static void
note_peer (TroupeWebExchange *self)
{
  GSocketAddress *address = soup_message_get_remote_address (self->message);

  g_assert (self != NULL);

  g_clear_object (&self->peer);
  if (address != NULL && G_IS_INET_SOCKET_ADDRESS (address))
    self->peer = g_object_ref (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
}

static void
sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeWebExchange) self = user_data;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (object), result);
  const char *location = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  /* A cancellation at this point would finalize the stream after its message, which libsoup
   * accesses when it closes the stream. */
  if (G_IS_TASK (result))
    g_task_set_check_cancellable (G_TASK (result), FALSE);
  if (message != NULL)
    g_object_ref (message);
  stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (self->is_over)
    {
      troupe_http_close (g_object_ref (self->session), message, g_steal_pointer (&stream),
                         self->cancellable);
      return;
    }
  g_clear_object (&message);
  self->stream = g_steal_pointer (&stream);
  if (self->stream == NULL)
    {
      end (self, error);
      return;
    }
  self->status = soup_message_get_status (self->message);
  g_free (self->challenge);
  self->challenge =
      g_strdup (soup_message_headers_get_list (soup_message_get_response_headers (self->message),
                                               "WWW-Authenticate"));
  note_peer (self);
  location =
      soup_message_headers_get_one (soup_message_get_response_headers (self->message), "Location");
  if (self->status >= 300 && self->status < 400 && location != NULL)
    redirect (self, location);
  else
    begin_reading (self);
}

/* --- Request ---------------------------------------------------------------------------------- */

static void
send_message (TroupeWebExchange *self)
{
  SoupMessageHeaders *headers;

  g_assert (self != NULL);

  self->message = soup_message_new_from_uri (self->method, self->uri);
  soup_message_set_flags (self->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE);
  if (self->body != NULL)
    soup_message_set_request_body_from_bytes (self->message, "application/json", self->body);
  headers = soup_message_get_request_headers (self->message);
  for (guint i = 0; i + 1 < self->headers->len; i += 2)
    soup_message_headers_replace (headers, self->headers->pdata[i], self->headers->pdata[i + 1]);
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT, self->cancellable,
                           sent_cb, exchange_ref (self));
}

TroupeWebExchange *
troupe_web_exchange_start (SoupSession *session,
                           const TroupeWebExchangeRequest *request,
                           const TroupeWebExchangeFuncs *funcs,
                           gpointer user_data)
{
  TroupeWebExchange *self;

  g_return_val_if_fail (SOUP_IS_SESSION (session) && request != NULL && funcs != NULL, NULL);

  self = g_new0 (TroupeWebExchange, 1);
  self->n_references = 1;
  self->session = g_object_ref (session);
  self->method = g_strdup (request->method);
  self->uri = g_uri_ref (request->uri);
  self->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  self->headers = g_ptr_array_ref (request->headers);
  self->funcs = *funcs;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->received = g_byte_array_new ();
  self->field = g_string_new (NULL);
  self->retry_ms = USUAL_RETRY_MS;
  send_message (self);
  return self;
}

guint
troupe_web_exchange_get_status (TroupeWebExchange *self)
{
  return self->status;
}

const char *
troupe_web_exchange_get_challenge (TroupeWebExchange *self)
{
  return self->challenge;
}

GInetAddress *
troupe_web_exchange_get_peer (TroupeWebExchange *self)
{
  return self->peer;
}

gboolean
troupe_web_exchange_is_stream (TroupeWebExchange *self)
{
  return self->parser != NULL;
}

const char *
troupe_web_exchange_get_last_event (TroupeWebExchange *self)
{
  return self->last_event;
}

guint
troupe_web_exchange_get_retry_ms (TroupeWebExchange *self)
{
  return self->retry_ms;
}
