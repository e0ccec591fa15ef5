/* troupe-cel-evaluation.h: state of one CEL evaluation: budget, variables and failures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-failure.h"
#include "troupe-cel-program.h"
#include "troupe-limits.h"

G_BEGIN_DECLS

/* The maximum size of a result as JSON, in bytes. Shared parts count each time they occur. */
#define TROUPE_CEL_MAX_RESULT (4u * TROUPE_LIMIT_CEL_BYTES)
struct _TroupeCelEvaluation
{
  TroupeCelProgram *program;
  TroupeCelActivation *activation;
  TroupeCelDialect dialect;
  guint64 steps_left;
  gsize bytes_left;
  TroupeValue **roots;
  TroupeValue **locals;  /* borrowed */
  GHashTable *plain;     /* crewai: values without their wrapper type, see troupe-cel-crewai.h */
  GHashTable *failures;  /* crewai: the values that represent a failure */
  GHashTable *optionals; /* spec: the contents of optional values */
  GHashTable *keys;      /* crewai: keys that represent types which maps do not support */
  gboolean needs_finish; /* crewai: whether the result must be converted at the end */
  gpointer regexp;       /* the last non-literal pattern, compiled, and its text */
  TroupeValue *regexp_text;
  TroupeCelFailure failure;
};

TroupeValue *troupe_cel_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* Evaluates a node. Returns a borrowed value if possible; otherwise @hold receives the
 * reference. */
TroupeValue *
troupe_cel_peek (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **hold);
TroupeValue *troupe_cel_evaluate_macro (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_list (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_index (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeValue *container,
                               TroupeValue *index);
gpointer troupe_cel_fail_operator (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *a,
                                   TroupeValue *b);

/* Implements troupe_cel_program_evaluate(). @for_host: whether to also apply the dialect's
 * conversions for a result that becomes JSON. */
TroupeValue *troupe_cel_program_evaluate_full (TroupeCelProgram *self,
                                               TroupeCelActivation *activation,
                                               gboolean for_host,
                                               GError **error);

/* Deducts steps or bytes from the budget. Returns FALSE and sets the failure if the budget is
 * exhausted. */
gboolean troupe_cel_spend (TroupeCelEvaluation *self, const TroupeCelNode *node, guint64 steps);
gboolean troupe_cel_allocate (TroupeCelEvaluation *self, const TroupeCelNode *node, gsize bytes);

G_END_DECLS
