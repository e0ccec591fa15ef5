/* troupe-plot-style.h: how each part of a picture is painted
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
 * @name: of its class in style sheets
 * @within: (nullable): what stands before its selector where it goes before the style of the same name: the class of
 *   the group around it, or a class more
 * @width: of the line, in pixels at 100 %
 * @dash: of the line; two zeros are none
 * @size: of letters, in pixels
 * @weight: of letters, 400 to 700
 *
 * One row of the table from which both the style sheets of SVG and HTML and what cairo draws are made
 * (doc/interface.md §2 to §6).
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
/* The families that texts are set in, as CSS and Pango take them. */
const char *troupe_plot_style_get_families (void);

/* The inks that lines have. (transfer none) (array length=n_inks) */
const TroupePlotInk *troupe_plot_style_list_line_inks (guint *n_inks);

/* How the rules name colours: as they are in @scheme, or as the variables of a page. */
typedef enum
{
  TROUPE_PLOT_RULES_COLOURS,
  TROUPE_PLOT_RULES_VARIABLES,
} TroupePlotRules;

/* Which styles and inks a picture has. */
typedef struct
{
  gboolean styles[TROUPE_PLOT_N_STYLES];
  gboolean inks[TROUPE_PLOT_N_INKS];
} TroupePlotUsed;

/* Appends the rules of the styles that are used, and of the inks as classes. */
void troupe_plot_style_append_rules (GString *out,
                                     const TroupePlotUsed *used,
                                     TroupePlotRules rules,
                                     TroupePlotScheme scheme);
/* Appends a variable for each ink that the rules of @used name: `--card:#fff;…` */
void troupe_plot_style_append_variables (GString *out,
                                         const TroupePlotUsed *used,
                                         TroupePlotScheme scheme);

G_END_DECLS
