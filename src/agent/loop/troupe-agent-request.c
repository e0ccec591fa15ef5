/* troupe-agent-request.c: changes to a request that a service has rejected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-request"

#include "config.h"

#include <string.h>

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

/* Returns the settings of the fallback with what depends on the agent and its task. (transfer full) */
static TroupeValue *
take_over_settings (TroupeValue *settings, TroupeValue *before)
{
  static const char *const kept[] = { "response_format", "stop" };
  TroupeMapBuilder empty;
  g_autoptr (TroupeValue) all = NULL;

  troupe_map_builder_init (&empty);
  all = settings != NULL ? troupe_value_ref (settings) : troupe_map_builder_end (&empty);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      TroupeValue *value = troupe_value_get_member (before, kept[i]);
      g_autoptr (TroupeValue) old = NULL;

      if (value == NULL || troupe_value_get_member (all, kept[i]) != NULL)
        continue;
      old = g_steal_pointer (&all);
      all = troupe_value_map_with (old, kept[i], value);
    }

  return g_steal_pointer (&all);
}

gboolean
troupe_agent_request_fall_back (TroupeLlmRequest *request)
{
  g_autoptr (TroupeValue) rest = NULL;
  g_autofree char *model = NULL;
  TroupeValue *settings = NULL;

  g_return_val_if_fail (request != NULL, FALSE);

  model = troupe_llm_model_get_fallback (request->settings, &rest);
  if (model == NULL)
    return FALSE;
  settings = take_over_settings (rest, request->settings);
  g_clear_pointer (&request->settings, troupe_value_unref);
  request->settings = settings;
  troupe_set_str (&request->model, model);

  return TRUE;
}
