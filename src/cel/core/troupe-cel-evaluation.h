/* troupe-cel-evaluation.h: one evaluation of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-failure.h"
#include "troupe-cel-program.h"
#include "troupe-limits.h"

G_BEGIN_DECLS

/* What a result may weigh when it is handed out as JSON, in bytes: shared parts count every time. */
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
  GHashTable *plain;     /* crewai: the values that lost their type, see troupe-cel-crewai.h */
  GHashTable *failures;  /* crewai: the values that stand for a failure */
  GHashTable *optionals; /* spec: what is in optional values */
  GHashTable *keys;      /* crewai: the keys that stand for those which maps do not take */
  gboolean needs_finish; /* crewai: whether a value looks otherwise once it leaves the evaluation */
  gpointer regexp;       /* the last pattern that was not a literal, and its text */
  TroupeValue *regexp_text;
  TroupeCelFailure failure;
};

TroupeValue *troupe_cel_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* The value without a reference of its own where that can be had; else @hold keeps it. */
TroupeValue *
troupe_cel_peek (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **hold);
TroupeValue *troupe_cel_evaluate_macro (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_list (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_evaluate_call (TroupeCelEvaluation *self, const TroupeCelNode *node);
TroupeValue *troupe_cel_index (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeValue *container,
                               TroupeValue *index);
gpointer troupe_cel_fail_operator (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *a,
                                   TroupeValue *b);

/* troupe_cel_program_evaluate(); @for_host: what the dialect does to a result when it becomes JSON is
 * done too. */
TroupeValue *troupe_cel_program_evaluate_full (TroupeCelProgram *self,
                                               TroupeCelActivation *activation,
                                               gboolean for_host,
                                               GError **error);

/* Takes steps or bytes from the budget. FALSE, with the failure set, where it is used up. */
gboolean troupe_cel_spend (TroupeCelEvaluation *self, const TroupeCelNode *node, guint64 steps);
gboolean troupe_cel_allocate (TroupeCelEvaluation *self, const TroupeCelNode *node, gsize bytes);

G_END_DECLS
