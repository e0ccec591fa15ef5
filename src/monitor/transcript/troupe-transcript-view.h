/* troupe-transcript-view.h: the transcript panel
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
 * What agents said and did, with tasks and agents to narrow it to beside it on one side, and what is known of the
 * selected line on the other. It follows the end of the list while that is in view.
 *
 * Signal: `chosen` (TroupeTranscriptGroup): it was narrowed to that.
 *
 * Property: `narrow` (boolean): both sides fold away behind a bar. Class actions: `transcript.copy` (the selected
 * line), `transcript.find`, `transcript.find-next`, `transcript.find-previous`.
 */
#define TROUPE_TYPE_TRANSCRIPT_VIEW (troupe_transcript_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptView,
                      troupe_transcript_view,
                      TROUPE,
                      TRANSCRIPT_VIEW,
                      GtkWidget)

GtkWidget *troupe_transcript_view_new (TroupeTrace *trace);

TroupeTranscript *troupe_transcript_view_get_transcript (TroupeTranscriptView *self);
void troupe_transcript_view_set_narrow (TroupeTranscriptView *self, gboolean narrow);

/* Narrows it, as a choice in its side list does. */
void troupe_transcript_view_choose (TroupeTranscriptView *self,
                                    TroupeTranscriptGroupKind kind,
                                    const char *key);

/* Narrows it to the task with the @number, from 1, of the method @method, or of any where that is %NULL. FALSE where it
 * has not begun. */
gboolean
troupe_transcript_view_choose_task (TroupeTranscriptView *self, const char *method, guint number);

/* Looks for @text, whatever its case, in all lines that are shown, folded or not; in the beginning of very long ones. It
 * takes several turns of the main loop. */
void troupe_transcript_view_search (TroupeTranscriptView *self, const char *text);
/* How many lines have it, so far, and which of them was gone to, from 1; 0: none. */
guint troupe_transcript_view_get_found (TroupeTranscriptView *self, guint *place);

/* Selects line @position and brings it into view. */
void troupe_transcript_view_go_to (TroupeTranscriptView *self, guint position);
/* The same with the head of the task whose span has @id; FALSE where none is shown. */
gboolean troupe_transcript_view_go_to_task (TroupeTranscriptView *self, guint64 id);
/* What Ctrl+C copies of it: the selected line, whole. (transfer full) (nullable) */
char *troupe_transcript_view_dup_selected (TroupeTranscriptView *self);

G_END_DECLS
