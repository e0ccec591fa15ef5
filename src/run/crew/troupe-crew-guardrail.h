/* troupe-crew-guardrail.h: whether the answer of a task is taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewVerdict:
 * @text: (nullable): the answer as it is taken, or why it is not
 * @output: (nullable): the whole output in its place
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
 * @agent: whose model judges a sentence
 * @output: of the task
 * @call: for that model
 *
 * Holds an output against one guardrail (doc/crew-semantics.md §8).
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
/* (transfer full) (nullable): NULL where a function raised an error. A model that gives no verdict has refused. */
TroupeCrewVerdict *troupe_crew_guardrail_finish (GAsyncResult *result, GError **error);

G_END_DECLS
