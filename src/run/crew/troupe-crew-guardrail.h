/* troupe-crew-guardrail.h: guardrails of a task's output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewVerdict:
 * @text: (nullable): the accepted answer, or the reason for its rejection
 * @output: (nullable): replacement for the complete output
 */
typedef struct
{
  gboolean passes;
  char *text;
  TroupeValue *output;
} TroupeCrewVerdict;

void troupe_crew_verdict_free (TroupeCrewVerdict *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewVerdict, troupe_crew_verdict_free)

/**
 * troupe_crew_guardrail_ask_async:
 * @agent: agent whose model evaluates a guardrail written as a sentence
 * @output: output of the task
 * @call: context for calling that model
 *
 * Validates an output with one guardrail (doc/crew-semantics.md §8).
 */
void troupe_crew_guardrail_ask_async (const TroupeCrewContext *around,
                                      const TroupeCrewHook *hook,
                                      TroupeAgentDefinition *agent,
                                      TroupeValue *output,
                                      const TroupeAgentContext *call,
                                      const char *owner,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Returns the verdict, or NULL if a function raised an error. If a model returns no verdict,
 * this counts as a rejection. (transfer full) (nullable) */
TroupeCrewVerdict *troupe_crew_guardrail_finish (GAsyncResult *result, GError **error);

G_END_DECLS
