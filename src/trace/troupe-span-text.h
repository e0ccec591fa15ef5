/* troupe-span-text.h: streamed text of a model call, joined from chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeSpanText:
 * @head: (nullable): the beginning of the text, without gaps; valid UTF-8 without U+0000
 * @tail: (nullable): the end of the text, if @head is truncated
 * @is_cut: whether the text is longer than @head
 *
 * The text that a model has streamed so far.
 */
typedef struct
{
  GString *head;
  GString *tail;
  gboolean is_cut;
} TroupeSpanText;

/* Adds the chunk @piece, a string, as far as @room more bytes may be stored. Returns by how many
 * bytes @head has grown. */
gsize troupe_span_text_add (TroupeSpanText *self, TroupeValue *piece, gsize room);
/* Clears the text. Returns how many bytes @head had. */
gsize troupe_span_text_clear (TroupeSpanText *self);

/* Returns the last @n_bytes of the text, or a little less, from the beginning of a character.
 * (transfer none) */
const char *troupe_span_text_get_end (const TroupeSpanText *self, gsize n_bytes);

G_END_DECLS
