/* troupe-memory-service.c: memories and knowledge of a document, for the user interface and the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-service"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-memory-service.h"
#include "troupe-run-keys.h"
#include "troupe-run-memory.h"
#include "troupe-run-secret.h"
#include "troupe-run-web.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters of a text that is used as the title of a source. */
#define LONGEST_TITLE 48
/* Factor by which the number of requested matches is increased if they are filtered by scope
 * afterwards. */
#define WIDER 4u

/* --- Blocking calls of an embedder ------------------------------------------------------------ */

/* Data of a blocking call, which has its own client and its own main context. All fields are
 * NULL before the call starts; @result: set when the result has arrived */
typedef struct
{
  GMainContext *context;
  TroupeLlmClient *client;
  TroupeEmbedder *embedder;
  GAsyncResult *result;
} Asking;

static void
asking_clear (Asking *asking)
{
  g_assert (asking != NULL);

  if (asking->context == NULL)
    return;
  g_clear_object (&asking->result);
  g_clear_object (&asking->embedder);
  g_clear_object (&asking->client);
  /* Dispatches the sources of connections that are being closed. */
  while (g_main_context_iteration (asking->context, FALSE))
    ;
  g_main_context_pop_thread_default (asking->context);
  g_main_context_unref (asking->context);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asking, asking_clear)

/* Creates the client and the embedder. @value: (nullable): the embedder; @usual: its default
 * model. @asking must be cleared even on failure. */
static gboolean
asking_begin (Asking *asking,
              TroupeValue *value,
              const char *usual,
              const char *folder,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (GStrv) names = troupe_embedder_get_key_names (value);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "crew.jsonc", NULL) : NULL;
  g_autoptr (TroupeRedactor) redactor = NULL;

  g_assert (asking != NULL);

  asking->context = g_main_context_new ();
  g_main_context_push_thread_default (asking->context);
  asking->client = troupe_llm_client_new ();
  redactor = troupe_run_make_redactor (NULL, path);
  troupe_llm_client_set_redactor (asking->client, redactor);
  troupe_llm_client_set_environment (asking->client, troupe_run_keys_lookup,
                                     troupe_run_keys_find (folder, (const char *const *) names,
                                                           cancellable),
                                     (GDestroyNotify) g_hash_table_unref);
  asking->embedder = troupe_embedder_new (asking->client, value, usual, error);

  return asking->embedder != NULL;
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Asking *asking = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  asking->result = g_object_ref (result);
}

static GAsyncResult *
asking_wait (Asking *asking)
{
  g_assert (asking != NULL);

  while (asking->result == NULL)
    g_main_context_iteration (asking->context, TRUE);

  return asking->result;
}

/* (transfer full) (nullable) */
static TroupeEmbeddings *
embed (Asking *asking,
       const char *text,
       TroupeEmbedPurpose purpose,
       GCancellable *cancellable,
       GError **error)
{
  const char *const texts[] = { text, NULL };

  g_assert (text != NULL);

  troupe_embedder_embed_async (asking->embedder, texts, purpose, cancellable, answered_cb, asking);

  return troupe_embedder_embed_finish (asking->embedder, asking_wait (asking), error);
}

/* --- Searching ----------------------------------------------------------------------------------- */

static int
compare_matches (gconstpointer a, gconstpointer b)
{
  const TroupeMemoryMatch *first = *(const TroupeMemoryMatch *const *) a;
  const TroupeMemoryMatch *second = *(const TroupeMemoryMatch *const *) b;

  return first->score < second->score ? 1 : first->score > second->score ? -1 : 0;
}

TroupeEmbeddings *
troupe_memory_service_embed (const TroupeMemoryOwner *owner,
                             const char *folder,
                             const char *text,
                             GCancellable *cancellable,
                             GError **error)
{
  g_auto (Asking) asking = { 0 };

  g_return_val_if_fail (owner != NULL && text != NULL, NULL);

  if (!asking_begin (&asking, owner->embedder, TROUPE_MEMORY_DEFAULT_EMBEDDING, folder, cancellable,
                     error))
    return NULL;

  return embed (&asking, text, TROUPE_EMBED_QUERY, cancellable, error);
}

GPtrArray *
troupe_memory_service_find (TroupeMemoryStore *store,
                            const TroupeMemoryOwner *owner,
                            const float *vector,
                            guint dimension,
                            const TroupeMemoryListFilter *list_filter,
                            guint limit,
                            GError **error)
{
  const char *const categories[] = { list_filter->category, NULL };
  const TroupeMemoryFilter filter = {
    .scope = list_filter->scope,
    .categories = list_filter->category != NULL ? categories : NULL,
    .is_all = TRUE,
  };
  GPtrArray *matches;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), NULL);
  g_return_val_if_fail (owner != NULL && vector != NULL && limit > 0, NULL);

  matches = troupe_memory_store_search (store, TROUPE_MEMORY_SPACE, vector, dimension,
                                        TROUPE_MEMORY_METRIC_L2, &filter, limit * WIDER, error);
  if (matches != NULL)
    {
      /* Removes matches outside of the scope (scopes are compared by complete path elements),
       * ranks the remaining matches and keeps the best. */
      const gint64 now_us = g_get_real_time ();

      for (guint i = matches->len; i > 0; i--)
        {
          TroupeMemoryMatch *match = g_ptr_array_index (matches, i - 1);

          if (list_filter->scope != NULL &&
              !troupe_memory_listing_is_below (match->record->scope, list_filter->scope))
            g_ptr_array_remove_index (matches, i - 1);
          else
            troupe_memory_options_score (&owner->options, match, now_us);
        }
      g_ptr_array_sort (matches, compare_matches);
      if (matches->len > limit)
        g_ptr_array_remove_range (matches, limit, matches->len - limit);
    }

  return matches;
}

void
troupe_memory_service_get_parts (const TroupeMemoryOptions *options,
                                 const TroupeMemoryMatch *match,
                                 gint64 now_us,
                                 TroupeMemoryParts *parts)
{
  const TroupeMemoryOptions recency = {
    .recency_weight = options->recency_weight,
    .recency_half_life_days = options->recency_half_life_days,
  };
  TroupeMemoryMatch own = { .record = match->record };

  g_return_if_fail (options != NULL && match != NULL && parts != NULL);

  troupe_memory_options_score (&recency, &own, now_us);
  parts->semantic = options->semantic_weight * match->similarity;
  parts->recency = own.score;
  parts->importance = options->importance_weight * match->record->importance;
}

/* --- Writing ------------------------------------------------------------------------------------- */

gboolean
troupe_memory_service_write (TroupeMemoryStore *store,
                             const TroupeMemoryOwner *owner,
                             const char *folder,
                             TroupeMemoryRecord *record,
                             gboolean embeds,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  g_auto (Asking) asking = { 0 };
  g_autoptr (TroupeEmbeddings) embeddings = NULL;
  TroupeMemoryChange change = { .updates = updates };

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (owner != NULL && record != NULL, FALSE);

  g_ptr_array_add (updates, record);
  if (embeds)
    {
      if (!asking_begin (&asking, owner->embedder, TROUPE_MEMORY_DEFAULT_EMBEDDING, folder,
                         cancellable, error))
        return FALSE;
      embeddings = embed (&asking, record->content, TROUPE_EMBED_DOCUMENT, cancellable, error);
      if (embeddings == NULL)
        return FALSE;
      change.update_vectors = embeddings->vectors;
      change.dimension = embeddings->dimension;
      change.embedder = troupe_embedder_get_model (asking.embedder);
    }

  return troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error);
}

/* --- Knowledge ----------------------------------------------------------------------------------- */

void
troupe_source_facts_free (TroupeSourceFacts *self)
{
  g_return_if_fail (self != NULL);

  troupe_memory_owner_unref (self->owner);
  g_free (self->title);
  g_free (self->key);
  g_free (self->failure);
  g_free (self);
}

static const char *
get_first_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (value) > 0)
    value = troupe_value_list_get (value, 0);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/* Returns the names of the source's files, or the start of its text. (transfer full) */
static char *
make_title (TroupeValue *value)
{
  const char *path = get_first_text (value, "file_paths");
  const char *text = get_first_text (value, "content");
  TroupeValue *all = troupe_value_get_member (value, "file_paths");
  g_autofree char *line = NULL;
  gsize n_more;

  if (path == NULL)
    path = get_first_text (value, "file_path");
  if (path == NULL)
    {
      line = troupe_text_to_line (text != NULL ? text : "?");
      return g_utf8_strlen (line, -1) > LONGEST_TITLE ? g_utf8_substring (line, 0, LONGEST_TITLE)
                                                      : g_steal_pointer (&line);
    }
  line = g_str_has_prefix (path, "http://") || g_str_has_prefix (path, "https://")
             ? troupe_text_to_line (path)
             : g_path_get_basename (path);
  n_more = all != NULL && troupe_value_is (all, TROUPE_VALUE_LIST)
               ? troupe_value_list_get_length (all) - 1
               : 0;

  return n_more > 0 ? g_strdup_printf ("%s +%u", line, (guint) n_more) : g_steal_pointer (&line);
}

/* Creates the source from the document, without its stored content. (transfer full) (nullable):
 * NULL if it cannot be read at all */
static TroupeKnowledgeSource *
check_source (TroupeSourceFacts *facts, const char *folder)
{
  TroupeValue *value = troupe_value_list_get (facts->owner->sources, facts->index);
  g_autoptr (TroupeKnowledgeSource) source = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (facts != NULL);

  source = troupe_knowledge_source_new (value, folder, &error);
  if (source != NULL && troupe_memory_fields_check_source (source, folder, &error))
    return g_steal_pointer (&source);
  facts->state = TROUPE_SOURCE_FAILED;
  facts->failure = g_strdup (error->message);
  facts->is_python = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);

  return NULL;
}

static gboolean
take_reading (TroupeSourceFacts *facts,
              TroupeMemoryStore *store,
              TroupeKnowledgeSource *source,
              GError **error)
{
  g_autoptr (TroupeKnowledgeReading) reading = NULL;
  g_autoptr (GError) cause = NULL;
  g_autofree char *stamp = NULL;

  g_assert (facts != NULL);

  reading = troupe_knowledge_reading_find (store, facts->owner->collection, facts->key, &cause);
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  if (reading == NULL)
    return TRUE;
  stamp = troupe_knowledge_source_make_stamp (source);
  facts->read_us = reading->read_us;
  facts->n_pieces = reading->n_pieces;
  facts->failure = g_steal_pointer (&reading->failure);
  facts->state = facts->failure != NULL                ? TROUPE_SOURCE_FAILED
                 : reading->n_pieces == 0              ? TROUPE_SOURCE_UNREAD
                 : g_str_equal (stamp, reading->stamp) ? TROUPE_SOURCE_READ
                                                       : TROUPE_SOURCE_CHANGED;

  return TRUE;
}

GPtrArray *
troupe_memory_service_look_at_sources (TroupeMemoryStore *store,
                                       GPtrArray *owners,
                                       const char *folder,
                                       GError **error)
{
  g_autoptr (GPtrArray) all =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_source_facts_free);

  g_return_val_if_fail (store == NULL || TROUPE_IS_MEMORY_STORE (store), NULL);
  g_return_val_if_fail (owners != NULL && folder != NULL, NULL);

  for (guint i = 0; i < owners->len; i++)
    {
      TroupeMemoryOwner *owner = g_ptr_array_index (owners, i);
      const gsize n = owner->sources != NULL ? troupe_value_list_get_length (owner->sources) : 0;

      for (guint k = 0; k < n; k++)
        {
          TroupeSourceFacts *facts;
          g_autoptr (TroupeSourceFacts) source_facts = NULL;
          g_autoptr (TroupeKnowledgeSource) source = NULL;

          source_facts = g_new0 (TroupeSourceFacts, 1);
          source_facts->owner = troupe_memory_owner_ref (owner);
          source_facts->index = k;
          source_facts->title = make_title (troupe_value_list_get (owner->sources, k));
          source = check_source (source_facts, folder);
          if (source != NULL)
            {
              g_auto (GStrv) addresses = troupe_knowledge_source_list_addresses (source);

              source_facts->has_pages = addresses[0] != NULL;
              source_facts->key = troupe_knowledge_source_make_key (source);
              if (store != NULL && !take_reading (source_facts, store, source, error))
                return NULL;
            }
          facts = g_steal_pointer (&source_facts);
          g_ptr_array_add (all, facts);
        }
    }

  return g_steal_pointer (&all);
}

gboolean
troupe_memory_service_read_again (TroupeMemoryStore *store,
                                  const TroupeMemoryOwner *owner,
                                  guint index,
                                  const char *folder,
                                  gboolean looks,
                                  TroupeKnowledgeProgress progress,
                                  gpointer progress_data,
                                  GCancellable *cancellable,
                                  GError **error)
{
  g_autoptr (TroupeKnowledgeSource) source = NULL;
  g_autoptr (TroupeKnowledge) knowledge = NULL;
  g_auto (Asking) asking = { 0 };

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (owner != NULL && owner->sources != NULL && folder != NULL, FALSE);

  if (!asking_begin (&asking, owner->knowledge_embedder, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, folder,
                     cancellable, error))
    return FALSE;
  source =
      troupe_knowledge_source_new (troupe_value_list_get (owner->sources, index), folder, error);
  if (source == NULL || !troupe_memory_fields_check_source (source, folder, error))
    return FALSE;
  knowledge = troupe_knowledge_new (store, asking.embedder, owner->collection);
  troupe_knowledge_set_web (knowledge, troupe_run_web_get (FALSE));
  if (looks)
    troupe_knowledge_look_async (knowledge, source, cancellable, answered_cb, &asking);
  else
    troupe_knowledge_read_again_async (knowledge, source, progress, progress_data, cancellable,
                                       answered_cb, &asking);

  return troupe_knowledge_load_finish (knowledge, asking_wait (&asking), NULL, error);
}
