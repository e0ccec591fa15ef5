/* troupe-memory-recall.c: recall: vector search and deep search of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-recall"

#include "config.h"

#include <string.h>

#include "troupe-memory-private.h"
#include "troupe-steps.h"

/* Limits of a deep recall: the number of queries, the number of scopes, and the factor by which
 * more results than requested are searched in each scope. */
#define MOST_QUERIES 3u
#define MOST_SCOPES 20u
#define OVERSAMPLE 2u
/* Number and length of the results that are shown to the model, and maximum stored length of the
 * model's answer. */
#define MOST_EXCERPTS 5u
#define EXCERPT_LENGTH 200
#define GAP_LENGTH 200

/* Matches of one query in one scope. */
typedef struct
{
  GPtrArray *matches; /* (element-type TroupeMemoryMatch) */
} Finding;

/* State of one recall. @steps, @task: (nullable): %NULL for the union of a slice; @info: (nullable):
 * of the scope, for the analysis of the query; @n_asked: answers that are missing */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeMemoryShared *shared;
  TroupeMemoryOperation operation;
  char *text;
  TroupeMemoryDepth depth;
  char *scope; /* (nullable) */
  char **categories;
  guint limit;
  char *source;
  gboolean is_all;

  TroupeMemoryInfo *info;
  gboolean is_complex;
  char **queries;
  char **scopes; /* (nullable): chosen by the model */
  gint64 from_us;
  TroupeEmbeddings *embeddings;
  GPtrArray *findings; /* (element-type Finding) */
  double confidence;
  guint budget;
  GStrvBuilder *gaps;
  guint n_gaps;
  guint n_asked;
} Recall;

static void
finding_free (gpointer data)
{
  Finding *finding = data;

  g_ptr_array_unref (finding->matches);
  g_free (finding);
}

static void
recall_free (gpointer data)
{
  Recall *recall = data;

  g_clear_pointer (&recall->steps, troupe_steps_free);
  g_clear_pointer (&recall->info, troupe_memory_info_free);
  g_free (recall->text);
  g_free (recall->scope);
  g_strfreev (recall->categories);
  g_free (recall->source);
  g_strfreev (recall->queries);
  g_strfreev (recall->scopes);
  g_clear_pointer (&recall->embeddings, troupe_embeddings_free);
  g_ptr_array_unref (recall->findings);
  g_strv_builder_unref (recall->gaps);
  troupe_memory_shared_unref (recall->shared);
  g_free (recall);
}

/* @error: (transfer full) */
static TroupeStepResult
fail (Recall *recall, GError *error)
{
  GTask *task = recall->task;

  g_assert (error != NULL);

  troupe_memory_end (g_task_get_source_object (task), &recall->operation,
                     TROUPE_MEMORY_QUERY_FAILED, 0, error);
  g_task_return_error (task, error);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

/* @error: (nullable) (transfer full) */
static void
continue_unless_failed (Recall *recall, GError *error)
{
  if (error != NULL)
    fail (recall, error);
  else
    troupe_steps_continue (recall->steps);
}

/* --- Analyzing the query ---------------------------------------------------------------------- */

static gpointer
info_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  return troupe_memory_store_get_info (store, TROUPE_MEMORY_SPACE, data, error);
}

static void
info_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Recall *recall = user_data;
  GError *error = NULL;

  recall->info = troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);
  continue_unless_failed (recall, error);
}

/* Reads what the analysis of a long query tells the model about the scope. */
static TroupeStepResult
read_info (gpointer data)
{
  Recall *recall = data;
  const TroupeMemoryShared *shared = recall->shared;

  if (recall->depth != TROUPE_MEMORY_DEEP || shared->model == NULL ||
      g_utf8_strlen (recall->text, -1) < (glong) shared->options.query_analysis_threshold)
    return TROUPE_STEP_DONE;
  troupe_memory_store_run_async (shared->store, info_work, g_strdup (recall->scope), g_free,
                                 (GDestroyNotify) troupe_memory_info_free,
                                 g_task_get_cancellable (recall->task), info_cb, recall);
  return TROUPE_STEP_PENDING;
}

/* Parses a date or time in the format of Python's isoformat(). A time without a time zone is in
 * UTC. Returns 0 if the text is invalid. */
static gint64
read_time (const char *text)
{
  g_autofree char *whole = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  if (text == NULL)
    return 0;
  whole = strpbrk (text, "T ") == NULL ? g_strconcat (text, "T00:00:00", NULL) : g_strdup (text);
  g_strdelimit (whole, " ", 'T');
  time = g_date_time_new_from_iso8601 (whole, utc);

  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
}

static void
analyzed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Recall *recall = user_data;
  g_autofree char *text =
      troupe_memory_model_ask_finish (TROUPE_MEMORY_MODEL (object), result, NULL);
  g_autoptr (TroupeValue) answer = troupe_memory_read_answer (TROUPE_MEMORY_FORM_QUERY, text);
  GError *error = NULL;

  if (!g_cancellable_set_error_if_cancelled (g_task_get_cancellable (recall->task), &error) &&
      answer != NULL)
    {
      recall->queries = troupe_memory_get_texts (answer, "recall_queries");
      for (guint n = g_strv_length (recall->queries); n > MOST_QUERIES; n--)
        g_clear_pointer (&recall->queries[n - 1], g_free);
      recall->scopes = troupe_memory_get_texts (answer, "suggested_scopes");
      recall->is_complex =
          g_strcmp0 (troupe_memory_get_text (answer, "complexity"), "complex") == 0;
      recall->from_us = read_time (troupe_memory_get_text (answer, "time_filter"));
    }
  continue_unless_failed (recall, error);
}

static TroupeStepResult
analyze (gpointer data)
{
  Recall *recall = data;
  g_autofree char *scopes = NULL;
  g_autofree char *about = NULL;
  g_autofree char *system = NULL;
  g_autofree char *user = NULL;
  g_autoptr (TroupeValue) form = NULL;

  if (recall->info == NULL)
    return TROUPE_STEP_DONE;
  scopes = troupe_memory_join (recall->info->children, "/");
  about = recall->scope != NULL ? g_strdup_printf ("All paths are below %s, which contains %u "
                                                   "notes.",
                                                   recall->scope, recall->info->n_records)
                                : g_strdup ("");
  system = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_QUERY_SYSTEM, NULL);
  user = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_QUERY_USER, recall->text, scopes, about,
                                    NULL);
  form = troupe_memory_form_get (TROUPE_MEMORY_FORM_QUERY);
  troupe_memory_model_ask_async (recall->shared->model, system, user, form,
                                 g_task_get_cancellable (recall->task), analyzed_cb, recall);
  return TROUPE_STEP_PENDING;
}

/* --- Searching ------------------------------------------------------------------------------ */

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Recall *recall = user_data;
  GError *error = NULL;

  recall->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  continue_unless_failed (recall, error);
}

static TroupeStepResult
embed (gpointer data)
{
  Recall *recall = data;
  const char *const whole[] = { recall->text, NULL };

  troupe_embedder_embed_async (recall->shared->embedder,
                               recall->queries != NULL && recall->queries[0] != NULL
                                   ? (const char *const *) recall->queries
                                   : whole,
                               TROUPE_EMBED_QUERY, g_task_get_cancellable (recall->task),
                               embedded_cb, recall);
  return TROUPE_STEP_PENDING;
}

static gboolean
search_scope (TroupeMemoryStore *store,
              Recall *recall,
              const char *scope,
              guint query,
              GError **error)
{
  TroupeMemoryFilter filter = {
    .scope = scope,
    .categories = (const char *const *) recall->categories,
    .source = recall->source,
    .is_all = recall->is_all,
    .created_from_us = recall->from_us,
  };
  guint dimension = recall->embeddings->dimension;
  guint limit = recall->depth == TROUPE_MEMORY_DEEP ? recall->limit * OVERSAMPLE : recall->limit;
  gint64 now_us = g_get_real_time ();
  Finding *finding;
  GPtrArray *matches =
      troupe_memory_store_search (store, TROUPE_MEMORY_SPACE,
                                  recall->embeddings->vectors + (gsize) query * dimension,
                                  dimension, TROUPE_MEMORY_METRIC_L2, &filter, limit, error);

  if (matches == NULL)
    return FALSE;
  for (guint i = 0; i < matches->len; i++)
    {
      TroupeMemoryMatch *match = g_ptr_array_index (matches, i);

      troupe_memory_options_score (&recall->shared->options, match, now_us);
      if (i == 0)
        recall->confidence = MAX (recall->confidence, match->score);
    }
  if (matches->len == 0)
    {
      g_ptr_array_unref (matches);
      return TRUE;
    }
  finding = g_new (Finding, 1);
  finding->matches = matches;
  g_ptr_array_add (recall->findings, finding);

  return TRUE;
}

/* Returns those of the scopes chosen by the model that are below the scope of the recall. If
 * there are none, returns the scopes directly below the scope of the recall. If there are none
 * of these either, returns that scope itself. */
static char **
choose_scopes (TroupeMemoryStore *store, Recall *recall, GError **error)
{
  g_autoptr (TroupeMemoryInfo) info = NULL;
  g_autofree char *prefix = troupe_memory_scope_to_prefix (recall->scope);
  g_autoptr (GStrvBuilder) chosen = g_strv_builder_new ();
  g_auto (GStrv) scopes = NULL;

  for (guint i = 0; recall->scopes != NULL && recall->scopes[i] != NULL; i++)
    if (prefix == NULL || g_str_has_prefix (recall->scopes[i], prefix))
      g_strv_builder_add (chosen, recall->scopes[i]);
  scopes = g_strv_builder_end (chosen);
  if (scopes[0] == NULL)
    {
      info = troupe_memory_store_get_info (store, TROUPE_MEMORY_SPACE, recall->scope, error);
      if (info == NULL)
        return NULL;
      g_strfreev (scopes);
      scopes = g_steal_pointer (&info->children);
    }
  if (scopes[0] == NULL)
    {
      g_strfreev (scopes);
      scopes = g_new0 (char *, 2);
      scopes[0] = g_strdup (prefix != NULL ? prefix : "/");
    }
  for (guint i = MOST_SCOPES; i < g_strv_length (scopes);)
    g_clear_pointer (&scopes[g_strv_length (scopes) - 1], g_free);

  return g_steal_pointer (&scopes);
}

static gpointer
search_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Recall *recall = data;
  g_auto (GStrv) scopes = NULL;

  if (recall->depth == TROUPE_MEMORY_SHALLOW)
    return search_scope (store, recall, recall->scope, 0, error) ? recall : NULL;
  scopes = choose_scopes (store, recall, error);
  if (scopes == NULL)
    return NULL;
  for (guint i = 0; i < recall->embeddings->n_texts; i++)
    for (guint j = 0; scopes[j] != NULL; j++)
      if (!search_scope (store, recall, scopes[j], i, error))
        return NULL;

  return recall;
}

static void
searched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  (void) troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);
  continue_unless_failed (user_data, error);
}

static TroupeStepResult
search (gpointer data)
{
  Recall *recall = data;

  troupe_memory_store_run_async (recall->shared->store, search_work, recall, NULL, NULL,
                                 g_task_get_cancellable (recall->task), searched_cb, recall);
  return TROUPE_STEP_PENDING;
}

/* --- Exploring findings ----------------------------------------------------------------------- */

/* Truncates @text. (transfer full) */
static char *
cut (const char *text, gsize n_characters)
{
  return g_utf8_strlen (text, -1) > (glong) n_characters
             ? g_utf8_substring (text, 0, (glong) n_characters)
             : g_strdup (text);
}

static void
explored_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Recall *recall = user_data;
  g_autofree char *text =
      troupe_memory_model_ask_finish (TROUPE_MEMORY_MODEL (object), result, NULL);
  g_autofree char *lower = text != NULL ? g_utf8_strdown (text, -1) : NULL;

  if (lower != NULL && strstr (lower, "missing") != NULL)
    {
      g_autofree char *gap = cut (text, GAP_LENGTH);

      g_strv_builder_add (recall->gaps, gap);
      recall->n_gaps++;
    }
  if (--recall->n_asked == 0)
    troupe_steps_repeat (recall->steps);
}

/* Explores the findings with the model as long as they are not reliable (doc/crew-semantics.md §12).
 * This does not change the stored records, so the search is not repeated. */
static TroupeStepResult
explore (gpointer data)
{
  Recall *recall = data;
  const TroupeMemoryOptions *options = &recall->shared->options;
  const gboolean is_unsure =
      (recall->is_complex && recall->confidence < options->complex_query_threshold) ||
      (recall->confidence < options->confidence_threshold_high &&
       recall->confidence < options->confidence_threshold_low);
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (recall->task), &error))
    return fail (recall, error);
  if (recall->depth != TROUPE_MEMORY_DEEP || recall->budget == 0 || !is_unsure ||
      recall->shared->model == NULL || recall->findings->len == 0)
    return TROUPE_STEP_DONE;
  recall->budget--;
  recall->n_asked = recall->findings->len;
  for (guint i = 0; i < recall->findings->len; i++)
    {
      g_autofree char *user = NULL;
      const Finding *finding;
      g_autoptr (GString) excerpts = NULL;

      finding = g_ptr_array_index (recall->findings, i);
      excerpts = g_string_new (NULL);
      for (guint j = 0; j < MIN (finding->matches->len, MOST_EXCERPTS); j++)
        {
          const TroupeMemoryMatch *match = g_ptr_array_index (finding->matches, j);
          g_autofree char *excerpt = cut (match->record->content, EXCERPT_LENGTH);

          g_string_append_printf (excerpts, "%s[%s] %s", j > 0 ? "\n" : "", match->record->scope,
                                  excerpt);
        }
      user = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_EXPLORE, recall->text, excerpts->str,
                                        NULL);
      troupe_memory_model_ask_async (recall->shared->model, NULL, user, NULL,
                                     g_task_get_cancellable (recall->task), explored_cb, recall);
    }
  return TROUPE_STEP_PENDING;
}

/* --- Result ----------------------------------------------------------------------------------- */

static int
compare_scores (gconstpointer a, gconstpointer b)
{
  const TroupeMemoryMatch *first = *(TroupeMemoryMatch *const *) a;
  const TroupeMemoryMatch *second = *(TroupeMemoryMatch *const *) b;

  if (first->score != second->score)
    return first->score > second->score ? -1 : 1;

  return first->record->number < second->record->number
             ? -1
             : first->record->number > second->record->number;
}

/* Merges the findings, so that each record occurs once and has its best score. */
static GPtrArray *
join_findings (Recall *recall)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < recall->findings->len; i++)
    {
      Finding *finding = g_ptr_array_index (recall->findings, i);

      g_ptr_array_extend_and_steal (all, g_ptr_array_ref (finding->matches));
    }
  g_ptr_array_sort (all, compare_scores);
  for (guint i = 0; i < all->len;)
    {
      TroupeMemoryMatch *match = g_ptr_array_index (all, i);

      if (i == recall->limit || g_hash_table_contains (seen, match->record->id))
        {
          g_ptr_array_remove_index (all, i);
          continue;
        }
      g_hash_table_add (seen, match->record->id);
      i++;
    }

  return all;
}

static gpointer
touch_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  return GINT_TO_POINTER (
      troupe_memory_store_touch (store, TROUPE_MEMORY_SPACE, data, g_get_real_time (), error));
}

static TroupeStepResult
return_matches (gpointer data)
{
  Recall *recall = data;
  GTask *task = recall->task;
  TroupeMemory *self = g_task_get_source_object (task);
  GPtrArray *matches = join_findings (recall);
  g_autoptr (GStrvBuilder) ids = NULL;

  g_assert (TROUPE_IS_MEMORY (self));

  if (recall->n_gaps > 0 && matches->len > 0)
    ((TroupeMemoryMatch *) g_ptr_array_index (matches, 0))->evidence_gaps =
        g_strv_builder_end (recall->gaps);
  /* Updates the access times in the background. */
  ids = g_strv_builder_new ();
  if (!self->shared->options.is_read_only && matches->len != 0)
    {
      for (guint i = 0; i < matches->len; i++)
        g_strv_builder_add (ids,
                            ((TroupeMemoryMatch *) g_ptr_array_index (matches, i))->record->id);
      troupe_memory_store_run_async (self->shared->store, touch_work, g_strv_builder_end (ids),
                                     (GDestroyNotify) g_strfreev, NULL, NULL, NULL, NULL);
    }
  troupe_memory_end (self, &recall->operation, TROUPE_MEMORY_QUERY_COMPLETED, matches->len, NULL);
  g_task_return_pointer (task, matches, (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

static const TroupeStep steps[] = {
  { "read info", read_info },
  { "analyze", analyze },
  { "embed", embed },
  { "search", search },
  { "explore", explore },
  { "return matches", return_matches },
  { NULL, NULL },
};

/* Begins the recall when all save operations that were started before have finished. */
static void
begin (GTask *task)
{
  Recall *recall = g_task_get_task_data (task);

  troupe_memory_begin (g_task_get_source_object (task), &recall->operation);
  troupe_steps_start (recall->steps);
  troupe_memory_pass_turn (recall->shared);
}

static Recall *
recall_new (TroupeMemory *self,
            const char *text,
            const TroupeMemoryQuery *query,
            const char *scope,
            guint limit)
{
  Recall *recall = g_new0 (Recall, 1);

  recall->shared = troupe_memory_shared_ref (self->shared);
  recall->text = g_strdup (text);
  recall->depth = query->depth;
  recall->scope = g_strdup (scope);
  recall->categories =
      g_strdupv (query->categories != NULL ? (char **) query->categories : self->categories);
  recall->limit = limit;
  recall->source = g_strdup (query->source);
  recall->is_all = query->is_all;
  recall->findings = g_ptr_array_new_with_free_func (finding_free);
  recall->gaps = g_strv_builder_new ();
  recall->budget = self->shared->options.exploration_budget;
  recall->operation.report.moment = TROUPE_MEMORY_QUERY_STARTED;
  recall->operation.report.query = recall->text;
  recall->operation.report.limit = limit;

  return recall;
}

static void
recall_scope (TroupeMemory *self,
              const char *text,
              const TroupeMemoryQuery *query,
              const char *scope,
              guint limit,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Recall *recall = recall_new (self, text, query, scope, limit);

  g_assert (TROUPE_IS_MEMORY (self));

  recall->task = task;
  recall->steps = troupe_steps_new (steps, recall);
  g_task_set_source_tag (task, troupe_memory_recall_async);
  g_task_set_task_data (task, recall, recall_free);
  troupe_memory_queue (self, task, begin);
}

/* --- Slices --------------------------------------------------------------------------------- */

/* Recalls in each scope of a slice, one after the other. */
typedef struct
{
  char *text;
  TroupeMemoryQuery query; /* its strings are the members below */
  char **categories;
  char *source;
  guint limit;
  guint next;
  Recall *joined; /* collects its findings */
} Slicing;

static void
slicing_free (gpointer data)
{
  Slicing *slicing = data;

  g_free (slicing->text);
  g_strfreev (slicing->categories);
  g_free (slicing->source);
  recall_free (slicing->joined);
  g_free (slicing);
}

static void recall_next (GTask *task);

static void
sliced_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Slicing *slicing = g_task_get_task_data (task);
  GError *error = NULL;
  GPtrArray *matches = troupe_memory_recall_finish (TROUPE_MEMORY (object), result, &error);
  Finding *finding;

  g_assert (G_IS_TASK (task));

  if (matches == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  finding = g_new (Finding, 1);
  finding->matches = matches;
  g_ptr_array_add (slicing->joined->findings, finding);
  recall_next (task);
}

static void
recall_next (GTask *task)
{
  TroupeMemory *self = g_task_get_source_object (task);
  Slicing *slicing = g_task_get_task_data (task);
  const char *scope = self->scopes[slicing->next];
  g_autofree char *whole = NULL;

  g_assert (TROUPE_IS_MEMORY (self));

  if (scope == NULL)
    {
      g_task_return_pointer (task, join_findings (slicing->joined),
                             (GDestroyNotify) g_ptr_array_unref);
      g_object_unref (task);
      return;
    }
  slicing->next++;
  whole = troupe_memory_get_scope (self, scope);
  recall_scope (self, slicing->text, &slicing->query, whole, slicing->limit * OVERSAMPLE,
                g_task_get_cancellable (task), sliced_cb, task);
}

void
troupe_memory_recall_async (TroupeMemory *self,
                            const char *text,
                            const TroupeMemoryQuery *query,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autofree char *scope = NULL;
  guint limit;

  g_return_if_fail (TROUPE_IS_MEMORY (self));
  g_return_if_fail (text != NULL && query != NULL);

  limit = query->limit > 0 ? query->limit : TROUPE_MEMORY_LIMIT;
  if (self->scopes != NULL)
    {
      GTask *task = g_task_new (self, cancellable, callback, user_data);
      Slicing *slicing = g_new0 (Slicing, 1);

      slicing->text = g_strdup (text);
      slicing->limit = limit;
      slicing->categories = g_strdupv ((char **) query->categories);
      slicing->source = g_strdup (query->source);
      slicing->query = *query;
      slicing->query.categories = (const char *const *) slicing->categories;
      slicing->query.source = slicing->source;
      slicing->joined = recall_new (self, text, query, NULL, limit);
      g_task_set_task_data (task, slicing, slicing_free);
      recall_next (task);
      return;
    }
  scope = troupe_memory_get_scope (self, query->scope);
  recall_scope (self, text, query, scope, limit, cancellable, callback, user_data);
}

GPtrArray *
troupe_memory_recall_finish (TroupeMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
