/* bench-memory.c: search times in a large memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "troupe-memory-store.h"

#define N_RECORDS 100000u
#define DIMENSION 1536u
#define BATCH 5000u
#define N_SEARCHES 20u

/* Fills the vector with reproducible random numbers. */
static void
fill (float *vector, GRand *random)
{
  for (guint i = 0; i < DIMENSION; i++)
    vector[i] = (float) g_rand_double_range (random, -1.0, 1.0);
}

static void
add_all (TroupeMemoryStore *store, GRand *random)
{
  g_autofree float *vectors = g_new (float, (gsize) BATCH *DIMENSION);
  g_autoptr (GError) error = NULL;

  for (guint first = 0; first < N_RECORDS; first += BATCH)
    {
      g_autoptr (GPtrArray) records =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);

      for (guint i = 0; i < BATCH; i++)
        {
          g_autofree char *content = g_strdup_printf ("record %u", first + i);
          TroupeMemoryRecord *record = troupe_memory_record_new (content);

          g_free (record->scope);
          record->scope = g_strdup_printf ("/crew/x/%u", (first + i) % 10);
          g_ptr_array_add (records, record);
          fill (vectors + (gsize) i * DIMENSION, random);
        }
      troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, records, vectors, DIMENSION, "bench",
                               &error);
      g_assert_no_error (error);
    }
}

static double
search (TroupeMemoryStore *store, GRand *random, TroupeMemoryMetric metric, const char *scope)
{
  g_autofree float *wanted = g_new (float, DIMENSION);
  TroupeMemoryFilter filter = { .scope = scope };
  g_autoptr (GPtrArray) matches = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begun_us;

  fill (wanted, random);
  begun_us = g_get_monotonic_time ();
  matches = troupe_memory_store_search (store, TROUPE_MEMORY_SPACE, wanted, DIMENSION, metric,
                                        &filter, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (matches->len, ==, 10);

  return (double) (g_get_monotonic_time () - begun_us) / 1000.0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const double *) a < *(const double *) b ? -1 : 1;
}

static void
print_searches (TroupeMemoryStore *store,
                GRand *random,
                TroupeMemoryMetric metric,
                const char *scope,
                const char *title)
{
  double times[N_SEARCHES];

  for (guint i = 0; i < N_SEARCHES; i++)
    times[i] = search (store, random, metric, scope);
  qsort (times, N_SEARCHES, sizeof (double), compare);
  g_print ("%-28s median %6.1f ms  least %6.1f ms  most %6.1f ms\n", title, times[N_SEARCHES / 2],
           times[0], times[N_SEARCHES - 1]);
}

/* Compares with LanceDB on the same vectors if a Python with LanceDB is available. */
static void
compare_lance (TroupeMemoryStore *store, GRand *random, const char *folder)
{
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  const char *source = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree float *queries = g_new (float, (gsize) N_SEARCHES *DIMENSION);
  g_autoptr (GString) answers = g_string_new (NULL);
  g_autofree char *asked = g_build_filename (folder, "queries", NULL);
  g_autofree char *found = g_build_filename (folder, "answers", NULL);
  g_autofree char *script =
      g_build_filename (source != NULL ? source : ".", "tests", "bench", "lance-memory.py", NULL);
  const char *arguments[] = { python, script, troupe_memory_store_get_path (store),
                              asked,  found,  NULL };
  int status = 0;

  if (python == NULL)
    {
      g_print ("LanceDB is not compared: no TROUPE_CREWAI_PYTHON\n");
      return;
    }
  for (guint i = 0; i < N_SEARCHES; i++)
    {
      float *query = queries + (gsize) i * DIMENSION;
      const TroupeMemoryFilter all = { .is_all = TRUE };
      g_autoptr (GPtrArray) matches = NULL;

      fill (query, random);
      matches = troupe_memory_store_search (store, TROUPE_MEMORY_SPACE, query, DIMENSION,
                                            TROUPE_MEMORY_METRIC_L2, &all, 10, NULL);
      g_assert_nonnull (matches);
      for (guint k = 0; k < matches->len; k++)
        g_string_append_printf (answers, "%s\"%s\"", k > 0 ? ", " : "[",
                                ((TroupeMemoryMatch *) matches->pdata[k])->record->content);
      g_string_append (answers, "]\n");
    }
  g_assert_true (g_file_set_contents (asked, (const char *) queries,
                                      (gssize) N_SEARCHES * DIMENSION * (gssize) sizeof (float),
                                      NULL));
  g_assert_true (g_file_set_contents (found, answers->str, (gssize) answers->len, NULL));
  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                     &status, NULL) ||
      status != 0)
    g_print ("LanceDB does not find the same, or is not there\n");
  g_unlink (asked);
  g_unlink (found);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "memory.db", NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *shared = g_strconcat (path, "-shm", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GError) error = NULL;
  TroupeMemoryStore *store = troupe_memory_store_open (path, &error);
  gint64 begun_us = g_get_monotonic_time ();

  g_assert_no_error (error);
  add_all (store, random);
  g_print ("%u records of %u numbers written in %.1f s\n", N_RECORDS, DIMENSION,
           (double) (g_get_monotonic_time () - begun_us) / 1e6);
  g_print ("%-28s %.1f ms\n", "first search, reads the file",
           search (store, random, TROUPE_MEMORY_METRIC_L2, NULL));
  print_searches (store, random, TROUPE_MEMORY_METRIC_L2, NULL, "all, by distance");
  print_searches (store, random, TROUPE_MEMORY_METRIC_COSINE, NULL, "all, by angle");
  print_searches (store, random, TROUPE_MEMORY_METRIC_L2, "/crew/x/3", "a tenth of them");
  compare_lance (store, random, folder);
  g_object_unref (store);
  g_unlink (path);
  g_unlink (log);
  g_unlink (shared);
  g_rmdir (folder);

  return 0;
}
