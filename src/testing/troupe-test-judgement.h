/* troupe-test-judgement.h: question to a model that rates a result, and its answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-test-file.h"

G_BEGIN_DECLS

/* Returns the inputs of the flow of a judge. @facts: the roots of assertions. (transfer full) */
TroupeValue *troupe_test_judgement_make_inputs (const TroupeTestJudge *judge, TroupeValue *facts);
/* Reads the answer. @score: (out): from 0 to 1; @reason: (out) (transfer full): a sentence. Returns FALSE if the
 * answer contains no score. */
gboolean troupe_test_judgement_read (const char *answer, double *score, char **reason);

G_END_DECLS
