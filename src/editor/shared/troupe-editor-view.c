/* troupe-editor-view.c: visible part of the canvas: first view, fitting, resizing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-view"

#include "config.h"

#include <math.h>

#include "troupe-editor-view.h"
#include "troupe-floating-tools.h"
#include "troupe-run-area.h"
#include "troupe-view-covers.h"

/* Below this zoom, a card shows only its name (doc/interface.md §2), and no texts of a run. */
#define READABLE_ZOOM 0.6
#define NAMED_ZOOM 0.3 /* below this zoom, a card is a box */
#define SMALL_CANVAS 700.0
#define MARGIN 32
#define TIGHT 20.0 /* margin of a drawing that would be too small otherwise */
#define NEAR 1.0   /* tolerance for rounding in canvas pixels */
#define NEAR_ZOOM 0.001
#define GAP 8.0           /* between an item and a cover */
#define MOST_ITEMS 1500   /* of which it is found out whether something covers them */
#define CARD_MARGIN 24.0  /* around the cards of a run, in canvas pixels */
#define TOAST_HEIGHT 64.0 /* of a message at the lower edge and its distance to it */
/* How long the view still follows a run that has ended, until the panel is open. */
#define AFTER_END_US (2 * G_USEC_PER_SEC)

typedef struct
{
  double zoom;
  double x;
  double y;
} View;

struct _TroupeEditorView
{
  GObject parent_instance;

  TroupeCanvas *canvas;
  GtkLabel *zoom_label;
  TroupeViewCovers *covers;   /* the widgets that float over the canvas */
  TroupeFloatingTools *tools; /* the covers at the lower edge */

  gboolean has_begun; /* the first view was chosen, or will be in @begin_id */
  gboolean is_fitted; /* the view shows the whole drawing */
  gboolean keeping;   /* the view is changed because the canvas was resized */
  int seen_width;     /* last known size of the canvas */
  int seen_height;
  gboolean has_before; /* the view was moved because the canvas became smaller */
  View before;         /* x, y: its origin before that */
  int before_width;
  int before_height;
  gboolean has_wanted; /* there is a first view to use instead of fitting */
  View wanted;         /* x, y: its center */
  gboolean follows_run;
  gint64 run_end; /* until when it is followed; 0 while the run goes on */
  gulong painted_id;
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

/* Margins of a drawing in pixels of the widget. */
typedef struct
{
  double left;
  double right;
  double top;
  double bottom;
} Edges;

/* Computes the view of @all in a canvas of that size. */
static void
fit_area (TroupeEditorView *self,
          const graphene_rect_t *all,
          double width,
          double height,
          const Edges *edges,
          View *view)
{
  const double wide =
      MAX (width - edges->left - edges->right, MARGIN) / MAX ((double) all->size.width, 1);
  const double high =
      MAX (height - edges->top - edges->bottom, MARGIN) / MAX ((double) all->size.height, 1);
  double scale;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  view->zoom = CLAMP (MIN (wide, high) / get_text_scale (self), TROUPE_CANVAS_ZOOM_MIN, 1.0);
  scale = view->zoom * get_text_scale (self);
  view->x = (double) (all->origin.x + all->size.width / 2) -
            (width + edges->left - edges->right) / 2 / scale;
  view->y = (double) (all->origin.y + all->size.height / 2) -
            (height + edges->top - edges->bottom) / 2 / scale;
}

/* Returns TRUE if no cover is over an item in @view. */
static gboolean
is_clear (TroupeEditorView *self, const View *view, const GArray *covers, const GArray *items)
{
  const float scale = (float) (view->zoom * get_text_scale (self));

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  for (guint i = 0; i < covers->len; i++)
    {
      const graphene_rect_t *cover = &g_array_index (covers, graphene_rect_t, i);
      const graphene_rect_t area =
          GRAPHENE_RECT_INIT (cover->origin.x / scale + (float) view->x,
                              cover->origin.y / scale + (float) view->y, cover->size.width / scale,
                              cover->size.height / scale);

      for (guint n = 0; n < items->len; n++)
        if (graphene_rect_intersection (&area, &g_array_index (items, graphene_rect_t, n), NULL))
          return FALSE;
    }
  return TRUE;
}

/* Rates a view of everything: names have to be legible if they can be, then no tool may cover an item, then all of a card
 * has to be legible. */
static int
rate (double zoom, gboolean clear)
{
  return (zoom >= NAMED_ZOOM ? 4 : 0) + (clear ? 2 : 0) + (zoom >= READABLE_ZOOM ? 1 : 0);
}

/* Computes the view of @all that has the best rating, and of those the largest zoom. */
static void
find_fit (TroupeEditorView *self,
          const graphene_rect_t *all,
          double width,
          double height,
          View *view)
{
  static const double down[] = { TROUPE_CANVAS_FIT_DOWN, TIGHT };
  g_autoptr (GArray) covers = troupe_view_covers_list_areas (self->covers, width, height);
  g_autoptr (GArray) items = NULL;
  double starts[3] = { TROUPE_CANVAS_FIT_ACROSS, TIGHT, TROUPE_CANVAS_FIT_ACROSS };
  double ends[3] = { TROUPE_CANVAS_FIT_ACROSS, TIGHT, TROUPE_CANVAS_FIT_ACROSS };
  double lower[3] = { TROUPE_CANVAS_FIT_DOWN, TIGHT, TROUPE_CANVAS_FIT_DOWN };
  int rating;
  TroupeCanvasScene *scene;
  guint n_nodes;
  guint n_notes;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  /* Lists the boxes of cards and notes in canvas pixels. */
  scene = troupe_canvas_get_scene (self->canvas);
  n_nodes = scene != NULL ? troupe_canvas_scene_get_n_nodes (scene) : 0;
  n_notes = scene != NULL ? troupe_canvas_scene_get_n_notes (scene) : 0;
  items = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  for (guint i = 0; i < n_nodes + n_notes && n_nodes + n_notes <= MOST_ITEMS; i++)
    {
      const char *id = i < n_nodes ? troupe_canvas_scene_get_nth_node (scene, i)->id
                                   : troupe_canvas_scene_get_nth_note (scene, i - n_nodes)->id;
      graphene_rect_t bounds;

      if (troupe_canvas_get_bounds (self->canvas, id, &bounds))
        g_array_append_val (items, bounds);
    }
  /* Beside the covers of the upper and lower edge, such as the Add bar and the minimap, or above the highest one at the
   * lower edge. */
  for (guint i = 0; i < covers->len; i++)
    {
      const graphene_rect_t *area = &g_array_index (covers, graphene_rect_t, i);

      if ((double) area->origin.x > width / 2)
        ends[2] = MAX (ends[2], width - (double) area->origin.x + GAP);
      else
        starts[2] = MAX (starts[2], (double) (area->origin.x + area->size.width) + GAP);
      if ((double) area->origin.y >= height / 2)
        lower[2] = MAX (lower[2], height - (double) area->origin.y + GAP);
    }
  fit_area (self, all, width, height, &(Edges){ starts[0], ends[0], down[0], lower[0] }, view);
  rating = rate (view->zoom, is_clear (self, view, covers, items));
  for (guint i = 1; i < 3 * 3 * 2 * 3 && (rating < rate (1, TRUE) || view->zoom < 1); i++)
    {
      const Edges edges = { starts[i % 3], ends[i / 3 % 3], down[i / 9 % 2], lower[i / 18] };
      int other_rating;
      View other;

      fit_area (self, all, width, height, &edges, &other);
      /* Whether something is covered takes the longest. */
      if (rate (other.zoom, TRUE) < rating)
        continue;
      other_rating = rate (other.zoom, is_clear (self, &other, covers, items));
      if (other_rating < rating || (other_rating == rating && other.zoom <= view->zoom + NEAR_ZOOM))
        continue;
      *view = other;
      rating = other_rating;
    }
}

/* Computes the view of the complete drawing in a canvas of that size. Returns FALSE if the drawing is empty. */
static gboolean
get_fitted_view (TroupeEditorView *self, double width, double height, View *view)
{
  graphene_rect_t all;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (!troupe_canvas_get_all_bounds (self->canvas, &all))
    return FALSE;

  find_fit (self, &all, width, height, view);
  return TRUE;
}

/* The canvas fits its drawing, or the selection, where nothing covers it. */
static gboolean
fit_cb (const graphene_rect_t *area, double *zoom, double *x, double *y, gpointer user_data)
{
  TroupeEditorView *self = user_data;
  const double width = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  const double height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  double scale;
  View view;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  find_fit (self, area, width, height, &view);
  scale = view.zoom * get_text_scale (self);
  *zoom = view.zoom;
  *x = view.x + width / scale / 2;
  *y = view.y + height / scale / 2;
  return TRUE;
}

/* Returns TRUE if the view is that of zoom to fit. */
static gboolean
shows_everything (TroupeEditorView *self)
{
  graphene_rect_t all, seen;
  View fitted;
  double x, y;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  /* Most views do not show everything, and are recognized without a search for the right one. */
  troupe_canvas_get_view (self->canvas, &seen);
  if (!troupe_canvas_get_all_bounds (self->canvas, &all) ||
      !troupe_canvas_rect_contains (&seen, &all))
    return FALSE;
  if (!get_fitted_view (self, gtk_widget_get_width (GTK_WIDGET (self->canvas)),
                        gtk_widget_get_height (GTK_WIDGET (self->canvas)), &fitted))
    return FALSE;
  troupe_canvas_get_origin (self->canvas, &x, &y);
  return fabs (troupe_canvas_get_zoom (self->canvas) - fitted.zoom) < NEAR_ZOOM &&
         fabs (x - fitted.x) < NEAR && fabs (y - fitted.y) < NEAR;
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

void
troupe_editor_view_add_cover (TroupeEditorView *self, GtkWidget *widget, GtkPositionType side)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (side != GTK_POS_LEFT);

  troupe_view_covers_add (self->covers, widget, side);
  if (side == GTK_POS_BOTTOM)
    troupe_floating_tools_add (self->tools, widget);
}

void
troupe_editor_view_set_cover_stays (TroupeEditorView *self, GtkWidget *widget, gboolean stays)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  troupe_view_covers_set_stays (self->covers, widget, stays);
}

void
troupe_editor_view_get_free (TroupeEditorView *self, graphene_rect_t *area)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (area != NULL);

  troupe_view_covers_update_insets (self->covers, TRUE);
  troupe_canvas_get_free_view (self->canvas, area);
  troupe_view_covers_update_insets (self->covers, FALSE);
}

void
troupe_editor_view_reveal (TroupeEditorView *self, const char *id, gboolean animate)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (id != NULL);

  troupe_view_covers_update_insets (self->covers,
                                    !troupe_view_covers_leave_clear (self->covers, id));
  troupe_canvas_reveal (self->canvas, id, animate);
  troupe_view_covers_update_insets (self->covers, FALSE);
}

void
troupe_editor_view_center_on (TroupeEditorView *self, const char *id, gboolean animate)
{
  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));
  g_return_if_fail (id != NULL);

  troupe_view_covers_update_insets (self->covers,
                                    !troupe_view_covers_leave_clear (self->covers, id));
  troupe_canvas_center_on (self->canvas, id, animate);
  troupe_view_covers_update_insets (self->covers, FALSE);
}

/* --- A run ------------------------------------------------------------------------------------ */

static void
stop_following (TroupeEditorView *self)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self->canvas);

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->follows_run = FALSE;
  if (self->painted_id != 0 && scene != NULL)
    g_signal_handler_disconnect (scene, self->painted_id);
  self->painted_id = 0;
}

/* Returns the distance by which a span must be moved to be inside of another, longer one. */
static double
get_push (double from, double length, double view_from, double view_length)
{
  if (from < view_from)
    return from - view_from;
  return MAX (from + length - view_from - view_length, 0);
}

/* Scrolls the cards of the run into the free part of the view, above a message if there is room for one. */
static void
follow_run (TroupeEditorView *self)
{
  const double scale = troupe_canvas_get_scale (self->canvas);
  graphene_rect_t view, area;
  double x, y, dx, dy;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (self->run_end != 0 && g_get_monotonic_time () > self->run_end)
    {
      stop_following (self);
      return;
    }
  if (gtk_widget_get_width (GTK_WIDGET (self->canvas)) <= 0)
    return;
  troupe_editor_view_get_free (self, &view);
  if ((double) view.size.height * scale > 4 * TOAST_HEIGHT)
    view.size.height -= (float) (TOAST_HEIGHT / scale);
  graphene_rect_inset (&view, (float) CARD_MARGIN, (float) CARD_MARGIN);
  if (!troupe_run_area_find (self->canvas, (double) view.size.width, (double) view.size.height,
                             &area))
    return;
  dx = get_push ((double) area.origin.x, (double) area.size.width, (double) view.origin.x,
                 (double) view.size.width);
  dy = get_push ((double) area.origin.y, (double) area.size.height, (double) view.origin.y,
                 (double) view.size.height);
  if (fabs (dx) < NEAR && fabs (dy) < NEAR)
    return;
  troupe_canvas_get_origin (self->canvas, &x, &y);
  self->keeping = TRUE;
  troupe_canvas_set_origin (self->canvas, x + dx, y + dy);
  self->keeping = FALSE;
}

/* --- Fitting and resizing --------------------------------------------------------------------- */

static gboolean
settle_idle_cb (gpointer data)
{
  TroupeEditorView *self = data;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->settle_id = 0;
  if (self->follows_run)
    follow_run (self);
  text = g_strdup_printf ("%d%%", (int) lround (troupe_canvas_get_zoom (self->canvas) * 100));
  gtk_label_set_label (self->zoom_label, text);
  troupe_view_covers_update_insets (self->covers, FALSE);
  troupe_floating_tools_update (self->tools);
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
  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  settle_soon (self);
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->keeping)
    return;

  self->has_before = FALSE;
  self->is_fitted = shows_everything (self);
  stop_following (self);
}

/* Fits the complete drawing again if the cards can be read then or would not be smaller. Otherwise
 * the view is kept: cards that can be read are more useful than all of them. Returns TRUE if the
 * drawing was fitted. */
static gboolean
fit_again (TroupeEditorView *self, int width, int height)
{
  View view;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (!get_fitted_view (self, width, height, &view) ||
      (view.zoom < READABLE_ZOOM && view.zoom < troupe_canvas_get_zoom (self->canvas)))
    return FALSE;

  go_to (self, &view);
  return TRUE;
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

/* Returns the card in that state of a run if there is exactly one. (transfer full) (nullable) */
static char *
dup_card_in (TroupeEditorView *self, TroupeCanvasState state)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self->canvas);
  const char *found = NULL;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  for (guint i = 0; scene != NULL && i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (scene, i)->id;
      const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (scene, id);

      if (run == NULL || run->state != state)
        continue;
      if (found != NULL)
        return NULL;
      found = id;
    }

  return g_strdup (found);
}

/* Returns the card that should stay in view: one that waits for an answer of the user, or else the selected one, or that at which a
 * run has failed. (transfer full) (nullable) */
static char *
dup_kept_card (TroupeEditorView *self)
{
  char *card = dup_card_in (self, TROUPE_CANVAS_STATE_ASKING);

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  if (card == NULL)
    card = dup_selected_card (self);
  return card != NULL ? card : dup_card_in (self, TROUPE_CANVAS_STATE_FAILED);
}

/* Returns TRUE if a card was in view before the canvas was resized. */
static gboolean
was_seen (TroupeEditorView *self, const char *card)
{
  const double scale = troupe_canvas_get_scale (self->canvas);
  graphene_rect_t bounds, seen;
  double x, y;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  troupe_canvas_get_origin (self->canvas, &x, &y);
  seen = GRAPHENE_RECT_INIT ((float) x, (float) y, (float) (self->seen_width / scale),
                             (float) (self->seen_height / scale));
  return card != NULL && troupe_canvas_get_bounds (self->canvas, card, &bounds) &&
         troupe_canvas_rect_contains (&seen, &bounds);
}

void
troupe_editor_view_canvas_resized (TroupeEditorView *self)
{
  int width;
  int height;

  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  width = gtk_widget_get_width (GTK_WIDGET (self->canvas));
  height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  if (width <= 0 || height <= 0 || (width == self->seen_width && height == self->seen_height))
    return;

  if (self->seen_width > 0 && (!self->is_fitted || !fit_again (self, width, height)))
    {
      g_autofree char *card = dup_kept_card (self);
      View view = { .zoom = troupe_canvas_get_zoom (self->canvas) };

      /* Keeps the upper left corner, so that a panel or the inspector that opens covers the
       * other sides only. A card that asks stays visible when its question opens, otherwise a
       * selected or failed card that was visible. When the canvas gets its old size back, the
       * view returns to where it was. */
      if (self->has_before && width >= self->before_width && height >= self->before_height)
        {
          self->has_before = FALSE;
          go_to (self, &self->before);
        }
      else if (was_seen (self, card))
        {
          if (!self->has_before)
            {
              troupe_canvas_get_origin (self->canvas, &view.x, &view.y);
              self->before = view;
              self->before_width = self->seen_width;
              self->before_height = self->seen_height;
              self->has_before = TRUE;
            }
          self->keeping = TRUE;
          troupe_editor_view_reveal (self, card, FALSE);
          self->keeping = FALSE;
        }
    }
  if (self->seen_width > 0)
    /* Changing the view queues another allocation, so allocate the canvas immediately, because the
     * overlay is being allocated. */
    gtk_widget_allocate (GTK_WIDGET (self->canvas), width, height, -1, NULL);
  self->seen_width = width;
  self->seen_height = height;
  troupe_view_covers_set_size (self->covers, width, height);
  settle_soon (self);
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

static void
show_wanted (TroupeEditorView *self)
{
  double scale;
  View view = { .zoom = CLAMP (self->wanted.zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX) };

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  scale = view.zoom * get_text_scale (self);
  view.x = self->wanted.x - gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale / 2;
  view.y = self->wanted.y - gtk_widget_get_height (GTK_WIDGET (self->canvas)) / scale / 2;
  self->has_wanted = FALSE;
  troupe_canvas_set_zoom (self->canvas, view.zoom, FALSE);
  troupe_canvas_set_origin (self->canvas, view.x, view.y);
}

static gboolean
begin_idle_cb (gpointer data)
{
  TroupeEditorView *self = data;
  double zoom;
  double width;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  self->begin_id = 0;
  zoom = troupe_canvas_get_zoom (self->canvas);
  width = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / get_text_scale (self);
  if (self->has_wanted)
    show_wanted (self);
  else if (zoom < NAMED_ZOOM || (zoom < READABLE_ZOOM && width < SMALL_CANVAS))
    {
      double scale = get_text_scale (self);
      double beginning = gtk_widget_get_width (GTK_WIDGET (self->canvas)) / scale;
      double height = gtk_widget_get_height (GTK_WIDGET (self->canvas)) / scale;
      View view = { 1.0, 0, 0 };
      graphene_rect_t area;

      /* Shows the beginning on the left, vertically centered, at a zoom of 100 %. */
      if (find_beginning (self, beginning / 2, height - 6 * MARGIN, &area) ||
          troupe_canvas_get_all_bounds (self->canvas, &area))
        {
          view.x = (double) area.origin.x - MARGIN;
          view.y = (double) area.origin.y - 3 * MARGIN;
          if ((double) area.size.height < height - 6 * MARGIN)
            view.y = (double) (area.origin.y + area.size.height / 2) - height / 2;
          troupe_canvas_set_zoom (self->canvas, view.zoom, FALSE);
          troupe_canvas_set_origin (self->canvas, view.x, view.y);
        }
    }
  else
    /* The canvas was fitted before the tools had a place. */
    troupe_editor_view_fit (self);

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

void
troupe_editor_view_follow_run (TroupeEditorView *self, gboolean is_live)
{
  TroupeCanvasScene *scene = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  scene = troupe_canvas_get_scene (self->canvas);
  if (scene == NULL || (!is_live && !self->follows_run))
    return;
  self->run_end = is_live ? 0 : g_get_monotonic_time () + AFTER_END_US;
  self->follows_run = TRUE;
  if (self->painted_id == 0)
    self->painted_id = g_signal_connect_object (scene, "painted", G_CALLBACK (settle_soon), self,
                                                G_CONNECT_SWAPPED);
  settle_soon (self);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_view_dispose (GObject *object)
{
  TroupeEditorView *self = TROUPE_EDITOR_VIEW (object);

  g_clear_handle_id (&self->begin_id, g_source_remove);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (self->canvas != NULL)
    {
      troupe_canvas_set_fit_func (self->canvas, NULL, NULL);
      stop_following (self);
    }
  g_clear_pointer (&self->covers, troupe_view_covers_free);
  if (self->tools != NULL)
    g_object_run_dispose (G_OBJECT (self->tools));
  g_clear_object (&self->tools);
  g_clear_object (&self->zoom_label);
  g_clear_object (&self->canvas);

  G_OBJECT_CLASS (troupe_editor_view_parent_class)->dispose (object);
}

static void
troupe_editor_view_class_init (TroupeEditorViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_editor_view_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_editor_view_init (TroupeEditorView *self)
{
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
  self->covers = troupe_view_covers_new (canvas);
  self->tools = troupe_floating_tools_new (canvas);
  troupe_canvas_set_fit_func (self->canvas, fit_cb, self);
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  settle_soon (self);

  return self;
}

/* Returns TRUE if a part of the item is in view. */
static gboolean
is_in_view (TroupeEditorView *self, const char *id)
{
  graphene_rect_t view, bounds;

  g_assert (TROUPE_IS_EDITOR_VIEW (self));

  troupe_canvas_get_view (self->canvas, &view);
  return troupe_canvas_get_bounds (self->canvas, id, &bounds) &&
         graphene_rect_intersection (&view, &bounds, NULL);
}

void
troupe_editor_view_return (TroupeEditorView *self)
{
  TroupeCanvasScene *scene;
  graphene_rect_t all;

  g_return_if_fail (TROUPE_IS_EDITOR_VIEW (self));

  scene = troupe_canvas_get_scene (self->canvas);
  if (scene == NULL || !troupe_canvas_get_all_bounds (self->canvas, &all))
    return;
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    if (is_in_view (self, troupe_canvas_scene_get_nth_node (scene, i)->id))
      return;
  for (guint i = 0; i < troupe_canvas_scene_get_n_notes (scene); i++)
    if (is_in_view (self, troupe_canvas_scene_get_nth_note (scene, i)->id))
      return;
  troupe_editor_view_fit (self);
}
