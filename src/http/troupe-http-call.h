/* troupe-http-call.h: HTTP request with deadlines, redirects and a streamed response body
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/**
 * TroupeHttpError:
 *
 * Why a request failed. The message is the reason as a fragment of a sentence, without the host:
 * the caller adds what it was for and what to do.
 */
#define TROUPE_HTTP_ERROR (troupe_http_error_quark ())
typedef enum
{
  TROUPE_HTTP_ERROR_CONNECT_TIMEOUT, /* @connect_ms expired */
  TROUPE_HTTP_ERROR_ANSWER_TIMEOUT,  /* @first_byte_ms expired */
  TROUPE_HTTP_ERROR_IDLE_TIMEOUT,    /* @idle_ms expired */
  TROUPE_HTTP_ERROR_TOTAL_TIMEOUT,   /* @total_ms or @call_ms expired */
  TROUPE_HTTP_ERROR_LOOKUP,          /* no such host */
  TROUPE_HTTP_ERROR_LOOKUP_FAILED,   /* the host could not be looked up now */
  TROUPE_HTTP_ERROR_ADDRESS,         /* the address is not permitted */
  TROUPE_HTTP_ERROR_UNREACHABLE,     /* no connection */
  TROUPE_HTTP_ERROR_TLS,             /* no secure connection */
  TROUPE_HTTP_ERROR_CERTIFICATE,     /* no secure connection, because of the certificate */
  TROUPE_HTTP_ERROR_NO_ANSWER,       /* the connection ended after the request */
  TROUPE_HTTP_ERROR_INVALID,         /* the response is not HTTP */
  TROUPE_HTTP_ERROR_CUT,             /* the connection ended within the body */
  TROUPE_HTTP_ERROR_COMPRESSION,     /* compressed more than once */
  TROUPE_HTTP_ERROR_TOO_LARGE,       /* larger than @limit, or than a limit of a parser */
  TROUPE_HTTP_ERROR_REDIRECT,        /* to an URL that is not followed */
  TROUPE_HTTP_ERROR_REDIRECTS,       /* more than five */
} TroupeHttpError;

GQuark troupe_http_error_quark (void);

/* Result of a listener after a chunk of the body. */
typedef enum
{
  TROUPE_HTTP_MORE,
  TROUPE_HTTP_ENDING, /* complete: only counts may follow, so a disconnect is not an error */
  TROUPE_HTTP_ENOUGH, /* stop reading */
  TROUPE_HTTP_FAILED, /* the error is set */
} TroupeHttpNext;

/**
 * TroupeHttpListener:
 * @on_response: the status and headers of the response that is not a redirect
 * @on_bytes: a chunk of its body, regardless of the status
 * @redirect: (nullable): returns the target of a redirect with @location and @status from @from,
 *   (transfer full). %NULL with an error ends the call; %NULL without an error makes the redirect
 *   the response, as it is if this function is %NULL. The target is used only if
 *   troupe_http_parse_redirect() would accept it
 * @connect: (nullable): returns the addresses of @uri, (transfer full). Then no proxy is used. Only
 *   for calls without a session
 * @may_use: (nullable): whether a connection that is being established, or has been, may be used.
 *   Nothing is sent if it may not. If %NULL, troupe_http_hosts_may_use() decides
 *
 * Called in the thread-default main context of the call; not after it has finished.
 */
typedef struct
{
  void (*on_response) (SoupMessage *message, gpointer user_data);
  TroupeHttpNext (*on_bytes) (const char *bytes, gsize length, gpointer user_data, GError **error);
  GUri *(*redirect) (GUri *from,
                     const char *location,
                     guint status,
                     gpointer user_data,
                     GError **error);
  GSocketConnectable *(*connect) (GUri *uri, gpointer user_data);
  gboolean (*may_use) (GIOStream *connection, gpointer user_data);
} TroupeHttpListener;

/**
 * TroupeHttpRequest:
 * @method: (nullable): a constant of libsoup; %NULL is POST with a body, else GET. Redirects keep it
 * @uri: an absolute URL, http or https
 * @accept: (nullable): the accepted MIME types
 * @body: (nullable): sent to the target of each redirect that is followed
 * @type: (nullable): content type of @body; JSON by default
 * @headers: (nullable): name, value, …, %NULL
 * @secret_headers: (nullable): like @headers; only sent to the origin of @uri. They are not sent any
 *   more once a redirect has led to another origin, not even if a later one leads back
 * @accepts_compressed: whether the response may be compressed, which the session must decode
 * @keeps_connection: whether a connection that is in use by no other call is used again, although
 *   the server may close it. Only without TLS
 * @is_of_user: whether the settings of the user name the host, not a document, so that its name may
 *   lead to this computer or to a private network
 * @limit: maximum size of the (decompressed) body in bytes; 0 for no limit
 * @connect_ms: from using a connection of the session to the request
 * @first_byte_ms: from sending the request to the first byte of the body
 * @idle_ms: between two chunks of the body
 * @total_ms: from the first to the last byte of the body
 * @call_ms: for everything, with all redirects
 *
 * Times are in milliseconds; 0 is no deadline.
 */
typedef struct
{
  const char *method;
  GUri *uri;
  const char *accept;
  GBytes *body;
  const char *type;
  const char *const *headers;
  const char *const *secret_headers;
  gboolean accepts_compressed;
  gboolean keeps_connection;
  gboolean is_of_user;
  gsize limit;
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
  guint call_ms;
} TroupeHttpRequest;

/* Sends @request, follows the redirects that the listener permits, and passes the response to the
 * listener. Everything in @request is copied; @listener must be static. @session: (nullable): from
 * troupe_http_shards_new() or of libsoup; if %NULL, each request and each redirect has its own, so
 * that no connection is shared. Cancelling ends the call and closes the socket.
 * Errors: TROUPE_HTTP_ERROR, G_IO_ERROR_CANCELLED, and the errors of the listener. */
void troupe_http_call_async (SoupSession *session,
                             const TroupeHttpRequest *request,
                             const TroupeHttpListener *listener,
                             gpointer listener_data,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean troupe_http_call_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if the scheme is http or https, and the host can be one (see
 * troupe_uri_has_plain_host()). Nothing is sent to other addresses. */
gboolean troupe_http_is_web_address (GUri *uri);
/* Returns TRUE if both have the same scheme, host and port. */
gboolean troupe_http_is_same_origin (GUri *a, GUri *b);
/* Returns the target of a redirect, which must be a web address and not lead from https to http.
 * (transfer full) (nullable). Errors: TROUPE_HTTP_ERROR_REDIRECT. */
GUri *troupe_http_parse_redirect (GUri *from, const char *location, GError **error);

G_END_DECLS
