/* troupe-flow-diff-view.c: two synchronized canvases that compare versions of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diff-view"

#include "config.h"

#include <adwaita.h>

#include "troupe-flow-diff-view.h"
#include "troupe-scene-builder.h"

/* Names are hard to read at a zoom below LEAST_ZOOM, so READABLE_ZOOM is used instead. */
#define LEAST_ZOOM 0.4
#define READABLE_ZOOM 0.75
/* Margin around the whole flow, in widget pixels. */
#define ROOM 24.0
/* Distance between a removed card and the card at its position, and maximum number of attempts
 * to avoid a collision. */
#define GAP 24.0
#define MOST_MOVES 50
/* Distance above which cards cannot overlap, measured between their corners. */
#define REACH 1000.0

typedef struct
{
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  TroupeSceneBuilder *builder;
  GPtrArray *gone; /* ids of removed objects shown on this side */
} Side;

struct _TroupeFlowDiffView
{
  GObject parent_instance;

  Side sides[2];
  gboolean is_aligned;   /* the right side uses the layout of the left one */
  gboolean is_following; /* one side is being synchronized with the other */
  char *opens_on;        /* (nullable): method to show once the canvas has a size */
  guint opens_source;    /* tick callback until then */
  guint n_ticks;
  TroupeCanvas *opens_in;
};

G_DEFINE_FINAL_TYPE (TroupeFlowDiffView, troupe_flow_diff_view, G_TYPE_OBJECT)

enum
{
  SELECTED,
  LEFT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static Side *
get_other (TroupeFlowDiffView *self, TroupeCanvas *canvas)
{
  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  return &self->sides[self->sides[0].canvas == canvas ? 1 : 0];
}

/* --- Synchronization -------------------------------------------------------------------------- */

static void
view_changed_cb (TroupeFlowDiffView *self, TroupeCanvas *canvas)
{
  TroupeCanvas *other = get_other (self, canvas)->canvas;
  double x, y;

  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  if (self->is_following)
    return;
  self->is_following = TRUE;
  troupe_canvas_get_origin (canvas, &x, &y);
  troupe_canvas_set_zoom (other, troupe_canvas_get_zoom (canvas), FALSE);
  troupe_canvas_set_origin (other, x, y);
  self->is_following = FALSE;
}

static void
selection_changed_cb (TroupeFlowDiffView *self, TroupeCanvas *canvas)
{
  g_autofree const char **ids = NULL;
  const char *method = NULL;

  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  if (self->is_following)
    return;
  ids = troupe_canvas_list_selected (canvas);
  if (ids[0] != NULL && ids[1] == NULL &&
      troupe_canvas_scene_get_kind (troupe_canvas_get_scene (canvas), ids[0]) ==
          TROUPE_CANVAS_KIND_NODE)
    method = ids[0];
  self->is_following = TRUE;
  troupe_canvas_set_selection (get_other (self, canvas)->canvas, ids);
  self->is_following = FALSE;
  g_signal_emit (self, signals[SELECTED], 0, method);
}

static void
left_cb (TroupeFlowDiffView *self)
{
  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  g_signal_emit (self, signals[LEFT], 0);
}

/* Returns a canvas that is visible in the window. */
static TroupeCanvas *
find_shown (TroupeFlowDiffView *self)
{
  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    if (gtk_widget_get_mapped (GTK_WIDGET (self->sides[i].canvas)) &&
        gtk_widget_get_width (GTK_WIDGET (self->sides[i].canvas)) > 0)
      return self->sides[i].canvas;
  return NULL;
}

/* Returns the canvas that contains @method, because a canvas can scroll only to objects in its
 * scene. */
static TroupeCanvas *
find_holder (TroupeFlowDiffView *self, TroupeCanvas *shown, const char *method)
{
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  return troupe_canvas_get_bounds (shown, method, &bounds) ? shown
                                                           : get_other (self, shown)->canvas;
}

void
troupe_flow_diff_view_select (TroupeFlowDiffView *self, const char *method, const char *renamed)
{
  TroupeCanvas *shown;

  g_return_if_fail (TROUPE_IS_FLOW_DIFF_VIEW (self));

  self->is_following = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      const char *ids[] = { i == 0 ? method : renamed, NULL };

      troupe_canvas_set_selection (self->sides[i].canvas, ids);
    }
  self->is_following = FALSE;
  shown = find_shown (self);
  if (method != NULL && shown != NULL && self->opens_source == 0)
    troupe_canvas_reveal (find_holder (self, shown, method), method, TRUE);
}

static gboolean
open_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeFlowDiffView *self = TROUPE_FLOW_DIFF_VIEW (user_data);
  TroupeCanvas *shown = find_shown (self);

  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  /* The first tick is ignored, because the widgets do not have their new allocations yet. */
  if (shown == NULL || self->n_ticks++ == 0)
    return G_SOURCE_CONTINUE;
  self->opens_source = 0;
  self->opens_in = NULL;
  troupe_canvas_fit_all (shown, FALSE);
  if (troupe_canvas_get_zoom (shown) < LEAST_ZOOM && self->opens_on != NULL)
    {
      TroupeCanvas *holder = find_holder (self, shown, self->opens_on);
      double scale;
      double margin;
      graphene_rect_t all, view;
      double left, right;

      troupe_canvas_set_zoom (shown, READABLE_ZOOM, FALSE);
      troupe_canvas_center_on (holder, self->opens_on, FALSE);
      /* Scrolls horizontally to use the space next to a card at the edge of the flow. */
      scale = troupe_canvas_get_scale (shown);
      margin = ROOM / scale;
      if (troupe_canvas_get_all_bounds (shown, &all))
        {
          troupe_canvas_get_view (shown, &view);
          left = (double) (view.origin.x - all.origin.x) + margin;
          right =
              (double) (view.origin.x + view.size.width - all.origin.x - all.size.width) - margin;
          if (left > 0 && right > 0)
            troupe_canvas_set_origin (shown, (double) view.origin.x - MIN (left, right),
                                      (double) view.origin.y);
          else if (left < 0 && right < 0)
            troupe_canvas_set_origin (shown, (double) view.origin.x - MAX (left, right),
                                      (double) view.origin.y);
        }
    }
  return G_SOURCE_REMOVE;
}

static void
stop_opening (TroupeFlowDiffView *self)
{
  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  if (self->opens_source != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->opens_in), self->opens_source);
  self->opens_source = 0;
  self->opens_in = NULL;
  g_clear_pointer (&self->opens_on, g_free);
}

void
troupe_flow_diff_view_open_on (TroupeFlowDiffView *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_FLOW_DIFF_VIEW (self));

  stop_opening (self);
  self->opens_on = g_strdup (method);
  self->n_ticks = 0;
  /* The left canvas is used, because it is shown first, even if there is space for only one
   * canvas. */
  self->opens_in = self->sides[0].canvas;
  self->opens_source =
      gtk_widget_add_tick_callback (GTK_WIDGET (self->opens_in), open_cb, self, NULL);
}

/* --- Cards ------------------------------------------------------------------------------------ */

static gboolean
contains (Side *side, const char *id)
{
  return troupe_canvas_scene_get_kind (side->scene, id) != TROUPE_CANVAS_KIND_GROUND;
}

void
troupe_flow_diff_view_draw (TroupeFlowDiffView *self, guint side)
{
  Side *drawn;

  g_return_if_fail (TROUPE_IS_FLOW_DIFF_VIEW (self));
  g_return_if_fail (side < G_N_ELEMENTS (self->sides));

  drawn = &self->sides[side];
  if (side == 1 && !self->is_aligned)
    {
      self->is_aligned = TRUE;
      troupe_scene_builder_use_positions (drawn->builder, self->sides[0].builder);
    }
  troupe_canvas_scene_begin_update (drawn->scene);
  for (guint i = 0; i < drawn->gone->len; i++)
    troupe_canvas_scene_remove (drawn->scene, g_ptr_array_index (drawn->gone, i));
  g_ptr_array_set_size (drawn->gone, 0);
  for (guint n = 0; n < troupe_canvas_scene_get_n_nodes (drawn->scene); n++)
    troupe_canvas_scene_set_node_mark (drawn->scene,
                                       troupe_canvas_scene_get_nth_node (drawn->scene, n)->id,
                                       TROUPE_CANVAS_MARK_NONE);
  troupe_scene_builder_update (drawn->builder);
  troupe_canvas_scene_end_update (drawn->scene);
}

/* Finds a card that overlaps @area. @bottom: (out): lower edge of the card */
static gboolean
find_obstacle (Side *side, const graphene_rect_t *area, double *bottom)
{
  g_assert (side != NULL);

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (side->scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (side->scene, i);
      graphene_rect_t bounds;

      if (ABS (node->x - (double) area->origin.x) > REACH ||
          ABS (node->y - (double) area->origin.y) > REACH ||
          !troupe_canvas_get_bounds (side->canvas, node->id, &bounds) ||
          !graphene_rect_intersection (&bounds, area, NULL))
        continue;
      *bottom = (double) (bounds.origin.y + bounds.size.height);
      return TRUE;
    }
  return FALSE;
}

static void
add_gone (Side *side, Side *other, const char *method)
{
  const TroupeCanvasNode *there = troupe_canvas_scene_get_node (other->scene, method);
  TroupeCanvasNode node;
  graphene_rect_t area;

  g_assert (side != NULL);

  if (there == NULL || contains (side, method))
    return;
  node = *there;
  node.n_errors = 0;
  node.n_warnings = 0;
  /* Moves a removed card down until it does not cover an existing card. For example, a renamed
   * method has a removed card and a new card at the same position. */
  if (troupe_canvas_get_bounds (other->canvas, node.id, &area))
    {
      for (guint i = 0; i < MOST_MOVES; i++)
        {
          double bottom;

          if (!find_obstacle (side, &area, &bottom))
            break;
          node.y += bottom + GAP - (double) area.origin.y;
          area.origin.y = (float) (bottom + GAP);
        }
    }
  troupe_canvas_scene_set_node (side->scene, &node);
  g_ptr_array_add (side->gone, g_strdup (method));
  /* Adds the wires of the removed method from the other side, if both of their ends exist on
   * this side. */
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (other->scene); i++)
    {
      TroupeCanvasWire wire = *troupe_canvas_scene_get_nth_wire (other->scene, i);
      g_autofree char *id = g_strdup_printf ("gone:%s", wire.id);

      if ((!g_str_equal (wire.from, method) && !g_str_equal (wire.to, method)) ||
          !contains (side, wire.from) || !contains (side, wire.to) || contains (side, id))
        continue;
      wire.id = id;
      wire.muted = TRUE;
      troupe_canvas_scene_set_wire (side->scene, &wire);
      g_ptr_array_add (side->gone, g_strdup (id));
    }
}

void
troupe_flow_diff_view_mark (TroupeFlowDiffView *self,
                            guint side,
                            const char *method,
                            TroupeCanvasMark mark,
                            const char *words)
{
  TroupeCanvasScene *scene;
  const TroupeCanvasNode *node;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;

  g_return_if_fail (TROUPE_IS_FLOW_DIFF_VIEW (self));
  g_return_if_fail (side < G_N_ELEMENTS (self->sides));
  g_return_if_fail (method != NULL);
  g_return_if_fail (words != NULL);

  scene = self->sides[side].scene;
  if (mark == TROUPE_CANVAS_MARK_REMOVED)
    add_gone (&self->sides[side], &self->sides[1 - side], method);
  if (!troupe_canvas_scene_set_node_mark (scene, method, mark) || mark == TROUPE_CANVAS_MARK_NONE)
    return;
  node = troupe_canvas_scene_get_node (scene, method);
  label = g_strdup_printf (
      "%s, %s", node->accessible_label != NULL ? node->accessible_label : node->title, words);
  description = g_strdup (node->accessible_description);
  troupe_canvas_scene_set_accessible_text (scene, method, label, description);
}

/* --- GObject implementation ------------------------------------------------------------------- */

TroupeCanvas *
troupe_flow_diff_view_get_canvas (TroupeFlowDiffView *self, guint side)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DIFF_VIEW (self), NULL);
  g_return_val_if_fail (side < G_N_ELEMENTS (self->sides), NULL);

  return self->sides[side].canvas;
}

static void
troupe_flow_diff_view_dispose (GObject *object)
{
  TroupeFlowDiffView *self = TROUPE_FLOW_DIFF_VIEW (object);

  stop_opening (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      Side *side = &self->sides[i];

      g_clear_object (&side->builder);
      g_clear_object (&side->scene);
      g_clear_object (&side->canvas);
      g_clear_pointer (&side->gone, g_ptr_array_unref);
    }
  G_OBJECT_CLASS (troupe_flow_diff_view_parent_class)->dispose (object);
}

static void
troupe_flow_diff_view_class_init (TroupeFlowDiffViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_flow_diff_view_dispose;
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
troupe_flow_diff_view_init (TroupeFlowDiffView *self)
{
}

static void
make_side (TroupeFlowDiffView *self, Side *side, TroupeFlowDocument *document)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  g_assert (TROUPE_IS_FLOW_DIFF_VIEW (self));

  side->canvas = g_object_ref_sink (TROUPE_CANVAS (troupe_canvas_new ()));
  side->scene = troupe_canvas_scene_new ();
  side->builder = troupe_scene_builder_new (document, side->scene, side->canvas);
  side->gone = g_ptr_array_new_with_free_func (g_free);
  g_object_set (side->canvas, "editable", FALSE, "palette-key", FALSE, NULL);
  g_object_bind_property (style, "dark", side->canvas, "dark", G_BINDING_SYNC_CREATE);
  g_object_bind_property (style, "high-contrast", side->canvas, "high-contrast",
                          G_BINDING_SYNC_CREATE);
  troupe_canvas_set_scene (side->canvas, side->scene);
  g_signal_connect_object (side->canvas, "view-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (side->canvas, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (side->canvas, "command::canvas.leave", G_CALLBACK (left_cb), self,
                           G_CONNECT_SWAPPED);
}

TroupeFlowDiffView *
troupe_flow_diff_view_new (TroupeFlowDocument *left, TroupeFlowDocument *right)
{
  TroupeFlowDiffView *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (left), NULL);
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (right), NULL);

  self = g_object_new (TROUPE_TYPE_FLOW_DIFF_VIEW, NULL);
  make_side (self, &self->sides[0], left);
  make_side (self, &self->sides[1], right);
  return self;
}
