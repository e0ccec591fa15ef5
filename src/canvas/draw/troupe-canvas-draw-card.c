/* troupe-canvas-draw-card.c: draws the parts of a card at full detail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-card"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas-card.h"
#include "troupe-canvas-state.h"

void
troupe_card_draw_middle (const Card *card,
                         GtkSnapshot *snapshot,
                         CanvasFont font,
                         const char *text,
                         float x,
                         float y,
                         TroupeColor color)
{
  g_autoptr (PangoLayout) layout = troupe_canvas_text_layout (card->text, font, text);
  int width, height;

  g_assert (card != NULL);

  pango_layout_get_size (layout, &width, &height);
  troupe_canvas_text_draw (snapshot, layout, x - (float) width / PANGO_SCALE / 2,
                           y - (float) height / PANGO_SCALE / 2, color);
}

float
troupe_card_draw_text (const Card *card,
                       GtkSnapshot *snapshot,
                       CanvasFont font,
                       const char *text,
                       float x,
                       float y,
                       float width,
                       PangoEllipsizeMode ellipsize,
                       TroupeColor color)
{
  g_autoptr (PangoLayout) layout = troupe_canvas_text_layout (card->text, font, text);
  int own_width, own_height;

  g_assert (card != NULL);

  pango_layout_set_width (layout, (int) (MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, ellipsize);
  pango_layout_get_size (layout, &own_width, &own_height);
  troupe_canvas_text_draw (snapshot, layout, x, y - (float) own_height / PANGO_SCALE / 2, color);

  return (float) own_width / PANGO_SCALE;
}

void
troupe_card_draw_mark (const Card *card, GtkSnapshot *snapshot)
{
  TroupeColor role = troupe_canvas_palette_get_role (card->palette, card->node->role);
  TroupeColor sign;

  sign = troupe_color_get_sign (role);
  role = troupe_card_faded (card, role);

  if (card->node->role == TROUPE_CANVAS_ROLE_ROUTER)
    {
      /* Draws a rotated square with cairo, because GTK 4.8 draws rotated borders through a
       * texture. */
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (6, 6, 40, 40));

      cairo_translate (cr, 26, 26);
      cairo_rotate (cr, G_PI / 4);
      troupe_canvas_trace_rounded (cr, -13, -13, 26, 26, 5);
      troupe_canvas_set_source (cr, role, 1);
      cairo_fill (cr);
      cairo_destroy (cr);
    }
  else if (card->node->role == TROUPE_CANVAS_ROLE_START)
    troupe_canvas_fill_circle (snapshot, 26, 26, 16, role);
  else
    troupe_canvas_fill_rounded (snapshot, 10, 10, 32, 32, 8, role, 1);

  if (card->node->mark_text != NULL)
    troupe_card_draw_middle (card, snapshot, FONT_NAME, card->node->mark_text, 26, 26, sign);
  else if (card->node->icon_name != NULL)
    troupe_canvas_text_draw_icon (card->text, snapshot, card->node->icon_name, 18, 18, 16, sign);
}

static TroupeColor
get_sign_color (const Card *card)
{
  return card->node->is_person ? troupe_canvas_palette_get_role (card->palette, card->node->role)
                               : card->palette->dim;
}

void
troupe_card_draw_head (const Card *card, GtkSnapshot *snapshot)
{
  float width =
      card->width - CARD_TEXT_END - (card->node->is_person ? CARD_PERSON_TEXT_X : CARD_TEXT_X);
  float right = card->width - 12;
  float x;
  float down;
  gboolean has_summary;
  g_autofree char *name = NULL;
  g_autoptr (PangoLayout) layout = NULL;
  int height;

  if (card->node->is_person)
    troupe_card_draw_face (card, snapshot);
  else
    troupe_card_draw_mark (card, snapshot);
  if (card->node->openable)
    {
      troupe_canvas_text_draw_icon (card->text, snapshot, "go-next-symbolic", right - 14, 19, 14,
                                    troupe_card_faded (card, card->palette->text));
      width -= 16;
      right -= 18;
    }
  for (guint i = 0; card->node->signs != NULL && card->node->signs[i] != NULL; i++)
    {
      troupe_canvas_text_draw_icon (card->text, snapshot, card->node->signs[i], right - 14,
                                    card->node->is_person ? 13 : 10, 14,
                                    troupe_card_faded (card, get_sign_color (card)));
      right -= 18;
      width -= 18;
    }
  x = card->node->is_person ? CARD_PERSON_TEXT_X : CARD_TEXT_X;
  down = card->node->is_person ? 3.5f : 0;
  has_summary = card->node->summary != NULL && *card->node->summary != '\0';
  name = troupe_canvas_text_cut (card->text, FONT_NAME, card->node->title, width + 0.6f);
  layout = troupe_canvas_text_layout (card->text, FONT_NAME, name);
  /* The line is centered at the position where a Cantarell line at 8 would be centered, because
   * font heights differ. */
  pango_layout_get_size (layout, NULL, &height);
  troupe_canvas_text_draw (snapshot, layout, x,
                           (has_summary ? 17.5f : 26.0f) + down - (float) height / PANGO_SCALE / 2,
                           troupe_card_faded (card, card->palette->text));
  if (has_summary)
    troupe_card_draw_text (card, snapshot, FONT_SUMMARY, card->node->summary, x, 35.5f + down,
                           width, PANGO_ELLIPSIZE_END,
                           troupe_card_faded (card, card->palette->dim));
}

static void
draw_rule (const Card *card, GtkSnapshot *snapshot, float y, TroupeColor color, double alpha)
{
  GdkRGBA rgba = troupe_color_to_rgba (color, alpha);

  gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (1, y, card->width - 2, 1));
}

static gboolean
is_taken (const Card *card, const char *event)
{
  return card->record->run.taken != NULL && g_strv_contains (card->record->run.taken, event);
}

void
troupe_card_draw_rows (const Card *card, GtkSnapshot *snapshot)
{
  float top = troupe_canvas_get_events_top (card->node);

  if (card->node->owner != NULL)
    draw_rule (card, snapshot, CARD_HEAD, card->palette->line, 1);
  troupe_card_draw_people (card, snapshot);
  if (card->node->events == NULL || card->node->events[0] == NULL)
    return;

  draw_rule (card, snapshot, top, card->palette->line, 1);
  for (guint i = 0; card->node->events[i] != NULL; i++)
    {
      const char *event = card->node->events[i];
      float event_top = top + CARD_EVENT_ROW * (float) i;
      const TroupeCanvasPalette *palette = card->palette;
      gboolean decided = card->record->run.taken != NULL;
      gboolean taken = is_taken (card, event);
      TroupeColor color = palette->text;
      CanvasFont font = taken ? FONT_EVENT_TAKEN : FONT_EVENT;
      g_autofree char *word =
          troupe_canvas_text_cut (card->text, font, event, card->width - CARD_TEXT_END - 36);
      float width = troupe_canvas_text_width (card->text, font, word);

      if (taken)
        {
          GdkRGBA tint = troupe_color_to_rgba (palette->done, 0.14);

          gtk_snapshot_append_color (
              snapshot, &tint, &GRAPHENE_RECT_INIT (1, event_top, card->width - 2, CARD_EVENT_ROW));
          troupe_canvas_text_draw_icon (card->text, snapshot, "troupe-check-symbolic", 12,
                                        event_top + 5, 14, palette->done);
          color = palette->done;
        }
      else if (decided)
        color = troupe_color_mix (color, palette->card, 0.5);

      troupe_card_draw_text (card, snapshot, font, word, card->width - CARD_TEXT_END - width,
                             event_top + CARD_EVENT_ROW / 2, width + 4, PANGO_ELLIPSIZE_NONE,
                             troupe_card_faded (card, color));
    }
}

/* Like troupe_canvas_fill_rounded(). A border narrower than the corner radius would overlap
 * itself, so the filled shape begins above the strip if the corners require it, and is clipped. */
void
troupe_card_fill_strip (
    const Card *card, GtkSnapshot *snapshot, float top, TroupeColor color, double tint)
{
  float height = card->height - top;
  float radius = MIN (card->radius, height);
  float from = MIN (top, card->height - 2 * radius);
  float fill = MIN (card->width, card->height - from) / 2;
  GskRoundedRect outline;
  GdkRGBA rgba = troupe_color_to_rgba (color, tint);
  const float widths[4] = { fill, fill, fill, fill };
  const GdkRGBA colors[4] = { rgba, rgba, rgba, rgba };

  gsk_rounded_rect_init (&outline, &GRAPHENE_RECT_INIT (0, from, card->width, card->height - from),
                         &GRAPHENE_SIZE_INIT (0, 0), &GRAPHENE_SIZE_INIT (0, 0),
                         &GRAPHENE_SIZE_INIT (radius, radius),
                         &GRAPHENE_SIZE_INIT (radius, radius));
  if (from < top)
    gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, top, card->width, height));
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
  if (from < top)
    gtk_snapshot_pop (snapshot);
}

static void
draw_stream (const Card *card, GtkSnapshot *snapshot, float y)
{
  const TroupeCanvasNodeRun *run = &card->record->run;
  float width = card->width - 24 - 6;
  const char *text = run->stream;
  gsize length = strlen (text);
  float taken;
  GdkRGBA caret = troupe_color_to_rgba (card->palette->running, 1);

  g_assert (card != NULL);

  /* Only the end is laid out, because only the end is visible, and laying out the complete
   * answer for each new word would be slow. */
  if (length > 200)
    {
      text += length - 200;
      text = (*text & 0xc0) == 0x80 ? g_utf8_find_next_char (text, NULL) : text;
    }
  taken = troupe_card_draw_text (card, snapshot, FONT_STREAM, text, 14, y, width,
                                 PANGO_ELLIPSIZE_START, card->palette->text);
  if (run->state == TROUPE_CANVAS_STATE_RUNNING)
    gtk_snapshot_append_color (snapshot, &caret,
                               &GRAPHENE_RECT_INIT (14 + MIN (taken, width) + 2, y - 7, 2, 14));
}

/* Draws the button that opens the question, at the position of the time on other cards. Draws
 * only an arrow if the state leaves too little space. Returns the width of the button. */
static float
draw_answer_button (const Card *card, GtkSnapshot *snapshot, float top, TroupeColor color)
{
  const TroupeCanvasNodeRun *run = &card->record->run;
  const char *text = _ ("Answer");
  const char *word = run->word != NULL ? run->word : troupe_canvas_state_get_word (run->state);
  float width = troupe_canvas_text_width (card->text, FONT_WORD, text) + 18;
  float x = card->width - 8 - width;

  g_assert (card != NULL);

  if (x < 31 + troupe_canvas_text_width (card->text, FONT_WORD, word) + 6)
    {
      troupe_canvas_text_draw_icon (card->text, snapshot, "go-next-symbolic", card->width - 24,
                                    top + 7, 14, color);
      return 18;
    }
  troupe_canvas_fill_rounded (snapshot, x, top + 4, width, 20, 10, color, 1);
  troupe_card_draw_middle (card, snapshot, FONT_WORD, text, x + width / 2, top + 14,
                           troupe_color_get_sign (color));
  return width;
}

/* Returns FALSE if the time of an outdated state does not fit next to the word. The word is more
 * important, because the time is also shown elsewhere. */
static gboolean
has_room_for_time (const Card *card, const char *word)
{
  const TroupeCanvasNodeRun *run = &card->record->run;

  g_assert (card != NULL);

  return run->state != TROUPE_CANVAS_STATE_STALE ||
         31 + troupe_canvas_text_width (card->text, FONT_WORD, word) + 8 +
                 troupe_canvas_text_width (card->text, FONT_TIME, run->time) + 12 <=
             card->width;
}

void
troupe_card_draw_strip (const Card *card, GtkSnapshot *snapshot)
{
  const TroupeCanvasNodeRun *run = &card->record->run;
  float height = troupe_canvas_get_strip_height (run);
  float top = card->height - height;
  TroupeColor color = troupe_canvas_palette_get_state (card->palette, run->state);
  const TroupeCanvasStateLook *look = troupe_canvas_state_get_look (run->state);
  const char *word = run->word != NULL ? run->word : troupe_canvas_state_get_word (run->state);
  float time_width = 0;

  if (height == 0)
    return;

  troupe_card_fill_strip (card, snapshot, top, color, look->is_quiet ? 0.07 : 0.10);
  draw_rule (card, snapshot, top, color, 0.28);
  if (run->progress >= 0 && run->state == TROUPE_CANVAS_STATE_RUNNING)
    {
      GdkRGBA done = troupe_color_to_rgba (color, 1);
      GdkRGBA open = troupe_color_to_rgba (color, 0.4);
      float width = card->width - 4;
      float part = width * (float) CLAMP (card->record->run.progress, 0, 1);

      gtk_snapshot_append_color (snapshot, &done, &GRAPHENE_RECT_INIT (2, top, part, 3));
      gtk_snapshot_append_color (snapshot, &open,
                                 &GRAPHENE_RECT_INIT (2 + part, top, width - part, 3));
    }
  if (look->icon != NULL)
    troupe_canvas_text_draw_icon (card->text, snapshot, look->icon, 12, top + 7, 14, color);
  if (run->state == TROUPE_CANVAS_STATE_ASKING)
    time_width = draw_answer_button (card, snapshot, top, color);
  else if (run->time != NULL && has_room_for_time (card, word))
    {
      time_width = troupe_canvas_text_width (card->text, FONT_TIME, run->time);
      troupe_card_draw_text (card, snapshot, FONT_TIME, run->time, card->width - 12 - time_width,
                             top + 14, time_width + 4, PANGO_ELLIPSIZE_NONE,
                             run->state == TROUPE_CANVAS_STATE_FAILED ? color : card->palette->dim);
      time_width += 8;
    }
  troupe_card_draw_text (card, snapshot, FONT_WORD, word, 31, top + 14,
                         card->width - 31 - 12 - time_width, PANGO_ELLIPSIZE_END, color);
  if (height > CARD_STRIP)
    draw_stream (card, snapshot, top + 36);
}

static void
draw_port (const Card *card,
           GtkSnapshot *snapshot,
           float x,
           float y,
           TroupeColor color,
           gboolean hollow)
{
  float radius = card->hovered ? 8.5f : 6.5f;
  float inner = hollow ? 2 : 1;

  g_assert (card != NULL);

  if (card->refusing)
    color = troupe_card_faded (card, color);
  if (hollow)
    {
      troupe_canvas_fill_circle (snapshot, x, y, radius - 1, color);
      troupe_canvas_fill_circle (snapshot, x, y, radius - 1 - inner, card->palette->card);
      return;
    }
  troupe_canvas_fill_circle (snapshot, x, y, radius, color);
  troupe_canvas_stroke_rounded (snapshot, x - radius + inner, y - radius + inner,
                                2 * (radius - inner), 2 * (radius - inner), radius - inner, 1.5f,
                                card->palette->card, 1);
}

void
troupe_card_draw_ports (const Card *card, GtkSnapshot *snapshot)
{
  const TroupeCanvasNode *node = card->node;
  TroupeColor plain = node->owner != NULL ? card->palette->listener : card->palette->wire_or;
  float top = troupe_canvas_get_events_top (node);

  if (node->input_note != NULL)
    {
      TroupeColor color = troupe_card_faded (card, card->palette->listener);
      float width = troupe_canvas_text_width (card->text, FONT_BADGE, card->node->input_note) + 14;

      /* Draws the note in front of the input port, at the position where a wire would end. */
      troupe_canvas_fill_rounded (snapshot, -width, PORT_Y - 9, width, 18, 9,
                                  troupe_color_mix (color, card->palette->canvas, 0.06), 1);
      troupe_canvas_stroke_rounded (snapshot, -width, PORT_Y - 9, width, 18, 9, 1,
                                    troupe_color_mix (color, card->palette->canvas, 0.5), 1);
      troupe_card_draw_middle (card, snapshot, FONT_BADGE, card->node->input_note, -width / 2 - 3,
                               PORT_Y, color);
    }
  if (node->has_input)
    draw_port (card, snapshot, 0, PORT_Y, plain, FALSE);
  if (node->output != NULL)
    draw_port (card, snapshot, card->width, PORT_Y, plain, FALSE);
  for (guint i = 0; node->events != NULL && node->events[i] != NULL; i++)
    draw_port (card, snapshot, card->width, top + CARD_EVENT_ROW * (float) i + CARD_EVENT_ROW / 2,
               card->palette->wire_event,
               card->record->run.taken != NULL && !is_taken (card, node->events[i]));
}

void
troupe_card_draw_badges (const Card *card, GtkSnapshot *snapshot)
{
  const TroupeCanvasNode *node = card->node;
  const TroupeCanvasPalette *palette = card->palette;

  if (card->record->run.passes > 1)
    {
      g_autofree char *text = g_strdup_printf ("×%u", card->record->run.passes);
      float width = troupe_canvas_text_width (card->text, FONT_LABEL, text) + 14;
      float left = card->width - 6 - width;

      troupe_canvas_fill_rounded (snapshot, left, -10, width, 20, 10, card->palette->card, 1);
      troupe_canvas_stroke_rounded (snapshot, left, -10, width, 20, 10, 1, card->palette->edge, 1);
      troupe_card_draw_middle (card, snapshot, FONT_LABEL, text, left + width / 2, 0,
                               card->palette->dim);
    }
  if (node->breakpoint)
    {
      troupe_canvas_fill_circle (snapshot, 1, 1, 9, palette->canvas);
      troupe_canvas_fill_circle (snapshot, 1, 1, 7, palette->breakpoint);
    }
  if (node->badge != NULL)
    {
      const float x = node->breakpoint ? 22 : 5;

      troupe_canvas_fill_circle (snapshot, x, 1, 10, palette->canvas);
      troupe_canvas_text_draw_icon (card->text, snapshot, node->badge, x - 7, -6, 14,
                                    troupe_card_faded (card, palette->text));
    }
  if (node->n_errors + node->n_warnings > 0)
    {
      const float x = troupe_canvas_get_problems_x (card->record, card->width);
      g_autofree char *count =
          node->n_errors > 99 ? g_strdup ("99+") : g_strdup_printf ("%u", node->n_errors);

      troupe_canvas_fill_circle (snapshot, x, 1, 10, palette->canvas);
      troupe_canvas_fill_circle (
          snapshot, x, 1, 8.5f, node->n_errors > 0 ? palette->error_badge : palette->warning_badge);
      troupe_card_draw_middle (card, snapshot, FONT_BADGE, node->n_errors > 0 ? count : "!", x, 1,
                               node->n_errors > 0 ? 0xffffff : palette->warning_sign);
    }
}
