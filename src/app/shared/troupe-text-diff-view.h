/* troupe-text-diff-view.h: two versions of a text, compared by lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTextDiffView:
 *
 * Two texts to be read beside each other: lines that only the left one has are marked with −, those of the
 * right one with +, and tinted besides; words within them are tinted more. Long stretches that are the same
 * are left out. Both scroll together.
 */
#define TROUPE_TYPE_TEXT_DIFF_VIEW (troupe_text_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTextDiffView, troupe_text_diff_view, TROUPE, TEXT_DIFF_VIEW, GtkWidget)

GtkWidget *troupe_text_diff_view_new (void);

/* Writes one of the texts, on another thread. (transfer full) */
typedef char *(*TroupeTextFunc) (gpointer source);

/**
 * troupe_text_diff_view_show:
 * @write: writes the text of @left and that of @right
 * @left, @right: (transfer full)
 * @destroy: of both, on any thread
 *
 * Writes and compares on another thread and shows both then; what was asked for before is forgotten.
 */
void troupe_text_diff_view_show (TroupeTextDiffView *self,
                                 const char *left_title,
                                 const char *right_title,
                                 TroupeTextFunc write,
                                 gpointer left,
                                 gpointer right,
                                 GDestroyNotify destroy);
/* One of them takes all the room: 0 or 1; -1: both are shown. */
void troupe_text_diff_view_show_only (TroupeTextDiffView *self, int side);
gboolean troupe_text_diff_view_is_busy (TroupeTextDiffView *self);

G_END_DECLS
