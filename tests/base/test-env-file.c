/* test-env-file.c: environment files next to a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-env-file.h"

static const char *const names[] = { "A", "B", "A_B", "HERE", NULL };

static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("env-XXXXXX", &error);

  g_assert_no_error (error);

  return folder;
}

static void
remove_folder (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, ".env", NULL);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static GHashTable *
read_bytes (const char *text, gsize length, GPtrArray *problems, GError **error)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, ".env", NULL);
  GHashTable *table = NULL;

  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  table = troupe_env_file_read (folder, names, problems, error);
  remove_folder (folder);

  return table;
}

/* Each row contains a text and the expected values of A and B after the text was read, or NULL
 * if a variable is unset. @problem: the number of the invalid line. */
static void
test_values (void)
{
  static const struct
  {
    const char *text;
    const char *a;
    const char *b;
    guint problem;
  } cases[] = {
    { "", NULL, NULL, 0 },
    { "A=1", "1", NULL, 0 },
    { "A=1\nB=2\n", "1", "2", 0 },
    { "A=1\r\nB=2\r\n", "1", "2", 0 },
    { "A=1\rB=2", "1", "2", 0 },
    { "\xef\xbb\xbf"
      "A=1",
      "1", NULL, 0 },
    { "  export  A = 1  \n", "1", NULL, 0 },
    { "exportA=1\nA=2", "2", NULL, 0 },
    { "# A=1\n   # x\n\n\nB=2", NULL, "2", 0 },
    { "A=1 # c\nB=1#c", "1", "1#c", 0 },
    { "A= # c\nB=#c", "", "#c", 0 },
    { "A=a b  c \t\n", "a b  c", NULL, 0 },
    { "A=\nB", "", NULL, 0 },
    { "A='a # b' # c\nB=\"a # b\"# c", "a # b", "a # b", 0 },
    { "A='a\\nb\\'c\\\\'\nB=\"a\\nb\\\"c\\\\\\q\"", "a\\nb'c\\", "a\nb\"c\\\\q", 0 },
    { "A=\"one\ntwo\"\nB=2\n!\"", "one\ntwo", "2", 0 },
    { "'A'=1", "1", NULL, 0 },
    { "A=1\nA=2", "2", NULL, 0 },
    { "A=a=b", "a=b", NULL, 0 },
    { "A=Grüße 中", "Grüße 中", NULL, 0 },
    { "A=x\nB=${A}y${A}", "x", "xyx", 0 },
    { "B=${A}y\nA=x", "x", "y", 0 },
    { "A='x'\nB='${A}'", "x", "x", 0 },
    { "B=${A:-d}e\nA=${A_B:-}f", "f", "de", 0 },
    { "B=$A ${A", NULL, "$A ${A", 0 },
    { "A=x\nB=${A:y}", "x", "${A:y}", 0 },
    /* What the file defines is expanded, and what only the environment defines is not expanded, whether it was
     * requested or not. */
    { "OTHER=x\nB=${OTHER}", NULL, "x", 0 },
    { "B=${HERE}", NULL, "", 0 },
    { "B=${HERE:-d}", NULL, "d", 0 },
    { "HERE=file\nB=${HERE}", NULL, "file", 0 },
    { "HERE=https://x.example/${HERE}\nB=${HERE}", NULL, "https://x.example/", 0 },
    { "HERE=\"${HERE} \"\nB=${HERE}", NULL, " ", 0 },
    { "HERE=${HERE}${HERE}\nB=${HERE}", NULL, "", 0 },
    { "HERE=${HERE}\nB=a${HERE}", NULL, "a", 0 },
    { "HERE=file\nHERE=${HERE:-d}\nB=a${HERE}", NULL, "a", 0 },
    { "HERE=${HERES}\nB=a${HERE}", NULL, "a", 0 },
    { "B=${SECRET_OF_OTHERS}", NULL, "", 0 },
    { "A=1\n=2\nB=2", "1", "2", 2 },
    { "\n\nA='1\nB=2", NULL, "2", 3 },
    { "A=\"1\" x\nB=2", NULL, "2", 1 },
    { "A B\nB=2", NULL, "2", 1 },
    { "A=\"1\n2\"\n=\nB=2", "1\n2", "2", 3 },
    { "export\nA=1", "1", NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      g_autoptr (GHashTable) table =
          read_bytes (cases[i].text, strlen (cases[i].text), problems, &error);

      g_test_message ("case %u", i);
      g_assert_no_error (error);
      g_assert_cmpstr (g_hash_table_lookup (table, "A"), ==, cases[i].a);
      g_assert_cmpstr (g_hash_table_lookup (table, "B"), ==, cases[i].b);
      g_assert_false (g_hash_table_contains (table, "OTHER"));
      g_assert_cmpuint (problems->len, ==, cases[i].problem != 0);
      if (cases[i].problem != 0)
        {
          g_autofree char *wanted =
              g_strdup_printf ("Could not read line %u of .env.", cases[i].problem);

          g_assert_true (g_str_has_prefix (g_ptr_array_index (problems, 0), wanted));
        }
    }
}

/* Error messages do not quote the invalid line, which may contain a secret. */
static void
test_secret_lines (void)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  const char *text = "A=\"sk-canary\nsk-canary-2 3\n='sk-canary";
  g_autoptr (GHashTable) table = read_bytes (text, strlen (text), problems, NULL);

  g_assert_cmpuint (problems->len, ==, 3);
  for (guint i = 0; i < problems->len; i++)
    g_assert_null (strstr (g_ptr_array_index (problems, i), "canary"));
}

/* Each line defines a variable that is twice as long as the previous one. */
static void
test_bomb (void)
{
  g_autoptr (GString) text = g_string_new ("X0=0123456789\n");
  g_autoptr (GHashTable) table = NULL;

  for (guint i = 1; i < 64; i++)
    g_string_append_printf (text, "X%u=${X%u}${X%u}\n", i, i - 1, i - 1);
  g_string_append (text, "A=${X63}");
  table = read_bytes (text->str, text->len, NULL, NULL);
  g_assert_cmpuint (strlen (g_hash_table_lookup (table, "A")), <=, 65536);
}

static void
test_refused (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, ".env", NULL);
  g_autofree char *large = g_strnfill (TROUPE_ENV_FILE_LIMIT + 1, 'a');
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) link = NULL;
  g_autoptr (GError) directory = NULL;
  g_autoptr (GError) too_large = NULL;
  g_autoptr (GError) latin = NULL;

  g_assert_null (troupe_env_file_read (folder, names, NULL, &missing));
  g_assert_error (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpint (symlink ("/etc/passwd", path), ==, 0);
  g_assert_null (troupe_env_file_read (folder, names, NULL, &link));
  g_assert_nonnull (link);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_null (troupe_env_file_read (folder, names, NULL, &directory));
  g_assert_nonnull (directory);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  remove_folder (folder);

  g_assert_null (read_bytes (large, strlen (large), NULL, &too_large));
  g_assert_nonnull (too_large);
  g_assert_null (read_bytes ("A=\xff", 3, NULL, &latin));
  g_assert_error (latin, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

/* Variables of the file are not set in the environment of the process. */
static void
test_not_set (void)
{
  g_autoptr (GHashTable) table = read_bytes ("A_B=1", 5, NULL, NULL);

  g_assert_cmpstr (g_hash_table_lookup (table, "A_B"), ==, "1");
  g_assert_null (g_getenv ("A_B"));
}

int
main (int argc, char **argv)
{
  g_setenv ("HERE", "there", TRUE);
  g_setenv ("SECRET_OF_OTHERS", "sk-canary", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/env-file/values", test_values);
  g_test_add_func ("/env-file/secret-lines", test_secret_lines);
  g_test_add_func ("/env-file/bomb", test_bomb);
  g_test_add_func ("/env-file/refused", test_refused);
  g_test_add_func ("/env-file/not-set", test_not_set);

  return g_test_run ();
}
