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
 * @role: (nullable): of an agent; %NULL: a crew or a flow itself
 * @agent: (nullable): under which the document knows the agent; %NULL where that is the flow's method
 * @roles: (nullable): of a crew: of all its agents, also those that have nothing of their own
 * @scope: (nullable): below which it remembers; %NULL where it does not, and of agents that have no root
 * @remembers, @is_read_only: whether it remembers, and whether nothing is saved
 * @options: the numbers by which what is found is ranked
 * @embedder: (nullable): of its memory
 * @sources: (nullable): what it knows, as the document has it
 * @knowledge_embedder: (nullable): of these
 * @collection: in which they are
 *
 * Somebody of a document who remembers or knows something, by what it says. Immutable; atomic reference count.
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

/* The crew first, then its agents as far as they have a memory or knowledge of their own. (transfer full)
 * (element-type TroupeMemoryOwner) */
GPtrArray *troupe_memory_service_list_of_crew (TroupeCrew *crew);
/* What people taught the flow first, then its crews and agents; crews of files of their own are not read. (transfer full)
 * (element-type TroupeMemoryOwner) */
GPtrArray *troupe_memory_service_list_of_flow (TroupeFlow *flow);
/* Whose a record of @scope is; the first one where it is nobody's. @owners: not empty. (transfer none) */
TroupeMemoryOwner *troupe_memory_service_find_owner (GPtrArray *owners, const char *scope);

/* --- What blocks: on a thread that nobody waits for ------------------------------------------------- */

/* How a source of knowledge is. */
typedef enum
{
  TROUPE_SOURCE_UNREAD,
  TROUPE_SOURCE_READ,
  TROUPE_SOURCE_CHANGED, /* since it was read */
  TROUPE_SOURCE_FAILED,
} TroupeSourceState;

/**
 * TroupeSourceFacts:
 * @index: in the list of its owner
 * @title: the name of its file; of a text its beginning
 * @collection, @key: as what was read of it is kept
 * @failure: (nullable): why it failed
 * @is_python: whether only CrewAI's own Python reads it
 * @has_pages: whether pages of the web are in it, of which nobody knows whether they have changed before they are asked for
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
 * @store: (nullable): where there is no file of memory yet
 * @folder: of the project
 *
 * How all sources of @owners are. Looks at the sizes and times of files and opens none of them. (transfer full)
 * (element-type TroupeSourceFacts) (nullable)
 */
GPtrArray *troupe_memory_service_look_at_sources (TroupeMemoryStore *store,
                                                  GPtrArray *owners,
                                                  const char *folder,
                                                  GError **error);

/**
 * troupe_memory_service_embed:
 * @owner: whose embedder is asked, once
 * @folder: (nullable): of the project, for its keys
 *
 * A vector for troupe_memory_service_find(). (transfer full) (nullable)
 */
TroupeEmbeddings *troupe_memory_service_embed (const TroupeMemoryOwner *owner,
                                               const char *folder,
                                               const char *text,
                                               GCancellable *cancellable,
                                               GError **error);
/**
 * troupe_memory_service_find:
 * @owner: whose numbers rank what is found
 * @vector: @dimension numbers
 *
 * Looks for what means the same, and asks nobody. Nobody has used what is found: times of use stay.
 *
 * Returns: (transfer full) (element-type TroupeMemoryMatch) (nullable): best first
 */
GPtrArray *troupe_memory_service_find (TroupeMemoryStore *store,
                                       const TroupeMemoryOwner *owner,
                                       const float *vector,
                                       guint dimension,
                                       const TroupeMemoryListFilter *wish,
                                       guint limit,
                                       GError **error);

/* What the score of a match is made of: shares of it. */
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

/* Writes @record in the place of the one that has its id. @embeds: whether its text is a new one, which the embedder is
 * asked for. */
gboolean troupe_memory_service_write (TroupeMemoryStore *store,
                                      const TroupeMemoryOwner *owner,
                                      const char *folder,
                                      TroupeMemoryRecord *record,
                                      gboolean embeds,
                                      GCancellable *cancellable,
                                      GError **error);

/**
 * troupe_memory_service_read_again:
 * @index: in the list of @owner's sources
 * @looks: whether it is only looked whether it has changed (troupe_knowledge_look_async())
 * @progress: (nullable): called on the same thread
 *
 * Reads a source, embeds what is new of it, and drops what it has no more. Errors name the file and what to do.
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
