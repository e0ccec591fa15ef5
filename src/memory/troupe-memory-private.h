/* troupe-memory-private.h: what the files of a memory share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-prompts.h"
#include "troupe-memory.h"

G_BEGIN_DECLS

/* What all views of a memory have in common. For one thread. */
typedef struct
{
  grefcount ref_count;
  TroupeMemoryStore *store;
  TroupeEmbedder *embedder;
  TroupeMemoryModel *model; /* (nullable) */
  TroupeMemoryOptions options;
  GQueue turns; /* (element-type GTask): savings, and who waits for those before */
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
  TroupeMemoryToldFunc told;
  gpointer told_data;
  GDestroyNotify told_destroy;
};

/* What is told of one operation. */
typedef struct
{
  TroupeMemoryTold told;
  gint64 begun_us;
} TroupeMemoryOperation;

/* Numbers it, and tells that it began. */
void troupe_memory_begin (TroupeMemory *self, TroupeMemoryOperation *operation);
void troupe_memory_end (TroupeMemory *self,
                        TroupeMemoryOperation *operation,
                        TroupeMemoryMoment moment,
                        guint n,
                        const GError *error);

/* Calls the function that was set as the task's tag when everything before it is saved. Takes @task. */
typedef void (*TroupeMemoryTurnFunc) (GTask *task);
void troupe_memory_queue (TroupeMemory *self, GTask *task, TroupeMemoryTurnFunc func);
/* The task that has its turn is done: the next one goes on. */
void troupe_memory_pass_turn (TroupeMemoryShared *shared);

TroupeMemoryShared *troupe_memory_shared_ref (TroupeMemoryShared *self);
void troupe_memory_shared_unref (TroupeMemoryShared *self);

/* Of an answer in a form: NULL where it is not what it should be. */
TroupeValue *troupe_memory_get_map (TroupeValue *map, const char *key);
TroupeValue *troupe_memory_get_list (TroupeValue *map, const char *key);
const char *troupe_memory_get_text (TroupeValue *map, const char *key);
/* The texts of a list; without others. (transfer full) */
char **troupe_memory_get_texts (TroupeValue *map, const char *key);
/* The map that an answer in the form is, with all its members; NULL where it is none. @text: (nullable). (transfer full)
 * (nullable) */
TroupeValue *troupe_memory_read_answer (TroupeMemoryForm form, const char *text);

/* Those of a list, separated by commas; @none where there are none. (transfer full) */
char *troupe_memory_join (char **texts, const char *none);

G_END_DECLS
