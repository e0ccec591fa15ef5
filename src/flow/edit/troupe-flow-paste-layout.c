/* troupe-flow-paste-layout.c: copying and pasting of positions, gates, bends, groups and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-paste-layout"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-flow-paste-layout.h"
#include "troupe-flow-rename.h"
#include "troupe-tree.h"

/* Maximum number of groups, and of notes, that are pasted at once. */
#define MOST_ITEMS 500

static JsonNode *
get_section (JsonNode *layout, const char *section)
{
  return layout != NULL ? troupe_tree_get_member (layout, section) : NULL;
}

static JsonArray *
get_list (JsonNode *layout, const char *section)
{
  JsonNode *node = get_section (layout, section);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* --- Copying ---------------------------------------------------------------------------------- */

typedef struct
{
  GHashTable *methods;
  GHashTable *inner;
} Chosen;

static JsonNode *
choose_place (const char *key, JsonNode *node, gpointer user_data)
{
  const Chosen *self = user_data;
  g_autofree char *name = g_strndup (key, strcspn (key, "/"));

  return g_hash_table_contains (self->methods, name) ? json_node_ref (node) : NULL;
}

static JsonNode *
choose_bend (const char *key, JsonNode *node, gpointer user_data)
{
  const Chosen *self = user_data;

  return troupe_flow_wire_is_inside (key, self->methods, self->inner) ? json_node_ref (node) : NULL;
}

/* Adds the chosen members of a map. */
static void
copy_map (JsonObject *copy,
          JsonNode *layout,
          const char *section,
          TroupeMapNodeFunc choose,
          Chosen *chosen)
{
  JsonNode *node = get_section (layout, section);
  g_autoptr (JsonNode) mapped = NULL;

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    mapped = troupe_tree_map (node, choose, chosen);
  if (mapped != NULL && json_object_get_size (json_node_get_object (mapped)) > 0)
    json_object_set_member (copy, section, g_steal_pointer (&mapped));
}

/* Returns TRUE if the group has methods and all of them are chosen. */
static gboolean
holds_only (JsonNode *group, GHashTable *methods)
{
  JsonArray *members = troupe_tree_get_member_list (group, "methods");

  for (guint i = 0; members != NULL && i < json_array_get_length (members); i++)
    {
      const char *name = troupe_tree_get_text (json_array_get_element (members, i));

      if (name == NULL || !g_hash_table_contains (methods, name))
        return FALSE;
    }
  return members != NULL && json_array_get_length (members) > 0;
}

/* Adds the items of a list whose ids are in @ids, and groups that contain only chosen methods. */
static void
copy_list (JsonObject *copy,
           JsonNode *layout,
           const char *section,
           const char *const *ids,
           GHashTable *methods)
{
  JsonArray *list = get_list (layout, section);
  JsonArray *chosen = json_array_new ();

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      const char *id = troupe_tree_get_member_text (item, "id");

      if (id != NULL && ((ids != NULL && g_strv_contains (ids, id)) || holds_only (item, methods)))
        json_array_add_element (chosen, json_node_ref (item));
    }
  if (json_array_get_length (chosen) > 0)
    json_object_set_member (copy, section, troupe_tree_take_array (chosen));
  else
    json_array_unref (chosen);
}

static JsonNode *
choose_word (const char *key, JsonNode *node, gpointer user_data)
{
  const char *name = troupe_tree_get_text (node);

  return name != NULL ? choose_place (name, node, user_data) : NULL;
}

JsonNode *
troupe_flow_layout_copy (JsonNode *root,
                         GHashTable *methods,
                         GHashTable *inner,
                         const char *const *notes,
                         const char *const *groups)
{
  JsonNode *layout = troupe_tree_get (root, "x-troupe", NULL);
  JsonObject *copy = json_object_new ();
  Chosen chosen = { methods, inner };
  JsonNode *node;
  g_autoptr (JsonNode) mapped = NULL;

  copy_map (copy, layout, "positions", choose_place, &chosen);
  copy_map (copy, layout, "gates", choose_place, &chosen);
  copy_map (copy, layout, "bends", choose_bend, &chosen);
  copy_map (copy, layout, "pins", choose_place, &chosen);
  /* Adds the chosen names of a list. */
  node = get_section (layout, "muted");
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    mapped = troupe_tree_map (node, choose_word, &chosen);
  if (mapped != NULL && json_array_get_length (json_node_get_array (mapped)) > 0)
    json_object_set_member (copy, "muted", g_steal_pointer (&mapped));
  copy_list (copy, layout, "groups", groups, methods);
  copy_list (copy, layout, "notes", notes, methods);
  return troupe_tree_take_object (copy);
}

gboolean
troupe_flow_layout_has_items (JsonNode *layout)
{
  JsonArray *notes = get_list (layout, "notes");
  JsonArray *groups = get_list (layout, "groups");

  return (notes != NULL && json_array_get_length (notes) > 0) ||
         (groups != NULL && json_array_get_length (groups) > 0);
}

/* --- Places ----------------------------------------------------------------------------------- */

typedef struct
{
  double x;
  double y;
} Offset;

static gboolean
read_pair (JsonNode *node, double *x, double *y)
{
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
         json_array_get_length (json_node_get_array (node)) == 2 &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 0), x) &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 1), y) &&
         isfinite (*x) && isfinite (*y);
}

static gint64
move_number (double number, double offset)
{
  return (gint64) round (CLAMP (number + offset, -1e9, 1e9));
}

static JsonNode *
move_pair (const char *key, JsonNode *node, gpointer user_data)
{
  const Offset *offset = user_data;
  JsonArray *pair;
  double x, y;

  if (!read_pair (node, &x, &y))
    return NULL;
  pair = json_array_new ();
  json_array_add_element (pair, troupe_json_node_new_integer (move_number (x, offset->x)));
  json_array_add_element (pair, troupe_json_node_new_integer (move_number (y, offset->y)));
  return troupe_tree_take_array (pair);
}

static JsonNode *
move_bends (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_ARRAY (node) ? troupe_tree_map (node, move_pair, user_data) : NULL;
}

static JsonNode *
move_coordinate (const char *key, JsonNode *node, gpointer user_data)
{
  const Offset *offset = user_data;
  double number;

  if ((!g_str_equal (key, "x") && !g_str_equal (key, "y")) ||
      !troupe_tree_get_number (node, &number) || !isfinite (number))
    return json_node_ref (node);
  return troupe_json_node_new_integer (
      move_number (number, g_str_equal (key, "x") ? offset->x : offset->y));
}

static void
include (Offset *corner, double x, double y)
{
  corner->x = MIN (corner->x, x);
  corner->y = MIN (corner->y, y);
}

/* --- Pasting ---------------------------------------------------------------------------------- */

typedef struct
{
  TroupeFlowPaste *paste;
  Offset offset;
  GHashTable *ids; /* ids of the canvas that are in use */
} Layout;

static void
add_ids (GHashTable *ids, JsonNode *layout, const char *section)
{
  JsonArray *list = get_list (layout, section);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      const char *id = troupe_tree_get_member_text (json_array_get_element (list, i), "id");

      if (id != NULL)
        g_hash_table_add (ids, g_strdup (id));
    }
}

/* Methods, notes and groups share the ids of the canvas. */
static GHashTable *
list_ids (JsonNode *root)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  JsonNode *methods = troupe_tree_get (root, "methods", NULL);
  JsonNode *layout = troupe_tree_get (root, "x-troupe", NULL);
  JsonObjectIter iter;
  const char *name;

  if (methods != NULL && JSON_NODE_HOLDS_OBJECT (methods))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (methods));
      while (json_object_iter_next_ordered (&iter, &name, NULL))
        g_hash_table_add (ids, g_strdup (name));
    }
  add_ids (ids, layout, "notes");
  add_ids (ids, layout, "groups");
  return ids;
}

static gboolean
id_is_taken (const char *id, gpointer user_data)
{
  return g_hash_table_contains (user_data, id);
}

static JsonNode *
rename_member (const char *key, JsonNode *node, gpointer user_data)
{
  const Layout *self = user_data;
  const char *name = troupe_tree_get_text (node);

  if (name == NULL || !g_hash_table_contains (self->paste->methods, name))
    return NULL;
  return troupe_json_node_new_string (troupe_flow_paste_get_name (self->paste, name));
}

/* Returns the pasted methods of a group with their new names. (transfer full) (nullable): NULL if
 * the group is invalid, or if none of its methods was pasted */
static JsonNode *
paste_members (Layout *self, JsonNode *group)
{
  JsonNode *members = troupe_tree_get_member (group, "methods");
  g_autoptr (JsonNode) renamed = NULL;

  if (members == NULL || !JSON_NODE_HOLDS_ARRAY (members))
    return NULL;
  renamed = troupe_tree_map (members, rename_member, self);
  if (json_array_get_length (json_node_get_array (renamed)) == 0 &&
      json_array_get_length (json_node_get_array (members)) > 0)
    return NULL;
  return g_steal_pointer (&renamed);
}

/* Returns a pasted note or group with an unused id. @kind: `note` or `group`. (transfer full)
 * (nullable): NULL if it is invalid */
static JsonNode *
paste_item (Layout *self, JsonNode *item, const char *kind, char **new_id)
{
  const char *id = troupe_tree_get_member_text (item, "id");
  gboolean is_group = g_str_equal (kind, "group");
  g_autoptr (JsonNode) members = NULL, moved = NULL, grouped = NULL, text = NULL;

  if (is_group)
    members = paste_members (self, item);
  if (is_group ? members == NULL : troupe_tree_get_member_text (item, "text") == NULL)
    return NULL;
  if (id == NULL || *id == '\0')
    id = kind;
  *new_id = id_is_taken (id, self->ids) ? troupe_flow_paste_choose_name (id, id_is_taken, self->ids)
                                        : g_strdup (id);
  g_hash_table_add (self->ids, g_strdup (*new_id));
  text = troupe_json_node_new_string (*new_id);
  moved = troupe_tree_map (item, move_coordinate, &self->offset);
  grouped = is_group ? troupe_tree_with (moved, members, "methods", NULL) : json_node_ref (moved);
  return troupe_tree_with (grouped, text, "id", NULL);
}

/* Returns the items of the document followed by the pasted ones. (transfer full) (nullable) */
static JsonNode *
paste_list (Layout *self, JsonNode *root, JsonNode *layout, const char *section, char ***ids)
{
  const char *kind = g_str_equal (section, "groups") ? "group" : "note";
  JsonArray *list = get_list (layout, section);
  JsonArray *old = get_list (troupe_tree_get (root, "x-troupe", NULL), section);
  JsonArray *joined = json_array_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n_pasted = 0;

  for (guint i = 0; old != NULL && i < json_array_get_length (old); i++)
    json_array_add_element (joined, json_node_ref (json_array_get_element (old, i)));
  for (guint i = 0; list != NULL && i < json_array_get_length (list) && n_pasted < MOST_ITEMS; i++)
    {
      g_autofree char *id = NULL;
      JsonNode *item = paste_item (self, json_array_get_element (list, i), kind, &id);

      if (item == NULL)
        continue;
      json_array_add_element (joined, item);
      g_strv_builder_add (builder, id);
      n_pasted++;
    }
  *ids = g_strv_builder_end (builder);
  if (n_pasted > 0)
    return troupe_tree_take_array (joined);
  json_array_unref (joined);
  return NULL;
}

/* Returns the members of the document followed by the pasted ones. (transfer full) (nullable) */
static JsonNode *
paste_map (Layout *self, JsonNode *root, JsonNode *renamed, const char *section)
{
  gboolean is_bends = g_str_equal (section, "bends");
  gboolean is_pins = g_str_equal (section, "pins");
  JsonNode *pasted = get_section (renamed, section);
  JsonNode *maps[] = { troupe_tree_get (root, "x-troupe", section, NULL), NULL };
  g_autoptr (JsonNode) moved = NULL;
  JsonObject *joined;

  if (pasted == NULL || !JSON_NODE_HOLDS_OBJECT (pasted) ||
      json_object_get_size (json_node_get_object (pasted)) == 0)
    return NULL;
  moved = is_pins ? json_node_ref (pasted)
                  : troupe_tree_map (pasted, is_bends ? move_bends : move_pair, &self->offset);
  maps[1] = moved;
  joined = json_object_new ();
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      if (maps[i] == NULL || !JSON_NODE_HOLDS_OBJECT (maps[i]))
        continue;
      json_object_iter_init_ordered (&iter, json_node_get_object (maps[i]));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (joined, key, json_node_ref (member));
    }
  return troupe_tree_take_object (joined);
}

/* Returns the names of the document followed by the pasted ones. (transfer full) (nullable) */
static JsonNode *
paste_words (JsonNode *root, JsonNode *renamed, const char *section)
{
  JsonArray *lists[] = { get_list (troupe_tree_get (root, "x-troupe", NULL), section),
                         get_list (renamed, section) };
  JsonArray *joined = NULL;

  if (lists[1] == NULL || json_array_get_length (lists[1]) == 0)
    return NULL;
  joined = json_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < json_array_get_length (lists[i]); j++)
      json_array_add_element (joined, json_node_ref (json_array_get_element (lists[i], j)));
  return troupe_tree_take_array (joined);
}

/* Returns the layout without what does not belong to the pasted methods. (transfer full) */
static JsonNode *
drop_foreign (TroupeFlowPaste *paste, JsonNode *layout)
{
  static const struct
  {
    const char *section;
    TroupeMapNodeFunc choose;
  } maps[] = { { "positions", choose_place },
               { "gates", choose_place },
               { "bends", choose_bend },
               { "pins", choose_place },
               { "muted", choose_word } };
  Chosen chosen = { paste->methods, paste->inner };
  g_autoptr (JsonNode) result = json_node_ref (layout);

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      JsonNode *node = get_section (result, maps[i].section);
      g_autoptr (JsonNode) mapped = NULL;
      JsonNode *changed;

      if (node == NULL || (maps[i].choose == choose_word ? !JSON_NODE_HOLDS_ARRAY (node)
                                                         : !JSON_NODE_HOLDS_OBJECT (node)))
        continue;
      mapped = troupe_tree_map (node, maps[i].choose, &chosen);
      changed = troupe_tree_with (result, mapped, maps[i].section, NULL);
      json_node_unref (result);
      result = changed;
    }
  return g_steal_pointer (&result);
}

static JsonNode *
with_section (JsonNode *root, JsonNode *section, const char *name)
{
  g_autoptr (JsonNode) owned = section;
  JsonNode *changed = owned != NULL ? troupe_tree_with (root, owned, "x-troupe", name, NULL) : NULL;

  if (changed == NULL)
    return root;
  json_node_unref (root);
  return changed;
}

JsonNode *
troupe_flow_layout_paste (TroupeFlowPaste *paste,
                          JsonNode *root,
                          JsonNode *layout,
                          double x,
                          double y,
                          char ***notes,
                          char ***groups)
{
  static const char *const maps[] = { "positions", "gates", "bends", "pins" };
  g_autoptr (GHashTable) ids = list_ids (root);
  g_autoptr (JsonNode) own = NULL, renamed = NULL;
  Layout self = { paste, { 0.0, 0.0 }, ids };
  static const char *const lists[] = { "notes", "groups" };
  JsonNode *positions;
  Offset corner = { G_MAXDOUBLE, G_MAXDOUBLE };
  Offset offset = { 0.0, 0.0 };
  double at_x, at_y;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  *notes = g_new0 (char *, 1);
  *groups = g_new0 (char *, 1);
  root = json_node_ref (root);
  if (layout == NULL || !JSON_NODE_HOLDS_OBJECT (layout))
    return root;
  g_clear_pointer (notes, g_strfreev);
  g_clear_pointer (groups, g_strfreev);
  own = drop_foreign (paste, layout);
  renamed = troupe_tree_rename_layout (own, paste->names);
  positions = get_section (renamed, "positions");
  if (positions != NULL && JSON_NODE_HOLDS_OBJECT (positions))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (positions));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        if (read_pair (member, &at_x, &at_y))
          include (&corner, at_x, at_y);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      JsonArray *list = get_list (renamed, lists[i]);

      for (guint k = 0; list != NULL && k < json_array_get_length (list); k++)
        {
          JsonNode *item = json_array_get_element (list, k);

          if (troupe_tree_get_number (troupe_tree_get_member (item, "x"), &at_x) &&
              troupe_tree_get_number (troupe_tree_get_member (item, "y"), &at_y) &&
              isfinite (at_x) && isfinite (at_y))
            include (&corner, at_x, at_y);
        }
    }
  if (corner.x < G_MAXDOUBLE)
    {
      offset.x = CLAMP (x - corner.x, -1e9, 1e9);
      offset.y = CLAMP (y - corner.y, -1e9, 1e9);
    }
  self.offset = offset;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    root = with_section (root, paste_map (&self, root, renamed, maps[i]), maps[i]);
  root = with_section (root, paste_words (root, renamed, "muted"), "muted");
  root = with_section (root, paste_list (&self, root, own, "groups", groups), "groups");
  return with_section (root, paste_list (&self, root, own, "notes", notes), "notes");
}

/* --- Moving ----------------------------------------------------------------------------------- */

typedef struct
{
  Chosen chosen;
  Offset offset;
  const char *const *ids; /* of the current list */
} Movement;

static JsonNode *
move_place (const char *key, JsonNode *node, gpointer user_data)
{
  Movement *self = user_data;
  g_autoptr (JsonNode) chosen = choose_place (key, node, &self->chosen);
  JsonNode *moved = chosen != NULL ? move_pair (key, node, &self->offset) : NULL;

  return moved != NULL ? moved : json_node_ref (node);
}

static JsonNode *
move_bend (const char *key, JsonNode *node, gpointer user_data)
{
  Movement *self = user_data;
  g_autoptr (JsonNode) chosen = choose_bend (key, node, &self->chosen);
  JsonNode *moved = chosen != NULL ? move_bends (key, node, &self->offset) : NULL;

  return moved != NULL ? moved : json_node_ref (node);
}

static JsonNode *
move_item (const char *key, JsonNode *node, gpointer user_data)
{
  Movement *self = user_data;
  const char *id = troupe_tree_get_member_text (node, "id");

  return id != NULL && g_strv_contains (self->ids, id)
             ? troupe_tree_map (node, move_coordinate, &self->offset)
             : json_node_ref (node);
}

JsonNode *
troupe_flow_layout_move (JsonNode *root,
                         GHashTable *methods,
                         GHashTable *inner,
                         const char *const *notes,
                         const char *const *groups,
                         double dx,
                         double dy)
{
  const struct
  {
    const char *section;
    TroupeMapNodeFunc move;
    const char *const *ids;
  } sections[] = {
    { "positions", move_place, NULL }, { "gates", move_place, NULL }, { "bends", move_bend, NULL },
    { "groups", move_item, groups },   { "notes", move_item, notes },
  };
  Movement movement = { { methods, inner }, { dx, dy }, NULL };

  root = json_node_ref (root);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      JsonNode *node = troupe_tree_get (root, "x-troupe", sections[i].section, NULL);
      gboolean is_list = sections[i].ids != NULL;

      if (node == NULL ||
          (is_list ? !JSON_NODE_HOLDS_ARRAY (node) : !JSON_NODE_HOLDS_OBJECT (node)))
        continue;
      movement.ids = sections[i].ids;
      root = with_section (root, troupe_tree_map (node, sections[i].move, &movement),
                           sections[i].section);
    }
  return root;
}
