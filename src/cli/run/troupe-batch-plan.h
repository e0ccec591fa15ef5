/* troupe-batch-plan.h: what a batch would do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch.h"
#include "troupe-command.h"

G_BEGIN_DECLS

/* Reads all inputs and prints how many items there are, which lines are none, what the document could do and what its
 * models may cost. Starts and writes nothing. @permission_report: of troupe_permissions_report_run() */
TroupeExit troupe_batch_plan (TroupeCommandLine *line,
                              const TroupeBatchOptions *options,
                              TroupeValue *permission_report);

G_END_DECLS
