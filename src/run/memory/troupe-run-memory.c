/* troupe-run-memory.c: memories and knowledge of one kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-memory"

#include "config.h"

#include "troupe-agent-memory-model.h"
#include "troupe-base.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-python-knowledge.h"
#include "troupe-llm-embed-client.h"
#include "troupe-run-knowledge.h"
#include "troupe-run-memory.h"
#include "troupe-run-web.h"

/* SQLite's name for a database without a file. */
#define NO_FILE ":memory:"

/* @counted, @beside: usage since the last call of take_usage(); @taken: the part of the
 *   embedders' counters that was already returned */
struct _TroupeRunMemory
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  char *path;
  char *folder;
  TroupeAgentShared *shared;
  GCancellable *cancellable;
  TroupeRunDisk *disk;                  /* (nullable) */
  TroupeMemoryStore *store;             /* (nullable): created on first use */
  GPtrArray *memories;                  /* (element-type TroupeMemory) */
  GPtrArray *embedders;                 /* (element-type TroupeEmbedder) */
  const TroupeCrewContext *around; /* (nullable) */
  TroupeRunKnowledge *knowledge;
  TroupeLlmUsage counted;
  TroupeLlmUsage beside;
  TroupeLlmUsage taken;
};

char *
troupe_run_memory_make_path (TroupeStore *store, const char *document)
{
  g_autofree char *folder = NULL;

  if (store == NULL || document == NULL)
    return NULL;
  folder = troupe_store_get_folder (store);

  return troupe_memory_store_make_path (folder, document);
}

TroupeRunMemory *
troupe_run_memory_new (TroupeLlmClient *client,
                       TroupeEventBus *bus,
                       TroupeScope *scope,
                       const char *path,
                       const char *folder,
                       TroupeAgentShared *shared,
                       GCancellable *cancellable)
{
  TroupeRunMemory *self = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), NULL);

  self = g_new0 (TroupeRunMemory, 1);
  self->client = g_object_ref (client);
  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  self->path = g_strdup (path != NULL ? path : NO_FILE);
  self->folder = folder != NULL ? g_strdup (folder) : g_get_current_dir ();
  self->shared = shared != NULL ? troupe_agent_shared_ref (shared) : NULL;
  g_set_object (&self->cancellable, cancellable);
  self->memories = g_ptr_array_new_with_free_func (g_object_unref);
  self->embedders = g_ptr_array_new_with_free_func (g_object_unref);
  self->knowledge = troupe_run_knowledge_new (bus, scope);

  return self;
}

void
troupe_run_memory_set_around (TroupeRunMemory *self, const TroupeCrewContext *around)
{
  g_return_if_fail (self != NULL);

  self->around = around;
}

void
troupe_run_memory_set_disk (TroupeRunMemory *self, TroupeRunDisk *disk)
{
  g_return_if_fail (self != NULL && disk != NULL);
  g_return_if_fail (self->store == NULL && self->disk == NULL);

  self->disk = troupe_run_disk_ref (disk);
}

void
troupe_run_memory_free (TroupeRunMemory *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_free (self->path);
  g_free (self->folder);
  g_clear_pointer (&self->shared, troupe_agent_shared_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->store);
  g_clear_pointer (&self->disk, troupe_run_disk_unref);
  g_ptr_array_unref (self->memories);
  g_ptr_array_unref (self->embedders);
  troupe_run_knowledge_free (self->knowledge);
  g_free (self);
}

/* --- Construction ----------------------------------------------------------------------------- */

/* Called on the thread of the store. */
static gboolean
take_room_cb (gsize n_bytes, gpointer user_data, GError **error)
{
  TroupeRunDisk *disk = user_data;

  if (!troupe_run_disk_has_room (disk, n_bytes))
    {
      g_propagate_error (error, troupe_run_disk_make_error (disk));
      return FALSE;
    }
  troupe_run_disk_add (disk, n_bytes);
  return TRUE;
}

static TroupeMemoryStore *
get_store (TroupeRunMemory *self)
{
  g_assert (self != NULL);

  if (self->store != NULL)
    return self->store;
  self->store = troupe_memory_store_new (self->path);
  /* What is only kept in memory is not stored on the disk. */
  if (self->disk != NULL && !g_str_equal (self->path, NO_FILE))
    troupe_memory_store_set_room (self->store, take_room_cb, troupe_run_disk_ref (self->disk),
                                  (GDestroyNotify) troupe_run_disk_unref);

  return self->store;
}

TroupeMemoryStore *
troupe_run_memory_get_store (TroupeRunMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return get_store (self);
}

static TroupeEmbedder *
make_embedder (TroupeRunMemory *self, TroupeValue *value, const char *model, GError **error)
{
  TroupeEmbedder *embedder = troupe_crew_python_knowledge_make_embedder (self->around, value);

  g_assert (self != NULL);

  if (embedder == NULL)
    embedder = troupe_embedder_new (self->client, value, model, error);
  if (embedder != NULL)
    g_ptr_array_add (self->embedders, embedder);

  return embedder;
}

static char **
list_texts (TroupeValue *list)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  for (gsize i = 0; list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (list);
       i++)
    if (troupe_value_is (troupe_value_list_get (list, i), TROUPE_VALUE_STRING))
      g_strv_builder_add (texts, troupe_value_get_string (troupe_value_list_get (list, i), NULL));

  return g_strv_builder_end (texts);
}

TroupeMemory *
troupe_run_memory_make (TroupeRunMemory *self,
                        TroupeValue *value,
                        TroupeValue *embedder,
                        TroupeAgentDefinition *judge,
                        gboolean is_counted,
                        const char *root,
                        GError **error)
{
  const gboolean is_map = value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP);
  const gboolean is_own = troupe_memory_fields_is_own (value);
  g_autoptr (TroupeAgentDefinition) own = NULL;
  g_autoptr (TroupeMemoryModel) model = NULL;
  g_autoptr (TroupeMemory) memory = NULL;
  TroupeEmbedder *made = NULL;
  TroupeMemoryOptions options;

  g_return_val_if_fail (self != NULL, NULL);

  if (!troupe_memory_options_read (&options, is_own ? value : NULL, error))
    return NULL;
  made = make_embedder (self, troupe_memory_fields_get_embedder (value, embedder),
                        TROUPE_MEMORY_DEFAULT_EMBEDDING, error);
  if (made == NULL)
    return NULL;
  if (is_own || judge == NULL)
    own = troupe_memory_fields_make_judge (is_own ? troupe_value_get_member (value, "llm") : NULL);
  if (own != NULL)
    judge = own;
  if (judge != NULL)
    model =
        troupe_agent_memory_model_new (self->client, self->bus, self->scope,
                                       troupe_agent_definition_get_model (judge),
                                       troupe_agent_definition_get_settings (judge), self->shared,
                                       own == NULL && is_counted ? &self->counted : &self->beside);
  if (model != NULL && self->around != NULL)
    {
      const TroupeAgentHooks hooks = troupe_crew_hook_list_registered (self->around);

      troupe_agent_memory_model_set_hooks (model, &hooks);
    }
  memory = troupe_memory_new (get_store (self), made, model, &options,
                              is_own   ? troupe_value_get_member_text (value, "root_scope")
                              : is_map ? NULL
                                       : root);
  g_ptr_array_add (self->memories, g_object_ref (memory));

  if (is_map)
    {
      g_autoptr (TroupeMemory) part = g_steal_pointer (&memory);
      const char *kind = troupe_value_get_member_text (value, "memory_kind");
      g_auto (GStrv) scopes = NULL;
      g_auto (GStrv) categories = NULL;

      /* Creates a view of the document's memory: `{memory_kind: scope, root_path}` or
       * `{memory_kind: slice, scopes, categories, read_only}`. */
      if (g_strcmp0 (kind, TROUPE_MEMORY_KIND_SCOPE) == 0)
        return troupe_memory_new_below (part, troupe_value_get_member_text (value, "root_path"));
      if (g_strcmp0 (kind, TROUPE_MEMORY_KIND_SLICE) != 0)
        return g_steal_pointer (&part);
      scopes = list_texts (troupe_value_get_member (value, "scopes"));
      categories = list_texts (troupe_value_get_member (value, "categories"));
      return troupe_memory_new_slice (part, (const char *const *) scopes,
                                      categories[0] != NULL ? (const char *const *) categories
                                                            : NULL,
                                      troupe_memory_fields_are_read_only (value));
    }
  return g_steal_pointer (&memory);
}

TroupeKnowledge *
troupe_run_memory_make_knowledge (TroupeRunMemory *self,
                                  TroupeValue *sources,
                                  TroupeValue *embedder,
                                  const char *role,
                                  GError **error)
{
  g_autoptr (GPtrArray) read = NULL;
  g_autofree char *collection = NULL;
  TroupeKnowledge *knowledge = NULL;
  TroupeEmbedder *made = NULL;
  TroupeKeyRecipients *recipients;

  g_return_val_if_fail (self != NULL && sources != NULL, NULL);

  read = troupe_memory_fields_read_sources (sources, self->folder, error);
  if (read == NULL)
    return NULL;
  recipients =
      troupe_llm_environment_get_recipients (troupe_llm_client_get_environment (self->client));
  for (guint i = 0; i < read->len; i++)
    {
      g_auto (GStrv) addresses =
          troupe_knowledge_source_list_addresses (g_ptr_array_index (read, i));

      for (guint k = 0; addresses[k] != NULL; k++)
        if (!troupe_key_recipients_check_refused (recipients, addresses[k], NULL, error))
          return NULL;
    }
  made = make_embedder (self, embedder, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, error);
  if (made == NULL)
    return NULL;
  collection = troupe_knowledge_make_collection (role);
  knowledge = troupe_knowledge_new (get_store (self), made, collection);
  troupe_knowledge_set_web (knowledge, troupe_run_web_get (troupe_recorder_is_offline (
                                           troupe_llm_client_get_recorder (self->client))));
  troupe_run_knowledge_add (self->knowledge, knowledge, collection, read);

  return knowledge;
}

TroupeAgentMemory *
troupe_run_memory_make_agent (TroupeRunMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_agent_memory_new (self->bus, self->scope, self->cancellable);
}

void
troupe_run_memory_give_knowledge (TroupeAgentMemory *agent,
                                  TroupeKnowledge *knowledge,
                                  TroupeValue *config,
                                  gboolean is_crew)
{
  TroupeValue *most = troupe_value_get_member (config, "results_limit");
  TroupeValue *least = troupe_value_get_member (config, "score_threshold");
  const gboolean is_bare = is_crew && config == NULL;
  gint64 limit = is_bare ? TROUPE_KNOWLEDGE_CREW_LIMIT : TROUPE_KNOWLEDGE_AGENT_LIMIT;
  double threshold = is_bare ? TROUPE_KNOWLEDGE_CREW_THRESHOLD : TROUPE_KNOWLEDGE_AGENT_THRESHOLD;

  g_return_if_fail (agent != NULL && TROUPE_IS_KNOWLEDGE (knowledge));

  if (most != NULL && troupe_value_is (most, TROUPE_VALUE_INTEGER))
    limit = CLAMP (troupe_value_get_integer (most), 1, G_MAXUINT16);
  if (least != NULL && troupe_value_is (least, TROUPE_VALUE_DOUBLE))
    threshold = troupe_value_get_double (least);
  else if (least != NULL && troupe_value_is (least, TROUPE_VALUE_INTEGER))
    threshold = (double) troupe_value_get_integer (least);
  troupe_agent_memory_add_knowledge (agent, knowledge, (guint) limit, threshold);
}

/* --- Loading ---------------------------------------------------------------------------------- */

void
troupe_run_memory_load_async (TroupeRunMemory *self,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (self != NULL);

  troupe_run_knowledge_load_async (self->knowledge, self->cancellable, callback, user_data);
}

gboolean
troupe_run_memory_load_finish (GAsyncResult *result, GError **error)
{
  return troupe_run_knowledge_load_finish (result, error);
}

/* --- Draining --------------------------------------------------------------------------------- */

/* @next: index of the memory that is waited for */
typedef struct
{
  TroupeRunMemory *self;
  guint next;
} Walk;

static void drain_next (GTask *task);

static void
drained_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Walk *walk = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  (void) troupe_memory_drain_finish (TROUPE_MEMORY (source), result, NULL);
  walk->next++;
  drain_next (task);
}

static void
drain_next (GTask *task)
{
  Walk *walk = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (walk->next == walk->self->memories->len)
    g_task_return_boolean (task, TRUE);
  else
    /* Not cancellable, because cancelled writes have to be awaited too. */
    troupe_memory_drain_async (g_ptr_array_index (walk->self->memories, walk->next), NULL,
                               drained_cb, g_object_ref (task));
}

void
troupe_run_memory_drain_async (TroupeRunMemory *self,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Walk *walk = g_new0 (Walk, 1);

  g_return_if_fail (self != NULL);

  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_run_memory_drain_async);
  walk->self = self;
  g_task_set_task_data (task, walk, g_free);
  drain_next (task);
}

void
troupe_run_memory_drain_finish (GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, NULL));

  (void) g_task_propagate_boolean (G_TASK (result), NULL);
}

/* --- Usage ------------------------------------------------------------------------------------ */

void
troupe_run_memory_take_usage (TroupeRunMemory *self,
                              TroupeLlmUsage *counted,
                              TroupeLlmUsage *beside)
{
  TroupeLlmUsage whole = { 0 };
  TroupeLlmUsage since = { 0 };

  g_return_if_fail (self != NULL && counted != NULL && beside != NULL);

  for (guint i = 0; i < self->embedders->len; i++)
    {
      TroupeLlmUsage one = { 0 };

      troupe_embedder_get_usage (g_ptr_array_index (self->embedders, i), &one);
      troupe_llm_usage_add (&whole, &one);
    }
  since = whole;
  since.prompt_tokens -= self->taken.prompt_tokens;
  since.completion_tokens -= self->taken.completion_tokens;
  since.total_tokens -= self->taken.total_tokens;
  since.cached_prompt_tokens -= self->taken.cached_prompt_tokens;
  since.requests -= self->taken.requests;
  since.micro_dollars -= self->taken.micro_dollars;
  since.unpriced -= self->taken.unpriced;
  self->taken = whole;
  troupe_llm_usage_add (counted, &self->counted);
  troupe_llm_usage_add (beside, &self->beside);
  troupe_llm_usage_add (beside, &since);
  self->counted = (TroupeLlmUsage){ 0 };
  self->beside = (TroupeLlmUsage){ 0 };
}
