/* troupe-stored-run-summary.h: describes the stored runs of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-stored-run.h"

G_BEGIN_DECLS

/* What @flow holds, with the methods that may have done something outside before they were cut off.
 * (transfer full) */
TroupeStoredDocument *troupe_stored_run_summary_describe (TroupeFlow *flow);

G_END_DECLS
