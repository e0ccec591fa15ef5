/* troupe-canvas-state.h: table of run states: word, icon, color and border of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-palette.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasStateLook:
 * @word: N_(); empty if no run is shown
 * @icon: (nullable): icon of the strip; a running state has a rotating ring instead
 * @color: offset of its color in a #TroupeCanvasPalette, a G_STRUCT_OFFSET
 * @border: width of the border
 * @rank: cards with a higher rank are stacked above other cards
 * @is_quiet: whether nothing has happened, so that the border is the default border and the strip
 *   is paler
 */
typedef struct
{
  const char *word;
  const char *icon;
  gsize color;
  float border;
  guint8 rank;
  gboolean is_quiet;
} TroupeCanvasStateLook;

const TroupeCanvasStateLook *troupe_canvas_state_get_look (TroupeCanvasState state);
/* Returns the translated word. */
const char *troupe_canvas_state_get_word (TroupeCanvasState state);

G_END_DECLS
