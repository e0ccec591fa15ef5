/* troupe-crew-prepare.c: first stage of a kickoff: everything before the first task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-prepare"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-file.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-python-inputs.h"
#include "troupe-crew-python-resolve.h"
#include "troupe-crew-runner-private.h"

/* @runner: the runner that is being prepared, borrowed; @hook: the before-kickoff hook to call
 *   next */
struct _TroupeCrewPrepare
{
  TroupeCrewRunner *runner;
  guint hook;
};

static void call_before (TroupeCrewPrepare *self);

TroupeCrewPrepare *
troupe_crew_prepare_new (TroupeCrewRunner *runner)
{
  TroupeCrewPrepare *self = g_new0 (TroupeCrewPrepare, 1);

  self->runner = runner;
  return self;
}

void
troupe_crew_prepare_free (TroupeCrewPrepare *self)
{
  g_return_if_fail (self != NULL);

  g_free (self);
}

/* --- Agents, descriptions, knowledge ---------------------------------------------------------- */

static void
planned (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->error != NULL)
    troupe_crew_runner_stop (self);
  else
    troupe_crew_tasks_go_on (self->tasks);
}

static void
trained_loaded (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->error != NULL)
    troupe_crew_runner_stop (self);
  else
    troupe_crew_runner_plan (self, planned);
}

static void
knowledge_loaded (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  troupe_crew_runner_load_trained (self, trained_loaded);
}

/* Checks the files that the crew will write, before the crew causes any costs. */
static gboolean
check_files (TroupeCrewRunner *self, char **where, GError **error)
{
  g_autofree char *log = troupe_crew_log_find_path (self->crew);

  g_assert (self != NULL);

  for (guint i = 0; i < self->crew->n_tasks; i++)
    if (self->crew->tasks[i].output_file != NULL &&
        !troupe_crew_file_check (self->around.work, self->crew->tasks[i].output_file, error))
      {
        *where = g_strconcat (self->crew->tasks[i].path, ".output_file", NULL);
        return FALSE;
      }
  if (log == NULL || troupe_crew_file_check (self->around.work, log, error))
    return TRUE;
  *where = g_strdup ("output_log_file");
  return FALSE;
}

/* Creates the agents, the log, memory and knowledge. After that, loads the training and starts
 * planning. @crew: (transfer full): the crew with interpolated inputs */
static void
take_crew (TroupeCrewRunner *self, TroupeCrew *crew)
{
  GError *error = NULL;
  g_autofree char *where = NULL;

  g_assert (self != NULL);

  troupe_crew_unref (self->crew);
  self->crew = crew;
  self->manager_path = g_strdup (crew->manager != NULL ? crew->manager->path : "manager_llm");
  for (guint i = 0; i < crew->n_tasks; i++)
    self->descriptions[i] = g_strdup (crew->tasks[i].description);
  troupe_crew_runner_add_conversation (self);
  if (!check_files (self, &where, &error) ||
      !troupe_crew_runner_create_agents (self, &where, &error))
    {
      troupe_crew_runner_fail (self, error, where);
      return;
    }
  self->log = troupe_crew_log_new (&self->around, self->context);
  if (!troupe_crew_runner_make_memory (self, &where, &error))
    troupe_crew_runner_fail (self, error, where);
  else
    troupe_crew_runner_load_knowledge (self, knowledge_loaded);
}

static void
filled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  GError *error = NULL;
  g_autofree char *where = NULL;
  TroupeCrew *crew = troupe_crew_fill_python_inputs_finish (result, &where, &error);

  g_assert (self != NULL);

  if (crew != NULL)
    take_crew (self, crew);
  else
    troupe_crew_runner_fail (self, error, where);
}

static void
begin_tasks (TroupeCrewRunner *self)
{
  GError *error = NULL;
  g_autofree char *where = NULL;
  TroupeCrew *crew = NULL;

  g_assert (self != NULL);

  if (self->objects != NULL)
    {
      troupe_crew_fill_python_inputs_async (self->objects, self->around.crew, self->inputs,
                                            self->cancellable, filled_cb, self);
      return;
    }
  crew = troupe_crew_interpolate (self->around.crew, self->inputs, &where, &error);
  if (crew != NULL)
    take_crew (self, crew);
  else
    troupe_crew_runner_fail (self, error, where);
}

static void
keep_begun (TroupeCrewRunner *self)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeStoreTicket *ticket = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (self->around.keep == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "inputs",
                          self->inputs != NULL ? troupe_value_ref (self->inputs)
                                               : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "scope", troupe_value_new_integer ((gint64) self->scope->id));
  value = troupe_map_builder_end (&builder);
  /* It is not necessary to wait for the record, because it becomes durable with the next ticket
   * that is awaited. */
  ticket = self->around.keep (TROUPE_CREW_PART_BEGUN, NULL, value, self->around.user_data);
  g_clear_pointer (&ticket, troupe_store_ticket_unref);
}

static void
begin_crew (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  troupe_crew_report_started (self, self->inputs);
  keep_begun (self);
  TROUPE_CRASH_POINT ("crew-begun");
  begin_tasks (self);
}

/* --- Before-kickoff hooks --------------------------------------------------------------------- */

static void
before_called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewPrepare *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  if (value == NULL)
    {
      troupe_crew_runner_fail (self->runner, error,
                               self->runner->crew->before[self->hook - 1].path);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_clear_pointer (&self->runner->inputs, troupe_value_unref);
      self->runner->inputs = troupe_value_ref (value);
    }
  call_before (self);
}

static void
call_before (TroupeCrewPrepare *self)
{
  g_autoptr (TroupeValue) inputs = NULL;

  g_assert (self != NULL);

  if (self->hook == self->runner->crew->n_before)
    {
      begin_crew (self->runner);
      return;
    }
  inputs = self->runner->inputs != NULL ? troupe_value_ref (self->runner->inputs)
                                        : troupe_value_from_json ("{}", -1, NULL);
  troupe_crew_hook_call_async (&self->runner->around, &self->runner->crew->before[self->hook++],
                               TROUPE_HOOK_BEFORE, inputs, self->runner->crew->name,
                               self->runner->cancellable, before_called_cb, self);
}

/* --- Resuming a kickoff ----------------------------------------------------------------------- */

/* Resumes or replays a kickoff, using the inputs that the hooks returned. For a standalone crew, the
 * earlier process has already emitted the start event. */
static void
begin_again (TroupeCrewRunner *self, TroupeValue *begun)
{
  TroupeValue *inputs = troupe_value_map_lookup_string (begun, "inputs", -1);
  TroupeValue *scope = troupe_value_map_lookup_string (begun, "scope", -1);
  const gint64 id = scope != NULL && troupe_value_is (scope, TROUPE_VALUE_INTEGER)
                        ? troupe_value_get_integer (scope)
                        : 0;

  g_assert (self != NULL);

  g_clear_pointer (&self->inputs, troupe_value_unref);
  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
    self->inputs = troupe_value_ref (inputs);
  if (self->around.scope == NULL && id > 0)
    self->scope = troupe_scope_new_stored (TROUPE_SCOPE_CREW, (guint64) id, NULL, self->around.path,
                                           self->crew->name);
  else
    {
      troupe_crew_report_started (self, self->inputs);
      /* A replay begins with a record without a scope. Once it has one, the kickoff has begun. */
      self->is_replay = self->around.scope == NULL && id == 0;
      if (self->is_replay)
        keep_begun (self);
    }
  begin_tasks (self);
}

static void
begin (TroupeCrewRunner *self)
{
  TroupeValue *begun = troupe_crew_runner_find (self, TROUPE_CREW_PART_BEGUN);

  if (begun != NULL)
    begin_again (self, begun);
  else
    call_before (self->opening);
}

/* --- Skills and Python objects ---------------------------------------------------------------- */

static void
skills_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->skills = troupe_crew_skills_load_finish (result, NULL);
  if (self->skills == NULL)
    troupe_crew_runner_fail_cancelled (self);
  else
    begin (self);
}

static void
load_skills (TroupeCrewRunner *self)
{
  const gboolean is_told = troupe_crew_runner_find (self, TROUPE_CREW_PART_BEGUN) != NULL;

  g_assert (self != NULL);

  if (troupe_crew_skills_are_named (self->around.crew))
    troupe_crew_skills_load_async (self->around.crew, self->around.folder,
                                   is_told ? NULL : self->around.bus, self->around.scope,
                                   self->cancellable, skills_loaded_cb, self);
  else
    begin (self);
}

/* Called when the objects have been created by Python. */
static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  g_autofree char *path = NULL;
  GError *error = NULL;
  TroupeCrew *crew = troupe_crew_python_resolve_finish (result, &self->objects, &path, &error);

  g_assert (self != NULL);

  if (crew == NULL)
    {
      troupe_crew_runner_fail (self, error, path);
      return;
    }
  troupe_crew_unref (self->around.crew);
  self->around.crew = crew;
  troupe_crew_unref (self->crew);
  self->crew = troupe_crew_ref (crew);
  load_skills (self);
}

void
troupe_crew_prepare_begin (TroupeCrewPrepare *self)
{
  TroupeCrewRunner *runner = NULL;

  g_return_if_fail (self != NULL);

  runner = self->runner;
  if (troupe_crew_python_resolve_is_needed (runner->around.crew))
    troupe_crew_python_resolve_async (&runner->around, runner->cancellable, made_cb, runner);
  else
    load_skills (runner);
}
