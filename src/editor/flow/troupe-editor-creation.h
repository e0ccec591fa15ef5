/* troupe-editor-creation.h: creating methods and notes, directly or with the palette
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
 * Owns the palette and the target for which it was opened: a position, a wire without a second end,
 * or a wire into which the new method is inserted.
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

/* --- Creating without the palette, at a free position ----------------------------------------- */

/* Creates a method or a note and selects it. */
void troupe_editor_creation_add (TroupeEditorCreation *self, TroupePaletteKind kind);
/* @place: (nullable) */
void troupe_editor_creation_add_note (TroupeEditorCreation *self, const graphene_point_t *place);

/* --- Creating with the palette, which also connects the new method ---------------------------- */

void troupe_editor_creation_ask (TroupeEditorCreation *self);
/* @x, @y: canvas pixels, also below */
void troupe_editor_creation_ask_at (TroupeEditorCreation *self, double x, double y);
/* Opens the palette for the method at the other end of a dropped wire. This method is the target
 * of the wire, or its source if @backward. @from: the method or gate at the existing end; @port:
 * (nullable): the port at this end */
void troupe_editor_creation_ask_for_wire (TroupeEditorCreation *self,
                                          const char *from,
                                          const char *port,
                                          double x,
                                          double y,
                                          gboolean backward);
/* As for a wire that was dropped beside the card of the method. It begins at the method itself, or at the first
 * event of a router that nothing listens to. */
void troupe_editor_creation_ask_after (TroupeEditorCreation *self, const char *method);
/* Opens the palette for a method to be inserted into that wire. */
void troupe_editor_creation_ask_for_insert (TroupeEditorCreation *self, const char *wire);

G_END_DECLS
