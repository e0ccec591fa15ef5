/* troupe-consent-prompt.h: consent prompt on the terminal for the permissions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_consent_prompt_ask:
 * @run: a run whose flow, path and Python permissions are set
 * @reason: (out) (transfer full) (nullable): why the run may not start
 * @path: (out) (transfer full) (nullable): the path in the document
 *
 * Returns TRUE if @run may start: its flow has no side effects, `--yes` was given, this content was
 * allowed before, or the user at the terminal allows it now. Python needs more than `--yes`:
 * `--allow` with its kind, for scripts the environment variable of doc/flow-semantics.md §8, or the
 * consent of the user. The consent of the user is stored with the digest of the content and of the
 * code next to the document. `--allow` is only valid for this run.
 */
gboolean
troupe_consent_prompt_ask (TroupeCommandLine *line, TroupeRun *run, char **reason, char **path);

/* Like troupe_consent_prompt_ask(), for the runs of a command that follow each other. @agreed: (inout) (transfer full)
 * (nullable): what was granted to the run before; %NULL for the first one. If a run requires something else, because code
 * of an earlier run has changed a file for example, the command line does not grant it. */
gboolean troupe_consent_prompt_ask_next (TroupeCommandLine *line,
                                         TroupeRun *run,
                                         char **agreed,
                                         char **reason,
                                         char **path);

/* Like troupe_consent_prompt_ask(), but does not use permissions that were granted before, because something that
 * they do not cover chooses the calls of @run. */
gboolean troupe_consent_prompt_ask_again (TroupeCommandLine *line,
                                          TroupeRun *run,
                                          char **reason,
                                          char **path);

/* Like troupe_consent_prompt_ask(), for a command whose only purpose is to execute the code of @run:
 * `--yes` includes the Python code. */
gboolean troupe_consent_prompt_ask_code (TroupeCommandLine *line, TroupeRun *run, char **reason);

/* Returns TRUE if `--allow` contains @word. The word `all` includes `mcp`. */
gboolean troupe_consent_prompt_allows (TroupeCommandLine *line, const char *word);

/* Returns the Python permissions of `--allow` and the environment, which are only valid for this
 * run. */
TroupePythonPermissions troupe_consent_prompt_get_permissions (TroupeCommandLine *line);

/* Prints an error and returns FALSE if `--allow` contains an unknown word. */
gboolean troupe_consent_prompt_check_words (TroupeCommandLine *line);

G_END_DECLS
