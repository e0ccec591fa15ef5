/* troupe-run-controller.h: controls the runs of a page, from inputs to result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-editor-frame.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-run-consent.h"
#include "troupe-run-factory.h"
#include "troupe-run-notice.h"
#include "troupe-run-presenter.h"
#include "troupe-run-starter.h"

G_BEGIN_DECLS

/**
 * TroupeRunController:
 *
 * Joins all that is about runs on a page, whatever its document is: #TroupeRunStarter, #TroupeRunConsent, kept runs,
 * questions, #TroupeRunNotice and #TroupeRunPresenter. A run goes from the starter, or from what was kept, through the
 * consent to the page's run.
 *
 * Signal: `method-requested` (name: a person wants to see the method that failed).
 */
#define TROUPE_TYPE_RUN_CONTROLLER (troupe_run_controller_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunController, troupe_run_controller, TROUPE, RUN_CONTROLLER, GObject)

/* @content, @frame, @monitor: go after troupe_run_controller_close() */
TroupeRunController *troupe_run_controller_new (TroupePageContent *content,
                                                TroupeRunFactory *source,
                                                TroupeEditorFrame *frame,
                                                TroupeMonitor *monitor);
/* The page is made: a run that was cut off is looked for, and whether the file came from elsewhere. */
void troupe_run_controller_begin (TroupeRunController *self);
/* Whether that is still being looked for. */
gboolean troupe_run_controller_is_looking (TroupeRunController *self);
/* What the document holds now came from outside: it has to be agreed to, and that is said. */
void troupe_run_controller_forget_consent (TroupeRunController *self);
/* Nobody is asked any more. */
void troupe_run_controller_close (TroupeRunController *self);

/* What a run asks and tells stands in @frame from now on: that of a crew inside of a flow, and of the flow again. */
void troupe_run_controller_set_frame (TroupeRunController *self, TroupeEditorFrame *frame);

/* As the class of contents says of `run` and `is_starting`. */
void troupe_run_controller_start (TroupeRunController *self, gboolean ask);
/* The same for a run that is made already, as the turn of a conversation. @text: what is kept as its document. */
void troupe_run_controller_start_run (TroupeRunController *self, TroupeRun *run, const char *text);
gboolean troupe_run_controller_is_starting (TroupeRunController *self);
/* A card's button: to the question of @method, or to resuming the run that asked it. */
void troupe_run_controller_answer (TroupeRunController *self, const char *method);

/* @place: (nullable): where questions to a person stand, in place of the frame */
void troupe_run_controller_ask_in (TroupeRunController *self, AdwBin *place);
/* Begins one that another page has made and that was agreed to: a training or a test. @inputs: (nullable): what it was given,
 * for a person. FALSE where one is under way, or the page has gone. */
gboolean
troupe_run_controller_begin_run (TroupeRunController *self, TroupeRun *run, const char *inputs);
/* What stands in the notice of the editor stands in @bar from now on; %NULL: in the editor's again. */
void troupe_run_controller_lend_notice (TroupeRunController *self, TroupeNoticeBar *bar);

/* @crew: shows what the page's run asks, as long as it is there; it is the page's crew, or one inside of its flow. */
void troupe_run_controller_join_crew (TroupeRunController *self, TroupeCrewEditor *crew);

/* All (transfer none). */
TroupeRunNotice *troupe_run_controller_get_notice (TroupeRunController *self);
TroupeRunStarter *troupe_run_controller_get_starter (TroupeRunController *self);
TroupeRunFactory *troupe_run_controller_get_source (TroupeRunController *self);
TroupeRunConsent *troupe_run_controller_get_consent (TroupeRunController *self);
TroupeRunPresenter *troupe_run_controller_get_progress (TroupeRunController *self);
/* (nullable): NULL once it is closed */
TroupeMonitor *troupe_run_controller_get_monitor (TroupeRunController *self);

G_END_DECLS
