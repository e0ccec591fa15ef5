/* troupe-flow-clipboard.c: copies and pastes methods of a flow as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-clipboard"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-conditions.h"
#include "troupe-flow-document-private.h"
#include "troupe-flow-rename.h"
#include "troupe-tree.h"
#include "troupe-yaml.h"

/* Returns the members of @from, positions or gates, whose method is in @names. */
static JsonNode *
choose_members (JsonNode *from, GHashTable *names)
{
  JsonObject *result = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (from != NULL && JSON_NODE_HOLDS_OBJECT (from))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (from));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_autofree char *name = g_strndup (key, strcspn (key, "/"));

          if (g_hash_table_contains (names, name))
            json_object_set_member (result, key, json_node_ref (member));
        }
    }
  return troupe_tree_take_object (result);
}

char *
troupe_flow_document_copy (TroupeFlowDocument *self, const char *const *names)
{
  g_autoptr (GHashTable) chosen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *layout, *object;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (names != NULL, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (chosen, (gpointer) names[i]);
  root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  layout = json_object_new ();
  json_object_set_member (layout, "positions",
                          choose_members (troupe_tree_get (root, "x-troupe", "positions", NULL),
                                          chosen));
  json_object_set_member (
      layout, "gates", choose_members (troupe_tree_get (root, "x-troupe", "gates", NULL), chosen));
  object = json_object_new ();
  json_object_set_member (object, "methods",
                          choose_members (troupe_tree_get (root, "methods", NULL), chosen));
  json_object_set_member (object, "x-troupe", troupe_tree_take_object (layout));
  node = troupe_tree_take_object (object);
  return troupe_json_write (node, NULL, NULL);
}

/* --- Pasting ------------------------------------------------------------------------------- */

typedef struct
{
  JsonNode *methods; /* those of the document */
  JsonNode *pasted;
  GHashTable *chosen; /* the new names so far */
} NameSpace;

static gboolean
is_taken (NameSpace *self, const char *name)
{
  return troupe_tree_get (self->methods, name, NULL) != NULL ||
         troupe_tree_get (self->pasted, name, NULL) != NULL ||
         g_hash_table_contains (self->chosen, name);
}

/* Chooses an unused name: a copy of `a` is named `a_2`, and a copy of `a_2` is named `a_3`. */
static char *
choose_name (NameSpace *self, const char *name)
{
  const char *end = name + strlen (name);
  gsize length = strlen (name);
  guint64 number = 1;

  while (end > name && g_ascii_isdigit (end[-1]))
    end--;
  if (end - name > 1 && end[-1] == '_' && *end != '\0' && *end != '0' && strlen (end) < 7)
    {
      number = g_ascii_strtoull (end, NULL, 10);
      length = (gsize) (end - name) - 1;
    }
  for (;;)
    {
      g_autofree char *next =
          g_strdup_printf ("%.*s_%" G_GUINT64_FORMAT, (int) length, name, ++number);

      if (!is_taken (self, next))
        return g_steal_pointer (&next);
    }
}

/* Chooses new names for pasted methods whose names already exist in the document. */
static GHashTable *
choose_names (TroupeFlowDocument *self, JsonNode *pasted)
{
  JsonNode *methods =
      troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)), "methods", NULL);
  g_autoptr (GHashTable) chosen = g_hash_table_new (g_str_hash, g_str_equal);
  NameSpace space = { methods, pasted, chosen };
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init_ordered (&iter, json_node_get_object (pasted));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      char *free_name;

      if (methods == NULL || troupe_tree_get (methods, name, NULL) == NULL)
        continue;
      free_name = choose_name (&space, name);
      g_hash_table_add (chosen, free_name);
      g_hash_table_insert (names, g_strdup (name), free_name);
    }
  return names;
}

/* Returns the events that the pasted methods emit themselves. */
static GHashTable *
find_inner_events (JsonNode *pasted)
{
  GHashTable *events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  JsonObject *object = json_object_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TroupeFlow) flow = NULL;

  json_object_set_string_member (object, "name", "clipboard");
  json_object_set_member (object, "methods", json_node_ref (pasted));
  root = troupe_tree_take_object (object);
  flow = troupe_flow_new_from_node (root, NULL, NULL, NULL);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      gboolean complete;
      g_autoptr (GPtrArray) emitted = troupe_flow_method_list_events (method, &complete);

      g_hash_table_add (events, g_strdup (method->name));
      for (guint j = 0; j < emitted->len; j++)
        g_hash_table_add (events, g_strdup (emitted->pdata[j]));
    }
  return events;
}

static JsonNode *
keep_inner_event (const char *event, JsonNode *node, gpointer user_data)
{
  return g_hash_table_contains (user_data, event) ? json_node_ref (node) : NULL;
}

static JsonNode *
cut_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "listen") || g_str_equal (key, "start")
             ? troupe_tree_map_condition (node, keep_inner_event, user_data)
             : json_node_ref (node);
}

static JsonNode *
cut_method (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, cut_member, user_data)
                                       : json_node_ref (node);
}

static JsonNode *
join_objects (JsonNode *first, JsonNode *second)
{
  JsonObject *result = json_object_new ();
  JsonNode *parts[] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      if (parts[i] == NULL || !JSON_NODE_HOLDS_OBJECT (parts[i]))
        continue;
      json_object_iter_init_ordered (&iter, json_node_get_object (parts[i]));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (result, key, json_node_ref (member));
    }
  return troupe_tree_take_object (result);
}

static gboolean
read_pair (JsonNode *node, double *x, double *y)
{
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
         json_array_get_length (json_node_get_array (node)) == 2 &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 0), x) &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 1), y);
}

typedef struct
{
  double x;
  double y;
} Offset;

static JsonNode *
move_pair (const char *key, JsonNode *node, gpointer user_data)
{
  const Offset *offset = user_data;
  JsonArray *pair;
  double x, y;

  if (!read_pair (node, &x, &y))
    return NULL;
  pair = json_array_new ();
  json_array_add_element (pair, troupe_json_node_new_integer ((gint64) (x + offset->x)));
  json_array_add_element (pair, troupe_json_node_new_integer ((gint64) (y + offset->y)));
  return troupe_tree_take_array (pair);
}

/* Returns the offset that moves the upper left corner of all pasted positions to @x, @y. */
static Offset
find_offset (JsonNode *positions, double x, double y)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE;
  Offset offset = { 0.0, 0.0 };
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (positions == NULL || !JSON_NODE_HOLDS_OBJECT (positions))
    return offset;
  json_object_iter_init_ordered (&iter, json_node_get_object (positions));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      double at_x, at_y;

      if (!read_pair (member, &at_x, &at_y))
        continue;
      left = MIN (left, at_x);
      top = MIN (top, at_y);
    }
  if (left < G_MAXDOUBLE)
    {
      offset.x = CLAMP (x - left, -1e9, 1e9);
      offset.y = CLAMP (y - top, -1e9, 1e9);
    }
  return offset;
}

static JsonNode *
with_layout (JsonNode *root, JsonNode *layout, GHashTable *names, double x, double y)
{
  static const char *const sections[] = { "positions", "gates" };
  g_autoptr (JsonNode) renamed = troupe_tree_rename_layout (layout, names);
  Offset offset = find_offset (troupe_tree_get (renamed, "positions", NULL), x, y);
  g_autoptr (JsonNode) result = json_node_ref (root);

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      JsonNode *pasted = troupe_tree_get (renamed, sections[i], NULL);
      g_autoptr (JsonNode) moved = NULL, joined = NULL;
      JsonNode *changed;

      if (pasted == NULL || !JSON_NODE_HOLDS_OBJECT (pasted) ||
          json_object_get_size (json_node_get_object (pasted)) == 0)
        continue;
      moved = troupe_tree_map (pasted, move_pair, &offset);
      joined = join_objects (troupe_tree_get (result, "x-troupe", sections[i], NULL), moved);
      changed = troupe_tree_with (result, joined, "x-troupe", sections[i], NULL);
      if (changed == NULL)
        continue;
      json_node_unref (result);
      result = changed;
    }
  return g_steal_pointer (&result);
}

static char **
list_new_names (JsonNode *pasted, GHashTable *names)
{
  GPtrArray *list = g_ptr_array_new ();
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init_ordered (&iter, json_node_get_object (pasted));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      const char *new_name = g_hash_table_lookup (names, name);

      g_ptr_array_add (list, g_strdup (new_name != NULL ? new_name : name));
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (list, FALSE);
}

/* Returns TRUE if all members of @node have an action, as only methods do. */
static gboolean
holds_methods (JsonNode *node)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *method;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node) ||
      json_object_get_size (json_node_get_object (node)) == 0)
    return FALSE;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &method))
    if (!JSON_NODE_HOLDS_OBJECT (method) ||
        json_object_get_member (json_node_get_object (method), "do") == NULL)
      return FALSE;

  return TRUE;
}

static JsonNode *
read_either (const char *text, GError **error)
{
  gsize length = strlen (text);
  g_autoptr (GError) json_error = NULL;
  JsonNode *root =
      troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS, NULL,
                        &json_error);

  if (root == NULL)
    root = troupe_yaml_read (text, length, NULL, NULL);
  if (root == NULL)
    g_propagate_error (error, g_steal_pointer (&json_error));

  return root;
}

/* Returns the methods of a flow, of an object with `methods`, or of a map of methods. */
static JsonNode *
find_methods (JsonNode *root)
{
  JsonNode *methods;

  if (!JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  methods = troupe_tree_get (root, "methods", NULL);
  if (methods != NULL && JSON_NODE_HOLDS_OBJECT (methods) &&
      json_object_get_size (json_node_get_object (methods)) > 0)
    return methods;

  return holds_methods (root) ? root : NULL;
}

char *
troupe_flow_methods_from_text (const char *text)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (JsonNode) whole = NULL;
  JsonNode *methods, *layout;
  JsonObject *object;

  g_return_val_if_fail (text != NULL, NULL);

  root = read_either (text, NULL);
  methods = root != NULL ? find_methods (root) : NULL;
  if (methods == NULL)
    return NULL;
  object = json_object_new ();
  json_object_set_member (object, "methods", json_node_ref (methods));
  layout = troupe_tree_get (root, "x-troupe", NULL);
  if (layout != NULL && methods != root)
    json_object_set_member (object, "x-troupe", json_node_ref (layout));
  whole = troupe_tree_take_object (object);

  return troupe_json_write (whole, NULL, NULL);
}

/* Parses the methods of a copied text; removes wires to other methods unless
 * @keep_outside_wires. */
static JsonNode *
read_pasted (const char *text, gboolean keep_outside_wires, JsonNode **layout, GError **error)
{
  g_autoptr (JsonNode) root = read_either (text, error);
  g_autoptr (GHashTable) inner = NULL;
  JsonNode *methods;

  if (root == NULL)
    return NULL;
  methods = find_methods (root);
  if (methods == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The copied content contains no methods."));
      return NULL;
    }
  *layout = methods != root ? troupe_tree_get (root, "x-troupe", NULL) : NULL;
  if (*layout != NULL)
    json_node_ref (*layout);
  if (keep_outside_wires)
    return json_node_ref (methods);
  inner = find_inner_events (methods);
  return troupe_tree_map (methods, cut_method, inner);
}

char **
troupe_flow_document_paste (TroupeFlowDocument *self,
                            const char *text,
                            double x,
                            double y,
                            gboolean keep_outside_wires,
                            GError **error)
{
  g_autoptr (JsonNode) pasted = NULL, layout = NULL, renamed = NULL, methods = NULL, root = NULL;
  g_autoptr (GHashTable) names = NULL;
  g_autofree char *label = NULL;
  JsonNode *placed;
  guint n_methods;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  pasted = read_pasted (text, keep_outside_wires, &layout, error);
  if (pasted == NULL)
    return NULL;
  names = choose_names (self, pasted);
  renamed = troupe_tree_rename_methods (pasted, names);
  methods = join_objects (troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)),
                                           "methods", NULL),
                          renamed);
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), methods, "methods",
                           NULL);
  if (layout != NULL)
    {
      placed = with_layout (root, layout, names, x, y);
      json_node_unref (root);
      root = placed;
    }
  n_methods = json_object_get_size (json_node_get_object (pasted));
  label = g_strdup_printf (ngettext ("Paste %u Method", "Paste %u Methods", n_methods), n_methods);
  if (!troupe_flow_document_commit (self, root, label, NULL, TRUE, error))
    return NULL;
  return list_new_names (pasted, names);
}
