/* troupe-crew-edit.c: new crews, the process and the manager of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-edit"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-tree.h"

#define NEW_AGENT "agent"

/* --- Creating a crew -------------------------------------------------------------------------- */

static JsonNode *
make_agent (void)
{
  JsonObject *agent = json_object_new ();

  json_object_set_string_member (agent, "role", "");
  json_object_set_string_member (agent, "goal", "");
  json_object_set_string_member (agent, "backstory", "");
  return troupe_tree_take_object (agent);
}

static JsonNode *
make_crew (const char *name)
{
  JsonObject *crew = json_object_new ();
  JsonObject *task = json_object_new ();
  JsonArray *agents = json_array_new ();
  JsonArray *tasks = json_array_new ();

  json_array_add_string_element (agents, NEW_AGENT);
  json_object_set_string_member (task, "name", "task");
  json_object_set_string_member (task, "description", "");
  json_object_set_string_member (task, "expected_output", "");
  json_object_set_string_member (task, "agent", NEW_AGENT);
  json_array_add_object_element (tasks, task);
  if (name != NULL && *name != '\0')
    json_object_set_string_member (crew, "name", name);
  json_object_set_array_member (crew, "agents", agents);
  json_object_set_array_member (crew, "tasks", tasks);
  return troupe_tree_take_object (crew);
}

TroupeCrewDocument *
troupe_crew_document_new (const char *name)
{
  static const char *const names[] = { NEW_AGENT, NULL };
  g_autoptr (JsonNode) crew = make_crew (name);
  g_autoptr (JsonNode) agent = make_agent ();
  TroupeCrewDocument *document = troupe_crew_document_new_from_trees (crew, names, &agent, NULL);

  g_assert (document != NULL);
  troupe_document_set_own (TROUPE_DOCUMENT (document), TRUE);
  return document;
}

/* --- Process ---------------------------------------------------------------------------------- */

static gboolean
has_value (const TroupeCrewView *view, const char *key)
{
  JsonNode *node = troupe_tree_get_member (troupe_crew_view_get_root (view), key);
  const char *text = troupe_tree_get_text (node);

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) && (text == NULL || *text != '\0');
}

/* Returns the model of the first agent that names a model. (transfer none) (nullable) */
static const char *
find_model (const TroupeCrewView *view)
{
  g_auto (GStrv) agents = troupe_crew_view_list_agents (view);

  for (guint i = 0; agents[i] != NULL; i++)
    {
      const char *model =
          troupe_tree_get_member_text (troupe_crew_view_get_agent (view, agents[i]), "llm");

      if (model != NULL && *model != '\0')
        return model;
    }
  return NULL;
}

static gboolean
make_hierarchical (TroupeCrewChange *change, const char *model, GError **error)
{
  const char *manager = troupe_crew_view_get_manager (&change->view);
  const char *own = find_model (&change->view);

  troupe_crew_change_set_text (change, "hierarchical", "process", NULL);
  if (manager != NULL)
    {
      g_autofree char *name = g_strdup (manager);

      troupe_crew_change_set_listed (change, name, FALSE);
      return TRUE;
    }
  if (has_value (&change->view, "manager_agent") || has_value (&change->view, "manager_llm"))
    return TRUE;
  /* The agents' own model, because another one may cost money or require another key. */
  if (own != NULL)
    model = own;
  if (model == NULL || *model == '\0')
    return troupe_crew_refuse (
        error, _ ("A hierarchical crew needs a manager. Choose a manager agent or a manager LLM."));
  troupe_crew_change_set_text (change, model, "manager_llm", NULL);
  return TRUE;
}

static void
make_sequential (TroupeCrewChange *change)
{
  troupe_crew_change_set_text (change, "sequential", "process", NULL);
  for (guint i = 0; i < troupe_crew_view_get_n_tasks (&change->view); i++)
    {
      JsonNode *task = troupe_crew_view_get_task (&change->view, i);
      JsonNode *agent = troupe_tree_get_member (task, "agent");
      g_autofree char *neighbour = NULL;
      g_autoptr (JsonNode) text = NULL;

      if (task == NULL || (agent != NULL && !JSON_NODE_HOLDS_NULL (agent)))
        continue;
      neighbour = troupe_crew_view_find_neighbour (&change->view, i);
      text = neighbour != NULL ? troupe_json_node_new_string (neighbour) : NULL;
      if (text != NULL)
        troupe_crew_change_set_in_task (change, i, "agent", text);
    }
}

gboolean
troupe_crew_edit_set_process (TroupeCrewSubject *subject,
                              TroupeCrewProcess process,
                              const char *model,
                              GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (troupe_crew_view_get_process (&change.view) == process)
    return TRUE;
  if (process == TROUPE_CREW_SEQUENTIAL)
    make_sequential (&change);
  else if (!make_hierarchical (&change, model, error))
    return FALSE;
  return troupe_crew_change_commit (&change, _ ("Change Process"), error);
}

/* --- Models ----------------------------------------------------------------------------------- */

char **
troupe_crew_edit_list_models_in_use (JsonNode *crew)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  JsonNode *manager = troupe_tree_get_member (crew, "manager_agent");
  JsonNode *planning = troupe_tree_get_member (crew, "planning");

  if (g_strcmp0 (troupe_tree_get_member_text (crew, "process"), "hierarchical") == 0 &&
      (manager == NULL || json_node_is_null (manager)))
    g_strv_builder_add (keys, "manager_llm");
  if (planning != NULL && JSON_NODE_HOLDS_VALUE (planning) &&
      json_node_get_value_type (planning) == G_TYPE_BOOLEAN && json_node_get_boolean (planning))
    g_strv_builder_add (keys, "planning_llm");
  return g_strv_builder_end (keys);
}

gboolean
troupe_crew_edit_set_models (TroupeCrewSubject *subject, const char *model, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_auto (GStrv) agents = NULL;
  g_auto (GStrv) keys = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (model != NULL, FALSE);

  troupe_crew_change_init (&change, subject);
  agents = troupe_crew_view_list_agents (&change.view);
  keys = troupe_crew_edit_list_models_in_use (troupe_crew_view_get_root (&change.view));
  for (guint i = 0; agents[i] != NULL; i++)
    if (g_strcmp0 (troupe_tree_get_member_text (
                       troupe_crew_view_get_agent (&change.view, agents[i]), "llm"),
                   model) != 0)
      troupe_crew_change_set_text (&change, model, "agents", agents[i], "llm", NULL);
  for (guint i = 0; keys[i] != NULL; i++)
    if (g_strcmp0 (troupe_tree_get_member_text (troupe_crew_view_get_root (&change.view), keys[i]),
                   model) != 0)
      troupe_crew_change_set_text (&change, model, keys[i], NULL);
  return troupe_crew_change_commit (&change, _ ("Change Models"), error);
}

/* --- Manager ---------------------------------------------------------------------------------- */

gboolean
troupe_crew_edit_set_manager (TroupeCrewSubject *subject, const char *name, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree char *old = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (name != NULL && !troupe_crew_view_require_agent (&change.view, name, error))
    return FALSE;
  old = g_strdup (troupe_crew_view_get_manager (&change.view));
  if (g_strcmp0 (old, name) == 0 && (name != NULL || !has_value (&change.view, "manager_agent")))
    return TRUE;
  if (old != NULL)
    troupe_crew_change_set_listed (&change, old, TRUE);
  if (name == NULL)
    troupe_crew_change_set (&change, NULL, "manager_agent", NULL);
  else
    {
      troupe_crew_change_set_text (&change, name, "manager_agent", NULL);
      if (troupe_crew_view_get_process (&change.view) == TROUPE_CREW_HIERARCHICAL)
        troupe_crew_change_set_listed (&change, name, FALSE);
    }
  return troupe_crew_change_commit (
      &change, name != NULL ? _ ("Set as Manager") : _ ("Remove Manager"), error);
}
