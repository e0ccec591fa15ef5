/* troupe-editor-popovers.h: what opens over the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/**
 * TroupeEditorPopovers:
 *
 * Owns what opens over the canvas (rename, connect, find, the text of a note, menus, the list of keys),
 * each made when it is first asked for, and the thing on the canvas that the open one belongs to.
 *
 * Signals: `found` (id, path (nullable): a person has chosen what a search found; it is selected and seen).
 */
#define TROUPE_TYPE_EDITOR_POPOVERS (troupe_editor_popovers_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorPopovers,
                      troupe_editor_popovers,
                      TROUPE,
                      EDITOR_POPOVERS,
                      GObject)

/* @page: their parent; call troupe_editor_popovers_clear() before it goes. @find_button: where find opens */
TroupeEditorPopovers *troupe_editor_popovers_new (GtkWidget *page,
                                                  TroupeDrawing *drawing,
                                                  TroupeEditorView *view,
                                                  GtkWidget *find_button);

/* After the parent of @popover was given its size: it stands where it points to again. One that is up in
 * a page which is not on the screen has no surface, and is shown with its page. */
void troupe_popover_follow (GtkPopover *popover);

/* One that another part makes. The page is its parent from now on. */
void troupe_editor_popovers_add (TroupeEditorPopovers *self, GtkWidget *popover);
/* After the page was given its size. */
void troupe_editor_popovers_present (TroupeEditorPopovers *self);
/* One that is still open when its window goes is never let go of by GTK 4.8. */
void troupe_editor_popovers_close (TroupeEditorPopovers *self);
/* Takes all away from the page. */
void troupe_editor_popovers_clear (TroupeEditorPopovers *self);
/* Where on the page @point is, which is one of the canvas widget; what is out of view counts as at its
 * edge. FALSE where the two are not in one window. */
gboolean troupe_editor_popovers_find_place (TroupeEditorPopovers *self,
                                            graphene_point_t point,
                                            graphene_point_t *place);

/* Of the method that is selected, else of the group. */
void troupe_editor_popovers_open_rename (TroupeEditorPopovers *self);
void troupe_editor_popovers_open_connect (TroupeEditorPopovers *self, gboolean with_and);
void troupe_editor_popovers_open_find (TroupeEditorPopovers *self);
/* The next hit of the last search, or the one before; where there was none it is asked for. */
void troupe_editor_popovers_find_next (TroupeEditorPopovers *self, gboolean forward);
/* @replace: the text is selected. */
void
troupe_editor_popovers_open_note (TroupeEditorPopovers *self, const char *id, gboolean replace);
/* @x, @y: of the canvas widget */
void troupe_editor_popovers_open_menu (TroupeEditorPopovers *self,
                                       TroupeCanvasKind kind,
                                       double x,
                                       double y);
/* Where the menu was opened last, canvas pixels. */
const graphene_point_t *troupe_editor_popovers_get_menu_place (TroupeEditorPopovers *self);
/* What can be pressed after Alt+A, where that would do something. */
void troupe_editor_popovers_show_align_keys (TroupeEditorPopovers *self);
void troupe_editor_popovers_hide_align_keys (TroupeEditorPopovers *self);

G_END_DECLS
