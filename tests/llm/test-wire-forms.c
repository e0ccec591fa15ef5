/* test-wire-forms.c: response formats and stop words as sent to each service
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-schema.h"

#define MORE                                                                                       \
  "'type':'object','title':'More','properties':{'a':{'type':'boolean'},'b':{'$ref':'#/$defs/"      \
  "More'}}"

static TroupeValue *
from_text (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  TroupeValue *value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);

  return value;
}

static TroupeValue *
make_body (const TroupeLlmWire *wire, const char *model, const char *settings)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();
  TroupeLlmTarget target = { .model = (char *) model, .base_url = (char *) "http://h" };
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (NULL, messages);

  request->settings = from_text (settings);

  return wire->make_body (request, &target, NULL);
}

/* A reference is replaced with its definition and the neighboring keys. If the reference is
 * recursive, only the type remains. */
static void
test_inline (void)
{
  g_autoptr (TroupeValue) schema = from_text (
      "{'type':'object','properties':{'one':{'$ref':'#/$defs/More','default':null,'title':'x'},"
      "'many':{'type':'array','items':{'$ref':'#/$defs/More'}},'else':{'$ref':'#/$defs/None'}},"
      "'$defs':{'More':{" MORE "}}}");
  g_autoptr (TroupeValue) expected = from_text (
      "{'type':'object','properties':{'one':{'type':'object','title':'More','properties':{'a':{"
      "'type':'boolean'},'b':{'type':'object'}},'default':null},'many':{'type':'array','items':{"
      "'type':'object','title':'More','properties':{'a':{'type':'boolean'},'b':{'type':'object'}}"
      "}},'else':{'$ref':'#/$defs/None'}}}");
  g_autoptr (TroupeValue) made = troupe_wire_inline_schema (schema);

  g_assert_true (troupe_value_equal (made, expected));
}

/* Services whose models do not resolve references get a schema in which the references are
 * replaced with their definitions. */
static void
test_services (void)
{
  static const struct
  {
    const TroupeLlmWire *wire;
    const char *model;
  } cases[] = {
    { &troupe_gemini_wire, "gemini-2.5-flash" },
    { &troupe_azure_wire, "gpt-4o" },
    { &troupe_responses_wire, "gpt-4o" },
    { &troupe_bedrock_wire, "anthropic.claude-3-5-sonnet-20241022-v2:0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) body = make_body (
          cases[i].wire, cases[i].model,
          "{'response_format':{'type':'json_schema','json_schema':{'name':'F','schema':{'type':"
          "'object','properties':{'one':{'$ref':'#/$defs/More'}},'$defs':{'More':{" MORE "}}}}}}");
      g_autofree char *sent = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

      g_test_message ("%s: %s", cases[i].model, sent);
      g_assert_nonnull (strstr (sent, "\"boolean\""));
      g_assert_null (strstr (sent, "$ref"));
    }
}

/* If the API of a service uses the name stop_sequences for stop words, a document may also use
 * this name. In this case, stop_sequences takes precedence. */
static void
test_sequences (void)
{
  static const struct
  {
    const TroupeLlmWire *wire;
    const char *model;
  } cases[] = {
    { &troupe_gemini_wire, "gemini-2.5-flash" },
    { &troupe_anthropic_wire, "claude-sonnet-4-5" },
    { &troupe_bedrock_wire, "anthropic.claude-3-5-sonnet-20241022-v2:0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) body =
          make_body (cases[i].wire, cases[i].model,
                     "{'stop':['never'],'stop_sequences':['said','done']}");
      g_autofree char *sent = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

      g_assert_nonnull (strstr (sent, "[\"said\",\"done\"]"));
      g_assert_null (strstr (sent, "never"));
    }
}

#define PNG "'data:image/png;base64,QUJD'"

/* Input files have the form that CrewAI sends to each service. */
static void
test_files (void)
{
  static const struct
  {
    const TroupeLlmWire *wire;
    const char *prefix;
    const char *media_type;
    const char *block;
  } forms[] = {
    { &troupe_openai_wire, "openai", "image/png",
      "{'type':'image_url','image_url':{'url':'data:image/png;base64,QUJD'}}" },
    { &troupe_azure_wire, "azure", "image/png",
      "{'type':'image_url','image_url':{'url':'data:image/png;base64,QUJD'}}" },
    { &troupe_responses_wire, "openai", "image/png",
      "{'type':'input_image','image_url':'data:image/png;base64,QUJD'}" },
    { &troupe_responses_wire, "openai", "application/pdf",
      "{'type':'input_file','filename':'document.pdf','file_data':'data:application/pdf;base64,"
      "QUJD'}" },
    { &troupe_anthropic_wire, "anthropic", "image/png",
      "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'QUJD'},"
      "'cache_control':{'type':'ephemeral'}}" },
    { &troupe_anthropic_wire, "anthropic", "application/pdf",
      "{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'QUJD'},"
      "'cache_control':{'type':'ephemeral'}}" },
    { &troupe_gemini_wire, "gemini", "audio/wav",
      "{'inlineData':{'mimeType':'audio/wav','data':'QUJD'}}" },
    { &troupe_bedrock_wire, "bedrock", "image/jpg",
      "{'image':{'format':'jpeg','source':{'bytes':'QUJD'}}}" },
    { &troupe_bedrock_wire, "bedrock", "application/pdf",
      "{'document':{'format':'pdf','name':'my-file','source':{'bytes':'QUJD'}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GPtrArray) messages =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
      TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_USER);
      TroupeLlmPart *file = troupe_llm_part_new (TROUPE_LLM_PART_FILE, NULL);
      g_autoptr (TroupeLlmRequest) request = NULL;
      TroupeLlmTarget target = { .service = troupe_provider_find_by_prefix (forms[i].prefix, -1),
                                 .model = (char *) "m",
                                 .base_url = (char *) "http://h" };
      g_autoptr (TroupeValue) body = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *sent = NULL;

      file->name = g_strdup ("in/a.png");
      file->id = g_strdup ("my.file");
      file->media_type = g_strdup (forms[i].media_type);
      file->uri = g_strdup_printf ("data:%s;base64,QUJD", forms[i].media_type);
      troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, "look"));
      troupe_llm_message_add (message, file);
      g_ptr_array_add (messages, message);
      request = troupe_llm_request_new (NULL, messages);
      body = forms[i].wire->make_body (request, &target, &error);
      g_assert_no_error (error);
      sent = g_strdelimit (troupe_value_to_json (body, TROUPE_JSON_COMPACT), "\"", '\'');
      g_test_message ("%s", sent);
      g_assert_nonnull (strstr (sent, forms[i].block));
      g_assert_nonnull (strstr (sent, "look"));
    }
}

/* The content of a file is neither shown nor stored. */
static void
test_describe (void)
{
  g_autoptr (TroupeValue) given = from_text (
      "{'role':'user','content':[{'type':'text','text':'look'},{'type':'image_url','image_url':"
      "{'url':" PNG "}}]}");
  g_autoptr (TroupeLlmMessage) message = troupe_llm_message_from_value (given);
  g_autoptr (TroupeLlmMessage) named = troupe_llm_message_copy (message);
  g_autoptr (TroupeValue) shown = troupe_llm_message_describe (message);
  g_autoptr (TroupeValue) short_one = NULL;
  g_autofree char *text = NULL;

  /* A short one of the document is part of its text. */
  g_assert_true (troupe_value_equal (shown, given));
  ((TroupeLlmPart *) g_ptr_array_index (named->parts, 1))->name = g_strdup ("in/a.png");
  short_one = troupe_llm_message_describe (named);
  text = troupe_value_to_json (short_one, TROUPE_JSON_COMPACT);
  g_assert_null (strstr (text, "QUJD"));
  g_assert_nonnull (strstr (text, "\"url\":\"in/a.png\""));
}

/* A setting that a service rejects is not sent to it. */
static void
test_rejected (void)
{
  static const struct
  {
    const char *prefix;
    const char *keys; /* of the body, besides model and messages */
  } services[] = {
    { "openai", "seed logprobs user stream stream_options " },
    { "groq", "seed user stream stream_options " },
    { "mistral", "stream " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    {
      g_autoptr (GPtrArray) messages = g_ptr_array_new ();
      g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (NULL, messages);
      TroupeLlmTarget target = { .service = troupe_provider_find_by_prefix (services[i].prefix, -1),
                                 .model = (char *) "m",
                                 .base_url = (char *) "http://h" };
      g_autoptr (TroupeValue) body = NULL;
      g_autoptr (GString) keys = g_string_new (NULL);

      request->settings = from_text ("{'user':'u','seed':1,'logprobs':true}");
      request->stream = TRUE;
      body = troupe_openai_wire.make_body (request, &target, NULL);
      for (gsize j = 2; j < troupe_value_map_get_size (body); j++)
        g_string_append_printf (keys, "%s ",
                                troupe_value_get_string (troupe_value_map_get_key (body, j), NULL));
      g_assert_cmpstr (keys->str, ==, services[i].keys);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm/wire-forms/inline", test_inline);
  g_test_add_func ("/llm/wire-forms/services", test_services);
  g_test_add_func ("/llm/wire-forms/sequences", test_sequences);
  g_test_add_func ("/llm/wire-forms/files", test_files);
  g_test_add_func ("/llm/wire-forms/describe", test_describe);
  g_test_add_func ("/llm/wire-forms/rejected", test_rejected);

  return g_test_run ();
}
