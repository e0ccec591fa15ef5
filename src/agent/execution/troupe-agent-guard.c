/* troupe-agent-guard.c: an agent's own guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-guard"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-events.h"
#include "troupe-agent-guard.h"
#include "troupe-agent-review.h"
#include "troupe-python-text.h"

typedef struct
{
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;
  char *role;
  const char *type;
  char *rule; /* or the name of the function */
  char *answer;
  guint n_refused;
  gboolean is_kept;
  char *feedback;
  TroupeValue *with; /* (nullable) */
} Guard;

static void
guard_free (gpointer data)
{
  Guard *guard = data;

  g_clear_pointer (&guard->bus, troupe_event_bus_unref);
  g_clear_pointer (&guard->scope, troupe_scope_unref);
  g_free (guard->role);
  g_free (guard->rule);
  g_free (guard->answer);
  g_free (guard->feedback);
  g_clear_pointer (&guard->with, troupe_value_unref);
  g_free (guard);
}

static void
begin_fields (Guard *guard, TroupeMapBuilder *fields)
{
  g_assert (guard != NULL);

  troupe_agent_events_begin (fields, guard->role);
  troupe_agent_events_add_text (fields, "guardrail_type", guard->type);
  troupe_agent_events_add_text (fields, "guardrail_name", guard->rule);
  troupe_map_builder_add (fields, "retry_count", troupe_value_new_integer (guard->n_refused));
}

static void
tell_finished (Guard *guard)
{
  TroupeMapBuilder fields;

  g_assert (guard != NULL);

  if (!troupe_agent_events_are_watched (guard->bus))
    return;
  begin_fields (guard, &fields);
  troupe_map_builder_add (&fields, "success", troupe_value_new_boolean (guard->is_kept));
  if (guard->is_kept && guard->with != NULL)
    troupe_map_builder_add (&fields, "result", troupe_value_ref (guard->with));
  else if (guard->is_kept)
    troupe_agent_events_add_text (&fields, "result", guard->answer);
  else
    troupe_agent_events_add_text (&fields, "error", guard->feedback);
  troupe_agent_events_emit (guard->bus, TROUPE_EVENT_GUARDRAIL_FINISHED, guard->scope, &fields);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Guard *guard = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_judge_finish (result, &guard->is_kept, &guard->feedback, &error))
    guard->feedback =
        /* Translators: an error message */
        g_strdup_printf (_ ("The guardrail could not be evaluated: %s"), error->message);
  if (!guard->is_kept && guard->feedback == NULL)
    guard->feedback = g_strdup (guard->rule);
  tell_finished (guard);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  if (error != NULL && troupe_llm_error_is_outage (error))
    {
      g_prefix_error (&error, "%s ", _ ("The model that checks the guardrail is unavailable."));
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  g_task_return_boolean (task, TRUE);
}

/* Called with the verdict of the function. */
static void
take_verdict (gboolean is_kept, TroupeValue *with, GError *error, gpointer verdict_data)
{
  g_autoptr (GTask) task = verdict_data;
  Guard *guard = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  guard->is_kept = error == NULL && is_kept;
  if (guard->is_kept && with != NULL)
    guard->with = troupe_value_ref (with);
  else if (!guard->is_kept)
    guard->feedback = error != NULL ? g_strdup (error->message) : troupe_python_text_str (with);
  tell_finished (guard);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
troupe_agent_guard_async (TroupeAgentDefinition *self,
                          const char *rule,
                          TroupeValue *output,
                          guint n_refused,
                          const TroupeAgentContext *call,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  TroupeAgentContext inner;
  Guard *guard = NULL;

  g_return_if_fail (self != NULL && output != NULL && call != NULL);
  g_return_if_fail (rule != NULL || call->guard_func != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_guard_async);
  g_task_set_check_cancellable (task, FALSE);
  guard = g_new0 (Guard, 1);
  guard->bus = call->run->bus != NULL ? troupe_event_bus_ref (call->run->bus) : NULL;
  guard->scope = troupe_scope_new (TROUPE_SCOPE_GUARDRAIL, call->scope, NULL, "guardrail");
  guard->role = g_strdup (troupe_agent_definition_get_role (self));
  guard->type = rule != NULL ? "llm" : "function";
  guard->rule = g_strdup (rule != NULL ? rule : call->guard_name);
  guard->answer = g_strdup (troupe_value_get_member_text (output, "raw"));
  guard->n_refused = n_refused;
  g_task_set_task_data (task, guard, guard_free);
  if (troupe_agent_events_are_watched (guard->bus))
    {
      TroupeMapBuilder fields;

      begin_fields (guard, &fields);
      troupe_agent_events_emit (guard->bus, TROUPE_EVENT_GUARDRAIL_STARTED, guard->scope, &fields);
    }
  if (rule == NULL)
    {
      call->guard_func (output, guard->scope, cancellable, take_verdict, g_steal_pointer (&task),
                        call->guard_data);
      return;
    }
  inner = *call;
  inner.scope = guard->scope;
  troupe_agent_judge_async (self, rule, guard->answer, &inner, cancellable, judged_cb,
                            g_steal_pointer (&task));
}

gboolean
troupe_agent_guard_finish (GAsyncResult *result,
                           gboolean *is_kept,
                           char **feedback,
                           TroupeValue **with,
                           GError **error)
{
  Guard *guard = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (is_kept != NULL && feedback != NULL && with != NULL, FALSE);

  guard = g_task_get_task_data (G_TASK (result));
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *is_kept = guard->is_kept;
  *feedback = g_steal_pointer (&guard->feedback);
  *with = g_steal_pointer (&guard->with);

  return TRUE;
}
