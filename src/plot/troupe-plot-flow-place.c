/* troupe-plot-flow-place.c: applies the stored positions of cards, gates, notes and groups
 * (x-troupe) to a graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-flow-place"

#include "config.h"

#include <math.h>

#include "troupe-plot-flow.h"

/* Limits for the values in a file. The file may come from an untrusted source, and without
 * limits the image could become infinitely large. */
#define FARTHEST 1000000.0
#define LARGEST_NOTE 4000.0
#define MAX_NOTES 1000
#define MAX_BENDS 32
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

static void
take_note (TroupePlotGraph *graph, JsonObject *object)
{
  const char *text = get_string (object, "text");
  const char *title = get_string (object, "title");
  g_autofree char *plain = NULL;
  g_autofree char *first = NULL;
  const char *body, *line;

  if (text == NULL)
    text = "";
  if (g_utf8_strlen (text, -1) > MAX_NOTE_LETTERS)
    plain = g_utf8_substring (text, 0, MAX_NOTE_LETTERS);
  {
    g_autofree char *stripped = NULL;
    const char *marks;
    GString *out;
    gboolean line_start = TRUE;
    /* Removes Markdown markup from the text of a note; the drawing shows bold text as plain
     * text. */
    marks = plain != NULL ? plain : text;
    out = g_string_new (NULL);
    for (const char *at = marks; *at != '\0'; at++)
      {
        gboolean mark = *at == '*' || *at == '`' || (line_start && *at == '#');

        if (!mark && !(line_start && *at == ' '))
          {
            g_string_append_c (out, *at);
            line_start = *at == '\n';
          }
      }
    stripped = g_string_free (out, FALSE);
    g_free (plain);
    plain = g_steal_pointer (&stripped);
  }
  body = plain;
  line = strchr (plain, '\n');
  if (title == NULL && line != NULL)
    {
      title = first = g_strndup (plain, line - plain);
      body = line + 1;
    }
  troupe_plot_graph_add_note (graph, get_string (object, "id"), title, body,
                              get_number (object, "x", 0, -FARTHEST, FARTHEST),
                              get_number (object, "y", 0, -FARTHEST, FARTHEST),
                              get_number (object, "width", 240, 160, LARGEST_NOTE),
                              get_number (object, "height", 64, 64, LARGEST_NOTE));
}

static void
take_group (TroupePlotGraph *graph, JsonObject *object)
{
  JsonNode *methods = json_object_get_member (object, "methods");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) members = NULL;
  JsonArray *list;

  if (methods == NULL || !JSON_NODE_HOLDS_ARRAY (methods))
    return;
  list = json_node_get_array (methods);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *member = json_array_get_element (list, i);
      const char *name = JSON_NODE_HOLDS_VALUE (member) ? json_node_get_string (member) : NULL;

      if (name != NULL)
        g_strv_builder_add (builder, name);
    }
  members = g_strv_builder_end (builder);
  troupe_plot_graph_add_group (graph, get_string (object, "title"), get_string (object, "colour"),
                               (const char *const *) members);
}

/* Applies the bends that the document stores for a wire. */
static void
take_bends (TroupePlotGraph *graph, guint wire, JsonArray *list)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < json_array_get_length (list) && i < MAX_BENDS; i++)
    {
      JsonNode *pair = json_array_get_element (list, i);

      if (!JSON_NODE_HOLDS_ARRAY (pair) || json_array_get_length (json_node_get_array (pair)) != 2)
        continue;
      for (guint k = 0; k < 2; k++)
        {
          JsonNode *node = json_array_get_element (json_node_get_array (pair), k);
          double value = 0;

          if (JSON_NODE_HOLDS_VALUE (node) && (json_node_get_value_type (node) == G_TYPE_INT64 ||
                                               json_node_get_value_type (node) == G_TYPE_DOUBLE))
            value = json_node_get_double (node);
          value = isfinite (value) ? CLAMP (value, -FARTHEST, FARTHEST) : 0;
          g_array_append_val (values, value);
        }
    }
  troupe_plot_graph_set_bends (graph, wire, (const double *) (gconstpointer) values->data,
                               values->len / 2);
}

/**
 * troupe_plot_flow_place:
 *
 * Applies the stored positions, the bends of wires, the notes and groups of @document to @graph.
 * Nodes without a stored position keep `placed` %FALSE. The file may contain anything: invalid
 * positions, notes and groups are ignored.
 */
void
troupe_plot_flow_place (TroupePlotGraph *graph, TroupeFlowDocument *document)
{
  const char *const groups_path[] = { "x-troupe", "groups", NULL };
  const char *const bends_path[] = { "x-troupe", "bends", NULL };
  TroupeDocument *base;
  JsonNode *groups;
  JsonArray *list;
  JsonNode *notes;
  JsonArray *sheets = NULL;
  JsonNode *bends;

  g_return_if_fail (graph != NULL);
  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (document));

  base = TROUPE_DOCUMENT (document);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      double x = 0;
      double y = 0;

      if (!troupe_document_get_position (base, node->id, &x, &y) || !isfinite (x) || !isfinite (y))
        continue;
      node->x = CLAMP (x, -FARTHEST, FARTHEST);
      node->y = CLAMP (y, -FARTHEST, FARTHEST);
      node->placed = TRUE;
    }
  troupe_plot_graph_order_inputs (graph);
  bends = troupe_json_tree_get (troupe_document_get_root (base), bends_path);
  if (bends != NULL && JSON_NODE_HOLDS_OBJECT (bends))
    {
      for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
        {
          JsonNode *bend_list = json_object_get_member (json_node_get_object (bends),
                                                        troupe_plot_graph_get_wire (graph, i)->id);

          if (bend_list != NULL && JSON_NODE_HOLDS_ARRAY (bend_list))
            take_bends (graph, i, json_node_get_array (bend_list));
        }
    }
  troupe_plot_graph_clear_extras (graph);
  notes = troupe_document_get_notes (base);
  if (notes != NULL && JSON_NODE_HOLDS_ARRAY (notes))
    {
      sheets = json_node_get_array (notes);
      for (guint i = 0; i < json_array_get_length (sheets) && i < MAX_NOTES; i++)
        {
          JsonNode *note = json_array_get_element (sheets, i);

          if (JSON_NODE_HOLDS_OBJECT (note))
            take_note (graph, json_node_get_object (note));
        }
    }
  groups = troupe_json_tree_get (troupe_document_get_root (base), groups_path);
  if (groups == NULL || !JSON_NODE_HOLDS_ARRAY (groups))
    return;
  list = json_node_get_array (groups);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *group = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_OBJECT (group))
        take_group (graph, json_node_get_object (group));
    }
}
