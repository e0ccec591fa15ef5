/* test-llm-answers.c: masking of secrets in answers, and unusual answers that must not be truncated
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"
#include "troupe-secret.h"

#define CUT "\xef\xbf\xbd"

/* Returns the base64 encoding of CANARY_KEY, preceded by @n_before bytes (0 to 2). */
static char *
encode (guint n_before)
{
  g_autofree char *text = g_strdup_printf ("%.*s" CANARY_KEY "end", n_before, "xyz");

  return g_base64_encode ((const guchar *) text, strlen (text));
}

static void
assert_hidden (const char *text)
{
  g_assert_null (strstr (text, CANARY_KEY));
  g_assert_null (strstr (text, "canary"));
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *encoded = encode (i);

      /* Compares only the middle, because the neighboring bytes change both ends of the
       * encoding. */
      encoded[20] = '\0';
      g_assert_null (strstr (text, encoded + 6));
    }
  g_assert_nonnull (strstr (text, TROUPE_SECRET_MASK));
}

static char *
make_body (const char *kind)
{
  g_autofree char *first = encode (0);
  g_autofree char *second = encode (1);
  g_autofree char *third = encode (2);

  return g_strdup_printf (
      "{\"model\":\"m-" CANARY_KEY "\",\"choices\":[{\"%s\":{\"role\":\"assistant\","
      "\"content\":\"I saw " CANARY_KEY " %s %s %s\",\"refusal\":\"no " CANARY_KEY "\","
      "\"tool_calls\":[{\"index\":0,\"id\":\"call-" CANARY_KEY "\",\"type\":\"function\","
      "\"function\":{\"name\":\"f-" CANARY_KEY "\",\"arguments\":\"{\\\"k\\\":\\\"" CANARY_KEY
      "\\\"}\"}}]},\"finish_reason\":\"stop-" CANARY_KEY "\"}]}",
      kind, first, second, third);
}

static void
check_hidden (Asked *asked)
{
  g_autofree char *message = NULL;
  g_autoptr (TroupeValue) said = NULL;

  g_assert_no_error (asked->error);
  said = troupe_llm_message_to_value (asked->answer->message);
  message = troupe_value_to_json (said, TROUPE_JSON_COMPACT);
  assert_hidden (asked->answer->content);
  assert_hidden (asked->answer->finish_reason);
  assert_hidden (asked->answer->model);
  assert_hidden (message);
  g_assert_true (g_str_has_prefix (asked->answer->content, "I saw " TROUPE_SECRET_MASK));
}

static void
test_hidden_whole (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autofree char *body = make_body ("message");
  Asked asked;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, FALSE);
  check_hidden (&asked);
  asked_clear (&asked);
}

/* A key is masked even if each chunk of the stream contains only one letter of the key. */
static void
test_hidden_stream (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autofree char *body = make_body ("delta");
  g_autoptr (GString) stream = g_string_new (NULL);
  Asked asked;

  for (const char *letter = "I saw " CANARY_KEY " and " CANARY_KEY; *letter != '\0'; letter++)
    g_string_append_printf (stream, "data: {\"choices\":[{\"delta\":{\"content\":\"%c\"}}]}\n\n",
                            *letter);
  g_string_append_printf (stream, "data: %s\n\ndata: [DONE]\n\n", body);
  fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, stream->str), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, TRUE);
  check_hidden (&asked);
  assert_hidden (asked.streamed->str);
  g_assert_cmpstr (asked.streamed->str, ==, asked.answer->content);
  asked_clear (&asked);
}

static char *
lookup_short_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup ("sk");
  return g_str_equal (name, "OPENAI_BASE_URL") ? g_strdup (user_data) : NULL;
}

/* A very short key is not masked inside of words. */
static void
test_short_key (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  Asked asked;

  troupe_llm_client_set_environment (client, lookup_short_cb,
                                     (gpointer) fake_server_get_url (server), NULL);
  fake_server_add (server, fake_json ("a socket, a task and sk"), 0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "a socket, a task and sk");
  asked_clear (&asked);
}

static void
test_errors_hidden (void)
{
  g_autofree char *encoded = encode (1);
  g_autofree char *body =
      g_strdup_printf ("{\"error\":{\"message\":\"bad %s " CANARY_KEY " \\u0000behind\"}}",
                       encoded);
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server, fake_reply ("400 Bad", "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, FALSE);
  g_assert_nonnull (asked.error);
  assert_hidden (asked.error->message);
  g_assert_nonnull (strstr (asked.error->message, CUT "behind"));
  asked_clear (&asked);
}

static void
test_nul (gconstpointer data)
{
  gboolean is_streamed = GPOINTER_TO_INT (data);
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autofree char *body = g_strdup_printf (
      "%s{\"model\":\"m\\u0000n\",\"choices\":[{\"%s\":{\"content\":\"a\\u0000b\","
      "\"refusal\":\"c\\u0000d\",\"tool_calls\":[{\"index\":0,\"id\":\"e\\u0000f\","
      "\"function\":{\"name\":\"g\\u0000h\",\"arguments\":\"i\\u0000j\"}}]},"
      "\"finish_reason\":\"k\\u0000l\"}]}%s",
      is_streamed ? "data: " : "", is_streamed ? "delta" : "message",
      is_streamed ? "\n\ndata: [DONE]\n\n" : "");
  g_autofree char *message = NULL;
  g_autoptr (TroupeValue) said = NULL;
  Asked asked;

  fake_server_add (server,
                   fake_reply ("200 OK", is_streamed ? "text/event-stream" : "application/json",
                               NULL, body),
                   0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, is_streamed);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "a" CUT "b");
  g_assert_cmpstr (asked.answer->finish_reason, ==, "k" CUT "l");
  g_assert_cmpstr (asked.answer->model, ==, "m" CUT "n");
  if (is_streamed)
    g_assert_cmpstr (asked.streamed->str, ==, "a" CUT "b");
  said = troupe_llm_message_to_value (asked.answer->message);
  message = troupe_value_to_json (said, TROUPE_JSON_COMPACT);
  for (const char *const *part = (const char *const[]){ "a" CUT "b", "c" CUT "d", "e" CUT "f",
                                                        "g" CUT "h", "i" CUT "j", NULL };
       *part != NULL; part++)
    g_assert_nonnull (strstr (message, *part));
  asked_clear (&asked);
}

/* --- Halves of surrogate pairs ---------------------------------------------------------------- */

#define GRIN "\xf0\x9f\x98\x80"
#define TEXT(text) "data: {\"choices\":[{\"delta\":{\"content\":\"" text "\"}}]}\n\n"
#define THOUGHT(text) "data: {\"choices\":[{\"delta\":{\"reasoning\":\"" text "\"}}]}\n\n"
#define CALL(text)                                                                                 \
  "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"f\","     \
  "\"arguments\":\"" text "\"}}]}}]}\n\n"
#define END "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

/* Some servers split an emoji between two pieces, each of which is then not valid. The halves are
 * joined in every text of the answer; a half that remains is replaced. */
static void
test_halves (void)
{
  static const struct
  {
    const char *body;
    const char *content;
    const char *part; /* of the message; for texts other than the content */
  } streams[] = {
    { TEXT ("a\\ud83d") TEXT ("\\ude00b") END, "a" GRIN "b", "" },
    { TEXT ("\\ud83d") TEXT ("") TEXT ("\\ude00") END, GRIN, "" },
    { TEXT ("\\ud83d") THOUGHT ("x") TEXT ("\\ude00") END, GRIN, "" },
    { TEXT ("a\\ud83d") TEXT ("b") END, "a" CUT "b", "" },
    { TEXT ("a\\ud83d") END, "a" CUT, "" },
    { TEXT ("a\\ude00") TEXT ("\\ud83d\\ud83d") TEXT ("\\ude00") END, "a" CUT CUT GRIN, "" },
    { THOUGHT ("a\\ud83d") THOUGHT ("\\ude00") TEXT ("c") END, "c", "a" GRIN },
    { CALL ("[\\\"\\ud83d") CALL ("\\ude00\\\"]") END, "", GRIN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
      g_autofree char *message = NULL;
      Asked asked;

      fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, streams[i].body), 0,
                       0, FAKE_END_CLOSE);
      ask (&asked, client, "openai/gpt-x", NULL, TRUE);
      g_assert_no_error (asked.error);
      g_assert_cmpstr (asked.answer->content, ==, streams[i].content);
      g_assert_cmpstr (asked.streamed->str, ==, streams[i].content);
      for (guint j = 0; j < asked.answer->message->parts->len; j++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (asked.answer->message->parts, j);

          g_assert_true (g_utf8_validate (part->text, -1, NULL));
          if (message == NULL || strstr (message, streams[i].part) == NULL)
            {
              g_free (message);
              message = g_strdup (part->text);
            }
        }
      g_assert_nonnull (strstr (message, streams[i].part));
      asked_clear (&asked);
    }
}

/* A complete answer with a half is kept as well. */
static void
test_half_in_whole (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server,
                   fake_reply ("200 OK", "application/json", NULL,
                               "{\"model\":\"m\\ud83d\",\"choices\":[{\"message\":{\"content\":"
                               "\"a\\ud83d b\"},\"finish_reason\":\"\\ude00\"}]}"),
                   0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "a" CUT " b");
  g_assert_cmpstr (asked.answer->model, ==, "m" CUT);
  g_assert_cmpstr (asked.answer->finish_reason, ==, CUT);
  asked_clear (&asked);
}

/* --- Ends of streams -------------------------------------------------------------------------- */

/* Some servers end a stream with `[DONE]` alone, which is enough if there is an answer. */
static void
test_done_alone (void)
{
  static const struct
  {
    const char *body;
    const char *content;
    TroupeLlmFinish finish;
  } streams[] = {
    { TEXT ("Hel") TEXT ("lo") "data: [DONE]\n\n", "Hello", TROUPE_LLM_FINISH_STOP },
    { THOUGHT ("hm") "data: [DONE]\n\n", "", TROUPE_LLM_FINISH_STOP },
    { CALL ("{}") "data: [DONE]\n\n", "", TROUPE_LLM_FINISH_TOOL_CALLS },
    { CALL ("") "data: [DONE]\n\n", "", TROUPE_LLM_FINISH_TOOL_CALLS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
      Asked asked;

      fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, streams[i].body), 0,
                       0, FAKE_END_CLOSE);
      ask (&asked, client, "openai/gpt-x", NULL, TRUE);
      g_assert_no_error (asked.error);
      g_assert_cmpstr (asked.answer->content, ==, streams[i].content);
      g_assert_cmpint (asked.answer->finish, ==, streams[i].finish);
      asked_clear (&asked);
    }
}

/* A list of content parts is joined to one text. */
static void
test_nul_in_parts (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server,
                   fake_reply ("200 OK", "application/json", NULL,
                               "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\","
                               "\"text\":\"a\\u0000b\"},{\"text\":\"c\"}]}}]}"),
                   0, 0, FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", NULL, FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "a" CUT "b c");
  asked_clear (&asked);
}

/* If a server keeps sending data, the total timeout ends the call, because the idle timeout does
 * not. */
static void
test_total_timeout (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  g_autofree char *dots = g_strnfill (20000, ':');
  Asked asked;

  for (gsize i = 1; i < strlen (dots); i += 2)
    dots[i] = '\n';
  fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, dots), 2, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", "{\"total_timeout\":0.3,\"max_retries\":0}", TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
  g_test_message ("%s", asked.error->message);
  g_assert_nonnull (strstr (asked.error->message, "0.3 seconds"));
  g_assert_nonnull (strstr (asked.error->message, "total_timeout"));
  asked_clear (&asked);
}

/* --- Cancelling at the very moment at which a wait begins ------------------------------------- */

typedef struct
{
  GCancellable *cancellable;
  gint64 moment;
} Cancel;

static gpointer
cancel_thread (gpointer data)
{
  Cancel *cancel = data;

  while (g_get_monotonic_time () < cancel->moment)
    ;
  g_cancellable_cancel (cancel->cancellable);
  return NULL;
}

/* Cancels @n_calls calls, each between @from_us and @to_us microseconds after its start. At this
 * time, the call waits for the next word, for a retry or for a connection. */
static void
race (TroupeLlmClient *client, const char *model, const char *settings, int from_us, int to_us,
      guint n_calls)
{
  for (guint i = 0; i < n_calls; i++)
    {
      GCancellable *cancellable = g_cancellable_new ();
      Cancel cancel = { cancellable,
                        g_get_monotonic_time () + g_random_int_range (from_us, to_us) };
      GThread *thread = g_thread_new ("cancel", cancel_thread, &cancel);
      Asked asked;

      ask_begin (&asked, client, model, "x", settings, FALSE, cancellable);
      ask_wait (ask_is_done, &asked);
      g_thread_join (thread);
      asked_clear (&asked);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_finalize_object (cancellable);
    }
}

static void
test_cancel_races (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));

  fake_server_add (server, fake_reply ("500 No", "application/json", NULL, "{}"), 0, 0,
                   FAKE_END_CLOSE);
  /* Cancels within microseconds before or after the end of the first wait. */
  race (client, "mock/say:one two three", "{\"word_delay_ms\":1}", 970, 1200, 3000);
  race (client, "openai/gpt-x", "{\"retry_delay_ms\":2}", 970, 1200, 200);
  /* Cancels at any moment while the connection is established. */
  race (client, "openai/gpt-x", "{\"retry_delay_ms\":2}", 100, 1200, 1000);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-answers/hidden/whole", test_hidden_whole);
  g_test_add_func ("/llm-answers/hidden/stream", test_hidden_stream);
  g_test_add_func ("/llm-answers/hidden/short-key", test_short_key);
  g_test_add_func ("/llm-answers/hidden/errors", test_errors_hidden);
  g_test_add_data_func ("/llm-answers/nul/whole", GINT_TO_POINTER (FALSE), test_nul);
  g_test_add_data_func ("/llm-answers/nul/stream", GINT_TO_POINTER (TRUE), test_nul);
  g_test_add_func ("/llm-answers/nul/parts", test_nul_in_parts);
  g_test_add_func ("/llm-answers/halves/stream", test_halves);
  g_test_add_func ("/llm-answers/halves/whole", test_half_in_whole);
  g_test_add_func ("/llm-answers/done-alone", test_done_alone);
  g_test_add_func ("/llm-answers/total-timeout", test_total_timeout);
  g_test_add_func ("/llm-answers/cancel-races", test_cancel_races);

  return g_test_run ();
}
