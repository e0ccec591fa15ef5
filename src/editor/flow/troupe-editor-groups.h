/* troupe-editor-groups.h: groups (frames) of methods: create, rename, color, move, remove
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Groups the selected methods and those that lie between them, and selects the group. Returns FALSE if no method is selected. */
gboolean troupe_editor_groups_make (TroupeDrawing *self);
/* Removes the selected groups, or the groups that contain selected methods. */
void troupe_editor_groups_ungroup (TroupeDrawing *self);
gboolean troupe_editor_groups_can_ungroup (TroupeDrawing *self);

/* Lists the ids of groups that contain any of @methods. With @all, lists only groups that
 * contain no other methods. (transfer full) */
char **
troupe_editor_groups_list_around (TroupeDrawing *self, const char *const *methods, gboolean all);
/* Lists the methods of the groups with @ids. (transfer full), NULL-terminated. */
char **troupe_editor_groups_list_methods (TroupeDrawing *self, const char *const *ids);

void troupe_editor_groups_remove (TroupeDrawing *self, const char *const *ids);
void troupe_editor_groups_rename (TroupeDrawing *self, const char *id, const char *title);
/* Sets the color of the selected groups; @colour: blue, green … */
void troupe_editor_groups_colour_selected (TroupeDrawing *self, const char *colour);
void troupe_editor_groups_move (TroupeDrawing *self, const TroupeCanvasMove *move);

G_END_DECLS
