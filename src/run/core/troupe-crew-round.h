/* troupe-crew-round.h: what a training or a test wants of each kickoff of its crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewJudged:
 * @crew: with the inputs in it; @task: which of its tasks
 * @agent: who did it
 * @scope: of the task
 * @output: what came of it
 * @elapsed_us: how long it took
 *
 * A task that has given its output and has not ended yet. Borrowed until the judge has begun.
 */
typedef struct
{
  TroupeCrew *crew;
  guint task;
  TroupeAgentDefinition *agent;
  TroupeScope *scope;
  TroupeValue *output;
  gint64 elapsed_us;
} TroupeCrewJudged;

/**
 * TroupeCrewRound:
 * @suggest: (nullable): what the agent was told so far, NULL-terminated (transfer full) (nullable); in place of what
 *   stands in a file of trained agents
 * @answered: (nullable): a person has said @feedback to @answer
 * @improved: (nullable): what the agent has made of it
 * @judge: (nullable): asked about each output, before the task ends; in place of the task's own callback
 * @user_data: of all of them
 *
 * A training has the first three: then a person is asked once about each task, and no agent delegates. A test has the
 * last one. @agent: its index in the crew, -1 is the manager.
 */
typedef struct
{
  char **(*suggest) (int agent, gpointer user_data);
  void (*answered) (int agent,
                    TroupeAgentDefinition *definition,
                    const char *answer,
                    const char *feedback,
                    gpointer user_data);
  void (*improved) (int agent, const char *answer, gpointer user_data);
  void (*judge) (const TroupeCrewJudged *judged,
                 GCancellable *cancellable,
                 GAsyncReadyCallback callback,
                 gpointer callback_data,
                 gpointer user_data);
  gpointer user_data;
} TroupeCrewRound;

G_END_DECLS
