/* troupe-run-inputs.h: inputs of a run from the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_run_inputs_collect:
 * @inputs: (out) (transfer full) (nullable): a map; %NULL if neither `--input` nor `--inputs` nor
 *   `--id` is given, which differs from an empty map (doc/flow-semantics.md §5.1)
 *
 * Returns: %FALSE after printing an error if the command line is invalid
 */
gboolean troupe_run_inputs_collect (TroupeCommandLine *line, TroupeFlow *flow, TroupeValue **inputs);

G_END_DECLS
