/* test-llm-prices.c: cost of calls to models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-llm-prices.h"

static void
test_shipped (void)
{
  static const struct
  {
    const char *model;
    double input; /* negative: unknown */
  } cases[] = {
    { "openai/gpt-4.1-mini", 0.4 },
    { "gpt-4.1-mini-2025-04-14", 0.4 },
    { "GPT-4.1-Mini", 0.4 },
    { "gpt-4o-2024-05-13", 5 },
    { "gpt-4-0613", 30 },
    { "gpt-4-0125-preview", 10 },
    { "azure/gpt-5-mini", 0.25 },
    { "gpt-5-mega", -1 },
    { "gpt-5-2", -1 },
    { "anthropic/claude-opus-4", 15 },
    { "anthropic/claude-opus-4-20250514", 15 },
    { "anthropic/claude-opus-4-5-20251101", 5 },
    { "anthropic/claude-opus-4-9", -1 },
    { "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", 3 },
    { "bedrock/anthropic.claude-haiku-4-5@20251001", 1 },
    { "bedrock/amazon.nova-pro-v1:0", 0.8 },
    { "openrouter/anthropic/claude-sonnet-4-5", 3 },
    { "gemini/gemini-2.5-pro-preview-05-20", 1.25 },
    { "gemini/gemini-2.5-flash-lite", 0.1 },
    { "gemini/models/gemini-2.5-flash", 0.3 },
    { "ollama/llama3.2", 0 },
    { "ollama/gpt-4.1", 0 },
    { "mock/echo", 0 },
    { "openai/nobody-knows", -1 },
    { "", -1 },
  };
  g_autofree char *problem = NULL;
  g_autoptr (TroupeLlmPrices) prices =
      troupe_llm_prices_new_from (g_getenv ("TROUPE_PRICES_FILE"), NULL, &problem);

  g_assert_null (problem);
  g_assert_cmpuint (strlen (troupe_llm_prices_get_date (prices)), ==, strlen ("2026-11-23"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TroupeLlmPrice price = { .input = -1 };

      g_test_message ("%s", cases[i].model);
      g_assert_cmpint (troupe_llm_prices_find (prices, cases[i].model, &price), ==,
                       cases[i].input >= 0);
      g_assert_cmpfloat (price.input, ==, cases[i].input);
      g_assert_false (price.is_own);
    }
}

static void
test_cost (void)
{
  static const struct
  {
    const char *model;
    TroupeLlmUsage usage; /* prompt, completion, total, cached, reasoning, creation, requests */
    gint64 micro_dollars; /* negative: unknown */
  } cases[] = {
    { "openai/gpt-4.1", { 1000, 100, 1100, 0, 0, 0, 1 }, 2800 },
    { "openai/gpt-4.1", { 1000, 100, 1100, 400, 0, 0, 1 }, 2200 },
    /* The number of completion tokens includes the reasoning tokens. */
    { "openai/o3", { 1000, 100, 1100, 0, 90, 0, 1 }, 2800 },
    { "anthropic/claude-sonnet-4-5", { 1000, 100, 1100, 500, 0, 300, 1 }, 600 + 150 + 1125 + 1500 },
    { "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0",
      { 200, 100, 800, 500, 0, 0, 1 },
      600 + 150 + 1500 },
    { "openai/gpt-4.1", { 0, 0, 0, 0, 0, 0, 0 }, 0 },
    { "openai/gpt-4.1", { 0, 0, 0, 0, 0, 0, 1 }, -1 },
    { "openai/gpt-4.1", { 0, 0, 900, 0, 0, 0, 1 }, -1 },
    { "ollama/llama3.2", { 0, 0, 0, 0, 0, 0, 1 }, 0 },
    { "openai/nobody-knows", { 1000, 100, 1100, 0, 0, 0, 1 }, -1 },
    { "openai/gpt-4.1", { 100, 0, 100, 400, 0, 0, 1 }, 200 },
    { "openai/o1-pro",
      { G_MAXINT64, G_MAXINT64, 0, 0, 0, 0, 1 },
      G_GINT64_CONSTANT (9000000000000000000) },
  };
  g_autoptr (TroupeLlmPrices) prices =
      troupe_llm_prices_new_from (g_getenv ("TROUPE_PRICES_FILE"), NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 micro_dollars = -1;

      g_test_message ("%s, case %u", cases[i].model, i);
      g_assert_cmpint (troupe_llm_prices_get_cost (prices, cases[i].model, &cases[i].usage,
                                                   &micro_dollars),
                       ==, cases[i].micro_dollars >= 0);
      g_assert_cmpint (micro_dollars, ==, cases[i].micro_dollars);
    }
}

/* What the cache saved. Writing to the cache can cost more than it saves. */
static void
test_saved (void)
{
  static const struct
  {
    const char *model;
    TroupeLlmUsage usage; /* prompt, completion, total, cached, reasoning, creation, requests */
    gint64 micro_dollars;
  } cases[] = {
    { "openai/gpt-4.1", { 1000, 100, 1100, 0, 0, 0, 1 }, 0 },
    { "openai/gpt-4.1", { 1000, 100, 1100, 400, 0, 0, 1 }, 600 },
    { "anthropic/claude-sonnet-4-5", { 1000, 100, 1100, 500, 0, 300, 1 }, 1350 - 225 },
    { "anthropic/claude-sonnet-4-5", { 1000, 100, 1100, 0, 0, 300, 1 }, -225 },
    { "openai/nobody-knows", { 1000, 100, 1100, 400, 0, 0, 1 }, 0 },
  };
  g_autoptr (TroupeLlmPrices) prices =
      troupe_llm_prices_new_from (g_getenv ("TROUPE_PRICES_FILE"), NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (troupe_llm_prices_get_saved (prices, cases[i].model, &cases[i].usage), ==,
                     cases[i].micro_dollars);
}

static TroupeLlmPrices *
read_own (const char *text, char **problem)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "own-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  int descriptor = g_mkstemp (path);
  TroupeLlmPrices *prices = NULL;

  g_assert_cmpint (descriptor, >=, 0);
  g_assert_true (g_close (descriptor, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, &error));
  prices = troupe_llm_prices_new_from (g_getenv ("TROUPE_PRICES_FILE"), path, problem);
  g_assert_cmpint (g_unlink (path), ==, 0);

  return prices;
}

static void
test_own (void)
{
  g_autofree char *problem = NULL;
  g_autoptr (TroupeLlmPrices) prices =
      read_own ("{\"models\":{\"gpt-4.1\":{\"input\":7,\"output\":9},\"my-model\":{\"input\":1,"
                "\"cached_input\":0.5,\"output\":2},\"ollama/llama3.2\":{\"input\":3,\"output\":4},"
                "\"openrouter/openai/gpt-4o\":{\"input\":5.5,\"output\":6}}}",
                &problem);
  TroupeLlmPrice price;

  g_assert_null (problem);
  g_assert_true (troupe_llm_prices_find (prices, "openai/gpt-4.1", &price));
  g_assert_true (price.is_own);
  g_assert_cmpfloat (price.input, ==, 7);
  g_assert_cmpfloat (price.cached_input, ==, 7);
  g_assert_true (troupe_llm_prices_find (prices, "hosted_vllm/org/My-Model", &price));
  g_assert_cmpfloat (price.input, ==, 0);
  g_assert_true (troupe_llm_prices_find (prices, "openai/org/My-Model", &price));
  g_assert_cmpfloat (price.cached_input, ==, 0.5);
  g_assert_true (troupe_llm_prices_find (prices, "ollama/llama3.2", &price));
  g_assert_cmpfloat (price.output, ==, 4);
  g_assert_true (troupe_llm_prices_find (prices, "openrouter/openai/gpt-4o", &price));
  g_assert_cmpfloat (price.input, ==, 5.5);
  g_assert_true (troupe_llm_prices_find (prices, "openai/gpt-4o", &price));
  g_assert_cmpfloat (price.input, ==, 2.5);
  g_assert_false (price.is_own);
}

/* A malformed price file is reported, and the built-in table is used. */
static void
test_malformed (void)
{
  static const char *const texts[] = {
    "",
    "{",
    "[]",
    "{\"models\":[]}",
    "{\"models\":{\"gpt-4.1\":7}}",
    "{\"models\":{\"gpt-4o\":{\"input\":1,\"output\":2},\"gpt-4.1\":{\"input\":7}}}",
    "{\"models\":{\"gpt-4.1\":{\"input\":-7,\"output\":9}}}",
    "{\"models\":{\"gpt-4.1\":{\"input\":\"7\",\"output\":9}}}",
    "{\"models\":{\"gpt-4.1\":{\"input\":1e300,\"output\":9}}}",
    "{\"models\":{\"gpt-4.1\":{\"input\":7,\"output\":9,\"cached_input\":true}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *problem = NULL;
      g_autoptr (TroupeLlmPrices) prices = read_own (texts[i], &problem);
      TroupeLlmPrice price;

      g_assert_nonnull (problem);
      g_test_message ("%s", problem);
      g_assert_true (troupe_llm_prices_find (prices, "openai/gpt-4.1", &price));
      g_assert_false (price.is_own);
      g_assert_cmpfloat (price.input, ==, 2);
      g_assert_true (troupe_llm_prices_find (prices, "openai/gpt-4o", &price));
      g_assert_false (price.is_own);
    }
}

static void
test_missing (void)
{
  g_autofree char *problem = NULL;
  g_autoptr (TroupeLlmPrices) prices =
      troupe_llm_prices_new_from ("/nonexistent/prices.json", "/nonexistent/own.json", &problem);
  g_autofree char *path = troupe_llm_prices_get_own_path ();
  TroupeLlmPrice price;

  g_assert_null (problem);
  g_assert_null (troupe_llm_prices_get_date (prices));
  g_assert_false (troupe_llm_prices_find (prices, "gpt-4.1", &price));
  g_assert_true (g_str_has_suffix (path, "/troupe/prices.json"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-prices/shipped", test_shipped);
  g_test_add_func ("/llm-prices/cost", test_cost);
  g_test_add_func ("/llm-prices/saved", test_saved);
  g_test_add_func ("/llm-prices/own", test_own);
  g_test_add_func ("/llm-prices/malformed", test_malformed);
  g_test_add_func ("/llm-prices/missing", test_missing);

  return g_test_run ();
}
