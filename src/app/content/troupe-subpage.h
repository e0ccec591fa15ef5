/* troupe-subpage.h: page with breadcrumb that covers the editor of a document page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * TroupeSubpage:
 *
 * A page below a crew or a flow in the navigation. It consists of a bar, with a breadcrumb to
 * return and buttons at the end, and of a child that fills the rest. The subpage covers the visible
 * editor until it is left by the breadcrumb, by Alt+Up, by Esc if no child handles that key, or
 * because its content is destroyed.
 *
 * Signals: `left` (emitted once, before the subpage is removed), `width-changed` (the width class
 * has changed).
 *
 * Class action: `subpage.leave`.
 */
#define TROUPE_TYPE_SUBPAGE (troupe_subpage_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSubpage, troupe_subpage, TROUPE, SUBPAGE, GtkWidget)

/**
 * troupe_subpage_open:
 * @title: the last name of the breadcrumb
 * @child: a floating widget, which gets the focus
 *
 * Shows @child in place of the visible editor of @content. If a subpage is already open, it is left
 * first.
 *
 * Returns: (transfer none): the subpage, valid until it is left
 */
TroupeSubpage *
troupe_subpage_open (TroupePageContent *content, const char *title, GtkWidget *child);
/* Returns the open subpage; NULL if the editor is visible. (transfer none) (nullable) */
TroupeSubpage *troupe_subpage_find (TroupePageContent *content);

/* (transfer none) */
GtkWidget *troupe_subpage_get_child (TroupeSubpage *self);
/* Adds a button at the end of the bar, after the existing buttons. */
void troupe_subpage_add_button (TroupeSubpage *self, GtkWidget *button);
/* Hides the bar, for a child with a bar of its own. */
void troupe_subpage_hide_bar (TroupeSubpage *self);
/* Gets the empty part of the bar, between the breadcrumb and the buttons, in coordinates of @around.
 * Returns FALSE if there is none. */
gboolean troupe_subpage_get_gap (TroupeSubpage *self, GtkWidget *around, graphene_rect_t *gap);
void troupe_subpage_leave (TroupeSubpage *self);

/* Returns the available width as a class. */
TroupeEditorWidth troupe_subpage_get_width_class (TroupeSubpage *self);
void troupe_subpage_set_width_class (TroupeSubpage *self, TroupeEditorWidth width);

G_END_DECLS
