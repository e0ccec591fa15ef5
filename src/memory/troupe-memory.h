/* troupe-memory.h: memory of a crew or agent: saving, recalling and scopes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"
#include "troupe-memory-model.h"
#include "troupe-memory-scope.h"
#include "troupe-memory-store.h"

G_BEGIN_DECLS

/* CrewAI's default models (doc/crew-semantics.md §12). */
#define TROUPE_MEMORY_DEFAULT_MODEL "gpt-5.4-mini"
#define TROUPE_MEMORY_DEFAULT_EMBEDDING "text-embedding-3-large"

/* Default numbers of recalled memories: at the start of a task, for the search tool and a
 * message to an agent, and in all other cases. */
#define TROUPE_MEMORY_TASK_LIMIT 5
#define TROUPE_MEMORY_TOOL_LIMIT 20
#define TROUPE_MEMORY_LIMIT 10

/**
 * TroupeMemoryOptions:
 *
 * The options of doc/crew-semantics.md §12, with the same names.
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
 * @value: (nullable): a map of a document, whose other keys are ignored
 *
 * Errors: %G_IO_ERROR_INVALID_ARGUMENT, which names the key and its valid values
 */
gboolean troupe_memory_options_read (TroupeMemoryOptions *self, TroupeValue *value, GError **error);

/* Ranks a match: sets its score and reasons. @now_us: microseconds since 1970 */
void troupe_memory_options_score (const TroupeMemoryOptions *self,
                                  TroupeMemoryMatch *match,
                                  gint64 now_us);

/* Operations of a memory, for emitting events. */
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
 * TroupeMemoryReport:
 * @operation: the number of the operation, the same at its start and end, from 1
 * @value: (nullable): the text to save, if it is a single one
 * @query, @limit: (nullable): the query
 * @n: at the end: the number of saved or found memories
 * @elapsed_us: at the end
 * @error: (nullable): for a failure
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
} TroupeMemoryReport;

typedef void (*TroupeMemoryReportFunc) (const TroupeMemoryReport *report, gpointer user_data);

/**
 * TroupeMemory:
 *
 * The memory of one crew or agent, and views of it for others. It is used on the thread of the run
 * only and never blocks. Callbacks are called in the thread-default main context. Save operations
 * are serialized. A recall or drain sees the results of all save operations that were started
 * before it.
 */
#define TROUPE_TYPE_MEMORY (troupe_memory_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemory, troupe_memory, TROUPE, MEMORY, GObject)

/**
 * troupe_memory_new:
 * @model: (nullable): if %NULL, nothing is analyzed, and the values are used that CrewAI uses if
 *   the model fails
 * @options: (nullable): %NULL for the defaults
 * @root: (nullable): the scope that contains all memories
 */
TroupeMemory *troupe_memory_new (TroupeMemoryStore *store,
                                 TroupeEmbedder *embedder,
                                 TroupeMemoryModel *model,
                                 const TroupeMemoryOptions *options,
                                 const char *root);
/* Returns a view of the memory below @root, which is appended to the memory's own root. The view
 * has a separate listener. (transfer full) */
TroupeMemory *troupe_memory_new_below (TroupeMemory *self, const char *root);
/* Returns a view of the memory with a separate listener. (transfer full) */
TroupeMemory *troupe_memory_new_view (TroupeMemory *self);
/* Returns a view of the memories in @scopes. If there are @categories, a memory must have one of
 * them.
 * @categories: (nullable). (transfer full) */
TroupeMemory *troupe_memory_new_slice (TroupeMemory *self,
                                       const char *const *scopes,
                                       const char *const *categories,
                                       gboolean is_read_only);

/* Sets the listener for operations. Must be called before the memory is used. */
void troupe_memory_set_report_func (TroupeMemory *self,
                                    TroupeMemoryReportFunc func,
                                    gpointer user_data,
                                    GDestroyNotify destroy);
gboolean troupe_memory_is_read_only (TroupeMemory *self);
/* (nullable) */
const char *troupe_memory_get_root (TroupeMemory *self);

/**
 * TroupeMemoryFields:
 * @scope: (nullable): below the root; %NULL: chosen by the model
 * @categories: (nullable): %NULL: chosen by the model
 * @importance: 0 to 1; below 0: chosen by the model
 * @metadata: (nullable): a map, to which the model may add entries
 *
 * Known properties of a text to be saved. If nothing is known, the importance is -1 and all other
 * members are zero.
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
 * @contents: at least one text
 * @fields: (nullable): copied
 *
 * Embeds the texts in one request, skips near duplicates, lets the model analyze the other texts,
 * and writes them (doc/crew-semantics.md §12). Does nothing if the memory is read-only.
 */
void troupe_memory_remember_async (TroupeMemory *self,
                                   const char *const *contents,
                                   const TroupeMemoryFields *fields,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the records of all texts that were not skipped. If a text was merged into an existing
 * record, that record is returned. Errors: those of the embedder and the store. A text that the
 * model cannot analyze is saved with default values. (transfer full) (element-type
 * TroupeMemoryRecord) (nullable) */
GPtrArray *troupe_memory_remember_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* Strategy of a recall. */
typedef enum
{
  TROUPE_MEMORY_SHALLOW, /* vector search only */
  TROUPE_MEMORY_DEEP, /* scope by scope, and with the model if the query is long or few results
                         were found */
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
/* Returns the matches, best first. (transfer full) (element-type TroupeMemoryMatch) (nullable) */
GPtrArray *troupe_memory_recall_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* Extracts the facts in @text that are worth remembering. If the model fails, the complete text
 * is the only fact. If the text is blank, there are no facts. */
void troupe_memory_extract_async (TroupeMemory *self,
                                  const char *text,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable) */
GStrv troupe_memory_extract_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* Returns the text from which memories are extracted after a task: description, agent, expected
 * output and result. (transfer full) */
char *troupe_memory_describe_task (const char *description,
                                   const char *role,
                                   const char *expected_output,
                                   const char *result);

/* Completes when all save operations that were started before, by any view of this memory, have
 * been written. */
void troupe_memory_drain_async (TroupeMemory *self,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean troupe_memory_drain_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* Updates a record; new content is embedded. @content, @categories, @metadata: (nullable): NULL:
 * unchanged; @importance: below 0: unchanged. */
void troupe_memory_update_async (TroupeMemory *self,
                                 TroupeMemoryRecord *record,
                                 const char *content,
                                 const TroupeMemoryFields *fields,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns the updated record, or the unchanged one if the memory is read-only. (transfer full)
 * (nullable) */
TroupeMemoryRecord *
troupe_memory_update_finish (TroupeMemory *self, GAsyncResult *result, GError **error);

/* Returns the absolute scope for the functions of the store that list and forget memories.
 * @scope: (nullable): below the root. (transfer full) (nullable) */
char *troupe_memory_get_scope (TroupeMemory *self, const char *scope);
/* Returns the scopes and the number of records in each. Each scope is on a separate line,
 * indented by two spaces per level. Blocks. (transfer full) (nullable) */
char *troupe_memory_store_draw_tree (TroupeMemoryStore *store, const char *scope, GError **error);

G_END_DECLS
