/* test-plot-svg.c: flows as SVG pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "plot-fixture.h"
#include "troupe-plot-text.h"

/* The contents of a picture as an XML parser sees them. */
typedef struct
{
  GHashTable *elements; /* name to number of occurrences */
  GString *text;
  GPtrArray *attributes; /* `name=value` */
} Seen;

static void
start_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer user_data,
               GError **error)
{
  Seen *seen = user_data;
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (seen->elements, name));

  g_hash_table_insert (seen->elements, g_strdup (name), GUINT_TO_POINTER (count + 1));
  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (seen->attributes, g_strconcat (names[i], "=", values[i], NULL));
}

static void
add_text (GMarkupParseContext *context,
          const char *text,
          gsize length,
          gpointer user_data,
          GError **error)
{
  g_string_append_len (((Seen *) user_data)->text, text, length);
  g_string_append_c (((Seen *) user_data)->text, '\n');
}

/* Parses a picture. Fails if the picture is not well-formed XML. */
static Seen *
read_picture (const char *picture)
{
  static const GMarkupParser parser = { .start_element = start_element, .text = add_text };
  Seen *seen = g_new0 (Seen, 1);
  g_autoptr (GMarkupParseContext) context = NULL;
  g_autoptr (GError) error = NULL;

  seen->elements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  seen->text = g_string_new (NULL);
  seen->attributes = g_ptr_array_new_with_free_func (g_free);
  context = g_markup_parse_context_new (&parser, 0, seen, NULL);
  g_markup_parse_context_parse (context, picture, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  return seen;
}

static void
seen_free (Seen *seen)
{
  g_hash_table_unref (seen->elements);
  g_string_free (seen->text, TRUE);
  g_ptr_array_unref (seen->attributes);
  g_free (seen);
}

static guint
count (Seen *seen, const char *element)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (seen->elements, element));
}

static char *
draw (const char *methods, TroupePlotScheme scheme)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (methods);

  troupe_plot_graph_arrange (graph, TRUE);
  return plot_fixture_svg (graph, scheme);
}

static void
test_whole (void)
{
  g_autofree char *picture = draw (
      "'a': {'start': true, DO}, 'b': {'start': true, DO}, "
      "'c': {'listen': {'and': ['a', 'b']}, 'router': true, 'emit': ['yes', 'no'], DO}, "
      "'d': {'listen': 'yes', 'do': {'call': 'agent', 'with': {'role': 'Writer', 'goal': 'g', "
      "'backstory': 'b', 'input': 'x'}}}",
      TROUPE_PLOT_LIGHT);
  Seen *seen = read_picture (picture);

  g_assert_nonnull (strstr (seen->text->str, "Fixture"));
  g_assert_nonnull (strstr (seen->text->str, "a runs at start."));
  g_assert_nonnull (strstr (seen->text->str, "c runs after a and b."));
  g_assert_nonnull (strstr (seen->text->str, "Writer"));
  g_assert_nonnull (strstr (seen->text->str, "yes"));
  /* The router has a diamond, and the wires into the gate are dashed. Cards are not dashed,
   * because on the canvas dashes indicate that a card can be opened. */
  g_assert_nonnull (strstr (picture, "rotate(45"));
  g_assert_null (strstr (picture, "stroke-dasharray:5 3.5"));
  g_assert_nonnull (strstr (picture, "<path class=\"wa and\""));
  /* Each card has its icon. */
  g_assert_cmpuint (count (seen, "svg"), ==, 1);
  g_assert_nonnull (strstr (picture, "<g id=\"i-expression\"><"));
  g_assert_nonnull (strstr (picture, "<g id=\"i-agent\"><"));
  seen_free (seen);
}

static void
test_schemes (void)
{
  g_autofree char *light = draw ("'a': {'start': true, DO}", TROUPE_PLOT_LIGHT);
  g_autofree char *dark = draw ("'a': {'start': true, DO}", TROUPE_PLOT_DARK);

  g_assert_nonnull (strstr (light, "#f4f4f5"));
  g_assert_nonnull (strstr (dark, "#1e1e1e"));
  g_assert_null (strstr (dark, "#f4f4f5"));
}

/* All strings of a document are drawn as text, even if they contain markup. */
static void
test_hostile (void)
{
  const char *text =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"</title><script>alert(1)</script>\", "
      "\"description\": \"]]> & \\u0001\\u0008\\u001b[31m \\u202e \\ufffe\", \"methods\": {"
      "\"<image href='http://evil/'>\": {\"start\": true, \"router\": true, "
      "\"description\": \"</desc><foreignObject/>\", "
      "\"emit\": [\"\\\" onload=\\\"x\", \"</svg>\", \"\\u0000\"], "
      "\"do\": {\"call\": \"expression\", \"expr\": \"'<style>'\"}}, "
      "\"b\": {\"listen\": \"</svg>\", \"do\": {\"call\": \"agent\", \"with\": {\"role\": "
      "\"<a xlink:href='javascript:x'>\", \"goal\": \"g\", \"backstory\": \"b\", "
      "\"input\": \"i\"}}}}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autofree char *picture = NULL;
  g_autofree char *without_nul = NULL;
  g_auto (GStrv) parts = g_strsplit (text, ", \"\\u0000\"", -1);
  g_autoptr (JsonNode) root = NULL;
  Seen *seen = NULL;

  without_nul = g_strjoinv ("", parts);
  root = troupe_json_read (without_nul, strlen (without_nul), TROUPE_JSON_STRICT, &source, &error);
  g_assert_no_error (error);
  flow = troupe_flow_new_from_node (root, source, NULL, &problems);
  graph = troupe_plot_flow_new (flow, NULL, NULL);
  troupe_plot_flow_describe (graph, flow);
  troupe_plot_graph_arrange (graph, TRUE);
  picture = plot_fixture_svg (graph, TROUPE_PLOT_LIGHT);

  seen = read_picture (picture);
  g_assert_cmpuint (count (seen, "script"), ==, 0);
  g_assert_cmpuint (count (seen, "image"), ==, 0);
  g_assert_cmpuint (count (seen, "a"), ==, 0);
  g_assert_cmpuint (count (seen, "foreignObject"), ==, 0);
  g_assert_cmpuint (count (seen, "style"), ==, 1);
  for (guint i = 0; i < seen->attributes->len; i++)
    {
      const char *attribute = g_ptr_array_index (seen->attributes, i);

      g_assert_false (g_str_has_prefix (attribute, "on"));
      g_assert_true (strstr (attribute, "href") == NULL || g_str_has_prefix (attribute, "href=#"));
      g_assert_true (strstr (attribute, "http") == NULL || g_str_has_prefix (attribute, "xmlns="));
    }
  for (const char *at = picture; *at != '\0'; at++)
    g_assert_true ((guchar) *at >= 0x20 || *at == '\n');
  g_assert_null (strstr (picture, "\u202e"));
  g_assert_nonnull (strstr (seen->text->str, "alert(1)"));
  seen_free (seen);
}

/* A long name is ellipsized. */
static void
test_long_texts (void)
{
  g_autofree char *name = g_strnfill (300, 'n');
  g_autofree char *methods = g_strdup_printf ("'%s': {'start': true, DO}", name);
  g_autofree char *picture = draw (methods, TROUPE_PLOT_LIGHT);
  Seen *seen = read_picture (picture);

  g_assert_nonnull (strstr (seen->text->str, "nn…nn"));
  seen_free (seen);
}

static void
test_empty (void)
{
  g_autofree char *picture = draw ("", TROUPE_PLOT_LIGHT);
  Seen *seen = read_picture (picture);

  g_assert_cmpuint (count (seen, "svg"), ==, 1);
  seen_free (seen);
}

static void
test_cut (void)
{
  static const char *const texts[] = { "", "a", "check_facts_against_primary_sources",
                                       "检查事实与原始来源是否一致", "🎭🎭🎭🎭🎭🎭🎭🎭" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (double width = 0; width < 300; width += 7)
      {
        g_autofree char *cut = troupe_plot_text_cut (texts[i], 14.67, TRUE, width, TRUE);

        g_assert_true (g_utf8_validate (cut, -1, NULL));
        if (!g_str_equal (cut, texts[i]) && !g_str_equal (cut, "…"))
          g_assert_cmpfloat (troupe_plot_text_width (cut, 14.67, TRUE), <=, width + 0.001);
      }
  {
    g_autofree char *cut = troupe_plot_text_cut ("aaaaaaaaaabbbbbbbbbb", 10, FALSE, 60, TRUE);
    const char *dots = strstr (cut, "…");

    /* Three fifths of the remaining text precede the ellipsis. */
    g_assert_nonnull (dots);
    g_assert_cmpint (dots - cut, >, (int) strlen (dots) - 3);
  }
}

static void
test_wrap (void)
{
  g_auto (GStrv) lines = troupe_plot_text_wrap ("one two three four five six\nseven", 10, 60, 4);
  guint n_lines = g_strv_length (lines);

  g_assert_cmpuint (n_lines, >, 1);
  g_assert_cmpuint (n_lines, <=, 4);
  for (guint i = 0; i < n_lines; i++)
    g_assert_cmpfloat (troupe_plot_text_width (lines[i], 10, FALSE), <=, 60);
}

static void
test_summaries (void)
{
  static const struct
  {
    const char *action;
    const char *summary;
    const char *icon;
  } cases[] = {
    { "'do': {'call': 'expression', 'expr': 'state.topic'}", "state.topic",
      "troupe-expression-symbolic" },
    { "'do': {'call': 'expression', 'expr': 'state.topic + state.topic + state.topic'}",
      "state.topic +…", "troupe-expression-symbolic" },
    /* A string is cut between words, so that the beginning of a key is never shown. */
    { "'do': {'call': 'expression', 'expr': '\\\"changed outside of here\\\"'}", "\"changed…",
      "troupe-expression-symbolic" },
    { "'do': {'call': 'expression', 'expr': '\\\"sk-0123456789abcdef0123456789\\\"'}", "Expression",
      "troupe-expression-symbolic" },
    { "'router': true, 'do': {'call': 'expression', 'expr': 'state.deep.score > 7 ? state.a : "
      "state.b'}",
      "By score", "troupe-expression-symbolic" },
    { "'do': {'call': 'each', 'in': 'state.claims', 'do': [{'name': 'x', 'action': {'call': "
      "'expression', 'expr': 'item'}}]}",
      "For each of claims · 1 step", "troupe-each-symbolic" },
    { "'do': {'call': 'script', 'code': 'return 1'}", "Python", "troupe-script-symbolic" },
    { "'do': {'call': 'tool', 'ref': 'my.tools:Search'}", "Search", "troupe-tool-symbolic" },
    { "'do': {'call': 'code', 'ref': 'site:publish'}", "site:publish", "troupe-code-symbolic" },
    { "'do': {'call': 'agent', 'with': {'role': 'Staff\\n writer', 'goal': 'g', 'backstory': 'b', "
      "'input': 'i'}}",
      "Staff writer", "troupe-agent-symbolic" },
    { "'human_feedback': {'message': 'm'}, 'do': {'call': 'expression', 'expr': '1'}",
      "Asks for human feedback", "troupe-human-symbolic" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *methods = g_strdup_printf ("'m': {'start': true, %s}", cases[i].action);
      g_autoptr (TroupeFlow) flow = plot_fixture_flow (methods);
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, 0);
      g_autofree char *summary = troupe_plot_get_summary (method);

      g_assert_cmpstr (summary, ==, cases[i].summary);
      g_assert_cmpstr (troupe_plot_get_icon_name (method), ==, cases[i].icon);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/svg/whole", test_whole);
  g_test_add_func ("/plot/svg/schemes", test_schemes);
  g_test_add_func ("/plot/svg/hostile", test_hostile);
  g_test_add_func ("/plot/svg/long-texts", test_long_texts);
  g_test_add_func ("/plot/svg/empty", test_empty);
  g_test_add_func ("/plot/text/cut", test_cut);
  g_test_add_func ("/plot/text/wrap", test_wrap);
  g_test_add_func ("/plot/summaries", test_summaries);
  return g_test_run ();
}
