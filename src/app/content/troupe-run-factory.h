/* troupe-run-factory.h: creates runs of the document of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-flow-document.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunFactory:
 *
 * Every run is the run of a flow: of a flow's document its own, of a crew's the one that stands for it
 * (troupe-run-crew.h). Who starts a run, asks for consent to it or looks for a kept one asks this for the flow.
 */
#define TROUPE_TYPE_RUN_FACTORY (troupe_run_factory_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunFactory, troupe_run_factory, TROUPE, RUN_FACTORY, GObject)

/* @document: of a flow or of a crew */
TroupeRunFactory *troupe_run_factory_new (TroupeDocument *document);

TroupeDocument *troupe_run_factory_get_document (TroupeRunFactory *self); /* (transfer none) */
/* What would run now; of a crew that does not load an empty flow. (transfer none), good until the next edit. */
TroupeFlow *troupe_run_factory_get_flow (TroupeRunFactory *self);
/* The flow whose state is what a person is asked for before a run: of a crew the placeholders of its texts.
 * (transfer none), good until the next edit. */
TroupeFlow *troupe_run_factory_get_asked (TroupeRunFactory *self);
/* The fields of that state that a person is asked for, as the document says; of a crew all. (transfer full)
 * (nullable): NULL is all */
char **troupe_run_factory_list_asked (TroupeRunFactory *self);
/* What is kept of a run to resume it. (transfer full) */
char *troupe_run_factory_dup_text (TroupeRunFactory *self);
/* The folder of the document, of which its relative paths are: where the program of a window was started from says nothing
 * to a person. Of one that was never saved that directory. (transfer full) */
char *troupe_run_factory_find_folder (TroupeRunFactory *self);
/* A run of what would run now, in that folder. (transfer full) */
TroupeRun *troupe_run_factory_make_run (TroupeRunFactory *self);

/* One that runs crews of @document, which need not be a crew's, as they are given to it: one inside of a flow, or another
 * version of one. */
TroupeRunFactory *troupe_run_factory_new_for_crews (TroupeDocument *document);
/* What it runs from now on, also before it is asked for anything. */
void troupe_run_factory_set_crew (TroupeRunFactory *self, TroupeCrew *crew);

G_END_DECLS
