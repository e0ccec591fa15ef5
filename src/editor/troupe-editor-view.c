/* troupe-editor-view.c: what a person sees stays in view when the canvas gets another size
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-view"

#include "config.h"

#include <math.h>

#include "troupe-editor-private.h"

/* Below this a card shows its name alone (DESIGN-UI §2), and of a run no word. */
#define READABLE_ZOOM 0.6
#define NAMED_ZOOM 0.3 /* below this a card is a box */
#define SMALL_CANVAS 700.0
#define MARGIN 32
#define FIT_MARGIN 48
#define NEAR 1.0 /* canvas pixels that rounding may make of the same place */

typedef struct
{
  double zoom;
  double x;
  double y;
} View;

static double
get_text_scale (TroupeEditor *self)
{
  return troupe_canvas_get_scale (self->canvas) / troupe_canvas_get_zoom (self->canvas);
}

/* The middle of @area in the middle of a canvas of that size, as @view is zoomed. */
static void
center (TroupeEditor *self, View *view, const graphene_rect_t *area, double width, double height)
{
  double scale = view->zoom * get_text_scale (self);

  view->x = (double) area->origin.x + ((double) area->size.width - width / scale) / 2;
  view->y = (double) area->origin.y + ((double) area->size.height - height / scale) / 2;
}

/* The view of all things in a canvas of that size; FALSE where there is nothing to see. */
static gboolean
get_fitted_view (TroupeEditor *self, double width, double height, View *view)
{
  graphene_rect_t all;
  double across;
  double down;

  if (!troupe_canvas_get_all_bounds (self->canvas, &all))
    return FALSE;

  across = MAX (width - 2 * FIT_MARGIN, MARGIN) / MAX ((double) all.size.width, 1);
  down = MAX (height - 2 * FIT_MARGIN, MARGIN) / MAX ((double) all.size.height, 1);
  view->zoom = CLAMP (MIN (across, down) / get_text_scale (self), TROUPE_CANVAS_ZOOM_MIN, 1.0);
  center (self, view, &all, width, height);

  return TRUE;
}

static void
go_to (TroupeEditor *self, const View *view)
{
  self->keeping_view = TRUE;
  troupe_canvas_set_zoom (self->canvas, view->zoom, FALSE);
  troupe_canvas_set_origin (self->canvas, view->x, view->y);
  self->keeping_view = FALSE;
}

/* How far @child reaches into the canvas from the side that it floats at; 0 where it is not seen. */
static double
get_reach (TroupeEditor *self, GtkWidget *child, GtkPositionType side)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  double width = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (child) ||
      !gtk_widget_compute_bounds (child, GTK_WIDGET (self->canvas), &bounds))
    return 0;
  if (side == GTK_POS_TOP)
    return (double) (bounds.origin.y + bounds.size.height);
  if (side == GTK_POS_BOTTOM)
    return height - (double) bounds.origin.y;

  return width - (double) bounds.origin.x;
}

/* What floats over the canvas hides what lies under it. */
static void
update_insets (TroupeEditor *self)
{
  double top = get_reach (self, self->tools, GTK_POS_TOP);
  double bottom = MAX (get_reach (self, self->zoom_tools, GTK_POS_BOTTOM),
                       get_reach (self, self->map_frame, GTK_POS_BOTTOM));
  double right = self->inspector_over && gtk_revealer_get_reveal_child (self->inspector_revealer)
                     ? get_reach (self, GTK_WIDGET (self->inspector_revealer), GTK_POS_RIGHT)
                     : 0;

  troupe_canvas_set_insets (self->canvas, top, right, bottom, 0);
}

void
_troupe_editor_get_free_view (TroupeEditor *self, graphene_rect_t *area)
{
  update_insets (self);
  troupe_canvas_get_free_view (self->canvas, area);
}

void
_troupe_editor_reveal (TroupeEditor *self, const char *id, gboolean animate)
{
  update_insets (self);
  troupe_canvas_reveal (self->canvas, id, animate);
}

void
_troupe_editor_center_on (TroupeEditor *self, const char *id, gboolean animate)
{
  update_insets (self);
  troupe_canvas_center_on (self->canvas, id, animate);
}

void
_troupe_editor_view_changed (TroupeEditor *self)
{
  View fitted;
  double x;
  double y;

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_update_zoom (self);
  if (self->keeping_view)
    return;

  troupe_canvas_get_origin (self->canvas, &x, &y);
  self->view_is_fitted =
      get_fitted_view (self, gtk_widget_get_width (GTK_WIDGET (self->canvas)),
                       gtk_widget_get_height (GTK_WIDGET (self->canvas)), &fitted) &&
      fabs (troupe_canvas_get_zoom (self->canvas) - fitted.zoom) < 0.001 &&
      fabs (x - fitted.x) < NEAR && fabs (y - fitted.y) < NEAR;
}

/* All of the flow again, but no smaller than it can be read if it could be read before. */
static void
fit_again (TroupeEditor *self, int width, int height)
{
  double zoom = troupe_canvas_get_zoom (self->canvas);
  View view;

  if (!get_fitted_view (self, width, height, &view))
    return;

  if (view.zoom < READABLE_ZOOM && zoom >= READABLE_ZOOM)
    {
      graphene_rect_t all;

      view.zoom = READABLE_ZOOM;
      if (troupe_canvas_get_all_bounds (self->canvas, &all))
        center (self, &view, &all, width, height);
    }
  go_to (self, &view);
}

/* What was half way down stays there, and what is selected stays in view. */
static void
keep_middle (TroupeEditor *self, int old_height, int height)
{
  View view = { .zoom = troupe_canvas_get_zoom (self->canvas) };
  double scale = troupe_canvas_get_scale (self->canvas);
  graphene_rect_t selected;
  graphene_rect_t seen;
  gboolean saw;

  troupe_canvas_get_origin (self->canvas, &view.x, &view.y);
  seen = GRAPHENE_RECT_INIT ((float) view.x, (float) view.y,
                             (float) (gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale),
                             (float) (old_height / scale));
  saw = self->selected != NULL &&
        troupe_canvas_get_bounds (self->canvas, self->selected, &selected) &&
        graphene_rect_contains_rect (&seen, &selected);
  view.y += (old_height - height) / scale / 2;
  go_to (self, &view);
  if (saw)
    _troupe_editor_reveal (self, self->selected, FALSE);
}

void
_troupe_editor_canvas_resized (TroupeEditor *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  int height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  int old_width = self->seen_width;
  int old_height = self->seen_height;

  if (width <= 0 || height <= 0 || (width == old_width && height == old_height))
    return;

  self->seen_width = width;
  self->seen_height = height;
  if (old_width <= 0)
    return;

  if (self->view_is_fitted)
    fit_again (self, width, height);
  else if (height != old_height)
    keep_middle (self, old_height, height);
  /* Another view asks for another allocation, and sizes are being given out: this is it. */
  gtk_widget_allocate (GTK_WIDGET (self->canvas), width, height, -1, NULL);
}

/* Where the flow begins: the starts, or the first of them where they are far apart. */
static gboolean
find_beginning (TroupeEditor *self, double width, double height, graphene_rect_t *area)
{
  gboolean any = FALSE;

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (self->scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (self->scene, i);
      graphene_rect_t bounds;
      graphene_rect_t both;

      if (node->role != TROUPE_CANVAS_ROLE_START || node->has_input ||
          !troupe_canvas_get_bounds (self->canvas, node->id, &bounds))
        continue;
      both = bounds;
      if (any)
        graphene_rect_union (area, &bounds, &both);
      if (any && ((double) both.size.width > width || (double) both.size.height > height))
        continue;
      *area = both;
      any = TRUE;
    }

  return any;
}

/* The beginning at the left, half way down, as large as it is read best. */
static void
show_beginning (TroupeEditor *self)
{
  double scale = get_text_scale (self);
  double width = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale;
  double height = gtk_widget_get_height (GTK_WIDGET (self->canvas)) / scale;
  View view = { 1.0, 0, 0 };
  graphene_rect_t area;

  if (!find_beginning (self, width / 2, height - 6 * MARGIN, &area) &&
      !troupe_canvas_get_all_bounds (self->canvas, &area))
    return;

  view.x = (double) area.origin.x - MARGIN;
  view.y = (double) area.origin.y - 3 * MARGIN;
  if ((double) area.size.height < height - 6 * MARGIN)
    view.y = (double) (area.origin.y + area.size.height / 2) - height / 2;
  troupe_canvas_set_zoom (self->canvas, view.zoom, FALSE);
  troupe_canvas_set_origin (self->canvas, view.x, view.y);
}

void
_troupe_editor_choose_view (TroupeEditor *self)
{
  double zoom = troupe_canvas_get_zoom (self->canvas);
  double width = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / get_text_scale (self);

  if (zoom < NAMED_ZOOM || (zoom < READABLE_ZOOM && width < SMALL_CANVAS))
    show_beginning (self);
}
