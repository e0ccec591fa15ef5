/* test-llm-message.c: messages to and from models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-redact.h"
#include "troupe-llm.h"

/* Chat completions messages survive the conversion to the neutral form and back. */
static void
test_round_trip (void)
{
  static const char *const messages[] = {
    "{'role':'system','content':'be brief'}",
    "{'role':'user','content':''}",
    "{'role':'assistant','content':null,'tool_calls':[{'id':'a','type':'function','function':{'"
    "name':'f',"
    "'arguments':'{}'}},{'id':'b','type':'function','function':{'name':'g','arguments':'nonsense'}}"
    "]}",
    "{'role':'assistant','content':'text','tool_calls':[{'id':'a','type':'function','function':{'"
    "name':'f',"
    "'arguments':''}}]}",
    "{'role':'tool','content':'result','tool_call_id':'a','name':'f'}",
    "{'role':'user','content':[{'type':'text','text':'look'},{'type':'image_url','image_url':{'url'"
    ":"
    "'data:image/"
    "png;base64,AA==','detail':'low'}},{'type':'input_audio','input_audio':{'data':'AA=='}}]}",
    "{'role':'user','content':[{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}]}",
    "{'role':'developer','content':'x','name':'who'}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (messages[i]), "'", '"');
      g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
      g_autoptr (TroupeLlmMessage) message = troupe_llm_message_from_value (value);
      g_autoptr (TroupeValue) back = troupe_llm_message_to_value (message);
      g_autofree char *text = troupe_value_to_json (back, TROUPE_JSON_COMPACT);

      g_test_message ("%s", text);
      g_assert_true (troupe_value_equal (value, back));
    }
}

/* Any value can be parsed as a message, and the parsed message survives a round trip. */
static void
test_odd (void)
{
  static const char *const values[] = {
    "null",
    "3",
    "[]",
    "{}",
    "{\"role\":3,\"content\":{\"a\":1}}",
    "{\"role\":\"tool\",\"content\":{\"a\":1}}",
    "{\"role\":\"assistant\",\"tool_calls\":[null,3,{\"id\":null,\"function\":3}]}",
    "{\"role\":\"assistant\",\"function_call\":{\"name\":\"f\",\"arguments\":{\"x\":1}}}",
    "{\"role\":\"user\",\"content\":[null,3,\"a\",{\"type\":\"image_url\"}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_json (values[i], -1, NULL);
      g_autoptr (TroupeLlmMessage) message = troupe_llm_message_from_value (value);
      g_autoptr (TroupeValue) once = troupe_llm_message_to_value (message);
      g_autoptr (TroupeLlmMessage) again = troupe_llm_message_from_value (once);
      g_autoptr (TroupeValue) twice = troupe_llm_message_to_value (again);

      g_test_message ("%s", values[i]);
      g_assert_true (troupe_value_equal (once, twice));
    }
}

static void
test_finish (void)
{
  g_assert_cmpint (troupe_llm_finish_from_word ("end_turn"), ==, TROUPE_LLM_FINISH_STOP);
  g_assert_cmpint (troupe_llm_finish_from_word ("MAX_TOKENS"), ==, TROUPE_LLM_FINISH_LENGTH);
  g_assert_cmpint (troupe_llm_finish_from_word ("SAFETY"), ==, TROUPE_LLM_FINISH_FILTERED);
  g_assert_cmpint (troupe_llm_finish_from_word ("tool_use"), ==, TROUPE_LLM_FINISH_TOOL_CALLS);
  g_assert_cmpint (troupe_llm_finish_from_word ("pause_turn"), ==, TROUPE_LLM_FINISH_PAUSED);
  g_assert_cmpint (troupe_llm_finish_from_word (NULL), ==, TROUPE_LLM_FINISH_OTHER);
}

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, key, -1)
             : NULL;
}

/* The chat completions messages that CrewAI sent to three services survive a round trip.
 * Contents that are recorded as a placeholder are skipped. */
static void
test_recorded (void)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *path =
      folder != NULL ? g_build_filename (folder, "provider-golden.json", NULL) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) golden = NULL;
  TroupeValue *cases;
  gsize length;
  guint n_messages = 0, n_calls = 0;

  if (path == NULL || !g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("the recorded cases are not here");
      return;
    }
  golden = troupe_value_from_json (text, (gssize) length, NULL);
  cases = get (golden, "cases");
  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *requests = get (get (troupe_value_list_get (cases, i), "expect"), "requests");

      for (gsize j = 0; requests != NULL && j < troupe_value_list_get_length (requests); j++)
        {
          TroupeValue *request = troupe_value_list_get (requests, j);
          TroupeValue *messages = get (get (request, "body"), "messages");
          TroupeValue *where = get (request, "path");

          if (messages == NULL || !troupe_value_is (messages, TROUPE_VALUE_LIST) || where == NULL ||
              strstr (troupe_value_get_string (where, NULL), "chat/completions") == NULL)
            continue;
          for (gsize k = 0; k < troupe_value_list_get_length (messages); k++)
            {
              TroupeValue *value = troupe_value_list_get (messages, k);
              TroupeValue *content = get (value, "content");
              g_autoptr (TroupeLlmMessage) message = NULL;
              g_autoptr (TroupeValue) back = NULL;

              if (content != NULL && troupe_value_is (content, TROUPE_VALUE_MAP))
                continue;
              message = troupe_llm_message_from_value (value);
              back = troupe_llm_message_to_value (message);
              n_calls += troupe_llm_message_has (message, TROUPE_LLM_PART_TOOL_CALL);
              /* Azure's client omits an empty content. */
              if (content == NULL)
                {
                  g_autoptr (TroupeValue) without = troupe_value_map_without (back, "content");

                  g_assert_true (troupe_value_equal (value, without));
                }
              else
                g_assert_true (troupe_value_equal (value, back));
              n_messages++;
            }
        }
    }
  g_test_message ("%u messages, %u with calls", n_messages, n_calls);
  g_assert_cmpuint (n_messages, >, 40);
  g_assert_cmpuint (n_calls, >, 20);
}

/* A key in an attached text is not sent; the file can be decoded afterwards. */
static void
test_files_hidden (void)
{
  static const char *const keys[] = { "file-canary-0123456789", NULL };
  g_autoptr (TroupeSecret) secret = troupe_secret_new (keys);
  g_autofree char *file = g_base64_encode ((const guchar *) "a file-canary-0123456789 b", 26);
  g_autofree char *text = g_strdup_printf (
      "[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":"
      "\"data:text/plain;base64,%s\"}},{\"type\":\"file\",\"file\":{\"file_data\":"
      "\"data:text/csv;base64,%s\"}},{\"type\":\"image_url\",\"image_url\":{\"url\":"
      "\"https://example.org/?key=file-canary-0123456789\"}}]}]",
      file, file);
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (value);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("mock/echo", messages);
  g_autofree char *mask = g_base64_encode ((const guchar *) "a " TROUPE_SECRET_MASK " b", 13);
  const TroupeLlmMessage *message = NULL;
  g_autofree char *uri = g_strconcat ("data:text/plain;base64,", mask, NULL);

  troupe_llm_request_hide (request, secret);
  message = g_ptr_array_index (request->messages, 0);
  for (guint i = 0; i < 3; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
      g_autofree char *sent = troupe_value_to_json (part->value, TROUPE_JSON_COMPACT);

      g_assert_true (!troupe_secret_is_in (secret, sent, -1));
      g_assert_true ((strstr (sent, mask) != NULL) == (i < 2));
    }
  g_assert_cmpstr (((TroupeLlmPart *) g_ptr_array_index (message->parts, 0))->uri, ==, uri);
  g_assert_cmpstr (((TroupeLlmPart *) g_ptr_array_index (message->parts, 2))->uri, ==,
                   "https://example.org/?key=" TROUPE_SECRET_MASK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-message/round-trip", test_round_trip);
  g_test_add_func ("/llm-message/odd", test_odd);
  g_test_add_func ("/llm-message/finish", test_finish);
  g_test_add_func ("/llm-message/recorded", test_recorded);

  g_test_add_func ("/llm-message/files-hidden", test_files_hidden);
  return g_test_run ();
}
