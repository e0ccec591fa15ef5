/* troupe-crew-task-guardrails.h: runs the guardrails of a task in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-crew-task-context.h"

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
 * TroupeCrewTaskGuardrails:
 *
 * Stores which guardrail is asked next and how often it has rejected the answer
 * (doc/crew-semantics.md §8).
 */
typedef struct _TroupeCrewTaskGuardrails TroupeCrewTaskGuardrails;

/* Decision of the guardrails about an answer. */
typedef enum
{
  TROUPE_CREW_GUARDS_PASSED, /* all guardrails accept it */
  TROUPE_CREW_GUARDS_TOOK, /* a guardrail accepts, perhaps with a new text or output that is
                              passed to the next guardrail */
  TROUPE_CREW_GUARDS_REFUSED, /* the task is repeated; the text contains the reason */
} TroupeCrewGuardrailsDecision;

/* Receives the decision; called once for each call of troupe_crew_task_guardrails_ask().
 * @verdict: (nullable): verdict of the guardrail that was asked; @error: (nullable) (transfer
 * full): set if the guardrail could not be asked, or has rejected too often; @path: (nullable):
 * path of that guardrail */
typedef void (*TroupeCrewGuardrailsFunc) (TroupeCrewGuardrailsDecision decision,
                                          const TroupeCrewVerdict *verdict,
                                          GError *error,
                                          const char *path,
                                          gpointer user_data);

/* @judge: agent whose model evaluates guardrails written as sentences; borrowed. (transfer full) */
TroupeCrewTaskGuardrails *troupe_crew_task_guardrails_new (TroupeCrewTaskContext *assignment,
                                                           TroupeAgentDefinition *judge,
                                                           TroupeCrewGuardrailsFunc func,
                                                           gpointer user_data);
void troupe_crew_task_guardrails_free (TroupeCrewTaskGuardrails *self);
/* Asks the next guardrail about @output. */
void troupe_crew_task_guardrails_ask (TroupeCrewTaskGuardrails *self, TroupeValue *output);
/* Returns TRUE if any guardrail has rejected an answer. */
gboolean troupe_crew_task_guardrails_have_refused (TroupeCrewTaskGuardrails *self);

G_END_DECLS
