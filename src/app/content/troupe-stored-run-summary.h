/* troupe-stored-run-summary.h: summarizes a flow for the description of its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-stored-run.h"

G_BEGIN_DECLS

/* Summarizes @flow, including the methods that may have had side effects before they were
 * interrupted. (transfer full) */
TroupeStoredDocument *troupe_stored_run_summary_describe (TroupeFlow *flow);

G_END_DECLS
