/* troupe-plot-palette.c: the colours of pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-palette"

#include "config.h"

#include "troupe-plot-palette.h"

/* doc/interface.md §4 */
static const TroupePlotPalette palettes[] = {
  [TROUPE_PLOT_LIGHT] = {
    .canvas = "#f4f4f5",
    .dot = "#c9c9cd",
    .card = "#ffffff",
    .text = "#2e2e33",
    .dim = "#5e5c64",
    .edge = "#b9b8bd",
    .line = "#e4e4e7",
    .start = "#1f8a58",
    .listener = "#813d9c",
    .router = "#1c71d8",
    .wire = "#77767b",
    .wire_event = "#156f47",
    .wire_and = "#1c71d8",
    .note = "#fdf6d3",
    .note_line = "#e6d78e",
    .foot_opacity = 0.10,
    .group_opacity = 0.06,
  },
  [TROUPE_PLOT_DARK] = {
    .canvas = "#1e1e1e",
    .dot = "#3d3d3f",
    .card = "#303032",
    .text = "#f2f2f3",
    .dim = "#b4b3b8",
    .edge = "#59595d",
    .line = "#434347",
    .start = "#26a269",
    .listener = "#a55cc0",
    .router = "#3584e4",
    .wire = "#a09fa5",
    .wire_event = "#57cf93",
    .wire_and = "#78aeed",
    .note = "#3a3626",
    .note_line = "#5c5435",
    .foot_opacity = 0.35,
    .group_opacity = 0.10,
  },
};

const TroupePlotPalette *
troupe_plot_palette_get (TroupePlotScheme scheme)
{
  return &palettes[scheme == TROUPE_PLOT_DARK ? TROUPE_PLOT_DARK : TROUPE_PLOT_LIGHT];
}

const char *
troupe_plot_hue_get (const char *name)
{
  static const struct
  {
    const char *name;
    const char *colour;
  } hues[] = {
    { "blue", "#1c71d8" },   { "green", "#2ec27e" }, { "yellow", "#f5c211" },
    { "orange", "#e66100" }, { "red", "#c01c28" },   { "purple", "#813d9c" },
    { "brown", "#865e3c" },
  };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (hues); i++)
    if (g_str_equal (name, hues[i].name))
      return hues[i].colour;
  return "#77767b";
}
