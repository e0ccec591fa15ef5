/* troupe-runner-answers.h: stored answers of models, tools and users, reused when a run is resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerAnswers:
 *
 * Stores the answers of models, tools and users to unfinished work in order, and returns them again
 * in a resumed run. Each answer is returned once and only for the same request. Work is identified
 * by its place, such as `review#2`, or `review#2/0` for a crew task inside it. The place is found
 * by the event scope of the request.
 */
typedef struct _TroupeRunnerAnswers TroupeRunnerAnswers;

TroupeRunnerAnswers *troupe_runner_answers_new (TroupeFlowRunner *runner);
void troupe_runner_answers_free (TroupeRunnerAnswers *self);

/* enter() assigns requests in @scope (nullable) or below it to @place until leave() is called. */
void troupe_runner_answers_enter (TroupeRunnerAnswers *self, TroupeScope *scope, const char *place);
void troupe_runner_answers_leave (TroupeRunnerAnswers *self, TroupeScope *scope);
/* Deletes the answers at @place and below, because the work at this place has ended. */
void troupe_runner_answers_forget (TroupeRunnerAnswers *self, const char *place);
/* Returns TRUE if no answers are stored. */
gboolean troupe_runner_answers_is_empty (TroupeRunnerAnswers *self);
/* Returns TRUE if all answers of this process are durable. */
gboolean troupe_runner_answers_are_durable (TroupeRunnerAnswers *self);
/* Returns TRUE if work that ended with @error (nullable) no longer needs its answers. If the
 * work failed because an answer was missing, the answers are still needed. If an answer has
 * caused the error, they are not needed, because the error would occur again with the same
 * answer. */
gboolean troupe_runner_answers_settle (const GError *error, gboolean is_temporary);

/* take() returns a stored answer of an earlier process, once; keep() stores an answer. @request:
 * a digest. (transfer full) (nullable) */
TroupeValue *
troupe_runner_answers_take (TroupeRunnerAnswers *self, TroupeScope *scope, const char *request);
void troupe_runner_answers_keep (TroupeRunnerAnswers *self,
                                 TroupeScope *scope,
                                 const char *request,
                                 TroupeValue *value);
/* Same with a known place. */
TroupeValue *
troupe_runner_answers_take_at (TroupeRunnerAnswers *self, const char *place, const char *request);
void troupe_runner_answers_keep_at (TroupeRunnerAnswers *self,
                                    const char *place,
                                    const char *request,
                                    TroupeValue *value);

G_END_DECLS
