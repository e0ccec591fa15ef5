/* troupe-knowledge.h: knowledge of agents: sources, chunks, embedding and queries
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge-web.h"
#include "troupe-llm-embed.h"
#include "troupe-memory-model.h"
#include "troupe-memory-store.h"

G_BEGIN_DECLS

/* CrewAI's default embedding model (doc/crew-semantics.md §12). */
#define TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING "text-embedding-3-small"

/* Default query limits for an agent's knowledge, and for a crew's if the agent has no
 * `knowledge_config`. */
#define TROUPE_KNOWLEDGE_AGENT_LIMIT 5
#define TROUPE_KNOWLEDGE_AGENT_THRESHOLD 0.6
#define TROUPE_KNOWLEDGE_CREW_LIMIT 3
#define TROUPE_KNOWLEDGE_CREW_THRESHOLD 0.35

/**
 * TroupeKnowledgeSource:
 *
 * A knowledge source of a document. Its `source_type` is string, text_file (including Markdown),
 * csv, json, pdf, excel, or docling, which is a list that may contain files of these types and web
 * pages. The other members depend on the type. Immutable; atomic reference count.
 */
typedef struct _TroupeKnowledgeSource TroupeKnowledgeSource;

/**
 * troupe_knowledge_source_new:
 * @value: a map of a document
 * @folder: the project folder; the paths of files are relative to its subfolder `knowledge/`
 *
 * Parses a source, without accessing files or the network. Errors: %G_IO_ERROR_INVALID_ARGUMENT,
 * which names the key; %G_IO_ERROR_NOT_SUPPORTED for file types that only Python can read
 */
TroupeKnowledgeSource *
troupe_knowledge_source_new (TroupeValue *value, const char *folder, GError **error);
TroupeKnowledgeSource *troupe_knowledge_source_ref (TroupeKnowledgeSource *self);
void troupe_knowledge_source_unref (TroupeKnowledgeSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgeSource, troupe_knowledge_source_unref)

/* Returns the files that the source reads, for the permissions shown to the user. (transfer
 * full) */
char **troupe_knowledge_source_list_files (TroupeKnowledgeSource *self);
/* Returns the web pages that the source reads. (transfer full) */
char **troupe_knowledge_source_list_addresses (TroupeKnowledgeSource *self);
/* Returns the key that identifies the source, derived from its definition in the document.
 * (transfer full) */
char *troupe_knowledge_source_make_key (TroupeKnowledgeSource *self);
/* Returns the key of one of the source's web pages. The key of a page is the same in every
 * source. (transfer full) */
char *troupe_knowledge_source_make_page_key (TroupeKnowledgeSource *self, const char *address);
/* Returns a string that changes if the files of the source change. It is derived from the sizes
 * and times of the files. For a source of type string, it is "". Does not open the files, but
 * blocks. (transfer full) */
char *troupe_knowledge_source_make_stamp (TroupeKnowledgeSource *self);

/**
 * TroupeKnowledgeReader:
 * @web: (nullable): parses HTML
 * @secret: (nullable): redacted before the text is split, because a key may be in two chunks
 * @cancellable: (nullable)
 * @read_page: returns the chunks of a page that has been fetched. (transfer full) (nullable): NULL
 *   with @error set
 */
typedef struct
{
  const TroupeKnowledgeWeb *web;
  TroupeSecret *secret;
  GCancellable *cancellable;
  GStrv (*read_page) (TroupeKnowledgeSource *source,
                      const char *address,
                      gpointer data,
                      GError **error);
  gpointer data;
} TroupeKnowledgeReader;

/* Splits a fetched page into chunks. Blocks. @secret: (nullable): redacted before; @cancellable:
 * (nullable). (transfer full) (nullable) */
GStrv troupe_knowledge_source_cut_page (TroupeKnowledgeSource *self,
                                        const char *address,
                                        const TroupeKnowledgePage *page,
                                        TroupeSecret *secret,
                                        GCancellable *cancellable,
                                        GError **error);

/**
 * troupe_knowledge_source_read:
 * @reader: (nullable): if %NULL, web pages are refused
 *
 * Reads the source and splits it into the chunks to embed. Blocks.
 *
 * Returns: (transfer full) (nullable): the chunks; errors name the file and what to do:
 * %G_IO_ERROR_NOT_FOUND, %G_IO_ERROR_INVALID_DATA, %G_IO_ERROR_NOT_SUPPORTED
 */
GStrv troupe_knowledge_source_read (TroupeKnowledgeSource *self,
                                    const TroupeKnowledgeReader *reader,
                                    GError **error);

/* Splits @text into windows of @size characters, each of which begins @size − @overlap
 * characters after the previous one. @overlap: less than @size. (transfer full) */
GStrv troupe_knowledge_chunk (const char *text, guint size, guint overlap);

/**
 * TroupeKnowledge:
 *
 * A collection of chunks, named `knowledge_crew` or `knowledge_ROLE`. It is used on the thread of
 * the run only and never blocks. Callbacks are called in the thread-default main context.
 */
#define TROUPE_TYPE_KNOWLEDGE (troupe_knowledge_get_type ())
G_DECLARE_FINAL_TYPE (TroupeKnowledge, troupe_knowledge, TROUPE, KNOWLEDGE, GObject)

TroupeKnowledge *
troupe_knowledge_new (TroupeMemoryStore *store, TroupeEmbedder *embedder, const char *collection);
/* Queries for @text. Takes ownership of @task, which returns a #GStrv later and on the same
 * thread. */
typedef void (*TroupeKnowledgeAskFunc) (GTask *task,
                                        const char *text,
                                        guint limit,
                                        double threshold,
                                        gpointer user_data);
/* Creates an object without its own collection. Queries are passed to @func, with @user_data,
 * and no sources are loaded into the object. (transfer full) */
TroupeKnowledge *troupe_knowledge_new_asked (TroupeKnowledgeAskFunc func,
                                             gpointer user_data,
                                             GDestroyNotify destroy);
/* Returns the name of the collection of an agent's role, or of the crew. @role: (nullable).
 * (transfer full) */
char *troupe_knowledge_make_collection (const char *role);

/* Sets the web functions. Without web functions, web pages cannot be read. @web: borrowed */
void troupe_knowledge_set_web (TroupeKnowledge *self, const TroupeKnowledgeWeb *web);

/* Reports that @done of @n new chunks have been written. */
typedef void (*TroupeKnowledgeProgress) (guint done, guint n, gpointer user_data);

/**
 * TroupeKnowledgeWatch:
 * @progress: (nullable): called if loading takes more than one step
 * @warn: (nullable): reports a sentence for the user; loading continues
 *
 * Both are called in the caller's main context until the operation ends.
 */
typedef struct
{
  TroupeKnowledgeProgress progress;
  void (*warn) (const char *message, gpointer user_data);
  gpointer data;
} TroupeKnowledgeWatch;

/**
 * troupe_knowledge_load_async:
 * @sources: (element-type TroupeKnowledgeSource)
 * @watch: (nullable): copied
 *
 * Reads the sources, including web pages, and embeds the chunks that the collection does not
 * contain yet. Existing chunks are never removed (doc/crew-semantics.md §12). If a page cannot be
 * fetched, the chunks that were saved for it before are used, and a warning is reported.
 */
void troupe_knowledge_load_async (TroupeKnowledge *self,
                                  GPtrArray *sources,
                                  const TroupeKnowledgeWatch *watch,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/**
 * troupe_knowledge_read_again_async:
 * @progress: (nullable): called in the caller's main context until the operation ends
 *
 * Reads one source again, on request of the user. Chunks that are no longer in any source of the
 * collection are removed. A page that cannot be fetched is an error. Finish with
 * troupe_knowledge_load_finish().
 */
void troupe_knowledge_read_again_async (TroupeKnowledge *self,
                                        TroupeKnowledgeSource *source,
                                        TroupeKnowledgeProgress progress,
                                        gpointer progress_data,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/**
 * troupe_knowledge_look_async:
 *
 * Reads a source that was loaded before, without embedding anything. If its chunks differ from the
 * stored ones, the source is recorded as changed (troupe_knowledge_reading_compare()). Finish with
 * troupe_knowledge_load_finish(), which returns the number of new chunks.
 */
void troupe_knowledge_look_async (TroupeKnowledge *self,
                                  TroupeKnowledgeSource *source,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Returns TRUE if the operation has succeeded. @n_embedded: (out) (optional): the number of new
 * chunks */
gboolean troupe_knowledge_load_finish (TroupeKnowledge *self,
                                       GAsyncResult *result,
                                       guint *n_embedded,
                                       GError **error);

/* Finds the chunks that are relevant for @text. @threshold: the minimum score of the results, (1
 * + cos) / 2 */
void troupe_knowledge_query_async (TroupeKnowledge *self,
                                   const char *text,
                                   guint limit,
                                   double threshold,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the chunks, best first. If nothing matches, the array is empty. (transfer full)
 * (nullable) */
GStrv troupe_knowledge_query_finish (TroupeKnowledge *self, GAsyncResult *result, GError **error);

/* Returns the text that is appended to a task's prompt; NULL if there are no chunks. (transfer
 * full) (nullable) */
char *troupe_knowledge_to_text (const char *const *chunks);

/**
 * troupe_knowledge_ask_async:
 * @prompt: the complete prompt of a task
 *
 * Asks the model to rewrite the prompt to a short search query.
 */
void troupe_knowledge_ask_async (TroupeMemoryModel *model,
                                 const char *prompt,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns the search query. If it is "", because the model returned nothing, no search takes
 * place. (transfer full) (nullable) */
char *troupe_knowledge_ask_finish (TroupeMemoryModel *model, GAsyncResult *result, GError **error);

G_END_DECLS
