/* troupe-crew-import-values.c: converts values of Python code to fields of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-values"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-python-class.h"
#include "troupe-tree.h"

/* --- Reporting -------------------------------------------------------------------------------- */

TroupeImportOrigin *
troupe_importer_make_origin (const TroupePythonValue *value, const char *key)
{
  const TroupePythonPlace *place = &value->place;
  gboolean is_python = place->file != NULL && g_str_has_suffix (place->file, ".py");
  const char *text = place->text != NULL ? place->text : "";
  g_autofree char *what = is_python && key != NULL && *key != '*'
                              ? g_strconcat (key, "=", text, NULL)
                              : g_strdup (text);

  return troupe_import_origin_new (place->file != NULL ? place->file : "", place->line,
                                   place->last_line, what);
}

void
troupe_importer_leave_out (TroupeImporter *self,
                           const TroupePythonValue *value,
                           const char *key,
                           const char *path,
                           const char *why)
{
  g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (value, key);

  g_assert (self != NULL);

  troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, path, "%s", why);
}

/* Returns why the value is unknown, else @otherwise. */
static const char *
get_reason (const TroupePythonValue *value, const char *otherwise)
{
  return value->type == TROUPE_PYTHON_VALUE_UNKNOWN && value->why != NULL ? value->why : otherwise;
}

/* Reports what an imported value depends on. */
static void
report_note (TroupeImporter *self,
             const TroupePythonValue *value,
             const char *key,
             const char *path)
{
  const char *note = troupe_python_value_find_note (value);
  g_autoptr (TroupeImportOrigin) origin = NULL;

  if (note == NULL)
    return;
  origin = troupe_importer_make_origin (value, key);
  troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path, "%s", note);
}

/* --- Maps ------------------------------------------------------------------------------------- */

/* Returns TRUE if the member is an API key, which does not belong into a document. */
static gboolean
is_key (TroupeImporter *self, const char *name, const TroupePythonValue *value)
{
  const char *text = troupe_python_value_get_text (value);
  g_autofree char *found = NULL;

  if (text == NULL || g_str_has_prefix (text, "${"))
    return FALSE;
  /* An empty text is the default of a key that is in the environment. */
  if (troupe_key_finder_is_key_name (name) && (*text != '\0' || value->why != NULL))
    return TRUE;
  found = troupe_key_finder_find (self->keys, text);
  return found != NULL;
}

/* Converts a value member by member, so that only the unknown ones are left out. */
static JsonNode *
convert_part (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  TroupePythonValue *culprit = NULL;
  JsonNode *node;

  if (key != NULL && is_key (self, key, value))
    {
      /* Neither the crew nor the report contains the key. */
      g_autoptr (TroupeImportOrigin) origin =
          troupe_import_origin_new (value->place.file, value->place.line, value->place.last_line,
                                    key);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, path,
                              _ ("This is an API key. Keys are not stored in documents: set the "
                                 "environment variable of the provider."));
      return NULL;
    }
  if (value->type == TROUPE_PYTHON_VALUE_MAP)
    {
      JsonObject *map = troupe_importer_convert_members (self, value, path);

      return troupe_tree_take_object (map);
    }
  node = troupe_python_value_to_json (value, &culprit);
  if (node == NULL)
    troupe_importer_leave_out (
        self, value, key, path,
        get_reason (culprit, _ ("This value is computed in Python code and cannot be imported.")));
  else
    report_note (self, value, key, path);
  return node;
}

JsonObject *
troupe_importer_convert_members (TroupeImporter *self, TroupePythonValue *value, const char *path)
{
  JsonObject *map = json_object_new ();

  g_assert (self != NULL);

  for (guint i = 0; value->keys != NULL && i < value->keys->len; i++)
    {
      const char *key = value->keys->pdata[i];
      TroupePythonValue *member = value->values->pdata[i];
      JsonNode *node;

      if (troupe_python_value_is_none (member))
        continue;
      node = convert_part (self, member, key, path);
      if (node != NULL)
        json_object_set_member (map, key, node);
    }
  return map;
}

/* --- Models ----------------------------------------------------------------------------------- */

/* Classes of LangChain and the prefixes of their models in CrewAI. */
static const struct
{
  const char *class;
  const char *prefix;
} chat_models[] = {
  { "ChatOpenAI", "" },
  { "OpenAI", "" },
  { "ChatGroq", "groq/" },
  { "ChatOllama", "ollama/" },
  { "Ollama", "ollama/" },
  { "OllamaLLM", "ollama/" },
  { "ChatAnthropic", "anthropic/" },
  { "ChatGoogleGenerativeAI", "gemini/" },
  { "GoogleGenerativeAI", "gemini/" },
  { "ChatMistralAI", "mistral/" },
  { "AzureChatOpenAI", "azure/" },
  { "ChatNVIDIA", "nvidia_nim/" },
};

static const char *
find_prefix (const TroupePythonValue *model)
{
  const char *class = troupe_python_value_get_last_name (model);

  for (guint i = 0; i < G_N_ELEMENTS (chat_models); i++)
    if (g_str_equal (chat_models[i].class, class))
      return chat_models[i].prefix;
  return NULL;
}

/* Converts the model of another library, whose settings CrewAI takes over as well. */
static JsonNode *
convert_chat_model (TroupeImporter *self,
                    TroupePythonValue *model,
                    const char *key,
                    const char *path,
                    const char *prefix)
{
  static const char *const names[] = { "model", "model_name", "azure_deployment",
                                       "deployment_name" };
  static const char *const kept[] = { "temperature", "max_tokens", "timeout", "base_url" };
  g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (model, key);
  const char *name =
      model->items->len > 0 ? troupe_python_value_get_text (model->items->pdata[0]) : NULL;
  JsonObject *map;

  for (guint i = 0; name == NULL && i < G_N_ELEMENTS (names); i++)
    {
      TroupePythonValue *value = troupe_python_value_get (model, names[i]);

      name = value != NULL ? troupe_python_value_get_text (value) : NULL;
    }
  if (name == NULL)
    {
      troupe_importer_leave_out (self, model, key, path,
                                 _ ("This model is created in Python code. Choose a model."));
      return NULL;
    }
  map = json_object_new ();
  {
    g_autofree char *full =
        strchr (name, '/') != NULL ? g_strdup (name) : g_strconcat (prefix, name, NULL);

    json_object_set_string_member (map, "model", full);
    troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
                            _ ("This model of LangChain was imported as the model “%s” of CrewAI."),
                            full);
  }
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      TroupePythonValue *value = troupe_python_value_get (model, kept[i]);
      JsonNode *node = value != NULL ? convert_part (self, value, kept[i], path) : NULL;

      if (node != NULL)
        json_object_set_member (map, kept[i], node);
    }
  for (guint i = 0; i < model->keys->len; i++)
    if (!g_strv_contains ((const char *const[]){ "model", "model_name", "azure_deployment",
                                                 "deployment_name", "temperature", "max_tokens",
                                                 "timeout", "base_url", NULL },
                          model->keys->pdata[i]))
      troupe_importer_leave_out (self, model->values->pdata[i], model->keys->pdata[i], path,
                                 _ ("CrewAI does not use this setting either."));
  return troupe_tree_take_object (map);
}

/* Converts `"openai/x"` or `LLM (model="…", temperature=0.2)`. */
static JsonNode *
convert_model (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  const char *text = troupe_python_value_get_text (value);
  TroupePythonValue *method = text != NULL ? troupe_importer_call_method (self, text, "llm") : NULL;
  TroupePythonValue *model = method != NULL ? method : value, *name;
  JsonNode *node;
  JsonObject *map;

  if (model->type == TROUPE_PYTHON_VALUE_CONSTANT || model->type == TROUPE_PYTHON_VALUE_MAP)
    return convert_part (self, model, key, path);
  if (model->type == TROUPE_PYTHON_VALUE_OBJECT && find_prefix (model) != NULL)
    return convert_chat_model (self, model, key, path, find_prefix (model));
  node = model->type == TROUPE_PYTHON_VALUE_OBJECT
             ? troupe_importer_refer_to_model (self, model, path)
             : NULL;
  if (node != NULL)
    return node;
  if (!troupe_python_value_is_made_by (model, "LLM"))
    {
      troupe_importer_leave_out (
          self, model, key, path,
          get_reason (model, _ ("This model is created in Python code. Choose a model.")));
      return NULL;
    }
  name = model->items->len > 0 ? model->items->pdata[0] : troupe_python_value_get (model, "model");
  if (name == NULL || troupe_python_value_get_text (name) == NULL)
    {
      troupe_importer_leave_out (
          self, model, key, path,
          name != NULL
              ? get_reason (name, _ ("This model is created in Python code. Choose a model."))
              : _ ("This model is created in Python code. Choose a model."));
      return NULL;
    }
  map = json_object_new ();
  json_object_set_string_member (map, "model", troupe_python_value_get_text (name));
  report_note (self, name, "model", path);
  node = troupe_tree_take_object (troupe_importer_convert_members (self, model, path));
  {
    JsonObjectIter iter;
    const char *member;
    JsonNode *setting;

    json_object_iter_init_ordered (&iter, json_node_get_object (node));
    while (json_object_iter_next_ordered (&iter, &member, &setting))
      if (!g_str_equal (member, "model"))
        json_object_set_member (map, member, json_node_ref (setting));
  }
  json_node_unref (node);
  return troupe_tree_take_object (map);
}

/* --- Agents and tasks ------------------------------------------------------------------------- */

/* Converts the agent of a task or the manager to its name. An agent that is not in the list of the
 * crew is added. */
static JsonNode *
convert_agent (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  const char *text = troupe_python_value_get_text (value);
  TroupePythonValue *made = text != NULL ? troupe_importer_call_method (self, text, "agent") : NULL;
  TroupePythonValue *agent = made != NULL ? made : value;
  gboolean is_manager = g_str_equal (key, "manager_agent");
  gboolean is_new;
  TroupeImportThing *thing;

  if (agent->type != TROUPE_PYTHON_VALUE_OBJECT ||
      !g_str_has_suffix (troupe_python_value_get_last_name (agent), "Agent"))
    {
      if (text != NULL)
        /* The name is checked when all agents are known. */
        return troupe_json_node_new_string (text);
      troupe_importer_leave_out (
          self, agent, key, path,
          get_reason (agent, _ ("This agent is created in Python code and cannot be imported.")));
      return NULL;
    }
  is_new = !g_hash_table_contains (self->made, agent);
  thing = troupe_importer_add_object (self, self->made_agents, agent);
  if (is_new != is_manager)
    {
      g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (value, key);

      troupe_importer_report (
          self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
          is_manager ? _ ("“%s” is the manager and was removed from the agents of the crew: CrewAI "
                          "does not accept both.")
                     : _ ("“%s” was added to the agents of the crew: an agent of a task has to be "
                          "one of them."),
          thing->name);
    }
  return troupe_json_node_new_string (thing->name);
}

static JsonNode *
convert_context (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  JsonArray *names;

  if (troupe_python_value_is_none (value))
    return troupe_json_node_new_null ();
  if (value->type != TROUPE_PYTHON_VALUE_LIST)
    {
      if (troupe_python_value_get_text (value) != NULL)
        return json_node_ref (value->constant);
      troupe_importer_leave_out (
          self, value, key, path,
          get_reason (value, _ ("This list is computed in Python code and cannot be imported.")));
      return NULL;
    }
  names = json_array_new ();
  for (guint i = 0; i < value->items->len; i++)
    {
      TroupePythonValue *entry = value->items->pdata[i];
      const char *text = troupe_python_value_get_text (entry);
      TroupePythonValue *made =
          text != NULL ? troupe_importer_call_method (self, text, "task") : NULL;
      TroupePythonValue *task = made != NULL ? made : entry;
      const TroupeImportThing *thing = g_hash_table_lookup (self->made, task);

      if (thing != NULL)
        json_array_add_string_element (names, thing->name);
      else if (task->type == TROUPE_PYTHON_VALUE_OBJECT &&
               g_str_has_suffix (troupe_python_value_get_last_name (task), "Task"))
        {
          g_autofree char *name = troupe_importer_name_object (self, task);

          json_array_add_string_element (names, name);
        }
      else if (text != NULL)
        json_array_add_string_element (names, text);
      else
        troupe_importer_leave_out (
            self, entry, NULL, path,
            get_reason (entry, _ ("This task is created in Python code and cannot be imported.")));
    }
  return troupe_tree_take_array (names);
}

/* --- Schemas ---------------------------------------------------------------------------------- */

/* Converts a Pydantic class of the project to a JSON schema. */
static JsonNode *
convert_schema (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  const char *text = troupe_python_value_get_text (value);
  TroupePythonValue *class = value;
  g_auto (GStrv) left_out = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *schema;

  /* YAML names a class inside the crew class, which is decorated with `@output_json`. */
  if (text != NULL)
    class = troupe_python_find_in_class (self->class, text);
  if (value->type == TROUPE_PYTHON_VALUE_MAP)
    return convert_part (self, value, key, path);
  if (class == NULL || class->type != TROUPE_PYTHON_VALUE_CLASS)
    {
      troupe_importer_leave_out (
          self, value, key, path,
          get_reason (value, _ ("This class is not part of the project. Describe the answer as a "
                                "JSON schema.")));
      return NULL;
    }
  schema = troupe_python_class_to_schema (class->module->text, class->statement->name, &left_out,
                                          &error);
  if (schema == NULL)
    {
      troupe_importer_leave_out (self, value, key, path, error->message);
      return NULL;
    }
  json_object_set_string_member (json_node_get_object (schema), "title", class->statement->name);
  if (left_out[0] != NULL)
    {
      g_autofree char *fields = g_strjoinv (", ", left_out);
      g_autoptr (TroupeImportOrigin) origin = troupe_importer_make_origin (value, key);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
                              _ ("These fields of the class accept any value in the schema: %s"),
                              fields);
    }
  return schema;
}

/* --- Knowledge and servers -------------------------------------------------------------------- */

static const struct
{
  const char *class;
  const char *type;
} sources[] = {
  { "StringKnowledgeSource", "string" }, { "TextFileKnowledgeSource", "text_file" },
  { "CSVKnowledgeSource", "csv" },       { "JSONKnowledgeSource", "json" },
  { "PDFKnowledgeSource", "pdf" },       { "ExcelKnowledgeSource", "excel" },
  { "CrewDoclingSource", "docling" },
};

/* Adds the file of a knowledge source, which CrewAI looks up in `knowledge`. */
static void
add_knowledge_file (TroupeImporter *self, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (self->module->path);

  if (g_path_is_absolute (name) || strstr (name, "..") != NULL || strstr (name, "://") != NULL)
    return;
  while (g_str_has_prefix (folder, self->program->folder))
    {
      g_autofree char *path = g_build_filename (folder, "knowledge", name, NULL);
      g_autofree char *target = g_build_filename ("knowledge", name, NULL);
      char *above;

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        {
          troupe_importer_add_copy (self, path, target, FALSE);
          return;
        }
      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }
}

static JsonNode *
convert_source (TroupeImporter *self, TroupePythonValue *source, const char *path)
{
  const char *class = troupe_python_value_get_last_name (source);

  if (source->type == TROUPE_PYTHON_VALUE_MAP)
    return convert_part (self, source, "", path);
  for (guint i = 0; source->type == TROUPE_PYTHON_VALUE_OBJECT && i < G_N_ELEMENTS (sources); i++)
    {
      JsonObject *map;
      JsonNode *members;
      JsonObjectIter iter;
      const char *key;
      JsonNode *node;
      static const char *const keys[] = { "file_paths", "file_path" };

      if (!g_str_equal (sources[i].class, class))
        continue;
      map = json_object_new ();
      json_object_set_string_member (map, "source_type", sources[i].type);
      members = troupe_tree_take_object (troupe_importer_convert_members (self, source, path));
      json_object_iter_init_ordered (&iter, json_node_get_object (members));
      while (json_object_iter_next_ordered (&iter, &key, &node))
        json_object_set_member (map, key, json_node_ref (node));
      json_node_unref (members);
      for (guint j = 0; j < G_N_ELEMENTS (keys); j++)
        {
          JsonNode *files = json_object_get_member (map, keys[j]);

          if (troupe_tree_get_text (files) != NULL)
            add_knowledge_file (self, troupe_tree_get_text (files));
          for (guint k = 0; files != NULL && JSON_NODE_HOLDS_ARRAY (files) &&
                            k < json_array_get_length (json_node_get_array (files));
               k++)
            {
              JsonNode *entry = json_array_get_element (json_node_get_array (files), k);

              if (troupe_tree_get_text (entry) != NULL)
                add_knowledge_file (self, troupe_tree_get_text (entry));
            }
        }
      return troupe_tree_take_object (map);
    }
  troupe_importer_leave_out (
      self, source, NULL, path,
      get_reason (source, _ ("This knowledge source is created in Python code and cannot be "
                             "imported.")));
  return NULL;
}

/* Converts a server of `mcps`: a reference, or an object such as `MCPServerStdio (…)`. */
static JsonNode *
convert_server (TroupeImporter *self, TroupePythonValue *server, const char *path)
{
  JsonObject *map;

  if (server->type == TROUPE_PYTHON_VALUE_CONSTANT || server->type == TROUPE_PYTHON_VALUE_MAP)
    return convert_part (self, server, "", path);
  if (!troupe_python_value_is_made_by (server, "MCPServerStdio") &&
      !troupe_python_value_is_made_by (server, "MCPServerHTTP") &&
      !troupe_python_value_is_made_by (server, "MCPServerSSE"))
    {
      troupe_importer_leave_out (
          self, server, NULL, path,
          get_reason (server, _ ("This server is created in Python code and cannot be imported.")));
      return NULL;
    }
  map = troupe_importer_convert_members (self, server, path);
  if (troupe_python_value_is_made_by (server, "MCPServerSSE"))
    json_object_set_boolean_member (map, "streamable", FALSE);
  return troupe_tree_take_object (map);
}

static JsonNode *
convert_list (TroupeImporter *self,
              TroupePythonValue *value,
              const char *key,
              const char *path,
              JsonNode *(*convert_entry) (TroupeImporter *, TroupePythonValue *, const char *) )
{
  JsonArray *list;

  if (value->type != TROUPE_PYTHON_VALUE_LIST)
    {
      troupe_importer_leave_out (
          self, value, key, path,
          get_reason (value, _ ("This list is computed in Python code and cannot be imported.")));
      return NULL;
    }
  list = json_array_new ();
  for (guint i = 0; i < value->items->len; i++)
    {
      JsonNode *node = convert_entry (self, value->items->pdata[i], path);

      if (node != NULL)
        json_array_add_element (list, node);
    }
  return troupe_tree_take_array (list);
}

/* --- Code ------------------------------------------------------------------------------------- */

/* Converts a guardrail, a condition or a callback: a sentence, a function, or None. */
static JsonNode *
convert_hook (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  if (value->type == TROUPE_PYTHON_VALUE_CONSTANT)
    return convert_part (self, value, key, path);
  if (troupe_python_value_is_made_by (value, "LLMGuardrail"))
    {
      TroupePythonValue *text = troupe_python_value_get (value, "description");

      if (text != NULL && troupe_python_value_get_text (text) != NULL)
        return json_node_ref (text->constant);
    }
  return troupe_importer_refer (self, value, key, path);
}

static JsonNode *
convert_hook_entry (TroupeImporter *self, TroupePythonValue *value, const char *path)
{
  return convert_hook (self, value, NULL, path);
}

static JsonNode *
convert_hooks (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  return convert_list (self, value, key, path, convert_hook_entry);
}

static JsonNode *
convert_sources (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  return convert_list (self, value, key, path, convert_source);
}

static JsonNode *
convert_servers (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  return convert_list (self, value, key, path, convert_server);
}

/* --- Fields ----------------------------------------------------------------------------------- */

static JsonNode *
convert_process (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  const char *word = troupe_python_value_get_last_name (value);

  if (value->type == TROUPE_PYTHON_VALUE_SYMBOL &&
      (g_str_equal (word, "sequential") || g_str_equal (word, "hierarchical")))
    return troupe_json_node_new_string (word);
  return convert_part (self, value, key, path);
}

/* Converts `verbose`, which was a number before CrewAI 1.0. */
static JsonNode *
convert_verbose (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  g_autoptr (TroupeImportOrigin) origin = NULL;

  if (value->type != TROUPE_PYTHON_VALUE_CONSTANT || !JSON_NODE_HOLDS_VALUE (value->constant) ||
      json_node_get_value_type (value->constant) != G_TYPE_INT64)
    return convert_part (self, value, key, path);
  origin = troupe_importer_make_origin (value, key);
  troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
                          _ ("CrewAI no longer accepts a number here. It was imported as true or "
                             "false."));
  return troupe_json_node_new_boolean (troupe_python_value_get_truth (value) == 1);
}

/* Converts `memory`: a switch, settings, or an object, of which only that it exists is imported. */
static JsonNode *
convert_memory (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  if (troupe_python_value_is_made_by (value, "Memory"))
    return troupe_tree_take_object (troupe_importer_convert_members (self, value, path));
  return convert_part (self, value, key, path);
}

/* Converts settings: a dict, or an object such as `PlanningConfig (…)`. */
static JsonNode *
convert_settings (TroupeImporter *self, TroupePythonValue *value, const char *key, const char *path)
{
  if (value->type == TROUPE_PYTHON_VALUE_OBJECT &&
      g_str_has_suffix (troupe_python_value_get_last_name (value), "Config"))
    return troupe_tree_take_object (troupe_importer_convert_members (self, value, path));
  return convert_part (self, value, key, path);
}

static const struct
{
  const char *key;
  JsonNode *(*convert) (TroupeImporter *, TroupePythonValue *, const char *, const char *);
} converters[] = {
  { "tools", troupe_importer_convert_tools },
  { "llm", convert_model },
  { "function_calling_llm", convert_model },
  { "manager_llm", convert_model },
  { "planning_llm", convert_model },
  { "chat_llm", convert_model },
  { "agent", convert_agent },
  { "manager_agent", convert_agent },
  { "context", convert_context },
  { "process", convert_process },
  { "memory", convert_memory },
  { "verbose", convert_verbose },
  { "planning_config", convert_settings },
  { "knowledge_config", convert_settings },
  { "embedder", convert_settings },
  { "output_json", convert_schema },
  { "output_pydantic", convert_schema },
  { "response_model", convert_schema },
  { "knowledge_sources", convert_sources },
  { "mcps", convert_servers },
  { "callback", convert_hook },
  { "step_callback", convert_hook },
  { "task_callback", convert_hook },
  { "guardrail", convert_hook },
  { "condition", convert_hook },
  { "guardrails", convert_hooks },
  { "callbacks", convert_hooks },
  { "before_kickoff_callbacks", convert_hooks },
  { "after_kickoff_callbacks", convert_hooks },
};

JsonNode *
troupe_importer_convert (TroupeImporter *self,
                         TroupePythonValue *value,
                         const char *key,
                         const char *path)
{
  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (converters); i++)
    if (g_str_equal (converters[i].key, key))
      return converters[i].convert (self, value, key, path);
  return convert_part (self, value, key, path);
}
