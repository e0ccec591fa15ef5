/* troupe-scene-notes.c: notes and groups of a document in a canvas scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scene-notes"

#include "config.h"

#include <string.h>

#include "troupe-scene-notes.h"

#define DEFAULT_WIDTH 240
#define DEFAULT_HEIGHT 88

struct _TroupeSceneNotes
{
  TroupeCanvasScene *scene;
  GHashTable *ids; /* id → JsonNode */
};

TroupeSceneNotes *
troupe_scene_notes_new (TroupeCanvasScene *scene)
{
  TroupeSceneNotes *self = g_new0 (TroupeSceneNotes, 1);

  self->scene = g_object_ref (scene);
  self->ids =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_node_unref);

  return self;
}

void
troupe_scene_notes_free (TroupeSceneNotes *self)
{
  g_object_unref (self->scene);
  g_hash_table_unref (self->ids);
  g_free (self);
}

static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;

  return json_node_get_string (node);
}

static double
get_number (JsonObject *object, const char *name, double otherwise)
{
  JsonNode *node = json_object_get_member (object, name);
  GType type =
      node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_NONE;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : otherwise;
}

/* If a note has several lines, the first line is its title. Markdown markup for bold text or a
 * heading is removed from the title. */
static void
set_note (TroupeSceneNotes *self, const char *id, JsonObject *object)
{
  const char *text = get_text (object, "text");
  const char *end = text != NULL ? strchr (text, '\n') : NULL;
  g_autofree char *title = end != NULL ? g_strndup (text, (gsize) (end - text)) : NULL;
  TroupeCanvasNote note = { .id = id,
                            .text = end != NULL ? end + 1 : text,
                            .x = get_number (object, "x", 0),
                            .y = get_number (object, "y", 0),
                            .width = get_number (object, "width", DEFAULT_WIDTH),
                            .height = get_number (object, "height", DEFAULT_HEIGHT) };
  gsize length = title != NULL ? strlen (title) : 0;

  g_assert (self != NULL);

  if (length > 4 && g_str_has_prefix (title, "**") && g_str_has_suffix (title, "**"))
    {
      title[length - 2] = '\0';
      memmove (title, title + 2, length - 3);
    }
  else if (title != NULL && g_str_has_prefix (title, "# "))
    {
      memmove (title, title + 2, length - 1);
    }
  note.title = title;
  troupe_canvas_scene_set_note (self->scene, &note);
}

static TroupeCanvasHue
parse_hue (const char *name)
{
  static const char *const names[] = { "blue", "green",  "yellow", "orange",
                                       "red",  "purple", "brown",  "grey" };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return (TroupeCanvasHue) i;

  return TROUPE_CANVAS_HUE_BLUE;
}

static void
set_group (TroupeSceneNotes *self, const char *id, JsonObject *object)
{
  JsonNode *methods = json_object_get_member (object, "methods");
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  const char *colour = get_text (object, "colour");
  TroupeCanvasGroup group = { .id = id,
                              .title = get_text (object, "title"),
                              .hue =
                                  parse_hue (colour != NULL ? colour : get_text (object, "color")),
                              .x = get_number (object, "x", 0),
                              .y = get_number (object, "y", 0),
                              .width = get_number (object, "width", 0),
                              .height = get_number (object, "height", 0) };

  g_assert (self != NULL);

  if (methods != NULL && JSON_NODE_HOLDS_ARRAY (methods))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (methods)); i++)
      {
        JsonNode *name = json_array_get_element (json_node_get_array (methods), i);

        if (JSON_NODE_HOLDS_VALUE (name) && json_node_get_value_type (name) == G_TYPE_STRING)
          g_ptr_array_add (members, (gpointer) json_node_get_string (name));
      }
  g_ptr_array_add (members, NULL);
  group.members = (const char *const *) members->pdata;
  troupe_canvas_scene_set_group (self->scene, &group);
}

static void
take_list (TroupeSceneNotes *self,
           JsonNode *list,
           GHashTable *kept,
           void (*set) (TroupeSceneNotes *self, const char *id, JsonObject *object))
{
  g_assert (self != NULL);

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    return;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
    {
      JsonNode *node = json_array_get_element (json_node_get_array (list), i);
      const char *id =
          JSON_NODE_HOLDS_OBJECT (node) ? get_text (json_node_get_object (node), "id") : NULL;

      if (id == NULL || !g_hash_table_add (kept, (gpointer) id))
        continue;
      if (g_hash_table_lookup (self->ids, id) == node)
        continue;
      set (self, id, json_node_get_object (node));
      g_hash_table_insert (self->ids, g_strdup (id), json_node_ref (node));
    }
}

void
troupe_scene_notes_update (TroupeSceneNotes *self, TroupeFlowDocument *document)
{
  static const char *const groups_path[] = { "x-troupe", "groups", NULL };
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer id;

  g_return_if_fail (self != NULL);

  take_list (self, troupe_document_get_notes (TROUPE_DOCUMENT (document)), kept, set_note);
  take_list (self,
             troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)),
                                   groups_path),
             kept, set_group);

  g_hash_table_iter_init (&iter, self->ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (kept, id))
      {
        troupe_canvas_scene_remove (self->scene, id);
        g_hash_table_iter_remove (&iter);
      }
}

const char *
troupe_document_get_note_text (TroupeFlowDocument *document, const char *id)
{
  JsonNode *list = troupe_document_get_notes (TROUPE_DOCUMENT (document));

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    return NULL;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
    {
      JsonNode *node = json_array_get_element (json_node_get_array (list), i);

      if (JSON_NODE_HOLDS_OBJECT (node) &&
          g_strcmp0 (get_text (json_node_get_object (node), "id"), id) == 0)
        {
          const char *text = get_text (json_node_get_object (node), "text");

          return text != NULL ? text : "";
        }
    }

  return NULL;
}
