/* troupe-python-objects.c: agents, tasks and executors that are Python objects of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-objects"

#include "config.h"

#include <string.h>

#include "troupe-crew-hook-call.h"
#include "troupe-python-objects.h"
#include "troupe-python-refs.h"
#include "troupe-value-overlay.h"

/* Names of the methods in the protocol of the helper. */
static const struct
{
  const char *name;
  TroupePythonOverride way;
} ways[] = {
  { "execute_task", TROUPE_PYTHON_OVERRIDE_EXECUTE },
  { "interpolate_inputs", TROUPE_PYTHON_OVERRIDE_INTERPOLATE },
  { "interpolate_inputs_and_add_conversation_history", TROUPE_PYTHON_OVERRIDE_INTERPOLATE },
  { "execute_sync", TROUPE_PYTHON_OVERRIDE_TASK },
  { "_execute_core", TROUPE_PYTHON_OVERRIDE_TASK },
  { "prompt", TROUPE_PYTHON_OVERRIDE_PROMPT },
  { "should_execute", TROUPE_PYTHON_OVERRIDE_DECIDE },
};

/* @hook: the class and its JSON path; @number: 0 if there is no object; @executor: (nullable):
 *   the executor class of an agent */
typedef struct
{
  TroupeCrewHook hook;
  gint64 number;
  guint ways;
  TroupeCrewHook executor;
} Object;

/* @agents: the agents of the crew, followed by the manager */
struct _TroupePythonObjects
{
  const TroupeCrewContext *around;
  GArray *agents; /* (element-type Object) */
  GArray *tasks;  /* (element-type Object) */
};

static void
hook_clear (TroupeCrewHook *hook)
{
  g_clear_pointer (&hook->text, g_free);
  g_clear_pointer (&hook->path, g_free);
}

static void
object_clear (gpointer data)
{
  Object *object = data;

  hook_clear (&object->hook);
  hook_clear (&object->executor);
}

static void
hook_set (TroupeCrewHook *hook, const char *reference, const char *path, const char *key)
{
  g_assert (hook != NULL);

  hook_clear (hook);
  hook->type = TROUPE_CREW_HOOK_PYTHON;
  hook->text = g_strdup (reference);
  hook->path = g_strdup_printf ("%s.%s", path, key);
}

void
troupe_python_objects_free (TroupePythonObjects *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->agents);
  g_array_unref (self->tasks);
  g_free (self);
}

/* (transfer none) */
static Object *
get_object (TroupePythonObjects *self, TroupeDeclared declared, int index)
{
  GArray *objects = declared == TROUPE_DECLARED_TASK ? self->tasks : self->agents;
  const guint place = index < 0 ? objects->len - 1 : (guint) index;

  g_assert (place < objects->len);

  return &g_array_index (objects, Object, place);
}

gboolean
troupe_python_objects_have (TroupePythonObjects *self,
                            TroupeDeclared declared,
                            int index,
                            TroupePythonOverride way)
{
  if (self == NULL)
    return FALSE;
  return (get_object (self, declared, index)->ways & way) != 0;
}

gint64
troupe_python_objects_get_number (TroupePythonObjects *self, TroupeDeclared declared, int index)
{
  return self != NULL ? get_object (self, declared, index)->number : 0;
}

gboolean
troupe_python_objects_find_agent (TroupePythonObjects *self, gint64 number, int *index)
{
  g_return_val_if_fail (self != NULL && index != NULL, FALSE);

  for (guint i = 0; number > 0 && i < self->agents->len; i++)
    if (g_array_index (self->agents, Object, i).number == number)
      {
        *index = i + 1 < self->agents->len ? (int) i : -1;
        return TRUE;
      }
  return FALSE;
}

/* --- Detection -------------------------------------------------------------------------------- */

static const char *
find_reference (TroupeValue *fields, const char *key)
{
  return troupe_python_ref_get_reference (troupe_value_get_member (fields, key));
}

static gboolean
is_own_agent (TroupeValue *fields)
{
  return find_reference (fields, "type") != NULL ||
         find_reference (fields, "executor_class") != NULL;
}

gboolean
troupe_python_objects_are_there (TroupeCrew *crew)
{
  g_return_val_if_fail (crew != NULL, FALSE);

  for (guint i = 0; i < crew->n_agents; i++)
    if (is_own_agent (crew->agents[i].fields))
      return TRUE;
  if (crew->manager != NULL && is_own_agent (crew->manager->fields))
    return TRUE;
  for (guint i = 0; i < crew->n_tasks; i++)
    if (find_reference (crew->tasks[i].fields, "type") != NULL)
      return TRUE;
  return FALSE;
}

/* --- Building --------------------------------------------------------------------------------- */

/* @agent, @task: number of finished agents and tasks; the manager is the last agent; @current:
 *   (nullable): JSON path of the object that is being built */
typedef struct
{
  TroupePythonObjects *objects;
  TroupeCrew *crew;
  GPtrArray *agents;
  GPtrArray *tasks;
  guint agent;
  guint task;
  char *current;
} Building;

static void build_next (GTask *task);

static void
unref_or_null (gpointer value)
{
  if (value != NULL)
    troupe_value_unref (value);
}

static void
building_free (gpointer data)
{
  Building *building = data;

  g_clear_pointer (&building->objects, troupe_python_objects_free);
  troupe_crew_unref (building->crew);
  g_ptr_array_unref (building->agents);
  g_clear_pointer (&building->tasks, g_ptr_array_unref);
  g_free (building->current);
  g_free (building);
}

static gint64
get_number (TroupeValue *said, const char *key)
{
  TroupeValue *value = troupe_value_get_member (said, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? troupe_value_get_integer (value)
             : 0;
}

static guint
read_ways (TroupeValue *said)
{
  TroupeValue *calls = troupe_value_get_member (said, "calls");
  guint found = 0;

  for (gsize i = 0; calls != NULL && troupe_value_is (calls, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (calls);
       i++)
    {
      TroupeValue *name = troupe_value_list_get (calls, i);

      for (guint k = 0; troupe_value_is (name, TROUPE_VALUE_STRING) && k < G_N_ELEMENTS (ways); k++)
        if (g_str_equal (troupe_value_get_string (name, NULL), ways[k].name))
          found |= ways[k].way;
    }
  return found;
}

/* Overlays @fields with the fields that the class returned, and removes those that only this
 * class defines. (transfer full) */
static TroupeValue *
lay_over (TroupeValue *fields, TroupeValue *said)
{
  TroupeValue *own = troupe_value_get_member (said, "own");
  TroupeValue *made = troupe_value_map_overlay (fields, troupe_value_get_member (said, "fields"));

  for (gsize i = 0; own != NULL && troupe_value_is (own, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (own);
       i++)
    {
      g_autoptr (TroupeValue) before = made;
      TroupeValue *name = troupe_value_list_get (own, i);

      made = troupe_value_is (name, TROUPE_VALUE_STRING)
                 ? troupe_value_map_without (before, troupe_value_get_string (name, NULL))
                 : troupe_value_ref (before);
    }
  return made;
}

static TroupeValue *
take_without (TroupeValue *fields, const char *key)
{
  g_autoptr (TroupeValue) before = fields;

  return troupe_value_map_without (before, key);
}

static void
take_task (Building *building, TroupeValue *said)
{
  const guint index = building->task++;
  Object *object = &g_array_index (building->objects->tasks, Object, index);
  const TroupeCrewTask *task = &building->crew->tasks[index];
  const gint64 agent = get_number (said, "agent");
  TroupeValue *conditional = troupe_value_get_member (said, "is_conditional");
  TroupeValue *fields = take_without (lay_over (task->fields, said), "type");

  g_assert (building != NULL);

  object->number = get_number (said, "number");
  object->ways |= read_ways (said);
  if (agent > 0 && task->agent >= 0)
    g_array_index (building->objects->agents, Object, task->agent).number = agent;
  if (conditional != NULL && troupe_value_is (conditional, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (conditional))
    {
      g_autoptr (TroupeValue) before = fields;
      g_autoptr (TroupeValue) type = troupe_value_new_string ("ConditionalTask", -1);

      fields = troupe_value_map_with (before, "type", type);
    }
  building->tasks->pdata[index] = fields;
}

static void
built_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Building *building = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_crew_hook_call_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (building->agent < building->agents->len)
    {
      const guint index = building->agent++;
      Object *object = &g_array_index (building->objects->agents, Object, index);
      gpointer *place = &building->agents->pdata[index];
      g_autoptr (TroupeValue) before = *place;

      object->number = get_number (said, "number");
      object->ways |= read_ways (said);
      *place = take_without (lay_over (before, said), "type");
    }
  else
    take_task (building, said);
  build_next (task);
}

/* Takes ownership of @task. @value: (transfer full) */
static void
build (GTask *task, const TroupeCrewHook *hook, TroupeValue *value)
{
  Building *building = g_task_get_task_data (task);
  g_autoptr (TroupeValue) given = value;

  g_assert (G_IS_TASK (task));

  g_free (building->current);
  building->current = g_strdup (hook->path);
  troupe_crew_hook_call_async (building->objects->around, hook, TROUPE_HOOK_BUILD, given, NULL,
                               g_task_get_cancellable (task), built_cb, task);
}

/* Takes ownership of @task. */
static void
build_next (GTask *task)
{
  Building *building = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  while (building->agent < building->agents->len)
    {
      const guint index = building->agent;
      const TroupeCrewAgent *agent = index < building->crew->n_agents
                                         ? &building->crew->agents[index]
                                         : building->crew->manager;
      TroupeValue *fields = g_ptr_array_index (building->agents, index);
      Object *object = &g_array_index (building->objects->agents, Object, index);
      const char *type = find_reference (fields, "type");
      const char *executor = find_reference (fields, "executor_class");
      TroupeMapBuilder builder;

      /* Creates the object of the next agent. */
      if (executor != NULL)
        {
          hook_set (&object->executor, executor, agent->path, "executor_class");
          object->ways |= TROUPE_PYTHON_OVERRIDE_INVOKE;
          building->agents->pdata[index] = take_without (fields, "executor_class");
          fields = g_ptr_array_index (building->agents, index);
        }
      if (type != NULL)
        {
          hook_set (&object->hook, type, agent->path, "type");
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "fields",
                                  take_without (troupe_value_ref (fields), "type"));
          build (task, &object->hook, troupe_map_builder_end (&builder));
          return;
        }
      building->agent++;
    }
  while (building->task < building->crew->n_tasks)
    {
      const TroupeCrewTask *declared = &building->crew->tasks[building->task];
      Object *object = &g_array_index (building->objects->tasks, Object, building->task);
      const char *type = find_reference (declared->fields, "type");
      const gint64 agent =
          declared->agent >= 0
              ? troupe_python_objects_get_number (building->objects, TROUPE_DECLARED_AGENT,
                                                  declared->agent)
              : 0;
      TroupeMapBuilder builder;

      /* Creates the object of the next task. */
      if (type != NULL)
        {
          hook_set (&object->hook, type, declared->path, "type");
          if (declared->agent >= 0 && agent == 0)
            hook_set (&g_array_index (building->objects->agents, Object, declared->agent).hook,
                      type, declared->path, "type");
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "fields",
                                  take_without (troupe_value_ref (declared->fields), "type"));
          if (agent > 0)
            troupe_map_builder_add (&builder, "agent", troupe_value_new_integer (agent));
          else if (declared->agent >= 0)
            troupe_map_builder_add (&builder, "agent_fields",
                                    troupe_value_ref (
                                        g_ptr_array_index (building->agents, declared->agent)));
          build (task, &object->hook, troupe_map_builder_end (&builder));
          return;
        }
      building->task++;
    }
  g_task_return_pointer (task, g_steal_pointer (&building->objects),
                         (GDestroyNotify) troupe_python_objects_free);
  g_object_unref (task);
}

void
troupe_python_objects_build_async (const TroupeCrewContext *around,
                                   TroupeCrew *crew,
                                   GPtrArray *agents,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  GTask *task = NULL;
  Building *building = NULL;
  TroupePythonObjects *self;

  g_return_if_fail (around != NULL && crew != NULL && agents != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_python_objects_build_async);
  building = g_new0 (Building, 1);
  self = g_new0 (TroupePythonObjects, 1);
  self->around = around;
  self->agents = g_array_new (FALSE, TRUE, sizeof (Object));
  g_array_set_clear_func (self->agents, object_clear);
  g_array_set_size (self->agents, crew->n_agents + 1);
  self->tasks = g_array_new (FALSE, TRUE, sizeof (Object));
  g_array_set_clear_func (self->tasks, object_clear);
  g_array_set_size (self->tasks, crew->n_tasks);
  building->objects = self;
  building->crew = troupe_crew_ref (crew);
  building->agents = g_ptr_array_ref (agents);
  building->tasks = g_ptr_array_new_with_free_func (unref_or_null);
  g_ptr_array_set_size (building->tasks, (int) crew->n_tasks);
  g_task_set_task_data (task, building, building_free);
  build_next (task);
}

TroupePythonObjects *
troupe_python_objects_build_finish (GAsyncResult *result,
                                    GPtrArray **tasks,
                                    char **path,
                                    GError **error)
{
  Building *building = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  building = g_task_get_task_data (G_TASK (result));
  *path = g_strdup (building->current);
  *tasks = g_steal_pointer (&building->tasks);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Method calls ----------------------------------------------------------------------------- */

/* @hook: borrowed; @number: (nullable): number with which the helper identifies its question;
 *   @raised: (nullable): the error that was passed as the answer */
struct _TroupePythonObjectCall
{
  const TroupeCrewContext *around;
  const TroupeCrewHook *hook;
  TroupePythonObjectAskFunc ask_func;
  gpointer ask_data;
  TroupeValue *number;
  GError *raised;
  GTask *task; /* borrowed */
};

static void
call_free (gpointer data)
{
  TroupePythonObjectCall *self = data;

  g_clear_pointer (&self->number, troupe_value_unref);
  g_clear_error (&self->raised);
  g_free (self);
}

/* Takes ownership of @error and the task. If the answer to the method was an error and the
 * method did not catch it, the original error is returned. */
static void
fail_call (TroupePythonObjectCall *self, GError *error)
{
  GTask *task = self->task;

  g_assert (error != NULL);

  if (self->raised != NULL && strstr (error->message, self->raised->message) != NULL)
    {
      g_error_free (error);
      error = g_steal_pointer (&self->raised);
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupePythonObjectCall *self = user_data;
  GTask *task = self->task;
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_crew_hook_call_finish (result, &error);
  TroupeValue *asks = troupe_value_get_member (said, "asks");
  TroupeValue *number = troupe_value_get_member (said, "number");
  TroupeValue *value = troupe_value_get_member (said, "value");

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    {
      fail_call (self, error);
      return;
    }
  if (asks != NULL && number != NULL)
    {
      g_clear_pointer (&self->number, troupe_value_unref);
      self->number = troupe_value_ref (number);
      if (self->ask_func != NULL)
        self->ask_func (asks, self, self->ask_data);
      else
        troupe_python_object_call_answer (self, NULL,
                                          g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                                                               "requests are not supported here"));
      return;
    }
  g_task_return_pointer (
      task, value != NULL ? troupe_value_ref (value) : troupe_value_from_json ("{}", -1, NULL),
      (GDestroyNotify) troupe_value_unref);
  g_object_unref (task);
}

/* Returns TRUE for errors that end the call without being passed to the method. */
static gboolean
ends_all (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING);
}

void
troupe_python_object_call_answer (TroupePythonObjectCall *self, TroupeValue *answer, GError *error)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder, inner;

  g_return_if_fail (self != NULL && (answer != NULL || error != NULL));

  if (error != NULL && ends_all (error))
    {
      GTask *task = self->task;

      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "number", troupe_value_ref (self->number));
  if (error != NULL)
    {
      troupe_map_builder_init (&inner);
      troupe_map_builder_add (&inner, "error", troupe_value_new_string (error->message, -1));
      answer = troupe_map_builder_end (&inner);
      g_clear_error (&self->raised);
      self->raised = error;
    }
  troupe_map_builder_add (&builder, "answer", answer);
  value = troupe_map_builder_end (&builder);
  troupe_crew_hook_call_async (self->around, self->hook, TROUPE_HOOK_REPLY, value, NULL,
                               g_task_get_cancellable (self->task), said_cb, self);
}

void
troupe_python_objects_call_async (TroupePythonObjects *self,
                                  TroupeDeclared declared,
                                  int index,
                                  const char *method,
                                  TroupeValue *arguments,
                                  TroupePythonObjectAskFunc ask_func,
                                  gpointer ask_data,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  Object *object = NULL;
  TroupePythonObjectCall *call = NULL;
  const gboolean invokes = g_strcmp0 (method, "invoke") == 0;
  g_autoptr (TroupeValue) numbered = NULL, named = NULL, number = NULL, name = NULL;

  g_return_if_fail (self != NULL && method != NULL && arguments != NULL);

  object = get_object (self, declared, index);
  call = g_new0 (TroupePythonObjectCall, 1);
  call->around = self->around;
  call->hook = invokes ? &object->executor : &object->hook;
  call->ask_func = ask_func;
  call->ask_data = ask_data;
  call->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (call->task, troupe_python_objects_call_async);
  g_task_set_task_data (call->task, call, call_free);
  number =
      object->number > 0 ? troupe_value_new_integer (object->number) : troupe_value_new_null ();
  numbered = troupe_value_map_with (arguments, invokes ? "agent" : "number", number);
  name = troupe_value_new_string (method, -1);
  named = troupe_value_map_with (numbered, "method", name);
  troupe_crew_hook_call_async (self->around, call->hook,
                               invokes ? TROUPE_HOOK_INVOKE : TROUPE_HOOK_METHOD, named, NULL,
                               cancellable, said_cb, call);
}

TroupeValue *
troupe_python_objects_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
