/* troupe-transcript-search.h: finding words in texts, whatever their case
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTranscriptWords:
 *
 * What is looked for. Letters are compared one by one in small letters, so that places in the text stay places.
 */
typedef struct _TroupeTranscriptWords TroupeTranscriptWords;

/* NULL where @text is empty. */
TroupeTranscriptWords *troupe_transcript_words_new (const char *text);
void troupe_transcript_words_free (TroupeTranscriptWords *self);

/* The first place in @text, UTF-8. @end: (out) (optional). (nullable) */
const char *troupe_transcript_words_find (const TroupeTranscriptWords *self,
                                          const char *text,
                                          const char **end);

/* Marks every place in the labels at and below @widget, as they are now. @self: (nullable): none are marked */
void troupe_transcript_words_mark (const TroupeTranscriptWords *self, GtkWidget *widget);

G_END_DECLS
