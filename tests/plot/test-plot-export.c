/* test-plot-export.c: contents of exported pictures, pages and PDF documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../attacks.h"
#include "plot-fixture.h"
#include "troupe-plot-html.h"

static TroupeFlowDocument *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), "test.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Creates a flow of @n methods in rows of ten. Each row has one router. */
static TroupeFlowDocument *
make_large (guint n)
{
  g_autoptr (GString) text = g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"Large\", "
                                           "\"description\": \"d\", \"methods\": {");

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s\"method_number_%u\": {", i > 0 ? ", " : "", i);
      if (i % 10 == 0)
        g_string_append (text, "\"start\": true, ");
      else if (i % 10 == 5)
        g_string_append_printf (text,
                                "\"listen\": {\"and\": [\"method_number_%u\", "
                                "\"method_number_%u\"]}, ",
                                i - 1, i - 2);
      else if (i % 10 == 4)
        g_string_append_printf (text, "\"listen\": \"yes_%u\", ", i - 1);
      else
        g_string_append_printf (text, "\"listen\": \"method_number_%u\", ", i - 1);
      if (i % 10 == 3)
        g_string_append_printf (text, "\"router\": true, \"emit\": [\"yes_%u\", \"no_%u\"], ", i,
                                i);
      g_string_append_printf (
          text,
          "\"description\": \"What number %u is for, in a sentence.\", \"do\": {\"call\": "
          "\"expression\", \"expr\": \"state.topic + '%u'\"}}",
          i, i);
    }
  g_string_append (text, "}}");
  return load (text->str);
}

static GBytes *export(TroupeFlowDocument *document,
                      const TroupePlotExportOptions *options,
                      TroupeKeyFinder *finder,
                      TroupePlotReport *report,
                      GError **error)
{
  g_autoptr (TroupePlotSource) source = troupe_plot_source_new_flow (document, FALSE);
  g_autoptr (TroupeKeyFinder) nothing = troupe_key_finder_new ();

  return troupe_plot_export (source, options, NULL, finder != NULL ? finder : nothing, report,
                             error);
}

static GBytes *
export_as (TroupeFlowDocument *document, TroupePlotFormat format)
{
  const TroupePlotExportOptions options = {
    .format = format, .scale = 1, .scheme = TROUPE_PLOT_LIGHT, .with_document = TRUE
  };
  g_autoptr (GError) error = NULL;
  GBytes *bytes = export(document, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

static char *
to_text (GBytes *bytes)
{
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Two separately parsed documents result in the same bytes in each format. */
static void
test_same_bytes (void)
{
  g_autoptr (TroupeFlowDocument) first = make_large (20);
  g_autoptr (TroupeFlowDocument) second = make_large (20);

  for (TroupePlotFormat i = 0; i < TROUPE_PLOT_N_FORMATS; i++)
    {
      g_autoptr (GBytes) one = export_as (first, i);
      g_autoptr (GBytes) other = export_as (second, i);

      g_assert_true (g_bytes_equal (one, other));
      g_assert_cmpuint (g_bytes_get_size (one), >, 1000);
    }
}

/* If a run has long outputs, a page contains only the part of them that fits in a small file,
 * and contains repeated text only once. */
static void
test_page_of_long_run (void)
{
  const TroupePlotExportOptions options = { .format = TROUPE_PLOT_FORMAT_HTML,
                                            .with_texts = TRUE,
                                            .with_document = TRUE };
  g_autoptr (TroupeFlowDocument) document = make_large (50);
  g_autoptr (TroupePlotSource) source = troupe_plot_source_new_flow (document, FALSE);
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  const TroupeFlow *flow = troupe_flow_document_get_flow (document);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  const char *place;

  troupe_trace_begin (trace, G_GINT64_CONSTANT (1790000000000000));
  for (guint i = 0; i < 50; i++)
    for (guint k = 0; k < 2; k++)
      {
        g_autoptr (TroupeScope) scope =
            troupe_scope_new_stored (TROUPE_SCOPE_METHOD, 2 * i + 1, NULL, NULL,
                                     troupe_flow_get_method ((TroupeFlow *) flow, i)->name);
        g_autofree char *output =
            i < 2 ? g_strdup ("what both of them say") : g_strnfill (4000, (char) ('a' + i % 26));
        g_autoptr (TroupeEvent) event = NULL;
        TroupeMapBuilder fields;

        troupe_map_builder_init (&fields);
        if (k == 1)
          troupe_map_builder_add (&fields, "result", troupe_value_new_string (output, -1));
        event =
            troupe_event_new (k == 0 ? TROUPE_EVENT_METHOD_STARTED : TROUPE_EVENT_METHOD_FINISHED,
                              scope, troupe_map_builder_end (&fields));
        event->sequence = 2 * i + k + 1;
        event->time_us = G_GINT64_CONSTANT (1790000000000000) + (gint64) event->sequence * 100000;
        troupe_trace_add_event (trace, event);
      }
  troupe_trace_end (trace, 10 * G_USEC_PER_SEC);
  bytes = troupe_plot_export (source, &options, trace, finder, NULL, NULL);
  text = to_text (bytes);
  g_test_message ("50 methods that say much: %" G_GSIZE_FORMAT " bytes", strlen (text));
  g_assert_cmpuint (strlen (text), <=, 60000);
  place = strstr (text, "what both of them say");
  g_assert_nonnull (place);
  g_assert_null (strstr (place + 1, "what both of them say"));
  g_assert_nonnull (strstr (text, "cccccccccccccccccccccccccccccccccccccccccccccccccc"));
}

/* A page of 50 methods is one small file whose policy forbids network access. */
static void
test_page (void)
{
  g_autoptr (TroupeFlowDocument) document = make_large (50);
  g_autoptr (GBytes) bytes = export_as (document, TROUPE_PLOT_FORMAT_HTML);
  g_autofree char *text = to_text (bytes);

  g_test_message ("50 methods: %" G_GSIZE_FORMAT " bytes", g_bytes_get_size (bytes));
  g_assert_cmpuint (g_bytes_get_size (bytes), <=, 60000);
  g_assert_nonnull (strstr (text, "default-src 'none'; style-src 'sha256-"));
  g_assert_null (strstr (text, "unsafe"));
  g_assert_null (strstr (text, "http:"));
  g_assert_null (strstr (text, "https:"));
  g_assert_null (strstr (text, "innerHTML"));
  /* Everything is visible without the script. */
  g_assert_nonnull (strstr (text, ">method_number_49</text>"));
  g_assert_nonnull (strstr (text, "<summary>"));
}

/* The hashes of the content security policy match the page. Otherwise, browsers would ignore the
 * style and the script of the page. */
static void
test_policy (void)
{
  static const char *const elements[][3] = { { "<style>", "</style>", "style-src 'sha256-" },
                                             { "<script>", "</script>", "script-src 'sha256-" } };
  g_autoptr (TroupeFlowDocument) document = make_large (3);
  g_autoptr (GBytes) bytes = export_as (document, TROUPE_PLOT_FORMAT_HTML);
  g_autofree char *text = to_text (bytes);

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    {
      const char *start = strstr (text, elements[i][0]) + strlen (elements[i][0]);
      const char *end = strstr (start, elements[i][1]);
      const char *said = strstr (text, elements[i][2]) + strlen (elements[i][2]);
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
      guint8 digest[32];
      gsize length = sizeof digest;
      g_autofree char *hash = NULL;

      g_checksum_update (checksum, (const guchar *) start, end - start);
      g_checksum_get_digest (checksum, digest, &length);
      hash = g_base64_encode (digest, length);
      g_assert_true (g_str_has_prefix (said, hash));
    }
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    n++;
  return n;
}

/* Markup in names, prompts and outputs remains text in a page. */
static void
test_attacks (void)
{
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new ();
  g_autoptr (TroupePlotDrawing) plain = troupe_plot_drawing_new ();
  g_autofree char *page = NULL;
  g_autofree char *plain_page = NULL;
  g_autofree char *svg = NULL;
  g_autoptr (GMarkupParseContext) context = NULL;
  static const GMarkupParser parser = { NULL };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2 * N_ATTACKS; i++)
    {
      const gboolean is_attack = i < N_ATTACKS;
      TroupePlotDrawing *target = is_attack ? drawing : plain;
      g_autofree char *text = is_attack ? attack_new (i) : g_strdup ("text");
      char *events[] = { text, NULL };
      TroupePlotPiece piece = { .id = g_strdup_printf ("%u", i),
                                .title = g_strdup (text),
                                .summary = g_strdup (text),
                                .description = g_strdup (text),
                                .kind_words = g_strdup (text),
                                .events = g_strdupv (events),
                                .width = 200,
                                .height = 104,
                                .role = TROUPE_PLOT_INK_ROUTER,
                                .icon = "troupe-tool-symbolic",
                                .state = TROUPE_PLOT_STATE_DONE,
                                .strip_y = 76 };
      TroupePlotStep step = { .piece = i % N_ATTACKS,
                              .end = 1,
                              .state = TROUPE_PLOT_STATE_DONE,
                              .taken = g_strdup (text),
                              .input = g_strdup (text),
                              .output = g_strdup (text),
                              .use = g_strdup (text),
                              .by = g_strdup (text),
                              .pass = 1 };

      troupe_plot_piece_add_detail (&piece, text, text, FALSE);
      troupe_plot_drawing_add_piece (target, &piece);
      troupe_plot_drawing_add_step (target, &step);
    }
  drawing->title = attack_new (0);
  drawing->run_words = attack_new (1);
  drawing->run_length = plain->run_length = 1;
  plain->title = g_strdup ("text");
  plain->run_words = g_strdup ("text");
  page =
      troupe_plot_to_html (drawing, troupe_plot_drawing_measure (drawing), TROUPE_PLOT_BOTH, NULL);
  plain_page =
      troupe_plot_to_html (plain, troupe_plot_drawing_measure (plain), TROUPE_PLOT_BOTH, NULL);
  /* The page contains no comments, and as many tags as a page with harmless text. */
  g_assert_cmpuint (count (page, "<"), ==, count (plain_page, "<"));
  g_assert_cmpuint (count (page, "<script"), ==, 2);
  g_assert_cmpuint (count (page, "<!--"), ==, 0);
  g_assert_true (g_utf8_validate (page, -1, NULL));

  svg = troupe_plot_to_svg (drawing, troupe_plot_drawing_measure (drawing), TROUPE_PLOT_BOTH, NULL);
  context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_markup_parse_context_parse (context, svg, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (svg, "<script"), ==, 0);
}

/* --- Keys --------------------------------------------------------------------------------------- */

#define KEY "zq81-Kx2m-99vB-77Qw-mine"

static void
test_keys (void)
{
  g_autoptr (TroupeFlowDocument) document =
      load ("{\"schema\": \"crewai.flow/v1\", \"name\": \"Keys\", \"methods\": {\n"
            "\"a\": {\"start\": true, \"description\": \"with " KEY "\",\n"
            "\"do\": {\"call\": \"expression\", \"expr\": "
            "\"'sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2'\"}}}}");
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
  gboolean has_known = FALSE, has_shape = FALSE;

  troupe_key_finder_add (finder, "MY_KEY", KEY);
  for (TroupePlotFormat i = 0; i < TROUPE_PLOT_N_FORMATS; i++)
    {
      TroupePlotExportOptions options = { .format = i, .scale = 1, .with_document = TRUE };
      g_autoptr (TroupePlotReport) report = troupe_plot_report_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) none = export(document, &options, finder, report, &error);
      g_autoptr (GBytes) masked = NULL;

      g_assert_null (none);
      g_assert_error (error, TROUPE_PLOT_EXPORT_ERROR, TROUPE_PLOT_EXPORT_ERROR_KEYS);
      g_assert_cmpuint (report->findings->len, >=, troupe_plot_format_can_carry (i) ? 2 : 1);
      for (guint k = 0; k < report->findings->len; k++)
        {
          const TroupePlotFinding *finding =
              &g_array_index (report->findings, TroupePlotFinding, k);

          has_known = has_known || g_str_equal (finding->what, "MY_KEY");
          has_shape = has_shape || strstr (finding->what, "OpenAI") != NULL;
          g_assert_null (strstr (finding->what, "sk-"));
          g_assert_null (strstr (finding->place, KEY));
        }
      options.redact = TRUE;
      masked = export(document, &options, finder, NULL, NULL);
      g_assert_nonnull (masked);
      g_assert_null (
          memmem (g_bytes_get_data (masked, NULL), g_bytes_get_size (masked), KEY, strlen (KEY)));
      if (troupe_plot_format_can_carry (i))
        {
          g_autoptr (TroupePlotCarried) carried =
              troupe_plot_carry_read (g_bytes_get_data (masked, NULL), g_bytes_get_size (masked),
                                      NULL);
          g_autoptr (TroupeFlowDocument) again = NULL;

          g_assert_null (strstr (carried->texts->pdata[0], KEY));
          g_assert_null (strstr (carried->texts->pdata[0], "sk-proj-"));
          again = load (carried->texts->pdata[0]);
        }
    }
  g_assert_true (has_known);
  g_assert_true (has_shape);
}

/* --- Parts -------------------------------------------------------------------------------------- */

static void
test_selection (void)
{
  static const char *const names[] = { "method_number_3", "method_number_5", NULL };
  static const char *const nobody[] = { "nobody", NULL };
  g_autoptr (TroupeFlowDocument) document = make_large (10);
  TroupePlotExportOptions options = { .format = TROUPE_PLOT_FORMAT_SVG, .selection = names };
  g_autoptr (GBytes) bytes = export(document, &options, NULL, NULL, NULL);
  g_autofree char *text = to_text (bytes);
  g_autoptr (GBytes) none = NULL, with_note = NULL;
  g_autofree char *note = NULL;
  const char *notes[] = { NULL, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (strstr (text, ">method_number_3<"));
  g_assert_nonnull (strstr (text, ">and</text>")); /* gate before the second method */
  g_assert_null (strstr (text, ">method_number_4</text>"));
  g_assert_null (strstr (text, ">a selected note<"));
  note = troupe_document_add_note (TROUPE_DOCUMENT (document), "a selected note", 1.0, 2.0);
  g_free (troupe_document_add_note (TROUPE_DOCUMENT (document), "another note", 1.0, 2.0));
  notes[0] = note;
  options.selection = (const char *const *) notes;
  with_note = export(document, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&text, g_free);
  text = to_text (with_note);
  g_assert_nonnull (strstr (text, "a selected note"));
  g_assert_null (strstr (text, "another note"));
  g_assert_null (strstr (text, ">method_number_3<"));
  options.selection = nobody;
  none = export(document, &options, NULL, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, TROUPE_PLOT_EXPORT_ERROR, TROUPE_PLOT_EXPORT_ERROR_NOTHING);
}

static void
test_view_and_scale (void)
{
  const TroupePlotBox view = { 10, 20, 300, 200 };
  g_autoptr (TroupeFlowDocument) document = make_large (10);
  TroupePlotExportOptions options = { .format = TROUPE_PLOT_FORMAT_PNG, .scale = 3, .view = &view };
  g_autoptr (GBytes) bytes = export(document, &options, NULL, NULL, NULL);
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  g_autoptr (GBytes) none = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint ((guint) data[18] << 8 | data[19], ==, 900);
  g_assert_cmpuint ((guint) data[22] << 8 | data[23], ==, 600);
  /* An excessive scale is rejected before memory for the picture is allocated. */
  options.scale = 1000;
  none = export(document, &options, NULL, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

/* If the document is not embedded, the page contains no details of the cards. */
static void
test_without_document (void)
{
  g_autoptr (TroupeFlowDocument) document = make_large (3);
  TroupePlotExportOptions options = { .format = TROUPE_PLOT_FORMAT_HTML };
  g_autoptr (GBytes) bytes = export(document, &options, NULL, NULL, NULL);
  g_autofree char *text = to_text (bytes);
  g_autoptr (TroupePlotCarried) carried = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (strstr (text, "state.topic + '1'"));
  carried = troupe_plot_carry_read (text, strlen (text), &error);
  g_assert_null (carried);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Text can be extracted from a PDF. */
static void
test_pdf (void)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autoptr (TroupeFlowDocument) document = make_large (10);
  g_autoptr (GBytes) bytes = export_as (document, TROUPE_PLOT_FORMAT_PDF);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (g_strstr_len (g_bytes_get_data (bytes, NULL), 8, "%PDF-"));
  /* The PDF contains no bitmap. */
  g_assert_null (
      memmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "/Subtype /Image", 15));
  if (program == NULL)
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                              &error, program, "-", "-", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate (process, bytes, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  text = to_text (out);
  g_assert_nonnull (strstr (text, "method_number_7"));
  g_assert_nonnull (strstr (text, "yes_3"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/export/same-bytes", test_same_bytes);
  g_test_add_func ("/plot/export/page", test_page);
  g_test_add_func ("/plot/export/page-of-long-run", test_page_of_long_run);
  g_test_add_func ("/plot/export/policy", test_policy);
  g_test_add_func ("/plot/export/attacks", test_attacks);
  g_test_add_func ("/plot/export/keys", test_keys);
  g_test_add_func ("/plot/export/selection", test_selection);
  g_test_add_func ("/plot/export/view-and-scale", test_view_and_scale);
  g_test_add_func ("/plot/export/without-document", test_without_document);
  g_test_add_func ("/plot/export/pdf", test_pdf);
  return g_test_run ();
}
