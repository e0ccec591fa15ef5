/* troupe-subpage.h: what stands in an editor's place while a person is in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * TroupeSubpage:
 *
 * A page behind a crew or a flow: the breadcrumb with the way back, buttons at the end of its
 * bar, and a child that fills the rest. It takes the place of the editor that is in front, which comes back when the page
 * is left: by the breadcrumb, Alt+Up, Esc where nothing in it took that key, or because its content goes.
 *
 * Signals: `left`: once, before it goes; `width-changed`: there is more or less room than before.
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
 * Shows @child in the place of what is in front of @content. Another page that stands there is left before.
 *
 * Returns: (transfer none): the page, until it is left
 */
TroupeSubpage *
troupe_subpage_open (TroupePageContent *content, const char *title, GtkWidget *child);
/* The one that is seen; NULL where the editor is. (transfer none) (nullable) */
TroupeSubpage *troupe_subpage_find (TroupePageContent *content);

/* (transfer none) */
GtkWidget *troupe_subpage_get_child (TroupeSubpage *self);
/* At the end of the bar, behind those that were added before. */
void troupe_subpage_add_button (TroupeSubpage *self, GtkWidget *button);
void troupe_subpage_leave (TroupeSubpage *self);

/* How much room there is. */
TroupeEditorWidth troupe_subpage_get_width_class (TroupeSubpage *self);
void troupe_subpage_set_width_class (TroupeSubpage *self, TroupeEditorWidth width);

/* Installs what opens each of the pages that there are, in every kind of content: `content.NAME`. */
void troupe_subpage_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
