/* troupe-editor-view.c: visible part of the canvas: first view, fitting, resizing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-view"

#include "config.h"

#include <math.h>

#include "troupe-editor-view.h"

/* Below this zoom, a card shows only its name (doc/interface.md §2), and no texts of a run. */
#define READABLE_ZOOM 0.6
#define NAMED_ZOOM 0.3 /* below this zoom, a card is a box */
#define SMALL_CANVAS 700.0
#define MARGIN 32
#define NEAR 1.0 /* tolerance for rounding in canvas pixels */

typedef struct
{
  double zoom;
  double x;
  double y;
} View;

/* A widget that floats over the canvas. */
typedef struct
{
  GtkWidget *widget;
  GtkPositionType side;
} Cover;

struct _TroupeEditorView
{
  GObject parent_instance;

  TroupeCanvas *canvas;
  GtkLabel *zoom_label;
  GArray *covers;

  gboolean has_begun; /* the first view was chosen, or will be in @begin_id */
  gboolean is_fitted; /* the view shows the whole drawing */
  gboolean keeping;   /* the view is changed because the canvas was resized */
  int seen_width;     /* last known size of the canvas */
  int seen_height;
  gboolean has_wanted; /* there is a first view to use instead of fitting */
  View wanted;         /* x, y: its center */
  guint begin_id;
  guint settle_id;
};

enum
{
  CHANGED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeEditorView, troupe_editor_view, G_TYPE_OBJECT)

/* --- Computing views -------------------------------------------------------------------------- */

static double
get_text_scale (TroupeEditorView *self)
{
  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  return troupe_canvas_get_scale (self->canvas) / troupe_canvas_get_zoom (self->canvas);
}

/* Centers @area in a canvas of that size, at the zoom of @view. */
static void
center (TroupeEditorView *self,
        View *view,
        const graphene_rect_t *area,
        double width,
        double height)
{
  double scale = view->zoom * get_text_scale (self);

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  view->x = (double) area->origin.x + ((double) area->size.width - width / scale) / 2;
  view->y = (double) area->origin.y + ((double) area->size.height - height / scale) / 2;
}

/* Computes the view of the complete drawing in a canvas of that size. Returns FALSE if the
 * drawing is empty. */
static gboolean
get_fitted_view (TroupeEditorView *self, double width, double height, View *view)
{
  graphene_rect_t all;
  double across;
  double down;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (!troupe_canvas_get_all_bounds (self->canvas, &all))
    return FALSE;

  across = MAX (width - 2 * TROUPE_CANVAS_FIT_ACROSS, MARGIN) / MAX ((double) all.size.width, 1);
  down = MAX (height - 2 * TROUPE_CANVAS_FIT_DOWN, MARGIN) / MAX ((double) all.size.height, 1);
  view->zoom = CLAMP (MIN (across, down) / get_text_scale (self), TROUPE_CANVAS_ZOOM_MIN, 1.0);
  center (self, view, &all, width, height);

  return TRUE;
}

static void
go_to (TroupeEditorView *self, const View *view)
{
  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->keeping = TRUE;
  troupe_canvas_set_zoom (self->canvas, view->zoom, FALSE);
  troupe_canvas_set_origin (self->canvas, view->x, view->y);
  self->keeping = FALSE;
}

/* --- Covered parts ---------------------------------------------------------------------------- */

static gboolean
floats (TroupeEditorView *self, GtkWidget *widget)
{
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (self->canvas));

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  return overlay != NULL && gtk_widget_is_ancestor (widget, overlay) &&
         gtk_widget_get_mapped (widget) &&
         (!GTK_IS_REVEALER (widget) || gtk_revealer_get_reveal_child (GTK_REVEALER (widget)));
}

/* Returns how far the cover reaches into the canvas from its side. Returns 0 if the cover is
 * hidden. */
static double
get_reach (TroupeEditorView *self, const Cover *cover)
{
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (!floats (self, cover->widget) ||
      !gtk_widget_compute_bounds (cover->widget, GTK_WIDGET (self->canvas), &bounds))
    return 0;
  if (cover->side == GTK_POS_TOP)
    return (double) (bounds.origin.y + bounds.size.height);
  if (cover->side == GTK_POS_BOTTOM)
    return gtk_widget_get_height (GTK_WIDGET (self->canvas)) - (double) bounds.origin.y;

  return gtk_widget_get_width (GTK_WIDGET (self->canvas)) - (double) bounds.origin.x;
}

static void
update_insets (TroupeEditorView *self)
{
  double insets[] = {
    [GTK_POS_LEFT] = 0, [GTK_POS_RIGHT] = 0, [GTK_POS_TOP] = 0, [GTK_POS_BOTTOM] = 0
  };

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  for (guint i = 0; i < self->covers->len; i++)
    {
      const Cover *cover = &g_array_index (self->covers, Cover, i);

      insets[cover->side] = MAX (insets[cover->side], get_reach (self, cover));
    }

  troupe_canvas_set_insets (self->canvas, insets[GTK_POS_TOP], insets[GTK_POS_RIGHT],
                            insets[GTK_POS_BOTTOM], insets[GTK_POS_LEFT]);
}

void
troupe_editor_view_add_cover (TroupeEditorView *self, GtkWidget *widget, GtkPositionType side)
{
  Cover cover = { widget, side };

  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (side != GTK_POS_LEFT);

  g_object_ref (widget);
  g_array_append_val (self->covers, cover);
}

void
troupe_editor_view_get_free (TroupeEditorView *self, graphene_rect_t *area)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (area != NULL);

  update_insets (self);
  troupe_canvas_get_free_view (self->canvas, area);
}

void
troupe_editor_view_reveal (TroupeEditorView *self, const char *id, gboolean animate)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (id != NULL);

  update_insets (self);
  troupe_canvas_reveal (self->canvas, id, animate);
}

void
troupe_editor_view_center_on (TroupeEditorView *self, const char *id, gboolean animate)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (id != NULL);

  update_insets (self);
  troupe_canvas_center_on (self->canvas, id, animate);
}

/* --- Fitting and resizing --------------------------------------------------------------------- */

static gboolean
settle_idle_cb (gpointer data)
{
  TroupeEditorView *self = data;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->settle_id = 0;
  text = g_strdup_printf ("%d%%", (int) lround (troupe_canvas_get_zoom (self->canvas) * 100));
  gtk_label_set_label (self->zoom_label, text);
  g_signal_emit (self, signals[SETTLED], 0);

  return G_SOURCE_REMOVE;
}

static void
settle_soon (TroupeEditorView *self)
{
  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  /* The view may also change during allocation, when the label must not request a new
   * allocation. */
  if (self->settle_id == 0)
    self->settle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, settle_idle_cb, self, NULL);
}

static void
view_changed_cb (TroupeEditorView *self)
{
  View fitted;
  double x;
  double y;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  settle_soon (self);
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->keeping)
    return;

  troupe_canvas_get_origin (self->canvas, &x, &y);
  self->is_fitted = get_fitted_view (self, gtk_widget_get_width (GTK_WIDGET (self->canvas)),
                                     gtk_widget_get_height (GTK_WIDGET (self->canvas)), &fitted) &&
                    fabs (troupe_canvas_get_zoom (self->canvas) - fitted.zoom) < 0.001 &&
                    fabs (x - fitted.x) < NEAR && fabs (y - fitted.y) < NEAR;
}

/* Fits the complete drawing again, but preserves a readable zoom if the zoom was readable
 * before. */
static void
fit_again (TroupeEditorView *self, int width, int height)
{
  double zoom = troupe_canvas_get_zoom (self->canvas);
  View view;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

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

/* Returns the selected card if exactly one is selected. (transfer full) (nullable) */
static char *
dup_selected_card (TroupeEditorView *self)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self->canvas);
  g_autofree const char **ids = troupe_canvas_list_selected (self->canvas);
  const char *found = NULL;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  for (guint i = 0; scene != NULL && ids != NULL && ids[i] != NULL; i++)
    {
      if (troupe_canvas_scene_get_kind (scene, ids[i]) != TROUPE_CANVAS_KIND_NODE)
        continue;
      if (found != NULL)
        return NULL;
      found = ids[i];
    }
  return g_strdup (found);
}

/* Preserves the vertical center, and keeps a visible selected card visible. */
static void
keep_middle (TroupeEditorView *self, int old_height, int height)
{
  g_autofree char *card = dup_selected_card (self);
  View view = { .zoom = troupe_canvas_get_zoom (self->canvas) };
  double scale = troupe_canvas_get_scale (self->canvas);
  graphene_rect_t selected;
  graphene_rect_t seen;
  gboolean saw;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  troupe_canvas_get_origin (self->canvas, &view.x, &view.y);
  seen = GRAPHENE_RECT_INIT ((float) view.x, (float) view.y,
                             (float) (gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale),
                             (float) (old_height / scale));
  saw = card != NULL && troupe_canvas_get_bounds (self->canvas, card, &selected) &&
        troupe_canvas_rect_contains (&seen, &selected);
  view.y += (old_height - height) / scale / 2;
  go_to (self, &view);
  if (saw)
    troupe_editor_view_reveal (self, card, FALSE);
}

void
troupe_editor_view_canvas_resized (TroupeEditorView *self)
{
  int width;
  int height;
  int old_width;
  int old_height;

  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  width = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  old_width = self->seen_width;
  old_height = self->seen_height;
  if (width <= 0 || height <= 0 || (width == old_width && height == old_height))
    return;

  self->seen_width = width;
  self->seen_height = height;
  if (old_width <= 0)
    return;

  if (self->is_fitted)
    fit_again (self, width, height);
  else if (height != old_height)
    keep_middle (self, old_height, height);
  /* Changing the view queues another allocation, so allocate the canvas immediately, because the
   * overlay is being allocated. */
  gtk_widget_allocate (GTK_WIDGET (self->canvas), width, height, -1, NULL);
}

/* --- First view ------------------------------------------------------------------------------- */

/* Finds the beginning of the flow. This is the area of all start methods, or of the first ones
 * if not all of them fit. */
static gboolean
find_beginning (TroupeEditorView *self, double width, double height, graphene_rect_t *area)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self->canvas);
  gboolean any = FALSE;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  for (guint i = 0; scene != NULL && i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (scene, i);
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

/* Shows the beginning on the left, vertically centered, at a zoom of 100 %. */
static void
show_beginning (TroupeEditorView *self)
{
  double scale = get_text_scale (self);
  double width = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale;
  double height = gtk_widget_get_height (GTK_WIDGET (self->canvas)) / scale;
  View view = { 1.0, 0, 0 };
  graphene_rect_t area;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

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

static void
show_wanted (TroupeEditorView *self)
{
  graphene_rect_t middle =
      GRAPHENE_RECT_INIT ((float) self->wanted.x, (float) self->wanted.y, 0, 0);
  View view = { .zoom = CLAMP (self->wanted.zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX) };

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  center (self, &view, &middle, gtk_widget_get_width (GTK_WIDGET (self->canvas)),
          gtk_widget_get_height (GTK_WIDGET (self->canvas)));
  self->has_wanted = FALSE;
  troupe_canvas_set_zoom (self->canvas, view.zoom, FALSE);
  troupe_canvas_set_origin (self->canvas, view.x, view.y);
}

static void
choose_view (TroupeEditorView *self)
{
  double zoom = troupe_canvas_get_zoom (self->canvas);
  double width = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / get_text_scale (self);

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (self->has_wanted)
    show_wanted (self);
  else if (zoom < NAMED_ZOOM || (zoom < READABLE_ZOOM && width < SMALL_CANVAS))
    show_beginning (self);
}

static gboolean
begin_idle_cb (gpointer data)
{
  TroupeEditorView *self = data;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->begin_id = 0;
  choose_view (self);

  return G_SOURCE_REMOVE;
}

void
troupe_editor_view_begin (TroupeEditorView *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  if (self->has_begun)
    return;

  self->has_begun = TRUE;
  self->begin_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, begin_idle_cb, self, NULL);
}

void
troupe_editor_view_fit (TroupeEditorView *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  troupe_canvas_fit_all (self->canvas, FALSE);
  self->is_fitted = TRUE;
}

void
troupe_editor_view_refit (TroupeEditorView *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  if (self->is_fitted && self->seen_width > 0)
    fit_again (self, self->seen_width, self->seen_height);
}

gboolean
troupe_editor_view_get (TroupeEditorView *self, double *zoom, double *x, double *y)
{
  double scale;

  g_return_val_if_fail (TROUPE_IS_EDITOR_VIEW (self), FALSE);
  g_return_val_if_fail (zoom != NULL && x != NULL && y != NULL, FALSE);

  if (self->has_wanted)
    {
      *zoom = self->wanted.zoom;
      *x = self->wanted.x;
      *y = self->wanted.y;
      return TRUE;
    }
  if (gtk_widget_get_width (GTK_WIDGET (self->canvas)) <= 0)
    return FALSE;
  scale = troupe_canvas_get_scale (self->canvas);
  *zoom = troupe_canvas_get_zoom (self->canvas);
  troupe_canvas_get_origin (self->canvas, x, y);
  *x += gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale / 2;
  *y += gtk_widget_get_height (GTK_WIDGET (self->canvas)) / scale / 2;

  return TRUE;
}

void
troupe_editor_view_set (TroupeEditorView *self, double zoom, double x, double y)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  self->wanted = (View){ zoom, x, y };
  self->has_wanted = TRUE;
  if (self->has_begun && self->begin_id == 0)
    show_wanted (self);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_view_dispose (GObject *object)
{
  TroupeEditorView *self = TROUPE_EDITOR_VIEW (object);

  g_clear_handle_id (&self->begin_id, g_source_remove);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_array_set_size (self->covers, 0);
  g_clear_object (&self->zoom_label);
  g_clear_object (&self->canvas);

  G_OBJECT_CLASS (troupe_editor_view_parent_class)->dispose (object);
}

static void
troupe_editor_view_finalize (GObject *object)
{
  g_array_unref (TROUPE_EDITOR_VIEW (object)->covers);

  G_OBJECT_CLASS (troupe_editor_view_parent_class)->finalize (object);
}

static void
troupe_editor_view_class_init (TroupeEditorViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_editor_view_dispose;
  object_class->finalize = troupe_editor_view_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
cover_clear (gpointer data)
{
  Cover *cover = data;

  g_clear_object (&cover->widget);
}

static void
troupe_editor_view_init (TroupeEditorView *self)
{
  self->covers = g_array_new (FALSE, FALSE, sizeof (Cover));
  g_array_set_clear_func (self->covers, cover_clear);
}

TroupeEditorView *
troupe_editor_view_new (TroupeCanvas *canvas, GtkLabel *zoom_label)
{
  TroupeEditorView *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);
  g_return_val_if_fail (GTK_IS_LABEL (zoom_label), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_VIEW, NULL);
  self->canvas = g_object_ref (canvas);
  self->zoom_label = g_object_ref (zoom_label);
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  settle_soon (self);

  return self;
}
