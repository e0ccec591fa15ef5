/* test-http-call.c: deadlines, redirects, limits and refused addresses of HTTP requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "fake-server.h"
#include "troupe-http-call.h"
#include "troupe-http-shards.h"

#define LONG_MS 20000

/* A call and what its listener received. */
typedef struct
{
  TroupeHttpRequest request;
  TroupeHttpListener listener;
  const char *target; /* (nullable): followed instead of the location */
  GCancellable *cancellable;
  gboolean refuses; /* the redirect ends the call */
  guint status;
  guint n_checked;
  GString *body;
  gboolean is_done;
} Call;

static void
response_cb (SoupMessage *message, gpointer user_data)
{
  Call *call = user_data;

  call->status = soup_message_get_status (message);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Call *call = user_data;

  g_string_append_len (call->body, bytes, (gssize) length);
  if (call->cancellable != NULL)
    g_cancellable_cancel (call->cancellable);
  if (strstr (call->body->str, "enough") != NULL)
    return TROUPE_HTTP_ENOUGH;
  if (strstr (call->body->str, "stop") == NULL)
    return TROUPE_HTTP_MORE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "stopped");
  return TROUPE_HTTP_FAILED;
}

static GUri *
redirect_cb (GUri *from, const char *location, guint status, gpointer user_data, GError **error)
{
  Call *call = user_data;

  if (call->refuses)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "refused");
      return NULL;
    }
  return g_uri_parse_relative (from, call->target != NULL ? call->target : location,
                               SOUP_HTTP_URI_FLAGS, NULL);
}

static gboolean
may_use_cb (GIOStream *connection, gpointer user_data)
{
  Call *call = user_data;

  call->n_checked++;
  return FALSE;
}

static void
call_init (Call *self)
{
  *self = (Call){
    .request = { .first_byte_ms = LONG_MS, .call_ms = LONG_MS, .secret_headers = NULL },
    .listener = { .on_response = response_cb, .on_bytes = bytes_cb },
    .body = g_string_new (NULL),
  };
}

static void
call_clear (Call *self)
{
  g_clear_object (&self->cancellable);
  g_string_free (self->body, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  gpointer *ended = user_data;

  troupe_http_call_finish (result, ended[1]);
  ((Call *) ended[0])->is_done = TRUE;
}

/* Sends a request to @url. @session: (nullable) */
static gboolean
send_with (Call *self, SoupSession *session, const char *url, GError **error)
{
  GError *failure = NULL;
  gpointer ended[2] = { self, &failure };
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);

  g_assert_nonnull (uri);
  self->is_done = FALSE;
  self->request.uri = uri;
  troupe_http_call_async (session, &self->request, &self->listener, self, self->cancellable,
                          ended_cb, ended);
  test_wait_until (self->is_done);
  /* The connection is closed from the main context. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, failure);
  return FALSE;
}

static gboolean
send_to (Call *self, FakeServer *server, GError **error)
{
  return send_with (self, NULL, fake_server_get_url (server), error);
}

static void
test_response (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (SoupSession) session = troupe_http_shards_new (2);
  g_autoptr (GBytes) body = g_bytes_new_static ("question", 8);
  g_autoptr (GError) error = NULL;
  g_autofree char *get = NULL;
  g_autofree char *post = NULL;
  g_auto (Call) call;

  call_init (&call);
  fake_server_add (server, fake_reply ("404 Not Found", "text/plain", NULL, "answer"), 3, 0,
                   FAKE_END_CLOSE);
  g_assert_true (send_to (&call, server, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (call.status, ==, 404);
  g_assert_cmpstr (call.body->str, ==, "answer");
  get = fake_server_get_request (server, 0);
  g_assert_true (g_str_has_prefix (get, "GET /v1 HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (get, "Accept-Encoding: identity\r\n"));

  call.request.body = body;
  call.request.accept = "text/x";
  call.request.headers = (const char *const[]){ "X-One", "1", NULL };
  g_assert_true (send_with (&call, session, fake_server_get_url (server), &error));
  post = fake_server_get_request (server, 1);
  g_assert_true (g_str_has_prefix (post, "POST /v1 HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (post, "Content-Type: application/json\r\n"));
  g_assert_nonnull (strstr (post, "Accept: text/x\r\n"));
  g_assert_nonnull (strstr (post, "X-One: 1\r\n"));
  g_assert_true (g_str_has_suffix (post, "question"));
}

/* The result of the listener ends the call. */
static void
test_listener (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Call) call;

  call_init (&call);
  fake_server_add (server, g_strdup ("HTTP/1.1 200 OK\r\n\r\nenough"), 0, 0, FAKE_END_HOLD);
  fake_server_add (server, g_strdup ("HTTP/1.1 200 OK\r\n\r\nstop"), 0, 0, FAKE_END_HOLD);
  g_assert_true (send_to (&call, server, &error));
  g_string_truncate (call.body, 0);
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);

  g_string_truncate (call.body, 0);
  call.cancellable = g_cancellable_new ();
  fake_server_add (server, g_strdup ("HTTP/1.1 200 OK\r\n\r\nmore"), 0, 0, FAKE_END_HOLD);
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
}

static void
test_deadlines (void)
{
  static const char words[] = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nword";
  static const struct
  {
    const char *reply;
    FakeEnd end;
    guint first_byte_ms, idle_ms, total_ms, call_ms;
    TroupeHttpError code;
  } cases[] = {
    { "", FAKE_END_HOLD, 50, 0, 0, 0, TROUPE_HTTP_ERROR_ANSWER_TIMEOUT },
    { words, FAKE_END_HOLD, LONG_MS, 50, 0, 0, TROUPE_HTTP_ERROR_IDLE_TIMEOUT },
    { words, FAKE_END_HOLD, LONG_MS, LONG_MS, 50, 0, TROUPE_HTTP_ERROR_TOTAL_TIMEOUT },
    { "", FAKE_END_HOLD, LONG_MS, 0, 0, 50, TROUPE_HTTP_ERROR_TOTAL_TIMEOUT },
    { words, FAKE_END_HOLD, 0, 0, 0, 50, TROUPE_HTTP_ERROR_TOTAL_TIMEOUT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      g_autoptr (GError) error = NULL;
      g_auto (Call) call;

      call_init (&call);
      call.request.first_byte_ms = cases[i].first_byte_ms;
      call.request.idle_ms = cases[i].idle_ms;
      call.request.total_ms = cases[i].total_ms;
      call.request.call_ms = cases[i].call_ms;
      fake_server_add (server, g_strdup (cases[i].reply), 0, 0, cases[i].end);
      g_assert_false (send_to (&call, server, &error));
      g_assert_error (error, TROUPE_HTTP_ERROR, (int) cases[i].code);
    }
}

static char *
make_redirect (const char *location)
{
  g_autofree char *header = g_strdup_printf ("Location: %s\r\n", location);

  return fake_reply ("307 Temporary Redirect", "text/plain", header, "");
}

/* Keys are sent to the origin of the request only, even if another server redirects back to it. */
static void
test_keys (void)
{
  g_autoptr (FakeServer) first = fake_server_new ();
  g_autoptr (FakeServer) second = fake_server_new ();
  g_autofree char *inside = g_strconcat (fake_server_get_url (first), "/inside", NULL);
  g_autoptr (GError) error = NULL;
  g_auto (Call) call;

  call_init (&call);
  call.listener.redirect = redirect_cb;
  call.request.headers = (const char *const[]){ "X-Plain", "1", NULL };
  call.request.secret_headers = (const char *const[]){ "X-Key", "secret", NULL };
  fake_server_add (first, make_redirect (inside), 0, 0, FAKE_END_CLOSE);
  fake_server_add (first, make_redirect (fake_server_get_url (second)), 0, 0, FAKE_END_CLOSE);
  fake_server_add (second, make_redirect (fake_server_get_url (first)), 0, 0, FAKE_END_CLOSE);
  fake_server_add (first, fake_reply ("200 OK", "text/plain", NULL, "end"), 0, 0, FAKE_END_CLOSE);
  g_assert_true (send_to (&call, first, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (call.body->str, ==, "end");
  g_assert_cmpuint (fake_server_get_n_requests (first), ==, 3);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *request =
          i == 3 ? fake_server_get_request (second, 0) : fake_server_get_request (first, i);

      g_assert_nonnull (strstr (request, "X-Plain: 1"));
      if (i < 2)
        g_assert_nonnull (strstr (request, "secret"));
      else
        g_assert_null (strstr (request, "secret"));
    }
}

static void
test_redirects (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Call) call;

  call_init (&call);
  fake_server_add (server, make_redirect (fake_server_get_url (server)), 0, 0, FAKE_END_CLOSE);
  g_assert_true (send_to (&call, server, &error));
  g_assert_cmpuint (call.status, ==, 307);

  call.listener.redirect = redirect_cb;
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECTS);
  g_clear_error (&error);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1 + 6);

  /* What the listener permits is checked nevertheless. */
  call.target = "file:///etc/passwd";
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT);
  g_clear_error (&error);

  call.refuses = TRUE;
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1 + 6 + 2);
}

static void
test_targets (void)
{
  static const struct
  {
    const char *from, *location, *target;
  } cases[] = {
    { "http://a.org/x/y", "z", "http://a.org/x/z" },
    { "http://a.org/x", "https://b.org/", "https://b.org/" },
    { "https://a.org/x", "//b.org/", "https://b.org/" },
    { "https://a.org/x", "http://a.org/", NULL },
    { "http://a.org/x", "ftp://a.org/", NULL },
    { "http://a.org/x", "http://", NULL },
    { "http://a.org/x", "http://a%2fb.org/", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) from = g_uri_parse (cases[i].from, SOUP_HTTP_URI_FLAGS, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) target = troupe_http_parse_redirect (from, cases[i].location, &error);
      g_autofree char *text = target != NULL ? g_uri_to_string (target) : NULL;

      g_assert_cmpstr (text, ==, cases[i].target);
      if (cases[i].target == NULL)
        g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT);
    }
}

/* Nothing is sent over a connection that may not be used. */
static void
test_refused (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Call) call;

  call_init (&call);
  call.listener.may_use = may_use_cb;
  fake_server_add (server, fake_reply ("200 OK", "text/plain", NULL, "x"), 0, 0, FAKE_END_CLOSE);
  g_assert_false (send_to (&call, server, &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_ADDRESS);
  g_assert_cmpuint (call.n_checked, >, 0);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  g_clear_error (&error);

  call.listener.may_use = NULL;
  g_assert_false (send_with (&call, NULL, "http://a%2fb/", &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_UNREACHABLE);
}

static void
test_sizes (void)
{
  static const struct
  {
    const char *reply;
    FakeEnd end;
    int code; /* -1: none */
  } cases[] = {
    { "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789", FAKE_END_CLOSE,
      TROUPE_HTTP_ERROR_TOO_LARGE },
    { "HTTP/1.1 200 OK\r\n\r\n123456789", FAKE_END_CLOSE, TROUPE_HTTP_ERROR_TOO_LARGE },
    { "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n12345678", FAKE_END_CLOSE, -1 },
    { "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 8\r\n\r\n1234", FAKE_END_CLOSE,
      TROUPE_HTTP_ERROR_CUT },
    { "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n1234", FAKE_END_RESET, TROUPE_HTTP_ERROR_CUT },
    { "HTTP/1.1 304 Not Modified\r\nConnection: close\r\nContent-Length: 8\r\n\r\n", FAKE_END_CLOSE,
      -1 },
    { "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1\r\n\r\nx",
      FAKE_END_CLOSE, TROUPE_HTTP_ERROR_COMPRESSION },
    { "", FAKE_END_CLOSE, TROUPE_HTTP_ERROR_NO_ANSWER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      g_autoptr (GError) error = NULL;
      g_auto (Call) call;

      call_init (&call);
      call.request.limit = 8;
      call.request.accepts_compressed = TRUE;
      fake_server_add (server, g_strdup (cases[i].reply), 0, 0, cases[i].end);
      g_test_message ("case %u", i);
      g_assert_true (send_to (&call, server, &error) == (cases[i].code < 0));
      if (cases[i].code >= 0)
        g_assert_error (error, TROUPE_HTTP_ERROR, cases[i].code);
      /* A body that is announced as too large is not read. */
      if (i == 0)
        g_assert_cmpuint (call.status, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http/response", test_response);
  g_test_add_func ("/http/listener", test_listener);
  g_test_add_func ("/http/deadlines", test_deadlines);
  g_test_add_func ("/http/keys", test_keys);
  g_test_add_func ("/http/redirects", test_redirects);
  g_test_add_func ("/http/targets", test_targets);
  g_test_add_func ("/http/refused", test_refused);
  g_test_add_func ("/http/sizes", test_sizes);
  return g_test_run ();
}
