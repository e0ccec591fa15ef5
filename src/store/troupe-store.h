/* troupe-store.h: kept runs and their events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

typedef enum {
  TROUPE_RUN_STATUS_RUNNING,
  TROUPE_RUN_STATUS_OK,
  TROUPE_RUN_STATUS_FAILED,
  TROUPE_RUN_STATUS_CANCELLED,
  TROUPE_RUN_STATUS_TIMEOUT,
  TROUPE_RUN_STATUS_PAUSED,
  TROUPE_RUN_STATUS_INTERRUPTED, /* its process is gone; never stored, always worked out */
} TroupeRunStatus;

const char *troupe_run_status_get_name (TroupeRunStatus status);

/* One kept run. What a list does not show only troupe_store_get_run() gives: document, inputs, result,
 * options. */
typedef struct {
  char *id;              /* UUID */
  char *name;            /* the flow's */
  char *path;            /* (nullable): the file */
  char *digest;          /* of the document */
  TroupeRunStatus status;
  gint64 started_us;     /* microseconds since 1970 */
  gint64 ended_us;       /* 0: not yet */
  gint64 elapsed_us;     /* how long it took, without a person's pauses; 0: not yet */
  char *error;           /* (nullable) */
  char *document;        /* (nullable): the document's text */
  TroupeValue *inputs;   /* (nullable) */
  TroupeValue *result;   /* (nullable): the object that `run --json` prints */
  TroupeValue *options;  /* (nullable): how it was started, for whoever resumes it */
} TroupeRunRecord;

void troupe_run_record_free (TroupeRunRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRecord, troupe_run_record_free)

/**
 * TroupeRunStep:
 * @ordinal: from 1 in a run, without a gap; 0 is the state with which the run began
 * @launch: the method's nth run in this run, from 1
 * @at_once: whether it ended while it was launched, before anything launched beside it began
 * @value: (nullable): what it gave to those that listen; @error: (nullable): why it failed, a map
 * @feedback: (nullable): what a person said to it, a map
 * @was_asked: whether it answers a request; only where it is written
 * @state: (nullable): the state behind it, where it is another one than before
 *
 * One method that has ended. What is pending, fired and counted follows from the order of the steps.
 */
typedef struct {
  gint64 ordinal;
  char *method;
  guint launch;
  gboolean at_once;
  TroupeValue *value;
  TroupeValue *error;
  TroupeValue *state;
  TroupeValue *feedback;
  gboolean was_asked;
} TroupeRunStep;

void troupe_run_step_free (TroupeRunStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunStep, troupe_run_step_free)

/**
 * TroupeRunRequest:
 * @id: a UUID
 * @flow_id: the id of the state, as a text
 * @launch: the method's nth run in this run, from 1
 * @behind: the number of the step behind which it was asked
 * @question: a map of `flow_name`, `message`, `output`, `emit`, `default_outcome` and `metadata`
 * @state: (nullable): the state behind the method's action, where it is another one than behind the step
 * @asked_us: microseconds since 1970
 * @states_path: (nullable): the database of flow states in which CrewAI finds the same request
 * @n_rows: how many rows of that database tell of it
 * @is_open: whether it still waits for an answer
 *
 * What a method asked a person (doc/flow-semantics.md §10). Its action has ended and is not repeated.
 */
typedef struct {
  char *id;
  char *run_id;
  char *flow_id;
  char *method;
  guint launch;
  gint64 behind;
  TroupeValue *question;
  TroupeValue *state;
  gint64 asked_us;
  char *states_path;
  guint n_rows;
  gboolean is_open;
} TroupeRunRequest;

TroupeRunRequest *troupe_run_request_copy (const TroupeRunRequest *self);
void troupe_run_request_free (TroupeRunRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRequest, troupe_run_request_free)

/**
 * TroupeStore:
 *
 * The database of runs in the user's data folder (`runs.db`). All writing happens on one thread that
 * the store owns, in the order of the calls; each call returns at once. `journal_mode=WAL`,
 * `synchronous=FULL`; the schema has a version and is migrated when a store is opened. A database that
 * is newer than this program is refused, a damaged one is set aside, which the store tells.
 */
#define TROUPE_TYPE_STORE (troupe_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStore, troupe_store, TROUPE, STORE, GObject)

/* As Python's json module writes and reads values, infinities among them. (transfer full) */
char *troupe_store_value_to_python_json (TroupeValue *value);
TroupeValue *troupe_store_value_from_python_json (const char *text, GError **error);

/* `$XDG_DATA_HOME/troupe`. (transfer full) */
char *troupe_store_get_default_folder (void);

/* @folder: made where it is missing, mode 0700. Errors: %G_IO_ERROR. */
TroupeStore *troupe_store_open (const char *folder, GError **error);
/* The folder that it was opened in. (transfer full) */
char *troupe_store_get_folder (TroupeStore *self);
/* (nullable): what to tell the person once, where a damaged database was set aside to open this
 * one. */
const char *troupe_store_get_notice (TroupeStore *self);

/* All that was queued so far is to be durable, in one transaction, which whoever has tickets need not wait
 * long for: without it that comes within a tenth of a second. */
void troupe_store_commit (TroupeStore *self);

/* What is written goes into the queue; the record is copied. The run belongs to this process until it
 * is ended: one whose process is gone is listed as interrupted. */
void troupe_store_begin_run (TroupeStore *self, const TroupeRunRecord *record);
/* Whatever is written of the run from now on, but for its record, holds no secret; called before
 * all of that. */
void troupe_store_hide (TroupeStore *self, const char *run_id, TroupeSecret *secret);
void troupe_store_add_event (TroupeStore *self, const char *run_id, TroupeEvent *event);
void troupe_store_end_run (TroupeStore *self, const char *run_id, TroupeRunStatus status,
                           const char *error, TroupeValue *result);

/* Steps that belong together become durable together, with all that was queued before
 * (troupe_store_commit()). @steps: (transfer full) (element-type TroupeRunStep): a step with a number that is there already
 * takes its place.
 * Returns: (transfer full): to be waited for before anything is done that builds on the steps. */
typedef struct _TroupeStoreTicket TroupeStoreTicket;
TroupeStoreTicket *troupe_store_add_steps (TroupeStore *self, const char *run_id, GPtrArray *steps);
void troupe_store_ticket_wait (TroupeStoreTicket *ticket);

/**
 * TroupeTaskOutput:
 * @place: which crew of the run it is of, and which of its kickoffs
 * @part: the task's number from 0; others stand for what belongs to the kickoff as a whole
 * @key: (nullable): by which CrewAI knows the task, whatever its name
 * @value: what it gave, a map
 *
 * One task of a crew that has ended.
 */
typedef struct {
  char *place;
  int part;
  char *key;
  TroupeValue *value;
} TroupeTaskOutput;

TroupeTaskOutput *troupe_task_output_copy (const TroupeTaskOutput *self);
void troupe_task_output_free (TroupeTaskOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTaskOutput, troupe_task_output_free)

/* As troupe_store_add_steps(), of one task. @output: copied. (transfer full) */
TroupeStoreTicket *
troupe_store_add_task (TroupeStore *self, const char *run_id, const TroupeTaskOutput *output);

/**
 * TroupeStoredAnswer:
 * @place: for which work of the run it was given: `review#2`, or a task of the crew there, `review#2/0`
 * @ordinal: its number among those of the place, in the order in which they came
 * @request: what was asked, as a digest
 * @value: what a model, a tool or a person gave
 *
 * What was given to work that has not ended.
 */
typedef struct {
  char *place;
  gint64 ordinal;
  char *request;
  TroupeValue *value;
} TroupeStoredAnswer;

TroupeStoredAnswer *troupe_stored_answer_copy (const TroupeStoredAnswer *self);
void troupe_stored_answer_free (TroupeStoredAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredAnswer, troupe_stored_answer_free)

/* Queued. @answer: copied. All of a run go with its good end. */
void
troupe_store_add_answer (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *answer);
/* Work has ended: what was given at @place and below it is not asked for again. Queued. */
void troupe_store_forget_answers (TroupeStore *self, const char *run_id, const char *place);

/**
 * TroupeStoreTicketState:
 * @TROUPE_STORE_TICKET_DONE: it is durable, or cannot be and that was told
 * @TROUPE_STORE_TICKET_STUCK: it cannot be written now, as there is no room; the store tries again
 *   every second until it can
 */
typedef enum
{
  TROUPE_STORE_TICKET_OPEN,
  TROUPE_STORE_TICKET_STUCK,
  TROUPE_STORE_TICKET_DONE,
} TroupeStoreTicketState;

/* Waits until the ticket is no longer open. */
TroupeStoreTicketState troupe_store_ticket_wait_for_news (TroupeStoreTicket *ticket);
TroupeStoreTicketState troupe_store_ticket_get_state (TroupeStoreTicket *ticket);
/* Why it is stuck. (transfer none): as long as the ticket */
const char *troupe_store_ticket_get_reason (TroupeStoreTicket *ticket);
/* @func: is called when the ticket has changed, in the writer's thread. */
typedef void (*TroupeStoreTicketFunc) (gpointer user_data);
void troupe_store_ticket_set_func (TroupeStoreTicket *ticket, TroupeStoreTicketFunc func,
                                   gpointer data, GDestroyNotify destroy);
/* Nobody waits for it any more. */
void troupe_store_ticket_unref (TroupeStoreTicket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreTicket, troupe_store_ticket_unref)

/* All that was queued so far. It is stuck also while another program holds the database, which the
 * one for steps does not wait for. (transfer full) */
TroupeStoreTicket *troupe_store_mark (TroupeStore *self);
/* Tries now what could not be written before. */
void troupe_store_retry (TroupeStore *self);

/* Keeps what a method asks, behind all that was queued before; a request with the same id takes its
 * place. It is closed when a step of the same run of the method is added, and goes with a run that has
 * come to an end of its own. (transfer full): to be waited for before anybody is asked. */
TroupeStoreTicket *troupe_store_add_request (TroupeStore *self, const TroupeRunRequest *request);
/* Nobody need answer any more. Queued. */
void troupe_store_close_request (TroupeStore *self, const char *run_id, const char *request_id);

/* Waits until all that was queued is durable. Errors: what the writer met first since the last call
 * (disk full …). */
gboolean troupe_store_flush (TroupeStore *self, GError **error);

/* Called in the writer's thread when something cannot be stored, once per cause, without any
 * lock. */
typedef void (*TroupeStoreErrorFunc) (const GError *error, gpointer user_data);
void troupe_store_set_error_func (TroupeStore *self, TroupeStoreErrorFunc func, gpointer user_data,
                                  GDestroyNotify destroy);

/* Newest first. @path: (nullable): only runs of this file. @limit: 0 is all.
 * (transfer full) (element-type TroupeRunRecord) */
GPtrArray *troupe_store_list_runs (TroupeStore *self, const char *path, guint limit, GError **error);
/* The runs behind @last, the last one of the page before; @last: (nullable): the first page. A page is read
 * in the same time wherever it stands. (transfer full) (element-type TroupeRunRecord) */
GPtrArray *troupe_store_list_runs_behind (TroupeStore *self, const char *path,
                                          const TroupeRunRecord *last, guint limit, GError **error);
/* @id: a UUID, or the first characters of one that fit only one run. */
TroupeRunRecord *troupe_store_get_run (TroupeStore *self, const char *id, GError **error);
/* (transfer full) (element-type TroupeEvent) */
GPtrArray *troupe_store_get_events (TroupeStore *self, const char *run_id, GError **error);
GPtrArray *troupe_store_get_events_behind (TroupeStore *self, const char *run_id,
                                           TroupeEventReader *reader, guint limit, guint64 *last,
                                           gboolean *has_more, GError **error);
/* In order, from number 0. (transfer full) (element-type TroupeRunStep) */
GPtrArray *troupe_store_get_steps (TroupeStore *self, const char *run_id, GError **error);
/* By place, then by part. (transfer full) (element-type TroupeTaskOutput) */
GPtrArray *troupe_store_get_tasks (TroupeStore *self, const char *run_id, GError **error);
/* By place, in their order. (transfer full) (element-type TroupeStoredAnswer) */
GPtrArray *troupe_store_get_answers (TroupeStore *self, const char *run_id, GError **error);
/* The id of the newest run of the document @path that kept a task. (transfer full) (nullable): there is none, or
 * @error is set */
char *troupe_store_find_last_kickoff (TroupeStore *self, const char *path, GError **error);
/* What waits for an answer, oldest first. @run_id: (nullable): of one run, which may be under way; NULL
 * is of all that can be resumed. (transfer full) (element-type TroupeRunRequest) */
GPtrArray *troupe_store_list_requests (TroupeStore *self, const char *run_id, GError **error);
/* All that a run has asked, answered or not, oldest first. (transfer full) (element-type
 * TroupeRunRequest) */
GPtrArray *troupe_store_get_requests (TroupeStore *self, const char *run_id, GError **error);
/* Makes an interrupted, cancelled, timed out or paused run this process's: it is running again.
 * Errors: %G_IO_ERROR_BUSY where it runs elsewhere, %G_IO_ERROR_INVALID_ARGUMENT where it has ended. */
gboolean troupe_store_claim_run (TroupeStore *self, const char *run_id, GError **error);
/* Whether troupe_store_claim_run() takes runs of this status, whatever else is known of them. */
gboolean troupe_run_status_can_go_on (TroupeRunStatus status);
/* Whether it takes this one: also a run that failed, which is resumed behind all that it finished. */
gboolean troupe_store_can_resume (TroupeStore *self, const TroupeRunRecord *record);
/* Takes runs with all that belongs to them out of the database, whatever became of them, and waits for it. */
gboolean troupe_store_delete_run (TroupeStore *self, const char *run_id, GError **error);
/* @run_ids: whole ids, NULL-terminated */
gboolean
troupe_store_delete_runs (TroupeStore *self, const char *const *run_ids, GError **error);

/**
 * TroupeStoreRetention:
 * @max_runs: how many runs are kept at most, the newest ones
 * @max_age_us: how long ago a run may have begun, in microseconds
 * @max_bytes: how much room all kept runs may take
 *
 * What is kept; -1 is no limit. Runs that can be gone on with or that wait for an answer stay whatever
 * the limits are.
 */
typedef struct {
  gint64 max_runs;
  gint64 max_age_us;
  gint64 max_bytes;
} TroupeStoreRetention;

#define TROUPE_STORE_RETENTION_NONE { -1, -1, -1 }

/* From now on no more is kept than that. Returns at once. */
void troupe_store_set_retention (TroupeStore *self, const TroupeStoreRetention *retention);
/* Removes once what is beyond the limits, and waits for it. @n_removed: (out): how many runs */
gboolean troupe_store_prune (TroupeStore *self, const TroupeStoreRetention *retention,
                             guint *n_removed, GError **error);

G_END_DECLS
