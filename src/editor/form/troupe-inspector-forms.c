/* troupe-inspector-forms.c: simple inspector forms: flow, several methods, gate, wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inspector-forms"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-align-menu.h"
#include "troupe-breakpoint-form.h"
#include "troupe-condition-tree.h"
#include "troupe-control-list.h"
#include "troupe-inspector.h"
#include "troupe-methods-target.h"
#include "troupe-several-mark.h"

#define MAX_METHOD_CALLS 1000000

static GtkWidget *
new_box (void)
{
  return gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
}

GtkWidget *
troupe_inspector_make_flow_form (TroupeForm *form, GtkWidget *state)
{
  static const char *const name[] = { "name", NULL };
  static const char *const description[] = { "description", NULL };
  static const char *const calls[] = { "config", "max_method_calls", NULL };
  static const char *const persist[] = { "persist", "enabled", NULL };
  GtkWidget *box = new_box ();
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  GtkWidget *row;

  troupe_form_add_text (form, group, _ ("Name"), _ ("Rename Flow"), name, TROUPE_FORM_REQUIRED);
  troupe_form_add_text (form, group, _ ("Description"), _ ("Change Description"), description,
                        TROUPE_FORM_DEFAULT);
  gtk_box_append (GTK_BOX (box), state);

  group = GTK_WIDGET (troupe_form_add_group (box, _ ("Limits")));
  row = troupe_form_add_number (form, group, _ ("Max Calls per Method"), _ ("Change Limit"), calls,
                                TROUPE_LIMIT_METHOD_CALLS, 1, MAX_METHOD_CALLS);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("Stops loops that have no exit"));
  troupe_form_add_switch (form, group, _ ("Save State After Every Method"), _ ("Save State"),
                          persist, FALSE);
  gtk_box_append (GTK_BOX (box), troupe_control_list_new (troupe_form_get_context (form)));
  /* Refresh after the subtitle is set, because an unsupported value replaces it. */
  troupe_form_refresh (form);

  return box;
}

static GtkWidget *
add_fact (GtkWidget *group, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *label = gtk_label_new (value);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);

  return row;
}

static void
add_action_button (GtkWidget *box, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static void
add_align_button (GtkWidget *box)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = troupe_align_menu_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Align"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_box_append (GTK_BOX (box), button);
}

/* --- Several methods -------------------------------------------------------------------------- */

/* A row with a field that all methods have. The path is that of the first method. */
typedef struct
{
  TroupeMethodsTarget *target;
  GtkWidget *row;
  char **path;
  char *title;
} Common;

static void
common_free (gpointer data, GClosure *closure)
{
  Common *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self->title);
  g_free (self);
}

static void
mark_common (Common *self)
{
  troupe_several_mark (self->row, self->title,
                       troupe_methods_target_differs (self->target,
                                                      (const char *const *) self->path));
}

static void
follow_common (TroupeForm *form, GtkWidget *row, const char *title, const char *const *path)
{
  Common *self = g_new0 (Common, 1);
  GClosure *closure = g_cclosure_new_swap (G_CALLBACK (mark_common), self, common_free);

  self->target = g_object_ref (TROUPE_METHODS_TARGET (troupe_form_get_target (form)));
  self->row = row;
  self->path = g_strdupv ((char **) path);
  self->title = g_strdup (title);
  g_object_watch_closure (G_OBJECT (row), closure);
  g_signal_connect_closure (troupe_form_target_get_document (troupe_form_get_target (form)),
                            "changed", closure, FALSE);
  mark_common (self);
}

/* Returns TRUE if all methods are agents whose models are names, and not settings, which one name would
 * replace. */
static gboolean
have_models (TroupeFormTarget *target, TroupeFlow *flow, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, names[i]);
      JsonNode *model;
      g_auto (GStrv) path = NULL;

      path = troupe_path_new ("methods", names[i], "do", "with", "llm", NULL);
      model =
          troupe_json_tree_get (troupe_document_get_root (troupe_form_target_get_document (target)),
                                (const char *const *) path);
      if (method == NULL || method->action == NULL || method->action->type != TROUPE_ACTION_AGENT ||
          (model != NULL && !JSON_NODE_HOLDS_VALUE (model)))
        return FALSE;
    }
  return TRUE;
}

/* Adds the fields that all methods have. What makes a method what it is, such as its name, its listener
 * and its expression, is left out. */
static void
add_common (TroupeForm *form, GtkWidget *box, TroupeFlow *flow, const char *const *names)
{
  g_auto (GStrv) model = troupe_path_new ("methods", names[0], "do", "with", "llm", NULL);
  g_auto (GStrv) persist = troupe_path_new ("methods", names[0], "persist", "enabled", NULL);
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  GtkWidget *row;

  if (have_models (troupe_form_get_target (form), flow, names))
    {
      row = troupe_form_add_model (form, group, box, _ ("Model"), (const char *const *) model);
      follow_common (form, row, _ ("Model"), (const char *const *) model);
    }
  row = troupe_form_add_switch (form, group, _ ("Save State Afterwards"),
                                _ ("Save State Afterwards"), (const char *const *) persist, FALSE);
  follow_common (form, row, _ ("Save State Afterwards"), (const char *const *) persist);
}

GtkWidget *
troupe_inspector_make_several_form (TroupeForm *form, const char *const *names)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (
      troupe_form_target_get_document (troupe_form_get_target (form))));
  GtkWidget *box = new_box ();
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  guint counts[] = { 0, 0, 0 };
  const char *const titles[] = { _ ("Start Methods"), _ ("Listeners"), _ ("Routers") };

  for (guint i = 0; names[i] != NULL; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, names[i]);

      if (method != NULL)
        counts[method->router ? 2 : method->start ? 0 : 1]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *count = g_strdup_printf ("%u", counts[i]);

      if (counts[i] > 0)
        add_fact (group, titles[i], count);
    }

  add_common (form, box, flow, names);
  add_align_button (box);
  add_action_button (box, _ ("Group"), "flow.group");
  add_action_button (box, _ ("Duplicate"), "flow.duplicate");
  add_action_button (box, _ ("Delete"), "flow.delete");
  add_action_button (box, _ ("Delete and Reconnect"), "flow.delete-reconnect");

  return box;
}

GtkWidget *
troupe_inspector_make_gate_form (TroupeEditorContext *context, const char *name, const char *path)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_editor_context_get_flow (context), name);
  GtkWidget *box = new_box ();
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  const TroupeCondition *gate;

  gate = method != NULL
             ? troupe_condition_get_part (troupe_flow_method_get_condition (method, path), path)
             : NULL;
  if (gate == NULL)
    return box;

  add_fact (group, _ ("Runs"),
            gate->type == TROUPE_CONDITION_AND ? _ ("when all have arrived")
                                               : _ ("when one has arrived"));
  add_fact (group, _ ("Leads To"), name);
  add_action_button (box, _ ("Toggle AND/OR"), "flow.toggle-gate");

  group = GTK_WIDGET (troupe_form_add_group (box, _ ("Inputs")));
  for (guint i = 0; i < gate->n_children; i++)
    {
      g_autofree char *text = troupe_condition_to_text (gate->children[i]);
      g_autofree char *number = g_strdup_printf ("%u", i + 1);

      add_fact (group, number, text);
    }

  return box;
}

GtkWidget *
troupe_inspector_make_wire_form (TroupeEditorContext *context, const char *const *names)
{
  GtkWidget *box = new_box ();
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  const char *from = names[0];
  const char *event = names[1];
  const char *to = names[2];
  const char *passes = names[3];

  add_fact (group, _ ("From"), from);
  if (g_strcmp0 (from, event) != 0)
    add_fact (group, _ ("Event"), event);
  add_fact (group, _ ("To"), to);
  /* Behind a gate, a breakpoint is on the method that the wire leads to. */
  gtk_box_append (GTK_BOX (box), passes != NULL
                                     ? troupe_breakpoint_form_new (context, "event", passes, to)
                                     : troupe_breakpoint_form_new (context, "method", to, NULL));
  add_action_button (box, _ ("Insert…"), "flow.insert");
  add_action_button (box, _ ("Move End…"), "flow.move-end");
  add_action_button (box, _ ("Delete"), "flow.delete");

  return box;
}
