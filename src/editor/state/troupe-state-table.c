/* troupe-state-table.c: table of state fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-table"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-pass-focus.h"
#include "troupe-state-cell.h"
#include "troupe-state-columns.h"
#include "troupe-state-row.h"
#include "troupe-state-table.h"

/* Interval in milliseconds, and maximum number of checks whether the rows were created. */
#define ROWS_DELAY 50
#define MOST_WAITS 20

struct _TroupeStateTable
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  GtkWidget *overlay;
  GtkWidget *scroller;
  GtkWidget *view;
  GtkWidget *empty;
  GListStore *rows;
  GtkSingleSelection *selection;
  guint wait_id;
  guint n_waits;
  gboolean wants_edit; /* edit once the rows were created */
};

enum
{
  SELECTED,
  OPENED,
  RENAME_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStateTable, troupe_state_table, GTK_TYPE_WIDGET)

/* --- Displaying the rows ---------------------------------------------------------------------- */

static JsonNode *
get_root (TroupeStateTable *self)
{
  return troupe_editor_context_get_root (self->context);
}

static TroupeFlowDocument *
get_document (TroupeStateTable *self)
{
  return troupe_editor_context_get_document (self->context);
}

gboolean
troupe_state_table_is_read_only (TroupeStateTable *self)
{
  TroupeStateKind kind;

  g_return_val_if_fail (TROUPE_IS_STATE_TABLE (self), TRUE);

  kind = troupe_state_get_kind (get_root (self));
  return kind == TROUPE_STATE_KIND_CLASS || kind == TROUPE_STATE_KIND_OTHER;
}

/* Returns the scrolling list below the column titles. */
static GtkWidget *
get_list (TroupeStateTable *self)
{
  GtkWidget *child = gtk_widget_get_first_child (self->view);

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static TroupeStateRow *
get_selected_row (TroupeStateTable *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
set_type_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeStateTable *self = TROUPE_STATE_TABLE (widget);
  g_autoptr (TroupeStateRow) row = NULL;
  g_autoptr (GError) error = NULL;
  guint32 position;
  guint32 type;

  g_variant_get (parameter, "(uu)", &position, &type);
  row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  if (row == NULL || troupe_state_row_get_field (row) == NULL || type >= TROUPE_STATE_TYPE_OTHER)
    return;
  troupe_flow_document_set_state_type (get_document (self), troupe_state_row_get_field (row),
                                       (TroupeFieldType) type, &error);
  troupe_editor_context_report (self->context, error);
}

/* --- Following the document ------------------------------------------------------------------- */

static gboolean
is_row_of (TroupeStateTable *self, guint position, const TroupeStateField *field)
{
  g_autoptr (TroupeStateRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  return row != NULL && troupe_state_row_is_of (row, field);
}

void
troupe_state_table_refresh (TroupeStateTable *self)
{
  guint selected;
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (GPtrArray) added = NULL;
  guint n;
  guint first = 0;
  guint last = 0;
  TroupeStateKind kind;

  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));

  selected = gtk_single_selection_get_selected (self->selection);
  /* Updates the rows. The rows of existing fields are preserved, so that text that is being
   * typed is not lost. Lists the fields for the rows: the id first, then all fields. */
  fields = troupe_state_list_fields (get_root (self));
  kind = troupe_state_get_kind (get_root (self));
  /* A field `id` in the document only declares the id, which has its own row. */
  for (guint i = fields->len; i > 0; i--)
    {
      const TroupeStateField *field = fields->pdata[i - 1];

      if (field->outer[0] == NULL && g_str_equal (field->name, "id"))
        g_ptr_array_remove_index (fields, i - 1);
    }
  if (kind == TROUPE_STATE_KIND_DICT || kind == TROUPE_STATE_KIND_SCHEMA ||
      (kind == TROUPE_STATE_KIND_CLASS && fields->len > 0))
    g_ptr_array_insert (fields, 0, NULL);
  added = g_ptr_array_new_with_free_func (g_object_unref);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  while (first < MIN (n, fields->len) && is_row_of (self, first, fields->pdata[first]))
    first++;
  while (last < MIN (n, fields->len) - first &&
         is_row_of (self, n - last - 1, fields->pdata[fields->len - last - 1]))
    last++;
  for (guint i = first; i < fields->len - last; i++)
    g_ptr_array_add (added, troupe_state_row_new (fields->pdata[i]));
  if (added->len > 0 || n - first - last > 0)
    g_list_store_splice (self->rows, first, n - first - last, added->pdata, added->len);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (TroupeStateRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      troupe_state_row_changed (row);
    }
  /* After a field was removed, select the field at its position. */
  if (get_selected_row (self) == NULL && selected != GTK_INVALID_LIST_POSITION)
    gtk_single_selection_set_selected (
        self->selection, MIN (selected, g_list_model_get_n_items (G_LIST_MODEL (self->rows)) - 1));
  gtk_widget_set_visible (self->empty, troupe_state_table_get_n_fields (self) == 0);
}

TroupeEditorContext *
troupe_state_table_get_context (TroupeStateTable *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_TABLE (self), NULL);

  return self->context;
}

GListModel *
troupe_state_table_get_rows (TroupeStateTable *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_TABLE (self), NULL);

  return G_LIST_MODEL (self->rows);
}

void
troupe_state_table_request_rename (TroupeStateTable *self, guint position, const char *name)
{
  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));
  g_return_if_fail (name != NULL);

  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit (self, signals[RENAME_REQUESTED], 0, name);
}

const TroupeStateField *
troupe_state_table_get_selected (TroupeStateTable *self)
{
  TroupeStateRow *row;

  g_return_val_if_fail (TROUPE_IS_STATE_TABLE (self), NULL);

  row = get_selected_row (self);
  return row != NULL ? troupe_state_row_get_field (row) : NULL;
}

void
troupe_state_table_select (TroupeStateTable *self, const TroupeStateField *beside, const char *name)
{
  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));
  g_return_if_fail (name != NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (TroupeStateRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
      const TroupeStateField *field = troupe_state_row_get_field (row);

      if (field == NULL || !g_str_equal (field->name, name) ||
          (beside == NULL ? field->outer[0] != NULL
                          : !g_strv_equal ((const char *const *) field->outer,
                                           (const char *const *) beside->outer)))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (get_list (self), "list.scroll-to-item", "u", i);
      return;
    }
}

/* Returns the widget of the selected row. (transfer none) (nullable): NULL before the first
 * layout */
static GtkWidget *
find_selected_widget (TroupeStateTable *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (get_list (self)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_child_visible (row) &&
        (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
      return row;
  return NULL;
}

/* Finds the name cell below @widget. (transfer none) (nullable) */
static TroupeStateCell *
find_cell (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      TroupeStateCell *found;

      if (TROUPE_IS_STATE_CELL (child) &&
          gtk_widget_has_css_class (troupe_state_cell_get_label (TROUPE_STATE_CELL (child)),
                                    "heading"))
        return TROUPE_STATE_CELL (child);
      found = find_cell (child);
      if (found != NULL)
        return found;
    }
  return NULL;
}

void
troupe_state_table_edit_name (TroupeStateTable *self)
{
  GtkWidget *row;
  TroupeStateCell *cell;

  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));

  row = find_selected_widget (self);
  cell = row != NULL ? find_cell (row) : NULL;
  if (cell != NULL)
    troupe_state_cell_edit (cell);
}

static gboolean
rows_cb (gpointer data)
{
  TroupeStateTable *self = data;

  g_assert (TROUPE_IS_STATE_TABLE (self));

  if (find_selected_widget (self) == NULL && ++self->n_waits < MOST_WAITS)
    return G_SOURCE_CONTINUE;
  self->wait_id = 0;
  if (find_selected_widget (self) != NULL)
    gtk_widget_grab_focus (find_selected_widget (self));
  if (self->wants_edit)
    troupe_state_table_edit_name (self);
  self->wants_edit = FALSE;
  return G_SOURCE_REMOVE;
}

/* Waits for the rows, because GTK creates them only after the layout, when their space is known. */
static void
wait_for_rows (TroupeStateTable *self)
{
  g_assert (TROUPE_IS_STATE_TABLE (self));

  self->n_waits = 0;
  if (self->wait_id == 0)
    self->wait_id = g_timeout_add (ROWS_DELAY, rows_cb, self);
}

void
troupe_state_table_edit_name_soon (TroupeStateTable *self)
{
  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));

  self->wants_edit = TRUE;
  wait_for_rows (self);
}

guint
troupe_state_table_get_n_fields (TroupeStateTable *self)
{
  guint n_fields = 0;

  g_return_val_if_fail (TROUPE_IS_STATE_TABLE (self), 0);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (TroupeStateRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
      const TroupeStateField *field = troupe_state_row_get_field (row);

      n_fields += field != NULL && field->outer[0] == NULL;
    }
  return n_fields;
}

/* --- Shortcuts -------------------------------------------------------------------------------- */

void
troupe_state_table_remove (TroupeStateTable *self)
{
  const TroupeStateField *field;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_STATE_TABLE (self));

  field = troupe_state_table_get_selected (self);
  if (field == NULL || troupe_state_table_is_read_only (self))
    return;
  troupe_flow_document_remove_state_field (get_document (self), field, &error);
  troupe_editor_context_report (self->context, error);
}

/* Moves the selected field one position up or down in its object. */
static void
move_selected (TroupeStateTable *self, int by)
{
  g_autoptr (TroupeStateField) field = NULL;
  g_autoptr (GPtrArray) siblings = g_ptr_array_new ();
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (GError) error = NULL;
  int at = -1;
  int to;

  g_assert (TROUPE_IS_STATE_TABLE (self));

  if (troupe_state_table_get_selected (self) == NULL || troupe_state_table_is_read_only (self))
    return;
  field = troupe_state_field_copy (troupe_state_table_get_selected (self));
  fields = troupe_state_list_fields (get_root (self));
  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *other = fields->pdata[i];

      if (!g_strv_equal ((const char *const *) other->outer, (const char *const *) field->outer))
        continue;
      if (troupe_state_field_equal (other, field))
        at = (int) siblings->len;
      g_ptr_array_add (siblings, other->name);
    }
  to = by < 0 ? at - 1 : at + 2;
  if (at < 0 || to < 0 || to > (int) siblings->len)
    return;
  troupe_flow_document_move_state_field (
      get_document (self), field, to < (int) siblings->len ? siblings->pdata[to] : NULL, &error);
  troupe_editor_context_report (self->context, error);
  troupe_state_table_select (self, field, field->name);
}

static gboolean
key_pressed_cb (TroupeStateTable *self, guint keyval, guint keycode, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_assert (TROUPE_IS_STATE_TABLE (self));

  /* Keys typed into a text are not shortcuts. */
  if (root == NULL || GTK_IS_TEXT (gtk_root_get_focus (root)))
    return FALSE;
  if (modifiers == 0 && keyval == GDK_KEY_F2)
    troupe_state_table_edit_name (self);
  else if (modifiers == 0 && (keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete))
    troupe_state_table_remove (self);
  else if (modifiers == GDK_ALT_MASK && keyval == GDK_KEY_Up)
    move_selected (self, -1);
  else if (modifiers == GDK_ALT_MASK && keyval == GDK_KEY_Down)
    move_selected (self, 1);
  else
    return FALSE;
  return TRUE;
}

static void
activated_cb (TroupeStateTable *self)
{
  g_assert (TROUPE_IS_STATE_TABLE (self));

  g_signal_emit (self, signals[OPENED], 0);
}

static void
selected_cb (TroupeStateTable *self)
{
  g_assert (TROUPE_IS_STATE_TABLE (self));

  g_signal_emit (self, signals[SELECTED], 0);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static gboolean
troupe_state_table_grab_focus (GtkWidget *widget)
{
  TroupeStateTable *self = TROUPE_STATE_TABLE (widget);
  GtkWidget *row = find_selected_widget (self);

  if (row != NULL && gtk_widget_get_mapped (row))
    return gtk_widget_grab_focus (row);
  wait_for_rows (self);
  return TRUE;
}

static void
troupe_state_table_dispose (GObject *object)
{
  TroupeStateTable *self = TROUPE_STATE_TABLE (object);

  g_clear_handle_id (&self->wait_id, g_source_remove);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (troupe_state_table_parent_class)->dispose (object);
}

static void
troupe_state_table_class_init (TroupeStateTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_state_table_dispose;
  widget_class->grab_focus = troupe_state_table_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[SELECTED] = g_signal_new ("selected", TROUPE_TYPE_STATE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", TROUPE_TYPE_STATE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[RENAME_REQUESTED] =
      g_signal_new ("rename-requested", TROUPE_TYPE_STATE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "state-table.set-type", "(uu)", set_type_action);
}

static void
troupe_state_table_init (TroupeStateTable *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->rows = g_list_store_new (TROUPE_TYPE_STATE_ROW);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->view, "state-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("State Fields"), -1);
  self->scroller = gtk_scrolled_window_new ();
  self->empty = gtk_label_new (_ ("No fields. The state accepts any value."));
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_can_target (self->empty, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->empty);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->view, keys);
}

GtkWidget *
troupe_state_table_new (TroupeEditorContext *context)
{
  TroupeStateTable *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_STATE_TABLE, NULL);
  self->context = g_object_ref (context);
  troupe_state_columns_add (GTK_COLUMN_VIEW (self->view), self);
  troupe_state_table_refresh (self);
  gtk_single_selection_set_selected (self->selection, 1);
  return GTK_WIDGET (self);
}
