/* troupe-flow-types.h: the types of what expressions can name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"
#include "troupe-flow.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* What a state of the schema holds once it was checked: a number is a double then (§5). @budget: how
 * many parts may still be made */
TroupeCelType *troupe_diagnosis_type_from_schema (const TroupeSchemaNode *schema, guint *budget);
/* What is known of `outputs` from what each method does. @types: of the roots; that of the state is read.
 * (transfer full) */
TroupeCelType *troupe_diagnosis_type_of_outputs (TroupeFlow *flow, TroupeCelType *const *types);

G_END_DECLS
