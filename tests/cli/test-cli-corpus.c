/* test-cli-corpus.c: hostile documents, opened by every command that reads a document
 *
 * A seccomp filter kills a command that starts a program or opens a socket, and Landlock rules deny
 * writing outside of the test's folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-time.h"
#include "cli-fixture.h"
#include "hostile-corpus.h"

/* Seconds of the processor */
#define OPENED_SECONDS (20 * TEST_SLOWNESS)

/* The file that a payload of the corpus would create. */
#define TRACE "/tmp/troupe-was-here"

static double
check_command (CliFixture *fixture, const HostileDocument *document, const char *const *words)
{
  const double begin = cli_get_processor_time ();
  g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, words);
  const double seconds = cli_get_processor_time () - begin;

  if (answer->status >= 128)
    g_error ("%s: %s is killed by signal %d: %s", document->name, words[0], answer->status - 128,
             answer->err);
  if (seconds > OPENED_SECONDS)
    g_error ("%s: %s takes %.1f s of the processor", document->name, words[0], seconds);
  /* The output must be valid UTF-8, so a text must not be truncated within a character. */
  if (!g_utf8_validate (answer->err, -1, NULL) || !g_utf8_validate (answer->out, -1, NULL))
    g_error ("%s: %s writes what is not UTF-8: %s%s", document->name, words[0], answer->out,
             answer->err);
  return seconds;
}

/* Validates the document, opens it with the command number @other, or with each
 * command if TROUPE_CORPUS_ALL is set in the environment, and returns the seconds that the slowest
 * command took. */
static double
check_document (CliFixture *fixture, const HostileDocument *document, guint other)
{
  const gboolean is_all = g_getenv ("TROUPE_CORPUS_ALL") != NULL;
  const char *file = document->name;
  gboolean is_json = g_str_has_suffix (file, ".json");
  const char *const commands[][6] = {
    { "validate", file, NULL },
    { "show", file, NULL },
    { "convert", file, "-o", is_json ? "converted.yaml" : "converted.json", NULL },
    { "plot", file, "-o", "picture.svg", NULL },
  };
  g_autofree char *path = cli_fixture_path (fixture, file);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  double slowest = 0.0;
  gsize length;

  g_file_set_contents (path, document->text, (gssize) document->length, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      double seconds;

      if (!is_all && i > 0 && i != other)
        continue;
      seconds = check_command (fixture, document, commands[i]);
      slowest = MAX (slowest, seconds);
    }
  g_assert_true (g_file_get_contents (path, &after, &length, NULL));
  g_assert_cmpmem (after, length, document->text, document->length);
  g_assert_cmpint (g_remove (path), ==, 0);
  return slowest;
}

/* Returns TRUE if the system supports the filters. */
static gboolean
has_rules (CliFixture *fixture)
{
  const char *const validate[] = { "validate", "none.json", NULL };
  g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, validate);

  return answer->status != 77;
}

static void
test_rules_bite (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *outside = g_build_filename (g_get_tmp_dir (), "troupe-outside.json", NULL);
  const char *const plot[] = { "plot", "flow.json", "-o", outside, NULL };
  g_autoptr (CliAnswer) answer = NULL;

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  g_setenv ("TROUPE_WRITABLE", fixture->folder, TRUE);
  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'expression', "
                     "'expr': '1'}}}}",
                     TRUE);
  answer = cli_fixture_runv (fixture, NULL, plot);
  g_unsetenv ("TROUPE_WRITABLE");
  if (answer->status == 77 || strstr (answer->err, "no rule for files") != NULL)
    {
      g_remove (outside);
      g_test_skip ("this system has no rules for files");
      return;
    }
  g_assert_cmpint (answer->status, !=, 0);
  g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
}

static void
test_corpus (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GPtrArray) corpus = hostile_corpus_new ();
  const char *slowest_name = "";
  double slowest = 0.0;

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  if (!has_rules (fixture))
    {
      g_test_skip ("this system has no seccomp filters");
      return;
    }
  g_setenv ("TROUPE_WRITABLE", fixture->folder, TRUE);
  for (guint i = 0; i < corpus->len; i++)
    {
      double seconds =
          check_document (fixture, corpus->pdata[i], (guint) g_test_rand_int_range (1, 4));

      if (seconds > slowest)
        slowest_name = ((HostileDocument *) corpus->pdata[i])->name;
      slowest = MAX (slowest, seconds);
    }
  g_unsetenv ("TROUPE_WRITABLE");
  g_test_message ("%u documents, the slowest is %s: %.2f s", corpus->len, slowest_name, slowest);
  g_assert_false (g_file_test (TRACE, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/corpus/rules-bite", test_rules_bite);
  g_test_add_func ("/cli/corpus/documents", test_corpus);
  return g_test_run ();
}
