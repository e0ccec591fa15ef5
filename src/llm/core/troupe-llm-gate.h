/* troupe-llm-gate.h: who is asked before each call of a client
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeLlmGateFunc:
 * @answer: (nullable) (transfer full): the answer of the call, which is not made then
 * @error: (nullable) (transfer full): why it is not made
 *
 * With neither the call goes out.
 */
typedef void (*TroupeLlmGateFunc) (TroupeLlmAnswer *answer, GError *error, gpointer func_data);

/**
 * TroupeLlmGate:
 * @open: a call is to be made; calls @func once, now or later, in the client's thread, with an error of
 *   %G_IO_ERROR_CANCELLED where @cancellable is. What it waits for is no time of the call
 * @answered: a call that went out was answered; @answer has its usage with what it cost
 *
 * Who decides for one run whether a call is made, and is told what came of it.
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
} TroupeLlmGate;

/* @gate: (nullable): static; asked of every call from now on. @user_data outlives the client's calls. */
void troupe_llm_client_set_gate (TroupeLlmClient *self,
                                 const TroupeLlmGate *gate,
                                 gpointer user_data);

G_END_DECLS
