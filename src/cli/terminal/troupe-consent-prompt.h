/* troupe-consent-prompt.h: asks on the terminal for consent to the permissions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_consent_prompt_ask:
 * @run: has its flow and path; is told what Python may be run
 * @reason: (out) (transfer full) (nullable): why it may not run
 * @path: (out) (transfer full) (nullable): where, inside the document
 *
 * Whether @run may begin: its flow only computes, `--yes` was given, this content was agreed to before, or a
 * person at the terminal agrees now. Python needs more than `--yes`: `--allow` with its kind, for scripts
 * the environment variable of doc/flow-semantics.md §8, or what a person agreed to. What a person
 * agreed to is kept with the digest of the content, and of the code beside the document; `--allow` holds
 * for this time.
 */
gboolean
troupe_consent_prompt_ask (TroupeCommandLine *line, TroupeRun *run, char **reason, char **path);

/* Whether `--allow` has @word, `mcp` also by `all`. */
gboolean troupe_consent_prompt_allows (TroupeCommandLine *line, const char *word);

/* What Python may be run by `--allow` and the environment, for this time. */
TroupePythonPermissions troupe_consent_prompt_get_permissions (TroupeCommandLine *line);

/* FALSE where `--allow` holds an unknown word, which it has printed. */
gboolean troupe_consent_prompt_check_words (TroupeCommandLine *line);

G_END_DECLS
