/* troupe-breakpoint-form.c: form of the breakpoint on a method or a wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-breakpoint-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-breakpoint-condition.h"
#include "troupe-breakpoint-form.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-form.h"

struct _TroupeBreakpointForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  const char *kind;
  char *name;
  char *target; /* (nullable) */
  GtkWidget *box;
  GtkWidget *is_set;
  GtkWidget *condition;
  GtkWidget *error;
  gboolean loading;
};

G_DEFINE_FINAL_TYPE (TroupeBreakpointForm, troupe_breakpoint_form, GTK_TYPE_WIDGET)

char *
troupe_breakpoint_form_check (const char *condition)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (condition != NULL, NULL);

  return *condition == '\0' || troupe_breakpoint_condition_check (condition, NULL, &error)
             ? NULL
             : g_strdup (error->message);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static void
refresh (TroupeBreakpointForm *self)
{
  g_autoptr (TroupeValue) found = NULL;
  const char *condition = NULL;

  g_assert (TROUPE_IS_BREAKPOINT_FORM (self));

  found = troupe_flow_find_breakpoint (troupe_editor_context_get_document (self->context),
                                       self->kind, self->name, self->target);
  if (found != NULL)
    condition = troupe_value_get_member_text (found, "if");
  self->loading = TRUE;
  gtk_switch_set_active (GTK_SWITCH (self->is_set), found != NULL);
  troupe_form_entry_set_value (TROUPE_FORM_ENTRY (self->condition),
                               condition != NULL ? condition : "");
  gtk_widget_set_visible (self->condition, found != NULL);
  self->loading = FALSE;
}

/* --- Editing ---------------------------------------------------------------------------------- */

static void
set_breakpoint (TroupeBreakpointForm *self, gboolean is_set, const char *condition)
{
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_BREAKPOINT_FORM (self));

  if (!troupe_flow_set_breakpoint (troupe_editor_context_get_document (self->context), self->kind,
                                   self->name, self->target, is_set, condition, &error))
    troupe_editor_context_report (self->context, error);
}

static void
toggled_cb (TroupeBreakpointForm *self)
{
  g_assert (TROUPE_IS_BREAKPOINT_FORM (self));

  if (!self->loading)
    set_breakpoint (self, gtk_switch_get_active (GTK_SWITCH (self->is_set)), NULL);
}

static void
condition_changed_cb (TroupeBreakpointForm *self)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_BREAKPOINT_FORM (self));

  error = troupe_breakpoint_form_check (gtk_editable_get_text (GTK_EDITABLE (self->condition)));
  if (error != NULL)
    gtk_widget_add_css_class (self->condition, "error");
  else
    gtk_widget_remove_css_class (self->condition, "error");
  gtk_label_set_label (GTK_LABEL (self->error), error != NULL ? error : "");
  gtk_widget_set_visible (self->error, error != NULL);
}

/* A condition with a mistake is not written. */
static void
condition_committed_cb (TroupeBreakpointForm *self, const char *condition)
{
  g_autofree char *error = troupe_breakpoint_form_check (condition);

  g_assert (TROUPE_IS_BREAKPOINT_FORM (self));

  if (!self->loading && error == NULL && gtk_switch_get_active (GTK_SWITCH (self->is_set)))
    set_breakpoint (self, TRUE, condition);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_breakpoint_form_dispose (GObject *object)
{
  TroupeBreakpointForm *self = TROUPE_BREAKPOINT_FORM (object);

  self->loading = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->context);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->target, g_free);
  G_OBJECT_CLASS (troupe_breakpoint_form_parent_class)->dispose (object);
}

static void
troupe_breakpoint_form_class_init (TroupeBreakpointFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_breakpoint_form_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_breakpoint_form_init (TroupeBreakpointForm *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_breakpoint_form_new (TroupeEditorContext *context,
                            const char *kind,
                            const char *name,
                            const char *target)
{
  TroupeBreakpointForm *self;
  AdwPreferencesGroup *group;
  GtkWidget *row;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_BREAKPOINT_FORM, NULL);
  self->context = g_object_ref (context);
  self->kind = g_intern_string (kind);
  self->name = g_strdup (name);
  self->target = g_strdup (target);
  group = troupe_form_add_group (self->box, NULL);
  row = adw_action_row_new ();
  self->is_set = gtk_switch_new ();
  gtk_widget_set_valign (self->is_set, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->is_set), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Breakpoint"), -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Breakpoint"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), g_str_equal (self->kind, "event")
                                                         ? _ ("A run pauses when the event passes")
                                                         : _ ("A run pauses before the method"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->is_set);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->is_set);
  troupe_form_keep_own_name (self->is_set);
  adw_preferences_group_add (group, row);
  self->condition = troupe_form_entry_new (_ ("Only If"), "");
  gtk_widget_set_tooltip_text (self->condition, _ ("Condition in CEL, such as state.pass > 1"));
  adw_preferences_group_add (group, self->condition);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->error), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->error);
  g_signal_connect_object (self->is_set, "notify::active", G_CALLBACK (toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->condition, "changed", G_CALLBACK (condition_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->condition, "committed", G_CALLBACK (condition_committed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_editor_context_get_document (context), "changed",
                           G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
