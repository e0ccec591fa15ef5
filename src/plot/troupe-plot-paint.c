/* troupe-plot-paint.c: paints a drawing with a pen, independent of the output format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-paint"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-plot-paint.h"
#include "troupe-plot-path.h"
#include "troupe-plot-text.h"

#define BORDER TROUPE_PLOT_BORDER

/* --- States ---------------------------------------------------------------------------------- */

static const struct
{
  const char *name;
  const char *icon;
  const char *word;
  TroupePlotInk ink;
  TroupePlotStyle card;
} states[TROUPE_PLOT_N_STATES] = {
  [TROUPE_PLOT_STATE_NONE] = { NULL, NULL, NULL, TROUPE_PLOT_INK_WAITING, TROUPE_PLOT_STYLE_CARD },
  [TROUPE_PLOT_STATE_WAITING] = { "waits", "troupe-wait-symbolic", N_ ("Waiting"),
                                  TROUPE_PLOT_INK_WAITING, TROUPE_PLOT_STYLE_CARD_WAITING },
  [TROUPE_PLOT_STATE_RUNNING] = { "runs", "troupe-ring-symbolic", N_ ("Running"),
                                  TROUPE_PLOT_INK_RUNNING, TROUPE_PLOT_STYLE_CARD_RUNNING },
  [TROUPE_PLOT_STATE_DONE] = { "done", "troupe-check-symbolic", N_ ("Done"), TROUPE_PLOT_INK_EVENT,
                               TROUPE_PLOT_STYLE_CARD_DONE },
  [TROUPE_PLOT_STATE_FAILED] = { "failed", "troupe-cross-symbolic", N_ ("Failed"),
                                 TROUPE_PLOT_INK_FAILED, TROUPE_PLOT_STYLE_CARD_FAILED },
  [TROUPE_PLOT_STATE_ASKS] = { "asks", "troupe-human-symbolic", N_ ("Needs your answer"),
                               TROUPE_PLOT_INK_ASKS, TROUPE_PLOT_STYLE_CARD_ASKS },
  [TROUPE_PLOT_STATE_SKIPPED] = { "skip", "troupe-skip-symbolic", N_ ("Not reached"),
                                  TROUPE_PLOT_INK_WAITING, TROUPE_PLOT_STYLE_CARD_SKIPPED },
};

const char *
troupe_plot_state_get_class (TroupePlotState state)
{
  g_return_val_if_fail (state < TROUPE_PLOT_N_STATES, NULL);

  return states[state].name;
}

const char *
troupe_plot_state_get_icon (TroupePlotState state)
{
  g_return_val_if_fail (state < TROUPE_PLOT_N_STATES, NULL);

  return states[state].icon;
}

const char *
troupe_plot_state_get_word (TroupePlotState state)
{
  g_return_val_if_fail (state < TROUPE_PLOT_N_STATES, NULL);

  return states[state].word != NULL ? _ (states[state].word) : NULL;
}

TroupePlotInk
troupe_plot_state_get_ink (TroupePlotState state)
{
  g_return_val_if_fail (state < TROUPE_PLOT_N_STATES, TROUPE_PLOT_INK_WAITING);

  return states[state].ink;
}

/* --- Texts ----------------------------------------------------------------------------------- */

static void
draw_text (TroupePlotPen *pen,
           TroupePlotStyle style,
           double x,
           double y,
           const char *text,
           double room,
           gboolean cut_middle)
{
  const TroupePlotStyleInfo *info = troupe_plot_style_get_info (style);
  g_autofree char *clean = text != NULL ? troupe_plot_text_clean (text) : NULL;
  g_autofree char *cut = NULL;

  g_assert (pen != NULL);

  if (clean == NULL || *clean == '\0')
    return;
  cut = troupe_plot_text_cut (clean, info->size, info->weight >= 600, room, cut_middle);
  pen->klass->text (pen, style, x, y, cut, room);
}

/* --- Background: groups, lanes and notes ------------------------------------------------------ */

static void
draw_note (TroupePlotPen *pen, const TroupePlotGround *ground)
{
  double y = ground->title != NULL ? 33 : 12;
  g_auto (GStrv) lines = NULL;

  g_assert (pen != NULL);

  pen->klass->rect (pen, TROUPE_PLOT_STYLE_NOTE, 0.5, 0.5, ground->width - 1, ground->height - 1, 8,
                    FALSE);
  draw_text (pen, TROUPE_PLOT_STYLE_NOTE_TITLE, 14, 24, ground->title, ground->width - 28, FALSE);
  if (ground->text == NULL)
    return;
  lines = troupe_plot_text_wrap (ground->text, 12.5, ground->width - 28,
                                 (guint) MAX ((ground->height - y - 4) / 17, 0));
  for (guint i = 0; lines[i] != NULL; i++)
    pen->klass->text (pen, TROUPE_PLOT_STYLE_NOTE_TEXT, 14, y + 12 + 17 * i, lines[i],
                      ground->width - 28);
}

static void
draw_ground (TroupePlotPen *pen, const TroupePlotGround *ground)
{
  g_assert (pen != NULL);

  pen->klass->begin (pen, NULL, ground->ink, ground->x, ground->y, 1, NULL);
  switch (ground->kind)
    {
    case TROUPE_PLOT_GROUND_NOTE:
      draw_note (pen, ground);
      break;
    case TROUPE_PLOT_GROUND_HEADING:
      draw_text (pen, TROUPE_PLOT_STYLE_HEADING, 0, 14, ground->title, ground->width, FALSE);
      break;
    case TROUPE_PLOT_GROUND_LANE:
      pen->klass->rect (pen, TROUPE_PLOT_STYLE_LANE, 0, 0, ground->width, ground->height, 18,
                        FALSE);
      pen->klass->icon (pen, TROUPE_PLOT_STYLE_LANE_ICON, "troupe-async-symbolic", 16, 11, 0.75);
      draw_text (pen, TROUPE_PLOT_STYLE_LANE_TITLE, 34, 21, ground->title, ground->width - 50,
                 FALSE);
      break;
    case TROUPE_PLOT_GROUND_GROUP:
    default:
      pen->klass->rect (pen, TROUPE_PLOT_STYLE_GROUP, 0, 0, ground->width, ground->height, 18,
                        FALSE);
      draw_text (pen, TROUPE_PLOT_STYLE_GROUP_TITLE, 16, 21, ground->title, ground->width - 32,
                 FALSE);
      break;
    }
  pen->klass->end (pen);
}

/* --- Lines ----------------------------------------------------------------------------------- */

static void
draw_line (TroupePlotPen *pen, const TroupePlotLine *line)
{
  TroupePlotStyle line_style;

  g_assert (pen != NULL);

  if (line->kind == TROUPE_PLOT_LINE_DOTTED)
    line_style = TROUPE_PLOT_STYLE_WIRE_DOTTED;
  else if (line->kind == TROUPE_PLOT_LINE_AND)
    line_style = line->has_fired ? TROUPE_PLOT_STYLE_WIRE_AND_FIRED : TROUPE_PLOT_STYLE_WIRE_AND;
  else
    line_style = line->has_fired ? TROUPE_PLOT_STYLE_WIRE_FIRED : TROUPE_PLOT_STYLE_WIRE;
  pen->klass->line (pen, line_style, line->ink, line->path,
                    line->has_fired  ? "hot"
                    : line->was_left ? "off"
                                     : NULL);
  pen->klass->arrow (pen, line->ink, line->tip_x, line->tip_y, line->is_down,
                     line->has_fired ? 11 : 9, line->was_left ? 0.38 : 1);
}

static int
compare_sources (gconstpointer a, gconstpointer b, gpointer user_data)
{
  TroupePlotDrawing *drawing = user_data;
  const guint first = *(const guint *) a;
  const guint second = *(const guint *) b;
  const TroupePlotLine *one = troupe_plot_line_at (drawing, first);
  const TroupePlotLine *other = troupe_plot_line_at (drawing, second);
  const int by_event = g_strcmp0 (one->event, other->event);

  if (one->source != other->source)
    return one->source < other->source ? -1 : 1;
  if (by_event != 0)
    return by_event;
  return first < second ? -1 : first > second;
}

/* --- Cards ------------------------------------------------------------------------------------ */

/* Return the left edge and the width of the texts in the head of a card. */
static double
get_head_x (const TroupePlotPiece *piece)
{
  return piece->kind == TROUPE_PLOT_PIECE_AGENT ? 64 : TROUPE_PLOT_CARD_HEAD;
}

static double
get_head_room (const TroupePlotPiece *piece)
{
  return piece->width - get_head_x (piece) - 14;
}

static char *
cut (TroupePlotStyle style, const char *text, double room, gboolean middle)
{
  const TroupePlotStyleInfo *info = troupe_plot_style_get_info (style);
  g_autofree char *clean = troupe_plot_text_clean (text != NULL ? text : "");

  return troupe_plot_text_cut (clean, info->size, info->weight >= 600, room, middle);
}

char *
troupe_plot_paint_cut_title (const TroupePlotPiece *piece)
{
  g_return_val_if_fail (piece != NULL, NULL);

  return cut (TROUPE_PLOT_STYLE_TITLE, piece->title,
              get_head_room (piece) + 1 - (piece->signs != NULL ? 20 * piece->signs->len : 0),
              TRUE);
}

char *
troupe_plot_paint_cut_summary (const TroupePlotPiece *piece)
{
  g_return_val_if_fail (piece != NULL, NULL);

  return cut (TROUPE_PLOT_STYLE_SUMMARY, piece->summary, get_head_room (piece), FALSE);
}

static void
draw_head (TroupePlotPen *pen, const TroupePlotPiece *piece)
{
  const double x = get_head_x (piece);
  const double y = piece->kind == TROUPE_PLOT_PIECE_AGENT ? 6 : 0;
  g_autofree char *title = troupe_plot_paint_cut_title (piece);
  g_autofree char *summary = troupe_plot_paint_cut_summary (piece);
  double sign_x = piece->width - 30;

  g_assert (pen != NULL);

  for (guint i = piece->signs->len; i > 0; i--)
    {
      pen->klass->icon (pen, TROUPE_PLOT_STYLE_SIGN, piece->signs->pdata[i - 1], sign_x, 10 + y,
                        0.875);
      sign_x -= 20;
    }
  pen->klass->text (pen, TROUPE_PLOT_STYLE_TITLE, x, (*summary != '\0' ? 22 : 31) + y, title,
                    get_head_room (piece) + 1);
  if (*summary != '\0')
    pen->klass->text (pen, TROUPE_PLOT_STYLE_SUMMARY, x, 39 + y, summary, get_head_room (piece));
}

static void
draw_rule (TroupePlotPen *pen, const TroupePlotPiece *piece, double y)
{
  g_autofree char *path =
      troupe_plot_path_write ("M1.5 #L# #", (double[]){ y, piece->width - 1.5, y });

  pen->klass->line (pen, TROUPE_PLOT_STYLE_RULE, TROUPE_PLOT_INK_NONE, path, NULL);
}

static void
draw_events (TroupePlotPen *pen, const TroupePlotPiece *piece)
{
  g_assert (pen != NULL);

  if (piece->events == NULL)
    return;
  draw_rule (pen, piece, TROUPE_PLOT_CARD_HEAD);
  for (guint i = 0; piece->events[i] != NULL; i++)
    {
      const double y = TROUPE_PLOT_CARD_HEAD + TROUPE_PLOT_CARD_ROW * (i + 0.5);
      TroupePlotStyle style = TROUPE_PLOT_STYLE_EVENT;

      if (piece->taken != NULL)
        style = g_str_equal (piece->taken, piece->events[i]) ? TROUPE_PLOT_STYLE_EVENT_TAKEN
                                                             : TROUPE_PLOT_STYLE_EVENT_LEFT;
      draw_text (pen, style, piece->width - 14, y + 4.5, piece->events[i], piece->width - 28, TRUE);
    }
}

static void
draw_chips (TroupePlotPen *pen, const TroupePlotPiece *piece, double y)
{
  double x = 12;

  g_assert (pen != NULL);

  if (piece->chips->len == 0)
    draw_text (pen, TROUPE_PLOT_STYLE_SUMMARY, 18, y + 15, piece->chips_note, piece->width - 30,
               FALSE);
  for (guint i = 0; i < piece->chips->len; i++)
    {
      const TroupePlotChip *chip = &g_array_index (piece->chips, TroupePlotChip, i);
      const double before = chip->icon != NULL ? 24 : 10;
      g_autofree char *clean = troupe_plot_text_clean (chip->text);
      g_autofree char *cut = troupe_plot_text_cut (clean, 11.5, FALSE, 120, TRUE);
      const double width = before + troupe_plot_text_width (cut, 11.5, FALSE) + 10;
      /* Behind a chip, there must be room for the number of those that do not fit. */
      const double rest_width = i + 1 < piece->chips->len ? 30 : 0;

      if (x + width > piece->width - 12 - rest_width && i > 0)
        {
          g_autofree char *more = g_strdup_printf ("+%u", piece->chips->len - i);

          draw_text (pen, TROUPE_PLOT_STYLE_CHIP_TEXT, x, y + 15, more, 40, FALSE);
          break;
        }
      pen->klass->rect (pen, TROUPE_PLOT_STYLE_CHIP, x, y, width, 22, 11, FALSE);
      if (chip->icon != NULL)
        pen->klass->icon (pen, TROUPE_PLOT_STYLE_SIGN, chip->icon, x + 8, y + 5, 0.75);
      pen->klass->text (pen, TROUPE_PLOT_STYLE_CHIP_TEXT, x + before, y + 15, cut, 121);
      x += width + 8;
    }
}

/* Draws the run status at the lower end of the card: a tint with an icon, a word and a time. */
static void
draw_strip (TroupePlotPen *pen, const TroupePlotPiece *piece)
{
  const char *word = piece->word != NULL ? piece->word : troupe_plot_state_get_word (piece->state);
  double right;
  double low;
  double round;
  g_autofree char *path = NULL;

  g_assert (pen != NULL);

  if (piece->state == TROUPE_PLOT_STATE_NONE)
    return;
  pen->klass->begin (pen, troupe_plot_ink_get_name (states[piece->state].ink),
                     states[piece->state].ink, 0, piece->strip_y, 1, NULL);
  /* Draws the background of a strip: square at the top, with the corner radius of the card at
   * the bottom. */
  right = piece->width - 1;
  low = TROUPE_PLOT_STRIP - 1;
  round = MIN (piece->radius - 1, low);
  path = troupe_plot_path_write ("M1 0H#V#Q# # # #H#Q1 # 1 #z",
                                 (double[]){ right, low - round, right, low, right - round, low,
                                             1 + round, low, low - round });
  pen->klass->line (pen, TROUPE_PLOT_STYLE_STRIP, TROUPE_PLOT_INK_NONE, path, NULL);
  pen->klass->icon (pen, TROUPE_PLOT_STYLE_STRIP_ICON, states[piece->state].icon,
                    TROUPE_PLOT_STRIP_ICON_X, TROUPE_PLOT_STRIP_ICON_Y,
                    TROUPE_PLOT_STRIP_ICON_SCALE);
  draw_text (pen, TROUPE_PLOT_STYLE_STRIP_WORD, TROUPE_PLOT_STRIP_TEXT_X, TROUPE_PLOT_STRIP_TEXT_Y,
             word, piece->width - 44 - (piece->time != NULL ? 48 : 0), FALSE);
  draw_text (pen, TROUPE_PLOT_STYLE_STRIP_TIME, piece->width - 12, TROUPE_PLOT_STRIP_TEXT_Y,
             piece->time, 60, FALSE);
  pen->klass->end (pen);
}

static void
draw_card (TroupePlotPen *pen, const TroupePlotPiece *piece)
{
  const char *state = troupe_plot_state_get_class (piece->state);
  g_autofree char *classes = g_strconcat ("n", state != NULL ? " " : NULL, state, NULL);
  g_autofree char *title = piece->description != NULL
                               ? g_strconcat (piece->title, ": ", piece->description, NULL)
                               : g_strdup (piece->title);
  double middle;

  g_assert (pen != NULL);

  pen->klass->begin (pen, classes, piece->role, piece->x, piece->y,
                     piece->state == TROUPE_PLOT_STATE_SKIPPED ? 0.55 : 1, title);
  if (!pen->is_spare)
    pen->klass->rect (pen, TROUPE_PLOT_STYLE_FOOT, 0, 1.5, piece->width, piece->height,
                      piece->radius, FALSE);
  pen->klass->rect (pen, states[piece->state].card, BORDER, BORDER, piece->width - 2 * BORDER,
                    piece->height - 2 * BORDER, piece->radius - BORDER, FALSE);
  middle = piece->kind == TROUPE_PLOT_PIECE_AGENT ? 32 : 26;
  if (piece->mark == TROUPE_PLOT_MARK_DIAMOND)
    pen->klass->rect (pen, TROUPE_PLOT_STYLE_MARK, 13, 13, 26, 26, 5, TRUE);
  else if (piece->kind == TROUPE_PLOT_PIECE_AGENT)
    {
      pen->klass->begin (pen, NULL, piece->person_ink, 0, 0, 1, NULL);
      pen->klass->circle (pen, TROUPE_PLOT_STYLE_MARK, middle, middle, 20);
      pen->klass->end (pen);
    }
  else if (piece->mark == TROUPE_PLOT_MARK_CIRCLE)
    pen->klass->circle (pen, TROUPE_PLOT_STYLE_MARK, middle, middle, 16);
  else
    pen->klass->rect (pen, TROUPE_PLOT_STYLE_MARK, 10, 10, 32, 32, 8, FALSE);
  if (piece->mark_text != NULL)
    draw_text (pen, TROUPE_PLOT_STYLE_MARK_TEXT, middle, middle + 5.5, piece->mark_text, 40, FALSE);
  else if (piece->icon != NULL)
    pen->klass->icon (pen, TROUPE_PLOT_STYLE_ICON, piece->icon, middle - 8, middle - 8, 1);
  draw_head (pen, piece);
  draw_events (pen, piece);
  if (piece->kind == TROUPE_PLOT_PIECE_TASK)
    {
      draw_rule (pen, piece, TROUPE_PLOT_CARD_HEAD + 2);
      if (piece->person != NULL)
        {
          pen->klass->begin (pen, NULL, piece->person_ink, 0, 0, 1, NULL);
          pen->klass->circle (pen, TROUPE_PLOT_STYLE_MARK, 25, 75, 13);
          pen->klass->end (pen);
          draw_text (pen, TROUPE_PLOT_STYLE_INITIALS, 25, 78.8, piece->person, 30, FALSE);
        }
      draw_text (pen, TROUPE_PLOT_STYLE_PERSON, piece->person != NULL ? 46 : 18, 79.5,
                 piece->person_name, piece->width - 60, FALSE);
      draw_chips (pen, piece, 99);
    }
  else if (piece->kind == TROUPE_PLOT_PIECE_AGENT)
    draw_chips (pen, piece, 60);
  draw_strip (pen, piece);
  draw_text (pen, TROUPE_PLOT_STYLE_SUMMARY, -66, TROUPE_PLOT_PORT_Y - 8, piece->hint, 56, FALSE);
  for (guint i = 0; i < piece->ports->len; i++)
    {
      const TroupePlotPort *port = &g_array_index (piece->ports, TroupePlotPort, i);

      pen->klass->port (pen, port->x, port->y, port->ink);
    }
  pen->klass->end (pen);
}

void
troupe_plot_paint (TroupePlotDrawing *drawing, TroupePlotPen *pen)
{
  g_return_if_fail (drawing != NULL);
  g_return_if_fail (pen != NULL);

  for (guint i = 0; i < drawing->grounds->len; i++)
    draw_ground (pen, &g_array_index (drawing->grounds, TroupePlotGround, i));
  if (!pen->is_spare)
    {
      g_autofree guint *order = g_new (guint, drawing->lines->len + 1);
      guint first = 0;

      /* Draws each line on a band in the background color (halo), which separates crossings.
       * The halos of all lines from one port are drawn before these lines, because they overlap
       * at the port. */
      for (guint i = 0; i < drawing->lines->len; i++)
        order[i] = i;
      g_qsort_with_data (order, (int) drawing->lines->len, sizeof (guint), compare_sources,
                         drawing);
      while (first < drawing->lines->len)
        {
          const TroupePlotLine *line = troupe_plot_line_at (drawing, order[first]);
          guint end = first;

          for (; end < drawing->lines->len; end++)
            {
              const TroupePlotLine *other = troupe_plot_line_at (drawing, order[end]);

              if (other->source != line->source || g_strcmp0 (other->event, line->event) != 0)
                break;
              if (!other->is_flat)
                pen->klass->line (pen, TROUPE_PLOT_STYLE_HALO, TROUPE_PLOT_INK_NONE, other->path,
                                  NULL);
            }
          for (; first < end; first++)
            draw_line (pen, troupe_plot_line_at (drawing, order[first]));
        }
    }
  else
    {
      for (guint i = 0; i < drawing->lines->len; i++)
        draw_line (pen, troupe_plot_line_at (drawing, i));
    }
  for (guint i = 0; i < drawing->pieces->len; i++)
    if (troupe_plot_piece_at (drawing, i)->kind == TROUPE_PLOT_PIECE_GATE)
      {
        const TroupePlotPiece *piece = troupe_plot_piece_at (drawing, i);

        pen->klass->begin (pen, "g", piece->role, piece->x + piece->width / 2,
                           piece->y + piece->height / 2, 1, NULL);
        pen->klass->circle (pen, TROUPE_PLOT_STYLE_GATE, 0, 0, 15);
        draw_text (pen, TROUPE_PLOT_STYLE_GATE_TEXT, 0, 4, piece->title, 28, FALSE);
        pen->klass->end (pen);
      }
  for (guint i = 0; i < drawing->pieces->len; i++)
    if (troupe_plot_piece_at (drawing, i)->kind != TROUPE_PLOT_PIECE_GATE)
      draw_card (pen, troupe_plot_piece_at (drawing, i));
  /* Draws the labels of lines as pills. */
  for (guint i = 0; i < drawing->lines->len; i++)
    {
      const TroupePlotLine *line = troupe_plot_line_at (drawing, i);
      g_autofree char *clean = line->label != NULL ? troupe_plot_text_clean (line->label) : NULL;
      g_autofree char *cut = NULL;
      double width;

      if (clean == NULL)
        continue;
      cut = troupe_plot_text_cut (clean, 11.5, TRUE, 140, TRUE);
      width = troupe_plot_text_width (cut, 11.5, TRUE) + 18;
      pen->klass->begin (pen, line->was_left ? "off" : NULL, line->ink, line->label_x,
                         line->label_y, line->was_left ? 0.38 : 1, NULL);
      pen->klass->rect (pen, TROUPE_PLOT_STYLE_LABEL, -width / 2, -10, width, 20, 10, FALSE);
      pen->klass->text (pen, TROUPE_PLOT_STYLE_LABEL_TEXT, 0, 4, cut, width - 8);
      pen->klass->end (pen);
    }
}
