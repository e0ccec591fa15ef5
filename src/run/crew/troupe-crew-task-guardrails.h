/* troupe-crew-task-guardrails.h: runs the guardrails of a task in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-guardrail.h"
#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskGuardrails:
 *
 * Which guardrail is asked next, and how often it has refused (doc/crew-semantics.md §8).
 */
typedef struct _TroupeCrewTaskGuardrails TroupeCrewTaskGuardrails;

/* What they make of an answer. */
typedef enum
{
  TROUPE_CREW_GUARDS_PASSED, /* all of them take it */
  TROUPE_CREW_GUARDS_TOOK, /* one takes it, as the text or the output that it gave: the next is asked about that */
  TROUPE_CREW_GUARDS_REFUSED, /* the task is to be done again, the text says why */
} TroupeCrewGuardrailsDecision;

/* @verdict: (nullable): of the guardrail that was asked; @error: (nullable) (transfer full): it could not be asked, or has refused too
 * often; @path: (nullable): of that guardrail. Comes once for each time they are asked. */
typedef void (*TroupeCrewGuardrailsFunc) (TroupeCrewGuardrailsDecision decision,
                                          const TroupeCrewVerdict *verdict,
                                          GError *error,
                                          const char *path,
                                          gpointer user_data);

/* @judge: by whose model those judge that are sentences; borrowed. (transfer full) */
TroupeCrewTaskGuardrails *troupe_crew_task_guardrails_new (TroupeCrewTaskContext *assignment,
                                                           TroupeAgentDefinition *judge,
                                                           TroupeCrewGuardrailsFunc func,
                                                           gpointer user_data);
void troupe_crew_task_guardrails_free (TroupeCrewTaskGuardrails *self);
/* Asks the one whose turn it is about @output. */
void troupe_crew_task_guardrails_ask (TroupeCrewTaskGuardrails *self, TroupeValue *output);
/* Whether any of them has refused an answer. */
gboolean troupe_crew_task_guardrails_have_refused (TroupeCrewTaskGuardrails *self);

G_END_DECLS
