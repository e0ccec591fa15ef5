/* troupe-command.h: the commands, and what they share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-crew-document.h"
#include "troupe-flow-document.h"
#include "troupe-store.h"

G_BEGIN_DECLS

extern const TroupeCommand troupe_command_run;
extern const TroupeCommand troupe_command_validate;
extern const TroupeCommand troupe_command_show;
extern const TroupeCommand troupe_command_eval;
extern const TroupeCommand troupe_command_plot;
extern const TroupeCommand troupe_command_convert;
extern const TroupeCommand troupe_command_history;
extern const TroupeCommand troupe_command_resume;
extern const TroupeCommand troupe_command_key;
extern const TroupeCommand troupe_command_mcp;
extern const TroupeCommand troupe_command_memory;
extern const TroupeCommand troupe_command_reset_memory;
extern const TroupeCommand troupe_command_replay;
extern const TroupeCommand troupe_command_chat;
extern const TroupeCommand troupe_command_train;
extern const TroupeCommand troupe_command_test;
extern const TroupeCommand troupe_command_batch;
extern const TroupeCommand troupe_command_export_job;

/**
 * TroupeLoaded:
 * @name: what messages call the document: the path, or `-`
 * @document: (nullable): %NULL where it did not load; of a crew the flow that it is run as
 * @crew: (nullable): the crew project that it is
 * @is_carried: it came out of a picture, and has no file
 * @problems: (element-type TroupeProblem): everything that was found; where it did not load, at least
 *   one error stands in it
 *
 * A document that a command was given.
 */
typedef struct {
  char *name;
  TroupeFlowDocument *document;
  TroupeCrewDocument *crew;
  gboolean is_carried;
  GPtrArray *problems;
} TroupeLoaded;

/* Reads a file, a folder with one flow or a crew in it, or standard input where @file is `-`. Starts nothing.
 * (transfer full) */
TroupeLoaded *troupe_command_load (const char *file);
void troupe_loaded_free (TroupeLoaded *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLoaded, troupe_loaded_free)

gboolean troupe_loaded_has_errors (TroupeLoaded *self);
/* The file that it was read from; NULL is standard input. (transfer none) (nullable) */
const char *troupe_loaded_get_path (TroupeLoaded *self);
/* Writes the problems for a person, those that are worse than @severity or as bad. */
void troupe_loaded_print_problems (TroupeLoaded *self, TroupeSeverity severity);

/* Reads a file, or standard input where @file is `-`, up to the limit of a document. Prints what is
 * wrong. (transfer full) (nullable) */
char *troupe_command_read (const char *file, gsize *length);
/* The same, as JSON. (transfer full) (nullable) */
TroupeValue *troupe_command_read_json (const char *file);

/* The folder of --data-dir, or the user's. (transfer full) */
char *troupe_command_get_data_folder (TroupeCommandLine *line);
/* The store of runs. Errors: %G_IO_ERROR. */
TroupeStore *troupe_command_open_store (TroupeCommandLine *line, GError **error);

/* A problem as `validate --json` has it. (transfer full) */
TroupeValue *troupe_command_problem_to_value (const TroupeProblem *problem);
TroupeValue *troupe_command_problems_to_value (GPtrArray *problems);

/* --- Small pieces of values; all (transfer full) -------------------------------------------- */

TroupeValue *troupe_command_text_or_null (const char *text);
TroupeValue *troupe_command_number_or_null (guint number);

G_END_DECLS
