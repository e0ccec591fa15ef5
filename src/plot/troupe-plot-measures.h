/* troupe-plot-measures.h: sizes of cards and gates, distances of the layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Measures of doc/interface.md §2, in pixels at 100 %. */
#define TROUPE_PLOT_CARD_HEAD 52.0
#define TROUPE_PLOT_CARD_ROW 24.0
#define TROUPE_PLOT_CARD_FOOT 6.0
#define TROUPE_PLOT_CARD_MIN 136.0
#define TROUPE_PLOT_CARD_MAX 256.0
#define TROUPE_PLOT_PORT_Y 26.0
#define TROUPE_PLOT_GATE 32.0
#define TROUPE_PLOT_GRID 8.0

/* Height of the strip that a run adds below a card. */
#define TROUPE_PLOT_STRIP 28.0
#define TROUPE_PLOT_STRIP_STREAM 48.0

/* Distances of the layout. */
#define TROUPE_PLOT_MARGIN 40.0
#define TROUPE_PLOT_ROW_GAP                                                                        \
  44.0 /* a plain card plus its gap is 96, which keeps columns of such cards even */
#define TROUPE_PLOT_CLEAR 16.0       /* distance between a card in a run and the next element
                                        below it */
#define TROUPE_PLOT_GATE_COLUMN 64.0 /* from a card or gate to the gate in front of it */

typedef struct
{
  double x;
  double y;
} TroupePlotSpot;

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} TroupePlotBox;

double troupe_plot_snap (double value);

G_END_DECLS
