/* troupe-condition-tree.h: a condition that can be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeConditionTree:
 *
 * A copy of a condition, to be changed in several places before it is given back to the document as
 * one. What is marked as removed goes away when the tree is tidied: until then the paths, which are those
 * of gates (`1.0`), hold. Parts that nobody has changed are given back as they stand in the document.
 */
typedef struct _TroupeConditionTree TroupeConditionTree;
struct _TroupeConditionTree
{
  TroupeConditionType type;
  char *event;
  GPtrArray *children; /* (element-type TroupeConditionTree) */
  JsonNode *node;      /* (nullable): where it came from */
  gboolean removed;
  gboolean changed; /* it has other inputs than @node, or is of another kind */
};

/* @condition: (nullable): NULL gives an `or` without children, which is no condition. */
TroupeConditionTree *troupe_condition_tree_new (const TroupeCondition *condition);
TroupeConditionTree *troupe_condition_tree_new_event (const char *event);
TroupeConditionTree *troupe_condition_tree_new_gate (gboolean is_and);
TroupeConditionTree *troupe_condition_tree_copy (const TroupeConditionTree *self);
void troupe_condition_tree_free (TroupeConditionTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeConditionTree, troupe_condition_tree_free)

/* The part at the path of child indexes (`""`, `1`, `1.0`); NULL where there is none.
 * (transfer none) */
TroupeConditionTree *troupe_condition_tree_get (TroupeConditionTree *self, const char *path);

/* One more input (transfer full) of a gate. */
void troupe_condition_tree_add (TroupeConditionTree *self, TroupeConditionTree *child);
/* Makes a gate of the other kind; what is none stays. FALSE where it is none. */
gboolean troupe_condition_tree_toggle (TroupeConditionTree *self);
/* Puts a gate where @self stands, with what it was as the one input. */
void troupe_condition_tree_make_gate (TroupeConditionTree *self, gboolean is_and);
/* It is the event from now on, whatever it was. */
void troupe_condition_tree_set_event (TroupeConditionTree *self, const char *event);
/* Whether @event stands anywhere in it. */
gboolean troupe_condition_tree_mentions (const TroupeConditionTree *self, const char *event);

/* Puts @child (transfer full) beside what is there, joined by and/or. Returns the tree's new root:
 * @self is part of it or freed. */
TroupeConditionTree *troupe_condition_tree_join (TroupeConditionTree *self,
                                                 TroupeConditionTree *child,
                                                 gboolean with_and);

/* Puts copies of @replacement (nullable: marks as removed) where @event stands. How many. */
guint troupe_condition_tree_replace (TroupeConditionTree *self,
                                     const char *event,
                                     const TroupeConditionTree *replacement);

/* Drops what is removed; where something has changed also gates with one input, gates inside gates of
 * their kind, and events that stand twice. Takes @self; NULL where nothing is left. (transfer full)
 * (nullable) */
TroupeConditionTree *troupe_condition_tree_tidy (TroupeConditionTree *self);

/* As the document has it. (transfer full) */
JsonNode *troupe_condition_tree_to_node (const TroupeConditionTree *self);
/* `a and (b or c)`, for a person. (transfer full) */
char *troupe_condition_tree_to_text (const TroupeConditionTree *self);

/* A method can have two conditions, `listen` and a conditional `start`; gates of the second then have
 * paths that begin with `start`. @path: of a gate; `""` is the top of what the method has. */
const TroupeCondition *troupe_flow_method_get_condition (const TroupeFlowMethod *method,
                                                         const char *path);
/* The key of the document under which that condition stands: `listen` or `start`. */
const char *troupe_flow_method_get_condition_key (const TroupeFlowMethod *method, const char *path);
/* The part of a condition at @path; NULL where there is none. (transfer none) */
const TroupeCondition *troupe_condition_get_part (const TroupeCondition *self, const char *path);

G_END_DECLS
