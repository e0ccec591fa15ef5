/* troupe-state-columns.c: columns of the table of state fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-columns"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-drag-order.h"
#include "troupe-row-name.h"
#include "troupe-state-cell.h"
#include "troupe-state-columns.h"
#include "troupe-state-row.h"
#include "troupe-state-words.h"

/* Indentation of the fields of an object. */
#define INDENT 18

static JsonNode *
get_root (TroupeStateTable *self)
{
  return troupe_editor_context_get_root (troupe_state_table_get_context (self));
}

static TroupeFlowDocument *
get_document (TroupeStateTable *self)
{
  return troupe_editor_context_get_document (troupe_state_table_get_context (self));
}

static TroupeStateTable *
get_table (gpointer widget)
{
  return TROUPE_STATE_TABLE (gtk_widget_get_ancestor (widget, TROUPE_TYPE_STATE_TABLE));
}

static const TroupeStateField *
get_field (GtkListItem *item)
{
  return troupe_state_row_get_field (gtk_list_item_get_item (item));
}

/* Returns TRUE if the check button is being updated from the document. */
static gboolean
is_loading (GtkListItem *item)
{
  return g_object_get_data (G_OBJECT (item), "troupe-loading") != NULL;
}

typedef struct
{
  const char *title;
  int width; /* 0 for the remaining space */
  void (*set_up) (GtkListItem *item);
  void (*update) (TroupeStateTable *self, GtkListItem *item);
} Column;

static void
move_dropped (GtkWidget *row, guint from, guint to)
{
  TroupeStateTable *self = get_table (row);
  g_autoptr (TroupeStateRow) dragged =
      g_list_model_get_item (troupe_state_table_get_rows (self), from);
  g_autoptr (TroupeStateRow) other = g_list_model_get_item (troupe_state_table_get_rows (self), to);
  const TroupeStateField *field = dragged != NULL ? troupe_state_row_get_field (dragged) : NULL;
  const TroupeStateField *place = other != NULL ? troupe_state_row_get_field (other) : NULL;
  const char *sibling = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_TABLE (self));

  if (field == NULL || place == NULL ||
      !g_strv_equal ((const char *const *) field->owner, (const char *const *) place->owner))
    {
      troupe_editor_context_say (troupe_state_table_get_context (self),
                                 _ ("A field can only be moved within its own object."));
      return;
    }
  if (to < from)
    sibling = place->name;
  /* A field that is dragged down is placed after the drop target. */
  for (guint i = to + 1; to > from && sibling == NULL; i++)
    {
      g_autoptr (TroupeStateRow) next =
          g_list_model_get_item (troupe_state_table_get_rows (self), i);
      const TroupeStateField *behind = next != NULL ? troupe_state_row_get_field (next) : NULL;

      if (behind == NULL)
        break;
      if (g_strv_equal ((const char *const *) behind->owner, (const char *const *) field->owner) &&
          g_strv_equal ((const char *const *) behind->outer, (const char *const *) field->outer))
        sibling = behind->name;
    }
  troupe_flow_document_move_state_field (get_document (self), field, sibling, &error);
  troupe_editor_context_report (troupe_state_table_get_context (self), error);
}

/* @key: identifies the column */
static void
keep_typed (TroupeStateTable *self,
            TroupeStateCell *cell,
            const TroupeStateField *field,
            const char *key)
{
  g_auto (GStrv) path = field != NULL ? troupe_state_field_make_path (field, key) : NULL;
  g_autofree char *joined = path != NULL ? g_strjoinv (".", path) : NULL;

  if (joined != NULL)
    troupe_state_cell_keep_typed (cell, TROUPE_DOCUMENT (get_document (self)), joined);
}

static void
name_committed_cb (GtkWidget *cell, const char *text, GtkListItem *item)
{
  TroupeStateTable *self = get_table (cell);

  g_assert (TROUPE_IS_STATE_TABLE (self));

  /* An empty name is ignored. */
  if (text[0] != '\0')
    troupe_state_table_request_rename (self, gtk_list_item_get_position (item), text);
}

static void
set_up_name (GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *handle = troupe_drag_order_handle_new ();
  GtkWidget *cell = troupe_state_cell_new (_ ("Field"));

  gtk_widget_set_hexpand (cell, TRUE);
  gtk_widget_add_css_class (troupe_state_cell_get_label (TROUPE_STATE_CELL (cell)), "heading");
  gtk_box_append (GTK_BOX (box), handle);
  gtk_box_append (GTK_BOX (box), cell);
  g_signal_connect (cell, "committed", G_CALLBACK (name_committed_cb), item);
  gtk_list_item_set_child (item, box);
}

static void
update_name (TroupeStateTable *self, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *handle = gtk_widget_get_first_child (box);
  TroupeStateCell *cell = TROUPE_STATE_CELL (gtk_widget_get_last_child (box));
  const TroupeStateField *field = get_field (item);
  guint depth = field != NULL ? g_strv_length (field->outer) : 0;
  gboolean editable = field != NULL && !troupe_state_table_is_read_only (self);

  gtk_widget_set_margin_start (box, (int) depth * INDENT);
  gtk_widget_set_opacity (handle, editable ? 1 : 0);
  gtk_widget_set_sensitive (handle, editable);
  troupe_state_cell_set_text (cell, field != NULL ? field->name : "id", NULL);
  troupe_list_item_set_row_name (item, field != NULL ? field->name : "id");
  troupe_state_cell_set_editable (cell, editable);
  keep_typed (self, cell, field, "name");
  gtk_widget_set_sensitive (GTK_WIDGET (cell), field != NULL);
}

static void
set_up_type (GtkListItem *item)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  gtk_widget_set_hexpand (box, TRUE);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), box);
  /* By default, the button centers its child. */
  gtk_widget_set_halign (gtk_widget_get_parent (box), GTK_ALIGN_FILL);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "state-type");
  gtk_list_item_set_child (item, button);
}

static void
update_type (TroupeStateTable *self, GtkListItem *item)
{
  GtkWidget *button = gtk_list_item_get_child (item);
  GtkWidget *box;
  const TroupeStateField *field = get_field (item);
  g_autofree char *type =
      field != NULL ? troupe_state_describe_type (get_root (self), field) : g_strdup (_ ("text"));
  /* Translators: the type of a field, and the field's name. */
  g_autofree char *spoken =
      g_strdup_printf (_ ("%s, type of %s"), type, field != NULL ? field->name : "id");

  box = gtk_menu_button_get_child (GTK_MENU_BUTTON (button));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), type);
  gtk_widget_set_visible (gtk_widget_get_last_child (box),
                          field != NULL && !troupe_state_table_is_read_only (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  gtk_widget_set_sensitive (button, field != NULL && !troupe_state_table_is_read_only (self));
  if (field != NULL)
    {
      g_autoptr (GMenuModel) menu = NULL;
      guint position;
      gboolean is_plain;
      GMenu *types;

      position = gtk_list_item_get_position (item);
      is_plain = troupe_state_get_kind (get_root (self)) == TROUPE_STATE_KIND_DICT;
      types = g_menu_new ();
      for (guint i = 0; i < TROUPE_STATE_TYPE_OTHER; i++)
        {
          g_autoptr (GMenuItem) entry =
              g_menu_item_new (troupe_state_type_get_title ((TroupeFieldType) i), NULL);

          /* A type without schema cannot express these types. */
          if (is_plain && (i == TROUPE_STATE_TYPE_CHOICE || i == TROUPE_STATE_TYPE_TEXTS ||
                           i == TROUPE_STATE_TYPE_OBJECTS))
            continue;
          g_menu_item_set_action_and_target (entry, "state-table.set-type", "(uu)", position, i);
          g_menu_append_item (types, entry);
        }
      menu = G_MENU_MODEL (types);
      gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
    }
}

static void
set_up_check (GtkListItem *item)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_halign (check, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (item, check);
}

static void
required_cb (GtkCheckButton *check, GtkListItem *item)
{
  TroupeStateTable *self = get_table (check);
  g_autoptr (GError) error = NULL;

  if (self == NULL || is_loading (item) || get_field (item) == NULL)
    return;
  troupe_flow_document_set_state_required (get_document (self), get_field (item),
                                           gtk_check_button_get_active (check), &error);
  troupe_editor_context_report (troupe_state_table_get_context (self), error);
}

static void
set_up_required (GtkListItem *item)
{
  set_up_check (item);
  g_signal_connect (gtk_list_item_get_child (item), "toggled", G_CALLBACK (required_cb), item);
}

static void
set_check (TroupeStateTable *self, GtkListItem *item, gboolean active, const char *spoken)
{
  GtkWidget *check = gtk_list_item_get_child (item);

  g_assert (TROUPE_IS_STATE_TABLE (self));

  g_object_set_data (G_OBJECT (item), "troupe-loading", GINT_TO_POINTER (TRUE));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  g_object_set_data (G_OBJECT (item), "troupe-loading", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

static void
update_required (TroupeStateTable *self, GtkListItem *item)
{
  const TroupeStateField *field = get_field (item);
  /* Translators: %s is the name of a field. */
  g_autofree char *spoken =
      g_strdup_printf (_ ("required, %s"), field != NULL ? field->name : "id");
  gboolean is_plain = troupe_state_get_kind (get_root (self)) == TROUPE_STATE_KIND_DICT;

  set_check (self, item, field == NULL || troupe_state_get_required (get_root (self), field),
             spoken);
  gtk_widget_set_sensitive (gtk_list_item_get_child (item),
                            field != NULL && !troupe_state_table_is_read_only (self));
  gtk_widget_set_visible (gtk_list_item_get_child (item), field == NULL || !is_plain);
}

static void
default_committed_cb (GtkWidget *cell, const char *text, GtkListItem *item)
{
  TroupeStateTable *self = get_table (cell);
  const TroupeStateField *field = get_field (item);
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) value = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_TABLE (self));

  if (field == NULL)
    return;
  if (text[0] != '\0')
    value = troupe_state_value_from_text (get_root (self), field, text, &message);
  if (message != NULL)
    {
      troupe_editor_context_say (troupe_state_table_get_context (self), message);
      return;
    }
  troupe_flow_document_set_state_default (get_document (self), field, value, &error);
  troupe_editor_context_report (troupe_state_table_get_context (self), error);
}

static void
set_up_default (GtkListItem *item)
{
  GtkWidget *cell = troupe_state_cell_new (_ ("Default"));

  gtk_widget_add_css_class (troupe_state_cell_get_label (TROUPE_STATE_CELL (cell)), "monospace");
  g_signal_connect (cell, "committed", G_CALLBACK (default_committed_cb), item);
  gtk_list_item_set_child (item, cell);
}

static void
update_default (TroupeStateTable *self, GtkListItem *item)
{
  TroupeStateCell *cell = TROUPE_STATE_CELL (gtk_list_item_get_child (item));
  const TroupeStateField *field = get_field (item);
  JsonNode *value = field != NULL ? troupe_state_get_default (get_root (self), field) : NULL;
  g_autofree char *text = troupe_state_value_to_text (value);
  const char *shown = NULL;

  if (field == NULL)
    shown = _ ("generated");
  else if (value == NULL)
    shown = "–";
  else if (JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_BOOLEAN)
    shown = json_node_get_boolean (value) ? _ ("yes") : _ ("no");
  troupe_state_cell_set_text (cell, text, shown);
  troupe_state_cell_set_editable (cell, field != NULL && !troupe_state_table_is_read_only (self));
  keep_typed (self, cell, field, "default");
  gtk_widget_set_sensitive (GTK_WIDGET (cell), field != NULL);
}

static void
asked_cb (GtkCheckButton *check, GtkListItem *item)
{
  TroupeStateTable *self = get_table (check);
  const TroupeStateField *field = get_field (item);
  g_autoptr (GError) error = NULL;

  if (self == NULL || is_loading (item) || field == NULL || field->outer[0] != NULL)
    return;
  troupe_flow_document_set_state_asked (get_document (self), field,
                                        gtk_check_button_get_active (check), &error);
  troupe_editor_context_report (troupe_state_table_get_context (self), error);
}

static void
set_up_asked (GtkListItem *item)
{
  set_up_check (item);
  g_signal_connect (gtk_list_item_get_child (item), "toggled", G_CALLBACK (asked_cb), item);
}

static void
update_asked (TroupeStateTable *self, GtkListItem *item)
{
  const TroupeStateField *field = get_field (item);
  /* Translators: %s is the name of a field. */
  g_autofree char *spoken =
      g_strdup_printf (_ ("ask for %s before a run"), field != NULL ? field->name : "id");

  set_check (self, item, field != NULL && troupe_state_get_asked (get_root (self), field), spoken);
  gtk_widget_set_visible (gtk_list_item_get_child (item), field != NULL && field->outer[0] == NULL);
}

static const Column columns[] = {
  { N_ ("Field"), 176, set_up_name, update_name },
  { N_ ("Type"), 132, set_up_type, update_type },
  { N_ ("Required"), 76, set_up_required, update_required },
  { N_ ("Default"), 0, set_up_default, update_default },
  { N_ ("Input"), 64, set_up_asked, update_asked },
};

/* --- Item factory ----------------------------------------------------------------------------- */

static const Column *
get_column (gpointer object)
{
  return g_object_get_data (object, "troupe-column");
}

static void
row_changed_cb (GtkListItem *item)
{
  TroupeStateTable *self = get_table (gtk_list_item_get_child (item));

  if (self != NULL)
    get_column (item)->update (self, item);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TroupeStateTable *self)
{
  const Column *column = get_column (factory);
  GtkWidget *child;

  g_assert (TROUPE_IS_STATE_TABLE (self));

  g_object_set_data (G_OBJECT (item), "troupe-column", (gpointer) column);
  column->set_up (item);
  child = gtk_list_item_get_child (item);
  gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  troupe_drag_order_add (child,
                         column->update == update_name ? gtk_widget_get_first_child (child) : NULL,
                         self, move_dropped);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TroupeStateTable *self)
{
  g_assert (TROUPE_IS_STATE_TABLE (self));

  troupe_drag_order_set_index (gtk_list_item_get_child (item), gtk_list_item_get_position (item));
  get_column (item)->update (self, item);
  g_signal_connect_object (gtk_list_item_get_item (item), "changed", G_CALLBACK (row_changed_cb),
                           item, G_CONNECT_SWAPPED);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TroupeStateTable *self)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), row_changed_cb, item);
}

void
troupe_state_columns_add (GtkColumnView *view, TroupeStateTable *table)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (TROUPE_IS_STATE_TABLE (table));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const Column *column = &columns[i];
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) own = NULL;

      g_object_set_data (G_OBJECT (factory), "troupe-column", (gpointer) column);
      g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), table, 0);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), table, 0);
      g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), table, 0);
      own = gtk_column_view_column_new (_ (column->title), factory);
      if (column->width > 0)
        gtk_column_view_column_set_fixed_width (own, column->width);
      else
        gtk_column_view_column_set_expand (own, TRUE);
      gtk_column_view_append_column (view, own);
    }
}
