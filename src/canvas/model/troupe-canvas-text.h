/* troupe-canvas-text.h: fonts, cached text layouts and symbolic icons of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas-palette.h"

G_BEGIN_DECLS

typedef enum
{
  FONT_NAME,
  FONT_SUMMARY,
  FONT_EVENT,
  FONT_EVENT_TAKEN,
  FONT_WORD,
  FONT_TIME,
  FONT_STREAM,
  FONT_GATE,
  FONT_LABEL,
  FONT_NOTE_TITLE,
  FONT_NOTE,
  FONT_GROUP,
  FONT_FAR,
  FONT_FAR_WORD,
  FONT_BADGE,
  FONT_CHIP,
  N_FONTS
} CanvasFont;

/**
 * TroupeCanvasText:
 *
 * Measures texts and caches their layouts.
 *
 * Sizes are canvas pixels. troupe_canvas_text_restyle() must be called before any text can be laid
 * out.
 */
#define TROUPE_TYPE_CANVAS_TEXT (troupe_canvas_text_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasText, troupe_canvas_text, TROUPE, CANVAS_TEXT, GObject)

/* Creates the text helper of a canvas. @widget: the widget whose fonts and icon theme are used;
 * must outlive it */
TroupeCanvasText *troupe_canvas_text_new (GtkWidget *widget);
/* Drops all caches because fonts or icons have changed. */
void troupe_canvas_text_restyle (TroupeCanvasText *self);

/* Creates a layout for @text. @text: (nullable). (transfer full) */
PangoLayout *troupe_canvas_text_layout (TroupeCanvasText *self, CanvasFont font, const char *text);
/* Returns a cached layout for repeated texts. (transfer none) */
PangoLayout *troupe_canvas_text_label (TroupeCanvasText *self, CanvasFont font, const char *text);
float troupe_canvas_text_width (TroupeCanvasText *self, CanvasFont font, const char *text);
/* Ellipsizes a text in the middle, with 3/5 of the kept characters before the ellipsis.
 * (transfer full) */
char *
troupe_canvas_text_cut (TroupeCanvasText *self, CanvasFont font, const char *text, float width);

void troupe_canvas_text_draw (GtkSnapshot *snapshot,
                              PangoLayout *layout,
                              float x,
                              float y,
                              TroupeColor color);
void troupe_canvas_text_draw_icon (TroupeCanvasText *self,
                                   GtkSnapshot *snapshot,
                                   const char *name,
                                   float x,
                                   float y,
                                   float size,
                                   TroupeColor color);

G_END_DECLS
