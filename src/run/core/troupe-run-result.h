/* troupe-run-result.h: how a run ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* (transfer full): of a run that has not ended */
TroupeRunResult *troupe_run_result_new (void);

G_END_DECLS
