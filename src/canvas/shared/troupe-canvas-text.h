/* troupe-canvas-text.h: fonts, laid out texts and symbolic icons of a canvas
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
 * TroupeCanvasText: knows how wide texts are and keeps what is laid out again and again.
 *
 * Sizes are canvas pixels. Nothing can be laid out before the first restyle.
 */
#define TROUPE_TYPE_CANVAS_TEXT (troupe_canvas_text_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasText, troupe_canvas_text, TROUPE, CANVAS_TEXT, GObject)

/* @widget: whose fonts and icon theme it uses; must outlive it */
TroupeCanvasText *troupe_canvas_text_new (GtkWidget *widget);
/* Fonts or icons have changed: forgets all that is kept. */
void troupe_canvas_text_restyle (TroupeCanvasText *self);

/* @text: (nullable). (transfer full) */
PangoLayout *troupe_canvas_text_layout (TroupeCanvasText *self, CanvasFont font, const char *text);
/* (transfer none): kept for texts that come again. */
PangoLayout *troupe_canvas_text_label (TroupeCanvasText *self, CanvasFont font, const char *text);
float troupe_canvas_text_width (TroupeCanvasText *self, CanvasFont font, const char *text);
/* (transfer full): one ellipsis in the middle, 3/5 of the kept letters before it. */
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
