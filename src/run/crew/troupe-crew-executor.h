/* troupe-crew-executor.h: executes a task with an agent, native or of a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewExecution:
 * @agent: who works: the index, -1 is the manager
 * @task: for which of the crew's tasks
 * @is_own: whether what is done is that task, and not something that a coworker was asked for
 *
 * What an agent is given to do, and by whom.
 */
typedef struct
{
  TroupeCrewRunner *runner;
  int agent;
  guint task;
  gboolean is_own;
} TroupeCrewExecution;

/**
 * troupe_crew_executor_execute_async:
 * @what, @call: as troupe_agent_execute_async() has them; what they borrow beside texts has to live until the end
 *
 * Lets the agent work. Where its class, or the task's, has a way of its own for that, the method is called, and what
 * CrewAI's class would do is done when the method asks for it (doc/crew-semantics.md §18).
 */
void troupe_crew_executor_execute_async (const TroupeCrewExecution *work,
                                         const TroupeAgentTask *what,
                                         const TroupeAgentContext *call,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* (transfer full) (nullable): as troupe_agent_execute_finish() */
TroupeValue *troupe_crew_executor_execute_finish (GAsyncResult *result, GError **error);

/**
 * troupe_crew_executor_answer:
 * @what, @call: of what is done, as far as @asks leaves it open
 * @asks: what a method asks: that an agent works, its model, or a prompt
 *
 * Answers the method as CrewAI's own class would.
 */
void troupe_crew_executor_answer (const TroupeCrewExecution *work,
                                  const TroupeAgentTask *what,
                                  const TroupeAgentContext *call,
                                  TroupeValue *asks,
                                  TroupePythonObjectCall *asking,
                                  GCancellable *cancellable);

G_END_DECLS
