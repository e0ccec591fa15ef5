/* troupe-crew-rows.c: form rows for each kind of crew, agent and task field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-rows"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-lists.h"
#include "troupe-crew-model-page.h"
#include "troupe-crew-rows.h"
#include "troupe-crew-schema-page.h"
#include "troupe-crew-tools-page.h"
#include "troupe-form-value.h"
#include "troupe-json-check.h"
#include "troupe-prompt-check.h"
#include "troupe-template-check.h"
#include "troupe-sanitize-text.h"

#define MOST 1000000000

/* --- Choosing the row ------------------------------------------------------------------------- */

static JsonNode *
get_member (JsonNode *map, const char *key)
{
  JsonNode *node = map != NULL && JSON_NODE_HOLDS_OBJECT (map)
                       ? json_object_get_member (json_node_get_object (map), key)
                       : NULL;

  return node != NULL && JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static TroupeCrewRowKind
or_json (gboolean fits, TroupeCrewRowKind kind)
{
  return fits ? kind : TROUPE_CREW_ROW_JSON;
}

static gboolean
is_choice (const TroupeCrewField *field, JsonNode *node)
{
  for (const TroupeCrewChoice *choice = field->choices; choice->title != NULL; choice++)
    {
      g_autoptr (JsonNode) value =
          choice->json != NULL ? troupe_json_check (choice->json, NULL) : NULL;

      if (node == NULL || (value != NULL && troupe_json_node_equal (value, node)))
        return TRUE;
    }
  return FALSE;
}

/* Returns the widget for a string. A string with line breaks requires a multi-line editor. */
static TroupeCrewRowKind
choose_line (JsonNode *node)
{
  if (node == NULL)
    return TROUPE_CREW_ROW_LINE;
  if (!is_text (node))
    return TROUPE_CREW_ROW_JSON;
  return strchr (json_node_get_string (node), '\n') != NULL ? TROUPE_CREW_ROW_PROMPT
                                                            : TROUPE_CREW_ROW_LINE;
}

static TroupeCrewRowKind
choose_list (JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_ARRAY (node))
    return TROUPE_CREW_ROW_LIST;
  return or_json (troupe_form_value_is_reference (node), TROUPE_CREW_ROW_REFERENCE);
}

static TroupeCrewRowKind
choose_files (JsonNode *node)
{
  return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_PAIRS, node), TROUPE_CREW_ROW_PAIRS);
}

/* If a task has both `guardrails` and `guardrail`, the list takes precedence and `guardrail` is
 * shown only as JSON. */
static TroupeCrewRowKind
choose_guardrail (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *map)
{
  JsonNode *several = get_member (map, "guardrails");

  if (owner == TROUPE_CREW_OWNER_AGENT)
    return TROUPE_CREW_ROW_HOOK;
  if (field->kind == TROUPE_CREW_KIND_GUARDRAILS)
    return or_json (several == NULL || JSON_NODE_HOLDS_ARRAY (several), TROUPE_CREW_ROW_HOOKS);
  return several != NULL && get_member (map, "guardrail") != NULL ? TROUPE_CREW_ROW_JSON
                                                                  : TROUPE_CREW_ROW_HIDDEN;
}

static TroupeCrewRowKind
choose_text (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *node)
{
  if (node != NULL && !is_text (node))
    return TROUPE_CREW_ROW_JSON;
  if (owner == TROUPE_CREW_OWNER_TASK && g_str_equal (field->key, "name"))
    return TROUPE_CREW_ROW_NAME;
  return node != NULL && strchr (json_node_get_string (node), '\n') != NULL ? TROUPE_CREW_ROW_CODE
                                                                            : TROUPE_CREW_ROW_TEXT;
}

static TroupeCrewRowKind
choose_kind (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *map, JsonNode *node)
{
  switch (field->kind)
    {
    case TROUPE_CREW_KIND_TEXT:
    case TROUPE_CREW_KIND_SWITCH_OR_TEXT:
      return choose_text (owner, field, node);
    case TROUPE_CREW_KIND_LINE:
      return choose_line (node);
    case TROUPE_CREW_KIND_PROMPT:
      return or_json (node == NULL || is_text (node), TROUPE_CREW_ROW_PROMPT);
    case TROUPE_CREW_KIND_TEMPLATE:
      if (node == NULL)
        return TROUPE_CREW_ROW_EMPTY;
      return or_json (is_text (node), TROUPE_CREW_ROW_CODE);
    case TROUPE_CREW_KIND_BOOLEAN:
      if (owner == TROUPE_CREW_OWNER_AGENT && g_str_equal (field->key, "planning"))
        return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_SWITCH, node),
                        TROUPE_CREW_ROW_PLANNING);
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_SWITCH, node),
                      TROUPE_CREW_ROW_SWITCH);
    case TROUPE_CREW_KIND_INTEGER:
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_INTEGER, node),
                      field->initial != NULL ? TROUPE_CREW_ROW_SPIN : TROUPE_CREW_ROW_INTEGER);
    case TROUPE_CREW_KIND_NUMBER:
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_DECIMAL, node),
                      TROUPE_CREW_ROW_DECIMAL);
    case TROUPE_CREW_KIND_CHOICE:
    case TROUPE_CREW_KIND_SWITCH_OR_MAP:
      return or_json (is_choice (field, node), TROUPE_CREW_ROW_CHOICE);
    case TROUPE_CREW_KIND_LIST:
    case TROUPE_CREW_KIND_SKILLS:
    case TROUPE_CREW_KIND_APPS:
    case TROUPE_CREW_KIND_MCPS:
    case TROUPE_CREW_KIND_SOURCES:
      return choose_list (node);
    case TROUPE_CREW_KIND_TEXTS:
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_LINES, node),
                      TROUPE_CREW_ROW_LINES);
    case TROUPE_CREW_KIND_PAIRS:
    case TROUPE_CREW_KIND_FILES:
      return choose_files (node);
    case TROUPE_CREW_KIND_OBJECT:
      if (troupe_form_value_is_reference (node))
        return TROUPE_CREW_ROW_REFERENCE;
      return or_json (node == NULL || JSON_NODE_HOLDS_OBJECT (node), TROUPE_CREW_ROW_OBJECT);
    case TROUPE_CREW_KIND_AGENT:
      return or_json (node == NULL || is_text (node), TROUPE_CREW_ROW_AGENT);
    case TROUPE_CREW_KIND_CONTEXT:
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_LINES, node),
                      TROUPE_CREW_ROW_CONTEXT);
    case TROUPE_CREW_KIND_TOOLS:
      return or_json (node == NULL || JSON_NODE_HOLDS_ARRAY (node), TROUPE_CREW_ROW_TOOLS);
    case TROUPE_CREW_KIND_LLM:
      return or_json (node == NULL || is_text (node) || JSON_NODE_HOLDS_OBJECT (node),
                      troupe_form_value_is_reference (node) ? TROUPE_CREW_ROW_REFERENCE
                                                            : TROUPE_CREW_ROW_MODEL);
    case TROUPE_CREW_KIND_CALLBACK:
    case TROUPE_CREW_KIND_CONVERTER:
    case TROUPE_CREW_KIND_EXECUTOR:
      return or_json (!troupe_form_value_is_foreign (TROUPE_FIELD_REFERENCE, node),
                      TROUPE_CREW_ROW_REFERENCE);
    case TROUPE_CREW_KIND_CALLBACKS:
      return or_json (node == NULL || JSON_NODE_HOLDS_ARRAY (node), TROUPE_CREW_ROW_HOOKS);
    case TROUPE_CREW_KIND_CONDITION:
      return TROUPE_CREW_ROW_HOOK;
    case TROUPE_CREW_KIND_GUARDRAIL:
    case TROUPE_CREW_KIND_GUARDRAILS:
      return choose_guardrail (owner, field, map);
    case TROUPE_CREW_KIND_SCHEMA:
      return TROUPE_CREW_ROW_SCHEMA;
    case TROUPE_CREW_KIND_AGENTS:
    case TROUPE_CREW_KIND_TASKS:
    case TROUPE_CREW_KIND_A2A:
    case TROUPE_CREW_KIND_ANY:
    case TROUPE_CREW_KIND_MAP:
    default:
      return node == NULL ? TROUPE_CREW_ROW_EMPTY : TROUPE_CREW_ROW_JSON;
    }
}

TroupeCrewRowKind
troupe_crew_row_choose (TroupeCrewOwner owner, const TroupeCrewField *field, JsonNode *map)
{
  g_return_val_if_fail (field != NULL, TROUPE_CREW_ROW_HIDDEN);

  if (!troupe_crew_field_is_shown (field, map))
    return TROUPE_CREW_ROW_HIDDEN;
  if ((field->flags & TROUPE_CREW_FIELD_IDLE) != 0)
    return TROUPE_CREW_ROW_IDLE;
  if ((field->flags & TROUPE_CREW_FIELD_ELSEWHERE) != 0 &&
      field->kind != TROUPE_CREW_KIND_GUARDRAIL)
    return TROUPE_CREW_ROW_HIDDEN;

  return choose_kind (owner, field, map, get_member (map, field->key));
}

/* --- Help texts ------------------------------------------------------------------------------- */

char *
troupe_crew_row_describe (JsonNode *node)
{
  g_autofree char *text = NULL;

  if (node == NULL)
    return g_strdup ("");
  if (JSON_NODE_HOLDS_OBJECT (node) && json_object_get_size (json_node_get_object (node)) == 1 &&
      json_object_has_member (json_node_get_object (node), "cel") &&
      is_text (json_object_get_member (json_node_get_object (node), "cel")))
    text = g_strdup (json_object_get_string_member (json_node_get_object (node), "cel"));
  else
    text = troupe_form_value_to_text (TROUPE_FIELD_REFERENCE, node);

  return troupe_text_first_line (text);
}

void
troupe_crew_row_put (GtkWidget *parent, GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (parent) && GTK_IS_WIDGET (widget));

  if (ADW_IS_PREFERENCES_GROUP (parent))
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (parent), widget);
  else if (ADW_IS_EXPANDER_ROW (parent))
    adw_expander_row_add_row (ADW_EXPANDER_ROW (parent), widget);
  else
    gtk_box_append (GTK_BOX (parent), widget);
}

void
troupe_crew_row_settle (GtkWidget *field)
{
  GtkWidget *row;

  g_return_if_fail (GTK_IS_WIDGET (field));

  row = gtk_widget_get_ancestor (field, GTK_TYPE_LIST_BOX_ROW);
  gtk_widget_set_margin_top (field, 10);
  gtk_widget_set_margin_bottom (field, 10);
  gtk_widget_set_margin_start (field, 10);
  gtk_widget_set_margin_end (field, 10);
  if (row != NULL)
    gtk_widget_set_focusable (row, FALSE);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static GtkWidget *
add_choice (TroupeForm *form,
            GtkWidget *parent,
            const TroupeCrewField *field,
            const char *label,
            const char *const *path)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  for (const TroupeCrewChoice *choice = field->choices; choice->title != NULL; choice++)
    {
      g_ptr_array_add (titles, (gpointer) _ (choice->title));
      g_ptr_array_add (values, (gpointer) (choice->json != NULL ? choice->json : ""));
    }
  g_ptr_array_add (titles, NULL);
  g_ptr_array_add (values, NULL);

  return troupe_form_add_choice (form, parent, _ (field->title), label, path,
                                 (const char *const *) titles->pdata,
                                 (const char *const *) values->pdata, field->initial);
}

static TroupeCrewSubject *
get_subject (TroupeForm *form)
{
  return troupe_crew_target_get_subject (TROUPE_CREW_TARGET (troupe_form_get_target (form)));
}

static GtkWidget *
add_prompt (TroupeForm *form,
            GtkWidget *parent,
            const TroupeCrewField *field,
            const char *label,
            const char *const *path,
            TroupeFormFlags flags)
{
  GtkWidget *widget =
      troupe_form_add_code (form, parent, _ (field->title), NULL, NULL, label, path, flags);

  troupe_prompt_check_attach (TROUPE_TEXT_FIELD (widget), get_subject (form));
  if ((flags & TROUPE_FORM_REQUIRED) != 0)
    troupe_text_field_set_placeholder (TROUPE_TEXT_FIELD (widget), _ (field->help));
  gtk_text_view_set_monospace (
      GTK_TEXT_VIEW (troupe_text_field_get_view (TROUPE_TEXT_FIELD (widget))), FALSE);

  return widget;
}

static void
remove_cb (GtkWidget *row)
{
  TroupeForm *form = g_object_get_data (G_OBJECT (row), "troupe-form");
  const char *const *path = g_object_get_data (G_OBJECT (row), "troupe-path");

  troupe_form_target_set (troupe_form_get_target (form), path, NULL, _ ("Remove Field"), NULL);
}

/* Adds a read-only row for a field that no longer has any effect. The button of the row removes
 * the field from the file. */
static GtkWidget *
add_idle (TroupeForm *form,
          GtkWidget *parent,
          const TroupeCrewField *field,
          const char *const *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_label (_ ("Remove"));
  g_autofree char *value =
      troupe_crew_row_describe (troupe_form_target_get (troupe_form_get_target (form), path));
  g_autofree char *text = g_strdup_printf ("%s: %s\n%s", field->key, value, _ (field->help));
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
  gtk_widget_set_opacity (gtk_widget_get_first_child (row), 0.55);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_object_set_data_full (G_OBJECT (row), "troupe-form", g_object_ref (form), g_object_unref);
  g_object_set_data_full (G_OBJECT (row), "troupe-path", g_strdupv ((char **) path),
                          (GDestroyNotify) g_strfreev);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), row, G_CONNECT_SWAPPED);
  troupe_crew_row_put (parent, row);

  return row;
}

/* Adds the row of a crew-specific kind. The remaining kinds are provided by #TroupeForm. */
static GtkWidget *
add_special (TroupeForm *form,
             GtkWidget *parent,
             TroupeCrewRowKind kind,
             const TroupeCrewField *field,
             const char *const *path)
{
  TroupeCrewTarget *target = TROUPE_CREW_TARGET (troupe_form_get_target (form));

  switch (kind)
    {
    case TROUPE_CREW_ROW_MODEL:
      return troupe_crew_model_row_new (target, field, path);
    case TROUPE_CREW_ROW_TOOLS:
      return troupe_crew_tools_row_new (target, field, path);
    case TROUPE_CREW_ROW_AGENT:
      return troupe_crew_agent_row_new (target, field, path);
    case TROUPE_CREW_ROW_CONTEXT:
      return troupe_crew_context_row_new (target, field, path);
    case TROUPE_CREW_ROW_NAME:
      return troupe_crew_name_row_new (target, field, path);
    case TROUPE_CREW_ROW_PLANNING:
      return troupe_crew_planning_row_new (target, field, path);
    case TROUPE_CREW_ROW_HOOK:
    case TROUPE_CREW_ROW_EMPTY:
      return troupe_crew_hook_row_new (target, field, path);
    case TROUPE_CREW_ROW_HOOKS:
    case TROUPE_CREW_ROW_LIST:
      return troupe_crew_list_new (target, field, path);
    case TROUPE_CREW_ROW_SCHEMA:
      return troupe_crew_schema_row_new (target, field, path);
    default:
      return NULL;
    }
}

static GtkWidget *
add_plain (TroupeForm *form,
           GtkWidget *parent,
           TroupeCrewRowKind kind,
           const TroupeCrewField *field,
           const char *const *path)
{
  g_autofree char *label =
      /* Translators: an undo step; %s is the title of a field. */
      g_strdup_printf (_ ("Change %s"), _ (field->title));
  const char *title = _ (field->title);
  TroupeFormFlags flags =
      (field->flags & TROUPE_CREW_FIELD_NEEDED) != 0 ? TROUPE_FORM_REQUIRED : TROUPE_FORM_DEFAULT;

  switch (kind)
    {
    case TROUPE_CREW_ROW_TEXT:
      return troupe_form_add_text (form, parent, title, label, path, flags);
    case TROUPE_CREW_ROW_LINE:
      {
        GtkWidget *row = troupe_form_add_text (form, parent, _ (field->title), label, path, flags);

        troupe_prompt_check_attach_row (ADW_ENTRY_ROW (row), get_subject (form));
        return row;
      }
    case TROUPE_CREW_ROW_PROMPT:
      return add_prompt (form, parent, field, label, path, flags);
    case TROUPE_CREW_ROW_CODE:
      {
        GtkWidget *widget =
            troupe_form_add_code (form, parent, _ (field->title), NULL, NULL, label, path, flags);
        const char *slot = troupe_template_check_get_slot (field->key);

        /* Enables the slot check for templates with slots. */
        if (slot != NULL)
          troupe_template_check_attach (TROUPE_TEXT_FIELD (widget), slot);
        return widget;
      }
    case TROUPE_CREW_ROW_SWITCH:
      return troupe_form_add_switch (form, parent, title, label, path,
                                     g_strcmp0 (field->initial, "true") == 0);
    case TROUPE_CREW_ROW_SPIN:
      {
        GtkWidget *row = troupe_form_add_number (
            form, parent, _ (field->title), label, path,
            (int) (field->initial != NULL ? g_ascii_strtoll (field->initial, NULL, 10) : 0), 0,
            MOST);
        GtkWidget *button = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));

        /* Adds a number row that is sized for the usual values, although any number can be
         * typed. */
        gtk_editable_set_width_chars (GTK_EDITABLE (button), 3);
        gtk_editable_set_max_width_chars (GTK_EDITABLE (button), 3);
        return row;
      }
    case TROUPE_CREW_ROW_INTEGER:
    case TROUPE_CREW_ROW_DECIMAL:
      return troupe_form_add_amount (form, parent, title, label, path,
                                     kind == TROUPE_CREW_ROW_INTEGER,
                                     field->initial != NULL ? field->initial : _ ("none"));
    case TROUPE_CREW_ROW_CHOICE:
      return add_choice (form, parent, field, label, path);
    case TROUPE_CREW_ROW_REFERENCE:
      return troupe_form_add_reference (form, parent, title, label, path);
    case TROUPE_CREW_ROW_LINES:
    case TROUPE_CREW_ROW_PAIRS:
      return troupe_form_add_lines (form, parent, title, label, path,
                                    kind == TROUPE_CREW_ROW_PAIRS);
    case TROUPE_CREW_ROW_IDLE:
      return add_idle (form, parent, field, path);
    default:
      return troupe_form_add_json (form, parent, title, label, path);
    }
}

GtkWidget *
troupe_crew_row_add (TroupeForm *form,
                     GtkWidget *parent,
                     TroupeCrewRowKind kind,
                     const TroupeCrewField *field,
                     const char *const *path)
{
  g_auto (GStrv) own = NULL;
  GtkWidget *row;
  const char *help;
  const char *subtitle;

  g_return_val_if_fail (TROUPE_IS_FORM (form), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  own = troupe_path_append (path, field->key);
  row = add_special (form, parent, kind, field, (const char *const *) own);
  if (row != NULL)
    troupe_crew_row_put (parent, row);
  else
    row = add_plain (form, parent, kind, field, (const char *const *) own);
  /* How lines are written cannot be guessed: a command line would become a single argument. */
  if (kind == TROUPE_CREW_ROW_LINES || kind == TROUPE_CREW_ROW_PAIRS)
    troupe_text_field_set_placeholder (TROUPE_TEXT_FIELD (row), _ (field->help));
  /* Shows the field's help text as a subtitle or tooltip, depending on what the widget supports. */
  help = _ (field->help);
  subtitle = ADW_IS_ACTION_ROW (row) ? adw_action_row_get_subtitle (ADW_ACTION_ROW (row)) : NULL;
  if (ADW_IS_EXPANDER_ROW (parent) && TROUPE_IS_TEXT_FIELD (row))
    troupe_crew_row_settle (row);
  if (troupe_crew_opener_wants_help (row))
    troupe_crew_opener_set_help (row, help);
  else if (ADW_IS_ACTION_ROW (row) && (subtitle == NULL || subtitle[0] == '\0'))
    {
      g_autofree char *escaped = g_markup_escape_text (help, -1);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
    }
  else if (!ADW_IS_ACTION_ROW (row))
    gtk_widget_set_tooltip_text (row, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, help,
                                  -1);
  /* libadwaita labels the header of an expander row, not the row itself. */
  if (ADW_IS_EXPANDER_ROW (row))
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    _ (field->title), -1);

  return row;
}
