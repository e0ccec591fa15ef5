/* troupe-canvas-click.c: handles clicks on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-click"

#include "config.h"

#include "troupe-canvas-input-private.h"

/* The area of the arrow in the head of a card, from its right edge and its top. */
#define ARROW_RIGHT 32
#define ARROW_TOP 13
#define ARROW_BOTTOM 39

static void
activate (TroupeCanvasInput *self, TroupeCanvasKind kind, const char *id, graphene_point_t point)
{
  const TroupeCanvasNode *node;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  switch (kind)
    {
    case TROUPE_CANVAS_KIND_GROUND:
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_GROUND_ACTIVATED], 0,
                     (double) point.x, (double) point.y);
      break;
    case TROUPE_CANVAS_KIND_WIRE:
    case TROUPE_CANVAS_KIND_WIRE_END:
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_BEND_REQUESTED], 0, id,
                     (double) point.x, (double) point.y);
      break;
    case TROUPE_CANVAS_KIND_NOTE:
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NOTE_ACTIVATED], 0, id);
      break;
    case TROUPE_CANVAS_KIND_GROUP:
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_GROUP_ACTIVATED], 0, id);
      break;
    case TROUPE_CANVAS_KIND_NODE:
      node = troupe_canvas_scene_get_node (self->scene, id);
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NODE_ACTIVATED], 0, id,
                     node != NULL && node->openable);
      break;
    default:
      break;
    }
}

/* Returns TRUE if the point is on the arrow of a card that can be opened. @point: canvas pixels */
static gboolean
is_on_arrow (TroupeCanvasInput *self, const char *id, graphene_point_t point)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (self->scene, id);
  graphene_rect_t card;
  graphene_rect_t arrow;

  if (node == NULL || !node->openable || troupe_canvas_get_zoom (self->canvas) < ZOOM_DETAIL ||
      !troupe_canvas_get_bounds (self->canvas, id, &card))
    return FALSE;
  graphene_rect_init (&arrow, card.origin.x + card.size.width - ARROW_RIGHT,
                      card.origin.y + ARROW_TOP, ARROW_RIGHT, ARROW_BOTTOM - ARROW_TOP);

  return graphene_rect_contains_point (&arrow, &point);
}

static void
click_secondary (TroupeCanvasInput *self,
                 TroupeCanvasKind kind,
                 const char *id,
                 double widget_x,
                 double widget_y,
                 GdkModifierType modifiers)
{
  graphene_point_t point = troupe_canvas_to_canvas (self->canvas, widget_x, widget_y);

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (id != NULL && (modifiers & GDK_SHIFT_MASK) != 0 &&
      (kind == TROUPE_CANVAS_KIND_WIRE || kind == TROUPE_CANVAS_KIND_WIRE_END))
    {
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_BEND_REQUESTED], 0, id,
                     (double) point.x, (double) point.y);
      return;
    }
  if (id == NULL)
    troupe_canvas_select_none (self->canvas);
  else if (!troupe_canvas_is_selected (self->canvas, id))
    troupe_canvas_select_only (self->canvas, id);
  g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_CONTEXT_MENU], 0, (int) kind, id,
                 widget_x, widget_y);
}

void
troupe_canvas_input_click (TroupeCanvasInput *self,
                           double widget_x,
                           double widget_y,
                           guint button,
                           int n_press,
                           GdkModifierType modifiers)
{
  graphene_point_t point = troupe_canvas_to_canvas (self->canvas, widget_x, widget_y);
  const char *found;
  TroupeCanvasKind kind = troupe_canvas_hit (self->canvas, widget_x, widget_y, &found, NULL);
  /* The id is copied, because a signal handler may remove the item while its id is still used. */
  g_autofree char *id = g_strdup (found);

  if (self->preview_only)
    {
      troupe_canvas_input_update_drag (self, widget_x, widget_y, modifiers);
      if (button == GDK_BUTTON_PRIMARY)
        troupe_canvas_input_end_drag (self, modifiers);
      else
        troupe_canvas_input_cancel_drag (self);
      return;
    }
  if (button == GDK_BUTTON_SECONDARY)
    {
      click_secondary (self, kind, id, widget_x, widget_y, modifiers);
      return;
    }
  if (button != GDK_BUTTON_PRIMARY || self->space_held)
    return;

  if (n_press >= 2 && (modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    {
      /* The first click on an arrow has opened the card already. */
      if (n_press == 2 && !self->has_opened)
        activate (self, kind, id, point);
      return;
    }
  self->has_opened = kind == TROUPE_CANVAS_KIND_NODE &&
                     (modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0 &&
                     is_on_arrow (self, id, point);
  if (id == NULL)
    {
      /* A key refers to the focused card if none is selected. A user who has just clicked beside all cards would not
       * expect that a letter deletes one of them. */
      if ((modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
        {
          troupe_canvas_select_none (self->canvas);
          troupe_canvas_set_focus_id (self->canvas, NULL);
        }
    }
  else if ((modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0)
    troupe_canvas_selection_toggle (self->selection, id);
  else
    troupe_canvas_select_only (self->canvas, id);
  if (kind == TROUPE_CANVAS_KIND_NODE || kind == TROUPE_CANVAS_KIND_GATE)
    troupe_canvas_set_focus_id (self->canvas, id);
  if (kind == TROUPE_CANVAS_KIND_NODE && (modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NODE_CLICKED], 0, id);
  if (kind == TROUPE_CANVAS_KIND_PROBLEM_BADGE || kind == TROUPE_CANVAS_KIND_BREAKPOINT_BADGE ||
      kind == TROUPE_CANVAS_KIND_PASSES_BADGE || kind == TROUPE_CANVAS_KIND_ANSWER_BADGE ||
      kind == TROUPE_CANVAS_KIND_STALE_BADGE)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_BADGE_ACTIVATED], 0, (int) kind, id);
  if (kind == TROUPE_CANVAS_KIND_GATE && self->editable &&
      (modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_GATE_TOGGLED], 0, id);
  /* Last, because the handler may show another drawing. */
  if (self->has_opened)
    activate (self, kind, id, point);
}

void
troupe_canvas_input_set_hover (TroupeCanvasInput *self,
                               TroupeCanvasKind kind,
                               const char *id,
                               const char *port)
{
  if (self->hover_kind == kind && g_strcmp0 (self->hover_id, id) == 0 &&
      g_strcmp0 (self->hover_port, port) == 0)
    return;

  self->hover_kind = kind;
  g_free (self->hover_id);
  self->hover_id = g_strdup (id);
  g_free (self->hover_port);
  self->hover_port = g_strdup (port);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_HOVER_CHANGED], 0, (int) kind, id);
}

gboolean
troupe_canvas_input_get_pointer (TroupeCanvasInput *self, double *x, double *y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_INPUT (self), FALSE);

  *x = self->pointer_x;
  *y = self->pointer_y;
  return self->pointer_inside;
}

void
troupe_canvas_input_set_pointer (TroupeCanvasInput *self, double x, double y)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  self->pointer_x = x;
  self->pointer_y = y;
  self->pointer_inside = TRUE;
}
