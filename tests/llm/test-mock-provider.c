/* test-mock-provider.c: mock models without a network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ask.h"

static void
assert_says (TroupeLlmClient *client,
             const char *model,
             const char *settings,
             const char *text,
             guint n_chunks)
{
  Asked asked;

  ask (&asked, client, model, settings, TRUE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, text);
  g_assert_cmpstr (asked.streamed->str, ==, text);
  g_assert_cmpuint (asked.n_chunks, ==, n_chunks);
  g_assert_cmpstr (asked.answer->finish_reason, ==, "stop");
  asked_clear (&asked);
}

static void
test_models (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);

  assert_says (client, "mock/echo", NULL, "Hello there", 2);
  assert_says (client, "mock/slow", "{\"word_delay_ms\":5}", "Hello there", 2);
  assert_says (client, "mock/say:One, two  three!", NULL, "One, two  three!", 3);
  assert_says (client, "mock/say:", NULL, "", 0);
}

/* A long text is not repeated whole. */
static void
test_long (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  g_autofree char *text = g_strnfill (20000, 'x');
  Asked asked;

  ask_begin (&asked, client, "mock/echo", text, NULL, FALSE, NULL);
  ask_wait (ask_is_done, &asked);
  g_assert_no_error (asked.error);
  g_assert_cmpint (g_utf8_strlen (asked.answer->content, -1), ==, 2001);
  g_assert_true (g_str_has_suffix (asked.answer->content, "x…"));
  asked_clear (&asked);
}

/* The verdict of a guardrail is favorable, and a number that is said is used. Another decision is not made up. */
static void
test_verdict (void)
{
#define FORMAT(name)                                                                               \
  "{\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"V\",\"schema\":{"    \
  "\"type\":\"object\",\"properties\":{\"" name                                                    \
  "\":{\"type\":\"boolean\"},\"feedback\":{\"anyOf\":["                                            \
  "{\"type\":\"string\"},{\"type\":\"null\"}]}}}}}}"
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  Asked asked;

  ask (&asked, client, "mock/echo", FORMAT ("valid"), FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "{\"valid\": true, \"feedback\": \"Hello there\"}");
  asked_clear (&asked);
  ask (&asked, client, "mock/say:8.5",
       "{\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":{\"type\":"
       "\"object\","
       "\"properties\":{\"quality\":{\"type\":\"number\"},\"n\":{\"type\":\"integer\"}}}}}}",
       FALSE);
  g_assert_cmpstr (asked.answer->content, ==, "{\"quality\": 8.5, \"n\": 0}");
  asked_clear (&asked);
  ask (&asked, client, "mock/echo", FORMAT ("ready"), FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "Hello there");
  asked_clear (&asked);
#undef FORMAT
}

static void
test_plain (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  Asked asked;

  ask (&asked, client, "mock/echo", NULL, FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "Hello there");
  g_assert_cmpuint (asked.n_chunks, ==, 0);
  g_assert_cmpint (asked.answer->usage.prompt_tokens, ==, 4);
  g_assert_cmpint (asked.answer->usage.completion_tokens, ==, 2);
  g_assert_cmpint (asked.answer->usage.total_tokens, ==, 6);
  g_assert_cmpint (asked.answer->usage.requests, ==, 1);
  asked_clear (&asked);
}

static void
test_script (void)
{
  const char *settings =
      "{\"retry_delay_ms\":1,\"answers\":[\"a\",{\"x\":1},{\"error\":\"busy\",\"status\":503},"
      "\"after\",{\"error\":\"wrong\",\"status\":400}]}";
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  Asked asked;

  assert_says (client, "mock/script", settings, "a", 1);
  assert_says (client, "mock/script", settings, "{\"x\":1}", 1);
  /* The client retries after this failure. */
  assert_says (client, "mock/script", settings, "after", 1);

  ask (&asked, client, "mock/script", settings, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  asked_clear (&asked);
  assert_says (client, "mock/script", settings, "a", 1);

  ask (&asked, client, "mock/script", NULL, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  asked_clear (&asked);
}

/* When a script has been used up, requests for objects that it does not provide for are answered
 * with objects, and its answers remain for other requests. */
static void
test_behind_script (void)
{
#define ANSWERS "\"answers\":[\"first\",\"Thought: t\\nFinal Answer: done\"]"
#define FORMAT                                                                                     \
  "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":{\"type\":"           \
  "\"object\",\"properties\":{\"s\":{\"type\":\"string\"}}}}}"
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  Asked asked;

  assert_says (client, "mock/script", "{" ANSWERS "," FORMAT "}", "first", 1);
  assert_says (client, "mock/script", "{" ANSWERS "}", "Thought: t\nFinal Answer: done", 5);
  for (guint i = 0; i < 2; i++)
    {
      ask (&asked, client, "mock/script", "{" ANSWERS "," FORMAT "}", FALSE);
      g_assert_no_error (asked.error);
      g_assert_cmpstr (asked.answer->content, ==, "{\"s\": \"done\"}");
      asked_clear (&asked);
    }
  assert_says (client, "mock/script", "{" ANSWERS "}", "first", 1);
#undef ANSWERS
#undef FORMAT
}

static gboolean
has_chunk (gpointer data)
{
  return ((Asked *) data)->n_chunks > 0;
}

static void
test_cancel (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 cancelled_time;
  Asked asked;

  ask_begin (&asked, client, "mock/slow", "a b c d", "{\"word_delay_ms\":600000}", TRUE,
             cancellable);
  cancelled_time = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  ask_wait (ask_is_done, &asked);
  g_assert_error (asked.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (asked.done_time - cancelled_time, <, TEST_WAIT_US);
  asked_clear (&asked);

  g_clear_object (&cancellable);
  cancellable = g_cancellable_new ();
  ask_begin (&asked, client, "mock/slow", "a b c d", "{\"word_delay_ms\":200}", TRUE, cancellable);
  ask_wait (has_chunk, &asked);
  g_cancellable_cancel (cancellable);
  ask_wait (ask_is_done, &asked);
  g_assert_error (asked.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpstr (asked.streamed->str, ==, "a ");
  asked_clear (&asked);
}

static void
test_timeout (void)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);
  Asked asked;

  ask (&asked, client, "mock/slow", "{\"word_delay_ms\":60000,\"timeout\":0.05}", TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
  g_assert_true (troupe_llm_error_is_temporary (asked.error));
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mock-provider/models", test_models);
  g_test_add_func ("/mock-provider/plain", test_plain);
  g_test_add_func ("/mock-provider/long", test_long);
  g_test_add_func ("/mock-provider/verdict", test_verdict);
  g_test_add_func ("/mock-provider/script", test_script);
  g_test_add_func ("/mock-provider/behind-script", test_behind_script);
  g_test_add_func ("/mock-provider/cancel", test_cancel);
  g_test_add_func ("/mock-provider/timeout", test_timeout);

  return g_test_run ();
}
