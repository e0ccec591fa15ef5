/* troupe-flow-document-private.h: what the files of the flow document share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-flow-private.h"

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

/**
 * _troupe_flow_describe_other_kind:
 * @root: what a file holds
 *
 * Tells a flow from what CrewAI and other programs write beside it: crews, agents, tasks, graphs of
 * other editors, lists.
 *
 * Returns: (transfer full) (nullable): a sentence for a person, or %NULL where @root is a flow or is
 *   meant to be one
 */
char *_troupe_flow_describe_other_kind (JsonNode *root);

/* --- Conditions ---------------------------------------------------------------------------- */

/* What an event becomes: as for troupe_tree_map(). */
typedef JsonNode *(*TroupeMapEventFunc) (const char *event, JsonNode *node, gpointer user_data);

/* Gates that lost inputs and have one left become that one; NULL where nothing is left. */
JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data);

/* The word of a gate; NULL where the node is none. Only `and` counts where both stand. */
const char *troupe_condition_node_get_word (JsonNode *node);
/* The list of a gate; NULL where the node is none or holds no list. */
JsonNode *troupe_condition_node_get_inputs (JsonNode *gate);

/* Methods that are being taken out of a flow. */
typedef struct
{
  TroupeFlow *flow;
  GHashTable *names;
  GHashTable *events; /* what nobody emits without them: to the method */
} TroupeGoneMethods;

/* The method that goes and whose end or event @event is; NULL where it stays. */
const TroupeFlowMethod *troupe_gone_methods_find (const TroupeGoneMethods *self, const char *event);

/**
 * troupe_gone_methods_reconnect:
 * @condition: what @listener waits for
 * @result: (out) (transfer full) (nullable): the same with the conditions of the methods that go in
 *   their places; @condition itself where it names none of them, %NULL where nothing is left
 * @met_start: (out): whether one of them was an unconditional start
 *
 * A gate in a gate of its kind is spliced in, and what is decided further up is left out, so that the
 * result holds for the same sets of events (spec/flow-semantics.md §2.1) and stays small.
 *
 * Returns: %FALSE where it would name more than %TROUPE_LIMIT_CONDITION events
 */
gboolean troupe_gone_methods_reconnect (const TroupeGoneMethods *self,
                                        const char *listener,
                                        JsonNode *condition,
                                        JsonNode **result,
                                        gboolean *met_start);

/* --- Names --------------------------------------------------------------------------------- */

/* A copy of a methods object in which names, conditions and expressions follow @names: old to new. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names);
/* The same for positions, gates and groups. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);

G_END_DECLS
