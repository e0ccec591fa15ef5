/* troupe-run-inputs.h: inputs of a run from the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
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

/* Returns the inputs that a document takes, as a list of {name, type, required, default}: the fields
 * of a flow's state, or the placeholders of a crew and its own inputs. `default` is null if there is
 * none; an input of a crew without one is not required if Python code can provide it before the
 * kickoff. (transfer full) */
TroupeValue *troupe_run_inputs_list (TroupeLoaded *loaded);
/* Prints such a list for people, one input a line; nothing if it is empty. */
void troupe_run_inputs_print (TroupeValue *inputs);

G_END_DECLS
