/* troupe-agent-request.c: settings of a request, and changes to one that a service has rejected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-request"

#include "config.h"

#include <string.h>

#include "troupe-agent-form.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-request.h"
#include "troupe-clock.h"

/* --- Response format -------------------------------------------------------------------------- */

static gboolean
is_said (GPtrArray *messages, const char *text)
{
  g_assert (messages != NULL);

  for (guint i = 0; i < messages->len; i++)
    {
      g_autofree char *said = troupe_llm_message_get_text (g_ptr_array_index (messages, i));

      if (strstr (said, text) != NULL)
        return TRUE;
    }

  return FALSE;
}

/* Returns the messages with the schema of the answer, unless they contain it already. The schema is
 * added to the last message if that is one of the user, because some servers reject two messages of
 * the user in a row. (transfer full) */
static GPtrArray *
add_instructions (GPtrArray *messages, TroupeValue *schema)
{
  g_autofree char *json = g_strchomp (troupe_value_to_json (schema, TROUPE_JSON_PRETTY));
  g_autofree char *text =
      troupe_prompt_fill (TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS, "output_format", json, NULL);
  GPtrArray *said = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  TroupeLlmMessage *last = NULL;

  if (is_said (messages, json))
    {
      g_ptr_array_unref (said);
      return g_ptr_array_ref (messages);
    }
  for (guint i = 0; i < messages->len; i++)
    g_ptr_array_add (said, troupe_llm_message_ref (g_ptr_array_index (messages, i)));
  if (said->len > 0)
    last = g_ptr_array_index (said, said->len - 1);
  if (last != NULL && last->role == TROUPE_LLM_ROLE_USER)
    {
      last = troupe_llm_message_copy (last);
      g_ptr_array_remove_index (said, said->len - 1);
    }
  else
    {
      last = troupe_llm_message_new (TROUPE_LLM_ROLE_USER);
    }
  troupe_llm_message_add_line (last, text);
  g_ptr_array_add (said, last);

  return said;
}

gboolean
troupe_agent_request_drop_format (TroupeLlmRequest *request)
{
  TroupeValue *format = NULL;
  TroupeValue *schema = NULL;
  TroupeValue *plain = NULL;

  g_return_val_if_fail (request != NULL, FALSE);

  format = troupe_value_get_member (request->settings, "response_format");
  schema = troupe_value_get_member (troupe_value_get_member (format, "json_schema"), "schema");
  if (format == NULL)
    return FALSE;
  if (schema != NULL)
    {
      GPtrArray *messages = add_instructions (request->messages, schema);

      g_ptr_array_unref (request->messages);
      request->messages = messages;
    }
  plain = troupe_agent_settings_without (request->settings, "response_format");
  troupe_value_unref (request->settings);
  request->settings = plain;

  return TRUE;
}

/* --- Fallback --------------------------------------------------------------------------------- */

gboolean
troupe_agent_request_fall_back (TroupeLlmRequest *request)
{
  g_autoptr (TroupeValue) rest = NULL;
  g_autofree char *model = NULL;
  TroupeValue *settings = NULL;
  static const char *const kept[] = { "response_format", "stop" };
  TroupeMapBuilder empty;
  g_autoptr (TroupeValue) all = NULL;

  g_return_val_if_fail (request != NULL, FALSE);

  model = troupe_llm_model_get_fallback (request->settings, &rest);
  if (model == NULL)
    return FALSE;
  /* The settings of the fallback, with what depends on the agent and its task. */
  troupe_map_builder_init (&empty);
  all = rest != NULL ? troupe_value_ref (rest) : troupe_map_builder_end (&empty);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      TroupeValue *value = troupe_value_get_member (request->settings, kept[i]);
      g_autoptr (TroupeValue) old = NULL;

      if (value == NULL || troupe_value_get_member (all, kept[i]) != NULL)
        continue;
      old = g_steal_pointer (&all);
      all = troupe_value_map_with (old, kept[i], value);
    }
  settings = g_steal_pointer (&all);
  g_clear_pointer (&request->settings, troupe_value_unref);
  request->settings = settings;
  troupe_set_str (&request->model, model);

  return TRUE;
}

/* --- Stop sequences --------------------------------------------------------------------------- */

/* Returns the document's stop sequences under the name that some services use for them.
 * (nullable) */
static TroupeValue *
find_sequences (TroupeValue *settings, const char *model)
{
  static const TroupeProviderWire wires[] = { TROUPE_WIRE_ANTHROPIC, TROUPE_WIRE_BEDROCK,
                                              TROUPE_WIRE_GEMINI };
  TroupeValue *sequences = troupe_value_get_member (settings, "stop_sequences");

  if (sequences == NULL || troupe_value_is (sequences, TROUPE_VALUE_NULL))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    if (troupe_agent_form_is_of (model, wires[i]))
      return sequences;
  return NULL;
}

TroupeValue *
troupe_agent_request_add_stops (const char *model, TroupeValue *settings, const char *const *stops)
{
  TroupeValue *sequences = find_sequences (settings, model);
  TroupeValue *own = sequences != NULL ? sequences : troupe_value_get_member (settings, "stop");
  gboolean is_list = own != NULL && troupe_value_is (own, TROUPE_VALUE_LIST);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (TroupeValue) base = NULL;
  TroupeMapBuilder empty;

  for (gsize i = 0; stops != NULL && stops[i] != NULL; i++)
    g_ptr_array_add (words, troupe_value_new_string (stops[i], -1));
  for (gsize i = 0; is_list && i < troupe_value_list_get_length (own); i++)
    g_ptr_array_add (words, troupe_value_ref (troupe_value_list_get (own, i)));
  if (own != NULL && troupe_value_is (own, TROUPE_VALUE_STRING))
    g_ptr_array_add (words, troupe_value_ref (own));
  if (words->len == 0)
    return settings != NULL ? troupe_value_ref (settings) : NULL;

  list = troupe_value_new_list ((TroupeValue **) words->pdata, words->len);
  if (sequences != NULL)
    base = troupe_value_map_without (settings, "stop_sequences");
  else if (settings != NULL)
    base = troupe_value_ref (settings);
  else
    {
      troupe_map_builder_init (&empty);
      base = troupe_map_builder_end (&empty);
    }
  return troupe_value_map_with (base, "stop", list);
}
