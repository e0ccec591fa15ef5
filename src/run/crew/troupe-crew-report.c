/* troupe-crew-report.c: emits the events of a crew, its tasks and their guardrails
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-report"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-context.h"
#include "troupe-crew-runner-parts.h"

static gboolean
is_watched (TroupeCrewRunner *self)
{
  TroupeEventBus *bus = troupe_crew_runner_get_around (self)->run->bus;

  return bus != NULL && troupe_event_bus_is_watched (bus);
}

static void
add_text (TroupeMapBuilder *fields, const char *key, const char *text)
{
  troupe_map_builder_add (
      fields, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
add_error (TroupeMapBuilder *fields, const GError *error)
{
  TroupeMapBuilder details;

  troupe_map_builder_init (&details);
  add_text (&details, "kind", troupe_run_error_get_kind (error));
  add_text (&details, "message", error->message);
  troupe_map_builder_add (fields, "error", troupe_map_builder_end (&details));
}

/* @fields: takes ownership of its contents */
static void
emit (TroupeCrewRunner *self, TroupeEventType type, TroupeScope *scope, TroupeMapBuilder *fields)
{
  troupe_event_bus_emit (troupe_crew_runner_get_around (self)->run->bus,
                         troupe_event_new (type, scope, troupe_map_builder_end (fields)));
}

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Returns TRUE if the crew has ended because it waits for the user. When the crew is resumed, it
 * continues at that point. */
static gboolean
is_paused (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING);
}

/* --- Crew events ------------------------------------------------------------------------------ */

static void
begin_crew (TroupeCrewRunner *self, TroupeMapBuilder *fields)
{
  troupe_map_builder_init (fields);
  add_text (fields, "crew_name", troupe_crew_runner_get_crew (self)->name);
}

TroupeScope *
troupe_crew_report_started (TroupeCrewRunner *self, TroupeValue *inputs)
{
  const TroupeCrewContext *around = troupe_crew_runner_get_around (self);
  TroupeScope *scope = troupe_scope_new (TROUPE_SCOPE_CREW, around->scope, around->path,
                                         troupe_crew_runner_get_crew (self)->name);
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return scope;
  begin_crew (self, &fields);
  troupe_map_builder_add (&fields, "inputs",
                          inputs != NULL ? troupe_value_ref (inputs)
                                         : troupe_value_from_json ("{}", -1, NULL));
  troupe_agent_events_add_verbose (&fields, troupe_crew_runner_get_crew (self)->fields);
  emit (self, TROUPE_EVENT_CREW_STARTED, scope, &fields);
  return scope;
}

void
troupe_crew_report_finished (TroupeCrewRunner *self, TroupeValue *output)
{
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return;
  begin_crew (self, &fields);
  troupe_map_builder_add (&fields, "output",
                          troupe_value_ref (troupe_value_map_lookup_string (output, "raw", -1)));
  troupe_map_builder_add (&fields, "total_tokens",
                          troupe_value_new_integer (
                              troupe_crew_runner_get_usage (self)->total_tokens));
  emit (self, TROUPE_EVENT_CREW_FINISHED, troupe_crew_runner_get_scope (self), &fields);
}

void
troupe_crew_report_failed (TroupeCrewRunner *self, const GError *error)
{
  const gboolean was_stopped = is_cancelled (error);
  TroupeMapBuilder fields;

  if (!is_watched (self) || troupe_crew_runner_get_scope (self) == NULL || is_paused (error))
    return;
  begin_crew (self, &fields);
  if (!was_stopped)
    add_error (&fields, error);
  emit (self, was_stopped ? TROUPE_EVENT_CREW_CANCELLED : TROUPE_EVENT_CREW_FAILED,
        troupe_crew_runner_get_scope (self), &fields);
}

/* --- Task events ------------------------------------------------------------------------------ */

static void
begin_task (TroupeCrewRunner *self, guint index, TroupeMapBuilder *fields)
{
  troupe_map_builder_init (fields);
  add_text (fields, "task_name",
            troupe_crew_task_get_title (&troupe_crew_runner_get_crew (self)->tasks[index]));
  add_text (fields, "agent_role", troupe_crew_runner_get_role (self, index));
}

TroupeScope *
troupe_crew_report_task_started (TroupeCrewRunner *self, guint index, const char *context)
{
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (self)->tasks[index];
  g_autofree char *path = troupe_crew_runner_make_path (self, task->path);
  TroupeScope *scope = troupe_scope_new (TROUPE_SCOPE_TASK, troupe_crew_runner_get_scope (self),
                                         path, troupe_crew_task_get_title (task));
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return scope;
  begin_task (self, index, &fields);
  add_text (&fields, "context", context);
  emit (self, TROUPE_EVENT_TASK_STARTED, scope, &fields);
  return scope;
}

void
troupe_crew_report_task_ended (TroupeCrewRunner *self,
                               TroupeScope *scope,
                               guint index,
                               TroupeValue *output,
                               const GError *error)
{
  TroupeEventType type = TROUPE_EVENT_TASK_FINISHED;
  TroupeMapBuilder fields;

  if (!is_watched (self) || (error != NULL && is_paused (error)))
    return;
  begin_task (self, index, &fields);
  if (output != NULL)
    troupe_map_builder_add (&fields, "output",
                            troupe_value_ref (troupe_value_map_lookup_string (output, "raw", -1)));
  else if (is_cancelled (error))
    type = TROUPE_EVENT_TASK_CANCELLED;
  else
    {
      type = TROUPE_EVENT_TASK_FAILED;
      add_error (&fields, error);
    }
  emit (self, type, scope, &fields);
}

void
troupe_crew_report_task_reused (TroupeCrewRunner *self, guint index, TroupeValue *output)
{
  /* If a kickoff is resumed, the process that executed the task has reported it. */
  if (troupe_crew_runner_is_replay (self))
    troupe_crew_report_task_bypassed (self, index, output, NULL);
}

void
troupe_crew_report_task_bypassed (TroupeCrewRunner *self,
                                  guint index,
                                  TroupeValue *output,
                                  const char *how)
{
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (self)->tasks[index];
  g_autofree char *path = NULL;
  g_autoptr (TroupeScope) scope = NULL;
  TroupeValue *raw = troupe_value_get_member (output, "raw");
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return;
  path = troupe_crew_runner_make_path (self, task->path);
  scope = troupe_scope_new (TROUPE_SCOPE_TASK, troupe_crew_runner_get_scope (self), path,
                            troupe_crew_task_get_title (task));
  begin_task (self, index, &fields);
  troupe_map_builder_add (&fields, "output",
                          raw != NULL ? troupe_value_ref (raw) : troupe_value_new_null ());
  if (how != NULL)
    troupe_map_builder_add (&fields, how, troupe_value_new_boolean (TRUE));
  emit (self, TROUPE_EVENT_TASK_REUSED, scope, &fields);
}

/* --- Guardrail events ------------------------------------------------------------------------- */

static void
begin_guardrail (TroupeCrewRunner *self,
                 guint index,
                 const TroupeCrewHook *hook,
                 guint n_retries,
                 TroupeMapBuilder *fields)
{
  begin_task (self, index, fields);
  add_text (fields, "guardrail_type", hook->type == TROUPE_CREW_HOOK_TEXT ? "llm" : "function");
  add_text (fields, "guardrail_name", troupe_crew_hook_get_name (hook));
  troupe_map_builder_add (fields, "retry_count", troupe_value_new_integer (n_retries));
}

TroupeScope *
troupe_crew_report_guardrail_started (TroupeCrewRunner *self,
                                      TroupeScope *task_scope,
                                      guint index,
                                      const TroupeCrewHook *hook,
                                      guint n_retries)
{
  g_autofree char *path = troupe_crew_runner_make_path (self, hook->path);
  TroupeScope *scope =
      troupe_scope_new (TROUPE_SCOPE_GUARDRAIL, task_scope, path, troupe_crew_hook_get_name (hook));
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return scope;
  begin_guardrail (self, index, hook, n_retries, &fields);
  emit (self, TROUPE_EVENT_GUARDRAIL_STARTED, scope, &fields);
  return scope;
}

void
troupe_crew_report_guardrail_ended (TroupeCrewRunner *self,
                                    TroupeScope *scope,
                                    guint index,
                                    const TroupeCrewHook *hook,
                                    guint n_retries,
                                    TroupeValue *result,
                                    const char *message)
{
  TroupeMapBuilder fields;

  if (!is_watched (self))
    return;
  begin_guardrail (self, index, hook, n_retries, &fields);
  troupe_map_builder_add (&fields, "success", troupe_value_new_boolean (message == NULL));
  troupe_map_builder_add (&fields, "result",
                          result != NULL ? troupe_value_ref (result) : troupe_value_new_null ());
  if (message != NULL)
    {
      TroupeMapBuilder details;

      troupe_map_builder_init (&details);
      add_text (&details, "kind", "guardrail");
      add_text (&details, "message", message);
      troupe_map_builder_add (&fields, "error", troupe_map_builder_end (&details));
    }
  else
    add_text (&fields, "error", NULL);
  emit (self, TROUPE_EVENT_GUARDRAIL_FINISHED, scope, &fields);
}
