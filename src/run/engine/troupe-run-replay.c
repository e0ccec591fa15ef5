/* troupe-run-replay.c: replay of a crew from one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-replay"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-runner.h"
#include "troupe-run-crew.h"
#include "troupe-run-replay.h"
#include "troupe-run-storage.h"
#include "troupe-store-document.h"

static const TroupeTaskOutput *
find_kept (GPtrArray *kept, int part)
{
  g_assert (kept != NULL);

  for (guint i = 0; i < kept->len; i++)
    {
      const TroupeTaskOutput *output = g_ptr_array_index (kept, i);

      if (output->part == part)
        return output;
    }
  return NULL;
}

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, message);
  return FALSE;
}

/* Returns the number of tasks, counted from the first task, at which a replay can start. All of
 * these tasks must be unchanged, and no two of them may be identical (doc/crew-semantics.md
 * §11.2). @error: why a replay cannot start at the next task */
static guint
count_beginnings (TroupeCrew *crew, GPtrArray *kept, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert (crew != NULL && kept != NULL);

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeTaskOutput *output = find_kept (kept, (int) i);
      char *key = troupe_crew_make_task_key (crew, i);
      const gboolean is_same = output == NULL || g_strcmp0 (output->key, key) == 0;

      if (!g_hash_table_add (seen, key))
        {
          fail (error, _ ("The crew cannot be replayed: two of its tasks are identical, so their "
                          "saved outputs cannot be told apart."));
          return i;
        }
      if (!is_same)
        {
          fail (error, _ ("The crew cannot be replayed: its tasks differ from those whose outputs "
                          "were saved."));
          return i;
        }
      if (output == NULL && i + 1 < crew->n_tasks)
        {
          fail (error, _ ("The crew cannot be replayed from this task: the output of the previous "
                          "task was not saved."));
          return i + 1;
        }
    }
  return crew->n_tasks;
}

/* Creates the start record with the stored inputs, or with @inputs if they are not NULL. */
static TroupeTaskOutput *
make_beginning (const TroupeTaskOutput *begun, const char *place, TroupeValue *inputs)
{
  TroupeTaskOutput *output = g_new0 (TroupeTaskOutput, 1);
  TroupeValue *before =
      begun != NULL ? troupe_value_map_lookup_string (begun->value, "inputs", -1) : NULL;
  TroupeMapBuilder builder;

  output->place = g_strdup (place);
  output->part = TROUPE_CREW_PART_BEGUN;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "inputs",
                          inputs != NULL   ? troupe_value_ref (inputs)
                          : before != NULL ? troupe_value_ref (before)
                                           : troupe_value_new_null ());
  output->value = troupe_map_builder_end (&builder);
  return output;
}

/* Returns the crew with the stored inputs inserted into its texts, because the keys of its tasks
 * are derived from these texts. (transfer full) */
static TroupeCrew *
fill (TroupeCrew *crew, GPtrArray *kept)
{
  const TroupeTaskOutput *begun = find_kept (kept, TROUPE_CREW_PART_BEGUN);
  TroupeValue *before =
      begun != NULL ? troupe_value_map_lookup_string (begun->value, "inputs", -1) : NULL;
  TroupeCrew *filled = troupe_crew_interpolate (
      crew, before != NULL && troupe_value_is (before, TROUPE_VALUE_MAP) ? before : NULL, NULL,
      NULL);

  g_assert (crew != NULL);

  return filled != NULL ? filled : troupe_crew_ref (crew);
}

GPtrArray *
troupe_replay_read (TroupeStore *store, const TroupeDocumentIdentity *document, GError **error)
{
  g_autoptr (GPtrArray) kept = NULL;
  g_autofree char *run_id = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (store == NULL || TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (document != NULL, NULL);

  if (store != NULL)
    run_id = troupe_store_find_kickoff_of (store, document, &cause);
  if (run_id != NULL)
    kept = troupe_store_get_tasks (store, run_id, &cause);
  if (cause != NULL)
    {
      fail (error, cause->message);
      g_error_free (cause);
      return NULL;
    }
  if (kept == NULL)
    fail (error, _ ("There are no saved outputs of this crew’s tasks. Run the crew first."));
  return g_steal_pointer (&kept);
}

guint
troupe_replay_count (GPtrArray *kept, TroupeCrew *crew, GError **error)
{
  g_autoptr (TroupeCrew) filled = NULL;

  g_return_val_if_fail (kept != NULL && crew != NULL, 0);

  filled = fill (crew, kept);
  return count_beginnings (filled, kept, error);
}

int
troupe_replay_find_task (GPtrArray *kept, TroupeCrew *crew, const char *text)
{
  g_autoptr (TroupeCrew) filled = NULL;

  g_return_val_if_fail (kept != NULL && crew != NULL && text != NULL, -1);

  filled = fill (crew, kept);
  return troupe_crew_find_task (filled, text);
}

gboolean
troupe_run_take_replay (TroupeRun *self,
                        TroupeCrew *crew,
                        GPtrArray *kept,
                        guint task,
                        TroupeValue *inputs,
                        GError **error)
{
  GError *cause = NULL;
  int first;
  static const char place[] = TROUPE_RUN_CREW_METHOD "#1";
  GPtrArray *chosen;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && !troupe_run_goes_on (self), FALSE);
  g_return_val_if_fail (crew != NULL && kept != NULL, FALSE);

  if (task >= troupe_replay_count (kept, crew, &cause))
    {
      /* @cause is NULL if the crew has no such task. */
      if (cause == NULL)
        return fail (error, _ ("The crew cannot be replayed: its tasks differ from those whose "
                               "outputs were saved."));
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_clear_error (&cause);
  first = (int) task;
  chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_task_output_free);
  g_ptr_array_add (chosen,
                   make_beginning (find_kept (kept, TROUPE_CREW_PART_BEGUN), place, inputs));
  for (guint i = 0; i < kept->len; i++)
    {
      const TroupeTaskOutput *output = g_ptr_array_index (kept, i);

      if (output->part == TROUPE_CREW_PART_PLANS || (output->part >= 0 && output->part < first))
        {
          TroupeTaskOutput *copy = troupe_task_output_copy (output);
          TroupeValue *whole = copy->value;

          /* Copies an output without its token usage, because the tokens of the earlier run do
           * not count for the replay. */
          if (troupe_value_is (whole, TROUPE_VALUE_MAP))
            {
              copy->value = troupe_value_map_without (whole, "usage");
              troupe_value_unref (whole);
            }
          g_ptr_array_add (chosen, copy);
        }
    }
  troupe_run_take_tasks (self, chosen);
  return TRUE;
}

gboolean
troupe_run_set_replay (TroupeRun *self,
                       TroupeCrew *crew,
                       TroupeStore *store,
                       const char *path,
                       const char *task,
                       TroupeValue *inputs,
                       GError **error)
{
  g_autoptr (GPtrArray) kept = NULL;
  TroupeDocumentIdentity document;
  int index;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && crew != NULL && !troupe_run_goes_on (self), FALSE);
  g_return_val_if_fail (task != NULL, FALSE);

  document.path = path;
  document.name = troupe_flow_get_name (troupe_run_get_flow (self));
  document.digest = troupe_flow_get_digest (troupe_run_get_flow (self));
  kept = troupe_replay_read (store, &document, error);
  if (kept == NULL)
    return FALSE;
  index = troupe_replay_find_task (kept, crew, task);
  if (index < 0)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                   /* Translators: %s is the name or number of a task that the user entered */
                   _ ("The crew has no task “%s”: specify its name or number."), task);
      return FALSE;
    }
  return troupe_run_take_replay (self, crew, kept, (guint) index, inputs, error);
}
