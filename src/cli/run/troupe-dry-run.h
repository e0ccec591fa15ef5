/* troupe-dry-run.h: what a run would do and cost, without running it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Prints the steps of the run in their order, with the sizes of their prompts, the number of model
 * calls and the estimated cost, as text or as the object of --json. Calls no model, starts nothing
 * and asks nothing. @inputs: (nullable). Returns %TROUPE_EXIT_INVALID with the problems if the run
 * would be refused. */
TroupeExit troupe_dry_run_report (TroupeCommandLine *line,
                                  TroupeLoaded *loaded,
                                  TroupeRun *run,
                                  TroupeValue *inputs);

G_END_DECLS
