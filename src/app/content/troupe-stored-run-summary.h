/* troupe-stored-run-summary.h: summarizes a flow for the description of its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-stored-run.h"

G_BEGIN_DECLS

/* Summarizes @flow, including the methods that may have had side effects before they were
 * interrupted. Call on the document's thread. (transfer full) */
TroupeStoredDocument *troupe_stored_run_summary_describe (TroupeFlow *flow);
/* Returns TRUE if a run with this digest of its document runs @flow or, in a conversation, the flow of a turn, which is made from
 * @flow. @digest: (nullable). Call on the document's thread. */
gboolean troupe_stored_run_summary_matches (TroupeFlow *flow, const char *digest);

G_END_DECLS
