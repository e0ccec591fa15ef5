/* troupe-crew-import-code.c: Python code that an imported crew needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-code"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-import-place.h"
#include "troupe-crew-import-private.h"
#include "troupe-python-lambda.h"
#include "troupe-json.h"
#include "troupe-folder-policy.h"
#include "troupe-project-file.h"
#include "troupe-python-tokens.h"
#include "troupe-tree.h"

/* The module with functions that call the methods of the class. */
#define BRIDGE "crew_methods"
/* Name of the function for which a module with nothing but hooks is imported. */
#define USE_HOOKS "use_hooks"
/* Maximum number of files that are added. */
#define MOST_FILES 200

/* --- Files ------------------------------------------------------------------------------------ */

static TroupeCrewImportFile *
find_file (TroupeImporter *self, const char *path)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      TroupeCrewImportFile *file = self->files->pdata[i];

      if (g_str_equal (file->path, path))
        return file;
    }
  return NULL;
}

gboolean
troupe_importer_add_text (TroupeImporter *self, const char *path, const char *text)
{
  TroupeCrewImportFile *file = find_file (self, path);

  g_assert (self != NULL);

  if (file != NULL)
    return g_strcmp0 (file->text, text) == 0;
  if (troupe_import_is_started (path))
    return FALSE;
  file = g_new0 (TroupeCrewImportFile, 1);
  file->path = g_strdup (path);
  file->project = self->program != NULL ? g_strdup (self->program->folder) : NULL;
  file->text = g_strdup (text);
  g_ptr_array_add (self->files, file);
  return TRUE;
}

void
troupe_importer_add_copy (TroupeImporter *self,
                          const char *source,
                          const char *path,
                          gboolean is_module)
{
  TroupeCrewImportFile *file;
  const char *project = self->program->folder;
  const char *below = troupe_path_get_below (source, project);
  g_autoptr (TroupeImportOrigin) origin = NULL;

  g_assert (self != NULL);

  if (find_file (self, path) != NULL || self->files->len >= MOST_FILES)
    return;
  /* A link may lead to a file of the user, and another name may be that of a file with keys. */
  if (below == NULL || *below == '\0' || !troupe_project_file_exists (project, below) ||
      !troupe_folder_policy_check_name (path, NULL))
    {
      origin = troupe_importer_make_origin (self->class, NULL);
      troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                              /* Translators: %s is a file. */
                              _ ("The file “%s” was not copied, because it leads outside of the "
                                 "project, or can contain keys or start programs."),
                              path);
      return;
    }
  if (troupe_import_is_started (path) || (!is_module && !troupe_import_is_document (path)))
    {
      origin = troupe_importer_make_origin (self->class, NULL);
      troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                              /* Translators: %s is a file. */
                              _ ("The file “%s” was not copied, because other programs may execute "
                                 "files with this name. Rename it, or copy it yourself."),
                              path);
      return;
    }
  file = g_new0 (TroupeCrewImportFile, 1);
  file->path = g_strdup (path);
  file->source = g_strdup (source);
  file->project = g_strdup (project);
  g_ptr_array_add (self->files, file);
}

/* Adds the modules that the statements import. */
static void
add_imports (TroupeImporter *self, TroupePythonModule *module, GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      add_imports (self, module, statement->body);
      add_imports (self, module, statement->otherwise);
      if (statement->type != TROUPE_PYTHON_IMPORT)
        continue;
      troupe_importer_add_module (self, troupe_python_program_find_module (self->program, module,
                                                                           statement->level,
                                                                           statement->module));
      /* `from package import module` */
      for (guint k = 0; k < statement->names->len; k++)
        {
          const TroupePythonName *name = statement->names->pdata[k];
          g_autofree char *dotted = NULL;

          if (name->name == NULL || *name->name == '*')
            continue;
          dotted = *statement->module != '\0'
                       ? g_strconcat (statement->module, ".", name->name, NULL)
                       : g_strdup (name->name);
          troupe_importer_add_module (self, troupe_python_program_find_module (
                                                self->program, module, statement->level, dotted));
        }
    }
}

void
troupe_importer_add_module (TroupeImporter *self, TroupePythonModule *module)
{
  const char *path;
  g_autofree char *folder = NULL;
  gsize length;

  g_assert (self != NULL);

  if (module == NULL)
    return;
  path = troupe_path_get_below (module->path, module->base);
  if (find_file (self, path) != NULL || self->files->len >= MOST_FILES)
    return;
  troupe_importer_add_copy (self, module->path, path, TRUE);
  /* Adds the `__init__.py` of each package of the module. */
  folder = g_path_get_dirname (module->path);
  length = strlen (module->base);
  while (strlen (folder) > length)
    {
      g_autofree char *init = g_build_filename (folder, "__init__.py", NULL);
      char *above;

      if (g_file_test (init, G_FILE_TEST_IS_REGULAR))
        troupe_importer_add_module (self, troupe_python_program_open (self->program, init));
      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }
  add_imports (self, module, module->statements);
}

/* --- Python literals -------------------------------------------------------------------------- */

void
troupe_import_append_python (GString *out, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (out, "None");
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (node) ? "True" : "False");
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *list = json_node_get_array (node);

      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (list); i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          troupe_import_append_python (out, json_array_get_element (list, i));
        }
      g_string_append_c (out, ']');
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key, *separator = "";
      JsonNode *member;

      g_string_append_c (out, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_autoptr (JsonNode) name = troupe_json_node_new_string (key);
          g_autofree char *text = json_to_string (name, FALSE);

          g_string_append_printf (out, "%s%s: ", separator, text);
          troupe_import_append_python (out, member);
          separator = ", ";
        }
      g_string_append_c (out, '}');
    }
  else
    {
      /* A string or number of JSON is one of Python as well. */
      g_autofree char *text = json_to_string (node, FALSE);

      g_string_append (out, text);
    }
}

void
troupe_import_append_arguments (GString *out, JsonArray *items, JsonObject *members)
{
  const char *separator = "";
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  for (guint i = 0; i < json_array_get_length (items); i++, separator = ", ")
    {
      g_string_append (out, separator);
      troupe_import_append_python (out, json_array_get_element (items, i));
    }
  json_object_iter_init_ordered (&iter, members);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      g_string_append_printf (out, "%s%s=", separator, key);
      troupe_import_append_python (out, node);
      separator = ", ";
    }
}

/* --- References ------------------------------------------------------------------------------- */

static JsonNode *
make_reference (const char *module, const char *name)
{
  JsonObject *map = json_object_new ();
  g_autofree char *path = g_strconcat (module, ".", name, NULL);

  json_object_set_string_member (map, "python", path);
  return troupe_tree_take_object (map);
}

/* Adds the YAML files, which the class reads when it is created, next to its module. */
static void
add_config (TroupeImporter *self)
{
  const TroupeImportFile *both[] = { &self->agents_file, &self->tasks_file };
  const gsize length = strlen (self->module->base);

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    if (both[i]->path != NULL && g_str_has_prefix (both[i]->path, self->module->base) &&
        both[i]->path[length] == G_DIR_SEPARATOR)
      troupe_importer_add_copy (self, both[i]->path, both[i]->path + length + 1, FALSE);
}

/* --- Methods of the class --------------------------------------------------------------------- */

/* Returns the index of the token at which a method begins: `def`, or `async` before it. */
static gboolean
find_method (GArray *tokens, const char *source, const TroupePythonStatement *method, guint *at)
{
  for (guint i = 0; i + 1 < tokens->len; i++)
    {
      const TroupePythonToken *token = &g_array_index (tokens, TroupePythonToken, i);

      if (token[1].line == method->line && token->type == TROUPE_PYTHON_NAME &&
          strncmp (source + token->start, "def", 3) == 0)
        {
          *at = token->indent < 0 && i > 0 ? i - 1 : i;
          return TRUE;
        }
    }
  return FALSE;
}

/* Returns the statement that imports the name in all runs of the module, or NULL. */
static const TroupePythonStatement *
find_import (TroupePythonModule *module, const char *name, const TroupePythonName **imported)
{
  for (guint i = 0; i < module->statements->len; i++)
    {
      const TroupePythonStatement *statement = module->statements->pdata[i];

      for (guint k = 0; statement->type == TROUPE_PYTHON_IMPORT && k < statement->names->len; k++)
        {
          *imported = statement->names->pdata[k];
          if (g_str_equal ((*imported)->bound, name))
            return statement;
        }
    }
  return NULL;
}

/* Appends the import of a name unless it is there. */
static gboolean
append_import (TroupeImporter *self, GString *imports, const char *name)
{
  const TroupePythonName *imported;
  const TroupePythonStatement *statement = find_import (self->module, name, &imported);
  TroupePythonModule *module;
  g_autofree char *line = NULL;

  if (statement == NULL)
    return FALSE;
  module = troupe_python_program_find_module (self->program, self->module, statement->level,
                                              statement->module);
  if (statement->level > 0 && module == NULL)
    return FALSE;
  if (imported->name != NULL)
    line = g_strdup_printf ("from %s import %s as %s\n",
                            module != NULL ? module->dotted : statement->module, imported->name,
                            imported->bound);
  else if (g_str_equal (imported->bound, statement->module))
    line = g_strdup_printf ("import %s\n", statement->module);
  else
    return FALSE;
  if (strstr (imports->str, line) == NULL)
    g_string_append (imports, line);
  troupe_importer_add_module (self, module);
  return TRUE;
}

/* Returns TRUE if the name at the token is looked up in the module: it follows no dot, and the
 * module defines it. */
static gboolean
is_global (TroupeImporter *self,
           const char *source,
           const TroupePythonToken *token,
           const char *name)
{
  return token->type == TROUPE_PYTHON_NAME &&
         (token->start == 0 || source[token->start - 1] != '.') &&
         g_hash_table_contains (self->module->scope->names, name);
}

/* Returns TRUE if an f-string contains the word. */
static gboolean
names_in_text (const char *source, const TroupePythonToken *token, const char *word)
{
  g_autofree char *text = g_strndup (source + token->start, token->end - token->start);

  return token->type == TROUPE_PYTHON_TEXT && token->text == NULL && strstr (text, word) != NULL;
}

/* Returns TRUE if an f-string contains a name of the module. */
static gboolean
uses_module (TroupeImporter *self, const TroupePythonToken *token)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->module->scope->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (names_in_text (self->module->text, token, name))
      return TRUE;
  return FALSE;
}

/* Appends a method that uses only its parameters and imported names, without its decorators, and
 * the imports that it needs. Such a method works without the class and without CrewAI. Returns
 * FALSE if the method needs the class. */
static gboolean
append_free_method (TroupeImporter *self,
                    const TroupePythonStatement *method,
                    GString *imports,
                    GString *methods)
{
  const char *source = self->module->text;
  g_autoptr (GArray) tokens = troupe_python_tokens_new (source);
  gboolean is_static = troupe_python_statement_has_decorator (method, "staticmethod");
  const char *owner = method->parameters->len > 0 && !is_static
                          ? ((TroupePythonParameter *) method->parameters->pdata[0])->name
                          : "";
  /* `self` is named once, as a parameter. */
  const guint n_allowed = 1;
  g_autoptr (GString) needed = g_string_new (imports->str);
  gsize start, end;
  guint at, n_owner = 0;
  int indent;

  if (!find_method (tokens, source, method, &at))
    return FALSE;
  start = g_array_index (tokens, TroupePythonToken, at).start;
  indent = g_array_index (tokens, TroupePythonToken, at).indent;
  for (end = start, at++; at < tokens->len; at++)
    {
      const TroupePythonToken *token = &g_array_index (tokens, TroupePythonToken, at);
      g_autofree char *name = g_strndup (source + token->start, token->end - token->start);

      if (token->type == TROUPE_PYTHON_END || (token->indent >= 0 && token->indent <= indent))
        break;
      n_owner += (token->type == TROUPE_PYTHON_NAME && g_str_equal (name, owner)) ||
                 (*owner != '\0' && names_in_text (source, token, owner));
      if (n_owner > n_allowed || uses_module (self, token) ||
          (is_global (self, source, token, name) && !append_import (self, needed, name)))
        return FALSE;
      if (token->type != TROUPE_PYTHON_NEWLINE)
        end = token->end;
    }
  g_string_assign (imports, needed->str);
  while (start > 0 && source[start - 1] != '\n')
    start--;
  g_string_append_printf (methods, "%s%.*s%s%.*s\n", methods->len > 0 ? "\n" : "",
                          is_static ? (int) strspn (source + start, " \t") : 0, source + start,
                          is_static ? "@staticmethod\n" : "", (int) (end - start), source + start);
  return TRUE;
}

/* Returns the decorator of `crewai.hooks` with which a method becomes a hook for calls of models or tools,
 * or NULL. */
static const TroupePythonNode *
find_hook_decorator (const TroupePythonStatement *method)
{
  static const char *const names[] = { "before_llm_call", "after_llm_call", "before_tool_call",
                                       "after_tool_call", NULL };

  for (guint i = 0; method->type == TROUPE_PYTHON_DEF && i < method->decorators->len; i++)
    {
      const TroupePythonNode *node = method->decorators->pdata[i];
      const TroupePythonNode *called =
          node->type == TROUPE_PYTHON_NODE_CALL ? node->children->pdata[0] : node;

      if (called->type == TROUPE_PYTHON_NODE_NAME && g_strv_contains (names, called->name))
        return node;
    }
  return NULL;
}

/* Appends what registers the hooks, as their decorators do. */
static void
append_hooks (TroupeImporter *self, GString *imports, GString *functions)
{
  g_assert (self != NULL);

  /* A module of which nothing else is used is imported for this function. */
  if (self->hooks->len > 0 && self->hooks->len == self->bridged->len)
    g_string_append (functions, "\n\ndef " USE_HOOKS "(inputs):\n    return inputs\n");
  for (guint i = 0; i < self->hooks->len; i++)
    {
      const TroupePythonStatement *method = self->hooks->pdata[i];
      const TroupePythonNode *node = find_hook_decorator (method);
      const TroupePythonNode *called =
          node->type == TROUPE_PYTHON_NODE_CALL ? node->children->pdata[0] : node;

      append_import (self, imports, called->name);
      g_string_append_printf (functions, "%s%.*s(%s)\n", i == 0 ? "\n\n" : "",
                              (int) (node->end - node->start), self->module->text + node->start,
                              method->name);
    }
}

/* Writes the module whose functions call the methods. */
static void
write_bridge (TroupeImporter *self)
{
  const char *class = self->class->statement->name;
  g_autoptr (GString) imports = g_string_new (NULL);
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autoptr (GString) functions = g_string_new (NULL);
  TroupeCrewImportFile *file = find_file (self, BRIDGE ".py");
  gboolean needs_class = FALSE;
  g_autofree char *text = NULL;

  for (guint i = 0; i < self->bridged->len; i++)
    {
      TroupePythonValue *function =
          troupe_python_find_in_class (self->class, self->bridged->pdata[i]);
      gboolean is_free = function->module == self->module &&
                         append_free_method (self, function->statement, imports, methods);
      const TroupePythonStatement *method;
      const char *object;
      g_autoptr (GString) parameters = NULL;
      gboolean is_static;

      needs_class = needs_class || !is_free;
      /* Appends a function that calls a method of @object with all parameters without a default. */
      method = function->statement;
      object = is_free ? "_Methods()" : "_instance()";
      parameters = g_string_new (NULL);
      is_static = troupe_python_statement_has_decorator (method, "staticmethod");
      for (guint j = is_static ? 0 : 1; j < method->parameters->len; j++)
        {
          const TroupePythonParameter *parameter = method->parameters->pdata[j];

          if (parameter->stars == 0 && parameter->initial == NULL)
            g_string_append_printf (parameters, "%s%s", parameters->len > 0 ? ", " : "",
                                    parameter->name);
        }
      g_string_append_printf (functions, "\n\ndef %s(%s):\n    return %s.%s(%s)\n", method->name,
                              parameters->str, object, method->name, parameters->str);
    }
  if (needs_class)
    {
      troupe_importer_add_module (self, self->module);
      add_config (self);
      g_string_append_printf (imports, "import functools\nfrom %s import %s\n",
                              self->module->dotted, class);
      g_string_prepend (functions, "    return _CLASS()\n");
      g_string_replace (functions, "_CLASS", class, 1);
      g_string_prepend (functions, "\n\n@functools.lru_cache(maxsize=None)\ndef _instance():\n");
    }
  append_hooks (self, imports, functions);
  text = g_strdup_printf ("# Methods of the class %s as functions, for crew.jsonc.\n%s%s%s%s%s",
                          class, imports->len > 0 ? "\n" : "", imports->str,
                          methods->len > 0 ? "\n\nclass _Methods:\n" : "", methods->str,
                          functions->str);
  if (file == NULL)
    {
      troupe_importer_add_text (self, BRIDGE ".py", text);
      return;
    }
  g_free (file->text);
  file->text = g_steal_pointer (&text);
}

/* Returns a reference to a function that calls a method of the class. */
static JsonNode *
refer_to_method (TroupeImporter *self, const TroupePythonValue *function)
{
  const char *name = function->statement->name;
  gboolean is_new = TRUE;

  for (guint i = 0; i < self->bridged->len; i++)
    is_new = is_new && !g_str_equal (self->bridged->pdata[i], name);
  if (is_new)
    {
      g_ptr_array_add (self->bridged, g_strdup (name));
      write_bridge (self);
    }
  return make_reference (BRIDGE, name);
}

static gboolean
is_own_function (TroupeImporter *self, const TroupePythonValue *function)
{
  return function->type == TROUPE_PYTHON_VALUE_FUNCTION && function->scope != NULL &&
         function->scope->is_class &&
         troupe_python_find_in_class (self->class, function->statement->name) == function;
}

/* Returns TRUE if all arguments of a call after @n_skipped are known, and none is an API key or comes from
 * the environment. */
static gboolean
has_plain_arguments (const TroupePythonValue *call, guint n_skipped)
{
  for (guint i = n_skipped; i < call->items->len + call->keys->len; i++)
    {
      TroupePythonValue *value =
          i < call->items->len ? call->items->pdata[i] : call->values->pdata[i - call->items->len];
      g_autoptr (JsonNode) node = troupe_python_value_to_json (value, NULL);

      if (node == NULL || troupe_python_value_find_note (value) != NULL)
        return FALSE;
    }
  return TRUE;
}

/* Writes a module with a function of that name for the field @key. (transfer full) */
static JsonNode *
write_function (TroupeImporter *self, const char *key, const char *text)
{
  g_assert (self != NULL);

  for (guint i = 1;; i++)
    {
      g_autofree char *module =
          i > 1 ? g_strdup_printf ("crew_%s_%u", key, i) : g_strdup_printf ("crew_%s", key);
      g_autofree char *file = g_strconcat (module, ".py", NULL);

      if (troupe_importer_add_text (self, file, text))
        return make_reference (module, "function");
    }
}

/* Refers to a lambda, in a module that is written. @key: of the field. (transfer full) (nullable): NULL if
 * it is no lambda, or needs more than its parameters and what the file imports */
static JsonNode *
refer_to_lambda (TroupeImporter *self, const TroupePythonValue *value, const char *key)
{
  const char *source = value->place.text;
  g_auto (GStrv) names = NULL;
  g_autofree char *found = NULL; /* an API key */
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) imports = g_string_new (NULL);

  g_assert (self != NULL);

  if (value->type != TROUPE_PYTHON_VALUE_UNKNOWN || source == NULL ||
      strlen (source) >= TROUPE_IMPORT_LONGEST_TEXT ||
      g_strcmp0 (value->place.file, self->module->name) != 0)
    return NULL;
  names = troupe_python_lambda_list_names (source);
  found = troupe_key_finder_find (self->keys, source);
  if (names == NULL || found != NULL)
    return NULL;
  for (guint i = 0; names[i] != NULL; i++)
    if (!append_import (self, imports, names[i]))
      return NULL;
  g_string_append_printf (text,
                          "# A function of the class %s, for crew.jsonc.\n%s%s\n\n"
                          "function = (%s)\n",
                          self->class->statement->name, imports->len > 0 ? "\n" : "", imports->str,
                          source);
  return write_function (self, key, text->str);
}

/* Refers to `functools.partial (function, …)`, whose function belongs to the project and whose arguments are
 * known, as a function of a module that is written. What calls a function of a crew passes one argument.
 * (transfer full) (nullable): NULL if it is something else */
static JsonNode *
refer_to_partial (TroupeImporter *self, const TroupePythonValue *value, const char *key)
{
  const TroupePythonValue *function = NULL;
  g_autoptr (GString) given = g_string_new (NULL);
  g_autoptr (GString) named = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *found = NULL; /* an API key */

  g_assert (self != NULL);

  if (value->type != TROUPE_PYTHON_VALUE_OBJECT || value->items == NULL || value->items->len == 0 ||
      value->callee == NULL || value->callee->type != TROUPE_PYTHON_VALUE_SYMBOL ||
      !g_str_equal (troupe_python_value_get_last_name (value->callee), "partial"))
    return NULL;
  function = value->items->pdata[0];
  if (function->type != TROUPE_PYTHON_VALUE_FUNCTION ||
      function->scope != function->module->scope || !has_plain_arguments (value, 1))
    return NULL;
  for (guint i = 1; i < value->items->len; i++)
    {
      g_autoptr (JsonNode) node = troupe_python_value_to_json (value->items->pdata[i], NULL);

      troupe_import_append_python (given, node);
      g_string_append (given, ", ");
    }
  for (guint i = 0; i < value->keys->len; i++)
    {
      g_autoptr (JsonNode) node = troupe_python_value_to_json (value->values->pdata[i], NULL);

      g_string_append_printf (named, ", %s=", (const char *) value->keys->pdata[i]);
      troupe_import_append_python (named, node);
    }
  text = g_strdup_printf ("# The function %s with some of its arguments, for crew.jsonc.\n\n"
                          "from %s import %s\n\n\n"
                          "def function(value):\n    return %s(%svalue%s)\n",
                          function->statement->name, function->module->dotted,
                          function->statement->name, function->statement->name, given->str,
                          named->str);
  found = troupe_key_finder_find (self->keys, text);
  if (found != NULL)
    return NULL;
  troupe_importer_add_module (self, function->module);
  return write_function (self, key, text);
}

JsonNode *
troupe_importer_refer (TroupeImporter *self,
                       TroupePythonValue *value,
                       const char *key,
                       const char *path)
{
  JsonNode *node;

  g_assert (self != NULL);

  if (value->type == TROUPE_PYTHON_VALUE_METHOD && value->owner == self->self &&
      is_own_function (self, value->callee))
    return refer_to_method (self, value->callee);
  if (value->type == TROUPE_PYTHON_VALUE_FUNCTION && value->scope == value->module->scope)
    {
      troupe_importer_add_module (self, value->module);
      return make_reference (value->module->dotted, value->statement->name);
    }
  if (value->type == TROUPE_PYTHON_VALUE_FUNCTION && is_own_function (self, value))
    return refer_to_method (self, value);
  node = refer_to_lambda (self, value, key);
  if (node == NULL)
    node = refer_to_partial (self, value, key);
  if (node != NULL)
    return node;
  troupe_importer_leave_out (
      self, value, key, path,
      value->type == TROUPE_PYTHON_VALUE_UNKNOWN && value->is_environment
          ? value->why
          : _ ("Only a function or method of the project can be named in a crew. Define this code "
               "as a function of a module, and name it as {\"python\": \"module.function\"}."));
  return NULL;
}

/* --- Models ----------------------------------------------------------------------------------- */

/* Returns TRUE for a class of the project that is derived from CrewAI's class of a model. */
static gboolean
is_model_class (const TroupePythonValue *class, guint depth)
{
  const char *name = class != NULL ? troupe_python_value_get_last_name (class) : "";

  if (class == NULL || depth > MOST_BASES)
    return FALSE;
  if (class->type != TROUPE_PYTHON_VALUE_CLASS)
    return depth > 0 && (g_str_equal (name, "BaseLLM") || g_str_equal (name, "LLM"));
  for (guint i = 0; i < class->items->len; i++)
    if (is_model_class (class->items->pdata[i], depth + 1))
      return TRUE;
  return FALSE;
}

JsonNode *
troupe_importer_refer_to_model (TroupeImporter *self, TroupePythonValue *model, const char *path)
{
  TroupePythonValue *given = troupe_python_value_get_given (model);
  const TroupePythonValue *class = model->callee;
  g_autoptr (JsonArray) items = json_array_new ();
  g_autoptr (JsonObject) members = NULL;
  g_autoptr (TroupeImportOrigin) origin = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *snake = NULL;

  g_assert (self != NULL);

  if (!is_model_class (class, 0) || !has_plain_arguments (given, 0))
    return NULL;
  members = troupe_importer_convert_members (self, given, path);
  if (json_object_get_size (members) != given->keys->len)
    return NULL;
  for (guint i = 0; i < given->items->len; i++)
    json_array_add_element (items, troupe_python_value_to_json (given->items->pdata[i], NULL));
  troupe_importer_add_module (self, class->module);
  if (class->module == self->module)
    add_config (self);
  g_string_append_printf (text, "# A model of the class %s.\n\nfrom %s import %s\n\nmodel = %s(",
                          class->statement->name, class->module->dotted, class->statement->name,
                          class->statement->name);
  troupe_import_append_arguments (text, items, members);
  g_string_append (text, ")\n");
  snake = troupe_import_to_snake (class->statement->name);
  origin = troupe_importer_make_origin (model, NULL);
  for (guint i = 1;; i++)
    {
      g_autofree char *module =
          i > 1 ? g_strdup_printf ("crew_%s_%u", snake, i) : g_strdup_printf ("crew_%s", snake);
      g_autofree char *file = g_strconcat (module, ".py", NULL);

      if (!troupe_importer_add_text (self, file, text->str))
        continue;
      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, path,
                              _ ("The class of this model belongs to the project. The model is "
                                 "created in %s."),
                              file);
      return make_reference (module, "model");
    }
}

/* --- Hooks ------------------------------------------------------------------------------------ */

/* Returns TRUE if the statement registers a hook of `crewai.hooks`, as a decorated function or with a call. */
static gboolean
is_hook (const TroupePythonStatement *statement)
{
  static const char *const decorators[] = { "before_llm_call", "after_llm_call", "before_tool_call",
                                            "after_tool_call", "on" };
  const TroupePythonNode *node;
  const char *name;

  for (guint i = 0; statement->type == TROUPE_PYTHON_DEF && i < G_N_ELEMENTS (decorators); i++)
    if (troupe_python_statement_has_decorator (statement, decorators[i]))
      return TRUE;
  if (statement->type != TROUPE_PYTHON_EXPRESSION)
    return FALSE;
  node = statement->nodes->pdata[0];
  name = troupe_python_node_get_last_name (node);
  return node->type == TROUPE_PYTHON_NODE_CALL && g_str_has_prefix (name, "register_") &&
         g_str_has_suffix (name, "_hook");
}

static gboolean
is_literal (const TroupePythonNode *node)
{
  for (guint i = 0; node->type == TROUPE_PYTHON_NODE_LIST && i < node->children->len; i++)
    if (!is_literal (node->children->pdata[i]))
      return FALSE;
  return node->type == TROUPE_PYTHON_NODE_LIST || node->type == TROUPE_PYTHON_NODE_VALUE;
}

/* Writes a method of the class that works without it as a hook. Returns FALSE for other methods. */
static gboolean
take_hook (TroupeImporter *self, const TroupePythonStatement *method)
{
  const TroupePythonNode *node = find_hook_decorator (method);
  const TroupePythonValue *function =
      node != NULL ? troupe_python_find_in_class (self->class, method->name) : NULL;
  const TroupePythonName *imported;
  const TroupePythonStatement *statement;
  g_autoptr (GString) imports = g_string_new (NULL);
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autoptr (TroupeImportOrigin) origin = NULL;

  if (function == NULL || function->statement != method || function->module != self->module ||
      method->decorators->len != 1)
    return FALSE;
  for (guint i = 1; node->type == TROUPE_PYTHON_NODE_CALL && i < node->children->len; i++)
    if (!is_literal (node->children->pdata[i]))
      return FALSE;
  statement =
      find_import (self->module,
                   troupe_python_node_get_last_name (
                       node->type == TROUPE_PYTHON_NODE_CALL ? node->children->pdata[0] : node),
                   &imported);
  if (statement == NULL || statement->module == NULL ||
      !g_str_has_prefix (statement->module, "crewai.hooks") ||
      !append_free_method (self, method, imports, methods))
    return FALSE;
  g_ptr_array_add (self->hooks, (gpointer) method);
  json_node_unref (refer_to_method (self, function));
  origin = troupe_import_origin_new (self->module->name, method->line, method->line, method->name);
  troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, NULL,
                          _ ("This hook is registered in %s."), BRIDGE ".py");
  return TRUE;
}

static void
report_hooks_of (TroupeImporter *self, GPtrArray *statements)
{
  g_assert (self != NULL);

  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];
      g_autoptr (TroupeImportOrigin) origin = NULL;

      if (!is_hook (statement) || take_hook (self, statement))
        continue;
      origin = troupe_import_origin_new (
          self->module->name, statement->line, statement->line,
          statement->name != NULL ? statement->name
                                  : troupe_python_node_get_last_name (statement->nodes->pdata[0]));
      troupe_importer_report (
          self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
          _ ("This hook is registered by the file of the crew, which a crew document does not use. "
             "Define it in a module of a tool or a callback. Hooks for model calls and tool calls "
             "are called then."));
    }
}

JsonNode *
troupe_importer_take_hooks (TroupeImporter *self)
{
  g_assert (self != NULL);

  if (strstr (self->module->text, "hooks") == NULL)
    return NULL;
  report_hooks_of (self, self->module->statements);
  report_hooks_of (self, self->class->statement->body);
  return self->hooks->len > 0 && self->hooks->len == self->bridged->len
             ? make_reference (BRIDGE, USE_HOOKS)
             : NULL;
}
