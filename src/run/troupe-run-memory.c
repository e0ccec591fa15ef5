/* troupe-run-memory.c: the memories and the knowledge of one kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-memory"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-events.h"
#include "troupe-agent-memory-model.h"
#include "troupe-base.h"
#include "troupe-run-memory.h"
#include "troupe-run-web.h"
#include "troupe-run.h"

/* SQLite's name for a database without a file. */
#define NO_FILE ":memory:"
#define SCOPE_KIND "scope"
#define SLICE_KIND "slice"

/* Knowledge that is to be loaded. @sources: (element-type TroupeKnowledgeSource) */
typedef struct
{
  TroupeKnowledge *knowledge;
  char *collection;
  GPtrArray *sources;
} Loading;

/* @counted, @beside: since they were taken last; @taken: of what the embedders count */
struct _TroupeRunMemory
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  char *path;
  char *folder;
  TroupeAgentShared *shared;
  GCancellable *cancellable;
  TroupeMemoryStore *store; /* (nullable): until it is wanted */
  GPtrArray *memories;      /* (element-type TroupeMemory) */
  GPtrArray *embedders;     /* (element-type TroupeEmbedder) */
  GPtrArray *loadings;      /* (element-type Loading) */
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

static void
loading_free (gpointer data)
{
  Loading *loading = data;

  g_assert (loading != NULL);

  g_clear_object (&loading->knowledge);
  g_free (loading->collection);
  g_ptr_array_unref (loading->sources);
  g_free (loading);
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
  self->loadings = g_ptr_array_new_with_free_func (loading_free);

  return self;
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
  g_ptr_array_unref (self->memories);
  g_ptr_array_unref (self->embedders);
  g_ptr_array_unref (self->loadings);
  g_free (self);
}

/* --- What a document says --------------------------------------------------------------------- */

gboolean
troupe_run_memory_is_wanted (TroupeValue *fields)
{
  TroupeValue *value = troupe_value_get_member (fields, "memory");

  return value != NULL &&
         (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN) || troupe_value_get_boolean (value));
}

gboolean
troupe_run_memory_has_knowledge (TroupeValue *fields)
{
  TroupeValue *value = troupe_value_get_member (fields, "knowledge_sources");

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (value) > 0;
}

/* Whether it is a memory that stands by itself, and no part of another. */
static gboolean
is_own_memory (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP) &&
         (troupe_value_get_member (value, "memory_kind") == NULL ||
          g_strcmp0 (troupe_value_get_member_text (value, "memory_kind"), "memory") == 0);
}

TroupeValue *
troupe_run_memory_get_embedder (TroupeValue *memory, TroupeValue *usual)
{
  return is_own_memory (memory) ? troupe_value_get_member (memory, "embedder") : usual;
}

gboolean
troupe_run_memory_is_read_only (TroupeValue *memory)
{
  TroupeValue *read_only = troupe_value_get_member (memory, "read_only");

  if (read_only != NULL && troupe_value_is (read_only, TROUPE_VALUE_BOOLEAN))
    return troupe_value_get_boolean (read_only);

  /* As in CrewAI nothing is saved through a slice unless the document says so. */
  return g_strcmp0 (troupe_value_get_member_text (memory, "memory_kind"), SLICE_KIND) == 0;
}

static gboolean
refuse (GError **error, const char *key, const char *message)
{
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, "%s: %s", key, message);

  return FALSE;
}

static gboolean
check_memory (TroupeValue *value, GError **error)
{
  const char *kind = troupe_value_get_member_text (value, "memory_kind");
  TroupeMemoryOptions options;
  g_autoptr (GError) cause = NULL;

  g_assert (value != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return refuse (error, "memory", _ ("expected true, false or a map."));
  if (g_strcmp0 (kind, SCOPE_KIND) == 0 &&
      troupe_value_get_member_text (value, "root_path") == NULL)
    return refuse (error, "memory", _ ("a “scope” needs “root_path”, a text such as “/team”."));
  if (g_strcmp0 (kind, SLICE_KIND) == 0 && troupe_value_get_member (value, "scopes") == NULL)
    return refuse (error, "memory", _ ("a “slice” needs “scopes”, a list of paths."));
  if (kind != NULL && !g_str_equal (kind, SCOPE_KIND) && !g_str_equal (kind, SLICE_KIND) &&
      !g_str_equal (kind, "memory"))
    {
      g_autofree char *message =
          /* Translators: a word of the document */
          g_strdup_printf (_ ("there is no “memory_kind” “%s”: expected memory, scope or slice."),
                           kind);

      return refuse (error, "memory", message);
    }
  if (!troupe_memory_options_read (&options, value, &cause))
    return refuse (error, "memory", cause->message);

  return TRUE;
}

/* A file of the project that is there. */
static gboolean
check_file (const char *path, const char *folder, GError **error)
{
  g_autofree char *root = g_canonicalize_filename (folder, NULL);
  g_autofree char *whole = g_canonicalize_filename (path, folder);
  g_autofree char *real = NULL;

  if (!g_str_has_prefix (whole, root) || whole[strlen (root)] != '/')
    {
      g_autofree char *message =
          /* Translators: a path */
          g_strdup_printf (_ ("the file “%s” lies outside of the project. Put it below “knowledge” "
                              "beside the document."),
                           path);

      return refuse (error, "knowledge_sources", message);
    }
  real = troupe_path_resolve_beneath (root, whole + strlen (root) + 1, NULL);
  if (real == NULL || !g_file_test (real, G_FILE_TEST_IS_REGULAR))
    {
      g_autofree char *message =
          /* Translators: a path */
          g_strdup_printf (_ ("the file “%s” is not there. Put it there, or take the entry out."),
                           whole + strlen (root) + 1);

      return refuse (error, "knowledge_sources", message);
    }

  return TRUE;
}

/* A page of the public web, as far as that is written there. */
static gboolean
check_address (const char *address, GError **error)
{
  g_autoptr (GError) cause = NULL;

  g_assert (address != NULL);

  return troupe_run_web_check (address, NULL, &cause) ||
         refuse (error, "knowledge_sources", cause->message);
}

gboolean
troupe_run_memory_check_source (TroupeKnowledgeSource *source, const char *folder, GError **error)
{
  g_auto (GStrv) files = NULL;
  g_auto (GStrv) addresses = NULL;

  g_return_val_if_fail (source != NULL && folder != NULL, FALSE);

  files = troupe_knowledge_source_list_files (source);
  for (guint i = 0; files[i] != NULL; i++)
    if (!check_file (files[i], folder, error))
      return FALSE;
  addresses = troupe_knowledge_source_list_addresses (source);
  for (guint i = 0; addresses[i] != NULL; i++)
    if (!check_address (addresses[i], error))
      return FALSE;

  return TRUE;
}

/* The sources of a list. (transfer full) (nullable) (element-type TroupeKnowledgeSource) */
static GPtrArray *
read_sources (TroupeValue *list, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_knowledge_source_unref);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *key = g_strdup_printf ("knowledge_sources[%u]", (guint) i);
      g_autoptr (GError) cause = NULL;
      TroupeKnowledgeSource *source =
          troupe_knowledge_source_new (troupe_value_list_get (list, i), folder, &cause);

      if (source == NULL)
        {
          refuse (error, key, cause->message);
          return NULL;
        }
      g_ptr_array_add (sources, source);
      if (!troupe_run_memory_check_source (source, folder, error))
        return NULL;
    }

  return g_steal_pointer (&sources);
}

/* Embedders that only Python has, and unknown ones. */
static gboolean
check_embedders (TroupeValue *fields, GError **error)
{
  TroupeValue *memory = troupe_value_get_member (fields, "memory");
  TroupeValue *own = troupe_value_get_member (memory, "embedder");
  g_autoptr (GError) cause = NULL;

  g_assert (fields != NULL);

  if (troupe_run_memory_is_wanted (fields) && own != NULL && !troupe_embedder_check (own, &cause))
    return refuse (error, "memory", cause->message);
  if (!troupe_run_memory_has_knowledge (fields) && !troupe_run_memory_is_wanted (fields))
    return TRUE;

  return troupe_embedder_check (troupe_value_get_member (fields, "embedder"), &cause) ||
         refuse (error, "embedder", cause->message);
}

gboolean
troupe_run_memory_check (TroupeValue *fields, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) sources = NULL;

  g_return_val_if_fail (fields != NULL && folder != NULL, FALSE);

  if (troupe_value_get_member (fields, "memory") != NULL &&
      !check_memory (troupe_value_get_member (fields, "memory"), error))
    return FALSE;
  if (!check_embedders (fields, error))
    return FALSE;
  if (!troupe_run_memory_has_knowledge (fields))
    return TRUE;
  sources = read_sources (troupe_value_get_member (fields, "knowledge_sources"), folder, error);

  return sources != NULL;
}

/* --- Rights ----------------------------------------------------------------------------------- */

static void
tell_embedder (TroupeValue *embedder, const char *model, TroupeRightsList *rights)
{
  g_auto (GStrv) names = troupe_embedder_get_environment_names (embedder);
  char *hosts[] = { troupe_embedder_get_host (embedder), troupe_embedder_get_token_host (embedder) };

  if (embedder == NULL)
    troupe_rights_list_add (rights, TROUPE_RIGHT_MODEL, model);
  else if (troupe_value_get_member_text (troupe_value_get_member (embedder, "config"),
                                         "model_name") != NULL)
    troupe_rights_list_add (
        rights, TROUPE_RIGHT_MODEL,
        troupe_value_get_member_text (troupe_value_get_member (embedder, "config"), "model_name"));
  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *host = hosts[i];
      g_autofree char *shown = host != NULL ? troupe_host_to_shown (host) : NULL;

      if (shown != NULL)
        troupe_rights_list_add (rights, TROUPE_RIGHT_HOST, shown);
    }
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    troupe_rights_list_add (rights, TROUPE_RIGHT_ENVIRONMENT, names[i]);
}

/* A definition that has but a model. @llm: (nullable): the one that CrewAI takes. (transfer full) (nullable) */
static TroupeAgentDefinition *
make_judge (TroupeValue *llm)
{
  static const char *const needed[] = { "role", "goal", "backstory" };
  g_autoptr (TroupeValue) fields = NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    troupe_map_builder_add (&builder, needed[i], troupe_value_new_string ("-", -1));
  troupe_map_builder_add (&builder, "llm",
                          llm != NULL ? troupe_value_ref (llm)
                                      : troupe_value_new_string (TROUPE_MEMORY_DEFAULT_MODEL, -1));
  fields = troupe_map_builder_end (&builder);

  return troupe_agent_definition_new (fields, NULL);
}

static void
tell_model (TroupeValue *llm, TroupeRightsList *rights)
{
  g_autoptr (TroupeAgentDefinition) judge = make_judge (llm);
  g_autofree char *host = NULL;
  g_auto (GStrv) names = NULL;
  const char *model = judge != NULL ? troupe_agent_definition_get_model (judge) : NULL;

  if (model == NULL)
    return;
  host = troupe_llm_model_get_host (model, troupe_agent_definition_get_settings (judge));
  names =
      troupe_llm_model_get_environment_names (model, troupe_agent_definition_get_settings (judge));
  troupe_rights_list_add (rights, TROUPE_RIGHT_MODEL, model);
  if (host != NULL)
    {
      g_autofree char *shown = troupe_host_to_shown (host);

      troupe_rights_list_add (rights, TROUPE_RIGHT_HOST, shown);
    }
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    troupe_rights_list_add (rights, TROUPE_RIGHT_ENVIRONMENT, names[i]);
}

static void
tell_pages (TroupeKnowledgeSource *source, TroupeRightsList *rights)
{
  g_auto (GStrv) addresses = troupe_knowledge_source_list_addresses (source);

  g_assert (rights != NULL);

  for (guint i = 0; addresses[i] != NULL; i++)
    {
      g_autoptr (GUri) uri = NULL;
      g_autofree char *host = NULL;
      g_autofree char *shown = NULL;

      /* What is no address is refused before anything runs. */
      if (!troupe_run_web_check (addresses[i], &uri, NULL))
        continue;
      host = troupe_uri_describe_host (uri);
      shown = troupe_host_to_shown (host);
      troupe_rights_list_add (rights, TROUPE_RIGHT_HOST, shown);
    }
}

static void
tell_sources (TroupeValue *list, TroupeRightsList *rights)
{
  const char *folder = troupe_rights_list_get_folder (rights);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autoptr (TroupeKnowledgeSource) source =
          troupe_knowledge_source_new (troupe_value_list_get (list, i),
                                       folder != NULL ? folder : ".", NULL);
      g_auto (GStrv) files = source != NULL ? troupe_knowledge_source_list_files (source) : NULL;

      for (guint k = 0; files != NULL && files[k] != NULL; k++)
        {
          g_autofree char *place = g_path_get_dirname (files[k]);

          troupe_rights_list_add (rights, TROUPE_RIGHT_FOLDER, place);
        }
      if (source != NULL)
        tell_pages (source, rights);
    }
}

void
troupe_run_memory_tell_rights (TroupeValue *fields, TroupeValue *of_crew, TroupeRightsList *rights)
{
  TroupeValue *memory = troupe_value_get_member (fields, "memory");
  TroupeValue *embedder = troupe_value_get_member (fields, "embedder");

  g_return_if_fail (fields != NULL && rights != NULL);

  if (embedder == NULL)
    embedder = troupe_value_get_member (of_crew, "embedder");
  if (troupe_run_memory_is_wanted (fields))
    {
      const gboolean is_map = troupe_value_is (memory, TROUPE_VALUE_MAP);
      /* The embedder of an agent is of what it knows. */
      TroupeValue *usual = troupe_value_get_member_text (fields, "role") == NULL ? embedder : NULL;

      tell_embedder (is_map && troupe_value_get_member (memory, "memory_kind") == NULL
                         ? troupe_value_get_member (memory, "embedder")
                         : usual,
                     TROUPE_MEMORY_DEFAULT_EMBEDDING, rights);
      if (is_map && troupe_value_get_member (memory, "memory_kind") == NULL)
        tell_model (troupe_value_get_member (memory, "llm"), rights);
    }
  if (troupe_run_memory_has_knowledge (fields))
    {
      tell_embedder (embedder, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, rights);
      tell_sources (troupe_value_get_member (fields, "knowledge_sources"), rights);
    }
}

/* --- Making ----------------------------------------------------------------------------------- */

static TroupeMemoryStore *
get_store (TroupeRunMemory *self)
{
  g_assert (self != NULL);

  if (self->store == NULL)
    self->store = troupe_memory_store_new (self->path);

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
  TroupeEmbedder *embedder = troupe_embedder_new (self->client, value, model, error);

  g_assert (self != NULL);

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

/* `{memory_kind: scope, root_path}` and `{memory_kind: slice, scopes, categories, read_only}`: a part of what the
 * document remembers. @whole: (transfer full). (transfer full) */
static TroupeMemory *
make_part (TroupeMemory *whole, TroupeValue *value)
{
  g_autoptr (TroupeMemory) memory = whole;
  const char *kind = troupe_value_get_member_text (value, "memory_kind");
  g_auto (GStrv) scopes = NULL;
  g_auto (GStrv) categories = NULL;

  g_assert (TROUPE_IS_MEMORY (whole));

  if (g_strcmp0 (kind, SCOPE_KIND) == 0)
    return troupe_memory_new_below (memory, troupe_value_get_member_text (value, "root_path"));
  if (g_strcmp0 (kind, SLICE_KIND) != 0)
    return g_steal_pointer (&memory);
  scopes = list_texts (troupe_value_get_member (value, "scopes"));
  categories = list_texts (troupe_value_get_member (value, "categories"));

  return troupe_memory_new_slice (memory, (const char *const *) scopes,
                                  categories[0] != NULL ? (const char *const *) categories : NULL,
                                  troupe_run_memory_is_read_only (value));
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
  const gboolean is_own = is_own_memory (value);
  g_autoptr (TroupeAgentDefinition) own = NULL;
  g_autoptr (TroupeMemoryModel) model = NULL;
  g_autoptr (TroupeMemory) memory = NULL;
  TroupeEmbedder *made = NULL;
  TroupeMemoryOptions options;

  g_return_val_if_fail (self != NULL, NULL);

  if (!troupe_memory_options_read (&options, is_own ? value : NULL, error))
    return NULL;
  made = make_embedder (self, troupe_run_memory_get_embedder (value, embedder),
                        TROUPE_MEMORY_DEFAULT_EMBEDDING, error);
  if (made == NULL)
    return NULL;
  if (is_own || judge == NULL)
    own = make_judge (is_own ? troupe_value_get_member (value, "llm") : NULL);
  if (own != NULL)
    judge = own;
  if (judge != NULL)
    model =
        troupe_agent_memory_model_new (self->client, self->bus, self->scope,
                                       troupe_agent_definition_get_model (judge),
                                       troupe_agent_definition_get_settings (judge), self->shared,
                                       own == NULL && is_counted ? &self->counted : &self->beside);
  memory = troupe_memory_new (get_store (self), made, model, &options,
                              is_own   ? troupe_value_get_member_text (value, "root_scope")
                              : is_map ? NULL
                                       : root);
  g_ptr_array_add (self->memories, g_object_ref (memory));

  return is_map ? make_part (g_steal_pointer (&memory), value) : g_steal_pointer (&memory);
}

TroupeKnowledge *
troupe_run_memory_make_knowledge (TroupeRunMemory *self,
                                  TroupeValue *sources,
                                  TroupeValue *embedder,
                                  const char *role,
                                  GError **error)
{
  Loading *loading = NULL;
  g_autoptr (GPtrArray) read = NULL;
  TroupeEmbedder *made = NULL;

  g_return_val_if_fail (self != NULL && sources != NULL, NULL);

  read = read_sources (sources, self->folder, error);
  if (read == NULL)
    return NULL;
  made = make_embedder (self, embedder, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, error);
  if (made == NULL)
    return NULL;
  loading = g_new0 (Loading, 1);
  loading->collection = troupe_knowledge_make_collection (role);
  loading->knowledge = troupe_knowledge_new (get_store (self), made, loading->collection);
  troupe_knowledge_set_web (loading->knowledge, troupe_run_web_get ());
  loading->sources = g_steal_pointer (&read);
  g_ptr_array_add (self->loadings, loading);

  return loading->knowledge;
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

/* @next: what is loaded; @scope: in which that is told */
typedef struct
{
  TroupeRunMemory *self;
  guint next;
  TroupeScope *scope;
} Walk;

static void
walk_free (gpointer data)
{
  Walk *walk = data;

  g_assert (walk != NULL);

  g_clear_pointer (&walk->scope, troupe_scope_unref);
  g_free (walk);
}

static void
tell_loading (Walk *walk, TroupeEventType type, const char *key, guint number, const GError *error)
{
  const Loading *loading = g_ptr_array_index (walk->self->loadings, walk->next);
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "collection", loading->collection);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "file", error);
  else
    troupe_map_builder_add (&fields, key, troupe_value_new_integer (number));
  troupe_agent_events_emit (walk->self->bus, type, walk->scope, &fields);
}

/* @done: of @n new pieces are kept */
static void
tell_progress (guint done, guint n, gpointer user_data)
{
  const Walk *walk = user_data;
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "done", troupe_value_new_integer (done));
  troupe_map_builder_add (&fields, "pieces", troupe_value_new_integer (n));
  troupe_agent_events_emit (walk->self->bus, TROUPE_EVENT_KNOWLEDGE_LOAD_PROGRESS, walk->scope,
                            &fields);
}

static void
tell_warning (const char *message, gpointer user_data)
{
  const Walk *walk = user_data;
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "level", "warning");
  troupe_agent_events_add_text (&fields, "message", message);
  troupe_agent_events_emit (walk->self->bus, TROUPE_EVENT_LOG, walk->self->scope, &fields);
}

static void load_next (GTask *task);

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Walk *walk = g_task_get_task_data (task);
  GError *error = NULL;
  guint n_embedded = 0;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_knowledge_load_finish (TROUPE_KNOWLEDGE (source), result, &n_embedded, &error))
    {
      tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_FAILED, NULL, 0, error);
      g_task_return_error (task, error);
      return;
    }
  tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_FINISHED, "embedded", n_embedded, NULL);
  walk->next++;
  load_next (task);
}

static void
load_next (GTask *task)
{
  Walk *walk = g_task_get_task_data (task);
  const TroupeKnowledgeWatch watch = { tell_progress, tell_warning, walk };
  const Loading *loading = NULL;

  g_assert (G_IS_TASK (task));

  if (walk->next == walk->self->loadings->len)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  loading = g_ptr_array_index (walk->self->loadings, walk->next);
  g_clear_pointer (&walk->scope, troupe_scope_unref);
  walk->scope = troupe_scope_new (TROUPE_SCOPE_KNOWLEDGE, walk->self->scope, NULL, NULL);
  tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_STARTED, "sources", loading->sources->len, NULL);
  troupe_knowledge_load_async (loading->knowledge, loading->sources, &watch,
                               g_task_get_cancellable (task), loaded_cb, g_object_ref (task));
}

void
troupe_run_memory_load_async (TroupeRunMemory *self,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Walk *walk = g_new0 (Walk, 1);

  g_return_if_fail (self != NULL);

  task = g_task_new (NULL, self->cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_run_memory_load_async);
  walk->self = self;
  g_task_set_task_data (task, walk, walk_free);
  load_next (task);
}

gboolean
troupe_run_memory_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Waiting ---------------------------------------------------------------------------------- */

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
    /* What was cancelled ends as well, and is waited for. */
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
  g_task_set_task_data (task, walk, walk_free);
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
