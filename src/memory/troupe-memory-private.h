/* troupe-memory-private.h: internals shared by the files of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-prompts.h"
#include "troupe-memory.h"

G_BEGIN_DECLS

/* State that all views of a memory share. It must be used by one thread only. */
typedef struct
{
  grefcount ref_count;
  TroupeMemoryStore *store;
  TroupeEmbedder *embedder;
  TroupeMemoryModel *model; /* (nullable) */
  TroupeMemoryOptions options;
  GQueue turns; /* (element-type GTask): queued saves and drains */
  gboolean is_saving;
  guint64 n_operations;
} TroupeMemoryShared;

struct _TroupeMemory
{
  GObject parent_instance;

  TroupeMemoryShared *shared;
  char *root;        /* (nullable) */
  char **scopes;     /* (nullable): of a slice */
  char **categories; /* (nullable): of a slice */
  gboolean is_read_only;
  TroupeMemoryReportFunc report_func;
  gpointer report_data;
  GDestroyNotify report_destroy;
};

/* Data of one operation for the listener. */
typedef struct
{
  TroupeMemoryReport report;
  gint64 begun_us;
} TroupeMemoryOperation;

/* Assigns a number to the operation and reports its start. */
void troupe_memory_begin (TroupeMemory *self, TroupeMemoryOperation *operation);
void troupe_memory_end (TroupeMemory *self,
                        TroupeMemoryOperation *operation,
                        TroupeMemoryMoment moment,
                        guint n,
                        const GError *error);

/* Queues the task. @func is called once all previous operations have finished. Takes ownership
 * of the task. */
typedef void (*TroupeMemoryTurnFunc) (GTask *task);
void troupe_memory_queue (TroupeMemory *self, GTask *task, TroupeMemoryTurnFunc func);
/* Ends the current operation, so that the next one in the queue starts. */
void troupe_memory_pass_turn (TroupeMemoryShared *shared);

TroupeMemoryShared *troupe_memory_shared_ref (TroupeMemoryShared *self);
void troupe_memory_shared_unref (TroupeMemoryShared *self);

/* These functions read responses that follow a schema. They return NULL if the member is missing
 * or has another type. */
TroupeValue *troupe_memory_get_map (TroupeValue *map, const char *key);
TroupeValue *troupe_memory_get_list (TroupeValue *map, const char *key);
const char *troupe_memory_get_text (TroupeValue *map, const char *key);
/* Returns the strings of a list. Other values are skipped. (transfer full) */
char **troupe_memory_get_texts (TroupeValue *map, const char *key);
/* Parses a response that follows the schema and contains all members. Returns NULL if the
 * response is invalid. @text: (nullable). (transfer full) (nullable) */
TroupeValue *troupe_memory_read_answer (TroupeMemoryForm form, const char *text);

/* Joins the strings with commas. If there are no strings, returns @none. (transfer full) */
char *troupe_memory_join (char **texts, const char *none);

G_END_DECLS
