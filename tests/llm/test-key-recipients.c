/* test-key-recipients.c: tests that keys of the user are only sent to hosts to which the user has agreed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-embed.h"
#include "troupe-llm-environment.h"

/* The host with its path, and its variable; a server on another computer without encryption; a program. */
static const char list_text[] =
    "[{\"host\":\"llm.example/v1\",\"encrypted\":true,\"variables\":[\"OPENAI_API_KEY\"]},"
    "{\"host\":\"plain.example:81/v1\",\"encrypted\":false,\"variables\":[\"OPENAI_API_KEY\"]},"
    "{\"host\":\"bare.example/v1\",\"encrypted\":true,\"variables\":[]},"
    "{\"program\":\"npx -y server\",\"path\":\"/usr/bin/npx\",\"variables\":[\"TOKEN\"]}]";

static TroupeKeyRecipients *
make_recipients (gboolean has_any_model)
{
  g_autoptr (TroupeValue) list = troupe_value_from_json (list_text, -1, NULL);

  return troupe_key_recipients_new (list, has_any_model);
}

static const struct
{
  const char *url;
  const char *variable;
  gboolean of_document; /* whether the user was shown it */
  gboolean of_any;      /* the same if code chooses a model */
} hosts[] = {
  { "https://llm.example/v1", "OPENAI_API_KEY", TRUE, TRUE },
  { "https://llm.example/v1/", "OPENAI_API_KEY", TRUE, TRUE },
  { "https://llm.example/v1?tenant=2", "OPENAI_API_KEY", TRUE, TRUE },
  { "https://llm.example/other", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example/v1/other", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example/v1/../other", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example/%76%31", "OPENAI_API_KEY", TRUE, TRUE },
  { "https://llm.example", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://api.openai.com/v1/x", "OPENAI_API_KEY", FALSE, TRUE },
  { "https://api.openai.com/v2", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://api.openai.com/v1/../v2", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example/v1", "ANTHROPIC_API_KEY", FALSE, FALSE },
  { "https://llm.example:444/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "http://llm.example/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "http://plain.example:81/v1", "OPENAI_API_KEY", TRUE, TRUE },
  { "https://plain.example:81/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://bare.example/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example@other.example/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://llm.example.other.example/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://api.openai.com/v1", "OPENAI_API_KEY", FALSE, TRUE },
  { "http://api.openai.com/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://api.openai.com/v1", "ANTHROPIC_API_KEY", FALSE, FALSE },
  { "https://api.openai.com:444/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "https://xn--openai.example/v1", "OPENAI_API_KEY", FALSE, FALSE },
  { "", "OPENAI_API_KEY", FALSE, FALSE },
  { NULL, "OPENAI_API_KEY", FALSE, FALSE },
};

static void
test_hosts (void)
{
  for (guint any = 0; any < 2; any++)
    for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
      {
        g_autoptr (TroupeKeyRecipients) recipients = make_recipients (any == 1);
        const char *const variables[] = { hosts[i].variable, NULL };
        g_autoptr (GError) error = NULL;

        g_test_message ("%s %s %u", hosts[i].url, hosts[i].variable, any);
        g_assert_cmpint (troupe_key_recipients_check_host (recipients, hosts[i].url, variables,
                                                           &error),
                         ==, any == 1 ? hosts[i].of_any : hosts[i].of_document);
        if (error == NULL)
          continue;
        g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
        g_assert_nonnull (strstr (error->message, hosts[i].variable));
      }
  g_assert_true (
      troupe_key_recipients_check_host (NULL, NULL, (const char *const[]){ NULL }, NULL));
}

/* What the user has refused receives nothing, with or without a key, whatever else is allowed. */
static void
test_refused (void)
{
  static const char text[] =
      "[{\"host\":\"api.openai.com\",\"encrypted\":true,\"variables\":[\"OPENAI_API_KEY\"],"
      "\"refused\":true},"
      "{\"host\":\"llm.example/v1\",\"encrypted\":true,\"variables\":[\"OPENAI_API_KEY\"]},"
      "{\"host\":\"llm.example/v2\",\"encrypted\":true,\"variables\":[\"OPENAI_API_KEY\"],"
      "\"refused\":true},"
      "{\"host\":\"*\",\"refused\":true},"
      "{\"program\":\"npx -y "
      "server\",\"path\":\"/usr/bin/npx\",\"variables\":[\"TOKEN\"],\"refused\":true}]";
  static const char *const variables[] = { "OPENAI_API_KEY", NULL };
  static const char *const urls[] = {
    "https://api.openai.com/v1",       "http://api.openai.com/v1",     "https://API.OpenAI.com/v1",
    "https://api.openai.com/other",    "https://api.openai.com./v1",   "https://llm.example/v2",
    "https://llm.example/collect?d=x", "https://LLM.example./v1/../v2"
  };
  g_autoptr (TroupeValue) list = troupe_value_from_json (text, -1, NULL);
  g_autoptr (TroupeKeyRecipients) recipients = troupe_key_recipients_new (list, TRUE);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_test_message ("%s", urls[i]);
      g_assert_false (troupe_key_recipients_check_host (recipients, urls[i], variables, &error));
      g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
      g_assert_nonnull (strstr (error->message, "you have not allowed it"));
      g_clear_error (&error);
      g_assert_false (troupe_key_recipients_check_shown (recipients, urls[i], NULL));
      g_assert_false (troupe_key_recipients_check_refused (recipients, urls[i], NULL, NULL));
    }
  g_assert_true (
      troupe_key_recipients_check_host (recipients, "https://llm.example/v1", variables, NULL));
  g_assert_true (
      troupe_key_recipients_check_refused (recipients, "https://llm.example/v1", NULL, NULL));
  /* A page that a model chooses. */
  g_assert_false (
      troupe_key_recipients_check_refused (recipients, "https://llm.example/v1", "*", NULL));
  g_assert_false (
      troupe_key_recipients_check_program (recipients, "npx -y server", "TOKEN", &error));
  g_assert_nonnull (strstr (error->message, "you have not allowed it"));
  g_clear_error (&error);
  g_assert_true (troupe_key_recipients_check_refused_program (recipients, "npx -y other", NULL));
}

static void
test_programs (void)
{
  g_autoptr (TroupeKeyRecipients) recipients = make_recipients (TRUE);
  g_autoptr (GError) error = NULL;

  g_assert_true (
      troupe_key_recipients_check_program (recipients, "npx -y server", "TOKEN", &error));
  g_assert_no_error (error);
  g_assert_false (
      troupe_key_recipients_check_program (recipients, "npx -y server", "OTHER", &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (
      troupe_key_recipients_check_program (recipients, "npx -y other", "TOKEN", &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_assert_true (troupe_key_recipients_check_program (NULL, "npx", "TOKEN", NULL));
}

static char *
look_up (const char *name, gpointer user_data)
{
  if (g_str_has_prefix (name, "OLLAMA"))
    return NULL;
  if (g_str_has_suffix (name, "_KEY") || g_str_has_suffix (name, "_KEY_ID"))
    return g_strdup ("sk-0123456789");
  return NULL;
}

/* The model, its settings, and whether its key may be sent. */
static const struct
{
  const char *model;
  const char *settings;
  gboolean is_allowed;
} models[] = {
  { "openai/m", "{\"base_url\":\"https://llm.example/v1\"}", TRUE },
  { "openai/m", "{\"base_url\":\"https://evil.example/v1\"}", FALSE },
  { "openai/m", "{\"api_base\":\"https://evil.example/v1\"}", FALSE },
  /* A key of the document is not the user's, but the texts of the run are. */
  { "openai/m", "{\"base_url\":\"https://evil.example/v1\",\"api_key\":\"own\"}", FALSE },
  { "openai/m", "{\"base_url\":\"https://bare.example/v1\",\"api_key\":\"own\"}", TRUE },
  { "openai/m", "{\"base_url\":\"http://bare.example/v1\",\"api_key\":\"own\"}", FALSE },
  { "openai/m", "{}", FALSE },
  { "anthropic/claude-opus-4", "{\"base_url\":\"https://llm.example/v1\"}", FALSE },
  { "gemini/gemini-2.5-flash", "{\"base_url\":\"https://evil.example\"}", FALSE },
  { "azure/m", "{\"endpoint\":\"https://evil.example\"}", FALSE },
  { "bedrock/anthropic.claude-x", "{\"base_url\":\"https://evil.example\"}", FALSE },
  { "bedrock/anthropic.claude-x", "{}", FALSE },
  /* Its fixed text is no key of the user. */
  { "ollama/llama3.2", "{\"base_url\":\"http://box.example:11434/v1\"}", FALSE },
  { "ollama/llama3.2", "{\"base_url\":\"http://plain.example:81/v1\"}", TRUE },
  { "mock/echo", "{}", TRUE },
  { "openai/m",
    "{\"base_url\":\"https://llm.example/v1\",\"x-troupe-fallback\":{\"model\":\"openai/"
    "n\",\"base_url\":"
    "\"https://evil.example/v1\"}}",
    FALSE },
};

static void
test_models (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
      g_autoptr (TroupeKeyRecipients) recipients = make_recipients (FALSE);
      g_autoptr (TroupeValue) settings = troupe_value_from_json (models[i].settings, -1, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s %s", models[i].model, models[i].settings);
      troupe_llm_client_set_recipients (client, recipients);
      /* The order does not matter. */
      troupe_llm_client_set_environment (client, look_up, NULL, NULL);
      g_assert_cmpint (troupe_llm_client_check (client, models[i].model, settings, &error), ==,
                       models[i].is_allowed);
      if (!models[i].is_allowed)
        g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
    }
}

static const struct
{
  const char *embedder;
  gboolean is_allowed;
} embedders[] = {
  { "{\"provider\":\"openai\",\"config\":{\"api_base\":\"https://llm.example/v1\"}}", TRUE },
  { "{\"provider\":\"openai\",\"config\":{\"api_base\":\"https://evil.example/v1\"}}", FALSE },
  { "{\"provider\":\"openai\",\"config\":{}}", FALSE },
  { "{\"provider\":\"openai\",\"config\":{\"api_base\":\"https://evil.example/"
    "v1\",\"api_key\":\"own\"}}",
    FALSE },
  { "{\"provider\":\"openai\",\"config\":{\"api_base\":\"https://bare.example/"
    "v1\",\"api_key\":\"own\"}}",
    TRUE },
};

static void
test_embedders (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (embedders); i++)
    {
      g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
      g_autoptr (TroupeKeyRecipients) recipients = make_recipients (FALSE);
      g_autoptr (TroupeValue) value = troupe_value_from_json (embedders[i].embedder, -1, NULL);
      g_autoptr (TroupeEmbedder) embedder = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", embedders[i].embedder);
      troupe_llm_client_set_environment (client, look_up, NULL, NULL);
      troupe_llm_client_set_recipients (client, recipients);
      embedder = troupe_embedder_new (client, value, "text-embedding-3-small", &error);
      g_assert_cmpint (embedder != NULL, ==, embedders[i].is_allowed);
      if (embedder == NULL)
        g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/key-recipients/hosts", test_hosts);
  g_test_add_func ("/key-recipients/refused", test_refused);
  g_test_add_func ("/key-recipients/programs", test_programs);
  g_test_add_func ("/key-recipients/models", test_models);
  g_test_add_func ("/key-recipients/embedders", test_embedders);
  return g_test_run ();
}
