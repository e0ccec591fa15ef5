/* troupe-run-disk.h: limit for what a run stores on the disk
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeRunDisk:
 *
 * The number of bytes that a run including its inner runs has given to the store and to its files,
 * and their limit. It is counted before the data is queued for the writer, so that the queue is
 * limited, too. Thread-safe; atomic reference count.
 */
typedef struct _TroupeRunDisk TroupeRunDisk;

/* Creates a disk without a limit. */
TroupeRunDisk *troupe_run_disk_new (void);
TroupeRunDisk *troupe_run_disk_ref (TroupeRunDisk *self);
void troupe_run_disk_unref (TroupeRunDisk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunDisk, troupe_run_disk_unref)

/* @n_bytes: 0 for none. Must be called before anything is counted, because nothing is counted
 *   without a limit. */
void troupe_run_disk_set_limit (TroupeRunDisk *self, gsize n_bytes);
/* Returns TRUE if @n_bytes more bytes stay within the limit. Always returns TRUE if there is no
 * limit. */
gboolean troupe_run_disk_has_room (TroupeRunDisk *self, gsize n_bytes);
/* Like troupe_run_disk_has_room() for @n_copies of the JSON of @value. The JSON is measured only
 * if it may be too large. */
gboolean troupe_run_disk_has_room_for (TroupeRunDisk *self, TroupeValue *value, guint n_copies);
/* Returns the %TROUPE_RUN_ERROR_DISK with which a method or call fails. (transfer full) */
GError *troupe_run_disk_make_error (TroupeRunDisk *self);

/* Each adds the size of what is about to be stored. */
void troupe_run_disk_add (TroupeRunDisk *self, gsize n_bytes);
void troupe_run_disk_add_value (TroupeRunDisk *self, TroupeValue *value);
/* @n_copies: number of copies of the step's value. It is 2 if an event with the same value
 *   follows, because troupe_run_disk_add_event() does not count that value again. */
void troupe_run_disk_add_step (TroupeRunDisk *self, const TroupeRunStep *step, guint n_copies);
void troupe_run_disk_add_event (TroupeRunDisk *self, const TroupeEvent *event);
void troupe_run_disk_add_answer (TroupeRunDisk *self, const TroupeStoredAnswer *answer);
void troupe_run_disk_add_task (TroupeRunDisk *self, const TroupeTaskOutput *output);
void troupe_run_disk_add_request (TroupeRunDisk *self, const TroupeRunRequest *request);
/* Subtracts what has been removed again. */
void troupe_run_disk_remove (TroupeRunDisk *self, gsize n_bytes);

G_END_DECLS
