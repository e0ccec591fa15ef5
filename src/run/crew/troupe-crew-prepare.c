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
#include "troupe-crew-python-resolve.h"
#include "troupe-crew-runner-private.h"
#include "troupe-file.h"
#include "troupe-folder-data.h"
#include "troupe-folder-results.h"
#include "troupe-python-objects.h"
#include "troupe-steps.h"

/* Name of the input that contains the messages of a conversation. The crew's runner adds them to
 * the descriptions. */
#define CONVERSATION "crew_chat_messages"

/* @next: index of the next object; as in CrewAI, the tasks precede the agents; @path:
 *   (nullable): path at which the interpolation failed */
typedef struct
{
  TroupePythonObjects *objects;
  TroupeCrew *crew;
  TroupeValue *inputs;
  TroupeCrewFilledTexts fills;
  guint next;
  char *path;
} Filling;

static void fill_next (GTask *task);

static void
unref_or_null (gpointer value)
{
  if (value != NULL)
    troupe_value_unref (value);
}

static void
filling_free (gpointer data)
{
  Filling *filling = data;

  troupe_crew_unref (filling->crew);
  g_clear_pointer (&filling->inputs, troupe_value_unref);
  g_ptr_array_unref (filling->fills.agents);
  g_ptr_array_unref (filling->fills.tasks);
  g_free (filling->path);
  g_free (filling);
}

/* Returns FALSE if the next object is an agent. */
static gboolean
is_task (const Filling *filling, guint *index)
{
  *index = filling->next < filling->crew->n_tasks ? filling->next
                                                  : filling->next - filling->crew->n_tasks;
  return filling->next < filling->crew->n_tasks;
}

static void
filled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Filling *filling = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);
  TroupeValue *texts = troupe_value_get_member (said, "texts");
  guint index = 0;
  const gboolean of_task = is_task (filling, &index);

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    {
      filling->path =
          g_strdup (of_task ? filling->crew->tasks[index].path : filling->crew->agents[index].path);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (texts != NULL)
    (of_task ? filling->fills.tasks : filling->fills.agents)->pdata[index] =
        troupe_value_ref (texts);
  filling->next++;
  fill_next (task);
}

/* Takes ownership of @task. */
static void
fill_next (GTask *task)
{
  Filling *filling = g_task_get_task_data (task);
  TroupeCrew *crew = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  for (; filling->next < filling->crew->n_tasks + filling->crew->n_agents; filling->next++)
    {
      guint index = 0;
      const TroupeDeclared declared =
          is_task (filling, &index) ? TROUPE_DECLARED_TASK : TROUPE_DECLARED_AGENT;
      g_autoptr (TroupeValue) inputs = NULL, arguments = NULL;
      TroupeMapBuilder builder;

      if (!troupe_python_objects_have (filling->objects, declared, (int) index,
                                       TROUPE_PYTHON_OVERRIDE_INTERPOLATE))
        continue;
      inputs = troupe_value_map_without (filling->inputs, CONVERSATION);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "inputs", troupe_value_ref (inputs));
      arguments = troupe_map_builder_end (&builder);
      troupe_python_objects_call_async (filling->objects, declared, (int) index, "interpolate",
                                        arguments, NULL, NULL, g_task_get_cancellable (task),
                                        filled_cb, task);
      return;
    }
  crew = troupe_crew_interpolate_with (filling->crew, filling->inputs, &filling->fills,
                                       &filling->path, &error);
  if (crew != NULL)
    g_task_return_pointer (task, crew, (GDestroyNotify) troupe_crew_unref);
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * fill_python_inputs_async:
 * @objects: (nullable): Python objects of @crew
 * @inputs: (nullable): a map
 *
 * Interpolates the inputs like troupe_crew_interpolate(), but calls the method of those agents and
 * tasks whose Python class overrides the interpolation.
 */
static void
fill_python_inputs_async (TroupePythonObjects *objects,
                          TroupeCrew *crew,
                          TroupeValue *inputs,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GTask *task = NULL;
  Filling *filling = NULL;

  g_return_if_fail (crew != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, fill_python_inputs_async);
  filling = g_new0 (Filling, 1);
  filling->objects = objects;
  filling->crew = troupe_crew_ref (crew);
  filling->inputs = inputs != NULL ? troupe_value_ref (inputs) : NULL;
  filling->fills.agents = g_ptr_array_new_with_free_func (unref_or_null);
  g_ptr_array_set_size (filling->fills.agents, (int) crew->n_agents);
  filling->fills.tasks = g_ptr_array_new_with_free_func (unref_or_null);
  g_ptr_array_set_size (filling->fills.tasks, (int) crew->n_tasks);
  g_task_set_task_data (task, filling, filling_free);
  /* Without inputs nothing is interpolated, and no method is called. */
  if (inputs == NULL || troupe_value_map_get_size (inputs) == 0)
    filling->next = crew->n_tasks + crew->n_agents;
  fill_next (task);
}

/* Returns the crew with the interpolated texts. @path: (out) (transfer full) (nullable): path in
 * the crew where it failed. (transfer full) (nullable). Errors: those of
 * troupe_crew_interpolate() and troupe_crew_hook_call_finish() */
static TroupeCrew *
fill_python_inputs_finish (GAsyncResult *result, char **path, GError **error)
{
  Filling *filling = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && path != NULL, NULL);

  filling = g_task_get_task_data (G_TASK (result));
  *path = g_strdup (filling->path);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @next_hook: index of the before-kickoff hook that is called next */
struct _TroupeCrewPrepare
{
  TroupeSteps *steps;
  guint next_hook;
};

/* Ends a step whose function leaves its error in the runner. */
static void
continue_unless_failed (TroupeCrewRunner *runner)
{
  g_assert (runner != NULL);

  if (runner->error != NULL)
    troupe_crew_runner_stop (runner);
  else
    troupe_steps_continue (runner->opening->steps);
}

/* --- Objects that Python code of the project creates -------------------------------------------- */

static void
objects_resolved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *runner = user_data;
  g_autofree char *path = NULL;
  GError *error = NULL;
  TroupeCrew *crew = troupe_crew_python_resolve_finish (result, &runner->objects, &path, &error);

  g_assert (runner != NULL);

  if (crew == NULL)
    {
      troupe_crew_runner_fail (runner, error, path);
      return;
    }
  troupe_crew_unref (runner->around.crew);
  runner->around.crew = crew;
  troupe_crew_unref (runner->crew);
  runner->crew = troupe_crew_ref (crew);
  troupe_steps_continue (runner->opening->steps);
}

static TroupeStepResult
resolve_python_objects (gpointer data)
{
  TroupeCrewRunner *runner = data;

  if (!troupe_crew_python_resolve_is_needed (runner->around.crew))
    return TROUPE_STEP_DONE;
  troupe_crew_python_resolve_async (&runner->around, runner->cancellable, objects_resolved_cb,
                                    runner);
  return TROUPE_STEP_PENDING;
}

/* --- Skills ------------------------------------------------------------------------------------- */

static void
skills_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *runner = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  runner->skills = troupe_crew_skills_load_finish (result, NULL);
  if (runner->skills == NULL)
    troupe_crew_runner_fail_cancelled (runner);
  else
    troupe_steps_continue (runner->opening->steps);
}

static TroupeStepResult
load_skills (gpointer data)
{
  TroupeCrewRunner *runner = data;
  const gboolean is_resumed = troupe_crew_runner_find (runner, TROUPE_CREW_PART_BEGUN) != NULL;

  if (!troupe_crew_skills_are_named (runner->around.crew))
    return TROUPE_STEP_DONE;
  /* The process that began the kickoff has emitted the events of loading. */
  troupe_crew_skills_load_async (runner->around.crew, runner->around.run->folder,
                                 runner->around.run->texts,
                                 is_resumed ? NULL : runner->around.run->bus, runner->around.scope,
                                 runner->cancellable, skills_loaded_cb, runner);
  return TROUPE_STEP_PENDING;
}

/* --- Before-kickoff hooks ----------------------------------------------------------------------- */

static void
hook_called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *runner = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (runner != NULL);

  if (value == NULL)
    {
      troupe_crew_runner_fail (runner, error,
                               runner->crew->before[runner->opening->next_hook - 1].path);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_clear_pointer (&runner->inputs, troupe_value_unref);
      runner->inputs = troupe_value_ref (value);
    }
  troupe_steps_repeat (runner->opening->steps);
}

/* Calls the next hook. Each may replace the inputs. A kickoff that is resumed was stored with the
 * inputs that its hooks returned. */
static TroupeStepResult
call_before_hooks (gpointer data)
{
  TroupeCrewRunner *runner = data;
  TroupeCrewPrepare *self = runner->opening;
  g_autoptr (TroupeValue) inputs = NULL;

  if (self->next_hook == runner->crew->n_before ||
      troupe_crew_runner_find (runner, TROUPE_CREW_PART_BEGUN) != NULL)
    return TROUPE_STEP_DONE;
  inputs = runner->inputs != NULL ? troupe_value_ref (runner->inputs)
                                  : troupe_value_from_json ("{}", -1, NULL);
  troupe_crew_hook_call_async (&runner->around, &runner->crew->before[self->next_hook++],
                               TROUPE_HOOK_BEFORE, inputs, runner->crew->name, runner->cancellable,
                               hook_called_cb, runner);
  return TROUPE_STEP_PENDING;
}

/* --- Kickoff ------------------------------------------------------------------------------------ */

static void
store_kickoff (TroupeCrewRunner *runner)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeStoreTicket *ticket = NULL;
  TroupeMapBuilder builder;

  g_assert (runner != NULL);

  if (runner->around.keep == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "inputs",
                          runner->inputs != NULL ? troupe_value_ref (runner->inputs)
                                                 : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "scope", troupe_value_new_integer ((gint64) runner->scope->id));
  value = troupe_map_builder_end (&builder);
  /* It is not necessary to wait for the record, because it becomes durable with the next ticket
   * that is awaited. */
  ticket = runner->around.keep (TROUPE_CREW_PART_BEGUN, NULL, value, runner->around.user_data);
  g_clear_pointer (&ticket, troupe_store_ticket_unref);
}

static TroupeStepResult
begin_kickoff (gpointer data)
{
  TroupeCrewRunner *runner = data;
  TroupeValue *stored = troupe_crew_runner_find (runner, TROUPE_CREW_PART_BEGUN);

  if (stored != NULL)
    {
      TroupeCrewRunner *crew_runner = runner;
      TroupeValue *inputs = troupe_value_map_lookup_string (stored, "inputs", -1);
      TroupeValue *scope = troupe_value_map_lookup_string (stored, "scope", -1);
      const gint64 id = scope != NULL && troupe_value_is (scope, TROUPE_VALUE_INTEGER)
                            ? troupe_value_get_integer (scope)
                            : 0;

      g_clear_pointer (&crew_runner->inputs, troupe_value_unref);
      if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
        crew_runner->inputs = troupe_value_ref (inputs);
      if (crew_runner->around.scope == NULL && id > 0)
        crew_runner->scope =
            troupe_scope_new_stored (TROUPE_SCOPE_CREW, (guint64) id, NULL,
                                     crew_runner->around.path, crew_runner->crew->name);
      else
        {
          crew_runner->scope = troupe_crew_report_started (crew_runner, crew_runner->inputs);
          /* A replay begins with a record without a scope. Once it has one, the kickoff has
           * begun. */
          crew_runner->is_replay = crew_runner->around.scope == NULL && id == 0;
          if (crew_runner->is_replay)
            store_kickoff (crew_runner);
        }
    }
  else
    {
      runner->scope = troupe_crew_report_started (runner, runner->inputs);
      store_kickoff (runner);
      TROUPE_CRASH_POINT ("crew-begun");
    }
  return TROUPE_STEP_DONE;
}

/* --- Inputs, agents and what they know ---------------------------------------------------------- */

static void
replace_crew (TroupeCrewRunner *runner, TroupeCrew *crew)
{
  g_assert (runner != NULL && crew != NULL);

  troupe_crew_unref (runner->crew);
  runner->crew = crew;
}

static void
interpolated_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *runner = user_data;
  GError *error = NULL;
  g_autofree char *path = NULL;
  TroupeCrew *crew = fill_python_inputs_finish (result, &path, &error);

  g_assert (runner != NULL);

  if (crew == NULL)
    {
      troupe_crew_runner_fail (runner, error, path);
      return;
    }
  replace_crew (runner, crew);
  troupe_steps_continue (runner->opening->steps);
}

static TroupeStepResult
interpolate_inputs (gpointer data)
{
  TroupeCrewRunner *runner = data;
  GError *error = NULL;
  g_autofree char *path = NULL;
  TroupeCrew *crew = NULL;

  if (runner->objects != NULL)
    {
      fill_python_inputs_async (runner->objects, runner->around.crew, runner->inputs,
                                runner->cancellable, interpolated_cb, runner);
      return TROUPE_STEP_PENDING;
    }
  crew = troupe_crew_interpolate (runner->around.crew, runner->inputs, &path, &error);
  if (crew == NULL)
    {
      troupe_crew_runner_fail (runner, error, path);
      return TROUPE_STEP_END;
    }
  replace_crew (runner, crew);
  return TROUPE_STEP_DONE;
}

/* Returns TRUE if the output file is in the folder for outputs, or if the pattern says enough about it: the folder, unless the name has no placeholder, and that JSON is a
 * result. Otherwise inputs could choose a file of the user, or one for which a program looks. */
static gboolean
keeps_to_pattern (const char *work, const char *pattern, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *pattern_name = g_path_get_basename (pattern);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *pattern_folder = g_path_get_dirname (pattern);
  g_autofree char *place = troupe_crew_file_find_place (work, path);

  if (!troupe_folder_result_is_name (name))
    return FALSE;
  /* A place that is not in the working folder is absolute. */
  if ((!g_path_is_absolute (place) && troupe_folder_data_is_output (place)) ||
      strchr (pattern_name, '{') == NULL)
    return TRUE;
  return g_str_equal (folder, pattern_folder) && troupe_folder_result_is_pattern (pattern_name);
}

/* Returns FALSE if coding agents of the user would follow what a model writes to the output file. That the consent shows its name does not help, because it does
 * not show the text. */
static gboolean
check_instructions (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);

  if (!troupe_folder_result_is_followed (name))
    return TRUE;
  g_set_error (
      error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
      /* Translators: %s is the output file of a task; the text in quotes at the end is the title of a switch. */
      _ ("Coding agents follow the output file “%s” without being asked, and a model writes it. "
         "Use another name, turn on “Also Change Other Files” in “Permissions…”, or use --allow "
         "programs."),
      path);
  return FALSE;
}

/* Returns FALSE if the output file of a task is no document or data because of what replaces placeholders of its path, which a model may have chosen, or if its
 * place is one in which something is developed or which the pattern does not say. What the document writes itself was shown to the user. */
static gboolean
check_output_name (TroupeCrewRunner *runner, guint index, GError **error)
{
  const char *path = runner->crew->tasks[index].output_file;
  const char *pattern = runner->around.crew->tasks[index].output_file;

  g_assert (runner != NULL);

  if (runner->around.run->may_change_programs)
    return TRUE;
  if (!check_instructions (path, error))
    return FALSE;
  if (g_strcmp0 (path, pattern) == 0 ||
      (pattern != NULL && troupe_folder_data_says_other (pattern)))
    return TRUE;
  if (!troupe_folder_data_is_path (path, FALSE))
    g_set_error (
        error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
        /* Translators: %s is the output file of a task; the text in quotes is the title of a switch. */
        _ ("The output file “%s” could be a program, a script or a setting by its name, "
           "which depends on inputs. Write its ending in the document, turn on “Also "
           "Change Other Files” in “Permissions…”, or use --allow programs."),
        path);
  else if (troupe_crew_file_is_in_project (runner->around.run->work, path))
    g_set_error (
        error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
        /* Translators: %s is the output file of a task; the text in quotes at the end is the title of a switch. */
        _ ("The name of the output file “%s” depends on inputs, and something is developed in "
           "its folder, so that tools may take settings or sources from it. Write its name in "
           "the document, turn on “Also Change Other Files” in “Permissions…”, or use --allow "
           "programs."),
        path);
  else if (pattern == NULL || !keeps_to_pattern (runner->around.run->work, pattern, path))
    g_set_error (
        error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
        /* Translators: %s is the output file of a task; the text in quotes at the end is the title of a switch. */
        _ ("The name of the output file “%s” depends on inputs, which could make it a file of "
           "yours or one for which tools look. Let the document write to the folder “output” with "
           "a word such as “report” in the name, as in “output/{topic}_report.md”, turn on “Also "
           "Change Other Files” in “Permissions…”, or use --allow programs."),
        path);
  else
    return TRUE;
  return FALSE;
}

/* Checks the files that the crew will write, before the crew causes any costs. */
static gboolean
check_files (TroupeCrewRunner *runner, char **where, GError **error)
{
  g_autofree char *log = troupe_crew_log_find_path (runner->crew);

  g_assert (runner != NULL);

  for (guint i = 0; i < runner->crew->n_tasks; i++)
    if (runner->crew->tasks[i].output_file != NULL &&
        (!troupe_crew_file_check (runner->around.run->work, runner->crew->tasks[i].output_file,
                                  error) ||
         !check_output_name (runner, i, error)))
      {
        *where = g_strconcat (runner->crew->tasks[i].path, ".output_file", NULL);
        return FALSE;
      }
  if (log == NULL || troupe_crew_file_check (runner->around.run->work, log, error))
    return TRUE;
  *where = g_strdup ("output_log_file");
  return FALSE;
}

static TroupeStepResult
create_agents (gpointer data)
{
  TroupeCrewRunner *runner = data;
  const TroupeCrew *crew = runner->crew;
  GError *error = NULL;
  g_autofree char *path = NULL;

  runner->manager_path = g_strdup (crew->manager != NULL ? crew->manager->path : "manager_llm");
  for (guint i = 0; i < crew->n_tasks; i++)
    runner->descriptions[i] = g_strdup (crew->tasks[i].description);
  troupe_crew_runner_add_conversation (runner);
  if (check_files (runner, &path, &error) &&
      troupe_crew_runner_create_agents (runner, &path, &error))
    {
      runner->log = troupe_crew_log_new (&runner->around, runner->context);
      if (troupe_crew_runner_make_memory (runner, &path, &error))
        return TROUPE_STEP_DONE;
    }
  troupe_crew_runner_fail (runner, error, path);
  return TROUPE_STEP_END;
}

static TroupeStepResult
load_knowledge (gpointer data)
{
  troupe_crew_runner_load_knowledge (data, continue_unless_failed);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
load_training (gpointer data)
{
  troupe_crew_runner_load_trained (data, continue_unless_failed);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
make_plan (gpointer data)
{
  troupe_crew_runner_plan (data, continue_unless_failed);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
start_tasks (gpointer data)
{
  TroupeCrewRunner *runner = data;

  troupe_crew_tasks_go_on (runner->tasks);
  return TROUPE_STEP_END;
}

/* The order is CrewAI's (doc/crew-semantics.md §5). */
static const TroupeStep steps[] = {
  { "resolve python objects", resolve_python_objects },
  { "load skills", load_skills },
  { "call before hooks", call_before_hooks },
  { "begin kickoff", begin_kickoff },
  { "interpolate inputs", interpolate_inputs },
  { "create agents", create_agents },
  { "load knowledge", load_knowledge },
  { "load training", load_training },
  { "make plan", make_plan },
  { "start tasks", start_tasks },
  { NULL, NULL },
};

TroupeCrewPrepare *
troupe_crew_prepare_new (TroupeCrewRunner *runner)
{
  TroupeCrewPrepare *self = g_new0 (TroupeCrewPrepare, 1);

  self->steps = troupe_steps_new (steps, runner);
  return self;
}

void
troupe_crew_prepare_free (TroupeCrewPrepare *self)
{
  g_return_if_fail (self != NULL);

  troupe_steps_free (self->steps);
  g_free (self);
}

void
troupe_crew_prepare_begin (TroupeCrewPrepare *self)
{
  g_return_if_fail (self != NULL);

  troupe_steps_start (self->steps);
}
