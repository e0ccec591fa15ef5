/* troupe-compare-timeline.c: timelines of two runs, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-timeline"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-compare-timeline.h"
#include "troupe-flow-document.h"
#include "troupe-run-crew.h"
#include "troupe-timeline.h"

/* Number of events that are added in a frame. */
#define SLICE 250

typedef struct
{
  TroupeTrace *trace; /* fed here, because a model has to see the events */
  TroupeRunModel *model;
  GtkWidget *box;
  GtkWidget *timeline;
  guint n_added;
} Side;

struct _TroupeCompareTimeline
{
  GtkWidget parent_instance;

  const TroupeCompareFacts *facts; /* not owned: outlives the widget */
  GtkWidget *box;
  Side sides[2];
  gboolean has_begun;
  guint tick;
};

enum
{
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCompareTimeline, troupe_compare_timeline, GTK_TYPE_WIDGET)

/* --- Feeding ---------------------------------------------------------------------------------- */

/* Adds the next events of a run. Returns FALSE once it is complete. */
static gboolean
feed (TroupeCompareTimeline *self, guint index)
{
  Side *side = &self->sides[index];
  const TroupeHistoryRun *run = self->facts->runs[index];
  GPtrArray *events = run->times->events;
  g_autoptr (GPtrArray) some = g_ptr_array_new ();

  if (!troupe_trace_is_under_way (side->trace))
    return FALSE;
  for (; some->len < SLICE && side->n_added < events->len; side->n_added++)
    g_ptr_array_add (some, g_ptr_array_index (events, side->n_added));
  troupe_trace_add_events (side->trace, some);
  if (side->n_added < events->len)
    return TRUE;
  troupe_trace_end (side->trace, MAX (run->times->end, 1));
  return FALSE;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeCompareTimeline *self = TROUPE_COMPARE_TIMELINE (widget);
  const gboolean has_more = feed (self, 0) | feed (self, 1);

  if (has_more)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
begin (TroupeCompareTimeline *self)
{
  g_assert (TROUPE_IS_COMPARE_TIMELINE (self));

  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      troupe_trace_begin (self->sides[i].trace, self->facts->runs[i]->record->started_us);
      troupe_run_model_begin (self->sides[i].model);
    }
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
troupe_compare_timeline_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_compare_timeline_parent_class)->map (widget);
  begin (TROUPE_COMPARE_TIMELINE (widget));
}

/* --- Selection -------------------------------------------------------------------------------- */

static void
method_selected_cb (TroupeCompareTimeline *self, const char *name)
{
  g_assert (TROUPE_IS_COMPARE_TIMELINE (self));

  troupe_compare_timeline_select (self, name);
  g_signal_emit (self, signals[SELECTED], 0, name);
}

void
troupe_compare_timeline_select (TroupeCompareTimeline *self, const char *name)
{
  g_autofree char *chosen = g_strdup (name);

  g_return_if_fail (TROUPE_IS_COMPARE_TIMELINE (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    troupe_timeline_set_selected (TROUPE_TIMELINE (self->sides[i].timeline), chosen);
}

void
troupe_compare_timeline_show_only (TroupeCompareTimeline *self, int side)
{
  g_return_if_fail (TROUPE_IS_COMPARE_TIMELINE (self));

  for (int i = 0; i < (int) G_N_ELEMENTS (self->sides); i++)
    gtk_widget_set_visible (self->sides[i].box, side < 0 || side == i);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_compare_timeline_dispose (GObject *object)
{
  TroupeCompareTimeline *self = TROUPE_COMPARE_TIMELINE (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      g_clear_object (&self->sides[i].model);
      g_clear_object (&self->sides[i].trace);
    }
  G_OBJECT_CLASS (troupe_compare_timeline_parent_class)->dispose (object);
}

static void
troupe_compare_timeline_class_init (TroupeCompareTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_compare_timeline_dispose;
  widget_class->map = troupe_compare_timeline_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_compare_timeline_init (TroupeCompareTimeline *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_set_homogeneous (GTK_BOX (self->box), TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
add_side (TroupeCompareTimeline *self, guint index)
{
  Side *side = &self->sides[index];
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *letter = gtk_label_new (index == 0 ? "A" : "B");
  const char *const labels[] = { _ ("Timeline of A"), _ ("Timeline of B") };
  gint64 longest = 0;

  g_assert (TROUPE_IS_COMPARE_TIMELINE (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    longest = MAX (longest, self->facts->runs[i]->times->end);
  side->trace = troupe_trace_new ();
  side->model = troupe_run_model_new (side->trace);
  side->timeline = troupe_timeline_new (side->model);
  troupe_timeline_set_least_span (TROUPE_TIMELINE (side->timeline), longest);
  gtk_accessible_update_property (GTK_ACCESSIBLE (side->timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  labels[index], -1);
  g_signal_connect_object (side->timeline, "method-selected", G_CALLBACK (method_selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), side->timeline);
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))), FALSE);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_widget_add_css_class (letter, index == 0 ? "mark-a" : "mark-b");
  gtk_widget_set_valign (letter, GTK_ALIGN_START);
  side->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_add_css_class (side->box, "compare-side");
  gtk_box_append (GTK_BOX (side->box), letter);
  gtk_box_append (GTK_BOX (side->box), scroller);
  gtk_box_append (GTK_BOX (self->box), side->box);
}

GtkWidget *
troupe_compare_timeline_new (const TroupeCompareFacts *facts)
{
  TroupeCompareTimeline *self;

  g_return_val_if_fail (facts != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_COMPARE_TIMELINE, NULL);
  self->facts = facts;
  add_side (self, 0);
  add_side (self, 1);
  return GTK_WIDGET (self);
}
