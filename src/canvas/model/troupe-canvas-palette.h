/* troupe-canvas-palette.h: color palette of the canvas for light and dark schemes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gdk/gdk.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* 0xRRGGBB. */
typedef guint32 TroupeColor;

/**
 * TroupeCanvasPalette:
 *
 * The colors of doc/interface.md §4 as plain numbers, usable with snapshots and cairo.
 */
typedef struct
{
  TroupeColor canvas;
  TroupeColor dot;
  TroupeColor card;
  TroupeColor text;
  TroupeColor dim;
  TroupeColor edge;
  TroupeColor line;
  TroupeColor start;
  TroupeColor listener;
  TroupeColor router;
  TroupeColor wire_or;
  TroupeColor wire_event;
  TroupeColor wire_and;
  TroupeColor done;
  TroupeColor running;
  TroupeColor failed;
  TroupeColor waiting; /* skipped and muted too */
  TroupeColor paused;  /* asks too */
  TroupeColor stale;   /* the manager too */
  TroupeColor selection;
  TroupeColor breakpoint;
  TroupeColor error_badge;   /* its text is white */
  TroupeColor warning_badge; /* its text is warning_sign */
  TroupeColor warning_sign;
  TroupeColor note;
  TroupeColor note_line;
  TroupeColor hues[TROUPE_CANVAS_N_HUES];
  double foot;       /* opacity of the shadow below a card, 0 to 1 */
  double group_fill; /* opacity of the color that fills a group */
} TroupeCanvasPalette;

/* Returns the palette of a scheme. In high contrast, dim text and borders have the color of
 * text. */
const TroupeCanvasPalette *troupe_canvas_palette_get (gboolean dark, gboolean high_contrast);

TroupeColor troupe_canvas_palette_get_role (const TroupeCanvasPalette *self, TroupeCanvasRole role);
/* Like troupe_canvas_palette_get_role(), for a tile with a symbol. @symbol: (out): its color, which is white unless
 * the tile is too light for it */
TroupeColor troupe_canvas_palette_get_tile (const TroupeCanvasPalette *self,
                                            TroupeCanvasRole role,
                                            TroupeColor *symbol);
TroupeColor troupe_canvas_palette_get_state (const TroupeCanvasPalette *self,
                                             TroupeCanvasState state);
/* Returns the background color of a diff mark. */
TroupeColor troupe_canvas_palette_get_mark (const TroupeCanvasPalette *self, TroupeCanvasMark mark);
TroupeColor troupe_canvas_palette_get_wire (const TroupeCanvasPalette *self,
                                            TroupeCanvasWireKind kind);

/* Blends @amount (0 to 1) of @over onto @under; each channel is rounded. */
TroupeColor troupe_color_mix (TroupeColor over, TroupeColor under, double amount);

/* @alpha: opacity, 0 to 1 */
GdkRGBA troupe_color_to_rgba (TroupeColor color, double alpha);

/* Returns the contrast of two colors as defined by WCAG 2.1, 1 to 21. */
double troupe_color_contrast (TroupeColor a, TroupeColor b);

/* Returns the color for text and icons on @under. This is white, unless @under is too light for
 * white. */
TroupeColor troupe_color_get_sign (TroupeColor under);

G_END_DECLS
