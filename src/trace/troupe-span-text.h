/* troupe-span-text.h: streamed text, joined
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeSpanText:
 * @head: (nullable): the beginning of what came, without a hole; valid UTF-8 without U+0000
 * @tail: (nullable): the last of what came, where @head is cut
 * @is_cut: whether more came than @head has
 *
 * What a model has said so far.
 */
typedef struct
{
  GString *head;
  GString *tail;
  gboolean is_cut;
} TroupeSpanText;

/* Adds @piece, a text, as far as @room more bytes may be kept. Returns how many bytes more @head has. */
gsize troupe_span_text_add (TroupeSpanText *self, TroupeValue *piece, gsize room);
/* Forgets the text. Returns how many bytes @head had. */
gsize troupe_span_text_clear (TroupeSpanText *self);

/* The last @n_bytes of what came, or a little less, from the beginning of a letter. (transfer none) */
const char *troupe_span_text_get_end (const TroupeSpanText *self, gsize n_bytes);

G_END_DECLS
