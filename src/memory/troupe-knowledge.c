/* troupe-knowledge.c: knowledge of agents: sources, chunks, embedding and queries
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-knowledge-pages.h"
#include "troupe-knowledge-reading.h"
#include "troupe-memory-prompts.h"
#include "troupe-redactor.h"
#include "troupe-steps.h"

/* Number of chunks that are embedded and written at a time, while the user waits (the first) and
 * in a run (the second). */
#define PIECES_AT_ONCE 64u
#define PIECES_OF_RUN 256u

struct _TroupeKnowledge
{
  GObject parent_instance;

  TroupeMemoryStore *store;
  TroupeEmbedder *embedder;
  char *collection;
  const TroupeKnowledgeWeb *web; /* (nullable) */

  TroupeKnowledgeAskFunc ask_func; /* (nullable): if set, none of the members above is set */
  gpointer ask_data;
  GDestroyNotify ask_destroy;
};

/* Sources that are being loaded into the collection. */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeKnowledge *knowledge;
  GPtrArray *sources;
  GPtrArray *readings; /* (element-type Reading): one for each source and page */
  GPtrArray *records;  /* new chunks */
  GPtrArray *some;     /* (nullable): the current batch of @records */
  TroupeSecret *secret; /* (nullable): redacted in the sources */
  GCancellable *cancellable; /* (nullable) */
  guint n_done;
  guint at_once;
  gboolean is_again; /* requested by the user */
  gboolean is_look;  /* only checks for changes */
  TroupeKnowledgeWatch watch;
  TroupeKnowledgePages *pages;
  GPtrArray *warnings; /* (element-type utf8): reported once the sources are read */
  TroupeEmbeddings *embeddings;
} Load;

/* Result of reading one source or page. */
typedef struct
{
  char *key;
  char *stamp;
  GStrv ids;
} Reading;

typedef struct
{
  char *collection;
  TroupeEmbeddings *embeddings;
  guint limit;
  double threshold;
} Query;

G_DEFINE_FINAL_TYPE (TroupeKnowledge, troupe_knowledge, G_TYPE_OBJECT)

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->key);
  g_free (reading->stamp);
  g_strfreev (reading->ids);
  g_free (reading);
}

static void
load_free (gpointer data)
{
  Load *load = data;

  troupe_steps_free (load->steps);
  g_object_unref (load->knowledge);
  g_ptr_array_unref (load->sources);
  g_ptr_array_unref (load->readings);
  g_ptr_array_unref (load->records);
  g_ptr_array_unref (load->warnings);
  troupe_knowledge_pages_free (load->pages);
  g_clear_pointer (&load->some, g_ptr_array_unref);
  g_clear_pointer (&load->embeddings, troupe_embeddings_free);
  g_clear_pointer (&load->secret, troupe_secret_unref);
  g_clear_object (&load->cancellable);
  g_free (load);
}

static void
query_free (gpointer data)
{
  Query *query = data;

  g_free (query->collection);
  g_clear_pointer (&query->embeddings, troupe_embeddings_free);
  g_free (query);
}

static void
troupe_knowledge_finalize (GObject *object)
{
  TroupeKnowledge *self = TROUPE_KNOWLEDGE (object);

  g_assert (TROUPE_IS_KNOWLEDGE (self));

  g_clear_object (&self->store);
  g_clear_object (&self->embedder);
  g_free (self->collection);
  if (self->ask_destroy != NULL)
    self->ask_destroy (self->ask_data);

  G_OBJECT_CLASS (troupe_knowledge_parent_class)->finalize (object);
}

static void
troupe_knowledge_class_init (TroupeKnowledgeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_knowledge_finalize;
}

static void
troupe_knowledge_init (TroupeKnowledge *self)
{
  g_assert (TROUPE_IS_KNOWLEDGE (self));
}

TroupeKnowledge *
troupe_knowledge_new (TroupeMemoryStore *store, TroupeEmbedder *embedder, const char *collection)
{
  TroupeKnowledge *self = g_object_new (TROUPE_TYPE_KNOWLEDGE, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), self);
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (embedder) && collection != NULL, self);

  self->store = g_object_ref (store);
  self->embedder = g_object_ref (embedder);
  self->collection = g_strdup (collection);

  return self;
}

TroupeKnowledge *
troupe_knowledge_new_asked (TroupeKnowledgeAskFunc func, gpointer user_data, GDestroyNotify destroy)
{
  TroupeKnowledge *self = g_object_new (TROUPE_TYPE_KNOWLEDGE, NULL);

  g_return_val_if_fail (func != NULL, self);

  self->ask_func = func;
  self->ask_data = user_data;
  self->ask_destroy = destroy;

  return self;
}

void
troupe_knowledge_set_web (TroupeKnowledge *self, const TroupeKnowledgeWeb *web)
{
  g_return_if_fail (TROUPE_IS_KNOWLEDGE (self));

  self->web = web;
}

char *
troupe_knowledge_make_collection (const char *role)
{
  char *name = g_strconcat ("knowledge_", role != NULL ? role : "crew", NULL);

  return g_strdelimit (name, " ", '_');
}

/* --- Loading -------------------------------------------------------------------------------- */

static gboolean
keep_new (TroupeMemoryStore *store, Load *load, GError **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;
  g_autoptr (GHashTable) known = NULL;

  for (guint i = 0; i < load->records->len; i++)
    g_strv_builder_add (ids, ((TroupeMemoryRecord *) load->records->pdata[i])->id);
  list = g_strv_builder_end (ids);
  known = troupe_memory_store_find_ids (store, load->knowledge->collection,
                                        (const char *const *) list, error);
  if (known == NULL)
    return FALSE;
  for (guint i = 0; i < load->records->len;)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (load->records, i);

      if (g_hash_table_contains (known, record->id))
        g_ptr_array_remove_index (load->records, i);
      else
        i++;
    }

  return TRUE;
}

static Reading *
reading_new (const char *key, const char *stamp, GStrv ids)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->key = g_strdup (key);
  reading->stamp = g_strdup (stamp);
  reading->ids = ids;

  return reading;
}

/* Returns the previously saved chunks of a page. @cause: the reason why the page cannot be read
 * now. (transfer full) (nullable) */
static GStrv
read_kept_page (Load *load, const char *address, const char *key, const GError *cause)
{
  g_auto (GStrv) kept = NULL;

  g_assert (cause != NULL);

  if (load->is_again)
    return NULL;
  kept = troupe_knowledge_reading_list_pieces (load->knowledge->store, load->knowledge->collection,
                                               key, NULL);
  if (kept == NULL || kept[0] == NULL)
    return NULL;
  g_ptr_array_add (load->warnings,
                   /* Translators: first %s is a URL, second %s a sentence that gives the reason. */
                   g_strdup_printf (_ ("The previously saved contents of the web page “%s” are "
                                       "used, because the page could not be read. %s"),
                                    address, cause->message));

  return g_steal_pointer (&kept);
}

static GStrv
read_page (TroupeKnowledgeSource *source, const char *address, gpointer data, GError **error)
{
  Load *load = data;
  g_autofree char *key = troupe_knowledge_source_make_page_key (source, address);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (GError) cause = NULL;
  const TroupeKnowledgePage *page = troupe_knowledge_pages_find (load->pages, address, &cause);
  GStrv chunks = NULL;

  g_assert (load != NULL);

  /* A page that has not changed, according to its server, has the saved chunks. */
  if (page != NULL)
    chunks = page->is_same
                 ? troupe_knowledge_reading_list_pieces (load->knowledge->store,
                                                         load->knowledge->collection, key, &cause)
                 : troupe_knowledge_source_cut_page (source, address, page, load->secret,
                                                     load->cancellable, &cause);
  if (chunks == NULL)
    {
      chunks = read_kept_page (load, address, key, cause);
      if (chunks == NULL && page != NULL)
        /* The error messages of document readers already contain the name. */
        g_propagate_error (error, g_steal_pointer (&cause));
      else if (chunks == NULL)
        g_set_error (error, cause->domain, cause->code,
                     /* Translators: first %s is a URL, second %s a sentence that gives the
                      * reason. */
                     _ ("Could not read the web page “%s”. %s"), address, cause->message);
      return chunks;
    }
  for (guint i = 0; chunks[i] != NULL; i++)
    {
      g_autofree char *id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, chunks[i], -1);

      g_strv_builder_add (ids, id);
    }
  g_ptr_array_add (load->readings, reading_new (key, page->stamp != NULL ? page->stamp : "",
                                                g_strv_builder_end (ids)));

  return chunks;
}

static gboolean
read_source (TroupeMemoryStore *store,
             Load *load,
             TroupeKnowledgeSource *source,
             GHashTable *seen,
             GError **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autofree char *key = troupe_knowledge_source_make_key (source);
  g_autofree char *stamp = troupe_knowledge_source_make_stamp (source);
  g_autoptr (GError) cause = NULL;
  const TroupeKnowledgeReader reader = { load->knowledge->web, load->secret, load->cancellable,
                                         read_page, load };
  g_auto (GStrv) chunks = troupe_knowledge_source_read (source, &reader, &cause);

  if (chunks == NULL)
    {
      g_autofree char *message = NULL;
      g_autoptr (GError) trouble = NULL;

      /* That a source could not be read is shown to the user. */
      message = troupe_text_hide (cause->message, -1, load->secret);
      if (!troupe_knowledge_reading_write_failure (store, load->knowledge->collection, key, message,
                                                   &trouble))
        g_debug ("The failure to read a source could not be stored: %s", trouble->message);
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  /* A chunk is identified by the digest of its content. */
  for (guint i = 0; chunks[i] != NULL; i++)
    {
      TroupeMemoryRecord *record = troupe_memory_record_new (chunks[i]);

      g_free (record->id);
      record->id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, chunks[i], -1);
      g_strv_builder_add (ids, record->id);
      if (g_hash_table_add (seen, g_strdup (record->id)))
        g_ptr_array_add (load->records, record);
      else
        troupe_memory_record_unref (record);
    }
  /* The reading of the source is added after the readings of its pages. When it is written,
   * chunks that are in none of these readings are removed. */
  g_ptr_array_add (load->readings, reading_new (key, stamp, g_strv_builder_end (ids)));

  return TRUE;
}

static gpointer
read_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Load *load = data;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < load->sources->len; i++)
    if (!read_source (store, load, g_ptr_array_index (load->sources, i), seen, error))
      return NULL;

  return keep_new (store, load, error) ? load : NULL;
}

static gpointer
write_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Load *load = data;

  return troupe_memory_store_add (store, load->knowledge->collection, load->some,
                                  load->embeddings->vectors, load->embeddings->dimension,
                                  troupe_embedder_get_model (load->knowledge->embedder), error)
             ? load
             : NULL;
}

/* Writes the readings. Called when all chunks have been written. */
static gpointer
note_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Load *load = data;

  for (guint i = 0; i < load->readings->len; i++)
    {
      const Reading *reading = g_ptr_array_index (load->readings, i);

      if (!troupe_knowledge_reading_write (store, load->knowledge->collection, reading->key,
                                           reading->stamp, (const char *const *) reading->ids,
                                           load->is_again, error))
        return NULL;
    }

  return load;
}

/* Compares the chunks of the source with the stored ones. In the list of readings, the source's
 * own comes last, after those of its pages. */
static gpointer
compare_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Load *load = data;
  const Reading *reading = g_ptr_array_index (load->readings, load->readings->len - 1);
  gboolean has_changed = FALSE;

  return troupe_knowledge_reading_compare (store, load->knowledge->collection, reading->key,
                                           (const char *const *) reading->ids, &has_changed, error)
             ? load
             : NULL;
}

/* --- Cache validators of pages ---------------------------------------------------------------- */

static gpointer
stamp_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Load *load = data;

  for (guint i = 0; i < load->sources->len; i++)
    {
      TroupeKnowledgeSource *source = g_ptr_array_index (load->sources, i);
      g_auto (GStrv) addresses = troupe_knowledge_source_list_addresses (source);

      for (guint k = 0; addresses[k] != NULL; k++)
        {
          g_autofree char *key = troupe_knowledge_source_make_page_key (source, addresses[k]);
          g_autoptr (TroupeKnowledgeReading) reading =
              troupe_knowledge_reading_find (store, load->knowledge->collection, key, NULL);
          const gboolean is_whole = reading != NULL && reading->n_pieces > 0 &&
                                    reading->n_pieces == reading->n_known &&
                                    *reading->stamp != '\0';

          /* If chunks of the saved page are missing, it has no stamp, so that it is fetched
           * completely. */
          troupe_knowledge_pages_set_stamp (load->pages, addresses[k],
                                            is_whole ? reading->stamp : NULL);
        }
    }

  return load;
}

/* --- Steps ------------------------------------------------------------------------------------ */

/* @error: (nullable) (transfer full) */
static void
continue_unless_failed (Load *load, GError *error)
{
  GTask *task = load->task;

  if (error == NULL)
    {
      troupe_steps_continue (load->steps);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
worked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  (void) troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);
  continue_unless_failed (user_data, error);
}

/* Executes @work on the thread of the store. */
static TroupeStepResult
run_work (Load *load, TroupeMemoryWork work)
{
  troupe_memory_store_run_async (load->knowledge->store, work, load, NULL, NULL,
                                 g_task_get_cancellable (load->task), worked_cb, load);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
read_stamps (gpointer data)
{
  return run_work (data, stamp_work);
}

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  (void) troupe_knowledge_pages_fetch_finish (result, &error);
  continue_unless_failed (user_data, error);
}

static TroupeStepResult
fetch_pages (gpointer data)
{
  Load *load = data;

  troupe_knowledge_pages_fetch_async (load->pages, g_task_get_cancellable (load->task), fetched_cb,
                                      load);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
read_sources (gpointer data)
{
  return run_work (data, read_work);
}

static TroupeStepResult
report_warnings (gpointer data)
{
  Load *load = data;

  for (guint i = 0; load->watch.warn != NULL && i < load->warnings->len; i++)
    load->watch.warn (g_ptr_array_index (load->warnings, i), load->watch.data);
  return TROUPE_STEP_DONE;
}

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  GError *error = NULL;

  g_clear_pointer (&load->embeddings, troupe_embeddings_free);
  load->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  continue_unless_failed (load, error);
}

/* Embeds the next chunks. A look needs no embeddings. */
static TroupeStepResult
embed_chunks (gpointer data)
{
  Load *load = data;
  const guint n = load->is_look ? 0 : MIN (load->at_once, load->records->len - load->n_done);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  g_clear_pointer (&load->some, g_ptr_array_unref);
  if (n == 0)
    return TROUPE_STEP_DONE;
  load->some = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (load->records, load->n_done + i);

      g_ptr_array_add (load->some, record);
      g_strv_builder_add (builder, record->content);
    }
  texts = g_strv_builder_end (builder);
  troupe_embedder_embed_async (load->knowledge->embedder, (const char *const *) texts,
                               TROUPE_EMBED_DOCUMENT, g_task_get_cancellable (load->task),
                               embedded_cb, load);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
write_chunks (gpointer data)
{
  Load *load = data;

  return load->some != NULL ? run_work (load, write_work) : TROUPE_STEP_DONE;
}

static TroupeStepResult
report_progress (gpointer data)
{
  Load *load = data;

  if (load->some == NULL)
    return TROUPE_STEP_DONE;
  load->n_done += load->some->len;
  if (load->watch.progress != NULL && (load->is_again || load->records->len > load->at_once))
    load->watch.progress (load->n_done, load->records->len, load->watch.data);
  troupe_steps_return_to (load->steps, embed_chunks);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
write_readings (gpointer data)
{
  return run_work (data, ((Load *) data)->is_look ? compare_work : note_work);
}

static TroupeStepResult
return_result (gpointer data)
{
  Load *load = data;
  GTask *task = load->task;

  g_task_return_int (task, (gssize) load->records->len);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

static const TroupeStep steps[] = {
  { "read stamps", read_stamps },
  { "fetch pages", fetch_pages },
  { "read sources", read_sources },
  { "report warnings", report_warnings },
  { "embed chunks", embed_chunks },
  { "write chunks", write_chunks },
  { "report progress", report_progress }, /* returns to “embed chunks” while there are any */
  { "write readings", write_readings },
  { "return result", return_result },
  { NULL, NULL },
};

static Load *
load_new (TroupeKnowledge *self, GPtrArray *sources, GTask *task)
{
  Load *load = g_new0 (Load, 1);

  g_assert (TROUPE_IS_KNOWLEDGE (self));

  load->steps = troupe_steps_new (steps, load);
  load->knowledge = g_object_ref (self);
  load->secret = troupe_embedder_get_secret (self->embedder);
  load->task = task;
  g_task_set_task_data (task, load, load_free);
  g_set_object (&load->cancellable, g_task_get_cancellable (task));
  load->pages = troupe_knowledge_pages_new (self->web);
  load->warnings = g_ptr_array_new_with_free_func (g_free);
  load->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_knowledge_source_unref);
  for (guint i = 0; i < sources->len; i++)
    {
      TroupeKnowledgeSource *source = g_ptr_array_index (sources, i);
      g_auto (GStrv) addresses = troupe_knowledge_source_list_addresses (source);

      for (guint k = 0; addresses[k] != NULL; k++)
        troupe_knowledge_pages_add (load->pages, addresses[k]);
      g_ptr_array_add (load->sources, troupe_knowledge_source_ref (source));
    }
  load->readings = g_ptr_array_new_with_free_func (reading_free);
  load->records = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  load->at_once = PIECES_OF_RUN;

  return load;
}

void
troupe_knowledge_load_async (TroupeKnowledge *self,
                             GPtrArray *sources,
                             const TroupeKnowledgeWatch *watch,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GTask *task;
  Load *load;

  g_return_if_fail (TROUPE_IS_KNOWLEDGE (self));
  g_return_if_fail (sources != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_knowledge_load_async);
  load = load_new (self, sources, task);
  if (watch != NULL)
    load->watch = *watch;
  troupe_steps_start (load->steps);
}

/* Creates the load of one source that was loaded before. @tag: source tag of the task. (transfer
 * none): owned by its task */
static Load *
load_new_again (TroupeKnowledge *self,
                TroupeKnowledgeSource *source,
                GCancellable *cancellable,
                GAsyncReadyCallback callback,
                gpointer user_data,
                gpointer tag)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Load *load;

  g_assert (TROUPE_IS_KNOWLEDGE (self));

  g_task_set_source_tag (task, tag);
  g_ptr_array_add (sources, source);
  load = load_new (self, sources, task);
  load->is_again = TRUE;
  return load;
}

void
troupe_knowledge_read_again_async (TroupeKnowledge *self,
                                   TroupeKnowledgeSource *source,
                                   TroupeKnowledgeProgress progress,
                                   gpointer progress_data,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  Load *load;

  g_return_if_fail (TROUPE_IS_KNOWLEDGE (self));
  g_return_if_fail (source != NULL);

  load = load_new_again (self, source, cancellable, callback, user_data,
                         troupe_knowledge_read_again_async);
  load->at_once = PIECES_AT_ONCE;
  load->watch.progress = progress;
  load->watch.data = progress_data;
  troupe_steps_start (load->steps);
}

void
troupe_knowledge_look_async (TroupeKnowledge *self,
                             TroupeKnowledgeSource *source,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Load *load;

  g_return_if_fail (TROUPE_IS_KNOWLEDGE (self));
  g_return_if_fail (source != NULL);

  load =
      load_new_again (self, source, cancellable, callback, user_data, troupe_knowledge_look_async);
  /* If the page no longer exists, an error is reported; its saved chunks are not used instead. */
  load->is_look = TRUE;
  troupe_steps_start (load->steps);
}

gboolean
troupe_knowledge_load_finish (TroupeKnowledge *self,
                              GAsyncResult *result,
                              guint *n_embedded,
                              GError **error)
{
  gssize n;

  g_return_val_if_fail (TROUPE_IS_KNOWLEDGE (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  n = g_task_propagate_int (G_TASK (result), error);
  if (n_embedded != NULL)
    *n_embedded = n > 0 ? (guint) n : 0;

  return n >= 0;
}

/* --- Queries ---------------------------------------------------------------------------------- */

static gpointer
search_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Query *query = data;
  g_autoptr (GStrvBuilder) chunks = g_strv_builder_new ();
  g_autoptr (GPtrArray) matches =
      troupe_memory_store_search (store, query->collection, query->embeddings->vectors,
                                  query->embeddings->dimension, TROUPE_MEMORY_METRIC_COSINE, NULL,
                                  query->limit, error);

  if (matches == NULL)
    return NULL;
  for (guint i = 0; i < matches->len; i++)
    {
      const TroupeMemoryMatch *match = g_ptr_array_index (matches, i);

      if (match->similarity >= query->threshold)
        g_strv_builder_add (chunks, match->record->content);
    }

  return g_strv_builder_end (chunks);
}

static void
searched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GStrv chunks = troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);

  g_assert (G_IS_TASK (task));

  if (chunks == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, chunks, (GDestroyNotify) g_strfreev);
}

static void
query_embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeKnowledge *self = g_task_get_source_object (task);
  Query *query = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_KNOWLEDGE (self));

  query->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  if (query->embeddings == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  troupe_memory_store_run_async (self->store, search_work, query, NULL, (GDestroyNotify) g_strfreev,
                                 g_task_get_cancellable (task), searched_cb, task);
  g_steal_pointer (&task);
}

void
troupe_knowledge_query_async (TroupeKnowledge *self,
                              const char *text,
                              guint limit,
                              double threshold,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  const char *const texts[] = { text, NULL };
  GTask *task;
  Query *query;

  g_return_if_fail (TROUPE_IS_KNOWLEDGE (self));
  g_return_if_fail (text != NULL && limit > 0);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_knowledge_query_async);
  if (self->ask_func != NULL)
    {
      self->ask_func (task, text, limit, threshold, self->ask_data);
      return;
    }
  query = g_new0 (Query, 1);
  query->collection = g_strdup (self->collection);
  query->limit = limit;
  query->threshold = threshold;
  g_task_set_task_data (task, query, query_free);
  troupe_embedder_embed_async (self->embedder, texts, TROUPE_EMBED_QUERY, cancellable,
                               query_embedded_cb, task);
}

GStrv
troupe_knowledge_query_finish (TroupeKnowledge *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_KNOWLEDGE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
troupe_knowledge_to_text (const char *const *chunks)
{
  g_autofree char *joined = NULL;

  g_return_val_if_fail (chunks != NULL, NULL);

  if (chunks[0] == NULL)
    return NULL;
  joined = g_strjoinv ("\n", (char **) chunks);

  return g_strconcat ("Additional Information: ", joined, NULL);
}

/* --- Search queries by the model -------------------------------------------------------------- */

void
troupe_knowledge_ask_async (TroupeMemoryModel *model,
                            const char *prompt,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autofree char *system = NULL;
  g_autofree char *user = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_MODEL (model));
  g_return_if_fail (prompt != NULL);

  system = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY_SYSTEM, NULL);
  user = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY, prompt, NULL);
  troupe_memory_model_ask_async (model, system, user, NULL, cancellable, callback, user_data);
}

char *
troupe_knowledge_ask_finish (TroupeMemoryModel *model, GAsyncResult *result, GError **error)
{
  char *text;

  g_return_val_if_fail (TROUPE_IS_MEMORY_MODEL (model), NULL);

  text = troupe_memory_model_ask_finish (model, result, error);

  return text != NULL ? g_strstrip (text) : NULL;
}
