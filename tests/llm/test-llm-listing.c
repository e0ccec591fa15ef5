/* test-llm-listing.c: model lists of services, and preferences as defaults for environment
 * variables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "fake-server.h"
#include "troupe-llm-defaults.h"
#include "troupe-llm-listing.h"

#define KEY "sk-canary-7f3a91c2"
#define DEADLINE TEST_WAIT_US

typedef struct
{
  const char *url; /* (nullable) */
  const char *key; /* (nullable) */
  gboolean is_done;
  char **names;
  GError *error;
} Ask;

static char *
environment_cb (const char *name, gpointer user_data)
{
  Ask *ask = user_data;

  if (g_str_has_suffix (name, "_BASE_URL") || g_str_equal (name, "OLLAMA_HOST") ||
      g_str_equal (name, "AZURE_ENDPOINT"))
    return g_strdup (ask->url);
  return g_str_has_suffix (name, "_KEY") ? g_strdup (ask->key) : NULL;
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Ask *ask = user_data;

  ask->names = troupe_llm_listing_finish (result, &ask->error);
  ask->is_done = TRUE;
}

static void
begin (Ask *ask, const char *service, GCancellable *cancellable)
{
  troupe_llm_listing_async (troupe_provider_find_by_prefix (service, -1), environment_cb, ask, NULL,
                            cancellable, listed_cb, ask);
}

static void
wait_for (const gboolean *is_done)
{
  const gint64 end = g_get_monotonic_time () + DEADLINE;

  while (!*is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
ask_clear (Ask *ask)
{
  g_clear_pointer (&ask->names, g_strfreev);
  g_clear_error (&ask->error);
}

/* Each service is requested with its own path and header. */
static void
test_services (void)
{
  static const struct
  {
    const char *service;
    const char *answer;
    const char *line;
    const char *header;
    const char *names;
  } cases[] = {
    { "openai", "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"nothing\": 1}, 3]}",
      "GET /v1/models HTTP/1.1\r\n", "Authorization: Bearer " KEY "\r\n", "a b" },
    { "anthropic", "{\"data\": [{\"type\": \"model\", \"id\": \"claude\"}]}",
      "GET /v1/v1/models?limit=1000 HTTP/1.1\r\n", "x-api-key: " KEY "\r\n", "claude" },
    { "gemini", "{\"models\": [{\"name\": \"models/gemini\"}]}",
      "GET /v1/v1beta/models?pageSize=1000 HTTP/1.1\r\n", "x-goog-api-key: " KEY "\r\n",
      "models/gemini" },
    { "azure", "{\"data\": [{\"id\": \"gpt\"}]}",
      "GET /v1/openai/models?api-version=2024-06-01 HTTP/1.1\r\n", "api-key: " KEY "\r\n", "gpt" },
    { "ollama", "{\"data\": []}", "GET /v1/models HTTP/1.1\r\n",
      "Authorization: Bearer " KEY "\r\n", "" },
    { "deepinfra", "{\"data\": [{\"id\": \"org/model\"}]}", "GET /v1/models HTTP/1.1\r\n",
      "Authorization: Bearer " KEY "\r\n", "org/model" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      Ask ask = { .url = fake_server_get_url (server), .key = KEY };
      g_autofree char *request = NULL;
      g_autofree char *names = NULL;

      g_test_message ("%s", cases[i].service);
      fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, cases[i].answer), 7,
                       0, FAKE_END_CLOSE);
      begin (&ask, cases[i].service, NULL);
      wait_for (&ask.is_done);
      g_assert_no_error (ask.error);
      names = g_strjoinv (" ", ask.names);
      g_assert_cmpstr (names, ==, cases[i].names);
      request = fake_server_get_request (server, 0);
      g_assert_true (g_str_has_prefix (request, cases[i].line));
      g_assert_nonnull (strstr (request, cases[i].header));
      ask_clear (&ask);
    }
}

static void
assert_fails (const char *reply, TroupeLlmError code, const char *words)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  Ask ask = { .url = fake_server_get_url (server), .key = KEY };

  fake_server_add (server, g_strdup (reply), 0, 0, FAKE_END_CLOSE);
  begin (&ask, "openai", NULL);
  wait_for (&ask.is_done);
  g_test_message ("%s", ask.error->message);
  g_assert_error (ask.error, TROUPE_LLM_ERROR, (int) code);
  g_assert_nonnull (strstr (ask.error->message, words));
  g_assert_null (strstr (ask.error->message, KEY));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  ask_clear (&ask);
}

/* Errors contain the service's own message without the key. */
static void
test_refusals (void)
{
  g_autofree char *refused =
      fake_reply ("401 Unauthorized", "application/json", NULL,
                  "{\"error\": {\"message\": \"Incorrect API key provided: " KEY
                  ". Look at your account.\"}}");
  g_autofree char *page =
      fake_reply ("200 OK", "text/html", NULL, "<html><title>Log in</title></html>");
  g_autofree char *other = fake_reply ("200 OK", "application/json", NULL, "{\"hello\": 1}");
  g_autofree char *moved =
      fake_reply ("302 Found", "text/html", "Location: http://127.0.0.1:1/elsewhere\r\n", "");

  assert_fails (refused, TROUPE_LLM_ERROR_UNAUTHORIZED, "Look at your account.");
  assert_fails (page, TROUPE_LLM_ERROR_INVALID, "is not JSON");
  assert_fails (other, TROUPE_LLM_ERROR_INVALID, "did not return a list of models");
  /* The key is not sent to another host. */
  assert_fails (moved, TROUPE_LLM_ERROR_REFUSED, "127.0.0.1");
}

static void
test_unreachable (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *url = g_strdup (fake_server_get_url (server));
  Ask gone = { .url = url, .key = KEY };
  Ask wrong = { .url = "no address", .key = KEY };
  Ask without = { .url = url };

  g_clear_pointer (&server, fake_server_free);
  begin (&gone, "openai", NULL);
  wait_for (&gone.is_done);
  g_assert_error (gone.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
  begin (&wrong, "openai", NULL);
  wait_for (&wrong.is_done);
  g_assert_error (wrong.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (wrong.error->message, "“no address”"));
  begin (&without, "openai", NULL);
  wait_for (&without.is_done);
  g_assert_error (without.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
  ask_clear (&gone);
  ask_clear (&wrong);
  ask_clear (&without);
}

static void
test_cancel (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Ask ask = { .url = fake_server_get_url (server), .key = KEY };
  const gint64 end = g_get_monotonic_time () + DEADLINE;

  fake_server_add (server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  begin (&ask, "openai", cancellable);
  while (fake_server_get_n_requests (server) == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  g_cancellable_cancel (cancellable);
  wait_for (&ask.is_done);
  g_assert_error (ask.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ask_clear (&ask);
}

/* A resolver that knows no name. */
#define TEST_TYPE_RESOLVER (test_resolver_get_type ())
G_DECLARE_FINAL_TYPE (TestResolver, test_resolver, TEST, RESOLVER, GResolver)

struct _TestResolver
{
  GResolver parent_instance;
};

G_DEFINE_FINAL_TYPE (TestResolver, test_resolver, G_TYPE_RESOLVER)

static void
lookup_async (GResolver *resolver,
              const char *name,
              GResolverNameLookupFlags flags,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, user_data);

  g_task_return_new_error (task, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND,
                           "Error resolving “%s”", name);
}

static GList *
lookup_finish (GResolver *resolver, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_resolver_class_init (TestResolverClass *klass)
{
  G_RESOLVER_CLASS (klass)->lookup_by_name_with_flags_async = lookup_async;
  G_RESOLVER_CLASS (klass)->lookup_by_name_with_flags_finish = lookup_finish;
}

static void
test_resolver_init (TestResolver *self)
{
}

/* Without a network, no name is found. That says nothing about the server. */
static void
test_no_network (void)
{
  g_autoptr (GResolver) resolver = g_object_new (TEST_TYPE_RESOLVER, NULL);
  GResolver *before = g_resolver_get_default ();
  Ask ask = { .url = "http://models.example/v1", .key = KEY };

  g_resolver_set_default (resolver);
  begin (&ask, "openai", NULL);
  wait_for (&ask.is_done);
  g_resolver_set_default (before);
  g_object_unref (before);
  g_assert_error (ask.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (ask.error->message, "models.example"));
  g_assert_nonnull (strstr (ask.error->message, "Check the URL and the network."));
  ask_clear (&ask);
}

static void
test_possible (void)
{
  g_assert_true (troupe_llm_listing_is_possible (troupe_provider_find_by_prefix ("openai", -1)));
  g_assert_false (troupe_llm_listing_is_possible (troupe_provider_find_by_prefix ("mock", -1)));
  g_assert_false (troupe_llm_listing_is_possible (troupe_provider_find_by_prefix ("bedrock", -1)));
  g_assert_false (
      troupe_llm_listing_is_possible (troupe_provider_find_by_prefix ("snowflake", -1)));
}

/* The environment takes precedence over the preferences, and the displayed host reflects both. */
static void
test_defaults (void)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *before = NULL, *host = NULL, *model = NULL, *of_environment = NULL,
                  *after = NULL;

  g_unsetenv ("DEEPSEEK_BASE_URL");
  g_unsetenv ("MODEL");
  before = troupe_llm_model_get_url ("deepseek/any", NULL, NULL);
  g_assert_cmpstr (before, ==, "https://api.deepseek.com/v1");
  g_hash_table_insert (values, (gpointer) "DEEPSEEK_BASE_URL", (gpointer) "http://localhost:81/v1");
  g_hash_table_insert (values, (gpointer) "MODEL", (gpointer) "mock/echo");
  troupe_llm_defaults_set (values);
  host = troupe_llm_model_get_url ("deepseek/any", NULL, NULL);
  g_assert_cmpstr (host, ==, "http://localhost:81/v1");
  model = troupe_llm_model_get_default ();
  g_assert_cmpstr (model, ==, "mock/echo");
  g_setenv ("DEEPSEEK_BASE_URL", "http://localhost:82/v1", TRUE);
  of_environment = troupe_llm_model_get_url ("deepseek/any", NULL, NULL);
  g_assert_cmpstr (of_environment, ==, "http://localhost:82/v1");
  g_unsetenv ("DEEPSEEK_BASE_URL");
  troupe_llm_defaults_set (NULL);
  after = troupe_llm_model_get_url ("deepseek/any", NULL, NULL);
  g_assert_cmpstr (after, ==, "https://api.deepseek.com/v1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-listing/services", test_services);
  g_test_add_func ("/llm-listing/refusals", test_refusals);
  g_test_add_func ("/llm-listing/unreachable", test_unreachable);
  g_test_add_func ("/llm-listing/cancel", test_cancel);
  g_test_add_func ("/llm-listing/no-network", test_no_network);
  g_test_add_func ("/llm-listing/possible", test_possible);
  g_test_add_func ("/llm-listing/defaults", test_defaults);

  return g_test_run ();
}
