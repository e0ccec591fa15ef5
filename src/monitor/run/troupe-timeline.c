/* troupe-timeline.c: timeline of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-timeline"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-context-menu.h"
#include "troupe-timeline-private.h"

#define NAME_WIDTH TROUPE_TIMELINE_NAME_WIDTH
#define AXIS_HEIGHT TROUPE_TIMELINE_AXIS_HEIGHT
#define ROW_HEIGHT TROUPE_TIMELINE_ROW_HEIGHT
#define NAME_START 12              /* x coordinate of the arrow of a method */
#define TIME_ROOM 72               /* pixels for the text after the last bar */
#define FRAME_INTERVAL (33 * 1000) /* microseconds between two frames of a growing bar */
#define MIN_SPAN (10 * 1000)       /* minimum range of the axis in microseconds */
#define MAX_ZOOM 1000
#define HIT_ROOM 3 /* pixels next to a bar in which it can be hit */

enum
{
  METHOD_SELECTED,
  PASS_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTimeline, troupe_timeline, GTK_TYPE_WIDGET)

/* --- Coordinates ------------------------------------------------------------------------------ */

double
troupe_timeline_get_span (TroupeTimeline *self)
{
  return (double) MAX (troupe_run_model_get_elapsed (self->model),
                       MAX (self->least_span, MIN_SPAN));
}

void
troupe_timeline_set_least_span (TroupeTimeline *self, gint64 span)
{
  g_return_if_fail (TROUPE_IS_TIMELINE (self));

  self->least_span = span;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
troupe_timeline_get_scale (TroupeTimeline *self)
{
  const double room = gtk_widget_get_width (GTK_WIDGET (self)) - NAME_WIDTH - TIME_ROOM;

  return MAX (room, 50) / troupe_timeline_get_span (self) * self->zoom;
}

void
troupe_timeline_get_view (TroupeTimeline *self, double *top, double *height)
{
  *top = 0;
  *height = gtk_widget_get_height (GTK_WIDGET (self));
  if (self->adjustment == NULL)
    return;
  *top = gtk_adjustment_get_value (self->adjustment);
  *height = MIN (gtk_adjustment_get_page_size (self->adjustment), *height);
}

int
troupe_timeline_find_row (TroupeTimeline *self, double y)
{
  double top, height;

  troupe_timeline_get_view (self, &top, &height);
  if (y < top + AXIS_HEIGHT ||
      y >= AXIS_HEIGHT + ROW_HEIGHT * (double) troupe_run_model_get_n_rows (self->model))
    return -1;
  return (int) ((y - AXIS_HEIGHT) / ROW_HEIGHT);
}

int
troupe_timeline_get_arrow_x (const TroupeRunRow *row)
{
  /* Deep rows must leave space for their names. */
  return NAME_START + TROUPE_TIMELINE_INDENT * (int) MIN (row->depth, 5);
}

const TroupeBar *
troupe_timeline_find_bar (TroupeTimeline *self, const TroupeRunRow *row, double x)
{
  const double scale = troupe_timeline_get_scale (self);
  const double time = self->offset + (x - NAME_WIDTH) / scale;
  const double room = HIT_ROOM / scale;
  const double now = (double) troupe_run_model_get_elapsed (self->model);
  const TroupeBar *found = NULL;
  double nearest = room;

  for (guint i = 0; i < row->bars->len && x >= NAME_WIDTH; i++)
    {
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, i);
      const double end = bar->end == 0 ? now : (double) bar->end;
      const double distance = MAX (MAX ((double) bar->start - time, time - end), 0);
      const gboolean is_worse =
          found != NULL && found->state == TROUPE_BAR_FAILED && bar->state != TROUPE_BAR_FAILED;
      const gboolean is_better =
          found == NULL || (bar->state == TROUPE_BAR_FAILED && found->state != TROUPE_BAR_FAILED);

      if ((double) bar->start > time + room)
        break;
      /* Prefer failed bars, then the nearest one. */
      if (distance > room || is_worse || (!is_better && distance >= nearest))
        continue;
      nearest = distance;
      found = bar;
    }
  return found;
}

static void
clamp_offset (TroupeTimeline *self)
{
  g_assert (TROUPE_IS_TIMELINE (self));

  self->offset = CLAMP (self->offset, 0, troupe_timeline_get_span (self) * (1 - 1 / self->zoom));
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* A method whose model is still answering is not paused yet. */
static gboolean
is_paused (TroupeTimeline *self, const TroupeRunRow *row)
{
  const TroupeMethodInfo *info = troupe_run_model_get_method (self->model, row->method);

  g_assert (TROUPE_IS_TIMELINE (self));

  return row->kind == TROUPE_ROW_METHOD && troupe_run_model_is_held (self->model) &&
         (info == NULL || info->n_calls == 0);
}

static const char *
get_state_word (TroupeTimeline *self, const TroupeRunRow *row, TroupeBarState state)
{
  g_assert (TROUPE_IS_TIMELINE (self));

  switch (state)
    {
    case TROUPE_BAR_RUNNING:
      return is_paused (self, row) ? _ ("Paused") : _ ("Running");
    case TROUPE_BAR_FAILED:
      return _ ("Failed");
    case TROUPE_BAR_CANCELLED:
      return _ ("Stopped");
    case TROUPE_BAR_ASKING:
      return _ ("Needs your answer");
    case TROUPE_BAR_WAITING:
      return _ ("Waiting");
    case TROUPE_BAR_DONE:
    default:
      return _ ("Done");
    }
}

char *
troupe_timeline_describe_bar (TroupeTimeline *self, const TroupeRunRow *row, const TroupeBar *bar)
{
  const gint64 end = bar->end == 0 ? troupe_run_model_get_elapsed (self->model) : bar->end;
  g_autofree char *from = troupe_span_to_text (bar->start);
  g_autofree char *span = troupe_span_to_text (end - bar->start);

  if (bar->pass > 0 && troupe_run_model_get_n_passes (self->model, row->method) > 1)
    /* Translators: first %s is a method, %u the number of its pass, second %s its state, third
     * %s its duration, fourth %s its start time. */
    return g_strdup_printf (_ ("%s, pass %u: %s, %s, from %s"), row->label, bar->pass,
                            get_state_word (self, row, bar->state), span, from);
  /* Translators: first %s is a method or model, second %s its state, third %s its duration,
   * fourth %s its start time in the run. */
  return g_strdup_printf (_ ("%s: %s, %s, from %s"), row->label,
                          get_state_word (self, row, bar->state), span, from);
}

/* Forgets a row of an earlier run, or a row that may have been removed, which no longer exists. */
static void
drop_old_cursor (TroupeTimeline *self)
{
  if (self->n_runs != troupe_run_model_get_n_runs (self->model) ||
      self->n_rewinds != troupe_run_model_get_n_rewinds (self->model))
    self->cursor = NULL;
  self->n_runs = troupe_run_model_get_n_runs (self->model);
  self->n_rewinds = troupe_run_model_get_n_rewinds (self->model);
}

const TroupeRunRow *
troupe_timeline_get_highlighted (TroupeTimeline *self)
{
  drop_old_cursor (self);
  if (self->selected == NULL)
    return NULL;
  if (self->cursor != NULL && g_str_equal (self->cursor->method, self->selected))
    return self->cursor;
  return troupe_run_model_find_row (self->model, self->selected);
}

/* Returns the index of the highlighted row, or -1. */
static int
find_highlighted (TroupeTimeline *self)
{
  const TroupeRunRow *row = troupe_timeline_get_highlighted (self);
  const guint n_rows = row != NULL ? troupe_run_model_get_n_rows (self->model) : 0;

  g_assert (TROUPE_IS_TIMELINE (self));

  for (guint i = 0; i < n_rows; i++)
    if (troupe_run_model_get_row (self->model, i) == row)
      return (int) i;
  return -1;
}

static void
update_description (TroupeTimeline *self)
{
  const TroupeRunRow *row = troupe_timeline_get_highlighted (self);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_TIMELINE (self));

  if (row != NULL)
    {
      g_autofree char *bar = NULL;

      /* Describes a row for screen readers: its last bar, its level, and whether it is folded. */
      bar = row->bars->len > 0
                ? troupe_timeline_describe_bar (
                      self, row, &g_array_index (row->bars, TroupeBar, row->bars->len - 1))
                : g_strdup (row->label);
      if (row->children == NULL && row->depth == 0)
        text = g_steal_pointer (&bar);
      else if (row->children == NULL)
        {
          /* Translators: %s describes a row of a tree, %u is its level in the tree. */
          text = g_strdup_printf (_ ("%s, level %u"), bar, row->depth + 1);
        }
      else
        {
          /* Translators: %s describes a row of a tree, %u is its level in the tree. */
          text = g_strdup_printf (row->is_folded ? _ ("%s, level %u, collapsed")
                                                 : _ ("%s, level %u, expanded"),
                                  bar, row->depth + 1);
        }
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static gboolean
tooltip_asked_cb (GtkWidget *widget,
                  int x,
                  int y,
                  gboolean keyboard_mode,
                  GtkTooltip *tooltip,
                  gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const int index = keyboard_mode ? find_highlighted (self) : troupe_timeline_find_row (self, y);
  const TroupeRunRow *row;
  const TroupeBar *bar;
  g_autofree char *text = NULL;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  if (index < 0)
    return FALSE;
  row = troupe_run_model_get_row (self->model, (guint) index);
  bar = keyboard_mode ? NULL : troupe_timeline_find_bar (self, row, x);
  if (bar != NULL)
    text = troupe_timeline_describe_bar (self, row, bar);
  gtk_tooltip_set_text (tooltip, bar != NULL ? text : row->label);
  return TRUE;
}

/* --- Following the run ------------------------------------------------------------------------ */

static gboolean
grow_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  /* Nothing grows while the user has paused the run. */
  if (!troupe_run_model_is_running (self->model) || troupe_run_model_is_held (self->model))
    {
      self->tick = 0;
      gtk_widget_queue_draw (widget);
      return G_SOURCE_REMOVE;
    }
  if (now - self->last_frame >= FRAME_INTERVAL)
    {
      self->last_frame = now;
      gtk_widget_queue_draw (widget);
    }
  return G_SOURCE_CONTINUE;
}

static void
model_changed_cb (TroupeTimeline *self)
{
  const guint n_rows = troupe_run_model_get_n_rows (self->model);

  g_assert (TROUPE_IS_TIMELINE (self));

  if (troupe_run_model_is_running (self->model) && !troupe_run_model_is_held (self->model) &&
      self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow_cb, NULL, NULL);
  clamp_offset (self);
  if (self->n_rows != n_rows)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  self->n_rows = n_rows;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
troupe_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_timeline_draw (TROUPE_TIMELINE (widget), snapshot);
}

static void
troupe_timeline_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 320;
      *natural = 700;
      return;
    }
  *minimum = *natural =
      AXIS_HEIGHT + ROW_HEIGHT * (int) troupe_run_model_get_n_rows (self->model) + 8;
}

/* Scrolling requires a redraw, because only the visible part is drawn. */
static void
troupe_timeline_root (GtkWidget *widget)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  GTK_WIDGET_CLASS (troupe_timeline_parent_class)->root (widget);
  if (scroller == NULL)
    return;
  self->adjustment =
      g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->adjustment, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

static void
troupe_timeline_unroot (GtkWidget *widget)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  GTK_WIDGET_CLASS (troupe_timeline_parent_class)->unroot (widget);
}

/* --- Selecting -------------------------------------------------------------------------------- */

/* Scrolls to a row. The axis covers the top of the view. */
static void
reveal_row (TroupeTimeline *self, int index)
{
  g_assert (TROUPE_IS_TIMELINE (self));

  if (index >= 0 && self->adjustment != NULL)
    gtk_adjustment_clamp_page (self->adjustment, ROW_HEIGHT * (double) index,
                               AXIS_HEIGHT + ROW_HEIGHT * (double) (index + 1));
}

static void
select_row (TroupeTimeline *self, int index)
{
  g_assert (TROUPE_IS_TIMELINE (self));

  if (index < 0 || index >= (int) troupe_run_model_get_n_rows (self->model))
    return;
  self->cursor = troupe_run_model_get_row (self->model, (guint) index);
  self->n_runs = troupe_run_model_get_n_runs (self->model);
  reveal_row (self, index);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[METHOD_SELECTED], 0, self->cursor->method);
  update_description (self);
}

/* Hides or shows the rows below @row. */
static void
fold_row (TroupeTimeline *self, const TroupeRunRow *row, gboolean is_folded)
{
  g_assert (TROUPE_IS_TIMELINE (self));

  drop_old_cursor (self);
  troupe_run_model_fold_row (self->model, row, is_folded);
  /* The cursor must not be on a row that is hidden. */
  for (const TroupeRunRow *around = self->cursor; is_folded && around != NULL;
       around = around->parent)
    if (around == row)
      self->cursor = row;
  self->n_rows = troupe_run_model_get_n_rows (self->model);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_description (self);
}

/* Selects the row and the pass at a point. */
static void
select_at (TroupeTimeline *self, int index, double x)
{
  const TroupeRunRow *row = troupe_run_model_get_row (self->model, (guint) index);
  const TroupeBar *bar;
  guint pass;

  /* Find the pass before a signal is emitted, because a handler can cause rows to be inserted. A
   * call belongs to a pass of its method. */
  row = troupe_run_model_find_row (self->model, row->method);
  bar = row != NULL ? troupe_timeline_find_bar (self, row, x) : NULL;
  pass = bar != NULL ? bar->pass : 0;
  select_row (self, index);
  if (pass > 0)
    g_signal_emit (self, signals[PASS_SELECTED], 0, pass);
}

static void
clicked_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (user_data);
  const int index = troupe_timeline_find_row (self, y);
  const TroupeRunRow *row;

  g_assert (GTK_IS_GESTURE_CLICK (gesture));
  g_assert (TROUPE_IS_TIMELINE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (index < 0)
    return;
  row = troupe_run_model_get_row (self->model, (guint) index);
  if (row->children != NULL && x < troupe_timeline_get_arrow_x (row) + TROUPE_TIMELINE_ARROW_WIDTH)
    {
      fold_row (self, row, !row->is_folded);
      return;
    }
  select_at (self, index, x);
}

/* --- Menu ------------------------------------------------------------------------------------- */

static void
menu_released_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (user_data);
  const int index = troupe_timeline_find_row (self, y);

  if (self->menu == NULL || index < 0)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  select_at (self, index, x);
  troupe_context_menu_open (GTK_WIDGET (self), self->menu, (int) x, (int) y);
}

static void
menu_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const int index = find_highlighted (self);

  if (self->menu != NULL && index >= 0)
    troupe_context_menu_open (widget, self->menu, NAME_WIDTH / 2,
                              AXIS_HEIGHT + ROW_HEIGHT * (index + 1));
}

void
troupe_timeline_set_menu (TroupeTimeline *self, GMenuModel *menu)
{
  g_return_if_fail (TROUPE_IS_TIMELINE (self));

  g_set_object (&self->menu, menu);
}

/* --- Walking ---------------------------------------------------------------------------------- */

static void
walk (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const int n_rows = (int) troupe_run_model_get_n_rows (self->model);
  const int index = find_highlighted (self);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  if (g_str_equal (name, "timeline.first"))
    select_row (self, 0);
  else if (g_str_equal (name, "timeline.last"))
    select_row (self, n_rows - 1);
  else
    select_row (self, index + (g_str_equal (name, "timeline.next") ? 1 : -1));
}

/* Selects the previous or the next pass. */
static void
walk_passes (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const guint n_passes = troupe_run_model_get_n_passes (self->model, self->selected);
  const guint pass = self->pass > 0 ? self->pass : n_passes;
  const gboolean forward = g_str_equal (name, "timeline.next-pass");

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TIMELINE (self));

  if (forward ? pass < n_passes : pass > 1)
    g_signal_emit (self, signals[PASS_SELECTED], 0, forward ? pass + 1 : pass - 1);
}

/* Shows the rows below the cursor, or goes to the first of them. A row without rows below it
 * selects the next pass. */
static void
unfold (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const TroupeRunRow *row = troupe_timeline_get_highlighted (self);

  g_assert (TROUPE_IS_TIMELINE (self));

  if (row == NULL || row->children == NULL)
    walk_passes (widget, "timeline.next-pass", NULL);
  else if (row->is_folded)
    fold_row (self, row, FALSE);
  else
    select_row (self, find_highlighted (self) + 1);
}

/* Hides the rows below the cursor, or goes to the row around it. A row that has neither selects the
 * previous pass. */
static void
fold (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const TroupeRunRow *row = troupe_timeline_get_highlighted (self);
  int index = find_highlighted (self);

  g_assert (TROUPE_IS_TIMELINE (self));

  if (row != NULL && row->children != NULL && !row->is_folded)
    fold_row (self, row, TRUE);
  else if (row != NULL && row->parent != NULL)
    {
      while (index > 0 && troupe_run_model_get_row (self->model, (guint) index) != row->parent)
        index--;
      select_row (self, index);
    }
  else
    walk_passes (widget, "timeline.previous-pass", NULL);
}

static void
moved_cb (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TROUPE_TIMELINE (user_data)->pointer = x;
}

static gboolean
scrolled_cb (GtkEventControllerScroll *scroll, double dx, double dy, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (user_data);
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  const double time =
      self->offset + (self->pointer - NAME_WIDTH) / troupe_timeline_get_scale (self);

  g_assert (TROUPE_IS_TIMELINE (self));

  if (state & GDK_CONTROL_MASK)
    {
      self->zoom = CLAMP (self->zoom * pow (1.2, -dy), 1, MAX_ZOOM);
      self->offset = time - (self->pointer - NAME_WIDTH) / troupe_timeline_get_scale (self);
    }
  else if (state & GDK_SHIFT_MASK)
    self->offset += 60 * (dx + dy) / troupe_timeline_get_scale (self);
  else
    return GDK_EVENT_PROPAGATE;
  clamp_offset (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
troupe_timeline_dispose (GObject *object)
{
  TroupeTimeline *self = TROUPE_TIMELINE (object);

  troupe_context_menu_remove (GTK_WIDGET (self));
  g_clear_object (&self->menu);
  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, g_free);
  G_OBJECT_CLASS (troupe_timeline_parent_class)->dispose (object);
}

static void
troupe_timeline_class_init (TroupeTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Down, 0, "timeline.next" },
    { GDK_KEY_Up, 0, "timeline.previous" },
    { GDK_KEY_Home, 0, "timeline.first" },
    { GDK_KEY_End, 0, "timeline.last" },
    { GDK_KEY_Right, 0, "timeline.unfold" },
    { GDK_KEY_plus, 0, "timeline.unfold" },
    { GDK_KEY_KP_Add, 0, "timeline.unfold" },
    { GDK_KEY_Left, 0, "timeline.fold" },
    { GDK_KEY_minus, 0, "timeline.fold" },
    { GDK_KEY_KP_Subtract, 0, "timeline.fold" },
    { GDK_KEY_Right, GDK_CONTROL_MASK, "timeline.next-pass" },
    { GDK_KEY_Left, GDK_CONTROL_MASK, "timeline.previous-pass" },
    { GDK_KEY_Menu, 0, "timeline.menu" },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "timeline.menu" },
  };

  G_OBJECT_CLASS (klass)->dispose = troupe_timeline_dispose;
  widget_class->snapshot = troupe_timeline_snapshot;
  widget_class->measure = troupe_timeline_measure;
  widget_class->root = troupe_timeline_root;
  widget_class->unroot = troupe_timeline_unroot;
  signals[METHOD_SELECTED] =
      g_signal_new ("method-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PASS_SELECTED] =
      g_signal_new ("pass-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_install_action (widget_class, "timeline.next", NULL, walk);
  gtk_widget_class_install_action (widget_class, "timeline.previous", NULL, walk);
  gtk_widget_class_install_action (widget_class, "timeline.first", NULL, walk);
  gtk_widget_class_install_action (widget_class, "timeline.last", NULL, walk);
  gtk_widget_class_install_action (widget_class, "timeline.unfold", NULL, unfold);
  gtk_widget_class_install_action (widget_class, "timeline.fold", NULL, fold);
  gtk_widget_class_install_action (widget_class, "timeline.next-pass", NULL, walk_passes);
  gtk_widget_class_install_action (widget_class, "timeline.previous-pass", NULL, walk_passes);
  gtk_widget_class_install_action (widget_class, "timeline.menu", NULL, menu_activated);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

static void
troupe_timeline_init (TroupeTimeline *self)
{
  GtkGesture *click;
  GtkGesture *secondary;
  GtkEventController *motion;
  GtkEventController *scroll;

  g_assert (TROUPE_IS_TIMELINE (self));

  self->zoom = 1;
  /* Time goes from left to right in every language, and the names are in front of the bars. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (tooltip_asked_cb), NULL);
  click = gtk_gesture_click_new ();
  secondary = gtk_gesture_click_new ();
  motion = gtk_event_controller_motion_new ();
  scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect_object (click, "pressed", G_CALLBACK (clicked_cb), self, 0);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  /* A menu that opens below a pressed button would get its release. */
  g_signal_connect_object (secondary, "released", G_CALLBACK (menu_released_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect_object (motion, "motion", G_CALLBACK (moved_cb), self, 0);
  g_signal_connect_object (scroll, "scroll", G_CALLBACK (scrolled_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_timeline_new (TroupeRunModel *model)
{
  TroupeTimeline *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_TIMELINE, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
troupe_timeline_set_selected (TroupeTimeline *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_TIMELINE (self));

  if (!troupe_set_str (&self->selected, name))
    return;
  self->pass = 0;
  reveal_row (self, find_highlighted (self));
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
troupe_timeline_set_pass (TroupeTimeline *self, guint pass)
{
  g_return_if_fail (TROUPE_IS_TIMELINE (self));

  if (self->pass == pass)
    return;
  self->pass = pass;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
