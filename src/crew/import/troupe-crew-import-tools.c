/* troupe-crew-import-tools.c: converts the tools of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-tools"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-import-place.h"
#include "troupe-crew-import-private.h"
#include "troupe-json.h"
#include "troupe-tree.h"

/* Returns the module of a tool's class and the name of the class. @module: (out) (transfer full).
 * Returns NULL if there is no class that a crew document can name. */
static const char *
find_class (TroupeImporter *self, const TroupePythonValue *tool, char **module)
{
  const TroupePythonValue *callee = tool->callee;
  const char *name = troupe_python_value_get_last_name (tool), *point;

  if (callee == NULL)
    return NULL;
  if (callee->type == TROUPE_PYTHON_VALUE_CLASS)
    {
      troupe_importer_add_module (self, callee->module);
      *module = g_strdup (callee->module->dotted);
      return name;
    }
  /* A function that is not part of the project can return anything. */
  if (callee->type != TROUPE_PYTHON_VALUE_SYMBOL || *callee->name == '.' ||
      !g_ascii_isupper (*name))
    return NULL;
  point = strrchr (callee->name, '.');
  *module = point != NULL ? g_strndup (callee->name, (gsize) (point - callee->name))
                          : g_strdup ("crewai_tools");
  return name;
}

char *
troupe_import_to_snake (const char *name)
{
  GString *out = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c++)
    {
      if (g_ascii_isupper (*c) && c > name && !g_ascii_isupper (c[-1]))
        g_string_append_c (out, '_');
      g_string_append_c (out, g_ascii_isalnum (*c) || *c == '_' ? g_ascii_tolower (*c) : '_');
    }
  return g_string_free (out, FALSE);
}

/* Adds a file in `tools/`. Returns the reference to it. (transfer full) */
static char *
add_tool_file (TroupeImporter *self, const char *name, const char *text)
{
  g_autofree char *plain = troupe_import_to_snake (name);
  g_autofree char *file = g_strconcat (plain, ".py", NULL);
  /* The name of a class such as `TestRunner` is that of a test, whatever number follows. */
  g_autofree char *snake =
      troupe_import_is_started (file) ? g_strconcat ("tool_", plain, NULL) : g_strdup (plain);

  for (guint i = 1;; i++)
    {
      g_autofree char *numbered = i > 1 ? g_strdup_printf ("%s_%u", snake, i) : g_strdup (snake);
      g_autofree char *path = g_strdup_printf ("tools/%s.py", numbered);

      if (troupe_importer_add_text (self, path, text))
        return g_strconcat ("custom:", numbered, NULL);
    }
}

/* Converts a tool that is created by calling its class. (transfer full) (nullable) */
static char *
convert_object (TroupeImporter *self, TroupePythonValue *tool, const char *path)
{
  g_autofree char *module = NULL;
  const char *name = find_class (self, tool, &module);
  TroupePythonValue *given = troupe_python_value_get_given (tool);
  g_autoptr (JsonArray) items = json_array_new ();
  g_autoptr (JsonObject) members = NULL;

  if (name == NULL)
    return NULL;
  for (guint i = 0; i < given->items->len; i++)
    {
      JsonNode *node = troupe_python_value_to_json (given->items->pdata[i], NULL);

      if (node == NULL)
        {
          troupe_importer_leave_out (
              self, given->items->pdata[i], NULL, path,
              _ ("This argument of the tool is computed in Python code and cannot be imported."));
          break;
        }
      json_array_add_element (items, node);
    }
  members = troupe_importer_convert_members (self, given, path);
  if (json_array_get_length (items) + json_object_get_size (members) > 0)
    {
      g_autofree char *package = g_strndup (module, strcspn (module, "."));
      g_autoptr (GString) text = g_string_new (NULL);
      char *reference;
      g_autoptr (TroupeImportOrigin) origin = NULL;

      /* Writes a class that creates the tool with its arguments. */
      g_string_append_printf (text,
                              "# The tool %s with its arguments.\n\nimport %s as _module\n\n\n"
                              "class Imported%s(_module.%s):\n    def __init__(self):\n"
                              "        super().__init__(",
                              name, module, name, name);
      troupe_import_append_arguments (text, items, members);
      g_string_append (text, ")\n");
      reference = add_tool_file (self, name, text->str);
      /* Reports that a tool became code. */
      origin = troupe_importer_make_origin (tool, NULL);
      troupe_importer_report (
          self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
          _ ("A document cannot contain the arguments of a tool. The tool was imported "
             "as Python code in tools/%s.py, which requires the package “%s”."),
          reference + strlen ("custom:"), package);
      return reference;
    }
  if (g_str_has_prefix (module, "crewai_tools"))
    return g_strdup (name);
  return g_strconcat (module, ":", name, NULL);
}

/* Converts a function with `@tool` of CrewAI: a file in `tools/` calls it. */
static char *
convert_function (TroupeImporter *self, const TroupePythonValue *tool)
{
  g_autofree char *name = NULL;
  const char *description;
  g_autoptr (GString) text = NULL;
  g_autoptr (JsonNode) node = NULL;
  const TroupePythonStatement *function;
  const TroupePythonStatement *first;
  const TroupePythonNode *description_node;
  const TroupePythonScope *scope;

  scope = tool->scope;
  if (scope == tool->module->scope)
    name = g_strdup (tool->statement->name);
  else if (scope->is_class && scope->outer == tool->module->scope)
    name = g_strconcat (scope->class_name, ".", tool->statement->name, NULL);
  function = tool->statement;
  first = function->body->len > 0 ? function->body->pdata[0] : NULL;
  description_node =
      first != NULL && first->type == TROUPE_PYTHON_EXPRESSION ? first->nodes->pdata[0] : NULL;
  description = description_node != NULL && description_node->type == TROUPE_PYTHON_NODE_VALUE
                    ? troupe_tree_get_text (description_node->value)
                    : NULL;
  text = g_string_new (NULL);
  if (name == NULL || !g_str_has_prefix (tool->callee->name, "crewai"))
    return NULL;
  troupe_importer_add_module (self, tool->module);
  node = troupe_json_node_new_string (description != NULL ? description : name);
  g_string_append_printf (
      text,
      "# The tool %s.\n\nimport %s as _module\nfrom crewai.tools import BaseTool"
      "\n\n_tool = _module.%s\n\n\nclass ImportedTool(BaseTool):\n"
      "    name: str = _tool.name\n    description: str = ",
      name, tool->module->dotted, name);
  troupe_import_append_python (text, node);
  g_string_append (text, "\n    args_schema: type = _tool.args_schema\n\n"
                         "    def _run(self, **arguments):\n"
                         "        return _tool.run(**arguments)\n");
  return add_tool_file (self, tool->statement->name, text->str);
}

/* Returns the reference to a tool, or NULL if a document cannot contain it. (transfer full) */
static char *
convert_tool (TroupeImporter *self, TroupePythonValue *entry, const char *path)
{
  const char *text = troupe_python_value_get_text (entry);
  TroupePythonValue *made = text != NULL ? troupe_importer_call_method (self, text, "tool") : NULL;
  TroupePythonValue *tool = made != NULL ? made : entry;

  if (tool->type == TROUPE_PYTHON_VALUE_OBJECT && tool->statement != NULL)
    return convert_function (self, tool);
  if (tool->type == TROUPE_PYTHON_VALUE_OBJECT)
    return convert_object (self, tool, path);
  return g_strdup (text);
}

/* --- MCP servers ------------------------------------------------------------------------------ */

/* Converts an entry of `mcp_server_params`: a program, or an address with a transport. (transfer
 * full) (nullable) */
static JsonObject *
convert_server (TroupeImporter *self, TroupePythonValue *server, const char *path)
{
  JsonObject *map;
  g_autofree char *transport = NULL;

  if (server->type != TROUPE_PYTHON_VALUE_MAP && server->type != TROUPE_PYTHON_VALUE_OBJECT)
    return NULL;
  map = troupe_importer_convert_members (self, server, path);
  transport = g_strdup (json_object_get_string_member_with_default (map, "transport", NULL));
  json_object_remove_member (map, "transport");
  /* The old transport is the default of the adapter of CrewAI. */
  if (json_object_has_member (map, "url") && (transport == NULL || g_str_equal (transport, "sse")))
    json_object_set_boolean_member (map, "streamable", FALSE);
  if (json_object_has_member (map, "url") || json_object_has_member (map, "command"))
    return map;
  json_object_unref (map);
  return NULL;
}

/* Converts `self.get_mcp_tools ()` to the servers of the class. Returns FALSE if the value is
 * another one, or nothing is known about the servers. */
static gboolean
take_servers (TroupeImporter *self, const TroupePythonValue *call, const char *path)
{
  TroupePythonValue *params;
  g_autoptr (TroupeImportOrigin) origin = NULL;
  guint n_servers = 0;

  if (!troupe_python_value_is_made_by (call, "get_mcp_tools"))
    return FALSE;
  params = troupe_python_get_attribute (self->program, self->self, "mcp_server_params");
  if (self->servers == NULL)
    self->servers = json_array_new ();
  for (guint i = 0; i < (params->type == TROUPE_PYTHON_VALUE_LIST ? params->items->len : 1); i++)
    {
      TroupePythonValue *entry =
          params->type == TROUPE_PYTHON_VALUE_LIST ? params->items->pdata[i] : params;
      JsonObject *server = convert_server (self, entry, path);
      JsonArray *names;
      JsonObject *filter;

      if (server == NULL)
        continue;
      n_servers++;
      /* Limits a server to the tools that `get_mcp_tools ("a", "b")` names. */
      names = json_array_new ();
      for (guint j = 0; j < call->items->len; j++)
        {
          const char *name = troupe_python_value_get_text (call->items->pdata[j]);

          if (name != NULL)
            json_array_add_string_element (names, name);
        }
      if (json_array_get_length (names) == 0)
        json_array_unref (names);
      else
        {
          filter = json_object_new ();
          json_object_set_string_member (filter, "type", "static");
          json_object_set_array_member (filter, "allowed_tool_names", names);
          json_object_set_object_member (server, "tool_filter", filter);
        }
      json_array_add_object_element (self->servers, server);
    }
  origin = troupe_importer_make_origin (call, NULL);
  if (n_servers > 0)
    troupe_importer_report (
        self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
        _ ("The MCP servers were imported instead of the list of their tools."));
  return n_servers > 0;
}

/* --- Lists ------------------------------------------------------------------------------------ */

JsonNode *
troupe_importer_convert_tools (TroupeImporter *self,
                               TroupePythonValue *value,
                               const char *key,
                               const char *path)
{
  JsonArray *tools;

  g_assert (self != NULL);

  if (take_servers (self, value, path))
    return NULL;
  if (value->type != TROUPE_PYTHON_VALUE_LIST)
    {
      troupe_importer_leave_out (
          self, value, key, path,
          value->type == TROUPE_PYTHON_VALUE_UNKNOWN && value->why != NULL
              ? value->why
              : _ ("These tools are created in Python code and cannot be imported."));
      return NULL;
    }
  tools = json_array_new ();
  for (guint i = 0; i < value->items->len; i++)
    {
      TroupePythonValue *entry = value->items->pdata[i];
      g_autofree char *reference = NULL;

      if (take_servers (self, entry, path))
        continue;
      reference = convert_tool (self, entry, path);
      if (reference != NULL)
        json_array_add_string_element (tools, reference);
      else
        troupe_importer_leave_out (
            self, entry, NULL, path,
            entry->type == TROUPE_PYTHON_VALUE_UNKNOWN && entry->why != NULL
                ? entry->why
                : _ ("This tool is created in Python code and cannot be imported."));
    }
  return troupe_tree_take_array (tools);
}
