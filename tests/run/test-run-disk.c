/* test-run-disk.c: how much a run may store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "../test-remove.h"
#include "../test-wait.h"
#include "run-test.h"
#include "troupe-run-disk.h"

#define LIMIT (1024u * 1024)

/* Size of an empty database, plus the data that the end of a run adds. */
#define SLACK (256u * 1024)

/* A loop of which each pass stores @expression. */
#define LOOP(expression)                                                                           \
  "{'name': 'l', 'config': {'max_method_calls': 1000000}, 'state': {'type': 'dict', 'default': "   \
  "{'s': '%s'}}, 'methods': {"                                                                     \
  "'again': {'start': true, 'listen': 'store', 'router': true, 'emit': ['more'], "                 \
  "'do': {'call': 'expression', 'expr': '`more`'}},"                                               \
  "'store': {'listen': 'more', 'do': {'call': 'expression', 'expr': '" expression "'}}}}"

typedef struct
{
  char *folder;
  char *document;
  RunTest *test;
} DiskTest;

static gint64
measure_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  gint64 n_bytes = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      GStatBuf info;

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        n_bytes += measure_folder (child);
      else if (g_stat (child, &info) == 0)
        n_bytes += info.st_size;
    }
  return n_bytes;
}

static TroupeStore *
open_store (DiskTest *self)
{
  g_autoptr (GError) error = NULL;
  TroupeStore *store = troupe_store_open (self->folder, &error);

  g_assert_no_error (error);
  return store;
}

/* Lets a run store the data that @document creates, and closes the store. Each %s in @document
 * is replaced with @length letters. */
static DiskTest *
execute (const char *document, gsize length, gsize limit)
{
  DiskTest *self = g_new0 (DiskTest, 1);
  g_autoptr (GString) whole = g_string_new (document);
  g_autofree char *text = g_strnfill (length, 'y');
  g_autoptr (TroupeStore) store = NULL;

  self->folder = g_dir_make_tmp ("troupe-disk-XXXXXX", NULL);
  store = open_store (self);
  g_string_replace (whole, "%s", text, 1);
  g_string_replace (whole, "FOLDER", self->folder, 0);
  g_strdelimit (g_strdelimit (whole->str, "'", '"'), "`", '\'');
  self->document = g_strdup (whole->str);
  self->test = run_test_new_text (self->document);
  troupe_run_set_disk_limit (self->test->run, limit);
  troupe_run_set_folder (self->test->run, self->folder);
  troupe_run_set_store (self->test->run, store, NULL, self->document);
  run_test_execute (self->test);
  g_assert_true (troupe_store_flush (store, NULL));
  troupe_run_set_store (self->test->run, NULL, NULL, NULL);
  return self;
}

static void
disk_test_free (DiskTest *self)
{
  run_test_free (self->test);
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->document);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DiskTest, disk_test_free)

/* @method: (nullable): any */
static void
assert_limited (DiskTest *self, const char *method)
{
  const TroupeRunResult *result = self->test->result;
  const gint64 n_bytes = measure_folder (self->folder);

  g_assert_cmpint (result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_error (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
  g_assert_cmpstr (troupe_run_error_get_kind (result->error), ==, "limit");
  g_assert_nonnull (strstr (result->error->message, "1.0\xc2\xa0MiB"));
  g_assert_nonnull (strstr (result->error->message, "--disk-limit"));
  g_assert_nonnull (strstr (result->error->message, "run-disk-limit"));
  if (method != NULL)
    g_assert_cmpstr (result->error_method, ==, method);
  g_test_message ("%" G_GINT64_FORMAT " bytes", n_bytes);
  g_assert_cmpint (n_bytes, <, LIMIT + SLACK);
}

/* Much is stored before it ends. */
static void
assert_used (DiskTest *self)
{
  g_assert_cmpint (measure_folder (self->folder), >, LIMIT / 2);
}

static void
test_values (void)
{
  g_autoptr (DiskTest) test = execute (LOOP ("state.s + `x`"), 10000, LIMIT);

  assert_limited (test, "store");
  assert_used (test);
}

/* A shared value uses memory only once, but it is written to the disk each time. */
static void
test_shared (void)
{
  g_autoptr (DiskTest) test = execute (LOOP ("state.s"), 10000, LIMIT);

  assert_limited (test, "store");
  assert_used (test);
}

/* The events of the steps are what fills it. */
static void
test_small (void)
{
  g_autoptr (DiskTest) test = execute (LOOP ("1"), 1, LIMIT);

  assert_limited (test, NULL);
  assert_used (test);
}

/* Each letter takes six bytes. */
static void
test_escapes (void)
{
  g_autoptr (GString) document = g_string_new (LOOP ("state.s"));
  g_autoptr (GString) letters = g_string_new (NULL);
  g_autoptr (DiskTest) test = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append (letters, "\\u0001");
  g_string_replace (document, "%s", letters->str, 1);
  test = execute (document->str, 0, LIMIT);
  assert_limited (test, "store");
  assert_used (test);
}

/* 2 to the power of 24 copies of one text. */
static void
test_nested (void)
{
  g_autoptr (DiskTest) test =
      execute (LOOP ("[state.s].map(a, [a, a, a, a]).map(a, [a, a, a, a]).map(a, [a, a, a, a])"
                     ".map(a, [a, a, a, a]).map(a, [a, a, a, a]).map(a, [a, a, a, a])"),
               1000, LIMIT);

  assert_limited (test, "store");
}

/* Methods end together, and there is enough space for each of them alone, but not for all of
 * them. */
static void
test_together (void)
{
  g_autoptr (GString) document = g_string_new (
      "{'name': 't', 'state': {'type': 'dict', 'default': {'s': '%s'}}, 'methods': {");
  g_autoptr (DiskTest) test = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (
        document, "%s'm%u': {'start': true, 'do': {'call': 'expression', 'expr': 'state.s'}}",
        i > 0 ? ", " : "", i);
  g_string_append (document, "}}");
  test = execute (document->str, 100000, LIMIT);
  assert_limited (test, NULL);
}

/* The events of all listeners contain the same output. */
static void
test_listeners (void)
{
  g_autoptr (GString) document = g_string_new (
      "{'name': 't', 'state': {'type': 'dict', 'default': {'s': '%s'}}, 'methods': {"
      "'first': {'start': true, 'do': {'call': 'expression', 'expr': 'state.s'}}");
  g_autoptr (DiskTest) test = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (
        document, ", 'm%u': {'listen': 'first', 'do': {'call': 'expression', 'expr': '1'}}", i);
  g_string_append (document, "}}");
  test = execute (document->str, 100000, LIMIT);
  assert_limited (test, NULL);
}

static void
test_states (void)
{
  g_autoptr (DiskTest) test = execute (
      "{'name': 'l', 'config': {'max_method_calls': 1000000}, 'state': {'type': 'dict', 'default': "
      "{'s': '%s'}}, 'persist': {'enabled': true, 'persistence': {'persistence_type': "
      "'SQLiteFlowPersistence', 'db_path': 'FOLDER/states.db'}}, 'methods': {"
      "'again': {'start': true, 'listen': 'store', 'router': true, 'emit': ['more'], "
      "'do': {'call': 'expression', 'expr': '`more`'}},"
      "'store': {'listen': 'more', 'do': {'call': 'expression', 'expr': '1'}}}}",
      10000, LIMIT);

  assert_limited (test, NULL);
  assert_used (test);
}

#define CHECKPOINTS(more)                                                                          \
  "{'name': 'l', 'config': {'max_method_calls': 40, 'checkpoint': {'location': 'FOLDER/"           \
  "ck', 'on_events': ['method_execution_finished']" more "}}, 'state': {'type': 'dict', "          \
  "'default': {'s': '%s'}}, 'methods': {"                                                          \
  "'again': {'start': true, 'listen': 'store', 'router': true, 'emit': ['more'], "                 \
  "'do': {'call': 'expression', 'expr': '`more`'}},"                                               \
  "'store': {'listen': 'more', 'do': {'call': 'expression', 'expr': '1'}}}}"

static void
test_checkpoints (void)
{
  g_autoptr (DiskTest) test = execute (CHECKPOINTS (""), 50000, LIMIT);

  assert_limited (test, NULL);
  assert_used (test);
}

/* Those that are removed again do not count. */
static void
test_pruned_checkpoints (void)
{
  g_autoptr (DiskTest) test = execute (CHECKPOINTS (", 'max_checkpoints': 3"), 50000, LIMIT);

  g_assert_error (test->test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
  g_assert_cmpuint (run_test_count (test->test, TROUPE_EVENT_CHECKPOINT_FAILED, NULL), ==, 0);
}

/* Calls of models stop in the middle of a method. */
static void
test_calls (void)
{
  g_autoptr (GString) numbers = g_string_new ("0");
  g_autofree char *document = NULL;
  g_autoptr (DiskTest) test = NULL;

  for (guint i = 1; i < 100; i++)
    g_string_append_printf (numbers, ", %u", i);
  document = g_strdup_printf (
      "{'name': 'l', 'state': {'type': 'dict', 'default': {'s': '%%s'}}, 'methods': {"
      "'all': {'start': true, 'do': {'call': 'each', 'in': '[%s]', 'do': ["
      "{'name': 'ask', 'action': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
      "'backstory': 'b', 'llm': {'model': 'mock/script', 'answers': ['yes']}, "
      "'input': '${state.s}'}}}]}}}}",
      numbers->str);
  test = execute (document, 20000, LIMIT);
  assert_limited (test, "all");
  assert_used (test);
  g_assert_cmpuint (run_test_count (test->test, TROUPE_EVENT_LLM_CALL_FINISHED, NULL), <, 60);
}

static void
test_unlimited (void)
{
  g_autoptr (DiskTest) test = execute (CHECKPOINTS (""), 50000, 0);

  g_assert_error (test->test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
  g_assert_cmpint (measure_folder (test->folder), >, 2 * LIMIT);
}

/* A document that needs no consent has a smaller limit, unless the user has set one. */
static void
test_default (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, 'do': {'call': 'expression', "
                                           "'expr': '1'}}");

  g_assert_cmpuint (troupe_run_get_disk_limit (test->run), ==, TROUPE_LIMIT_RUN_DISK);
  troupe_run_set_unreviewed (test->run, TRUE);
  g_assert_cmpuint (troupe_run_get_disk_limit (test->run), ==, TROUPE_LIMIT_RUN_DISK_UNREVIEWED);
  troupe_run_set_disk_limit (test->run, 2 * TROUPE_LIMIT_RUN_DISK);
  g_assert_cmpuint (troupe_run_get_disk_limit (test->run), ==, 2 * TROUPE_LIMIT_RUN_DISK);
  troupe_run_set_disk_limit (test->run, 0);
  g_assert_cmpuint (troupe_run_get_disk_limit (test->run), ==, 0);
  run_test_execute (test);
}

/* Without a store nothing is counted. */
static void
test_not_stored (void)
{
  g_autofree char *text = g_strnfill (10000, 'y');
  g_autoptr (GString) whole = g_string_new (LOOP ("state.s + `x`"));
  g_autoptr (RunTest) test = NULL;

  g_string_replace (whole, "%s", text, 1);
  g_string_replace (whole, "1000000", "200", 1);
  test = run_test_new_document (whole->str);
  troupe_run_set_disk_limit (test->run, LIMIT);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
}

/* --- Resuming ------------------------------------------------------------------------------------- */

/* Continues the run of @self. (transfer full) */
static TroupeRunResult *
resume (DiskTest *self, gsize limit)
{
  g_autoptr (TroupeStore) store = open_store (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRun) run = troupe_run_new_from_interrupted (
      store, troupe_run_get_id (self->test->run), NULL, &error);
  TroupeRunResult *result;

  g_assert_no_error (error);
  troupe_run_set_disk_limit (run, limit);
  result = troupe_run_execute (run);
  g_assert_true (troupe_store_flush (store, NULL));
  return result;
}

static void
test_resume (void)
{
  g_autoptr (DiskTest) test = execute (LOOP ("state.s"), 10000, LIMIT);
  g_autoptr (TroupeRunResult) same = NULL;
  g_autoptr (TroupeRunResult) more = NULL;
  guint n_outputs = test->test->result->outputs->len;

  assert_limited (test, "store");
  /* What was stored before counts as well. */
  same = resume (test, LIMIT);
  g_assert_error (same->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
  g_assert_cmpuint (same->outputs->len, ==, n_outputs);
  g_assert_cmpint (measure_folder (test->folder), <, LIMIT + SLACK);
  /* It goes on where it was. */
  more = resume (test, 2 * LIMIT);
  g_assert_error (more->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
  g_assert_cmpuint (more->outputs->len, >, n_outputs + n_outputs / 2);
  g_assert_cmpuint (more->outputs->len, <, 3 * n_outputs);
  g_assert_cmpint (measure_folder (test->folder), <, 2 * (LIMIT + SLACK));
}

/* What was finished is not repeated. */
static void
test_resume_to_end (void)
{
  g_autoptr (GString) document = g_string_new (
      "{'name': 't', 'state': {'type': 'dict', 'default': {'s': '%s'}}, 'methods': {"
      "'m0': {'start': true, 'do': {'call': 'expression', 'expr': 'state.s'}}");
  g_autoptr (DiskTest) test = NULL;
  g_autoptr (TroupeRunResult) result = NULL;

  for (guint i = 1; i < 60; i++)
    g_string_append_printf (
        document, ", 'm%u': {'listen': 'm%u', 'do': {'call': 'expression', 'expr': 'state.s'}}", i,
        i - 1);
  g_string_append (document, "}}");
  test = execute (document->str, 20000, LIMIT);
  assert_limited (test, NULL);
  assert_used (test);
  result = resume (test, 0);
  g_assert_no_error (result->error);
  g_assert_cmpuint (result->outputs->len, ==, 60);
}

/* --- A full disk ---------------------------------------------------------------------------------- */

/* The user pauses the run while it waits for space: it stays paused when there is space again, and goes on without
 * repeating or losing a step. The disk is full for files beyond a size. */
static void
test_paused_while_full (void)
{
  static const char document[] =
      "{\"name\": \"f\", \"state\": {\"type\": \"dict\", \"default\": {\"s\": \"WORDS\"}}, "
      "\"methods\": {"
      "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"LONG\"}},"
      "\"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"LONG\"}},"
      "\"c\": {\"listen\": \"b\", \"do\": {\"call\": \"expression\", \"expr\": "
      "\"size(outputs.b)\"}}}}";
  g_autofree char *folder = g_dir_make_tmp ("troupe-disk-XXXXXX", NULL);
  g_autofree char *words = g_strnfill (60000, 'y');
  g_autoptr (GString) text = g_string_new (document);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (RunTest) test = NULL;
  struct rlimit limit;
  struct rlimit small;

  g_string_replace (text, "LONG", "state.s + state.s + state.s + state.s + state.s + state.s", 0);
  g_string_replace (text, "WORDS", words, 0);
  test = run_test_new_text (text->str);
  troupe_run_set_store (test->run, store, NULL, text->str);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 400 * 1000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  run_test_start (test);
  test_wait_until (test->result != NULL || run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL) == 1);
  g_assert_null (test->result);
  g_assert_true (troupe_run_is_held (test->run));
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), >, 0);
  troupe_run_hold (test->run);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  test_wait_until (test->result != NULL || run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL) == 2);
  g_assert_null (test->result);
  g_assert_true (troupe_run_is_held (test->run));
  troupe_run_release (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (test->result->final, "360000");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, NULL), ==, 3);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  remove_all (folder);
}

/* --- Counting ------------------------------------------------------------------------------------- */

static void
test_count (void)
{
  g_autoptr (TroupeRunDisk) disk = troupe_run_disk_new ();
  g_autoptr (TroupeValue) value = troupe_value_new_string ("0123456789", -1);
  g_autoptr (GError) error = NULL;

  troupe_run_disk_add (disk, G_MAXSIZE);
  g_assert_true (troupe_run_disk_has_room (disk, G_MAXSIZE));
  troupe_run_disk_set_limit (disk, 1000);
  g_assert_true (troupe_run_disk_has_room (disk, 999));
  g_assert_false (troupe_run_disk_has_room (disk, 1000));
  g_assert_true (troupe_run_disk_has_room_for (disk, value, 70));
  g_assert_false (troupe_run_disk_has_room_for (disk, value, 90));
  troupe_run_disk_add (disk, 500);
  g_assert_true (troupe_run_disk_has_room (disk, 100));
  troupe_run_disk_add (disk, G_MAXSIZE);
  troupe_run_disk_add (disk, G_MAXSIZE);
  g_assert_false (troupe_run_disk_has_room (disk, 0));
  troupe_run_disk_remove (disk, G_MAXSIZE);
  g_assert_true (troupe_run_disk_has_room (disk, 999));
  troupe_run_disk_remove (disk, 1);
  g_assert_false (troupe_run_disk_has_room (disk, 1000));
  error = troupe_run_disk_make_error (disk);
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/disk/values", test_values);
  g_test_add_func ("/run/disk/shared", test_shared);
  g_test_add_func ("/run/disk/small", test_small);
  g_test_add_func ("/run/disk/escapes", test_escapes);
  g_test_add_func ("/run/disk/nested", test_nested);
  g_test_add_func ("/run/disk/together", test_together);
  g_test_add_func ("/run/disk/listeners", test_listeners);
  g_test_add_func ("/run/disk/states", test_states);
  g_test_add_func ("/run/disk/checkpoints", test_checkpoints);
  g_test_add_func ("/run/disk/pruned-checkpoints", test_pruned_checkpoints);
  g_test_add_func ("/run/disk/calls", test_calls);
  g_test_add_func ("/run/disk/unlimited", test_unlimited);
  g_test_add_func ("/run/disk/default", test_default);
  g_test_add_func ("/run/disk/not-stored", test_not_stored);
  g_test_add_func ("/run/disk/resume", test_resume);
  g_test_add_func ("/run/disk/resume-to-end", test_resume_to_end);
  g_test_add_func ("/run/disk/paused-while-full", test_paused_while_full);
  g_test_add_func ("/run/disk/count", test_count);

  return g_test_run ();
}
