/* troupe-web-exchange.c: HTTP request with a streaming (SSE) response, for MCP and A2A
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-exchange"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-http-call.h"
#include "troupe-sse-parser.h"
#include "troupe-web-exchange.h"

/* Maximum length of an `id` or `retry` line. */
#define LONGEST_FIELD 1024u
#define USUAL_RETRY_MS 1000u
#define LONGEST_RETRY_MS 60000u

struct _TroupeWebExchange
{
  TroupeWebExchangeFuncs funcs;
  gpointer user_data;

  GCancellable *cancellable;
  gboolean is_over; /* cancelled, or ended */
  guint status;
  char *challenge;
  GInetAddress *peer;
  TroupeSseParser *parser; /* (nullable): of a stream */
  GByteArray *received;
  GString *field; /* the incomplete line, up to LONGEST_FIELD */
  char *last_event;
  guint retry_ms;
};

static void
exchange_free (TroupeWebExchange *self)
{
  g_assert (self != NULL);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->parser, troupe_sse_parser_free);
  g_byte_array_unref (self->received);
  g_string_free (self->field, TRUE);
  g_free (self->last_event);
  g_free (self->challenge);
  g_clear_object (&self->peer);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeWebExchange, exchange_free)

void
troupe_web_exchange_cancel (TroupeWebExchange *self)
{
  g_return_if_fail (self != NULL);

  if (self->is_over)
    return;
  self->is_over = TRUE;
  g_cancellable_cancel (self->cancellable);
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

/* --- Response --------------------------------------------------------------------------------- */

static gboolean
refuse (const char *message, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, message);
  return FALSE;
}

static gboolean
take_bytes (TroupeWebExchange *self, const char *bytes, gsize length, GError **error)
{
  g_assert (self != NULL);

  if (self->parser == NULL)
    {
      g_byte_array_append (self->received, (const guint8 *) bytes, (guint) length);
      return self->received->len <= TROUPE_WEB_LIMIT_MESSAGE ||
             refuse (_ ("the answer is larger than 16 MB"), error);
    }
  /* The parser reports only data, so the `id` and `retry` fields that are required to resume a
   * stream are parsed here. */
  for (gsize i = 0; i < length; i++)
    if (bytes[i] == '\n' || bytes[i] == '\r')
      {
        const char *line = self->field->str;
        const char *value = strchr (line, ':');

        if (value != NULL && self->field->len < LONGEST_FIELD)
          {
            value += value[1] == ' ' ? 2 : 1;
            if (g_str_has_prefix (line, "id:") && *value != '\0')
              {
                g_free (self->last_event);
                self->last_event = g_strdup (value);
              }
            else if (g_str_has_prefix (line, "retry:") && g_ascii_isdigit (*value))
              self->retry_ms = (guint) MIN (g_ascii_strtoull (value, NULL, 10), LONGEST_RETRY_MS);
          }
        g_string_truncate (self->field, 0);
      }
    else if (self->field->len < LONGEST_FIELD)
      g_string_append_c (self->field, bytes[i]);
  return troupe_sse_parser_feed (self->parser, bytes, length, NULL) ||
         refuse (_ ("an event is larger than 16 MB"), error);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  TroupeWebExchange *self = user_data;

  if (!g_cancellable_set_error_if_cancelled (self->cancellable, error) &&
      take_bytes (self, bytes, length, error) &&
      !g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return TROUPE_HTTP_MORE;
  return TROUPE_HTTP_FAILED;
}

static void
response_cb (SoupMessage *message, gpointer user_data)
{
  TroupeWebExchange *self = user_data;
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  GSocketAddress *address = soup_message_get_remote_address (message);

  if (self->is_over)
    return;
  self->status = soup_message_get_status (message);
  self->challenge = g_strdup (soup_message_headers_get_list (headers, "WWW-Authenticate"));
  if (address != NULL && G_IS_INET_SOCKET_ADDRESS (address))
    self->peer = g_object_ref (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  if (self->status < 300 && type != NULL && g_ascii_strcasecmp (type, "text/event-stream") == 0)
    {
      self->parser = troupe_sse_parser_new (event_cb, self);
      troupe_sse_parser_set_limits (self->parser, TROUPE_WEB_LIMIT_MESSAGE,
                                    TROUPE_WEB_LIMIT_MESSAGE);
    }
  if (self->funcs.responded != NULL)
    self->funcs.responded (self, headers, self->user_data);
}

/* Headers of the document are only for its server, so redirects to other origins are refused. */
static GUri *
redirect_cb (GUri *from, const char *location, guint status, gpointer user_data, GError **error)
{
  g_autoptr (GUri) target = troupe_http_parse_redirect (from, location, error);

  if (target == NULL || troupe_http_is_same_origin (from, target))
    return g_steal_pointer (&target);
  g_set_error_literal (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT,
                       _ ("it redirects to another URL"));
  return NULL;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeWebExchange) self = user_data;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  troupe_http_call_finish (result, &error);
  if (self->is_over)
    return;
  self->is_over = TRUE;
  if (g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT) ||
      g_error_matches (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECTS))
    {
      g_clear_error (&error);
      refuse (_ ("it redirects to another URL, but redirects are not followed; if this one "
                 "is intended, use the new URL in the document"),
              &error);
    }
  body = g_bytes_new (self->received->data, self->received->len);
  self->funcs.ended (self, body, error, self->user_data);
}

/* --- Request ---------------------------------------------------------------------------------- */

TroupeWebExchange *
troupe_web_exchange_start (SoupSession *session,
                           const TroupeWebExchangeRequest *request,
                           const TroupeWebExchangeFuncs *funcs,
                           gpointer user_data)
{
  static const TroupeHttpListener listener = {
    .on_response = response_cb,
    .on_bytes = bytes_cb,
    .redirect = redirect_cb,
  };
  TroupeWebExchange *self;
  g_autofree const char **headers = NULL;

  g_return_val_if_fail (SOUP_IS_SESSION (session) && request != NULL && funcs != NULL, NULL);

  self = g_new0 (TroupeWebExchange, 1);
  self->funcs = *funcs;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->received = g_byte_array_new ();
  self->field = g_string_new (NULL);
  self->retry_ms = USUAL_RETRY_MS;
  headers = g_new0 (const char *, request->headers->len + 1);
  for (guint i = 0; i < request->headers->len; i++)
    headers[i] = request->headers->pdata[i];
  troupe_http_call_async (session,
                          &(TroupeHttpRequest){
                              .method = request->method,
                              .uri = request->uri,
                              .body = request->body,
                              .secret_headers = headers,
                              .accepts_compressed = TRUE,
                          },
                          &listener, self, self->cancellable, called_cb, self);
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
