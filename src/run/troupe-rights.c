/* troupe-rights.c: what a flow could do, and whether a person agreed to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rights"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-agent.h"
#include "troupe-rights-private.h"

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

/* Takes @map over. */
static TroupeValue *
put_python (TroupeFlow *flow, TroupeValue *map)
{
  g_autoptr (TroupeValue) list = _troupe_rights_list_python (flow);
  TroupeValue *result = troupe_value_map_with (map, "python", list);

  troupe_value_unref (map);
  return result;
}

TroupeValue *
troupe_rights_explain (TroupeFlow *flow)
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
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_action (troupe_flow_get_method (flow, i)->action, &models, &hosts, &environment);
  value = names_put (&models, value, "models");
  value = names_put (&hosts, value, "hosts");
  value = names_put (&environment, value, "environment");
  value = put_python (flow, value);
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

/* The Python of actions, which is told at length below the lists. */
static GHashTable *
find_python (TroupeValue *explained)
{
  GHashTable *texts = g_hash_table_new (g_str_hash, g_str_equal);
  TroupeValue *list = troupe_value_map_lookup_string (explained, "python", -1);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *text =
          troupe_value_map_lookup_string (troupe_value_list_get (list, i), "text", -1);

      if (text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING))
        g_hash_table_add (texts, (gpointer) troupe_value_get_string (text, NULL));
    }
  return texts;
}

/* @told: what is left out */
static void
append_right (GString *out, TroupeValue *list, const char *title, GHashTable *told)
{
  gboolean is_first = TRUE;

  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *member = troupe_value_list_get (list, i);

      if (troupe_value_is (member, TROUPE_VALUE_STRING) &&
          g_hash_table_contains (told, troupe_value_get_string (member, NULL)))
        continue;
      if (is_first)
        g_string_append_printf (out, "%s: ", title);
      else
        g_string_append (out, ", ");
      append_member (out, member);
      is_first = FALSE;
    }
  if (!is_first)
    g_string_append_c (out, '\n');
}

char *
troupe_rights_describe (TroupeValue *explained)
{
  g_autoptr (GHashTable) told = NULL;
  g_autofree char *python = NULL;
  GString *out = NULL;

  g_return_val_if_fail (explained != NULL, NULL);

  out = g_string_new (NULL);
  told = find_python (explained);
  for (guint i = 0; i < G_N_ELEMENTS (rights); i++)
    append_right (out, troupe_value_map_lookup_string (explained, rights[i].key, -1),
                  _ (rights[i].title), told);
  python = troupe_rights_describe_python (explained);
  if (python != NULL)
    g_string_append (out, python);
  return g_string_free (out, FALSE);
}

/* A model that talks to nobody needs none. @told: what does not count */
static gboolean
has_rights (TroupeValue *explained, GHashTable *told)
{
  for (guint i = 1; i < G_N_ELEMENTS (rights); i++)
    {
      TroupeValue *list = troupe_value_map_lookup_string (explained, rights[i].key, -1);

      for (gsize k = 0; list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
                        k < troupe_value_list_get_length (list);
           k++)
        {
          TroupeValue *member = troupe_value_list_get (list, k);

          if (!troupe_value_is (member, TROUPE_VALUE_STRING) ||
              !g_hash_table_contains (told, troupe_value_get_string (member, NULL)))
            return TRUE;
        }
    }
  return FALSE;
}

gboolean
troupe_rights_need_consent_beside_python (TroupeValue *explained)
{
  g_autoptr (GHashTable) told = NULL;

  g_return_val_if_fail (explained != NULL, TRUE);

  told = find_python (explained);
  return has_rights (explained, told);
}

gboolean
troupe_rights_need_consent (TroupeValue *explained)
{
  g_return_val_if_fail (explained != NULL, TRUE);

  return troupe_rights_get_python (explained) != TROUPE_PYTHON_PERMIT_NOTHING ||
         troupe_rights_need_consent_beside_python (explained);
}

/* --- Consent ------------------------------------------------------------------------------ */

/* The most that is read of the file of consents, in bytes; a consent takes 65. */
#define MAX_CONSENTS (1024 * 1024)

static char *
get_file (const char *folder)
{
  return g_build_filename (folder, "consents", NULL);
}

char *
_troupe_rights_read_consents (const char *folder)
{
  g_autofree char *file = get_file (folder);

  return troupe_file_read (file, MAX_CONSENTS, NULL, NULL, NULL);
}

gboolean
_troupe_rights_add_consent (const char *folder, const char *line, GError **error)
{
  g_autofree char *file = get_file (folder);
  g_autofree char *text = NULL;
  g_autofree char *more = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("The folder %s cannot be made: %s"), folder, g_strerror (saved));
      return FALSE;
    }
  text = _troupe_rights_read_consents (folder);
  more = g_strconcat (text != NULL ? text : "", line, "\n", NULL);
  return troupe_file_save (file, more, strlen (more), NULL, NULL, error);
}

gboolean
troupe_rights_were_granted (const char *folder, const char *digest)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) digests = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  text = _troupe_rights_read_consents (folder);
  digests = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  return digests != NULL && g_strv_contains ((const char *const *) digests, digest);
}

gboolean
troupe_rights_grant (const char *folder, const char *digest, GError **error)
{
  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  return troupe_rights_were_granted (folder, digest) ||
         _troupe_rights_add_consent (folder, digest, error);
}
