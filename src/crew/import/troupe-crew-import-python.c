/* troupe-crew-import-python.c: merges the settings of a crew.py into agents.yaml and tasks.yaml
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-python"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-import-private.h"
#include "troupe-crew-old-memory.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

static TroupeImportOrigin *
make_origin (TroupeImporter *self, guint line, const char *what)
{
  g_assert (self != NULL);

  return troupe_import_origin_new (self->python_file.name, line, line, what);
}

/* Returns the source location and text of an argument, such as `tools=[SerperDevTool()]`. */
static TroupeImportOrigin *
origin_of (TroupeImporter *self, const TroupePythonNode *node)
{
  g_autofree char *what = node->keyword != NULL ? g_strconcat (node->keyword, "=", node->text, NULL)
                                                : g_strdup (node->text);

  g_assert (self != NULL);

  return make_origin (self, node->line, what);
}

static void
leave_out (TroupeImporter *self, const TroupePythonNode *node, const char *path, const char *why)
{
  g_autoptr (TroupeImportOrigin) origin = origin_of (self, node);

  g_assert (self != NULL);

  troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, path, "%s", why);
}

/* --- Resolving names in arguments ------------------------------------------------------------- */

/* Resolves a name. A method of the class that is called is resolved to its result, and a
 * variable that is assigned once is resolved to its value. */
static const TroupePythonNode *
resolve (TroupeImporter *self, const TroupePythonNode *node)
{
  g_assert (self != NULL);

  for (guint i = 0; i < 8; i++)
    {
      const char *own = troupe_python_node_get_own_name (node);
      const TroupePythonMethod *method = NULL;
      const TroupePythonNode *next = NULL;

      if (node->type == TROUPE_PYTHON_NODE_CALL)
        method = troupe_crew_python_find_method (self->python, own != NULL ? own : node->name);
      else if (node->type == TROUPE_PYTHON_NODE_NAME && own == NULL)
        next = g_hash_table_lookup (self->python->assignments, node->name);
      if (method != NULL)
        next = method->result;
      if (next == NULL || next == node)
        return node;
      node = next;
    }
  return node;
}

/* Returns the key of `config=self.tasks_config['research']`, or NULL. */
static const char *
get_config_key (const TroupePythonMethod *method)
{
  const TroupePythonNode *config = troupe_python_node_get_argument (method->result, "config");

  return config != NULL && config->type == TROUPE_PYTHON_NODE_ITEM ? config->key : NULL;
}

/* Returns the name of the agent or task that `self.researcher()` or `self.researcher` creates.
 * (nullable) */
static const char *
find_made (TroupeImporter *self, const TroupePythonNode *node, GPtrArray *things)
{
  const char *own = troupe_python_node_get_own_name (node);
  const TroupePythonMethod *method =
      own != NULL ? troupe_crew_python_find_method (self->python, own) : NULL;
  const char *key;

  g_assert (self != NULL);

  if (method == NULL || method->result == NULL)
    return NULL;
  key = get_config_key (method);
  if (key != NULL && troupe_import_find (things, key) != NULL)
    return key;
  return troupe_import_find (things, method->name) != NULL ? method->name : NULL;
}

static gboolean
is_foreign_module (const char *module)
{
  return module != NULL && *module != '.' && !g_str_has_prefix (module, "crewai_tools") &&
         strchr (module, '.') != NULL;
}

/* Returns the name of the tool that @node creates in a crew document, or NULL if the tool cannot
 * be expressed in such a document. (transfer full) (nullable) */
static char *
name_tool (TroupeImporter *self, const TroupePythonNode *node)
{
  const char *module;

  g_assert (self != NULL);

  /* Only a class, recognized by its capital letter, can be referenced. The result of a function
   * is only known to Python. */
  if (node->type != TROUPE_PYTHON_NODE_CALL || strchr (node->name, '.') != NULL ||
      !g_ascii_isupper (*node->name))
    return NULL;
  module = g_hash_table_lookup (self->python->imports, node->name);
  if (is_foreign_module (module))
    return g_strconcat (module, ":", node->name, NULL);
  return module == NULL || *module != '.' ? g_strdup (node->name) : NULL;
}

/* Converts a list of tools to their names. (transfer full) (nullable) */
static JsonNode *
make_tools (TroupeImporter *self, const TroupePythonNode *node, const char *path)
{
  const TroupePythonNode *list = resolve (self, node);
  JsonArray *tools;

  g_assert (self != NULL);

  if (list->type != TROUPE_PYTHON_NODE_LIST)
    {
      leave_out (self, node, path,
                 _ ("These tools are created in Python code and cannot be imported."));
      return NULL;
    }
  tools = json_array_new ();
  for (guint i = 0; i < list->children->len; i++)
    {
      const TroupePythonNode *entry = list->children->pdata[i];
      const TroupePythonNode *tool = resolve (self, entry);
      g_autofree char *name = name_tool (self, tool);
      g_autoptr (TroupeImportOrigin) origin = origin_of (self, entry);

      if (name == NULL)
        leave_out (self, entry, path,
                   _ ("This tool is created in Python code and cannot be imported."));
      else
        {
          json_array_add_string_element (tools, name);
          if (tool->children->len > 0)
            troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
                                    _ ("The tool was imported as “%s”, without its arguments: a "
                                       "file can only name tools."),
                                    name);
        }
    }
  return troupe_tree_take_array (tools);
}

/* Converts `"openai/x"` or `LLM (model="…", temperature=0.2)`. (transfer full) (nullable) */
static JsonNode *
make_model (TroupeImporter *self, const TroupePythonNode *node, const char *path)
{
  const TroupePythonNode *model = resolve (self, node);
  JsonObject *map;

  g_assert (self != NULL);

  if (model->type == TROUPE_PYTHON_NODE_VALUE)
    return troupe_python_node_to_json (model);
  if (model->type != TROUPE_PYTHON_NODE_CALL ||
      !g_str_equal (troupe_python_node_get_last_name (model), "LLM"))
    {
      leave_out (self, node, path, _ ("This model is created in Python code. Choose a model."));
      return NULL;
    }
  map = json_object_new ();
  for (guint i = 0; i < model->children->len; i++)
    {
      const TroupePythonNode *argument = model->children->pdata[i];
      const char *key = argument->keyword != NULL ? argument->keyword : i == 0 ? "model" : NULL;
      JsonNode *value = troupe_python_node_to_json (argument);

      if (key != NULL && value != NULL && !JSON_NODE_HOLDS_NULL (value))
        json_object_set_member (map, key, value);
      else
        {
          g_clear_pointer (&value, json_node_unref);
          leave_out (self, argument, path,
                     _ ("This model setting is computed in Python code and cannot be imported."));
        }
    }
  return troupe_tree_take_object (map);
}

/* Converts a list such as `[self.research_task()]` to names. (transfer full) (nullable) */
static JsonNode *
make_names (TroupeImporter *self, const TroupePythonNode *node, GPtrArray *things, const char *path)
{
  JsonArray *names;

  g_assert (self != NULL);

  if (node->type != TROUPE_PYTHON_NODE_LIST)
    {
      leave_out (self, node, path,
                 _ ("This list is computed in Python code and cannot be imported."));
      return NULL;
    }
  names = json_array_new ();
  for (guint i = 0; i < node->children->len; i++)
    {
      const char *name = find_made (self, node->children->pdata[i], things);

      if (name != NULL)
        json_array_add_string_element (names, name);
      else
        leave_out (self, node->children->pdata[i], path,
                   _ ("No method of the class creates this entry from agents.yaml or tasks.yaml."));
    }
  return troupe_tree_take_array (names);
}

/* --- Converting arguments --------------------------------------------------------------------- */

/* Converts the value of an argument of an agent, a task or a crew. (transfer full) (nullable) */
static JsonNode *
make_value (TroupeImporter *self, const TroupePythonNode *node, const char *path)
{
  const char *key = node->keyword;
  g_autofree char *old = NULL;
  const char *made;
  JsonNode *value;

  g_assert (self != NULL);

  if (g_str_equal (key, "tools"))
    return make_tools (self, node, path);
  if (g_str_has_suffix (key, "llm"))
    return make_model (self, node, path);
  if (g_str_equal (key, "context"))
    return make_names (self, node, self->tasks, path);
  if (g_str_equal (key, "agent") || g_str_equal (key, "manager_agent"))
    {
      made = find_made (self, node, self->agents);
      if (made == NULL)
        leave_out (self, node, path,
                   _ ("No method of the class creates this agent from agents.yaml."));
      return made != NULL ? troupe_json_node_new_string (made) : NULL;
    }
  if (g_str_equal (key, "process"))
    {
      const char *word = troupe_python_node_get_last_name (node);

      if (node->type == TROUPE_PYTHON_NODE_VALUE)
        return troupe_python_node_to_json (node);
      return node->type == TROUPE_PYTHON_NODE_NAME ? troupe_json_node_new_string (word) : NULL;
    }
  value = troupe_python_node_to_json (resolve (self, node));
  old = value == NULL ? troupe_crew_old_memory_describe (key) : NULL;
  if (value == NULL)
    leave_out (self, node, path,
               old != NULL ? old
                           : _ ("This is Python code. Move it to a module next to the crew and "
                                "name it as {\"python\": \"module.name\"}."));
  return value;
}

/* Returns TRUE if the value is False or None. */
static gboolean
is_off (TroupeImporter *self, const TroupePythonNode *node)
{
  g_autoptr (JsonNode) value = troupe_python_node_to_json (resolve (self, node));

  return value != NULL &&
         (JSON_NODE_HOLDS_NULL (value) ||
          (json_node_get_value_type (value) == G_TYPE_BOOLEAN && !json_node_get_boolean (value)));
}

/* Converts a memory type from before CrewAI 1.0. Enables the memory of the crew unless it is set
 * explicitly. */
static void
take_old_memory (TroupeImporter *self,
                 const TroupePythonNode *call,
                 const TroupePythonNode *argument)
{
  g_autofree char *told = troupe_crew_old_memory_describe (argument->keyword);
  g_autoptr (TroupeImportOrigin) origin = origin_of (self, argument);

  g_assert (self != NULL);

  if (is_off (self, argument))
    return;
  if (troupe_python_node_get_argument (call, "memory") == NULL)
    troupe_import_thing_set (self->crew, "memory", troupe_json_node_new_boolean (TRUE),
                             origin_of (self, argument));
  troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, "memory", "%s", told);
}

static void
read_arguments (TroupeImporter *self,
                TroupeImportThing *thing,
                const TroupePythonNode *call,
                const char *path)
{
  static const char *const apart[] = { "config", "agents", "tasks", NULL };

  g_assert (self != NULL);

  for (guint i = 0; i < call->children->len; i++)
    {
      const TroupePythonNode *argument = call->children->pdata[i];
      g_autofree char *inner = NULL;
      JsonNode *value;

      if (argument->keyword == NULL)
        {
          leave_out (self, argument, path, _ ("Only keyword arguments can be imported."));
          continue;
        }
      if (g_strv_contains (apart, argument->keyword))
        continue;
      if (thing == self->crew && troupe_crew_old_memory_get_scope (argument->keyword) != NULL)
        {
          take_old_memory (self, call, argument);
          continue;
        }
      inner = *path != '\0' ? g_strconcat (path, ".", argument->keyword, NULL)
                            : g_strdup (argument->keyword);
      value = make_value (self, argument, inner);
      /* For an argument that is None, the setting of the YAML file is kept. */
      if (value != NULL && JSON_NODE_HOLDS_NULL (value) &&
          !g_str_equal (argument->keyword, "context"))
        g_clear_pointer (&value, json_node_unref);
      else if (value != NULL)
        troupe_import_thing_set (thing, argument->keyword, value, origin_of (self, argument));
    }
}

/* --- Methods ---------------------------------------------------------------------------------- */

/* Returns the agent or task that a method creates. It is based on the files, or only on the
 * arguments of the call. */
static TroupeImportThing *
use_thing (TroupeImporter *self, const TroupePythonMethod *method, GPtrArray *things)
{
  const char *key = get_config_key (method);
  TroupeImportThing *thing = troupe_import_find (things, key != NULL ? key : method->name);
  g_autofree char *what = g_strdup_printf ("def %s", method->name);
  g_autoptr (TroupeImportOrigin) origin = make_origin (self, method->line, what);

  g_assert (self != NULL);

  if (thing == NULL && key != NULL)
    {
      troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                              _ ("“%s” does not exist in the specified file."), key);
      return NULL;
    }
  if (thing == NULL)
    {
      thing = troupe_import_thing_new (method->name);
      g_hash_table_replace (thing->origins, g_strdup (""), g_steal_pointer (&origin));
      g_ptr_array_add (things, thing);
    }
  thing->is_used = TRUE;
  return thing;
}

/* Moves @thing to the end, so that all used agents or tasks have the order of the methods. */
static void
move_behind (GPtrArray *things, TroupeImportThing *thing)
{
  guint index;

  if (g_ptr_array_find (things, thing, &index))
    g_ptr_array_add (things, g_ptr_array_steal_index (things, index));
}

static void
read_methods (TroupeImporter *self, const char *decorator, const char *maker, GPtrArray *things)
{
  g_assert (self != NULL);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->python->methods->len; i++)
      {
        const TroupePythonMethod *method = self->python->methods->pdata[i];
        TroupeImportThing *thing;
        g_autofree char *path = NULL;

        if (!troupe_python_method_has (method, decorator) || method->result == NULL)
          continue;
        if (method->result->type != TROUPE_PYTHON_NODE_CALL ||
            !g_str_has_suffix (troupe_python_node_get_last_name (method->result), maker))
          {
            if (pass == 0)
              leave_out (self, method->result, NULL,
                         _ ("The result of this method is computed in Python code and cannot be "
                            "imported."));
            continue;
          }
        if (pass == 0)
          {
            thing = use_thing (self, method, things);
            if (thing != NULL)
              move_behind (things, thing);
            continue;
          }
        /* Arguments are read in the second pass over the methods, because agents and tasks refer
         * to each other. */
        thing =
            troupe_import_find (things, get_config_key (method) != NULL ? get_config_key (method)
                                                                        : method->name);
        if (thing == NULL)
          continue;
        path = g_strconcat (things == self->agents ? "agents." : "tasks.", thing->name, NULL);
        read_arguments (self, thing, method->result, path);
        if (g_str_equal (troupe_python_node_get_last_name (method->result), "ConditionalTask"))
          troupe_import_thing_set (thing, "type", troupe_json_node_new_string ("ConditionalTask"),
                                   make_origin (self, method->line, "ConditionalTask"));
      }
}

/* Selects only the items in the list, in its order. */
static void
choose (TroupeImporter *self, const TroupePythonNode *call, const char *key, GPtrArray *things)
{
  const TroupePythonNode *list = troupe_python_node_get_argument (call, key);

  g_assert (self != NULL);

  if (list == NULL || list->type != TROUPE_PYTHON_NODE_LIST)
    return;
  for (guint i = 0; i < things->len; i++)
    ((TroupeImportThing *) things->pdata[i])->is_used = FALSE;
  for (guint i = 0; i < list->children->len; i++)
    {
      const char *name = find_made (self, list->children->pdata[i], things);
      TroupeImportThing *thing = name != NULL ? troupe_import_find (things, name) : NULL;

      if (thing == NULL)
        {
          leave_out (
              self, list->children->pdata[i], NULL,
              _ ("No method of the class creates this entry from agents.yaml or tasks.yaml."));
          continue;
        }
      thing->is_used = TRUE;
      move_behind (things, thing);
    }
}

/* The manager may be created by a method without the `@agent` decorator. */
static void
use_manager (TroupeImporter *self, const TroupePythonNode *call)
{
  const TroupePythonNode *argument = troupe_python_node_get_argument (call, "manager_agent");
  const char *own = argument != NULL ? troupe_python_node_get_own_name (argument) : NULL;
  const TroupePythonMethod *method =
      own != NULL ? troupe_crew_python_find_method (self->python, own) : NULL;
  TroupeImportThing *thing;

  g_assert (self != NULL);

  if (method == NULL || method->result == NULL || troupe_python_method_has (method, "agent") ||
      !g_str_has_suffix (troupe_python_node_get_last_name (method->result), "Agent"))
    return;
  thing = use_thing (self, method, self->agents);
  if (thing != NULL)
    {
      g_autofree char *path = g_strconcat ("agents.", thing->name, NULL);

      read_arguments (self, thing, method->result, path);
    }
}

static void
read_crew (TroupeImporter *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->python->methods->len; i++)
    {
      const TroupePythonMethod *method = self->python->methods->pdata[i];

      if (!troupe_python_method_has (method, "crew") || method->result == NULL ||
          !g_str_equal (troupe_python_node_get_last_name (method->result), "Crew"))
        continue;
      choose (self, method->result, "agents", self->agents);
      choose (self, method->result, "tasks", self->tasks);
      use_manager (self, method->result);
      read_arguments (self, self->crew, method->result, "");
      return;
    }
}

/* Reports methods that only consist of code. */
static void
report_code (TroupeImporter *self)
{
  static const char *const decorators[] = { "before_kickoff",   "after_kickoff",   "callback",
                                            "cache_handler",    "before_llm_call", "after_llm_call",
                                            "before_tool_call", "after_tool_call", "on" };

  g_assert (self != NULL);

  for (guint i = 0; i < self->python->methods->len; i++)
    {
      const TroupePythonMethod *method = self->python->methods->pdata[i];

      for (guint k = 0; k < G_N_ELEMENTS (decorators); k++)
        if (troupe_python_method_has (method, decorators[k]))
          {
            g_autofree char *what = g_strdup_printf ("@%s def %s", decorators[k], method->name);
            g_autoptr (TroupeImportOrigin) origin = make_origin (self, method->line, what);

            troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                                    _ ("This method is Python code. Move it to a module next to "
                                       "the crew and name it as {\"python\": \"module.%s\"}."),
                                    method->name);
          }
    }
}

static gboolean
has_method (const TroupeCrewPython *python, const char *decorator)
{
  for (guint i = 0; i < python->methods->len; i++)
    if (troupe_python_method_has (python->methods->pdata[i], decorator))
      return TRUE;
  return FALSE;
}

void
troupe_importer_read_python (TroupeImporter *self)
{
  GPtrArray *both[] = { self->agents, self->tasks };
  static const char *const decorators[] = { "agent", "task" };

  /* If the file has no method with the decorator, the file does not define the crew, so all
   * agents or tasks stay in use. */
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint k = 0; has_method (self->python, decorators[i]) && k < both[i]->len; k++)
      ((TroupeImportThing *) both[i]->pdata[k])->is_used = FALSE;
  read_methods (self, "agent", "Agent", self->agents);
  read_methods (self, "task", "Task", self->tasks);
  read_crew (self);
  report_code (self);
}
