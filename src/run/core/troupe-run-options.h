/* troupe-run-options.h: what a run is made with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-rounds.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunOptions:
 * @inputs: (nullable): what kickoff is given
 * @now_us: what now() is; 0: the moment of the start
 * @timeout_us, @memory_limit: 0: none
 * @budget: millionths of a dollar that models may cost; 0: any
 * @streams: whether answers of models come in pieces where the document does not say
 * @environment_func: (nullable): where keys of models come from
 * @feedback_func: (nullable): who is asked; @offer_func: (nullable): and who about tools of MCP servers
 * @store: (nullable): where the run is kept
 * @path, @document: (nullable): the file that is run, and its text
 * @folder: the working directory
 * @state_database: (nullable): goes before those of the document
 * @fork_from: (nullable): a kept state to begin with; @restore_from: (nullable): a checkpoint
 * @rounds: of a crew that is trained or tested
 * @pending: (nullable): what was asked in another process
 * @has_agreed_code: whether a person has looked at the code beside the document
 * @agreed_files: (nullable): what may be imported of it, %NULL: all; @agreed_digests: (nullable): of each of these
 * @agreed_code: (nullable): the digest of all of it; %NULL: there is none
 *
 * All that is said of a run before it begins. Nothing of it changes after that, so that any thread may read it.
 */
typedef struct
{
  TroupeValue *inputs;
  gint64 now_us;
  gint64 timeout_us;
  gsize memory_limit;
  gint64 budget;
  gboolean streams;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  GDestroyNotify environment_destroy;
  TroupeRunFeedbackFunc feedback_func;
  gpointer feedback_data;
  GDestroyNotify feedback_destroy;
  TroupeRunOfferFunc offer_func;
  gpointer offer_data;
  GDestroyNotify offer_destroy;
  TroupeStore *store;
  char *path;
  char *document;
  char *folder;
  char *state_database;
  char *fork_from;
  char *restore_from;
  TroupeValue *pending;
  TroupeCrewRoundsPlan rounds;
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  gboolean has_agreed_code;
  char **agreed_files;
  char **agreed_digests;
  char *agreed_code;
} TroupeRunOptions;

void troupe_run_options_init (TroupeRunOptions *self);
void troupe_run_options_clear (TroupeRunOptions *self);

/* Paths are taken from @folder on. @path: (nullable) */
void troupe_run_options_set_state_database (TroupeRunOptions *self, const char *path);
void troupe_run_options_set_restore_from (TroupeRunOptions *self, const char *location);
void troupe_run_options_set_agreed_code (TroupeRunOptions *self, const TroupeProjectCode *code);
/* What goes for all runs of a document that one was made ready for; functions are borrowed. */
void troupe_run_options_set_like (TroupeRunOptions *self, const TroupeRunOptions *other);

/* What whoever resumes the run cannot know from the document, for its record. (transfer full) */
TroupeValue *troupe_run_options_to_value (const TroupeRunOptions *self);
/* And back. @value: (nullable) */
void troupe_run_options_take_value (TroupeRunOptions *self, TroupeValue *value);

G_END_DECLS
