/* troupe-memory-store.h: records and their vectors in a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* The space of what agents remember; those of knowledge are called by their collection. */
#define TROUPE_MEMORY_SPACE "memory"

/**
 * TroupeMemoryFilter:
 * @scope: (nullable): the beginning of the scope, compared literally: `/a` takes `/ab`, too
 * @categories: (nullable): the record has one of them
 * @metadata: (nullable): a map: the record has each of its entries
 * @source, @is_all: who looks, and whether private records of others are shown
 * @created_from_us, @created_to_us: 0: no limit
 * @ids: (nullable): only these
 *
 * Which records are meant. All zero means every one that is not private.
 */
typedef struct
{
  const char *scope;
  const char *const *categories;
  TroupeValue *metadata;
  const char *source;
  gboolean is_all;
  gint64 created_from_us;
  gint64 created_to_us;
  const char *const *ids;
} TroupeMemoryFilter;

/**
 * TroupeMemoryInfo:
 * @categories: each once, sorted
 * @children: the scopes directly below, sorted
 * @oldest_us, @newest_us: 0 without records
 */
typedef struct
{
  guint n_records;
  char **categories;
  char **children;
  gint64 oldest_us;
  gint64 newest_us;
} TroupeMemoryInfo;

void troupe_memory_info_free (TroupeMemoryInfo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryInfo, troupe_memory_info_free)

/**
 * TroupeMemoryStore:
 *
 * One file with all that a project remembers and knows: an SQLite database (`journal_mode=WAL`, a version of its
 * schema), and a matrix of the vectors of each space that was searched, in memory. The search is exact.
 *
 * A file of another program or of a newer version is refused with a sentence that says so, and is never changed; one that
 * is damaged is set aside, with all that is in it, and a new one begun. Vectors of another length than those of the space are refused, too
 * (%G_IO_ERROR_NOT_SUPPORTED).
 *
 * Functions with a #GError block and may be called from any thread, one at a time goes on;
 * troupe_memory_store_run_async() calls them on a thread of the store's own, in the order of the calls.
 */
#define TROUPE_TYPE_MEMORY_STORE (troupe_memory_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryStore, troupe_memory_store, TROUPE, MEMORY_STORE, GObject)

/* The file for a project: `memory/NAME-DIGEST.db` in the data folder. @project: the path of its document.
 * (transfer full) */
char *troupe_memory_store_make_path (const char *data_folder, const char *project);

/**
 * troupe_memory_store_open:
 * @path: its folder is made where it is missing, for its owner alone
 *
 * Errors: %G_IO_ERROR: %G_IO_ERROR_INVALID_DATA where it is another database, or damaged and cannot be set aside, %G_IO_ERROR_NOT_SUPPORTED
 * where it is newer than this program
 */
TroupeMemoryStore *troupe_memory_store_open (const char *path, GError **error);

/* The same on the store's thread when it is first used: opening never blocks, and nothing is made for what is never
 * used. */
TroupeMemoryStore *troupe_memory_store_new (const char *path);

const char *troupe_memory_store_get_path (TroupeMemoryStore *self);
/* What to tell the person since it was opened: that a damaged file was set aside; once. (transfer full) (nullable) */
char *troupe_memory_store_take_notice (TroupeMemoryStore *self);

/* --- Blocking ----------------------------------------------------------------------------------------- */

/**
 * troupe_memory_store_add:
 * @records: (element-type TroupeMemoryRecord): @number is given to copies in the file, not to these
 * @vectors: one behind the other, @dimension numbers each
 * @embedder: who made them, for the message where another one comes later
 *
 * Writes all or none. A record with an id that is there already is left out: chunks of knowledge have ids made of
 * their content.
 */
gboolean troupe_memory_store_add (TroupeMemoryStore *self,
                                  const char *space,
                                  GPtrArray *records,
                                  const float *vectors,
                                  guint dimension,
                                  const char *embedder,
                                  GError **error);

/**
 * TroupeMemoryChange:
 * @inserts, @insert_vectors: as for troupe_memory_store_add()
 * @updates: (nullable): records under their ids; @update_vectors: (nullable): one each
 * @deletes: (nullable): ids
 *
 * What one saving does, in one transaction: deletes, updates, inserts.
 */
typedef struct
{
  GPtrArray *inserts;
  const float *insert_vectors;
  GPtrArray *updates;
  const float *update_vectors;
  const char *const *deletes;
  guint dimension;
  const char *embedder;
} TroupeMemoryChange;

gboolean troupe_memory_store_change (TroupeMemoryStore *self,
                                     const char *space,
                                     const TroupeMemoryChange *change,
                                     GError **error);

/* How two vectors are compared. */
typedef enum
{
  TROUPE_MEMORY_METRIC_L2,     /* 1 / (1 + d²) */
  TROUPE_MEMORY_METRIC_COSINE, /* (1 + cos) / 2 */
} TroupeMemoryMetric;

/**
 * troupe_memory_store_search:
 * @vector: @dimension numbers
 *
 * The nearest records that @filter lets through, at most @limit: nearest first, equally near ones in the order in
 * which they were added.
 *
 * Returns: (transfer full) (element-type TroupeMemoryMatch) (nullable)
 */
GPtrArray *troupe_memory_store_search (TroupeMemoryStore *self,
                                       const char *space,
                                       const float *vector,
                                       guint dimension,
                                       TroupeMemoryMetric metric,
                                       const TroupeMemoryFilter *filter,
                                       guint limit,
                                       GError **error);

/* Newest first. (transfer full) (element-type TroupeMemoryRecord) (nullable) */
GPtrArray *troupe_memory_store_list (TroupeMemoryStore *self,
                                     const char *space,
                                     const TroupeMemoryFilter *filter,
                                     guint offset,
                                     guint limit,
                                     GError **error);
/* The vector of a record by its number in the file. (transfer full) (nullable): %G_IO_ERROR_NOT_FOUND where it has none */
float *troupe_memory_store_read_vector (TroupeMemoryStore *self,
                                        gint64 number,
                                        guint *dimension,
                                        GError **error);
/* Those of @ids that are there, as a set. (transfer full) (element-type utf8 utf8) (nullable) */
GHashTable *troupe_memory_store_find_ids (TroupeMemoryStore *self,
                                          const char *space,
                                          const char *const *ids,
                                          GError **error);
/* (transfer full) (nullable) */
TroupeMemoryInfo *troupe_memory_store_get_info (TroupeMemoryStore *self,
                                                const char *space,
                                                const char *scope,
                                                GError **error);
/* How many records have each category: name and number as a map, sorted. (transfer full) (nullable) */
TroupeValue *troupe_memory_store_count_categories (TroupeMemoryStore *self,
                                                   const char *space,
                                                   const char *scope,
                                                   GError **error);
/* @n_removed: (out) (optional) */
gboolean troupe_memory_store_remove (TroupeMemoryStore *self,
                                     const char *space,
                                     const TroupeMemoryFilter *filter,
                                     guint *n_removed,
                                     GError **error);
/* All of it, and what it said of its vectors: another embedder may begin anew. */
gboolean troupe_memory_store_reset (TroupeMemoryStore *self, const char *space, GError **error);
/* That they were shown to somebody now. */
gboolean troupe_memory_store_touch (TroupeMemoryStore *self,
                                    const char *space,
                                    const char *const *ids,
                                    gint64 accessed_us,
                                    GError **error);

/* --- On its thread ------------------------------------------------------------------------------------ */

/* Returns what the finish function gives, or NULL with an error. */
typedef gpointer (*TroupeMemoryWork) (TroupeMemoryStore *store, gpointer data, GError **error);

/**
 * troupe_memory_store_run_async:
 * @data: (transfer full): freed by @free_data on the caller's thread
 * @free_result: (nullable): for a result that nobody takes
 *
 * Calls back in the thread-default main context of the caller.
 */
void troupe_memory_store_run_async (TroupeMemoryStore *self,
                                    TroupeMemoryWork work,
                                    gpointer data,
                                    GDestroyNotify free_data,
                                    GDestroyNotify free_result,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
gpointer
troupe_memory_store_run_finish (TroupeMemoryStore *self, GAsyncResult *result, GError **error);

G_END_DECLS
