/* test-azure-wire.c: requests to Azure and their addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "wire-exchanges.h"
#include "wire-golden.h"
#include "wire-live.h"

static const WireGoldenNote notes[] = {
  { "usage_details", WIRE_GOLDEN_USAGE, "CrewAI drops what was cached and thought" },
  { "responses", WIRE_GOLDEN_USAGE, "CrewAI drops the usage of Responses through Azure" },
  { NULL, 0, NULL },
};

static const WireExchanges exchanges = {
  .api = "azure",
  .wire = &troupe_azure_wire,
  .address = "openai.azure.com/openai/deployments",
  .n_least = 1,
};

#define CHUNK(delta, more)                                                                         \
  "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{" delta "}" more "}]}\n\n"
#define USAGE "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2,\"total_tokens\":7}"

static const WireLive live = {
  .api = "azure",
  .model = "azure/dep",
  .url_variable = "AZURE_ENDPOINT",
  .path = "",
  .key_variable = "AZURE_API_KEY",
  .whole_line = "POST /chat/completions?api-version=2024-06-01 HTTP/1.1\r\n",
  .stream_line = "POST /chat/completions?api-version=2024-06-01 HTTP/1.1\r\n",
  .key_header = "\r\napi-key: ",
  .whole = "{\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hello there\"},"
           "\"finish_reason\":\"stop\"}]," USAGE "}",
  .stream_type = "text/event-stream",
  /* The first event of the stream contains only the filter result of the prompt. */
  .stream = "data: {\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}]}\n\n" CHUNK (
      "\"content\":\"Hello \"",
      "") CHUNK ("\"content\":\"there\"", "")
      CHUNK ("", ",\"finish_reason\":\"stop\"") "data: {\"choices\":[]," USAGE
                                                "}\n\ndata: [DONE]\n\n",
  .cut = CHUNK ("\"content\":\"Hello \"", "") CHUNK ("\"content\":\"there\"", ""),
  .n_tries = 4,
};

/* The configured address determines the URL of a deployment, and whether the body contains the
 * model. */
static void
test_addresses (void)
{
  static const struct
  {
    const char *base;
    const char *url;
    gboolean has_model;
  } cases[] = {
    { "https://r.openai.azure.com",
      "https://r.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=V", FALSE },
    { "https://r.openai.azure.com/",
      "https://r.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=V", FALSE },
    { "https://r.openai.azure.com/openai/deployments",
      "https://r.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=V", FALSE },
    { "https://r.openai.azure.com/openai/deployments/own/",
      "https://r.openai.azure.com/openai/deployments/own/chat/completions?api-version=V", FALSE },
    { "https://r.openai.azure.com?api-version=W",
      "https://r.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=W", FALSE },
    { "https://r.openai.azure.com/openai/v1/",
      "https://r.openai.azure.com/openai/v1/chat/completions", TRUE },
    { "https://r.services.ai.azure.com/models",
      "https://r.services.ai.azure.com/models/chat/completions?api-version=V", TRUE },
    { "https://r.openai.azure.com.evil.example",
      "https://r.openai.azure.com.evil.example/chat/completions?api-version=V", TRUE },
  };
  g_autoptr (GPtrArray) said = g_ptr_array_new ();
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("azure/a/b", said);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TroupeLlmTarget target = { .model = (char *) "a/b",
                                 .base_url = (char *) cases[i].base,
                                 .api_version = (char *) "V" };
      g_autofree char *url = troupe_azure_wire.make_url (request, &target);
      g_autoptr (TroupeValue) body = troupe_azure_wire.make_body (request, &target, NULL);

      g_assert_cmpstr (url, ==, cases[i].url);
      g_assert_true ((troupe_llm_wire_get_text (body, "model") != NULL) == cases[i].has_model);
    }
}

/* Stop words are not sent to reasoning models. */
static void
test_stop (void)
{
  static const char *const models[] = { "gpt-5-nano", "my-o1", "o3-mini", "gpt-4o" };
  g_autoptr (GPtrArray) said = g_ptr_array_new ();
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("azure/x", said);

  request->settings = troupe_value_from_json ("{\"stop\":\"S\"}", -1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      TroupeLlmTarget target = { .model = (char *) models[i], .base_url = (char *) "http://h" };
      g_autoptr (TroupeValue) body = troupe_azure_wire.make_body (request, &target, NULL);

      g_assert_true ((troupe_llm_wire_get_list (body, "stop") != NULL) ==
                     g_str_equal (models[i], "gpt-4o"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("azure", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_exchanges_add (&exchanges);
  wire_live_add (&live);
  g_test_add_func ("/azure/addresses", test_addresses);
  g_test_add_func ("/azure/stop", test_stop);

  return g_test_run ();
}
