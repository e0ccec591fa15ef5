/* test-memory-damage.c: damaged memory databases must never crash the program and are never deleted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "memory-server.h"
#include "troupe-memory.h"

#define SPACE TROUPE_MEMORY_SPACE
#define DIMENSION 16u
#define N_RECORDS 80u
#define N_ROUNDS 640u

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = memory_make_folder ();
  fixture->path = g_build_filename (fixture->folder, "memory.db", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  memory_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static gboolean
add (TroupeMemoryStore *store, const char *content, GError **error)
{
  g_autoptr (TroupeMemoryRecord) record = troupe_memory_record_new (content);
  g_autoptr (GPtrArray) records = g_ptr_array_new ();
  float vector[DIMENSION] = { 0 };

  for (guint i = 0; i < DIMENSION; i++)
    vector[i] = (float) (g_str_hash (content) >> i & 7) + 0.5f;
  g_ptr_array_add (records, record);

  return troupe_memory_store_add (store, SPACE, records, vector, DIMENSION, "model", error);
}

static void
fill (const char *path, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryStore) store = troupe_memory_store_open (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *content = g_strdup_printf ("Memory, number %u", i);

      g_assert_true (add (store, content, &error));
    }
}

/* Calls all functions that read or write. Returns TRUE if there was no error, or only the error
 * about a different embedder, which the user must resolve. */
static gboolean
use (TroupeMemoryStore *store)
{
  const TroupeMemoryFilter all = { .is_all = TRUE };
  const float vector[DIMENSION] = { 1.0f };
  GError *errors[5] = { NULL };
  g_autoptr (GPtrArray) records =
      troupe_memory_store_list (store, SPACE, &all, 0, 1000, &errors[0]);
  g_autoptr (GPtrArray) matches =
      troupe_memory_store_search (store, SPACE, vector, DIMENSION, TROUPE_MEMORY_METRIC_L2, &all,
                                  10, &errors[1]);
  g_autoptr (TroupeMemoryInfo) info = troupe_memory_store_get_info (store, SPACE, "/", &errors[2]);
  g_autofree char *tree = troupe_memory_store_draw_tree (store, "/", &errors[3]);
  gboolean is_good = TRUE;

  add (store, "One more", &errors[4]);
  g_assert_true ((records == NULL) == (errors[0] != NULL) &&
                 (matches == NULL) == (errors[1] != NULL));
  g_assert_true ((info == NULL) == (errors[2] != NULL) && (tree == NULL) == (errors[3] != NULL));
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i] != NULL)
      {
        g_assert_nonnull (strstr (errors[i]->message, troupe_memory_store_get_path (store)));
        if (!g_error_matches (errors[i], G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
          {
            g_test_message ("%s", errors[i]->message);
            is_good = FALSE;
          }
        g_error_free (errors[i]);
      }

  return is_good;
}

static guint
count_aside (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += strstr (name, ".broken-") != NULL && !g_str_has_suffix (name, "-wal") &&
         !g_str_has_suffix (name, "-shm");

  return n;
}

/* --- Files that are not databases ------------------------------------------------------------- */

static void
test_aside (Fixture *fixture, gconstpointer data)
{
  const char *letter = "This is a letter, and no database at all.";
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryStore) store = NULL;
  g_autofree char *notice = NULL;
  g_autofree char *again = NULL;
  g_autofree char *kept = NULL;
  const char *aside;

  g_assert_true (g_file_set_contents (fixture->path, letter, -1, NULL));
  store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
  notice = troupe_memory_store_take_notice (store);
  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice, fixture->path));
  aside = strstr (notice, ".broken-");
  g_assert_nonnull (aside);
  again = troupe_memory_store_take_notice (store);
  g_assert_null (again);
  g_assert_cmpuint (count_aside (fixture->folder), ==, 1);
  g_assert_true (use (store));
  {
    g_autofree char *name = g_strndup (aside, strcspn (aside, "”"));
    g_autofree char *path = g_strconcat (fixture->path, name, NULL);

    g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  }
  g_assert_cmpstr (kept, ==, letter);
}

/* --- Random damage ---------------------------------------------------------------------------- */

typedef enum
{
  CUT,
  FLIP,
  BLANK,
  SWAP,
  NOISE,
  GROW,
  HEADER,
  N_DAMAGES,
} Damage;

static void
damage (GRand *random, guint8 *bytes, gsize *length, Damage how)
{
  const gsize page = 4096;
  const gsize n_pages = *length / page;
  gsize at = g_rand_int_range (random, 0, (gint) *length);

  switch (how)
    {
    case CUT:
      *length = at;
      break;
    case FLIP:
      for (guint i = g_rand_int_range (random, 1, 40); i > 0; i--)
        bytes[g_rand_int_range (random, 0, (gint) *length)] ^= 1 << g_rand_int_range (random, 0, 8);
      break;
    case BLANK:
      memset (bytes + at / page * page, 0, page);
      break;
    case SWAP:
      memmove (bytes + (at / page) * page,
               bytes + (gsize) g_rand_int_range (random, 0, (gint) n_pages) * page, page);
      break;
    case NOISE:
      for (gsize i = at; i < MIN (at + 600, *length); i++)
        bytes[i] = (guint8) g_rand_int (random);
      break;
    case GROW:
      for (gsize i = 0; i < page; i++)
        bytes[*length + i] = (guint8) g_rand_int (random);
      *length += page;
      break;
    default:
      bytes[g_rand_int_range (random, 0, 100)] = (guint8) g_rand_int (random);
      break;
    }
}

/* Asserts that the file is usable after at most three attempts to open it. If damage is detected
 * only while the file is used, the file is marked as damaged. */
static void
open_until_good (const char *path)
{
  gboolean is_good = FALSE;

  for (guint i = 0; i < 3 && !is_good; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeMemoryStore) store = troupe_memory_store_open (path, &error);

      if (store != NULL)
        is_good = use (store);
      else
        g_assert_nonnull (strstr (error->message, path));
      /* A file whose header belongs to another program or a newer version is never modified. */
      if (store == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED))
        return;
    }
  g_assert_true (is_good);
}

static void
try_seed (Fixture *fixture, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *bytes = NULL;
  g_autofree guint8 *copy = NULL;
  gsize length = 0;
  guint n_aside = 0;

  g_test_message ("seed %u", seed);
  fill (fixture->path, N_RECORDS);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  copy = g_malloc (length + 4096);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autofree char *folder = memory_make_folder ();
      g_autofree char *path = g_build_filename (folder, "memory.db", NULL);
      gsize damaged = length;

      memcpy (copy, bytes, length);
      for (guint k = g_rand_int_range (random, 1, 3); k > 0 && damaged > 100; k--)
        if (k == 1 || damaged == length)
          damage (random, copy, &damaged, k == 1 ? (Damage) (i % N_DAMAGES) : FLIP);
      g_assert_true (g_file_set_contents (path, (const char *) copy, (gssize) damaged, NULL));
      open_until_good (path);
      n_aside += count_aside (folder);
      memory_remove_folder (folder);
    }
  g_test_message ("%u of %u set aside", n_aside, N_ROUNDS);
  g_assert_cmpuint (n_aside, >, N_ROUNDS / 10);
}

static void
test_random (Fixture *fixture, gconstpointer data)
{
  try_seed (fixture, g_random_int ());
}

/* Uses a seed with which the damage results in a length beyond the limits of SQLite. */
static void
test_length (Fixture *fixture, gconstpointer data)
{
  try_seed (fixture, 2622433413u);
}

/* SQLite recovers the intact part of an incomplete write-ahead log. */
static void
test_log (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *noise = g_malloc (40000);

      fill (fixture->path, 1);
      for (guint k = 0; k < 40000; k++)
        noise[k] = (char) g_rand_int (random);
      g_assert_true (g_file_set_contents (log, noise, g_rand_int_range (random, 1, 40000), NULL));
      open_until_good (fixture->path);
    }
  g_assert_cmpuint (count_aside (fixture->folder), ==, 0);
}

/* --- A full disk ------------------------------------------------------------------------------ */

static void
test_full (Fixture *fixture, gconstpointer data)
{
  const TroupeMemoryFilter all = { .is_all = TRUE };
  g_autoptr (TroupeMemoryStore) store = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (300000, 'x');
  struct rlimit limit, small;

  fill (fixture->path, 5);
  store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 65536;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_false (add (store, large, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_clear_error (&error);
  records = troupe_memory_store_list (store, SPACE, &all, 0, 1000, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 5);
  g_assert_true (use (store));
  g_assert_cmpuint (count_aside (fixture->folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/memory/damage/aside", test_aside);
  ADD ("/memory/damage/random", test_random);
  ADD ("/memory/damage/length", test_length);
  ADD ("/memory/damage/log", test_log);
  ADD ("/memory/damage/full", test_full);

  return g_test_run ();
}
