/* troupe-llm-call.h: one call of a model, with all its attempts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-limiter.h"
#include "troupe-llm-private.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* The task data of the GTask that returns its answer: its turn with the limiter, its attempts and what is waited between
 * them, its time (doc/llm-client.md §1). It knows nothing of whose call it is. */
typedef struct _TroupeLlmCall TroupeLlmCall;

/* The answer has come and is about to be returned. @source: the source object of the task */
typedef void (*TroupeLlmCallAnswered) (TroupeLlmCall *call,
                                       TroupeLlmAnswer *answer,
                                       gpointer source);

/* @request: is copied. @on_delta: (nullable). To be given to g_task_set_task_data() with troupe_llm_call_free().
 * (transfer full) */
TroupeLlmCall *troupe_llm_call_new (const TroupeLlmRequest *request,
                                    TroupeLlmDeltaFunc on_delta,
                                    gpointer delta_data,
                                    TroupeLlmCallAnswered on_answer);
void troupe_llm_call_free (gpointer data);

/* Of its own, which may be changed until it begins. (transfer none) */
TroupeLlmRequest *troupe_llm_call_get_request (TroupeLlmCall *call);
/* The one that was asked for: what the server calls it may be the name of a deployment. (nullable) */
const char *troupe_llm_call_get_model (TroupeLlmCall *call);

/* Who answers. */
void
troupe_llm_call_aim (TroupeLlmCall *call, TroupeLlmProvider *provider, TroupeProviderWire wire);
/* Of a model that is asked over the network: what it shares with the other calls of its key, and what errors call it. */
void
troupe_llm_call_limit (TroupeLlmCall *call, TroupeLlmLimits *limits, const TroupeLlmTarget *target);

/* Tries until there is an answer, an error that is not tried again, or no time any more, and returns that by @task:
 * (transfer full), whose cancellable is heeded. @deadline_us: of the monotonic clock; 0 is none, and the request's own
 * counts as well. */
void troupe_llm_call_begin (GTask *task, gint64 deadline_us);

G_END_DECLS
