/* test-llm-client.c: HTTP calls to models: streams, retries, redirects, cancellation, concurrency
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "ask.h"
#include "fake-server.h"

static const char *const words[] = { "Grüße ", "an 🎭 ", "alle", NULL };

static void
assert_answer (Asked *asked, gboolean stream)
{
  g_assert_no_error (asked->error);
  g_assert_cmpstr (asked->answer->content, ==, "Grüße an 🎭 alle");
  g_assert_cmpstr (asked->streamed->str, ==, stream ? asked->answer->content : "");
  g_assert_cmpstr (asked->answer->finish_reason, ==, "stop");
  g_assert_cmpstr (asked->answer->model, ==, "m-1");
  g_assert_cmpint (asked->answer->usage.total_tokens, ==, 7);
}

static void
test_stream (void)
{
  static const gsize pieces[] = { 0, 1, 2, 7, 64 };
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    fake_server_add (server, fake_stream (words), pieces[i], 0, FAKE_END_CLOSE);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      Asked asked;

      ask (&asked, client, "openai/gpt-x", NULL, TRUE);
      assert_answer (&asked, TRUE);
      g_assert_cmpuint (asked.n_chunks, ==, 3);
      g_assert_cmpint (asked.answer->usage.cached_prompt_tokens, ==, 2);
      g_assert_cmpint (asked.answer->usage.reasoning_tokens, ==, 1);
      asked_clear (&asked);
    }
}

static void
test_request (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (TroupeValue) body = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autofree char *text = NULL;
  Asked asked;

  fake_server_add (server, fake_json ("Grüße an 🎭 alle"), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x",
       "{\"temperature\":0.5,\"max_tokens\":9,\"stop\":[\"zzz\"],\"seed\":null,\"timeout\":20,"
       "\"base_url\":null,\"reasoning_effort\":\"low\",\"additional_params\":{\"top_k\":3}}",
       FALSE);
  assert_answer (&asked, FALSE);
  asked_clear (&asked);

  text = fake_server_get_request (server, 0);
  g_assert_true (g_str_has_prefix (text, "POST /v1/chat/completions HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (text, "\r\nAuthorization: Bearer " CANARY_KEY "\r\n"));
  g_assert_nonnull (strstr (text, "\r\nAccept-Encoding: identity\r\n"));
  g_assert_nonnull (strstr (text, "\r\nContent-Type: application/json\r\n"));
  body = troupe_value_from_json (strstr (text, "\r\n\r\n") + 4, -1, NULL);
  expected = troupe_value_from_json (
      "{\"model\":\"gpt-x\",\"messages\":[{\"role\":\"system\",\"content\":\"be brief\"},"
      "{\"role\":\"user\",\"content\":\"Hello there\"}],\"temperature\":0.5,\"max_tokens\":9,"
      "\"reasoning_effort\":\"low\",\"top_k\":3}",
      -1, NULL);
  g_assert_nonnull (body);
  g_assert_true (troupe_value_equal (body, expected));
}

/* The o1 models do not accept system messages, and the usage of a stream must be requested
 * explicitly. */
static void
test_request_stream (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (TroupeValue) body = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autofree char *text = NULL;
  Asked asked;

  fake_server_add (server, fake_stream (words), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "o1-mini", NULL, TRUE);
  assert_answer (&asked, TRUE);
  asked_clear (&asked);

  text = fake_server_get_request (server, 0);
  body = troupe_value_from_json (strstr (text, "\r\n\r\n") + 4, -1, NULL);
  expected = troupe_value_from_json (
      "{\"model\":\"o1-mini\",\"messages\":[{\"role\":\"user\",\"content\":\"System: be brief\"},"
      "{\"role\":\"user\",\"content\":\"Hello there\"}],\"stream\":true,"
      "\"stream_options\":{\"include_usage\":true}}",
      -1, NULL);
  g_assert_true (troupe_value_equal (body, expected));
}

/* A server may answer a request for a stream with a single object. */
static void
test_unstreamed (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server, fake_json ("Grüße an 🎭 alle"), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, TRUE);
  assert_answer (&asked, TRUE);
  g_assert_cmpuint (asked.n_chunks, ==, 1);
  asked_clear (&asked);
}

static void
test_retry (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  gint64 start = g_get_monotonic_time ();
  Asked asked;

  fake_server_add (server, fake_reply ("500 Oops", "text/plain", NULL, "x"), 0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 0.3\r\n", "x"), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (server, fake_stream (words), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", "{\"retry_delay_ms\":1}", TRUE);
  assert_answer (&asked, TRUE);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  g_assert_cmpint (asked.done_time - start, >=, 300 * 1000);
  asked_clear (&asked);
}

static gboolean
has_request (gpointer data)
{
  return fake_server_get_n_requests (data) > 0;
}

static gboolean
is_gone (gpointer data)
{
  return fake_server_get_gone_time (data) != 0;
}

static gboolean
has_chunk (gpointer data)
{
  return ((Asked *) data)->n_chunks > 0;
}

static void
cancel_and_check (Asked *asked, GCancellable *cancellable)
{
  gint64 start = g_get_monotonic_time ();

  g_cancellable_cancel (cancellable);
  ask_wait (ask_is_done, asked);
  g_assert_error (asked->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_test_message ("cancelled after %.1f ms", (double) (asked->done_time - start) / 1000.0);
  g_assert_cmpint (asked->done_time - start, <, TEST_WAIT_US);
  asked_clear (asked);
}

static void
check_gone (FakeServer *server, gint64 start)
{
  ask_wait (is_gone, server);
  g_test_message ("socket closed after %.1f ms",
                  (double) (fake_server_get_gone_time (server) - start) / 1000.0);
  g_assert_cmpint (fake_server_get_gone_time (server) - start, <, TEST_WAIT_US);
}

static void
test_cancel_headers (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 start;
  Asked asked;

  fake_server_add (server, g_strdup (""), 0, 60000, FAKE_END_CLOSE);
  ask_begin (&asked, client, "openai/gpt-x", "x", NULL, TRUE, cancellable);
  ask_wait (has_request, server);
  start = g_get_monotonic_time ();
  cancel_and_check (&asked, cancellable);
  check_gone (server, start);
}

static void
test_cancel_stream (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 start;
  Asked asked;

  fake_server_add (server,
                   g_strdup (
                       "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n37\r\n"
                       "data: {\"choices\":[{\"delta\":{\"content\":\"Hello you\"}}]}\n\n\r\n"),
                   0, 0, FAKE_END_HOLD);
  ask_begin (&asked, client, "openai/gpt-x", "x", NULL, TRUE, cancellable);
  ask_wait (has_chunk, &asked);
  start = g_get_monotonic_time ();
  cancel_and_check (&asked, cancellable);
  check_gone (server, start);
}

static GSocket *
listening_socket_new (int backlog, char **url)
{
  GSocket *socket =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) local = NULL;

  g_socket_set_listen_backlog (socket, backlog);
  g_assert_true (g_socket_bind (socket, address, FALSE, NULL));
  g_assert_true (g_socket_listen (socket, NULL));
  local = g_socket_get_local_address (socket, NULL);
  *url = g_strdup_printf ("http://127.0.0.1:%u/v1",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local)));

  return socket;
}

/* Connects to a listening socket whose backlog is full, so the connection is never established. */
static void
test_cancel_connect (void)
{
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketAddress) local = NULL;
  g_autoptr (GPtrArray) fillers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TroupeLlmClient) client = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *url = NULL;
  Asked asked;

  socket = listening_socket_new (0, &url);
  local = g_socket_get_local_address (socket, NULL);
  for (guint i = 0; i < 4; i++)
    {
      GSocket *filler =
          g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

      g_socket_set_blocking (filler, FALSE);
      g_socket_connect (filler, local, NULL, NULL);
      g_ptr_array_add (fillers, filler);
    }

  client = ask_client_new (url);
  ask_begin (&asked, client, "openai/gpt-x", "x", NULL, TRUE, cancellable);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (asked.done_time, ==, 0);
  cancel_and_check (&asked, cancellable);

  ask (&asked, client, "openai/gpt-x", "{\"connect_timeout\":0.1,\"max_retries\":0}", TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
  g_assert_nonnull (strstr (asked.error->message, "Could not connect"));
  asked_clear (&asked);
}

static void
test_cancel_retry (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GCancellable) early = g_cancellable_new ();
  gint64 soon;
  Asked asked;

  fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 100\r\n", "x"), 0, 0,
                   FAKE_END_CLOSE);
  ask_begin (&asked, client, "openai/gpt-x", "x", NULL, TRUE, cancellable);
  ask_wait (has_request, server);
  /* Iterates until the reply has arrived, so that the cancellation occurs during the wait for
   * the retry. */
  soon = g_get_monotonic_time () + 50 * 1000;
  while (g_get_monotonic_time () < soon)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (asked.done_time, ==, 0);
  cancel_and_check (&asked, cancellable);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);

  g_cancellable_cancel (early);
  ask_begin (&asked, client, "openai/gpt-x", "x", NULL, TRUE, early);
  cancel_and_check (&asked, early);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
}

/* If the server requests a delay that exceeds the time limit of the call, the call ends at once
 * with an error that reports this. */
static void
test_wait_too_long (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  gint64 start = g_get_monotonic_time ();
  const char *left;
  Asked asked;

  fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 100\r\n", "x"), 0, 0,
                   FAKE_END_CLOSE);
  /* The second call must wait for the same delay, so it fails before it is sent. */
  for (guint i = 0; i < 2; i++)
    {
      ask (&asked, client, "openai/gpt-x", "{\"timeout\":59.5}", TRUE);
      g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
      g_assert_nonnull (strstr (asked.error->message, "gpt-x (OpenAI): OpenAI asks to wait 1"));
      /* What is left of the limit, less the time of the request. */
      left = strstr (asked.error->message, "only ");
      g_assert_nonnull (left);
      g_assert_cmpfloat (g_ascii_strtod (left + strlen ("only "), NULL), >, 1.0);
      g_assert_cmpfloat (g_ascii_strtod (left + strlen ("only "), NULL), <, 59.6);
      asked_clear (&asked);
    }
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - start, <, TEST_WAIT_US);
}

typedef struct
{
  guint n_waits;
  gint64 wait_ms;
  char *service;
} Waits;

static void
wait_cb (const char *service, gint64 wait_ms, gpointer user_data)
{
  Waits *waits = user_data;

  waits->n_waits++;
  waits->wait_ms = wait_ms;
  g_free (waits->service);
  waits->service = g_strdup (service);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (source), result, &error);

  g_assert_no_error (error);
  *(gboolean *) user_data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/* The wait callback is called with the duration and the service. */
static void
test_wait_is_told (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (TroupeLlmRequest) request = NULL;
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_USER);
  Waits waits = { 0, 0, NULL };
  gboolean is_done = FALSE;

  troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, "x"));
  g_ptr_array_add (messages, message);
  request = troupe_llm_request_new ("openai/gpt-x", messages);
  request->stream = TRUE;
  request->on_wait = wait_cb;
  request->wait_data = &waits;
  fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 3\r\n", "x"), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (server, fake_stream (words), 0, 0, FAKE_END_CLOSE);
  troupe_llm_client_complete_async (client, request, NULL, NULL, NULL, done_cb, &is_done);
  ask_wait (is_true, &is_done);
  g_assert_cmpuint (waits.n_waits, ==, 1);
  g_assert_cmpint (waits.wait_ms, >, 1000);
  g_assert_cmpint (waits.wait_ms, <=, 3000);
  g_assert_cmpstr (waits.service, ==, "OpenAI");
  g_free (waits.service);
}

/* A redirect on the same host is followed, but a request is never sent to another host. */
static void
test_redirect (void)
{
  g_autoptr (FakeServer) first = fake_server_new ();
  g_autoptr (FakeServer) second = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (first));
  g_autofree char *headers =
      g_strdup_printf ("Location: %s/other?k=" CANARY_KEY "\r\n", fake_server_get_url (second));
  g_autofree char *inside = NULL;
  g_autofree char *host = g_strndup (fake_server_get_url (first) + strlen ("http://"),
                                     strlen (fake_server_get_url (first)) - strlen ("http:///v1"));
  g_autofree char *goal = g_strndup (fake_server_get_url (second) + strlen ("http://"),
                                     strlen (fake_server_get_url (second)) - strlen ("http:///v1"));
  Asked asked;

  fake_server_add (first, fake_reply ("308 Moved", "text/plain", "Location: /v1/there\r\n", ""), 0,
                   0, FAKE_END_CLOSE);
  fake_server_add (first, fake_stream (words), 0, 0, FAKE_END_CLOSE);
  fake_server_add (first, fake_reply ("307 Moved", "text/plain", headers, ""), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (second, fake_stream (words), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, TRUE);
  assert_answer (&asked, TRUE);
  asked_clear (&asked);
  inside = fake_server_get_request (first, 1);
  g_assert_true (g_str_has_prefix (inside, "POST /v1/there "));
  g_assert_nonnull (strstr (inside, CANARY_KEY));

  ask (&asked, client, "openai/gpt-x", NULL, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_test_message ("%s", asked.error->message);
  g_assert_nonnull (strstr (asked.error->message, host));
  g_assert_nonnull (strstr (asked.error->message, goal));
  g_assert_null (strstr (asked.error->message, CANARY_KEY));
  g_assert_cmpuint (fake_server_get_n_requests (first), ==, 3);
  g_assert_cmpuint (fake_server_get_n_requests (second), ==, 0);
  asked_clear (&asked);
}

/* It is not an error if the connection is closed without an orderly shutdown after a complete
 * answer. */
static void
test_no_goodbye (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server,
                   g_strdup ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                             "Content-Length: 900\r\n\r\n"
                             "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},"
                             "\"finish_reason\":\"stop\"}]}\n\n"),
                   0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, TRUE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "Hi");
  asked_clear (&asked);
}

#define N_PARALLEL 100

static void
answer (SoupServerMessage *message)
{
  const char *body =
      "{\"choices\":[{\"message\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}";

  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, body,
                                    strlen (body));
  soup_server_message_unpause (message);
}

/* Replies only after all requests have arrived, regardless of how slow the machine is. */
static void
slow_cb (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer user_data)
{
  GPtrArray *waiting = user_data;

  soup_server_message_pause (message);
  g_ptr_array_add (waiting, g_object_ref (message));
  if (waiting->len == N_PARALLEL)
    for (guint i = 0; i < waiting->len; i++)
      answer (g_ptr_array_index (waiting, i));
}

static gboolean
are_done (gpointer data)
{
  Asked *asked = data;

  for (guint i = 0; i < N_PARALLEL; i++)
    if (asked[i].done_time == 0)
      return FALSE;

  return TRUE;
}

static void
test_parallel (void)
{
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (TroupeLlmClient) client = NULL;
  g_autofree char *url = NULL;
  g_autofree Asked *asked = g_new0 (Asked, N_PARALLEL);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 start;

  soup_server_add_handler (server, "/v1/chat/completions", slow_cb, waiting, NULL);
  /* Sockets that SoupServer opens have a backlog of ten connections, and further connections
   * would be delayed by one second. */
  socket = listening_socket_new (2 * N_PARALLEL, &url);
  g_assert_true (soup_server_listen_socket (server, socket, 0, NULL));
  client = ask_client_new (url);

  start = g_get_monotonic_time ();
  for (guint i = 0; i < N_PARALLEL; i++)
    ask_begin (&asked[i], client, "openai/gpt-x", "x", NULL, FALSE, NULL);
  ask_wait (are_done, asked);
  g_test_message ("%u calls at once in %.0f ms", N_PARALLEL,
                  (double) (g_get_monotonic_time () - start) / 1000.0);
  for (guint i = 0; i < N_PARALLEL; i++)
    {
      g_assert_no_error (asked[i].error);
      g_assert_cmpstr (asked[i].answer->content, ==, "ok");
      asked_clear (&asked[i]);
    }
  g_assert_cmpuint (waiting->len, ==, N_PARALLEL);
}

static void
test_check (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *model = troupe_llm_client_get_default_model (client);

  g_assert_cmpstr (model, ==, "gpt-4.1-mini");
  g_assert_true (troupe_llm_client_check (client, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (troupe_llm_client_check (client, "deepseek/x", NULL, &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
  g_assert_nonnull (strstr (error->message, "DEEPSEEK_API_KEY"));
}

#define FOREIGN_KEY "other-canary-0123456789"

/* A key of the run is not sent as text, and is not heard, whatever the pieces; the key of the model
 * is sent as its key only. */
static void
test_redactor (void)
{
  static const char *const said[] = { "it is other-can", "ary-01234", "56789, and ", CANARY_KEY,
                                      NULL };
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autofree char *text = NULL;
  Asked asked;

  troupe_redactor_add (redactor, FOREIGN_KEY);
  troupe_llm_client_set_redactor (client, redactor);
  fake_server_add (server, fake_stream (said), 0, 0, FAKE_END_CLOSE);
  ask_begin (&asked, client, "openai/gpt-x", "say " FOREIGN_KEY " and " CANARY_KEY "!", NULL, TRUE,
             NULL);
  ask_wait (ask_is_done, &asked);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==,
                   "it is " TROUPE_SECRET_MASK ", and " TROUPE_SECRET_MASK);
  g_assert_cmpstr (asked.streamed->str, ==, asked.answer->content);
  asked_clear (&asked);
  text = fake_server_get_request (server, 0);
  g_assert_null (strstr (text, FOREIGN_KEY));
  g_assert_nonnull (strstr (text, "say " TROUPE_SECRET_MASK " and " TROUPE_SECRET_MASK "!"));
  g_assert_nonnull (strstr (text, "\r\nAuthorization: Bearer " CANARY_KEY "\r\n"));
}

/* The mock model streams word by word. */
static void
test_redactor_mock (void)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  Asked asked;

  troupe_redactor_add (redactor, "two words 123");
  troupe_llm_client_set_redactor (client, redactor);
  ask_begin (&asked, client, "mock/script", "x", "{\"answers\":[\"a two words 123 b\"]}", TRUE,
             NULL);
  ask_wait (ask_is_done, &asked);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "a " TROUPE_SECRET_MASK " b");
  g_assert_cmpstr (asked.streamed->str, ==, asked.answer->content);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-client/check", test_check);
  g_test_add_func ("/llm-client/stream", test_stream);
  g_test_add_func ("/llm-client/request", test_request);
  g_test_add_func ("/llm-client/request-stream", test_request_stream);
  g_test_add_func ("/llm-client/unstreamed", test_unstreamed);
  g_test_add_func ("/llm-client/no-goodbye", test_no_goodbye);
  g_test_add_func ("/llm-client/retry", test_retry);
  g_test_add_func ("/llm-client/wait-too-long", test_wait_too_long);
  g_test_add_func ("/llm-client/wait-is-told", test_wait_is_told);
  g_test_add_func ("/llm-client/redirect", test_redirect);
  g_test_add_func ("/llm-client/cancel/connect", test_cancel_connect);
  g_test_add_func ("/llm-client/cancel/headers", test_cancel_headers);
  g_test_add_func ("/llm-client/cancel/stream", test_cancel_stream);
  g_test_add_func ("/llm-client/cancel/retry", test_cancel_retry);
  g_test_add_func ("/llm-client/parallel", test_parallel);
  g_test_add_func ("/llm-client/redactor", test_redactor);
  g_test_add_func ("/llm-client/redactor-mock", test_redactor_mock);

  return g_test_run ();
}
