/* troupe-flow-breakpoints.h: the list of breakpoints in the tree of a flow, and those on events after edits of the events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Returns `x-troupe.breakpoints` of the tree of a document. (transfer none) (nullable) */
JsonArray *troupe_flow_breakpoints_get_list (JsonNode *root);
/* Returns the tree with another list. A section without content is removed, and so is `x-troupe` then. @list: (transfer full).
 * (transfer full) */
JsonNode *troupe_flow_breakpoints_put_list (JsonNode *root, JsonArray *list);

/* Renames the event of breakpoints in the tree of a document. @keeps_old: whether other methods emit the event, so that there is a breakpoint on
 * each of both. Returns the changed tree, or a reference to @root. (transfer full) */
JsonNode *troupe_flow_breakpoints_rename_event (JsonNode *root,
                                                const char *event,
                                                const char *new_event,
                                                gboolean keeps_old);
/* Removes breakpoints on events to which their target listens in @before, but not in @after, or which no method emits any more. Returns the changed tree, or a reference
 * to @after. (transfer full) */
JsonNode *troupe_flow_breakpoints_prune (JsonNode *before, JsonNode *after);

G_END_DECLS
