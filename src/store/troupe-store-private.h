/* troupe-store-private.h: what the files of the store share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <sqlite3.h>

#include "troupe-store.h"

G_BEGIN_DECLS

/* The version of the schema that this program writes. */
#define TROUPE_STORE_VERSION 4

/* How long a statement waits for another process, in milliseconds. */
#define TROUPE_STORE_BUSY_MS 5000

/* --- troupe-store-database.c: connections and the schema ----------------------------------------- */

/* @is_in_use: whether it was found sound, so that damage which is met later is marked */
typedef struct
{
  sqlite3 *handle;
  char *path;
  gboolean is_in_use;
} TroupeDatabase;

TroupeDatabase *troupe_database_open (const char *path, gboolean writable, GError **error);
void troupe_database_close (TroupeDatabase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDatabase, troupe_database_close)

gboolean troupe_database_migrate (TroupeDatabase *self, GError **error);
sqlite3_stmt *troupe_database_prepare (TroupeDatabase *self, const char *sql, GError **error);
gboolean troupe_database_run (TroupeDatabase *self, const char *sql, GError **error);
GIOErrorEnum troupe_database_get_io_error (int code);
/* Whether the device gave no room for what was tried last. */
gboolean troupe_database_is_out_of_room (TroupeDatabase *self, int code);
void troupe_database_take_error (TroupeDatabase *self, int code, GError **error);

/* Binding and reading texts that may be missing. */
void troupe_statement_bind_text (sqlite3_stmt *statement, int index, const char *text);
char *troupe_statement_get_text (sqlite3_stmt *statement, int column);
char *troupe_statement_get_needed_text (sqlite3_stmt *statement, int column);

/* --- troupe-store-check.c: whether a database is sound
 * ------------------------------------------- */

gboolean troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error);
void troupe_database_mark (const char *path);
TroupeDatabase *troupe_database_open_sound (const char *path, char **notice, GError **error);

/* --- troupe-store-record.c: one kept run --------------------------------------------------------- */

TroupeRunStatus troupe_run_status_find (const char *name);
TroupeRunRecord *troupe_run_record_copy (const TroupeRunRecord *record);

/* --- troupe-store-value.c: values as they stand in tables --------------------------------------- */

char *troupe_store_value_to_text (TroupeValue *value);
/* (nullable) both; masks @secret in it. */
char *troupe_store_value_to_hidden_text (TroupeValue *value, TroupeSecret *secret);
/* @text: (transfer full) (nullable) */
char *troupe_store_hide_text (char *text, TroupeSecret *secret);
TroupeValue *troupe_store_value_from_text (const char *text);

/* --- troupe-store-owner.c: whose a running run is ------------------------------------------------ */

/**
 * TroupeStoreOwner:
 * @start: when the process started, in the kernel's own ticks, so that a process number that is used
 *   again is not taken for the same process
 * @boot: the id of the system's start
 */
typedef struct
{
  gint64 process;
  gint64 start;
  char *boot;
} TroupeStoreOwner;

TroupeStoreOwner *troupe_store_owner_new_for_this_process (void);
void troupe_store_owner_free (TroupeStoreOwner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreOwner, troupe_store_owner_free)
gboolean troupe_store_owner_is_alive (const TroupeStoreOwner *self,
                                      gint64 process,
                                      gint64 start,
                                      const char *boot);

/* --- troupe-store-steps.c: what a run has finished ----------------------------------------------- */

#define TROUPE_STORE_ADD_STEP_SQL                                                                  \
  "INSERT OR REPLACE INTO steps (run, ordinal, method, launch, at_once, value, error, state,"      \
  " feedback) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

TroupeStoreTicket *troupe_store_ticket_new (void);
TroupeStoreTicket *troupe_store_ticket_ref (TroupeStoreTicket *self);
/* @reason: (nullable): why it is stuck */
void troupe_store_ticket_set_state (TroupeStoreTicket *self,
                                    TroupeStoreTicketState state,
                                    const char *reason);

/* @secret: (nullable): is masked in what they hold */
int troupe_store_write_steps (sqlite3_stmt *statement,
                              const char *run_id,
                              GPtrArray *steps,
                              TroupeSecret *secret);
GPtrArray *troupe_store_read_steps (TroupeDatabase *database, const char *run_id, GError **error);
gboolean troupe_store_claim (TroupeDatabase *database,
                             const char *run_id,
                             const TroupeStoreOwner *owner,
                             const TroupeStoreOwner *former,
                             gint64 ended_us,
                             GError **error);

/* --- troupe-store-requests.c: what a run asks people --------------------------------------------- */

#define TROUPE_STORE_ADD_REQUEST_SQL                                                               \
  "INSERT OR REPLACE INTO requests (run, id, flow, method, launch, behind, question, state,"       \
  " asked_us, states_path, n_rows, is_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define TROUPE_STORE_CLOSE_REQUEST_SQL "UPDATE requests SET is_open = 0 WHERE run = ? AND id = ?"
/* A method that has ended waits for nobody. */
#define TROUPE_STORE_ANSWER_SQL                                                                    \
  "UPDATE requests SET is_open = 0 WHERE run = ? AND method = ? AND launch = ?"
#define TROUPE_STORE_DROP_REQUESTS_SQL "DELETE FROM requests WHERE run = ?"

int troupe_store_write_request (sqlite3_stmt *statement,
                                const TroupeRunRequest *request,
                                TroupeSecret *secret);
int troupe_store_answer_requests (sqlite3_stmt *statement, const char *run_id, GPtrArray *steps);
GPtrArray *troupe_store_read_requests (TroupeDatabase *database,
                                       const TroupeStoreOwner *owner,
                                       const char *run_id,
                                       gboolean only_open,
                                       GError **error);

/* --- troupe-store-writer.c: the thread that writes ----------------------------------------------- */

typedef struct _TroupeStoreWriter TroupeStoreWriter;

TroupeStoreWriter *
troupe_store_writer_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error);
/* Writes what is queued and ends the thread. */
void troupe_store_writer_free (TroupeStoreWriter *self);

void troupe_store_writer_hide (TroupeStoreWriter *self, const char *run_id, TroupeSecret *secret);
void troupe_store_writer_begin_run (TroupeStoreWriter *self, const TroupeRunRecord *record);
void
troupe_store_writer_add_event (TroupeStoreWriter *self, const char *run_id, TroupeEvent *event);
void troupe_store_writer_end_run (TroupeStoreWriter *self,
                                  const char *run_id,
                                  TroupeRunStatus status,
                                  const char *message,
                                  TroupeValue *result);
void troupe_store_writer_delete_run (TroupeStoreWriter *self, const char *run_id);
/* @steps: (transfer full) (element-type TroupeRunStep) */
TroupeStoreTicket *
troupe_store_writer_add_steps (TroupeStoreWriter *self, const char *run_id, GPtrArray *steps);
TroupeStoreTicket *troupe_store_writer_add_request (TroupeStoreWriter *self,
                                                    const TroupeRunRequest *request);
void troupe_store_writer_close_request (TroupeStoreWriter *self,
                                        const char *run_id,
                                        const char *request_id);
TroupeStoreTicket *troupe_store_writer_mark (TroupeStoreWriter *self);
void troupe_store_writer_retry (TroupeStoreWriter *self);
/* @errors: whether what went wrong before is told and forgotten. */
gboolean troupe_store_writer_wait (TroupeStoreWriter *self, gboolean errors, GError **error);
void troupe_store_writer_set_error_func (TroupeStoreWriter *self,
                                         TroupeStoreErrorFunc func,
                                         gpointer user_data,
                                         GDestroyNotify destroy);

/* --- troupe-store.c ------------------------------------------------------------------------------ */

struct _TroupeStore
{
  GObject parent_instance;

  char *path;
  char *notice; /* (nullable) */
  TroupeStoreOwner *owner;
  TroupeStoreWriter *writer;
  GMutex mutex;           /* of the connection that reads */
  TroupeDatabase *reader; /* (nullable): made at the first look */
};

G_END_DECLS
