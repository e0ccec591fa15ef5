/* troupe-history-pane.c: list of stored runs in place of the outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-pane"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-clock.h"
#include "troupe-history-filter.h"
#include "troupe-history-menu.h"
#include "troupe-history-pane.h"
#include "troupe-history-row.h"
#include "troupe-history-text.h"
#include "troupe-history-waiting.h"
#include "troupe-search-keys.h"
#include "troupe-start-folder.h"
#include "troupe-test-from-run.h"
#include "troupe-value-tree.h"

/* Number of runs that are read at once. */
#define PAGE 60u

/* How long a deletion can be undone, in seconds. */
#define UNDO_SECONDS 8

struct _TroupeHistoryPane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *count;
  GtkWidget *filter_button;
  GtkWidget *search;
  GtkWidget *waiting;
  GtkListBox *list;
  GtkLabel *scope;     /* says which runs are listed */
  GtkWidget *hint_box; /* in place of an empty list */
  GtkLabel *hint;
  GtkWidget *all_button; /* lists the runs of all documents */
  GtkScrolledWindow *scroller;
  GtkRevealer *undo;
  GtkLabel *undo_text;
  GtkWidget *compare_button;
  GtkLabel *compare_hint;
  GtkWidget *delete_button;

  TroupeHistoryStoreFunc find;
  TroupeHistoryFilter *filter;
  TroupeStore *store; /* (nullable): NULL until it was found */
  char *path;         /* (nullable): of the document */
  GStrv unsaved;      /* (nullable): IDs of the runs of a document without a file */
  gboolean has_document;
  GCancellable *reading; /* (nullable): set while a page is read */
  gboolean has_more;
  gboolean is_replaced; /* the next page replaces the list */
  GHashTable *deleted;  /* IDs of deleted runs, which are not listed */
  guint undo_source;
};

enum
{
  RUN_ACTIVATED,
  ANSWER_REQUESTED,
  COMPARE_REQUESTED,
  MESSAGE,
  CLOSED,
  N_SIGNALS,
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeHistoryPane, troupe_history_pane, GTK_TYPE_WIDGET)

static void
tell (TroupeHistoryPane *self, const char *text)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* --- Selection -------------------------------------------------------------------------------- */

/* Lists the selected rows in their order. (transfer full) (element-type TroupeHistoryRow) */
static GPtrArray *
list_selected (TroupeHistoryPane *self)
{
  GPtrArray *rows = g_ptr_array_new ();

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);

      if (gtk_list_box_row_is_selected (row))
        g_ptr_array_add (rows, row);
    }
  return rows;
}

static TroupeHistoryRow *
get_only_selected (TroupeHistoryPane *self)
{
  g_autoptr (GPtrArray) rows = list_selected (self);

  return rows->len == 1 ? g_ptr_array_index (rows, 0) : NULL;
}

static void
selection_changed_cb (TroupeHistoryPane *self)
{
  static const char *const of_one[] = { "history.open", "history.rename", "history.make-test",
                                        "history.export" };
  g_autoptr (GPtrArray) rows = list_selected (self);
  const gboolean has_several_rows = gtk_list_box_get_row_at_index (self->list, 1) != NULL;
  GtkWidget *widget = GTK_WIDGET (self);

  for (guint i = 0; i < G_N_ELEMENTS (of_one); i++)
    gtk_widget_action_set_enabled (widget, of_one[i], rows->len == 1);
  gtk_widget_action_set_enabled (widget, "history.keep", rows->len > 0);
  gtk_widget_action_set_enabled (widget, "history.delete", rows->len > 0);
  gtk_widget_action_set_enabled (widget, "history.compare", rows->len == 2);
  gtk_label_set_label (self->compare_hint, rows->len == 1 && has_several_rows
                                               ? _ ("Ctrl+click a second run to compare")
                                               : "");
}

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
lists_one_document (TroupeHistoryPane *self)
{
  return self->has_document && !troupe_history_filter_is_of_all (self->filter);
}

static void
update_scope (TroupeHistoryPane *self)
{
  g_autofree char *text = troupe_history_filter_describe (self->filter, self->has_document);

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  gtk_label_set_label (self->scope, text);
}

static TroupeRunFilter
make_filter (TroupeHistoryPane *self)
{
  static const char *const no_ids[] = { NULL };
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->search));
  TroupeRunFilter filter = troupe_history_filter_make (self->filter, self->path, words);

  /* The runs of a document without a file have no path yet, and other documents' have none either. */
  if (self->path == NULL && lists_one_document (self))
    filter.ids = self->unsaved != NULL ? (const char *const *) self->unsaved : no_ids;
  return filter;
}

static void
show_hint (TroupeHistoryPane *self, const char *text)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  gtk_label_set_label (self->hint, text);
  gtk_widget_set_visible (self->hint_box, *text != '\0');
  gtk_widget_set_visible (self->all_button, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->list), *text == '\0');
}

static void
update_hint (TroupeHistoryPane *self)
{
  const gboolean is_searched = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0' ||
                               troupe_history_filter_is_set (self->filter);

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  if (gtk_list_box_get_row_at_index (self->list, 0) != NULL)
    show_hint (self, "");
  else if (!lists_one_document (self))
    show_hint (self, is_searched ? _ ("No run was found.") : _ ("Runs appear here."));
  else
    {
      show_hint (self, is_searched ? _ ("No run of this document was found.")
                                   : _ ("Runs of this document appear here."));
      gtk_button_set_label (GTK_BUTTON (self->all_button),
                            is_searched ? _ ("Search All Documents") : _ ("Show All Documents"));
      gtk_widget_set_visible (self->all_button, TRUE);
    }
}

/* Clears the list. Returns the IDs of the selected runs. (transfer full) */
static GStrv
clear_list (TroupeHistoryPane *self)
{
  g_autoptr (GPtrArray) rows = list_selected (self);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < rows->len; i++)
    g_strv_builder_add (ids, troupe_history_row_get_id (rows->pdata[i]));
  while (gtk_list_box_get_row_at_index (self->list, 0) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0)));
  return g_strv_builder_end (ids);
}

static void
set_reading (TroupeHistoryPane *self, gboolean is_reading)
{
  g_clear_object (&self->reading);
  if (is_reading)
    self->reading = g_cancellable_new ();
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_STATE_BUSY, is_reading,
                               -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
page_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeHistoryPane) self = TROUPE_HISTORY_PANE (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page =
      troupe_store_search_runs_finish (TROUPE_STORE (source), result, &error);

  /* A newer list is being read. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->list == NULL)
    return;
  set_reading (self, FALSE);
  if (page != NULL)
    {
      const gboolean of_all = troupe_history_filter_is_of_all (self->filter) || !self->has_document;
      g_auto (GStrv) selected = self->is_replaced ? clear_list (self) : g_new0 (char *, 1);

      self->is_replaced = FALSE;
      self->has_more = page->len == PAGE;
      while (page->len > 0)
        {
          TroupeRunSummary *summary = g_ptr_array_steal_index (page, 0);
          const gboolean is_selected =
              g_strv_contains ((const char *const *) selected, summary->record->id);
          GtkWidget *row;

          if (g_hash_table_contains (self->deleted, summary->record->id))
            {
              troupe_run_summary_free (summary);
              continue;
            }
          row = troupe_history_row_new (summary, of_all);
          gtk_list_box_append (self->list, row);
          if (is_selected)
            gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
        }
      update_hint (self);
    }
  else
    show_hint (self, error->message);
}

/* Reads the runs that follow the listed ones. */
static void
read_page (TroupeHistoryPane *self)
{
  const TroupeRunFilter filter = make_filter (self);
  const TroupeRunRecord *last = NULL;
  GtkWidget *row = gtk_widget_get_last_child (GTK_WIDGET (self->list));

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  while (row != NULL && !TROUPE_IS_HISTORY_ROW (row))
    row = gtk_widget_get_prev_sibling (row);
  if (row != NULL && !self->is_replaced)
    last = troupe_history_row_get_summary (TROUPE_HISTORY_ROW (row))->record;
  troupe_store_search_runs_async (self->store, &filter, last, PAGE, self->reading, page_read_cb,
                                  g_object_ref (self));
}

static void
facts_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeHistoryPane) self = TROUPE_HISTORY_PANE (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeHistoryFacts) facts = troupe_history_read_facts_finish (result, &error);
  g_autofree char *count = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->list == NULL)
    return;
  self->is_replaced = TRUE;
  if (facts == NULL || facts->store == NULL)
    {
      g_strfreev (clear_list (self));
      set_reading (self, FALSE);
      update_hint (self);
      if (error != NULL)
        show_hint (self, error->message);
      return;
    }
  count = g_strdup_printf ("%u", facts->n_runs);
  gtk_label_set_label (self->count, count);
  g_set_object (&self->store, facts->store);
  troupe_history_waiting_set (TROUPE_HISTORY_WAITING (self->waiting), facts->requests,
                              facts->waiting);
  read_page (self);
}

void
troupe_history_pane_refresh (TroupeHistoryPane *self)
{
  TroupeRunFilter filter;

  g_return_if_fail (TROUPE_IS_HISTORY_PANE (self));

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  set_reading (self, TRUE);
  filter = make_filter (self);
  troupe_history_read_facts_async (self->find, &filter, self->reading, facts_read_cb,
                                   g_object_ref (self));
}

/* A hidden list is read when it is shown. */
static void
refresh_if_shown (TroupeHistoryPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    troupe_history_pane_refresh (self);
}

void
troupe_history_pane_set_document (TroupeHistoryPane *self,
                                  const char *path,
                                  const char *const *unsaved,
                                  gboolean has_document)
{
  static const char *const none[] = { NULL };
  const char *const *before;
  gboolean is_same;

  g_return_if_fail (TROUPE_IS_HISTORY_PANE (self));

  before = self->unsaved != NULL ? (const char *const *) self->unsaved : none;
  is_same = g_strv_equal (before, unsaved != NULL ? unsaved : none);
  if (!is_same)
    {
      g_strfreev (self->unsaved);
      self->unsaved = g_strdupv ((GStrv) unsaved);
    }
  if (!troupe_set_str (&self->path, path) && is_same && self->has_document == has_document)
    return;
  self->has_document = has_document;
  update_scope (self);
  refresh_if_shown (self);
}

static void
edge_cb (TroupeHistoryPane *self, GtkPositionType edge)
{
  if (edge != GTK_POS_BOTTOM || !self->has_more || self->reading != NULL || self->store == NULL)
    return;
  self->has_more = FALSE;
  set_reading (self, TRUE);
  read_page (self);
}

/* --- Changing runs ---------------------------------------------------------------------------- */

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  TroupeHistoryRow *row = get_only_selected (self);

  if (row != NULL)
    g_signal_emit (self, signals[RUN_ACTIVATED], 0, troupe_history_row_get_id (row),
                   troupe_history_row_get_summary (row)->record->path);
}

static void
row_activated_cb (TroupeHistoryPane *self, GtkListBoxRow *row)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  gtk_list_box_unselect_all (self->list);
  gtk_list_box_select_row (self->list, row);
  open_cb (GTK_WIDGET (self), "history.open", NULL);
}

static void
renamed_cb (TroupeHistoryPane *self, TroupeHistoryRow *row, const char *title)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  troupe_store_rename_run (self->store, troupe_history_row_get_id (row), title);
  troupe_history_row_set_title (row, *title != '\0' ? title : NULL);
}

static void
rename_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  TroupeHistoryRow *row = get_only_selected (self);

  if (row != NULL)
    troupe_history_menu_rename (row, G_CALLBACK (renamed_cb), self);
}

/* Keeps the selected runs; if all of them are kept, releases them. */
static void
keep_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  g_autoptr (GPtrArray) rows = list_selected (self);
  gboolean keeps = FALSE;

  for (guint i = 0; i < rows->len; i++)
    keeps = keeps || !troupe_history_row_get_summary (rows->pdata[i])->is_kept;
  for (guint i = 0; i < rows->len; i++)
    {
      troupe_store_keep_run (self->store, troupe_history_row_get_id (rows->pdata[i]), keeps);
      troupe_history_row_set_kept (rows->pdata[i], keeps);
    }
}

void
troupe_history_pane_set_bookmarks (TroupeHistoryPane *self, const char *run_id, guint n)
{
  GtkListBoxRow *row;

  g_return_if_fail (TROUPE_IS_HISTORY_PANE (self));
  g_return_if_fail (run_id != NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (TROUPE_IS_HISTORY_ROW (row) &&
        g_str_equal (troupe_history_row_get_id (TROUPE_HISTORY_ROW (row)), run_id))
      troupe_history_row_set_bookmarks (TROUPE_HISTORY_ROW (row), n);
}

void
troupe_history_pane_compare (TroupeHistoryPane *self)
{
  g_autoptr (GPtrArray) rows = NULL;

  g_return_if_fail (TROUPE_IS_HISTORY_PANE (self));

  rows = list_selected (self);
  if (rows->len == 2)
    g_signal_emit (self, signals[COMPARE_REQUESTED], 0, troupe_history_row_get_id (rows->pdata[1]),
                   troupe_history_row_get_id (rows->pdata[0]));
  else
    tell (self, _ ("Select two runs to compare them: press Ctrl and click the second one."));
}

static void
compare_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  troupe_history_pane_compare (TROUPE_HISTORY_PANE (widget));
}

static gboolean
is_of_document (TroupeHistoryPane *self, TroupeHistoryRow *row)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  return row != NULL && self->path != NULL &&
         g_strcmp0 (troupe_history_row_get_summary (row)->record->path, self->path) == 0;
}

/* A run of a part of the document of the page is followed by one of all of it. */
static void
test_made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeHistoryPane) self = TROUPE_HISTORY_PANE (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMadeTest) made = troupe_history_make_test_finish (result, &error);
  g_autofree char *name = made != NULL ? g_path_get_basename (made->path) : NULL;
  g_autofree char *text = made != NULL ? troupe_made_test_describe (made, name) : NULL;

  if (error != NULL && is_of_document (self, get_only_selected (self)) &&
      g_error_matches (error, TROUPE_TEST_FROM_RUN_ERROR, TROUPE_TEST_FROM_RUN_ERROR_PART) &&
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-part", "s", error->message))
    return;
  if (made == NULL ||
      !gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-test", "(ss)", made->path, text))
    tell (self, made != NULL ? text : error->message);
}

static void
make_test_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  TroupeHistoryRow *row = get_only_selected (self);

  if (row != NULL)
    troupe_history_make_test_async (self->store, troupe_history_row_get_id (row), test_made_cb,
                                    g_object_ref (self));
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeHistoryPane) self = TROUPE_HISTORY_PANE (user_data);
  g_autoptr (GError) error = NULL;

  tell (self, troupe_history_export_finish (result, &error) ? _ ("The run was exported.")
                                                            : error->message);
}

static void
export_path_cb (GtkWidget *widget, const char *path)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  TroupeHistoryRow *row = get_only_selected (self);

  if (path == NULL)
    tell (self, _ ("The file must be in a local folder."));
  else if (row != NULL)
    troupe_history_export_async (self->store, troupe_history_row_get_id (row), path, exported_cb,
                                 g_object_ref (self));
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *folder = troupe_start_folder_find (TROUPE_HISTORY_PANE (widget)->path);

  troupe_history_menu_choose_export (widget, folder, export_path_cb);
}

/* --- Deleting --------------------------------------------------------------------------------- */

/* Deletes for good what was removed from the list. */
static void
finish_deletion (TroupeHistoryPane *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;
  GHashTableIter iter;
  gpointer id;

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  g_clear_handle_id (&self->undo_source, g_source_remove);
  if (self->undo != NULL)
    gtk_revealer_set_reveal_child (self->undo, FALSE);
  if (g_hash_table_size (self->deleted) == 0)
    return;
  g_hash_table_iter_init (&iter, self->deleted);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_strv_builder_add (ids, id);
  list = g_strv_builder_end (ids);
  /* They stay in the table, because a list that was read before may still contain them. */
  if (self->store != NULL)
    troupe_history_delete (self->store, (const char *const *) list);
}

static gboolean
undo_time_cb (gpointer user_data)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (user_data);

  self->undo_source = 0;
  finish_deletion (self);
  return G_SOURCE_REMOVE;
}

static void
undo_cb (TroupeHistoryPane *self)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  g_clear_handle_id (&self->undo_source, g_source_remove);
  g_hash_table_remove_all (self->deleted);
  gtk_revealer_set_reveal_child (self->undo, FALSE);
  troupe_history_pane_refresh (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
delete_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (widget);
  g_autoptr (GPtrArray) rows = list_selected (self);
  g_autofree char *text = NULL;

  if (rows->len == 0)
    return;
  if (self->undo_source != 0)
    finish_deletion (self);
  g_hash_table_remove_all (self->deleted);
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_add (self->deleted, g_strdup (troupe_history_row_get_id (rows->pdata[i])));
  for (guint i = 0; i < rows->len; i++)
    gtk_list_box_remove (self->list, rows->pdata[i]);
  text = g_strdup_printf (ngettext ("%u run deleted", "%u runs deleted", rows->len), rows->len);
  gtk_label_set_label (self->undo_text, text);
  gtk_revealer_set_reveal_child (self->undo, TRUE);
  self->undo_source = g_timeout_add_seconds (UNDO_SECONDS, undo_time_cb, self);
  update_hint (self);
}

/* --- Building --------------------------------------------------------------------------------- */

static void
searched_cb (TroupeHistoryPane *self)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  refresh_if_shown (self);
}

static void
filtered_cb (TroupeHistoryPane *self)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  if (troupe_history_filter_is_set (self->filter))
    gtk_widget_add_css_class (self->filter_button, "accent");
  else
    gtk_widget_remove_css_class (self->filter_button, "accent");
  update_scope (self);
  refresh_if_shown (self);
}

static void
close_cb (TroupeHistoryPane *self)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  g_signal_emit (self, signals[CLOSED], 0);
}

static void
waiting_chosen_cb (TroupeHistoryPane *self, const char *run_id, const char *path)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  g_signal_emit (self, signals[ANSWER_REQUESTED], 0, run_id, path);
}

static GtkWidget *
make_head (TroupeHistoryPane *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (_ ("History"));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  self->filter_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->filter_button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->filter_button),
                                  troupe_history_filter_get_menu (self->filter));
  gtk_widget_set_tooltip_text (self->filter_button, _ ("Which Runs Are Listed"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->filter_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Which Runs Are Listed"), -1);
  gtk_widget_add_css_class (self->filter_button, "flat");
  gtk_widget_set_tooltip_text (close, _ ("Close (Ctrl+H)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close (Ctrl+H)"), -1);
  gtk_widget_add_css_class (close, "flat");
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_cb), self, G_CONNECT_SWAPPED);
  self->scope = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->scope, 0);
  gtk_label_set_ellipsize (self->scope, PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (GTK_WIDGET (self->scope));
  gtk_widget_add_css_class (GTK_WIDGET (self->scope), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->scope), "caption");
  gtk_box_append (GTK_BOX (titles), title);
  gtk_box_append (GTK_BOX (titles), GTK_WIDGET (self->scope));
  gtk_widget_set_hexpand (titles, TRUE);
  gtk_box_append (GTK_BOX (head), titles);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (head), self->filter_button);
  gtk_box_append (GTK_BOX (head), close);
  gtk_widget_add_css_class (head, "history-head");
  return head;
}

/* The button that was clicked is hidden, so that the focus returns to the search. */
static void
all_clicked_cb (TroupeHistoryPane *self)
{
  g_assert (TROUPE_IS_HISTORY_PANE (self));

  gtk_widget_grab_focus (self->search);
  troupe_history_filter_select_all (self->filter);
}

static GtkWidget *
make_list (TroupeHistoryPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  self->waiting = troupe_history_waiting_new ();
  g_signal_connect_object (self->waiting, "chosen", G_CALLBACK (waiting_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_MULTIPLE);
  gtk_list_box_set_activate_on_single_click (self->list, FALSE);
  gtk_list_box_set_header_func (self->list, troupe_history_row_show_day, NULL, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "history-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Runs"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "selected-rows-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  troupe_history_menu_attach (self->list);
  gtk_box_append (GTK_BOX (box), self->waiting);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  self->hint = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->hint, TRUE);
  gtk_label_set_justify (self->hint, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->hint), "dim-label");
  self->all_button = gtk_button_new ();
  gtk_widget_set_halign (self->all_button, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->all_button, "clicked", G_CALLBACK (all_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  self->hint_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_set_vexpand (self->hint_box, TRUE);
  gtk_widget_set_valign (self->hint_box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->hint_box), GTK_WIDGET (self->hint));
  gtk_box_append (GTK_BOX (self->hint_box), self->all_button);
  gtk_widget_set_visible (self->hint_box, FALSE);
  gtk_box_append (GTK_BOX (box), self->hint_box);
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scroller, box);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), TRUE);
  g_signal_connect_object (self->scroller, "edge-reached", G_CALLBACK (edge_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self->scroller);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_history_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, TROUPE_HISTORY_PANE (object)->reading != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_history_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_history_pane_parent_class)->map (widget);
  troupe_history_pane_refresh (TROUPE_HISTORY_PANE (widget));
}

static gboolean
troupe_history_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TROUPE_HISTORY_PANE (widget)->search);
}

static void
troupe_history_pane_dispose (GObject *object)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (object);

  if (self->undo_source != 0)
    finish_deletion (self);
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  /* Its rows are still selected while they are removed. */
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  self->undo = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->filter);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (troupe_history_pane_parent_class)->dispose (object);
}

static void
troupe_history_pane_finalize (GObject *object)
{
  TroupeHistoryPane *self = TROUPE_HISTORY_PANE (object);

  g_free (self->path);
  g_strfreev (self->unsaved);
  g_hash_table_unref (self->deleted);
  G_OBJECT_CLASS (troupe_history_pane_parent_class)->finalize (object);
}

static void
troupe_history_pane_class_init (TroupeHistoryPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc func;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "history.open", open_cb, 0, 0 },
    { "history.rename", rename_cb, GDK_KEY_F2, 0 },
    { "history.keep", keep_cb, GDK_KEY_d, GDK_CONTROL_MASK },
    { "history.compare", compare_cb, 0, 0 },
    { "history.make-test", make_test_cb, 0, 0 },
    { "history.export", export_cb, 0, 0 },
    { "history.delete", delete_cb, GDK_KEY_Delete, 0 },
  };

  object_class->dispose = troupe_history_pane_dispose;
  object_class->finalize = troupe_history_pane_finalize;
  object_class->get_property = troupe_history_pane_get_property;
  widget_class->map = troupe_history_pane_map;
  widget_class->grab_focus = troupe_history_pane_grab_focus;

  properties[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[RUN_ACTIVATED] = g_signal_new ("run-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[ANSWER_REQUESTED] =
      g_signal_new ("answer-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                    2, G_TYPE_STRING, G_TYPE_STRING);
  signals[COMPARE_REQUESTED] =
      g_signal_new ("compare-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                    2, G_TYPE_STRING, G_TYPE_STRING);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CLOSED] =
      g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].func);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers,
                                             actions[i].name, NULL);
    }
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "history");
}

static void
troupe_history_pane_init (TroupeHistoryPane *self)
{
  GtkWidget *box;
  GtkWidget *button;
  GtkWidget *foot;

  g_assert (TROUPE_IS_HISTORY_PANE (self));

  self->deleted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->filter = troupe_history_filter_new (GTK_WIDGET (self));
  g_signal_connect_object (self->filter, "changed", G_CALLBACK (filtered_cb), self,
                           G_CONNECT_SWAPPED);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search names, inputs, results"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search names, inputs, results"), -1);
  gtk_widget_add_css_class (self->search, "history-search");
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (searched_cb), self,
                           G_CONNECT_SWAPPED);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), make_head (self));
  gtk_box_append (GTK_BOX (self->box), self->search);
  gtk_box_append (GTK_BOX (self->box), make_list (self));
  troupe_search_keys_add (self->search, GTK_WIDGET (self->list));
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button = gtk_button_new_with_mnemonic (_ ("_Undo"));
  self->undo_text = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->undo_text, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->undo_text), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->undo_text));
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "history-undo");
  g_signal_connect_object (button, "clicked", G_CALLBACK (undo_cb), self, G_CONNECT_SWAPPED);
  self->undo = GTK_REVEALER (gtk_revealer_new ());
  gtk_revealer_set_transition_type (self->undo, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP);
  gtk_revealer_set_child (self->undo, box);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->undo));
  foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->compare_hint = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->compare_hint, TRUE);
  gtk_label_set_max_width_chars (self->compare_hint, 14);
  gtk_widget_add_css_class (GTK_WIDGET (self->compare_hint), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->compare_hint), "caption");
  gtk_widget_set_hexpand (GTK_WIDGET (self->compare_hint), TRUE);
  self->compare_button = gtk_button_new_with_mnemonic (_ ("_Compare"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->compare_button), "history.compare");
  gtk_widget_set_tooltip_text (self->compare_button,
                               _ ("Compare Two Selected Runs (Ctrl+Shift+H)"));
  self->delete_button = gtk_button_new_with_mnemonic (_ ("_Delete"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->delete_button), "history.delete");
  gtk_widget_add_css_class (self->compare_button, "flat");
  gtk_widget_add_css_class (self->delete_button, "flat");
  gtk_box_append (GTK_BOX (foot), self->compare_button);
  gtk_box_append (GTK_BOX (foot), GTK_WIDGET (self->compare_hint));
  gtk_box_append (GTK_BOX (foot), self->delete_button);
  gtk_widget_add_css_class (foot, "history-foot");
  gtk_box_append (GTK_BOX (self->box), foot);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_size_request (GTK_WIDGET (self), 300, -1);
  selection_changed_cb (self);
  update_scope (self);
}

GtkWidget *
troupe_history_pane_new (TroupeHistoryStoreFunc find)
{
  TroupeHistoryPane *self;

  g_return_val_if_fail (find != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_HISTORY_PANE, NULL);
  self->find = find;
  return GTK_WIDGET (self);
}
