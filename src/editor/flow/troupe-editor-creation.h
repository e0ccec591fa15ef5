/* troupe-editor-creation.h: new methods and notes, and the palette that asks for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-popovers.h"
#include "troupe-palette.h"

G_BEGIN_DECLS

/**
 * TroupeEditorCreation:
 *
 * Owns the palette and what it was opened for: a place, a wire whose other end is wanted, a wire that
 * something is put onto.
 */
#define TROUPE_TYPE_EDITOR_CREATION (troupe_editor_creation_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorCreation,
                      troupe_editor_creation,
                      TROUPE,
                      EDITOR_CREATION,
                      GObject)

TroupeEditorCreation *troupe_editor_creation_new (TroupeDrawing *drawing,
                                                  TroupeEditorView *view,
                                                  TroupeEditorPopovers *popovers);

/* --- At once: where there is room --------------------------------------------------------------- */

/* Creates a method, or a note, and selects it. */
void troupe_editor_creation_add (TroupeEditorCreation *self, TroupePaletteKind kind);
/* @place: (nullable) */
void troupe_editor_creation_add_note (TroupeEditorCreation *self, const graphene_point_t *place);

/* --- With the palette, whose choice is connected as it was opened for -------------------------- */

void troupe_editor_creation_ask (TroupeEditorCreation *self);
/* @x, @y: canvas pixels, as below */
void troupe_editor_creation_ask_at (TroupeEditorCreation *self, double x, double y);
/* What a wire from @from (its @port: nullable) that was dropped there leads to; @backward: what leads to
 * @from. */
void troupe_editor_creation_ask_for_wire (TroupeEditorCreation *self,
                                          const char *from,
                                          const char *port,
                                          double x,
                                          double y,
                                          gboolean backward);
/* What stands on that wire. */
void troupe_editor_creation_ask_for_insert (TroupeEditorCreation *self, const char *wire);

G_END_DECLS
