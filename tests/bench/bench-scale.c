/* bench-scale.c: growth of the cost per method with the size of flows and states
 *
 * Prints the cost of a method in flows of 100, 1,000 and 10,000 methods and with states of 10 to
 * 10,000 kB, and the ratio of each cost to the smallest cost. The processor time of all threads of
 * the program is measured, because other programs also use the processor. Files are written to
 * memory. If each method stores a row, the row is the complete state. In this case, the cost per
 * kilobyte must not grow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

#include "bench-flows.h"

#define ROUNDS 7
#define MEMORY_FOLDER "/dev/shm"
/* Lengths of flows with a state. The cost of a method is computed from the difference between
 * two lengths. */
#define FEW_METHODS 10
#define MANY_METHODS 40
#define VERY_MANY_METHODS 1010

typedef enum
{
  WITH_NOTHING = 0,
  WITH_EVENTS = 1 << 0,
  WITH_STORE = 1 << 1,
  WITH_ROWS = 1 << 2,
} With;

static void
watch_cb (TroupeEvent *event, gpointer user_data)
{
}

static double
get_time_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static char *
make_folder (void)
{
  g_autofree char *template = g_build_filename (MEMORY_FOLDER, "troupe-bench-XXXXXX", NULL);

  return g_mkdtemp (template) != NULL ? g_steal_pointer (&template)
                                      : g_dir_make_tmp ("troupe-bench-XXXXXX", NULL);
}

/* Executes one run. Returns microseconds. */
static double
run_once (TroupeFlow *flow, const char *text, TroupeValue *inputs, With with, const char *folder)
{
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (TroupeRun) run = troupe_run_new (flow);
  g_autoptr (TroupeRunResult) result = NULL;
  g_autofree char *states = g_build_filename (folder, "states.db", NULL);
  double begun_us;

  if ((with & WITH_STORE) != 0)
    store = troupe_store_open (folder, NULL);
  troupe_run_set_inputs (run, inputs);
  troupe_run_set_store (run, store, NULL, text);
  troupe_run_set_state_database (run, states);
  if ((with & WITH_EVENTS) != 0)
    troupe_event_bus_add_sink (troupe_run_get_bus (run), watch_cb, NULL, NULL);
  begun_us = get_time_us ();
  result = troupe_run_execute (run);
  g_assert_no_error (result->error);
  if (store != NULL)
    troupe_store_flush (store, NULL);
  return get_time_us () - begun_us;
}

/* Returns the microseconds of the best round. */
static double
measure (const char *chain, TroupeValue *inputs, With with)
{
  g_autoptr (GString) text = g_string_new (chain);
  g_autoptr (TroupeFlow) flow = NULL;
  double best = G_MAXDOUBLE;

  if ((with & WITH_ROWS) != 0)
    g_string_replace (text, "{\"name\"", "{\"persist\": {\"enabled\": true}, \"name\"", 1);
  flow = bench_load_flow (text->str);
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autofree char *folder = make_folder ();

      best = MIN (best, run_once (flow, text->str, inputs, with, folder));
      remove_folder (folder);
    }
  return best;
}

static void
print_figure (const char *name, const char *size, double figure, const char *unit, double *smallest)
{
  if (*smallest == 0)
    *smallest = figure;
  g_print ("%-44s %14s %10.2f %s   %5.2f times\n", name, size, figure, unit, figure / *smallest);
}

static void
bench_methods (const char *name, With with, guint longest)
{
  double smallest = 0;

  for (guint n_methods = 100; n_methods <= longest; n_methods *= 10)
    {
      g_autofree char *text = bench_make_chain (n_methods);
      g_autofree char *size = g_strdup_printf ("%u methods", n_methods);

      print_figure (name, size, measure (text, NULL, with) / n_methods, "us", &smallest);
    }
}

static TroupeValue *
make_state (gsize size)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, size / 100);
  TroupeMapBuilder builder;

  for (gsize i = 0; i < size / 100; i++)
    {
      g_autofree char *text = g_strdup_printf ("%0*" G_GSIZE_FORMAT, 96, i);

      items[i] = troupe_value_new_string (text, -1);
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "items", troupe_value_new_list (items, size / 100));
  return troupe_map_builder_end (&builder);
}

/* Prints the cost of a method with states of several sizes. @a_kilobyte: whether the work is
 * proportional to the size of the state */
static void
bench_states (const char *name, With with, gboolean a_kilobyte)
{
  g_autofree char *few = bench_make_chain (FEW_METHODS);
  guint n_many = a_kilobyte ? MANY_METHODS : VERY_MANY_METHODS;
  g_autofree char *many = bench_make_chain (n_many);
  g_autofree char *name_of_rest = g_strconcat (name, ", all but methods", NULL);
  double smallest = 0, smallest_rest = 0;

  for (gsize size = 10; size <= 10000; size *= 10)
    {
      g_autofree char *label = g_strdup_printf ("%" G_GSIZE_FORMAT " kB", size);
      g_autoptr (TroupeValue) inputs = make_state (size * 1000);
      double of_few = measure (few, inputs, with);
      double figure = (measure (many, inputs, with) - of_few) / (n_many - FEW_METHODS);
      double rest = (of_few - figure * FEW_METHODS) / (double) size;

      print_figure (name, label, a_kilobyte ? figure / (double) size : figure,
                    a_kilobyte ? "us a kB" : "us", &smallest);
      print_figure (name_of_rest, label, rest, "us a kB", &smallest_rest);
    }
}

int
main (int argc, char *argv[])
{
  g_print ("# a method, in flows of several lengths\n");
  bench_methods ("alone", WITH_NOTHING, 10000);
  bench_methods ("with events", WITH_EVENTS, 10000);
  bench_methods ("with rows", WITH_ROWS, 10000);
  bench_methods ("that can be resumed", WITH_STORE, 10000);
  g_print ("# a method, with several states\n");
  bench_states ("alone", WITH_NOTHING, FALSE);
  bench_states ("with events", WITH_EVENTS, FALSE);
  bench_states ("that can be resumed", WITH_STORE, FALSE);
  bench_states ("with rows", WITH_ROWS, TRUE);
  return 0;
}
