/* troupe-transcript-label.h: a text in a row of the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How a text is laid out: in one line, cut where there is no room; in one line, whole; in as many lines as it needs. */
typedef enum
{
  TROUPE_TRANSCRIPT_LABEL_LINE,
  TROUPE_TRANSCRIPT_LABEL_WHOLE,
  TROUPE_TRANSCRIPT_LABEL_LINES,
} TroupeTranscriptLabelForm;

/**
 * TroupeTranscriptLabel:
 *
 * A text that is cheap to show: a list that is scrolled lays out several each frame. It keeps one layout, which is made
 * once for a text that has room for its lines and twice for one that has to be broken or cut; it does not look for the
 * least width it could be broken to, and a long text does not say how wide it would like to be. It is drawn by the
 * style sheet as a label; nothing in it can be selected, and no markup is read.
 */
#define TROUPE_TYPE_TRANSCRIPT_LABEL (troupe_transcript_label_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptLabel,
                      troupe_transcript_label,
                      TROUPE,
                      TRANSCRIPT_LABEL,
                      GtkWidget)

/* @text: (nullable) */
GtkWidget *troupe_transcript_label_new (const char *text, TroupeTranscriptLabelForm form);

/* @text: (nullable): nothing */
void troupe_transcript_label_set_text (TroupeTranscriptLabel *self, const char *text);
const char *troupe_transcript_label_get_text (TroupeTranscriptLabel *self);

void troupe_transcript_label_set_form (TroupeTranscriptLabel *self, TroupeTranscriptLabelForm form);
/* Of a text in lines, at most so many are shown; 0: all. */
void troupe_transcript_label_set_max_lines (TroupeTranscriptLabel *self, guint n_lines);
/* Figures are as wide as each other. */
void troupe_transcript_label_set_tabular (TroupeTranscriptLabel *self, gboolean tabular);

/* @marks: (nullable): what is found in it, in bytes of its text */
void troupe_transcript_label_set_marks (TroupeTranscriptLabel *self, PangoAttrList *marks);
PangoAttrList *troupe_transcript_label_get_marks (TroupeTranscriptLabel *self);

G_END_DECLS
