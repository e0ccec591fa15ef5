/* troupe-plot-style.h: style table: how each part of a drawing is painted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-palette.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PLOT_STYLE_GROUND,
  TROUPE_PLOT_STYLE_DOTS,
  TROUPE_PLOT_STYLE_FOOT,
  TROUPE_PLOT_STYLE_CARD,
  TROUPE_PLOT_STYLE_CARD_WAITING,
  TROUPE_PLOT_STYLE_CARD_RUNNING,
  TROUPE_PLOT_STYLE_CARD_DONE,
  TROUPE_PLOT_STYLE_CARD_FAILED,
  TROUPE_PLOT_STYLE_CARD_ASKS,
  TROUPE_PLOT_STYLE_CARD_SKIPPED,
  TROUPE_PLOT_STYLE_MARK,
  TROUPE_PLOT_STYLE_ICON, /* on a mark */
  TROUPE_PLOT_STYLE_SIGN, /* an icon on a card */
  TROUPE_PLOT_STYLE_MARK_TEXT,
  TROUPE_PLOT_STYLE_INITIALS, /* of a small avatar */
  TROUPE_PLOT_STYLE_TITLE,
  TROUPE_PLOT_STYLE_SUMMARY,
  TROUPE_PLOT_STYLE_PERSON,
  TROUPE_PLOT_STYLE_CHIP,
  TROUPE_PLOT_STYLE_CHIP_TEXT,
  TROUPE_PLOT_STYLE_RULE,
  TROUPE_PLOT_STYLE_EVENT,
  TROUPE_PLOT_STYLE_EVENT_TAKEN,
  TROUPE_PLOT_STYLE_EVENT_LEFT,
  TROUPE_PLOT_STYLE_STRIP,
  TROUPE_PLOT_STYLE_STRIP_ICON,
  TROUPE_PLOT_STYLE_STRIP_WORD,
  TROUPE_PLOT_STYLE_STRIP_TIME,
  TROUPE_PLOT_STYLE_HALO,
  TROUPE_PLOT_STYLE_WIRE,
  TROUPE_PLOT_STYLE_WIRE_AND,
  TROUPE_PLOT_STYLE_WIRE_DOTTED,
  TROUPE_PLOT_STYLE_WIRE_FIRED,
  TROUPE_PLOT_STYLE_WIRE_AND_FIRED,
  TROUPE_PLOT_STYLE_LABEL,
  TROUPE_PLOT_STYLE_LABEL_TEXT,
  TROUPE_PLOT_STYLE_GATE,
  TROUPE_PLOT_STYLE_GATE_TEXT,
  TROUPE_PLOT_STYLE_GROUP,
  TROUPE_PLOT_STYLE_GROUP_TITLE,
  TROUPE_PLOT_STYLE_LANE,
  TROUPE_PLOT_STYLE_LANE_ICON,
  TROUPE_PLOT_STYLE_LANE_TITLE,
  TROUPE_PLOT_STYLE_HEADING,
  TROUPE_PLOT_STYLE_NOTE,
  TROUPE_PLOT_STYLE_NOTE_TITLE,
  TROUPE_PLOT_STYLE_NOTE_TEXT,
  TROUPE_PLOT_N_STYLES,
} TroupePlotStyle;

typedef enum
{
  TROUPE_PLOT_ANCHOR_START,
  TROUPE_PLOT_ANCHOR_MIDDLE,
  TROUPE_PLOT_ANCHOR_END,
} TroupePlotAnchor;

/**
 * TroupePlotStyleInfo:
 * @name: name of its class in style sheets
 * @within: (nullable): prefix of its selector for a more specific style: the class of the enclosing
 *   group, or an additional class
 * @width: of the line, in pixels at 100 %
 * @dash: of the line; two zeros for a solid line
 * @size: font size in pixels
 * @weight: font weight, 400 to 700
 *
 * A row of the style table (doc/interface.md §2 to §6). The style sheets of SVG and HTML are
 * generated from this table, and cairo draws with it.
 */
typedef struct
{
  const char *name;
  const char *within;
  TroupePlotInk fill;
  double fill_opacity;
  TroupePlotInk stroke;
  double stroke_opacity;
  double width;
  double dash[2];
  double size;
  int weight;
  TroupePlotAnchor anchor;
  gboolean is_tabular;
} TroupePlotStyleInfo;

const TroupePlotStyleInfo *troupe_plot_style_get_info (TroupePlotStyle style);
/* Returns the font families of texts, in the syntax of CSS and Pango. */
const char *troupe_plot_style_get_families (void);

/* Returns the inks of lines. (transfer none) (array length=n_inks) */
const TroupePlotInk *troupe_plot_style_list_line_inks (guint *n_inks);

/* How the rules name colors: by the values of @scheme, or by the CSS variables of a page. */
typedef enum
{
  TROUPE_PLOT_RULES_COLOURS,
  TROUPE_PLOT_RULES_VARIABLES,
} TroupePlotRules;

/* The styles and inks that a drawing uses. */
typedef struct
{
  gboolean styles[TROUPE_PLOT_N_STYLES];
  gboolean inks[TROUPE_PLOT_N_INKS];
} TroupePlotUsed;

/* Appends the CSS rules of the used styles, and a class for each used ink. */
void troupe_plot_style_append_rules (GString *out,
                                     const TroupePlotUsed *used,
                                     TroupePlotRules rules,
                                     TroupePlotScheme scheme);
/* Appends a CSS variable for each ink that the rules of @used refer to: `--card:#fff;…` */
void troupe_plot_style_append_variables (GString *out,
                                         const TroupePlotUsed *used,
                                         TroupePlotScheme scheme);

G_END_DECLS
