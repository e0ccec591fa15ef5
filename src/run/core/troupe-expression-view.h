/* troupe-expression-view.h: conversion of state values for expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Returns TRUE if the value contains an integer or a date for which expressions have no type
 * (doc/flow-semantics.md §6). */
gboolean troupe_expression_view_is_unusable (TroupeValue *value);
/* Returns the field of the state that contains an integer or a date for which expressions have
 * no type. (transfer full) (nullable) */
char *troupe_expression_view_find_unusable (TroupeValue *state);
/* Returns the state as expressions see it, or NULL if expressions see the state unchanged.
 * (transfer full) */
TroupeValue *troupe_expression_view_make (TroupeValue *state);

G_END_DECLS
