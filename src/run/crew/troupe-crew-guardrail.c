/* troupe-crew-guardrail.c: guardrails of a task's output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-guardrail"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-crew-guardrail.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-output.h"
#include "troupe-python-text.h"
#include "troupe-run.h"

void
troupe_crew_verdict_free (TroupeCrewVerdict *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_free (self);
}

static void
free_verdict (gpointer data)
{
  troupe_crew_verdict_free (data);
}

/* @text: (transfer full) */
static void
give (GTask *task, gboolean passes, char *text, TroupeValue *output)
{
  TroupeCrewVerdict *verdict = g_new0 (TroupeCrewVerdict, 1);

  g_assert (G_IS_TASK (task));

  verdict->passes = passes;
  verdict->text = text;
  if (output != NULL)
    verdict->output = troupe_value_ref (output);
  g_task_return_pointer (task, verdict, free_verdict);
}

/* --- Guardrails written as sentences ---------------------------------------------------------- */

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeValue *output = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *feedback = NULL;
  gboolean is_kept = FALSE;

  if (troupe_agent_judge_finish (result, &is_kept, &feedback, &error))
    give (task, is_kept,
          is_kept ? g_strdup (troupe_crew_output_get_raw (output))
                  : g_strdup (feedback != NULL ? feedback : ""),
          NULL);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (troupe_llm_error_is_outage (error))
    {
      /* Without a verdict the answer is not rejected, and another one would not be judged either. */
      g_prefix_error (&error, "%s ", _ ("The model that checks the guardrail is unavailable."));
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else
    /* The error is the reason with which the task is repeated, as in CrewAI. */
    give (task, FALSE,
          g_strdup_printf (_ ("Error while validating the task output: %s"), error->message), NULL);
}

/* --- Guardrail functions ---------------------------------------------------------------------- */

/* Processes the function's tuple. @passes: first element; @with: second element */
static void
take_pair (GTask *task, gboolean passes, TroupeValue *with)
{
  const char *kind = troupe_value_get_member_text (with, "kind");
  TroupeValue *value = troupe_value_map_lookup_string (with, "value", -1);

  g_assert (G_IS_TASK (task));

  if (!passes)
    give (task, FALSE, troupe_python_text_str (value), NULL);
  else if (g_strcmp0 (kind, "output") == 0)
    give (task, TRUE, NULL, value);
  else if (g_strcmp0 (kind, "text") == 0)
    give (task, TRUE, g_strdup (troupe_value_get_member_text (with, "value")), NULL);
  else
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
                             _ ("A guardrail that modifies an answer must return it, as a string "
                                "or as an output; this one returned neither."));
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);
  TroupeValue *first = NULL;
  TroupeValue *second = NULL;

  if (value == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST) && troupe_value_list_get_length (value) == 2)
    {
      first = troupe_value_list_get (value, 0);
      second = troupe_value_list_get (value, 1);
    }
  if (first == NULL || !troupe_value_is (first, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_is (second, TROUPE_VALUE_MAP))
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
                             _ ("A guardrail must return a pair of a boolean and a value."));
  else
    take_pair (task, troupe_value_get_boolean (first), second);
}

void
troupe_crew_guardrail_ask_async (const TroupeCrewContext *around,
                                 const TroupeCrewHook *hook,
                                 TroupeAgentDefinition *agent,
                                 TroupeValue *output,
                                 const TroupeAgentContext *call,
                                 const char *owner,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (hook != NULL && output != NULL);

  g_task_set_source_tag (task, troupe_crew_guardrail_ask_async);
  g_task_set_task_data (task, troupe_value_ref (output), (GDestroyNotify) troupe_value_unref);
  if (hook->type == TROUPE_CREW_HOOK_TEXT)
    troupe_agent_judge_async (agent, hook->text, troupe_crew_output_get_raw (output), call,
                              cancellable, judged_cb, g_object_ref (task));
  else
    troupe_crew_hook_call_async (around, hook, TROUPE_HOOK_GUARDRAIL, output, owner, cancellable,
                                 called_cb, g_object_ref (task));
}

TroupeCrewVerdict *
troupe_crew_guardrail_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
