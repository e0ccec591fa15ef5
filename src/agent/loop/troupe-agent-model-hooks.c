/* troupe-agent-model-hooks.c: calls of hooks before and after a request to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-model-hooks"

#include "config.h"

#include "troupe-agent-model-hooks.h"

void
troupe_agent_model_hooks_call (const TroupeAgentModelHooks *self,
                               GPtrArray *messages,
                               const char *response,
                               GCancellable *cancellable,
                               TroupeAgentHookedFunc func,
                               gpointer func_data)
{
  const char *point = response != NULL ? "post_model_call" : "pre_model_call";
  const gboolean is_of_loop = self->iterations >= 0;
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  g_autoptr (TroupeValue) about = NULL;
  TroupeAgentHooks hooks;
  TroupeMapBuilder fields;

  g_return_if_fail (self != NULL && messages != NULL && func != NULL);

  hooks = self->hooks;
  if (!is_of_loop)
    {
      TroupeValue *agent =
          self->hooks.about != NULL ? troupe_value_get_member (self->hooks.about, "agent") : NULL;
      TroupeMapBuilder agent_about;
      TroupeValue *result = NULL;

      /* What the hook receives of an agent beside the requests of its loop: as in CrewAI,
       * neither the task nor the crew. */
      if (agent != NULL && self->role != NULL)
        {
          troupe_map_builder_init (&agent_about);
          troupe_map_builder_add (&agent_about, "agent", troupe_value_ref (agent));
          result = troupe_map_builder_end (&agent_about);
        }
      hooks.about = about = result;
    }
  for (guint i = 0; i < messages->len; i++)
    g_ptr_array_add (values, troupe_llm_message_to_value (g_ptr_array_index (messages, i)));
  troupe_agent_hooks_begin (&hooks, point, &fields);
  troupe_map_builder_add (&fields, "messages",
                          troupe_value_new_list ((TroupeValue **) values->pdata, values->len));
  troupe_map_builder_add (&fields, "model", troupe_value_new_string (self->model, -1));
  troupe_map_builder_add (&fields, "iterations",
                          troupe_value_new_integer (is_of_loop ? self->iterations : 0));
  troupe_map_builder_add (&fields, "has_executor", troupe_value_new_boolean (is_of_loop));
  troupe_map_builder_add (&fields, "response",
                          response != NULL ? troupe_value_new_string (response, -1)
                                           : troupe_value_new_null ());
  troupe_agent_hooks_call (&hooks, &fields, self->bus, self->scope, self->role, cancellable, func,
                           func_data);
}

GPtrArray *
troupe_agent_model_hooks_take_messages (TroupeValue *hooked, GPtrArray *messages)
{
  TroupeValue *list =
      hooked != NULL ? troupe_value_get_member_of (hooked, "messages", TROUPE_VALUE_LIST) : NULL;
  g_autoptr (GPtrArray) taken = NULL;

  g_return_val_if_fail (messages != NULL, NULL);

  if (list == NULL)
    return NULL;
  taken = troupe_llm_messages_from_value (list);
  for (guint i = 0; i < taken->len && i < messages->len; i++)
    {
      TroupeLlmMessage *old = g_ptr_array_index (messages, i);
      g_autoptr (TroupeValue) value = troupe_llm_message_to_value (old);

      if (!troupe_value_equal (value, troupe_value_list_get (list, i)))
        continue;
      troupe_llm_message_unref (taken->pdata[i]);
      taken->pdata[i] = troupe_llm_message_ref (old);
    }
  return g_steal_pointer (&taken);
}

GError *
troupe_agent_model_hooks_take_error (TroupeValue *hooked)
{
  const char *reason = troupe_agent_hooks_get_abort (hooked);

  if (reason == NULL)
    return NULL;
  if (g_str_equal (reason, "before_llm_call hook returned False"))
    return g_error_new_literal (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_BLOCKED,
                                "LLM call blocked by before_llm_call hook");
  return g_error_new_literal (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DENIED, reason);
}
