/* troupe-memory-save.c: saving of memories: embedding, analysis, consolidation and writing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-save"

#include "config.h"

#include <string.h>

#include "troupe-memory-plan.h"
#include "troupe-steps.h"

/* State of one save operation.
 * @n_asked: answers of the model that are missing; @searched, @root: (nullable): scope in which
 *   similar records are searched, and the root of the memory; @is_analyzed: whether the model chooses
 *   what the caller has not specified, from @known_scopes and @known_categories */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeMemoryShared *shared;
  TroupeMemoryOperation operation;
  GStrv contents;
  guint n_items;
  TroupeMemoryItem *items;
  TroupeEmbeddings *embeddings;
  TroupeMemoryOutcome *outcome;
  float *insert_vectors;
  TroupeEmbeddings *updated; /* (nullable) */
  guint n_asked;

  char *searched;
  char *root;
  gboolean is_analyzed;
  char *known_scopes;
  char *known_categories;

  char *scope; /* (nullable) */
  char **categories;
  gboolean has_categories;
  TroupeMemoryFields fields; /* its strings are the members above */
  char *source;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  for (guint i = 0; i < saving->n_items; i++)
    {
      g_clear_pointer (&saving->items[i].similar, g_ptr_array_unref);
      g_clear_pointer (&saving->items[i].analysis, troupe_value_unref);
      g_clear_pointer (&saving->items[i].plan, troupe_value_unref);
      g_clear_pointer (&saving->items[i].result, troupe_memory_record_unref);
    }
  g_clear_pointer (&saving->steps, troupe_steps_free);
  g_free (saving->items);
  g_strfreev (saving->contents);
  g_clear_pointer (&saving->embeddings, troupe_embeddings_free);
  g_clear_pointer (&saving->updated, troupe_embeddings_free);
  g_clear_pointer (&saving->outcome, troupe_memory_outcome_free);
  g_free (saving->insert_vectors);
  g_free (saving->searched);
  g_free (saving->root);
  g_free (saving->known_scopes);
  g_free (saving->known_categories);
  g_free (saving->scope);
  g_strfreev (saving->categories);
  g_free (saving->source);
  g_clear_pointer (&saving->fields.metadata, troupe_value_unref);
  troupe_memory_shared_unref (saving->shared);
  g_free (saving);
}

/* --- Completion ------------------------------------------------------------------------------- */

/* Starts the next operation of the memory. */
static TroupeStepResult
pass_on (Saving *saving)
{
  TroupeMemoryShared *shared = troupe_memory_shared_ref (saving->shared);

  g_object_unref (saving->task);
  troupe_memory_pass_turn (shared);
  troupe_memory_shared_unref (shared);
  return TROUPE_STEP_END;
}

/* @error: (nullable) (transfer full) */
static void
continue_unless_failed (Saving *saving, GError *error)
{
  if (error == NULL)
    {
      troupe_steps_continue (saving->steps);
      return;
    }
  troupe_memory_end (g_task_get_source_object (saving->task), &saving->operation,
                     TROUPE_MEMORY_SAVE_FAILED, 0, error);
  g_task_return_error (saving->task, error);
  pass_on (saving);
}

/* --- Similar records -------------------------------------------------------------------------- */

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Saving *saving = user_data;
  GError *error = NULL;

  saving->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  continue_unless_failed (saving, error);
}

static TroupeStepResult
embed (gpointer data)
{
  Saving *saving = data;

  troupe_embedder_embed_async (saving->shared->embedder, (const char *const *) saving->contents,
                               TROUPE_EMBED_DOCUMENT, g_task_get_cancellable (saving->task),
                               embedded_cb, saving);
  return TROUPE_STEP_PENDING;
}

static gboolean
find_similar (TroupeMemoryStore *store, Saving *saving, TroupeMemoryItem *item, GError **error)
{
  const TroupeMemoryOptions *options = &saving->shared->options;
  TroupeMemoryFilter filter = { .scope = saving->searched, .source = saving->fields.source };
  GPtrArray *matches;

  if (item->is_dropped)
    return TRUE;
  matches = troupe_memory_store_search (store, TROUPE_MEMORY_SPACE, item->vector,
                                        saving->embeddings->dimension, TROUPE_MEMORY_METRIC_L2,
                                        &filter, options->consolidation_limit, error);
  item->similar = matches;
  /* The matches are sorted, so the least similar ones are at the end. */
  while (matches != NULL && matches->len > 0 &&
         ((TroupeMemoryMatch *) g_ptr_array_index (matches, matches->len - 1))->similarity <
             options->consolidation_threshold)
    g_ptr_array_set_size (matches, (int) matches->len - 1);

  return matches != NULL;
}

static gpointer
search_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Saving *saving = data;

  for (guint i = 0; i < saving->n_items; i++)
    if (!find_similar (store, saving, &saving->items[i], error))
      return NULL;
  if (saving->is_analyzed)
    {
      g_autoptr (TroupeMemoryInfo) info =
          troupe_memory_store_get_info (store, TROUPE_MEMORY_SPACE, saving->root, error);

      if (info == NULL)
        return NULL;
      saving->known_scopes = troupe_memory_join (info->children, "/");
      saving->known_categories = troupe_memory_join (info->categories, "-");
    }

  return saving;
}

static void
worked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  (void) troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);
  continue_unless_failed (user_data, error);
}

/* Searches for records similar to each item, without those that are in the operation twice. */
static TroupeStepResult
search (gpointer data)
{
  Saving *saving = data;
  TroupeMemory *self = g_task_get_source_object (saving->task);

  for (guint i = 0; i < saving->n_items; i++)
    saving->items[i].vector =
        saving->embeddings->vectors + (gsize) i * saving->embeddings->dimension;
  troupe_memory_items_drop_duplicates (saving->items, saving->n_items,
                                       saving->embeddings->dimension);
  saving->searched = troupe_memory_get_scope (self, saving->scope);
  saving->root = g_strdup (self->root);
  saving->is_analyzed =
      saving->shared->model != NULL &&
      (saving->scope == NULL || !saving->has_categories || saving->fields.importance < 0.0);
  troupe_memory_store_run_async (saving->shared->store, search_work, saving, NULL, NULL,
                                 g_task_get_cancellable (saving->task), worked_cb, saving);
  return TROUPE_STEP_PENDING;
}

/* --- Model requests --------------------------------------------------------------------------- */

typedef struct
{
  Saving *saving;
  TroupeMemoryForm form;
  TroupeValue **place;
} Asking;

static void
asked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asking *asking = user_data;
  Saving *saving = asking->saving;
  g_autoptr (GError) error = NULL;
  GError *cancelled = NULL;
  g_autofree char *text =
      troupe_memory_model_ask_finish (TROUPE_MEMORY_MODEL (object), result, &error);

  *asking->place = troupe_memory_read_answer (asking->form, text);
  /* If the model returned nothing useful, CrewAI's values are used. The default importance of
   * the memory is not applied. */
  if (*asking->place == NULL && asking->form == TROUPE_MEMORY_FORM_ANALYSIS)
    *asking->place = troupe_memory_read_answer (asking->form, "{\"suggested_scope\": \"/\"}");
  if (text == NULL || *asking->place == NULL)
    g_debug ("Default values are used: %s %d",
             error != NULL ? g_quark_to_string (error->domain)
                           : "the answer does not match its schema",
             error != NULL ? error->code : 0);
  if (--saving->n_asked > 0)
    return;
  (void) g_cancellable_set_error_if_cancelled (g_task_get_cancellable (saving->task), &cancelled);
  continue_unless_failed (saving, cancelled);
}

static void
ask (Saving *saving,
     TroupeMemoryPrompt system_prompt,
     const char *user,
     TroupeMemoryForm form,
     TroupeValue **place)
{
  g_autofree char *system = troupe_memory_prompt_fill (system_prompt, NULL);
  g_autoptr (TroupeValue) schema = troupe_memory_form_get (form);
  Asking *asking = g_new (Asking, 1);

  asking->saving = saving;
  asking->form = form;
  asking->place = place;
  saving->n_asked++;
  troupe_memory_model_ask_async (saving->shared->model, system, user, schema,
                                 g_task_get_cancellable (saving->task), asked_cb, asking);
}

/* Asks the model about all items at once. */
static TroupeStepResult
ask_model (gpointer data)
{
  Saving *saving = data;

  if (saving->shared->model == NULL)
    return TROUPE_STEP_DONE;
  /* The initial count prevents a synchronous response from continuing the operation before all
   * requests were sent. */
  saving->n_asked = 1;
  for (guint i = 0; i < saving->n_items; i++)
    {
      TroupeMemoryItem *item = &saving->items[i];

      if (item->is_dropped)
        continue;
      if (saving->is_analyzed)
        {
          g_autofree char *user =
              troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_SAVE_USER, item->content,
                                         saving->known_scopes, saving->known_categories, NULL);

          ask (saving, TROUPE_MEMORY_PROMPT_SAVE_SYSTEM, user, TROUPE_MEMORY_FORM_ANALYSIS,
               &item->analysis);
        }
      if (item->similar != NULL && item->similar->len > 0)
        {
          GString *out;
          g_autofree char *kept = NULL;
          g_autofree char *user = NULL;

          out = g_string_new (NULL);
          for (guint j = 0; j < item->similar->len; j++)
            {
              const TroupeMemoryMatch *match = g_ptr_array_index (item->similar, j);

              g_string_append_printf (out, "%s- id %s: %s", j > 0 ? "\n" : "", match->record->id,
                                      match->record->content);
            }
          kept = g_string_free (out, FALSE);
          user = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_CONSOLIDATION_USER, item->content,
                                            kept, NULL);

          ask (saving, TROUPE_MEMORY_PROMPT_CONSOLIDATION_SYSTEM, user,
               TROUPE_MEMORY_FORM_CONSOLIDATION, &item->plan);
        }
    }
  return --saving->n_asked == 0 ? TROUPE_STEP_DONE : TROUPE_STEP_PENDING;
}

/* --- Writing -------------------------------------------------------------------------------- */

static void
updates_embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Saving *saving = user_data;
  GError *error = NULL;

  saving->updated = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  continue_unless_failed (saving, error);
}

/* Decides what becomes of the items, and embeds the texts of records that change. */
static TroupeStepResult
embed_updates (gpointer data)
{
  Saving *saving = data;
  TroupeMemory *self = g_task_get_source_object (saving->task);

  saving->outcome = troupe_memory_outcome_new (saving->items, saving->n_items, &saving->fields,
                                               &saving->shared->options, self->root);
  if (saving->outcome->embedded->len == 0)
    return TROUPE_STEP_DONE;
  g_ptr_array_add (saving->outcome->embedded, NULL);
  troupe_embedder_embed_async (saving->shared->embedder,
                               (const char *const *) saving->outcome->embedded->pdata,
                               TROUPE_EMBED_DOCUMENT, g_task_get_cancellable (saving->task),
                               updates_embedded_cb, saving);
  return TROUPE_STEP_PENDING;
}

static gpointer
write_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Saving *saving = data;
  TroupeMemoryOutcome *outcome = saving->outcome;
  TroupeMemoryChange change = {
    .inserts = outcome->inserts,
    .insert_vectors = saving->insert_vectors,
    .updates = outcome->updates,
    .update_vectors = saving->updated != NULL ? saving->updated->vectors : NULL,
    .deletes = (const char *const *) outcome->deletes->pdata,
    .dimension = saving->embeddings->dimension,
    .embedder = troupe_embedder_get_model (saving->shared->embedder),
  };

  return GINT_TO_POINTER (troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error));
}

static TroupeStepResult
write_changes (gpointer data)
{
  Saving *saving = data;
  TroupeMemoryOutcome *outcome = saving->outcome;
  guint dimension = saving->embeddings->dimension;

  g_ptr_array_add (outcome->deletes, NULL);
  saving->insert_vectors = g_new (float, (gsize) MAX (outcome->inserts->len, 1) * dimension);
  for (guint i = 0; i < outcome->inserts->len; i++)
    memcpy (saving->insert_vectors + (gsize) i * dimension,
            saving->items[g_array_index (outcome->insert_items, guint, i)].vector,
            dimension * sizeof (float));
  troupe_memory_store_run_async (saving->shared->store, write_work, saving, NULL, NULL,
                                 g_task_get_cancellable (saving->task), worked_cb, saving);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
return_records (gpointer data)
{
  Saving *saving = data;
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);

  for (guint i = 0; i < saving->n_items; i++)
    if (saving->items[i].result != NULL)
      g_ptr_array_add (records, troupe_memory_record_ref (saving->items[i].result));
  troupe_memory_end (g_task_get_source_object (saving->task), &saving->operation,
                     TROUPE_MEMORY_SAVE_COMPLETED, records->len, NULL);
  g_task_return_pointer (saving->task, records, (GDestroyNotify) g_ptr_array_unref);
  return pass_on (saving);
}

/* --- Starting --------------------------------------------------------------------------------- */

static const TroupeStep steps[] = {
  { "embed", embed },
  { "search", search },
  { "ask model", ask_model },
  { "embed updates", embed_updates },
  { "write changes", write_changes },
  { "return records", return_records },
  { NULL, NULL },
};

static void
save (GTask *task)
{
  troupe_steps_start (((Saving *) g_task_get_task_data (task))->steps);
}

static Saving *
saving_new (TroupeMemory *self, const char *const *contents, const TroupeMemoryFields *fields)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->shared = troupe_memory_shared_ref (self->shared);
  saving->contents = g_strdupv ((char **) contents);
  for (guint i = 0; contents[i] != NULL; i++)
    {
      char *hidden = troupe_embedder_hide (self->shared->embedder, contents[i]);

      g_free (saving->contents[i]);
      saving->contents[i] = hidden;
    }
  saving->n_items = g_strv_length (saving->contents);
  saving->items = g_new0 (TroupeMemoryItem, saving->n_items);
  for (guint i = 0; i < saving->n_items; i++)
    saving->items[i].content = saving->contents[i];
  saving->scope = g_strdup (fields->scope);
  saving->categories = g_strdupv ((char **) fields->categories);
  saving->has_categories = fields->categories != NULL;
  saving->source = g_strdup (fields->source);
  saving->fields = *fields;
  saving->fields.scope = saving->scope;
  saving->fields.categories = (const char *const *) saving->categories;
  saving->fields.source = saving->source;
  saving->fields.metadata = fields->metadata != NULL ? troupe_value_ref (fields->metadata) : NULL;
  saving->operation.report.moment = TROUPE_MEMORY_SAVE_STARTED;
  saving->operation.report.value = saving->n_items == 1 ? saving->contents[0] : NULL;

  return saving;
}

void
troupe_memory_remember_async (TroupeMemory *self,
                              const char *const *contents,
                              const TroupeMemoryFields *fields,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  static const TroupeMemoryFields none = TROUPE_MEMORY_FIELDS_NONE;
  GTask *task;
  Saving *saving;

  g_return_if_fail (TROUPE_IS_MEMORY (self));
  g_return_if_fail (contents != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_remember_async);
  if (self->is_read_only || contents[0] == NULL)
    {
      g_task_return_pointer (
          task, g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref),
          (GDestroyNotify) g_ptr_array_unref);
      g_object_unref (task);
      return;
    }
  saving = saving_new (self, contents, fields != NULL ? fields : &none);
  saving->task = task;
  saving->steps = troupe_steps_new (steps, saving);
  g_task_set_task_data (task, saving, saving_free);
  troupe_memory_begin (self, &saving->operation);
  troupe_memory_queue (self, task, save);
}

GPtrArray *
troupe_memory_remember_finish (TroupeMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
