/* troupe-runner-answers.h: what was given to work of a run that has not ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerAnswers:
 *
 * Keeps what models, tools and people give to work under way, in its order, and gives it again to a run that is
 * resumed, each once and only for what was asked then. Work has a place, `review#2`, or of a task of the crew there
 * `review#2/0`, which is found by the scopes of who asks.
 */
typedef struct _TroupeRunnerAnswers TroupeRunnerAnswers;

TroupeRunnerAnswers *troupe_runner_answers_new (TroupeFlowRunner *runner);
void troupe_runner_answers_free (TroupeRunnerAnswers *self);

/* Who asks in @scope (nullable) or below it works at @place, until it is left. */
void troupe_runner_answers_enter (TroupeRunnerAnswers *self, TroupeScope *scope, const char *place);
void troupe_runner_answers_leave (TroupeRunnerAnswers *self, TroupeScope *scope);
/* The work at @place and below has ended. */
void troupe_runner_answers_forget (TroupeRunnerAnswers *self, const char *place);
/* Whether nothing was kept for any work. */
gboolean troupe_runner_answers_is_empty (TroupeRunnerAnswers *self);
/* Whether all that was kept in this process is on the disk. */
gboolean troupe_runner_answers_are_durable (TroupeRunnerAnswers *self);
/* Whether work that ended so, with @error (nullable), needs nothing that was given to it any more. What failed for want
 * of an answer does; what was wrong with an answer would be wrong with it again. */
gboolean troupe_runner_answers_settle (const GError *error, gboolean is_temporary);

/* What was given to it in a process before: once. @request: a digest. (transfer full) (nullable) */
TroupeValue *
troupe_runner_answers_take (TroupeRunnerAnswers *self, TroupeScope *scope, const char *request);
void troupe_runner_answers_keep (TroupeRunnerAnswers *self,
                                 TroupeScope *scope,
                                 const char *request,
                                 TroupeValue *value);
/* The same where the place is known. */
TroupeValue *
troupe_runner_answers_take_at (TroupeRunnerAnswers *self, const char *place, const char *request);
void troupe_runner_answers_keep_at (TroupeRunnerAnswers *self,
                                    const char *place,
                                    const char *request,
                                    TroupeValue *value);

G_END_DECLS
