/* troupe-run-result.h: result of a run, and its JSON representation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Creates the result of a run that has not ended. (transfer full) */
TroupeRunResult *troupe_run_result_new (void);

G_END_DECLS
