/* troupe-run-factory.h: creates runs of the document of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-breakpoints.h"
#include "troupe-crew.h"
#include "troupe-flow-document.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunFactory:
 *
 * Every run is the run of a flow. For a flow document this is the flow itself; for a crew it is a
 * flow that wraps the crew (troupe-run-crew.h). Code that starts a run, asks for consent or
 * searches for a stored run gets the flow from this factory.
 */
#define TROUPE_TYPE_RUN_FACTORY (troupe_run_factory_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunFactory, troupe_run_factory, TROUPE, RUN_FACTORY, GObject)

/* @document: a flow or crew document */
TroupeRunFactory *troupe_run_factory_new (TroupeDocument *document);

TroupeDocument *troupe_run_factory_get_document (TroupeRunFactory *self); /* (transfer none) */
/* Returns the flow that would run now; an empty flow for a crew that cannot be loaded. The flow
 * is valid until the next edit. (transfer none) */
TroupeFlow *troupe_run_factory_get_flow (TroupeRunFactory *self);
/* Returns the flow for whose state fields the user is prompted before a run. For a crew, the
 * fields are the placeholders of its texts. The flow is valid until the next edit. (transfer
 * none) */
TroupeFlow *troupe_run_factory_get_asked (TroupeRunFactory *self);
/* Lists the state fields for which the document prompts; all fields for a crew. (transfer full)
 * (nullable): NULL for all fields */
char **troupe_run_factory_list_asked (TroupeRunFactory *self);
/* Returns the document text to store with a run, so that it can be resumed. (transfer full) */
char *troupe_run_factory_dup_text (TroupeRunFactory *self);
/* Returns the folder of the document, in which its files are, such as trained agents. For a document that was
 * never saved it is the folder of troupe_document_set_folder(). (transfer full) (nullable): NULL if there is none */
char *troupe_run_factory_find_own_folder (TroupeRunFactory *self);
/* Returns the base of the relative paths of the document, which is its folder, or the working directory if it has none.
 * (transfer full) */
char *troupe_run_factory_find_folder (TroupeRunFactory *self);
/* Sets the method with which the next runs end. @method: (nullable): NULL for the whole flow */
void troupe_run_factory_set_until (TroupeRunFactory *self, const char *method);
/* Creates a run of the current flow, with the folder and the breakpoints of the document. (transfer
 * full) */
TroupeRun *troupe_run_factory_make_run (TroupeRunFactory *self);

/* Returns the breakpoints of a flow document; an empty list for a crew. (transfer full) */
TroupeBreakpoints *troupe_run_factory_read_breakpoints (TroupeRunFactory *self);

/* Creates a factory for crews that are set with troupe_run_factory_set_crew(), such as a crew
 * embedded in a flow or another version of a crew. @document need not be a crew document. */
TroupeRunFactory *troupe_run_factory_new_for_crews (TroupeDocument *document);
/* Sets the crew to run. Must be called before anything is requested from the factory. */
void troupe_run_factory_set_crew (TroupeRunFactory *self, TroupeCrew *crew);

G_END_DECLS
