/* troupe-source-table.c: table of the knowledge sources of a crew and its agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-table"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-source-table.h"

#define HEIGHT 200

typedef enum
{
  COLUMN_NAME,
  COLUMN_OWNER,
  COLUMN_PIECES,
  COLUMN_STATE,
  COLUMN_ACT,
  N_COLUMNS
} ColumnKind;

static const struct
{
  const char *title; /* (nullable) */
  int width;         /* 0 for the remaining width */
} kinds[N_COLUMNS] = {
  [COLUMN_NAME] = { N_ ("Source"), 0 },
  [COLUMN_OWNER] = { N_ ("Used By"), 120 },
  [COLUMN_PIECES] = { N_ ("Chunks"), 96 },
  [COLUMN_STATE] = { N_ ("State"), 240 },
  [COLUMN_ACT] = { NULL, 180 },
};

struct _TroupeSourceTable
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *facts;
  GtkWidget *add;
  GtkWidget *stack;
  GtkColumnView *view;
  GListStore *items;
};

enum
{
  READ_REQUESTED,
  STOP_REQUESTED,
  PIECES_REQUESTED,
  LOOK_REQUESTED,
  ADD_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeSourceTable, troupe_source_table, GTK_TYPE_WIDGET)

/* (transfer full) */
static char *
describe_pieces (guint n)
{
  return g_strdup_printf (ngettext ("%u chunk", "%u chunks", n), n);
}

/* --- Row actions ------------------------------------------------------------------------------ */

/* Returns the signal that the main button of a row emits. @words: (out): label of the button */
static guint
get_act (TroupeSourceItem *item, const char **words)
{
  const TroupeSourceFacts *facts = troupe_source_item_get_facts (item);
  guint done, n;

  g_assert (TROUPE_IS_SOURCE_ITEM (item));

  if (troupe_source_item_get_reading (item, &done, &n))
    {
      *words = _ ("Stop");
      return STOP_REQUESTED;
    }
  if (facts->is_python)
    {
      *words = _ ("Help");
      return READ_REQUESTED;
    }
  if (facts->state == TROUPE_SOURCE_READ && troupe_source_item_get_error (item) == NULL)
    {
      *words = _ ("Show Chunks");
      return PIECES_REQUESTED;
    }
  *words = facts->read_us > 0 ? _ ("Embed Again") : _ ("Embed Now");

  return READ_REQUESTED;
}

static void
act_cb (GtkButton *button, gpointer user_data)
{
  GtkListItem *cell = GTK_LIST_ITEM (user_data);
  TroupeSourceTable *self =
      TROUPE_SOURCE_TABLE (gtk_widget_get_ancestor (GTK_WIDGET (button), TROUPE_TYPE_SOURCE_TABLE));
  TroupeSourceItem *item = gtk_list_item_get_item (cell);
  const char *words;

  g_assert (GTK_IS_BUTTON (button));

  if (self != NULL && item != NULL)
    g_signal_emit (self, signals[get_act (item, &words)], 0, item);
}

/* Returns the signal that the second button of a row emits. The button shows the chunks if the
 * main button does not. Otherwise it embeds the source again, or first checks web pages for
 * changes. */
static guint
get_other (TroupeSourceItem *item, guint act, const char **words)
{
  const TroupeSourceFacts *facts = troupe_source_item_get_facts (item);

  g_assert (TROUPE_IS_SOURCE_ITEM (item));

  if (act != PIECES_REQUESTED)
    {
      *words = _ ("Show Chunks");
      return PIECES_REQUESTED;
    }
  *words = facts->has_pages ? _ ("Check for Changes") : _ ("Embed Again");

  return facts->has_pages ? LOOK_REQUESTED : READ_REQUESTED;
}

static void
other_cb (GtkButton *button, gpointer user_data)
{
  GtkListItem *cell = GTK_LIST_ITEM (user_data);
  TroupeSourceTable *self =
      TROUPE_SOURCE_TABLE (gtk_widget_get_ancestor (GTK_WIDGET (button), TROUPE_TYPE_SOURCE_TABLE));
  TroupeSourceItem *item = gtk_list_item_get_item (cell);
  const char *words;

  g_assert (GTK_IS_BUTTON (button));

  if (self != NULL && item != NULL)
    g_signal_emit (self, signals[get_other (item, get_act (item, &words), &words)], 0, item);
}

/* --- Cells -------------------------------------------------------------------------------------------- */

static void
fill_state (GtkWidget *cell, TroupeSourceItem *item)
{
  static const struct
  {
    const char *style, *icon;
  } icons[] = { { "done", "troupe-check-symbolic" },
                { "failed", "troupe-cross-symbolic" },
                { "stale", "troupe-stale-symbolic" },
                { "running", "troupe-ring-symbolic" },
                { "waiting", "troupe-wait-symbolic" } };
  const char *style = troupe_source_item_get_style (item);
  g_autofree char *words = troupe_source_item_describe (item);
  g_autofree char *line = troupe_text_to_line (words);

  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    if (g_str_equal (icons[i].style, style))
      {
        gtk_image_set_from_icon_name (GTK_IMAGE (gtk_widget_get_first_child (cell)), icons[i].icon);
        gtk_widget_add_css_class (cell, style);
      }
    else
      gtk_widget_remove_css_class (cell, icons[i].style);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (cell)), line);
  gtk_widget_set_tooltip_text (cell, line);
}

static void
fill_act (GtkWidget *cell, TroupeSourceItem *item)
{
  const TroupeSourceFacts *facts = troupe_source_item_get_facts (item);
  GtkWidget *button = gtk_widget_get_first_child (cell);
  GtkWidget *other = gtk_widget_get_last_child (cell);
  const char *words = NULL;
  const guint act = get_act (item, &words);
  const char *more = NULL;
  const guint other_act = get_other (item, act, &more);
  g_autofree char *title = troupe_text_to_line (facts->title);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", words, title);
  g_autofree char *more_spoken = g_strdup_printf ("%s, %s", more, title);

  gtk_button_set_label (GTK_BUTTON (button), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  gtk_button_set_icon_name (GTK_BUTTON (other), other_act == PIECES_REQUESTED
                                                    ? "view-list-symbolic"
                                                    : "view-refresh-symbolic");
  gtk_widget_set_tooltip_text (other, more);
  gtk_accessible_update_property (GTK_ACCESSIBLE (other), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  more_spoken, -1);
  /* If a run is reading the source, the user can neither read the source nor stop the reading. */
  gtk_widget_set_visible (button, !troupe_source_item_is_in_run (item));
  gtk_widget_set_visible (other, !troupe_source_item_is_in_run (item) && act != STOP_REQUESTED &&
                                     facts->n_pieces > 0);
}

static void
fill_cb (TroupeSourceItem *item, GtkListItem *cell)
{
  const ColumnKind kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "troupe-kind"));
  const TroupeSourceFacts *facts = troupe_source_item_get_facts (item);
  GtkWidget *child = gtk_list_item_get_child (cell);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_SOURCE_ITEM (item));

  switch (kind)
    {
    case COLUMN_NAME:
      text = troupe_text_to_line (facts->title);
      gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (child)), text);
      gtk_widget_set_tooltip_text (child, text);
      troupe_list_item_set_row_name (cell, text);
      break;
    case COLUMN_OWNER:
      text = facts->owner->role != NULL ? troupe_text_first_line (facts->owner->role)
                                        : g_strdup (_ ("the crew"));
      gtk_label_set_label (GTK_LABEL (child), text);
      break;
    case COLUMN_PIECES:
      text = facts->n_pieces > 0 ? describe_pieces (facts->n_pieces) : g_strdup ("—");
      gtk_label_set_label (GTK_LABEL (child), text);
      break;
    case COLUMN_STATE:
      fill_state (child, item);
      break;
    case COLUMN_ACT:
      fill_act (child, item);
      break;
    case N_COLUMNS:
    default:
      break;
    }
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const ColumnKind kind = GPOINTER_TO_UINT (user_data);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *box = NULL;

  g_assert (GTK_IS_LIST_ITEM (item));

  g_object_set_data (G_OBJECT (item), "troupe-kind", user_data);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (kind == COLUMN_STATE)
    {
      /* The reason of a failure is a whole sentence. */
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_lines (GTK_LABEL (label), 3);
      gtk_widget_set_hexpand (label, TRUE);
    }
  if (kind == COLUMN_ACT)
    {
      GtkWidget *buttons;
      GtkWidget *button;
      GtkWidget *other;

      g_object_ref_sink (label);
      g_object_unref (label);
      buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
      button = gtk_button_new_with_label ("");
      other = gtk_button_new ();
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_add_css_class (other, "flat");
      gtk_widget_set_hexpand (button, TRUE);
      g_signal_connect (button, "clicked", G_CALLBACK (act_cb), item);
      g_signal_connect (other, "clicked", G_CALLBACK (other_cb), item);
      gtk_box_append (GTK_BOX (buttons), button);
      gtk_box_append (GTK_BOX (buttons), other);
      gtk_list_item_set_child (item, buttons);
      return;
    }
  if (kind == COLUMN_NAME || kind == COLUMN_STATE)
    {
      box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("troupe-file-symbolic"));
      gtk_box_append (GTK_BOX (box), label);
      gtk_widget_add_css_class (box, kind == COLUMN_STATE ? "memory-state" : "memory-name");
    }
  gtk_list_item_set_child (item, box != NULL ? box : label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TroupeSourceItem *source = TROUPE_SOURCE_ITEM (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_connect (source, "changed", G_CALLBACK (fill_cb), item);
  fill_cb (source, item);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), fill_cb, item);
}

void
troupe_source_table_set_narrow (TroupeSourceTable *self, gboolean is_narrow)
{
  GListModel *columns;

  g_return_if_fail (TROUPE_IS_SOURCE_TABLE (self));

  columns = gtk_column_view_get_columns (self->view);
  for (guint i = COLUMN_OWNER; i <= COLUMN_STATE; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const gboolean is_visible = !is_narrow || i == COLUMN_STATE;
      const int width = is_narrow && i == COLUMN_STATE ? 180 : kinds[i].width;

      gtk_column_view_column_set_visible (column, is_visible);
      gtk_column_view_column_set_fixed_width (column, is_visible ? width : -1);
    }
}

/* --- Content ---------------------------------------------------------------------------------- */

static TroupeSourceItem *
find_same (TroupeSourceTable *self, const TroupeSourceFacts *facts)
{
  g_assert (TROUPE_IS_SOURCE_TABLE (self));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (TroupeSourceItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (troupe_source_item_is_same (item, facts))
        return item;
    }

  return NULL;
}

/* Returns TRUE if the list already contains these items in this order. */
static gboolean
has_items (TroupeSourceTable *self, GPtrArray *items)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  g_assert (TROUPE_IS_SOURCE_TABLE (self));

  for (guint i = 0; n == items->len && i < n; i++)
    {
      g_autoptr (TroupeSourceItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (item != g_ptr_array_index (items, i))
        return FALSE;
    }

  return n == items->len;
}

void
troupe_source_table_show (TroupeSourceTable *self, GPtrArray *facts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *sources = NULL;
  g_autofree char *pieces = NULL;
  g_autofree char *text = NULL;
  guint n_pieces = 0;

  g_return_if_fail (TROUPE_IS_SOURCE_TABLE (self));
  g_return_if_fail (facts != NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      TroupeSourceFacts *one = g_steal_pointer (&g_ptr_array_index (facts, i));
      TroupeSourceItem *item = find_same (self, one);

      n_pieces += one->n_pieces;
      if (item == NULL)
        g_ptr_array_add (items, troupe_source_item_new (one));
      else
        {
          g_ptr_array_add (items, g_object_ref (item));
          troupe_source_item_set_facts (item, one);
        }
    }
  if (!has_items (self, items))
    g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                         items->pdata, items->len);
  sources = g_strdup_printf (ngettext ("%u source", "%u sources", items->len), items->len);
  pieces = describe_pieces (n_pieces);
  text = g_strdup_printf ("%s · %s", sources, pieces);
  gtk_label_set_label (self->facts, items->len > 0 ? text : "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), items->len > 0 ? "table" : "nothing");
}

gboolean
troupe_source_table_set_run (TroupeSourceTable *self,
                             const char *collection,
                             gboolean is_read,
                             guint done,
                             guint n)
{
  gboolean is_news = FALSE;

  g_return_val_if_fail (TROUPE_IS_SOURCE_TABLE (self), FALSE);
  g_return_val_if_fail (collection != NULL, FALSE);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (TroupeSourceItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (g_str_equal (troupe_source_item_get_facts (item)->owner->collection, collection))
        is_news = troupe_source_item_set_run (item, is_read, done, n) || is_news;
    }

  return is_news;
}

void
troupe_source_table_set_addable (TroupeSourceTable *self, gboolean is_there, const char *reason)
{
  g_return_if_fail (TROUPE_IS_SOURCE_TABLE (self));

  gtk_widget_set_visible (self->add, is_there);
  gtk_widget_set_sensitive (self->add, reason == NULL);
  gtk_widget_set_tooltip_text (self->add, reason);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
add_cb (TroupeSourceTable *self)
{
  g_signal_emit (self, signals[ADD_REQUESTED], 0);
}

static void
troupe_source_table_dispose (GObject *object)
{
  TroupeSourceTable *self = TROUPE_SOURCE_TABLE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (troupe_source_table_parent_class)->dispose (object);
}

static void
troupe_source_table_class_init (TroupeSourceTableClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);
  static const char *const names[] = { "read-requested", "stop-requested", "pieces-requested",
                                       "look-requested" };

  G_OBJECT_CLASS (klass)->dispose = troupe_source_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, TROUPE_TYPE_SOURCE_ITEM);
  signals[ADD_REQUESTED] =
      g_signal_new ("add-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_source_table_init (TroupeSourceTable *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *nothing = gtk_label_new (_ ("No knowledge sources yet."));
  GtkWidget *head;
  GtkWidget *title;
  GtkWidget *content;

  g_assert (TROUPE_IS_SOURCE_TABLE (self));

  self->items = g_list_store_new (TROUPE_TYPE_SOURCE_ITEM);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_add_css_class (self->box, "memory-knowledge");
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  title = gtk_label_new (_ ("Knowledge"));
  content = adw_button_content_new ();
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  self->facts = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "dim-label");
  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "list-add-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), _ ("Add"));
  self->add = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->add), content);
  gtk_widget_add_css_class (self->add, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->add), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Add Source"), -1);
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (add_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->facts));
  gtk_box_append (GTK_BOX (head), self->add);
  gtk_widget_add_css_class (head, "memory-head");
  gtk_box_append (GTK_BOX (self->box), head);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (
      GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->items))))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "memory-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Knowledge Sources"), -1);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), GUINT_TO_POINTER (i));
      column =
          gtk_column_view_column_new (kinds[i].title != NULL ? _ (kinds[i].title) : "", factory);
      if (kinds[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, kinds[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (self->view, column);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_add_css_class (nothing, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->stack), scrolled, "table");
  gtk_widget_set_size_request (self->stack, -1, HEIGHT - 48);
  gtk_box_append (GTK_BOX (self->box), self->stack);
}

GtkWidget *
troupe_source_table_new (void)
{
  return g_object_new (TROUPE_TYPE_SOURCE_TABLE, NULL);
}
