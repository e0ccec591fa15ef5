/* troupe-llm-call.h: a single LLM call with retries, rate limit and timeout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-limiter.h"
#include "troupe-llm-private.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* Task data of the GTask that returns the answer. It manages the queueing in the limiter, the
 * attempts with their delays, and the timeout (doc/llm-client.md §1). It is independent of the
 * client that makes the call. */
typedef struct _TroupeLlmCall TroupeLlmCall;

/* Called before the answer is returned. @source: the source object of the task */
typedef void (*TroupeLlmCallAnswered) (TroupeLlmCall *call,
                                       TroupeLlmAnswer *answer,
                                       gpointer source);

/* Creates a call. @request: is copied. @on_delta: (nullable). Pass the result to
 * g_task_set_task_data() with troupe_llm_call_free(). (transfer full) */
TroupeLlmCall *troupe_llm_call_new (const TroupeLlmRequest *request,
                                    TroupeLlmDeltaFunc on_delta,
                                    gpointer delta_data,
                                    TroupeLlmCallAnswered on_answer);
void troupe_llm_call_free (gpointer data);

/* Returns the call's own copy, which may be modified until the call begins. (transfer none) */
TroupeLlmRequest *troupe_llm_call_get_request (TroupeLlmCall *call);
/* Returns the requested model; the server may report the name of a deployment instead.
 * (nullable) */
const char *troupe_llm_call_get_model (TroupeLlmCall *call);

/* Sets the provider that answers. */
void
troupe_llm_call_aim (TroupeLlmCall *call, TroupeLlmProvider *provider, TroupeProviderWire wire);
/* Redacts @secret in the deltas of text, for a provider that does not do so itself. */
void troupe_llm_call_hide (TroupeLlmCall *call, TroupeSecret *secret);
/* For a model on the network: sets the limits shared with other calls with the same key, and the
 * names used in errors. */
void
troupe_llm_call_limit (TroupeLlmCall *call, TroupeLlmLimits *limits, const TroupeLlmTarget *target);

/* Keeps the outcome of the call, unless it is cancelled. @request: describes the call */
void
troupe_llm_call_set_recorder (TroupeLlmCall *call, TroupeRecorder *recorder, TroupeValue *request);
/* Emits the deltas of a recorded outcome, if the caller of the call wants any. */
void troupe_llm_call_replay_deltas (TroupeLlmCall *call, TroupeValue *outcome);

/* Attempts the call until it is answered, fails permanently, or times out. The result is
 * returned in @task: (transfer full), whose cancellable is respected. @deadline_us: monotonic
 * time; 0 for none. The request's own deadline also applies. */
void troupe_llm_call_begin (GTask *task, gint64 deadline_us);

G_END_DECLS
