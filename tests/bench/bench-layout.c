/* bench-layout.c: wire crossings of the layout compared with Graphviz's dot, and its duration
 *
 * Draws random flows, the examples, recorded and public flows, or the given documents, and counts
 * where wires cross each other or run under cards. dot lays out the same cards and gates with the
 * same sizes, from left to right. This is done once with wires attached to the same ports, and once
 * with a free choice of the attachment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "../plot/drawn-wires.h"

#define FIRST_SEED 1000

typedef struct
{
  guint crossings;
  guint over;
} Drawn;

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static Drawn
count (TroupePlotGraph *graph, GPtrArray *lines)
{
  Drawn drawn = { 0 };

  drawn.over = drawn_count_over (graph, lines);
  drawn.crossings = drawn_count_crossings (lines);
  return drawn;
}

/* --- dot ----------------------------------------------------------------------------------- */

static void
write_card (GString *out, guint index, const TroupePlotNode *node, gboolean ports)
{
  if (!ports || node->is_gate)
    {
      g_string_append_printf (out, "n%u [shape=%s,label=\"\",fixedsize=true,width=%g,height=%g];\n",
                              index, node->is_gate ? "circle" : "box", node->width / 72,
                              node->height / 72);
      return;
    }
  g_string_append_printf (
      out,
      "n%u [shape=plain,margin=0,label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
      "CELLSPACING=\"0\" CELLPADDING=\"0\"><TR><TD PORT=\"h\" FIXEDSIZE=\"TRUE\""
      " WIDTH=\"%g\" HEIGHT=\"52\"></TD></TR>",
      index, node->width);
  for (guint i = 0; node->events != NULL && node->events[i] != NULL; i++)
    g_string_append_printf (out,
                            "<TR><TD PORT=\"e%u\" FIXEDSIZE=\"TRUE\" WIDTH=\"%g\" "
                            "HEIGHT=\"24\"></TD></TR>",
                            i, node->width);
  g_string_append (out, "</TABLE>>];\n");
}

static char *
write_dot (TroupePlotGraph *graph, gboolean ports)
{
  GString *out = g_string_new ("digraph g { rankdir=LR; nodesep=0.5; ranksep=0.8;\n");

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    write_card (out, i, troupe_plot_graph_get_node (graph, i), ports);
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);

      g_string_append_printf (out, "n%u -> n%u", wire->source, wire->target);
      if (ports)
        {
          g_string_append (out, " [");
          if (!troupe_plot_graph_get_node (graph, wire->source)->is_gate)
            {
              if (wire->is_event)
                g_string_append_printf (out, "tailport=\"e%u:e\",", wire->row);
              else
                g_string_append (out, "tailport=\"h:e\",");
            }
          if (!troupe_plot_graph_get_node (graph, wire->target)->is_gate)
            g_string_append (out, "headport=\"h:w\"");
          g_string_append (out, "]");
        }
      g_string_append (out, ";\n");
    }
  g_string_append (out, "}\n");
  return g_string_free (out, FALSE);
}

static void
read_edge (const char *line, GPtrArray *lines)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint n = (guint) g_ascii_strtoull (words[3], NULL, 10);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (DrawnPoint));
  g_autofree DrawnPoint *read = g_new (DrawnPoint, n);

  for (guint i = 0; i < n; i++)
    read[i] = (DrawnPoint){ g_ascii_strtod (words[4 + 2 * i], NULL) * 72,
                            g_ascii_strtod (words[5 + 2 * i], NULL) * 72 };
  drawn_add (points, read[0].x, read[0].y);
  for (guint i = 0; i + 3 < n; i += 3)
    drawn_add_cubic (points, read[i], read[i + 1], read[i + 2], read[i + 3]);
  g_ptr_array_add (lines, points);
}

/* Lays out the same cards with dot. Returns FALSE if dot is not installed. */
static gboolean
draw_with_dot (TroupePlotGraph *graph, gboolean ports, Drawn *drawn)
{
  g_autofree char *text = write_dot (graph, ports);
  g_autofree char *answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) dot =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                            G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                        &error, "dot", "-Tplain", NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_auto (GStrv) rows = NULL;

  if (dot == NULL || !g_subprocess_communicate_utf8 (dot, text, NULL, &answer, NULL, &error))
    return FALSE;
  rows = g_strsplit (answer, "\n", -1);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      if (g_str_has_prefix (rows[i], "node n"))
        {
          g_auto (GStrv) words = g_strsplit (rows[i], " ", -1);
          TroupePlotNode *node =
              troupe_plot_graph_get_node (graph, (guint) g_ascii_strtoull (words[1] + 1, NULL, 10));

          node->x = g_ascii_strtod (words[2], NULL) * 72 - node->width / 2;
          node->y = g_ascii_strtod (words[3], NULL) * 72 - node->height / 2;
        }
      else if (g_str_has_prefix (rows[i], "edge "))
        read_edge (rows[i], lines);
    }
  *drawn = count (graph, lines);
  return TRUE;
}

/* --- Figures ---------------------------------------------------------------------------------- */

typedef struct
{
  guint n_graphs;
  Drawn own;
  Drawn ports;
  Drawn free_ends;
  gboolean has_dot;
  double time_ms;
} Sum;

static void
compare (Sum *sum, const char *name, TroupePlotGraph *graph)
{
  g_autoptr (GPtrArray) lines = NULL;
  double begun_ms = get_time_ms ();
  Drawn own, ports = { 0 }, free_ends = { 0 };
  double time_ms;

  troupe_plot_graph_arrange (graph, TRUE);
  time_ms = get_time_ms () - begun_ms;
  lines = drawn_list_lines (graph);
  own = count (graph, lines);
  sum->has_dot = sum->has_dot && draw_with_dot (graph, TRUE, &ports) &&
                 draw_with_dot (graph, FALSE, &free_ends);
  sum->n_graphs++;
  sum->time_ms += time_ms;
  sum->own.crossings += own.crossings;
  sum->own.over += own.over;
  sum->ports.crossings += ports.crossings;
  sum->ports.over += ports.over;
  sum->free_ends.crossings += free_ends.crossings;
  sum->free_ends.over += free_ends.over;
  if (name != NULL)
    g_print ("%-44.44s %5u %6u | %5u %5u %7.1f ms | %5u %5u | %5u %5u\n", name,
             troupe_plot_graph_get_n_nodes (graph), troupe_plot_graph_get_n_wires (graph),
             own.crossings, own.over, time_ms, ports.crossings, ports.over, free_ends.crossings,
             free_ends.over);
}

static void
print_sum (const Sum *sum, const char *name)
{
  g_print ("%-44s %12u | %5u %5u %7.1f ms | %5u %5u | %5u %5u\n", name, sum->n_graphs,
           sum->own.crossings, sum->own.over, sum->time_ms, sum->ports.crossings, sum->ports.over,
           sum->free_ends.crossings, sum->free_ends.over);
}

static void
compare_root (Sum *sum, const char *name, JsonNode *root, TroupeJsonText *source)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupePlotGraph) graph = NULL;

  flow = root != NULL ? troupe_flow_new_from_node (root, source, NULL, &problems) : NULL;
  if (flow == NULL)
    return;
  graph = troupe_plot_flow_new (flow, NULL, NULL);
  compare (sum, name, graph);
}

/* Compares the layouts of a document and adds the result to @sum. @name: (nullable): the label
 * of a separate line */
static void
compare_text (Sum *sum, const char *name, const char *text, gsize length, gboolean is_yaml)
{
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = is_yaml ? troupe_yaml_read (text, length, &source, NULL)
                                      : troupe_json_read (text, length, 0, &source, NULL);

  compare_root (sum, name, root, source);
}

static void
compare_file (Sum *sum, const char *path, gboolean with_name)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  gsize length;

  if (g_file_get_contents (path, &text, &length, NULL))
    compare_text (sum, with_name ? name : NULL, text, length, g_str_has_suffix (name, ".yaml"));
}

/* A case contains its flow as an object, as text, or as the name of a file. */
static void
compare_case (Sum *sum, JsonObject *fields)
{
  JsonNode *flow = json_object_get_member (fields, "flow");
  JsonNode *text = json_object_get_member (fields, "text");
  JsonNode *files = json_object_get_member (fields, "files");

  if (flow == NULL && files != NULL && JSON_NODE_HOLDS_OBJECT (files))
    text = json_object_get_member (json_node_get_object (files), "flow.json");
  if (flow != NULL && JSON_NODE_HOLDS_OBJECT (flow))
    {
      g_autofree char *written = json_to_string (flow, FALSE);

      compare_text (sum, NULL, written, strlen (written), FALSE);
    }
  else if (text != NULL && JSON_NODE_HOLDS_VALUE (text) && json_node_get_string (text) != NULL)
    {
      compare_text (sum, NULL, json_node_get_string (text), strlen (json_node_get_string (text)),
                    TRUE);
    }
}

static void
compare_recorded (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  Sum sum = { .has_dot = TRUE };
  JsonArray *cases;

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  cases =
      json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    compare_case (&sum, json_array_get_object_element (cases, i));
  print_sum (&sum, name);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
compare_folder (Sum *sum, const char *folder, gboolean with_names)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    compare_file (sum, paths->pdata[i], with_names);
}

static void
measure_large (guint n)
{
  g_autoptr (TroupePlotGraph) graph = drawn_make_graph (7, n);
  double begun_ms = get_time_ms ();
  double arranged_ms;
  TroupePlotRoute *routes;

  troupe_plot_graph_arrange (graph, TRUE);
  arranged_ms = get_time_ms ();
  routes = troupe_plot_graph_route (graph);
  g_print ("%u methods, %u wires: arranged in %.0f ms, routed in %.0f ms\n",
           troupe_plot_graph_get_n_nodes (graph), troupe_plot_graph_get_n_wires (graph),
           arranged_ms - begun_ms, get_time_ms () - arranged_ms);
  troupe_plot_routes_free (routes, troupe_plot_graph_get_n_wires (graph));
}

/* --- One added method ------------------------------------------------------------------------- */

/* Measures how long the user waits after adding a method to a drawing of @n methods, until the
 * card has its first position and until it has its best position. Also counts how many other
 * cards move if the complete drawing is laid out again. */
static void
measure_edit (guint n)
{
  const guint n_edits = 10;
  double first_ms = 0;
  double best_ms = 0;
  guint n_moved = 0;
  guint n_cards = 0;

  for (guint i = 0; i < n_edits; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (FIRST_SEED + i, n);
      g_autoptr (TroupePlotGraph) larger = drawn_make_larger_graph (FIRST_SEED + i, n);
      g_autoptr (TroupePlotGraph) again = drawn_make_larger_graph (FIRST_SEED + i, n);
      double begun_ms;

      troupe_plot_graph_arrange (graph, TRUE);
      drawn_take_places (larger, graph, FALSE);
      drawn_take_places (again, graph, TRUE);
      begun_ms = get_time_ms ();
      troupe_plot_graph_arrange_quickly (again);
      first_ms = MAX (first_ms, get_time_ms () - begun_ms);
      begun_ms = get_time_ms ();
      troupe_plot_graph_arrange (larger, FALSE);
      best_ms = MAX (best_ms, get_time_ms () - begun_ms);
      for (guint k = 0; k < troupe_plot_graph_get_n_nodes (larger); k++)
        troupe_plot_graph_get_node (larger, k)->placed = TRUE;
      troupe_plot_graph_arrange (larger, TRUE);
      n_moved += drawn_count_moved (larger, graph);
      for (guint k = 0; k < troupe_plot_graph_get_n_nodes (graph); k++)
        n_cards += !troupe_plot_graph_get_node (graph, k)->is_gate;
    }
  g_print ("one method more beside %u: placed quickly in %.1f ms, well in %.1f ms; tidied then, "
           "%.1f of %u cards move\n",
           n, first_ms, best_ms, (double) n_moved / n_edits, n_cards / n_edits);
}

int
main (int argc, char **argv)
{
  Sum random = { .has_dot = TRUE };
  Sum many = { .has_dot = TRUE };
  Sum dense = { .has_dot = TRUE };
  Sum real = { .has_dot = TRUE };
  Sum public = { .has_dot = TRUE };
  const char *const recorded[] = { "flow-golden.json",     "flow-random.json",
                                   "flow-sessions.json",   "flow-crew-golden.json",
                                   "feedback-golden.json", "conversation-golden.json" };
  const char *conformance = g_getenv ("TROUPE_CONFORMANCE_DIR");
  const char *folder = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree char *examples =
      g_build_filename (folder != NULL ? folder : ".", "data/examples", NULL);

  g_print ("%-44s %5s %6s | %5s %5s %10s | %11s | %11s\n", "", "nodes", "wires", "cross", "over",
           "", "dot, ports", "dot, free");
  for (guint i = 0; i < 13; i++)
    {
      guint n = 12 + i * 38 / 12;
      g_autofree char *name = g_strdup_printf ("random %u of %u methods", i, n);
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (FIRST_SEED + i, n);

      compare (&random, name, graph);
    }
  print_sum (&random, "13 random ones");
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (FIRST_SEED + 100 + i, 12 + i % 39);

      compare (&many, NULL, graph);
    }
  print_sum (&many, "100 random ones");
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_dense_graph (2000 + i, 4 + i % 7);

      compare (&dense, NULL, graph);
    }
  print_sum (&dense, "100 dense ones");
  for (int i = 1; i < argc; i++)
    compare_file (&real, argv[i], TRUE);
  if (argc == 1)
    compare_folder (&real, examples, TRUE);
  print_sum (&real, "documents");
  if (argc == 1 && conformance != NULL)
    {
      g_autofree char *flows = g_build_filename (conformance, "documents", "flows", NULL);

      for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
        compare_recorded (conformance, recorded[i]);
      compare_folder (&public, flows, FALSE);
      print_sum (&public, "public documents");
    }
  if (!random.has_dot)
    g_print ("There is no dot here: install graphviz to compare.\n");
  for (guint n = 20; n <= 1280; n *= 4)
    measure_edit (n);
  measure_large (1000);
  measure_large (4000);
  return 0;
}
