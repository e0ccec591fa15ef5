/* troupe-knowledge.h: what agents look up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge-web.h"
#include "troupe-llm-embed.h"
#include "troupe-memory-model.h"
#include "troupe-memory-store.h"

G_BEGIN_DECLS

/* What CrewAI takes where a document names none (doc/crew-semantics.md §12). */
#define TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING "text-embedding-3-small"

/* Of an agent's knowledge, and of a crew's where the agent has no `knowledge_config`. */
#define TROUPE_KNOWLEDGE_AGENT_LIMIT 5
#define TROUPE_KNOWLEDGE_AGENT_THRESHOLD 0.6
#define TROUPE_KNOWLEDGE_CREW_LIMIT 3
#define TROUPE_KNOWLEDGE_CREW_THRESHOLD 0.35

/**
 * TroupeKnowledgeSource:
 *
 * Something that can be looked up, as a document names it: `source_type` string, text_file (Markdown among them), csv,
 * json, pdf, excel or docling (files of these kinds and addresses of the web in one list), and what belongs to it. Immutable; atomic reference count.
 */
typedef struct _TroupeKnowledgeSource TroupeKnowledgeSource;

/**
 * troupe_knowledge_source_new:
 * @value: a map of a document
 * @folder: of the project: files are relative to `knowledge/` in it
 *
 * Looks at no file and goes nowhere. Errors: %G_IO_ERROR_INVALID_ARGUMENT, which names the key; %G_IO_ERROR_NOT_SUPPORTED for what only
 * Python reads
 */
TroupeKnowledgeSource *
troupe_knowledge_source_new (TroupeValue *value, const char *folder, GError **error);
TroupeKnowledgeSource *troupe_knowledge_source_ref (TroupeKnowledgeSource *self);
void troupe_knowledge_source_unref (TroupeKnowledgeSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgeSource, troupe_knowledge_source_unref)

/* The files that it reads, for the rights that a person is shown. (transfer full) */
char **troupe_knowledge_source_list_files (TroupeKnowledgeSource *self);
/* The pages of the web that it reads. (transfer full) */
char **troupe_knowledge_source_list_addresses (TroupeKnowledgeSource *self);
/* A source of a text. */
TroupeKnowledgeSource *troupe_knowledge_source_new_text (const char *text);
/* By which a source is known: what the document says of it. (transfer full) */
char *troupe_knowledge_source_make_key (TroupeKnowledgeSource *self);
/* The same of one of its pages, which is what it is in whatever source it stands. (transfer full) */
char *troupe_knowledge_source_make_page_key (TroupeKnowledgeSource *self, const char *address);
/* What of its files says whether they have changed: sizes and times; "" of a text. Opens none of them, but blocks.
 * (transfer full) */
char *troupe_knowledge_source_make_stamp (TroupeKnowledgeSource *self);

/**
 * TroupeKnowledgeReader:
 * @web: (nullable): what reads HTML
 * @read_page: gives the pieces of a page, whose fetching is over. (transfer full) (nullable): with the error
 */
typedef struct
{
  const TroupeKnowledgeWeb *web;
  GStrv (*read_page) (TroupeKnowledgeSource *source,
                      const char *address,
                      gpointer data,
                      GError **error);
  gpointer data;
} TroupeKnowledgeReader;

/* The pieces of a page that was fetched. Blocks. (transfer full) (nullable) */
GStrv troupe_knowledge_source_cut_page (TroupeKnowledgeSource *self,
                                        const char *address,
                                        const TroupeKnowledgePage *page,
                                        GError **error);

/**
 * troupe_knowledge_source_read:
 * @reader: (nullable): without it pages of the web are refused
 *
 * Its texts cut into chunks, as they are embedded. Blocks.
 *
 * Returns: (transfer full) (nullable): the chunks; errors name the file and what to do: %G_IO_ERROR_NOT_FOUND,
 *   %G_IO_ERROR_INVALID_DATA, %G_IO_ERROR_NOT_SUPPORTED
 */
GStrv troupe_knowledge_source_read (TroupeKnowledgeSource *self,
                                    const TroupeKnowledgeReader *reader,
                                    GError **error);

/* Windows of @size characters, each of which begins @size − @overlap characters behind the last one. @overlap: less
 * than @size. (transfer full) */
GStrv troupe_knowledge_chunk (const char *text, guint size, guint overlap);

/**
 * TroupeKnowledge:
 *
 * One collection of chunks: `knowledge_crew`, `knowledge_ROLE`. Used on one thread, the run's: it never blocks and calls
 * back in the thread-default main context.
 */
#define TROUPE_TYPE_KNOWLEDGE (troupe_knowledge_get_type ())
G_DECLARE_FINAL_TYPE (TroupeKnowledge, troupe_knowledge, TROUPE, KNOWLEDGE, GObject)

TroupeKnowledge *
troupe_knowledge_new (TroupeMemoryStore *store, TroupeEmbedder *embedder, const char *collection);
/* Looks @text up: returns a #GStrv by @task, which it takes, later and on the same thread. */
typedef void (*TroupeKnowledgeAskFunc) (GTask *task,
                                        const char *text,
                                        guint limit,
                                        double threshold,
                                        gpointer user_data);
/* One that keeps nothing here: @func is asked, with @user_data. Nothing is loaded into it. (transfer full) */
TroupeKnowledge *troupe_knowledge_new_asked (TroupeKnowledgeAskFunc func,
                                             gpointer user_data,
                                             GDestroyNotify destroy);
/* The collection of an agent's role, or of the crew. @role: (nullable). (transfer full) */
char *troupe_knowledge_make_collection (const char *role);

/* With what it goes to the web; without it pages fail. @web: borrowed */
void troupe_knowledge_set_web (TroupeKnowledge *self, const TroupeKnowledgeWeb *web);

/* @n: of so many new pieces, @done are written */
typedef void (*TroupeKnowledgeProgress) (guint done, guint n, gpointer user_data);

/**
 * TroupeKnowledgeWatch:
 * @progress: (nullable): told where it takes more than one step
 * @warn: (nullable): a sentence for the person; the loading goes on
 *
 * Both are called in the caller's context, until the end.
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
 * Reads the sources, pages of the web among them, and embeds those chunks that the collection does not have yet. Chunks
 * that were there stay (doc/crew-semantics.md §12). Of a page that cannot be fetched what was read before is used, with
 * a warning.
 */
void troupe_knowledge_load_async (TroupeKnowledge *self,
                                  GPtrArray *sources,
                                  const TroupeKnowledgeWatch *watch,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/**
 * troupe_knowledge_read_again_async:
 * @progress: (nullable): called in the caller's context, until the end
 *
 * Reads one source because a person wants it: pieces that it had and that no source of the collection has now go.
 * A page that cannot be fetched is an error.
 * Ends with troupe_knowledge_load_finish().
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
 * Reads one source that was read before and embeds nothing: where it has other pieces now, it counts as changed since it was read
 * (troupe_knowledge_reading_compare()). Ends with troupe_knowledge_load_finish(), whose number is that of the new ones.
 */
void troupe_knowledge_look_async (TroupeKnowledge *self,
                                  TroupeKnowledgeSource *source,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* @n_embedded: (out) (optional): how many chunks were new */
gboolean troupe_knowledge_load_finish (TroupeKnowledge *self,
                                       GAsyncResult *result,
                                       guint *n_embedded,
                                       GError **error);

/* @threshold: the least (1 + cos) / 2 of what is given */
void troupe_knowledge_query_async (TroupeKnowledge *self,
                                   const char *text,
                                   guint limit,
                                   double threshold,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* The chunks, best first; an empty array where nothing fits. (transfer full) (nullable) */
GStrv troupe_knowledge_query_finish (TroupeKnowledge *self, GAsyncResult *result, GError **error);

/* What is put behind a task's prompt; NULL without chunks. (transfer full) (nullable) */
char *troupe_knowledge_to_text (const char *const *chunks);

/**
 * troupe_knowledge_ask_async:
 * @prompt: a task's whole prompt
 *
 * Has the model say in a few words what to look for.
 */
void troupe_knowledge_ask_async (TroupeMemoryModel *model,
                                 const char *prompt,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* "" where it said nothing: then nothing is looked for. (transfer full) (nullable) */
char *troupe_knowledge_ask_finish (TroupeMemoryModel *model, GAsyncResult *result, GError **error);

G_END_DECLS
