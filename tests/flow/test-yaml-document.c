/* test-yaml-document.c: YAML flows: opening, editing, saving, conversion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "flow-test.h"
#include "troupe-flow-document.h"

static const char sample[] = "# Greets.\n"
                             "schema: crewai.flow/v1\n"
                             "name: Greeting   # the name\n"
                             "\n"
                             "methods:\n"
                             "  # asks\n"
                             "  ask:\n"
                             "    start: yes\n"
                             "    do: {call: expression, expr: \"'you'\"}\n"
                             "\n"
                             "  greet:\n"
                             "    listen: ask\n"
                             "    do:\n"
                             "      call: expression\n"
                             "      expr: |\n"
                             "        'Hello ' +\n"
                             "        outputs.ask\n"
                             "# the end\n";

static TroupeFlowDocument *
open_text (const char *text, const char *name)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), name, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static void
assert_text (TroupeFlowDocument *document, const char *expected)
{
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);

  g_assert_cmpstr (text, ==, expected);
}

/* Returns the lines of @after that are not in @before, each followed by a newline. */
static char *
find_new_lines (const char *before, const char *after)
{
  g_auto (GStrv) old = g_strsplit (before, "\n", -1);
  g_auto (GStrv) lines = g_strsplit (after, "\n", -1);
  GString *new = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) old, lines[i]))
      g_string_append_printf (new, "%s\n", lines[i]);
  return g_string_free (new, FALSE);
}

static void
assert_new_lines (TroupeFlowDocument *document, const char *expected)
{
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_autofree char *lines = find_new_lines (sample, text);

  g_assert_cmpstr (lines, ==, expected);
}

static void
test_edits (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (sample, "greeting.yaml");
  const TroupePosition position = { "ask", 40.0, 80.0 };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (document)), ==, TROUPE_FORMAT_YAML);
  g_assert_cmpuint (troupe_document_get_problems (TROUPE_DOCUMENT (document))->len, ==, 0);
  g_assert_true (troupe_flow_document_rename_method (document, "ask", "off", &error));
  g_assert_no_error (error);
  assert_new_lines (document, "  \"off\":\n    listen: \"off\"\n        outputs.off\n");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  troupe_document_set_positions (TROUPE_DOCUMENT (document), &position, 1, "Move");
  assert_new_lines (document, "x-troupe:\n  positions:\n    ask: [40, 80]\n");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_true (troupe_flow_document_set_start (document, "greet", TRUE, &error));
  assert_new_lines (document, "    start: true\n");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  assert_text (document, sample);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
}

static void
test_save (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("troupe-yaml-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "flow.yaml", NULL);
  g_autofree char *json_path = g_build_filename (folder, "flow.json", NULL);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *json = NULL;

  g_assert_true (g_file_set_contents (path, sample, -1, &error));
  document = troupe_flow_document_load (folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_flow_document_rename_method (document, "ask", "query", &error));
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), NULL, FALSE, &error));
  g_assert_true (g_file_get_contents (path, &saved, NULL, &error));
  g_assert_nonnull (strstr (saved, "  query:\n    start: yes\n"));
  g_assert_nonnull (strstr (saved, "# the end\n"));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  assert_text (document, sample);

  /* Saving with the extension of the other format converts the document. Undo keeps the new
   * format. */
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (document)));
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), json_path, FALSE, &error));
  g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (document)), ==, TROUPE_FORMAT_JSON);
  g_assert_true (g_file_get_contents (json_path, &json, NULL, &error));
  g_assert_true (g_str_has_prefix (json, "{\n  \"schema\": \"crewai.flow/v1\",\n"));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  {
    g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);

    g_assert_true (g_str_has_prefix (text, "{\n"));
    g_assert_nonnull (strstr (text, "\"ask\""));
  }
  g_unlink (path);
  g_unlink (json_path);
  g_rmdir (folder);
}

/* A new document is saved as YAML if its file name has the extension of YAML files. */
static void
test_save_new (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("troupe-yaml-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "new.yml", NULL);
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_new ();
  g_autofree char *text = NULL;

  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), path, FALSE, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_cmpstr (text, ==,
                   "schema: crewai.flow/v1\nname: NewFlow\nmethods:\n  begin:\n    start: true\n"
                   "    do:\n      call: expression\n      expr: \"'hello'\"\n");
  g_unlink (path);
  g_rmdir (folder);
}

/* --- Differences between the readers, and choice of the reader -------------------------------- */

#define METHODS "{\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}"

static const struct
{
  const char *text;
  const char *name;
  TroupeFormat format;
  const char *code; /* NULL: no problem */
  guint line;
  guint column;
} texts[] = {
  { "{\"name\": \"F\", \"methods\": " METHODS "}", "a.yaml", TROUPE_FORMAT_JSON, NULL, 0, 0 },
  { "name: F\nmethods: " METHODS "\n", "a.yaml", TROUPE_FORMAT_YAML, NULL, 0, 0 },
  { "name: F\nmethods: " METHODS "\n", "a.json", TROUPE_FORMAT_YAML, "yaml_in_json", 1, 1 },
  { "{name: F, \"methods\": " METHODS "}", "a.json", TROUPE_FORMAT_YAML, "yaml_in_json", 1, 2 },
  { "name: F\nx:\ty\nmethods: {}\n", "a.yaml", TROUPE_FORMAT_YAML, "yaml_tabs", 2, 3 },
  { "name: F\nx: \"a\tb\" # \t\nmethods: {}\n", "a.yaml", TROUPE_FORMAT_YAML, NULL, 0, 0 },
  { "name: F\nx: {a: b?}\n", "a.yaml", TROUPE_FORMAT_YAML, "yaml_question_mark", 2, 9 },
  { "name: F\nx: a b?\ny: {a: \"b?\"}\n", "a.yaml", TROUPE_FORMAT_YAML, NULL, 0, 0 },
  { "{\"name\":\t\"F\"}", "a.json", TROUPE_FORMAT_JSON, "json_tabs", 1, 9 },
  { "{\"name\": \"F\" // c\n}", "a.json", TROUPE_FORMAT_JSON, "json_comment", 1, 14 },
  { "{\"name\": \"F\",}", "a.json", TROUPE_FORMAT_JSON, "json_trailing_comma", 1, 14 },
  { "{\"name\": \"a\x7f\"}", "a.json", TROUPE_FORMAT_JSON, "json_not_yaml", 1, 12 },
};

static void
test_notes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TroupeFlowDocument) document = open_text (texts[i].text, texts[i].name);
      GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));
      guint n_notes = 0;

      g_test_message ("%s", texts[i].text);
      g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (document)), ==,
                       texts[i].format);
      assert_text (document, texts[i].text);
      for (guint j = 0; j < problems->len; j++)
        {
          TroupeProblem *problem = g_ptr_array_index (problems, j);

          if (problem->severity != TROUPE_SEVERITY_PORTABILITY)
            continue;
          n_notes++;
          g_assert_cmpstr (problem->code, ==, texts[i].code);
          g_assert_cmpuint (problem->line, ==, texts[i].line);
          g_assert_cmpuint (problem->column, ==, texts[i].column);
        }
      g_assert_cmpuint (n_notes, ==, texts[i].code != NULL ? 1 : 0);
    }
}

/* --- Public documents ------------------------------------------------------------------------- */

/* Asserts that converting to the other format and back preserves the flow. */
static void
convert_there_and_back (TroupeFlowDocument *document, const char *name)
{
  TroupeFormat own = troupe_document_get_format (TROUPE_DOCUMENT (document));
  TroupeFormat other = own == TROUPE_FORMAT_YAML ? TROUPE_FORMAT_JSON : TROUPE_FORMAT_YAML;
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      troupe_document_convert (TROUPE_DOCUMENT (document), other, NULL, NULL, &error);
  g_autoptr (TroupeFlowDocument) converted = NULL;

  g_assert_no_error (error);
  converted = open_text (text, other == TROUPE_FORMAT_YAML ? "x.yaml" : "x.json");
  g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (converted)), ==, other);
  if (!troupe_json_node_equal (troupe_document_get_root (TROUPE_DOCUMENT (document)),
                               troupe_document_get_root (TROUPE_DOCUMENT (converted))))
    g_error ("%s is another flow in the other format", name);
}

static void
check_document (const char *folder, JsonObject *about)
{
  const char *name = json_object_get_string_member (about, "file");
  g_autofree char *path = g_build_filename (folder, name, NULL);
  gboolean loads = g_str_equal (json_object_get_string_member (about, "loads"), "yes");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_load (path, NULL, &error);

  if (loads != (document != NULL))
    {
      g_test_message ("%s: CrewAI says %s, Troupe says %s", name,
                      json_object_get_string_member (about, "loads"),
                      error != NULL ? error->message : "yes");
      g_test_fail ();
    }
  if (document == NULL)
    return;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  assert_text (document, text);
  convert_there_and_back (document, name);
}

static void
test_documents (void)
{
  const char *conformance = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *folder =
      g_build_filename (conformance != NULL ? conformance : ".", "documents", NULL);
  g_autofree char *path = g_build_filename (folder, "index.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) index = NULL;
  JsonArray *documents;
  guint n_flows = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("the documents are not there");
      return;
    }
  index = test_read (text, NULL);
  documents = json_object_get_array_member (json_node_get_object (index), "documents");
  for (guint i = 0; i < json_array_get_length (documents); i++)
    {
      JsonObject *about = json_array_get_object_element (documents, i);

      if (!g_str_equal (json_object_get_string_member (about, "kind"), "flow"))
        continue;
      check_document (folder, about);
      n_flows++;
    }
  g_assert_cmpuint (n_flows, >, 50);
}

/* Asserts that writing without an edit preserves every byte, and that writing without the
 * formatting preserves the value. */
static gboolean
check_either (const char *text, gsize length, gboolean is_yaml)
{
  const TroupeJsonFlags flags = TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = is_yaml ? troupe_yaml_read (text, length, &source, NULL)
                                      : troupe_json_read (text, length, flags, &source, NULL);
  g_autoptr (JsonNode) back = NULL;
  g_autofree char *same = NULL, *plain = NULL;

  if (root == NULL)
    return FALSE;
  same = is_yaml ? troupe_yaml_write (root, source, NULL) : troupe_json_write (root, source, NULL);
  g_assert_cmpstr (same, ==, text);
  plain = is_yaml ? troupe_yaml_write (root, NULL, NULL) : troupe_json_write (root, NULL, NULL);
  back = is_yaml ? troupe_yaml_read (plain, strlen (plain), NULL, NULL)
                 : troupe_json_read (plain, strlen (plain), flags, NULL, NULL);
  g_assert_nonnull (back);
  g_assert_true (troupe_json_node_equal (root, back));
  return TRUE;
}

/* Crews, and pairs of agents and tasks, are not flows, but their files are also valid JSON or
 * YAML. */
static guint
check_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          n_files += check_folder (path);
          continue;
        }
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      n_files += check_either (text, length, !g_str_has_suffix (path, "c"));
    }
  return n_files;
}

static void
test_folder (gconstpointer name)
{
  const char *conformance = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *folder =
      g_build_filename (conformance != NULL ? conformance : ".", "documents", name, NULL);

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    g_test_skip ("the documents are not there");
  else
    g_assert_cmpuint (check_folder (folder), >, 50);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/yaml/edits", test_edits);
  g_test_add_func ("/flow/yaml/save", test_save);
  g_test_add_func ("/flow/yaml/save-new", test_save_new);
  g_test_add_func ("/flow/yaml/notes", test_notes);
  g_test_add_func ("/flow/yaml/documents", test_documents);
  g_test_add_data_func ("/flow/yaml/pairs", "yaml", test_folder);
  g_test_add_data_func ("/flow/yaml/crews", "crews", test_folder);
  return g_test_run ();
}
