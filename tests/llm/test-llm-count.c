/* test-llm-count.c: token counts requested from the services
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"
#include "troupe-llm-models.h"

#define CONVERSATION                                                                               \
  "[{\"role\":\"system\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":\"abcdefgh\"}]"
/* Estimated number of tokens of CONVERSATION, which has 16 characters, with four characters per
 * token. */
#define ESTIMATE 4
#define ALONE "[{\"role\":\"user\",\"content\":\"abcdefgh\"}]"

/* @line: (nullable): beginning of the request; NULL if no request is sent; @body: text that the
 *   body must contain */
typedef struct
{
  const char *name;
  const char *model;
  const char *settings;
  const char *messages;
  const char *reply;
  gint64 tokens;
  const char *line;
  const char *body;
} Case;

#define ANTHROPIC_BODY                                                                             \
  "{\"model\":\"claude-sonnet-4-5\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":"      \
  "\"text\",\"text\":\"abcdefgh\",\"cache_control\":{\"type\":\"ephemeral\"}}]}],\"system\":[{"    \
  "\"type\":\"text\",\"text\":\"be brief\",\"cache_control\":{\"type\":\"ephemeral\"}}]}"

static const Case cases[] = {
  { "anthropic", "anthropic/claude-sonnet-4-5",
    "{\"max_tokens\":5,\"temperature\":0.5,\"stop\":[\"x\"]}", CONVERSATION,
    "{\"input_tokens\":77}", 77, "POST /v1/v1/messages/count_tokens HTTP/1.1", ANTHROPIC_BODY },
  { "anthropic-thinking", "anthropic/claude-sonnet-4-5",
    "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}}", CONVERSATION,
    "{\"input_tokens\":78}", 78, "POST /v1/v1/messages/count_tokens HTTP/1.1",
    "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}" },
  { "anthropic-form", "anthropic/claude-sonnet-4-5",
    "{\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"V\",\"schema\":{"
    "\"type\":\"object\"}}}}",
    CONVERSATION, "{\"input_tokens\":79}", 79,
    "POST /v1/v1/messages/count_tokens?beta=true HTTP/1.1",
    "anthropic-beta: structured-outputs-2025-11-13,token-counting-2024-11-01" },
  { "bedrock", "bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0", "{\"max_tokens\":5}",
    CONVERSATION, "{\"inputTokens\":80}", 80,
    "POST /v1/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/count-tokens HTTP/1.1",
    "{\"input\":{\"converse\":{\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":"
    "\"abcdefgh\"}]}],\"system\":[{\"text\":\"be brief\"}]}}}" },
  { "gemini", "gemini/gemini-2.5-flash", "{\"max_output_tokens\":5}", ALONE, "{\"totalTokens\":81}",
    81, "POST /v1/v1beta/models/gemini-2.5-flash:countTokens HTTP/1.1",
    "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"abcdefgh\"}]}]}" },
  { "gemini-system", "gemini/gemini-2.5-flash", NULL, CONVERSATION, "{\"totalTokens\":81}",
    ESTIMATE, NULL, NULL },
  { "openai", "openai/gpt-4.1", NULL, CONVERSATION, "{\"input_tokens\":82}", ESTIMATE, NULL, NULL },
  { "ollama", "ollama/llama3.2", "{\"num_ctx\":4096}", CONVERSATION, "{\"input_tokens\":82}",
    ESTIMATE, NULL, NULL },
  { "mock", "mock/echo", NULL, CONVERSATION, "{}", ESTIMATE, NULL, NULL },
  { "unknown", "nobody/knows", NULL, CONVERSATION, "{}", ESTIMATE, NULL, NULL },
  { "no-number", "anthropic/claude-sonnet-4-5", NULL, CONVERSATION, "{\"input_tokens\":\"77\"}",
    ESTIMATE, "POST /", "" },
  { "below-nothing", "anthropic/claude-sonnet-4-5", NULL, CONVERSATION, "{\"input_tokens\":-7}",
    ESTIMATE, "POST /", "" },
  { "no-json", "anthropic/claude-sonnet-4-5", NULL, CONVERSATION, "<p>", ESTIMATE, "POST /", "" },
  { "list", "anthropic/claude-sonnet-4-5", NULL, CONVERSATION, "[1]", ESTIMATE, "POST /", "" },
};

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_has_suffix (name, "_KEY") || g_str_has_suffix (name, "_KEY_ID"))
    return g_strdup (CANARY_KEY);
  if (g_str_has_suffix (name, "_URL") || g_str_has_suffix (name, "_BEDROCK_RUNTIME") ||
      g_str_equal (name, "OLLAMA_HOST"))
    return g_strdup (user_data);

  return NULL;
}

typedef struct
{
  gboolean is_done;
  gint64 tokens;
  GError *error;
} Counted;

static void
counted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Counted *counted = user_data;

  counted->tokens =
      troupe_llm_client_count_tokens_finish (TROUPE_LLM_CLIENT (object), result, &counted->error);
  counted->is_done = TRUE;
}

static gboolean
is_counted (gpointer data)
{
  return ((Counted *) data)->is_done;
}

static void
begin (Counted *counted, TroupeLlmClient *client, const Case *one, GCancellable *cancellable)
{
  g_autoptr (TroupeValue) list = troupe_value_from_json (one->messages, -1, NULL);
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (list);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (one->model, said);

  *counted = (Counted){ 0 };
  if (one->settings != NULL)
    request->settings = troupe_value_from_json (one->settings, -1, NULL);
  troupe_llm_client_count_tokens_async (client, request, cancellable, counted_cb, counted);
}

static TroupeLlmClient *
make_client (FakeServer *server)
{
  TroupeLlmClient *client = troupe_llm_client_new ();

  troupe_llm_client_set_environment (client, lookup_cb, g_strdup (fake_server_get_url (server)),
                                     g_free);
  return client;
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = make_client (server);
  g_autofree char *request = NULL;
  Counted counted;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, one->reply), 0, 0,
                   FAKE_END_CLOSE);
  begin (&counted, client, one, NULL);
  ask_wait (is_counted, &counted);
  g_assert_no_error (counted.error);
  g_assert_cmpint (counted.tokens, ==, one->tokens);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, one->line != NULL ? 1 : 0);
  if (one->line == NULL)
    return;

  request = fake_server_get_request (server, 0);
  g_test_message ("%s", request);
  g_assert_true (g_str_has_prefix (request, one->line));
  g_assert_nonnull (strstr (request, one->body));
}

/* A failed request for a count is neither retried nor reported. The estimate is used instead. */
static void
test_failing (gconstpointer data)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = make_client (server);
  g_autofree char *elsewhere = NULL;
  Counted counted;

  fake_server_add (server,
                   fake_reply (data, "application/json", "Location: http://localhost:1/\r\n",
                               "{\"input_tokens\":7}"),
                   0, 0, FAKE_END_CLOSE);
  begin (&counted, client, &cases[0], NULL);
  ask_wait (is_counted, &counted);
  g_assert_no_error (counted.error);
  g_assert_cmpint (counted.tokens, ==, ESTIMATE);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
}

static gboolean
has_request (gpointer data)
{
  return fake_server_get_n_requests (data) > 0;
}

static void
test_cancelled (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = make_client (server);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Counted counted;

  fake_server_add (server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  begin (&counted, client, &cases[0], cancellable);
  ask_wait (has_request, server);
  g_cancellable_cancel (cancellable);
  ask_wait (is_counted, &counted);
  g_assert_error (counted.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (counted.tokens, ==, -1);
  g_clear_error (&counted.error);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/llm-count/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_data_func ("/llm-count/failing/404", "404 Not Found", test_failing);
  g_test_add_data_func ("/llm-count/failing/429", "429 Too Many Requests", test_failing);
  g_test_add_data_func ("/llm-count/failing/500", "500 Internal Server Error", test_failing);
  g_test_add_data_func ("/llm-count/failing/307", "307 Temporary Redirect", test_failing);
  g_test_add_func ("/llm-count/cancelled", test_cancelled);

  return g_test_run ();
}
