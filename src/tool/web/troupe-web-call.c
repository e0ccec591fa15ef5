/* troupe-web-call.c: single HTTP request of a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-call"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-http-call.h"
#include "troupe-permission-list.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"
#include "troupe-web-address.h"
#include "troupe-web-call-private.h"
#include "troupe-web-guard.h"

/* @uri: of the current hop */
typedef struct
{
  GUri *uri;
  gboolean has_body;
  gboolean is_guarded;
  TroupeHttpReach reach;
  gboolean keeps_host;
  gboolean keeps_origin;
  TroupeKeyRecipients *recipients; /* (nullable) */
  gsize limit;
  TroupeWebReply *reply;
  GByteArray *received;
} Call;

static guint connect_ms = TROUPE_WEB_CONNECT_MS;
static guint total_ms = TROUPE_WEB_TOTAL_MS;

void
troupe_web_reply_free (TroupeWebReply *self)
{
  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->type);
  g_free (self->charset);
  g_free (self->etag);
  g_free (self->modified);
  g_free (self);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->uri, g_uri_unref);
  g_clear_pointer (&call->recipients, troupe_key_recipients_unref);
  g_clear_pointer (&call->reply, troupe_web_reply_free);
  g_byte_array_unref (call->received);
  g_free (call);
}

/* --- Errors ----------------------------------------------------------------------------------- */

/* Converts @cause to a sentence for the user. (transfer full) */
static GError *
translate_error (Call *call, const GError *cause)
{
  g_autofree char *described = troupe_uri_describe_host (call->uri);
  g_autofree char *host = troupe_host_to_shown (described);
  g_autofree char *time = NULL;
  const GQuark domain = TROUPE_TOOL_ERROR;

  g_assert (call != NULL);

  switch ((TroupeHttpError) cause->code)
    {
    case TROUPE_HTTP_ERROR_ADDRESS:
      if (!call->is_guarded)
        return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED, _ ("Nothing was sent to %s: %s."),
                            host, cause->message);
      return g_error_new (
          domain, TROUPE_TOOL_ERROR_FAILED,
          /* Translators: %s is a host name. */
          _ ("%s belongs to this computer or to a private network, which tools must not access."),
          host);
    case TROUPE_HTTP_ERROR_CONNECT_TIMEOUT:
      time = troupe_duration_format ((double) connect_ms / 1000.0);
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: a host name, and a time such as “30 seconds” */
                          _ ("Could not connect to %s within %s."), host, time);
    case TROUPE_HTTP_ERROR_ANSWER_TIMEOUT:
    case TROUPE_HTTP_ERROR_IDLE_TIMEOUT:
    case TROUPE_HTTP_ERROR_TOTAL_TIMEOUT:
      time = troupe_duration_format ((double) total_ms / 1000.0);
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: a host name, and a time such as “30 seconds” */
                          _ ("%s did not answer within %s."), host, time);
    case TROUPE_HTTP_ERROR_LOOKUP:
    case TROUPE_HTTP_ERROR_LOOKUP_FAILED:
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          _ ("Could not find the server %s (%s)."), host, cause->message);
    case TROUPE_HTTP_ERROR_TLS:
    case TROUPE_HTTP_ERROR_CERTIFICATE:
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          _ ("Could not establish a secure connection to %s (%s)."), host,
                          cause->message);
    case TROUPE_HTTP_ERROR_TOO_LARGE:
      return g_error_new (domain, TROUPE_TOOL_ERROR_TOO_LARGE,
                          /* Translators: %s is a host name; %u is a number of megabytes. */
                          _ ("The answer of %s is larger than %u MB."), host,
                          (guint) (call->limit / (1024 * 1024)));
    case TROUPE_HTTP_ERROR_COMPRESSION:
      return g_error_new_literal (domain, TROUPE_TOOL_ERROR_FAILED,
                                  _ ("The answer is compressed more than once."));
    case TROUPE_HTTP_ERROR_REDIRECTS:
      return g_error_new_literal (domain, TROUPE_TOOL_ERROR_FAILED,
                                  _ ("The server redirects too often. Check the URL."));
    case TROUPE_HTTP_ERROR_REDIRECT:
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: %s is a host name. */
                          _ ("%s redirects to another URL, but this redirect is not followed."),
                          host);
    case TROUPE_HTTP_ERROR_UNREACHABLE:
    case TROUPE_HTTP_ERROR_NO_ANSWER:
    case TROUPE_HTTP_ERROR_INVALID:
    case TROUPE_HTTP_ERROR_CUT:
    default:
      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: %s are a host name and a description of the error. */
                          _ ("%s did not answer (%s)."), host, cause->message);
    }
}

/* --- Refused hosts ---------------------------------------------------------------------------- */

/* Returns FALSE if the user has refused the host, or all hosts that a model chooses. */
static gboolean
check_refused (Call *call, GUri *uri, GError **error)
{
  g_autofree char *address = g_uri_to_string (uri);

  g_assert (call != NULL);

  return troupe_key_recipients_check_refused (call->recipients, address, TROUPE_PERMISSION_ANY_HOST,
                                              error);
}

/* --- Redirects -------------------------------------------------------------------------------- */

/* Returns FALSE if only the original host is permitted and @target has another host. */
static gboolean
check_host (Call *call, GUri *target, GError **error)
{
  g_autofree char *from = troupe_uri_describe_host (call->uri);
  g_autofree char *to = troupe_uri_describe_host (target);
  g_autofree char *from_shown = troupe_host_to_shown (from);
  g_autofree char *to_shown = troupe_host_to_shown (to);

  g_assert (call != NULL);

  if (!call->keeps_host ||
      g_ascii_strcasecmp (g_uri_get_host (call->uri), g_uri_get_host (target)) == 0)
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
               /* Translators: %s are two host names. */
               _ ("%s redirects to %s, which the document does not name. Use the final URL that a "
                  "browser shows."),
               from_shown, to_shown);

  return FALSE;
}

static GUri *
redirect_cb (GUri *from, const char *location, guint status, gpointer user_data, GError **error)
{
  Call *call = user_data;
  g_autoptr (GUri) target = NULL;

  if (call->keeps_origin)
    {
      g_autoptr (GUri) origin = NULL;

      /* Finds the redirect target if it has the same origin, because the request is intended
       * for that server only. */
      origin = troupe_http_parse_redirect (call->uri, location, NULL);
      if (origin != NULL && !call->has_body && g_uri_get_userinfo (origin) == NULL &&
          troupe_http_is_same_origin (call->uri, origin))
        target = g_steal_pointer (&origin);
      else
        g_set_error_literal (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT,
                             _ ("it redirects to another URL"));
    }
  else if (call->is_guarded)
    target = troupe_web_guard_parse_redirect (from, location, error);
  else
    g_set_error_literal (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECTS,
                         _ ("it redirects to another URL"));
  if (target == NULL || !check_host (call, target, error) || !check_refused (call, target, error))
    return NULL;
  g_uri_unref (call->uri);
  call->uri = g_uri_ref (target);
  return g_steal_pointer (&target);
}

/* --- Guard ------------------------------------------------------------------------------------ */

static GSocketConnectable *
connect_cb (GUri *uri, gpointer user_data)
{
  const Call *call = user_data;

  return G_SOCKET_CONNECTABLE (troupe_web_address_new (uri, call->reach));
}

/* Checks the address of the connection again when it is established, so that nothing is ever
 * sent to an address that is not permitted. */
static gboolean
may_use_cb (GIOStream *connection, gpointer user_data)
{
  const Call *call = user_data;

  return troupe_web_guard_may_use (connection, call->reach);
}

/* --- Response --------------------------------------------------------------------------------- */

static void
response_cb (SoupMessage *message, gpointer user_data)
{
  Call *call = user_data;
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  g_autoptr (GHashTable) parameters = NULL;
  TroupeWebReply *reply = g_new0 (TroupeWebReply, 1);

  g_assert (call->reply == NULL);

  reply->uri = g_uri_ref (call->uri);
  reply->status = soup_message_get_status (message);
  reply->type = g_strdup (soup_message_headers_get_content_type (headers, &parameters));
  if (parameters != NULL)
    reply->charset = g_strdup (g_hash_table_lookup (parameters, "charset"));
  reply->etag = g_strdup (soup_message_headers_get_one (headers, "ETag"));
  reply->modified = g_strdup (soup_message_headers_get_one (headers, "Last-Modified"));
  call->reply = reply;
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Call *call = user_data;

  g_byte_array_append (call->received, (const guint8 *) bytes, (guint) length);
  return TROUPE_HTTP_MORE;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_http_call_finish (result, &error))
    {
      call->reply->body = g_byte_array_free_to_bytes (g_steal_pointer (&call->received));
      call->received = g_byte_array_new ();
      g_task_return_pointer (task, g_steal_pointer (&call->reply),
                             (GDestroyNotify) troupe_web_reply_free);
    }
  else if (error->domain == TROUPE_HTTP_ERROR)
    g_task_return_error (task, translate_error (call, error));
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* --- Request ---------------------------------------------------------------------------------- */

void
troupe_web_call_async (const TroupeWebRequest *request,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  static const TroupeHttpListener guarded = {
    response_cb, bytes_cb, redirect_cb, connect_cb, may_use_cb,
  };
  static const TroupeHttpListener unguarded = { response_cb, bytes_cb, redirect_cb, NULL, NULL };
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  gboolean is_for_all;
  Call *call = NULL;

  g_return_if_fail (request != NULL && request->uri != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  call = g_new0 (Call, 1);
  g_task_set_source_tag (task, troupe_web_call_async);
  g_task_set_task_data (task, call, call_free);
  call->uri = g_uri_ref (request->uri);
  call->received = g_byte_array_new ();
  call->has_body = request->body != NULL;
  call->is_guarded = request->is_guarded;
  call->reach = request->reach;
  call->keeps_host = request->keeps_host;
  call->keeps_origin = request->keeps_origin;
  call->recipients =
      request->recipients != NULL ? troupe_key_recipients_ref (request->recipients) : NULL;
  if (!check_refused (call, call->uri, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  call->limit = request->limit > 0 ? request->limit : TROUPE_WEB_LIMIT_BODY;
  /* Only the conditions of a page are for whichever server has it. */
  is_for_all = request->is_guarded && !request->keeps_origin;
  troupe_http_call_async (NULL,
                          &(TroupeHttpRequest){
                              .uri = request->uri,
                              .accept = request->accept,
                              .body = request->body,
                              .type = request->body_type,
                              .headers = is_for_all ? request->headers : NULL,
                              .secret_headers = is_for_all ? NULL : request->headers,
                              .accepts_compressed = TRUE,
                              .limit = call->limit,
                              .connect_ms = connect_ms,
                              .call_ms = total_ms,
                          },
                          request->is_guarded ? &guarded : &unguarded, call, cancellable, called_cb,
                          g_object_ref (task));
}

void
troupe_web_call_set_deadlines (guint connect, guint total)
{
  connect_ms = connect;
  total_ms = total;
}

TroupeWebReply *
troupe_web_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
