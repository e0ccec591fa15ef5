/* troupe-cel-caret.h: the name under the caret of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-check.h"

G_BEGIN_DECLS

/**
 * troupe_cel_find_at_caret:
 * @caret: a byte offset in @text
 *
 * Finds the name at the caret with everything that it is selected from: at `na` of `state.items[0].name`, this is
 * `state.items[0].name`, at `it` it is `state.items`. Names in texts and outside of `${…}` of a template are none.
 *
 * Returns: (transfer full) (nullable): %NULL if there is no name, or if it is the whole expression
 */
char *troupe_cel_find_at_caret (const char *text, gsize caret, TroupeCelMode mode);

G_END_DECLS
