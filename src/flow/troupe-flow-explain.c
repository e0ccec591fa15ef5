/* troupe-flow-explain.c: what a flow is and what it could do, read without starting anything
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-explain"

#include "config.h"

#include <string.h>

#include "troupe-flow-private.h"

/* A list of texts in which each stands once. */
typedef struct
{
  GPtrArray *items; /* (element-type utf8) */
  GHashTable *seen;
} WordList;

typedef struct
{
  WordList models;
  WordList programs;
  WordList hosts;
  WordList folders;
  WordList environment;
  WordList code;
} Findings;

static void
word_list_init (WordList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_free);
  self->seen = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
word_list_add (WordList *self, const char *word)
{
  char *copy;

  if (word == NULL || *word == '\0' || g_hash_table_contains (self->seen, word))
    return;
  copy = g_strdup (word);
  g_ptr_array_add (self->items, copy);
  g_hash_table_add (self->seen, copy);
}

static TroupeValue *
word_list_end (WordList *self)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    g_ptr_array_add (values, troupe_value_new_string (self->items->pdata[i], -1));
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->items);
  return troupe_value_new_list ((TroupeValue **) values->pdata, values->len);
}

static const char *
get_text (const TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static void
add_host (Findings *self, const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL);

  if (uri != NULL)
    word_list_add (&self->hosts, g_uri_get_host (uri));
}

/* A model by its name. Which server answers it and which key it needs is known to the room that asks
 * models; a server that the document names itself is told here. */
static void
add_model (Findings *self, const char *model, const TroupeValue *options)
{
  const char *base = NULL;

  word_list_add (&self->models, model);
  if (options == NULL)
    return;
  base = get_text (troupe_value_map_lookup_string (options, "base_url", -1));
  if (base == NULL)
    base = get_text (troupe_value_map_lookup_string (options, "api_base", -1));
  if (base != NULL)
    add_host (self, base);
}

static void
add_llm (Findings *self, const TroupeValue *value)
{
  static const char *const keys[] = { "model", "model_name", "deployment_name" };

  if (get_text (value) != NULL)
    add_model (self, get_text (value), NULL);
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        {
          const char *model = get_text (troupe_value_map_lookup_string (value, keys[i], -1));

          if (model != NULL)
            {
              add_model (self, model, value);
              return;
            }
        }
    }
}

/* A program with its arguments, and the environment that it is given. */
static void
add_program (Findings *self, const TroupeValue *server)
{
  const char *command = get_text (troupe_value_map_lookup_string (server, "command", -1));
  TroupeValue *arguments = troupe_value_map_lookup_string (server, "args", -1);
  TroupeValue *environment = troupe_value_map_lookup_string (server, "env", -1);

  if (command != NULL)
    {
      GString *line = g_string_new (command);

      for (gsize i = 0; arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_LIST) &&
                        i < troupe_value_list_get_length (arguments);
           i++)
        {
          const char *argument = get_text (troupe_value_list_get (arguments, i));

          g_string_append_printf (line, " %s", argument != NULL ? argument : "?");
        }
      word_list_add (&self->programs, line->str);
      g_string_free (line, TRUE);
    }
  for (gsize i = 0; environment != NULL && troupe_value_is (environment, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (environment);
       i++)
    word_list_add (&self->environment, get_text (troupe_value_map_get_key (environment, i)));
}

static void
add_folder_of (Findings *self, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  word_list_add (&self->folders, folder);
}

/* A tool by its text: a class of Python, or a file of the project's own. */
static void
add_tool (Findings *self, const char *tool)
{
  if (strchr (tool, ':') != NULL)
    word_list_add (&self->code, tool);
}

static void walk (Findings *self, const char *key, TroupeValue *value, guint depth);

static void
look_at (Findings *self, const char *key, TroupeValue *value)
{
  const char *text = get_text (value);

  if (g_str_has_suffix (key, "llm"))
    add_llm (self, value);
  else if (g_str_equal (key, "python") && text != NULL)
    word_list_add (&self->code, text);
  else if ((g_str_equal (key, "url") || g_str_equal (key, "base_url")) && text != NULL)
    add_host (self, text);
  else if ((g_str_equal (key, "output_file") || g_str_equal (key, "db_path")) && text != NULL)
    add_folder_of (self, text);
  else if ((g_str_equal (key, "location") || g_str_equal (key, "directory")) && text != NULL)
    word_list_add (&self->folders, text);
  else if (g_str_equal (key, "tools[]") && text != NULL)
    add_tool (self, text);
  else if (g_str_equal (key, "mcps[]") && text != NULL && strstr (text, "://") != NULL)
    add_host (self, text);
}

static void
walk (Findings *self, const char *key, TroupeValue *value, guint depth)
{
  g_autofree char *element = NULL;

  if (depth > TROUPE_LIMIT_NESTING)
    return;
  look_at (self, key, value);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      add_program (self, value);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          const char *member = get_text (troupe_value_map_get_key (value, i));

          if (member != NULL)
            walk (self, member, troupe_value_map_get_value (value, i), depth + 1);
        }
    }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      element = g_strconcat (key, "[]", NULL);
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        walk (self, element, troupe_value_list_get (value, i), depth + 1);
    }
}

static void
look_at_action (Findings *self, const TroupeFlowAction *action)
{
  if (action->definition != NULL)
    walk (self, "", action->definition, 0);
  if (action->type == TROUPE_ACTION_CREW && action->reference != NULL)
    add_folder_of (self, action->reference);
  if ((action->type == TROUPE_ACTION_TOOL || action->type == TROUPE_ACTION_CODE) &&
      action->reference != NULL)
    word_list_add (&self->code, action->reference);
  if (action->code != NULL)
    word_list_add (&self->code, action->code);
  for (guint i = 0; i < action->n_steps; i++)
    look_at_action (self, action->steps[i].action);
}

static TroupeValue *
explain_method (const TroupeFlowMethod *method)
{
  const TroupeCondition *condition =
      method->listen != NULL ? method->listen : method->start_condition;
  g_autofree char *after = condition != NULL ? troupe_condition_to_text (condition) : NULL;
  const char *kind = method->router ? "router" : method->start ? "start" : "listener";
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (method->name, -1));
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string (kind, -1));
  troupe_map_builder_add (&builder, "start", troupe_value_new_boolean (method->start));
  troupe_map_builder_add (
      &builder, "action",
      troupe_value_new_string (troupe_action_type_get_name (method->action->type), -1));
  troupe_map_builder_add (&builder, "after",
                          after != NULL ? troupe_value_new_string (after, -1)
                                        : troupe_value_new_null ());
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
explain_methods (TroupeFlow *self)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();

  for (guint i = 0; i < self->methods->len; i++)
    g_ptr_array_add (methods, explain_method (troupe_flow_get_method (self, i)));
  return troupe_value_new_list ((TroupeValue **) methods->pdata, methods->len);
}

static void
find_all (TroupeFlow *self, Findings *findings)
{
  JsonNode *block = json_object_get_member (json_node_get_object (self->root), "conversational");

  for (guint i = 0; i < self->methods->len; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self, i);

      look_at_action (findings, method->action);
      if (method->feedback != NULL)
        walk (findings, "", method->feedback, 0);
      if (method->persist != NULL)
        walk (findings, "", method->persist, 0);
    }
  if (self->persist != NULL)
    walk (findings, "", self->persist, 0);
  if (self->config != NULL)
    walk (findings, "", self->config, 0);
  if (self->conversational && block != NULL)
    {
      g_autoptr (TroupeValue) value = troupe_flow_value_from_node (NULL, block);

      walk (findings, "", value, 0);
    }
}

TroupeValue *
troupe_flow_explain (TroupeFlow *self)
{
  Findings findings;
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  word_list_init (&findings.models);
  word_list_init (&findings.programs);
  word_list_init (&findings.hosts);
  word_list_init (&findings.folders);
  word_list_init (&findings.environment);
  word_list_init (&findings.code);
  find_all (self, &findings);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name",
                          troupe_value_new_string (troupe_flow_get_name (self), -1));
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string ("flow", -1));
  troupe_map_builder_add (&builder, "description",
                          self->description != NULL
                              ? troupe_value_new_string (self->description, -1)
                              : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "methods", explain_methods (self));
  troupe_map_builder_add (&builder, "models", word_list_end (&findings.models));
  troupe_map_builder_add (&builder, "programs", word_list_end (&findings.programs));
  troupe_map_builder_add (&builder, "hosts", word_list_end (&findings.hosts));
  troupe_map_builder_add (&builder, "folders", word_list_end (&findings.folders));
  troupe_map_builder_add (&builder, "environment", word_list_end (&findings.environment));
  troupe_map_builder_add (&builder, "code", word_list_end (&findings.code));
  return troupe_map_builder_end (&builder);
}
