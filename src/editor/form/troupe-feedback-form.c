/* troupe-feedback-form.c: form for human feedback of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-feedback-form.h"
#include "troupe-flow-names.h"
#include "troupe-open-list.h"

JsonNode *
troupe_feedback_make_block (TroupeFlow *flow)
{
  static const char *const wanted[] = { "approved", "revise", NULL };
  g_auto (GStrv) outcomes = troupe_flow_names_find_free (flow, wanted);
  JsonObject *object = json_object_new ();
  JsonArray *events = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; outcomes[i] != NULL; i++)
    json_array_add_string_element (events, outcomes[i]);
  json_object_set_string_member (object, "message", _ ("Is this good enough?"));
  json_object_set_array_member (object, "emit", events);
  json_object_set_string_member (object, "default_outcome", outcomes[0]);
  json_node_take_object (node, object);
  json_node_seal (node);

  return node;
}

static void
asks_changed_cb (GtkSwitch *button, GParamSpec *pspec, TroupeForm *form)
{
  const char *path[] = { "methods", troupe_form_get_method (form), "human_feedback", NULL };
  TroupeEditorContext *context = troupe_form_get_context (form);
  JsonNode *present = troupe_json_tree_get (troupe_editor_context_get_root (context), path);
  g_autoptr (JsonNode) block = NULL;
  gboolean asks = present != NULL && !JSON_NODE_HOLDS_NULL (present);

  if (gtk_switch_get_active (button) == asks)
    return;

  if (!asks)
    block = troupe_feedback_make_block (troupe_editor_context_get_flow (context));
  troupe_editor_context_set (context, path, block, _ ("Ask for Human Feedback"), NULL);
}

/* Returns the index of the default answer in the list of the row. The first entry means that
 * there is no default. */
static guint
find_default (TroupeForm *form, AdwComboRow *row)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_editor_context_get_flow (troupe_form_get_context (form)),
                               troupe_form_get_method (form));
  TroupeValue *answer =
      method != NULL && method->feedback != NULL
          ? troupe_value_map_lookup_string (method->feedback, "default_outcome", -1)
          : NULL;
  GListModel *model = adw_combo_row_get_model (row);

  if (answer == NULL || !troupe_value_is (answer, TROUPE_VALUE_STRING))
    return 0;

  for (guint i = 1; i < g_list_model_get_n_items (model); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i),
                     troupe_value_get_string (answer, NULL)))
      return i;

  return 0;
}

static void
default_selected_cb (AdwComboRow *row, GParamSpec *pspec, TroupeForm *form)
{
  const char *path[] = { "methods", troupe_form_get_method (form), "human_feedback",
                         "default_outcome", NULL };
  GtkStringObject *item = adw_combo_row_get_selected_item (row);
  g_autoptr (JsonNode) value = NULL;

  if (item == NULL || adw_combo_row_get_selected (row) == find_default (form, row))
    return;

  if (adw_combo_row_get_selected (row) > 0)
    value = troupe_json_node_new_string (gtk_string_object_get_string (item));
  troupe_editor_context_set (troupe_form_get_context (form), path, value,
                             _ ("Change Default Outcome"), NULL);
}

/* Updates the row after undo and other changes. */
static void
document_changed_cb (AdwComboRow *row)
{
  TroupeForm *form = g_object_get_data (G_OBJECT (row), "form");

  adw_combo_row_set_selected (row, find_default (form, row));
}

static void
add_default_row (TroupeForm *form, GtkWidget *group, const TroupeFlowMethod *method)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  TroupeValue *answer;
  const char *text;

  gtk_string_list_append (model, _ ("None"));
  for (guint i = 0; method->emit != NULL && method->emit[i] != NULL; i++)
    gtk_string_list_append (model, method->emit[i]);
  /* Appends a default answer that is not one of the answers, so that it is visible. */
  answer = troupe_value_map_lookup_string (method->feedback, "default_outcome", -1);
  if (answer != NULL && troupe_value_is (answer, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (answer, NULL);
      if (method->emit == NULL || !g_strv_contains ((const char *const *) method->emit, text))
        gtk_string_list_append (model, text);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Default Outcome"));
  troupe_open_list_at_choice (row);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  g_object_set_data_full (G_OBJECT (row), "form", g_object_ref (form), g_object_unref);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), find_default (form, ADW_COMBO_ROW (row)));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (default_selected_cb), form, 0);
  g_signal_connect_object (troupe_editor_context_get_document (troupe_form_get_context (form)),
                           "changed", G_CALLBACK (document_changed_cb), row, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

void
troupe_feedback_form_add (TroupeForm *form, GtkWidget *box, const char *name)
{
  const TroupeFlowMethod *method;
  GtkWidget *group;
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  g_return_if_fail (TROUPE_IS_FORM (form));

  method = troupe_flow_find_method (troupe_editor_context_get_flow (troupe_form_get_context (form)),
                                    name);
  g_return_if_fail (method != NULL);

  group = GTK_WIDGET (troupe_form_add_group (box, NULL));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Ask for Human Feedback"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (button), method->feedback != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Ask for Human Feedback"), -1);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (asks_changed_cb), form, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  troupe_form_keep_own_name (button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);

  if (method->feedback != NULL && troupe_value_is (method->feedback, TROUPE_VALUE_MAP))
    {
      g_auto (GStrv) message = troupe_path_new ("methods", name, "human_feedback", "message", NULL);
      g_auto (GStrv) model = troupe_path_new ("methods", name, "human_feedback", "llm", NULL);

      add_default_row (form, group, method);
      troupe_form_add_model (form, group, box, _ ("Model That Interprets the Answer"),
                             (const char *const *) model);
      troupe_form_add_code (form, box, _ ("Question"), NULL, NULL, _ ("Change Question"),
                            (const char *const *) message, TROUPE_FORM_REQUIRED);
    }
}
