/* troupe-pane-focus.h: moves the keyboard focus into a pane as soon as it is mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupePaneFocus:
 *
 * Moves the focus between the panes of a page. A pane whose revealer has just begun to move is not mapped
 * yet, and its widgets cannot take the focus until then.
 *
 * Threads: main thread.
 */
typedef struct _TroupePaneFocus TroupePaneFocus;

/* @page: contains the panes, and must not be finalized before the result */
TroupePaneFocus *troupe_pane_focus_new (GtkWidget *page);
void troupe_pane_focus_free (TroupePaneFocus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePaneFocus, troupe_pane_focus_free)

/* Moves the focus into @pane, and shows where it is on a canvas. Returns FALSE if the pane is not mapped or none
 * of its widgets can take the focus. */
gboolean troupe_pane_focus_move (GtkWidget *pane);
/* Moves the focus into @pane: now if it is mapped, else as soon as it is, unless the focus is moved
 * elsewhere before. A canvas also scrolls to its focused card. */
void troupe_pane_focus_enter (TroupePaneFocus *self, GtkWidget *pane);

G_END_DECLS
