/* troupe-run-options.h: options of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-rounds-plan.h"
#include "troupe-key-recipients.h"
#include "troupe-recorder.h"
#include "troupe-reused-results.h"
#include "troupe-prepared-actions.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunOptions:
 * @inputs: (nullable): the arguments of kickoff
 * @now_us: the value of now(); 0: the start time
 * @timeout_us, @memory_limit, @disk_limit: 0 for none
 * @has_disk_limit: whether the user has set @disk_limit; otherwise it depends on @is_unreviewed
 * @is_unreviewed: whether the document requires no consent
 * @is_id_declared: whether the document contains the “id” of the inputs, so that the user has not chosen it
 * @is_test: whether the run is a test, whose inputs come from the author of a file
 * @discards_outputs: whether files of the document's outputs are not written
 * @is_unsaved: whether the document has no file, so that @folder is not its own
 * @is_refused: whether permissions of another document were set, so that nothing may run
 * @budget: limit for the model costs in millionths of a dollar; 0 for none
 * @streams: whether model answers are streamed if the document does not specify it
 * @environment_func: (nullable): resolves keys of models
 * @feedback_func: (nullable): handles human feedback requests; @offer_func: (nullable): approves
 *   tools of MCP servers
 * @store: (nullable): stores the run
 * @path, @document: (nullable): the file that is run, and its text
 * @folder: the working directory
 * @state_database: (nullable): overrides those of the document
 * @fork_from: (nullable): a stored state to start from; @restore_from: (nullable): a checkpoint
 * @state_id: (nullable): the ID of the state, unless inputs or defaults specify one; %NULL: the ID of the
 *   run
 * @only_model: (nullable): called instead of every model of the document
 * @recorder: (nullable): may answer calls, and keeps their outcomes
 * @until: (nullable): the method or task after which the run ends; @only: (nullable): the only one that runs
 * @inputs_of: (nullable): a map of methods or tasks to what they are given
 * @ignores_pins: whether pins and mutes of the document have no effect
 * @reuse: (nullable): the UUID of the run whose answers and results are reused; @results: (nullable): these results
 * @kept_results: (nullable): methods or tasks whose results are reused in spite of changes
 * @files: (nullable): the files that the document refers to, as troupe_run_files_find() finds them
 * @origin: (nullable): with what a fork began: a map of `run`, `name`, `step` and `kept`, the number of steps
 * @rounds: for a crew that is trained or tested
 * @pending: (nullable): a feedback request from another process
 * @has_agreed_code: whether the user has reviewed the code next to the document
 * @agreed_files: (nullable): files of it that may be imported, %NULL for all; @agreed_digests:
 *   (nullable): their digests
 * @agreed_code: (nullable): the digest of the whole code; %NULL: there is none
 * @granted_folders: (nullable): absolute paths that MCP servers may access outside of the document's
 *   folder, %NULL for all
 * @granted_programs: (nullable): paths of programs of MCP servers, each followed by its target; %NULL
 *   for all
 * @granted_recipients: (nullable): the hosts and programs that may receive keys, %NULL for all
 * @granted_interpreter: (nullable): the path of the interpreter of Python code
 *
 * Options that are set before a run starts. They are immutable afterwards, so that any thread may
 * read them.
 */
typedef struct
{
  TroupeValue *inputs;
  gint64 now_us;
  gint64 timeout_us;
  gsize memory_limit;
  gsize disk_limit;
  gboolean has_disk_limit;
  gboolean is_unreviewed;
  gboolean is_id_declared;
  gboolean is_test;
  gboolean discards_outputs;
  gboolean is_unsaved;
  gboolean is_refused;
  gint64 budget;
  gboolean streams;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  GDestroyNotify environment_destroy;
  TroupeRunFeedbackFunc feedback_func;
  gpointer feedback_data;
  GDestroyNotify feedback_destroy;
  TroupeRunToolListFunc offer_func;
  gpointer offer_data;
  GDestroyNotify offer_destroy;
  TroupeStore *store;
  char *path;
  char *document;
  char *folder;
  char *state_database;
  char *fork_from;
  char *restore_from;
  char *state_id;
  char *only_model;
  TroupeRecorder *recorder;
  TroupeValue *pending;
  char *until;
  char *only;
  TroupeValue *inputs_of;
  gboolean ignores_pins;
  char *reuse;
  TroupeReusedResults *results;
  char **kept_results;
  TroupeValue *files;
  TroupeValue *origin;
  TroupeCrewRoundsPlan rounds;
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  gboolean has_agreed_code;
  char **agreed_files;
  char **agreed_digests;
  char *agreed_code;
  char **granted_folders;
  char **granted_programs;
  TroupeKeyRecipients *granted_recipients;
  char *granted_interpreter;
} TroupeRunOptions;

/* Returns the options of the run, which may be changed before it starts. (transfer none) */
TroupeRunOptions *troupe_run_get_options (TroupeRun *self);
/* Returns where the actions of the run put what they prepare. @folder: (nullable): folder of the document; borrowed by the result */
TroupePreparedActions troupe_run_get_made (TroupeRun *self, const char *folder);

void troupe_run_options_init (TroupeRunOptions *self);
void troupe_run_options_clear (TroupeRunOptions *self);

/* Relative paths are resolved against @folder. @path: (nullable) */
void troupe_run_options_set_state_database (TroupeRunOptions *self, const char *path);
void troupe_run_options_set_restore_from (TroupeRunOptions *self, const char *location);
/* Returns the limit for what the run stores, in bytes; 0 for none. */
gsize troupe_run_options_get_disk_limit (const TroupeRunOptions *self);
void troupe_run_options_set_agreed_code (TroupeRunOptions *self, const TroupeProjectCode *code);
/* @report: a permission report */
void troupe_run_options_set_granted (TroupeRunOptions *self, TroupeValue *report);
/* Returns the number of steps that the run took over from another one. */
guint troupe_run_options_count_kept (const TroupeRunOptions *self);
/* Copies the options that apply to all runs of a prepared document; functions are borrowed. */
void troupe_run_options_set_like (TroupeRunOptions *self, const TroupeRunOptions *other);

/* Serializes for the run's record what cannot be derived from the document when the run is
 * resumed. (transfer full) */
TroupeValue *troupe_run_options_to_value (const TroupeRunOptions *self);
/* Restores the options from a record. @value: (nullable) */
void troupe_run_options_take_value (TroupeRunOptions *self, TroupeValue *value);

G_END_DECLS
