/* troupe-flow-explain.c: summary of what a flow is and what it can access, without executing it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-explain"

#include "config.h"

#include <string.h>

#include "troupe-flow-fields.h"
#include "troupe-sanitize-text.h"

/* CrewAI's default location of checkpoints. */
#define CHECKPOINTS "./.checkpoints"

/* A list of unique strings. */
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
  WordList references; /* code referenced elsewhere than in actions */
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

  g_assert (self != NULL);

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

  g_assert (self != NULL);

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
  g_autoptr (GUri) uri = g_uri_parse (
      url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

  g_assert (self != NULL);

  if (uri != NULL && g_uri_get_host (uri) != NULL)
    {
      g_autofree char *host = troupe_uri_describe_host (uri);
      g_autofree char *shown = troupe_host_to_shown (host);

      word_list_add (&self->hosts, shown);
    }
}

/* Adds a model by name. src/llm determines which server and key the model needs; this function
 * only adds a server that the document specifies. */
static void
add_model (Findings *self, const char *model, const TroupeValue *options)
{
  const char *base = NULL;

  g_assert (self != NULL);

  word_list_add (&self->models, model);
  if (options == NULL)
    return;
  base = get_text (troupe_value_map_lookup_string (options, "base_url", -1));
  if (base == NULL)
    base = get_text (troupe_value_map_lookup_string (options, "api_base", -1));
  if (base != NULL)
    add_host (self, base);
}

/* Adds a program with its arguments and environment variables. */
static void
add_program (Findings *self, const TroupeValue *server)
{
  const char *command = get_text (troupe_value_map_lookup_string (server, "command", -1));
  TroupeValue *arguments = troupe_value_map_lookup_string (server, "args", -1);
  TroupeValue *environment = troupe_value_map_lookup_string (server, "env", -1);

  g_assert (self != NULL);

  if (command != NULL)
    {
      GString *line = g_string_new (command);

      for (gsize i = 0; arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_LIST) &&
                        i < troupe_value_list_get_length (arguments);
           i++)
        {
          const char *argument = get_text (troupe_value_list_get (arguments, i));
          g_autofree char *word = NULL;

          /* Quotes the argument as in a shell, so that it cannot be mistaken for several
           * arguments. */
          if (argument == NULL)
            word = g_strdup ("?");
          else if (*argument != '\0' && strpbrk (argument, " \t\n\"'\\") == NULL)
            word = g_strdup (argument);
          else
            word = g_shell_quote (argument);
          g_string_append_printf (line, " %s", word);
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
add_reference (Findings *self, const char *reference)
{
  word_list_add (&self->code, reference);
  word_list_add (&self->references, reference);
}

static void walk (Findings *self, const char *key, TroupeValue *value, guint depth);

static void
walk (Findings *self, const char *key, TroupeValue *value, guint depth)
{
  g_autofree char *element = NULL;
  const char *text;

  if (depth > TROUPE_LIMIT_NESTING ||
      ((g_str_equal (key, "chat_llm") || g_str_equal (key, "function_calling_llm")) &&
       (!troupe_value_is (value, TROUPE_VALUE_MAP) ||
        troupe_value_map_lookup_string (value, "python", -1) == NULL)))
    return;
  text = get_text (value);
  g_assert (self != NULL);
  if (g_str_has_suffix (key, "llm"))
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
                  break;
                }
            }
        }
    }
  else if (g_str_equal (key, "python") && text != NULL)
    add_reference (self, text);
  else if ((g_str_equal (key, "url") || g_str_equal (key, "base_url")) && text != NULL)
    add_host (self, text);
  else if (g_str_equal (key, "directory") && text != NULL)
    word_list_add (&self->folders, text);
  else if (g_str_equal (key, "tools[]") && text != NULL)
    {
      if (strchr (text, ':') != NULL)
        add_reference (self, text);
    }
  else if (g_str_equal (key, "mcps[]") && text != NULL && strstr (text, "://") != NULL)
    add_host (self, text);
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
  g_assert (self != NULL);

  if (action->definition != NULL && action->type == TROUPE_ACTION_AGENT &&
      troupe_value_is (action->definition, TROUPE_VALUE_MAP))
    {
      g_autoptr (TroupeValue) rest = troupe_value_map_without (action->definition, "tools");
      TroupeValue *tools = troupe_value_map_lookup_string (action->definition, "tools", -1);

      /* Adds the code of each tool, in the same manner as for a tool action. The tools
       * themselves declare what else they can access. */
      if (tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST))
        {
          for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
            {
              const char *reference = get_text (troupe_value_list_get (tools, i));

              if (reference != NULL && strchr (reference, ':') != NULL)
                word_list_add (&self->code, reference);
            }
        }
      walk (self, "", rest, 0);
    }
  else if (action->definition != NULL)
    walk (self, "", action->definition, 0);
  if ((action->type == TROUPE_ACTION_TOOL || action->type == TROUPE_ACTION_CODE) &&
      action->reference != NULL &&
      troupe_flow_action_get_turn (action) == TROUPE_TURN_OTHER)
    word_list_add (&self->code, action->reference);
  if (action->code != NULL)
    word_list_add (&self->code, action->code);
  for (guint i = 0; i < action->n_steps; i++)
    look_at_action (self, action->steps[i].action);
}

/**
 * troupe_flow_get_checkpoint_location:
 * @in_database: (out): whether the location is a database instead of a folder
 *
 * Determines where a run writes its checkpoints (doc/flow-semantics.md §9.1). This is the location
 * in the document or CrewAI's default.
 *
 * Returns: (transfer full) (nullable): the location; %NULL if the flow has no checkpoints
 */
char *
troupe_flow_get_checkpoint_location (TroupeFlow *self, gboolean *in_database)
{
  TroupeValue *block, *provider;
  const char *location = NULL, *type = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && in_database != NULL, NULL);

  *in_database = FALSE;
  block = troupe_flow_get_config (self) != NULL
              ? troupe_value_map_lookup_string (troupe_flow_get_config (self), "checkpoint", -1)
              : NULL;
  if (block == NULL || troupe_value_is (block, TROUPE_VALUE_NULL) ||
      (troupe_value_is (block, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (block)))
    return NULL;
  if (troupe_value_is (block, TROUPE_VALUE_MAP))
    {
      location = get_text (troupe_value_map_lookup_string (block, "location", -1));
      provider = troupe_value_map_lookup_string (block, "provider", -1);
      if (provider != NULL && troupe_value_is (provider, TROUPE_VALUE_MAP))
        type = get_text (troupe_value_map_lookup_string (provider, "provider_type", -1));
    }
  if (location == NULL)
    location = CHECKPOINTS;
  *in_database = g_strcmp0 (type, "sqlite") == 0;
  name = g_path_get_basename (location);
  /* As in Python's Path.suffix, a leading dot does not begin a suffix. */
  if (*in_database && strchr (name + 1, '.') == NULL)
    return g_strconcat (location, ".db", NULL);
  return g_strdup (*location != '\0' ? location : ".");
}

TroupeValue *
troupe_flow_action_get_arguments (const TroupeFlowAction *self)
{
  JsonObject *object;
  JsonNode *with;

  g_return_val_if_fail (self != NULL, NULL);

  if ((self->type != TROUPE_ACTION_CODE && self->type != TROUPE_ACTION_TOOL) ||
      self->node == NULL || !JSON_NODE_HOLDS_OBJECT (self->node))
    return NULL;
  object = json_node_get_object (self->node);
  with =
      json_object_get_member (object, json_object_has_member (object, "with") ? "with" : "with_");
  return with != NULL && !JSON_NODE_HOLDS_NULL (with) ? troupe_flow_value_from_node (NULL, with)
                                                      : NULL;
}

static void
find_all (TroupeFlow *self, Findings *findings)
{
  JsonNode *block =
      json_object_get_member (json_node_get_object (troupe_flow_get_root (self)), "conversational");

  for (guint i = 0; i < troupe_flow_get_n_methods (self); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self, i);

      look_at_action (findings, method->action);
      if (method->feedback != NULL)
        walk (findings, "", method->feedback, 0);
      if (method->persist != NULL)
        walk (findings, "", method->persist, 0);
    }
  if (troupe_flow_get_persist (self) != NULL)
    walk (findings, "", troupe_flow_get_persist (self), 0);
  if (troupe_flow_get_config (self) != NULL)
    {
      g_autoptr (TroupeValue) rest =
          troupe_value_map_without (troupe_flow_get_config (self), "checkpoint");

      walk (findings, "", rest, 0);
    }
  if (troupe_flow_is_conversational (self) && block != NULL)
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
  g_autoptr (GPtrArray) methods = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  word_list_init (&findings.models);
  word_list_init (&findings.programs);
  word_list_init (&findings.hosts);
  word_list_init (&findings.folders);
  word_list_init (&findings.environment);
  word_list_init (&findings.code);
  word_list_init (&findings.references);
  find_all (self, &findings);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name",
                          troupe_value_new_string (troupe_flow_get_name (self), -1));
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string ("flow", -1));
  troupe_map_builder_add (&builder, "description",
                          troupe_flow_get_description (self) != NULL
                              ? troupe_value_new_string (troupe_flow_get_description (self), -1)
                              : troupe_value_new_null ());
  methods = g_ptr_array_new ();
  for (guint i = 0; i < troupe_flow_get_n_methods (self); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self, i);
      const TroupeCondition *condition =
          method->listen != NULL ? method->listen : method->start_condition;
      g_autofree char *after = condition != NULL ? troupe_condition_to_text (condition) : NULL;
      const char *kind = method->router ? "router" : method->start ? "start" : "listener";
      TroupeMapBuilder method_builder;

      g_assert (method != NULL);
      troupe_map_builder_init (&method_builder);
      troupe_map_builder_add (&method_builder, "name", troupe_value_new_string (method->name, -1));
      troupe_map_builder_add (&method_builder, "kind", troupe_value_new_string (kind, -1));
      troupe_map_builder_add (&method_builder, "start", troupe_value_new_boolean (method->start));
      troupe_map_builder_add (
          &method_builder, "action",
          troupe_value_new_string (troupe_action_type_get_name (method->action->type), -1));
      troupe_map_builder_add (&method_builder, "after",
                              after != NULL ? troupe_value_new_string (after, -1)
                                            : troupe_value_new_null ());
      g_ptr_array_add (methods, troupe_map_builder_end (&method_builder));
    }
  troupe_map_builder_add (&builder, "methods",
                          troupe_value_new_list ((TroupeValue **) methods->pdata, methods->len));
  troupe_map_builder_add (&builder, "models", word_list_end (&findings.models));
  troupe_map_builder_add (&builder, "programs", word_list_end (&findings.programs));
  troupe_map_builder_add (&builder, "hosts", word_list_end (&findings.hosts));
  troupe_map_builder_add (&builder, "folders", word_list_end (&findings.folders));
  troupe_map_builder_add (&builder, "environment", word_list_end (&findings.environment));
  troupe_map_builder_add (&builder, "code", word_list_end (&findings.code));
  troupe_map_builder_add (&builder, "references", word_list_end (&findings.references));
  return troupe_map_builder_end (&builder);
}
