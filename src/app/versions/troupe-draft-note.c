/* troupe-draft-note.c: tab position and visible area of a document, stored in its draft
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-draft-note"

#include "config.h"

#include <math.h>

#include "troupe-draft-note.h"

/* Maximum window size in pixels, and maximum coordinates of the center of the visible area. */
#define MOST_PIXELS 32767
#define FARTHEST 1e9

static JsonNode *
get_value (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

static gboolean
get_number (JsonObject *object, const char *name, double *number)
{
  JsonNode *node = get_value (object, name);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number) && fabs (*number) <= FARTHEST;
}

static int
get_count (JsonObject *object, const char *name)
{
  double number;

  if (!get_number (object, name, &number) || number < 0 || number > MOST_PIXELS)
    return 0;
  return (int) number;
}

static gboolean
get_flag (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (node);
}

/* (transfer full) (nullable) */
static char *
dup_text (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_dup_string (node)
             : NULL;
}

/* (transfer full) (nullable): NULL for a text that is no absolute path */
static char *
dup_path (JsonObject *object, const char *name)
{
  g_autofree char *path = dup_text (object, name);

  return path != NULL && g_path_is_absolute (path) ? g_steal_pointer (&path) : NULL;
}

TroupeDraftNote *
troupe_draft_note_new (JsonNode *node)
{
  TroupeDraftNote *self = g_new0 (TroupeDraftNote, 1);
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return self;
  object = json_node_get_object (node);
  self->window = dup_text (object, "window");
  self->tab = (guint) get_count (object, "tab");
  self->is_selected = get_flag (object, "selected");
  self->width = get_count (object, "width");
  self->height = get_count (object, "height");
  self->is_maximized = get_flag (object, "maximized");
  self->has_view = get_number (object, "zoom", &self->zoom) && self->zoom > 0 &&
                   get_number (object, "x", &self->x) && get_number (object, "y", &self->y);
  self->batch_inputs = dup_path (object, "batch-inputs");
  self->batch_out = dup_path (object, "batch-out");
  if (self->batch_inputs == NULL || self->batch_out == NULL)
    {
      g_clear_pointer (&self->batch_inputs, g_free);
      g_clear_pointer (&self->batch_out, g_free);
    }
  return self;
}

JsonNode *
troupe_draft_note_to_json (const TroupeDraftNote *self)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (self != NULL, NULL);

  json_object_set_string_member (object, "window", self->window);
  json_object_set_int_member (object, "tab", self->tab);
  json_object_set_boolean_member (object, "selected", self->is_selected);
  json_object_set_int_member (object, "width", self->width);
  json_object_set_int_member (object, "height", self->height);
  json_object_set_boolean_member (object, "maximized", self->is_maximized);
  if (self->has_view)
    {
      json_object_set_double_member (object, "zoom", self->zoom);
      json_object_set_double_member (object, "x", self->x);
      json_object_set_double_member (object, "y", self->y);
    }
  if (self->batch_inputs != NULL && self->batch_out != NULL)
    {
      json_object_set_string_member (object, "batch-inputs", self->batch_inputs);
      json_object_set_string_member (object, "batch-out", self->batch_out);
    }
  json_node_take_object (node, object);
  json_node_seal (node);
  return node;
}

void
troupe_draft_note_free (TroupeDraftNote *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->window);
  g_free (self->batch_inputs);
  g_free (self->batch_out);
  g_free (self);
}
