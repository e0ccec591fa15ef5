/* troupe-flow-names.h: names that the methods and conditions of a flow use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Methods and events share one namespace (doc/flow-semantics.md §2). A set of names is a GHashTable
 * of strings. */

/* Creates an empty set. (transfer full) (element-type utf8) */
GHashTable *troupe_flow_names_new (void);
/* Lists the names of all methods, of the events that they can emit, and of the events that
 * conditions wait for. (transfer full) (element-type utf8) */
GHashTable *troupe_flow_names_list (TroupeFlow *flow);
/* Adds the events of a condition. @condition: (nullable) */
void troupe_flow_names_add_condition (GHashTable *set, const TroupeCondition *condition);
/* Adds the events of a router to @set.
 * @renamable: (out) (optional): whether all of them can be renamed
 * @is_open: (out) (optional): whether it may emit others */
void troupe_flow_names_add_events (GHashTable *set,
                                   const TroupeFlowMethod *method,
                                   gboolean *renamable,
                                   gboolean *is_open);
/* Returns TRUE if the events of the method are the outcomes of human feedback. */
gboolean troupe_flow_names_are_outcomes (const TroupeFlowMethod *method);

/* Chooses names for new methods or events: each of @wanted, or the same with the next number
 * (troupe_tree_number_name()) that is not used in @flow. Otherwise the new method would run after an event
 * that it does not know, or emit one that starts a method. @wanted: NULL-terminated. (transfer full):
 * names in the order of @wanted, NULL-terminated */
char **troupe_flow_names_find_free (TroupeFlow *flow, const char *const *wanted);

G_END_DECLS
