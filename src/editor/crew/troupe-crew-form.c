/* troupe-crew-form.c: form of a crew, task, agent, model or server, generated from the field table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-form"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-fold-text.h"
#include "troupe-crew-form.h"
#include "troupe-crew-opening-rows.h"
#include "troupe-crew-page.h"
#include "troupe-crew-rows.h"
#include "troupe-crew-several.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-form.h"
#include "troupe-row-name.h"

/* Key of the row that opens the memory page; not a key of a document. */
#define MEMORY_PAGE "memory/page"
/* Space above a card within a group. */
#define CARD_GAP 12
/* Key of the row that sets the model of all agents; not a key of a document either. */
#define ALL_MODELS "agents/llm"

/* A part of the form: the first fields, or a fold. Rows are created again if the document
 * requires other rows. */
typedef struct
{
  TroupeCrewFold fold;
  GtkWidget *box;   /* container of the first fields */
  GtkWidget *row;   /* (nullable): the AdwExpanderRow of a fold */
  GtkWidget *pill;  /* (nullable) */
  TroupeForm *form; /* (nullable): while it is filled */
  GPtrArray *rows;  /* GtkWidget: in the order of the rows */
  GHashTable *keys; /* path of a field, such as `key` or `map.key`: GtkWidget */
  char *shape;      /* (nullable): identifies the set of rows */
} Part;

struct _TroupeCrewForm
{
  GtkWidget parent_instance;

  TroupeCrewTarget *target;
  TroupeCrewOwner owner;
  char **path;
  GtkWidget *folds; /* (nullable) */
  GPtrArray *parts; /* Part */
};

G_DEFINE_FINAL_TYPE (TroupeCrewForm, troupe_crew_form, GTK_TYPE_WIDGET)

static void
part_free (gpointer data)
{
  Part *part = data;

  g_clear_object (&part->form);
  g_ptr_array_unref (part->rows);
  g_hash_table_unref (part->keys);
  g_free (part->shape);
  g_free (part);
}

static void
troupe_crew_form_dispose (GObject *object)
{
  TroupeCrewForm *self = TROUPE_CREW_FORM (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_object (&self->target);
  g_clear_pointer (&self->path, g_strfreev);

  G_OBJECT_CLASS (troupe_crew_form_parent_class)->dispose (object);
}

static void
troupe_crew_form_class_init (TroupeCrewFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_form_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_crew_form_init (TroupeCrewForm *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  g_assert (self != NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 14);
  self->parts = g_ptr_array_new_with_free_func (part_free);
}

/* --- Choosing the fields ---------------------------------------------------------------------- */

static JsonNode *
get_map (TroupeCrewForm *self)
{
  return troupe_form_target_get (TROUPE_FORM_TARGET (self->target),
                                 (const char *const *) self->path);
}

static JsonNode *
get_member (JsonNode *map, const char *key)
{
  return map != NULL && JSON_NODE_HOLDS_OBJECT (map)
             ? json_object_get_member (json_node_get_object (map), key)
             : NULL;
}

/* Returns FALSE for a form with few fields. */
static gboolean
has_folds (TroupeCrewForm *self)
{
  return self->owner == TROUPE_CREW_OWNER_CREW || self->owner == TROUPE_CREW_OWNER_TASK ||
         self->owner == TROUPE_CREW_OWNER_AGENT || self->owner == TROUPE_CREW_OWNER_MODEL;
}

static gboolean
belongs (TroupeCrewForm *self, const TroupeCrewField *field, TroupeCrewFold fold)
{
  return !has_folds (self) || field->fold == fold;
}

static gboolean
is_ours (TroupeCrewForm *self, const char *key)
{
  /* The `name` of an agent in a list identifies the entry and is not a field. */
  return troupe_crew_field_find (self->owner, key) != NULL ||
         (self->owner == TROUPE_CREW_OWNER_AGENT && g_str_equal (key, "name")) ||
         (self->owner == TROUPE_CREW_OWNER_MODEL && g_str_equal (key, "model_name")) ||
         (self->owner == TROUPE_CREW_OWNER_MODEL && g_str_equal (key, "deployment_name"));
}

/* Returns the keys without a row. (transfer container) */
static GPtrArray *
list_unknown (TroupeCrewForm *self)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  JsonNode *map = get_map (self);
  g_autoptr (GList) members = NULL;

  if (map == NULL || !JSON_NODE_HOLDS_OBJECT (map) || troupe_crew_target_is_several (self->target))
    return keys;
  members = json_object_get_members (json_node_get_object (map));
  for (GList *l = members; l != NULL; l = l->next)
    if (!is_ours (self, l->data))
      g_ptr_array_add (keys, g_strdup (l->data));

  return keys;
}

static TroupeCrewFold
get_last_fold (TroupeCrewForm *self)
{
  return has_folds (self) ? TROUPE_CREW_FOLD_MORE : TROUPE_CREW_FOLD_FIRST;
}

/* Returns the inputs of the crew that have a row of their own: the placeholders of its texts, and those
 * that have a value. (transfer full) (nullable) (element-type utf8): NULL for other fields, and if there
 * are none */
static GPtrArray *
list_inputs (TroupeCrewForm *self, const TroupeCrewField *field, JsonNode *map)
{
  JsonNode *inputs = get_member (map, field->key);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GList) members = NULL;

  if (self->owner != TROUPE_CREW_OWNER_CREW || !g_str_equal (field->key, "inputs") ||
      (inputs != NULL && !JSON_NODE_HOLDS_OBJECT (inputs)))
    return NULL;
  names = troupe_crew_subject_list_placeholders (troupe_crew_target_get_subject (self->target));
  members = inputs != NULL ? json_object_get_members (json_node_get_object (inputs)) : NULL;
  for (GList *l = members; l != NULL; l = l->next)
    if (!g_ptr_array_find_with_equal_func (names, l->data, g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (l->data));
  return names->len > 0 ? g_steal_pointer (&names) : NULL;
}

/* Returns TRUE if the input is a line of text, or has no value yet. */
static gboolean
is_line (JsonNode *map, const char *name)
{
  JsonNode *node = get_member (get_member (map, "inputs"), name);

  return node == NULL ||
         (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
          strchr (json_node_get_string (node), '\n') == NULL);
}

static gboolean
wants_memory_row (TroupeCrewForm *self, TroupeCrewFold fold)
{
  return !troupe_crew_target_is_several (self->target) &&
         troupe_crew_memory_row_is_wanted (self->owner, fold, get_map (self));
}

static void
append_shape (TroupeCrewForm *self,
              GString *shape,
              TroupeCrewOwner owner,
              const TroupeCrewField *field,
              JsonNode *map,
              const char *const *path)
{
  TroupeCrewRowKind kind = troupe_crew_row_choose (owner, field, map);
  g_auto (GStrv) own = troupe_path_append (path, field->key);
  g_autoptr (GPtrArray) inputs = NULL;

  if (kind == TROUPE_CREW_ROW_HIDDEN ||
      !troupe_crew_several_shows (self->target, field, kind, (const char *const *) own))
    return;
  g_string_append_printf (shape, "%s:%d,", field->key, kind);
  inputs = owner == self->owner ? list_inputs (self, field, map) : NULL;
  for (guint i = 0; inputs != NULL && i < inputs->len; i++)
    g_string_append_printf (shape, "{%s}:%d,", (const char *) inputs->pdata[i],
                            is_line (map, inputs->pdata[i]));
  if (kind == TROUPE_CREW_ROW_OBJECT)
    for (const TroupeCrewField *inner = troupe_crew_field_list (field->of); inner->key != NULL;
         inner++)
      append_shape (self, shape, field->of, inner, get_member (map, field->key),
                    (const char *const *) own);
}

/* Returns a string that identifies the rows of a fold. (transfer full) */
static char *
make_shape (TroupeCrewForm *self, TroupeCrewFold fold)
{
  GString *shape = g_string_new (NULL);
  JsonNode *map = get_map (self);

  for (const TroupeCrewField *field = troupe_crew_field_list (self->owner); field->key != NULL;
       field++)
    if (belongs (self, field, fold))
      append_shape (self, shape, self->owner, field, map, (const char *const *) self->path);
  if (wants_memory_row (self, fold))
    g_string_append (shape, MEMORY_PAGE ",");
  if (fold == get_last_fold (self))
    {
      g_autoptr (GPtrArray) unknown = list_unknown (self);

      for (guint i = 0; i < unknown->len; i++)
        g_string_append_printf (shape, "%s?,", (const char *) unknown->pdata[i]);
    }

  return g_string_free (shape, FALSE);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void
keep_row (Part *part, const char *prefix, const char *key, GtkWidget *row)
{
  g_ptr_array_add (part->rows, row);
  g_hash_table_insert (part->keys, g_strconcat (prefix, key, NULL), row);
}

/* Returns the container of the next row. Rows after a multi-line text start a new card. */
static GtkWidget *
get_parent (Part *part, TroupeCrewRowKind kind)
{
  gboolean is_card = kind == TROUPE_CREW_ROW_PROMPT || kind == TROUPE_CREW_ROW_CODE ||
                     kind == TROUPE_CREW_ROW_JSON || kind == TROUPE_CREW_ROW_LINES ||
                     kind == TROUPE_CREW_ROW_PAIRS;
  GtkWidget *last;

  if (part->row != NULL)
    return part->row;
  if (is_card)
    return part->box;
  /* A group with a title contains only the rows of that title. */
  last = gtk_widget_get_last_child (part->box);
  if (last != NULL && ADW_IS_PREFERENCES_GROUP (last) &&
      adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (last))[0] == '\0')
    return last;

  return GTK_WIDGET (troupe_form_add_group (part->box, NULL));
}

/* Adds a row for each of @inputs, named as in the texts of the crew. */
static void
add_inputs (TroupeCrewForm *self,
            Part *part,
            const TroupeCrewField *field,
            const char *const *path,
            GPtrArray *inputs)
{
  JsonNode *map = troupe_form_target_get (TROUPE_FORM_TARGET (self->target), path);
  g_auto (GStrv) place = troupe_path_append (path, field->key);
  AdwPreferencesGroup *group = troupe_form_add_group (part->box, _ (field->title));

  adw_preferences_group_set_description (group, _ (field->help));
  for (guint i = 0; i < inputs->len; i++)
    {
      const char *name = inputs->pdata[i];
      g_auto (GStrv) own = troupe_path_append ((const char *const *) place, name);
      g_autofree char *title = g_strdup_printf ("{%s}", name);
      g_autofree char *label = g_strdup_printf (_ ("Change %s"), title);
      g_autofree char *prefix = g_strdup_printf ("%s.", field->key);
      GtkWidget *row = is_line (map, name)
                           ? troupe_form_add_text (part->form, GTK_WIDGET (group), title, label,
                                                   (const char *const *) own, TROUPE_FORM_DEFAULT)
                           : troupe_form_add_json (part->form, GTK_WIDGET (group), title, label,
                                                   (const char *const *) own);

      /* A value of several lines is a card of its own in the group. */
      if (!is_line (map, name) && i > 0)
        gtk_widget_set_margin_top (row, CARD_GAP);
      keep_row (part, prefix, name, row);
      if (i == 0)
        g_hash_table_insert (part->keys, g_strdup (field->key), row);
    }
}

static void
add_field (TroupeCrewForm *self,
           Part *part,
           TroupeCrewOwner owner,
           const TroupeCrewField *field,
           const char *const *path,
           const char *prefix)
{
  JsonNode *map = troupe_form_target_get (TROUPE_FORM_TARGET (self->target), path);
  TroupeCrewRowKind kind = troupe_crew_row_choose (owner, field, map);
  g_autoptr (GPtrArray) inputs = owner == self->owner ? list_inputs (self, field, map) : NULL;
  g_auto (GStrv) inner_path = troupe_path_append (path, field->key);
  g_autofree char *inner_prefix = NULL;

  if (kind == TROUPE_CREW_ROW_HIDDEN ||
      !troupe_crew_several_shows (self->target, field, kind, (const char *const *) inner_path))
    return;
  if (inputs != NULL)
    {
      add_inputs (self, part, field, path, inputs);
      return;
    }
  if (kind != TROUPE_CREW_ROW_OBJECT)
    {
      keep_row (part, prefix, field->key,
                troupe_crew_row_add (part->form, get_parent (part, kind), kind, field, path));
      return;
    }
  inner_prefix = g_strconcat (prefix, field->key, ".", NULL);
  for (const TroupeCrewField *inner = troupe_crew_field_list (field->of); inner->key != NULL;
       inner++)
    add_field (self, part, field->of, inner, (const char *const *) inner_path, inner_prefix);
}

static void
fill_part (TroupeCrewForm *self, Part *part)
{
  part->shape = make_shape (self, part->fold);
  part->form = troupe_form_new (TROUPE_FORM_TARGET (self->target));
  if (self->path[0] != NULL && self->path[1] != NULL)
    troupe_form_set_name (part->form, self->path[0], self->path[1]);
  for (const TroupeCrewField *field = troupe_crew_field_list (self->owner); field->key != NULL;
       field++)
    if (belongs (self, field, part->fold))
      add_field (self, part, self->owner, field, (const char *const *) self->path, "");
  if (wants_memory_row (self, part->fold))
    {
      GtkWidget *row = troupe_crew_memory_row_new ();

      troupe_crew_row_put (get_parent (part, TROUPE_CREW_ROW_EMPTY), row);
      keep_row (part, "", MEMORY_PAGE, row);
    }
  if (self->owner == TROUPE_CREW_OWNER_CREW && part->fold == TROUPE_CREW_FOLD_FIRST)
    {
      GtkWidget *row = troupe_crew_models_row_new (self->target);

      troupe_crew_row_put (get_parent (part, TROUPE_CREW_ROW_EMPTY), row);
      keep_row (part, "", ALL_MODELS, row);
    }
  if (part->fold == get_last_fold (self))
    {
      g_autoptr (GPtrArray) unknown = list_unknown (self);

      /* Adds JSON fields for unknown keys, so that they can be seen and edited. */
      for (guint i = 0; i < unknown->len; i++)
        {
          const char *key = unknown->pdata[i];
          g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, key);
          g_autofree char *label = g_strdup_printf (_ ("Change %s"), key);
          GtkWidget *field =
              troupe_form_add_json (part->form, get_parent (part, TROUPE_CREW_ROW_JSON), key, label,
                                    (const char *const *) path);

          if (part->row != NULL)
            troupe_crew_row_settle (field);
          keep_row (part, "", key, field);
        }
    }
}

/* --- Folds ------------------------------------------------------------------------------------ */

/* Shows which fields of several items differ. */
static void
mark_several (TroupeCrewForm *self, Part *part)
{
  GHashTableIter iter;
  gpointer key;
  gpointer row;

  if (!troupe_crew_target_is_several (self->target))
    return;
  g_hash_table_iter_init (&iter, part->keys);
  while (g_hash_table_iter_next (&iter, &key, &row))
    {
      g_auto (GStrv) below = g_strsplit (key, ".", -1);
      g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
      g_auto (GStrv) path = NULL;
      const TroupeCrewField *field = troupe_crew_field_find (self->owner, below[0]);

      if (field != NULL && below[1] != NULL)
        field = troupe_crew_field_find (field->of, below[1]);
      if (field == NULL)
        continue;
      g_strv_builder_addv (keys, (const char **) self->path);
      g_strv_builder_addv (keys, (const char **) below);
      path = g_strv_builder_end (keys);
      troupe_crew_several_mark (self->target, row, _ (field->title), (const char *const *) path);
    }
}

static void
refresh_after_popover (gpointer self)
{
  troupe_crew_form_refresh (self);
}

static void
refresh_part (TroupeCrewForm *self, Part *part)
{
  g_autofree char *shape = NULL;
  TroupeFormFocus *focus;

  if (part->row != NULL)
    {
      g_autoptr (GPtrArray) unknown = NULL;
      guint n_changed;
      g_autofree char *content = NULL;
      const char *title;
      g_autofree char *number = NULL;
      g_autofree char *count = NULL;
      g_autofree char *spoken = NULL;
      g_autofree char *escaped = NULL;

      shape = make_shape (self, part->fold);
      gtk_widget_set_visible (part->row, shape[0] != '\0');
      unknown = part->fold == get_last_fold (self) ? list_unknown (self) : NULL;
      content =
          troupe_crew_fold_describe (self->owner, part->fold, get_map (self), unknown, &n_changed);
      title = _ (troupe_crew_fold_get_title (part->fold));
      number = g_strdup_printf ("%u", n_changed);
      count = g_strdup_printf (ngettext ("%u changed", "%u changed", n_changed), n_changed);
      spoken = n_changed > 0 ? g_strdup_printf ("%s, %s", title, count)
                             : g_strdup_printf (_ ("%s, nothing set"), title);
      escaped = g_markup_escape_text (content, -1);
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (part->row), escaped);
      gtk_label_set_label (GTK_LABEL (part->pill), number);
      gtk_widget_set_visible (part->pill, n_changed > 0);
      /* What is set in one of several items says nothing about the others. */
      if (troupe_crew_target_is_several (self->target))
        {
          adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (part->row), "");
          gtk_widget_set_visible (part->pill, FALSE);
          gtk_accessible_update_property (GTK_ACCESSIBLE (part->row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                          title, -1);
        }
      else
        {
          gtk_widget_set_tooltip_text (part->pill, count);
          gtk_accessible_update_property (GTK_ACCESSIBLE (part->row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                          spoken, -1);
        }
      if (part->form == NULL)
        return;
    }
  else
    shape = make_shape (self, part->fold);
  /* Keep a field while the user types in it, even if it is empty for a moment, or chooses. */
  if (g_strcmp0 (shape, part->shape) == 0 || troupe_form_is_typing (part->form) ||
      troupe_form_focus_wait (GTK_WIDGET (self), G_OBJECT (self), refresh_after_popover))
    {
      troupe_form_refresh (part->form);
      mark_several (self, part);
      return;
    }
  focus = troupe_form_focus_take (GTK_WIDGET (self));
  if (part->row != NULL)
    for (guint i = 0; i < part->rows->len; i++)
      {
        GtkWidget *row = part->rows->pdata[i];
        GtkWidget *outer = gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX_ROW);

        /* Removes a row. A widget that is not a list row was wrapped in a list row by the list. */
        troupe_crew_outlive (row);
        adw_expander_row_remove (ADW_EXPANDER_ROW (part->row),
                                 GTK_IS_LIST_BOX_ROW (row) || outer == NULL ? row : outer);
      }
  else
    troupe_crew_clear_box (part->box);
  g_ptr_array_set_size (part->rows, 0);
  g_hash_table_remove_all (part->keys);
  if (part->form != NULL)
    troupe_crew_outlive (part->form);
  g_clear_object (&part->form);
  g_clear_pointer (&part->shape, g_free);
  fill_part (self, part);
  mark_several (self, part);
  troupe_form_focus_give_back (focus, GTK_WIDGET (self));
}

static void
expanded_cb (GtkWidget *row, GParamSpec *pspec, TroupeCrewForm *self)
{
  Part *part = g_object_get_data (G_OBJECT (row), "troupe-part");

  g_assert (TROUPE_IS_CREW_FORM (self));

  if (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row)) && part->form == NULL)
    {
      fill_part (self, part);
      mark_several (self, part);
    }
}

static Part *
part_new (TroupeCrewForm *self, TroupeCrewFold fold)
{
  Part *part = g_new0 (Part, 1);

  part->fold = fold;
  part->rows = g_ptr_array_new ();
  part->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_add (self->parts, part);

  return part;
}

static void
add_fold (TroupeCrewForm *self, TroupeCrewFold fold)
{
  Part *part = part_new (self, fold);

  if (self->folds == NULL)
    {
      self->folds = adw_preferences_group_new ();
      gtk_widget_set_parent (self->folds, GTK_WIDGET (self));
    }
  part->row = adw_expander_row_new ();
  troupe_row_follow_title (part->row);
  part->pill = gtk_label_new (NULL);
  gtk_widget_add_css_class (part->pill, "chip");
  gtk_widget_set_valign (part->pill, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (part->row),
                                 _ (troupe_crew_fold_get_title (fold)));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (part->row), part->pill);
  g_object_set_data (G_OBJECT (part->row), "troupe-part", part);
  g_signal_connect_object (part->row, "notify::expanded", G_CALLBACK (expanded_cb), self, 0);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->folds), part->row);
}

static gboolean
has_fields (TroupeCrewForm *self, TroupeCrewFold fold)
{
  for (const TroupeCrewField *field = troupe_crew_field_list (self->owner); field->key != NULL;
       field++)
    if (field->fold == fold)
      return TRUE;
  return FALSE;
}

GtkWidget *
troupe_crew_form_new (TroupeCrewTarget *target, TroupeCrewOwner owner, const char *const *path)
{
  TroupeCrewForm *self;
  Part *first;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CREW_FORM, NULL);
  self->target = g_object_ref (target);
  self->owner = owner;
  self->path = g_strdupv ((char **) path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (troupe_crew_owner_get_title (owner)), -1);
  first = part_new (self, TROUPE_CREW_FOLD_FIRST);
  first->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  gtk_widget_set_parent (first->box, GTK_WIDGET (self));
  for (TroupeCrewFold fold = TROUPE_CREW_FOLD_FIRST + 1;
       has_folds (self) && fold < TROUPE_CREW_FOLD_N; fold++)
    if (has_fields (self, fold))
      add_fold (self, fold);
  if (has_folds (self))
    {
      GtkWidget *label =
          gtk_label_new (_ ("Empty fields use CrewAI’s defaults and are not saved in the file."));

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_set_parent (label, GTK_WIDGET (self));
    }
  fill_part (self, first);
  troupe_crew_form_refresh (self);

  return GTK_WIDGET (self);
}

void
troupe_crew_form_refresh (TroupeCrewForm *self)
{
  g_return_if_fail (TROUPE_IS_CREW_FORM (self));

  /* The edited object was removed, and the form will be removed as well. */
  if (get_map (self) == NULL)
    return;
  for (guint i = 0; i < self->parts->len; i++)
    refresh_part (self, self->parts->pdata[i]);
}

void
troupe_crew_form_commit (TroupeCrewForm *self)
{
  g_return_if_fail (TROUPE_IS_CREW_FORM (self));

  troupe_form_entry_commit_below (GTK_WIDGET (self));
  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->form != NULL)
        {
          g_autoptr (TroupeForm) form = g_object_ref (part->form);

          troupe_form_commit (form);
        }
    }
}

GtkWidget *
troupe_crew_form_find (TroupeCrewForm *self, const char *key, const char *const *rest)
{
  const TroupeCrewField *field, *first;
  g_autofree char *inner = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_FORM (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  field = troupe_crew_field_find (self->owner, key);
  troupe_crew_form_unfold (self, field != NULL ? field->fold : get_last_fold (self), TRUE);
  if (rest != NULL && rest[0] != NULL)
    inner = g_strdup_printf ("%s.%s", key, rest[0]);
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];
      GtkWidget *row = inner != NULL ? g_hash_table_lookup (part->keys, inner) : NULL;

      row = row != NULL ? row : g_hash_table_lookup (part->keys, key);
      if (row != NULL)
        return row;
    }
  /* An object whose keys have rows has none itself. */
  first =
      inner == NULL && field != NULL && field->of != 0 ? troupe_crew_field_list (field->of) : NULL;
  if (first != NULL && first->key != NULL)
    return troupe_crew_form_find (self, key, (const char *const[]){ first->key, NULL });
  /* A single `guardrail` is shown in the list of guardrails. */
  if (g_str_equal (key, "guardrail"))
    return troupe_crew_form_find (self, "guardrails", NULL);
  return NULL;
}

void
troupe_crew_form_unfold (TroupeCrewForm *self, TroupeCrewFold fold, gboolean open)
{
  g_return_if_fail (TROUPE_IS_CREW_FORM (self));

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->fold == fold && part->row != NULL)
        adw_expander_row_set_expanded (ADW_EXPANDER_ROW (part->row), open);
    }
}

gboolean
troupe_crew_form_is_unfolded (TroupeCrewForm *self, TroupeCrewFold fold)
{
  g_return_val_if_fail (TROUPE_IS_CREW_FORM (self), FALSE);

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->fold == fold && part->row != NULL)
        return adw_expander_row_get_expanded (ADW_EXPANDER_ROW (part->row));
    }
  return FALSE;
}
