/* troupe-memory-store.h: SQLite store of memory records and vectors, with vector search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-place.h"
#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* The space of memories. Each space of knowledge has the name of its collection. */
#define TROUPE_MEMORY_SPACE "memory"

/**
 * TroupeMemoryFilter:
 * @scope: (nullable): a prefix of the scope, which is compared literally: `/a` also matches `/ab`
 * @categories: (nullable): the record must have at least one of these categories
 * @metadata: (nullable): a map; the record must have all of its entries
 * @source, @is_all: the source on whose behalf records are read, and whether private records of
 *   other sources are included
 * @created_from_us, @created_to_us: 0: no limit
 * @ids: (nullable): only records with these IDs
 *
 * Selects records. If all members are zero, the filter matches all records that are not private.
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
 * @categories: without duplicates, sorted
 * @children: the scopes directly below, sorted
 * @oldest_us, @newest_us: 0 if there are no records
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
 * A file that contains all memories and knowledge of a project. It is an SQLite database
 * (`journal_mode=WAL`, versioned schema). In addition, the vectors of each space that was searched
 * are kept in an in-memory matrix. The search is exact.
 *
 * A file of another program or of a newer version is refused with an explanation, and is never
 * changed. A damaged file is moved aside with its content and replaced by a new one. Vectors whose
 * length differs from the one of the space are also refused (%G_IO_ERROR_NOT_SUPPORTED).
 *
 * Functions with a #GError block and may be called from any thread; they are serialized.
 * troupe_memory_store_run_async() calls them on a thread of the store, in the order of the calls.
 */
#define TROUPE_TYPE_MEMORY_STORE (troupe_memory_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryStore, troupe_memory_store, TROUPE, MEMORY_STORE, GObject)

/**
 * troupe_memory_store_open:
 * @path: the path of the file. Its folder is created if necessary, with access for its owner only
 *
 * Errors: %G_IO_ERROR: %G_IO_ERROR_INVALID_DATA if the file is another database, or is damaged and
 * cannot be moved aside, %G_IO_ERROR_NOT_SUPPORTED if it is newer than this program
 */
TroupeMemoryStore *troupe_memory_store_open (const char *path, GError **error);

/* Creates a store whose file is opened on the store's thread when it is first used. Therefore
 * this function never blocks, and no file is created for a store that is not used. */
TroupeMemoryStore *troupe_memory_store_new (const char *path);

/* Called on any thread before about @n_bytes are written. Returns FALSE with an error if they must
 * not be written. */
typedef gboolean (*TroupeMemoryRoomFunc) (gsize n_bytes, gpointer user_data, GError **error);
/* Limits what is written through this object. Must be called before the object is used. @destroy:
 * (nullable): frees @user_data with the object */
void troupe_memory_store_set_room (TroupeMemoryStore *self,
                                   TroupeMemoryRoomFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy);

const char *troupe_memory_store_get_path (TroupeMemoryStore *self);
/* Returns a message for the user if a damaged file was moved aside since the store was opened.
 * The message is returned only once. (transfer full) (nullable) */
char *troupe_memory_store_take_notice (TroupeMemoryStore *self);

/* --- Blocking functions ----------------------------------------------------------------------- */

/**
 * troupe_memory_store_add:
 * @records: (element-type TroupeMemoryRecord): the rows in the file get a number, but the @number
 *   of the records is not set
 * @vectors: the concatenated vectors, each of which has @dimension numbers
 * @embedder: the embedder that created the vectors; named in the error message if another one is
 *   used later
 *
 * Writes all records or none. Records with an existing ID are skipped, because the IDs of knowledge
 * chunks are derived from their content.
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
 * @updates: (nullable): records, identified by their IDs; @update_vectors: (nullable): one for each
 * @deletes: (nullable): IDs
 *
 * The changes of one save operation. They are made in one transaction, in the order deletes,
 * updates, inserts.
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

/* Similarity metric of two vectors. */
typedef enum
{
  TROUPE_MEMORY_METRIC_L2,     /* 1 / (1 + d²) */
  TROUPE_MEMORY_METRIC_COSINE, /* (1 + cos) / 2 */
} TroupeMemoryMetric;

/**
 * troupe_memory_store_search:
 * @vector: @dimension numbers
 *
 * Finds the nearest records that match @filter, at most @limit. The nearest record comes first.
 * Equally near records are in the order in which they were added.
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

/* Returns records, newest first. (transfer full) (element-type TroupeMemoryRecord) (nullable) */
GPtrArray *troupe_memory_store_list (TroupeMemoryStore *self,
                                     const char *space,
                                     const TroupeMemoryFilter *filter,
                                     guint offset,
                                     guint limit,
                                     GError **error);
/* Returns the vector of a record, identified by its number in the file. (transfer full)
 * (nullable): NULL with %G_IO_ERROR_NOT_FOUND if the record has no vector */
float *troupe_memory_store_read_vector (TroupeMemoryStore *self,
                                        gint64 number,
                                        guint *dimension,
                                        GError **error);
/* Returns the set of those @ids that exist. (transfer full) (element-type utf8 utf8) (nullable) */
GHashTable *troupe_memory_store_find_ids (TroupeMemoryStore *self,
                                          const char *space,
                                          const char *const *ids,
                                          GError **error);
/* (transfer full) (nullable) */
TroupeMemoryInfo *troupe_memory_store_get_info (TroupeMemoryStore *self,
                                                const char *space,
                                                const char *scope,
                                                GError **error);
/* Returns the number of records in each category, as a sorted map of names and numbers.
 * (transfer full) (nullable) */
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
/* Removes the complete space, including its dimension and embedder, so that another embedder may
 * be used. */
gboolean troupe_memory_store_reset (TroupeMemoryStore *self, const char *space, GError **error);
/* Sets the time of the last access. */
gboolean troupe_memory_store_touch (TroupeMemoryStore *self,
                                    const char *space,
                                    const char *const *ids,
                                    gint64 accessed_us,
                                    GError **error);

/* --- Asynchronous calls ----------------------------------------------------------------------- */

/* Returns the result for the finish function, or NULL with @error set. */
typedef gpointer (*TroupeMemoryWork) (TroupeMemoryStore *store, gpointer data, GError **error);

/**
 * troupe_memory_store_run_async:
 * @data: (transfer full): freed with @free_data on the caller's thread
 * @free_result: (nullable): frees a result that is not fetched
 *
 * Runs @work on the thread of the store. The callback is called in the thread-default main context
 * of the caller.
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
