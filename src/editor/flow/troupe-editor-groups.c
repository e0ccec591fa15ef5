/* troupe-editor-groups.c: groups (frames) of methods: create, rename, color, move, remove
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-groups"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas-sizes.h"
#include "troupe-editor-groups.h"

static JsonArray *
get_groups (TroupeDrawing *self)
{
  static const char *const path[] = { "x-troupe", "groups", NULL };
  JsonNode *node = troupe_json_tree_get (
      troupe_document_get_root (TROUPE_DOCUMENT (troupe_drawing_get_document (self))), path);

  g_assert (TROUPE_IS_DRAWING (self));

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static guint
count_groups (TroupeDrawing *self)
{
  JsonArray *groups = get_groups (self);

  g_assert (TROUPE_IS_DRAWING (self));

  return groups != NULL ? json_array_get_length (groups) : 0;
}

static const char *
read_text (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Returns a member of the group at @index. (nullable): NULL if the group is not an object. */
static JsonNode *
get_member (TroupeDrawing *self, guint index, const char *key)
{
  JsonNode *group = json_array_get_element (get_groups (self), index);

  g_assert (TROUPE_IS_DRAWING (self));

  return JSON_NODE_HOLDS_OBJECT (group) ? json_object_get_member (json_node_get_object (group), key)
                                        : NULL;
}

static int
find_group (TroupeDrawing *self, const char *id)
{
  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < count_groups (self); i++)
    if (g_strcmp0 (read_text (get_member (self, i, "id")), id) == 0)
      return (int) i;

  return -1;
}

static void
set_member (TroupeDrawing *self, guint index, const char *key, JsonNode *value, const char *label)
{
  g_autofree char *number = g_strdup_printf ("%u", index);
  const char *path[] = { "x-troupe", "groups", number, key, NULL };
  g_autoptr (JsonNode) owned = value;

  g_assert (TROUPE_IS_DRAWING (self));

  troupe_editor_context_set (troupe_drawing_get_context (self), path, owned, label, NULL);
}

/* Returns TRUE if any, or @all, of the group's methods are in @names. */
static gboolean
holds (TroupeDrawing *self, guint index, const char *const *names, gboolean all)
{
  JsonNode *methods = get_member (self, index, "methods");
  JsonArray *array =
      methods != NULL && JSON_NODE_HOLDS_ARRAY (methods) ? json_node_get_array (methods) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < n; i++)
    {
      const char *name = read_text (json_array_get_element (array, i));
      gboolean found = name != NULL && g_strv_contains (names, name);

      if (found != all)
        return found;
    }

  return all && n > 0;
}

static void
remove_at (TroupeDrawing *self, guint index, const char *label)
{
  g_autofree char *number = g_strdup_printf ("%u", index);
  const char *path[] = { "x-troupe", "groups", count_groups (self) > 1 ? number : NULL, NULL };

  g_assert (TROUPE_IS_DRAWING (self));

  troupe_editor_context_set (troupe_drawing_get_context (self), path, NULL, label, NULL);
}

void
troupe_editor_groups_remove (TroupeDrawing *self, const char *const *ids)
{
  g_return_if_fail (TROUPE_IS_DRAWING (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)), _ ("Ungroup"));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      int index = find_group (self, ids[i]);

      if (index >= 0)
        remove_at (self, (guint) index, _ ("Ungroup"));
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)));
}

char **
troupe_editor_groups_list_around (TroupeDrawing *self, const char *const *methods, gboolean all)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  for (guint i = 0; i < count_groups (self); i++)
    {
      const char *id = read_text (get_member (self, i, "id"));

      if (id != NULL && holds (self, i, methods, all))
        g_ptr_array_add (ids, g_strdup (id));
    }
  g_ptr_array_add (ids, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&ids), FALSE);
}

/* --- Creating groups -------------------------------------------------------------------------- */

static char *
make_id (TroupeDrawing *self)
{
  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 1;; i++)
    {
      g_autofree char *id = i == 1 ? g_strdup ("group") : g_strdup_printf ("group_%u", i);

      if (troupe_canvas_scene_get_kind (troupe_drawing_get_scene (self), id) ==
              TROUPE_CANVAS_KIND_GROUND &&
          find_group (self, id) < 0)
        return g_steal_pointer (&id);
    }
}

static JsonNode *
make_group (const char *id, const char *const *methods)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *group = json_object_new ();
  JsonArray *names = json_array_new ();

  for (guint i = 0; methods[i] != NULL; i++)
    json_array_add_element (names, troupe_json_node_new_string (methods[i]));
  json_object_set_member (group, "id", troupe_json_node_new_string (id));
  json_object_set_member (group, "title", troupe_json_node_new_string (_ ("Group")));
  json_object_set_array_member (group, "methods", names);
  json_object_set_member (group, "colour", troupe_json_node_new_string ("blue"));
  json_node_take_object (node, group);

  return node;
}

/* Adds the cards that the frame of the group would enclose, except those of other groups, because a frame
 * cannot show that they are not members. Returns how many cards were added. */
static guint
add_enclosed (TroupeDrawing *self, char ***methods)
{
  TroupeCanvasScene *scene = troupe_drawing_get_scene (self);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  graphene_rect_t frame;
  guint n = 0;
  const char *const *frame_methods;
  graphene_rect_t all, frame_bounds;

  g_assert (TROUPE_IS_DRAWING (self));

  frame_methods = (const char *const *) *methods;
  graphene_rect_init (&all, 0, 0, 0, 0);
  for (guint i = 0; frame_methods[i] != NULL; i++)
    {
      if (!troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), frame_methods[i],
                                     &frame_bounds))
        continue;
      if (all.size.width <= 0)
        all = frame_bounds;
      else
        graphene_rect_union (&all, &frame_bounds, &all);
    }
  all.origin.x -= GROUP_PAD;
  all.origin.y -= GROUP_TOP;
  all.size.width += 2 * GROUP_PAD;
  all.size.height += GROUP_TOP + GROUP_PAD;
  frame = all;
  g_strv_builder_addv (names, (const char **) *methods);
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (scene, i)->id;
      const char *const one[] = { id, NULL };
      g_auto (GStrv) groups = NULL;
      graphene_rect_t bounds;

      if (g_strv_contains ((const char *const *) *methods, id) ||
          !troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), id, &bounds) ||
          !graphene_rect_contains_rect (&frame, &bounds))
        continue;
      groups = troupe_editor_groups_list_around (self, one, FALSE);
      if (groups[0] != NULL)
        continue;
      g_strv_builder_add (names, id);
      n++;
    }
  g_strfreev (*methods);
  *methods = g_strv_builder_end (names);

  return n;
}

gboolean
troupe_editor_groups_make (TroupeDrawing *self)
{
  TroupeDocument *document;
  g_auto (GStrv) methods = NULL;
  g_autofree char *id = NULL;
  g_autoptr (JsonNode) group = NULL;
  guint n_enclosed;
  const char *label;
  static const char *const list[] = { "x-troupe", "groups", NULL };
  static const char *const end[] = { "x-troupe", "groups", "-1", NULL };
  const char *const *groups;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  methods = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  if (methods[0] == NULL)
    return FALSE;

  n_enclosed = add_enclosed (self, &methods);
  id = make_id (self);
  group = make_group (id, (const char *const *) methods);
  troupe_document_begin_edit (document, _ ("Group"));
  /* Removes the methods from their old groups, because a method belongs to at most one group. A
   * group is deleted with its last method. */
  groups = (const char *const *) methods;
  for (guint i = count_groups (self); i-- > 0;)
    {
      JsonNode *old = get_member (self, i, "methods");
      g_autoptr (JsonNode) node = NULL;
      JsonArray *kept;

      if (!holds (self, i, groups, FALSE))
        continue;
      if (holds (self, i, groups, TRUE))
        {
          remove_at (self, i, _ ("Group"));
          continue;
        }
      kept = json_array_new ();
      for (guint m = 0; m < json_array_get_length (json_node_get_array (old)); m++)
        {
          JsonNode *member = json_array_get_element (json_node_get_array (old), m);
          const char *name = read_text (member);

          if (name == NULL || !g_strv_contains (groups, name))
            json_array_add_element (kept, json_node_ref (member));
        }
      node = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (node, kept);
      set_member (self, i, "methods", g_steal_pointer (&node), _ ("Group"));
    }
  label = _ ("Group");
  if (get_groups (self) == NULL)
    {
      g_autoptr (JsonNode) empty = json_node_new (JSON_NODE_ARRAY);

      json_node_take_array (empty, json_array_new ());
      troupe_editor_context_set (troupe_drawing_get_context (self), list, empty, label, NULL);
    }
  troupe_editor_context_set (troupe_drawing_get_context (self), end, group, label, NULL);
  troupe_document_end_edit (document);
  troupe_canvas_select_only (troupe_drawing_get_canvas (self), id);
  if (n_enclosed > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u card inside of the frame was added to the group.",
                    "%u cards inside of the frame were added to the group.", n_enclosed),
          n_enclosed);

      troupe_editor_context_say (troupe_drawing_get_context (self), text);
    }

  return TRUE;
}

/* --- Methods of groups ------------------------------------------------------------------------ */

char **
troupe_editor_groups_list_methods (TroupeDrawing *self, const char *const *ids)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);

  for (guint i = 0; i < count_groups (self); i++)
    {
      JsonNode *methods = get_member (self, i, "methods");
      const char *id = read_text (get_member (self, i, "id"));
      JsonArray *array =
          methods != NULL && JSON_NODE_HOLDS_ARRAY (methods) ? json_node_get_array (methods) : NULL;

      if (id == NULL || array == NULL || !g_strv_contains (ids, id))
        continue;
      for (guint k = 0; k < json_array_get_length (array); k++)
        {
          const char *name = read_text (json_array_get_element (array, k));

          if (name != NULL &&
              troupe_flow_find_method (
                  troupe_flow_document_get_flow (troupe_drawing_get_document (self)), name) != NULL)
            g_ptr_array_add (names, g_strdup (name));
        }
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_steal (names, NULL);
}

/* Lists the selected groups, or the groups that contain selected methods. (transfer full) */
static char **
list_meant (TroupeDrawing *self)
{
  g_auto (GStrv) groups = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_GROUP);
  g_auto (GStrv) methods = NULL;

  g_assert (TROUPE_IS_DRAWING (self));

  if (groups[0] != NULL)
    return g_steal_pointer (&groups);

  methods = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NODE);

  return troupe_editor_groups_list_around (self, (const char *const *) methods, FALSE);
}

void
troupe_editor_groups_ungroup (TroupeDrawing *self)
{
  g_auto (GStrv) ids = list_meant (self);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (ids[0] != NULL)
    troupe_editor_groups_remove (self, (const char *const *) ids);
}

gboolean
troupe_editor_groups_can_ungroup (TroupeDrawing *self)
{
  g_auto (GStrv) ids = list_meant (self);

  return ids[0] != NULL;
}

/* --- Changing groups -------------------------------------------------------------------------- */

void
troupe_editor_groups_rename (TroupeDrawing *self, const char *id, const char *title)
{
  int index = find_group (self, id);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (index >= 0)
    set_member (self, (guint) index, "title", troupe_json_node_new_string (title),
                _ ("Rename Group"));
}

void
troupe_editor_groups_colour_selected (TroupeDrawing *self, const char *colour)
{
  g_auto (GStrv) ids = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_GROUP);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                              _ ("Color Group"));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      int index = find_group (self, ids[i]);
      /* Both spellings of the key are read. */
      gboolean short_word = index >= 0 && get_member (self, (guint) index, "colour") == NULL &&
                            get_member (self, (guint) index, "color") != NULL;

      if (index >= 0)
        set_member (self, (guint) index, short_word ? "color" : "colour",
                    troupe_json_node_new_string (colour), _ ("Color Group"));
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)));
}

/* The position of a group follows from its methods. Only an empty group has its own position. */
void
troupe_editor_groups_move (TroupeDrawing *self, const TroupeCanvasMove *move)
{
  const TroupeCanvasGroup *group =
      troupe_canvas_scene_get_group (troupe_drawing_get_scene (self), move->id);
  int index = find_group (self, move->id);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (group == NULL || index < 0)
    return;
  for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
    if (troupe_canvas_scene_get_kind (troupe_drawing_get_scene (self), group->members[i]) !=
        TROUPE_CANVAS_KIND_GROUND)
      return;

  set_member (self, (guint) index, "x", troupe_json_node_new_integer (lround (move->new_x)),
              _ ("Move Group"));
  set_member (self, (guint) index, "y", troupe_json_node_new_integer (lround (move->new_y)),
              _ ("Move Group"));
}
