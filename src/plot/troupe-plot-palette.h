/* troupe-plot-palette.h: the colours of a picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-svg.h"

G_BEGIN_DECLS

/* The colours of doc/interface.md §4, as `#rrggbb`. */
typedef struct
{
  const char *canvas;
  const char *dot;
  const char *card;
  const char *text;
  const char *dim;
  const char *edge;
  const char *line;
  const char *start;
  const char *listener;
  const char *router;
  const char *wire;
  const char *wire_event;
  const char *wire_and;
  const char *note;
  const char *note_line;
  double foot_opacity;
  double group_opacity;
} TroupePlotPalette;

const TroupePlotPalette *troupe_plot_palette_get (TroupePlotScheme scheme);
/* The colour of a group by its word in the document, else grey. */
const char *troupe_plot_hue_get (const char *name);

G_END_DECLS
