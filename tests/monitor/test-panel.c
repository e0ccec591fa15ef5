/* test-panel.c: run monitor: status bar, timeline, method details and problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "../test-time.h"
#include "monitor-test.h"
#include "run-test.h"
#include "troupe-log-view.h"
#include "troupe-method-detail.h"
#include "troupe-monitor.h"
#include "troupe-pass-list.h"
#include "troupe-problem-list.h"
#include "troupe-timeline-private.h"
#include "troupe-value-view.h"

#define FRAME_GOAL 8.0
#define FRAME_LIMIT 40.0

/* --- The timeline ----------------------------------------------------------------------------- */

typedef struct
{
  TroupeRunModel *model;
  MonitorFeed feed;
  GtkWidget *timeline;
  GtkWidget *scroller;
  GtkWidget *window;
  char *selected;
} Fixture;

static void
method_selected (GtkWidget *part, const char *name, gpointer user_data)
{
  Fixture *self = user_data;

  g_free (self->selected);
  self->selected = g_strdup (name);
  troupe_timeline_set_selected (TROUPE_TIMELINE (self->timeline), name);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->model = monitor_test_new_model ();
  monitor_feed_init (&self->feed);
  monitor_test_begin (self->model, MONITOR_TEST_START);
  self->timeline = troupe_timeline_new (self->model);
  g_signal_connect (self->timeline, "method-selected", G_CALLBACK (method_selected), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->timeline);
  self->window = monitor_test_open (self->scroller, 1000, 300);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  monitor_test_close (self->window);
  g_assert_finalize_object (self->model);
  monitor_feed_clear (&self->feed);
  g_free (self->selected);
}

static void
add_pass (Fixture *self, const char *method, int start, int end, TroupeEventType type)
{
  guint64 started =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, method, start, 0, NULL, NULL);

  monitor_feed_add (&self->feed, type, method, end, started, NULL, NULL);
}

static guint
count_nodes (GskRenderNode *node)
{
  guint count = 1;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      count = 0;
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        count += count_nodes (gsk_container_node_get_child (node, i));
      return count;
    case GSK_TRANSFORM_NODE:
      return count_nodes (gsk_transform_node_get_child (node));
    case GSK_CLIP_NODE:
      return count_nodes (gsk_clip_node_get_child (node));
    default:
      return count;
    }
}

static GskRenderNode *
take_picture (Fixture *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  troupe_timeline_draw (TROUPE_TIMELINE (self->timeline), snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

/* Adds the left edges of all texts in the column of names, which end before @end. */
static void
list_names (GskRenderNode *node, double dx, double end, GArray *edges)
{
  graphene_rect_t bounds;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        list_names (gsk_container_node_get_child (node, i), dx, end, edges);
      break;
    case GSK_CLIP_NODE:
      list_names (gsk_clip_node_get_child (node), dx, end, edges);
      break;
    case GSK_TRANSFORM_NODE:
      {
        float x, y;

        gsk_transform_to_translate (gsk_transform_node_get_transform (node), &x, &y);
        list_names (gsk_transform_node_get_child (node), dx + (double) x, end, edges);
      }
      break;
    case GSK_TEXT_NODE:
      gsk_render_node_get_bounds (node, &bounds);
      {
        const int edge = (int) floor (dx + (double) bounds.origin.x + 0.5);

        if (edge + (double) bounds.size.width < end)
          g_array_append_val (edges, edge);
      }
      break;
    default:
      break;
    }
}

/* The names stand beside the arrows of their rows, whatever the direction of the desktop is. */
static void
test_direction (Fixture *self, gconstpointer data)
{
  GArray *edges[2];

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("method_%d", i);

      add_pass (self, name, i, i + 1, TROUPE_EVENT_METHOD_FINISHED);
    }
  monitor_feed_flush (&self->feed, self->model);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GskRenderNode) node = NULL;

      gtk_widget_set_direction (self->timeline, i == 0 ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL);
      monitor_test_draw (self->timeline);
      node = take_picture (self);
      edges[i] = g_array_new (FALSE, FALSE, sizeof (int));
      list_names (node, 0, TROUPE_TIMELINE_NAME_WIDTH, edges[i]);
    }
  g_assert_cmpuint (edges[0]->len, >=, 4);
  g_assert_cmpuint (edges[1]->len, ==, edges[0]->len);
  for (guint i = 0; i < edges[0]->len; i++)
    g_assert_cmpint (g_array_index (edges[1], int, i), ==, g_array_index (edges[0], int, i));
  g_array_unref (edges[0]);
  g_array_unref (edges[1]);
}

/* Draws some frames and returns the median time. Stores the number of render nodes in @n_nodes. */
static double
time_frames (Fixture *self, guint *n_nodes)
{
  double times[9];

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double begin = monitor_test_clock ();
      g_autoptr (GskRenderNode) node = take_picture (self);

      times[i] = monitor_test_clock () - begin;
      *n_nodes = count_nodes (node);
    }
  for (guint i = 1; i < G_N_ELEMENTS (times); i++)
    for (guint j = i; j > 0 && times[j] < times[j - 1]; j--)
      {
        double swap = times[j];

        times[j] = times[j - 1];
        times[j - 1] = swap;
      }
  return times[G_N_ELEMENTS (times) / 2];
}

/* 100,000 bars in one row, every tenth failed. */
static void
test_many_bars (Fixture *self, gconstpointer data)
{
  guint n_nodes;
  double time;

  for (int i = 0; i < 100000; i++)
    add_pass (self, "loop", i, i + 1,
              i % 10 == 0 ? TROUPE_EVENT_METHOD_FAILED : TROUPE_EVENT_METHOD_FINISHED);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 100000 * 1000);
  monitor_test_draw (self->timeline);
  time = time_frames (self, &n_nodes);
  g_test_message ("100,000 bars in a row: %.2f ms, %u nodes (goal %.0f)", time, n_nodes,
                  FRAME_GOAL);
  g_assert_cmpfloat (time, <, FRAME_LIMIT * TEST_SLOWNESS);
  g_assert_cmpuint (n_nodes, <, 1000);
}

/* One bar in each of 100,000 rows. */
static void
test_many_rows (Fixture *self, gconstpointer data)
{
  guint n_nodes;
  double time;
  GtkAdjustment *adjustment;

  for (int i = 0; i < 100000; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%d", i);

      add_pass (self, name, i, i + 50, TROUPE_EVENT_METHOD_FINISHED);
    }
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 100000 * 1000);
  monitor_test_draw (self->timeline);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), >, 2400000);
  time = time_frames (self, &n_nodes);
  g_test_message ("100,000 rows: %.2f ms, %u nodes (goal %.0f)", time, n_nodes, FRAME_GOAL);
  g_assert_cmpfloat (time, <, FRAME_LIMIT * TEST_SLOWNESS);
  g_assert_cmpuint (n_nodes, <, 200);
}

static gboolean
has_rect (GskRenderNode *node, const graphene_rect_t *rect)
{
  graphene_rect_t bounds;

  if (gsk_render_node_get_node_type (node) == GSK_CONTAINER_NODE)
    {
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        if (has_rect (gsk_container_node_get_child (node, i), rect))
          return TRUE;
      return FALSE;
    }
  if (gsk_render_node_get_node_type (node) == GSK_CLIP_NODE)
    return has_rect (gsk_clip_node_get_child (node), rect);
  gsk_render_node_get_bounds (node, &bounds);
  return ABS (bounds.origin.x - rect->origin.x) < 1.5f &&
         ABS (bounds.origin.y - rect->origin.y) < 1.5f &&
         ABS (bounds.size.width - rect->size.width) < 1.5f &&
         ABS (bounds.size.height - rect->size.height) < 1.5f;
}

/* The position of a bar corresponds to its times. The bar of a failed pass is drawn even if it
 * shares a pixel with the bar of a successful pass. */
static void
test_places (Fixture *self, gconstpointer data)
{
  const float scale = (1000 - 190 - 72) / 1000.0f;
  g_autoptr (GskRenderNode) node = NULL;

  add_pass (self, "a", 100, 600, TROUPE_EVENT_METHOD_FINISHED);
  add_pass (self, "b", 0, 999, TROUPE_EVENT_METHOD_FINISHED);
  add_pass (self, "b", 500, 501, TROUPE_EVENT_METHOD_FAILED);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 1000 * 1000);
  monitor_test_draw (self->timeline);
  node = take_picture (self);
  g_assert_true (has_rect (node, &GRAPHENE_RECT_INIT (190 + 100 * scale, 26 + 5, 500 * scale, 14)));
  g_assert_true (has_rect (node, &GRAPHENE_RECT_INIT (190, 50 + 5, 999 * scale, 14)));
  g_assert_true (has_rect (node, &GRAPHENE_RECT_INIT (190 + 500 * scale, 50 + 5, 3, 14)));
}

/* Rows scrolled into view are drawn and can be clicked. */
static void
test_scrolling (Fixture *self, gconstpointer data)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double top, height;

  for (int i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%d", i);

      add_pass (self, name, i, i + 1, TROUPE_EVENT_METHOD_FINISHED);
    }
  monitor_feed_flush (&self->feed, self->model);
  monitor_test_draw (self->timeline);
  g_assert_cmpint (troupe_timeline_find_row (TROUPE_TIMELINE (self->timeline), 10), ==, -1);
  g_assert_cmpint (troupe_timeline_find_row (TROUPE_TIMELINE (self->timeline), 27), ==, 0);
  gtk_adjustment_set_value (adjustment, 24 * 50);
  monitor_test_draw (self->timeline);
  troupe_timeline_get_view (TROUPE_TIMELINE (self->timeline), &top, &height);
  g_assert_cmpfloat (top, ==, 24 * 50);
  g_assert_cmpfloat (height, ==, 300);
  /* The axis is drawn over the topmost part of the visible rows. */
  g_assert_cmpint (troupe_timeline_find_row (TROUPE_TIMELINE (self->timeline), top + 20), ==, -1);
  g_assert_cmpint (troupe_timeline_find_row (TROUPE_TIMELINE (self->timeline), top + 27), ==, 50);
  troupe_timeline_set_selected (TROUPE_TIMELINE (self->timeline), "m99");
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >=, 26 + 24 * 100 - 300);
}

static void
assert_cursor (Fixture *self, const char *description)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->timeline),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}

/* The keys move through the tree and fold it. */
static void
test_keys (Fixture *self, gconstpointer data)
{
  guint64 start;

  add_pass (self, "a", 0, 100, TROUPE_EVENT_METHOD_FINISHED);
  start = monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "a", 10, 0, "{'model':'x'}",
                            NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 20, start, NULL, NULL);
  add_pass (self, "b", 200, 700, TROUPE_EVENT_METHOD_FAILED);
  monitor_feed_flush (&self->feed, self->model);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->timeline),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Timeline");
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  g_assert_cmpstr (self->selected, ==, "a");
  assert_cursor (self, "a: Done, 0.1 s, from 0 ms, level 1, expanded");
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  g_assert_cmpstr (self->selected, ==, "a");
  assert_cursor (self, "x: Done, 10 ms, from 10 ms, level 2");
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  g_assert_cmpstr (self->selected, ==, "b");
  assert_cursor (self, "b: Failed, 0.5 s, from 0.2 s");
  gtk_widget_activate_action (self->timeline, "timeline.first", NULL);
  gtk_widget_activate_action (self->timeline, "timeline.unfold", NULL);
  assert_cursor (self, "x: Done, 10 ms, from 10 ms, level 2");
  gtk_widget_activate_action (self->timeline, "timeline.fold", NULL);
  assert_cursor (self, "a: Done, 0.1 s, from 0 ms, level 1, expanded");
  gtk_widget_activate_action (self->timeline, "timeline.fold", NULL);
  assert_cursor (self, "a: Done, 0.1 s, from 0 ms, level 1, collapsed");
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 2);
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  g_assert_cmpstr (self->selected, ==, "b");
  gtk_widget_activate_action (self->timeline, "timeline.previous", NULL);
  gtk_widget_activate_action (self->timeline, "timeline.unfold", NULL);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 3);
  /* A call that is selected does not remain the cursor if another method is selected. */
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  troupe_timeline_set_selected (TROUPE_TIMELINE (self->timeline), "b");
  assert_cursor (self, "b: Failed, 0.5 s, from 0.2 s");
  /* The rows of another run are other rows. */
  monitor_test_begin (self->model, MONITOR_TEST_START);
  assert_cursor (self, "");
  gtk_widget_activate_action (self->timeline, "timeline.next", NULL);
  assert_cursor (self, "");
}

/* --- Method details --------------------------------------------------------------------------- */

static void
press (GtkWidget *widget, const char *label)
{
  GtkWidget *button = monitor_test_find_label (widget, label);

  button = GTK_IS_TOGGLE_BUTTON (button) ? button
                                         : gtk_widget_get_ancestor (button, GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  monitor_test_draw (widget);
}

static void
test_detail (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *window = monitor_test_open (detail, 460, 300);
  guint64 start;

  monitor_feed_init (&feed);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "m");
  g_assert_nonnull (monitor_test_find_label (detail, "Not run yet"));
  monitor_test_begin (model, MONITOR_TEST_START);
  monitor_feed_add (&feed, TROUPE_EVENT_JOIN_ARRIVED, "m", 1, 0,
                    "{'event':'a','arrived':['a'],'missing':['b','c']}", NULL);
  monitor_feed_flush (&feed, model);
  g_assert_nonnull (monitor_test_find_label (detail, "Arrived: a. Waiting for: b, c."));
  start = monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "m", 2, 0, "{'params':{'_0':42}}",
                            "{'n':1,'k':5}");
  monitor_feed_flush (&feed, model);
  g_assert_nonnull (monitor_test_find_label (detail, "Running"));
  g_assert_nonnull (monitor_test_find_label (detail, "The output will appear here."));
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_FINISHED, "m", 502, start, "{'result':{'r':17}}",
                    "{'n':2,'k':5}");
  monitor_feed_flush (&feed, model);
  monitor_test_draw (detail);
  g_assert_nonnull (monitor_test_find_label (detail, "Done in 0.5 s"));
  g_assert_nonnull (monitor_test_find_label (detail, "17"));
  press (detail, "Input");
  g_assert_nonnull (monitor_test_find_label (detail, "42"));
  press (detail, "State");
  g_assert_nonnull (monitor_test_find_label (detail, "+"));
  g_assert_nonnull (monitor_test_find_label (detail, "−"));
  g_assert_nonnull (monitor_test_find_label (detail, "1"));
  g_assert_nonnull (monitor_test_find_label (detail, "2"));
  monitor_test_close (window);
}

static void
test_detail_failure (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *window = monitor_test_open (detail, 460, 300);
  guint64 start;

  monitor_feed_init (&feed);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "m");
  monitor_test_begin (model, MONITOR_TEST_START);
  start = monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "m", 2, 0, NULL, NULL);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_FAILED, "m", 402, start,
                    "{'error':{'message':'<b>404</b> & gone'}}", NULL);
  monitor_feed_flush (&feed, model);
  troupe_trace_end (troupe_run_model_get_trace (model), 500000);
  troupe_run_model_set_failure (model, "m", "x", "methods.m.do", 0, TRUE);
  g_assert_nonnull (monitor_test_find_label (detail, "Failed after 0.4 s"));
  g_assert_nonnull (monitor_test_find_label (detail, "<b>404</b> & gone"));
  g_assert_nonnull (monitor_test_find_label (
      detail, "methods.m.do · The error may be temporary. Try again later."));
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "other");
  g_assert_null (monitor_test_find_label (detail, "<b>404</b> & gone"));
  g_assert_nonnull (monitor_test_find_label (detail, "Not reached"));
  monitor_test_close (window);
}

/* --- Passes ----------------------------------------------------------------------------------- */

static void
add_passes (MonitorFeed *feed, guint n_passes)
{
  for (guint i = 1; i <= n_passes; i++)
    {
      g_autofree char *params = g_strdup_printf ("{'params':{'_0':%u}}", 100 + i);
      g_autofree char *result = g_strdup_printf ("{'result':%u}", 200 + i);
      g_autofree char *before = g_strdup_printf ("{'n':%u}", 300 + i);
      g_autofree char *after = g_strdup_printf ("{'n':%u}", 400 + i);
      guint64 start = monitor_feed_add (feed, TROUPE_EVENT_METHOD_STARTED, "m", (int) i * 100, 0,
                                        params, before);

      ((TroupeEvent *) g_ptr_array_index (feed->events, feed->events->len - 1))->trigger = i;
      monitor_feed_add (feed, TROUPE_EVENT_METHOD_FINISHED, "m", (int) (i * 100 + 10 * i), start,
                        result, after);
    }
}

static GtkWidget *
find_described (GtkWidget *widget, const char *tooltip)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_described (child, tooltip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
note_pass (GtkWidget *detail, guint pass, gpointer user_data)
{
  *(guint *) user_data = pass;
}

/* Input, output, state and time of the selected pass are displayed until the next run begins. */
static void
test_detail_passes (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *window = monitor_test_open (detail, 460, 300);
  guint pass = 99;

  monitor_feed_init (&feed);
  g_signal_connect (detail, "pass-changed", G_CALLBACK (note_pass), &pass);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "m");
  monitor_test_begin (model, MONITOR_TEST_START);
  add_passes (&feed, 1);
  monitor_feed_flush (&feed, model);
  g_assert_null (monitor_test_find_label (detail, "Pass 1 of 1"));
  monitor_feed_clear (&feed);
  monitor_feed_init (&feed);
  monitor_test_begin (model, MONITOR_TEST_START);
  add_passes (&feed, 3);
  monitor_feed_flush (&feed, model);
  monitor_test_draw (detail);
  g_assert_nonnull (monitor_test_find_label (detail, "Pass 3 of 3"));
  g_assert_nonnull (monitor_test_find_label (detail, "Done in 30 ms"));
  g_assert_nonnull (monitor_test_find_label (detail, "203"));
  g_assert_false (gtk_widget_get_sensitive (find_described (detail, "Next Pass")));

  g_signal_emit_by_name (find_described (detail, "Previous Pass"), "clicked");
  monitor_test_draw (detail);
  g_assert_cmpuint (pass, ==, 2);
  g_assert_nonnull (monitor_test_find_label (detail, "Pass 2 of 3"));
  g_assert_nonnull (monitor_test_find_label (detail, "Done in 20 ms"));
  g_assert_nonnull (monitor_test_find_label (detail, "202"));
  press (detail, "Input");
  g_assert_nonnull (monitor_test_find_label (detail, "102"));
  press (detail, "State");
  g_assert_nonnull (monitor_test_find_label (detail, "302"));
  g_assert_nonnull (monitor_test_find_label (detail, "402"));
  troupe_method_detail_set_pass (TROUPE_METHOD_DETAIL (detail), 1);
  g_assert_nonnull (monitor_test_find_label (detail, "Pass 1 of 3"));
  g_assert_false (gtk_widget_get_sensitive (find_described (detail, "Previous Pass")));
  /* Selecting the last pass means following the latest one. */
  troupe_method_detail_set_pass (TROUPE_METHOD_DETAIL (detail), 3);
  g_assert_cmpuint (pass, ==, 0);
  troupe_method_detail_set_pass (TROUPE_METHOD_DETAIL (detail), 2);
  monitor_test_begin (model, MONITOR_TEST_START);
  g_assert_cmpuint (pass, ==, 0);
  monitor_test_close (window);
}

static guint
count_rows (GtkWidget *widget)
{
  guint count = gtk_widget_has_css_class (widget, "pass-row") ? 1 : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count += count_rows (child);
  return count;
}

static gboolean
shows_chosen (gpointer list)
{
  return monitor_test_find_label (list, "Pass 5000") != NULL;
}

static gboolean
has_focus_on_chosen (gpointer list)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));

  return focus != NULL && monitor_test_find_label (focus, "Pass 5000") != NULL;
}

/* A very long list of passes opens at once and grows without being rebuilt. */
static void
test_pass_list (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *list;
  GtkWidget *window;
  GtkWidget *view;
  GListModel *items;
  guint chosen = 0;
  double begin, opened, grown;

  monitor_feed_init (&feed);
  monitor_test_begin (model, MONITOR_TEST_START);
  add_passes (&feed, 10000);
  monitor_feed_flush (&feed, model);
  begin = monitor_test_clock ();
  list = troupe_pass_list_new (model, "m", 5000);
  window = monitor_test_open (list, 400, 260);
  gtk_widget_grab_focus (list);
  monitor_test_draw (list);
  opened = monitor_test_clock () - begin;
  view = monitor_test_find_type (list, GTK_TYPE_LIST_VIEW);
  items = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view)));
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 10000);
  g_assert_cmpuint (count_rows (list), <, 400);
  monitor_test_wait (shows_chosen, list);
  g_assert_nonnull (monitor_test_find_label (list, "5200"));

  /* Keyboard navigation continues from the selected row. */
  monitor_test_wait (has_focus_on_chosen, list);

  begin = monitor_test_clock ();
  for (guint i = 0; i < 1000; i++)
    {
      guint64 start =
          monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "m", 2000000, 0, NULL, NULL);

      ((TroupeEvent *) g_ptr_array_index (feed.events, 0))->trigger = 20000 + i;
      monitor_feed_add (&feed, TROUPE_EVENT_METHOD_FINISHED, "m", 2000001, start, NULL, NULL);
      monitor_feed_flush (&feed, model);
    }
  grown = monitor_test_clock () - begin;
  g_test_message ("10,000 passes: open %.1f ms, 1,000 more %.1f ms", opened, grown);
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 11000);
  g_assert_cmpfloat (opened, <, 1500 * TEST_SLOWNESS);
  g_assert_cmpfloat (grown, <, 2500 * TEST_SLOWNESS);

  g_signal_connect (list, "chosen", G_CALLBACK (note_pass), &chosen);
  g_signal_emit_by_name (view, "activate", 41);
  g_assert_cmpuint (chosen, ==, 42);
  monitor_test_close (window);
}

/* The user can select a pass by clicking its bar or with the arrow keys. */
static void
test_bars_of_passes (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'m': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 1300, 340);
  GtkWidget *timeline = monitor_test_find_type (GTK_WIDGET (monitor), TROUPE_TYPE_TIMELINE);
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_auto (MonitorFeed) feed = { NULL };

  monitor_feed_init (&feed);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  monitor_test_begin_run (monitor, test->flow, MONITOR_TEST_START);
  add_passes (&feed, 3);
  troupe_trace_add_events (troupe_monitor_get_trace (monitor), feed.events);
  monitor_test_end_run (monitor, NULL);
  monitor_test_draw (GTK_WIDGET (monitor));
  troupe_monitor_set_selected_method (monitor, "m");
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Pass 3 of 3"));
  gtk_widget_activate_action (timeline, "timeline.previous-pass", NULL);
  gtk_widget_activate_action (timeline, "timeline.previous-pass", NULL);
  gtk_widget_activate_action (timeline, "timeline.previous-pass", NULL);
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Pass 1 of 3"));
  g_assert_cmpuint (TROUPE_TIMELINE (timeline)->pass, ==, 1);
  gtk_widget_activate_action (timeline, "timeline.next-pass", NULL);
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Pass 2 of 3"));
  for (guint i = 1; i <= 3; i++)
    {
      const double scale = troupe_timeline_get_scale (TROUPE_TIMELINE (timeline));
      const double x = TROUPE_TIMELINE_NAME_WIDTH + (i * 100 + 5) * 1000 * scale;
      const TroupeRunRow *row = troupe_run_model_find_row (TROUPE_TIMELINE (timeline)->model, "m");
      const TroupeBar *bar = troupe_timeline_find_bar (TROUPE_TIMELINE (timeline), row, x);
      g_autofree char *text = troupe_timeline_describe_bar (TROUPE_TIMELINE (timeline), row, bar);
      g_autofree char *expected =
          g_strdup_printf ("m, pass %u: Done, %u ms, from 0.%u s", i, i * 10, i);

      g_assert_cmpuint (bar->pass, ==, i);
      g_assert_cmpstr (text, ==, expected);
    }
  troupe_monitor_show_pass (monitor, "m", 1);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "201"));
  monitor_test_close (window);
}

/* --- Pause, and the entire run ---------------------------------------------------------------- */

static void
test_detail_pause (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *window = monitor_test_open (detail, 460, 300);
  guint64 call;

  monitor_feed_init (&feed);
  monitor_test_begin (model, MONITOR_TEST_START);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "ask", 0, 0, NULL, NULL);
  call =
      monitor_feed_add (&feed, TROUPE_EVENT_LLM_CALL_STARTED, "ask", 1, 0, "{'model':'x'}", NULL);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "work", 1, 0, NULL, NULL);
  monitor_feed_add (&feed, TROUPE_EVENT_RUN_HELD, NULL, 2, 0, "{'next':['next']}", NULL);
  monitor_feed_flush (&feed, model);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "ask");
  g_assert_nonnull (monitor_test_find_label (detail, "Running"));
  monitor_feed_add (&feed, TROUPE_EVENT_LLM_CALL_FINISHED, "ask", 900, call, NULL, NULL);
  monitor_feed_flush (&feed, model);
  g_assert_nonnull (monitor_test_find_label (detail, "Paused"));
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "work");
  g_assert_nonnull (monitor_test_find_label (detail, "Paused"));
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "next");
  g_assert_nonnull (monitor_test_find_label (detail, "Paused here"));
  g_assert_nonnull (monitor_test_find_label (detail, "The output will appear here."));
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), NULL);
  g_assert_nonnull (monitor_test_find_label (detail, "Paused"));
  monitor_feed_add (&feed, TROUPE_EVENT_RUN_RELEASED, NULL, 1000, 0, NULL, NULL);
  monitor_feed_flush (&feed, model);
  g_assert_nonnull (monitor_test_find_label (detail, "Running"));
  monitor_test_close (window);
}

/* If no method is selected, the details show the result, inputs, output and final state of the
 * run. */
static void
test_whole_run (void)
{
  static const struct
  {
    TroupeRunResultType type;
    const char *words;
  } cases[] = {
    { TROUPE_RESULT_OK, "Finished in 2.0 s" },
    { TROUPE_RESULT_CANCELLED, "Stopped after 2.0 s" },
    { TROUPE_RESULT_TIMEOUT, "Timed out after 2.0 s." },
    { TROUPE_RESULT_PAUSED, "Waiting for your answer" },
    { TROUPE_RESULT_RUN_ERROR, "Failed after 2.0 s" },
  };
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 1300, 340);
  g_autoptr (RunTest) test =
      run_test_new ("'m': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();

  troupe_monitor_set_flow (monitor, test->flow, problems);
  troupe_monitor_set_panel_open (monitor, TRUE);
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Not run yet"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TroupeRunResult result = { .type = cases[i].type, .elapsed_us = 2 * G_USEC_PER_SEC };
      g_autoptr (GError) error =
          cases[i].type == TROUPE_RESULT_RUN_ERROR
              ? g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, "No such <field>.")
              : NULL;
      g_auto (MonitorFeed) feed = { NULL };

      monitor_feed_init (&feed);
      result.error = error;
      monitor_test_begin_run (monitor, test->flow, MONITOR_TEST_START);
      monitor_feed_add (&feed, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0,
                        "{'inputs':{'topic':'Grid','words':800,'list':[1,2]}}", "{'n':71}");
      monitor_feed_add (&feed, TROUPE_EVENT_FLOW_FINISHED, NULL, 9, 1, "{'result':4711}",
                        "{'n':72}");
      troupe_trace_add_events (troupe_monitor_get_trace (monitor), feed.events);
      monitor_test_draw (GTK_WIDGET (monitor));
      g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Running"));
      monitor_test_end_run (monitor, &result);
      monitor_test_draw (GTK_WIDGET (monitor));
      g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), cases[i].words));
      g_assert_true (!!monitor_test_find_label (GTK_WIDGET (monitor), "No such <field>.") ==
                     (error != NULL));
      g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "4711"));
      g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor),
                                                 "Inputs: topic \"Grid\", words 800, list [2]"));
      g_assert_null (
          monitor_test_find_label (GTK_WIDGET (monitor), "Press Run (F5) to see the run here."));
    }
  press (GTK_WIDGET (monitor), "Input");
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "800"));
  press (GTK_WIDGET (monitor), "State");
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "72"));
  monitor_test_close (window);
}

static void
note_place (GObject *monitor, const char *method, const char *path, guint line, gpointer user_data)
{
  g_string_append_printf (user_data, "%s %s ", method, path);
}

/* The error of a failed run is visible without selecting a method and links to its location. */
static void
test_whole_failure (void)
{
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 1300, 340);
  g_autoptr (RunTest) test =
      run_test_new ("'m': {'start': true, 'do': {'call': 'expression', 'expr': '1 / 0'}}");
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (GString) places = g_string_new (NULL);
  g_autofree char *selected = NULL;

  g_signal_connect (monitor, "place-requested", G_CALLBACK (note_place), places);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  run_test_execute (test);
  monitor_test_begin_run (monitor, test->flow, test->result->started_us);
  troupe_trace_add_events (troupe_monitor_get_trace (monitor), test->events);
  monitor_test_end_run (monitor, test->result);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_object_get (monitor, "selected-method", &selected, NULL);
  g_assert_null (selected);
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Entire Run"));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), test->result->error->message));
  g_signal_emit_by_name (monitor_test_find_label (GTK_WIDGET (monitor), "Show in Flow"), "clicked");
  g_assert_cmpstr (places->str, ==, "m methods.m.do.expr ");
  monitor_test_close (window);
}

/* A method that the run did not reach is described as not reached, without a hint to press Run. */
static void
test_not_reached (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *window = monitor_test_open (detail, 460, 300);

  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), "m");
  g_assert_nonnull (monitor_test_find_label (detail, "Press Run (F5) to see the run here."));
  monitor_test_begin (model, MONITOR_TEST_START);
  g_assert_nonnull (monitor_test_find_label (detail, "The output will appear here."));
  press (detail, "Input");
  g_assert_nonnull (monitor_test_find_label (detail, "This method has not started yet."));
  troupe_trace_end (troupe_run_model_get_trace (model), 1000);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const pages[] = { "Input", "Output", "State" };

      press (detail, pages[i]);
      g_assert_nonnull (monitor_test_find_label (detail, "The run did not reach this method."));
    }
  troupe_run_model_set_crew (model, TRUE);
  press (detail, "Input");
  press (detail, "Output");
  g_assert_nonnull (monitor_test_find_label (detail, "The run did not reach this task."));
  monitor_test_close (window);
}

/* --- Log, problems, entire monitor ------------------------------------------------------------ */

static void
test_log (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  GtkWidget *log = troupe_log_view_new (model);
  GtkWidget *window = monitor_test_open (log, 800, 300);
  GtkWidget *search = monitor_test_find_type (log, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *kind = monitor_test_find_type (log, GTK_TYPE_DROP_DOWN);

  monitor_feed_init (&feed);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Log Filter");
  g_assert_nonnull (monitor_test_find_label (log, "Press Run (F5) to see the log here."));
  monitor_test_begin (model, MONITOR_TEST_START);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "m", 2, 0, NULL, NULL);
  monitor_feed_flush (&feed, model);
  g_assert_null (monitor_test_find_label (log, "Press Run (F5) to see the log here."));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (kind), 3);
  g_assert_nonnull (monitor_test_find_label (log, "No Matching Events"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (kind), 0);
  g_assert_null (monitor_test_find_label (log, "No Matching Events"));
  monitor_test_close (window);
}

/* Ellipsized text is available as a tooltip. */
static void
test_cut_texts (void)
{
  static const char name[] = "a_method_with_a_name_that_is_longer_than_its_column";
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_auto (MonitorFeed) feed = { NULL };
  g_autofree char *long_text = g_strnfill (150, 'x');
  g_autofree char *fields = g_strdup_printf ("{'result':{'r':'%s'}}", long_text);
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", long_text);
  g_autoptr (GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  GtkWidget *log = troupe_log_view_new (model);
  GtkWidget *detail = troupe_method_detail_new (model);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *window;
  GtkWidget *label;
  gboolean is_told = FALSE;
  guint64 start;

  monitor_feed_init (&feed);
  gtk_widget_set_vexpand (log, TRUE);
  gtk_widget_set_vexpand (detail, TRUE);
  gtk_box_append (GTK_BOX (box), log);
  gtk_box_append (GTK_BOX (box), detail);
  window = monitor_test_open (box, 700, 600);
  monitor_test_begin (model, MONITOR_TEST_START);
  start = monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, name, 2, 0, NULL, NULL);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_FINISHED, name, 3, start, fields, NULL);
  monitor_feed_flush (&feed, model);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (detail), name);
  press (detail, "Output");
  monitor_test_draw (window);
  g_assert_nonnull (find_described (log, name));
  g_assert_nonnull (find_described (detail, name));
  label = monitor_test_find_label (detail, quoted);
  g_assert_nonnull (label);
  g_signal_emit_by_name (label, "query-tooltip", 1, 1, FALSE, tooltip, &is_told);
  g_assert_true (is_told);
  monitor_test_close (window);
}

static void
problem_chosen (GObject *part, TroupeProblem *problem, gpointer user_data)
{
  GString *seen = user_data;

  g_string_append_printf (seen, "%s ", problem->path);
}

static GPtrArray *
make_problems (void)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  TroupeProblem *problem =
      troupe_problem_new (TROUPE_SEVERITY_ERROR, "e", "methods.a.do", "Wrong <b>here</b>.");

  problem->fix_action = g_strdup ("make-router:a");
  problem->fix_label = g_strdup ("Make a a router");
  g_ptr_array_add (problems, problem);
  g_ptr_array_add (problems,
                   troupe_problem_new (TROUPE_SEVERITY_WARNING, "w", "methods.b.emit", "Odd."));
  return problems;
}

/* An expression that will certainly fail counts as an error, as in its field and on its card. */
static void
test_problem_that_fails (void)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 900, 340);
  GtkWidget *pill;

  g_ptr_array_add (problems,
                   troupe_problem_new (TROUPE_SEVERITY_WARNING, "w", "methods.b.emit", "Odd."));
  troupe_monitor_set_flow (monitor, test->flow, problems);
  pill = monitor_test_find_label (GTK_WIDGET (monitor), "1");
  g_assert_nonnull (pill);
  g_assert_false (gtk_widget_has_css_class (pill, "has-errors"));
  g_ptr_array_add (problems, troupe_problem_new (TROUPE_SEVERITY_WARNING, "unknown_method",
                                                 "methods.a.do.expr", "No method."));
  troupe_monitor_set_flow (monitor, test->flow, problems);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (pill)), ==, "2");
  g_assert_true (gtk_widget_has_css_class (pill, "has-errors"));
  monitor_test_close (window);
}

static void
test_problems (void)
{
  g_autoptr (GPtrArray) problems = make_problems ();
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 900, 340);
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GString) fixed = g_string_new (NULL);

  g_signal_connect (monitor, "problem-activated", G_CALLBACK (problem_chosen), seen);
  g_signal_connect (monitor, "fix-requested", G_CALLBACK (problem_chosen), fixed);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "2"));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.problems", NULL);
  g_assert_true (troupe_monitor_get_panel_open (monitor));
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Wrong <b>here</b>."));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.next-problem", NULL);
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.next-problem", NULL);
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.next-problem", NULL);
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.previous-problem", NULL);
  g_assert_cmpstr (seen->str, ==, "methods.a.do methods.b.emit methods.a.do methods.b.emit ");
  g_signal_emit_by_name (monitor_test_find_label (GTK_WIDGET (monitor), "Make a a router"),
                         "clicked");
  g_assert_cmpstr (fixed->str, ==, "methods.a.do ");
  g_ptr_array_set_size (problems, 0);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "No problems found."));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Compatible with CrewAI 1.15"));
  /* A program that this computer lacks says nothing about CrewAI; a refused run might. */
  g_ptr_array_add (problems,
                   troupe_problem_new (TROUPE_SEVERITY_WARNING, "missing_program", "", "No."));
  troupe_monitor_set_flow (monitor, test->flow, problems);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "missing_program"));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Compatible with CrewAI 1.15"));
  g_ptr_array_add (problems, troupe_problem_new (TROUPE_SEVERITY_ERROR, "run_refused", "", "No."));
  troupe_monitor_set_flow (monitor, test->flow, problems);
  g_assert_null (monitor_test_find_label (GTK_WIDGET (monitor), "Compatible with CrewAI 1.15"));
  g_ptr_array_add (problems, troupe_problem_new (TROUPE_SEVERITY_WARNING, "crew_outside",
                                                 "methods.a.do", "Outside."));
  troupe_monitor_set_flow (monitor, test->flow, problems);
  g_assert_null (monitor_test_find_label (GTK_WIDGET (monitor), "Compatible with CrewAI 1.15"));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Fails in CrewAI 1.15: 1 place"));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.problems", NULL);
  g_assert_false (troupe_monitor_get_panel_open (monitor));
  monitor_test_close (window);
}

/* Returns TRUE if the number of problems is on the menu, or on the button of its own. */
static gboolean
is_counted (GtkWidget *monitor, gboolean on_menu)
{
  GtkWidget *count = monitor_test_find_label (monitor, "2");

  return count != NULL &&
         (gtk_widget_get_ancestor (count, GTK_TYPE_MENU_BUTTON) != NULL) == on_menu;
}

/* Draws until the layout has followed the width of the window. */
static void
draw_in_width (GtkWidget *window, GtkWidget *monitor, int width, gboolean has_button)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, 340);
  for (guint i = 0; i < 20; i++)
    {
      monitor_test_draw (monitor);
      if (gtk_widget_get_width (monitor) <= width && is_counted (monitor, !has_button))
        break;
    }
  g_assert_cmpint (gtk_widget_get_width (monitor), <=, width);
}

/* Problems stays a button with its number beside the menu of a narrow bar. Where both do not fit, the
 * menu has the number. */
static void
test_problems_narrow (void)
{
  g_autoptr (GPtrArray) problems = make_problems ();
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 700, 340);

  troupe_monitor_set_narrow (monitor, TRUE);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  draw_in_width (window, GTK_WIDGET (monitor), 700, TRUE);
  g_assert_true (is_counted (GTK_WIDGET (monitor), FALSE));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.problems", NULL);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "Panels"));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.problems", NULL);

  draw_in_width (window, GTK_WIDGET (monitor), 200, FALSE);
  g_assert_true (is_counted (GTK_WIDGET (monitor), TRUE));
  monitor_test_close (window);
}

static gboolean
is_bar (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_has_css_class (widget, "bottombar");
}

/* Draws until the figures of model calls are shown, or not, in a monitor of this width. */
static void
draw_figures (GtkWidget *window, GtkWidget *monitor, int width, gboolean has_calls)
{
  GtkWidget *bar = monitor_test_find (monitor, is_bar, NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), width, 340);
  for (guint i = 0; i < 20; i++)
    {
      monitor_test_draw (monitor);
      if (gtk_widget_get_width (monitor) == width &&
          (monitor_test_find_label (monitor, "1 call") != NULL) == has_calls)
        break;
    }
  g_assert_cmpint (gtk_widget_get_width (monitor), ==, width);
  g_assert_true ((monitor_test_find_label (monitor, "1 call") != NULL) == has_calls);
  g_assert_nonnull (monitor_test_find_label (monitor, "Timeline"));
  g_assert_cmpint (gtk_widget_get_width (bar), <=, width);
}

/* The calls and tokens of a run give way where they would make the panel wider than its place. */
static void
test_figures (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  g_autoptr (GPtrArray) problems = make_problems ();
  g_auto (MonitorFeed) feed = { NULL };
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), 1000, 340);
  guint64 call;

  monitor_feed_init (&feed);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  monitor_test_begin_run (monitor, test->flow, MONITOR_TEST_START);
  monitor_feed_add (&feed, TROUPE_EVENT_METHOD_STARTED, "a", 2, 0, NULL, NULL);
  call = monitor_feed_add (&feed, TROUPE_EVENT_LLM_CALL_STARTED, "a", 3, 0, "{'model':'mock/echo'}",
                           NULL);
  monitor_feed_add (&feed, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 4, call,
                    "{'usage':{'total_tokens':8204}}", NULL);
  troupe_trace_add_events (troupe_monitor_get_trace (monitor), feed.events);
  draw_figures (window, GTK_WIDGET (monitor), 1000, TRUE);
  draw_figures (window, GTK_WIDGET (monitor), 600, FALSE);
  draw_figures (window, GTK_WIDGET (monitor), 1000, TRUE);
  monitor_test_end_run (monitor, NULL);
  monitor_test_close (window);
}

/* A complete run, in both widths. */
static void
test_whole (gconstpointer data)
{
  const gboolean narrow = GPOINTER_TO_INT (data);
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '40 + 2'}},"
                    "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + 1'}}");
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  TroupeMonitor *monitor = TROUPE_MONITOR (monitor_test_new_monitor ());
  GtkWidget *window = monitor_test_open (GTK_WIDGET (monitor), narrow ? 400 : 1200, 340);

  troupe_monitor_set_narrow (monitor, narrow);
  troupe_monitor_set_flow (monitor, test->flow, problems);
  troupe_monitor_set_panel_open (monitor, TRUE);
  g_assert_nonnull (
      monitor_test_find_label (GTK_WIDGET (monitor), "Press Run (F5) to see the run here."));
  run_test_execute (test);
  monitor_test_begin_run (monitor, test->flow, test->result->started_us);
  troupe_trace_add_events (troupe_monitor_get_trace (monitor), test->events);
  monitor_test_draw (GTK_WIDGET (monitor));
  monitor_test_end_run (monitor, test->result);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_cmpint (troupe_value_get_integer (troupe_monitor_get_output (monitor, "b")), ==, 43);
  if (!narrow)
    g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "43"));
  gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.data", NULL);
  monitor_test_draw (GTK_WIDGET (monitor));
  g_assert_nonnull (monitor_test_find_label (GTK_WIDGET (monitor), "outputs"));
  troupe_monitor_set_narrow (monitor, !narrow);
  monitor_test_draw (GTK_WIDGET (monitor));
  /* A new run begins, so no data of the old run may remain. */
  monitor_test_begin_run (monitor, test->flow, g_get_real_time ());
  g_assert_null (troupe_monitor_get_output (monitor, "b"));
  monitor_test_end_run (monitor, NULL);
  monitor_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
#define add(path, function)                                                                        \
  g_test_add ("/monitor/timeline/" path, Fixture, NULL, set_up, function, tear_down)
  add ("direction", test_direction);
  add ("many-bars", test_many_bars);
  add ("many-rows", test_many_rows);
  add ("places", test_places);
  add ("scrolling", test_scrolling);
  add ("keys", test_keys);
#undef add
  g_test_add_func ("/monitor/detail/values", test_detail);
  g_test_add_func ("/monitor/detail/failure", test_detail_failure);
  g_test_add_func ("/monitor/detail/passes", test_detail_passes);
  g_test_add_func ("/monitor/detail/pause", test_detail_pause);
  g_test_add_func ("/monitor/detail/whole-run", test_whole_run);
  g_test_add_func ("/monitor/detail/whole-failure", test_whole_failure);
  g_test_add_func ("/monitor/detail/not-reached", test_not_reached);
  g_test_add_func ("/monitor/passes/list", test_pass_list);
  g_test_add_func ("/monitor/passes/bars", test_bars_of_passes);
  g_test_add_func ("/monitor/log", test_log);
  g_test_add_func ("/monitor/cut-texts", test_cut_texts);
  g_test_add_func ("/monitor/problems", test_problems);
  g_test_add_func ("/monitor/problems-narrow", test_problems_narrow);
  g_test_add_func ("/monitor/figures", test_figures);
  g_test_add_func ("/monitor/problem-that-fails", test_problem_that_fails);
  g_test_add_data_func ("/monitor/whole/wide", GINT_TO_POINTER (FALSE), test_whole);
  g_test_add_data_func ("/monitor/whole/narrow", GINT_TO_POINTER (TRUE), test_whole);
  return g_test_run ();
}
