/* troupe-crew-target.c: form target of the crew inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-target"

#include "config.h"

#include "troupe-crew-edit.h"
#include "troupe-crew-id.h"
#include "troupe-crew-target.h"
#include "troupe-form.h"
#include "troupe-llm.h"

struct _TroupeCrewTarget
{
  GObject parent_instance;

  TroupeCrewSubject *subject;
  GPtrArray *paths;   /* (nullable) (element-type GStrv): of the items that are edited together */
  gboolean is_single; /* reads and writes only the given item, while the others follow */
};

enum
{
  MESSAGE,
  PAGE_REQUESTED,
  PAGE_LEFT,
  SELECT_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void form_target_init (TroupeFormTargetInterface *iface);
static gboolean set_value (TroupeFormTarget *target,
                           const char *const *path,
                           JsonNode *value,
                           const char *label,
                           const char *merge_key,
                           GError **error);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeCrewTarget,
                               troupe_crew_target,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_FORM_TARGET, form_target_init))

static void
troupe_crew_target_finalize (GObject *object)
{
  g_clear_object (&TROUPE_CREW_TARGET (object)->subject);
  g_clear_pointer (&TROUPE_CREW_TARGET (object)->paths, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_crew_target_parent_class)->finalize (object);
}

static void
troupe_crew_target_class_init (TroupeCrewTargetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_target_finalize;

  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_CREW_TARGET, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PAGE_REQUESTED] =
      g_signal_new ("page-requested", TROUPE_TYPE_CREW_TARGET, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, GTK_TYPE_WIDGET);
  signals[PAGE_LEFT] = g_signal_new ("page-left", TROUPE_TYPE_CREW_TARGET, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECT_REQUESTED] =
      g_signal_new ("select-requested", TROUPE_TYPE_CREW_TARGET, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_crew_target_init (TroupeCrewTarget *self)
{
}

TroupeCrewTarget *
troupe_crew_target_new (TroupeCrewSubject *subject)
{
  TroupeCrewTarget *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_TARGET, NULL);
  self->subject = g_object_ref (subject);

  return self;
}

TroupeCrewSubject *
troupe_crew_target_get_subject (TroupeCrewTarget *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (self), NULL);

  return self->subject;
}

void
troupe_crew_target_open_page (TroupeCrewTarget *self, GtkWidget *page)
{
  g_return_if_fail (TROUPE_IS_CREW_TARGET (self));
  g_return_if_fail (GTK_IS_WIDGET (page));

  g_signal_emit (self, signals[PAGE_REQUESTED], 0, page);
}

void
troupe_crew_target_leave_page (TroupeCrewTarget *self)
{
  g_return_if_fail (TROUPE_IS_CREW_TARGET (self));

  g_signal_emit (self, signals[PAGE_LEFT], 0);
}

void
troupe_crew_target_select (TroupeCrewTarget *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CREW_TARGET (self));
  g_return_if_fail (id != NULL);

  g_signal_emit (self, signals[SELECT_REQUESTED], 0, id);
}

/* --- Several items ---------------------------------------------------------------------------- */

void
troupe_crew_target_set_several (TroupeCrewTarget *self, const char *const *ids)
{
  g_return_if_fail (TROUPE_IS_CREW_TARGET (self));

  g_clear_pointer (&self->paths, g_ptr_array_unref);
  if (ids == NULL)
    return;
  self->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; ids[i] != NULL; i++)
    g_ptr_array_add (self->paths, troupe_crew_id_make_path (ids[i]));
}

gboolean
troupe_crew_target_is_several (TroupeCrewTarget *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (self), FALSE);

  return self->paths != NULL;
}

/* Returns TRUE if @path is a value below the first of several items, which represents all. */
static gboolean
is_shared (TroupeCrewTarget *self, const char *const *path)
{
  const char *const *first = self->paths != NULL && !self->is_single && self->paths->len > 0
                                 ? g_ptr_array_index (self->paths, 0)
                                 : NULL;

  g_assert (TROUPE_IS_CREW_TARGET (self));

  if (first == NULL)
    return FALSE;
  for (; *first != NULL; first++, path++)
    if (*path == NULL || !g_str_equal (*first, *path))
      return FALSE;

  return *path != NULL;
}

/* Returns @path, which belongs to the first item, for the item @index. (transfer full) */
static char **
make_path_of (TroupeCrewTarget *self, guint index, const char *const *path)
{
  const char *const *base = g_ptr_array_index (self->paths, index);
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  g_assert (TROUPE_IS_CREW_TARGET (self));

  g_strv_builder_addv (keys, (const char **) base);
  g_strv_builder_addv (keys,
                       (const char **) path + g_strv_length (g_ptr_array_index (self->paths, 0)));

  return g_strv_builder_end (keys);
}

/* Returns TRUE if both mean the same; a value of null is the same as none. */
static gboolean
is_same (JsonNode *first, JsonNode *other)
{
  if (first != NULL && JSON_NODE_HOLDS_NULL (first))
    first = NULL;
  if (other != NULL && JSON_NODE_HOLDS_NULL (other))
    other = NULL;

  return first == other ||
         (first != NULL && other != NULL && troupe_json_node_equal (first, other));
}

gboolean
troupe_crew_target_differs (TroupeCrewTarget *self, const char *const *path)
{
  JsonNode *first;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (!is_shared (self, path))
    return FALSE;
  first = troupe_crew_subject_get_value (self->subject, path);
  for (guint i = 1; i < self->paths->len; i++)
    {
      g_auto (GStrv) other = make_path_of (self, i, path);

      if (!is_same (first,
                    troupe_crew_subject_get_value (self->subject, (const char *const *) other)))
        return TRUE;
    }

  return FALSE;
}

/* --- Reading and writing values --------------------------------------------------------------- */

static TroupeDocument *
get_document (TroupeFormTarget *target)
{
  return troupe_crew_subject_get_document (TROUPE_CREW_TARGET (target)->subject);
}

static JsonNode *
get_value (TroupeFormTarget *target, const char *const *path)
{
  TroupeCrewTarget *self = TROUPE_CREW_TARGET (target);

  if (troupe_crew_target_differs (self, path))
    return NULL;

  return path[0] == NULL ? troupe_crew_subject_get_root (self->subject)
                         : troupe_crew_subject_get_value (self->subject, path);
}

static gboolean
is_true (JsonNode *map, const char *key)
{
  JsonNode *node = map != NULL && JSON_NODE_HOLDS_OBJECT (map)
                       ? json_object_get_member (json_node_get_object (map), key)
                       : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

/* Counts the keys of a map, except the `type` that is written automatically with a filter. */
static guint
count_settings (JsonNode *map, gboolean is_filter)
{
  JsonObject *object = json_node_get_object (map);
  guint n_keys = json_object_get_size (object);

  return is_filter && json_object_has_member (object, "type") ? n_keys - 1 : n_keys;
}

/* Returns TRUE if the setting at @path is the last setting of a map that must be removed with
 * this setting. A planning map stays unless `planning` is set, because even an empty map enables
 * planning. */
static gboolean
is_last_setting (TroupeCrewTarget *self, const char *const *path, guint n_keys)
{
  static const char *const maps[] = { "knowledge_config", "planning_config", "tool_filter",
                                      "embedder", NULL };
  g_auto (GStrv) above = g_strdupv ((char **) path);
  JsonNode *map;
  gboolean is_plan;

  g_assert (TROUPE_IS_CREW_TARGET (self));

  if (n_keys < 2 || !g_strv_contains (maps, path[n_keys - 2]))
    return FALSE;
  is_plan = g_str_equal (path[n_keys - 2], "planning_config");
  g_clear_pointer (&above[n_keys - 1], g_free);
  map = get_value (TROUPE_FORM_TARGET (self), (const char *const *) above);
  if (map == NULL || !JSON_NODE_HOLDS_OBJECT (map) ||
      !json_object_has_member (json_node_get_object (map), path[n_keys - 1]) ||
      count_settings (map, g_str_equal (path[n_keys - 2], "tool_filter")) != 1)
    return FALSE;
  g_clear_pointer (&above[n_keys - 2], g_free);

  return !is_plan ||
         is_true (get_value (TROUPE_FORM_TARGET (self), (const char *const *) above), "planning");
}

/* Converts a model that is only a name to a map with that name when a setting is added.
 * (transfer full) (nullable) */
static JsonNode *
make_model (TroupeCrewTarget *self, const char *const *path, guint n_keys, JsonNode *value)
{
  static const char *const models[] = { "llm",      "manager_llm",          "planning_llm",
                                        "chat_llm", "function_calling_llm", NULL };
  g_auto (GStrv) above = g_strdupv ((char **) path);
  JsonNode *present;
  JsonObject *object;
  JsonNode *model;

  g_assert (TROUPE_IS_CREW_TARGET (self));

  if (n_keys < 2 || !g_strv_contains (models, path[n_keys - 2]))
    return NULL;
  g_clear_pointer (&above[n_keys - 1], g_free);
  present = get_value (TROUPE_FORM_TARGET (self), (const char *const *) above);
  if (present == NULL || !JSON_NODE_HOLDS_VALUE (present) ||
      json_node_get_value_type (present) != G_TYPE_STRING)
    return NULL;
  object = json_object_new ();
  json_object_set_member (object, "model", json_node_ref (present));
  json_object_set_member (object, path[n_keys - 1], json_node_ref (value));
  model = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (model, object);
  json_node_seal (model);

  return model;
}

static gboolean
set_value (TroupeFormTarget *target,
           const char *const *path,
           JsonNode *value,
           const char *label,
           const char *merge_key,
           GError **error)
{
  TroupeCrewTarget *self = TROUPE_CREW_TARGET (target);
  guint n_keys = g_strv_length ((char **) path);
  g_auto (GStrv) above = g_strdupv ((char **) path);
  g_autoptr (JsonNode) filter = NULL;
  g_autoptr (JsonNode) model = NULL;
  gboolean is_above;

  if (is_shared (self, path))
    {
      gboolean is_set = TRUE;

      /* Writes the value to each of several items, as one undo step. */
      self->is_single = TRUE;
      troupe_crew_subject_begin_edit (self->subject, label);
      for (guint i = 0; i < self->paths->len && is_set; i++)
        {
          g_auto (GStrv) own = make_path_of (self, i, path);

          is_set = set_value (TROUPE_FORM_TARGET (self), (const char *const *) own, value, label,
                              NULL, error);
        }
      self->is_single = FALSE;
      troupe_crew_subject_end_edit (self->subject);
      return is_set;
    }
  if (n_keys == 1 && g_str_equal (path[0], "process"))
    {
      g_autofree char *process = troupe_llm_model_get_default ();
      gboolean is_hierarchical =
          value != NULL && g_strcmp0 (json_node_get_string (value), "hierarchical") == 0;

      /* Sets the process. The edit also adds the manager, or the agent for each task, that the
       * new process requires. */
      return troupe_crew_edit_set_process (
          self->subject, is_hierarchical ? TROUPE_CREW_HIERARCHICAL : TROUPE_CREW_SEQUENTIAL,
          process, error);
    }
  if (value != NULL)
    {
      g_auto (GStrv) filter_above = NULL;
      JsonObject *object;

      /* Creates a tool filter that contains its first setting. A filter also requires a `type`. */
      filter_above = g_strdupv ((char **) path);
      if (n_keys >= 2 && g_str_equal (path[n_keys - 2], "tool_filter"))
        {
          g_clear_pointer (&filter_above[n_keys - 1], g_free);
          if (get_value (TROUPE_FORM_TARGET (self), (const char *const *) filter_above) == NULL)
            {
              object = json_object_new ();
              json_object_set_string_member (object, "type", "static");
              json_object_set_member (object, path[n_keys - 1], json_node_ref (value));
              filter = json_node_new (JSON_NODE_OBJECT);
              json_node_take_object (filter, object);
              json_node_seal (filter);
            }
        }
      model = make_model (self, path, n_keys, value);
    }
  is_above =
      filter != NULL || model != NULL || (value == NULL && is_last_setting (self, path, n_keys));
  if (is_above)
    g_clear_pointer (&above[n_keys - 1], g_free);

  return troupe_crew_subject_set (self->subject, (const char *const *) above,
                                  filter != NULL  ? filter
                                  : model != NULL ? model
                                                  : value,
                                  label, merge_key, error);
}

static const char *const *
get_base (TroupeFormTarget *target)
{
  return troupe_crew_subject_get_path (TROUPE_CREW_TARGET (target)->subject);
}

static void
say (TroupeFormTarget *target, const char *text)
{
  g_signal_emit (target, signals[MESSAGE], 0, text);
}

static void
form_target_init (TroupeFormTargetInterface *iface)
{
  iface->get_document = get_document;
  iface->get_value = get_value;
  iface->get_base = get_base;
  iface->set_value = set_value;
  iface->say = say;
}

/* --- Lists ------------------------------------------------------------------------------------ */

GPtrArray *
troupe_crew_target_list (TroupeCrewTarget *self, const char *const *path)
{
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  JsonNode *node;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (self), items);
  g_return_val_if_fail (path != NULL, items);

  node = get_value (TROUPE_FORM_TARGET (self), path);
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      g_ptr_array_add (items,
                       json_node_ref (json_array_get_element (json_node_get_array (node), i)));

  return items;
}

void
troupe_crew_target_set_list (TroupeCrewTarget *self,
                             const char *const *path,
                             GPtrArray *items,
                             const char *label,
                             const char *merge_key)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  g_return_if_fail (TROUPE_IS_CREW_TARGET (self));
  g_return_if_fail (path != NULL && items != NULL);

  if (items->len > 0)
    {
      array = json_array_new ();
      for (guint i = 0; i < items->len; i++)
        json_array_add_element (array, json_node_ref (items->pdata[i]));
      node = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (node, array);
      json_node_seal (node);
    }
  troupe_form_target_set (TROUPE_FORM_TARGET (self), path, node, label, merge_key);
}
