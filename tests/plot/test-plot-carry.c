/* test-plot-carry.c: documents embedded in exported pictures, and damaged embedded documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-plot-carry.h"

/* The smallest PNG: signature, header and end. */
static GBytes *
make_png (void)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0, 0, 13,
                                'I',  'H', 'D', 'R', 0,    0,    0,    1,    0,    0, 0, 1,
                                8,    2,   0,   0,   0,    0x90, 0x77, 0x53, 0xde, 0, 0, 0,
                                0,    'I', 'E', 'N', 'D',  0xae, 0x42, 0x60, 0x82 };

  return g_bytes_new_static (png, sizeof png);
}

static void
assert_same (const TroupePlotCarried *a, const TroupePlotCarried *b)
{
  g_assert_cmpint (a->is_crew, ==, b->is_crew);
  g_assert_cmpuint (a->names->len, ==, b->names->len);
  for (guint i = 0; i < a->names->len; i++)
    {
      g_assert_cmpstr (a->names->pdata[i], ==, b->names->pdata[i]);
      g_assert_cmpstr (a->texts->pdata[i], ==, b->texts->pdata[i]);
    }
}

static TroupePlotCarried *
read_bytes (GBytes *bytes, GError **error)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return troupe_plot_carry_read (data, length, error);
}

static void
test_round_trip (void)
{
  g_autoptr (TroupePlotCarried) crew = troupe_plot_carried_new (TRUE);
  g_autoptr (GBytes) plain = make_png ();
  g_autoptr (GBytes) png = NULL;
  g_autofree char *text = NULL;
  g_autofree char *metadata = NULL;
  g_autofree char *svg = NULL;
  g_autofree char *html = NULL;
  g_autoptr (TroupePlotCarried) of_png = NULL;
  g_autoptr (TroupePlotCarried) of_svg = NULL;
  g_autoptr (TroupePlotCarried) of_html = NULL;

  troupe_plot_carried_add (crew, "crew.jsonc", "{\"name\": \"检查 </script> <!-- ]]>\"}\n// x\n");
  troupe_plot_carried_add (crew, "agents/w.jsonc", "{}");
  text = troupe_plot_carried_to_text (crew);
  metadata = troupe_plot_carried_to_svg (crew);
  svg = g_strconcat ("<svg>", metadata, "</svg>", NULL);
  html = g_strconcat ("<!doctype html><script type=\"" TROUPE_PLOT_CARRY_TYPE "\">", text,
                      "</script>", NULL);
  png = troupe_plot_carried_add_to_png (crew, plain);
  of_png = read_bytes (png, NULL);
  of_svg = troupe_plot_carry_read (svg, strlen (svg), NULL);
  of_html = troupe_plot_carry_read (html, strlen (html), NULL);
  assert_same (crew, of_png);
  assert_same (crew, of_svg);
  assert_same (crew, of_html);
}

/* Compresses @json like an HTML export does. */
static char *
pack (const char *json, gsize length)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  g_autoptr (GInputStream) plain =
      g_memory_input_stream_new_from_data (json, (gssize) length, NULL);
  g_autoptr (GInputStream) packed = g_converter_input_stream_new (plain, G_CONVERTER (compressor));
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *base64 = NULL;

  g_output_stream_splice (out, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  base64 = g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return g_strconcat ("<svg><metadata id=\"" TROUPE_PLOT_CARRY_ID "\">", base64,
                      "</metadata></svg>", NULL);
}

static void
assert_refused (const char *data, gsize length, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupePlotCarried) carried = troupe_plot_carry_read (data, length, &error);

  g_assert_null (carried);
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_cmpstr (error->message, !=, "");
}

/* A crew with a file that no export writes. */
#define CREW_AND(name)                                                                             \
  "{\"kind\": \"crew\", \"files\": {\"crew.jsonc\": \"{}\", \"" name "\": \"b\"}}"

static void
test_hostile (void)
{
  static const char *const texts[] = {
    "",
    "no JSON",
    "[]",
    "null",
    "{}",
    "{\"kind\": \"flow\"}",
    "{\"kind\": \"flow\", \"files\": {}}",
    "{\"kind\": \"flow\", \"files\": []}",
    "{\"kind\": 1, \"files\": {\"a\": \"b\"}}",
    "{\"kind\": \"program\", \"files\": {\"a\": \"b\"}}",
    "{\"kind\": \"flow\", \"files\": {\"a\": \"b\", \"c\": \"d\"}}",
    "{\"kind\": \"flow\", \"files\": {\"a\": 1}}",
    "{\"kind\": \"flow\", \"files\": {\"a\": \"b\\u0000c\"}}",
    "{\"kind\": \"crew\", \"files\": {\"/etc/passwd\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"../crew.jsonc\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"a/../../b\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"a/b/c/d\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"a\\\\b\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\".env\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"a//b\": \"b\"}}",
    "{\"kind\": \"crew\", \"files\": {\"\": \"b\"}}",
    CREW_AND ("HEAD"),
    CREW_AND ("config"),
    CREW_AND ("refs/heads/x"),
    CREW_AND ("knowledge/HEAD"),
    CREW_AND ("env/pyvenv.cfg"),
    CREW_AND ("bin/activate"),
    CREW_AND ("sitecustomize.py"),
    CREW_AND ("CLAUDE.md"),
    CREW_AND ("x.code-workspace"),
    CREW_AND ("package.json"),
    CREW_AND ("agents/a/b.jsonc"),
    CREW_AND ("agents/../a.jsonc"),
    CREW_AND ("agents/.a.jsonc"),
    CREW_AND ("agents/a.md"),
    CREW_AND ("agents/a\\\\b.json"),
    CREW_AND ("Agents/a.jsonc"),
    CREW_AND ("agents/"),
    "{\"kind\": \"crew\", \"files\": {\"agents/a.jsonc\": \"{}\"}}",
    "{\"kind\": \"crew\", \"files\": {\"HEAD\": \"{}\"}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *svg = pack (texts[i], strlen (texts[i]));

      assert_refused (svg, strlen (svg), G_IO_ERROR_INVALID_DATA);
    }
  {
    /* This zip bomb expands to much more data than the limit of a document. */
    g_autofree char *zeros = g_malloc0 (TROUPE_LIMIT_DOCUMENT * 2);
    g_autofree char *bomb = pack (zeros, TROUPE_LIMIT_DOCUMENT * 2);

    assert_refused (bomb, strlen (bomb), G_IO_ERROR_NO_SPACE);
  }
  {
    static const char broken[] =
        "<svg><metadata id=\"" TROUPE_PLOT_CARRY_ID "\">!!!! not base64 ####</metadata></svg>";
    static const char open[] = "<svg><metadata id=\"" TROUPE_PLOT_CARRY_ID "\">AAAA";
    static const char other[] = "<svg><metadata>AAAA</metadata></svg>";

    assert_refused (broken, strlen (broken), G_IO_ERROR_INVALID_DATA);
    assert_refused (open, strlen (open), G_IO_ERROR_NOT_FOUND);
    assert_refused (other, strlen (other), G_IO_ERROR_NOT_FOUND);
    assert_refused ("", 0, G_IO_ERROR_NOT_FOUND);
  }
}

/* The main file has the name that a project needs, whatever the image calls it. */
static void
test_main_name (void)
{
  static const struct
  {
    const char *given;
    const char *expected;
  } cases[] = {
    { "research.jsonc", "crew.jsonc" },
    { "package.json", "crew.json" },
    { "crew.json", "crew.json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupePlotCarried) crew = troupe_plot_carried_new (TRUE);
      g_autoptr (TroupePlotCarried) read = NULL;
      g_autofree char *svg = NULL;

      troupe_plot_carried_add (crew, cases[i].given, "{}");
      troupe_plot_carried_add (crew, "agents/a.jsonc", "{}");
      svg = troupe_plot_carried_to_svg (crew);
      read = troupe_plot_carry_read (svg, strlen (svg), NULL);
      g_assert_nonnull (read);
      g_assert_cmpstr (read->names->pdata[0], ==, cases[i].expected);
      g_assert_cmpstr (read->names->pdata[1], ==, "agents/a.jsonc");
    }
}

/* If a PNG is truncated anywhere or any of its bytes is changed, either the same document is
 * found or none. */
static void
test_damaged_png (void)
{
  g_autoptr (TroupePlotCarried) flow = troupe_plot_carried_new (FALSE);
  g_autoptr (GBytes) plain = make_png ();
  g_autoptr (GBytes) png = NULL;
  const guint8 *data;
  gsize length;

  troupe_plot_carried_add (flow, "flow.json", "{\"schema\": \"crewai.flow/v1\"}");
  png = troupe_plot_carried_add_to_png (flow, plain);
  data = g_bytes_get_data (png, &length);
  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *turned = g_memdup2 (data, length);
      g_autoptr (TroupePlotCarried) cut = troupe_plot_carry_read ((const char *) data, i, NULL);
      g_autoptr (TroupePlotCarried) other = NULL;

      turned[i] ^= 0x55;
      other = troupe_plot_carry_read (turned, length, NULL);
      if (cut != NULL)
        assert_same (flow, cut);
      if (other != NULL)
        assert_same (flow, other);
    }
}

static void
test_names (void)
{
  g_assert_true (troupe_plot_carry_is_picture ("a.svg"));
  g_assert_true (troupe_plot_carry_is_picture ("/b/A.PNG"));
  g_assert_true (troupe_plot_carry_is_picture ("c.htm"));
  g_assert_false (troupe_plot_carry_is_picture ("a.pdf"));
  g_assert_false (troupe_plot_carry_is_picture ("svg"));
  g_assert_false (troupe_plot_carry_is_picture ("a.svg.json"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/carry/round-trip", test_round_trip);
  g_test_add_func ("/plot/carry/hostile", test_hostile);
  g_test_add_func ("/plot/carry/main-name", test_main_name);
  g_test_add_func ("/plot/carry/damaged-png", test_damaged_png);
  g_test_add_func ("/plot/carry/names", test_names);
  return g_test_run ();
}
