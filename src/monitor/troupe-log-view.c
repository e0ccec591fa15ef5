/* troupe-log-view.c: every event of the run, a line each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-log-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-log-view.h"

/* How much of an event's own fields a line shows, in bytes of JSON. */
#define LINE_LIMIT 300

/* A row object around an event, made when the row is looked at. */
#define TROUPE_TYPE_LOG_ITEM (troupe_log_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogItem, troupe_log_item, TROUPE, LOG_ITEM, GObject)

struct _TroupeLogItem
{
  GObject parent_instance;

  TroupeEvent *event;
};

G_DEFINE_FINAL_TYPE (TroupeLogItem, troupe_log_item, G_TYPE_OBJECT)

static void
troupe_log_item_finalize (GObject *object)
{
  troupe_event_unref (TROUPE_LOG_ITEM (object)->event);
  G_OBJECT_CLASS (troupe_log_item_parent_class)->finalize (object);
}

static void
troupe_log_item_class_init (TroupeLogItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_log_item_finalize;
}

static void
troupe_log_item_init (TroupeLogItem *self)
{
}

/* The run's events as a list model, without a copy of them. */
#define TROUPE_TYPE_LOG_MODEL (troupe_log_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogModel, troupe_log_model, TROUPE, LOG_MODEL, GObject)

struct _TroupeLogModel
{
  GObject parent_instance;

  TroupeRunModel *run;
  guint n_shown;
};

static void troupe_log_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeLogModel,
                               troupe_log_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      troupe_log_model_iface_init))

static GType
troupe_log_model_get_item_type (GListModel *list)
{
  return TROUPE_TYPE_LOG_ITEM;
}

static guint
troupe_log_model_get_n_items (GListModel *list)
{
  return TROUPE_LOG_MODEL (list)->n_shown;
}

static gpointer
troupe_log_model_get_item (GListModel *list, guint position)
{
  TroupeLogModel *self = TROUPE_LOG_MODEL (list);
  TroupeLogItem *item;

  if (position >= self->n_shown)
    return NULL;
  item = g_object_new (TROUPE_TYPE_LOG_ITEM, NULL);
  item->event =
      troupe_event_ref (g_ptr_array_index (troupe_run_model_get_events (self->run), position));
  return item;
}

static void
troupe_log_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = troupe_log_model_get_item_type;
  iface->get_n_items = troupe_log_model_get_n_items;
  iface->get_item = troupe_log_model_get_item;
}

static void
run_changed (TroupeLogModel *self)
{
  const guint n_events = troupe_run_model_get_events (self->run)->len;
  const guint old = self->n_shown;

  if (n_events == old)
    return;
  self->n_shown = n_events;
  /* A new run starts with fewer events than the old one had: then nothing is as it was. */
  if (n_events < old)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, old, n_events);
  else
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, n_events - old);
}

static void
troupe_log_model_finalize (GObject *object)
{
  g_clear_object (&TROUPE_LOG_MODEL (object)->run);
  G_OBJECT_CLASS (troupe_log_model_parent_class)->finalize (object);
}

static void
troupe_log_model_class_init (TroupeLogModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_log_model_finalize;
}

static void
troupe_log_model_init (TroupeLogModel *self)
{
}

struct _TroupeLogView
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *list;
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
setup_row (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  static const int widths[] = { 4, 12, 26, 18, -1 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *label = gtk_inscription_new (NULL);

      if (widths[i] > 0)
        gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), (guint) widths[i]);
      else
        gtk_widget_set_hexpand (label, TRUE);
      gtk_inscription_set_text_overflow (GTK_INSCRIPTION (label),
                                         GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
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
  char *text;

  if (event->fields == NULL || troupe_value_map_get_size (event->fields) == 0)
    return g_strdup ("");
  text = troupe_value_to_json (event->fields, TROUPE_JSON_SPACED);
  if (strlen (text) > LINE_LIMIT)
    {
      char *end = g_utf8_find_prev_char (text, text + LINE_LIMIT);

      if (end != NULL)
        *end = '\0';
    }
  return text;
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const TroupeEvent *event = TROUPE_LOG_ITEM (gtk_list_item_get_item (item))->event;
  GtkWidget *cell = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  g_autofree char *sequence = g_strdup_printf ("%" G_GUINT64_FORMAT, event->sequence);
  g_autofree char *time = format_time (event->time_us);
  g_autofree char *fields = format_fields (event);
  const char *const texts[] = { sequence, time, troupe_event_type_get_name (event->type),
                                event->method != NULL ? event->method : "", fields };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++, cell = gtk_widget_get_next_sibling (cell))
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), texts[i]);
}

static void
activated (GtkListView *list, guint position, gpointer user_data)
{
  TroupeLogView *self = TROUPE_LOG_VIEW (user_data);
  g_autoptr (TroupeLogItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);

  if (item != NULL && item->event->method != NULL)
    g_signal_emit (self, signals[METHOD_SELECTED], 0, item->event->method);
}

static void
items_changed (TroupeLogView *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    self->model->n_shown > 0 ? "list" : "empty");
}

static void
troupe_log_view_dispose (GObject *object)
{
  TroupeLogView *self = TROUPE_LOG_VIEW (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (troupe_log_view_parent_class)->dispose (object);
}

static void
troupe_log_view_class_init (TroupeLogViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_log_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[METHOD_SELECTED] =
      g_signal_new ("method-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_log_view_init (TroupeLogView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *empty = gtk_label_new (_ ("Press Run (F5) and watch it here."));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->list = gtk_list_view_new (NULL, factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Log"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_add_css_class (empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

GtkWidget *
troupe_log_view_new (TroupeRunModel *model)
{
  TroupeLogView *self;
  g_autoptr (GtkSingleSelection) selection = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_LOG_VIEW, NULL);
  self->model = g_object_new (TROUPE_TYPE_LOG_MODEL, NULL);
  self->model->run = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (run_changed), self->model,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (items_changed), self,
                           G_CONNECT_SWAPPED);
  selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (selection));
  return GTK_WIDGET (self);
}
