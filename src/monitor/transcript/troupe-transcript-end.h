/* troupe-transcript-end.h: scrolled list that follows its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTranscriptEnd:
 *
 * A list in a scrolled window. While the list is scrolled near its end, it keeps following the end.
 * Otherwise, a round button scrolls to the end.
 */
#define TROUPE_TYPE_TRANSCRIPT_END (troupe_transcript_end_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptEnd, troupe_transcript_end, TROUPE, TRANSCRIPT_END, GtkWidget)

/* @list: a list view; @child: the child of the scrolled window, which is either @list or a
 *   widget that contains @list */
GtkWidget *troupe_transcript_end_new (GtkListView *list, GtkWidget *child);

/* Must be called when the number of items has changed. */
void troupe_transcript_end_set_n_items (TroupeTranscriptEnd *self, guint n_items);
/* Stops following the end, and preserves the position of @row, whose height is about to change. */
void troupe_transcript_end_keep (TroupeTranscriptEnd *self, GtkWidget *row);
/* Stops following the end. */
void troupe_transcript_end_leave (TroupeTranscriptEnd *self);

G_END_DECLS
