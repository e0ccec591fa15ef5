/* troupe-flow-types.h: static types of the variables of expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"
#include "troupe-flow.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* Returns the type of a state that was validated with the schema, in which numbers are doubles
 * (§5). @budget: number of types that may still be created */
TroupeCelType *troupe_diagnosis_type_from_schema (const TroupeSchemaNode *schema, guint *budget);
/* Returns the type of `outputs`, according to the actions of the methods. @types: the types of
 * the roots, of which only the type of the state is used. (transfer full) */
TroupeCelType *troupe_diagnosis_type_of_outputs (TroupeFlow *flow, TroupeCelType *const *types);

G_END_DECLS
