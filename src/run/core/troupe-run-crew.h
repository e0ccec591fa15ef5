/* troupe-run-crew.h: standalone run of a crew, wrapped in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"
#include "troupe-crew.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* Name of the only method of a flow that wraps a crew. */
#define TROUPE_RUN_CREW_METHOD "crew"

/**
 * troupe_run_crew_make_flow:
 * @crew: complete definition of the crew
 * @name: name of the document in messages
 *
 * Creates the flow with which a crew is run. It consists of one start method whose action is @crew,
 * and a flag that the flow wraps a crew. Only the crew is visible in such a run, and the inputs are
 * passed to the crew unchanged. Everything else (storage, resuming, consent, Python, keys) is the
 * same as for flows. The text of the document is stored with the run.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with an error
 */
TroupeFlowDocument *troupe_run_crew_make_flow (TroupeCrew *crew, const char *name, GError **error);

/* Loads the crew that @flow wraps, as it was run, with its default inputs. (transfer full) (nullable): NULL if it wraps none, or one that does not load */
TroupeCrew *troupe_run_crew_load (TroupeFlow *flow);
/* Creates the subject of an editor for the crew that the flow of @document wraps. (transfer full) (nullable): NULL if it wraps
 * none */
TroupeCrewSubject *troupe_run_crew_new_subject (TroupeFlowDocument *document);
/* Returns TRUE if @flow wraps a crew. Must be called on the document's thread. */
gboolean troupe_run_crew_matches (TroupeFlow *flow);
/* Returns the action that runs the crew, from any thread. @flow: of a run whose kind is that of crews. (transfer none)
 * (nullable): NULL if another flow has no such method */
const TroupeFlowAction *troupe_run_crew_get_action (TroupeFlow *flow);

/**
 * troupe_run_crew_find_missing:
 * @inputs: (nullable): the caller's inputs
 *
 * Returns: (transfer full) (nullable): the first placeholder in the crew's texts for which neither
 * @inputs nor the document's defaults have a value, or %NULL
 */
char *troupe_run_crew_find_missing (TroupeCrew *crew, TroupeValue *inputs);
/* Returns all of these placeholders, in order of occurrence. (transfer full) */
char **troupe_run_crew_list_missing (TroupeCrew *crew, TroupeValue *inputs);

/* Merges the inputs of a crew: entries of @inputs override those of @defaults. Both are (nullable), and ignored if they are
 * no maps. (transfer full) (nullable) */
TroupeValue *troupe_run_crew_merge_inputs (TroupeValue *defaults, TroupeValue *inputs);

G_END_DECLS
