/* troupe-command.h: troupectl commands and their common functions: loading documents, opening the
 * store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-crew-document.h"
#include "troupe-flow-document.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* The commands. Each command is implemented in its own file, such as
 * src/cli/command/troupe-command-run.c. */
extern const TroupeCommand troupe_command_run;
extern const TroupeCommand troupe_command_validate;
extern const TroupeCommand troupe_command_show;
extern const TroupeCommand troupe_command_eval;
extern const TroupeCommand troupe_command_plot;
extern const TroupeCommand troupe_command_compare;
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
 * @name: the name of the document in messages: the path, or `-`
 * @document: (nullable): %NULL if the document could not be loaded; for a crew, the flow that wraps
 *   it
 * @crew: (nullable): the crew project of the document
 * @is_carried: whether the document was extracted from an image, and has no file
 * @problems: (element-type TroupeProblem): all problems; contains at least one error if the
 *   document could not be loaded
 *
 * The document of a command.
 * Threads: main thread.
 */
typedef struct {
  char *name;
  TroupeFlowDocument *document;
  TroupeCrewDocument *crew;
  gboolean is_carried;
  GPtrArray *problems;
} TroupeLoaded;

/* Loads a file, a folder that contains one flow or a crew or whose `pyproject.toml` declares a flow,
 * or standard input if @given is `-`. Starts nothing. (transfer full) */
TroupeLoaded *troupe_command_load (const char *given);
void troupe_loaded_free (TroupeLoaded *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLoaded, troupe_loaded_free)

/* Returns TRUE if a problem is an error, so that the document must not be run. */
gboolean troupe_loaded_has_errors (TroupeLoaded *self);
/* Returns the file of the document, which may be the image that contains it; NULL for standard input. (transfer none)
 * (nullable) */
const char *troupe_loaded_get_path (TroupeLoaded *self);
/* Creates a redactor with the keys of the document, of the environment and of the file `.env`, for
 * what is printed or sent outside of a run. (transfer full) */
TroupeRedactor *troupe_loaded_make_redactor (TroupeLoaded *self);
/* Prints the problems with at least this severity as text. */
void troupe_loaded_print_problems (TroupeLoaded *self, TroupeSeverity severity);

/* Reads a file, or standard input if @file is `-`, up to the size limit of a document. Prints an
 * error on failure. @length: (out): bytes. (transfer full) (nullable) */
char *troupe_command_read (const char *file, gsize *length);
/* Like troupe_command_read(), but parses the text as JSON. (transfer full) (nullable) */
TroupeValue *troupe_command_read_json (const char *file);

/* Reads the names of an option, which are separated by commas. Prints an error and returns FALSE if one of them is empty.
 * @names: (out) (transfer full) (nullable): %NULL without the option */
gboolean troupe_command_find_names (TroupeCommandLine *line, const char *name, char ***names);

/* Returns the folder of --data-dir, or the user's default data folder. (transfer full) */
char *troupe_command_get_data_folder (TroupeCommandLine *line);
/* Returns the folder of the user's consents, regardless of --data-dir: a folder that came with a document may
 * contain consents that the user has not given. (transfer full) */
char *troupe_command_get_consent_folder (void);
/* Opens the store of runs. (transfer full) (nullable). Errors: %G_IO_ERROR. */
TroupeStore *troupe_command_open_store (TroupeCommandLine *line, GError **error);

/* Converts problems to a list as in `validate --json`. @problems: (element-type TroupeProblem).
 * (transfer full) */
TroupeValue *troupe_command_problems_to_value (GPtrArray *problems);

/* --- Constructors of values; all (transfer full) ---------------------------------------------- */

/* Creates a string, or null for NULL. @text: (nullable) */
TroupeValue *troupe_command_text_or_null (const char *text);
/* Creates an integer, or null for 0. */
TroupeValue *troupe_command_number_or_null (guint number);

G_END_DECLS
