/* troupe-agent-job.h: job of an agent: a task of a crew or a kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeAgentJob:
 * @is_task: whether the job is a task of a crew, whose events are agent_execution_*, and for which
 *   nearly every failure is retried; otherwise it is a kickoff
 * @streams: whether answers are streamed if the model's settings do not specify it
 * @title: (nullable): title of the task, for events
 * @description, @expected_output: (nullable): fields of the task, for its plan
 * @form: (nullable): `response_format`, sent with the requests of an agent without tools
 * @rules: (nullable): schema for validating the answer
 * @name: (nullable): name of the format
 * @keeps_text: whether the text of a valid answer is kept unchanged
 * @has_guardrail: whether the answer is validated by the agent's own guardrail
 * @n_before: for a task: length in bytes of its prompt before memories and knowledge are added
 * @policy: (nullable): the task's failure policy for tools
 * @files: (nullable) (element-type TroupeLlmPart): files of the first message
 * @ask_func: (nullable), with @ask_data: asks the user to review each answer
 * @takes_blank: whether the agent answers again even if the user's feedback is empty
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
  GPtrArray *files;
  TroupeAgentAskFunc ask_func;
  gpointer ask_data;
  gboolean takes_blank;
} TroupeAgentJob;

/* Creates a kickoff with the agent's own response format. */
TroupeAgentJob *troupe_agent_job_new_kickoff (TroupeAgentDefinition *agent);
/* Creates a kickoff without streaming. The answer has the format of @schema, which must be
 * valid. */
TroupeAgentJob *troupe_agent_job_new_form (TroupeValue *schema);
/* Returns NULL with %TROUPE_AGENT_ERROR_INPUT if the schema of the task is not valid. */
TroupeAgentJob *troupe_agent_job_new_task (const TroupeAgentTask *task,
                                           const TroupeAgentContext *call,
                                           GError **error);
void troupe_agent_job_free (TroupeAgentJob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentJob, troupe_agent_job_free)

/* Writes the prompt for @task, in the order of doc/crew-semantics.md §10. (transfer full) */
char *troupe_agent_job_write_prompt (const TroupeAgentTask *task);
/* Inserts @known, which contains memories and knowledge, into the prompt. (transfer full) */
TroupeValue *
troupe_agent_job_add_known (TroupeAgentJob *self, TroupeValue *input, const char *known);
/* Describes the finished job as the text from which memories are extracted. @input: input of a
 * kickoff; @output: the answer. (transfer full) */
char *troupe_agent_job_describe_end (TroupeAgentJob *self,
                                     TroupeValue *input,
                                     const char *role,
                                     const char *output);

/* Adds the files of the task to the last user message. @messages: (element-type TroupeLlmMessage) */
void troupe_agent_job_add_files (TroupeAgentJob *self, GPtrArray *messages);

/* Describes the job in the words of its author. @input: input of a kickoff. (transfer full) */
char *troupe_agent_job_describe (TroupeAgentJob *self, TroupeValue *input);

/* Executes the job, see troupe_agent_execution_async() and troupe_agent_execute_async(). @job:
 * (transfer full) */
void troupe_agent_work_async (TroupeAgentDefinition *self,
                              TroupeValue *input,
                              TroupeAgentJob *job,
                              const TroupeAgentContext *call,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
TroupeValue *troupe_agent_work_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if the agent can be started, that is, if everything that it needs is available
 * and @input is valid. Otherwise returns %FALSE with %TROUPE_AGENT_ERROR. */
gboolean troupe_agent_job_check (TroupeAgentDefinition *agent,
                                 TroupeValue *input,
                                 const TroupeAgentContext *call,
                                 GError **error);
/* Creates the settings of the agent's model, with the response format unless the agent has
 * tools. (transfer full) */
TroupeValue *troupe_agent_job_make_settings (const TroupeAgentJob *self,
                                             TroupeAgentDefinition *agent,
                                             TroupeLlmClient *client,
                                             gboolean has_tools);

G_END_DECLS
