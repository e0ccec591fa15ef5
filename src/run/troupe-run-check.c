/* troupe-run-check.c: what can be said before anything runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-check"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-rights-private.h"
#include "troupe-run-private.h"
#include "troupe-shown-text.h"

/* Why a method cannot be run, and what to do, or NULL where it can. (transfer full) */
static char *
describe_missing_action (const TroupeFlowAction *action)
{
  switch (action->type)
    {
    case TROUPE_ACTION_TOOL:
      /* A tool with a class is Python, another one lives with CrewAI's makers. */
      if (troupe_rights_get_python_kind (action) != TROUPE_PYTHON_PERMIT_NOTHING)
        return NULL;
      return g_strdup_printf (_ ("uses “%s” of an application that is connected to CrewAI’s own "
                                 "service, which Troupe does not reach: use a tool with a class, "
                                 "“module:Class”"),
                              action->reference);

    case TROUPE_ACTION_CREW:
      return g_strdup (_ ("runs a crew, and crews cannot be run yet: use agents, one a method"));

    case TROUPE_ACTION_EXPRESSION:
    case TROUPE_ACTION_EACH:
    case TROUPE_ACTION_AGENT:
    case TROUPE_ACTION_SCRIPT:
    case TROUPE_ACTION_CODE:
    case TROUPE_ACTION_N_TYPES:
    default:
      return NULL;
    }
}

/* Reads an agent's definition, and says what this version cannot do of it. (transfer full) */
static char *
prepare_agent (TroupeRun *self, const TroupeFlowAction *action)
{
  g_autoptr (GError) error = NULL;
  TroupeAgentDefinition *agent = troupe_agent_definition_new (action->definition, &error);

  if (agent == NULL)
    return g_strdup_printf (_ ("has an agent that cannot be made: %s"), error->message);
  g_hash_table_replace (self->agents, (gpointer) action, agent);
  return troupe_agent_definition_get_unsupported (agent);
}

static char *
describe_missing (TroupeRun *self, const TroupeFlowAction *action)
{
  if (action->type == TROUPE_ACTION_AGENT)
    return prepare_agent (self, action);
  return describe_missing_action (action);
}

static void
add_reason (GString *reasons, const char *method, const char *step, const char *text)
{
  g_string_append (reasons, reasons->len > 0 ? "\n" : "");
  if (step != NULL)
    /* Translators: the names of a method and of a step in it, and what it does */
    g_string_append_printf (reasons, _ ("• “%s”, step “%s”, %s."), method, step, text);
  else
    /* Translators: the name of a method, and what it does */
    g_string_append_printf (reasons, _ ("• “%s” %s."), method, text);
}

/* Whether somebody else than Troupe is to ask (spec/flow-semantics.md §10). */
static gboolean
has_provider (const TroupeFlowMethod *method)
{
  TroupeValue *provider =
      method->feedback != NULL && troupe_value_is (method->feedback, TROUPE_VALUE_MAP)
          ? troupe_value_map_lookup_string (method->feedback, "provider", -1)
          : NULL;

  return provider != NULL && !troupe_value_is (provider, TROUPE_VALUE_NULL);
}

static void
check_method (TroupeRun *self, const TroupeFlowMethod *method, GString *reasons)
{
  const TroupeFlowAction *action = method->action;
  g_autofree char *missing = action != NULL ? describe_missing (self, action) : NULL;

  if (missing != NULL)
    add_reason (reasons, method->name, NULL, missing);
  for (guint i = 0; action != NULL && i < action->n_steps; i++)
    {
      g_autofree char *of_step = describe_missing (self, action->steps[i].action);

      if (of_step != NULL)
        add_reason (reasons, method->name, action->steps[i].name, of_step);
    }
  if (has_provider (method))
    add_reason (reasons, method->name, NULL,
                _ ("asks a person by a provider of its own, and this version asks by itself alone: "
                   "remove “provider” from its human_feedback"));
}

static gboolean
check_actions (TroupeRun *self, GError **error)
{
  g_autoptr (GString) reasons = g_string_new (NULL);

  if (troupe_flow_is_conversational (self->flow))
    g_string_append (reasons,
                     _ ("• The flow is a conversation, which this version cannot hold yet: "
                        "remove its “conversational” block."));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    check_method (self, troupe_flow_get_method (self->flow, i), reasons);
  if (reasons->len == 0)
    return TRUE;
  g_set_error (
      error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
      _ ("The flow “%s” cannot be run by this version of Troupe, and nothing was started:\n%s"),
      troupe_flow_get_name (self->flow), reasons->str);
  return FALSE;
}

gboolean
_troupe_run_prepare (TroupeRun *self, GError **error)
{
  if (troupe_flow_has_errors (self->flow))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   _ ("The flow “%s” has errors and was not started. Repair them first."),
                   troupe_flow_get_name (self->flow) != NULL ? troupe_flow_get_name (self->flow)
                                                             : "");
      return FALSE;
    }
  return check_actions (self, error);
}

/* The permission that is missing for @action or a step of it. @place: of the action, and (out) of what lacks
 * it */
static TroupePythonPermissions
find_forbidden_in (TroupeRun *self, const TroupeFlowAction *action, char **place)
{
  TroupePythonPermissions kind = troupe_rights_get_python_kind (action);

  if ((kind & ~self->permissions) != 0)
    return kind;
  for (guint i = 0; i < action->n_steps; i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s.do[%u].action", *place, i);

      kind = find_forbidden_in (self, action->steps[i].action, &inner);
      if (kind == TROUPE_PYTHON_PERMIT_NOTHING)
        continue;
      g_free (*place);
      *place = g_steal_pointer (&inner);
      return kind;
    }
  return TROUPE_PYTHON_PERMIT_NOTHING;
}

/* The first action whose Python is not permitted, with its permission. */
static TroupePythonPermissions
find_forbidden (TroupeRun *self, char **path)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autofree char *place = g_strdup_printf ("methods.%s.do", method->name);
      TroupePythonPermissions kind = find_forbidden_in (self, method->action, &place);

      if (kind == TROUPE_PYTHON_PERMIT_NOTHING)
        continue;
      *path = g_steal_pointer (&place);
      return kind;
    }
  return TROUPE_PYTHON_PERMIT_NOTHING;
}

/* What was agreed to is what is there now: the last look before the helper takes it. */
static gboolean
check_code (TroupeRun *self, GError **error)
{
  g_autofree char *folder = troupe_run_get_code_folder (self);
  g_autoptr (TroupeValue) python = NULL;
  g_autoptr (TroupeProjectCode) code = NULL;

  if (!self->has_agreed_code || self->permissions == TROUPE_PYTHON_PERMIT_NOTHING)
    return TRUE;
  python = _troupe_rights_list_python (self->flow, FALSE);
  code = troupe_project_code_find (folder, python);
  if (g_strcmp0 (code->digest, self->agreed_code) == 0)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
               _ ("The Python code in %s was changed since it was agreed to. Nothing was started."),
               folder);
  return FALSE;
}

gboolean
_troupe_run_check_consent (TroupeRun *self, GError **error, char **path)
{
  TroupePythonPermissions kind = find_forbidden (self, path);
  g_autofree char *shown = NULL;

  if (kind == TROUPE_PYTHON_PERMIT_NOTHING)
    return check_code (self, error);
  shown = troupe_text_to_line (*path);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
               kind == TROUPE_PYTHON_PERMIT_SCRIPT
                   ? _ ("%s runs a Python script, which nobody permitted. Nothing was started.")
               : kind == TROUPE_PYTHON_PERMIT_CODE
                   ? _ ("%s calls a Python function, which nobody permitted. Nothing was started.")
                   : _ ("%s runs a Python tool, which nobody permitted. Nothing was started."),
               shown);
  return FALSE;
}

static gboolean
check_model (TroupeLlmClient *client,
             TroupeAgentDefinition *agent,
             const char *method,
             GError **error)
{
  const char *model = troupe_agent_definition_get_model (agent);
  g_autofree char *default_model =
      model == NULL ? troupe_llm_client_get_default_model (client) : NULL;
  GError *cause = NULL;

  if (troupe_llm_client_check (client, model != NULL ? model : default_model,
                               troupe_agent_definition_get_settings (agent), &cause))
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
               _ ("The agent of “%s” cannot work: %s"), method, cause->message);
  g_error_free (cause);
  return FALSE;
}

static gboolean
check_action_model (TroupeRun *self,
                    TroupeLlmClient *client,
                    const TroupeFlowAction *action,
                    const char *method,
                    GError **error)
{
  TroupeAgentDefinition *agent = g_hash_table_lookup (self->agents, action);

  if (agent != NULL && !check_model (client, agent, method, error))
    return FALSE;
  for (guint i = 0; i < action->n_steps; i++)
    {
      agent = g_hash_table_lookup (self->agents, action->steps[i].action);
      if (agent != NULL && !check_model (client, agent, method, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * troupe_run_check:
 *
 * Everything that can be said before anything runs: load errors, actions that this version does not
 * run yet (all of them named, with what to do), models without a provider or key. Starts nothing. Not
 * to be called while the run is under way.
 *
 * Returns: %FALSE with a %TROUPE_RUN_ERROR
 */
gboolean
troupe_run_check (TroupeRun *self, GError **error)
{
  g_autoptr (TroupeLlmClient) client = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  if (!_troupe_run_prepare (self, error))
    return FALSE;
  if (g_hash_table_size (self->agents) == 0)
    return TRUE;
  client = troupe_llm_client_new ();
  if (self->environment_func != NULL)
    troupe_llm_client_set_environment (client, self->environment_func, self->environment_data,
                                       NULL);
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);

      if (!check_action_model (self, client, method->action, method->name, error))
        return FALSE;
    }
  return TRUE;
}
