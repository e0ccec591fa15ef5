/* troupe-llm-post.c: HTTP POST to a model server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-post"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-llm-post.h"
#include "troupe-sanitize-text.h"

typedef struct
{
  const TroupeLlmPostListener *listener;
  gpointer listener_data;
  char *host; /* (nullable): if the URL is not valid */
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
} Post;

static void
post_free (gpointer data)
{
  Post *post = data;

  g_free (post->host);
  g_free (post);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static GError *
make_timeout_error (const Post *post, TroupeHttpError code)
{
  const guint limit_ms = code == TROUPE_HTTP_ERROR_CONNECT_TIMEOUT  ? post->connect_ms
                         : code == TROUPE_HTTP_ERROR_ANSWER_TIMEOUT ? post->first_byte_ms
                         : code == TROUPE_HTTP_ERROR_IDLE_TIMEOUT   ? post->idle_ms
                                                                    : post->total_ms;
  g_autofree char *time = troupe_duration_format ((double) limit_ms / 1000.0);
  GError *error;

  g_assert (post != NULL);

  if (code == TROUPE_HTTP_ERROR_TOTAL_TIMEOUT)
    return troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        /* Translators: first %s is a host, second %s a time such as “30 seconds” */
        _ ("The server at %s did not finish its answer within %s. Ask for a shorter answer, or "
           "set a longer “total_timeout”."),
        post->host, time);
  if (code == TROUPE_HTTP_ERROR_CONNECT_TIMEOUT)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        /* Translators: first %s is a host, second %s a time such as “30 seconds” */
        _ ("Could not connect to %s within %s. Check the URL and the network."), post->host, time);
  else if (code == TROUPE_HTTP_ERROR_ANSWER_TIMEOUT)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        _ ("The server at %s did not answer within %s. Try again later, or set a longer "
           "“first_byte_timeout”."),
        post->host, time);
  else
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        _ ("The server at %s stopped sending its answer for %s. Try again later."), post->host,
        time);
  troupe_llm_error_set_retry (error, -1, TRUE);

  return error;
}

/* Returns the error of the call for @cause. (transfer full) */
static GError *
translate_error (const Post *post, const GError *cause)
{
  const char *host = post->host;
  const char *reason = cause->message;
  gboolean may_retry = TRUE;
  GError *error;

  switch ((TroupeHttpError) cause->code)
    {
    case TROUPE_HTTP_ERROR_CONNECT_TIMEOUT:
    case TROUPE_HTTP_ERROR_ANSWER_TIMEOUT:
    case TROUPE_HTTP_ERROR_IDLE_TIMEOUT:
    case TROUPE_HTTP_ERROR_TOTAL_TIMEOUT:
      return make_timeout_error (post, (TroupeHttpError) cause->code);
    case TROUPE_HTTP_ERROR_LOOKUP:
    case TROUPE_HTTP_ERROR_LOOKUP_FAILED:
      may_retry = cause->code == TROUPE_HTTP_ERROR_LOOKUP_FAILED;
      error = troupe_llm_error_new (
          TROUPE_LLM_ERROR_UNREACHABLE,
          _ ("Could not find the server %s (%s). Check the URL and the network."), host, reason);
      break;
    case TROUPE_HTTP_ERROR_TLS:
    case TROUPE_HTTP_ERROR_CERTIFICATE:
      may_retry = cause->code == TROUPE_HTTP_ERROR_TLS;
      error = troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                    _ ("Could not establish a secure connection to %s (%s). Check "
                                       "the URL and the clock of this computer."),
                                    host, reason);
      break;
    case TROUPE_HTTP_ERROR_CUT:
      error = troupe_llm_error_new (
          TROUPE_LLM_ERROR_CUT,
          _ ("The connection to %s was lost before the answer was complete (%s). Try again."), host,
          reason);
      break;
    case TROUPE_HTTP_ERROR_NO_ANSWER:
      error = troupe_llm_error_new (
          TROUPE_LLM_ERROR_UNREACHABLE,
          _ ("The server at %s closed the connection without answering (%s). Try again later."),
          host, reason);
      break;
    case TROUPE_HTTP_ERROR_TOO_LARGE:
      return troupe_llm_error_new_too_large (TROUPE_LIMIT_SSE_TOTAL);
    case TROUPE_HTTP_ERROR_REDIRECT:
    case TROUPE_HTTP_ERROR_REDIRECTS:
      return troupe_llm_error_new (
          TROUPE_LLM_ERROR_INVALID,
          _ ("The redirect of the server at %s could not be followed. Check the URL."), host);
    case TROUPE_HTTP_ERROR_INVALID:
    case TROUPE_HTTP_ERROR_COMPRESSION:
      return troupe_llm_error_new (
          TROUPE_LLM_ERROR_INVALID,
          _ ("The server at %s sent an invalid HTTP response (%s). Check the URL."), host, reason);
    case TROUPE_HTTP_ERROR_ADDRESS:
      return troupe_llm_error_new (TROUPE_LLM_ERROR_REFUSED,
                                   /* Translators: a host, and the reason */
                                   _ ("Nothing was sent to %s: %s."), host, reason);
    case TROUPE_HTTP_ERROR_UNREACHABLE:
    default:
      error = troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                    _ ("Could not reach the server at %s (%s). Check that it is "
                                       "running and that the URL is correct."),
                                    host, reason);
      break;
    }
  troupe_llm_error_set_retry (error, -1, may_retry);

  return error;
}

/* --- The call --------------------------------------------------------------------------------- */

static void
response_cb (SoupMessage *message, gpointer user_data)
{
  Post *post = user_data;

  post->listener->on_response (soup_message_get_status (message),
                               soup_message_get_response_headers (message), post->listener_data);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Post *post = user_data;

  return post->listener->on_bytes (bytes, length, post->listener_data, error);
}

/* Follows a redirect with the same POST request. Redirects to other hosts are refused, because
 * the user consented to this host only. */
static GUri *
redirect_cb (GUri *from, const char *location, guint status, gpointer user_data, GError **error)
{
  const Post *post = user_data;
  g_autoptr (GUri) target = NULL;
  g_autofree char *host = NULL;

  if (status == SOUP_STATUS_SEE_OTHER)
    return NULL;
  target = troupe_http_parse_redirect (from, location, error);
  if (target == NULL)
    return NULL;
  host = troupe_uri_describe_host (target);
  if (g_ascii_strcasecmp (host, post->host) == 0)
    return g_steal_pointer (&target);
  g_propagate_error (
      error,
      troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                            /* Translators: two host names */
                            _ ("The server at %s redirects to another server, %s, which was not "
                               "contacted. If this is intended, set its URL as “base_url”."),
                            post->host, host));

  return NULL;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_http_call_finish (result, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (error->domain == TROUPE_HTTP_ERROR)
    {
      g_autoptr (GError) cause = error;

      error = translate_error (g_task_get_task_data (task), cause);
    }
  g_task_return_error (task, error);
}

void
troupe_llm_post_async (SoupSession *session,
                       const TroupeLlmPost *request,
                       const TroupeLlmPostListener *listener,
                       gpointer listener_data,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  static const TroupeHttpListener funcs = {
    .on_response = response_cb,
    .on_bytes = bytes_cb,
    .redirect = redirect_cb,
  };
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GTask) task = NULL;
  Post *post = NULL;

  g_return_if_fail (SOUP_IS_SESSION (session) && request != NULL && listener != NULL);

  task = g_task_new (session, cancellable, callback, user_data);
  post = g_new0 (Post, 1);
  g_task_set_source_tag (task, troupe_llm_post_async);
  g_task_set_task_data (task, post, post_free);
  uri = g_uri_parse (request->url, SOUP_HTTP_URI_FLAGS, NULL);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (uri == NULL || !troupe_http_is_web_address (uri))
    {
      g_task_return_error (task,
                           troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                                 _ ("“%s” is not a valid URL. The URL of a model "
                                                    "server begins with https:// or http://."),
                                                 request->url));
      return;
    }
  post->listener = listener;
  post->listener_data = listener_data;
  post->host = troupe_uri_describe_host (uri);
  post->connect_ms = request->connect_ms;
  post->first_byte_ms = request->first_byte_ms;
  post->idle_ms = request->idle_ms;
  post->total_ms = request->total_ms;
  troupe_http_call_async (session,
                          &(TroupeHttpRequest){
                              .method = SOUP_METHOD_POST,
                              .uri = uri,
                              .accept = request->accept,
                              .body = request->body,
                              .type = request->type,
                              .secret_headers = request->secret_headers,
                              .keeps_connection = TRUE,
                              .is_of_user = request->is_of_user,
                              .limit = TROUPE_LIMIT_SSE_TOTAL,
                              .connect_ms = request->connect_ms,
                              .first_byte_ms = request->first_byte_ms,
                              .idle_ms = request->idle_ms,
                              .total_ms = request->total_ms,
                          },
                          &funcs, post, cancellable, called_cb, g_object_ref (task));
}

gboolean
troupe_llm_post_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
