/* test-drafts.c: recovery of edits after the process was killed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../flow/random-document.h"
#include "../test-time.h"
#include "troupe-document-private.h"
#include "troupe-draft-record.h"
#include "troupe-draft-writer.h"
#include "troupe-drafts.h"
#include "troupe-flow-document.h"
#include "troupe-tree.h"

#define N_DOCUMENTS 5
#define N_EDITS 10000

static const char *program;

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

/* --- Durability ------------------------------------------------------------------------------- */

static int n_synced_folders;

/* Replaces the function of the C library, and counts the calls for folders. */
int
fsync (int fd)
{
  struct stat status;

  if (fstat (fd, &status) == 0 && S_ISDIR (status.st_mode))
    g_atomic_int_inc (&n_synced_folders);
  return (int) syscall (SYS_fsync, fd);
}

static void
fail_cb (const GError *error, gpointer user_data)
{
  g_assert_no_error (error);
}

/* The name of a new draft, too, survives a power failure. */
static void
test_durable (void)
{
  g_autofree char *folder = g_dir_make_tmp ("drafts-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.draft", NULL);
  TroupeDraftWriter *writer = troupe_draft_writer_new (fail_cb, NULL);
  TroupeDraftFile *file = troupe_draft_file_new (path);

  for (int i = 1; i <= 2; i++)
    {
      g_atomic_int_set (&n_synced_folders, 0);
      troupe_draft_writer_replace (writer, file, g_bytes_new_static ("draft\n", 6));
      troupe_draft_writer_flush (writer);
      g_assert_cmpint (g_atomic_int_get (&n_synced_folders), ==, 1);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  troupe_draft_file_free (file);
  troupe_draft_writer_free (writer);
  remove_tree (folder);
}

/* --- Reproducible random edits ---------------------------------------------------------------- */

static const char first_text[] =
    "{\n  // kept\n  \"name\": \"F\",\n  \"methods\": {\n"
    "    \"a\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } },\n"
    "    \"b\": { \"listen\": \"a\", \"do\": { \"call\": \"expression\", \"expr\": \"2\" } }\n"
    "  }\n}\n";

static TroupeDocument *
make_document (void)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (first_text, strlen (first_text), NULL, NULL, &error);

  g_assert_no_error (error);
  return TROUPE_DOCUMENT (document);
}

/* A document that has no file keeps the folder in which it runs. */
static void
test_folder (void)
{
  g_autoptr (TroupeDocument) document = make_document ();
  g_autoptr (TroupeDocument) restored = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  g_autoptr (TroupeDraftContent) content = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  troupe_document_set_folder (document, "/project");
  bytes = troupe_draft_record_whole (document, "flow", NULL);
  content =
      troupe_draft_content_new (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  troupe_draft_content_restore (content, restored, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (troupe_document_get_folder (restored), ==, "/project");
}

static const TroupeFlowMethod *
pick_method (TroupeDocument *document, GRand *random)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (document));
  guint n_methods = troupe_flow_get_n_methods (flow);

  return troupe_flow_get_method (flow, (guint) g_rand_int_range (random, 0, (gint) n_methods));
}

static void
set_text (TroupeDocument *document,
          const char *method,
          const char *key,
          const char *text,
          gboolean merges)
{
  const char *const path[] = { "methods", method, key, NULL };
  g_autoptr (JsonNode) value = troupe_json_node_new_string (text);

  troupe_document_set (document, path, value, "Set", merges ? key : NULL, NULL);
}

/* Applies a random edit. No step is merged with another step, because merging depends on the
 * time between the edits, which a replay does not reproduce. */
static void
edit (TroupeDocument *document, GRand *random)
{
  TroupeFlowDocument *flow = TROUPE_FLOW_DOCUMENT (document);
  g_autofree char *name = g_strdup (pick_method (document, random)->name);
  g_autofree char *other = g_strdup (pick_method (document, random)->name);
  g_autofree char *text = g_strdup_printf ("%u", g_rand_int (random));
  g_autofree char *added = NULL;
  TroupePosition position = { name, g_rand_int_range (random, 0, 900), 5 };
  const char *names[] = { name, NULL };
  guint n_methods = troupe_flow_get_n_methods (troupe_flow_document_get_flow (flow));

  switch (g_rand_int_range (random, 0, 10))
    {
    case 0:
      if (n_methods < 12)
        added = troupe_flow_document_add_method (flow, NULL, TROUPE_ACTION_EXPRESSION, NULL);
      break;
    case 1:
      if (n_methods > 2)
        troupe_flow_document_remove_methods (flow, names, TRUE, NULL);
      break;
    case 2:
      added = g_strconcat ("m", text, NULL);
      troupe_flow_document_rename_method (flow, name, added, NULL);
      break;
    case 3:
      troupe_document_undo (document);
      break;
    case 4:
      troupe_document_redo (document);
      break;
    case 5:
      troupe_document_begin_edit (document, "Both");
      set_text (document, name, "description", text, FALSE);
      troupe_document_set_positions (document, &position, 1, NULL);
      troupe_document_end_edit (document);
      break;
    case 6:
      troupe_document_set_positions (document, &position, 1, NULL);
      break;
    case 7:
      troupe_flow_document_connect (flow, name, other, NULL, FALSE, NULL);
      break;
    default:
      set_text (document, name, "description", text, FALSE);
      break;
    }
}

/* --- Child process: edits and prints its progress --------------------------------------------- */

static int
run_child (const char *folder, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (TroupeDrafts) drafts = troupe_drafts_new (folder);
  TroupeDocument *documents[N_DOCUMENTS];

  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      documents[i] = make_document ();
      troupe_drafts_follow (drafts, documents[i], "flow", NULL);
    }
  troupe_drafts_flush (drafts);
  for (guint i = 1; i <= N_EDITS; i++)
    {
      char line[64];
      int length;

      edit (documents[g_rand_int_range (random, 0, N_DOCUMENTS)], random);
      length =
          g_snprintf (line, sizeof line, "%u %" G_GINT64_FORMAT "\n", i, g_get_monotonic_time ());
      if (write (STDOUT_FILENO, line, (size_t) length) != length)
        return 1;
    }
  for (;;)
    pause ();
}

/* Repeats the first @n_edits of the child. */
static void
replay (TroupeDocument **documents, GRand *random, guint n_edits)
{
  for (guint i = 0; i < n_edits; i++)
    edit (documents[g_rand_int_range (random, 0, N_DOCUMENTS)], random);
}

static guint
count_steps (TroupeDocument *document)
{
  TroupeEditHistory *history = troupe_document_get_history (document);
  const char *label;
  guint n_steps = 0;

  while (troupe_edit_history_get_undo (history, n_steps, &label) != NULL)
    n_steps++;
  return n_steps;
}

/* Returns a string that identifies a state by its texts and its numbers of undo steps. Undoing
 * an edit restores the earlier text, but not always the number of steps, because the oldest step
 * may have been dropped. */
static char *
get_texts (TroupeDocument **documents)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      g_autofree char *text = troupe_document_to_text (documents[i], NULL);

      g_string_append_printf (all, "%s\n--- %u\n", text, count_steps (documents[i]));
    }
  return g_strdup (all->str);
}

/* Kills the child at a random moment. @promised: (out): the last edit that was at least a second
 * old. @ages: receives for each edit its age at the moment of the kill, in microseconds.
 * Returns: the last edit that the child printed */
static guint
kill_child (const char *folder, guint32 seed, guint wait_us, guint *promised, GArray *ages)
{
  g_autofree char *seed_text = g_strdup_printf ("%u", seed);
  const char *argv[] = { program, "--child", folder, seed_text, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GIOChannel) channel = NULL;
  gint64 killed_us = 0, start_us = 0;
  guint last = 0;
  GPid pid;
  int out;

  *promised = 0;
  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                           NULL, NULL, &pid, NULL, &out, NULL, &error));
  g_assert_no_error (error);
  channel = g_io_channel_unix_new (out);
  g_io_channel_set_close_on_unref (channel, TRUE);
  for (;;)
    {
      g_autofree char *line = NULL;
      gint64 time_us;
      guint number;

      if (g_io_channel_read_line (channel, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL)
        break;
      if (sscanf (line, "%u %" G_GINT64_FORMAT, &number, &time_us) != 2)
        break;
      last = number;
      g_array_append_val (ages, time_us);
      if (start_us == 0)
        start_us = time_us;
      if (killed_us == 0 && (time_us - start_us > wait_us || number == N_EDITS))
        {
          kill (pid, SIGKILL);
          killed_us = g_get_monotonic_time ();
        }
      if (killed_us == 0 || time_us + G_USEC_PER_SEC < killed_us)
        *promised = number;
    }
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  if (killed_us != 0 && killed_us - start_us < G_USEC_PER_SEC)
    *promised = 0;
  for (guint i = 0; i < ages->len; i++)
    g_array_index (ages, gint64, i) = MAX (0, killed_us - g_array_index (ages, gint64, i));
  return last;
}

/* Finds the edit after which the documents had the same state as @found. @expected: (out): the
 * documents in that state, with their history */
static guint
find_edit (TroupeDocument **found, guint32 seed, guint first, guint last, TroupeDocument **expected)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *texts = get_texts (found);

  for (guint i = 0; i < N_DOCUMENTS; i++)
    expected[i] = make_document ();
  replay (expected, random, first);
  for (guint i = first; i <= last + 1; i++)
    {
      g_autofree char *now = get_texts (expected);

      if (g_str_equal (texts, now))
        return i;
      replay (expected, random, 1);
    }
  return G_MAXUINT;
}

/* Undoes all steps of both documents and asserts that they have the same text after each step.
 * @n_told: the expected number of steps */
static void
check_undo (TroupeDocument *document, TroupeDocument *expected, guint n_told)
{
  guint n_steps = 0;

  for (;;)
    {
      g_autofree char *text = troupe_document_to_text (document, NULL);
      g_autofree char *expected_text = troupe_document_to_text (expected, NULL);
      gboolean undone = troupe_document_undo (document);

      g_assert_cmpstr (text, ==, expected_text);
      g_assert_cmpint (undone, ==, troupe_document_undo (expected));
      if (!undone)
        break;
      n_steps++;
    }
  g_assert_cmpuint (n_steps, ==, n_told);
}

static void
test_kills (void)
{
  g_autoptr (GRand) random = random_new ();
  guint n_kills = g_test_thorough () ? 200 : 4;
  guint n_lost_most = 0;
  gint64 lost_us = 0;

  for (guint k = 0; k < n_kills; k++)
    {
      g_autofree char *folder = g_dir_make_tmp ("troupe-drafts-XXXXXX", NULL);
      guint32 seed = g_rand_int (random);
      g_autoptr (GArray) ages = g_array_new (FALSE, FALSE, sizeof (gint64));
      guint promised;
      guint last = kill_child (folder, seed, (guint) g_rand_int_range (random, 0, 700 * 1000),
                               &promised, ages);
      g_autoptr (TroupeDrafts) drafts = troupe_drafts_new (folder);
      g_autoptr (GPtrArray) left = troupe_drafts_take_left (drafts);
      TroupeDocument *documents[N_DOCUMENTS], *expected[N_DOCUMENTS];
      guint number;

      g_assert_cmpuint (left->len, ==, N_DOCUMENTS);
      for (guint i = 0; i < N_DOCUMENTS; i++)
        {
          g_autoptr (GError) error = NULL;

          documents[i] = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
          troupe_recovered_draft_restore (g_ptr_array_index (left, i), documents[i], &error);
          g_assert_no_error (error);
        }
      number = find_edit (documents, seed, promised, last, expected);
      g_assert_cmpuint (number, !=, G_MAXUINT);
      if (last > number)
        {
          n_lost_most = MAX (n_lost_most, last - number);
          lost_us = MAX (lost_us, g_array_index (ages, gint64, number));
        }
      for (guint i = 0; i < N_DOCUMENTS; i++)
        {
          check_undo (documents[i], expected[i],
                      troupe_recovered_draft_get_n_steps (g_ptr_array_index (left, i)));
          g_object_unref (documents[i]);
          g_object_unref (expected[i]);
        }
      g_clear_pointer (&left, g_ptr_array_unref);
      g_clear_object (&drafts);
      remove_tree (folder);
    }
  g_test_message ("%u kills; at most %u edits of the last %.0f ms were lost", n_kills, n_lost_most,
                  (double) lost_us / 1000);
}

/* --- Tests in this process -------------------------------------------------------------------- */

typedef struct
{
  char *top;
  char *folder;
  TroupeDrafts *drafts;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer user_data)
{
  /* The texts of closed documents are written to a folder beside that of the drafts. */
  fixture->top = g_dir_make_tmp ("troupe-drafts-XXXXXX", NULL);
  fixture->folder = g_build_filename (fixture->top, "drafts", NULL);
  g_assert_cmpint (g_mkdir (fixture->folder, 0700), ==, 0);
  fixture->drafts = troupe_drafts_new (fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer user_data)
{
  g_clear_object (&fixture->drafts);
  g_chmod (fixture->folder, 0700);
  remove_tree (fixture->top);
  g_free (fixture->folder);
  g_free (fixture->top);
}

/* Returns the drafts in the form in which the next process finds them. The drafts are copied,
 * because this process still has the lock. */
static GPtrArray *
take_copy (Fixture *fixture, TroupeDrafts **others)
{
  g_autofree char *copy = g_strconcat (fixture->folder, "/copy", NULL);
  g_autofree char *command = NULL;

  troupe_drafts_flush (fixture->drafts);
  command =
      g_strdup_printf ("mkdir -p %s/x && cp %s/*-*/*.draft %s/x", copy, fixture->folder, copy);
  g_assert_cmpint (system (command), ==, 0);
  *others = troupe_drafts_new (copy);
  return troupe_drafts_take_left (*others);
}

static TroupeDocument *
restore (GPtrArray *left, guint index)
{
  g_autoptr (GError) error = NULL;
  TroupeDocument *document = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);

  g_assert_cmpuint (left->len, >, index);
  troupe_recovered_draft_restore (g_ptr_array_index (left, index), document, &error);
  g_assert_no_error (error);
  return document;
}

static void
assert_same (TroupeDocument *a, TroupeDocument *b)
{
  g_autofree char *left = troupe_document_to_text (a, NULL);
  g_autofree char *right = troupe_document_to_text (b, NULL);

  g_assert_cmpstr (left, ==, right);
  g_assert_cmpint (troupe_document_is_modified (a), ==, troupe_document_is_modified (b));
  g_assert_cmpstr (troupe_document_get_path (a), ==, troupe_document_get_path (b));
}

/* After saving and undo, the draft also restores whether the document is modified and which
 * steps can be redone. */
static void
test_saved (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "flow.json", NULL);
  g_autoptr (TroupeDocument) document = make_document ();
  g_autoptr (TroupeDocument) back = NULL, saved = NULL;
  g_autoptr (TroupeDrafts) others = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) note = troupe_json_node_new_string ("note");
  TroupeDraft *draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);

  set_text (document, "a", "description", "one", FALSE);
  set_text (document, "a", "description", "two", TRUE);
  set_text (document, "a", "description", "three", TRUE);
  g_assert_true (troupe_document_save (document, path, FALSE, &error));
  troupe_draft_note (draft, note);
  set_text (document, "b", "description", "four", FALSE);
  g_assert_true (troupe_document_undo (document));
  g_assert_true (troupe_document_undo (document));
  g_assert_true (troupe_document_redo (document));

  left = take_copy (fixture, &others);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpstr (troupe_recovered_draft_get_kind (g_ptr_array_index (left, 0)), ==, "flow");
  g_assert_cmpstr (troupe_recovered_draft_get_path (g_ptr_array_index (left, 0)), ==, path);
  g_assert_cmpstr (troupe_tree_get_text (
                       troupe_recovered_draft_get_note (g_ptr_array_index (left, 0))),
                   ==, "note");
  back = restore (left, 0);
  assert_same (back, document);
  g_assert_false (troupe_document_is_modified (back));
  g_assert_true (troupe_document_redo (back));
  g_assert_true (troupe_document_redo (document));
  assert_same (back, document);
  g_assert_false (troupe_document_redo (back));

  /* A restored document also detects changes by other programs when it is saved. */
  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  g_assert_false (troupe_document_save (back, NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  troupe_draft_end (draft);
}

/* A text that cannot be parsed is stored unchanged. Each step of its repair is also stored. */
static void
test_broken_text (Fixture *fixture, gconstpointer user_data)
{
  static const char cut_off[] = "{\n  // kept\n  \"name\": \"F\",\n";
  g_autofree char *path = g_build_filename (fixture->folder, "flow.json", NULL);
  g_autoptr (TroupeDocument) document = NULL, unedited = NULL, back = NULL;
  g_autoptr (TroupeDrafts) others = NULL, more = NULL;
  g_autoptr (GPtrArray) left = NULL, again = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *flow;
  TroupeDraft *draft;

  g_assert_true (g_file_set_contents (path, cut_off, -1, NULL));
  flow = troupe_flow_document_open (path, NULL, &error);
  g_assert_no_error (error);
  document = TROUPE_DOCUMENT (flow);
  g_assert_cmpstr (troupe_document_get_broken_text (document), ==, cut_off);
  g_assert_true (troupe_document_has_errors (document));
  g_assert_false (troupe_document_is_modified (document));
  draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);
  left = take_copy (fixture, &others);
  unedited = restore (left, 0);
  assert_same (unedited, document);

  g_assert_true (troupe_document_set_text (document, "{ still", "Edit", NULL));
  g_assert_true (troupe_document_set_text (document, first_text, "Edit", NULL));
  g_assert_null (troupe_document_get_broken_text (document));
  g_assert_false (troupe_document_has_errors (document));
  set_text (document, "a", "description", "new", FALSE);
  g_clear_pointer (&left, g_ptr_array_unref);
  g_clear_object (&others);
  again = take_copy (fixture, &more);
  back = restore (again, again->len - 1);
  assert_same (back, document);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (troupe_document_undo (back));
      g_assert_true (troupe_document_undo (document));
      assert_same (back, document);
    }
  g_assert_cmpstr (troupe_document_get_broken_text (back), ==, cut_off);
  g_assert_true (troupe_document_redo (back));
  g_assert_true (troupe_document_save (back, NULL, FALSE, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (troupe_document_get_broken_text (back), ==, "{ still");
  g_assert_false (troupe_document_is_modified (back));
  troupe_draft_end (draft);
}

/* A restored document continues its draft, even after a truncated record. */
static void
test_goes_on (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (TroupeDocument) document = make_document ();
  g_autoptr (TroupeDocument) back = NULL, again = NULL;
  g_autoptr (TroupeDrafts) others = NULL, third = NULL;
  g_autoptr (GPtrArray) left = NULL, more = NULL;
  g_autofree char *next = g_build_filename (fixture->folder, "next", NULL);
  g_autofree char *last = g_build_filename (fixture->folder, "last", NULL);
  g_autofree char *cut_off = NULL, *copy = NULL;
  TroupeDraft *draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);
  TroupeDraft *second;

  set_text (document, "a", "description", "one", FALSE);
  troupe_drafts_flush (fixture->drafts);
  cut_off = g_strdup_printf (
      "mkdir -p %s/y && cp %s/*-*/*.draft %s/y/ && printf '99 0123' >> %s/y/*.draft", next,
      fixture->folder, next, next);
  g_assert_cmpint (system (cut_off), ==, 0);
  others = troupe_drafts_new (next);
  left = troupe_drafts_take_left (others);
  back = restore (left, 0);
  assert_same (back, document);
  second = troupe_drafts_follow (others, back, "flow", g_ptr_array_index (left, 0));
  set_text (back, "a", "description", "two", FALSE);
  troupe_drafts_flush (others);

  copy = g_strdup_printf ("mkdir -p %s/z && cp %s/*-*/*.draft %s/z/", last, next, last);
  g_assert_cmpint (system (copy), ==, 0);
  third = troupe_drafts_new (last);
  more = troupe_drafts_take_left (third);
  again = restore (more, 0);
  assert_same (again, back);
  g_assert_cmpuint (troupe_recovered_draft_get_n_steps (g_ptr_array_index (more, 0)), ==, 2);
  troupe_draft_end (second);
  troupe_draft_end (draft);
}

/* What is typed into a field is restored, but is neither an edit nor a step. The draft keeps the
 * text of each field, until the field has written or discarded it. */
static void
test_typed (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "flow.json", NULL);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeDocument) back = NULL, again = NULL;
  g_autoptr (TroupeDrafts) others = NULL, more = NULL;
  g_autoptr (GPtrArray) left = NULL, left_again = NULL;
  g_autoptr (GError) error = NULL;
  const char *field = NULL;
  TroupeDraft *draft;

  g_assert_true (g_file_set_contents (path, first_text, -1, NULL));
  document = troupe_flow_document_load (path, NULL, &error);
  g_assert_no_error (error);
  draft = troupe_drafts_follow (fixture->drafts, TROUPE_DOCUMENT (document), "flow", NULL);
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.b.name", "other");
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.a.name", "h");
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.a.name", "half");
  /* A field does not forget the text of another field. */
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.c.name", NULL);

  left = take_copy (fixture, &others);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_true (troupe_recovered_draft_is_edited (g_ptr_array_index (left, 0)));
  back = restore (left, 0);
  g_assert_cmpstr (troupe_document_get_typed (back, &field), ==, "half");
  g_assert_cmpstr (field, ==, "methods.a.name");
  g_assert_cmpstr (troupe_document_find_typed (back, "methods.b.name"), ==, "other");
  assert_same (back, TROUPE_DOCUMENT (document));
  g_assert_false (troupe_document_is_modified (back));
  g_assert_false (troupe_document_undo (back));

  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.a.name", NULL);
  troupe_document_move_typed (TROUPE_DOCUMENT (document), "methods.b", "methods.bb");
  left_again = take_copy (fixture, &more);
  again = restore (left_again, 0);
  g_assert_null (troupe_document_find_typed (again, "methods.a.name"));
  g_assert_cmpstr (troupe_document_get_typed (again, &field), ==, "other");
  g_assert_cmpstr (field, ==, "methods.bb.name");

  /* The text is there again when the file is closed and opened, unless it was discarded. That of a method
   * that does not exist any more is not. */
  troupe_document_move_typed (TROUPE_DOCUMENT (document), "methods.bb", "methods.b");
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.gone.name", "orphan");
  troupe_draft_end (draft);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeFlowDocument) opened = troupe_flow_document_load (path, NULL, NULL);

      troupe_drafts_read_typed (fixture->drafts, TROUPE_DOCUMENT (opened));
      draft = troupe_drafts_follow (fixture->drafts, TROUPE_DOCUMENT (opened), "flow", NULL);
      g_assert_cmpstr (troupe_document_get_typed (TROUPE_DOCUMENT (opened), NULL), ==,
                       i == 0 ? "other" : NULL);
      troupe_document_clear_typed (TROUPE_DOCUMENT (opened));
      troupe_draft_end (draft);
    }
}

/* Texts with mistakes may be keys. Those of a deleted document are not put into the fields of another one at its path. */
static void
test_typed_elsewhere (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "project", NULL);
  g_autofree char *stranger = g_build_filename (fixture->folder, "stranger", NULL);
  g_autofree char *path = g_build_filename (folder, "flow.json", NULL);
  g_autofree char *old = g_build_filename (fixture->folder, "old", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (stranger, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, first_text, -1, NULL));
  /* In the same folder, with another name in the same folder, and in another folder that existed before. */
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TroupeFlowDocument) document = troupe_flow_document_load (path, NULL, NULL);
      g_autoptr (TroupeFlowDocument) opened = NULL;
      TroupeDraft *draft =
          troupe_drafts_follow (fixture->drafts, TROUPE_DOCUMENT (document), "flow", NULL);

      troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.a.name", "sk-secret");
      troupe_draft_end (draft);
      if (i == 1)
        {
          g_autofree char *text = g_strdup (first_text);
          char *name = strstr (text, "\"name\"");

          g_assert_nonnull (name);
          name = strchr (strchr (name + 6, '"') + 1, '"');
          name[-1] = '~';
          g_assert_true (g_file_set_contents (path, text, -1, NULL));
        }
      if (i == 2)
        {
          g_autofree char *inner = g_build_filename (stranger, "flow.json", NULL);

          g_assert_true (g_file_set_contents (inner, first_text, -1, NULL));
          g_assert_cmpint (g_rename (folder, old), ==, 0);
          g_assert_cmpint (g_rename (stranger, folder), ==, 0);
        }
      opened = troupe_flow_document_load (path, NULL, NULL);
      troupe_drafts_read_typed (fixture->drafts, TROUPE_DOCUMENT (opened));
      g_assert_cmpstr (troupe_document_get_typed (TROUPE_DOCUMENT (opened), NULL), ==,
                       i == 0 ? "sk-secret" : NULL);
      g_assert_true (g_file_set_contents (path, first_text, -1, NULL));
    }
}

static JsonNode *
make_list (const char *const *texts)
{
  g_autoptr (JsonArray) list = json_array_new ();

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), texts[i]);

      json_node_seal (node);
      json_array_add_element (list, g_steal_pointer (&node));
    }
  return troupe_tree_take_array (g_steal_pointer (&list));
}

static void
set_list (TroupeDocument *document, const char *const *texts)
{
  const char *const path[] = { "state", "examples", NULL };
  g_autoptr (JsonNode) list = make_list (texts);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_document_set (document, path, list, "Edit", NULL, &error));
  g_assert_no_error (error);
}

/* A text of an entry of a list stays with its entry when the list changes, also by undo. If the entry
 * itself is changed the text stays as well; if it is removed the text is forgotten. */
static void
test_typed_lists (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (TroupeFlowDocument) flow = NULL;
  g_autoptr (TroupeDrafts) others = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (TroupeDocument) back = NULL;
  TroupeDocument *document;
  TroupeDraft *draft;

  flow = troupe_flow_document_load_text (first_text, strlen (first_text), "flow", NULL, NULL);
  document = TROUPE_DOCUMENT (flow);
  draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);
  set_list (document, (const char *const[]){ "one", "two", "two", "four", NULL });
  troupe_document_set_typed (document, "state.examples.0.{}", "of one");
  troupe_document_set_typed (document, "state.examples.3.{}", "of four");
  troupe_document_set_typed (document, "state.examples.4.{}", "of a new one");
  troupe_document_set_typed (document, "state.type", "of another field");

  set_list (document, (const char *const[]){ "four", "two", "two", "one", NULL });
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.3.{}"), ==, "of one");
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.0.{}"), ==, "of four");
  g_assert_true (troupe_document_undo (document));
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.0.{}"), ==, "of one");
  set_list (document, (const char *const[]){ "changed", "two", "two", "four", NULL });
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.0.{}"), ==, "of one");
  set_list (document, (const char *const[]){ "two", "two", "four", NULL });
  g_assert_null (troupe_document_find_typed (document, "state.examples.0.{}"));
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.2.{}"), ==, "of four");
  g_assert_cmpstr (troupe_document_find_typed (document, "state.examples.3.{}"), ==,
                   "of a new one");
  g_assert_cmpstr (troupe_document_find_typed (document, "state.type"), ==, "of another field");

  /* The draft has both the edits and the texts. */
  left = take_copy (fixture, &others);
  back = restore (left, 0);
  assert_same (back, document);
  g_assert_cmpstr (troupe_document_find_typed (back, "state.examples.2.{}"), ==, "of four");
  g_assert_null (troupe_document_find_typed (back, "state.examples.0.{}"));
  troupe_draft_end (draft);
}

/* If the text cannot be written when the document is closed, as on a full disk, its draft is left to be
 * recovered. */
static void
test_typed_unwritable (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "flow.json", NULL);
  g_autofree char *typed = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeDrafts) others = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (TroupeDocument) back = NULL;
  g_autoptr (GError) error = NULL;
  TroupeDraft *draft;

  typed = g_build_filename (fixture->top, "typed", NULL);
  g_assert_true (g_file_set_contents (typed, "no folder", -1, NULL));
  g_assert_true (g_file_set_contents (path, first_text, -1, NULL));
  document = troupe_flow_document_load (path, NULL, &error);
  g_assert_no_error (error);
  draft = troupe_drafts_follow (fixture->drafts, TROUPE_DOCUMENT (document), "flow", NULL);
  troupe_document_set_typed (TROUPE_DOCUMENT (document), "methods.a.name", "half");
  troupe_draft_end (draft);
  left = take_copy (fixture, &others);
  g_assert_cmpuint (left->len, ==, 1);
  back = restore (left, 0);
  g_assert_cmpstr (troupe_document_find_typed (back, "methods.a.name"), ==, "half");
  g_assert_cmpint (g_unlink (typed), ==, 0);
}

/* The draft of an unedited document contains only its path, and a closed document leaves no
 * draft. */
static void
test_unedited (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "flow.json", NULL);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeDocument) back = NULL, edited = NULL;
  g_autoptr (TroupeDrafts) others = NULL, more = NULL;
  g_autoptr (GPtrArray) left = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  TroupeDraft *draft, *second;

  g_assert_true (g_file_set_contents (path, first_text, -1, NULL));
  document = troupe_flow_document_load (path, NULL, &error);
  g_assert_no_error (error);
  draft = troupe_drafts_follow (fixture->drafts, TROUPE_DOCUMENT (document), "flow", NULL);
  left = take_copy (fixture, &others);
  back = restore (left, 0);
  assert_same (back, TROUPE_DOCUMENT (document));

  /* The restored document takes over its draft. */
  second = troupe_drafts_follow (others, back, "flow", g_ptr_array_index (left, 0));
  set_text (back, "a", "description", "new", FALSE);
  troupe_drafts_flush (others);
  troupe_draft_end (second);
  troupe_draft_end (draft);
  troupe_drafts_flush (others);
  troupe_drafts_flush (fixture->drafts);
  more = troupe_drafts_new (fixture->folder);
  none = troupe_drafts_take_left (more);
  g_assert_cmpuint (none->len, ==, 0);
}

typedef struct
{
  guint n;
  gboolean has_passed; /* drafts can be written again */
} Failures;

static void
failed_cb (TroupeDrafts *drafts, const char *message, gpointer user_data)
{
  Failures *failures = user_data;

  failures->has_passed = message == NULL;
  if (message == NULL)
    return;
  g_assert_nonnull (strstr (message, "draft"));
  failures->n++;
}

static void
iterate_until (gboolean (*condition) (gpointer), gpointer user_data)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (!condition (user_data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static gboolean
has_failed_once (gpointer user_data)
{
  return ((Failures *) user_data)->n == 1;
}

static gboolean
has_passed (gpointer user_data)
{
  return ((Failures *) user_data)->has_passed;
}

static gboolean
has_draft (gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (TroupeDrafts) others = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (TroupeDocument) back = NULL;
  g_autofree char *command = g_strdup_printf ("ls %s/*-*/*.draft >/dev/null 2>&1", fixture->folder);

  if (system (command) != 0)
    return FALSE;
  left = take_copy (fixture, &others);
  back = left->len == 1 ? restore (left, 0) : NULL;
  return back != NULL && troupe_recovered_draft_get_n_steps (g_ptr_array_index (left, 0)) == 50;
}

/* If no file can be written, the error is reported once and editing continues. The edits are
 * written later when there is space, which is reported, too. */
static void
test_full_disk (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (TroupeDocument) document = make_document ();
  struct rlimit limit, none;
  Failures failures = { 0 };
  TroupeDraft *draft;

  g_signal_connect (fixture->drafts, "failed", G_CALLBACK (failed_cb), &failures);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  none = limit;
  none.rlim_cur = 64;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      set_text (document, "a", "description", text, FALSE);
    }
  iterate_until (has_failed_once, &failures);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  iterate_until (has_draft, fixture);
  iterate_until (has_passed, &failures);
  g_assert_cmpuint (failures.n, ==, 1);
  troupe_draft_end (draft);
}

/* Truncated and overwritten drafts. */
static void
test_damaged (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GRand) random = random_new ();
  g_autoptr (TroupeDocument) document = make_document ();
  g_autoptr (TroupeDrafts) others = NULL;
  g_autoptr (GPtrArray) left = NULL;
  TroupeDraft *draft = troupe_drafts_follow (fixture->drafts, document, "flow", NULL);
  g_autofree char *source = NULL, *folder = NULL, *path = NULL, *text = NULL;
  gsize length;

  for (guint i = 0; i < 30; i++)
    edit (document, random);
  left = take_copy (fixture, &others);
  troupe_recovered_draft_discard (g_ptr_array_index (left, 0), others);
  source = g_strconcat (fixture->folder, "/copy/whole", NULL);
  {
    g_autofree char *command = g_strdup_printf ("cat %s/*-*/*.draft > %s", fixture->folder, source);

    g_assert_cmpint (system (command), ==, 0);
  }
  g_assert_true (g_file_get_contents (source, &text, &length, NULL));
  folder = g_strconcat (fixture->folder, "/copy/x", NULL);
  path = g_build_filename (folder, "000001.draft", NULL);
  for (guint i = 0; i < 200; i++)
    {
      gsize size = (gsize) g_rand_int_range (random, 0, (gint32) length);
      g_autofree char *damaged = g_memdup2 (text, length + 1);
      g_autoptr (GPtrArray) found = NULL;

      if (i % 2 == 0)
        damaged[size] = (char) g_rand_int_range (random, 0, 256);
      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (
          g_file_set_contents (path, damaged, (gssize) (i % 2 == 0 ? length : size), NULL));
      g_clear_object (&others);
      {
        g_autofree char *copy = g_strconcat (fixture->folder, "/copy", NULL);

        others = troupe_drafts_new (copy);
      }
      /* A file that is not a draft is moved aside and reported. */
      g_test_expect_message ("troupe-drafts", G_LOG_LEVEL_MESSAGE, "*");
      found = troupe_drafts_take_left (others);
      if (found->len > 0)
        g_log ("troupe-drafts", G_LOG_LEVEL_MESSAGE, "none was set aside");
      g_test_assert_expected_messages ();
      for (guint k = 0; k < found->len; k++)
        {
          g_autoptr (TroupeDocument) back = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
          g_autoptr (GError) error = NULL;

          if (!troupe_recovered_draft_restore (g_ptr_array_index (found, k), back, &error))
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
          troupe_recovered_draft_discard (g_ptr_array_index (found, k), others);
        }
    }
  troupe_draft_end (draft);
}

int
main (int argc, char **argv)
{
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2], (guint32) g_ascii_strtoull (argv[3], NULL, 10));
  g_test_init (&argc, &argv, NULL);
  program = argv[0];

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  g_test_add_func ("/document/drafts/kills", test_kills);
  g_test_add_func ("/document/drafts/durable", test_durable);
  g_test_add_func ("/document/drafts/folder", test_folder);
  ADD ("/document/drafts/saved", test_saved);
  ADD ("/document/drafts/typed", test_typed);
  ADD ("/document/drafts/typed-elsewhere", test_typed_elsewhere);
  ADD ("/document/drafts/typed-lists", test_typed_lists);
  ADD ("/document/drafts/typed-unwritable", test_typed_unwritable);
  ADD ("/document/drafts/unedited", test_unedited);
  ADD ("/document/drafts/broken-text", test_broken_text);
  ADD ("/document/drafts/goes-on", test_goes_on);
  ADD ("/document/drafts/full-disk", test_full_disk);
  ADD ("/document/drafts/damaged", test_damaged);

  return g_test_run ();
}
