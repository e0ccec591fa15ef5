/* troupe-canvas-selection.h: what is selected and where the keyboard stands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasSelection: a set of ids, which need not be known to the scene yet, and the focus.
 *
 * Signals:
 * - `changed`: other things are selected
 * - `focus-changed`: the keyboard stands elsewhere
 */
#define TROUPE_TYPE_CANVAS_SELECTION (troupe_canvas_selection_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasSelection,
                      troupe_canvas_selection,
                      TROUPE,
                      CANVAS_SELECTION,
                      GObject)

TroupeCanvasSelection *troupe_canvas_selection_new (void);
/* @scene: (nullable): whose things can be selected. Selection and focus stay. */
void troupe_canvas_selection_set_scene (TroupeCanvasSelection *self, TroupeCanvasScene *scene);

/* @id: (nullable) */
gboolean troupe_canvas_selection_contains (TroupeCanvasSelection *self, const char *id);
/* Of those the scene knows. */
guint troupe_canvas_selection_count (TroupeCanvasSelection *self);
/* (transfer container): those the scene knows, in its order; NULL-terminated. */
const char **troupe_canvas_selection_list (TroupeCanvasSelection *self);

/* @ids: (nullable): NULL-terminated; may be those that are in it. Nothing is emitted where it has them. */
void troupe_canvas_selection_set (TroupeCanvasSelection *self, const char *const *ids);
/* Everything but wires, which go with their nodes. */
void troupe_canvas_selection_set_all (TroupeCanvasSelection *self);
void troupe_canvas_selection_invert (TroupeCanvasSelection *self);
void troupe_canvas_selection_add (TroupeCanvasSelection *self, const char *id);
void troupe_canvas_selection_toggle (TroupeCanvasSelection *self, const char *id);
/* (transfer full): a set of ids to change and to give back. */
GHashTable *troupe_canvas_selection_copy (TroupeCanvasSelection *self);
/* @ids: (transfer full): such a set */
void troupe_canvas_selection_take (TroupeCanvasSelection *self, GHashTable *ids);

/* (nullable): the node or gate the keyboard stands on. */
const char *troupe_canvas_selection_get_focus (TroupeCanvasSelection *self);
void troupe_canvas_selection_set_focus (TroupeCanvasSelection *self, const char *id);

G_END_DECLS
