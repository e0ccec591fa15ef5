/* troupe-canvas-palette.h: the colours of the canvas, light and dark
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* 0xRRGGBB. */
typedef guint32 TroupeColor;

/**
 * TroupeCanvasPalette: the table of doc/interface.md §4. Plain numbers, so that whatever draws can use it.
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
  double foot;       /* how much black lies under the foot of a card, 0 to 1 */
  double group_fill; /* how much of its hue fills a group */
} TroupeCanvasPalette;

/* The palette of a scheme. In high contrast dim text is text and borders are the text's colour. */
const TroupeCanvasPalette *troupe_canvas_palette_get (gboolean dark, gboolean high_contrast);

TroupeColor troupe_canvas_palette_get_role (const TroupeCanvasPalette *self, TroupeCanvasRole role);
TroupeColor troupe_canvas_palette_get_state (const TroupeCanvasPalette *self,
                                             TroupeCanvasState state);
/* The colour under its sign. */
TroupeColor troupe_canvas_palette_get_mark (const TroupeCanvasPalette *self, TroupeCanvasMark mark);
TroupeColor troupe_canvas_palette_get_wire (const TroupeCanvasPalette *self,
                                            TroupeCanvasWireKind kind);

/* @amount of @over (0 to 1) laid on @under, each channel rounded. */
TroupeColor troupe_color_mix (TroupeColor over, TroupeColor under, double amount);

/* The contrast of two colours by WCAG 2.1, 1 to 21. */
double troupe_color_contrast (TroupeColor a, TroupeColor b);

/* Of what is written on @under: white, unless that is too light for white. */
TroupeColor troupe_color_get_sign (TroupeColor under);

G_END_DECLS
