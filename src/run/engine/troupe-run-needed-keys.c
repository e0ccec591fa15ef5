/* troupe-run-needed-keys.c: keys that the models, tools and servers of a run require
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-needed-keys"

#include "config.h"

#include "troupe-agent.h"
#include "troupe-crew-inventory.h"
#include "troupe-env-file.h"
#include "troupe-mcp-config.h"
#include "troupe-prepared-crew.h"
#include "troupe-run-check.h"
#include "troupe-run-keys.h"
#include "troupe-run-needed-keys.h"
#include "troupe-run-private.h"
#include "troupe-run-secret.h"
#include "troupe-run-settings.h"
#include "troupe-web-search.h"

/* Reads the file once, so that the run uses the settings that the consent showed. */
GHashTable *
troupe_run_get_settings (TroupeRun *self)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  if (self->options.environment_func != NULL)
    return NULL;
  if (self->settings == NULL)
    {
      folder = troupe_run_get_code_folder (self);
      self->settings = troupe_run_settings_read (folder);
    }
  return self->settings;
}

/* A #TroupeLlmEnvironmentFunc. */
static char *
look_up (const char *name, gpointer user_data)
{
  const TroupeRun *self = user_data;

  return troupe_run_keys_find_value (name, self->settings, self->keys);
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

static void
tell_reference (const char *reference, TroupePermissionList *permissions)
{
  g_autoptr (TroupeTool) tool =
      reference != NULL ? troupe_tool_new_for_reference (reference, NULL) : NULL;

  if (tool != NULL)
    troupe_tool_list_permissions (tool, permissions);
}

static void
tell_action (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  if (action->type == TROUPE_ACTION_TOOL)
    tell_reference (action->reference, permissions);
  for (guint i = 0; i < action->n_steps; i++)
    tell_action (action->steps[i].action, permissions);
}

/* The values among which missing keys are looked up. @settings, @keys: (nullable) */
typedef struct
{
  GHashTable *settings;
  GHashTable *keys;
} Known;

static char *
look_up_known (const char *name, gpointer user_data)
{
  const Known *known = user_data;

  return troupe_run_keys_find_value (name, known->settings, known->keys);
}

/* Adds the variables that may contain the key of the model. @model: (nullable): NULL is the default model */
static void
add_keys_of_model (GPtrArray *names,
                   TroupeLlmClient *client,
                   const char *model,
                   TroupeValue *settings)
{
  g_auto (GStrv) missing = troupe_llm_client_list_missing_keys (client, model, settings);

  for (guint i = 0; missing[i] != NULL; i++)
    add_name (names, missing[i]);
}

/* Returns the names of the variables that neither the environment nor @keys contain. Each name
 * is listed once.
 * @keys: (nullable). (transfer full) */
static GPtrArray *
list_missing (TroupeRun *self, GHashTable *keys)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  Known known = { troupe_run_get_settings (self), keys };
  GHashTableIter iter;
  gpointer agent;
  g_autoptr (TroupePermissionList) list = NULL;
  g_autoptr (TroupeValue) variables = NULL;
  GHashTableIter tool_iter;
  gpointer made;

  g_assert (TROUPE_IS_RUN (self));

  troupe_llm_client_set_environment (client, look_up_known, &known, NULL);
  g_hash_table_iter_init (&iter, self->agents);
  while (g_hash_table_iter_next (&iter, NULL, &agent))
    {
      TroupeAgentDefinition *planner = troupe_agent_definition_get_planner (agent);

      add_keys_of_model (names, client, troupe_agent_definition_get_model (agent),
                         troupe_agent_definition_get_settings (agent));
      if (planner != NULL)
        add_keys_of_model (names, client, troupe_agent_definition_get_model (planner),
                           troupe_agent_definition_get_settings (planner));
    }
  /* The model that scores a test. */
  if (self->options.rounds.n > 0 && self->options.rounds.file == NULL)
    add_keys_of_model (names, client, self->options.rounds.model, NULL);
  /* Adds the names of the keys that the run's tools require. */
  list = troupe_permission_list_new ();
  /* Lists the permissions of the tools of everything that was prepared. */
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    tell_action (troupe_flow_get_method (self->flow, i)->action, list);
  g_hash_table_iter_init (&tool_iter, self->agents);
  while (g_hash_table_iter_next (&tool_iter, NULL, &made))
    {
      const char *const *tools = troupe_agent_definition_get_tools (made);

      for (guint i = 0; tools != NULL && tools[i] != NULL; i++)
        tell_reference (tools[i], list);
    }
  g_hash_table_iter_init (&tool_iter, self->crews);
  while (g_hash_table_iter_next (&tool_iter, NULL, &made))
    if (((const TroupePreparedCrew *) made)->crew != NULL)
      troupe_crew_inventory_list_tool_permissions (((const TroupePreparedCrew *) made)->crew, list);
  variables = troupe_permission_list_get_names (list, TROUPE_PERMISSION_ENVIRONMENT);
  for (gsize i = 0; i < troupe_value_list_get_length (variables); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_list_get (variables, i), NULL);

      if (troupe_web_search_is_key (name) && troupe_run_keys_is_blank (g_getenv (name)) &&
          (keys == NULL || troupe_run_keys_is_blank (g_hash_table_lookup (keys, name))))
        add_name (names, name);
    }
  return names;
}

/* Returns the names of the variables of MCP servers that the environment does not have. (transfer
 * full) */
static GPtrArray *
list_missing_variables (TroupeRun *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *missing = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer agent;

  g_assert (TROUPE_IS_RUN (self));

  g_hash_table_iter_init (&iter, self->agents);
  while (g_hash_table_iter_next (&iter, NULL, &agent))
    {
      TroupeValue *servers = troupe_agent_definition_get_mcps (agent);

      for (gsize i = 0; servers != NULL && i < troupe_value_list_get_length (servers); i++)
        {
          g_autoptr (TroupeMcpConfig) config =
              troupe_mcp_config_new (troupe_value_list_get (servers, i), NULL);

          if (config != NULL)
            troupe_mcp_config_list_variables (config, names);
        }
    }
  for (guint i = 0; i < names->len; i++)
    if (troupe_run_keys_is_blank (g_getenv (g_ptr_array_index (names, i))))
      add_name (missing, g_ptr_array_index (names, i));
  return missing;
}

gboolean
troupe_run_lacks_keys (TroupeRun *self)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) variables = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  /* A custom environment function replaces the file and the keyring. */
  if (self->keys != NULL || self->options.environment_func != NULL)
    return FALSE;
  names = list_missing (self, NULL);
  variables = list_missing_variables (self);
  return names->len + variables->len > 0;
}

/**
 * troupe_run_wants_keyring:
 *
 * Returns: whether troupe_run_ask_keyring() must be called before troupe_run_check() can report a
 * missing key
 */
gboolean
troupe_run_wants_keyring (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return troupe_run_prepare (self, NULL) && troupe_run_lacks_keys (self);
}

/**
 * troupe_run_ask_keyring:
 *
 * Looks up the keys that the run's models and tools require, and the variables that its MCP servers
 * are given, if the environment does not have them: in the file `.env` next to the document, and the remaining ones in the keyring. May wait until the
 * user has unlocked it: call it on a separate thread, while no other thread uses the run. If it was
 * not called, the run does this when it starts. A missing or inaccessible file or keyring counts as
 * one without keys.
 */
void
troupe_run_ask_keyring (TroupeRun *self)
{
  g_autoptr (GHashTable) keys = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autofree char *folder = NULL;
  GHashTable *variables;
  g_autoptr (GPtrArray) variable_names = NULL;
  g_auto (GStrv) variable_left = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));

  if (!troupe_run_lacks_keys (self))
    return;
  keys = troupe_env_table_new ();
  names = list_missing (self, NULL);
  g_ptr_array_add (names, NULL);
  if (self->options.path != NULL)
    {
      folder = g_path_get_dirname (self->options.path);
      troupe_run_keys_add_from_file (folder, keys, (const char *const *) names->pdata);
    }
  left = list_missing (self, keys);
  g_ptr_array_add (left, NULL);
  if (left->len > 1)
    troupe_run_keys_add_from_keyring (keys, (const char *const *) left->pdata, self->cancellable);
  /* Looks up the variables of MCP servers. */
  variables = troupe_env_table_new ();
  variable_names = list_missing_variables (self);
  g_ptr_array_add (variable_names, NULL);
  if (folder != NULL && variable_names->len > 1)
    troupe_run_keys_add_from_file (folder, variables, (const char *const *) variable_names->pdata);
  variable_left =
      troupe_run_keys_list_unknown ((const char *const *) variable_names->pdata, variables);
  if (variable_left[0] != NULL)
    troupe_run_keys_add_from_keyring (variables, (const char *const *) variable_left,
                                      self->cancellable);
  self->variables = variables;
  self->keys = g_steal_pointer (&keys);
}

/* A #TroupeLlmEnvironmentFunc. @variables: (nullable) */
static char *
look_up_variable (const char *name, gpointer variables)
{
  const char *value = g_getenv (name);

  if (troupe_run_keys_is_blank (value) && variables != NULL)
    value = g_hash_table_lookup (variables, name);
  return g_strdup (value);
}

void
troupe_run_get_variables (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  *func = self->options.environment_func;
  *user_data = self->options.environment_data;
  if (*func != NULL)
    return;
  *func = look_up_variable;
  *user_data = self->variables;
}

void
troupe_run_find_keys (TroupeRun *self, TroupeSecret *of_environment)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_redactor_add_secret (self->redactor, of_environment);
  if (self->options.path != NULL)
    troupe_run_need_file_keys (self, self->options.path);
  if (self->keys == NULL)
    return;
  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    troupe_redactor_add (self->redactor, value);
}

void
troupe_run_get_environment (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  *func = self->options.environment_func;
  *user_data = self->options.environment_data;
  if (*func != NULL)
    return;
  if (g_hash_table_size (troupe_run_get_settings (self)) == 0 && self->keys == NULL)
    return;
  *func = look_up;
  *user_data = self;
}
