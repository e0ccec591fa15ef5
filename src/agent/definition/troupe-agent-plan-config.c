/* troupe-agent-plan-config.c: planning configuration of an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-plan-config"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-reply.h"
#include "troupe-agent-plan-config.h"

static const char *const efforts[] = { "low", "medium", "high" };

void
troupe_agent_plan_config_free (TroupeAgentPlanConfig *self)
{
  if (self == NULL)
    return;

  g_free (self->system_prompt);
  g_free (self->plan_prompt);
  g_free (self->refine_prompt);
  g_clear_pointer (&self->planner, troupe_agent_definition_unref);
  g_free (self);
}

/* --- Fields ---------------------------------------------------------------------------------- */

static gboolean
is_true (TroupeValue *fields, const char *key)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* @number: unchanged if the key is missing */
static gboolean
read_count (TroupeValue *map, const char *key, gint64 least, guint *number, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (value) < least)
    {
      g_set_error (
          error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
          /* Translators: a key of the document, which must remain at the beginning, and a number */
          _ ("planning_config.%s: expected an integer of at least %d."), key, (int) least);
      return FALSE;
    }
  *number = (guint) MIN (troupe_value_get_integer (value), (gint64) G_MAXINT);

  return TRUE;
}

static gboolean
read_prompt (TroupeValue *map, const char *key, char **text, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                   /* Translators: a key of the document, which must remain at the beginning */
                   _ ("planning_config.%s: expected a string."), key);
      return FALSE;
    }
  *text = g_strdup (troupe_value_get_string (value, NULL));

  return TRUE;
}

static gboolean
read_effort (TroupeAgentPlanConfig *self, TroupeValue *map, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, "reasoning_effort");
  TroupeValue *observes = troupe_value_get_member (map, "observe_steps");
  gboolean is_known = value == NULL;

  g_assert (self != NULL);

  self->effort = TROUPE_AGENT_EFFORT_MEDIUM;
  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (efforts); i++)
    if (troupe_value_is (value, TROUPE_VALUE_STRING) &&
        g_str_equal (troupe_value_get_string (value, NULL), efforts[i]))
      {
        self->effort = (TroupeAgentEffort) i;
        is_known = TRUE;
      }
  if (!is_known || (observes != NULL && !troupe_value_is (observes, TROUPE_VALUE_BOOLEAN)))
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                   is_known
                       ? _ ("planning_config.observe_steps: expected true or false.")
                       : _ ("planning_config.reasoning_effort: expected low, medium or high."));
      return FALSE;
    }
  self->observes = observes != NULL ? troupe_value_get_boolean (observes)
                                    : self->effort != TROUPE_AGENT_EFFORT_LOW;

  return TRUE;
}

/* Reads the model in the same manner as the model of an agent, because that code supports all
 * notations for a model. */
static gboolean
read_planner (TroupeAgentPlanConfig *self, TroupeValue *map, GError **error)
{
  TroupeValue *llm = troupe_value_get_member (map, "llm");
  g_autoptr (TroupeValue) fields = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (llm == NULL)
    return TRUE;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "role", troupe_value_new_string ("", -1));
  troupe_map_builder_add (&builder, "goal", troupe_value_new_string ("", -1));
  troupe_map_builder_add (&builder, "backstory", troupe_value_new_string ("", -1));
  troupe_map_builder_add (&builder, "llm", troupe_value_ref (llm));
  fields = troupe_map_builder_end (&builder);
  self->planner = troupe_agent_definition_new (fields, &cause);
  if (self->planner != NULL)
    return TRUE;
  g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION, "planning_config.%s",
               cause->message);

  return FALSE;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static TroupeAgentPlanConfig *
config_new (void)
{
  TroupeAgentPlanConfig *self = g_new0 (TroupeAgentPlanConfig, 1);

  self->effort = TROUPE_AGENT_EFFORT_MEDIUM;
  self->observes = TRUE;
  self->max_steps = 20;
  self->max_replans = 3;
  self->max_step_iterations = 15;

  return self;
}

static TroupeAgentPlanConfig *
read_map (TroupeValue *map, GError **error)
{
  g_autoptr (TroupeAgentPlanConfig) self = config_new ();

  if (!troupe_value_is (map, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                           _ ("planning_config: expected an object."));
      return NULL;
    }
  if (!read_effort (self, map, error) ||
      !read_count (map, "max_attempts", 1, &self->max_attempts, error) ||
      !read_count (map, "max_steps", 1, &self->max_steps, error) ||
      !read_count (map, "max_replans", 0, &self->max_replans, error) ||
      !read_count (map, "max_step_iterations", 1, &self->max_step_iterations, error) ||
      !read_count (map, "step_timeout", 1, &self->step_timeout, error) ||
      !read_prompt (map, "system_prompt", &self->system_prompt, error) ||
      !read_prompt (map, "plan_prompt", &self->plan_prompt, error) ||
      !read_prompt (map, "refine_prompt", &self->refine_prompt, error) ||
      !read_planner (self, map, error))
    return NULL;

  return g_steal_pointer (&self);
}

gboolean
troupe_agent_plan_config_read (TroupeValue *fields, TroupeAgentPlanConfig **config, GError **error)
{
  TroupeValue *map = troupe_value_get_member (fields, "planning_config");
  TroupeValue *attempts = troupe_value_get_member (fields, "max_reasoning_attempts");

  g_return_val_if_fail (config != NULL, FALSE);

  *config = NULL;
  if (map != NULL)
    {
      *config = read_map (map, error);
      return *config != NULL;
    }
  if (is_true (fields, "planning"))
    {
      *config = config_new ();
      (*config)->effort = TROUPE_AGENT_EFFORT_LOW;
      (*config)->observes = FALSE;
      (*config)->max_attempts = 1;
    }
  else if (is_true (fields, "reasoning"))
    {
      *config = config_new ();
      if (attempts != NULL && troupe_value_is (attempts, TROUPE_VALUE_INTEGER) &&
          troupe_value_get_integer (attempts) > 0)
        (*config)->max_attempts =
            (guint) MIN (troupe_value_get_integer (attempts), (gint64) G_MAXINT);
    }

  return TRUE;
}
