/* troupe-crew-card-data.c: texts on the cards of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-card-data"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-sanitize-text.h"
#include "troupe-tree.h"

/* Returns the value of an agent at @key. The `settings` override the other values. */
static JsonNode *
get_member (JsonNode *node, const char *key)
{
  JsonNode *settings;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  settings = json_object_get_member (json_node_get_object (node), "settings");
  if (settings != NULL && JSON_NODE_HOLDS_OBJECT (settings) &&
      json_object_has_member (json_node_get_object (settings), key))
    return json_object_get_member (json_node_get_object (settings), key);
  return json_object_get_member (json_node_get_object (node), key);
}

JsonNode *
troupe_crew_card_value_get (JsonNode *node, const char *key)
{
  JsonNode *member = get_member (node, key);

  return member != NULL && !JSON_NODE_HOLDS_NULL (member) ? member : NULL;
}

const char *
troupe_crew_card_value_get_text (JsonNode *node, const char *key)
{
  JsonNode *member = get_member (node, key);

  return member != NULL && JSON_NODE_HOLDS_VALUE (member) &&
                 json_node_get_value_type (member) == G_TYPE_STRING
             ? json_node_get_string (member)
             : NULL;
}

gboolean
troupe_crew_card_value_is_set (JsonNode *node, const char *key)
{
  JsonNode *member = get_member (node, key);

  if (member == NULL || JSON_NODE_HOLDS_NULL (member))
    return FALSE;
  if (JSON_NODE_HOLDS_VALUE (member) && json_node_get_value_type (member) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (member);
  if (JSON_NODE_HOLDS_ARRAY (member))
    return json_array_get_length (json_node_get_array (member)) > 0;
  return TRUE;
}

char *
troupe_crew_card_value_dup_line (JsonNode *node, const char *key)
{
  const char *text = troupe_crew_card_value_get_text (node, key);
  g_autofree char *line = text != NULL ? troupe_text_first_line (text) : NULL;

  return line != NULL && *g_strstrip (line) != '\0' ? g_steal_pointer (&line) : NULL;
}

/* Returns the name of a tool, a guardrail or a model that is given as a map. (transfer none)
 * (nullable) */
static const char *
get_name_of_map (JsonNode *node)
{
  static const char *const keys[] = { "name",  "ref",   "type",   "tool",
                                      "class", "model", "custom", "python" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *name = troupe_crew_card_value_get_text (node, keys[i]);

      if (name != NULL && *name != '\0')
        return name;
    }
  return NULL;
}

char *
troupe_crew_card_value_dup_tool (JsonNode *node)
{
  const char *name = NULL;
  const char *last;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
      json_node_get_value_type (node) == G_TYPE_STRING)
    name = json_node_get_string (node);
  else if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    name = get_name_of_map (node);
  if (name == NULL)
    return g_strdup ("?");
  /* Only show the last part of `crewai_tools:FileReadTool`. */
  last = strrchr (name, ':') != NULL ? strrchr (name, ':') : strrchr (name, '.');
  return troupe_text_first_line (last != NULL && last[1] != '\0' ? last + 1 : name);
}

char *
troupe_crew_card_value_dup_model (JsonNode *node, const char *key)
{
  JsonNode *llm = troupe_crew_card_value_get (node, key);
  const char *name = troupe_crew_card_value_get_text (node, key);

  if (name == NULL && llm != NULL && JSON_NODE_HOLDS_OBJECT (llm))
    name = get_name_of_map (llm);
  if (name == NULL)
    return NULL;
  /* Omit the default provider. */
  if (g_str_has_prefix (name, "openai/"))
    name += strlen ("openai/");
  return troupe_text_first_line (name);
}

char **
troupe_crew_card_value_list_tools (JsonNode *node)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  JsonNode *tools = troupe_crew_card_value_get (node, "tools");

  if (tools != NULL && JSON_NODE_HOLDS_ARRAY (tools))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (tools)); i++)
        g_ptr_array_add (words, troupe_crew_card_value_dup_tool (
                                    json_array_get_element (json_node_get_array (tools), i)));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

const char *
troupe_crew_card_data_get_agent_of (TroupeCrewSubject *subject, guint task)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  return troupe_crew_card_value_get_text (troupe_crew_subject_get_task (subject, task), "agent");
}

char *
troupe_crew_card_data_dup_role (TroupeCrewSubject *subject, const char *agent)
{
  char *role;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (agent != NULL, NULL);

  role = troupe_crew_card_value_dup_line (troupe_crew_subject_get_agent (subject, agent), "role");
  return role != NULL ? role : g_strdup (agent);
}

/* Returns the `llm` of each agent, and the other models that the crew uses. An element is NULL for the
 * default model. (transfer container) (element-type JsonNode) */
static GPtrArray *
collect_models (TroupeCrewSubject *subject)
{
  GPtrArray *models = g_ptr_array_new ();
  JsonNode *root = troupe_crew_subject_get_root (subject);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  g_auto (GStrv) keys = troupe_crew_edit_list_models_in_use (root);

  for (guint i = 0; agents[i] != NULL; i++)
    g_ptr_array_add (
        models, troupe_tree_get_member (troupe_crew_subject_get_agent (subject, agents[i]), "llm"));
  for (guint i = 0; keys[i] != NULL; i++)
    g_ptr_array_add (models, troupe_tree_get_member (root, keys[i]));
  for (guint i = 0; i < models->len; i++)
    {
      JsonNode *model = g_ptr_array_index (models, i);

      /* The value null and an empty text mean the default. */
      if (model != NULL &&
          (json_node_is_null (model) || g_strcmp0 (troupe_tree_get_text (model), "") == 0))
        models->pdata[i] = NULL;
    }
  return models;
}

char **
troupe_crew_card_data_list_models (TroupeCrewSubject *subject)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) models = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  models = collect_models (subject);
  for (guint i = 0; i < models->len; i++)
    {
      const char *model = troupe_tree_get_text (g_ptr_array_index (models, i));

      if (model != NULL && g_hash_table_add (seen, (gpointer) model))
        g_strv_builder_add (builder, model);
    }
  return g_strv_builder_end (builder);
}

gboolean
troupe_crew_card_data_has_one_model (TroupeCrewSubject *subject)
{
  g_autoptr (GPtrArray) models = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  models = collect_models (subject);
  for (guint i = 1; i < models->len; i++)
    {
      JsonNode *first = g_ptr_array_index (models, 0);
      JsonNode *model = g_ptr_array_index (models, i);

      if ((model == NULL) != (first == NULL) ||
          (model != NULL && !troupe_json_node_equal (model, first)))
        return FALSE;
    }
  return TRUE;
}

char **
troupe_crew_card_data_list_tools (TroupeCrewSubject *subject, guint task)
{
  const char *agent;
  g_auto (GStrv) own = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  own = troupe_crew_card_value_list_tools (troupe_crew_subject_get_task (subject, task));
  agent = troupe_crew_card_data_get_agent_of (subject, task);
  if (own[0] != NULL || agent == NULL)
    return g_steal_pointer (&own);
  return troupe_crew_card_value_list_tools (troupe_crew_subject_get_agent (subject, agent));
}

GArray *
troupe_crew_card_data_list_context (TroupeCrewSubject *subject, guint task)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  JsonNode *context;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), found);

  context = troupe_crew_card_value_get (troupe_crew_subject_get_task (subject, task), "context");
  if (context == NULL || !JSON_NODE_HOLDS_ARRAY (context))
    return found;
  for (guint i = 0; i < json_array_get_length (json_node_get_array (context)); i++)
    {
      JsonNode *name = json_array_get_element (json_node_get_array (context), i);
      int from = -1;

      if (JSON_NODE_HOLDS_VALUE (name) && json_node_get_value_type (name) == G_TYPE_STRING)
        {
          const char *task_name = json_node_get_string (name);

          for (guint j = 0; j < task; j++)
            if (g_strcmp0 (troupe_crew_card_value_get_text (
                               troupe_crew_subject_get_task (subject, j), "name"),
                           task_name) == 0)
              {
                from = (int) j;
                break;
              }
        }
      if (from >= 0)
        g_array_append_vals (found, &(guint){ (guint) from }, 1);
    }
  return found;
}

char *
troupe_crew_card_data_describe_size (TroupeCrewSubject *subject)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *tasks = NULL;
  g_autofree char *agents = NULL;
  guint n_tasks, n_agents;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  names = troupe_crew_subject_list_agents (subject);
  n_tasks = troupe_crew_subject_get_n_tasks (subject);
  n_agents = g_strv_length (names);
  tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n_tasks), n_tasks);
  agents = g_strdup_printf (ngettext ("%u agent", "%u agents", n_agents), n_agents);

  return g_strdup_printf ("%s · %s", tasks, agents);
}
