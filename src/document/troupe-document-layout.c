/* troupe-document-layout.c: x-troupe: canvas positions and notes of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-layout"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-document-layout.h"
#include "troupe-tree.h"

/* Gates have ids of the form `METHOD/PATH` and are stored separately from methods. */
static const char *
get_section (const char *id)
{
  return strchr (id, '/') != NULL ? "gates" : "positions";
}

static gboolean
read_pair (JsonNode *node, double *x, double *y)
{
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
         json_array_get_length (json_node_get_array (node)) == 2 &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 0), x) &&
         troupe_tree_get_number (json_array_get_element (json_node_get_array (node), 1), y);
}

gboolean
troupe_document_get_position (TroupeDocument *self, const char *id, double *x, double *y)
{
  double found_x, found_y;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (id != NULL && x != NULL && y != NULL, FALSE);

  if (!read_pair (troupe_tree_get (troupe_document_get_root (self), "x-troupe", get_section (id),
                                   id, NULL),
                  &found_x, &found_y))
    return FALSE;
  *x = found_x;
  *y = found_y;
  return TRUE;
}

static gint64
to_whole (double value)
{
  return isfinite (value) ? (gint64) round (CLAMP (value, -1e9, 1e9)) : 0;
}

/* Returns the section with those positions that belong to it. Returns the same node if no
 * position belongs to it. */
static JsonNode *
with_positions (JsonNode *section,
                const char *name,
                const TroupePosition *positions,
                guint n_positions)
{
  JsonObject *result = json_object_new ();
  gboolean changed = FALSE;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (section != NULL && JSON_NODE_HOLDS_OBJECT (section))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (section));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (result, key, json_node_ref (member));
    }
  for (guint i = 0; i < n_positions; i++)
    {
      JsonNode *old = json_object_get_member (result, positions[i].id);
      g_autoptr (JsonNode) pair = NULL;
      JsonArray *array;

      if (!g_str_equal (get_section (positions[i].id), name))
        continue;
      array = json_array_new ();
      json_array_add_element (array, troupe_json_node_new_integer (to_whole (positions[i].x)));
      json_array_add_element (array, troupe_json_node_new_integer (to_whole (positions[i].y)));
      pair = troupe_tree_take_array (array);
      if (old != NULL && troupe_json_node_equal (old, pair))
        continue;
      changed = TRUE;
      json_object_set_member (result, positions[i].id, g_steal_pointer (&pair));
    }
  if (changed)
    return troupe_tree_take_object (result);
  json_object_unref (result);
  return section != NULL ? json_node_ref (section) : NULL;
}

void
troupe_document_set_positions (TroupeDocument *self,
                               const TroupePosition *positions,
                               guint n_positions,
                               const char *label)
{
  static const char *const sections[] = { "positions", "gates" };
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *own_label = NULL;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (positions != NULL || n_positions == 0);

  root = json_node_ref (troupe_document_get_root (self));
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      JsonNode *old = troupe_tree_get (root, "x-troupe", sections[i], NULL);
      g_autoptr (JsonNode) section = with_positions (old, sections[i], positions, n_positions);
      JsonNode *changed;

      if (section == old)
        continue;
      changed = troupe_tree_with (root, section, "x-troupe", sections[i], NULL);
      if (changed == NULL)
        return;
      json_node_unref (root);
      root = changed;
    }
  own_label =
      g_strdup_printf (ngettext ("Move %u Method", "Move %u Methods", n_positions), n_positions);
  troupe_document_commit (self, "", root, label != NULL ? label : own_label, NULL,
                          TROUPE_COMMIT_LAYOUT, NULL);
}

/* --- Notes --------------------------------------------------------------------------------- */

JsonNode *
troupe_document_get_notes (TroupeDocument *self)
{
  JsonNode *notes;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  notes = troupe_tree_get (troupe_document_get_root (self), "x-troupe", "notes", NULL);
  return notes != NULL && JSON_NODE_HOLDS_ARRAY (notes) ? notes : NULL;
}

/* Returns the index of the note in the list, or -1. */
static int
find_note (TroupeDocument *self, const char *id)
{
  JsonNode *notes = troupe_document_get_notes (self);

  g_assert (TROUPE_IS_DOCUMENT (self));

  for (guint i = 0; notes != NULL && i < json_array_get_length (json_node_get_array (notes)); i++)
    {
      JsonNode *note = json_array_get_element (json_node_get_array (notes), i);

      if (g_strcmp0 (troupe_tree_get_text (troupe_tree_get (note, "id", NULL)), id) == 0)
        return (int) i;
    }
  return -1;
}

static gboolean
note_is_taken (const char *id, gpointer user_data)
{
  return find_note (user_data, id) >= 0;
}

static JsonNode *
new_note (const char *id, const char *text, const double *box)
{
  static const char *const keys[] = { "x", "y", "width", "height" };
  JsonObject *note = json_object_new ();

  json_object_set_member (note, "id", troupe_json_node_new_string (id));
  json_object_set_member (note, "text", troupe_json_node_new_string (text));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    json_object_set_member (note, keys[i], troupe_json_node_new_integer (to_whole (box[i])));
  return troupe_tree_take_object (note);
}

char *
troupe_document_add_note (TroupeDocument *self, const char *text, double x, double y)
{
  double box[] = { x, y, 200.0, 120.0 };
  g_autoptr (JsonNode) note = NULL, root = NULL, notes = NULL;
  g_autofree char *id = NULL;
  JsonNode *old;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  id = troupe_tree_find_free_name ("note", note_is_taken, self);
  note = new_note (id, text, box);
  old = troupe_document_get_notes (self);
  if (old != NULL)
    notes = troupe_tree_with (old, note, "-1", NULL);
  else
    {
      JsonArray *array = json_array_new ();

      json_array_add_element (array, json_node_ref (note));
      notes = troupe_tree_take_array (array);
    }
  root = troupe_tree_with (troupe_document_get_root (self), notes, "x-troupe", "notes", NULL);
  return troupe_document_commit (self, "", root, _ ("Add Note"), NULL, TROUPE_COMMIT_LAYOUT, NULL)
             ? g_steal_pointer (&id)
             : NULL;
}

gboolean
troupe_document_set_note (TroupeDocument *self,
                          const char *id,
                          const char *text,
                          double x,
                          double y,
                          double width,
                          double height)
{
  double box[] = { x, y, width, height };
  g_autoptr (JsonNode) fields = NULL, note = NULL, root = NULL;
  g_autofree char *key = NULL, *merge_key = NULL;
  JsonObjectIter iter;
  const char *member;
  JsonNode *value;
  int index;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (id != NULL && text != NULL, FALSE);

  index = find_note (self, id);
  if (index < 0)
    return FALSE;
  note =
      json_node_ref (json_array_get_element (json_node_get_array (troupe_document_get_notes (self)),
                                             (guint) index));
  /* Other members of the note are preserved. */
  fields = new_note (id, text, box);
  json_object_iter_init_ordered (&iter, json_node_get_object (fields));
  while (json_object_iter_next_ordered (&iter, &member, &value))
    {
      JsonNode *old = troupe_tree_get (note, member, NULL);
      JsonNode *changed;

      if (old != NULL && troupe_json_node_equal (old, value))
        continue;
      changed = troupe_tree_with (note, value, member, NULL);
      json_node_unref (note);
      note = changed;
    }
  if (note == json_array_get_element (json_node_get_array (troupe_document_get_notes (self)),
                                      (guint) index))
    return TRUE;
  key = g_strdup_printf ("%d", index);
  merge_key = g_strdup_printf ("note:%s", id);
  root = troupe_tree_with (troupe_document_get_root (self), note, "x-troupe", "notes", key, NULL);
  return troupe_document_commit (self, "", root, _ ("Edit Note"), merge_key, TROUPE_COMMIT_LAYOUT,
                                 NULL);
}

gboolean
troupe_document_remove_note (TroupeDocument *self, const char *id)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *key = NULL;
  int index;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  index = find_note (self, id);
  if (index < 0)
    return FALSE;
  key = g_strdup_printf ("%d", index);
  root = troupe_tree_with (troupe_document_get_root (self), NULL, "x-troupe", "notes", key, NULL);
  return troupe_document_commit (self, "", root, _ ("Delete Note"), NULL, TROUPE_COMMIT_LAYOUT,
                                 NULL);
}
