/* troupe-crew-task-schema.c: output schema of a task and conversion of its answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-schema"

#include "config.h"

#include "troupe-crew-converter.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-task-schema.h"

/* A Python class. @hook: its text is %NULL if there is none */
typedef struct
{
  TroupeCrewTaskContext *assignment;
  TroupeCrewHook hook;
} Class;

/* @assignment: borrowed; @output, @answer: classes of the output and of the answer, which may be the
 *   same; @models: how many of the two classes were asked for their schemas so
 *   far;
 * @func: called when the schemas are known */
struct _TroupeCrewTaskSchema
{
  TroupeCrewTaskContext *assignment;
  Class output;
  Class answer;
  guint models;
  TroupeValue *of_output; /* (nullable) */
  TroupeValue *of_answer; /* (nullable) */
  TroupeCrewForms forms;
  void (*func) (GError *error, gpointer user_data);
  gpointer user_data;
};

static void
class_init (Class *self, TroupeCrewTaskContext *assignment, char *name, const char *key)
{
  self->assignment = assignment;
  self->hook = (TroupeCrewHook){ TROUPE_CREW_HOOK_PYTHON, name, NULL,
                                 g_strdup_printf ("%s.%s", assignment->task->path, key) };
}

TroupeCrewTaskSchema *
troupe_crew_task_schema_new (TroupeCrewTaskContext *assignment)
{
  TroupeCrewTaskSchema *self = g_new0 (TroupeCrewTaskSchema, 1);
  const TroupeCrewTask *task = assignment->task;

  self->assignment = assignment;
  class_init (&self->output, assignment, task->model, "output");
  class_init (&self->answer, assignment, task->response_model, "response_model");
  if (task->schema != NULL && task->output != TROUPE_CREW_OUTPUT_RAW)
    self->of_output = troupe_value_ref (task->schema);
  if (task->response_schema != NULL)
    self->of_answer = troupe_value_ref (task->response_schema);
  return self;
}

void
troupe_crew_task_schema_free (TroupeCrewTaskSchema *self)
{
  g_return_if_fail (self != NULL);

  troupe_crew_forms_clear (&self->forms);
  g_free (self->output.hook.path);
  g_free (self->answer.hook.path);
  g_clear_pointer (&self->of_output, troupe_value_unref);
  g_clear_pointer (&self->of_answer, troupe_value_unref);
  g_free (self);
}

const TroupeCrewForms *
troupe_crew_task_schema_get (TroupeCrewTaskSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->forms;
}

TroupeValue *
troupe_crew_task_schema_get_shown (TroupeCrewTaskSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->of_answer == NULL ? self->forms.of_output : NULL;
}

/* --- Schemas ---------------------------------------------------------------------------------- */

static void find_models (TroupeCrewTaskSchema *self);

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskSchema *self = user_data;
  TroupeValue **place = self->models == 1 ? &self->of_output : &self->of_answer;
  GError *error = NULL;

  g_assert (self != NULL);

  *place = troupe_crew_hook_call_finish (result, &error);
  if (error != NULL)
    self->func (error, self->user_data);
  else
    find_models (self);
}

/* Asks the Python classes for their schemas, one after the other. */
static void
find_models (TroupeCrewTaskSchema *self)
{
  GError *error = NULL;

  g_assert (self != NULL);

  while (self->models < 2)
    {
      const Class *class = self->models++ == 0 ? &self->output : &self->answer;

      if (class->hook.text == NULL)
        continue;
      troupe_crew_hook_call_async (troupe_crew_runner_get_around (self->assignment->runner),
                                   &class->hook, TROUPE_HOOK_MODEL, NULL,
                                   troupe_crew_task_get_title (self->assignment->task),
                                   troupe_crew_runner_get_cancellable (self->assignment->runner),
                                   described_cb, self);
      return;
    }
  (void) troupe_crew_forms_init (&self->forms, self->of_output, self->of_answer, &error);
  self->func (error, self->user_data);
}

void
troupe_crew_task_schema_find (TroupeCrewTaskSchema *self,
                              void (*func) (GError *error, gpointer user_data),
                              gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->func = func;
  self->user_data = user_data;
  find_models (self);
}

/* --- Conversion to objects -------------------------------------------------------------------- */

static void
validate_cb (TroupeValue *object,
             GCancellable *cancellable,
             TroupeAgentValidatedFunc validated,
             gpointer validated_data,
             gpointer user_data)
{
  const Class *class = user_data;

  troupe_crew_hook_validate (troupe_crew_runner_get_around (class->assignment->runner),
                             &class->hook, object,
                             troupe_crew_task_get_title (class->assignment->task), cancellable,
                             validated, validated_data);
}

static void
watch (Class *class, TroupeAgentContext *call)
{
  if (class->hook.text == NULL)
    return;
  call->validate_func = validate_cb;
  call->validate_data = class;
}

void
troupe_crew_task_schema_watch (TroupeCrewTaskSchema *self, TroupeAgentContext *call)
{
  g_return_if_fail (self != NULL && call != NULL);

  /* Without a format of its own, the answer has that of the output. */
  watch (self->of_answer != NULL ? &self->answer : &self->output, call);
}

gboolean
troupe_crew_task_schema_need (TroupeCrewTaskSchema *self, TroupeValue *object)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->forms.rules != NULL &&
         (object == NULL || self->forms.of_answer != self->forms.of_output);
}

void
troupe_crew_task_schema_convert_async (TroupeCrewTaskSchema *self,
                                       const char *text,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  TroupeCrewTaskContext *assignment = NULL;
  TroupeCrewRunner *runner = NULL;
  TroupeToolContext context;
  TroupeAgentContext call;

  g_return_if_fail (self != NULL && text != NULL);

  assignment = self->assignment;
  runner = assignment->runner;
  troupe_crew_task_context_fill_call (assignment, assignment->scope, &context, &call);
  if (assignment->task->converter != NULL)
    troupe_crew_converter_async (troupe_crew_runner_get_around (runner), assignment->task,
                                 assignment->agent, text, &self->forms, &call,
                                 troupe_crew_runner_get_cancellable (runner), callback, user_data);
  else
    watch (&self->output, &call);
  if (assignment->task->converter == NULL)
    troupe_crew_convert_async (assignment->agent, text, &self->forms,
                               assignment->task->output == TROUPE_CREW_OUTPUT_JSON, &call,
                               troupe_crew_runner_get_cancellable (runner), callback, user_data);
}
