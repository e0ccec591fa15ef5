/* troupe-expression-view.h: values as expressions see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the value holds an integer or a date that expressions have no type for (doc/flow-semantics.md §6). */
gboolean troupe_runner_seen_is_unusable (TroupeValue *value);
/* The field of the state that does. (transfer full) (nullable) */
char *troupe_runner_seen_find_unusable (TroupeValue *state);
/* The state as expressions see it, or NULL where that is the state itself. (transfer full) */
TroupeValue *troupe_runner_seen_make (TroupeValue *state);

G_END_DECLS
