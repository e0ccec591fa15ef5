/* troupe-plot-place.c: the places that a document has for cards, gates and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-place"

#include "config.h"

#include <math.h>

#include "troupe-plot-private.h"

/* Nobody draws farther out; a foreign file must not make a picture without end. */
#define FARTHEST 1000000.0
#define LARGEST_NOTE 4000.0
#define MAX_NOTES 1000
#define MAX_NOTE_LETTERS 4000

static double
get_number (JsonObject *object, const char *key, double fallback, double low, double high)
{
  JsonNode *node = json_object_get_member (object, key);
  double value = fallback;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
      (json_node_get_value_type (node) == G_TYPE_INT64 ||
       json_node_get_value_type (node) == G_TYPE_DOUBLE))
    value = json_node_get_double (node);
  if (!isfinite (value))
    value = fallback;
  return CLAMP (value, low, high);
}

static const char *
get_string (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

/* What stands on a note without the marks of Markdown; a picture shows bold text as plain text. */
static char *
strip_marks (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean line_start = TRUE;

  for (const char *at = text; *at != '\0'; at++)
    {
      gboolean mark = *at == '*' || *at == '`' || (line_start && *at == '#');

      if (!mark && !(line_start && *at == ' '))
        {
          g_string_append_c (out, *at);
          line_start = *at == '\n';
        }
    }
  return g_string_free (out, FALSE);
}

static void
take_note (TroupePlotGraph *self, JsonObject *object)
{
  const char *text = get_string (object, "text");
  const char *title = get_string (object, "title");
  TroupePlotSheet note = { 0 };
  g_autofree char *plain = NULL;
  char *line = NULL;

  if (text == NULL)
    text = "";
  if (g_utf8_strlen (text, -1) > MAX_NOTE_LETTERS)
    plain = g_utf8_substring (text, 0, MAX_NOTE_LETTERS);
  {
    g_autofree char *stripped = strip_marks (plain != NULL ? plain : text);
    g_free (plain);
    plain = g_steal_pointer (&stripped);
  }
  line = strchr (plain, '\n');
  if (title != NULL)
    {
      note.title = g_strdup (title);
      note.text = g_steal_pointer (&plain);
    }
  else if (line != NULL)
    {
      note.title = g_strndup (plain, line - plain);
      note.text = g_strdup (line + 1);
    }
  else
    {
      note.text = g_steal_pointer (&plain);
    }
  note.x = get_number (object, "x", 0, -FARTHEST, FARTHEST);
  note.y = get_number (object, "y", 0, -FARTHEST, FARTHEST);
  note.width = get_number (object, "width", 240, 160, LARGEST_NOTE);
  note.height = get_number (object, "height", 64, 64, LARGEST_NOTE);
  g_array_append_val (self->notes, note);
}

static void
take_notes (TroupePlotGraph *self, JsonNode *notes)
{
  JsonArray *list = NULL;

  g_array_set_size (self->notes, 0);
  if (notes == NULL || !JSON_NODE_HOLDS_ARRAY (notes))
    return;
  list = json_node_get_array (notes);
  for (guint i = 0; i < json_array_get_length (list) && i < MAX_NOTES; i++)
    {
      JsonNode *note = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_OBJECT (note))
        take_note (self, json_node_get_object (note));
    }
}

void
troupe_plot_graph_place_from_document (TroupePlotGraph *self, TroupeFlowDocument *document)
{
  const char *const groups_path[] = { "x-troupe", "groups", NULL };
  JsonNode *groups = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (document));

  for (guint i = 0; i < self->nodes->len; i++)
    {
      TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, i);
      double x = 0;
      double y = 0;

      if (!troupe_document_get_position (TROUPE_DOCUMENT (document), node->id, &x, &y) ||
          !isfinite (x) || !isfinite (y))
        continue;
      node->x = CLAMP (x, -FARTHEST, FARTHEST);
      node->y = CLAMP (y, -FARTHEST, FARTHEST);
      node->placed = TRUE;
    }
  take_notes (self, troupe_document_get_notes (TROUPE_DOCUMENT (document)));

  groups =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)), groups_path);
  g_clear_pointer (&self->groups, json_node_unref);
  if (groups != NULL && JSON_NODE_HOLDS_ARRAY (groups))
    self->groups = json_node_ref (groups);
}
