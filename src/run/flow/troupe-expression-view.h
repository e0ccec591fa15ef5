/* troupe-expression-view.h: values of a run as expressions read them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the value holds an integer or a date that expressions have no type for (doc/flow-semantics.md §6). */
gboolean troupe_expression_view_is_unusable (TroupeValue *value);
/* The field of the state that does. (transfer full) (nullable) */
char *troupe_expression_view_find_unusable (TroupeValue *state);
/* The state as expressions see it, or NULL where that is the state itself. (transfer full) */
TroupeValue *troupe_expression_view_make (TroupeValue *state);

G_END_DECLS
