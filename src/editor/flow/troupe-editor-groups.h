/* troupe-editor-groups.h: frames around methods: made, named, coloured, moved and taken away
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Frames the methods that are selected, and selects the frame; FALSE where there are none. */
gboolean troupe_editor_groups_make (TroupeDrawing *self);
/* The groups that are selected, or that what is selected stands in. */
void troupe_editor_groups_ungroup (TroupeDrawing *self);
gboolean troupe_editor_groups_can_ungroup (TroupeDrawing *self);

/* Ids of those that hold any of @methods; @all: that hold nothing else. (transfer full) */
char **
troupe_editor_groups_list_around (TroupeDrawing *self, const char *const *methods, gboolean all);
/* The methods of the groups with @ids. (transfer full), NULL-terminated. */
char **troupe_editor_groups_list_methods (TroupeDrawing *self, const char *const *ids);

void troupe_editor_groups_remove (TroupeDrawing *self, const char *const *ids);
void troupe_editor_groups_rename (TroupeDrawing *self, const char *id, const char *title);
/* Of those that are selected; @colour: blue, green … */
void troupe_editor_groups_colour_selected (TroupeDrawing *self, const char *colour);
void troupe_editor_groups_move (TroupeDrawing *self, const TroupeCanvasMove *move);

/* A list of the groups that hold nothing but @methods. (transfer full) */
JsonNode *troupe_editor_groups_copy (TroupeDrawing *self, const char *const *methods);
/* Makes those of a pasted text anew. @groups: (nullable). @names: old names to new ones. A part of an
 * edit. */
void troupe_editor_groups_paste (TroupeDrawing *self, JsonNode *groups, GHashTable *names);

G_END_DECLS
