/* troupe-memory.h: what agents remember
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"
#include "troupe-memory-model.h"
#include "troupe-memory-scope.h"
#include "troupe-memory-store.h"

G_BEGIN_DECLS

/* What CrewAI takes where a document names none (doc/crew-semantics.md §12). */
#define TROUPE_MEMORY_DEFAULT_MODEL "gpt-5.4-mini"
#define TROUPE_MEMORY_DEFAULT_EMBEDDING "text-embedding-3-large"

/* How many are recalled: at the start of a task, for the search tool and a message to an agent, and where nobody says. */
#define TROUPE_MEMORY_TASK_LIMIT 5
#define TROUPE_MEMORY_TOOL_LIMIT 20
#define TROUPE_MEMORY_LIMIT 10

/**
 * TroupeMemoryOptions:
 *
 * The numbers of doc/crew-semantics.md §12, under their names there.
 */
typedef struct
{
  double recency_weight;
  double semantic_weight;
  double importance_weight;
  double recency_half_life_days;
  double consolidation_threshold;
  guint consolidation_limit;
  double default_importance;
  double confidence_threshold_high;
  double confidence_threshold_low;
  double complex_query_threshold;
  guint exploration_budget;
  guint query_analysis_threshold; /* characters */
  gboolean is_read_only;
} TroupeMemoryOptions;

/**
 * troupe_memory_options_read:
 * @value: (nullable): a map of a document, whose other keys are left alone
 *
 * Errors: %G_IO_ERROR_INVALID_ARGUMENT, which names the key and what it may be
 */
gboolean troupe_memory_options_read (TroupeMemoryOptions *self, TroupeValue *value, GError **error);

/* How what was found is ranked: sets score and reasons. @now_us: microseconds since 1970 */
void troupe_memory_options_score (const TroupeMemoryOptions *self,
                                  TroupeMemoryMatch *match,
                                  gint64 now_us);

/* What happens in a memory, for who tells events of it. */
typedef enum
{
  TROUPE_MEMORY_SAVE_STARTED,
  TROUPE_MEMORY_SAVE_COMPLETED,
  TROUPE_MEMORY_SAVE_FAILED,
  TROUPE_MEMORY_QUERY_STARTED,
  TROUPE_MEMORY_QUERY_COMPLETED,
  TROUPE_MEMORY_QUERY_FAILED,
} TroupeMemoryMoment;

/**
 * TroupeMemoryTold:
 * @operation: the same of a start and its end, from 1
 * @value: (nullable): what is saved, where it is one text
 * @query, @limit: (nullable): what is looked for
 * @n: of an end: how many were saved or found
 * @elapsed_us: of an end
 * @error: (nullable): of a failure
 */
typedef struct
{
  TroupeMemoryMoment moment;
  guint64 operation;
  const char *value;
  const char *query;
  guint limit;
  guint n;
  gint64 elapsed_us;
  const GError *error;
} TroupeMemoryTold;

typedef void (*TroupeMemoryToldFunc) (const TroupeMemoryTold *told, gpointer user_data);

/**
 * TroupeMemory:
 *
 * What one crew or agent remembers, and views of that for others. Used on one thread, the run's: it never blocks and
 * calls back in the thread-default main context. Savings go on one after another; who recalls or waits sees what was
 * begun to be saved before.
 */
#define TROUPE_TYPE_MEMORY (troupe_memory_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemory, troupe_memory, TROUPE, MEMORY, GObject)

/**
 * troupe_memory_new:
 * @model: (nullable): without one nothing is judged: the values that CrewAI takes where the model fails are taken
 * @options: (nullable): the usual numbers
 * @root: (nullable): the scope below which all of it lies
 */
TroupeMemory *troupe_memory_new (TroupeMemoryStore *store,
                                 TroupeEmbedder *embedder,
                                 TroupeMemoryModel *model,
                                 const TroupeMemoryOptions *options,
                                 const char *root);
/* The same memory below @root, which is joined to its own; told of by itself. (transfer full) */
TroupeMemory *troupe_memory_new_below (TroupeMemory *self, const char *root);
/* The same memory, told of by itself. (transfer full) */
TroupeMemory *troupe_memory_new_view (TroupeMemory *self);
/* Only what lies in @scopes, with one of @categories if there are any. @categories: (nullable). (transfer full) */
TroupeMemory *troupe_memory_new_slice (TroupeMemory *self,
                                       const char *const *scopes,
                                       const char *const *categories,
                                       gboolean is_read_only);

/* Whom it tells; before it is used. */
void troupe_memory_set_told (TroupeMemory *self,
                             TroupeMemoryToldFunc func,
                             gpointer user_data,
                             GDestroyNotify destroy);
gboolean troupe_memory_is_read_only (TroupeMemory *self);
/* (nullable) */
const char *troupe_memory_get_root (TroupeMemory *self);

/**
 * TroupeMemoryFields:
 * @scope: (nullable): below the root; %NULL: the model says
 * @categories: (nullable): the same
 * @importance: 0 to 1; below 0: the model says
 * @metadata: (nullable): a map, to which what the model finds is added
 *
 * What is known of a text before it is saved. All zero but the importance, -1, is nothing.
 */
typedef struct
{
  const char *scope;
  const char *const *categories;
  double importance;
  TroupeValue *metadata;
  const char *source;
  gboolean is_private;
} TroupeMemoryFields;

#define TROUPE_MEMORY_FIELDS_NONE                                                                  \
  {                                                                                                \
    NULL, NULL, -1.0, NULL, NULL, FALSE                                                            \
  }

/**
 * troupe_memory_remember_async:
 * @contents: at least one
 * @fields: (nullable): copied
 *
 * Embeds the texts in one go, leaves out those that are nearly the same, has the model judge the rest, and writes
 * (doc/crew-semantics.md §12). A memory that is read only does nothing.
 */
void troupe_memory_remember_async (TroupeMemory *self,
                                   const char *const *contents,
                                   const TroupeMemoryFields *fields,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* What each text became, without those that were left out: where it was merged into what was there, that. Errors: of
 * the embedder and the store; what the model cannot judge is saved with the usual values. (transfer full)
 * (element-type TroupeMemoryRecord) (nullable) */
GPtrArray *troupe_memory_remember_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* How a recall looks. */
typedef enum
{
  TROUPE_MEMORY_SHALLOW, /* by its vector alone */
  TROUPE_MEMORY_DEEP, /* scope by scope, and with the model where the query is long or little was found */
} TroupeMemoryDepth;

/* @scope: (nullable): below the root. @limit: 0: %TROUPE_MEMORY_LIMIT */
typedef struct
{
  TroupeMemoryDepth depth;
  const char *scope;
  const char *const *categories;
  guint limit;
  const char *source;
  gboolean is_all;
} TroupeMemoryQuery;

void troupe_memory_recall_async (TroupeMemory *self,
                                 const char *text,
                                 const TroupeMemoryQuery *query,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Best first. (transfer full) (element-type TroupeMemoryMatch) (nullable) */
GPtrArray *troupe_memory_recall_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* The single things that are worth remembering of @text; all of it as one where the model fails, none of blanks. */
void troupe_memory_extract_async (TroupeMemory *self,
                                  const char *text,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable) */
GStrv troupe_memory_extract_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* The text of which things are extracted behind a task: what was asked, who did it, what was wanted, what came of it.
 * (transfer full) */
char *troupe_memory_describe_task (const char *description,
                                   const char *role,
                                   const char *expected_output,
                                   const char *result);

/* Ends when all is written that was begun to be saved, by whatever view of this memory. */
void troupe_memory_drain_async (TroupeMemory *self,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean troupe_memory_drain_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* @content, @categories, @metadata: (nullable), @importance: below 0: as it was. Embeds a new content. */
void troupe_memory_update_async (TroupeMemory *self,
                                 TroupeMemoryRecord *record,
                                 const char *content,
                                 const TroupeMemoryFields *fields,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* The record as it is now; as it was where the memory is read only. (transfer full) (nullable) */
TroupeMemoryRecord *
troupe_memory_update_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* For the functions of the store that list and forget: the scope below the root. @scope: (nullable). (transfer full)
 * (nullable) */
char *troupe_memory_get_scope (TroupeMemory *self, const char *scope);
/* The scopes with their numbers of records, a line each, two blanks a level. Blocks. (transfer full) (nullable) */
char *troupe_memory_store_draw_tree (TroupeMemoryStore *store, const char *scope, GError **error);

G_END_DECLS
