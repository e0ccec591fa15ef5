/* troupe-preferences-prices.c: preferences page for model prices
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-preferences-prices"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-preferences-prices.h"
#include "troupe-price-popover.h"
#include "troupe-search-keys.h"

struct _TroupePreferencesPrices
{
  AdwPreferencesPage parent_instance;

  GCancellable *cancellable;
  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *none;
  GtkWidget *add;
  GtkWidget *table;
  GtkWidget *problem;
  GtkSizeGroup *columns[3]; /* input, cached, output */
  GPtrArray *rows; /* (nullable) (element-type TroupeLlmPriceRow): rows of @list, in order */
  guint n_added;   /* rows that @list has */
  guint adding;    /* source that adds them */
  gboolean is_loaded;
};

/* The number of rows that are added in a turn of the main loop. */
#define ROWS_AT_ONCE 8

enum
{
  MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePreferencesPrices, troupe_preferences_prices, ADW_TYPE_PREFERENCES_PAGE)

static void load (TroupePreferencesPrices *self);

/* --- Writing -------------------------------------------------------------------------------------- */

typedef struct
{
  char *name;
  TroupeLlmPrice price;
  gboolean is_removal;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->name);
  g_free (change);
}

static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Change *change = task_data;
  g_autofree char *path = troupe_llm_prices_get_own_path ();
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_llm_price_rows_write_own (path, change->name,
                                       change->is_removal ? NULL : &change->price, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      /* Translators: %s is the reason, a sentence. */
      text = g_strdup_printf (_ ("Could not save the price. %s"), error->message);
      g_signal_emit (self, signals[MESSAGE], 0, text);
    }
  if (!g_cancellable_is_cancelled (self->cancellable))
    load (self);
}

/* Stores a custom price. @price: (nullable): NULL removes the custom price */
static void
change (TroupePreferencesPrices *self, const char *name, const TroupeLlmPrice *price)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);
  Change *data = g_new0 (Change, 1);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  data->name = g_strdup (name);
  data->is_removal = price == NULL;
  if (price != NULL)
    data->price = *price;
  g_task_set_source_tag (task, change);
  g_task_set_task_data (task, data, change_free);
  g_task_run_in_thread (task, write_thread);
}

static void
given_cb (TroupePreferencesPrices *self, const char *name, const TroupeLlmPrice *price)
{
  change (self, name, price);
}

static void
removed_cb (TroupePreferencesPrices *self, const char *name)
{
  change (self, name, NULL);
}

static gboolean
drop_popover_cb (gpointer user_data)
{
  gtk_widget_unparent (GTK_WIDGET (user_data));
  return G_SOURCE_REMOVE;
}

static void
popover_closed_cb (GtkWidget *popover)
{
  /* The popover is removed later, because it still accesses its parent during this emission. */
  g_idle_add_full (G_PRIORITY_DEFAULT, drop_popover_cb, g_object_ref (popover), g_object_unref);
}

/* @row: (nullable): NULL for a new price */
static void
open_popover (TroupePreferencesPrices *self, GtkWidget *over, const TroupeLlmPriceRow *row)
{
  GtkWidget *popover = troupe_price_popover_new (row);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  gtk_widget_set_parent (popover, over);
  g_signal_connect_object (popover, "given", G_CALLBACK (given_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (popover, "removed", G_CALLBACK (removed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (popover, "closed", G_CALLBACK (popover_closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
row_activated_cb (TroupePreferencesPrices *self, GtkListBoxRow *row)
{
  const int index = gtk_list_box_row_get_index (row);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  if (index > 0 && self->rows != NULL && (guint) index <= self->rows->len)
    open_popover (self, GTK_WIDGET (row), g_ptr_array_index (self->rows, index - 1));
}

static void
add_activated_cb (TroupePreferencesPrices *self)
{
  open_popover (self, self->add, NULL);
}

/* --- Table ------------------------------------------------------------------------------------ */

static GtkWidget *
make_number (double price, gboolean is_free)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  GtkWidget *label;

  g_ascii_formatd (text, sizeof text, "%.2f", price);
  /* Prices with fractions of a cent are shown with as many digits as they require. */
  if (price > 0.0 && g_ascii_strtod (text, NULL) != price)
    g_ascii_formatd (text, sizeof text, "%.3f", price);
  label = gtk_label_new (is_free ? C_ ("price", "free") : text);
  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_widget_add_css_class (label, "numeric");
  if (is_free)
    gtk_widget_add_css_class (label, "dim-label");
  return label;
}

/* @numbers: three labels, which have the same width in all lines */
static GtkWidget *
make_line (TroupePreferencesPrices *self, GtkWidget *name, GtkWidget *chip, GtkWidget **numbers)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), name);
  if (chip != NULL)
    gtk_box_append (GTK_BOX (box), chip);
  gtk_widget_set_hexpand (name, chip == NULL);
  if (chip != NULL)
    {
      gtk_widget_set_hexpand (chip, TRUE);
      gtk_widget_set_halign (chip, GTK_ALIGN_START);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    {
      gtk_size_group_add_widget (self->columns[i], numbers[i]);
      gtk_box_append (GTK_BOX (box), numbers[i]);
    }
  gtk_widget_add_css_class (box, "price-row");
  return box;
}

static GtkWidget *
make_title (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption-heading");
  return label;
}

static GtkWidget *
make_head (TroupePreferencesPrices *self)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *name = make_title (_ ("Model"));
  GtkWidget *numbers[] = { make_title (C_ ("price", "Input")), make_title (C_ ("price", "Cached")),
                           make_title (C_ ("price", "Output")) };

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), make_line (self, name, NULL, numbers));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (user_data);
  const int index = gtk_list_box_row_get_index (row);
  g_autofree char *wanted =
      g_ascii_strdown (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  g_strstrip (wanted);
  if (index <= 0 || self->rows == NULL || (guint) index > self->rows->len)
    return TRUE;
  return strstr (((TroupeLlmPriceRow *) g_ptr_array_index (self->rows, index - 1))->name, wanted) !=
         NULL;
}

static void
search_changed_cb (TroupePreferencesPrices *self)
{
  gboolean any = FALSE;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  for (guint i = 1; self->rows != NULL && i <= self->n_added && !any; i++)
    any = filter_cb (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) i), self);
  text = self->rows == NULL || self->rows->len == 0
             ? g_strdup (_ ("No prices yet."))
             : g_strdup_printf (_ ("No results for “%s”."),
                                gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_label_set_label (GTK_LABEL (self->none), text);
  gtk_widget_set_visible (self->none, !any);
  gtk_widget_set_visible (self->list, any);
}

/* Enter takes the first result of the search. */
static void
search_activated_cb (TroupePreferencesPrices *self)
{
  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] == '\0')
    return;
  search_changed_cb (self);
  for (guint i = 1; i <= self->n_added; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) i);

      if (!filter_cb (row, self))
        continue;
      row_activated_cb (self, row);
      return;
    }
}

/* --- Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *rows;
  char *date;    /* (nullable) */
  char *problem; /* (nullable) */
} Table;

static void
table_free (gpointer data)
{
  Table *table = data;

  g_clear_pointer (&table->rows, g_ptr_array_unref);
  g_free (table->date);
  g_free (table->problem);
  g_free (table);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Table, table_free)

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Table *table = g_new0 (Table, 1);

  g_assert (G_IS_TASK (task));

  table->rows = troupe_llm_price_rows_read (&table->date, &table->problem);
  g_task_return_pointer (task, table, table_free);
}

/* Adds some rows at a time, because there are many. */
static gboolean
add_rows_cb (gpointer user_data)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (user_data);
  const guint end = MIN (self->n_added + ROWS_AT_ONCE, self->rows->len);

  for (; self->n_added < end; self->n_added++)
    {
      const TroupeLlmPriceRow *price = g_ptr_array_index (self->rows, self->n_added);
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *chip = NULL;
      const gboolean is_free = price->price.input == 0.0 && price->price.output == 0.0;
      GtkWidget *numbers[] = { make_number (price->price.input, is_free),
                               is_free ? gtk_label_new (NULL)
                                       : make_number (price->price.cached_input, FALSE),
                               make_number (price->price.output, is_free) };

      if (price->price.is_own)
        {
          /* Translators: label of a price that the user has set. */
          chip = gtk_label_new (C_ ("price", "custom"));
          gtk_widget_add_css_class (chip, "price-chip");
          gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
        }
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row),
                                  make_line (self, gtk_label_new (price->name), chip, numbers));
      gtk_widget_set_tooltip_text (row, _ ("Change Price"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      price->name, -1);
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
  if (self->n_added < self->rows->len)
    return G_SOURCE_CONTINUE;
  self->adding = 0;
  search_changed_cb (self);
  return G_SOURCE_REMOVE;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (source);
  g_autoptr (Table) table = g_task_propagate_pointer (G_TASK (result), NULL);
  GtkListBoxRow *row;
  guint n_shipped = 0;
  g_autofree char *count = NULL;
  g_autofree char *title = NULL;

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  if (table == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 1)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  self->rows = g_ptr_array_ref (table->rows);
  self->n_added = 0;
  if (self->adding == 0)
    self->adding = g_idle_add_full (G_PRIORITY_LOW, add_rows_cb, self, NULL);
  for (guint i = 0; i < table->rows->len; i++)
    n_shipped += ((TroupeLlmPriceRow *) g_ptr_array_index (table->rows, i))->is_shipped;
  count = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u model family", "%u model families", n_shipped), n_shipped);
  /* Translators: %s is a date, such as 2026-11-23. */
  title = table->date != NULL ? g_strdup_printf (_ ("Built-in, %s"), table->date)
                              : g_strdup (_ ("Built-in"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->table), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->table), count);
  gtk_label_set_label (GTK_LABEL (self->problem), table->problem != NULL ? table->problem : "");
  gtk_widget_set_visible (self->problem, table->problem != NULL);
}

static void
load (TroupePreferencesPrices *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, loaded_cb, NULL);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  self->is_loaded = TRUE;
  g_task_set_source_tag (task, load);
  g_task_run_in_thread (task, load_thread);
}

void
troupe_preferences_prices_fill (TroupePreferencesPrices *self)
{
  g_return_if_fail (TROUPE_IS_PREFERENCES_PRICES (self));

  if (!self->is_loaded)
    load (self);
}

static void
troupe_preferences_prices_map (GtkWidget *widget)
{
  troupe_preferences_prices_fill (TROUPE_PREFERENCES_PRICES (widget));
  GTK_WIDGET_CLASS (troupe_preferences_prices_parent_class)->map (widget);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static AdwPreferencesGroup *
add_group (TroupePreferencesPrices *self, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  if (title != NULL)
    adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static void
add_list (TroupePreferencesPrices *self)
{
  AdwPreferencesGroup *group = add_group (self, NULL);

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search Models"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Models"), -1);
  adw_preferences_group_add (group, self->search);
  group = add_group (self, _ ("US dollars per million tokens"));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (self->list), make_head (self));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  adw_preferences_group_add (group, self->list);
  self->none = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->none), TRUE);
  gtk_widget_add_css_class (self->none, "dim-label");
  gtk_widget_set_visible (self->none, FALSE);
  adw_preferences_group_add (group, self->none);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (search_activated_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_search_keys_add (self->search, self->list);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
make_note (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "preferences-note");
  return label;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_preferences_prices_dispose (GObject *object)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (object);

  g_clear_handle_id (&self->adding, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (troupe_preferences_prices_parent_class)->dispose (object);
}

static void
troupe_preferences_prices_finalize (GObject *object)
{
  TroupePreferencesPrices *self = TROUPE_PREFERENCES_PRICES (object);

  g_clear_object (&self->cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    g_clear_object (&self->columns[i]);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (troupe_preferences_prices_parent_class)->finalize (object);
}

static void
troupe_preferences_prices_class_init (TroupePreferencesPricesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_preferences_prices_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_preferences_prices_finalize;
  GTK_WIDGET_CLASS (klass)->map = troupe_preferences_prices_map;
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_preferences_prices_init (TroupePreferencesPrices *self)
{
  AdwPreferencesGroup *group;
  GtkWidget *note;

  g_assert (TROUPE_IS_PREFERENCES_PRICES (self));

  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (self), "prices");
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (self), _ ("Prices"));
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (self), "troupe-budget-symbolic");
  add_list (self);
  group = add_group (self, NULL);
  self->add = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->add), _ ("Add Price"));
  adw_action_row_add_prefix (ADW_ACTION_ROW (self->add),
                             gtk_image_new_from_icon_name ("list-add-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->add), TRUE);
  g_signal_connect_object (self->add, "activated", G_CALLBACK (add_activated_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, self->add);
  group = add_group (self, _ ("Price List"));
  self->table = adw_action_row_new ();
  adw_preferences_group_add (group, self->table);
  self->problem = make_note ("");
  gtk_widget_add_css_class (self->problem, "error");
  gtk_widget_set_visible (self->problem, FALSE);
  adw_preferences_group_add (group, self->problem);
  note = make_note (_ ("New versions of Troupe include updated prices. For a model without a "
                       "price, only tokens are counted; the total then shows “at least”."));
  gtk_widget_add_css_class (note, "dim-label");
  adw_preferences_group_add (group, note);
}
