/* troupe-agent-kit.c: optional parts of an agent's execution: skills, artifacts, planning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-kit"

#include "config.h"

#include "troupe-agent-reply.h"
#include "troupe-agent-kit.h"
#include "troupe-agent-plan.h"
#include "troupe-agent-private.h"
#include "troupe-agent-skill-tool.h"

/* @skills: (nullable), with the tool that loads them, @loader: (nullable); @artifacts:
 *   (nullable), @plan: (nullable), @has_run and @has_shortened belong to the current attempt */
struct _TroupeAgentKit
{
  TroupeAgentDefinition *agent;
  TroupeAgentSkills *skills;
  TroupeTool *loader;

  TroupeAgentArtifacts *artifacts;
  TroupeValue *plan;
  gboolean has_run;
  gboolean has_shortened;
};

TroupeAgentKit *
troupe_agent_kit_new (TroupeAgentDefinition *agent, const TroupeAgentContext *call)
{
  TroupeAgentKit *self = NULL;

  g_return_val_if_fail (agent != NULL && call != NULL, NULL);

  self = g_new0 (TroupeAgentKit, 1);
  self->agent = troupe_agent_definition_ref (agent);
  self->skills = call->skills != NULL ? troupe_agent_skills_ref (call->skills) : NULL;

  return self;
}

void
troupe_agent_kit_free (TroupeAgentKit *self)
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
troupe_agent_kit_needs_loading (TroupeAgentKit *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->skills == NULL &&
         troupe_agent_skills_are_named (troupe_agent_definition_get_skills (self->agent));
}

void
troupe_agent_kit_load_async (TroupeAgentKit *self,
                             const char *folder,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (self != NULL);

  troupe_agent_skills_load_async (troupe_agent_definition_get_skills (self->agent), NULL, folder,
                                  cancellable, callback, user_data);
}

void
troupe_agent_kit_load_finish (TroupeAgentKit *self,
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
troupe_agent_kit_offer (TroupeAgentKit *self, GPtrArray **tools)
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
troupe_agent_kit_begin (TroupeAgentKit *self, TroupeAgentTools *tools)
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

static void
run_plan (TroupeAgentKit *self,
          const TroupeAgentLoopSetup *setup,
          TroupeAgentJob *job,
          TroupeValue *input,
          GCancellable *cancellable,
          GAsyncReadyCallback callback,
          gpointer user_data)
{
  g_autofree char *description = troupe_agent_job_describe (job, input);
  TroupeAgentPlanTask task = { .role = self->agent->role,
                               .goal = self->agent->goal,
                               .backstory = self->agent->backstory,
                               .config = self->agent->plan,
                               .description = description,
                               .expected_output = job->expected_output };

  g_assert (self != NULL);

  troupe_agent_plan_run_async (setup, &task, cancellable, callback, user_data);
}

void
troupe_agent_kit_run_async (TroupeAgentKit *self,
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
    run_plan (self, &own, job, input, cancellable, callback, user_data);
  else
    troupe_agent_loop_run_async (&own, cancellable, callback, user_data);
}

TroupeAgentOutcome *
troupe_agent_kit_run_finish (TroupeAgentKit *self, GAsyncResult *result, GError **error)
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
troupe_agent_kit_has_shortened (TroupeAgentKit *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_shortened;
}

void
troupe_agent_kit_add_result (TroupeAgentKit *self, TroupeMapBuilder *fields)
{
  g_return_if_fail (self != NULL && fields != NULL);

  troupe_agent_plan_add_result (fields, self->plan);
}
