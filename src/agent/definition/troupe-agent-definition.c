/* troupe-agent-definition.c: parses and validates an agent of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-definition"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-private.h"
#include "troupe-unsupported.h"
#include "troupe-value-overlay.h"

/* The formatter would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_QUARK (troupe-agent-error-quark, troupe_agent_error)
/* clang-format on */

TroupeAgentDefinition *
troupe_agent_definition_ref (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_agent_definition_unref (TroupeAgentDefinition *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->response_schema, troupe_value_unref);
  g_clear_pointer (&self->response_rules, troupe_schema_unref);
  troupe_agent_plan_config_free (self->plan);
  g_strfreev (self->tools);
  g_free (self->unknown_tool);
  g_free (self->guardrail);
  g_free (self->response_model);
  g_free (self->role);
  g_free (self->goal);
  g_free (self->backstory);
  g_free (self->model);
  g_free (self);
}

static gboolean
read_text (TroupeValue *fields, const char *key, char **text, GError **error)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      *text = g_strdup (troupe_value_get_string (value, NULL));
      return TRUE;
    }

  if (value == NULL)
    /* Translators: %s is a key of the document and must remain at the beginning. */
    g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                 _ ("%s: missing. An agent needs a role, a goal and a backstory."), key);
  else
    g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                 _ ("%s: expected a string."), key);

  return FALSE;
}

/* Reads `llm` as a map. The model is specified by one of three keys; all other keys are
 * settings. */
static gboolean
read_llm_map (TroupeAgentDefinition *self, TroupeValue *llm, GError **error)
{
  static const char *const names[] = { "model", "model_name", "deployment_name" };

  g_assert (self != NULL);

  self->settings = troupe_value_ref (llm);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *name = troupe_value_get_member (llm, names[i]);
      TroupeValue *rest = troupe_value_map_without (self->settings, names[i]);

      troupe_value_unref (self->settings);
      self->settings = rest;
      if (name == NULL || self->model != NULL)
        continue;
      if (!troupe_value_is (name, TROUPE_VALUE_STRING))
        {
          g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                       _ ("llm.%s: expected the name of a model."), names[i]);
          return FALSE;
        }
      self->model = g_strdup (troupe_value_get_string (name, NULL));
    }

  if (self->model == NULL && troupe_value_get_member (llm, "python") == NULL)
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                           _ ("llm: the object needs a “model”, for example openai/gpt-4.1-mini."));
      return FALSE;
    }

  return TRUE;
}

static gboolean
read_llm (TroupeAgentDefinition *self, GError **error)
{
  TroupeValue *llm = troupe_value_get_member (self->fields, "llm");

  g_assert (self != NULL);

  if (llm == NULL)
    return TRUE;

  if (troupe_value_is (llm, TROUPE_VALUE_MAP))
    return read_llm_map (self, llm, error);

  if (troupe_value_is (llm, TROUPE_VALUE_STRING) && *troupe_value_get_string (llm, NULL) != '\0')
    {
      self->model = g_strdup (troupe_value_get_string (llm, NULL));
      return TRUE;
    }

  g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                       _ ("llm: expected the name of a model, or an object with a “model”."));

  return FALSE;
}

/* Reads a JSON schema, or a reference `{"python": …}`, which is resolved at run time. */
static gboolean
read_response_format (TroupeAgentDefinition *self, GError **error)
{
  TroupeValue *schema = troupe_value_get_member (self->fields, "response_format");
  TroupeValue *type = troupe_value_get_member (schema, "type");
  TroupeValue *model = troupe_value_get_member (schema, "python");
  g_autoptr (GError) cause = NULL;

  g_assert (self != NULL);

  if (model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING))
    self->response_model = g_strdup (troupe_value_get_string (model, NULL));
  if (troupe_value_get_member (schema, "properties") == NULL &&
      (type == NULL || !troupe_value_is (type, TROUPE_VALUE_STRING) ||
       !g_str_equal (troupe_value_get_string (type, NULL), "object")))
    return TRUE;

  self->response_rules = troupe_schema_new (schema, NULL, &cause);
  if (self->response_rules == NULL)
    {
      /* Translators: %s describes the error in the schema. The key of the document must remain
       * at the beginning. */
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                   _ ("response_format: invalid schema: %s"), cause->message);
      return FALSE;
    }
  self->response_schema = troupe_value_ref (schema);

  return TRUE;
}

static void
note_unknown_tool (TroupeAgentDefinition *self, TroupeValue *reference)
{
  g_assert (self != NULL);

  if (self->unknown_tool != NULL)
    return;
  self->unknown_tool = troupe_value_is (reference, TROUPE_VALUE_STRING)
                           ? g_strdup (troupe_value_get_string (reference, NULL))
                           : troupe_value_to_json (reference, TROUPE_JSON_SPACED);
}

/* Reads an integer of at least @least; @number is unchanged if the key is missing. */
static gboolean
read_count (TroupeAgentDefinition *self,
            const char *key,
            gint64 least,
            guint *number,
            GError **error)
{
  TroupeValue *value = troupe_value_get_member (self->fields, key);

  g_assert (self != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (value) < least)
    {
      g_set_error (
          error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
          /* Translators: a key of the document, which must remain at the beginning, and a number */
          _ ("%s: expected an integer of at least %d."), key, (int) least);
      return FALSE;
    }
  *number = (guint) MIN (troupe_value_get_integer (value), (gint64) G_MAXINT);

  return TRUE;
}

static gboolean
read_options (TroupeAgentDefinition *self, GError **error)
{
  TroupeValue *use = troupe_value_get_member (self->fields, "use_system_prompt");
  TroupeValue *tools;
  g_autoptr (GStrvBuilder) known = NULL;
  gboolean is_list;
  TroupeValue *rule;

  g_assert (self != NULL);

  self->use_system_prompt =
      use == NULL || !troupe_value_is (use, TROUPE_VALUE_BOOLEAN) || troupe_value_get_boolean (use);
  tools = troupe_value_get_member (self->fields, "tools");
  known = g_strv_builder_new ();
  is_list = tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST);
  if (tools != NULL && !is_list)
    note_unknown_tool (self, tools);
  for (gsize i = 0; is_list && i < troupe_value_list_get_length (tools); i++)
    {
      TroupeValue *reference = troupe_value_list_get (tools, i);
      g_autofree char *tool =
          troupe_value_is (reference, TROUPE_VALUE_STRING)
              ? troupe_tool_find_for_agent (troupe_value_get_string (reference, NULL), NULL)
              : NULL;

      if (tool != NULL)
        g_strv_builder_add (known, tool);
      else
        note_unknown_tool (self, reference);
    }
  self->tools = g_strv_builder_end (known);
  rule = troupe_value_get_member (self->fields, "guardrail");
  if (rule != NULL && troupe_value_is (rule, TROUPE_VALUE_STRING) &&
      *troupe_value_get_string (rule, NULL) != '\0')
    self->guardrail = g_strdup (troupe_value_get_string (rule, NULL));
  self->max_iterations = 25;
  self->max_retries = 2;
  self->max_refusals = 3;

  return read_count (self, "max_iter", 0, &self->max_iterations, error) &&
         read_count (self, "max_retry_limit", 0, &self->max_retries, error) &&
         read_count (self, "guardrail_max_retries", 0, &self->max_refusals, error) &&
         read_count (self, "max_rpm", 0, &self->max_rpm, error);
}

/* Overrides the fields with those in `settings` (doc/crew-semantics.md §1). (transfer full) */
static TroupeValue *
lay_settings (TroupeValue *fields)
{
  TroupeValue *settings = troupe_value_get_member (fields, "settings");
  g_autoptr (TroupeValue) rest = NULL;

  if (settings == NULL || !troupe_value_is (settings, TROUPE_VALUE_MAP))
    return troupe_value_ref (fields);
  rest = troupe_value_map_without (fields, "settings");

  return troupe_value_map_overlay (rest, settings);
}

TroupeAgentDefinition *
troupe_agent_definition_new (TroupeValue *fields, GError **error)
{
  g_autoptr (TroupeAgentDefinition) self = NULL;

  g_return_val_if_fail (fields != NULL, NULL);

  self = g_new0 (TroupeAgentDefinition, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->fields = lay_settings (fields);
  if (!troupe_value_is (fields, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                           _ ("with: expected an object with role, goal and backstory."));
      return NULL;
    }

  if (!read_text (self->fields, "role", &self->role, error) ||
      !read_text (self->fields, "goal", &self->goal, error) ||
      !read_text (self->fields, "backstory", &self->backstory, error) || !read_llm (self, error) ||
      !read_response_format (self, error) || !read_options (self, error) ||
      !troupe_agent_plan_config_read (self->fields, &self->plan, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * troupe_agent_definition_get_role:
 *
 * Returns: (transfer none): the role of the agent
 */
const char *
troupe_agent_definition_get_role (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->role;
}

/**
 * troupe_agent_definition_get_model:
 *
 * Returns: (transfer none) (nullable): the model string, or %NULL if the environment determines it
 */
const char *
troupe_agent_definition_get_model (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->model;
}

/**
 * troupe_agent_definition_get_settings:
 *
 * Returns: (transfer none) (nullable): a map of the model's settings, without the name of the model
 */
TroupeValue *
troupe_agent_definition_get_settings (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->settings;
}

guint
troupe_agent_definition_get_max_rpm (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->max_rpm;
}

TroupeValue *
troupe_agent_definition_get_fields (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->fields;
}

gboolean
troupe_agent_definition_is_model_made (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->model == NULL && troupe_value_get_member (self->settings, "python") != NULL;
}

const char *
troupe_agent_definition_get_response_model (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->response_model;
}

TroupeAgentDefinition *
troupe_agent_definition_new_with_form (TroupeAgentDefinition *self,
                                       TroupeValue *schema,
                                       GError **error)
{
  g_autoptr (TroupeValue) fields = NULL;
  TroupeAgentDefinition *made = NULL;
  TroupeValue *more = troupe_value_get_member (schema, "additionalProperties");

  g_return_val_if_fail (self != NULL && schema != NULL, NULL);

  fields = troupe_value_map_with (self->fields, "response_format", schema);
  made = troupe_agent_definition_new (fields, error);
  /* If a class forbids additional properties, its schema says so. Otherwise additional
   * properties are ignored. */
  if (made != NULL && made->response_rules != NULL &&
      (more == NULL || !troupe_value_is (more, TROUPE_VALUE_BOOLEAN)))
    {
      g_clear_pointer (&made->response_rules, troupe_schema_unref);
      made->response_rules = troupe_schema_new_open (schema, NULL);
    }

  return made;
}

const char *const *
troupe_agent_definition_get_tools (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *) self->tools;
}

const char *
troupe_agent_definition_get_unknown_tool (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->unknown_tool;
}

TroupeAgentDefinition *
troupe_agent_definition_get_planner (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->plan != NULL ? self->plan->planner : NULL;
}

TroupeValue *
troupe_agent_definition_get_skills (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_value_get_member (self->fields, "skills");
}

GError *
troupe_agent_definition_check_limits (TroupeAgentDefinition *self)
{
  TroupeValue *longest = NULL;
  double seconds = 1.0;

  g_return_val_if_fail (self != NULL, NULL);

  longest = troupe_value_get_member (self->fields, "max_execution_time");
  if (longest != NULL && troupe_value_is (longest, TROUPE_VALUE_INTEGER))
    seconds = (double) troupe_value_get_integer (longest);
  else if (longest != NULL && troupe_value_is (longest, TROUPE_VALUE_DOUBLE))
    seconds = troupe_value_get_double (longest);
  if (!(seconds > 0.0))
    return g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT,
                        /* Translators: the role of an agent */
                        _ ("max_execution_time: must be greater than 0 for the agent “%s”."),
                        self->role);
  if (self->max_iterations == 0)
    return g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT,
                        /* Translators: the role of an agent */
                        _ ("max_iter: must be at least 1 for the agent “%s”."), self->role);

  return NULL;
}

TroupeValue *
troupe_agent_definition_get_mcps (TroupeAgentDefinition *self)
{
  TroupeValue *servers = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  servers = troupe_value_get_member (self->fields, "mcps");

  return troupe_value_is_filled (servers) ? servers : NULL;
}

char *
troupe_agent_definition_get_warning (TroupeAgentDefinition *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (!troupe_value_is_filled (troupe_value_get_member (self->fields, "apps")))
    return NULL;

  /* Translators: the role of an agent */
  return g_strdup_printf (
      _ ("The agent “%s” declares apps, which are not supported. It runs without them."),
      self->role);
}

static void
append_name (GString *names, const char *name)
{
  if (names->len > 0)
    g_string_append (names, ", ");
  g_string_append (names, name);
}

/**
 * troupe_agent_definition_get_unsupported:
 *
 * Returns: (transfer full) (nullable): a sentence that names the unsupported fields, or %NULL if
 * there are none
 */
char *
troupe_agent_definition_get_unsupported (TroupeAgentDefinition *self)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GPtrArray) found = NULL;
  const char *last = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->unknown_tool != NULL)
    append_name (names, "tools");
  found = troupe_unsupported_list (TROUPE_DECLARED_AGENT, self->fields);
  for (guint i = 0; i < found->len; i++)
    {
      const TroupeUnsupported *item = g_ptr_array_index (found, i);

      /* Entries of the same list are reported once. */
      if (g_strcmp0 (last, item->key) != 0)
        append_name (names, item->key);
      last = item->key;
    }
  if (self->response_schema == NULL && self->response_model == NULL &&
      troupe_value_is_filled (troupe_value_get_member (self->fields, "response_format")))
    append_name (names, "response_format");

  if (names->len == 0)
    return NULL;

  return g_strdup_printf (
      /* Translators: the role of an agent, then keys of the document separated by commas */
      _ ("The agent “%s” uses %s, which this version of Troupe does not support. Remove it, or run "
         "the document with CrewAI."),
      self->role, names->str);
}
