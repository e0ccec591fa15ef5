/* troupe-floating-tools.c: widgets that float over the canvas and give way to selected cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-floating-tools"

#include "config.h"

#include "troupe-floating-tools.h"

#define RING 8.0 /* around a card, for the selection and the badges, in canvas pixels */

struct _TroupeFloatingTools
{
  GObject parent_instance;

  TroupeCanvas *canvas;
  TroupeCanvasScene *scene; /* (nullable): followed */
  GtkRoot *root;            /* (nullable): followed; a weak pointer */
  GPtrArray *widgets;       /* (element-type GtkWidget) */
  guint update_id;
};

G_DEFINE_FINAL_TYPE (TroupeFloatingTools, troupe_floating_tools, G_TYPE_OBJECT)

/* Adds the area of an item, in pixels of the canvas widget. */
static void
add_item (TroupeFloatingTools *self, GArray *areas, const char *id)
{
  graphene_rect_t bounds;
  graphene_point_t start, end;

  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  switch (troupe_canvas_scene_get_kind (self->scene, id))
    {
    case TROUPE_CANVAS_KIND_NODE:
    case TROUPE_CANVAS_KIND_GATE:
    case TROUPE_CANVAS_KIND_NOTE:
      break;
    default:
      return;
    }
  if (!troupe_canvas_get_bounds (self->canvas, id, &bounds))
    return;
  graphene_rect_inset (&bounds, (float) -RING, (float) -RING);
  start =
      troupe_canvas_to_widget (self->canvas, (double) bounds.origin.x, (double) bounds.origin.y);
  end = troupe_canvas_to_widget (self->canvas, (double) (bounds.origin.x + bounds.size.width),
                                 (double) (bounds.origin.y + bounds.size.height));
  bounds = GRAPHENE_RECT_INIT (start.x, start.y, end.x - start.x, end.y - start.y);
  g_array_append_val (areas, bounds);
}

static gboolean
is_in_use (GtkWidget *widget)
{
  return gtk_widget_get_mapped (widget) &&
         (gtk_widget_get_state_flags (widget) &
          (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUS_WITHIN | GTK_STATE_FLAG_ACTIVE)) != 0;
}

static gboolean
is_over_any (TroupeFloatingTools *self, GtkWidget *widget, const GArray *areas)
{
  graphene_rect_t own;

  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  if (!gtk_widget_compute_bounds (widget, GTK_WIDGET (self->canvas), &own))
    return FALSE;
  for (guint i = 0; i < areas->len; i++)
    if (graphene_rect_intersection (&own, &g_array_index (areas, graphene_rect_t, i), NULL))
      return TRUE;
  return FALSE;
}

void
troupe_floating_tools_update (TroupeFloatingTools *self)
{
  g_autoptr (GArray) areas = NULL;
  const char *focus;
  g_autofree const char **ids = NULL;

  g_return_if_fail (TROUPE_IS_FLOATING_TOOLS (self));

  g_clear_handle_id (&self->update_id, g_source_remove);
  if (gtk_widget_get_width (GTK_WIDGET (self->canvas)) <= 0)
    return;
  /* Lists the areas of the items to which the widgets give way. */
  areas = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  focus = troupe_canvas_get_focus_id (self->canvas);
  if (self->scene != NULL)
    {
      ids = troupe_canvas_list_selected (self->canvas);
      for (guint i = 0; ids[i] != NULL; i++)
        add_item (self, areas, ids[i]);
      if (focus != NULL && troupe_canvas_shows_focus (self->canvas))
        add_item (self, areas, focus);
    }
  for (guint i = 0; i < self->widgets->len; i++)
    if (gtk_widget_get_visible (self->widgets->pdata[i]))
      gtk_widget_set_child_visible (self->widgets->pdata[i],
                                    is_in_use (self->widgets->pdata[i]) ||
                                        !is_over_any (self, self->widgets->pdata[i], areas));
}

static gboolean
update_cb (gpointer user_data)
{
  TroupeFloatingTools *self = user_data;

  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  self->update_id = 0;
  troupe_floating_tools_update (self);
  return G_SOURCE_REMOVE;
}

/* Updates once for many changes, before the next frame. */
static void
update_soon (TroupeFloatingTools *self)
{
  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
follow_scene (TroupeFloatingTools *self)
{
  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_func (self->scene, update_soon, self);
  g_set_object (&self->scene, troupe_canvas_get_scene (self->canvas));
  if (self->scene != NULL)
    {
      g_signal_connect_object (self->scene, "changed", G_CALLBACK (update_soon), self,
                               G_CONNECT_SWAPPED);
      /* The card gets a strip with the state of its run. */
      g_signal_connect_object (self->scene, "painted", G_CALLBACK (update_soon), self,
                               G_CONNECT_SWAPPED);
    }
  update_soon (self);
}

/* The window shows the focus after a key, and hides it some time after a click. */
static void
follow_root (TroupeFloatingTools *self)
{
  g_assert (TROUPE_IS_FLOATING_TOOLS (self));

  if (self->root != NULL)
    g_signal_handlers_disconnect_by_func (self->root, update_soon, self);
  g_set_weak_pointer (&self->root, gtk_widget_get_root (GTK_WIDGET (self->canvas)));
  if (GTK_IS_WINDOW (self->root))
    {
      g_signal_connect_object (self->root, "notify::focus-visible", G_CALLBACK (update_soon), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->root, "notify::focus-widget", G_CALLBACK (update_soon), self,
                               G_CONNECT_SWAPPED);
    }
}

void
troupe_floating_tools_add (TroupeFloatingTools *self, GtkWidget *widget)
{
  g_return_if_fail (TROUPE_IS_FLOATING_TOOLS (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_ptr_array_add (self->widgets, g_object_ref (widget));
  g_signal_connect_object (widget, "state-flags-changed", G_CALLBACK (update_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (widget, "notify::visible", G_CALLBACK (update_soon), self,
                           G_CONNECT_SWAPPED);
}

static void
troupe_floating_tools_dispose (GObject *object)
{
  TroupeFloatingTools *self = TROUPE_FLOATING_TOOLS (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_func (self->scene, update_soon, self);
  if (self->root != NULL)
    g_signal_handlers_disconnect_by_func (self->root, update_soon, self);
  if (self->canvas != NULL)
    g_signal_handlers_disconnect_by_data (self->canvas, self);
  for (guint i = 0; i < self->widgets->len; i++)
    g_signal_handlers_disconnect_by_data (self->widgets->pdata[i], self);
  g_ptr_array_set_size (self->widgets, 0);
  g_clear_object (&self->scene);
  g_clear_weak_pointer (&self->root);
  g_clear_object (&self->canvas);

  G_OBJECT_CLASS (troupe_floating_tools_parent_class)->dispose (object);
}

static void
troupe_floating_tools_finalize (GObject *object)
{
  TroupeFloatingTools *self = TROUPE_FLOATING_TOOLS (object);

  g_ptr_array_unref (self->widgets);

  G_OBJECT_CLASS (troupe_floating_tools_parent_class)->finalize (object);
}

static void
troupe_floating_tools_class_init (TroupeFloatingToolsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_floating_tools_dispose;
  object_class->finalize = troupe_floating_tools_finalize;
}

static void
troupe_floating_tools_init (TroupeFloatingTools *self)
{
  self->widgets = g_ptr_array_new_with_free_func (g_object_unref);
}

TroupeFloatingTools *
troupe_floating_tools_new (TroupeCanvas *canvas)
{
  static const char *const signals[] = { "view-changed", "selection-changed", "focus-changed" };
  TroupeFloatingTools *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_object_new (TROUPE_TYPE_FLOATING_TOOLS, NULL);
  self->canvas = g_object_ref (canvas);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (canvas, signals[i], G_CALLBACK (update_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "notify::scene", G_CALLBACK (follow_scene), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "notify::root", G_CALLBACK (follow_root), self,
                           G_CONNECT_SWAPPED);
  follow_scene (self);
  follow_root (self);
  return self;
}
