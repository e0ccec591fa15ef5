/* troupe-command-history-test.h: troupectl history make-test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"

G_BEGIN_DECLS

/* Adds a test with the inputs and answers of a run to the file of -o, by default the one beside the
 * document. */
TroupeExit
troupe_command_history_make_test (TroupeCommandLine *line, TroupeStore *store, const char *id);

/* Begins a run with what the run @id had finished before a step, and executes it. */
TroupeExit
troupe_command_history_fork (TroupeCommandLine *line, TroupeStore *store, const char *id);

G_END_DECLS
