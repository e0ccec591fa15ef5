/* troupe-flow-declared.c: validation of the agents and crews that a flow declares inline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-declared"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-declared.h"
#include "troupe-schema.h"
#include "troupe-tree.h"

/* --- Schemas ---------------------------------------------------------------------------------- */

/* clang-format off */
#define KEY(name, type) "\"" name "\":" type
#define OR_NULL(type) "{\"anyOf\":[" type ",{\"type\":\"null\"}]}"
#define EITHER(one, other) "{\"anyOf\":[" one "," other "]}"
#define OR_EITHER(one, other) "{\"anyOf\":[" one "," other ",{\"type\":\"null\"}]}"
#define LIST(item) "{\"type\":\"array\",\"items\":" item "}"
#define TEXT "{\"type\":\"string\"}"
#define MAP "{\"type\":\"object\"}"
#define WHOLE OR_NULL ("{\"type\":\"integer\"}")
#define WHOLE_FROM(least, usual) \
  "{\"type\":\"integer\",\"minimum\":" least ",\"default\":" usual "}"
#define SWITCH OR_NULL ("{\"type\":\"boolean\"}")
#define EFFORT "{\"enum\":[\"low\",\"medium\",\"high\"],\"default\":\"medium\"}"

#define REFERENCE "{\"type\":\"object\",\"properties\":{" \
  KEY ("python", TEXT) \
  "},\"required\":[\"python\"]}"
#define MODEL "{\"type\":\"object\",\"properties\":{" \
  KEY ("model", TEXT) "," \
  KEY ("max_tokens", WHOLE) \
  "},\"required\":[\"model\"]}"
#define PLANNING "{\"type\":\"object\",\"properties\":{" \
  KEY ("reasoning_effort", EFFORT) "," \
  KEY ("observe_steps", SWITCH) "," \
  KEY ("max_attempts", WHOLE) "," \
  KEY ("max_steps", WHOLE_FROM ("1", "20")) "," \
  KEY ("system_prompt", OR_NULL (TEXT)) "," \
  KEY ("plan_prompt", OR_NULL (TEXT)) "," \
  KEY ("refine_prompt", OR_NULL (TEXT)) "," \
  KEY ("max_replans", WHOLE_FROM ("0", "3")) "," \
  KEY ("max_step_iterations", WHOLE_FROM ("1", "15")) "," \
  KEY ("step_timeout", WHOLE) \
  "}}"

/* CrewAI's CrewAgentDefinition. Missing texts are only an error when the agent is created. */
#define AGENT "{\"type\":\"object\",\"properties\":{" \
  KEY ("role", OR_NULL (TEXT)) "," \
  KEY ("goal", OR_NULL (TEXT)) "," \
  KEY ("backstory", OR_NULL (TEXT)) "," \
  KEY ("type", OR_EITHER (TEXT, REFERENCE)) "," \
  KEY ("from_repository", OR_NULL (TEXT)) "," \
  KEY ("settings", OR_NULL (MAP)) "," \
  KEY ("llm", OR_EITHER (TEXT, MODEL)) "," \
  KEY ("planning_config", OR_NULL (PLANNING)) "," \
  KEY ("allow_delegation", SWITCH) "," \
  KEY ("max_iter", WHOLE) "," \
  KEY ("max_rpm", WHOLE) "," \
  KEY ("max_execution_time", WHOLE) "," \
  KEY ("tools", OR_NULL (LIST (EITHER (TEXT, MAP)))) "," \
  KEY ("apps", OR_NULL (LIST (TEXT))) "," \
  KEY ("mcps", OR_NULL (LIST (EITHER (TEXT, MAP)))) \
  "}}"

/* CrewAI's CrewTaskDefinition, and CrewDefinition without the agents, which have several forms. */
#define TASK "{\"type\":\"object\",\"properties\":{" \
  KEY ("description", TEXT) "," \
  KEY ("expected_output", TEXT) "," \
  KEY ("name", OR_NULL (TEXT)) "," \
  KEY ("agent", OR_NULL (TEXT)) "," \
  KEY ("context", OR_NULL (LIST (TEXT))) "," \
  KEY ("type", OR_EITHER (TEXT, REFERENCE)) \
  "},\"required\":[\"description\",\"expected_output\"]}"
#define CREW "{\"type\":\"object\",\"properties\":{" \
  KEY ("tasks", LIST (TASK)) "," \
  KEY ("inputs", OR_NULL (MAP)) "," \
  KEY ("manager_agent", OR_EITHER (TEXT, REFERENCE)) \
  "}}"
/* clang-format on */

/* --- Paths ------------------------------------------------------------------------------------ */

static JsonNode *
step_down (JsonNode *node, const char *key, gsize length)
{
  g_autofree char *name = g_strndup (key, length);

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      const guint64 index = g_ascii_strtoull (name, NULL, 10);

      return index < json_array_get_length (array) ? json_array_get_element (array, (guint) index)
                                                   : NULL;
    }
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_get_member (node, name) : NULL;
}

JsonNode *
troupe_flow_find_declared (JsonNode *node, const char *path)
{
  g_return_val_if_fail (node != NULL && path != NULL, NULL);

  for (const char *at = path; *at != '\0';)
    {
      const gsize length = strcspn (at, ".[]");
      JsonNode *next = length > 0 ? step_down (node, at, length) : node;

      if (next == NULL)
        break;
      node = next;
      at += length;
      at += strspn (at, ".[]");
    }
  return node;
}

/* --- Validation ------------------------------------------------------------------------------- */

typedef enum
{
  DECLARED_AGENT,
  DECLARED_CREW,
  DECLARED_N,
} Declared;

/* Returns a schema, which is compiled only once, because a flow may have thousands of agents.
 * (transfer none) */
static TroupeSchema *
get_schema (Declared declared)
{
  static const char *const texts[DECLARED_N] = { AGENT, CREW };
  static gsize schemas[DECLARED_N];

  if (g_once_init_enter (&schemas[declared]))
    {
      g_autoptr (TroupeValue) document = troupe_value_from_json (texts[declared], -1, NULL);
      TroupeSchema *schema = troupe_schema_new_open (document, NULL);

      g_once_init_leave (&schemas[declared], (gsize) schema);
    }
  return (TroupeSchema *) schemas[declared];
}

/* Fields that are parsed separately and whose problems are reported there. */
static const char *const read_of_agent[] = { "role", "goal", "backstory", "settings", NULL };
static const char *const read_of_crew[] = { "tasks", "inputs", "description", "expected_output",
                                            NULL };
static const char *const read_of_none[] = { NULL };

static gboolean
is_read (const char *path, const char *const *read)
{
  const char *dot = strrchr (path, '.');

  return g_strv_contains (read, dot != NULL ? dot + 1 : path);
}

gboolean
troupe_flow_has_made_model (JsonNode *agent, const char *path)
{
  JsonNode *llm = NULL;

  g_return_val_if_fail (agent != NULL && path != NULL, FALSE);

  if ((g_str_equal (path, "llm") || g_str_has_prefix (path, "llm.")) &&
      JSON_NODE_HOLDS_OBJECT (agent))
    llm = troupe_tree_get_member (agent, "llm");
  return llm != NULL && JSON_NODE_HOLDS_OBJECT (llm) &&
         troupe_tree_get_member_text (llm, "python") != NULL;
}

/* Validates an agent or a crew by its schema. @read: last keys of paths that are reported
 * elsewhere */
static void
check (TroupeFlowReader *reader, Declared declared, JsonNode *node, const char *const *read)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  g_autoptr (TroupeValue) value = troupe_value_from_node (node);
  g_autoptr (TroupeValue) taken = troupe_schema_check (get_schema (declared), value, problems);

  for (guint i = 0; taken == NULL && i < problems->len; i++)
    {
      const TroupeSchemaProblem *problem = problems->pdata[i];
      gsize mark;

      if (is_read (problem->path, read) || troupe_flow_has_made_model (node, problem->path))
        continue;
      mark = troupe_flow_reader_enter (reader, problem->path);
      troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR,
                                 troupe_flow_find_declared (node, problem->path), "wrong_type",
                                 "%s", problem->message);
      troupe_flow_reader_leave (reader, mark);
    }
}

/* Checks that a Python reference contains a module. */
static void
check_reference (TroupeFlowReader *reader, JsonNode *owner, const char *key)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (owner) ? troupe_tree_get_member (owner, key) : NULL;
  const char *text = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                         ? troupe_tree_get_member_text (node, "python")
                         : NULL;
  gsize mark;

  if (text == NULL || strchr (text, '.') != NULL)
    return;
  mark = troupe_flow_reader_enter (reader, key);
  troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR, node, "bad_reference",
                             _ ("Expected a dotted path such as “module.Name”, found “%s”."), text);
  troupe_flow_reader_leave (reader, mark);
}

static void
check_agent (TroupeFlowReader *reader, JsonNode *agent, const char *const *read)
{
  check (reader, DECLARED_AGENT, agent, read);
  check_reference (reader, agent, "type");
}

static gboolean
has_own_name (JsonNode *item)
{
  return JSON_NODE_HOLDS_OBJECT (item) && troupe_tree_get_member (item, "name") != NULL;
}

static void
check_named (JsonNode *agent, gpointer user_data)
{
  check_agent (user_data, agent, read_of_none);
}

/* @agents: a map of agents by name */
static void
walk_map (TroupeFlowReader *reader, JsonNode *agents, TroupeFlowDeclaredFunc func, gpointer data)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *agent;

  json_object_iter_init_ordered (&iter, json_node_get_object (agents));
  while (json_object_iter_next_ordered (&iter, &name, &agent))
    {
      gsize mark = troupe_flow_reader_enter (reader, name);

      func (agent, data);
      troupe_flow_reader_leave (reader, mark);
    }
}

void
troupe_flow_each_declared (TroupeFlowReader *reader,
                           JsonNode *with,
                           TroupeFlowDeclaredFunc func,
                           gpointer user_data)
{
  JsonNode *agents;
  gsize mark;

  g_return_if_fail (reader != NULL && with != NULL && func != NULL);

  agents = troupe_tree_get_member (with, "agents");
  mark = troupe_flow_reader_enter (reader, "agents");
  if (agents != NULL && JSON_NODE_HOLDS_OBJECT (agents))
    walk_map (reader, agents, func, user_data);
  for (guint i = 0; agents != NULL && JSON_NODE_HOLDS_ARRAY (agents) &&
                    i < json_array_get_length (json_node_get_array (agents));
       i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (agents), i);
      gsize inner = troupe_flow_reader_enter_index (reader, i);

      if (has_own_name (item))
        func (item, user_data);
      else if (JSON_NODE_HOLDS_OBJECT (item))
        walk_map (reader, item, func, user_data);
      troupe_flow_reader_leave (reader, inner);
    }
  troupe_flow_reader_leave (reader, mark);
}

void
troupe_flow_check_declared (TroupeFlowReader *reader, JsonNode *with, gboolean is_crew)
{
  JsonNode *agents;
  gsize mark;

  g_return_if_fail (reader != NULL && with != NULL);

  if (!is_crew)
    {
      check_agent (reader, with, read_of_agent);
      return;
    }
  check (reader, DECLARED_CREW, with, read_of_crew);
  check_reference (reader, with, "manager_agent");
  /* Checks the entries of a list before their contents are checked. */
  agents = troupe_tree_get_member (with, "agents");
  mark = troupe_flow_reader_enter (reader, "agents");
  for (guint i = 0; agents != NULL && JSON_NODE_HOLDS_ARRAY (agents) &&
                    i < json_array_get_length (json_node_get_array (agents));
       i++)
    {
      gsize inner = troupe_flow_reader_enter_index (reader, i);
      JsonNode *item = json_array_get_element (json_node_get_array (agents), i);

      /* Checks an entry of a list of agents: it has a `name`, or is a map with the name as its
       * only key. */
      if (!has_own_name (item) && (!JSON_NODE_HOLDS_OBJECT (item) ||
                                   json_object_get_size (json_node_get_object (item)) != 1))
        troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR, item, "wrong_type",
                                   _ ("An agent in a list needs a “name”, or must be an object "
                                      "with its name as the only key."));
      troupe_flow_reader_leave (reader, inner);
    }
  troupe_flow_reader_leave (reader, mark);
  troupe_flow_each_declared (reader, with, check_named, reader);
}
