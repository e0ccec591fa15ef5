/* troupe-flow-expression.h: compiles the expressions and templates of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/* Compiles the field at the reader's current path. @in_step: whether `item` may be used. */
TroupeFlowExpression *troupe_flow_reader_compile_field (TroupeFlowReader *self,
                                                        JsonNode *node,
                                                        gboolean in_step,
                                                        GHashTable *steps);
TroupeFlowTemplate *troupe_flow_reader_compile_template (TroupeFlowReader *self,
                                                         JsonNode *node,
                                                         gboolean in_step,
                                                         GHashTable *steps);
TroupeFlowExpression *troupe_flow_expression_new_empty (const char *path);
void troupe_flow_expression_free (TroupeFlowExpression *self);
void troupe_flow_template_free (TroupeFlowTemplate *self);

G_END_DECLS
