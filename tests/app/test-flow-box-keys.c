/* test-flow-box-keys.c: keys in flow boxes, also after a search that finds nothing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-flow-box-keys.h"
#include "window-test.h"

#define N_CHILDREN 40

typedef struct
{
  GtkWidget *window;
  GtkWidget *box;
  gboolean hides_all;
} Fixture;

static gboolean
filter_cb (GtkFlowBoxChild *child, gpointer user_data)
{
  return !((Fixture *) user_data)->hides_all;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  *(guint *) user_data += 1;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static gboolean
has_frames (gpointer user_data)
{
  return *(guint *) user_data >= 3;
}

/* Waits until the window has been laid out. */
static void
wait_frames (Fixture *self)
{
  guint n_frames = 0;
  const guint id = gtk_widget_add_tick_callback (self->window, tick_cb, &n_frames, NULL);

  wait_until (has_frames, &n_frames);
  gtk_widget_remove_tick_callback (self->window, id);
}

static void
set_up (Fixture *self)
{
  troupe_flow_box_keys_init ();
  self->window = gtk_window_new ();
  self->box = gtk_flow_box_new ();
  self->hides_all = FALSE;
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->box), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (self->box), TRUE);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (self->box), 5);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->box), 5);
  for (guint i = 0; i < N_CHILDREN; i++)
    gtk_flow_box_append (GTK_FLOW_BOX (self->box), gtk_label_new ("a"));
  gtk_flow_box_set_filter_func (GTK_FLOW_BOX (self->box), filter_cb, self, NULL);
  gtk_window_set_child (GTK_WINDOW (self->window), self->box);
  gtk_window_present (GTK_WINDOW (self->window));
  wait_frames (self);
}

static void
focus (Fixture *self, int index)
{
  gtk_widget_child_focus (GTK_WIDGET (
                              gtk_flow_box_get_child_at_index (GTK_FLOW_BOX (self->box), index)),
                          GTK_DIR_TAB_FORWARD);
}

static gboolean
press (Fixture *self, GtkMovementStep step, int count)
{
  gboolean is_handled = FALSE;

  g_signal_emit_by_name (self->box, "move-cursor", step, count, FALSE, FALSE, &is_handled);

  return is_handled;
}

static void
check_focus (Fixture *self, int index)
{
  GtkWidget *child = gtk_widget_get_focus_child (self->box);

  g_assert_nonnull (child);
  g_assert_cmpint (gtk_flow_box_child_get_index (GTK_FLOW_BOX_CHILD (child)), ==, index);
}

/* The keys move by one line and by a page. */
static void
test_moves (void)
{
  Fixture self = { NULL };

  set_up (&self);
  focus (&self, 12);
  g_assert_true (press (&self, GTK_MOVEMENT_DISPLAY_LINES, 1));
  check_focus (&self, 17);
  g_assert_true (press (&self, GTK_MOVEMENT_DISPLAY_LINES, -1));
  g_assert_true (press (&self, GTK_MOVEMENT_DISPLAY_LINES, -1));
  check_focus (&self, 7);
  g_assert_true (press (&self, GTK_MOVEMENT_VISUAL_POSITIONS, 1));
  check_focus (&self, 8);
  g_assert_true (press (&self, GTK_MOVEMENT_BUFFER_ENDS, -1));
  check_focus (&self, 0);
  press (&self, GTK_MOVEMENT_DISPLAY_LINES, -1);
  check_focus (&self, 0);
  g_assert_true (press (&self, GTK_MOVEMENT_PAGES, 1));
  check_focus (&self, 25);
  g_assert_true (press (&self, GTK_MOVEMENT_PAGES, -1));
  check_focus (&self, 0);
  g_assert_true (press (&self, GTK_MOVEMENT_BUFFER_ENDS, 1));
  check_focus (&self, N_CHILDREN - 1);
  gtk_window_destroy (GTK_WINDOW (self.window));
}

/* After a layout in which no child was visible, GTK would divide by zero or never return. */
static void
test_after_empty (void)
{
  static const GtkMovementStep steps[] = { GTK_MOVEMENT_PAGES, GTK_MOVEMENT_DISPLAY_LINES };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (steps); i++)
    {
      Fixture self = { NULL };

      set_up (&self);
      self.hides_all = TRUE;
      gtk_flow_box_invalidate_filter (GTK_FLOW_BOX (self.box));
      wait_frames (&self);
      self.hides_all = FALSE;
      gtk_flow_box_invalidate_filter (GTK_FLOW_BOX (self.box));
      focus (&self, 12);
      press (&self, steps[i / 2], i % 2 == 0 ? 1 : -1);
      g_assert_nonnull (gtk_widget_get_focus_child (self.box));
      gtk_window_destroy (GTK_WINDOW (self.window));
    }
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/flow-box-keys/moves", test_moves);
  g_test_add_func ("/flow-box-keys/after-empty", test_after_empty);

  return window_test_run ();
}
