/* troupe-transcript-label.h: fast label for rows of the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The layout of a text: one line, ellipsized; one line, complete; or as many lines as it needs. */
typedef enum
{
  TROUPE_TRANSCRIPT_LABEL_LINE,
  TROUPE_TRANSCRIPT_LABEL_WHOLE,
  TROUPE_TRANSCRIPT_LABEL_LINES,
} TroupeTranscriptLabelForm;

/**
 * TroupeTranscriptLabel:
 *
 * A label with fast layout, because scrolling the list lays out several labels per frame. It caches
 * one layout. The layout is computed once for a text that fits, and twice for a text that is
 * wrapped or ellipsized. The label does not search for the minimum width to which the text can be
 * wrapped, and a long text has no natural width. Its CSS name is that of GTK's label. The text
 * cannot be selected and is not parsed as markup.
 */
#define TROUPE_TYPE_TRANSCRIPT_LABEL (troupe_transcript_label_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptLabel,
                      troupe_transcript_label,
                      TROUPE,
                      TRANSCRIPT_LABEL,
                      GtkWidget)

/* @text: (nullable) */
GtkWidget *troupe_transcript_label_new (const char *text, TroupeTranscriptLabelForm form);

/* @text: (nullable): NULL for an empty text */
void troupe_transcript_label_set_text (TroupeTranscriptLabel *self, const char *text);
const char *troupe_transcript_label_get_text (TroupeTranscriptLabel *self);

void troupe_transcript_label_set_form (TroupeTranscriptLabel *self, TroupeTranscriptLabelForm form);
/* Sets the maximum number of lines of a wrapped text; 0: unlimited. */
void troupe_transcript_label_set_max_lines (TroupeTranscriptLabel *self, guint n_lines);
/* Sets whether all digits have the same width. */
void troupe_transcript_label_set_tabular (TroupeTranscriptLabel *self, gboolean tabular);

/* @marks: (nullable): highlighted matches, at byte offsets of the text */
void troupe_transcript_label_set_marks (TroupeTranscriptLabel *self, PangoAttrList *marks);
PangoAttrList *troupe_transcript_label_get_marks (TroupeTranscriptLabel *self);

G_END_DECLS
