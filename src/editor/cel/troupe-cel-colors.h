/* troupe-cel-colors.h: the colours of an expression's text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cel-check.h"

G_BEGIN_DECLS

/**
 * TroupeCelColors:
 *
 * Keywords and roots blue, strings green, numbers orange, mistakes with a red wave (doc/interface.md §8), in
 * light and dark. It belongs to one text buffer.
 */
typedef struct _TroupeCelColors TroupeCelColors;

TroupeCelColors *troupe_cel_colors_new (GtkTextBuffer *buffer);
void troupe_cel_colors_free (TroupeCelColors *self);

/* Colours the whole text and takes every wave away. @text: what is in the buffer. */
void troupe_cel_colors_paint (TroupeCelColors *self, const char *text, TroupeCelMode mode);
/* Puts a wave under bytes of the text. */
void troupe_cel_colors_mark (TroupeCelColors *self, const char *text, gsize start, gsize end);

G_END_DECLS
