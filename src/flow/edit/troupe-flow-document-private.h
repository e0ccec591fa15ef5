/* troupe-flow-document-private.h: private API to commit edits of a flow document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* Sets the root of the document as one undo step, or as part of the current group.
 * @loads: refuse the edit, with an error, if the document loads now and would not load
 *   afterward. */
gboolean troupe_flow_document_commit (TroupeFlowDocument *self,
                                      JsonNode *root,
                                      const char *label,
                                      const char *merge_key,
                                      gboolean loads,
                                      GError **error);
JsonNode *
troupe_flow_document_get_method_node (TroupeFlowDocument *self, const char *name, GError **error);

G_END_DECLS
