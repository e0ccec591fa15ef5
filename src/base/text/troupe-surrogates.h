/* troupe-surrogates.h: halves of surrogate pairs in texts that arrive in pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeSurrogates:
 * @high: a first half at the end of the last piece, or 0
 *
 * A text whose pieces may begin and end within a surrogate pair, as some model servers split emoji.
 * A half is written as three bytes, as UTF-8 would encode its number
 * (troupe_value_from_json_pieces()). Zero-initialized.
 * Threads: any, one at a time.
 */
typedef struct
{
  gunichar high;
} TroupeSurrogates;

/* Returns TRUE if @text may contain halves, so that it must be passed to
 * troupe_surrogates_feed(). @length: in bytes */
gboolean troupe_surrogates_may_be_in (const char *text, gsize length);

/**
 * troupe_surrogates_feed:
 * @out: valid UTF-8 is appended, if @text is valid except for halves
 *
 * Joins the halves of pairs, also with the last piece, and replaces other halves with U+FFFD. A
 * first half at the end of @text is kept for the next piece.
 */
void troupe_surrogates_feed (TroupeSurrogates *self, const char *text, gsize length, GString *out);
/* Ends the text: a first half that is left is replaced with U+FFFD. */
void troupe_surrogates_end (TroupeSurrogates *self, GString *out);

/* Returns a complete text with its halves joined or replaced. (transfer full) */
char *troupe_surrogates_join (const char *text, gsize length);

G_END_DECLS
