/* troupe-compare-chooser.c: button that chooses one of two compared runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-chooser"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-compare-chooser.h"
#include "troupe-history-row.h"
#include "troupe-history-text.h"
#include "troupe-search-keys.h"

/* Number of the newest runs that are listed. */
#define MOST_RUNS 500
/* Size of the list in pixels. */
#define LIST_WIDTH 380
#define LIST_HEIGHT 360

struct _TroupeCompareChooser
{
  GtkWidget parent_instance;

  const TroupeCompareFacts *facts; /* not owned: outlives the widget */
  guint side;
  GtkWidget *button;
  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *placeholder;
  GCancellable *cancellable; /* (nullable): set once the runs are read */
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCompareChooser, troupe_compare_chooser, GTK_TYPE_WIDGET)

/* --- List ------------------------------------------------------------------------------------- */

static void
runs_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeCompareChooser) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs =
      troupe_store_search_runs_finish (TROUPE_STORE (source), result, &error);

  if (self->list == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_label_set_label (GTK_LABEL (self->placeholder),
                       error != NULL ? error->message : _ ("No run was found."));
  if (runs == NULL)
    return;
  g_ptr_array_set_free_func (runs, NULL);
  for (guint i = 0; i < runs->len; i++)
    {
      TroupeRunSummary *summary = g_ptr_array_index (runs, i);
      GtkWidget *row = NULL;
      gboolean is_other = FALSE;
      gboolean is_own = FALSE;

      is_own = g_str_equal (summary->record->id, self->facts->runs[self->side]->record->id);
      is_other = g_str_equal (summary->record->id, self->facts->runs[1 - self->side]->record->id);
      row = troupe_history_row_new (summary, FALSE);
      /* A run is not compared with itself. */
      gtk_widget_set_sensitive (row, !is_other);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
      if (is_own)
        gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (row));
    }
}

/* Reads the runs when the list is opened for the first time. */
static void
opened_cb (TroupeCompareChooser *self)
{
  const TroupeRunFilter filter = { .path = self->facts->runs[0]->record->path };

  g_assert (TROUPE_IS_COMPARE_CHOOSER (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->search);
  if (self->cancellable != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  troupe_store_search_runs_async (self->facts->store, &filter, NULL, MOST_RUNS, self->cancellable,
                                  runs_read_cb, g_object_ref (self));
}

static void
activated_cb (TroupeCompareChooser *self, GtkListBoxRow *row)
{
  g_autofree char *id = g_strdup (troupe_history_row_get_id (TROUPE_HISTORY_ROW (row)));

  g_assert (TROUPE_IS_COMPARE_CHOOSER (self));

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  if (!g_str_equal (id, self->facts->runs[self->side]->record->id))
    g_signal_emit (self, signals[CHOSEN], 0, id);
}

/* Enter in the search chooses the first run that is found. */
static void
search_activated_cb (TroupeCompareChooser *self)
{
  g_assert (TROUPE_IS_COMPARE_CHOOSER (self));

  for (int i = 0; gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i) != NULL; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);

      if (!gtk_widget_get_child_visible (GTK_WIDGET (row)) ||
          !gtk_widget_get_sensitive (GTK_WIDGET (row)))
        continue;
      activated_cb (self, row);
      return;
    }
}

/* --- Search ----------------------------------------------------------------------------------- */

/* Returns what of a run is searched, in lower case: its name, its date in words and in numbers, its outcome and its result.
 * (transfer full) */
static char *
make_text (const TroupeRunSummary *summary)
{
  const gint64 started = summary->record->started_us;
  g_autofree char *title = troupe_history_text_get_title (summary);
  g_autofree char *day = troupe_history_text_get_day (started, g_get_real_time ());
  g_autofree char *time = troupe_history_text_get_time (started);
  g_autofree char *outcome = troupe_history_text_get_outcome (summary);
  g_autofree char *difference = troupe_history_text_get_difference (summary);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (started / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char *date = local != NULL ? g_date_time_format (local, "%Y-%m-%d") : NULL;
  g_autofree char *text = g_strjoin ("\n", title, day, time, outcome, difference, date, NULL);

  return g_utf8_casefold (text, -1);
}

static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  TroupeCompareChooser *self = user_data;
  g_autofree char *words =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *text = NULL;
  g_auto (GStrv) list = NULL;

  g_strstrip (words);
  if (*words == '\0')
    return TRUE;
  text = make_text (troupe_history_row_get_summary (TROUPE_HISTORY_ROW (row)));
  list = g_strsplit (words, " ", -1);
  for (guint i = 0; list[i] != NULL; i++)
    if (strstr (text, list[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_compare_chooser_dispose (GObject *object)
{
  TroupeCompareChooser *self = TROUPE_COMPARE_CHOOSER (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  /* The rows are filtered while they are removed, after the entry. */
  if (self->list != NULL)
    gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), NULL, NULL, NULL);
  self->list = NULL;
  g_clear_pointer (&self->button, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_compare_chooser_parent_class)->dispose (object);
}

static void
troupe_compare_chooser_class_init (TroupeCompareChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_compare_chooser_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_compare_chooser_init (TroupeCompareChooser *self)
{
  self->button = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
}

GtkWidget *
troupe_compare_chooser_new (const TroupeCompareFacts *facts, guint side)
{
  TroupeCompareChooser *self;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *title = NULL;
  g_autofree char *moment = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  GtkWidget *popover;
  GtkWidget *popover_box;
  GtkWidget *scroller;

  g_return_val_if_fail (facts != NULL && side < 2, NULL);

  self = g_object_new (TROUPE_TYPE_COMPARE_CHOOSER, NULL);
  self->facts = facts;
  self->side = side;
  title = troupe_history_text_get_title (facts->runs[side]->summary);
  moment =
      troupe_history_text_get_moment (facts->runs[side]->record->started_us, g_get_real_time ());
  text = g_strdup_printf ("%s · %s", moment, title);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), box);
  popover = gtk_popover_new ();
  popover_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  scroller = gtk_scrolled_window_new ();
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search names and dates"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Runs"), -1);
  self->list = gtk_list_box_new ();
  self->placeholder = gtk_label_new (_ ("Reading…"));
  gtk_label_set_wrap (GTK_LABEL (self->placeholder), TRUE);
  gtk_widget_add_css_class (self->placeholder, "dim-label");
  gtk_widget_add_css_class (self->list, "history-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Runs"), -1);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), self->placeholder);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), troupe_history_row_show_day, NULL, NULL);
  g_signal_connect_object (self->search, "search-changed",
                           G_CALLBACK (gtk_list_box_invalidate_filter), self->list,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (search_activated_cb), self,
                           G_CONNECT_SWAPPED);
  /* Esc in the entry would only end a search. */
  g_signal_connect_object (self->search, "stop-search", G_CALLBACK (gtk_popover_popdown), popover,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_search_keys_add (self->search, self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_set_size_request (scroller, LIST_WIDTH, LIST_HEIGHT);
  gtk_box_append (GTK_BOX (popover_box), self->search);
  gtk_box_append (GTK_BOX (popover_box), scroller);
  gtk_popover_set_child (GTK_POPOVER (popover), popover_box);
  g_signal_connect_object (popover, "show", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_widget_set_tooltip_text (self->button, text);
  /* Translators: the letter of a compared run, its moment and its name */
  name = g_strdup_printf (_ ("Run %s: %s"), side == 0 ? "A" : "B", text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return GTK_WIDGET (self);
}
