/* troupe-canvas-selection.h: selection and keyboard focus of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasSelection:
 *
 * The selected ids, which need not exist in the scene yet, and the keyboard focus.
 *
 * Signals:
 * - `changed`: the selected items have changed
 * - `focus-changed`: the keyboard focus has moved
 */
#define TROUPE_TYPE_CANVAS_SELECTION (troupe_canvas_selection_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasSelection,
                      troupe_canvas_selection,
                      TROUPE,
                      CANVAS_SELECTION,
                      GObject)

TroupeCanvasSelection *troupe_canvas_selection_new (void);
/* Sets the scene whose items can be selected. Selection and focus are kept. @scene: (nullable) */
void troupe_canvas_selection_set_scene (TroupeCanvasSelection *self, TroupeCanvasScene *scene);

/* @id: (nullable) */
gboolean troupe_canvas_selection_contains (TroupeCanvasSelection *self, const char *id);
/* Returns the number of selected items that exist in the scene. */
guint troupe_canvas_selection_count (TroupeCanvasSelection *self);
/* Returns the selected ids that exist in the scene, in the order of the scene; NULL-terminated.
 * (transfer container) */
const char **troupe_canvas_selection_list (TroupeCanvasSelection *self);

/* Replaces the selection. @ids: (nullable): NULL-terminated; may be owned by the selection.
 * Emits nothing if the selection does not change. */
void troupe_canvas_selection_set (TroupeCanvasSelection *self, const char *const *ids);
/* Selects everything except wires, which follow their nodes. */
void troupe_canvas_selection_set_all (TroupeCanvasSelection *self);
void troupe_canvas_selection_invert (TroupeCanvasSelection *self);
void troupe_canvas_selection_add (TroupeCanvasSelection *self, const char *id);
void troupe_canvas_selection_toggle (TroupeCanvasSelection *self, const char *id);
/* Returns a copy of the set of ids, to be modified and passed to troupe_canvas_selection_take().
 * (transfer full) */
GHashTable *troupe_canvas_selection_copy (TroupeCanvasSelection *self);
/* Replaces the selection. @ids: (transfer full): the new set */
void troupe_canvas_selection_take (TroupeCanvasSelection *self, GHashTable *ids);

/* Returns the node or gate that has the keyboard focus. (nullable) */
const char *troupe_canvas_selection_get_focus (TroupeCanvasSelection *self);
void troupe_canvas_selection_set_focus (TroupeCanvasSelection *self, const char *id);

G_END_DECLS
