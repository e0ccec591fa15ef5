/* troupe-value-tree.c: tree view of a value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-tree"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-dragged-path.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-search-keys.h"
#include "troupe-value-search.h"
#include "troupe-value-tree.h"
#include "troupe-value-unfold.h"

/* Maximum number of characters of a string in a row. */
#define ROW_TEXT_LIMIT 200

struct _TroupeValueTree
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *scroller;
  GtkWidget *list;
  GtkSingleSelection *selection;
  char *root_key;        /* (nullable) */
  TroupeValueItem *root; /* (nullable) */
  GtkWidget *bar;        /* for searching */
  GtkWidget *entry;
  GtkWidget *count;
  GPtrArray *matches;      /* (nullable) (element-type GArray): chains of positions */
  guint match;             /* the present one */
  GCancellable *searching; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeValueTree, troupe_value_tree, GTK_TYPE_WIDGET)

const char *
troupe_value_get_css_class (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      return "value-string";
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_DOUBLE:
    case TROUPE_VALUE_BIG_INTEGER:
      return "value-number";
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
    case TROUPE_VALUE_TYPE:
    default:
      return "value-word";
    }
}

char *
troupe_value_describe (const TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return g_strdup (troupe_value_list_get_length (value) == 0 ? "[]" : "");
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return g_strdup (troupe_value_map_get_size (value) == 0 ? "{}" : "");
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (value, &length);
      const char *end = text;
      g_autoptr (TroupeValue) cut = NULL;
      g_autofree char *quoted = NULL;

      for (int i = 0; i < ROW_TEXT_LIMIT && end < text + length; i++)
        end = g_utf8_next_char (end);
      if (end >= text + length)
        return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      cut = troupe_value_new_string (text, end - text);
      quoted = troupe_value_to_json (cut, TROUPE_JSON_COMPACT);
      quoted[strlen (quoted) - 1] = '\0';
      return g_strconcat (quoted, "…", NULL);
    }
  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

char *
troupe_value_describe_line (const TroupeValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *count = NULL;
  gboolean is_list;

  g_return_val_if_fail (value != NULL, NULL);

  text = troupe_value_describe (value);
  if (*text != '\0')
    return g_steal_pointer (&text);
  is_list = troupe_value_is (value, TROUPE_VALUE_LIST);
  count = troupe_value_format_count (is_list ? troupe_value_list_get_length (value)
                                             : troupe_value_map_get_size (value));
  return g_strdup_printf (is_list ? "[%s]" : "{%s}", count);
}

static gboolean
cut_tooltip_asked_cb (GtkWidget *widget,
                      int x,
                      int y,
                      gboolean keyboard_mode,
                      GtkTooltip *tooltip,
                      gpointer user_data)
{
  GtkLabel *label = GTK_LABEL (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (!pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return TRUE;
}

void
troupe_value_label_tell_cut (GtkWidget *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (cut_tooltip_asked_cb), NULL);
}

/* Returns the number of entries, or the length of a long string, see troupe_value_format_length().
 * (nullable) */
static char *
describe_length (TroupeValueItem *item)
{
  TroupeValue *value = troupe_value_item_get_value (item);
  const gsize count = troupe_value_item_count (item);
  gsize length;
  const char *text;

  if (count > 0)
    return troupe_value_format_count (count);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (value, &length);
  if (length < ROW_TEXT_LIMIT)
    return NULL;
  return troupe_value_format_length (text, length);
}

/* --- Rows ------------------------------------------------------------------------------------- */

/* Selects the row under the pointer for the menu. */
static void
row_pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  GtkListItem *item = GTK_LIST_ITEM (user_data);
  GtkWidget *tree =
      gtk_widget_get_ancestor (gtk_list_item_get_child (item), TROUPE_TYPE_VALUE_TREE);

  g_assert (GTK_IS_GESTURE_CLICK (gesture));

  if (tree != NULL)
    gtk_single_selection_set_selected (TROUPE_VALUE_TREE (tree)->selection,
                                       gtk_list_item_get_position (item));
}

/* Returns the path of the value of a row, or its name if it has none. (transfer full) */
static char *
get_row_path (GtkListItem *item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  g_autoptr (TroupeValueItem) entry = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (entry == NULL)
    return NULL;
  return g_strdup (*troupe_value_item_get_path (entry) != '\0'
                       ? troupe_value_item_get_path (entry)
                       : troupe_value_item_get_name (entry));
}

/* Anywhere else, the path is dropped as a text. */
static GdkContentProvider *
drag_prepare_cb (GtkDragSource *source, double x, double y, GtkListItem *item)
{
  g_autofree char *path = get_row_path (item);

  return path != NULL ? gdk_content_provider_new_typed (G_TYPE_STRING, path) : NULL;
}

static void
drag_begin_cb (GtkDragSource *source, GdkDrag *drag, GtkListItem *item)
{
  g_autofree char *path = get_row_path (item);
  GtkWidget *label = gtk_label_new (path);

  gtk_widget_add_css_class (label, "monospace");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), label);
  g_object_set_data_full (G_OBJECT (drag), TROUPE_DRAGGED_PATH, g_steal_pointer (&path), g_free);
}

static void
setup_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *pill = gtk_label_new (NULL);
  GtkWidget *value = gtk_label_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_add_css_class (pill, "value-pill");
  gtk_widget_set_valign (pill, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (value);
  gtk_label_set_single_line_mode (GTK_LABEL (value), TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), pill);
  gtk_box_append (GTK_BOX (box), value);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (row_pressed_cb), item, 0);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (drag, "prepare", G_CALLBACK (drag_prepare_cb), item, 0);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), item, 0);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drag));
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
}

static void
bind_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkWidget *expander = gtk_list_item_get_child (item);
  GtkWidget *mark =
      gtk_widget_get_first_child (gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander)));
  GtkWidget *name = gtk_widget_get_next_sibling (mark);
  GtkWidget *pill = gtk_widget_get_next_sibling (name);
  GtkWidget *label = gtk_widget_get_next_sibling (pill);
  g_autoptr (TroupeValueItem) entry = gtk_tree_list_row_get_item (row);
  TroupeValue *value = troupe_value_item_get_value (entry);
  const TroupeValueMark kind = troupe_value_item_get_mark (entry);
  g_autofree char *described = troupe_value_describe (value);
  g_autofree char *text = troupe_text_to_line (described);
  g_autofree char *key = troupe_text_to_line (troupe_value_item_get_name (entry));
  g_autofree char *length = describe_length (entry);
  g_autofree char *spoken = g_strdup_printf ("%s: %s", key, text);
  static const char *const classes[] = { "mark-same", "mark-added", "mark-removed",
                                         "mark-changed" };
  const char *const mark_classes[] = { "value-mark", classes[kind], NULL };
  const char *const value_classes[] = { "monospace", troupe_value_get_css_class (value), NULL };
  const char *const name_classes[] = { gtk_tree_list_row_is_expandable (row) ? "value-branch"
                                                                             : "value-name",
                                       NULL };
  static const char *const texts[] = { "", "+", "−", "±" };

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  gtk_label_set_label (GTK_LABEL (mark), texts[kind]);
  gtk_widget_set_visible (mark, kind != TROUPE_VALUE_SAME);
  gtk_widget_set_css_classes (mark, (const char **) mark_classes);
  gtk_label_set_label (GTK_LABEL (name), key);
  gtk_widget_set_css_classes (name, (const char **) name_classes);
  gtk_label_set_label (GTK_LABEL (pill), length != NULL ? length : "");
  gtk_widget_set_visible (pill, length != NULL);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_css_classes (label, (const char **) value_classes);
  troupe_list_item_set_name (item, spoken);
}

static void
unbind_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

static void
activated_cb (GtkListView *list, guint position, gpointer user_data)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* --- Value -------------------------------------------------------------------------------------- */

static GListModel *
list_children (gpointer item, gpointer user_data)
{
  return troupe_value_item_list_children (TROUPE_VALUE_ITEM (item));
}

static void search (TroupeValueTree *self, gboolean is_new);

void
troupe_value_tree_set_root (TroupeValueTree *self, TroupeValueItem *root)
{
  g_autoptr (GHashTable) unfolded = NULL;
  g_autoptr (GtkTreeListModel) model = NULL;
  g_autofree char *key = NULL;
  GtkAdjustment *adjustment;
  GListStore *store;
  double place;

  g_return_if_fail (TROUPE_IS_VALUE_TREE (self));
  g_return_if_fail (root == NULL || TROUPE_IS_VALUE_ITEM (root));

  g_set_object (&self->root, root);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  if (root == NULL)
    {
      gtk_single_selection_set_model (self->selection, NULL);
      g_clear_pointer (&self->root_key, g_free);
      return;
    }
  key = g_strdup_printf ("%s\n%s", troupe_value_item_get_path (root),
                         troupe_value_item_get_name (root));
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  place = g_strcmp0 (key, self->root_key) == 0 ? gtk_adjustment_get_value (adjustment) : 0;
  unfolded = troupe_value_unfold_collect (gtk_single_selection_get_model (self->selection));
  if (g_strcmp0 (key, self->root_key) != 0)
    g_hash_table_remove_all (unfolded);

  store = g_list_store_new (TROUPE_TYPE_VALUE_ITEM);
  g_list_store_append (store, root);
  model = gtk_tree_list_model_new (G_LIST_MODEL (store), FALSE, FALSE, list_children, NULL, NULL);
  troupe_value_unfold_restore (G_LIST_MODEL (model), unfolded);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
  gtk_adjustment_set_value (adjustment, place);
  g_free (self->root_key);
  self->root_key = g_steal_pointer (&key);
  /* The matches of another value. The selection stays where it is until the user goes to one. */
  if (gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (self->bar)))
    search (self, FALSE);
}

/* --- Search ----------------------------------------------------------------------------------- */

/* Expands the rows above the entry, selects it and scrolls to it. */
static void
reveal (TroupeValueTree *self, const GArray *chain)
{
  GListModel *model = gtk_single_selection_get_model (self->selection);
  g_autoptr (GtkTreeListRow) row = model != NULL ? g_list_model_get_item (model, 0) : NULL;
  guint position = 0;

  g_assert (TROUPE_IS_VALUE_TREE (self));

  for (guint i = 0; row != NULL && i < chain->len; i++)
    {
      GtkTreeListRow *child = NULL;

      gtk_tree_list_row_set_expanded (row, TRUE);
      child = gtk_tree_list_row_get_child_row (row, g_array_index (chain, guint, i));
      g_object_unref (row);
      row = child;
    }
  if (row == NULL)
    return;
  position = gtk_tree_list_row_get_position (row);
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

static void
show_count (TroupeValueTree *self)
{
  const guint n = self->matches != NULL ? self->matches->len : 0;
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_VALUE_TREE (self));

  if (*query == '\0')
    text = g_strdup ("");
  else if (self->matches == NULL)
    text = g_strdup ("…");
  else if (n == 0)
    text = g_strdup (_ ("No Matches"));
  else
    /* Translators: the number of the present match and of all matches */
    text = g_strdup_printf (_ ("%u of %u"), self->match + 1, n);
  gtk_label_set_text (GTK_LABEL (self->count), text);
}

/* Called on a thread of its own, because a value may be large. */
static void
search_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TroupeValueItem *root = task_data;

  g_task_return_pointer (
      task, troupe_value_search (root, g_object_get_data (G_OBJECT (task), "query"), cancellable),
      (GDestroyNotify) g_ptr_array_unref);
}

/* Goes to the first match of a new query. The matches of another value leave the selection where it is. */
static void
searched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupeValueTree *self = TROUPE_VALUE_TREE (object);
  GPtrArray *matches = g_task_propagate_pointer (G_TASK (result), NULL);

  if (matches == NULL)
    return;
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  self->matches = matches;
  self->match = MIN (self->match, MAX (matches->len, 1) - 1);
  if (GPOINTER_TO_INT (user_data) && matches->len > 0)
    reveal (self, matches->pdata[0]);
  show_count (self);
}

/* Searches the value. @is_new: whether the query is new */
static void
search (TroupeValueTree *self, gboolean is_new)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GTask) task = NULL;

  g_assert (TROUPE_IS_VALUE_TREE (self));

  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  if (is_new)
    self->match = 0;
  if (self->root == NULL || *query == '\0')
    {
      show_count (self);
      return;
    }
  self->searching = g_cancellable_new ();
  task = g_task_new (self, self->searching, searched_cb, GINT_TO_POINTER (is_new));
  g_task_set_source_tag (task, search);
  g_task_set_task_data (task, g_object_ref (self->root), g_object_unref);
  g_object_set_data_full (G_OBJECT (task), "query", g_strdup (query), g_free);
  g_task_run_in_thread (task, search_thread);
}

static void
query_changed_cb (TroupeValueTree *self)
{
  search (self, TRUE);
}

static void
go (TroupeValueTree *self, gboolean is_back)
{
  const guint n = self->matches != NULL ? self->matches->len : 0;

  g_assert (TROUPE_IS_VALUE_TREE (self));

  if (n == 0)
    return;
  self->match = (self->match + (is_back ? n - 1 : 1)) % n;
  reveal (self, self->matches->pdata[self->match]);
  show_count (self);
}

static void
next_cb (TroupeValueTree *self)
{
  go (self, FALSE);
}

static void
previous_cb (TroupeValueTree *self)
{
  go (self, TRUE);
}

static void
stopped_cb (TroupeValueTree *self)
{
  g_assert (TROUPE_IS_VALUE_TREE (self));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->bar), FALSE);
  gtk_widget_grab_focus (self->list);
}

void
troupe_value_tree_find (TroupeValueTree *self)
{
  g_return_if_fail (TROUPE_IS_VALUE_TREE (self));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->bar), TRUE);
  gtk_widget_grab_focus (self->entry);
}

static void
add_button (TroupeValueTree *self,
            GtkWidget *box,
            const char *icon,
            const char *title,
            GCallback func)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", func, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
}

TroupeValueItem *
troupe_value_tree_dup_selected (TroupeValueTree *self)
{
  GtkTreeListRow *row;

  g_return_val_if_fail (TROUPE_IS_VALUE_TREE (self), NULL);

  row = gtk_single_selection_get_selected_item (self->selection);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

GtkSelectionModel *
troupe_value_tree_get_model (TroupeValueTree *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_TREE (self), NULL);

  return GTK_SELECTION_MODEL (self->selection);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_value_tree_dispose (GObject *object)
{
  TroupeValueTree *self = TROUPE_VALUE_TREE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_object (&self->root);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->root_key, g_free);
  G_OBJECT_CLASS (troupe_value_tree_parent_class)->dispose (object);
}

static void
troupe_value_tree_class_init (TroupeValueTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_value_tree_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_value_tree_init (TroupeValueTree *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box;

  g_assert (TROUPE_IS_VALUE_TREE (self));
  g_assert (self != NULL);

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row_cb), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_widget_add_css_class (self->list, "value-tree");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Value"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated_cb), self, 0);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->bar = gtk_search_bar_new ();
  self->entry = gtk_search_entry_new ();
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find in the Value"), -1);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->count);
  add_button (self, box, "go-up-symbolic", _ ("Previous Match"), G_CALLBACK (previous_cb));
  add_button (self, box, "go-down-symbolic", _ ("Next Match"), G_CALLBACK (next_cb));
  gtk_search_bar_set_child (GTK_SEARCH_BAR (self->bar), box);
  gtk_search_bar_connect_entry (GTK_SEARCH_BAR (self->bar), GTK_EDITABLE (self->entry));
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (query_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (next_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "next-match", G_CALLBACK (next_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "previous-match", G_CALLBACK (previous_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (stopped_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_search_keys_add (self->entry, self->list);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_value_tree_new (void)
{
  return g_object_new (TROUPE_TYPE_VALUE_TREE, NULL);
}
