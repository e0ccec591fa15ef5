/* bench-history.c: time to list and search many stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-remove.h"
#include "troupe-store-history.h"

#define N_RUNS 10000u
#define PAGE 50u
#define N_WORDS 400u /* of the final output of a run */

static const char *const words[] = { "grid",  "loss",   "model", "editor", "topic", "night",
                                     "train", "bridge", "crew",  "sensor", "flow",  "weekly" };

static char *
make_text (GRand *random)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_WORDS; i++)
    g_string_append_printf (text, "%s%d ",
                            words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))],
                            g_rand_int_range (random, 0, 1000));
  return g_string_free (text, FALSE);
}

static void
add_runs (TroupeStore *store)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (27);

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autofree char *id = g_strdup_printf ("run-%05u", i);
      g_autofree char *topic = g_strdup_printf ("{\"topic\": \"subject number %u\"}", i);
      g_autofree char *text = make_text (random);
      g_autofree char *final = g_strdup_printf ("{\"seconds\": 1.5, \"final\": \"%s\"}", text);
      g_autoptr (TroupeValue) inputs = troupe_value_from_json (topic, -1, NULL);
      g_autoptr (TroupeValue) result = troupe_value_from_json (final, -1, NULL);
      const TroupeRunRecord record = { .id = id,
                                       .name = (char *) "Content pipeline",
                                       .path = (char *) (i % 2 == 0 ? "/p/a.json" : "/p/b.json"),
                                       .digest = (char *) "d",
                                       .started_us = 1000 + i,
                                       .inputs = inputs,
                                       .document = (char *) "{}" };

      troupe_store_begin_run (store, &record);
      troupe_store_end_run (store, id, i % 9 == 0 ? TROUPE_RUN_STATUS_FAILED : TROUPE_RUN_STATUS_OK,
                            NULL, result);
    }
  g_assert_true (troupe_store_flush (store, NULL));
}

static void
measure (TroupeStore *store, const char *title, const TroupeRunFilter *filter)
{
  double slowest = 0;
  guint n_found = 0;

  for (guint i = 0; i < 5; i++)
    {
      const gint64 begun_us = g_get_monotonic_time ();
      g_autoptr (GPtrArray) found = troupe_store_search_runs (store, filter, NULL, PAGE, NULL);

      n_found = found->len;
      slowest = MAX (slowest, (double) (g_get_monotonic_time () - begun_us) / 1000.0);
    }
  g_print ("%-36s %3u runs, %6.1f ms at most\n", title, n_found, slowest);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-bench-XXXXXX", NULL);
  TroupeStore *store = troupe_store_open (folder, NULL);
  const gint64 begun_us = g_get_monotonic_time ();

  g_assert_nonnull (store);
  add_runs (store);
  g_print ("%u runs written in %.1f s\n", N_RUNS,
           (double) (g_get_monotonic_time () - begun_us) / G_USEC_PER_SEC);
  measure (store, "first page", &(TroupeRunFilter){ 0 });
  measure (store, "first page of a document", &(TroupeRunFilter){ .path = "/p/a.json" });
  measure (store, "failed", &(TroupeRunFilter){ .statuses = 1u << TROUPE_RUN_STATUS_FAILED });
  measure (store, "a frequent word", &(TroupeRunFilter){ .words = "grid" });
  measure (store, "the input of one run", &(TroupeRunFilter){ .words = "number 77 subject" });
  measure (store, "a word that is nowhere", &(TroupeRunFilter){ .words = "nowhere" });
  measure (store, "three words that are nowhere",
           &(TroupeRunFilter){ .words = "grid1 xtrain9 nowhere" });
  g_object_unref (store);
  remove_all (folder);
  return 0;
}
