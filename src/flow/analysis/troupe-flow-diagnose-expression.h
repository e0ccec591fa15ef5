/* troupe-flow-diagnose-expression.h: shared helpers for the diagnostics of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"
#include "troupe-flow-tokens.h"
#include "troupe-flow-visit.h"

G_BEGIN_DECLS

void troupe_diagnose_references (TroupeFlowDiagnosis *self, const TroupeFlowSpot *spot);

void troupe_diagnose_types (TroupeFlowDiagnosis *self,
                            const TroupeFlowSpot *spot,
                            const TroupeCelToken *tokens,
                            guint n_tokens);
/* Returns TRUE if the token is @word. @text: the tokenized text */
gboolean troupe_token_is (const char *text, const TroupeCelToken *token, const char *word);

/* Reports a problem at the bytes start…end of the spot's expression. (transfer none) */
TroupeProblem *troupe_diagnosis_report_at (TroupeFlowDiagnosis *self,
                                           const TroupeFlowSpot *spot,
                                           const TroupeTextSpan *span,
                                           TroupeSeverity severity,
                                           const char *code,
                                           const char *format,
                                           ...) G_GNUC_PRINTF (6, 7);
/* Offers to replace the span with @text. */
void troupe_diagnosis_offer_text (TroupeProblem *problem,
                                  const TroupeFlowSpot *spot,
                                  const TroupeTextSpan *span,
                                  const char *text);

G_END_DECLS
