/* test-document-parts.c: documents of several files: edited, undone and saved together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "troupe-document-layout.h"
#include "troupe-tree.h"

/* --- Document type of this test: `files` of the main part lists the others -------------------- */

#define TEST_TYPE_BOOK (test_book_get_type ())
G_DECLARE_FINAL_TYPE (TestBook, test_book, TEST, BOOK, TroupeDocument)

struct _TestBook
{
  TroupeDocument parent_instance;

  gboolean is_bad;
  guint n_reads;
  guint n_diagnoses;
};

G_DEFINE_FINAL_TYPE (TestBook, test_book, TROUPE_TYPE_DOCUMENT)

static const char *
test_book_describe (TroupeDocument *document)
{
  return "a book";
}

static char *
test_book_get_name (TroupeDocument *document)
{
  return g_strdup (
      troupe_tree_get_text (troupe_tree_get (troupe_document_get_root (document), "name", NULL)));
}

static char **
test_book_list_parts (TroupeDocument *document, JsonNode *main)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonNode *files = troupe_tree_get (main, "files", NULL);

  for (guint i = 0; files != NULL && i < json_array_get_length (json_node_get_array (files)); i++)
    g_strv_builder_add (names, json_array_get_string_element (json_node_get_array (files), i));
  return g_strv_builder_end (names);
}

/* A book does not load if any part contains `bad`. */
static gboolean
test_book_read (TroupeDocument *document,
                TroupeDocumentParts *parts,
                gboolean must_load,
                GError **error)
{
  TestBook *self = TEST_BOOK (document);
  gboolean is_bad = FALSE;

  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);

      is_bad = is_bad || part->root == NULL || troupe_tree_get (part->root, "bad", NULL) != NULL;
    }
  if (must_load && is_bad && !self->is_bad)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT, "bad");
      return FALSE;
    }
  self->is_bad = is_bad;
  self->n_reads++;
  return TRUE;
}

static gboolean
test_book_has_errors (TroupeDocument *document)
{
  return TEST_BOOK (document)->is_bad;
}

static GPtrArray *
test_book_diagnose (TroupeDocument *document)
{
  TEST_BOOK (document)->n_diagnoses++;
  return g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
}

static void
test_book_class_init (TestBookClass *klass)
{
  TroupeDocumentClass *document_class = TROUPE_DOCUMENT_CLASS (klass);

  document_class->describe = test_book_describe;
  document_class->get_name = test_book_get_name;
  document_class->list_parts = test_book_list_parts;
  document_class->read = test_book_read;
  document_class->has_errors = test_book_has_errors;
  document_class->diagnose = test_book_diagnose;
}

static void
test_book_init (TestBook *self)
{
}

/* --- Fixture --------------------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  TroupeDocument *document;
} Fixture;

static char *
get_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
write_file (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = get_path (fixture, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_file (Fixture *fixture, const char *name)
{
  g_autofree char *path = get_path (fixture, name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
assert_file (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *text = read_file (fixture, name);

  g_assert_cmpstr (text, ==, expected);
}

#define MAIN_TEXT                                                                                  \
  "{\n  \"name\": \"Book\", // kept\n  \"files\": [\"parts/one.json\", \"parts/two.yaml\"]\n}\n"
#define ONE_TEXT "{ \"word\": \"one\", \"other\":   1 }\n"
#define TWO_TEXT "# two\nword: two\n"

static void
set_up (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("troupe-parts-XXXXXX", &error);
  g_assert_no_error (error);
  write_file (fixture, "book.json", MAIN_TEXT);
  write_file (fixture, "parts/one.json", ONE_TEXT);
  write_file (fixture, "parts/two.yaml", TWO_TEXT);
  fixture->document = g_object_new (TEST_TYPE_BOOK, NULL);
  path = get_path (fixture, "book.json");
  troupe_document_read_file (fixture->document, path, NULL, &error);
  g_assert_no_error (error);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer user_data)
{
  g_assert_finalize_object (fixture->document);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

/* Sets `word` of a part. */
static gboolean
edit (Fixture *fixture, const char *part, const char *word, TroupeCommitFlags flags, GError **error)
{
  JsonNode *root =
      troupe_document_parts_get_root (troupe_document_get_parts (fixture->document), part);
  g_autoptr (JsonNode) value = troupe_json_node_new_string (word);
  g_autoptr (JsonNode) changed = troupe_tree_with (root, value, "word", NULL);

  return troupe_document_commit (fixture->document, part, changed, "Edit", NULL, flags, error);
}

static const char *
get_word (Fixture *fixture, const char *part)
{
  return troupe_tree_get_text (troupe_tree_get (
      troupe_document_parts_get_root (troupe_document_get_parts (fixture->document), part), "word",
      NULL));
}

/* --- Tests ----------------------------------------------------------------------------------- */

static void
test_saves_what_changed (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (troupe_document_parts_get_n (troupe_document_get_parts (fixture->document)), ==,
                    3);
  g_assert_false (troupe_document_is_modified (fixture->document));
  g_assert_true (edit (fixture, "parts/two.yaml", "zwei", TROUPE_COMMIT_DEFAULT, &error));
  g_assert_true (troupe_document_is_modified (fixture->document));

  /* Another program has changed the other file. This document does not write that file, so there
   * is no conflict. */
  write_file (fixture, "parts/one.json", "{}");
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "book.json", MAIN_TEXT);
  assert_file (fixture, "parts/one.json", "{}");
  assert_file (fixture, "parts/two.yaml", "# two\nword: zwei\n");
  g_assert_false (troupe_document_is_modified (fixture->document));

  /* An edit can be undone after saving and saved again. */
  g_assert_true (troupe_document_undo (fixture->document));
  g_assert_true (troupe_document_is_modified (fixture->document));
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  assert_file (fixture, "parts/two.yaml", TWO_TEXT);
}

static void
test_undoes_over_parts (Fixture *fixture, gconstpointer user_data)
{
  TroupeDocument *document = fixture->document;

  edit (fixture, "parts/one.json", "a", TROUPE_COMMIT_DEFAULT, NULL);
  edit (fixture, "parts/two.yaml", "b", TROUPE_COMMIT_DEFAULT, NULL);
  troupe_document_begin_edit (document, "Both");
  edit (fixture, "parts/one.json", "c", TROUPE_COMMIT_DEFAULT, NULL);
  edit (fixture, "parts/two.yaml", "c", TROUPE_COMMIT_DEFAULT, NULL);
  troupe_document_end_edit (document);

  g_assert_true (troupe_document_undo (document));
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "a");
  g_assert_cmpstr (get_word (fixture, "parts/two.yaml"), ==, "b");
  g_assert_true (troupe_document_undo (document));
  g_assert_true (troupe_document_undo (document));
  g_assert_false (troupe_document_undo (document));
  g_assert_false (troupe_document_is_modified (document));
  while (troupe_document_redo (document))
    ;
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "c");
}

static void
test_changed_on_disk (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  edit (fixture, "parts/one.json", "mine", TROUPE_COMMIT_DEFAULT, NULL);
  write_file (fixture, "parts/one.json", "{ \"word\": \"theirs\" }");
  g_assert_false (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  assert_file (fixture, "parts/one.json", "{ \"word\": \"theirs\" }");
  g_assert_true (troupe_document_is_modified (fixture->document));
  g_clear_error (&error);
  g_assert_true (troupe_document_save (fixture->document, NULL, TRUE, &error));
  assert_file (fixture, "parts/one.json", "{ \"word\": \"mine\", \"other\":   1 }\n");
}

/* Files that another program has deleted are created again, also those of parts that are not edited. */
static void
test_deleted_on_disk (Fixture *fixture, gconstpointer user_data)
{
  static const char *const names[] = { "book.json", "parts/one.json", "parts/two.yaml", "parts" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = get_path (fixture, names[i]);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  edit (fixture, "parts/one.json", "mine", TROUPE_COMMIT_DEFAULT, NULL);
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "book.json", MAIN_TEXT);
  assert_file (fixture, "parts/one.json", "{ \"word\": \"mine\", \"other\":   1 }\n");
  assert_file (fixture, "parts/two.yaml", TWO_TEXT);
  g_assert_false (troupe_document_is_modified (fixture->document));

  /* A part that another program changes, and that is not edited, stays as it is. */
  write_file (fixture, "parts/two.yaml", "word: theirs\n");
  edit (fixture, "parts/one.json", "again", TROUPE_COMMIT_DEFAULT, NULL);
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "parts/two.yaml", "word: theirs\n");
}

static void
test_adds_and_removes (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_json_read ("{\"word\": \"new\"}", 15, 0, NULL, NULL);

  g_assert_true (troupe_document_commit (fixture->document, "more/new.json", root, "Add", NULL,
                                         TROUPE_COMMIT_MUST_LOAD, &error));
  g_assert_true (
      troupe_document_remove_part (fixture->document, "parts/one.json", "Remove", &error));
  assert_file (fixture, "parts/one.json", ONE_TEXT);
  g_assert_true (troupe_document_is_modified (fixture->document));
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "parts/one.json", NULL);
  assert_file (fixture, "more/new.json", "{\n  \"word\": \"new\"\n}\n");
  g_assert_false (troupe_document_is_modified (fixture->document));

  /* Undo restores the file byte by byte. */
  g_assert_true (troupe_document_undo (fixture->document));
  g_assert_true (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "parts/one.json", ONE_TEXT);

  /* A removed part is not deleted if another program has changed its file. */
  g_assert_true (
      troupe_document_remove_part (fixture->document, "parts/one.json", "Remove", &error));
  write_file (fixture, "parts/one.json", "{}");
  g_assert_false (troupe_document_save (fixture->document, NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  assert_file (fixture, "parts/one.json", "{}");
  g_clear_error (&error);
  g_assert_false (troupe_document_remove_part (fixture->document, "nothing", "Remove", &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
}

/* A link in the place of a new part, which a project may contain, is not followed, also if it leads to
 * nothing. */
static void
test_save_links (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = get_path (fixture, "copy/book.yaml");
  g_autofree char *link = get_path (fixture, "copy/parts/one.json");
  g_autofree char *target = get_path (fixture, "elsewhere.json");
  g_autoptr (GError) error = NULL;

  write_file (fixture, "copy/parts/other.json", "{}");
  g_assert_cmpint (symlink (target, link), ==, 0);
  g_assert_false (troupe_document_save (fixture->document, path, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_false (troupe_document_save (fixture->document, path, TRUE, &error));
  g_assert_nonnull (error);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
}

/* Code that was allowed in the folder replaces the document by a link to another file of the user. The
 * document is not saved there, also if the user keeps the own version. A link that was there when the
 * document was opened is followed. */
static void
test_save_moved (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = get_path (fixture, "book.json");
  g_autofree char *moved = get_path (fixture, "old.json");
  g_autofree char *target = get_path (fixture, "private/rc");
  g_autoptr (TroupeDocument) through = g_object_new (TEST_TYPE_BOOK, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;

  write_file (fixture, "private/rc", "precious");
  g_assert_cmpint (rename (path, moved), ==, 0);
  g_assert_cmpint (symlink (target, path), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_false (troupe_document_save (fixture->document, NULL, i > 0, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_assert_nonnull (strstr (error->message, "private/rc"));
      g_clear_error (&error);
      assert_file (fixture, "private/rc", "precious");
    }
  g_assert_cmpint (remove (target), ==, 0);
  g_assert_false (troupe_document_save (fixture->document, path, TRUE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_clear_error (&error);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));

  /* Neither reloading the file to which the link leads nor keeping the own version changes this. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeDocument) other = g_object_new (TEST_TYPE_BOOK, NULL);

      write_file (fixture, "private/rc", "{\"name\": \"Theirs\"}");
      g_assert_true (troupe_document_read_file (other, path, NULL, &error));
      g_assert_no_error (error);
      if (i == 0)
        g_assert_true (troupe_document_merge (
            fixture->document, other, troupe_document_get_root (fixture->document), "Keep"));
      else
        g_assert_true (troupe_document_take (fixture->document, other, "Reload"));
      g_assert_false (troupe_document_save (fixture->document, NULL, FALSE, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_clear_error (&error);
      assert_file (fixture, "private/rc", "{\"name\": \"Theirs\"}");
    }

  g_assert_cmpint (remove (path), ==, 0);
  g_assert_cmpint (symlink (moved, path), ==, 0);
  g_assert_true (troupe_document_read_file (through, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (troupe_document_save (through, NULL, TRUE, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (troupe_document_save (through, NULL, FALSE, &error));
  g_assert_no_error (error);

  /* A file that was deleted is created again. */
  g_assert_cmpint (remove (path), ==, 0);
  g_assert_cmpint (remove (moved), ==, 0);
  g_assert_true (troupe_document_save (fixture->document, NULL, TRUE, &error));
  g_assert_no_error (error);
  content = read_file (fixture, "book.json");
  g_assert_nonnull (content);
}

static void
test_save_as (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = get_path (fixture, "copy/book.yaml");
  g_autoptr (GError) error = NULL;
  g_autofree char *main = NULL;

  write_file (fixture, "copy/parts/one.json", "precious");
  g_assert_false (troupe_document_save (fixture->document, path, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  assert_file (fixture, "copy/parts/one.json", "precious");
  g_clear_error (&error);

  g_assert_true (troupe_document_save (fixture->document, path, TRUE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "copy/parts/one.json", ONE_TEXT);
  assert_file (fixture, "copy/parts/two.yaml", TWO_TEXT);
  assert_file (fixture, "parts/one.json", ONE_TEXT);
  main = read_file (fixture, "copy/book.yaml");
  g_assert_true (g_str_has_prefix (main, "name: Book\n"));
  g_assert_cmpstr (troupe_document_get_path (fixture->document), ==, path);
  g_assert_false (troupe_document_is_modified (fixture->document));
}

static void
test_unreadable_part (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (TroupeDocument) document = g_object_new (TEST_TYPE_BOOK, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_path (fixture, "book.json");

  write_file (fixture, "parts/one.json", "{ broken");
  write_file (fixture, "book.json",
              "{\"files\": [\"parts/one.json\", \"../outside.json\", \"parts/two.yaml\"]}");
  g_assert_true (troupe_document_read_file (document, path, &problems, &error));
  g_assert_no_error (error);
  g_assert_true (troupe_document_has_errors (document));
  g_assert_cmpuint (problems->len, ==, 2);
  g_assert_false (troupe_document_refuse_errors (document, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (troupe_document_is_modified (document));
  g_assert_true (troupe_document_save (document, NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_file (fixture, "parts/one.json", "{ broken");
}

static void
count_cb (TroupeDocument *document, gpointer user_data)
{
  guint *n_changes = user_data;

  troupe_document_get_problems (document);
  (*n_changes)++;
}

/* A commit reads the model at most once, and each emitted change causes at most one diagnosis. A
 * move neither reads the model nor causes a diagnosis. */
static void
test_reads_once (Fixture *fixture, gconstpointer user_data)
{
  TestBook *book = TEST_BOOK (fixture->document);
  TroupePosition position = { "a", 1, 2 };
  guint n_changes = 0;

  g_signal_connect (book, "changed", G_CALLBACK (count_cb), &n_changes);
  troupe_document_get_problems (fixture->document);
  book->n_reads = book->n_diagnoses = 0;

  troupe_document_begin_edit (fixture->document, "Move");
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *id = troupe_document_add_note (fixture->document, "note", i, i);

      position.x = i;
      troupe_document_set_positions (fixture->document, &position, 1, NULL);
    }
  troupe_document_end_edit (fixture->document);
  g_assert_cmpuint (book->n_reads, ==, 0);
  g_assert_cmpuint (book->n_diagnoses, ==, 0);
  g_assert_cmpuint (n_changes, ==, 1);

  troupe_document_begin_edit (fixture->document, "Edit");
  edit (fixture, "parts/one.json", "a", TROUPE_COMMIT_MUST_LOAD, NULL);
  edit (fixture, "parts/two.yaml", "b", TROUPE_COMMIT_MUST_LOAD, NULL);
  troupe_document_end_edit (fixture->document);
  g_assert_cmpuint (book->n_reads, ==, 2);
  g_assert_cmpuint (book->n_diagnoses, ==, 1);
  g_assert_cmpuint (n_changes, ==, 2);
}

static void
test_must_load (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (JsonNode) bad = troupe_json_read ("{\"bad\": 1}", 10, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_document_commit (fixture->document, "parts/one.json", bad, "Edit", NULL,
                                          TROUPE_COMMIT_MUST_LOAD, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "one");
  g_assert_false (troupe_document_is_modified (fixture->document));
  g_assert_true (troupe_document_commit (fixture->document, "parts/one.json", bad, "Edit", NULL,
                                         TROUPE_COMMIT_DEFAULT, NULL));
  /* A document that is already invalid can still be edited. */
  g_assert_true (edit (fixture, "parts/two.yaml", "b", TROUPE_COMMIT_MUST_LOAD, NULL));
}

static void
test_edited_while_saving (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeDocumentSaving) saving = NULL;

  edit (fixture, "parts/one.json", "saved", TROUPE_COMMIT_DEFAULT, NULL);
  saving = troupe_document_begin_save (fixture->document, NULL, FALSE, &error);
  edit (fixture, "parts/one.json", "later", TROUPE_COMMIT_DEFAULT, NULL);
  g_assert_true (troupe_document_saving_write (saving, &error));
  g_assert_true (troupe_document_end_save (fixture->document, saving, &error));
  g_assert_true (troupe_document_is_modified (fixture->document));
  assert_file (fixture, "parts/one.json", "{ \"word\": \"saved\", \"other\":   1 }\n");
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "later");
  g_assert_true (troupe_document_undo (fixture->document));
  g_assert_false (troupe_document_is_modified (fixture->document));
}

/* If another program wrote all files, their contents replace the open version. One undo step
 * restores the open version. */
static void
test_take (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = get_path (fixture, "book.json");
  g_autoptr (TroupeDocument) other = g_object_new (TEST_TYPE_BOOK, NULL);
  g_autoptr (GError) error = NULL;
  TroupeFileStamp stamp, other_stamp;
  guint n_foreign = 0;

  edit (fixture, "parts/one.json", "mine", TROUPE_COMMIT_DEFAULT, NULL);
  write_file (fixture, "parts/one.json", "{ \"word\": \"theirs\" }");
  write_file (fixture, "book.json", "{ \"files\": [\"parts/one.json\"] }");
  g_assert_true (troupe_document_read_file (other, path, NULL, &error));
  troupe_document_begin_edit (fixture->document, "Group");
  g_assert_false (troupe_document_take (fixture->document, other, "Reload"));
  troupe_document_end_edit (fixture->document);
  g_assert_true (troupe_document_take (fixture->document, other, "Reload"));
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "theirs");
  g_assert_cmpuint (troupe_document_parts_get_n (troupe_document_get_parts (fixture->document)), ==,
                    2);
  g_assert_false (troupe_document_is_modified (fixture->document));
  g_assert_true (troupe_document_get_stamp (fixture->document, &stamp));
  g_assert_true (troupe_document_get_stamp (other, &other_stamp));
  g_assert_cmpstr (stamp.digest, ==, other_stamp.digest);

  /* What was allowed does not apply to the other version when it comes back. */
  g_signal_connect (fixture->document, "foreign", G_CALLBACK (count_cb), &n_foreign);
  g_assert_true (troupe_document_undo (fixture->document));
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "mine");
  g_assert_true (troupe_document_is_modified (fixture->document));
  n_foreign = 0;
  g_assert_true (troupe_document_redo (fixture->document));
  g_assert_cmpstr (get_word (fixture, "parts/one.json"), ==, "theirs");
  g_assert_cmpuint (n_foreign, ==, 1);
  g_signal_handlers_disconnect_by_data (fixture->document, &n_foreign);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/document/parts/saves-what-changed", test_saves_what_changed);
  ADD ("/document/parts/undoes-over-parts", test_undoes_over_parts);
  ADD ("/document/parts/changed-on-disk", test_changed_on_disk);
  ADD ("/document/parts/deleted-on-disk", test_deleted_on_disk);
  ADD ("/document/parts/adds-and-removes", test_adds_and_removes);
  ADD ("/document/parts/save-as", test_save_as);
  ADD ("/document/parts/save-links", test_save_links);
  ADD ("/document/parts/save-moved", test_save_moved);
  ADD ("/document/parts/unreadable-part", test_unreadable_part);
  ADD ("/document/parts/reads-once", test_reads_once);
  ADD ("/document/parts/must-load", test_must_load);
  ADD ("/document/parts/take", test_take);
  ADD ("/document/parts/edited-while-saving", test_edited_while_saving);

  return g_test_run ();
}
