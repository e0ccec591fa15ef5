/* troupe-llm-replay.h: answers a call from a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-call.h"

G_BEGIN_DECLS

/* Makes the call. @task: (transfer full) */
typedef void (*TroupeLlmReplayMakeFunc) (GTask *task);

/* Looks up the recorded answer of the call that is the data of @task (transfer full). Returns it, with the
 * deltas of a streamed answer, or lets @make make the call, whose outcome is then recorded. @model: the model
 * that is called */
void troupe_llm_replay_begin (GTask *task,
                              TroupeRecorder *recorder,
                              const char *model,
                              TroupeLlmReplayMakeFunc make);

G_END_DECLS
