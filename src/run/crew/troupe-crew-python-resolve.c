/* troupe-crew-python-resolve.c: resolves Python references of a crew to the objects they create
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-python-resolve"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-inventory.h"
#include "troupe-crew-python-resolve.h"
#include "troupe-llm-environment.h"
#include "troupe-permission-difference.h"
#include "troupe-python-ref-fields.h"
#include "troupe-run.h"
#include "troupe-unsupported.h"
#include "troupe-value-overlay.h"

/* Name for a manager agent that is created by Python. */
#define MANAGER_NAME "manager_agent"

/* @of_crew: (nullable): the crew's current fields; @agents: the fields of its agents, the
 *   manager's last; @tasks: (nullable): the fields of changed tasks, NULL for the others;
 *   @objects: (nullable): Python objects of some of them; @path: (nullable): where it failed */
typedef struct
{
  const TroupeCrewContext *around;
  TroupeCrew *crew;
  TroupeValue *of_crew;
  GPtrArray *agents; /* (element-type TroupeValue) */
  GPtrArray *tasks;  /* (nullable) (element-type TroupeValue) */
  TroupePythonObjects *objects;
  char *path;
} Making;

static void make_next (GTask *task);

static void
making_free (gpointer data)
{
  Making *making = data;

  g_assert (making != NULL);

  troupe_crew_unref (making->crew);
  g_clear_pointer (&making->of_crew, troupe_value_unref);
  g_ptr_array_unref (making->agents);
  g_clear_pointer (&making->tasks, g_ptr_array_unref);
  g_clear_pointer (&making->objects, troupe_python_objects_free);
  g_free (making->path);
  g_free (making);
}

/* Returns the agent at @index. The index after the last agent is that of the manager. For a
 * higher index, returns NULL. (transfer none) (nullable) */
static const TroupeCrewAgent *
get_agent (const TroupeCrew *crew, guint index)
{
  if (index < crew->n_agents)
    return &crew->agents[index];
  return index == crew->n_agents ? crew->manager : NULL;
}

gboolean
troupe_crew_python_resolve_is_needed (TroupeCrew *crew)
{
  g_return_val_if_fail (crew != NULL, FALSE);

  if (troupe_python_ref_fields_exist (TROUPE_DECLARED_CREW, crew->fields) ||
      troupe_python_objects_are_there (crew))
    return TRUE;
  for (guint i = 0; get_agent (crew, i) != NULL; i++)
    if (troupe_python_ref_fields_exist (TROUPE_DECLARED_AGENT, get_agent (crew, i)->fields))
      return TRUE;
  return FALSE;
}

/* --- Parsing ---------------------------------------------------------------------------------- */

/* (transfer full) */
static TroupeValue *
make_definition (const Making *making)
{
  const TroupeCrew *crew = making->crew;
  g_autoptr (TroupeValue) declared = troupe_crew_to_definition (making->crew);
  g_autoptr (TroupeValue) before = NULL;
  g_autoptr (TroupeValue) both = NULL;
  TroupeValue *manager;
  g_autoptr (TroupeValue) agents = NULL;
  TroupeMapBuilder builder;
  g_autofree char *name = NULL;
  g_autoptr (TroupeValue) named = NULL;
  g_autoptr (TroupeValue) with_manager = NULL;
  TroupeValue *tasks;
  g_autofree TroupeValue **items = NULL;
  g_autoptr (TroupeValue) list = NULL;

  tasks = troupe_value_get_member (declared, "tasks");
  g_assert (tasks != NULL);
  if (making->tasks == NULL)
    before = troupe_value_ref (declared);
  else
    {
      items = g_new0 (TroupeValue *, making->tasks->len + 1);
      for (guint i = 0; i < making->tasks->len; i++)
        items[i] = troupe_value_ref (making->tasks->pdata[i] != NULL
                                         ? (TroupeValue *) making->tasks->pdata[i]
                                         : troupe_value_list_get (tasks, i));
      list = troupe_value_new_list (items, making->tasks->len);
      before = troupe_value_map_with (declared, "tasks", list);
    }
  both = troupe_value_map_overlay (before, making->of_crew);
  manager = troupe_value_get_member (both, "manager_agent");
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < making->agents->len; i++)
    troupe_map_builder_add (&builder, get_agent (crew, i)->name,
                            troupe_value_ref (g_ptr_array_index (making->agents, i)));
  if (manager != NULL && troupe_value_is (manager, TROUPE_VALUE_MAP))
    {
      GString *manager_name = g_string_new (MANAGER_NAME);

      /* Determines a unique name under which a manager created by Python is added to the agents. */
      for (guint i = 0; i < crew->n_agents; i++)
        if (g_str_equal (crew->agents[i].name, manager_name->str))
          {
            g_string_append_c (manager_name, '_');
            i = G_MAXUINT;
          }
      name = g_string_free (manager_name, FALSE);
      troupe_map_builder_add (&builder, name, troupe_value_ref (manager));
    }
  agents = troupe_map_builder_end (&builder);
  if (name == NULL)
    return troupe_value_map_with (both, "agents", agents);
  named = troupe_value_new_string (name, -1);
  with_manager = troupe_value_map_with (both, "manager_agent", named);
  return troupe_value_map_with (with_manager, "agents", agents);
}

/* Restores the agent's original path. */
static void
keep_path (TroupeCrewAgent *agent, const char *path)
{
  g_assert (agent != NULL);

  if (agent->step_callback != NULL)
    {
      g_free (agent->step_callback->path);
      agent->step_callback->path = g_strconcat (path, ".step_callback", NULL);
    }
  g_free (agent->path);
  agent->path = g_strdup (path);
}

/* Fails if the resolved crew contains something unsupported. */
static gboolean
check (const Making *making, TroupeCrew *crew, GError **error)
{
  for (guint i = 0; get_agent (crew, i) != NULL; i++)
    {
      g_autoptr (GPtrArray) found =
          troupe_unsupported_list (TROUPE_DECLARED_AGENT, get_agent (crew, i)->fields);
      const TroupeUnsupported *item = found->len > 0 ? found->pdata[0] : NULL;

      if (item == NULL)
        continue;
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, "%s: %s %s", item->path,
                   item->sentence, item->advice);
      return FALSE;
    }
  return TRUE;
}

static void
list_permissions (gpointer crew, TroupePermissionList *permissions)
{
  troupe_crew_inventory_list_permissions (crew, permissions);
}

/* Takes ownership of @task. */
static void
read_crew (GTask *task)
{
  Making *making = g_task_get_task_data (task);
  const TroupeCrewContext *around = making->around;
  g_autoptr (TroupeValue) definition = make_definition (making);
  g_autoptr (GError) cause = NULL;
  g_autoptr (TroupeCrew) crew = troupe_crew_new (definition, NULL, &cause);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (crew == NULL)
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                             /* Translators: an error message with a path */
                             _ ("The object created in Python is not part of a crew: %s"),
                             cause->message);
  else if (!check (making, crew, &error) ||
           !troupe_permission_check_created (
               making->crew, crew, list_permissions, around->run->folder,
               troupe_llm_client_get_environment (around->run->client), &error))
    g_task_return_error (task, error);
  else
    {
      for (guint i = 0; i < crew->n_agents && i < making->crew->n_agents; i++)
        keep_path (&crew->agents[i], making->crew->agents[i].path);
      if (crew->manager != NULL)
        keep_path (crew->manager,
                   making->crew->manager != NULL ? making->crew->manager->path : "manager_agent");
      g_task_return_pointer (task, g_steal_pointer (&crew), (GDestroyNotify) troupe_crew_unref);
    }
  g_object_unref (task);
}

/* Takes ownership of the task. */
static void
built_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Making *making = g_task_get_task_data (task);
  g_autofree char *path = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  making->objects = troupe_python_objects_build_finish (result, &making->tasks, &path, &error);
  if (making->objects != NULL)
    {
      read_crew (task);
      return;
    }
  making->path = g_steal_pointer (&path);
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* --- Resolving -------------------------------------------------------------------------------- */

static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Making *making = g_task_get_task_data (task);
  g_autofree char *path = NULL;
  GError *error = NULL;
  TroupeValue *fields = troupe_python_ref_fields_finish (result, &path, &error);

  g_assert (G_IS_TASK (task));

  if (fields == NULL)
    {
      const TroupeCrewAgent *agent =
          making->of_crew != NULL ? get_agent (making->crew, making->agents->len) : NULL;

      making->path = agent != NULL && path != NULL ? g_strdup_printf ("%s.%s", agent->path, path)
                                                   : g_steal_pointer (&path);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (making->of_crew == NULL)
    making->of_crew = fields;
  else
    g_ptr_array_add (making->agents, fields);
  make_next (task);
}

/* Takes ownership of @task. */
static void
make_next (GTask *task)
{
  Making *making = g_task_get_task_data (task);
  const TroupeCrewAgent *agent =
      making->of_crew != NULL ? get_agent (making->crew, making->agents->len) : NULL;

  g_assert (G_IS_TASK (task));

  if (making->of_crew == NULL)
    troupe_python_ref_fields_async (making->around, TROUPE_DECLARED_CREW, making->crew->fields,
                                    NULL, g_task_get_cancellable (task), made_cb, task);
  else if (agent != NULL)
    troupe_python_ref_fields_async (making->around, TROUPE_DECLARED_AGENT, agent->fields,
                                    agent->path, g_task_get_cancellable (task), made_cb, task);
  else if (troupe_python_objects_are_there (making->crew))
    troupe_python_objects_build_async (making->around, making->crew, making->agents,
                                       g_task_get_cancellable (task), built_cb, task);
  else
    read_crew (task);
}

void
troupe_crew_python_resolve_async (const TroupeCrewContext *around,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  GTask *task = NULL;
  Making *making = NULL;

  g_return_if_fail (around != NULL && around->crew != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_crew_python_resolve_async);
  making = g_new0 (Making, 1);
  making->around = around;
  making->crew = troupe_crew_ref (around->crew);
  making->agents = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_task_set_task_data (task, making, making_free);
  make_next (task);
}

TroupeCrew *
troupe_crew_python_resolve_finish (GAsyncResult *result,
                                   TroupePythonObjects **objects,
                                   char **path,
                                   GError **error)
{
  Making *making = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && path != NULL, NULL);

  making = g_task_get_task_data (G_TASK (result));
  *path = g_strdup (making->path);
  *objects = g_steal_pointer (&making->objects);
  return g_task_propagate_pointer (G_TASK (result), error);
}
