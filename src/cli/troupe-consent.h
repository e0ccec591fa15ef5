/* troupe-consent.h: whether a person agreed to what a document can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_consent_ask:
 * @reason: (out) (transfer full) (nullable): why it may not run
 *
 * Whether @flow may run: it only computes, `--yes` was given, this content was agreed to before, or a
 * person at the terminal agrees now. Consent is kept with the digest of the content.
 */
gboolean troupe_consent_ask (TroupeCommandLine *line, TroupeFlow *flow, char **reason);

/**
 * troupe_consent_check_allowed:
 *
 * What no `--yes` covers: Python scripts need `--allow script`, or the environment variable of
 * spec/flow-semantics.md §8.
 *
 * Returns: %FALSE with the reason and the path inside the document
 */
gboolean troupe_consent_check_allowed (TroupeCommandLine *line, TroupeFlow *flow, char **reason,
                                       char **path);

/* FALSE where `--allow` holds an unknown word, which it has printed. */
gboolean troupe_consent_check_words (TroupeCommandLine *line);

G_END_DECLS
