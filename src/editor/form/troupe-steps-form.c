/* troupe-steps-form.c: form for the steps of an `each`
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-steps-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-action-form.h"
#include "troupe-open-list.h"

/* The target of a button: the form and the list of steps. */
typedef struct
{
  TroupeForm *form; /* lives as long as the button */
  char **path;      /* path of the list */
  guint index;
  int step; /* -1 up, 1 down, 0 removes */
} StepButton;

static void
step_button_free (gpointer data, GClosure *closure)
{
  StepButton *self = data;

  g_object_unref (self->form);
  g_strfreev (self->path);
  g_free (self);
}

/* Returns the path of the list with the current name of the method. */
static const char *const *
get_path (StepButton *data)
{
  troupe_form_follow (data->form, data->path);

  return (const char *const *) data->path;
}

static JsonArray *
get_steps (TroupeForm *form, const char *const *path)
{
  JsonNode *node =
      troupe_json_tree_get (troupe_editor_context_get_root (troupe_form_get_context (form)), path);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Takes ownership of @array. */
static void
write_steps (TroupeForm *form, const char *const *path, JsonArray *array, const char *label)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  json_node_seal (node);
  troupe_editor_context_set (troupe_form_get_context (form), path, node, label, NULL);
}

static void
step_clicked_cb (GtkButton *button, StepButton *data)
{
  const char *const *path = get_path (data);
  JsonArray *steps = get_steps (data->form, path);
  JsonArray *changed;
  guint length;
  guint other = data->index + (guint) data->step;

  if (steps == NULL)
    return;

  length = json_array_get_length (steps);
  if (data->step != 0 && other >= length)
    return;

  changed = json_array_new ();
  for (guint i = 0; i < length; i++)
    {
      guint from = i;

      if (data->step == 0 && i == data->index)
        continue;
      if (data->step != 0 && i == data->index)
        from = other;
      else if (data->step != 0 && i == other)
        from = data->index;
      json_array_add_element (changed, json_node_ref (json_array_get_element (steps, from)));
    }
  write_steps (data->form, path, changed, data->step == 0 ? _ ("Remove Step") : _ ("Move Step"));
}

static char *
make_name (JsonArray *steps)
{
  for (guint number = 1;; number++)
    {
      g_autofree char *name = g_strdup_printf ("step_%u", number);
      gboolean taken = FALSE;

      for (guint i = 0; i < json_array_get_length (steps); i++)
        {
          JsonNode *step = json_array_get_element (steps, i);

          if (JSON_NODE_HOLDS_OBJECT (step) &&
              g_strcmp0 (json_object_get_string_member_with_default (json_node_get_object (step),
                                                                     "name", NULL),
                         name) == 0)
            taken = TRUE;
        }
      if (!taken)
        return g_steal_pointer (&name);
    }
}

static void
add_clicked_cb (GtkButton *button, StepButton *data)
{
  const char *const *path = get_path (data);
  JsonArray *steps = get_steps (data->form, path);
  JsonArray *changed = json_array_new ();
  g_autofree char *name = NULL;
  JsonObject *step = json_object_new ();
  JsonObject *action = json_object_new ();

  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    json_array_add_element (changed, json_node_ref (json_array_get_element (steps, i)));
  name = make_name (changed);
  json_object_set_string_member (action, "call", "expression");
  json_object_set_string_member (action, "expr", "item");
  json_object_set_string_member (step, "name", name);
  json_object_set_object_member (step, "action", action);
  json_array_add_object_element (changed, step);
  write_steps (data->form, path, changed, _ ("Add Step"));
}

static StepButton *
step_button_new (TroupeForm *form, const char *const *path, guint index, int step)
{
  StepButton *data = g_new0 (StepButton, 1);

  data->form = g_object_ref (form);
  data->path = g_strdupv ((char **) path);
  data->index = index;
  data->step = step;

  return data;
}

static GtkWidget *
add_button (GtkWidget *box,
            TroupeForm *form,
            const char *const *path,
            guint index,
            int step,
            const char *icon_name,
            const char *words)
{
  GtkWidget *button = troupe_icon_button_new (icon_name, words);

  g_signal_connect_data (button, "clicked", G_CALLBACK (step_clicked_cb),
                         step_button_new (form, path, index, step), step_button_free, 0);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

/* Actions that a step can have. All actions except another `each` are possible
 * (doc/flow-semantics.md §1.3). */
static const TroupeActionType step_types[] = { TROUPE_ACTION_EXPRESSION, TROUPE_ACTION_AGENT,
                                               TROUPE_ACTION_CREW,       TROUPE_ACTION_TOOL,
                                               TROUPE_ACTION_CODE,       TROUPE_ACTION_SCRIPT };

static JsonNode *
make_action (TroupeActionType type)
{
  JsonObject *object = NULL;
  JsonNode *node = NULL;

  if (type == TROUPE_ACTION_CREW)
    return troupe_flow_edit_new_action (type);
  object = json_object_new ();
  node = json_node_new (JSON_NODE_OBJECT);
  json_object_set_string_member (object, "call", troupe_action_type_get_name (type));
  switch (type)
    {
    case TROUPE_ACTION_EXPRESSION:
      json_object_set_string_member (object, "expr", "item");
      break;
    case TROUPE_ACTION_AGENT:
      {
        JsonObject *with = json_object_new ();

        json_object_set_string_member (with, "role", _ ("Assistant"));
        json_object_set_string_member (with, "goal", _ ("Answer in one sentence"));
        json_object_set_string_member (with, "backstory", "");
        json_object_set_string_member (with, "llm", "mock/echo");
        json_object_set_string_member (with, "input", "${item}");
        json_object_set_object_member (object, "with", with);
      }
      break;
    case TROUPE_ACTION_TOOL:
      json_object_set_string_member (object, "ref", "package.module:Tool");
      break;
    case TROUPE_ACTION_CODE:
      json_object_set_string_member (object, "ref", "package.module:function");
      break;
    case TROUPE_ACTION_SCRIPT:
      json_object_set_string_member (object, "code", "return item");
      break;
    case TROUPE_ACTION_CREW:
    case TROUPE_ACTION_EACH:
    case TROUPE_ACTION_N_TYPES:
    default:
      g_assert_not_reached ();
    }
  json_node_take_object (node, object);
  json_node_seal (node);

  return node;
}

static void
type_selected_cb (AdwComboRow *row, GParamSpec *pspec, StepButton *data)
{
  guint selected = adw_combo_row_get_selected (row);
  g_autofree char *index = g_strdup_printf ("%u", data->index);
  g_auto (GStrv) step = troupe_path_append (get_path (data), index);
  g_auto (GStrv) path = troupe_path_append ((const char *const *) step, "action");
  TroupeEditorContext *context = troupe_form_get_context (data->form);
  JsonNode *present =
      troupe_json_tree_get (troupe_editor_context_get_root (context), (const char *const *) path);
  g_autoptr (JsonNode) node = NULL;
  TroupeActionType type;

  if (selected >= G_N_ELEMENTS (step_types) ||
      (troupe_action_node_get_type (present, &type) && type == step_types[selected]))
    return;

  node = make_action (step_types[selected]);
  troupe_editor_context_set (context, (const char *const *) path, node, _ ("Change Step Action"),
                             NULL);
}

static void
add_type_row (TroupeForm *form,
              GtkWidget *parent,
              const char *const *path,
              guint index,
              JsonNode *action)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  TroupeActionType type;
  gboolean known = troupe_action_node_get_type (action, &type);
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < G_N_ELEMENTS (step_types); i++)
    {
      gtk_string_list_append (model, troupe_action_type_get_title (step_types[i]));
      if (known && step_types[i] == type)
        selected = i;
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Action"));
  troupe_open_list_at_choice (row);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  g_signal_connect_data (row, "notify::selected", G_CALLBACK (type_selected_cb),
                         step_button_new (form, path, index, 0), step_button_free, 0);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (parent), row);
}

/* Returns the names of the first @n steps, because a step can use the outputs of previous steps. */
static char **
list_names (JsonArray *steps, guint n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      JsonNode *step = json_array_get_element (steps, i);
      const char *name =
          JSON_NODE_HOLDS_OBJECT (step)
              ? json_object_get_string_member_with_default (json_node_get_object (step), "name",
                                                            NULL)
              : NULL;

      if (name != NULL)
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static void
add_step (TroupeForm *form,
          GtkWidget *box,
          const char *const *path,
          JsonArray *steps,
          guint index,
          const char *items)
{
  g_autofree char *key = g_strdup_printf ("%u", index);
  g_autofree char *title = g_strdup_printf (_ ("Step %u"), index + 1);
  g_auto (GStrv) step = troupe_path_append (path, key);
  g_auto (GStrv) name = troupe_path_append ((const char *const *) step, "name");
  g_auto (GStrv) condition = troupe_path_append ((const char *const *) step, "if");
  g_auto (GStrv) action = troupe_path_append ((const char *const *) step, "action");
  g_auto (GStrv) before = list_names (steps, index);
  AdwPreferencesGroup *group = troupe_form_add_group (box, title);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  JsonNode *node =
      troupe_json_tree_get (troupe_editor_context_get_root (troupe_form_get_context (form)),
                            (const char *const *) action);
  GtkWidget *field;

  gtk_widget_set_sensitive (
      add_button (buttons, form, path, index, -1, "go-up-symbolic", _ ("Move Up")), index > 0);
  gtk_widget_set_sensitive (add_button (buttons, form, path, index, 1, "go-down-symbolic",
                                        _ ("Move Down")),
                            index + 1 < json_array_get_length (steps));
  gtk_widget_set_sensitive (add_button (buttons, form, path, index, 0, "user-trash-symbolic",
                                        _ ("Remove Step")),
                            json_array_get_length (steps) > 1);
  adw_preferences_group_set_header_suffix (group, buttons);

  troupe_form_add_text (form, GTK_WIDGET (group), _ ("Name"), _ ("Rename Step"),
                        (const char *const *) name, TROUPE_FORM_REQUIRED);
  add_type_row (form, GTK_WIDGET (group), path, index, node);
  troupe_action_form_add (form, box, (const char *const *) action, TRUE, items,
                          (const char *const *) before);
  field = troupe_form_add_cel (form, box, _ ("Condition"), _ ("Change Step Condition"),
                               (const char *const *) condition, TROUPE_CEL_MODE_EXPRESSION);
  troupe_cel_field_set_optional (TROUPE_CEL_FIELD (field), TRUE);
  troupe_cel_field_set_step (TROUPE_CEL_FIELD (field), items, (const char *const *) before);
}

void
troupe_steps_form_add (TroupeForm *form, GtkWidget *box, const char *const *path)
{
  g_auto (GStrv) list = troupe_path_append (path, "do");
  g_auto (GStrv) in = troupe_path_append (path, "in");
  JsonArray *steps;
  JsonNode *items;
  GtkWidget *button;

  g_return_if_fail (TROUPE_IS_FORM (form));

  steps = get_steps (form, (const char *const *) list);
  items = troupe_json_tree_get (troupe_editor_context_get_root (troupe_form_get_context (form)),
                                (const char *const *) in);
  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    add_step (form, box, (const char *const *) list, steps, i,
              items != NULL && JSON_NODE_HOLDS_VALUE (items) ? json_node_get_string (items) : NULL);

  button = gtk_button_new_with_label (_ ("Add Step"));
  g_signal_connect_data (button, "clicked", G_CALLBACK (add_clicked_cb),
                         step_button_new (form, (const char *const *) list, 0, 0), step_button_free,
                         0);
  gtk_box_append (GTK_BOX (box), button);
}
