/* test-llm-limiter.c: rate limits shared by all calls with the same key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ask.h"
#include "fake-server.h"
#include "troupe-llm-error.h"
#include "troupe-llm-limiter.h"

static void
test_spans (void)
{
  static const struct
  {
    const char *text;
    gint64 milliseconds;
  } spans[] = {
    { "1s", 1000 },
    { "6m0s", 360000 },
    { "120ms", 120 },
    { "1.5", 1500 },
    { "2h3m", 7380000 },
    { "1m2.5s", 62500 },
    { "0", 0 },
    { "", -1 },
    { "soon", -1 },
    { "-5s", -1 },
    { "1x", -1 },
    { "1e400", -1 },
    { "2020-01-01T00:00:00Z", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_test_message ("“%s”", spans[i].text);
      g_assert_cmpint (troupe_llm_limiter_parse_span (spans[i].text), ==, spans[i].milliseconds);
    }
}

/* --- One limiter ----------------------------------------------------------------------------- */

typedef struct
{
  gboolean was_called;
  gboolean may_go;
} Turn;

static void
turn_cb (gboolean may_go, gpointer user_data)
{
  Turn *turn = user_data;

  g_assert_false (turn->was_called);
  turn->was_called = TRUE;
  turn->may_go = may_go;
}

static gboolean
had_turn (gpointer data)
{
  return ((Turn *) data)->was_called;
}

static TroupeLlmLimiter *
get_limiter (TroupeLlmLimits *limits, const char *url, const char *key)
{
  TroupeLlmTarget target = { .base_url = (char *) url, .key = (char *) key };

  return troupe_llm_limits_get (limits, &target);
}

static void
test_keys (void)
{
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();

  g_assert_true (get_limiter (limits, "http://a/v1", "k") ==
                 get_limiter (limits, "http://a/v1", "k"));
  g_assert_true (get_limiter (limits, "http://a/v1", "k") !=
                 get_limiter (limits, "http://a/v1", "l"));
  g_assert_true (get_limiter (limits, "http://a/v1", "k") !=
                 get_limiter (limits, "http://b/v1", "k"));
}

static void
test_concurrency (void)
{
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();
  TroupeLlmLimiter *limiter = get_limiter (limits, "http://a/v1", "k");
  Turn turns[4] = { 0 };

  troupe_llm_limits_set_concurrency (limits, 2);
  for (guint i = 0; i < 4; i++)
    troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[i]);
  g_assert_true (turns[0].may_go && turns[1].may_go);
  g_assert_false (turns[2].was_called);
  g_assert_cmpuint (troupe_llm_limiter_get_n_waiting (limiter), ==, 2);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  ask_wait (had_turn, &turns[2]);
  g_assert_true (turns[2].may_go);
  g_assert_false (turns[3].was_called);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  ask_wait (had_turn, &turns[3]);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
}

static void
test_cancel (void)
{
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TroupeLlmLimiter *limiter = get_limiter (limits, "http://a/v1", "k");
  Turn first = { 0 }, second = { 0 };
  gint64 begun_us;

  troupe_llm_limits_set_concurrency (limits, 1);
  troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &first);
  troupe_llm_limiter_acquire (limiter, cancellable, turn_cb, &second);
  begun_us = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  ask_wait (had_turn, &second);
  g_assert_false (second.may_go);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
  g_assert_cmpuint (troupe_llm_limiter_get_n_waiting (limiter), ==, 0);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
}

static void
test_headers (void)
{
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();
  TroupeLlmLimiter *limiter = get_limiter (limits, "http://a/v1", "k");
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  Turn turns[3] = { 0 };

  troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[0]);
  soup_message_headers_replace (headers, "x-ratelimit-remaining-requests", "1");
  soup_message_headers_replace (headers, "x-ratelimit-reset-requests", "150ms");
  troupe_llm_limiter_take_headers (limiter, headers);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[1]);
  g_assert_true (turns[1].may_go);
  troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[2]);
  g_assert_false (turns[2].was_called);
  g_assert_cmpint (troupe_llm_limiter_get_wait (limiter), >, 0);
  g_assert_cmpint (troupe_llm_limiter_get_wait (limiter), <=, 150);
  ask_wait (had_turn, &turns[2]);
  g_assert_true (turns[2].may_go);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  troupe_llm_limiter_release (limiter, NULL, 500.0);

  /* An implausible delay is ignored. */
  soup_message_headers_replace (headers, "x-ratelimit-remaining-requests", "0");
  soup_message_headers_replace (headers, "x-ratelimit-reset-requests", "9999h");
  troupe_llm_limiter_take_headers (limiter, headers);
  g_assert_cmpint (troupe_llm_limiter_get_wait (limiter), ==, 0);
}

/* An overloaded server that rejects everything receives half of the calls, and then one at a time
 * until one is answered. */
static void
test_probes (void)
{
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();
  TroupeLlmLimiter *limiter = get_limiter (limits, "http://a/v1", "k");
  g_autoptr (GError) error = troupe_llm_error_new (TROUPE_LLM_ERROR_SERVER, "overloaded");
  Turn turns[16] = { 0 };

  troupe_llm_error_set_status (error, 529);
  troupe_llm_error_set_retry (error, 20, TRUE);
  for (guint i = 0; i < 8; i++)
    troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[i]);
  for (guint i = 0; i < 8; i++)
    troupe_llm_limiter_release (limiter, error, 500.0);
  for (guint i = 8; i < 16; i++)
    troupe_llm_limiter_acquire (limiter, NULL, turn_cb, &turns[i]);
  g_assert_false (turns[8].was_called);
  ask_wait (had_turn, &turns[11]);
  g_assert_false (turns[12].was_called);
  for (guint i = 0; i < 4; i++)
    troupe_llm_limiter_release (limiter, error, 500.0);
  ask_wait (had_turn, &turns[12]);
  g_assert_cmpuint (troupe_llm_limiter_get_n_waiting (limiter), ==, 3);
  troupe_llm_limiter_release (limiter, error, 500.0);
  ask_wait (had_turn, &turns[13]);
  g_assert_cmpuint (troupe_llm_limiter_get_n_waiting (limiter), ==, 2);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  ask_wait (had_turn, &turns[15]);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
  troupe_llm_limiter_release (limiter, NULL, 500.0);
}

/* --- Clients that share a limiter ------------------------------------------------------------- */

#define N_CALLS 20

static gboolean
all_done (gpointer data)
{
  Asked *asked = data;

  for (guint i = 0; i < N_CALLS; i++)
    if (asked[i].done_time == 0)
      return FALSE;
  return TRUE;
}

/* After a response with status 429 and a delay of two seconds, all clients that use the same
 * key send no requests during this delay. */
static void
test_shared_back_off (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (SoupSession) session = troupe_llm_session_new (64);
  g_autoptr (TroupeLlmLimits) limits = troupe_llm_limits_new ();
  TroupeLlmClient *clients[N_CALLS];
  Asked asked[N_CALLS];
  Asked first;
  gint64 begun_us;

  fake_server_add (server,
                   fake_reply ("429 No", "application/json", "retry-after-ms: 2000\r\n",
                               "{\"error\":\"slowly\"}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_json ("fine"), 0, 0, FAKE_END_CLOSE);
  for (guint i = 0; i < N_CALLS; i++)
    {
      clients[i] = troupe_llm_client_new_full (session, limits);
      troupe_llm_client_set_environment (clients[i], ask_lookup_cb,
                                         g_strdup (fake_server_get_url (server)), g_free);
    }
  ask_begin (&first, clients[0], "openai/gpt-x", "a", "{\"max_retries\":0}", FALSE, NULL);
  ask_wait (ask_is_done, &first);
  g_assert_error (first.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT);
  begun_us = first.done_time;
  for (guint i = 0; i < N_CALLS; i++)
    ask_begin (&asked[i], clients[i], "openai/gpt-x", "a", NULL, FALSE, NULL);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  ask_wait (all_done, asked);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, >=, 1000 * 1000);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1 + N_CALLS);
  for (guint i = 0; i < N_CALLS; i++)
    {
      g_assert_no_error (asked[i].error);
      g_assert_cmpstr (asked[i].answer->content, ==, "fine");
      g_assert_cmpint (asked[i].done_time - begun_us, >=, 1000 * 1000);
      asked_clear (&asked[i]);
      g_object_unref (clients[i]);
    }
  asked_clear (&first);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* A call that waits for the rate limit of its key can be cancelled at once. */
static void
test_cancel_waiting (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;
  gint64 begun_us;

  fake_server_add (server,
                   fake_reply ("429 No", "application/json", "retry-after: 60\r\n",
                               "{\"error\":\"slowly\"}"),
                   0, 0, FAKE_END_CLOSE);
  ask_begin (&asked, client, "openai/gpt-x", "a", NULL, FALSE, cancellable);
  g_timeout_add (300, cancel_cb, cancellable);
  begun_us = g_get_monotonic_time ();
  ask_wait (ask_is_done, &asked);
  g_assert_error (asked.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (asked.done_time - begun_us, <, TEST_WAIT_US / 2);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-limiter/spans", test_spans);
  g_test_add_func ("/llm-limiter/keys", test_keys);
  g_test_add_func ("/llm-limiter/concurrency", test_concurrency);
  g_test_add_func ("/llm-limiter/cancel", test_cancel);
  g_test_add_func ("/llm-limiter/probes", test_probes);
  g_test_add_func ("/llm-limiter/headers", test_headers);
  g_test_add_func ("/llm-limiter/shared-back-off", test_shared_back_off);
  g_test_add_func ("/llm-limiter/cancel-waiting", test_cancel_waiting);

  return g_test_run ();
}
