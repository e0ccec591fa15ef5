/* troupe-view-covers.c: widgets that float over the canvas and cover a part of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-view-covers"

#include "config.h"

#include "troupe-view-covers.h"

typedef struct
{
  GtkWidget *widget;
  GtkPositionType side;
  gboolean stays; /* even if everything is in view */
} Cover;

/* Height of the tools, which stay, in pixels; what is higher is the minimap, which goes. */
#define FLAT 64.0f

struct _TroupeViewCovers
{
  TroupeCanvas *canvas;
  GArray *covers;
  int width; /* last known size of the canvas */
  int height;
};

static void
cover_clear (gpointer data)
{
  Cover *cover = data;

  g_clear_object (&cover->widget);
}

TroupeViewCovers *
troupe_view_covers_new (TroupeCanvas *canvas)
{
  TroupeViewCovers *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_new0 (TroupeViewCovers, 1);
  self->canvas = g_object_ref (canvas);
  self->covers = g_array_new (FALSE, FALSE, sizeof (Cover));
  g_array_set_clear_func (self->covers, cover_clear);

  return self;
}

void
troupe_view_covers_free (TroupeViewCovers *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->covers);
  g_object_unref (self->canvas);
  g_free (self);
}

void
troupe_view_covers_add (TroupeViewCovers *self, GtkWidget *widget, GtkPositionType side)
{
  Cover cover = { .widget = widget, .side = side };

  g_return_if_fail (self != NULL);
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (side != GTK_POS_LEFT);

  g_object_ref (widget);
  g_array_append_val (self->covers, cover);
}

void
troupe_view_covers_set_size (TroupeViewCovers *self, int width, int height)
{
  g_return_if_fail (self != NULL);

  self->width = width;
  self->height = height;
}

GArray *
troupe_view_covers_list_areas (TroupeViewCovers *self, double width, double height)
{
  GArray *areas = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));

  g_return_val_if_fail (self != NULL, areas);

  for (guint i = 0; i < self->covers->len; i++)
    {
      const Cover *cover = &g_array_index (self->covers, Cover, i);
      graphene_rect_t area;

      if (cover->side == GTK_POS_RIGHT || !gtk_widget_get_visible (cover->widget) ||
          !gtk_widget_compute_bounds (cover->widget, GTK_WIDGET (self->canvas), &area) ||
          area.size.width <= 0 || (!cover->stays && area.size.height > FLAT))
        continue;
      /* The cover has not been moved to the edges of the new size yet. */
      if (cover->side == GTK_POS_BOTTOM && self->height > 0)
        area.origin.y += (float) height - (float) self->height;
      if (self->width > 0 && area.origin.x > (float) self->width / 2)
        area.origin.x += (float) width - (float) self->width;
      g_array_append_val (areas, area);
    }
  return areas;
}

void
troupe_view_covers_set_stays (TroupeViewCovers *self, GtkWidget *widget, gboolean stays)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->covers->len; i++)
    if (g_array_index (self->covers, Cover, i).widget == widget)
      g_array_index (self->covers, Cover, i).stays = stays;
}

/* Returns how far the cover reaches into the canvas from its side. Returns 0 if the cover is
 * hidden. While the canvas is resized, the covers are still where they were in the old size. */
static double
get_reach (TroupeViewCovers *self, const Cover *cover)
{
  graphene_rect_t bounds;
  GtkWidget *widget = cover->widget;
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (self->canvas));

  g_assert (self != NULL);

  if (!(overlay != NULL && gtk_widget_is_ancestor (widget, overlay) &&
        gtk_widget_get_mapped (widget) &&
        (!GTK_IS_REVEALER (widget) || gtk_revealer_get_reveal_child (GTK_REVEALER (widget)))) ||
      !gtk_widget_compute_bounds (cover->widget, GTK_WIDGET (self->canvas), &bounds))
    return 0;
  if (cover->side == GTK_POS_TOP)
    return (double) (bounds.origin.y + bounds.size.height);
  if (cover->side == GTK_POS_BOTTOM)
    return self->height - (double) bounds.origin.y;

  return self->width - (double) bounds.origin.x;
}

void
troupe_view_covers_update_insets (TroupeViewCovers *self, gboolean with_lower)
{
  double insets[] = {
    [GTK_POS_LEFT] = 0, [GTK_POS_RIGHT] = 0, [GTK_POS_TOP] = 0, [GTK_POS_BOTTOM] = 0
  };

  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->covers->len; i++)
    {
      const Cover *cover = &g_array_index (self->covers, Cover, i);

      if (with_lower || cover->side != GTK_POS_BOTTOM)
        insets[cover->side] = MAX (insets[cover->side], get_reach (self, cover));
    }

  troupe_canvas_set_insets (self->canvas, insets[GTK_POS_TOP], insets[GTK_POS_RIGHT],
                            insets[GTK_POS_BOTTOM], insets[GTK_POS_LEFT]);
}

gboolean
troupe_view_covers_leave_clear (TroupeViewCovers *self, const char *id)
{
  graphene_rect_t bounds, area;
  graphene_point_t start, end;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  troupe_canvas_get_view (self->canvas, &area);
  if (!troupe_canvas_get_bounds (self->canvas, id, &bounds) ||
      !troupe_canvas_rect_contains (&area, &bounds))
    return FALSE;
  start =
      troupe_canvas_to_widget (self->canvas, (double) bounds.origin.x, (double) bounds.origin.y);
  end = troupe_canvas_to_widget (self->canvas, (double) (bounds.origin.x + bounds.size.width),
                                 (double) (bounds.origin.y + bounds.size.height));
  bounds = GRAPHENE_RECT_INIT (start.x, start.y, end.x - start.x, end.y - start.y);
  for (guint i = 0; i < self->covers->len; i++)
    {
      const Cover *cover = &g_array_index (self->covers, Cover, i);

      if (cover->side == GTK_POS_BOTTOM && get_reach (self, cover) > 0 &&
          gtk_widget_compute_bounds (cover->widget, GTK_WIDGET (self->canvas), &area) &&
          graphene_rect_intersection (&area, &bounds, NULL))
        return FALSE;
    }
  return TRUE;
}
