/* troupe-action-form.c: form fields for the action of a method or a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-action-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-action-form.h"
#include "troupe-tool-chooser.h"

static JsonNode *
get_member (JsonNode *node, const char *name)
{
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;

  return json_object_get_member (json_node_get_object (node), name);
}

static gboolean
is_string (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_STRING;
}

gboolean
troupe_action_node_get_type (JsonNode *node, TroupeActionType *type)
{
  JsonNode *call = get_member (node, "call");

  g_return_val_if_fail (type != NULL, FALSE);

  /* An action without `call` is a reference to code (doc/flow-semantics.md §1.3). */
  *type = TROUPE_ACTION_CODE;
  if (!is_string (call))
    return call == NULL && get_member (node, "ref") != NULL;

  for (guint i = 0; i < TROUPE_ACTION_N_TYPES; i++)
    if (g_str_equal (troupe_action_type_get_name ((TroupeActionType) i),
                     json_node_get_string (call)))
      {
        *type = (TroupeActionType) i;
        return TRUE;
      }

  return FALSE;
}

void
troupe_action_form_append_shape (GString *shape, JsonNode *action)
{
  TroupeActionType type;
  JsonNode *steps;

  if (!troupe_action_node_get_type (action, &type))
    {
      g_string_append (shape, "?;");
      return;
    }

  g_string_append (shape, troupe_action_type_get_name (type));
  if (type == TROUPE_ACTION_AGENT)
    {
      JsonNode *input = get_member (get_member (action, "with"), "input");

      g_string_append (shape, input == NULL || is_string (input) ? ":text" : ":list");
      troupe_form_append_model_shape (shape, get_member (get_member (action, "with"), "llm"));
    }
  else if (type == TROUPE_ACTION_CREW)
    {
      g_string_append (shape, get_member (action, "with") != NULL ? ":with" : ":from");
    }
  else if (type == TROUPE_ACTION_EACH)
    {
      steps = get_member (action, "do");
      if (steps != NULL && JSON_NODE_HOLDS_ARRAY (steps))
        {
          JsonArray *array = json_node_get_array (steps);

          for (guint i = 0; i < json_array_get_length (array); i++)
            {
              g_string_append_c (shape, '/');
              troupe_action_form_append_shape (shape, get_member (json_array_get_element (array, i),
                                                                  "action"));
            }
        }
    }
  g_string_append_c (shape, ';');
}

static JsonNode *
get_at (TroupeForm *form, const char *const *path)
{
  return troupe_json_tree_get (troupe_editor_context_get_root (troupe_form_get_context (form)),
                               path);
}

static void
set_step (GtkWidget *field, gboolean in_step, const char *items, const char *const *steps)
{
  if (in_step)
    troupe_cel_field_set_step (TROUPE_CEL_FIELD (field), items, steps);
}

static void
add_agent (TroupeForm *form,
           GtkWidget *box,
           const char *const *path,
           gboolean in_step,
           const char *items,
           const char *const *steps)
{
  g_auto (GStrv) with = troupe_path_append (path, "with");
  g_auto (GStrv) role = troupe_path_append ((const char *const *) with, "role");
  g_auto (GStrv) goal = troupe_path_append ((const char *const *) with, "goal");
  g_auto (GStrv) backstory = troupe_path_append ((const char *const *) with, "backstory");
  g_auto (GStrv) model = troupe_path_append ((const char *const *) with, "llm");
  g_auto (GStrv) input = troupe_path_append ((const char *const *) with, "input");
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, _ ("Agent")));
  JsonNode *node =
      troupe_json_tree_get (troupe_editor_context_get_root (troupe_form_get_context (form)),
                            (const char *const *) input);

  troupe_form_add_text (form, group, _ ("Role"), _ ("Change Role"), (const char *const *) role,
                        TROUPE_FORM_REQUIRED);
  troupe_form_add_text (form, group, _ ("Goal"), _ ("Change Goal"), (const char *const *) goal,
                        TROUPE_FORM_REQUIRED);
  troupe_form_add_model (form, group, box, _ ("Model"), (const char *const *) model);
  troupe_form_add_code (form, box, _ ("Backstory"), NULL, NULL, _ ("Change Backstory"),
                        (const char *const *) backstory, TROUPE_FORM_REQUIRED);
  if (node == NULL || is_string (node))
    set_step (troupe_form_add_cel (form, box, _ ("Input"), _ ("Change Input"),
                                   (const char *const *) input, TROUPE_CEL_MODE_TEMPLATE),
              in_step, items, steps);
  else
    troupe_form_add_json (form, box, _ ("Input"), _ ("Change Input"), (const char *const *) input);
}

/* Activates an action of the window with the present path of the crew's action. */
static void
crew_button_clicked_cb (GtkWidget *button, TroupeForm *form)
{
  g_auto (GStrv) path = g_strdupv (g_object_get_data (G_OBJECT (button), "troupe-path"));

  troupe_form_follow (form, path);
  gtk_widget_activate_action (button, g_object_get_data (G_OBJECT (button), "troupe-action"), "^as",
                              path);
}

/* @action: of a group that the application adds */
static void
add_crew_button (TroupeForm *form,
                 GtkWidget *row,
                 const char *const *path,
                 const char *icon,
                 const char *tooltip,
                 const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "troupe-path", g_strdupv ((char **) path),
                          (GDestroyNotify) g_strfreev);
  g_object_set_data (G_OBJECT (button), "troupe-action", (gpointer) action);
  g_signal_connect_object (button, "clicked", G_CALLBACK (crew_button_clicked_cb), form, 0);
  if (ADW_IS_ENTRY_ROW (row))
    adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  else
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

/* Adds a row for a crew that is part of the flow. That of a step is edited as JSON only. */
static GtkWidget *
add_inline_crew (GtkWidget *group, gboolean in_step)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *open = gtk_button_new_with_label (_ ("Open Crew"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Crew in This Flow"));
  gtk_widget_set_valign (open, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "flow.open-crew");
  gtk_widget_set_visible (open, !in_step);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), open);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return row;
}

static void
add_crew (TroupeForm *form, GtkWidget *box, const char *const *path, gboolean in_step)
{
  g_auto (GStrv) with = troupe_path_append (path, "with");
  g_auto (GStrv) inputs = troupe_path_append (path, "inputs");
  g_auto (GStrv) from = troupe_path_append (path, "from_declaration");
  const gboolean is_inline = get_at (form, (const char *const *) with) != NULL;
  GtkWidget *group = GTK_WIDGET (troupe_form_add_group (box, _ ("Crew")));
  GtkWidget *row =
      is_inline ? add_inline_crew (group, in_step)
                : troupe_form_add_text (form, group, _ ("Crew File or Folder"), _ ("Change Crew"),
                                        (const char *const *) from, TROUPE_FORM_REQUIRED);

  add_crew_button (form, row, path, "document-open-symbolic", _ ("Choose Crew"),
                   "crew-place.choose-file");
  add_crew_button (form, row, path, "folder-new-symbolic", _ ("New Crew"),
                   "crew-place.create-file");
  if (is_inline)
    troupe_form_add_json (form, box, _ ("Crew"), _ ("Change Crew"), (const char *const *) with);
  troupe_form_add_json (form, box, _ ("Inputs"), _ ("Change Inputs"), (const char *const *) inputs);
}

/* Returns the row with the reference. */
static GtkWidget *
add_reference (TroupeForm *form,
               GtkWidget *box,
               const char *const *path,
               const char *title,
               const char *hint)
{
  g_auto (GStrv) ref = troupe_path_append (path, "ref");
  g_auto (GStrv) with = troupe_path_append (path, "with");
  GtkWidget *row = troupe_form_add_text (form, GTK_WIDGET (troupe_form_add_group (box, title)),
                                         hint, _ ("Change Reference"), (const char *const *) ref,
                                         TROUPE_FORM_REQUIRED);

  troupe_form_add_json (form, box, _ ("Arguments"), _ ("Change Arguments"),
                        (const char *const *) with);
  return row;
}

void
troupe_action_form_add (TroupeForm *form,
                        GtkWidget *box,
                        const char *const *path,
                        gboolean in_step,
                        const char *items,
                        const char *const *steps)
{
  TroupeActionType type;

  g_return_if_fail (TROUPE_IS_FORM (form));
  g_return_if_fail (path != NULL);

  if (!troupe_action_node_get_type (get_at (form, path), &type))
    {
      troupe_form_add_json (form, box, _ ("Action"), _ ("Change Action"), path);
      return;
    }

  switch (type)
    {
    case TROUPE_ACTION_EXPRESSION:
      {
        g_auto (GStrv) expression = troupe_path_append (path, "expr");

        set_step (troupe_form_add_cel (form, box, _ ("Expression"), _ ("Change Expression"),
                                       (const char *const *) expression,
                                       TROUPE_CEL_MODE_EXPRESSION),
                  in_step, items, steps);
      }
      break;
    case TROUPE_ACTION_EACH:
      {
        g_auto (GStrv) in = troupe_path_append (path, "in");

        troupe_form_add_cel (form, box, _ ("For Each Item Of"), _ ("Change List"),
                             (const char *const *) in, TROUPE_CEL_MODE_EXPRESSION);
        troupe_steps_form_add (form, box, path);
      }
      break;
    case TROUPE_ACTION_AGENT:
      add_agent (form, box, path, in_step, items, steps);
      break;
    case TROUPE_ACTION_CREW:
      add_crew (form, box, path, in_step);
      break;
    case TROUPE_ACTION_TOOL:
      troupe_tool_chooser_add (form,
                               add_reference (form, box, path, _ ("Tool"),
                                              _ ("Tool (module:Class or app/action)")),
                               path);
      break;
    case TROUPE_ACTION_CODE:
      add_reference (form, box, path, _ ("Python Reference"), _ ("Function (module:name)"));
      break;
    case TROUPE_ACTION_SCRIPT:
      {
        g_auto (GStrv) code = troupe_path_append (path, "code");
        g_auto (GStrv) language = troupe_path_append (path, "language");

        troupe_form_add_code (form, box, _ ("Code"), "Python", "python3", _ ("Change Code"),
                              (const char *const *) code, TROUPE_FORM_REQUIRED);
        troupe_form_add_text (form, GTK_WIDGET (troupe_form_add_group (box, NULL)), _ ("Language"),
                              _ ("Change Language"), (const char *const *) language,
                              TROUPE_FORM_DEFAULT);
      }
      break;
    default:
      g_assert_not_reached ();
    }
}
