/* troupe-memory-service.h: memories and knowledge of a document, for the user interface and the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-flow.h"
#include "troupe-knowledge-reading.h"
#include "troupe-memory-listing.h"
#include "troupe-memory.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryOwner:
 * @role: (nullable): the role of an agent; %NULL for a crew or a flow
 * @agent: (nullable): the name of the agent in the document; %NULL if the name is that of the
 *   flow's method
 * @roles: (nullable): of a crew: the roles of all its agents, including those without their own
 *   memory or knowledge
 * @scope: (nullable): the root scope of the owner's memory; %NULL if it has no memory, and for
 *   agents without a root scope
 * @remembers, @is_read_only: whether the owner has a memory, and whether the memory is read-only
 * @options: the weights by which matches are ranked
 * @embedder: (nullable): the embedder of the memory
 * @sources: (nullable): the knowledge sources as in the document
 * @knowledge_embedder: (nullable): the embedder of these sources
 * @collection: the collection in which the sources are stored
 *
 * A crew, agent or flow that has memory or knowledge according to the document. Immutable; atomic
 * reference count.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *role;
  char *agent;
  char **roles;
  char *scope;
  gboolean remembers;
  gboolean is_read_only;
  TroupeMemoryOptions options;
  TroupeValue *embedder;
  TroupeValue *sources;
  TroupeValue *knowledge_embedder;
  char *collection;
} TroupeMemoryOwner;

TroupeMemoryOwner *troupe_memory_owner_ref (TroupeMemoryOwner *self);
void troupe_memory_owner_unref (TroupeMemoryOwner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryOwner, troupe_memory_owner_unref)

/* Lists the crew and then its agents. Only those that have their own memory or knowledge are
 * included. (transfer full) (element-type TroupeMemoryOwner) */
GPtrArray *troupe_memory_service_list_of_crew (TroupeCrew *crew);
/* Lists the lessons of the flow from human feedback, followed by its crews and agents. Crews in
 * separate files are not read. (transfer full) (element-type TroupeMemoryOwner) */
GPtrArray *troupe_memory_service_list_of_flow (TroupeFlow *flow);
/* Returns the owner of a record with @scope; the first one if no owner matches. @owners: not
 * empty. (transfer none) */
TroupeMemoryOwner *troupe_memory_service_find_owner (GPtrArray *owners, const char *scope);

/* --- Blocking functions: call on a worker thread ---------------------------------------------- */

/* State of a knowledge source. */
typedef enum
{
  TROUPE_SOURCE_UNREAD,
  TROUPE_SOURCE_READ,
  TROUPE_SOURCE_CHANGED, /* since it was last read */
  TROUPE_SOURCE_FAILED,
} TroupeSourceState;

/**
 * TroupeSourceFacts:
 * @index: index in the owner's list of sources
 * @title: the name of the source's file, or the start of its text
 * @collection, @key: identify the stored content of the source
 * @failure: (nullable): why the source could not be read
 * @is_python: whether only CrewAI's Python can read the source
 * @has_pages: whether the source contains web pages; their changes are only known after they were
 *   requested
 */
typedef struct
{
  TroupeMemoryOwner *owner;
  guint index;
  char *title;
  char *key;
  TroupeSourceState state;
  gint64 read_us;
  guint n_pieces;
  char *failure;
  gboolean is_python;
  gboolean has_pages;
} TroupeSourceFacts;

void troupe_source_facts_free (TroupeSourceFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSourceFacts, troupe_source_facts_free)

/**
 * troupe_memory_service_look_at_sources:
 * @store: (nullable): %NULL if the memory file does not exist yet
 * @folder: the project folder
 *
 * Returns the states of all sources of @owners. Compares the sizes and times of files without
 * opening them. (transfer full) (element-type TroupeSourceFacts) (nullable)
 */
GPtrArray *troupe_memory_service_look_at_sources (TroupeMemoryStore *store,
                                                  GPtrArray *owners,
                                                  const char *folder,
                                                  GError **error);

/**
 * troupe_memory_service_embed:
 * @owner: the owner whose embedder is called, once
 * @folder: (nullable): the project folder, which provides the keys of the embedder
 *
 * Computes a vector for troupe_memory_service_find(). (transfer full) (nullable)
 */
TroupeEmbeddings *troupe_memory_service_embed (const TroupeMemoryOwner *owner,
                                               const char *folder,
                                               const char *text,
                                               GCancellable *cancellable,
                                               GError **error);
/**
 * troupe_memory_service_find:
 * @owner: the owner whose weights rank the matches
 * @vector: @dimension numbers
 *
 * Searches by meaning without calling a model or embedder. Does not update the times of last access
 * of the matches.
 *
 * Returns: (transfer full) (element-type TroupeMemoryMatch) (nullable): the best match first
 */
GPtrArray *troupe_memory_service_find (TroupeMemoryStore *store,
                                       const TroupeMemoryOwner *owner,
                                       const float *vector,
                                       guint dimension,
                                       const TroupeMemoryListFilter *list_filter,
                                       guint limit,
                                       GError **error);

/* Components of the score of a match; they add up to the score. */
typedef struct
{
  double semantic;
  double recency;
  double importance;
} TroupeMemoryParts;

void troupe_memory_service_get_parts (const TroupeMemoryOptions *options,
                                      const TroupeMemoryMatch *match,
                                      gint64 now_us,
                                      TroupeMemoryParts *parts);

/* Replaces the record with the id of @record. @embeds: whether the text of the record has
 * changed, so that the embedder has to be called. */
gboolean troupe_memory_service_write (TroupeMemoryStore *store,
                                      const TroupeMemoryOwner *owner,
                                      const char *folder,
                                      TroupeMemoryRecord *record,
                                      gboolean embeds,
                                      GCancellable *cancellable,
                                      GError **error);

/**
 * troupe_memory_service_read_again:
 * @index: index in the list of @owner's sources
 * @looks: whether to only check for changes (troupe_knowledge_look_async())
 * @progress: (nullable): called on the same thread
 *
 * Reads a source, embeds new content, and removes stored content that the source no longer
 * contains. Errors name the file and a remedy.
 */
gboolean troupe_memory_service_read_again (TroupeMemoryStore *store,
                                           const TroupeMemoryOwner *owner,
                                           guint index,
                                           const char *folder,
                                           gboolean looks,
                                           TroupeKnowledgeProgress progress,
                                           gpointer progress_data,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
