/* troupe-store-writer.h: writer thread of the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store.h"

G_BEGIN_DECLS

typedef struct _TroupeStoreWriter TroupeStoreWriter;

TroupeStoreWriter *
troupe_store_writer_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error);
/* Writes everything that is queued and ends the thread. */
void troupe_store_writer_free (TroupeStoreWriter *self);

void troupe_store_writer_hide (TroupeStoreWriter *self, const char *run_id, TroupeRedactor *redactor);
void troupe_store_writer_begin_run (TroupeStoreWriter *self, const TroupeRunRecord *record);
void
troupe_store_writer_add_event (TroupeStoreWriter *self, const char *run_id, TroupeEvent *event);
void troupe_store_writer_end_run (TroupeStoreWriter *self,
                                  const char *run_id,
                                  TroupeRunStatus status,
                                  const char *message,
                                  TroupeValue *result);
void troupe_store_writer_delete_run (TroupeStoreWriter *self, const char *run_id);
/* @n_removed: (nullable): must stay valid until the ticket is done */
TroupeStoreTicket *troupe_store_writer_prune (TroupeStoreWriter *self,
                                              const TroupeStoreRetention *retention,
                                              guint *n_removed);
void troupe_store_writer_set_retention (TroupeStoreWriter *self,
                                        const TroupeStoreRetention *retention);
/* @steps: (transfer full) (element-type TroupeRunStep) */
TroupeStoreTicket *
troupe_store_writer_add_steps (TroupeStoreWriter *self, const char *run_id, GPtrArray *steps);
TroupeStoreTicket *troupe_store_writer_add_task (TroupeStoreWriter *self,
                                                 const char *run_id,
                                                 const TroupeTaskOutput *output);
void troupe_store_writer_add_answer (TroupeStoreWriter *self,
                                     const char *run_id,
                                     const TroupeStoredAnswer *answer);
void troupe_store_writer_add_call (TroupeStoreWriter *self,
                                   const char *run_id,
                                   const TroupeStoredAnswer *call);
void troupe_store_writer_forget_answers (TroupeStoreWriter *self,
                                         const char *run_id,
                                         const char *place);
TroupeStoreTicket *troupe_store_writer_add_request (TroupeStoreWriter *self,
                                                    const TroupeRunRequest *request);
void troupe_store_writer_set_path (TroupeStoreWriter *self, const char *run_id, const char *path);
void troupe_store_writer_set_title (TroupeStoreWriter *self, const char *run_id, const char *title);
void troupe_store_writer_set_kept (TroupeStoreWriter *self, const char *run_id, gboolean is_kept);
/* @moment_us: microseconds of the run */
void troupe_store_writer_set_bookmark (TroupeStoreWriter *self,
                                       const char *run_id,
                                       gint64 moment_us,
                                       gboolean is_set);
void troupe_store_writer_close_request (TroupeStoreWriter *self,
                                        const char *run_id,
                                        const char *request_id);
TroupeStoreTicket *troupe_store_writer_mark (TroupeStoreWriter *self);
void troupe_store_writer_commit (TroupeStoreWriter *self);
void troupe_store_writer_retry (TroupeStoreWriter *self);
/* @errors: whether to return and clear the first error that has occurred. */
gboolean troupe_store_writer_wait (TroupeStoreWriter *self, gboolean errors, GError **error);
void troupe_store_writer_set_error_func (TroupeStoreWriter *self,
                                         TroupeStoreErrorFunc func,
                                         gpointer user_data,
                                         GDestroyNotify destroy);

G_END_DECLS
