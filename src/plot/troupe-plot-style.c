/* troupe-plot-style.c: style table: how each part of a drawing is painted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-style"

#include "config.h"

#include "troupe-plot-style.h"

#define INK(name) TROUPE_PLOT_INK_##name
#define FILL(ink) .fill = TROUPE_PLOT_INK_##ink, .fill_opacity = 1
#define STROKE(ink, how_wide)                                                                      \
  .stroke = TROUPE_PLOT_INK_##ink, .stroke_opacity = 1, .width = (how_wide)
#define TEXT(ink, how_large, how_bold)                                                             \
  .fill = TROUPE_PLOT_INK_##ink, .fill_opacity = 1, .size = (how_large), .weight = (how_bold)
#define MIDDLE .anchor = TROUPE_PLOT_ANCHOR_MIDDLE
#define END .anchor = TROUPE_PLOT_ANCHOR_END

static const TroupePlotStyleInfo styles[TROUPE_PLOT_N_STYLES] = {
  [TROUPE_PLOT_STYLE_GROUND] = { "gd", FILL (CANVAS) },
  [TROUPE_PLOT_STYLE_DOTS] = { "ds", FILL (DOT) },
  [TROUPE_PLOT_STYLE_FOOT] = { "ft", .fill = INK (FOOT), .fill_opacity = 0.10 },
  [TROUPE_PLOT_STYLE_CARD] = { "c", FILL (CARD), STROKE (HERE, 1.5) },
  [TROUPE_PLOT_STYLE_CARD_WAITING] = { "c", ".waits>", FILL (CARD), STROKE (EDGE, 1.5) },
  [TROUPE_PLOT_STYLE_CARD_RUNNING] = { "c", ".runs>", FILL (CARD), STROKE (RUNNING, 3) },
  [TROUPE_PLOT_STYLE_CARD_DONE] = { "c", ".done>", FILL (CARD), STROKE (EVENT, 2) },
  [TROUPE_PLOT_STYLE_CARD_FAILED] = { "c", ".failed>", FILL (CARD), STROKE (FAILED, 3) },
  [TROUPE_PLOT_STYLE_CARD_ASKS] = { "c", ".asks>", FILL (CARD), STROKE (ASKS, 3) },
  [TROUPE_PLOT_STYLE_CARD_SKIPPED] = { "c", ".skip>", FILL (CARD), STROKE (EDGE, 1.5) },
  [TROUPE_PLOT_STYLE_MARK] = { "m", FILL (HERE) },
  [TROUPE_PLOT_STYLE_ICON] = { "i", FILL (WHITE) },
  [TROUPE_PLOT_STYLE_SIGN] = { "sg", FILL (DIM) },
  [TROUPE_PLOT_STYLE_MARK_TEXT] = { "mt", TEXT (WHITE, 15, 700), MIDDLE },
  [TROUPE_PLOT_STYLE_INITIALS] = { "in", TEXT (WHITE, 10.5, 700), MIDDLE },
  [TROUPE_PLOT_STYLE_TITLE] = { "t", TEXT (TEXT, 14.67, 700) },
  [TROUPE_PLOT_STYLE_SUMMARY] = { "u", TEXT (DIM, 12, 400) },
  [TROUPE_PLOT_STYLE_PERSON] = { "pn", TEXT (TEXT, 12.5, 700) },
  [TROUPE_PLOT_STYLE_CHIP] = { "h", .fill = INK (TEXT), .fill_opacity = 0.08 },
  [TROUPE_PLOT_STYLE_CHIP_TEXT] = { "ht", TEXT (TEXT, 11.5, 400) },
  [TROUPE_PLOT_STYLE_RULE] = { "rl", STROKE (LINE, 1) },
  [TROUPE_PLOT_STYLE_EVENT] = { "e", TEXT (TEXT, 12.5, 500), END },
  [TROUPE_PLOT_STYLE_EVENT_TAKEN] = { "on", TEXT (EVENT, 12.5, 700), END },
  [TROUPE_PLOT_STYLE_EVENT_LEFT] = { "no", .fill = INK (TEXT), .fill_opacity = 0.5, .size = 12.5,
                                     .weight = 500, END },
  [TROUPE_PLOT_STYLE_STRIP] = { "s", .fill = INK (HERE), .fill_opacity = 0.10 },
  [TROUPE_PLOT_STYLE_STRIP_ICON] = { "si", FILL (HERE) },
  [TROUPE_PLOT_STYLE_STRIP_WORD] = { "st", TEXT (HERE, 12, 600) },
  [TROUPE_PLOT_STYLE_STRIP_TIME] = { "tm", TEXT (DIM, 12, 400), END, .is_tabular = TRUE },
  [TROUPE_PLOT_STYLE_HALO] = { "hl", STROKE (CANVAS, 8) },
  [TROUPE_PLOT_STYLE_WIRE] = { "w", STROKE (HERE, 2) },
  [TROUPE_PLOT_STYLE_WIRE_AND] = { "wa", STROKE (HERE, 2), .dash = { 7, 4.5 } },
  [TROUPE_PLOT_STYLE_WIRE_DOTTED] = { "wd", STROKE (HERE, 2), .dash = { 2, 4 } },
  [TROUPE_PLOT_STYLE_WIRE_FIRED] = { "w", ".hot", STROKE (HERE, 3.5) },
  [TROUPE_PLOT_STYLE_WIRE_AND_FIRED] = { "wa", ".hot", STROKE (HERE, 3.5), .dash = { 7, 4.5 } },
  [TROUPE_PLOT_STYLE_LABEL] = { "lb", FILL (CARD), STROKE (HERE, 1) },
  [TROUPE_PLOT_STYLE_LABEL_TEXT] = { "lt", TEXT (HERE, 11.5, 600), MIDDLE },
  [TROUPE_PLOT_STYLE_GATE] = { "gc", FILL (CARD), STROKE (HERE, 2) },
  [TROUPE_PLOT_STYLE_GATE_TEXT] = { "gt", TEXT (HERE, 11.5, 700), MIDDLE },
  [TROUPE_PLOT_STYLE_GROUP] = { "gr", .fill = INK (HERE), .fill_opacity = 0.08,
                                .stroke = INK (HERE), .stroke_opacity = 0.32, .width = 1 },
  [TROUPE_PLOT_STYLE_GROUP_TITLE] = { "gh", TEXT (HERE, 13, 700) },
  [TROUPE_PLOT_STYLE_LANE] = { "la", .fill = INK (RUNNING), .fill_opacity = 0.05,
                               .stroke = INK (RUNNING), .stroke_opacity = 0.3, .width = 1,
                               .dash = { 5, 4 } },
  [TROUPE_PLOT_STYLE_LANE_ICON] = { "li", FILL (HERE) },
  [TROUPE_PLOT_STYLE_LANE_TITLE] = { "lh", TEXT (HERE, 12.5, 700) },
  [TROUPE_PLOT_STYLE_HEADING] = { "hd", TEXT (DIM, 13, 700) },
  [TROUPE_PLOT_STYLE_NOTE] = { "nt", FILL (NOTE), STROKE (NOTE_LINE, 1) },
  [TROUPE_PLOT_STYLE_NOTE_TITLE] = { "nh", TEXT (TEXT, 13.5, 700) },
  [TROUPE_PLOT_STYLE_NOTE_TEXT] = { "nx", TEXT (TEXT, 12.5, 400) },
};

const TroupePlotStyleInfo *
troupe_plot_style_get_info (TroupePlotStyle style)
{
  g_return_val_if_fail (style < TROUPE_PLOT_N_STYLES, NULL);

  return &styles[style];
}

const char *
troupe_plot_style_get_families (void)
{
  return "Cantarell,Adwaita Sans,Inter,Noto Sans,Noto Sans CJK SC,sans-serif";
}

/* --- Style sheets --------------------------------------------------------------------------- */

static void
append_number (GString *out, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.6g", number));
}

static void
append_measure (GString *out, const char *property, double number, const char *unit)
{
  g_string_append_printf (out, "%s:", property);
  append_number (out, number);
  g_string_append_printf (out, "%s;", unit);
}

static void
append_ink (GString *out, TroupePlotInk ink, TroupePlotRules rules, TroupePlotScheme scheme)
{
  if (ink == TROUPE_PLOT_INK_NONE)
    g_string_append (out, "none");
  else if (ink == TROUPE_PLOT_INK_HERE)
    g_string_append (out, "currentColor");
  else if (rules == TROUPE_PLOT_RULES_VARIABLES)
    g_string_append_printf (out, "var(--%s)", troupe_plot_ink_get_name (ink));
  else
    g_string_append (out, troupe_plot_ink_get_colour (ink, scheme));
}

static void
append_rule (GString *out,
             const TroupePlotStyleInfo *info,
             TroupePlotRules rules,
             TroupePlotScheme scheme)
{
  static const char *const anchors[] = { NULL, "middle", "end" };

  g_assert (info != NULL);

  if (info->within != NULL)
    g_string_append (out, info->within);
  g_string_append_printf (out, ".%s{fill:", info->name);
  append_ink (out, info->fill, rules, scheme);
  g_string_append_c (out, ';');
  if (info->fill != TROUPE_PLOT_INK_NONE && info->fill_opacity < 1)
    append_measure (out, "fill-opacity", info->fill_opacity, "");
  if (info->stroke != TROUPE_PLOT_INK_NONE)
    {
      g_string_append (out, "stroke:");
      append_ink (out, info->stroke, rules, scheme);
      g_string_append_c (out, ';');
      append_measure (out, "stroke-width", info->width, "");
      if (info->stroke_opacity < 1)
        append_measure (out, "stroke-opacity", info->stroke_opacity, "");
      if (info->dash[0] > 0)
        {
          g_string_append (out, "stroke-dasharray:");
          append_number (out, info->dash[0]);
          g_string_append_c (out, ' ');
          append_number (out, info->dash[1]);
          g_string_append_c (out, ';');
        }
    }
  if (info->size > 0)
    {
      append_measure (out, "font-size", info->size, "px");
      append_measure (out, "font-weight", info->weight, "");
      if (anchors[info->anchor] != NULL)
        g_string_append_printf (out, "text-anchor:%s;", anchors[info->anchor]);
      if (info->is_tabular)
        g_string_append (out, "font-variant-numeric:tabular-nums;");
    }
  out->str[out->len - 1] = '}';
}

const TroupePlotInk *
troupe_plot_style_list_line_inks (guint *n_inks)
{
  static const TroupePlotInk line_inks[] = { TROUPE_PLOT_INK_WIRE, TROUPE_PLOT_INK_EVENT,
                                             TROUPE_PLOT_INK_AND, TROUPE_PLOT_INK_LISTENER,
                                             TROUPE_PLOT_INK_MANAGER };

  g_return_val_if_fail (n_inks != NULL, NULL);

  *n_inks = G_N_ELEMENTS (line_inks);
  return line_inks;
}

void
troupe_plot_style_append_rules (GString *out,
                                const TroupePlotUsed *used,
                                TroupePlotRules rules,
                                TroupePlotScheme scheme)
{
  guint n_inks;
  const TroupePlotInk *line_inks;

  g_return_if_fail (out != NULL && used != NULL);

  for (guint i = TROUPE_PLOT_INK_CANVAS; i < TROUPE_PLOT_N_INKS; i++)
    {
      if (!used->inks[i])
        continue;
      g_string_append_printf (out, ".%s{color:", troupe_plot_ink_get_name (i));
      append_ink (out, i, rules, scheme);
      g_string_append_c (out, '}');
    }
  for (guint i = 0; i < TROUPE_PLOT_N_STYLES; i++)
    if (used->styles[i])
      append_rule (out, &styles[i], rules, scheme);
  /* Rules for ports, and for the arrow at the end of each line in the color of the line. */
  line_inks = troupe_plot_style_list_line_inks (&n_inks);
  g_string_append (out, ".pc{stroke:currentColor;fill:");
  append_ink (out, TROUPE_PLOT_INK_CARD, rules, scheme);
  g_string_append_c (out, '}');
  for (guint i = 0; i < n_inks; i++)
    {
      const char *name = troupe_plot_ink_get_name (line_inks[i]);

      if (used->inks[line_inks[i]])
        g_string_append_printf (out, "path.%s{marker-end:url(#m-%s)}", name, name);
    }
  g_string_append (out, ".skip{opacity:.55}.off{opacity:.38}");
}

void
troupe_plot_style_append_variables (GString *out,
                                    const TroupePlotUsed *used,
                                    TroupePlotScheme scheme)
{
  gboolean is_named[TROUPE_PLOT_N_INKS] = { FALSE };

  g_return_if_fail (out != NULL && used != NULL);

  for (guint i = 0; i < TROUPE_PLOT_N_STYLES; i++)
    if (used->styles[i])
      is_named[styles[i].fill] = is_named[styles[i].stroke] = TRUE;
  for (guint i = TROUPE_PLOT_INK_CANVAS; i < TROUPE_PLOT_N_INKS; i++)
    if (is_named[i] || used->inks[i])
      g_string_append_printf (out, "--%s:%s;", troupe_plot_ink_get_name (i),
                              troupe_plot_ink_get_colour (i, scheme));
}
