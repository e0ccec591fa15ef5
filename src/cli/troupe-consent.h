/* troupe-consent.h: whether a person agreed to what a document can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-flow.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/**
 * troupe_consent_ask:
 * @python: (out): what Python of the flow may be run
 * @reason: (out) (transfer full) (nullable): why it may not run
 * @path: (out) (transfer full) (nullable): where, inside the document
 *
 * Whether @flow may run: it only computes, `--yes` was given, this content was agreed to before, or a
 * person at the terminal agrees now. Python needs more than `--yes`: `--allow` with its kind, for scripts
 * the environment variable of spec/flow-semantics.md §8, or what a person agreed to. What a person
 * agreed to is kept with the digest of the content; `--allow` holds for this time.
 */
gboolean troupe_consent_ask (TroupeCommandLine *line,
                             TroupeFlow *flow,
                             TroupePythonPermissions *python,
                             char **reason,
                             char **path);

/* FALSE where `--allow` holds an unknown word, which it has printed. */
gboolean troupe_consent_check_words (TroupeCommandLine *line);

G_END_DECLS
