/* troupe-crew-round.h: hooks of a crew's training or test for each kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewJudged:
 * @crew: with the inputs filled in; @task: index of the task
 * @agent: the agent that performed it
 * @scope: of the task
 * @output: output of the task
 * @elapsed_us: duration in microseconds
 *
 * A task that has produced its output but has not ended yet. Borrowed until the judge has started.
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
 * @suggest: (nullable): returns the suggestions for the agent so far, NULL-terminated (transfer
 *   full) (nullable); used instead of the suggestions in a file of trained agents
 * @answered: (nullable): called when the user has given @feedback on @answer
 * @improved: (nullable): called with the agent's improved answer
 * @judge: (nullable): called for each output before the task ends, instead of the task's own
 *   callback
 * @user_data: passed to all of these functions
 *
 * A training sets @suggest, @answered and @improved. During a training, the user is asked once
 * about each task, and agents do not delegate. A test sets @judge. @agent: index of the agent in
 * the crew, -1 for the manager.
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
