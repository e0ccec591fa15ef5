/* troupe-plot-palette.c: color palette of exported drawings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-palette"

#include "config.h"

#include "troupe-plot-palette.h"

/* doc/interface.md §4 */
static const struct
{
  const char *name;
  const char *light;
  const char *dark;
} inks[TROUPE_PLOT_INK_PERSON] = {
  [TROUPE_PLOT_INK_NONE] = { "none", NULL, NULL },
  [TROUPE_PLOT_INK_HERE] = { "here", NULL, NULL },
  [TROUPE_PLOT_INK_CANVAS] = { "bg", "#f4f4f5", "#1e1e1e" },
  [TROUPE_PLOT_INK_DOT] = { "dot", "#c9c9cd", "#3d3d3f" },
  [TROUPE_PLOT_INK_CARD] = { "card", "#ffffff", "#303032" },
  [TROUPE_PLOT_INK_TEXT] = { "fg", "#2e2e33", "#f2f2f3" },
  [TROUPE_PLOT_INK_DIM] = { "dim", "#5e5c64", "#b4b3b8" },
  [TROUPE_PLOT_INK_EDGE] = { "edge", "#b9b8bd", "#59595d" },
  [TROUPE_PLOT_INK_LINE] = { "line", "#e4e4e7", "#434347" },
  [TROUPE_PLOT_INK_START] = { "start", "#1f8a58", "#26a269" },
  [TROUPE_PLOT_INK_LISTENER] = { "listen", "#813d9c", "#a55cc0" },
  [TROUPE_PLOT_INK_ROUTER] = { "router", "#1c71d8", "#3584e4" },
  [TROUPE_PLOT_INK_WIRE] = { "or", "#77767b", "#a09fa5" },
  [TROUPE_PLOT_INK_EVENT] = { "ev", "#156f47", "#57cf93" },
  [TROUPE_PLOT_INK_AND] = { "and", "#1c71d8", "#78aeed" },
  [TROUPE_PLOT_INK_MANAGER] = { "boss", "#a34b00", "#ffa348" },
  [TROUPE_PLOT_INK_RUNNING] = { "run", "#1a5fb4", "#78aeed" },
  [TROUPE_PLOT_INK_FAILED] = { "fail", "#c01c28", "#ff8b76" },
  [TROUPE_PLOT_INK_WAITING] = { "wait", "#66656b", "#a9a8ae" },
  [TROUPE_PLOT_INK_ASKS] = { "ask", "#865e00", "#f0cf6b" },
  [TROUPE_PLOT_INK_NOTE] = { "note", "#fdf6d3", "#3a3626" },
  [TROUPE_PLOT_INK_NOTE_LINE] = { "noteline", "#e6d78e", "#5c5435" },
  [TROUPE_PLOT_INK_WHITE] = { "white", "#ffffff", "#ffffff" },
  [TROUPE_PLOT_INK_FOOT] = { "foot", "#000000", "#000000" },
  [TROUPE_PLOT_INK_ACCENT] = { "acc", "#3584e4", "#3584e4" },
  [TROUPE_PLOT_INK_BLUE] = { "blue", "#1c71d8", "#1c71d8" },
  [TROUPE_PLOT_INK_GREEN] = { "green", "#2ec27e", "#2ec27e" },
  [TROUPE_PLOT_INK_YELLOW] = { "yellow", "#f5c211", "#f5c211" },
  [TROUPE_PLOT_INK_ORANGE] = { "orange", "#e66100", "#e66100" },
  [TROUPE_PLOT_INK_RED] = { "red", "#c01c28", "#c01c28" },
  [TROUPE_PLOT_INK_PURPLE] = { "purple", "#813d9c", "#813d9c" },
  [TROUPE_PLOT_INK_BROWN] = { "brown", "#865e3c", "#865e3c" },
  [TROUPE_PLOT_INK_GREY] = { "grey", "#77767b", "#77767b" },
  [TROUPE_PLOT_INK_RUST] = { "rust", "#a34b00", "#a34b00" },
};

const char *
troupe_plot_ink_get_colour (TroupePlotInk ink, TroupePlotScheme scheme)
{
  g_return_val_if_fail (ink < TROUPE_PLOT_N_INKS, NULL);

  if (ink >= TROUPE_PLOT_INK_PERSON)
    return troupe_avatar_get_color (ink - TROUPE_PLOT_INK_PERSON);
  return scheme == TROUPE_PLOT_DARK ? inks[ink].dark : inks[ink].light;
}

const char *
troupe_plot_ink_get_name (TroupePlotInk ink)
{
  static const char *const people[TROUPE_AVATAR_N_COLORS] = { "pa", "pb", "pc", "pd", "pe",
                                                              "pf", "pg", "ph", "pi", "pj",
                                                              "pk", "pl", "pm", "pn" };

  g_return_val_if_fail (ink < TROUPE_PLOT_N_INKS, NULL);

  if (ink >= TROUPE_PLOT_INK_PERSON)
    return people[ink - TROUPE_PLOT_INK_PERSON];
  return inks[ink].name;
}

TroupePlotInk
troupe_plot_ink_find_hue (const char *name)
{
  for (guint i = TROUPE_PLOT_INK_BLUE; name != NULL && i <= TROUPE_PLOT_INK_GREY; i++)
    if (g_str_equal (name, inks[i].name))
      return i;
  return TROUPE_PLOT_INK_GREY;
}

TroupePlotInk
troupe_plot_ink_for_person (const char *name)
{
  g_return_val_if_fail (name != NULL, TROUPE_PLOT_INK_GREY);

  return TROUPE_PLOT_INK_PERSON + troupe_avatar_find_color (name);
}
