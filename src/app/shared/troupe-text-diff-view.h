/* troupe-text-diff-view.h: side-by-side diff of two texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTextDiffView:
 *
 * Shows two texts side by side. Lines that exist only on the left are marked with −, lines that
 * exist only on the right with +. Both are tinted; changed words within them are tinted more
 * strongly. Long identical passages are omitted. Both sides scroll together.
 */
#define TROUPE_TYPE_TEXT_DIFF_VIEW (troupe_text_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTextDiffView, troupe_text_diff_view, TROUPE, TEXT_DIFF_VIEW, GtkWidget)

GtkWidget *troupe_text_diff_view_new (void);

/* Generates one of the texts; called on another thread. (transfer full) */
typedef char *(*TroupeTextFunc) (gpointer source);

/**
 * troupe_text_diff_view_show:
 * @write: generates the text of @left and the text of @right
 * @left, @right: (transfer full)
 * @destroy: frees @left and @right, on any thread
 *
 * Generates and compares the texts on another thread, and then shows both texts. Cancels an earlier
 * comparison.
 */
void troupe_text_diff_view_show (TroupeTextDiffView *self,
                                 const char *left_title,
                                 const char *right_title,
                                 TroupeTextFunc write,
                                 gpointer left,
                                 gpointer right,
                                 GDestroyNotify destroy);
/* Sets whether long lines are wrapped, for texts that are read as prose rather than line by line. FALSE by default: then lines
 * that belong together are beside each other. */
void troupe_text_diff_view_set_wraps (TroupeTextDiffView *self, gboolean wraps);
/* Shows only one side, 0 or 1, or both for -1. */
void troupe_text_diff_view_show_only (TroupeTextDiffView *self, int side);
gboolean troupe_text_diff_view_is_busy (TroupeTextDiffView *self);

G_END_DECLS
