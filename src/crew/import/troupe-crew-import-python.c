/* troupe-crew-import-python.c: creates the agents, tasks and crew of a class with @CrewBase
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-python"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-crew-old-memory.h"
#include "troupe-tree.h"

/* --- Configuration ---------------------------------------------------------------------------- */

/* Converts the entries of a YAML file to the map that Python code sees as `self.agents_config`. The
 * fields keep their places. */
static TroupePythonValue *
make_config (TroupeImporter *self, GPtrArray *things)
{
  TroupePythonValue *config = troupe_python_value_new (self->program, TROUPE_PYTHON_VALUE_MAP);

  for (guint i = 0; i < things->len; i++)
    {
      TroupeImportThing *thing = things->pdata[i];
      TroupePythonValue *map = troupe_python_value_new (self->program, TROUPE_PYTHON_VALUE_MAP);
      JsonObjectIter iter;
      const char *key;
      JsonNode *node;

      json_object_iter_init_ordered (&iter, thing->fields);
      while (json_object_iter_next_ordered (&iter, &key, &node))
        {
          const TroupeImportOrigin *origin = g_hash_table_lookup (thing->origins, key);
          TroupePythonPlace place = { g_intern_string (origin->file), origin->line,
                                      origin->last_line, origin->what };

          troupe_python_value_set (map, key,
                                   troupe_python_value_new_from_json (self->program, node, &place));
        }
      map->name = g_strdup (thing->name);
      troupe_python_value_set (config, thing->name, map);
    }
  return config;
}

/* Marks the entry of a YAML file that contains the value as used. */
static void
mark_used (TroupeImporter *self, const TroupePythonValue *value)
{
  GPtrArray *both[] = { self->agents, self->tasks };

  for (guint k = 0; k < G_N_ELEMENTS (both); k++)
    for (guint i = 0; i < both[k]->len; i++)
      {
        TroupeImportThing *thing = both[k]->pdata[i];
        const TroupeImportOrigin *whole = g_hash_table_lookup (thing->origins, "");

        if (whole != NULL && value->place.file != NULL &&
            g_str_equal (whole->file, value->place.file) && value->place.line >= whole->line &&
            value->place.line <= whole->last_line)
          thing->is_used = TRUE;
      }
}

/* --- Methods ---------------------------------------------------------------------------------- */

TroupePythonValue *
troupe_importer_call_method (TroupeImporter *self, const char *name, const char *decorator)
{
  TroupePythonValue *function = troupe_python_find_in_class (self->class, name);
  TroupePythonValue *method, *result;

  g_assert (self != NULL);

  if (function == NULL || function->type != TROUPE_PYTHON_VALUE_FUNCTION ||
      !troupe_python_statement_has_decorator (function->statement, decorator))
    return NULL;
  method = troupe_python_get_attribute (self->program, self->self, name);
  result = troupe_python_call_plainly (self->program, method);
  if (result->type == TROUPE_PYTHON_VALUE_OBJECT && !g_hash_table_contains (self->names, result))
    g_hash_table_insert (self->names, result, g_strdup (name));
  return result;
}

/* Returns what the methods with a decorator create, in their order. Reports a method whose result
 * is not known. */
static TroupePythonValue *
call_methods (TroupeImporter *self, const char *decorator, const char *maker)
{
  TroupePythonValue *list = troupe_python_value_new (self->program, TROUPE_PYTHON_VALUE_LIST);
  GPtrArray *body = self->class->statement->body;

  for (guint i = 0; i < body->len; i++)
    {
      const TroupePythonStatement *statement = body->pdata[i];
      TroupePythonValue *result;

      if (statement->type != TROUPE_PYTHON_DEF ||
          !troupe_python_statement_has_decorator (statement, decorator))
        continue;
      result = troupe_importer_call_method (self, statement->name, decorator);
      if (result != NULL && result->type == TROUPE_PYTHON_VALUE_OBJECT &&
          g_str_has_suffix (troupe_python_value_get_last_name (result), maker))
        g_ptr_array_add (list->items, result);
      else
        {
          g_autofree char *what = g_strdup_printf ("def %s", statement->name);
          g_autoptr (TroupeImportOrigin) origin =
              troupe_import_origin_new (self->module->name, statement->line, statement->line, what);

          troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                                  _ ("The result of this method is computed in Python code and "
                                     "cannot be imported."));
        }
    }
  return list;
}

/* Returns a field of an agent or task: the argument, else the member of `config`, as CrewAI does
 * it. (nullable) */
static TroupePythonValue *
get_field (const TroupePythonValue *object, const char *key)
{
  TroupePythonValue *value = troupe_python_value_get (object, key);
  TroupePythonValue *config = troupe_python_value_get (object, "config");

  if ((value == NULL || troupe_python_value_is_none (value)) && config != NULL &&
      config->type == TROUPE_PYTHON_VALUE_MAP)
    value = troupe_python_value_get (config, key);
  return value;
}

/* Returns the agent of a task, which YAML names by its method. (nullable) */
static TroupePythonValue *
find_agent (TroupeImporter *self, const TroupePythonValue *task)
{
  TroupePythonValue *agent = get_field (task, "agent");
  const char *name = agent != NULL ? troupe_python_value_get_text (agent) : NULL;

  if (name != NULL)
    agent = troupe_importer_call_method (self, name, "agent");
  return agent != NULL && agent->type == TROUPE_PYTHON_VALUE_OBJECT ? agent : NULL;
}

/* Returns TRUE if an agent with the same role is in the list. */
static gboolean
has_role (const TroupePythonValue *list, TroupePythonValue *agent)
{
  TroupePythonValue *role = get_field (agent, "role");
  const char *text = role != NULL ? troupe_python_value_get_text (role) : NULL;

  for (guint i = 0; i < list->items->len; i++)
    {
      TroupePythonValue *other = get_field (list->items->pdata[i], "role");

      if (list->items->pdata[i] == agent ||
          (text != NULL && other != NULL &&
           g_strcmp0 (text, troupe_python_value_get_text (other)) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Returns `self.agents`: the agents of the tasks, then the others. An agent with the role of an
 * earlier one is not in the list. */
static TroupePythonValue *
list_agents (TroupeImporter *self, TroupePythonValue *tasks, TroupePythonValue *agents)
{
  TroupePythonValue *list = troupe_python_value_new (self->program, TROUPE_PYTHON_VALUE_LIST);

  for (guint i = 0; i < tasks->items->len; i++)
    {
      TroupePythonValue *agent = find_agent (self, tasks->items->pdata[i]);

      if (agent != NULL && !has_role (list, agent))
        g_ptr_array_add (list->items, agent);
    }
  for (guint i = 0; i < agents->items->len; i++)
    if (!has_role (list, agents->items->pdata[i]))
      g_ptr_array_add (list->items, agents->items->pdata[i]);
  return list;
}

/* --- Agents and tasks ------------------------------------------------------------------------- */

char *
troupe_importer_name_object (TroupeImporter *self, const TroupePythonValue *object)
{
  gboolean is_task = g_str_has_suffix (troupe_python_value_get_last_name (object), "Task");
  const char *method = g_hash_table_lookup (self->names, object);
  TroupePythonValue *config = troupe_python_value_get (object, "config");
  TroupePythonValue *own = get_field (object, is_task ? "name" : "role");
  const char *text = own != NULL ? troupe_python_value_get_text (own) : NULL;

  if (is_task && text != NULL && *text != '\0')
    return g_strdup (text);
  if (method != NULL)
    return g_strdup (method);
  if (config != NULL && config->name != NULL)
    return g_strdup (config->name);
  if (object->name != NULL)
    return g_strdup (object->name);
  if (text != NULL)
    {
      g_autofree char *lower = g_utf8_strdown (text, -1);

      return g_strdelimit (g_strstrip (g_steal_pointer (&lower)), " /\\\n\r\t", '_');
    }
  return g_strdup (is_task ? "task" : "agent");
}

static void
set_field (TroupeImporter *self,
           TroupeImportThing *thing,
           const char *key,
           TroupePythonValue *value,
           const char *path)
{
  g_autofree char *inner = *path != '\0' ? g_strconcat (path, ".", key, NULL) : g_strdup (key);
  JsonNode *node;

  mark_used (self, value);
  node = troupe_importer_convert (self, value, key, inner);
  if (node != NULL)
    troupe_import_thing_set (thing, key, node, troupe_importer_make_origin (value, key));
  if (self->servers != NULL)
    {
      g_autoptr (JsonArray) servers = g_steal_pointer (&self->servers);
      JsonNode *server_node = json_object_get_member (thing->fields, "mcps");

      /* Adds the MCP servers that a list of tools names to those of the agent. */
      if (server_node == NULL || !JSON_NODE_HOLDS_ARRAY (server_node))
        {
          server_node = troupe_tree_take_array (json_array_new ());
          troupe_import_thing_set (thing, "mcps", server_node,
                                   troupe_importer_make_origin (value, "tools"));
        }
      for (guint i = 0; i < json_array_get_length (servers); i++)
        json_array_add_element (json_node_get_array (server_node),
                                json_array_dup_element (servers, i));
    }
}

TroupeImportThing *
troupe_importer_add_object (TroupeImporter *self, GPtrArray *things, TroupePythonValue *object)
{
  TroupeImportThing *thing = g_hash_table_lookup (self->made, object);
  gboolean is_task = g_str_has_suffix (troupe_python_value_get_last_name (object), "Task");
  g_autofree char *path = NULL;
  g_autofree char *base = NULL;
  TroupePythonValue *config;

  g_assert (self != NULL);

  if (thing != NULL)
    return thing;
  {
    g_autofree char *name = troupe_importer_name_object (self, object);

    thing = troupe_import_thing_new (name);
  }
  /* Changes the name if another thing has it. */
  base = g_strdup (thing->name);
  for (guint i = 2; i < 1000 && troupe_import_find (things, thing->name) != NULL; i++)
    {
      g_free (thing->name);
      thing->name = g_strdup_printf ("%s_%u", base, i);
    }
  g_hash_table_replace (thing->origins, g_strdup (""), troupe_importer_make_origin (object, NULL));
  path = is_task ? g_strdup_printf ("tasks.%u", things->len)
                 : g_strconcat ("agents.", thing->name, NULL);
  /* The object is known before its fields, because they can refer to it. */
  g_hash_table_insert (self->made, object, thing);
  g_ptr_array_add (things, thing);
  /* Adds the fields of `config`, then the arguments, which take precedence unless they are None. */
  config = troupe_python_value_get (object, "config");
  for (guint i = 0; i < object->items->len; i++)
    troupe_importer_leave_out (self, object->items->pdata[i], NULL, path,
                               _ ("Only keyword arguments can be imported."));
  if (config != NULL && config->type == TROUPE_PYTHON_VALUE_MAP)
    for (guint i = 0; i < config->keys->len; i++)
      {
        const char *key = config->keys->pdata[i];
        TroupePythonValue *given = troupe_python_value_get (object, key);

        if (given == NULL || troupe_python_value_is_none (given))
          set_field (self, thing, key, config->values->pdata[i], path);
        else
          mark_used (self, config->values->pdata[i]);
      }
  else if (config != NULL)
    troupe_importer_leave_out (
        self, config, "config", path,
        config->type == TROUPE_PYTHON_VALUE_UNKNOWN && config->why != NULL
            ? config->why
            : _ ("This configuration is computed in Python code and cannot be imported."));
  for (guint i = 0; i < object->keys->len; i++)
    {
      const char *key = object->keys->pdata[i];
      TroupePythonValue *value = object->values->pdata[i];
      gboolean is_context = g_str_equal (key, "context");

      if (!g_str_equal (key, "config") && (is_context || !troupe_python_value_is_none (value)))
        set_field (self, thing, key, value, path);
    }
  if (is_task)
    json_object_remove_member (thing->fields, "name");
  if (troupe_python_value_is_made_by (object, "ConditionalTask"))
    troupe_import_thing_set (thing, "type", troupe_json_node_new_string ("ConditionalTask"),
                             troupe_importer_make_origin (object, NULL));
  return thing;
}

/* --- Crew ------------------------------------------------------------------------------------- */

/* Returns TRUE if the value is False or None. */
static gboolean
is_off (const TroupePythonValue *value)
{
  return value->type == TROUPE_PYTHON_VALUE_CONSTANT && troupe_python_value_get_truth (value) == 0;
}

/* Adds the settings of the `Crew (…)`. */
static void
add_settings (TroupeImporter *self, TroupePythonValue *crew)
{
  for (guint i = 0; i < crew->items->len; i++)
    troupe_importer_leave_out (self, crew->items->pdata[i], NULL, NULL,
                               _ ("Only keyword arguments can be imported."));
  for (guint i = 0; i < crew->keys->len; i++)
    {
      const char *key = crew->keys->pdata[i];
      TroupePythonValue *value = crew->values->pdata[i];

      if (g_str_equal (key, "agents") || g_str_equal (key, "tasks") ||
          troupe_python_value_is_none (value))
        continue;
      if (troupe_crew_old_memory_get_scope (key) != NULL)
        {
          /* Converts a memory type from before CrewAI 1.0. Enables the memory of the crew unless it
           * is set explicitly. */
          g_autofree char *message = troupe_crew_old_memory_describe (key);
          g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (value, key);

          if (!is_off (value))
            {
              if (troupe_python_value_get (crew, "memory") == NULL)
                troupe_import_thing_set (self->crew, "memory", troupe_json_node_new_boolean (TRUE),
                                         troupe_importer_make_origin (value, key));
              troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, "memory", "%s",
                                      message);
            }
        }
      else
        set_field (self, self->crew, key, value, "");
    }
}

/* Adds the entries of a list of agents or tasks. */
static void
add_objects (TroupeImporter *self, TroupePythonValue *list, GPtrArray *things, const char *maker)
{
  for (guint i = 0; i < list->items->len; i++)
    {
      TroupePythonValue *object = list->items->pdata[i];

      if (object->type == TROUPE_PYTHON_VALUE_OBJECT &&
          g_str_has_suffix (troupe_python_value_get_last_name (object), maker))
        troupe_importer_add_object (self, things, object);
      else
        troupe_importer_leave_out (
            self, object, NULL, NULL,
            object->type == TROUPE_PYTHON_VALUE_UNKNOWN && object->why != NULL
                ? object->why
                : _ ("This entry is created in Python code and cannot be imported."));
    }
}

/* Returns TRUE for the class `Crew`, and for a class of the project that is derived from it. */
static gboolean
is_crew_class (const TroupePythonValue *class, guint depth)
{
  if (class == NULL || depth > MOST_BASES)
    return FALSE;
  if (class->type != TROUPE_PYTHON_VALUE_CLASS)
    return g_str_equal (troupe_python_value_get_last_name (class), "Crew");
  for (guint i = 0; i < class->items->len; i++)
    if (is_crew_class (class->items->pdata[i], depth + 1))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for a crew. What a class of the project changes is not imported, which is reported. */
static gboolean
check_crew (TroupeImporter *self, const TroupePythonValue *value)
{
  g_autoptr (TroupeImportOrigin) origin = NULL;

  g_assert (self != NULL);

  if (value == NULL || value->type != TROUPE_PYTHON_VALUE_OBJECT ||
      !is_crew_class (value->callee, 0))
    return FALSE;
  if (value->callee->type != TROUPE_PYTHON_VALUE_CLASS)
    return TRUE;
  origin = troupe_importer_make_origin (value, NULL);
  troupe_importer_report (
      self, TROUPE_CREW_IMPORT_CHANGED, origin, "",
      _ ("“%s” is a class of the project that is derived from Crew. The settings "
         "were imported, but not the methods that the class overrides."),
      troupe_python_value_get_last_name (value));
  return TRUE;
}

static TroupePythonValue *
get_list (TroupeImporter *self,
          TroupePythonValue *crew,
          const char *key,
          TroupePythonValue *otherwise)
{
  TroupePythonValue *list = crew != NULL ? troupe_python_value_get (crew, key) : otherwise;

  if (list != NULL && list->type == TROUPE_PYTHON_VALUE_LIST &&
      (list->items->len > 0 || !g_str_equal (key, "tasks") || otherwise->items->len == 0))
    return list;
  if (list != NULL && list->type == TROUPE_PYTHON_VALUE_LIST)
    {
      g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (list, key);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, key,
                              _ ("The crew has no tasks, so it cannot run. The import contains all "
                                 "tasks of the class."));
    }
  else if (list != NULL)
    troupe_importer_leave_out (self, list, key, NULL,
                               _ ("This list is computed in Python code. The import contains all "
                                  "entries of the class."));
  return otherwise;
}

/* @origin: the value from which the reference was made; @reference: (transfer full) */
static void
add_callback (TroupeImporter *self, const char *key, TroupePythonValue *origin, JsonNode *reference)
{
  JsonNode *node = json_object_get_member (self->crew->fields, key);

  if (node == NULL)
    {
      node = troupe_tree_take_array (json_array_new ());
      troupe_import_thing_set (self->crew, key, node, troupe_importer_make_origin (origin, NULL));
    }
  json_array_add_element (json_node_get_array (node), reference);
}

/* Adds `@before_kickoff` and `@after_kickoff` methods to the callbacks of the crew. */
static void
add_hooks (TroupeImporter *self)
{
  static const struct
  {
    const char *decorator;
    const char *key;
  } hooks[] = { { "before_kickoff", "before_kickoff_callbacks" },
                { "after_kickoff", "after_kickoff_callbacks" } };
  GPtrArray *body = self->class->statement->body;

  for (guint i = 0; i < body->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (hooks); k++)
      {
        const TroupePythonStatement *statement = body->pdata[i];
        TroupePythonValue *method;
        JsonNode *reference;

        if (statement->type != TROUPE_PYTHON_DEF ||
            !troupe_python_statement_has_decorator (statement, hooks[k].decorator))
          continue;
        method = troupe_python_get_attribute (self->program, self->self, statement->name);
        reference = troupe_importer_refer (self, method, NULL, hooks[k].key);
        if (reference == NULL)
          continue;
        add_callback (self, hooks[k].key, method, reference);
      }
}

/* Keeps the entries of a YAML file if the class creates none of them. @made: (transfer full): what
 * the class creates. (transfer full) */
static GPtrArray *
choose_things (TroupeImporter *self, GPtrArray *things, GPtrArray *made, const char *why)
{
  if (made->len > 0 || things->len == 0)
    {
      for (guint i = 0; i < things->len; i++)
        {
          const TroupeImportThing *thing = things->pdata[i];

          if (!thing->is_used)
            troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT,
                                    g_hash_table_lookup (thing->origins, ""), NULL,
                                    _ ("The crew in %s does not use this entry."),
                                    self->module->name);
        }
      return made;
    }
  for (guint i = 0; i < things->len; i++)
    {
      TroupeImportThing *thing = things->pdata[i];

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED,
                              g_hash_table_lookup (thing->origins, ""), NULL, "%s", why);
    }
  g_ptr_array_unref (made);
  return g_ptr_array_ref (things);
}

/* Replaces the entries of the YAML files with what the class creates of them. */
static void
create_crew (TroupeImporter *self)
{
  g_autoptr (GPtrArray) agents = self->agents, tasks = self->tasks;
  TroupePythonValue *all_tasks = call_methods (self, "task", "Task");
  TroupePythonValue *all_agents =
      list_agents (self, all_tasks, call_methods (self, "agent", "Agent"));
  GPtrArray *new_agents =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_import_thing_free);
  GPtrArray *new_tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_import_thing_free);
  TroupePythonValue *crew;
  GPtrArray *body;
  TroupePythonValue *result = NULL;

  troupe_python_value_set (self->self, "agents", all_agents);
  troupe_python_value_set (self->self, "tasks", all_tasks);
  body = self->class->statement->body;
  crew = NULL;
  for (guint i = 0; i < body->len; i++)
    {
      const TroupePythonStatement *statement = body->pdata[i];

      if (statement->type != TROUPE_PYTHON_DEF ||
          !troupe_python_statement_has_decorator (statement, "crew"))
        continue;
      result = troupe_importer_call_method (self, statement->name, "crew");
      if (check_crew (self, result))
        {
          crew = result;
          break;
        }
      troupe_importer_leave_out (
          self, result, NULL, NULL,
          _ ("The crew is created in Python code. The import contains all agents and tasks of the "
             "class, without the settings of the crew."));
    }
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < (k == 0 ? agents : tasks)->len; i++)
      ((TroupeImportThing *) (k == 0 ? agents : tasks)->pdata[i])->is_used = FALSE;
  self->made_agents = new_agents;
  self->made_tasks = new_tasks;
  add_objects (self, get_list (self, crew, "agents", all_agents), new_agents, "Agent");
  add_objects (self, get_list (self, crew, "tasks", all_tasks), new_tasks, "Task");
  if (crew != NULL)
    add_settings (self, crew);
  self->agents =
      choose_things (self, agents, new_agents,
                     _ ("The class creates no agent, so the agents of the file were imported."));
  self->tasks =
      choose_things (self, tasks, new_tasks,
                     _ ("The class creates no task, so the tasks of the file were imported."));
}

void
troupe_importer_read_python (TroupeImporter *self, const TroupeImportChoice *choice)
{
  TroupePythonValue *class =
      troupe_python_module_get (self->program, self->module, choice->class_name);
  JsonNode *reference;
  TroupePythonValue *agents;
  TroupePythonValue *tasks;
  static const char *const decorators[] = { "cache_handler" };
  GPtrArray *body;

  g_assert (self != NULL);

  if (class == NULL || class->type != TROUPE_PYTHON_VALUE_CLASS)
    return;
  self->python_name = g_strdup (self->module->name);
  self->class = class;
  /* Creates the instance of the class, with the YAML files as its attributes. */
  agents = make_config (self, self->agents);
  tasks = make_config (self, self->tasks);
  self->self = troupe_python_value_new (self->program, TROUPE_PYTHON_VALUE_OBJECT);
  self->self->callee = self->class;
  troupe_python_value_set (self->self, "agents_config", agents);
  troupe_python_value_set (self->self, "tasks_config", tasks);
  troupe_python_call (self->program, self->self);
  /* CrewAI reads the files after `__init__`. */
  troupe_python_value_set (self->self, "agents_config", agents);
  troupe_python_value_set (self->self, "tasks_config", tasks);
  create_crew (self);
  add_hooks (self);
  /* Adds the callback that imports the module with the hooks for calls of models and tools. */
  reference = troupe_importer_take_hooks (self);
  if (reference != NULL)
    add_callback (self, "before_kickoff_callbacks", self->class, reference);
  /* Reports methods that CrewAI calls and that a crew document cannot name. */
  body = self->class->statement->body;
  for (guint i = 0; i < body->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (decorators); k++)
      {
        const TroupePythonStatement *statement = body->pdata[i];
        g_autofree char *what = NULL;
        g_autoptr (TroupeImportOrigin) origin = NULL;

        if (statement->type != TROUPE_PYTHON_DEF ||
            !troupe_python_statement_has_decorator (statement, decorators[k]))
          continue;
        what = g_strdup_printf ("@%s def %s", decorators[k], statement->name);
        origin =
            troupe_import_origin_new (self->module->name, statement->line, statement->line, what);
        troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                                _ ("A crew document has no field for this method."));
      }
  for (guint i = 0; i < self->program->remarks->len; i++)
    {
      const TroupePythonRemark *remark = self->program->remarks->pdata[i];
      g_autoptr (TroupeImportOrigin) origin =
          troupe_import_origin_new (remark->place.file, remark->place.line, remark->place.last_line,
                                    remark->place.text);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, NULL, "%s", remark->why);
    }
}
