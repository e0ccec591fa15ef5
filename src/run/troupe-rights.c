/* troupe-rights.c: what a flow could do, and whether a person agreed to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rights"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent.h"
#include "troupe-base.h"
#include "troupe-rights-private.h"
#include "troupe-run-keeper.h"
#include "troupe-run-private.h"

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
  names_add (models, model != NULL ? model : find_default_model (environment));
  host = troupe_llm_model_get_host (model, settings);
  if (host != NULL)
    {
      g_autofree char *shown = troupe_host_to_shown (host);

      names_add (hosts, shown);
    }
  variables = troupe_llm_model_get_environment_names (model, settings);
  for (guint i = 0; variables != NULL && variables[i] != NULL; i++)
    names_add (environment, variables[i]);
}

/* @action: or a step of one, and so on */
static void
add_action (const TroupeFlowAction *action, Names *models, Names *hosts, Names *environment)
{
  if (action == NULL)
    return;
  if (action->type == TROUPE_ACTION_AGENT)
    add_agent (action, models, hosts, environment);
  for (guint i = 0; i < action->n_steps; i++)
    add_action (action->steps[i].action, models, hosts, environment);
}

/* --- Folders --------------------------------------------------------------------------------- */

/* The folder of the database that a block of persistence means. */
static void
add_persistence (Names *folders, TroupeFlow *flow, TroupeValue *block, const char *work)
{
  TroupeValue *enabled = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (block, "enabled", -1)
                             : NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;

  if (enabled == NULL || !troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (enabled))
    return;
  path = troupe_run_keeper_name_path (flow, block, work);
  if (path == NULL)
    return;
  folder = g_path_get_dirname (path);
  names_add (folders, folder);
}

/* Whole paths, so that a person sees which folder is meant. Takes @map over. */
static TroupeValue *
put_folders (TroupeFlow *flow, TroupeValue *map, const char *work, gboolean with_states)
{
  TroupeValue *list = troupe_value_map_lookup_string (map, "folders", -1);
  Names folders;

  names_init (&folders);
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *path =
          g_canonicalize_filename (troupe_value_get_string (troupe_value_list_get (list, i), NULL),
                                   work);

      names_add (&folders, path);
    }
  if (with_states)
    add_persistence (&folders, flow, troupe_flow_get_persist (flow), work);
  for (guint i = 0; with_states && i < troupe_flow_get_n_methods (flow); i++)
    add_persistence (&folders, flow, troupe_flow_get_method (flow, i)->persist, work);
  map = names_put (&folders, map, "folders");
  names_clear (&folders);
  return map;
}

/* Takes @map over. */
static TroupeValue *
put_python (TroupeFlow *flow, TroupeValue *map)
{
  g_autoptr (TroupeValue) list = _troupe_rights_list_python (flow, TRUE);
  TroupeValue *result = troupe_value_map_with (map, "python", list);

  troupe_value_unref (map);
  return result;
}

/* @with_states: whether the flow's states are kept where the document says */
static TroupeValue *
explain (TroupeFlow *flow, const char *work, gboolean with_states)
{
  TroupeValue *value = NULL;
  Names models;
  Names hosts;
  Names environment;

  value = troupe_flow_explain (flow);
  names_init (&models);
  names_init (&hosts);
  names_init (&environment);
  names_add_list (&models, troupe_value_map_lookup_string (value, "models", -1));
  names_add_list (&hosts, troupe_value_map_lookup_string (value, "hosts", -1));
  names_add_list (&environment, troupe_value_map_lookup_string (value, "environment", -1));
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_action (troupe_flow_get_method (flow, i)->action, &models, &hosts, &environment);
  value = names_put (&models, value, "models");
  value = names_put (&hosts, value, "hosts");
  value = names_put (&environment, value, "environment");
  value = put_folders (flow, value, work, with_states);
  value = put_python (flow, value);
  names_clear (&models);
  names_clear (&hosts);
  names_clear (&environment);
  return value;
}

TroupeValue *
troupe_rights_explain (TroupeFlow *flow)
{
  g_autofree char *work = g_get_current_dir ();

  g_return_val_if_fail (flow != NULL, NULL);

  return explain (flow, work, TRUE);
}

TroupeValue *
troupe_rights_explain_run (TroupeRun *run)
{
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  return explain (run->flow, run->folder, run->state_database == NULL);
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
  { "references", N_ ("Names code") },
  { "folders", N_ ("Reads and writes in") },
  { "environment", N_ ("Reads from the environment") },
};

char *
troupe_rights_get_shown (const char *key, TroupeValue *member)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (key != NULL && member != NULL, NULL);

  if (!troupe_value_is (member, TROUPE_VALUE_STRING))
    text = troupe_value_to_json (member, TROUPE_JSON_SPACED);
  else if (g_str_equal (key, "folders"))
    text = troupe_path_for_display (troupe_value_get_string (member, NULL));
  else
    text = g_strdup (troupe_value_get_string (member, NULL));
  /* Nobody is to take one for two. */
  if (troupe_value_is (member, TROUPE_VALUE_STRING) && strstr (text, ", ") != NULL)
    {
      g_autofree char *quoted = g_strdup_printf ("“%s”", text);

      return troupe_text_to_line (quoted);
    }
  return troupe_text_to_line (text);
}

static void
append_right (GString *out, TroupeValue *explained, const char *key, const char *title)
{
  TroupeValue *list = troupe_value_map_lookup_string (explained, key, -1);

  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST) ||
      troupe_value_list_get_length (list) == 0)
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *shown = troupe_rights_get_shown (key, troupe_value_list_get (list, i));

      if (i == 0)
        g_string_append_printf (out, "%s: ", title);
      else
        g_string_append (out, ", ");
      g_string_append (out, shown);
    }
  g_string_append_c (out, '\n');
}

char *
troupe_rights_describe (TroupeValue *explained)
{
  g_autofree char *python = NULL;
  GString *out = NULL;

  g_return_val_if_fail (explained != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rights); i++)
    append_right (out, explained, rights[i].key, _ (rights[i].title));
  python = troupe_rights_describe_python (explained);
  if (python != NULL)
    g_string_append (out, python);
  return g_string_free (out, FALSE);
}

/* A model that talks to nobody needs none. */
gboolean
troupe_rights_need_consent_beside_python (TroupeValue *explained)
{
  g_return_val_if_fail (explained != NULL, TRUE);

  for (guint i = 1; i < G_N_ELEMENTS (rights); i++)
    {
      TroupeValue *list = troupe_value_map_lookup_string (explained, rights[i].key, -1);

      if (list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
          troupe_value_list_get_length (list) > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_rights_need_consent (TroupeValue *explained)
{
  g_return_val_if_fail (explained != NULL, TRUE);

  return troupe_rights_get_python (explained) != TROUPE_PYTHON_PERMIT_NOTHING ||
         troupe_rights_need_consent_beside_python (explained);
}
