/* troupe-transcript-end.h: staying at the end of a list that grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTranscriptEnd:
 *
 * A list in its scroller, which goes on to its end for as long as it is near to it, with a round button that leads there
 * where it is not.
 */
#define TROUPE_TYPE_TRANSCRIPT_END (troupe_transcript_end_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptEnd, troupe_transcript_end, TROUPE, TRANSCRIPT_END, GtkWidget)

/* @list: a list view; @child: what is scrolled, @list or what is around it */
GtkWidget *troupe_transcript_end_new (GtkListView *list, GtkWidget *child);

/* The list has so many items now. */
void troupe_transcript_end_set_n_items (TroupeTranscriptEnd *self, guint n_items);
/* Stays where it is, whatever comes; and with @row, which is about to have another height, at its place. */
void troupe_transcript_end_keep (TroupeTranscriptEnd *self, GtkWidget *row);
/* Stays where it is, whatever comes. */
void troupe_transcript_end_leave (TroupeTranscriptEnd *self);

G_END_DECLS
