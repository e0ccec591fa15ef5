/* troupe-canvas-card.h: one card while it is being drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-painter-private.h"

G_BEGIN_DECLS

/* All in pixels at 100 % and a text scale of 1, from the card's upper left corner. */
typedef struct
{
  TroupeCanvasText *text;
  gboolean high_contrast;
  const TroupeCanvasPalette *palette;
  const TroupeNodeRecord *record;
  const TroupeCanvasNode *node;
  float width, height, radius;
  gboolean faded;    /* mark and text at 55 % */
  gboolean refusing; /* border and ports too */
  gboolean hovered;
} Card;

TroupeColor troupe_card_faded (const Card *card, TroupeColor color);
/* What can be read from afar; its body is there already. @name: (inout) (nullable): its name as it was laid out. */
void troupe_card_draw_far (const Card *card, GtkSnapshot *snapshot, PangoLayout **name);
void troupe_card_draw_head (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_rows (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_strip (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_ports (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_badges (const Card *card, GtkSnapshot *snapshot);
/* The ground of the strip, from @top to the foot of the card. */
void troupe_card_fill_strip (
    const Card *card, GtkSnapshot *snapshot, float top, TroupeColor color, double tint);
/* What stands at the left of the name: a sign or a number, or the picture of a person. */
void troupe_card_draw_mark (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_face (const Card *card, GtkSnapshot *snapshot);
void troupe_card_draw_owner (const Card *card, GtkSnapshot *snapshot, float top, CanvasFont font);
/* The rows of the owner and of the chips. */
void troupe_card_draw_people (const Card *card, GtkSnapshot *snapshot);

/* The middle at @x, @y. */
void troupe_card_draw_middle (const Card *card,
                              GtkSnapshot *snapshot,
                              CanvasFont font,
                              const char *text,
                              float x,
                              float y,
                              TroupeColor color);
/* The left end at @x, the middle at @y; at most @width wide. Gives back what it took. */
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
