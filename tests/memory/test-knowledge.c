/* test-knowledge.c: knowledge sources: splitting into chunks, embedding and lookup
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "memory-server.h"
#include "troupe-knowledge-file.h"
#include "troupe-knowledge.h"

typedef struct
{
  gboolean is_done;
  gboolean is_loaded;
  guint n_embedded;
  GStrv chunks;
  GError *error;
} Call;

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  call->is_loaded = troupe_knowledge_load_finish (TROUPE_KNOWLEDGE (object), result,
                                                  &call->n_embedded, &call->error);
  call->is_done = TRUE;
}

static void
queried_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  call->chunks = troupe_knowledge_query_finish (TROUPE_KNOWLEDGE (object), result, &call->error);
  call->is_done = TRUE;
}

static void
call_clear (Call *call)
{
  g_strfreev (call->chunks);
  g_clear_error (&call->error);
  *call = (Call){ 0 };
}

/* --- Chunks --------------------------------------------------------------------------------- */

static void
test_chunks (void)
{
  static const struct
  {
    const char *text;
    guint size;
    guint overlap;
    const char *chunks;
  } cases[] = {
    { "", 4, 1, "" },
    { "abc", 4, 1, "abc" },
    /* In these cases the last window lies completely within the overlap. */
    { "abcd", 4, 1, "abcd|d" },
    { "abcdefg", 4, 2, "abcd|cdef|efg|g" },
    { "äöüß€x", 2, 0, "äö|üß|€x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) chunks =
          troupe_knowledge_chunk (cases[i].text, cases[i].size, cases[i].overlap);
      g_autofree char *joined = g_strjoinv ("|", chunks);

      g_assert_cmpstr (joined, ==, cases[i].chunks);
    }
}

/* --- Invalid sources -------------------------------------------------------------------------- */

static TroupeKnowledgeSource *
make_source (const char *folder, const char *json, GError **error)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);

  return troupe_knowledge_source_new (value, folder, error);
}

static void
assert_bad (const char *folder, const char *type, const char *name, int code)
{
  g_autofree char *json =
      g_strdup_printf ("{\"source_type\":\"%s\",\"file_paths\":[\"%s\"]}", type, name);
  g_autoptr (TroupeKnowledgeSource) source = make_source (folder, json, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (troupe_knowledge_source_read (source, NULL, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (error->message, name));
}

static void
write_file (const char *folder, const char *name, const char *bytes, gssize length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (parent, 0700);
  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
}

/* A PDF document that is encrypted with an unknown password. */
static const char locked_pdf[] =
    "%PDF-1.4\n"
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>\nendobj\n"
    "4 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -4"
    " /O <0102030405060708091011121314151617181920212223242526272829303132>"
    " /U <0102030405060708091011121314151617181920212223242526272829303132> >>\nendobj\n"
    "trailer\n<< /Root 1 0 R /Size 5 /Encrypt 4 0 R"
    " /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] >>\n"
    "%%EOF\n";

static void
test_bad_files (void)
{
  g_autofree char *folder = memory_make_folder ();
  g_autofree char *large = g_build_filename (folder, "knowledge", "large.txt", NULL);

  write_file (folder, "knowledge/empty.txt", "", 0);
  write_file (folder, "knowledge/latin.txt", "K\xe4se", -1);
  write_file (folder, "knowledge/bad.json", "{\"a\": ", -1);
  write_file (folder, "knowledge/bad.pdf", "%PDF-1.4 nothing behind it", -1);
  write_file (folder, "knowledge/locked.pdf", locked_pdf, -1);
  write_file (folder, "knowledge/picture.txt", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  write_file (folder, "knowledge/bad.xlsx", "PK\x03\x04 nothing behind it, but long enough", -1);
  write_file (folder, "knowledge/locked.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 locked", -1);
  write_file (folder, "knowledge/large.txt", "x", 1);
  g_assert_cmpint (truncate (large, 500 * 1024 * 1024), ==, 0);
  assert_bad (folder, "text_file", "none.txt", G_IO_ERROR_NOT_FOUND);
  assert_bad (folder, "text_file", "empty.txt", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "text_file", "latin.txt", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "text_file", "picture.txt", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "csv", "picture.txt", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "csv", "empty.txt", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "pdf", "empty.txt", G_IO_ERROR_INVALID_DATA);
#ifdef TROUPE_HAS_POPPLER
  assert_bad (folder, "pdf", "picture.txt", G_IO_ERROR_INVALID_DATA);
#endif
  assert_bad (folder, "pdf", "locked.pdf", G_IO_ERROR_NOT_SUPPORTED);
  assert_bad (folder, "json", "bad.json", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "excel", "bad.xlsx", G_IO_ERROR_INVALID_DATA);
  assert_bad (folder, "excel", "locked.xlsx", G_IO_ERROR_NOT_SUPPORTED);
  {
    g_autoptr (TroupeKnowledgeSource) pdf =
        make_source (folder, "{\"source_type\":\"pdf\",\"file_paths\":[\"bad.pdf\"]}", NULL);
    g_autoptr (TroupeKnowledgeSource) file =
        make_source (folder, "{\"source_type\":\"text_file\",\"file_paths\":[\"large.txt\"]}",
                     NULL);
    g_autoptr (GError) error = NULL;

    g_assert_null (troupe_knowledge_source_read (pdf, NULL, &error));
    g_assert_nonnull (strstr (error->message, "bad.pdf"));
    g_clear_error (&error);
    g_assert_null (troupe_knowledge_source_read (file, NULL, &error));
    g_assert_nonnull (strstr (error->message, "large.txt"));
  }
  memory_remove_folder (folder);
}

static void
test_bad_documents (void)
{
  static const struct
  {
    const char *json;
    int code;
  } cases[] = {
    { "{}", G_IO_ERROR_INVALID_ARGUMENT },
    { "[]", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"toml\",\"content\":\"x\"}", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"docling\",\"file_paths\":[\"x.docx\"]}", G_IO_ERROR_NOT_SUPPORTED },
    { "{\"source_type\":\"string\"}", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"csv\"}", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"csv\",\"file_paths\":[]}", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"csv\",\"file_paths\":[3]}", G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"string\",\"content\":\"x\",\"chunk_size\":5,\"chunk_overlap\":5}",
      G_IO_ERROR_INVALID_ARGUMENT },
    { "{\"source_type\":\"string\",\"content\":\"x\",\"chunk_size\":0}",
      G_IO_ERROR_INVALID_ARGUMENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].json);
      g_assert_null (make_source ("/nowhere", cases[i].json, &error));
      g_assert_error (error, G_IO_ERROR, cases[i].code);
    }
}

/* --- Recorded cases ------------------------------------------------------------------------- */

static void
write_files (const char *folder, TroupeValue *files)
{
  for (gsize i = 0; i < troupe_value_map_get_size (files); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (files, i), NULL);
      TroupeValue *value = troupe_value_map_get_value (files, i);
      gsize length;

      if (troupe_value_is (value, TROUPE_VALUE_STRING))
        write_file (folder, name, troupe_value_get_string (value, NULL), -1);
      else
        {
          g_autofree guchar *bytes = g_base64_decode (memory_get_text (value, "base64"), &length);

          write_file (folder, name, (const char *) bytes, (gssize) length);
        }
    }
}

/* Creates the sources of the case's document. Returns NULL if one of them is rejected. */
static GPtrArray *
make_sources (const char *folder, TroupeValue *document, GError **error)
{
  TroupeValue *list = memory_get (document, "knowledge_sources");
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_knowledge_source_unref);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeKnowledgeSource *source =
          troupe_knowledge_source_new (troupe_value_list_get (list, i), folder, error);

      if (source == NULL)
        return NULL;
      g_ptr_array_add (sources, source);
    }

  return g_steal_pointer (&sources);
}

static int
compare_records (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TroupeMemoryRecord *const *) a)->content,
                 (*(TroupeMemoryRecord *const *) b)->content);
}

static void
assert_stored (TroupeMemoryStore *store, const char *collection, TroupeValue *stored)
{
  g_autofree char *key = g_strdelimit (g_strdup (collection), " ", '_');
  TroupeValue *expected = memory_get (stored, key);
  g_autoptr (GPtrArray) records =
      troupe_memory_store_list (store, collection, NULL, 0, G_MAXUINT, NULL);

  g_assert_nonnull (expected);
  g_ptr_array_sort (records, compare_records);
  g_assert_cmpuint (records->len, ==, troupe_value_list_get_length (expected));
  for (guint i = 0; i < records->len; i++)
    g_assert_cmpstr (((TroupeMemoryRecord *) g_ptr_array_index (records, i))->content, ==,
                     troupe_value_get_string (troupe_value_list_get (expected, i), NULL));
}

/* Loads a collection of a case twice, queries it and returns the results. (transfer full)
 * (nullable) */
static char *
look_up (TroupeLlmClient *client,
         TroupeMemoryStore *store,
         const char *role,
         GPtrArray *sources,
         const char *query,
         guint limit,
         double threshold,
         TroupeValue *stored)
{
  g_autofree char *collection = troupe_knowledge_make_collection (role);
  g_autoptr (TroupeEmbedder) embedder =
      troupe_embedder_new (client, NULL, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, NULL);
  g_autoptr (TroupeKnowledge) knowledge = troupe_knowledge_new (store, embedder, collection);
  Call call = { 0 };
  char *text;

  troupe_knowledge_load_async (knowledge, sources, NULL, NULL, loaded_cb, &call);
  memory_wait (&call.is_done);
  g_assert_no_error (call.error);
  call_clear (&call);
  /* Existing chunks are not embedded again. */
  troupe_knowledge_load_async (knowledge, sources, NULL, NULL, loaded_cb, &call);
  memory_wait (&call.is_done);
  g_assert_true (call.is_loaded);
  g_assert_cmpuint (call.n_embedded, ==, 0);
  call_clear (&call);
  assert_stored (store, collection, stored);
  troupe_knowledge_query_async (knowledge, query, limit, threshold, NULL, queried_cb, &call);
  memory_wait (&call.is_done);
  g_assert_no_error (call.error);
  text = troupe_knowledge_to_text ((const char *const *) call.chunks);
  call_clear (&call);

  return text;
}

/* Returns the knowledge block of the recorded prompt. (transfer full) */
static char *
get_block (TroupeValue *step)
{
  TroupeValue *requests = memory_get (step, "requests");
  TroupeValue *last = troupe_value_list_get (requests, troupe_value_list_get_length (requests) - 1);
  TroupeValue *messages = memory_get (last, "messages");
  const char *block = memory_get_text (
      troupe_value_list_get (messages, troupe_value_list_get_length (messages) - 1), "block");
  const char *end = block != NULL ? strstr (block, "\n\n<slot") : NULL;

  return end != NULL ? g_strndup (block, (gsize) (end - block)) : g_strdup ("");
}

static TroupeValue *
read_document (TroupeValue *files, const char *name)
{
  return troupe_value_from_json (memory_get_text (files, name), -1, NULL);
}

static void
check_step (TroupeValue *recorded,
            TroupeLlmClient *client,
            TroupeMemoryStore *store,
            const char *folder,
            TroupeValue *given,
            TroupeValue *step)
{
  TroupeValue *files = memory_get (recorded, "files");
  const char *other = memory_get_text (given, "crew_file");
  g_autoptr (TroupeValue) crew = read_document (files, other != NULL ? other : "crew.jsonc");
  g_autoptr (TroupeValue) agent = read_document (files, "agents/w.jsonc");
  TroupeValue *config = memory_get (agent, "knowledge_config");
  TroupeValue *embeddings = memory_get (step, "embeddings");
  TroupeValue *stored = memory_get (memory_get (step, "stored"), "knowledge");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) of_crew = make_sources (folder, crew, &error);
  g_autoptr (GPtrArray) of_agent = of_crew != NULL ? make_sources (folder, agent, &error) : NULL;
  g_autofree char *from_agent = NULL;
  g_autofree char *from_crew = NULL;
  g_autofree char *both = NULL;
  g_autofree char *block = NULL;
  const char *query;
  guint limit;
  double threshold;

  if (memory_get (step, "error") != NULL)
    {
      for (guint i = 0; of_crew != NULL && error == NULL && i < of_crew->len; i++)
        {
          g_auto (GStrv) chunks =
              troupe_knowledge_source_read (g_ptr_array_index (of_crew, i), NULL, &error);
        }
      g_assert_nonnull (error);
      return;
    }
  g_assert_no_error (error);
  query = troupe_value_get_string (
      troupe_value_list_get (
          memory_get (troupe_value_list_get (embeddings,
                                             troupe_value_list_get_length (embeddings) - 1),
                      "inputs"),
          0),
      NULL);
  limit =
      config != NULL ? (guint) troupe_value_get_integer (memory_get (config, "results_limit")) : 0;
  threshold = config != NULL ? troupe_value_get_double (memory_get (config, "score_threshold"))
                             : TROUPE_KNOWLEDGE_AGENT_THRESHOLD;
  if (of_agent->len > 0)
    from_agent = look_up (client, store, memory_get_text (agent, "role"), of_agent, query,
                          limit > 0 ? limit : TROUPE_KNOWLEDGE_AGENT_LIMIT, threshold, stored);
  if (of_crew->len > 0)
    from_crew = look_up (client, store, NULL, of_crew, query,
                         limit > 0 ? limit : TROUPE_KNOWLEDGE_CREW_LIMIT,
                         TROUPE_KNOWLEDGE_CREW_THRESHOLD, stored);
  both =
      g_strconcat (from_agent != NULL ? from_agent : "", from_crew != NULL ? from_crew : "", NULL);
  block = get_block (step);
  /* The end of the prompt is ignored because CrewAI trims it. The order of equally near chunks
   * is not compared because CrewAI does not define it. */
  if (memory_get (recorded, "nondeterministic") == NULL)
    g_assert_cmpstr (g_strchomp (both), ==, g_strchomp (block));
}

static void
test_case (gconstpointer data)
{
  TroupeValue *recorded = (gpointer) data;
  g_autoptr (MemoryServer) server = memory_server_new (memory_get (recorded, "server"));
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autofree char *folder = memory_make_folder ();
  g_autofree char *path = g_build_filename (folder, "memory.db", NULL);
  g_autoptr (TroupeMemoryStore) store = troupe_memory_store_new (path);
  TroupeValue *steps = memory_get (recorded, "steps");

  write_files (folder, memory_get (recorded, "files"));
  for (gsize i = 0; i < troupe_value_list_get_length (steps); i++)
    check_step (recorded, client, store, folder, troupe_value_list_get (steps, i),
                troupe_value_list_get (memory_get (memory_get (recorded, "expect"), "steps"), i));
  g_clear_object (&store);
  memory_remove_folder (folder);
}

/* Reading a damaged file results in a text or in an error. */
static void
test_damaged (gconstpointer data)
{
  static const TroupeKnowledgeFileFunc readers[] = {
    troupe_knowledge_file_read_excel,
    troupe_knowledge_file_read_csv,
    troupe_knowledge_file_read_json,
  };
  TroupeValue *file = memory_get (memory_get ((TroupeValue *) data, "files"), "knowledge/a.xlsx");
  gsize length;
  g_autofree guchar *whole = g_base64_decode (memory_get_text (file, "base64"), &length);
  guint n_read = 0;

  for (guint i = 0; i < 1500; i++)
    {
      gsize n_bytes = i % 5 == 0 ? (gsize) g_test_rand_int_range (1, (gint32) length) : length;
      guchar *bytes = g_memdup2 (whole, n_bytes);
      g_autoptr (GBytes) damaged = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < 1 + i % 7; j++)
        bytes[g_test_rand_int_range (0, (gint32) n_bytes)] =
            (guchar) g_test_rand_int_range (0, 256);
      damaged = g_bytes_new_take (bytes, n_bytes);
      text = readers[i % 8 == 7 ? 1 + i % 2 : 0]("a.xlsx", damaged, NULL, &error);
      g_assert_true ((text != NULL) != (error != NULL));
      n_read += text != NULL;
    }
  g_assert_cmpuint (n_read, >, 0);
}

/* --- Workbooks that are small, but have much content ------------------------------------------- */

static void
append_number (GByteArray *out, guint32 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      const guint8 byte = (guint8) (number >> (8 * i));

      g_byte_array_append (out, &byte, 1);
    }
}

/* Appends the header of an entry, which is stored uncompressed. @place: (nullable): its position,
 * for the central directory */
static void
append_header (GByteArray *out, const char *name, gsize length, const guint *place)
{
  append_number (out, place != NULL ? 0x02014b50 : 0x04034b50, 4);
  append_number (out, 20, place != NULL ? 4 : 2);
  append_number (out, 0, 4); /* flags, method */
  append_number (out, 0, 4); /* time */
  append_number (out, 0, 4); /* checksum */
  append_number (out, (guint32) length, 4);
  append_number (out, (guint32) length, 4);
  append_number (out, (guint32) strlen (name), 2);
  append_number (out, 0, 2);
  if (place != NULL)
    {
      append_number (out, 0, 4);
      append_number (out, 0, 4);
      append_number (out, 0, 2);
      append_number (out, *place, 4);
    }
  g_byte_array_append (out, (const guint8 *) name, (guint) strlen (name));
}

/* Returns a workbook with one sheet. @strings: the shared strings; @rows: XML. (transfer full) */
static GBytes *
make_workbook (const char *strings, const char *rows)
{
  g_autofree char *sheet =
      g_strdup_printf ("<worksheet><sheetData>%s</sheetData></worksheet>", rows);
  g_autofree char *shared = g_strdup_printf ("<sst>%s</sst>", strings);
  const char *const files[][2] = {
    { "xl/workbook.xml", "<workbook><sheets><sheet name='a' r:id='r1'/></sheets></workbook>" },
    { "xl/_rels/workbook.xml.rels",
      "<Relationships><Relationship Id='r1' Target='worksheets/sheet1.xml'/></Relationships>" },
    { "xl/sharedStrings.xml", shared },
    { "xl/worksheets/sheet1.xml", sheet },
  };
  GByteArray *out = g_byte_array_new ();
  guint places[G_N_ELEMENTS (files)];
  guint start;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      places[i] = out->len;
      append_header (out, files[i][0], strlen (files[i][1]), NULL);
      g_byte_array_append (out, (const guint8 *) files[i][1], (guint) strlen (files[i][1]));
    }
  start = out->len;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    append_header (out, files[i][0], strlen (files[i][1]), &places[i]);
  append_number (out, 0x06054b50, 4);
  append_number (out, 0, 4);
  append_number (out, G_N_ELEMENTS (files), 2);
  append_number (out, G_N_ELEMENTS (files), 2);
  append_number (out, out->len - start, 4);
  append_number (out, start, 4);
  append_number (out, 0, 2);
  return g_byte_array_free_to_bytes (out);
}

static char *
repeat (const char *text, guint n_times)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n_times; i++)
    g_string_append (out, text);
  return g_string_free (out, FALSE);
}

/* What a workbook expands to is limited like the file itself. */
static void
test_expansion (void)
{
  g_autofree char *letters = g_strnfill (1024 * 1024, 'a');
  g_autofree char *string = g_strdup_printf ("<si><t>%s</t></si>", letters);
  g_autofree char *references = repeat ("<row><c t='s'><v>0</v></c></row>", 5000);
  g_autofree char *wide = repeat ("<row><c r='XFD1'><v>1</v></c></row>", 5000);
  g_autofree char *last = repeat ("<row><c><v>1</v></c></row>", 20000);
  g_autofree char *padded = g_strconcat (last, "<row><c r='XFD1'><v>1</v></c></row>", NULL);
  const struct
  {
    const char *strings;
    const char *rows;
    gboolean is_read;
  } cases[] = {
    { "<si><t>x, y</t></si>", "<row><c t='s'><v>0</v></c><c><v>2.50</v></c></row>", TRUE },
    { string, references, FALSE },
    { "", wide, FALSE },
    { "", padded, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = make_workbook (cases[i].strings, cases[i].rows);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = troupe_knowledge_file_read_excel ("a.xlsx", bytes, NULL, &error);

      g_test_message ("%u", i);
      if (cases[i].is_read)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (text, ==, "\"x, y\",2.5\n\n");
        }
      else
        {
          g_assert_null (text);
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
        }
    }
}

static void
add_cases (TroupeValue *golden)
{
  static const char *const names[] = {
    "know_string_crew",
    "know_string_agent",
    "know_both",
    "know_threshold",
    "know_threshold_zero",
    "know_chunks",
    "know_text_file",
    "know_text_file_missing",
    "know_csv",
    "know_json",
    "know_excel",
    "know_changed_source",
    "know_bad_source_type",
    "know_empty_string",
#ifdef TROUPE_HAS_POPPLER
    "know_pdf",
#endif
  };
  TroupeValue *cases = memory_get (golden, "cases");
  guint n_cases = 0;

  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *recorded = troupe_value_list_get (cases, i);

      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        if (g_str_equal (names[j], memory_get_text (recorded, "name")))
          {
            g_autofree char *path = g_strconcat ("/knowledge/golden/", names[j], NULL);

            g_test_add_data_func (path, recorded, test_case);
            if (g_str_equal (names[j], "know_excel"))
              g_test_add_data_func ("/knowledge/damaged", recorded, test_damaged);
            n_cases++;
          }
    }
  g_assert_cmpuint (n_cases, ==, G_N_ELEMENTS (names));
}

int
main (int argc, char **argv)
{
  g_autoptr (TroupeValue) golden = NULL;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/knowledge/expansion", test_expansion);
  g_test_add_func ("/knowledge/chunks", test_chunks);
  g_test_add_func ("/knowledge/bad-files", test_bad_files);
  g_test_add_func ("/knowledge/bad-documents", test_bad_documents);
  golden = memory_read_cases ();
  if (golden != NULL)
    add_cases (golden);

  return g_test_run ();
}
