/* troupe-agent-extras.c: optional parts of an agent's execution: skills, artifacts, planning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-extras"

#include "config.h"

#include "troupe-agent-reply.h"
#include "troupe-agent-extras.h"
#include "troupe-agent-plan.h"
#include "troupe-agent-private.h"
#include "troupe-agent-skill-tool.h"

/* @skills: (nullable); @loader: (nullable): tool that loads them. @artifacts: (nullable), @plan:
 *   (nullable), @has_run and @has_shortened belong to the current attempt */
struct _TroupeAgentExtras
{
  TroupeAgentDefinition *agent;
  TroupeAgentSkills *skills;
  TroupeTool *loader;

  TroupeAgentArtifacts *artifacts;
  TroupeValue *plan;
  gboolean has_run;
  gboolean has_shortened;
};

TroupeAgentExtras *
troupe_agent_extras_new (TroupeAgentDefinition *agent, const TroupeAgentContext *call)
{
  TroupeAgentExtras *self = NULL;

  g_return_val_if_fail (agent != NULL && call != NULL, NULL);

  self = g_new0 (TroupeAgentExtras, 1);
  self->agent = troupe_agent_definition_ref (agent);
  self->skills = call->skills != NULL ? troupe_agent_skills_ref (call->skills) : NULL;

  return self;
}

void
troupe_agent_extras_free (TroupeAgentExtras *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->agent, troupe_agent_definition_unref);
  g_clear_pointer (&self->skills, troupe_agent_skills_unref);
  g_clear_object (&self->loader);
  g_clear_object (&self->artifacts);
  g_clear_pointer (&self->plan, troupe_value_unref);
  g_free (self);
}

/* --- Skills ---------------------------------------------------------------------------------- */

gboolean
troupe_agent_extras_needs_loading (TroupeAgentExtras *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->skills == NULL &&
         troupe_agent_skills_are_named (troupe_agent_definition_get_skills (self->agent));
}

void
troupe_agent_extras_load_async (TroupeAgentExtras *self,
                                const char *folder,
                                GHashTable *texts,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (self != NULL);

  troupe_agent_skills_load_async (troupe_agent_definition_get_skills (self->agent), NULL, folder,
                                  texts, cancellable, callback, user_data);
}

void
troupe_agent_extras_load_finish (TroupeAgentExtras *self,
                                 GAsyncResult *result,
                                 TroupeEventBus *bus,
                                 TroupeScope *scope)
{
  g_return_if_fail (self != NULL);

  self->skills = troupe_agent_skills_load_finish (result, NULL);
  if (self->skills != NULL)
    troupe_agent_skills_tell (self->skills, bus, scope, self->agent->role, FALSE);
}

void
troupe_agent_extras_offer (TroupeAgentExtras *self, GPtrArray **tools)
{
  g_return_if_fail (self != NULL && tools != NULL && self->loader == NULL);

  if (self->skills != NULL)
    self->loader = troupe_agent_skill_tool_offer (self->skills, self->agent->role, tools);
}

/* --- Attempt ---------------------------------------------------------------------------------- */

/* Returns TRUE unless @key of the agent is false. */
static gboolean
is_on (TroupeAgentDefinition *agent, const char *key)
{
  TroupeValue *value = troupe_value_get_member (agent->fields, key);

  return value == NULL || !troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         troupe_value_get_boolean (value);
}

char *
troupe_agent_extras_begin (TroupeAgentExtras *self, TroupeAgentTools *tools)
{
  g_return_val_if_fail (self != NULL && TROUPE_IS_AGENT_TOOLS (tools), NULL);

  g_clear_object (&self->artifacts);
  g_clear_pointer (&self->plan, troupe_value_unref);
  self->has_run = FALSE;
  self->has_shortened = FALSE;
  if (self->loader == NULL)
    return NULL;

  return troupe_agent_skills_describe (self->skills,
                                       troupe_agent_tools_get_name (tools, self->loader));
}

void
troupe_agent_extras_run_async (TroupeAgentExtras *self,
                               const TroupeAgentLoopSetup *setup,
                               TroupeAgentJob *job,
                               TroupeValue *input,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  TroupeAgentLoopSetup own;
  gboolean is_first;

  g_return_if_fail (self != NULL && setup != NULL && job != NULL && input != NULL);

  is_first = !self->has_run;
  self->has_run = TRUE;
  if (self->artifacts == NULL && troupe_agent_tools_get_n (setup->tools) > 0 &&
      is_on (self->agent, "use_better_compaction"))
    self->artifacts = troupe_agent_artifacts_new (setup->client, setup->model, setup->settings);
  own = *setup;
  own.respects_window = is_on (self->agent, "respect_context_window");
  own.artifacts = self->artifacts;
  /* Feedback on an answer is not a new task, so no new plan is made. */
  if (is_first && self->agent->plan != NULL)
    {
      g_autofree char *description = troupe_agent_job_describe (job, input);
      TroupeAgentPlanTask task = { .role = self->agent->role,
                                   .goal = self->agent->goal,
                                   .backstory = self->agent->backstory,
                                   .config = self->agent->plan,
                                   .description = description,
                                   .expected_output = job->expected_output };

      troupe_agent_plan_run_async (&own, &task, cancellable, callback, user_data);
    }
  else
    troupe_agent_loop_run_async (&own, cancellable, callback, user_data);
}

TroupeAgentOutcome *
troupe_agent_extras_run_finish (TroupeAgentExtras *self, GAsyncResult *result, GError **error)
{
  TroupeAgentOutcome *outcome = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  outcome = troupe_agent_loop_run_finish (result, error);
  if (outcome == NULL)
    return NULL;
  if (outcome->is_shortened)
    self->has_shortened = TRUE;
  if (outcome->plan != NULL && self->plan == NULL)
    self->plan = troupe_value_ref (outcome->plan);

  return outcome;
}

gboolean
troupe_agent_extras_has_shortened (TroupeAgentExtras *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_shortened;
}

void
troupe_agent_extras_add_result (TroupeAgentExtras *self, TroupeMapBuilder *fields)
{
  g_return_if_fail (self != NULL && fields != NULL);

  troupe_agent_plan_add_result (fields, self->plan);
}
