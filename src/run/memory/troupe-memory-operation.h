/* troupe-memory-operation.h: single operations on the records of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory.h"
#include "troupe-memory-store.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryOperation:
 * @store: the store of the records
 * @args: (nullable): the arguments
 * @root: (nullable): the scope to which the operation is limited
 * @is_whole: whether results contain ids and times of records
 *
 * An operation that needs neither a model nor an embedder. The caller owns all fields.
 */
typedef struct
{
  TroupeMemoryStore *store;
  TroupeValue *args;
  char *root;
  gboolean is_whole;
} TroupeMemoryOperation;

/* Create the results of operations. (transfer full). @texts: (nullable) */
TroupeValue *troupe_memory_operation_make_texts (const char *const *texts);
TroupeValue *troupe_memory_operation_make_record (TroupeMemoryOperation *self,
                                                  const TroupeMemoryRecord *record);
TroupeValue *troupe_memory_operation_make_match (TroupeMemoryOperation *self,
                                                 const TroupeMemoryMatch *match);

/* Returns the record with `record_id`, or the newest one whose text contains `has`. (transfer
 * full) (nullable) */
TroupeMemoryRecord *troupe_memory_operation_find_record (TroupeMemoryOperation *self,
                                                         GError **error);

/* The following functions block; call them on the store's thread. Errors:
 * %G_IO_ERROR_INVALID_ARGUMENT for invalid arguments, %G_IO_ERROR_NOT_FOUND for a missing
 * record, and errors of the store. (transfer full) (nullable) */
TroupeValue *troupe_memory_operation_backdate (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_forget (TroupeMemoryOperation *self, GError **error);
/* Deletes all records, so that a different embedder can be used. */
TroupeValue *troupe_memory_operation_reset_all (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_reset (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_list_records (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_get_record (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_list_scopes (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_info (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_tree (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_list_categories (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_nothing (TroupeMemoryOperation *self, GError **error);

G_END_DECLS
