/* troupe-cel-colors.h: syntax highlighting of CEL expressions
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
 * Highlights keywords and roots in blue, strings in green, numbers in orange and mistakes with a
 * red wavy underline (doc/interface.md §8), in the light and dark schemes. Belongs to one text
 * buffer.
 */
typedef struct _TroupeCelColors TroupeCelColors;

TroupeCelColors *troupe_cel_colors_new (GtkTextBuffer *buffer);
void troupe_cel_colors_free (TroupeCelColors *self);

/* Highlights the complete text and removes all wavy underlines. @text: the contents of the
 * buffer. */
void troupe_cel_colors_paint (TroupeCelColors *self, const char *text, TroupeCelMode mode);
/* Adds a wavy underline to a byte range of the text. */
void troupe_cel_colors_mark (TroupeCelColors *self, const char *text, gsize start, gsize end);

G_END_DECLS
