/* troupe-text-diff-view.h: two texts side by side, line against line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTextSides:
 *
 * Two texts to be read beside each other: lines that only the left one has are marked with −, those of the
 * right one with +, and tinted besides; words within them are tinted more. Long stretches that are the same
 * are left out. Both scroll together.
 */
#define TROUPE_TYPE_TEXT_SIDES (troupe_text_sides_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTextSides, troupe_text_sides, TROUPE, TEXT_SIDES, GtkWidget)

GtkWidget *troupe_text_sides_new (void);

/* Writes one of the texts, on another thread. (transfer full) */
typedef char *(*TroupeTextFunc) (gpointer source);

/**
 * troupe_text_sides_show:
 * @write: writes the text of @left and that of @right
 * @left, @right: (transfer full)
 * @destroy: of both, on any thread
 *
 * Writes and compares on another thread and shows both then; what was asked for before is forgotten.
 */
void troupe_text_sides_show (TroupeTextSides *self,
                             const char *left_title,
                             const char *right_title,
                             TroupeTextFunc write,
                             gpointer left,
                             gpointer right,
                             GDestroyNotify destroy);
/* One of them takes all the room: 0 or 1; -1: both are shown. */
void troupe_text_sides_show_only (TroupeTextSides *self, int side);
gboolean troupe_text_sides_is_busy (TroupeTextSides *self);

G_END_DECLS
