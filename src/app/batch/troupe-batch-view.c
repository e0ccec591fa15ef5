/* troupe-batch-view.c: table and side pane of a batch page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-batch-columns.h"
#include "troupe-batch-page-private.h"
#include "troupe-search-keys.h"

/* Maximum number of characters of a result in the side pane. */
#define LONGEST_RESULT 20000
/* Seconds without a busy provider after which the previous concurrency is restored. */
#define SLOW_SECONDS 60

/* --- Scrolling ------------------------------------------------------------------------------------ */

static void
scroll_to (TroupeBatchPage *self, guint position)
{
  GtkWidget *list = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  /* GtkColumnView has no public scroll function before GTK 4.12, so the action of its internal
   * list view is used. */
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->table)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child) || g_str_has_suffix (G_OBJECT_TYPE_NAME (child), "ListView"))
      list = child;
  if (list != NULL && position < g_list_model_get_n_items (G_LIST_MODEL (self->rows)))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

void
troupe_batch_view_follow (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  if (gtk_toggle_button_get_active (self->follow_button) && self->is_running)
    scroll_to (self, troupe_batch_rows_get_front (self->rows));
}

/* The list is updated before the view, which can scroll to a row only after that. */
static gboolean
reach_end_cb (gpointer user_data)
{
  TroupeBatchPage *self = TROUPE_BATCH_PAGE (user_data);
  guint n_rows;
  TroupeBatchProgress progress = { 0 };

  self->end_source = 0;
  /* Scrolls to the last row as soon as all rows are listed. */
  n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  if (self->reaches_end && self->batch != NULL)
    {
      troupe_batch_get_progress (self->batch, &progress);
      if (n_rows >= progress.n_items)
        {
          self->reaches_end = FALSE;
          if (gtk_toggle_button_get_active (self->follow_button))
            scroll_to (self, n_rows - 1);
        }
    }
  return G_SOURCE_REMOVE;
}

static void
rows_changed_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->reaches_end && self->end_source == 0)
    self->end_source = g_idle_add (reach_end_cb, self);
}

void
troupe_batch_view_reach_end (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  /* The items that ended last, of a short batch even all of them, are not listed yet. */
  self->reaches_end = TRUE;
  rows_changed_cb (self);
}

static void
stop_following (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  gtk_toggle_button_set_active (self->follow_button, FALSE);
}

static gboolean
scrolled_cb (TroupeBatchPage *self)
{
  stop_following (self);
  return GDK_EVENT_PROPAGATE;
}

static void
follow_toggled_cb (TroupeBatchPage *self)
{
  troupe_batch_view_follow (self);
}

/* --- Selected item in the side pane ----------------------------------------------------------- */

static gpointer
read_detail (TroupeBatchStore *store, gpointer data, GError **error)
{
  g_autoptr (TroupeBatchItem) item = troupe_batch_store_get_item (store, *(gint64 *) data, error);

  return item != NULL ? troupe_batch_facts_new (item, LONGEST_RESULT) : NULL;
}

static TroupeBatchRow *
get_row (TroupeBatchPage *self)
{
  gpointer row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? TROUPE_BATCH_ROW (row) : NULL;
}

static void
detail_read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeBatchPage) self = TROUPE_BATCH_PAGE (user_data);
  g_autoptr (TroupeBatchFacts) facts =
      troupe_batch_look_finish (TROUPE_BATCH (object), result, NULL);

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (facts != NULL && !self->is_left && get_row (self) != NULL &&
      troupe_batch_row_get_ordinal (get_row (self)) == facts->ordinal)
    troupe_batch_side_show (self->side, get_row (self), facts);
  troupe_batch_page_look_ended (self);
}

static void
show_selected (TroupeBatchPage *self)
{
  TroupeBatchRow *row = get_row (self);
  gint64 ordinal;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  troupe_batch_side_show (self->side, row, row != NULL ? troupe_batch_row_get_facts (row) : NULL);
  if (row == NULL || self->batch == NULL || self->next != NULL)
    return;
  ordinal = troupe_batch_row_get_ordinal (row);
  self->n_looks++;
  troupe_batch_look_async (self->batch, read_detail, g_memdup2 (&ordinal, sizeof ordinal), g_free,
                           (GDestroyNotify) troupe_batch_facts_free, NULL, detail_read_cb,
                           g_object_ref (self));
}

/* Reads the shown item again if the item has started or ended. */
static void
shown_changed_cb (TroupeBatchPage *self)
{
  const char *state = troupe_batch_row_get_state_name (self->shown);

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (state != self->shown_state)
    show_selected (self);
  self->shown_state = state;
}

static void
forget_shown (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->shown == NULL)
    return;
  g_signal_handlers_disconnect_by_func (self->shown, shown_changed_cb, self);
  troupe_batch_row_unwatch (self->shown);
  g_clear_object (&self->shown);
}

static void
selected_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  forget_shown (self);
  if (get_row (self) != NULL)
    {
      stop_following (self);
      self->shown = g_object_ref (get_row (self));
      self->shown_state = troupe_batch_row_get_state_name (self->shown);
      troupe_batch_row_watch (self->shown);
      g_signal_connect_object (self->shown, "changed", G_CALLBACK (shown_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  show_selected (self);
}

static void
ordinal_chosen_cb (TroupeBatchPage *self, gint64 ordinal)
{
  guint position;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  gtk_editable_set_text (self->search, "");
  gtk_toggle_button_set_active (self->all_button, TRUE);
  stop_following (self);
  if (!troupe_batch_rows_find (self->rows, ordinal, &position))
    return;
  scroll_to (self, position);
  gtk_single_selection_set_selected (self->selection, position);
}

/* --- Grouped failures ------------------------------------------------------------------------- */

/* Restores the previous concurrency after a minute without a busy provider. */
static gboolean
slow_cb (gpointer user_data)
{
  TroupeBatchPage *self = TROUPE_BATCH_PAGE (user_data);

  self->slow_source = 0;
  gtk_adjustment_set_value (self->at_once, self->normal_at_once);
  self->normal_at_once = 0;
  return G_SOURCE_REMOVE;
}

static void
wait_a_minute (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  g_clear_handle_id (&self->slow_source, g_source_remove);
  self->slow_source = g_timeout_add_seconds (SLOW_SECONDS, slow_cb, self);
}

static void
slow_down_cb (TroupeBatchPage *self)
{
  const guint at_once = (guint) gtk_adjustment_get_value (self->at_once);

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->normal_at_once == 0)
    self->normal_at_once = at_once;
  gtk_adjustment_set_value (self->at_once, MAX (at_once / 2, 1));
  wait_a_minute (self);
}

static void
failures_cb (TroupeBatchPage *self)
{
  GPtrArray *failures = troupe_batch_rows_get_failures (self->rows);
  guint n_busy = 0;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  for (guint i = 0; i < failures->len; i++)
    {
      const TroupeBatchFailure *failure = g_ptr_array_index (failures, i);

      n_busy += failure->is_busy ? failure->ordinals->len : 0;
    }
  if (n_busy > self->n_busy && self->slow_source != 0)
    wait_a_minute (self);
  self->n_busy = n_busy;
  troupe_batch_side_set_failures (self->side, failures,
                                  gtk_adjustment_get_value (self->at_once) > 1);
}

/* --- Columns and filters ---------------------------------------------------------------------- */

static void
filter_changed_cb (TroupeBatchPage *self)
{
  TroupeBatchFilter filter = TROUPE_BATCH_FILTER_ALL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  /* The rows may not exist yet, because the buttons of the template emit “toggled” before the
   * rows are created. */
  if (self->rows == NULL)
    return;
  if (gtk_toggle_button_get_active (self->done_button))
    filter = TROUPE_BATCH_FILTER_DONE;
  else if (gtk_toggle_button_get_active (self->failed_button))
    filter = TROUPE_BATCH_FILTER_FAILED;
  else if (gtk_toggle_button_get_active (self->running_button))
    filter = TROUPE_BATCH_FILTER_RUNNING;
  troupe_batch_rows_set_filter (self->rows, filter, gtk_editable_get_text (self->search));
}

static void
names_cb (TroupeBatchPage *self)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GMenuModel) menu = troupe_batch_columns_add_inputs (self->table, self->rows, actions);

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  self->has_rows = TRUE;
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (actions));
  gtk_menu_button_set_menu_model (self->columns_button, menu);
}

static void
apply_width (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->halves), self->is_narrow
                                                                     ? GTK_ORIENTATION_VERTICAL
                                                                     : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_visible (GTK_WIDGET (self->side), self->is_side_visible);
  troupe_batch_head_set_narrow (self->head, self->is_narrow);
  troupe_batch_side_set_narrow (self->side, self->is_narrow);
  troupe_batch_columns_set_narrow (self->table, self->is_narrow);
}

void
troupe_batch_page_set_narrow (TroupeBatchPage *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  self->is_narrow = narrow;
  apply_width (self);
}

void
troupe_batch_page_set_side_visible (TroupeBatchPage *self, gboolean visible)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  self->is_side_visible = visible;
  apply_width (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_batch_view_open (TroupeBatchPage *self)
{
  GtkToggleButton *const buttons[] = { self->all_button, self->done_button, self->failed_button,
                                       self->running_button };
  GtkEventController *wheel;
  GtkGesture *press;

  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  self->is_side_visible = TRUE;
  self->rows = troupe_batch_rows_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->selection));
  troupe_batch_columns_add (self->table, self->rows);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "names", G_CALLBACK (names_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "failures", G_CALLBACK (failures_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "run-again", G_CALLBACK (troupe_batch_page_retry_item), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "run-requested", G_CALLBACK (troupe_batch_page_request_run),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "slow-down", G_CALLBACK (slow_down_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "ordinal-chosen", G_CALLBACK (ordinal_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_signal_connect_object (buttons[i], "toggled", G_CALLBACK (filter_changed_cb), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (filter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_search_keys_add (GTK_WIDGET (self->search), GTK_WIDGET (self->table));
  g_signal_connect_object (self->follow_button, "toggled", G_CALLBACK (follow_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  press = gtk_gesture_click_new ();
  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect_object (wheel, "scroll", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->scrolled), wheel);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect_object (press, "pressed", G_CALLBACK (stop_following), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (gtk_scrolled_window_get_vscrollbar (self->scrolled),
                             GTK_EVENT_CONTROLLER (press));
}

void
troupe_batch_view_close (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  g_clear_handle_id (&self->end_source, g_source_remove);
  forget_shown (self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->table != NULL)
    gtk_column_view_set_model (self->table, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
}
