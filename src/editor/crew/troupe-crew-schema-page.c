/* troupe-crew-schema-page.c: page to edit the response schema of a task or agent: fields, JSON
 * Schema, or a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-schema-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-page.h"
#include "troupe-crew-schema-page.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-form-value.h"
#include "troupe-form.h"
#include "troupe-json-check.h"
#include "troupe-open-list.h"
#include "troupe-sanitize-text.h"
#include "troupe-tree.h"

typedef enum
{
  SCHEMA_NONE,
  SCHEMA_FIELDS,
  SCHEMA_CLASS,
} SchemaKind;

/* Types that can be chosen in a row. Any other type is edited as JSON Schema. */
static const struct
{
  const char *title;
  const char *json;
} types[] = {
  { N_ ("Text"), "{\"type\":\"string\"}" },
  { N_ ("Integer"), "{\"type\":\"integer\"}" },
  { N_ ("Number"), "{\"type\":\"number\"}" },
  { N_ ("Yes/No"), "{\"type\":\"boolean\"}" },
  { N_ ("List of Text"), "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}" },
  { N_ ("List of Objects"), "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}" },
  { N_ ("Object"), "{\"type\":\"object\"}" },
};

typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
  GtkWidget *kinds;
  GtkWidget *fields;
  GtkWidget *below; /* JSON Schema, or the name of the class */
  TroupeForm *form;
  JsonNode *shown; /* (nullable): the schema whose fields are displayed */
  SchemaKind kind;
  gboolean is_filled;
  gboolean is_loading;
} Schema;

static Schema *
schema_new (TroupeCrewTarget *target, const TroupeCrewField *field, const char *const *path)
{
  Schema *self = g_new0 (Schema, 1);

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);

  return self;
}

static void
schema_free (gpointer data)
{
  Schema *self = data;

  g_clear_object (&self->form);
  g_clear_pointer (&self->shown, json_node_unref);
  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self);
}

/* --- Reading the schema ----------------------------------------------------------------------- */

static JsonNode *
get_node (Schema *self)
{
  JsonNode *node =
      troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path);

  return node != NULL && JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

static SchemaKind
get_kind (Schema *self)
{
  JsonNode *node = get_node (self);

  if (node == NULL)
    return SCHEMA_NONE;
  return troupe_form_value_is_reference (node) ? SCHEMA_CLASS : SCHEMA_FIELDS;
}

static JsonNode *
get_member (JsonNode *node, const char *key)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node)
             ? json_object_get_member (json_node_get_object (node), key)
             : NULL;
}

static JsonNode *
get_properties (Schema *self)
{
  JsonNode *node = get_member (get_node (self), "properties");

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? node : NULL;
}

/* Returns the names of the fields. (transfer full) */
static char **
list_names (Schema *self)
{
  JsonNode *properties = get_properties (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonObjectIter iter;
  const char *name;

  if (properties != NULL)
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (properties));
      while (json_object_iter_next_ordered (&iter, &name, NULL))
        g_strv_builder_add (builder, name);
    }
  return g_strv_builder_end (builder);
}

static gboolean
is_required (Schema *self, const char *name)
{
  JsonNode *required = get_member (get_node (self), "required");

  if (required == NULL || !JSON_NODE_HOLDS_ARRAY (required))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (json_node_get_array (required)); i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (required), i);

      if (JSON_NODE_HOLDS_VALUE (item) && g_strcmp0 (json_node_get_string (item), name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_of_type (JsonNode *property, JsonNode *type)
{
  JsonNode *own = get_member (property, "type");
  JsonNode *items = get_member (type, "items");

  if (own == NULL || !troupe_json_node_equal (own, get_member (type, "type")))
    return FALSE;
  if (get_member (property, "enum") != NULL || get_member (property, "$ref") != NULL)
    return FALSE;
  return items == NULL ||
         (get_member (property, "items") != NULL &&
          get_member (get_member (property, "items"), "type") != NULL &&
          troupe_json_node_equal (get_member (get_member (property, "items"), "type"),
                                  get_member (items, "type")));
}

/* Returns the index into types, or the length of types if no entry describes the property
 * completely. */
static guint
find_type (JsonNode *property)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (JsonNode) type = troupe_json_check (types[i].json, NULL);

      if (is_of_type (property, type))
        break;
    }
  return i;
}

/* --- Changing the schema ---------------------------------------------------------------------- */

static char *
make_label (Schema *self)
{
  return g_strdup_printf (_ ("Change %s"), _ (self->field->title));
}

static void
set_below (Schema *self, JsonNode *value, const char *first, ...)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_autofree char *label = make_label (self);
  va_list arguments;

  for (guint i = 0; self->path[i] != NULL; i++)
    g_ptr_array_add (path, self->path[i]);
  va_start (arguments, first);
  for (const char *key = first; key != NULL; key = va_arg (arguments, const char *))
    g_ptr_array_add (path, (gpointer) key);
  va_end (arguments);
  g_ptr_array_add (path, NULL);
  troupe_form_target_set (TROUPE_FORM_TARGET (self->target), (const char *const *) path->pdata,
                          value, label, NULL);
}

/* Adds @name to the `required` list, removes it, or replaces it with @new_name. */
static void
write_required (Schema *self, const char *name, const char *new_name, gboolean required)
{
  JsonNode *present = get_member (get_node (self), "required");
  JsonArray *array = json_array_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);
  gboolean found = FALSE;

  for (guint i = 0; present != NULL && JSON_NODE_HOLDS_ARRAY (present) &&
                    i < json_array_get_length (json_node_get_array (present));
       i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (present), i);
      gboolean is_it =
          JSON_NODE_HOLDS_VALUE (item) && g_strcmp0 (json_node_get_string (item), name) == 0;

      found = found || is_it;
      if (!is_it)
        json_array_add_element (array, json_node_ref (item));
      else if (required)
        json_array_add_element (array, troupe_json_node_new_string (new_name));
    }
  if (!found && required)
    json_array_add_element (array, troupe_json_node_new_string (new_name));
  json_node_take_array (node, array);
  json_node_seal (node);
  if (json_array_get_length (array) > 0)
    set_below (self, node, "required", NULL);
  else if (present != NULL)
    set_below (self, NULL, "required", NULL);
}

static void
begin (Schema *self)
{
  g_autofree char *label = make_label (self);

  troupe_document_begin_edit (troupe_form_target_get_document (TROUPE_FORM_TARGET (self->target)),
                              label);
}

static void
end (Schema *self)
{
  troupe_document_end_edit (troupe_form_target_get_document (TROUPE_FORM_TARGET (self->target)));
}

static void
add_cb (GtkWidget *row, Schema *self)
{
  g_auto (GStrv) names = list_names (self);
  g_autoptr (JsonNode) type = troupe_json_check (types[0].json, NULL);
  g_autofree char *name = NULL;

  for (guint i = g_strv_length (names) + 1;
       name == NULL || g_strv_contains ((const char *const *) names, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("field_%u", i);
    }
  begin (self);
  set_below (self, type, "properties", name, NULL);
  write_required (self, name, name, TRUE);
  end (self);
}

static const char *
get_row_name (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "troupe-name");
}

static void
remove_cb (GtkWidget *button, Schema *self)
{
  g_autofree char *name = g_strdup (get_row_name (button));

  begin (self);
  set_below (self, NULL, "properties", name, NULL);
  if (is_required (self, name))
    write_required (self, name, name, FALSE);
  end (self);
}

static void
required_cb (GtkCheckButton *check, Schema *self)
{
  if (!self->is_loading)
    write_required (self, get_row_name (check), get_row_name (check),
                    gtk_check_button_get_active (check));
}

/* Replaces the members that belong to the old type. The other members of the property are
 * preserved. */
static void
type_cb (GtkDropDown *down, GParamSpec *pspec, Schema *self)
{
  guint selected = gtk_drop_down_get_selected (down);
  g_autofree char *name = g_strdup (get_row_name (down));
  g_autoptr (JsonNode) type = NULL;
  JsonNode *present = get_member (get_properties (self), name);

  if (self->is_loading || selected >= G_N_ELEMENTS (types) || find_type (present) == selected)
    return;
  type = troupe_json_check (types[selected].json, NULL);
  begin (self);
  set_below (self, get_member (type, "type"), "properties", name, "type", NULL);
  set_below (self, get_member (type, "items"), "properties", name, "items", NULL);
  set_below (self, NULL, "properties", name, "enum", NULL);
  end (self);
}

/* Renames a field. Writes the complete map of fields again to preserve the position of the
 * field. */
static void
rename_cb (GtkWidget *row, const char *name, Schema *self)
{
  g_autofree char *old = g_strdup (get_row_name (row));
  JsonNode *properties = get_properties (self);
  gboolean required = is_required (self, old);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (properties == NULL || name[0] == '\0' || get_member (properties, name) != NULL)
    return;
  object = json_object_new ();
  json_object_iter_init_ordered (&iter, json_node_get_object (properties));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    json_object_set_member (object, g_str_equal (key, old) ? name : key, json_node_ref (member));
  json_node_take_object (node, object);
  json_node_seal (node);
  begin (self);
  set_below (self, node, "properties", NULL);
  if (required)
    write_required (self, old, name, TRUE);
  end (self);
}

static void
kind_cb (GtkWidget *row, GParamSpec *pspec, Schema *self)
{
  SchemaKind kind = (SchemaKind) adw_combo_row_get_selected (ADW_COMBO_ROW (row));
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *label = make_label (self);

  if (self->is_loading || kind == get_kind (self))
    return;
  if (kind == SCHEMA_FIELDS)
    node = troupe_json_check ("{\"type\":\"object\",\"properties\":{}}", NULL);
  else if (kind == SCHEMA_CLASS)
    node = troupe_json_check ("{\"python\":\"models.Answer\"}", NULL);
  troupe_form_target_set (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path, node,
                          label, NULL);
}

/* --- The page --------------------------------------------------------------------------------- */

static GtkWidget *
make_type (Schema *self, const char *name, JsonNode *property)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint type = find_type (property);
  GtkWidget *down;
  g_autofree char *spoken = g_strdup_printf (_ ("Type of %s"), name);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    gtk_string_list_append (list, _ (types[i].title));
  if (type == G_N_ELEMENTS (types))
    gtk_string_list_append (list, _ ("As JSON Schema"));
  down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (list)), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (down), type);
  troupe_open_list_at_choice (down);
  gtk_widget_set_valign (down, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (down), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data_full (G_OBJECT (down), "troupe-name", g_strdup (name), g_free);
  g_signal_connect (down, "notify::selected", G_CALLBACK (type_cb), self);

  return down;
}

/* Returns the path of the object schema inside of @name. This is the property itself or the
 * items of a list of objects. Returns NULL for other types. (transfer full) (nullable) */
static char **
make_inner_path (Schema *self, const char *name, JsonNode *property)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *type = troupe_tree_get_member_text (property, "type");
  gboolean is_list =
      g_strcmp0 (type, "array") == 0 &&
      g_strcmp0 (troupe_tree_get_member_text (get_member (property, "items"), "type"), "object") ==
          0;

  if (!is_list && g_strcmp0 (type, "object") != 0)
    return NULL;
  g_strv_builder_addv (builder, (const char **) self->path);
  g_strv_builder_add (builder, "properties");
  g_strv_builder_add (builder, name);
  if (is_list)
    g_strv_builder_add (builder, "items");
  return g_strv_builder_end (builder);
}

static GtkWidget *make_page (TroupeCrewTarget *target,
                             const TroupeCrewField *field,
                             const char *const *path,
                             const char *title,
                             gboolean is_inner);

static void
inner_cb (GtkWidget *row, Schema *self)
{
  g_autofree char *name = g_strdup (get_row_name (row));
  g_auto (GStrv) path = make_inner_path (self, name, get_member (get_properties (self), name));

  if (path != NULL)
    troupe_crew_target_open_page (self->target, make_page (self->target, self->field,
                                                           (const char *const *) path, name, TRUE));
}

/* Keeps what is typed in a row of a property. @key: identifies the row */
static void
keep_typed (Schema *self, GtkWidget *row, const char *name, const char *key)
{
  g_auto (GStrv) properties = troupe_path_append ((const char *const *) self->path, "properties");
  g_auto (GStrv) property = troupe_path_append ((const char *const *) properties, name);
  g_auto (GStrv) path = troupe_path_append ((const char *const *) property, key);

  troupe_form_target_keep_typed (TROUPE_FORM_TARGET (self->target), (const char *const *) path,
                                 row);
}

/* Sets the description of a field, which is sent to the model. */
static void
description_cb (GtkWidget *row, const char *text, Schema *self)
{
  g_autofree char *name = g_strdup (get_row_name (row));
  g_autoptr (JsonNode) node = text[0] != '\0' ? troupe_json_node_new_string (text) : NULL;

  set_below (self, node, "properties", name, "description", NULL);
}

static void
add_property (Schema *self, GtkWidget *group, const char *name, JsonNode *property)
{
  GtkWidget *row = troupe_form_entry_new (_ ("Field"), name);
  GtkWidget *options = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *button = troupe_icon_button_new ("window-close-symbolic", _ ("Remove"));
  g_autofree char *required = g_strdup_printf (_ ("%s is required"), name);
  const char *text;
  GtkWidget *description;
  g_auto (GStrv) path = NULL;
  JsonNode *inner;
  JsonNode *fields;
  g_autoptr (GPtrArray) names = NULL;
  JsonObjectIter iter;
  const char *key;
  GtkWidget *inner_row;

  g_object_set_data_full (G_OBJECT (row), "troupe-name", g_strdup (name), g_free);
  g_object_set_data_full (G_OBJECT (check), "troupe-name", g_strdup (name), g_free);
  g_object_set_data_full (G_OBJECT (button), "troupe-name", g_strdup (name), g_free);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_required (self, name));
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (check, _ ("Required"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, required,
                                  -1);
  g_signal_connect (row, "committed", G_CALLBACK (rename_cb), self);
  keep_typed (self, row, name, "name");
  g_signal_connect (check, "toggled", G_CALLBACK (required_cb), self);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (options), _ ("Required"));
  adw_action_row_add_prefix (ADW_ACTION_ROW (options), check);
  adw_action_row_add_suffix (ADW_ACTION_ROW (options), make_type (self, name, property));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (options), check);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), options);
  text = troupe_tree_get_member_text (property, "description");
  description = troupe_form_entry_new (_ ("Description"), text != NULL ? text : "");
  g_object_set_data_full (G_OBJECT (description), "troupe-name", g_strdup (name), g_free);
  g_signal_connect (description, "committed", G_CALLBACK (description_cb), self);
  keep_typed (self, description, name, "description");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), description);
  /* Adds a row for the fields of an object, which are edited on a separate page. */
  path = make_inner_path (self, name, property);
  inner = path != NULL ? troupe_form_target_get (TROUPE_FORM_TARGET (self->target),
                                                 (const char *const *) path)
                       : NULL;
  fields = get_member (inner, "properties");
  names = g_ptr_array_new ();
  if (path == NULL)
    return;
  if (fields != NULL && JSON_NODE_HOLDS_OBJECT (fields))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (fields));
      while (json_object_iter_next_ordered (&iter, &key, NULL))
        g_ptr_array_add (names, (gpointer) key);
    }
  g_ptr_array_add (names, NULL);
  inner_row = troupe_crew_opener_new (_ ("Fields"));
  troupe_crew_opener_set_chips (inner_row, (const char *const *) names->pdata, _ ("any"));
  g_object_set_data_full (G_OBJECT (inner_row), "troupe-name", g_strdup (name), g_free);
  g_signal_connect (inner_row, "activated", G_CALLBACK (inner_cb), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), inner_row);
}

static gboolean
is_shown (Schema *self, JsonNode *node)
{
  return self->is_filled &&
         (node == NULL ? self->shown == NULL
                       : self->shown != NULL && troupe_json_node_equal (node, self->shown));
}

static void
refresh_after_popover (gpointer page)
{
  troupe_crew_page_refresh (page);
}

static void
refresh (TroupeCrewPage *page, gpointer data)
{
  Schema *self = data;
  JsonNode *node = get_node (self);
  SchemaKind kind = get_kind (self);
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_CREW_PAGE (page));

  if (is_shown (self, node) ||
      troupe_form_focus_wait (self->fields, G_OBJECT (page), refresh_after_popover))
    return;
  focus = troupe_form_focus_take (self->fields);
  g_clear_pointer (&self->shown, json_node_unref);
  self->shown = node != NULL ? json_node_ref (node) : NULL;
  self->is_loading = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->kinds), kind);
  troupe_crew_clear_box (self->fields);
  if (kind == SCHEMA_FIELDS)
    {
      g_auto (GStrv) names = list_names (self);
      JsonNode *properties = get_properties (self);
      GtkWidget *add = adw_action_row_new ();
      GtkWidget *group;

      for (guint i = 0; names[i] != NULL; i++)
        {
          group = GTK_WIDGET (troupe_form_add_group (self->fields, NULL));
          add_property (self, group, names[i], get_member (properties, names[i]));
        }
      group = GTK_WIDGET (troupe_form_add_group (self->fields, NULL));
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (add), _ ("Add Field"));
      adw_action_row_add_prefix (ADW_ACTION_ROW (add),
                                 gtk_image_new_from_icon_name ("list-add-symbolic"));
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (add), TRUE);
      g_signal_connect (add, "activated", G_CALLBACK (add_cb), self);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), add);
    }
  self->is_loading = FALSE;
  if (!self->is_filled || kind != self->kind)
    {
      g_autofree char *label = NULL;

      self->kind = kind;
      /* The editor below is preserved while the user types in it. It is only created again for
       * another schema kind. */
      label = make_label (self);
      g_clear_object (&self->form);
      troupe_crew_clear_box (self->below);
      self->form = troupe_form_new (TROUPE_FORM_TARGET (self->target));
      if (self->kind == SCHEMA_CLASS)
        troupe_form_add_reference (self->form,
                                   GTK_WIDGET (troupe_form_add_group (self->below, NULL)),
                                   _ ("Python Class"), label, (const char *const *) self->path);
      else if (self->kind == SCHEMA_FIELDS)
        troupe_form_add_json (self->form, self->below, _ ("As JSON Schema"), label,
                              (const char *const *) self->path);
    }
  else
    troupe_form_refresh (self->form);
  self->is_filled = TRUE;
  troupe_form_focus_give_back (focus, self->fields);
}

/* Creates the page of a schema. @is_inner: whether it is the schema of a field, which is always
 * an object */
static GtkWidget *
make_page (TroupeCrewTarget *target,
           const TroupeCrewField *field,
           const char *const *path,
           const char *title,
           gboolean is_inner)
{
  const char *const titles[] = { _ ("Text, no fields"), _ ("Fields (JSON Schema)"),
                                 _ ("Python Class (Pydantic)"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (titles);
  Schema *self = schema_new (target, field, path);
  GtkWidget *page = troupe_crew_page_new (target, title);
  GtkWidget *box = troupe_crew_page_get_box (TROUPE_CREW_PAGE (page));
  AdwPreferencesGroup *group = troupe_form_add_group (box, NULL);

  self->kinds = adw_combo_row_new ();
  troupe_open_list_at_choice (self->kinds);
  self->fields = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->below = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->kinds), _ ("Kind"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->kinds), G_LIST_MODEL (list));
  adw_preferences_group_add (group, self->kinds);
  gtk_widget_set_visible (GTK_WIDGET (group), !is_inner);
  gtk_box_append (GTK_BOX (box), self->fields);
  gtk_box_append (GTK_BOX (box), self->below);
  troupe_crew_page_set_refresh (TROUPE_CREW_PAGE (page), refresh, self, schema_free);
  g_signal_connect (self->kinds, "notify::selected", G_CALLBACK (kind_cb), self);

  return page;
}

GtkWidget *
troupe_crew_schema_page_new (TroupeCrewTarget *target,
                             const TroupeCrewField *field,
                             const char *const *path)
{
  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  return make_page (target, field, path, _ (field->title), FALSE);
}
