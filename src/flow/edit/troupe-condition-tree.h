/* troupe-condition-tree.h: mutable copy of a flow condition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeConditionTree:
 *
 * A copy of a condition that can be modified in several places and then be written to the document
 * as a whole. Parts that are marked as removed are dropped by tidy(); until then paths of gates
 * (`1.0`) remain valid. Unmodified parts are written exactly as they are in the document.
 */
typedef struct _TroupeConditionTree TroupeConditionTree;
struct _TroupeConditionTree
{
  TroupeConditionType type;
  char *event;
  GPtrArray *children; /* (element-type TroupeConditionTree) */
  JsonNode *node;      /* (nullable): source node */
  gboolean removed;
  gboolean changed; /* its inputs or type differ from @node */
};

/* Copies a condition. @condition: (nullable): NULL returns an `or` without children, which means
 * no condition. */
TroupeConditionTree *troupe_condition_tree_new (const TroupeCondition *condition);
TroupeConditionTree *troupe_condition_tree_new_event (const char *event);
TroupeConditionTree *troupe_condition_tree_new_gate (gboolean is_and);
TroupeConditionTree *troupe_condition_tree_copy (const TroupeConditionTree *self);
void troupe_condition_tree_free (TroupeConditionTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeConditionTree, troupe_condition_tree_free)

/* Returns the part at a path of child indexes (`""`, `1`, `1.0`), or NULL. (transfer none) */
TroupeConditionTree *troupe_condition_tree_get (TroupeConditionTree *self, const char *path);

/* Adds an input to a gate. @child: (transfer full) */
void troupe_condition_tree_add (TroupeConditionTree *self, TroupeConditionTree *child);
/* Toggles a gate between and/or. Returns FALSE and does nothing if it is not a gate. */
gboolean troupe_condition_tree_toggle (TroupeConditionTree *self);
/* Replaces @self with a gate whose only input is the previous content. */
void troupe_condition_tree_make_gate (TroupeConditionTree *self, gboolean is_and);
/* Replaces @self with the event. */
void troupe_condition_tree_set_event (TroupeConditionTree *self, const char *event);
/* Returns TRUE if the condition contains @event. */
gboolean troupe_condition_tree_mentions (const TroupeConditionTree *self, const char *event);

/* Adds @child (transfer full), combined with and/or. An `and` gate with one input, which was made to join others, takes
 * @child also with or, unless it is its input already. Returns the new root of the tree, which contains @self or has
 * replaced it. */
TroupeConditionTree *troupe_condition_tree_join (TroupeConditionTree *self,
                                                 TroupeConditionTree *child,
                                                 gboolean with_and);

/* Replaces each occurrence of @event with a copy of @replacement (nullable: marks it as
 * removed). Returns the number of replacements. */
guint troupe_condition_tree_replace (TroupeConditionTree *self,
                                     const char *event,
                                     const TroupeConditionTree *replacement);

/* Drops removed parts. Where something has changed, also drops gates with a single input, nested
 * gates of the same type, and duplicate events. Takes ownership of @self; returns NULL if
 * nothing is left. (transfer full) (nullable) */
TroupeConditionTree *troupe_condition_tree_tidy (TroupeConditionTree *self);

/* Converts the condition to the document's format. (transfer full) */
JsonNode *troupe_condition_tree_to_node (const TroupeConditionTree *self);
/* Formats the condition for the user: `a and (b or c)`. (transfer full) */
char *troupe_condition_tree_to_text (const TroupeConditionTree *self);

/* Returns the condition of a gate's path. A method can have two conditions, `listen` and a
 * conditional `start`; paths of the second then begin with `start`. @path: path of a gate; `""`
 * is the method's top-level gate. */
const TroupeCondition *troupe_flow_method_get_condition (const TroupeFlowMethod *method,
                                                         const char *path);
/* Returns the document key of the condition that contains the gate: `listen` or `start`. */
const char *troupe_flow_method_get_condition_key (const TroupeFlowMethod *method, const char *path);
/* Returns the part of a condition at @path, or NULL. (transfer none) */
const TroupeCondition *troupe_condition_get_part (const TroupeCondition *self, const char *path);

G_END_DECLS
