/* troupe-agent-job.h: what one agent is to do, and how it is told of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeAgentJob:
 * @is_task: whether it is a task of a crew: its events are agent_execution_*, and nearly every failure is worth another
 *   attempt; else it is a kickoff
 * @streams: whether answers come in pieces, where the model's settings do not say
 * @title: (nullable): of the task, for events
 * @description, @expected_output: (nullable): of the task, for its plan
 * @form: (nullable): `response_format`, which goes with the requests of an agent without tools
 * @rules: (nullable): what the answer is then held to
 * @name: (nullable): of the form
 * @keeps_text: whether what fits leaves the text as it is
 * @has_guardrail: whether the agent's own guardrail looks at the answer
 * @n_before: of a task: how much of its prompt, in bytes, stands before what is remembered and known
 * @policy: (nullable): the task's own word about tools that fail
 * @ask_func: (nullable), with @ask_data: a person who looks at each answer
 * @takes_blank: whether the agent answers again also where that person wrote nothing
 */
typedef struct
{
  gboolean is_task;
  gboolean streams;
  char *title;
  char *description;
  char *expected_output;
  TroupeValue *form;
  TroupeSchema *rules;
  char *name;
  gboolean keeps_text;
  gboolean has_guardrail;
  gsize n_before;
  char *policy;
  TroupeAgentAskFunc ask_func;
  gpointer ask_data;
  gboolean takes_blank;
} TroupeAgentJob;

/* A kickoff: the form is the agent's own. */
TroupeAgentJob *troupe_agent_job_new_kickoff (TroupeAgentDefinition *agent);
/* A kickoff that is not shown as it comes, of an answer in the form of @schema, which has to be one. */
TroupeAgentJob *troupe_agent_job_new_form (TroupeValue *schema);
/* NULL with %TROUPE_AGENT_ERROR_INPUT where the schema of the task is none. */
TroupeAgentJob *troupe_agent_job_new_task (const TroupeAgentTask *task,
                                           const TroupeAgentContext *call,
                                           GError **error);
void troupe_agent_job_free (TroupeAgentJob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentJob, troupe_agent_job_free)

/* All that the agent is told of @task, in the order of doc/crew-semantics.md §10. (transfer full) */
char *troupe_agent_job_write_prompt (const TroupeAgentTask *task);
/* The same with @known, what is remembered and known, where it belongs. (transfer full) */
TroupeValue *
troupe_agent_job_add_known (TroupeAgentJob *self, TroupeValue *input, const char *known);
/* Of what things are worth remembering. @input: of a kickoff; @output: what came of it. (transfer full) */
char *troupe_agent_job_describe_end (TroupeAgentJob *self,
                                     TroupeValue *input,
                                     const char *role,
                                     const char *output);

/* What is to be done, in the words of who asks for it. @input: of a kickoff. (transfer full) */
char *troupe_agent_job_describe (TroupeAgentJob *self, TroupeValue *input);

/* Does it, as troupe_agent_execution_async() and troupe_agent_execute_async() say. @job: (transfer full) */
void troupe_agent_work_async (TroupeAgentDefinition *self,
                              TroupeValue *input,
                              TroupeAgentJob *job,
                              const TroupeAgentContext *call,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
TroupeValue *troupe_agent_work_finish (GAsyncResult *result, GError **error);

/* Whether an agent can be begun at all: what it needs is there, and @input is a question. %FALSE with
 * %TROUPE_AGENT_ERROR. */
gboolean troupe_agent_job_check (TroupeAgentDefinition *agent,
                                 TroupeValue *input,
                                 const TroupeAgentContext *call,
                                 GError **error);
/* The settings of the agent's model, with the form that is asked for: of an agent with tools none is. (transfer full) */
TroupeValue *troupe_agent_job_make_settings (const TroupeAgentJob *self,
                                             TroupeAgentDefinition *agent,
                                             TroupeLlmClient *client,
                                             gboolean has_tools);

G_END_DECLS
