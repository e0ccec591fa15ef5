/* troupe-memory-operation.h: one operation on the records of a memory
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
 * @store: where the records are
 * @args: (nullable): what is given
 * @root: (nullable): the scope below which all of it is done
 * @is_whole: whether values have ids and times of records
 *
 * What is done without a model and an embedder. Whoever makes it keeps all of it.
 */
typedef struct
{
  TroupeMemoryStore *store;
  TroupeValue *args;
  char *root;
  gboolean is_whole;
} TroupeMemoryOperation;

/* What comes of operations. (transfer full). @texts: (nullable) */
TroupeValue *troupe_memory_operation_make_texts (const char *const *texts);
TroupeValue *troupe_memory_operation_make_record (TroupeMemoryOperation *self,
                                                  const TroupeMemoryRecord *record);
TroupeValue *troupe_memory_operation_make_match (TroupeMemoryOperation *self,
                                                 const TroupeMemoryMatch *match);

/* The record that `record_id` names, or the newest one whose text has `has`. (transfer full) (nullable) */
TroupeMemoryRecord *troupe_memory_operation_find_record (TroupeMemoryOperation *self,
                                                         GError **error);

/* All of the following block, on the store's thread. Errors: %G_IO_ERROR_INVALID_ARGUMENT where the arguments say what cannot
 * be, %G_IO_ERROR_NOT_FOUND of a record, those of the store. (transfer full) (nullable) */
TroupeValue *troupe_memory_operation_backdate (TroupeMemoryOperation *self, GError **error);
TroupeValue *troupe_memory_operation_forget (TroupeMemoryOperation *self, GError **error);
/* All of it, so that another embedder may begin anew. */
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
