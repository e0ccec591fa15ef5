/* troupe-canvas-card.h: context and helper functions to draw a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-painter-private.h"

G_BEGIN_DECLS

/* All measures are in pixels at 100 % zoom and a text scale of 1, relative to the card's upper
 * left corner. */
typedef struct
{
  TroupeCanvasText *text;
  gboolean high_contrast;
  const TroupeCanvasPalette *palette;
  const TroupeNodeRecord *record;
  const TroupeCanvasNode *node;
  float width, height, radius;
  gboolean faded;    /* mark and text at 55 % */
  gboolean refusing; /* border and ports faded too */
  gboolean hovered;
} Card;

TroupeColor troupe_card_faded (const Card *card, TroupeColor color);
/* Draws the parts that are legible at low zoom. The body must already be drawn. @name: (inout)
 * (nullable): cached layout of the name. */
void troupe_card_draw_far (const Card *card, GtkSnapshot *snapshot, PangoLayout **name);
void troupe_card_draw_head (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_rows (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_strip (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_ports (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_badges (const Card *card, GtkSnapshot *snapshot);
/* Fills the background of the run strip, from @top to the bottom of the card. */
void troupe_card_fill_strip (
    const Card *card, GtkSnapshot *snapshot, float top, TroupeColor color, double tint);
/* Draws the mark left of the name, which is an icon or a number. The avatar of an agent is drawn
 * by troupe_card_draw_face(). */
void troupe_card_draw_mark (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_face (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_owner (const Card *card, GtkSnapshot *snapshot, float top, CanvasFont font);
/* Draws the rows of the owner and of the chips. */
void troupe_card_draw_people (const Card *card, GtkSnapshot *snapshot);

/* Draws text centered at @x, @y. */
void troupe_card_draw_middle (const Card *card,
                              GtkSnapshot *snapshot,
                              CanvasFont font,
                              const char *text,
                              float x,
                              float y,
                              TroupeColor color);
/* Draws text with its left end at @x, vertically centered at @y, with a width of at most @width.
 * Returns the width of the drawn text. */
float troupe_card_draw_text (const Card *card,
                             GtkSnapshot *snapshot,
                             CanvasFont font,
                             const char *text,
                             float x,
                             float y,
                             float width,
                             PangoEllipsizeMode ellipsize,
                             TroupeColor color);

G_END_DECLS
