/* troupe-llm-gate.h: hook before each call of a client, to permit, answer or refuse it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeLlmGateFunc:
 * @answer: (nullable) (transfer full): the answer to use instead of making the call
 * @error: (nullable) (transfer full): why the call is refused
 *
 * If both are %NULL, the call is made.
 */
typedef void (*TroupeLlmGateFunc) (TroupeLlmAnswer *answer, GError *error, gpointer func_data);

/**
 * TroupeLlmGate:
 * @open: called before a call. It calls @func exactly once, immediately or later, in the client's
 *   thread; if @cancellable is cancelled, with %G_IO_ERROR_CANCELLED. This time does not count
 *   towards the timeout of the call
 * @answered: called after a call was made and answered; the usage of @answer includes its cost
 * @used: called with usage that is part of no count of the caller, such as that of a rejected answer
 *
 * Decides for a run whether a call is made, and is notified of its answer.
 */
typedef struct
{
  void (*open) (const TroupeLlmRequest *request,
                GCancellable *cancellable,
                TroupeLlmGateFunc func,
                gpointer func_data,
                gpointer user_data);
  void (*answered) (const TroupeLlmRequest *request,
                    const TroupeLlmAnswer *answer,
                    gpointer user_data);
  void (*used) (const TroupeLlmUsage *usage, gpointer user_data);
} TroupeLlmGate;

/* @gate: (nullable): static; consulted before every following call. @user_data must outlive the
 *   client's calls. */
void troupe_llm_client_set_gate (TroupeLlmClient *self,
                                 const TroupeLlmGate *gate,
                                 gpointer user_data);
/* Reports usage of calls that the provider charges for, but that the caller leaves out of its own
 * counts, as CrewAI does. */
void troupe_llm_client_report_usage (TroupeLlmClient *self, const TroupeLlmUsage *usage);

G_END_DECLS
