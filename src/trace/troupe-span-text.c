/* troupe-span-text.c: streamed text of a model call, joined from chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-span-text"

#include "config.h"

#include "troupe-span-text.h"

/* Maximum size of one text that is stored for display, in bytes. */
#define HEAD_LIMIT (200 * 1000)

/* Maximum size of the end of a longer text that is stored in addition, in bytes. */
#define TAIL_LIMIT 1024

gsize
troupe_span_text_add (TroupeSpanText *self, TroupeValue *piece, gsize room)
{
  g_autofree char *valid = NULL;
  const char *text;
  gsize length, before;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (troupe_value_is (piece, TROUPE_VALUE_STRING), 0);

  text = troupe_value_get_string (piece, &length);
  /* Text views do not support U+0000. */
  valid = g_utf8_make_valid (text, (gssize) length);
  if (self->head == NULL)
    self->head = g_string_new (NULL);
  before = self->head->len;

  /* Once the text is truncated, only its end is updated, so that the beginning has no gaps. */
  self->is_cut = self->is_cut || before + length > HEAD_LIMIT || length > room;
  if (self->is_cut)
    {
      if (self->tail == NULL)
        self->tail = g_string_new (NULL);
      g_string_append (self->tail, valid);
      if (self->tail->len > 4 * TAIL_LIMIT)
        g_string_erase (self->tail, 0, (gssize) (self->tail->len - TAIL_LIMIT));
    }
  else
    g_string_append (self->head, valid);

  return self->head->len - before;
}

gsize
troupe_span_text_clear (TroupeSpanText *self)
{
  gsize length;

  g_return_val_if_fail (self != NULL, 0);

  length = self->head != NULL ? self->head->len : 0;
  if (self->head != NULL)
    g_string_free (g_steal_pointer (&self->head), TRUE);
  if (self->tail != NULL)
    g_string_free (g_steal_pointer (&self->tail), TRUE);
  self->is_cut = FALSE;

  return length;
}

/**
 * troupe_span_text_get_end:
 * @n_bytes: the maximum length
 *
 * Returns: (transfer none): the end of the text, in whole characters
 */
const char *
troupe_span_text_get_end (const TroupeSpanText *self, gsize n_bytes)
{
  const GString *text;
  const char *end;

  g_return_val_if_fail (self != NULL, "");

  text = self->tail != NULL ? self->tail : self->head;
  if (text == NULL)
    return "";

  end = text->str + (text->len > n_bytes ? text->len - n_bytes : 0);
  while ((*end & 0xc0) == 0x80)
    end++;

  return end;
}
