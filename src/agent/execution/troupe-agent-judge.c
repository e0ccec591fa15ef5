/* troupe-agent-judge.c: asks a model whether an answer complies with a guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-judge"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-events.h"
#include "troupe-agent-job.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"

/* CrewAI's names, as they appear in servers and logs. */
#define JUDGE_ROLE "Guardrail Agent"
#define VERDICT_NAME "LLMGuardrailResult"

typedef struct
{
  gboolean is_kept;
  char *feedback;
} Verdict;

static void
verdict_free (gpointer data)
{
  Verdict *verdict = data;

  g_free (verdict->feedback);
  g_free (verdict);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_agent_work_finish (result, &error);
  TroupeValue *object = NULL, *feedback = NULL;
  Verdict *verdict = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  object = troupe_value_get_member (answer, "pydantic");
  feedback = troupe_value_get_member (object, "feedback");
  verdict = g_new0 (Verdict, 1);
  /* The answer matches the schema, because otherwise the request would have failed. */
  verdict->is_kept = troupe_value_get_boolean (troupe_value_get_member (object, "valid"));
  if (feedback != NULL)
    verdict->feedback = g_strdup (troupe_value_get_string (feedback, NULL));
  g_task_return_pointer (task, verdict, verdict_free);
}

void
troupe_agent_judge_async (TroupeAgentDefinition *self,
                          const char *rule,
                          const char *answer,
                          const TroupeAgentContext *call,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (TroupeAgentDefinition) judge = NULL;
  g_autoptr (TroupeValue) form = NULL;
  g_autoptr (TroupeValue) input = NULL;
  g_autoptr (GTask) task = NULL;
  TroupeAgentContext inner;
  TroupeValue *model;
  g_autoptr (TroupeValue) fields = NULL;
  TroupeMapBuilder builder;
  g_autofree char *text = NULL;

  g_return_if_fail (self != NULL && rule != NULL && answer != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_judge_async);
  /* Creates the judge with the model of the agent. It is asked once; the caller counts the
   * retries. */
  model = troupe_value_get_member (self->fields, "llm");
  troupe_map_builder_init (&builder);
  troupe_agent_events_add_text (&builder, "role", JUDGE_ROLE);
  troupe_agent_events_add_text (&builder, "goal", troupe_prompt_get (TROUPE_PROMPT_GUARDRAIL_GOAL));
  troupe_agent_events_add_text (&builder, "backstory",
                                troupe_prompt_get (TROUPE_PROMPT_GUARDRAIL_BACKSTORY));
  troupe_map_builder_add (&builder, "max_retry_limit", troupe_value_new_integer (0));
  if (model != NULL)
    troupe_map_builder_add (&builder, "llm", troupe_value_ref (model));
  fields = troupe_map_builder_end (&builder);

  judge = troupe_agent_definition_new (fields, NULL);
  text = g_strdup_printf ("{\"title\":\"" VERDICT_NAME "\",\"type\":\"object\",\"properties\":{"
                          "\"valid\":{\"type\":\"boolean\",\"description\":\"%s\"},"
                          "\"feedback\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],"
                          "\"description\":\"%s\"}},"
                          "\"required\":[\"valid\"]}",
                          troupe_prompt_get (TROUPE_PROMPT_GUARDRAIL_VALID),
                          troupe_prompt_get (TROUPE_PROMPT_GUARDRAIL_FEEDBACK));
  form = troupe_value_from_json (text, -1, NULL);
  input = troupe_value_take_string (troupe_prompt_fill (TROUPE_PROMPT_GUARDRAIL, "task_output",
                                                        answer, "guardrail", rule, NULL),
                                    -1);
  inner = *call;
  inner.tools = NULL;
  inner.step_func = NULL;
  inner.validate_func = NULL;
  troupe_agent_work_async (judge, input, troupe_agent_job_new_form (form), &inner, cancellable,
                           judged_cb, g_steal_pointer (&task));
}

gboolean
troupe_agent_judge_finish (GAsyncResult *result, gboolean *is_kept, char **feedback, GError **error)
{
  Verdict *verdict = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (is_kept != NULL && feedback != NULL, FALSE);

  verdict = g_task_propagate_pointer (G_TASK (result), error);
  if (verdict == NULL)
    return FALSE;
  *is_kept = verdict->is_kept;
  *feedback = g_steal_pointer (&verdict->feedback);
  verdict_free (verdict);

  return TRUE;
}
