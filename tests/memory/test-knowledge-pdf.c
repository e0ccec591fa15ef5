/* test-knowledge-pdf.c: PDF files of knowledge, also those that take much memory or time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "../test-memory.h"
#include "../test-time.h"
#include "troupe-knowledge-file.h"
#include "troupe-pdf-text.h"

/* Memory of this process that a file of a few kilobytes may take, in bytes. */
#define MOST_OWN (64u * 1024 * 1024)
/* What the program takes before it limits itself. */
#define MOST_START (64u * 1024 * 1024)

/* --- Making PDF files --------------------------------------------------------------------------- */

static void
start_file (GString *pdf, guint n_pages)
{
  g_string_append (pdf, "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                        "2 0 obj<</Type/Pages/Kids[");
  for (guint i = 0; i < n_pages; i++)
    g_string_append_printf (pdf, "%u 0 R ", 100 + i);
  g_string_append_printf (pdf, "]/Count %u>>endobj\n", n_pages);
  for (guint i = 0; i < n_pages; i++)
    g_string_append_printf (pdf,
                            "%u 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 900]/Contents 4 0 R"
                            "/Resources<</Font<</F 5 0 R>>/XObject<</X0 10 0 R>>>>>>endobj\n",
                            100 + i);
  g_string_append (pdf, "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n");
}

static void
add_stream (GString *pdf, guint number, const char *keys, const char *data, gsize length)
{
  g_string_append_printf (pdf, "%u 0 obj<</Length %" G_GSIZE_FORMAT "%s>>stream\n", number, length,
                          keys);
  g_string_append_len (pdf, data, (gssize) length);
  g_string_append (pdf, "\nendstream endobj\n");
}

/* (transfer full) */
static GBytes *
end_file (GString *pdf)
{
  g_string_append (pdf, "trailer<</Root 1 0 R>>\n");

  return g_string_free_to_bytes (pdf);
}

/* Returns @text @n times, compressed. (transfer full) */
static GByteArray *
compress (const char *text, gsize length, guint n)
{
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (zlib));
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < n; i++)
    g_assert_true (g_output_stream_write_all (stream, text, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));

  return g_bytes_unref_to_array (g_steal_pointer (&bytes));
}

/* Returns a file whose pages share a compressed content of @text @n times 1,000. (transfer full) */
static GBytes *
make_repeated (const char *text, guint n, guint n_pages)
{
  g_autoptr (GString) thousand = g_string_new (NULL);
  g_autoptr (GByteArray) content = NULL;
  GString *pdf = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    g_string_append (thousand, text);
  content = compress (thousand->str, thousand->len, n);
  start_file (pdf, n_pages);
  add_stream (pdf, 4, "/Filter/FlateDecode", (const char *) content->data, content->len);

  return end_file (pdf);
}

static GBytes *
make_many_texts (void)
{
  return make_repeated ("BT /F 9 Tf (AAAAAAAAAA) Tj ET\n", 6000, 1);
}

static GBytes *
make_long_pages (void)
{
  return make_repeated ("BT /F 9 Tf (AAAAAAAAAA) Tj ET\n", 20, 2000);
}

static GBytes *
make_long_string (void)
{
  g_autofree char *inner = g_strnfill (1000, 'A');
  g_autofree char *text = g_strdup_printf ("BT /F 9 Tf (%s) Tj ET\n", inner);

  return make_repeated (text, 60, 1);
}

/* Ten levels of forms, each of which paints the next one ten times. */
static GBytes *
make_nested_forms (void)
{
  GString *pdf = g_string_new (NULL);

  start_file (pdf, 1);
  add_stream (pdf, 4, "", "/X0 Do", strlen ("/X0 Do"));
  for (guint level = 0; level < 10; level++)
    {
      g_autoptr (GString) content = g_string_new ("0 0 m 9 9 l S\n");
      g_autofree char *keys = g_strdup_printf (
          "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X%u %u 0 "
          "R>>>>",
          level + 1, 11 + level);

      for (guint i = 0; level < 9 && i < 10; i++)
        g_string_append_printf (content, "/X%u Do\n", level + 1);
      add_stream (pdf, 10 + level, keys, content->str, content->len);
    }

  return end_file (pdf);
}

/* 1 GB of blanks, compressed twice. */
static GBytes *
make_nested_compression (void)
{
  g_autofree char *blanks = g_strnfill (1 << 20, ' ');
  g_autoptr (GByteArray) once = compress (blanks, 1 << 20, 1024);
  g_autoptr (GByteArray) twice = compress ((const char *) once->data, once->len, 1);
  GString *pdf = g_string_new (NULL);

  start_file (pdf, 1);
  add_stream (pdf, 4, "/Filter[/FlateDecode/FlateDecode]", (const char *) twice->data, twice->len);

  return end_file (pdf);
}

/* A file that claims to have a billion pages. */
static GBytes *
make_many_pages (void)
{
  GString *pdf = g_string_new (NULL);

  start_file (pdf, 1);
  g_string_replace (pdf, "/Count 1>>", "/Count 1000000000>>", 1);
  add_stream (pdf, 4, "", "BT ET", strlen ("BT ET"));

  return end_file (pdf);
}

/* --- Tests -------------------------------------------------------------------------------------- */

static double
get_seconds (const struct rusage *usage)
{
  return (double) (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
         1e-6 * (double) (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static void
test_pages (void)
{
  g_autoptr (GBytes) bytes = make_repeated ("BT /F 9 Tf (AA) Tj ET 1 0 0 1 0 20 cm\n", 1, 300);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = troupe_knowledge_file_read_pdf ("a.pdf", bytes, NULL, &error);
  g_auto (GStrv) lines = NULL;
  guint n_texts = 0;

  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    n_texts += g_str_has_prefix (lines[i], "AA");
  g_assert_cmpuint (n_texts, >=, 300);
}

static void
test_limits (gconstpointer data)
{
  GBytes *(*make) (void) = (GBytes * (*) (void) ) data;
  g_autoptr (GBytes) bytes = make ();
  struct rusage before, after;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize begin, own;
  const double extra = make == make_long_pages ? TROUPE_PDF_TEXT_SECONDS_PER_MEGABYTE *
                                                     (double) g_bytes_get_size (bytes) / (1 << 20)
                                               : 0;

  g_assert_cmpuint (g_bytes_get_size (bytes), <, 4 * 1024 * 1024);
  getrusage (RUSAGE_CHILDREN, &before);
  begin = test_memory_begin ();
  text = troupe_knowledge_file_read_pdf ("a.pdf", bytes, NULL, &error);
  own = test_memory_end (begin);
  getrusage (RUSAGE_CHILDREN, &after);
  g_test_message ("%.1f s, %ld MB, %" G_GSIZE_FORMAT " MB here: %s",
                  get_seconds (&after) - get_seconds (&before), after.ru_maxrss / 1024,
                  own / (1024 * 1024), error != NULL ? error->message : "read");
  /* A program that reads such a file quickly is as good. */
  g_assert_cmpfloat (get_seconds (&after) - get_seconds (&before), <,
                     TROUPE_PDF_TEXT_SECONDS + 1 + extra);
  g_assert_cmpint (after.ru_maxrss, <, (TROUPE_PDF_TEXT_MEMORY + MOST_START) / 1024);
  g_assert_cmpuint (own, <, MOST_OWN + (text != NULL ? 3 * strlen (text) : 0));
  if (text == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_nonnull (strstr (error->message, "“a.pdf”"));
      g_assert_true (strstr (error->message, "memory") != NULL ||
                     strstr (error->message, "processor time") != NULL ||
                     strstr (error->message, "100 MB") != NULL);
    }
}

static void
test_cancel (void)
{
  g_autoptr (GBytes) bytes = make_nested_forms ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  struct rusage before, after;

  g_cancellable_cancel (cancellable);
  getrusage (RUSAGE_CHILDREN, &before);
  g_assert_null (troupe_knowledge_file_read_pdf ("a.pdf", bytes, cancellable, &error));
  getrusage (RUSAGE_CHILDREN, &after);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (get_seconds (&after) - get_seconds (&before), <, 1);
}

/* Returns the child of @parent that has the name of the program, 0 if there is none. */
static int
find_child (int parent)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "stat", NULL);
      g_autofree char *stat = NULL;
      const char *end;

      if (!g_ascii_isdigit (*name) || !g_file_get_contents (path, &stat, NULL, NULL) ||
          strstr (stat, "(troupe-pdf") == NULL)
        continue;
      end = strrchr (stat, ')');
      /* The state and the parent follow the name. */
      if (end != NULL && strlen (end) > 4 && end[2] != 'Z' && atoi (end + 4) == parent)
        return atoi (name);
    }

  return 0;
}

static gboolean
is_running (int process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", process);
  g_autofree char *stat = NULL;
  const char *end;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return FALSE;
  end = strrchr (stat, ')');

  return end != NULL && end[2] != 'Z';
}

/* The program ends at once with the process that started it. */
static void
test_killed (gconstpointer data)
{
  const char *const self = data;
  g_autoptr (GSubprocess) reader =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, self, "--read", NULL);
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  int parent, child = 0;

  g_assert_nonnull (reader);
  parent = atoi (g_subprocess_get_identifier (reader));
  while (child == 0 && g_get_monotonic_time () < deadline)
    {
      child = find_child (parent);
      g_usleep (1000);
    }
  g_assert_cmpint (child, >, 0);
  g_subprocess_force_exit (reader);
  g_subprocess_wait (reader, NULL, NULL);
  deadline = g_get_monotonic_time () + TEST_WAIT_US;
  while (is_running (child) && g_get_monotonic_time () < deadline)
    g_usleep (1000);
  g_assert_false (is_running (child));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GBytes *(*make) (void);
  } cases[] = {
    { "/knowledge-pdf/many-texts", make_many_texts },
    { "/knowledge-pdf/long-pages", make_long_pages },
    { "/knowledge-pdf/long-string", make_long_string },
    { "/knowledge-pdf/nested-forms", make_nested_forms },
    { "/knowledge-pdf/nested-compression", make_nested_compression },
    { "/knowledge-pdf/many-pages", make_many_pages },
  };

  if (argc == 2 && g_str_equal (argv[1], "--read"))
    {
      g_autoptr (GBytes) bytes = make_nested_forms ();
      g_autofree char *text = troupe_knowledge_file_read_pdf ("a.pdf", bytes, NULL, NULL);

      return text != NULL ? 0 : 1;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/knowledge-pdf/pages", test_pages);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].name, (gconstpointer) cases[i].make, test_limits);
  g_test_add_func ("/knowledge-pdf/cancel", test_cancel);
  g_test_add_data_func ("/knowledge-pdf/killed", argv[0], test_killed);

  return g_test_run ();
}
