/* troupe-plot-palette.h: color palette of exported drawings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-avatar.h"

G_BEGIN_DECLS

/* Color scheme of a drawing; BOTH follows the preference of the viewer if the format supports
 * that. */
typedef enum
{
  TROUPE_PLOT_LIGHT,
  TROUPE_PLOT_DARK,
  TROUPE_PLOT_BOTH,
} TroupePlotScheme;

/* A color by its purpose (doc/interface.md §4). HERE is the color of the current group,
 * determined by its role or state. */
typedef enum
{
  TROUPE_PLOT_INK_NONE,
  TROUPE_PLOT_INK_HERE,
  TROUPE_PLOT_INK_CANVAS,
  TROUPE_PLOT_INK_DOT,
  TROUPE_PLOT_INK_CARD,
  TROUPE_PLOT_INK_TEXT,
  TROUPE_PLOT_INK_DIM,
  TROUPE_PLOT_INK_EDGE,
  TROUPE_PLOT_INK_LINE,
  TROUPE_PLOT_INK_START,
  TROUPE_PLOT_INK_LISTENER,
  TROUPE_PLOT_INK_ROUTER,
  TROUPE_PLOT_INK_WIRE,
  TROUPE_PLOT_INK_EVENT,
  TROUPE_PLOT_INK_AND,
  TROUPE_PLOT_INK_MANAGER,
  TROUPE_PLOT_INK_RUNNING,
  TROUPE_PLOT_INK_FAILED,
  TROUPE_PLOT_INK_WAITING,
  TROUPE_PLOT_INK_ASKS,
  TROUPE_PLOT_INK_NOTE,
  TROUPE_PLOT_INK_NOTE_LINE,
  TROUPE_PLOT_INK_WHITE,
  TROUPE_PLOT_INK_FOOT, /* black, almost transparent */
  TROUPE_PLOT_INK_ACCENT,
  TROUPE_PLOT_INK_BLUE, /* the hues of groups */
  TROUPE_PLOT_INK_GREEN,
  TROUPE_PLOT_INK_YELLOW,
  TROUPE_PLOT_INK_ORANGE,
  TROUPE_PLOT_INK_RED,
  TROUPE_PLOT_INK_PURPLE,
  TROUPE_PLOT_INK_BROWN,
  TROUPE_PLOT_INK_GREY,
  TROUPE_PLOT_INK_RUST,   /* of managers */
  TROUPE_PLOT_INK_PERSON, /* the first of the avatar colors */
  TROUPE_PLOT_N_INKS = TROUPE_PLOT_INK_PERSON + TROUPE_AVATAR_N_COLORS,
} TroupePlotInk;

/* Returns the color as `#rrggbb`. Returns the light color for BOTH, and NULL for NONE and HERE. */
const char *troupe_plot_ink_get_colour (TroupePlotInk ink, TroupePlotScheme scheme);
/* Returns the name of the class and the variable of the ink in style sheets, a word of ASCII
 * letters. */
const char *troupe_plot_ink_get_name (TroupePlotInk ink);
/* Returns the ink of a group color name in the document, gray for unknown ones. */
TroupePlotInk troupe_plot_ink_find_hue (const char *name);
/* Returns the ink for the name of an agent: the same color as troupe_avatar_get_color(). */
TroupePlotInk troupe_plot_ink_for_person (const char *name);

G_END_DECLS
