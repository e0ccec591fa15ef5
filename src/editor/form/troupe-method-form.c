/* troupe-method-form.c: form of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-method-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-action-form.h"
#include "troupe-breakpoint-form.h"
#include "troupe-clock.h"
#include "troupe-condition-editor.h"
#include "troupe-events-form.h"
#include "troupe-feedback-form.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-method-form.h"
#include "troupe-open-list.h"
#include "troupe-pin-form.h"
#include "troupe-popover-opening.h"

struct _TroupeMethodForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  char *method;
  char *shape; /* determines which fields the form has */
  TroupeForm *form;
  GtkWidget *box;
  GtkWidget *name_row;
  GtkWidget *name_error;
  GtkWidget *conditions_row;
  GtkWidget *chips;
  GtkWidget *conditions;
  GtkWidget *router;
  GtkWidget *action_row;
  GtkWidget *events;
  gboolean loading;
  gboolean stale; /* rebuild the form once the user leaves the field that required it */
  guint rebuild_id;
};

G_DEFINE_FINAL_TYPE (TroupeMethodForm, troupe_method_form, GTK_TYPE_WIDGET)

static const TroupeFlowMethod *
get_method (TroupeMethodForm *self)
{
  g_assert (TROUPE_IS_METHOD_FORM (self));

  return troupe_flow_find_method (troupe_editor_context_get_flow (self->context), self->method);
}

/* --- Name ---------------------------------------------------------------------------------- */

static void
name_changed_cb (TroupeMethodForm *self)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  error = troupe_editor_context_check_name (
      self->context, gtk_editable_get_text (GTK_EDITABLE (self->name_row)), self->method);
  if (error != NULL)
    gtk_widget_add_css_class (self->name_row, "error");
  else
    gtk_widget_remove_css_class (self->name_row, "error");
  gtk_label_set_label (GTK_LABEL (self->name_error), error != NULL ? error : "");
  gtk_widget_set_visible (self->name_error, error != NULL);
}

static void
name_committed_cb (TroupeMethodForm *self, const char *name)
{
  g_autofree char *old = g_strdup (self->method);
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (get_method (self) == NULL)
    return;

  error = troupe_editor_context_check_name (self->context, name, old);
  if (error == NULL)
    troupe_editor_context_rename (self->context, old, name);
}

static void
keep_name (TroupeMethodForm *self)
{
  const char *const path[] = { "methods", self->method, "name", NULL };

  g_assert (TROUPE_IS_METHOD_FORM (self));

  troupe_form_target_keep_typed (TROUPE_FORM_TARGET (self->context), path, self->name_row);
}

static void
add_identity (TroupeMethodForm *self)
{
  AdwPreferencesGroup *group = troupe_form_add_group (self->box, NULL);
  g_auto (GStrv) description = troupe_path_new ("methods", self->method, "description", NULL);

  g_assert (TROUPE_IS_METHOD_FORM (self));

  self->name_row = troupe_form_entry_new (_ ("Name"), self->method);
  g_signal_connect_object (self->name_row, "changed", G_CALLBACK (name_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->name_row, "committed", G_CALLBACK (name_committed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, self->name_row);
  troupe_form_add_text (self->form, GTK_WIDGET (group), _ ("Description"), _ ("Change Description"),
                        (const char *const *) description, TROUPE_FORM_DEFAULT);

  self->name_error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->name_error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->name_error), 0);
  gtk_widget_add_css_class (self->name_error, "error");
  gtk_widget_set_visible (self->name_error, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->name_error);
  keep_name (self);
}

/* --- Condition and role ----------------------------------------------------------------------- */

static void
conditions_activated_cb (TroupeMethodForm *self)
{
  g_assert (TROUPE_IS_METHOD_FORM (self));

  troupe_popover_open (GTK_POPOVER (self->conditions));
}

static void
router_changed_cb (TroupeMethodForm *self)
{
  const TroupeFlowMethod *method = get_method (self);
  gboolean active = gtk_switch_get_active (GTK_SWITCH (self->router));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (self->loading || method == NULL || method->router == active)
    return;

  if (!troupe_flow_document_set_router (troupe_editor_context_get_document (self->context),
                                        self->method, active, &error))
    troupe_editor_context_report (self->context, error);
}

static void
action_selected_cb (TroupeMethodForm *self)
{
  const TroupeFlowMethod *method = get_method (self);
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->action_row));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (self->loading || method == NULL || selected >= TROUPE_ACTION_N_TYPES ||
      (method->action != NULL && method->action->type == selected))
    return;

  if (!troupe_flow_document_set_action_type (troupe_editor_context_get_document (self->context),
                                             self->method, (TroupeActionType) selected, &error))
    troupe_editor_context_report (self->context, error);
}

static void
add_conditions_row (TroupeMethodForm *self, AdwPreferencesGroup *group)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *arrow = gtk_image_new_from_icon_name ("pan-down-symbolic");

  g_assert (TROUPE_IS_METHOD_FORM (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Runs After"));
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  self->conditions_row = row;
  self->chips = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->chips, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->chips);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect_object (row, "activated", G_CALLBACK (conditions_activated_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, row);

  self->conditions = troupe_condition_editor_new (self->context, self->method);
  gtk_widget_set_parent (self->conditions, arrow);
}

static void
add_trigger (TroupeMethodForm *self)
{
  AdwPreferencesGroup *group = troupe_form_add_group (self->box, NULL);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  GtkWidget *row = adw_action_row_new ();
  const TroupeFlowMethod *method = get_method (self);

  g_assert (TROUPE_IS_METHOD_FORM (self));

  add_conditions_row (self, group);

  for (guint i = 0; i < TROUPE_ACTION_N_TYPES; i++)
    gtk_string_list_append (titles, troupe_action_type_get_title ((TroupeActionType) i));
  self->action_row = adw_combo_row_new ();
  troupe_open_list_at_choice (self->action_row);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->action_row), _ ("Action"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->action_row), G_LIST_MODEL (titles));
  g_signal_connect_object (self->action_row, "notify::selected", G_CALLBACK (action_selected_cb),
                           self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, self->action_row);

  self->router = gtk_switch_new ();
  gtk_widget_set_valign (self->router, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->router), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Decides which event comes next"), -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Decides which event comes next"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->router);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->router);
  troupe_form_keep_own_name (GTK_WIDGET (self->router));
  /* A method that prompts the user to choose from answers is always a router. */
  gtk_widget_set_sensitive (row, method->feedback == NULL || !method->router);
  g_signal_connect_object (self->router, "notify::active", G_CALLBACK (router_changed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, row);
}

/* --- What is set for runs --------------------------------------------------------------------- */

static gboolean
is_pinned (TroupeMethodForm *self)
{
  return troupe_flow_get_pin (troupe_editor_context_get_flow (self->context), self->method) != NULL;
}

static gboolean
has_breakpoint (TroupeMethodForm *self)
{
  g_autoptr (TroupeValue) found =
      troupe_flow_find_breakpoint (troupe_editor_context_get_document (self->context), "method",
                                   self->method, NULL);

  return found != NULL;
}

/* --- Building and refreshing ------------------------------------------------------------------ */

static char *
make_shape (TroupeMethodForm *self)
{
  const TroupeFlowMethod *method = get_method (self);
  const char *path[] = { "methods", self->method, "do", NULL, NULL };
  JsonNode *root = troupe_editor_context_get_root (self->context);
  GString *shape;
  JsonNode *node;
  JsonNode *member = NULL;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (method == NULL)
    return NULL;

  shape = g_string_new (NULL);
  troupe_action_form_append_shape (shape, troupe_json_tree_get (root, path));
  g_string_append_printf (shape, "|%d|%d|", method->router, method->feedback != NULL);
  if (method->feedback != NULL && method->emit != NULL)
    {
      g_autofree char *events = g_strjoinv (",", method->emit);

      g_string_append (shape, events);
    }
  /* They have the name of the method in their paths. */
  if (is_pinned (self) || has_breakpoint (self))
    g_string_append_printf (shape, "|%d%d%s", is_pinned (self), has_breakpoint (self),
                            self->method);
  path[2] = "human_feedback";
  node = troupe_json_tree_get (root, path);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    member = json_object_get_member (json_node_get_object (node), "llm");
  troupe_form_append_model_shape (shape, member);

  return g_string_free (shape, FALSE);
}

static void
clear (TroupeMethodForm *self)
{
  GtkWidget *child;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  g_clear_pointer (&self->conditions, gtk_widget_unparent);
  g_clear_object (&self->form);
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
}

static void
refresh_values (TroupeMethodForm *self)
{
  const TroupeFlowMethod *method = get_method (self);

  g_assert (TROUPE_IS_METHOD_FORM (self));

  self->loading = TRUE;
  troupe_form_entry_set_value (TROUPE_FORM_ENTRY (self->name_row), self->method);
  troupe_condition_fill_row (ADW_ACTION_ROW (self->conditions_row), GTK_BOX (self->chips), method);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->action_row), method->action != NULL
                                                                    ? method->action->type
                                                                    : GTK_INVALID_LIST_POSITION);
  gtk_switch_set_active (GTK_SWITCH (self->router), method->router);
  troupe_events_form_refresh (TROUPE_EVENTS_FORM (self->events));
  troupe_form_refresh (self->form);
  self->loading = FALSE;
}

static void
build (TroupeMethodForm *self)
{
  g_auto (GStrv) action = troupe_path_new ("methods", self->method, "do", NULL);
  g_auto (GStrv) persist = troupe_path_new ("methods", self->method, "persist", "enabled", NULL);

  g_assert (TROUPE_IS_METHOD_FORM (self));

  self->loading = TRUE;
  clear (self);
  g_free (self->shape);
  self->shape = make_shape (self);
  self->form = troupe_form_new (TROUPE_FORM_TARGET (self->context));
  troupe_form_set_method (self->form, self->method);
  self->stale = FALSE;

  add_identity (self);
  /* Adds the pinned output and the breakpoint, if they are set. */
  if (is_pinned (self))
    gtk_box_append (GTK_BOX (self->box), troupe_pin_form_new (self->form, self->method));
  if (has_breakpoint (self))
    gtk_box_append (GTK_BOX (self->box),
                    troupe_breakpoint_form_new (self->context, "method", self->method, NULL));
  add_trigger (self);
  troupe_action_form_add (self->form, self->box, (const char *const *) action, FALSE, NULL, NULL);
  self->events = troupe_events_form_new (self->context, self->method);
  gtk_box_append (GTK_BOX (self->box), self->events);
  troupe_feedback_form_add (self->form, self->box, self->method);
  troupe_form_add_switch (self->form, GTK_WIDGET (troupe_form_add_group (self->box, NULL)),
                          _ ("Save State Afterwards"), _ ("Save State Afterwards"),
                          (const char *const *) persist, FALSE);
  self->loading = FALSE;
  refresh_values (self);
}

static void
refresh_after_popover (gpointer self)
{
  troupe_method_form_refresh (self);
}

static gboolean
rebuild_idle_cb (gpointer data)
{
  TroupeMethodForm *self = data;
  g_autoptr (TroupeMethodForm) alive = g_object_ref (self);
  g_autofree char *event = NULL;
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_METHOD_FORM (self));

  self->rebuild_id = 0;
  if (troupe_form_focus_wait (self->box, G_OBJECT (self), refresh_after_popover))
    return G_SOURCE_REMOVE;
  troupe_method_form_commit (self);
  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  /* Committing may have changed the method. */
  if (self->context == NULL || get_method (self) == NULL)
    return G_SOURCE_REMOVE;

  focus = troupe_form_focus_take (self->box);
  event = troupe_events_form_steal_new (TROUPE_EVENTS_FORM (self->events));
  build (self);
  troupe_form_focus_give_back (focus, self->box);
  if (event != NULL)
    troupe_events_form_name_new (TROUPE_EVENTS_FORM (self->events), event);

  return G_SOURCE_REMOVE;
}

static void
queue_rebuild (TroupeMethodForm *self)
{
  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (self->rebuild_id == 0)
    /* Delayed, because the field that emitted the current signal must outlive it. */
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_idle_cb, self, NULL);
}

static void
focus_moved_cb (TroupeMethodForm *self)
{
  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (self->stale && !troupe_form_focus_is_writing (self->box))
    queue_rebuild (self);
}

static void
troupe_method_form_root (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_method_form_parent_class)->root (widget);
  g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                           G_CALLBACK (focus_moved_cb), widget, G_CONNECT_SWAPPED);
}

static void
troupe_method_form_unroot (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  g_signal_handlers_disconnect_by_func (gtk_widget_get_root (widget), focus_moved_cb, widget);
  GTK_WIDGET_CLASS (troupe_method_form_parent_class)->unroot (widget);
}

static void
troupe_method_form_dispose (GObject *object)
{
  TroupeMethodForm *self = TROUPE_METHOD_FORM (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  self->loading = TRUE;
  if (self->box != NULL)
    clear (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->shape, g_free);

  G_OBJECT_CLASS (troupe_method_form_parent_class)->dispose (object);
}

/* An open popover holds a reference to its window and must not outlive the page. */
static void
troupe_method_form_unmap (GtkWidget *widget)
{
  TroupeMethodForm *self = TROUPE_METHOD_FORM (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_METHOD_FORM (self));

  if (self->conditions != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->conditions));

  GTK_WIDGET_CLASS (troupe_method_form_parent_class)->unmap (widget);
}

static void
troupe_method_form_class_init (TroupeMethodFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_method_form_dispose;
  GTK_WIDGET_CLASS (klass)->unmap = troupe_method_form_unmap;
  GTK_WIDGET_CLASS (klass)->root = troupe_method_form_root;
  GTK_WIDGET_CLASS (klass)->unroot = troupe_method_form_unroot;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_method_form_init (TroupeMethodForm *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_method_form_new (TroupeEditorContext *context, const char *method)
{
  TroupeMethodForm *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_METHOD_FORM, NULL);
  self->context = g_object_ref (context);
  self->method = g_strdup (method);
  if (get_method (self) != NULL)
    build (self);

  return GTK_WIDGET (self);
}

const char *
troupe_method_form_get_method (TroupeMethodForm *self)
{
  g_return_val_if_fail (TROUPE_IS_METHOD_FORM (self), NULL);

  return self->method;
}

gboolean
troupe_method_form_refresh (TroupeMethodForm *self)
{
  g_autofree char *shape = NULL;

  g_return_val_if_fail (TROUPE_IS_METHOD_FORM (self), FALSE);

  if (get_method (self) == NULL)
    return FALSE;

  if (self->rebuild_id != 0)
    return TRUE;

  shape = make_shape (self);
  if (g_strcmp0 (shape, self->shape) == 0)
    {
      self->stale = FALSE;
      refresh_values (self);
    }
  else if (troupe_form_is_writing (self->form) && troupe_form_focus_is_writing (self->box))
    {
      self->stale = TRUE;
    }
  else
    {
      queue_rebuild (self);
    }

  return TRUE;
}

void
troupe_method_form_set_method (TroupeMethodForm *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_METHOD_FORM (self));
  g_return_if_fail (method != NULL);

  troupe_set_str (&self->method, method);
  if (self->form == NULL)
    return;

  troupe_form_set_method (self->form, self->method);
  keep_name (self);
  troupe_events_form_set_method (TROUPE_EVENTS_FORM (self->events), self->method);
  troupe_condition_editor_set_method (TROUPE_CONDITION_EDITOR (self->conditions), self->method);
}

void
troupe_method_form_commit (TroupeMethodForm *self)
{
  g_autoptr (TroupeMethodForm) alive = NULL;
  g_autoptr (TroupeForm) form = NULL;

  g_return_if_fail (TROUPE_IS_METHOD_FORM (self));

  if (self->form == NULL)
    return;

  /* Committing a new name may replace this form. */
  alive = g_object_ref (self);
  form = g_object_ref (self->form);
  troupe_form_commit (form);
  troupe_form_entry_commit_below (GTK_WIDGET (self));
  if (self->form == form)
    troupe_events_form_commit (TROUPE_EVENTS_FORM (self->events));
}

void
troupe_method_form_edit_name (TroupeMethodForm *self)
{
  g_return_if_fail (TROUPE_IS_METHOD_FORM (self));

  gtk_widget_grab_focus (self->name_row);
  gtk_editable_select_region (GTK_EDITABLE (self->name_row), 0, -1);
}

GtkWidget *
troupe_method_form_find (TroupeMethodForm *self, const char *path)
{
  g_return_val_if_fail (TROUPE_IS_METHOD_FORM (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  return self->form != NULL ? troupe_form_find (self->form, path) : NULL;
}

gboolean
troupe_method_form_show (TroupeMethodForm *self, const char *path, guint line, guint column)
{
  GtkWidget *field;

  g_return_val_if_fail (TROUPE_IS_METHOD_FORM (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  field = troupe_method_form_find (self, path);
  if (field == NULL)
    return FALSE;

  if (TROUPE_IS_CEL_FIELD (field) && line > 0)
    troupe_cel_field_go_to (TROUPE_CEL_FIELD (field), line, column);
  else if (TROUPE_IS_TEXT_FIELD (field) && line > 0)
    troupe_text_field_go_to (TROUPE_TEXT_FIELD (field), line, column);
  else
    gtk_widget_grab_focus (field);

  return TRUE;
}
