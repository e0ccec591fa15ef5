/* troupe-log-view.c: log panel: all events of a run, one per line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-log-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-log-model.h"
#include "troupe-log-view.h"
#include "troupe-open-list.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-search-keys.h"
#include "troupe-value-start.h"

/* Maximum length of an event's own fields in a line, in bytes of JSON. */
#define LINE_LIMIT 300

/* Maximum number of lines in a row of the log. */
#define MAX_LINES 16

/* The index of the method column, and its width. */
#define METHOD_COLUMN 3
#define METHOD_CHARS 24

struct _TroupeLogView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *kind;
  GtkWidget *search;
  GtkWidget *stack;
  GtkWidget *list;
  GtkLabel *empty;
  TroupeLogModel *model;
};

enum
{
  METHOD_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeLogView, troupe_log_view, GTK_TYPE_WIDGET)

static void
setup_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  static const int widths[] = { 5, 13, 26, METHOD_CHARS, -1 };
  static const char *const classes[] = { "dim-label", "dim-label", "log-type", "log-method",
                                         "monospace" };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *label = gtk_inscription_new (NULL);

      if (widths[i] > 0)
        gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), (guint) widths[i]);
      else
        gtk_widget_set_hexpand (label, TRUE);
      gtk_inscription_set_text_overflow (GTK_INSCRIPTION (label),
                                         GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
      gtk_inscription_set_wrap_mode (GTK_INSCRIPTION (label), PANGO_WRAP_CHAR);
      /* Without this, a truncated cell would be placed higher than the others in a multi-line
       * row. */
      gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (label, classes[i]);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_add_css_class (box, "log-row");
  gtk_list_item_set_child (item, box);
}

static char *
format_time (gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);
  g_autofree char *seconds = g_date_time_format (time, "%H:%M:%S");

  return g_strdup_printf ("%s.%03d", seconds, (int) (time_us % G_USEC_PER_SEC / 1000));
}

static char *
format_fields (const TroupeEvent *event)
{
  TroupeValue *message = troupe_trace_line_get_message (event);
  g_autoptr (TroupeValue) start = NULL;
  g_autofree char *json = NULL;

  if (message != NULL)
    {
      gsize length;
      const char *words = troupe_value_get_string (message, &length);
      g_autofree char *said = troupe_text_dup_start (words, length, LINE_LIMIT, NULL);

      return troupe_text_to_lines (said);
    }
  if (event->fields == NULL || troupe_value_map_get_size (event->fields) == 0)
    return g_strdup ("");
  start = troupe_value_dup_start (event->fields, LINE_LIMIT, NULL);
  json = troupe_value_to_json (start, TROUPE_JSON_SPACED);

  return troupe_json_to_shown (json);
}

static void
bind_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const TroupeEvent *event =
      troupe_log_item_get_event (TROUPE_LOG_ITEM (gtk_list_item_get_item (item)));
  GtkWidget *cell = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  g_autofree char *sequence = g_strdup_printf ("%" G_GUINT64_FORMAT, event->sequence);
  g_autofree char *time = format_time (event->time_us);
  g_autofree char *fields = format_fields (event);
  g_autofree char *spoken = g_strjoin (", ", troupe_event_type_get_name (event->type), time,
                                       troupe_event_get_method (event), NULL);
  const char *const texts[] = {
    sequence, time, troupe_event_type_get_name (event->type),
    troupe_event_get_method (event) != NULL ? troupe_event_get_method (event) : "", fields
  };

  if (troupe_trace_line_is_problem (event))
    gtk_widget_add_css_class (gtk_list_item_get_child (item), "log-problem");
  else
    gtk_widget_remove_css_class (gtk_list_item_get_child (item), "log-problem");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++, cell = gtk_widget_get_next_sibling (cell))
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (cell), texts[i]);
      /* Show a tooltip for text that may be truncated by its column. */
      if (i >= METHOD_COLUMN)
        gtk_widget_set_tooltip_text (cell, strlen (texts[i]) > METHOD_CHARS ? texts[i] : NULL);
      if (texts[i] == fields)
        {
          const char *text = fields;
          guint n_lines = 1;

          /* Counts the lines up to a maximum, because a traceback is shown line by line. */
          for (; *text != '\0' && n_lines < MAX_LINES; text++)
            n_lines += text[0] == '\n' && text[1] != '\0' ? 1 : 0;
          gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), n_lines);
        }
    }
  troupe_list_item_set_name (item, spoken);
}

static void
activated_cb (GtkListView *list, guint position, gpointer user_data)
{
  TroupeLogView *self = TROUPE_LOG_VIEW (user_data);
  g_autoptr (TroupeLogItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);

  g_assert (TROUPE_IS_LOG_VIEW (self));

  if (item != NULL && troupe_event_get_method (troupe_log_item_get_event (item)) != NULL)
    g_signal_emit (self, signals[METHOD_SELECTED], 0,
                   troupe_event_get_method (troupe_log_item_get_event (item)));
}

static void
items_changed_cb (TroupeLogView *self)
{
  const gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0;

  g_assert (TROUPE_IS_LOG_VIEW (self));

  gtk_label_set_label (self->empty, troupe_log_model_is_filtered (self->model)
                                        ? _ ("No Matching Events")
                                        : _ ("Press Run (F5) to see the log here."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), any ? "list" : "empty");
}

static void
filter_changed_cb (TroupeLogView *self)
{
  g_assert (TROUPE_IS_LOG_VIEW (self));

  troupe_log_model_set_filter (
      self->model, (TroupeLogKind) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind)),
      gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
troupe_log_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_log_view_parent_class)->map (widget);
  troupe_log_model_set_watched (TROUPE_LOG_VIEW (widget)->model, TRUE);
}

static void
troupe_log_view_unmap (GtkWidget *widget)
{
  troupe_log_model_set_watched (TROUPE_LOG_VIEW (widget)->model, FALSE);
  GTK_WIDGET_CLASS (troupe_log_view_parent_class)->unmap (widget);
}

static void
troupe_log_view_dispose (GObject *object)
{
  TroupeLogView *self = TROUPE_LOG_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (troupe_log_view_parent_class)->dispose (object);
}

static void
troupe_log_view_class_init (TroupeLogViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_log_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_log_view_map;
  GTK_WIDGET_CLASS (klass)->unmap = troupe_log_view_unmap;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[METHOD_SELECTED] =
      g_signal_new ("method-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *
make_head (TroupeLogView *self)
{
  const char *const kinds[] = { _ ("All Events"), _ ("Methods"), _ ("Model Calls"),
                                _ ("Warnings and Errors"), NULL };
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  g_assert (TROUPE_IS_LOG_VIEW (self));

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Filter by event, method or text"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Log Filter"), -1);
  gtk_widget_set_hexpand (self->search, TRUE);
  self->kind = gtk_drop_down_new_from_strings (kinds);
  troupe_open_list_at_choice (self->kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kind), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Shown Events"), -1);
  /* The child button has the focus. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->kind)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Shown Events"), -1);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (filter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (filter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (head, "log-head");
  gtk_box_append (GTK_BOX (head), self->search);
  gtk_box_append (GTK_BOX (head), self->kind);
  return head;
}

static void
troupe_log_view_init (TroupeLogView *self)
{
  GtkWidget *empty = gtk_label_new (_ ("Press Run (F5) to see the log here."));
  GtkListItemFactory *factory;
  GtkWidget *scroller;

  g_assert (TROUPE_IS_LOG_VIEW (self));
  g_assert (self != NULL);

  gtk_label_set_wrap (GTK_LABEL (empty), TRUE);
  gtk_widget_add_css_class (empty, "dim-label");
  self->empty = GTK_LABEL (empty);
  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  factory = gtk_signal_list_item_factory_new ();
  scroller = gtk_scrolled_window_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row_cb), NULL);
  self->list = gtk_list_view_new (NULL, factory);
  gtk_widget_add_css_class (self->list, "log-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Log"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated_cb), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), make_head (self));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  troupe_search_keys_add (self->search, self->list);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_log_view_new (TroupeRunModel *model)
{
  TroupeLogView *self;
  g_autoptr (GtkSingleSelection) selection = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_LOG_VIEW, NULL);
  self->model = troupe_log_model_new (model);
  troupe_log_model_set_watched (self->model, FALSE);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (selection));
  return GTK_WIDGET (self);
}
