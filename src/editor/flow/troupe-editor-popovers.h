/* troupe-editor-popovers.h: popovers over the canvas: rename, connect, find, notes, menus
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
 * Owns the popovers over the canvas (rename, connect, find, menus, the list of keys) and the editor of
 * notes. Each is created on first use. This object also owns the object on the canvas to
 * which the open popover is anchored.
 *
 * Signals: `found` (id, path (nullable): the user has chosen a search result, which is selected and
 * visible now), `create-after` (method, port (nullable), #TroupePaletteKind: the user has chosen a new method
 * in place of one to connect to).
 */
#define TROUPE_TYPE_EDITOR_POPOVERS (troupe_editor_popovers_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorPopovers,
                      troupe_editor_popovers,
                      TROUPE,
                      EDITOR_POPOVERS,
                      GObject)

/* Creates the owner of the popovers. @page: the parent of the popovers; call
 * troupe_editor_popovers_clear() before it is disposed.
 * @find_button: the button to which the find popover points */
TroupeEditorPopovers *troupe_editor_popovers_new (GtkWidget *page,
                                                  TroupeDrawing *drawing,
                                                  TroupeEditorView *view,
                                                  GtkWidget *find_button);

/* Adds a popover that another component created, and makes the page its parent. */
void troupe_editor_popovers_add (TroupeEditorPopovers *self, GtkWidget *popover);
/* Updates the positions of the popovers. Must be called after the page was allocated. */
void troupe_editor_popovers_present (TroupeEditorPopovers *self);
/* Closes all popovers, because GTK 4.8 leaks a popover that is open when its window is
 * destroyed. */
void troupe_editor_popovers_close (TroupeEditorPopovers *self);
/* Removes all popovers from the page. */
void troupe_editor_popovers_clear (TroupeEditorPopovers *self);
/* Converts @point from canvas widget to page coordinates. A point outside of the view is clamped
 * to the edge of the view. Returns FALSE if the two widgets are not in the same window. */
gboolean troupe_editor_popovers_find_place (TroupeEditorPopovers *self,
                                            graphene_point_t point,
                                            graphene_point_t *place);

/* Renames the selected method. If no method is selected, renames the selected group. */
void troupe_editor_popovers_open_rename (TroupeEditorPopovers *self);
/* Anchors a popover, which was added, to the object with that id, and opens it. */
void
troupe_editor_popovers_open_at (TroupeEditorPopovers *self, GtkWidget *popover, const char *id);
/* Asks for the condition of the breakpoint on the selected method. */
void troupe_editor_popovers_open_condition (TroupeEditorPopovers *self);
/* Asks for the method that the selected one is connected to. Returns FALSE if there is none. */
gboolean troupe_editor_popovers_open_connect (TroupeEditorPopovers *self, gboolean with_and);
/* Asks for the method to which the end of the selected wire is moved. Does nothing unless one wire is
 * selected; says so if there is no such method. */
void troupe_editor_popovers_open_move_end (TroupeEditorPopovers *self);
/* @used: (nullable): the name whose uses are shown; %NULL searches for the last words */
void troupe_editor_popovers_open_find (TroupeEditorPopovers *self, const char *used);
/* Selects the next (@forward) or previous hit of the last search. Opens the find popover if
 * there was no search. */
void troupe_editor_popovers_find_next (TroupeEditorPopovers *self, gboolean forward);
/* Edits the text of a note in its place. @is_new: the note was just added; it is removed again if nothing
 * is typed */
void troupe_editor_popovers_edit_note (TroupeEditorPopovers *self, const char *id, gboolean is_new);
/* Removes the note that is edited if it is new, still empty and the last edit. Returns FALSE otherwise. */
gboolean troupe_editor_popovers_drop_note (TroupeEditorPopovers *self);
/* Opens the context menu of an object. @x, @y: coordinates of the canvas widget */
void troupe_editor_popovers_open_menu (TroupeEditorPopovers *self,
                                       TroupeCanvasKind kind,
                                       double x,
                                       double y);
/* Returns the position where the menu was opened last, in canvas pixels. */
const graphene_point_t *troupe_editor_popovers_get_menu_place (TroupeEditorPopovers *self);
/* Shows the keys that can be pressed after Alt+A, if they would have an effect. */
void troupe_editor_popovers_show_align_keys (TroupeEditorPopovers *self);
void troupe_editor_popovers_hide_align_keys (TroupeEditorPopovers *self);

G_END_DECLS
