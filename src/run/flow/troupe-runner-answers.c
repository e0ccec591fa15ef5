/* troupe-runner-answers.c: stored answers of models, tools and users, reused when a run is resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-answers"

#include "config.h"

#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-runner-answers.h"

/* Maximum size of a stored answer in bytes. A larger answer is not stored, but requested again. */
#define MAX_ANSWER (16u * 1024 * 1024)

/* @places: maps scope to place; @ordinals: maps place to the number of its last answer, as a
 *   pointer; @kept: maps place and request to a GQueue of values; @written: the places with
 *   answers in the store; @last: (nullable): ticket of the last stored answer */
struct _TroupeRunnerAnswers
{
  TroupeFlowRunner *runner;
  GHashTable *places;
  GHashTable *ordinals;
  GHashTable *kept;
  GHashTable *written;
  TroupeStoreTicket *last;
};

static void
queue_free (gpointer data)
{
  g_queue_free_full (data, (GDestroyNotify) troupe_value_unref);
}

static char *
make_key (const char *place, const char *request)
{
  return g_strconcat (place, "\n", request, NULL);
}

TroupeRunnerAnswers *
troupe_runner_answers_new (TroupeFlowRunner *runner)
{
  TroupeRunnerAnswers *self = g_new0 (TroupeRunnerAnswers, 1);
  GPtrArray *kept = troupe_flow_runner_get_options (runner)->answers;

  self->runner = runner;
  self->places = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_scope_unref, g_free);
  self->ordinals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, queue_free);
  self->written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; kept != NULL && i < kept->len; i++)
    {
      const TroupeStoredAnswer *answer = g_ptr_array_index (kept, i);
      g_autofree char *key = make_key (answer->place, answer->request);
      GQueue *queue = g_hash_table_lookup (self->kept, key);

      if (queue == NULL)
        {
          queue = g_queue_new ();
          g_hash_table_insert (self->kept, g_steal_pointer (&key), queue);
        }
      g_queue_push_tail (queue, troupe_value_ref (answer->value));
      g_hash_table_insert (self->ordinals, g_strdup (answer->place),
                           GSIZE_TO_POINTER ((gsize) answer->ordinal));
      g_hash_table_add (self->written, g_strdup (answer->place));
    }
  return self;
}

void
troupe_runner_answers_free (TroupeRunnerAnswers *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->places);
  g_hash_table_unref (self->ordinals);
  g_hash_table_unref (self->kept);
  g_hash_table_unref (self->written);
  g_clear_pointer (&self->last, troupe_store_ticket_unref);
  g_free (self);
}

/* --- Places -------------------------------------------------------------------------------------- */

void
troupe_runner_answers_enter (TroupeRunnerAnswers *self, TroupeScope *scope, const char *place)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (place != NULL);

  if (scope != NULL)
    g_hash_table_insert (self->places, troupe_scope_ref (scope), g_strdup (place));
}

void
troupe_runner_answers_leave (TroupeRunnerAnswers *self, TroupeScope *scope)
{
  g_return_if_fail (self != NULL);

  if (scope != NULL)
    g_hash_table_remove (self->places, scope);
}

/* Returns the place of a request. Requests that belong to the complete run have an empty place. */
static const char *
find_place (TroupeRunnerAnswers *self, const TroupeScope *scope)
{
  const char *place = NULL;

  g_assert (self != NULL);

  while (scope != NULL && (place = g_hash_table_lookup (self->places, scope)) == NULL)
    scope = scope->parent;
  return place != NULL ? place : "";
}

static gboolean
remove_below (gpointer key, gpointer value, gpointer place)
{
  const char *text = key;
  const char *above = place;
  const gsize length = strlen (above);

  return g_str_has_prefix (text, above) &&
         (text[length] == '\0' || text[length] == '/' || text[length] == '\n');
}

void
troupe_runner_answers_forget (TroupeRunnerAnswers *self, const char *place)
{
  const TroupeFlowRunnerOptions *options = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (place != NULL);

  options = troupe_flow_runner_get_options (self->runner);
  g_hash_table_foreach_remove (self->kept, remove_below, (gpointer) place);
  if (g_hash_table_foreach_remove (self->written, remove_below, (gpointer) place) > 0)
    troupe_store_forget_answers (options->store, options->id, place);
}

gboolean
troupe_runner_answers_is_empty (TroupeRunnerAnswers *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return g_hash_table_size (self->written) == 0;
}

gboolean
troupe_runner_answers_settle (const GError *error, gboolean is_temporary)
{
  return error == NULL || (!is_temporary && error->domain == TROUPE_RUN_ERROR &&
                           error->code != TROUPE_RUN_ERROR_BUDGET &&
                           error->code != TROUPE_RUN_ERROR_DISK);
}

gboolean
troupe_runner_answers_are_durable (TroupeRunnerAnswers *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  if (self->last != NULL && troupe_store_ticket_get_state (self->last) == TROUPE_STORE_TICKET_DONE)
    g_clear_pointer (&self->last, troupe_store_ticket_unref);
  return self->last == NULL;
}

/* --- Answers ------------------------------------------------------------------------------------- */

TroupeValue *
troupe_runner_answers_take_at (TroupeRunnerAnswers *self, const char *place, const char *request)
{
  g_autofree char *key = NULL;
  GQueue *queue = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (request != NULL, NULL);

  if (g_hash_table_size (self->kept) == 0)
    return NULL;
  key = make_key (place, request);
  queue = g_hash_table_lookup (self->kept, key);
  return queue != NULL ? g_queue_pop_head (queue) : NULL;
}

TroupeValue *
troupe_runner_answers_take (TroupeRunnerAnswers *self, TroupeScope *scope, const char *request)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_runner_answers_take_at (self, find_place (self, scope), request);
}

void
troupe_runner_answers_keep_at (TroupeRunnerAnswers *self,
                               const char *place,
                               const char *request,
                               TroupeValue *value)
{
  const TroupeFlowRunnerOptions *options = NULL;
  TroupeStoredAnswer answer = { 0 };
  gsize ordinal;

  g_return_if_fail (self != NULL);
  g_return_if_fail (request != NULL);
  g_return_if_fail (value != NULL);

  options = troupe_flow_runner_get_options (self->runner);
  if (options->store == NULL || troupe_value_get_weight (value) > MAX_ANSWER)
    return;
  answer.place = (char *) place;
  ordinal = GPOINTER_TO_SIZE (g_hash_table_lookup (self->ordinals, answer.place)) + 1;
  g_hash_table_insert (self->ordinals, g_strdup (answer.place), GSIZE_TO_POINTER (ordinal));
  g_hash_table_add (self->written, g_strdup (answer.place));
  answer.ordinal = (gint64) ordinal;
  answer.request = (char *) request;
  answer.value = value;
  troupe_run_disk_add_answer (options->disk, &answer);
  troupe_store_add_answer (options->store, options->id, &answer);
  TROUPE_CRASH_POINT ("answer-queued");
  g_clear_pointer (&self->last, troupe_store_ticket_unref);
  self->last = troupe_store_mark (options->store);
  troupe_engine_loop_want_commit (options->loop, options->store);
  troupe_run_queue_entry_wake (options->turn);
}

void
troupe_runner_answers_keep (TroupeRunnerAnswers *self,
                            TroupeScope *scope,
                            const char *request,
                            TroupeValue *value)
{
  g_return_if_fail (self != NULL);

  troupe_runner_answers_keep_at (self, find_place (self, scope), request, value);
}
