/* troupe-test-assertion.h: condition that the result of a tested run has to fulfil
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/**
 * TroupeTestAssertion:
 *
 * An expression over the roots `outputs`, `state`, `path`, `calls`, `cost`, `time`, `error`, `final`,
 * `text`, `json` and `inputs` (doc/tests.md §2). Immutable.
 * Threads: one thread at a time.
 */
typedef struct _TroupeTestAssertion TroupeTestAssertion;

/**
 * troupe_test_assertion_new:
 * @column: (out): the column of the error in @text, from 1; 0 if unknown
 *
 * Returns: (transfer full) (nullable): the assertion, or %NULL with %TROUPE_CEL_ERROR if @text does not parse,
 *   uses another name, or is never true or false
 */
TroupeTestAssertion *troupe_test_assertion_new (const char *text, guint *column, GError **error);
void troupe_test_assertion_free (TroupeTestAssertion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestAssertion, troupe_test_assertion_free)

/* Returns the expression. (transfer none) */
const char *troupe_test_assertion_get_text (TroupeTestAssertion *self);
/* Returns TRUE if the assertion expects something of the error of the run, so that a failed run does not fail
 * the test. */
gboolean troupe_test_assertion_is_of_error (TroupeTestAssertion *self);

/**
 * troupe_test_assertion_check:
 * @facts: a map with the value of each root
 *
 * Returns: (transfer full) (nullable): why the assertion does not hold, in a sentence, or %NULL
 */
char *troupe_test_assertion_check (TroupeTestAssertion *self, TroupeValue *facts);

G_END_DECLS
