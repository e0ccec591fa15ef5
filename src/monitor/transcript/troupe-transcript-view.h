/* troupe-transcript-view.h: transcript panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-transcript.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptView:
 *
 * The transcript of agents. On one side, a list of tasks and agents serves as filter. On the other
 * side, the details of the selected entry are shown. The view follows the end of the list while the
 * end is visible.
 *
 * Signal: `chosen` (TroupeTranscriptGroup): the filter has changed.
 *
 * Property: `narrow` (boolean): both sides are hidden and are opened from a bar. Class actions:
 * `transcript.copy` (the selected entry), `transcript.find`, `transcript.find-next`,
 * `transcript.find-previous`.
 */
#define TROUPE_TYPE_TRANSCRIPT_VIEW (troupe_transcript_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptView,
                      troupe_transcript_view,
                      TROUPE,
                      TRANSCRIPT_VIEW,
                      GtkWidget)

GtkWidget *troupe_transcript_view_new (TroupeTrace *trace);

/* Sets the document's folder, from which pictures are shown. @folder: (nullable) */
void troupe_transcript_view_set_folder (TroupeTranscriptView *self, const char *folder);
/* (transfer none) (nullable) */
const char *troupe_transcript_view_get_folder (TroupeTranscriptView *self);

TroupeTranscript *troupe_transcript_view_get_transcript (TroupeTranscriptView *self);
void troupe_transcript_view_set_narrow (TroupeTranscriptView *self, gboolean narrow);

/* Sets the filter like a selection in the side list. */
void troupe_transcript_view_choose (TroupeTranscriptView *self,
                                    TroupeTranscriptGroupKind kind,
                                    const char *key);

/* Filters by the task with the @number, from 1, of the method @method. If @method is %NULL, the
 * task may belong to any method. Returns FALSE if the task has not begun. */
gboolean
troupe_transcript_view_choose_task (TroupeTranscriptView *self, const char *method, guint number);

/* Searches for @text, ignoring case, in all displayed entries, whether expanded or not. Only the
 * beginning of very long entries is searched. The search runs in several main loop iterations. */
void troupe_transcript_view_search (TroupeTranscriptView *self, const char *text);
/* Returns the number of matching entries found so far. @place: the number of the current match,
 * from 1; 0: none */
guint troupe_transcript_view_get_found (TroupeTranscriptView *self, guint *place);

/* Selects the entry at @position and scrolls to it. */
void troupe_transcript_view_go_to (TroupeTranscriptView *self, guint position);
/* Selects the heading of the task whose span has @id, and scrolls to it. Returns FALSE if the
 * heading is not displayed. */
gboolean troupe_transcript_view_go_to_task (TroupeTranscriptView *self, guint64 id);
/* Returns the complete text of the selected entry, as copied by Ctrl+C. (transfer full)
 * (nullable) */
char *troupe_transcript_view_dup_selected (TroupeTranscriptView *self);

G_END_DECLS
