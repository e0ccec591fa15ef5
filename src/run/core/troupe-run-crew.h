/* troupe-run-crew.h: a crew that is run by itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* The one method of a flow that stands for a crew. */
#define TROUPE_RUN_CREW_METHOD "crew"
/* Where the crew's definition stands in it. */
#define TROUPE_RUN_CREW_PATH "methods." TROUPE_RUN_CREW_METHOD ".do.with"

/**
 * troupe_run_crew_make_flow:
 * @crew: with all that it needs in it
 * @name: what messages call the document
 *
 * Makes the flow that a crew is run as: one start method whose action is @crew, and a mark that the flow stands for it.
 * Of such a run nothing is told but the crew; its inputs go to the crew as they are. Everything else (what is kept,
 * resuming, consent, Python, keys) is that of flows. The document's text is what is kept of the run.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with an error
 */
TroupeFlowDocument *troupe_run_crew_make_flow (TroupeCrew *crew, const char *name, GError **error);

/* Whether @flow stands for a crew. On the document's thread. */
gboolean troupe_run_crew_matches (TroupeFlow *flow);
/* The place in the crew that a place in such a flow is, or NULL where it is none. (transfer none) (nullable) */
const char *troupe_run_crew_find_path (const char *path);

/**
 * troupe_run_crew_find_missing:
 * @inputs: (nullable): what the caller gave
 *
 * Returns: (transfer full) (nullable): the first placeholder of the crew's texts that neither @inputs nor the
 *   document's defaults fill, or %NULL
 */
char *troupe_run_crew_find_missing (TroupeCrew *crew, TroupeValue *inputs);

G_END_DECLS
