/* troupe-flow-document-private.h: how the edits of a flow reach the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* Makes @root the document's as one step of undo, or as part of the group under way.
 * @loads: refuse it, with an error, where the document loads now and would not afterwards. */
gboolean troupe_flow_document_commit (TroupeFlowDocument *self,
                                      JsonNode *root,
                                      const char *label,
                                      const char *merge_key,
                                      gboolean loads,
                                      GError **error);
JsonNode *
troupe_flow_document_get_method_node (TroupeFlowDocument *self, const char *name, GError **error);

G_END_DECLS
