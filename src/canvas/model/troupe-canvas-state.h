/* troupe-canvas-state.h: the one table of what the state of a card looks like and is called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-palette.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasStateLook:
 * @word: N_(); empty where no run is shown
 * @icon: (nullable): of the strip; one that runs has a ring that turns
 * @color: where its colour stands in a #TroupeCanvasPalette, a G_STRUCT_OFFSET
 * @border: how wide the border is
 * @rank: cards with a higher one lie above others
 * @is_quiet: nothing has happened: the border is that of any card, and the strip paler
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
/* Translated. */
const char *troupe_canvas_state_get_word (TroupeCanvasState state);

G_END_DECLS
