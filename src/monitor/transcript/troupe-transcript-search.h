/* troupe-transcript-search.h: case-insensitive search and highlighting in texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTranscriptWords:
 *
 * A search text. Characters are lowercased one by one, so that offsets in the text remain valid.
 */
typedef struct _TroupeTranscriptWords TroupeTranscriptWords;

/* Returns NULL if @text is empty. */
TroupeTranscriptWords *troupe_transcript_words_new (const char *text);
void troupe_transcript_words_free (TroupeTranscriptWords *self);

/* Finds the first match in @text (UTF-8). @end: (out) (optional). (nullable) */
const char *troupe_transcript_words_find (const TroupeTranscriptWords *self,
                                          const char *text,
                                          const char **end);

/* Highlights all matches in the current text of the labels at and below @widget. @self:
 * (nullable): NULL removes the highlights */
void troupe_transcript_words_mark (const TroupeTranscriptWords *self, GtkWidget *widget);

G_END_DECLS
