/* troupe-value-view.c: a value as a tree or as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-value-item.h"
#include "troupe-value-view.h"

/* How many characters of a text a row shows, and how many bytes the text form does. */
#define ROW_TEXT_LIMIT 200
#define TEXT_LIMIT (200 * 1000)

struct _TroupeValueView
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkTextBuffer *buffer;
  GtkWidget *cut_label;
  GtkLabel *empty_label;
  GtkWidget *menu;

  TroupeValue *value;
  char *name;
  gboolean as_text;
};

enum
{
  PROP_0,
  PROP_AS_TEXT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeValueView, troupe_value_view, GTK_TYPE_WIDGET)

/* --- Rows ------------------------------------------------------------------------------------- */

static const char *
get_value_class (const TroupeValue *value)
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

static char *
describe_value (const TroupeValue *value)
{
  gsize length;
  const char *text;

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return g_strdup (troupe_value_list_get_length (value) == 0 ? "[]" : "");
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return g_strdup (troupe_value_map_get_size (value) == 0 ? "{}" : "");
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (value, &length);
      if (g_utf8_strlen (text, (gssize) MIN (length, 4 * ROW_TEXT_LIMIT)) > ROW_TEXT_LIMIT)
        {
          g_autofree char *cut = g_utf8_substring (text, 0, ROW_TEXT_LIMIT);

          return g_strdup_printf ("\"%s…\"", g_strdelimit (cut, "\n\r\t", ' '));
        }
    }
  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

/* How much there is: entries, or characters of a long text. */
static char *
describe_length (const TroupeValue *value)
{
  gsize length;
  const char *text;

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return g_strdup_printf ("%" G_GSIZE_FORMAT, troupe_value_list_get_length (value));
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return g_strdup_printf ("%" G_GSIZE_FORMAT, troupe_value_map_get_size (value));
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (value, &length);
  if (length < ROW_TEXT_LIMIT)
    return NULL;
  return g_strdup_printf ("%ld", g_utf8_strlen (text, (gssize) length));
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *pill = gtk_label_new (NULL);
  GtkWidget *value = gtk_label_new (NULL);

  gtk_widget_add_css_class (name, "value-name");
  gtk_widget_add_css_class (pill, "value-pill");
  gtk_widget_add_css_class (value, "monospace");
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (value), TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), pill);
  gtk_box_append (GTK_BOX (box), value);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkWidget *expander = gtk_list_item_get_child (item);
  GtkWidget *box = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander));
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *pill = gtk_widget_get_next_sibling (name);
  GtkWidget *label = gtk_widget_get_next_sibling (pill);
  g_autoptr (TroupeValueItem) entry = gtk_tree_list_row_get_item (row);
  TroupeValue *value = troupe_value_item_get_value (entry);
  g_autofree char *text = describe_value (value);
  g_autofree char *length = describe_length (value);
  const char *classes[] = { "monospace", get_value_class (value), NULL };

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  gtk_label_set_label (GTK_LABEL (name), troupe_value_item_get_name (entry));
  gtk_label_set_label (GTK_LABEL (pill), length != NULL ? length : "");
  gtk_widget_set_visible (pill, length != NULL);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_css_classes (label, classes);
}

static GListModel *
list_children (gpointer item, gpointer user_data)
{
  return troupe_value_item_list_children (TROUPE_VALUE_ITEM (item));
}

/* --- Showing ---------------------------------------------------------------------------------- */

static void
show_tree (TroupeValueView *self)
{
  GListStore *store = g_list_store_new (TROUPE_TYPE_VALUE_ITEM);
  g_autoptr (TroupeValueItem) root = troupe_value_item_new (self->name, self->name, self->value);
  g_autoptr (GtkTreeListModel) model = NULL;
  g_autoptr (GtkTreeListRow) first = NULL;

  g_list_store_append (store, root);
  model = gtk_tree_list_model_new (G_LIST_MODEL (store), FALSE, FALSE, list_children, NULL, NULL);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
  first = gtk_tree_list_model_get_row (model, 0);
  gtk_tree_list_row_set_expanded (first, TRUE);
}

char *
troupe_value_view_get_text (TroupeValueView *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_VIEW (self), NULL);

  if (self->value == NULL)
    return g_strdup ("");
  if (troupe_value_is (self->value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (self->value, &length);

      return g_utf8_make_valid (text, (gssize) length);
    }
  return troupe_value_to_json (self->value, TROUPE_JSON_PRETTY);
}

static void
show_text (TroupeValueView *self)
{
  g_autofree char *text = troupe_value_view_get_text (self);
  gsize length = strlen (text);
  const gboolean cut = length > TEXT_LIMIT;

  if (cut)
    {
      const char *end = g_utf8_find_prev_char (text, text + TEXT_LIMIT);

      length = end != NULL ? (gsize) (end - text) : 0;
    }
  gtk_text_buffer_set_text (self->buffer, text, (int) length);
  gtk_widget_set_visible (self->cut_label, cut);
}

static void
update (TroupeValueView *self)
{
  if (self->value == NULL)
    {
      gtk_single_selection_set_model (self->selection, NULL);
      gtk_text_buffer_set_text (self->buffer, "", 0);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
      return;
    }
  if (self->as_text)
    show_text (self);
  else
    show_tree (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->as_text ? "text" : "tree");
}

void
troupe_value_view_set_value (TroupeValueView *self,
                             const char *name,
                             TroupeValue *value,
                             const char *empty)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));

  gtk_label_set_label (self->empty_label, empty);
  /* The same value again must not fold the tree that a person has opened. */
  if (value != NULL && value == self->value && g_strcmp0 (name, self->name) == 0)
    return;
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->name, g_free);
  self->value = value != NULL ? troupe_value_ref (value) : NULL;
  self->name = g_strdup (name);
  update (self);
}

void
troupe_value_view_set_as_text (TroupeValueView *self, gboolean as_text)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));

  if (self->as_text == as_text)
    return;
  self->as_text = as_text;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AS_TEXT]);
}

/* --- Copying ---------------------------------------------------------------------------------- */

static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (widget);
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (TroupeValueItem) entry = NULL;
  g_autofree char *text = NULL;
  TroupeValue *value = self->value;

  if (row != NULL && !self->as_text)
    {
      entry = gtk_tree_list_row_get_item (row);
      value = troupe_value_item_get_value (entry);
    }
  if (value == NULL)
    return;
  if (g_str_equal (name, "value.copy-path"))
    text = g_strdup (entry != NULL ? troupe_value_item_get_path (entry) : self->name);
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    text = g_strdup (troupe_value_get_string (value, NULL));
  else
    text = troupe_value_to_json (value, TROUPE_JSON_PRETTY);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (user_data);

  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
add_menu (TroupeValueView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_menu_append (menu, _ ("Copy Value"), "value.copy");
  g_menu_append (menu, _ ("Copy Path"), "value.copy-path");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (menu_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* --- The object ------------------------------------------------------------------------------- */

static GtkWidget *
make_tree (TroupeValueView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "value-tree");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Value"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  return scroller;
}

static GtkWidget *
make_text (TroupeValueView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *text = gtk_text_view_new ();

  gtk_text_view_set_editable (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (text), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (text), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (text), 12);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (text), 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Value as text"), -1);
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (text));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  self->cut_label = gtk_label_new (_ ("Cut at 200 kB. Copy Value takes all of it."));
  gtk_widget_add_css_class (self->cut_label, "dim-label");
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->cut_label);
  return box;
}

static void
troupe_value_view_dispose (GObject *object)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (troupe_value_view_parent_class)->dispose (object);
}

static void
troupe_value_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_AS_TEXT)
    g_value_set_boolean (value, TROUPE_VALUE_VIEW (object)->as_text);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_value_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_AS_TEXT)
    troupe_value_view_set_as_text (TROUPE_VALUE_VIEW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_value_view_class_init (TroupeValueViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_value_view_dispose;
  object_class->get_property = troupe_value_view_get_property;
  object_class->set_property = troupe_value_view_set_property;
  properties[PROP_AS_TEXT] =
      g_param_spec_boolean ("as-text", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "value.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "value.copy-path", NULL, copy_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "value.copy",
                                       NULL);
}

static void
troupe_value_view_init (TroupeValueView *self)
{
  GtkWidget *empty = gtk_label_new (NULL);

  self->stack = gtk_stack_new ();
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  gtk_stack_add_named (GTK_STACK (self->stack), make_tree (self), "tree");
  gtk_stack_add_named (GTK_STACK (self->stack), make_text (self), "text");
  self->empty_label = GTK_LABEL (empty);
  gtk_label_set_wrap (self->empty_label, TRUE);
  gtk_label_set_justify (self->empty_label, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_set_margin_start (empty, 12);
  gtk_widget_set_margin_end (empty, 12);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  add_menu (self);
}

GtkWidget *
troupe_value_view_new (void)
{
  return g_object_new (TROUPE_TYPE_VALUE_VIEW, NULL);
}
