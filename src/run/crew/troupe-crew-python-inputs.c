/* troupe-crew-python-inputs.c: inputs interpolated by Python classes of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-python-inputs"

#include "config.h"

#include "troupe-crew-python-inputs.h"

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

void
troupe_crew_fill_python_inputs_async (TroupePythonObjects *objects,
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
  g_task_set_source_tag (task, troupe_crew_fill_python_inputs_async);
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

TroupeCrew *
troupe_crew_fill_python_inputs_finish (GAsyncResult *result, char **path, GError **error)
{
  Filling *filling = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && path != NULL, NULL);

  filling = g_task_get_task_data (G_TASK (result));
  *path = g_strdup (filling->path);
  return g_task_propagate_pointer (G_TASK (result), error);
}
