/* troupe-flow-paste-layout.h: copying and pasting of positions, gates, bends, groups and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-paste.h"

G_BEGIN_DECLS

/* Returns the part of `x-troupe` that belongs to the methods and notes. Groups are copied if they
 * are in @groups or if all of their methods are copied. @inner: the names of the methods and of
 * their events; @notes, @groups: (nullable): ids. (transfer full) */
JsonNode *troupe_flow_layout_copy (JsonNode *root,
                                   GHashTable *methods,
                                   GHashTable *inner,
                                   const char *const *notes,
                                   const char *const *groups);

/* Returns TRUE if a copied layout contains notes or groups. @layout: (nullable) */
gboolean troupe_flow_layout_has_items (JsonNode *layout);

/**
 * troupe_flow_layout_paste:
 * @root: the document
 * @layout: (nullable): the copied layout; untrusted
 * @x, @y: the upper left corner of everything that is pasted
 * @notes, @groups: (out callee-allocates) (transfer full): the new ids
 *
 * Adds a copied layout with new ids and the new names of @paste. Members of a group that were not
 * pasted are left out.
 *
 * Returns: (transfer full): the document with the layout
 */
JsonNode *troupe_flow_layout_paste (TroupeFlowPaste *paste,
                                    JsonNode *root,
                                    JsonNode *layout,
                                    double x,
                                    double y,
                                    char ***notes,
                                    char ***groups);

/* Returns the document with the positions of some items moved. @methods: names; @inner: the
 * methods and their events; @notes, @groups: ids. (transfer full) */
JsonNode *troupe_flow_layout_move (JsonNode *root,
                                   GHashTable *methods,
                                   GHashTable *inner,
                                   const char *const *notes,
                                   const char *const *groups,
                                   double dx,
                                   double dy);

G_END_DECLS
