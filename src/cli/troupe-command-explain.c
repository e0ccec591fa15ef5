/* troupe-command-explain.c: what a flow could do, worked out without starting anything
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-explain"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent.h"
#include "troupe-command-explain.h"
#include "troupe-command.h"

/* Names once each, in the order in which they were met. */
typedef struct
{
  GPtrArray *names; /* (element-type TroupeValue) */
  GHashTable *seen;
} Names;

static void
names_init (Names *self)
{
  self->names = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
names_add (Names *self, const char *name)
{
  if (name != NULL && *name != '\0' && g_hash_table_add (self->seen, g_strdup (name)))
    g_ptr_array_add (self->names, troupe_value_new_string (name, -1));
}

static void
names_add_list (Names *self, TroupeValue *list)
{
  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *name = troupe_value_list_get (list, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING))
        names_add (self, troupe_value_get_string (name, NULL));
    }
}

static void
names_remove (Names *self, const char *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (troupe_value_get_string (g_ptr_array_index (self->names, i), NULL), name))
      {
        g_ptr_array_remove_index (self->names, i);
        g_hash_table_remove (self->seen, name);
        return;
      }
}

static void
names_clear (Names *self)
{
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->seen);
}

/* Replaces the list under @key by the names. Takes @map over. */
static TroupeValue *
names_put (Names *self, TroupeValue *map, const char *key)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, self->names->len + 1);
  g_autoptr (TroupeValue) list = NULL;
  TroupeValue *result = NULL;

  for (guint i = 0; i < self->names->len; i++)
    items[i] = troupe_value_ref (g_ptr_array_index (self->names, i));
  list = troupe_value_new_list (items, self->names->len);
  result = troupe_value_map_with (map, key, list);
  troupe_value_unref (map);
  return result;
}

/* The variables in which CrewAI looks for a model where a document names none, and what it takes in
 * the end (spec/flow-semantics.md §10). */
static const char *
find_default_model (Names *environment)
{
  static const char *const variables[] = { "MODEL", "MODEL_NAME", "OPENAI_MODEL_NAME" };
  const char *model = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);

      names_add (environment, variables[i]);
      if (model == NULL && value != NULL && *value != '\0')
        model = value;
    }
  return model != NULL ? model : "gpt-4.1-mini";
}

static void
add_agent (const TroupeFlowAction *action, Names *models, Names *hosts, Names *environment)
{
  g_autoptr (TroupeAgentDefinition) agent = troupe_agent_definition_new (action->definition, NULL);
  g_autofree char *host = NULL;
  g_auto (GStrv) variables = NULL;
  TroupeValue *settings = NULL;
  const char *model = NULL;

  if (agent == NULL)
    return;
  model = troupe_agent_definition_get_model (agent);
  settings = troupe_agent_definition_get_settings (agent);
  if (model == NULL)
    model = find_default_model (environment);
  names_add (models, model);
  host = troupe_llm_model_get_host (model, settings);
  names_add (hosts, host);
  variables = troupe_llm_model_get_environment_names (model, settings);
  for (guint i = 0; variables != NULL && variables[i] != NULL; i++)
    names_add (environment, variables[i]);
}

static void
add_action (const TroupeFlowAction *action, Names *models, Names *hosts, Names *environment)
{
  if (action == NULL)
    return;
  if (action->type == TROUPE_ACTION_AGENT)
    add_agent (action, models, hosts, environment);
  for (guint i = 0; i < action->n_steps; i++)
    if (action->steps[i].action != NULL && action->steps[i].action->type == TROUPE_ACTION_AGENT)
      add_agent (action->steps[i].action, models, hosts, environment);
}

/* A flow takes every model that it does not know for one of OpenAI's. Models that are played need
 * neither host nor key. */
static void
drop_guesses (Names *models, Names *hosts, Names *environment)
{
  for (guint i = 0; i < models->names->len; i++)
    if (!g_str_has_prefix (troupe_value_get_string (g_ptr_array_index (models->names, i), NULL),
                           "mock/"))
      return;
  if (models->names->len == 0)
    return;
  names_remove (hosts, "api.openai.com");
  names_remove (environment, "OPENAI_API_KEY");
}

TroupeValue *
troupe_command_explain (TroupeFlow *flow)
{
  TroupeValue *value = NULL;
  Names models;
  Names hosts;
  Names environment;

  g_return_val_if_fail (flow != NULL, NULL);

  value = troupe_flow_explain (flow);
  names_init (&models);
  names_init (&hosts);
  names_init (&environment);
  names_add_list (&models, troupe_value_map_lookup_string (value, "models", -1));
  names_add_list (&hosts, troupe_value_map_lookup_string (value, "hosts", -1));
  names_add_list (&environment, troupe_value_map_lookup_string (value, "environment", -1));
  drop_guesses (&models, &hosts, &environment);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_action (troupe_flow_get_method (flow, i)->action, &models, &hosts, &environment);
  value = names_put (&models, value, "models");
  value = names_put (&hosts, value, "hosts");
  value = names_put (&environment, value, "environment");
  names_clear (&models);
  names_clear (&hosts);
  names_clear (&environment);
  return value;
}

/* --- For a person ------------------------------------------------------------------------- */

static const struct
{
  const char *key;
  const char *title;
} rights[] = {
  { "models", N_ ("Models") },
  { "hosts", N_ ("Talks to") },
  { "programs", N_ ("Starts programs") },
  { "code", N_ ("Runs code") },
  { "folders", N_ ("Reads and writes in") },
  { "environment", N_ ("Reads from the environment") },
};

static void
append_member (GString *out, const TroupeValue *member)
{
  if (troupe_value_is (member, TROUPE_VALUE_STRING))
    g_string_append (out, troupe_value_get_string (member, NULL));
  else
    troupe_value_append_json (member, TROUPE_JSON_SPACED, out);
}

char *
troupe_command_describe_rights (TroupeValue *explained)
{
  GString *out = NULL;

  g_return_val_if_fail (explained != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rights); i++)
    {
      TroupeValue *list = troupe_value_map_lookup_string (explained, rights[i].key, -1);

      if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST) ||
          troupe_value_list_get_length (list) == 0)
        continue;
      g_string_append_printf (out, "%s: ", _ (rights[i].title));
      for (gsize k = 0; k < troupe_value_list_get_length (list); k++)
        {
          if (k > 0)
            g_string_append (out, ", ");
          append_member (out, troupe_value_list_get (list, k));
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

gboolean
troupe_command_needs_consent (TroupeValue *explained)
{
  g_return_val_if_fail (explained != NULL, TRUE);

  /* A model that talks to nobody needs none. */
  for (guint i = 1; i < G_N_ELEMENTS (rights); i++)
    {
      TroupeValue *list = troupe_value_map_lookup_string (explained, rights[i].key, -1);

      if (list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
          troupe_value_list_get_length (list) > 0)
        return TRUE;
    }
  return FALSE;
}
