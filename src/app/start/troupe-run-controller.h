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
 * Connects everything related to the runs of a page, for any document type: #TroupeRunStarter,
 * #TroupeRunConsent, stored runs, feedback requests, #TroupeRunNotice and #TroupeRunPresenter. The
 * starter or the store provides a run. The run then requires consent, and is then started as the
 * run of the page.
 *
 * Signal: `method-requested` (name: the user wants to see the method that failed).
 */
#define TROUPE_TYPE_RUN_CONTROLLER (troupe_run_controller_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunController, troupe_run_controller, TROUPE, RUN_CONTROLLER, GObject)

/* @content, @frame, @monitor: must stay alive until troupe_run_controller_close() is called */
TroupeRunController *troupe_run_controller_new (TroupePageContent *content,
                                                TroupeRunFactory *source,
                                                TroupeEditorFrame *frame,
                                                TroupeMonitor *monitor);
/* Called when the page has been created. Searches for an interrupted run, and checks whether the
 * file comes from elsewhere. */
void troupe_run_controller_begin (TroupeRunController *self);
/* Returns TRUE while the origin of the file is being checked. */
gboolean troupe_run_controller_is_looking (TroupeRunController *self);
/* Called if the content of the document came from outside. Revokes the consent and shows this in
 * the notice bar. */
void troupe_run_controller_forget_consent (TroupeRunController *self);
/* Closes all dialogs and cancels pending requests. */
void troupe_run_controller_close (TroupeRunController *self);

/* Moves feedback requests and notices to @frame, which is the frame of an embedded crew or of
 * the flow. */
void troupe_run_controller_set_frame (TroupeRunController *self, TroupeEditorFrame *frame);

/* See `run` and `is_starting` of #TroupePageContentClass. */
void troupe_run_controller_start (TroupeRunController *self, gboolean ask);
/* Like troupe_run_controller_start(), but for an existing run, such as a turn of a conversation.
 * @text: the document text to store with the run */
void troupe_run_controller_start_run (TroupeRunController *self, TroupeRun *run, const char *text);
/* Sets whether troupe_run_controller_start() runs only what has changed since the last run; otherwise the preference decides whether
 * unchanged results are reused. @kept: (nullable): methods or tasks whose results are used in spite of changes, NULL-terminated */
void troupe_run_controller_set_reuse (TroupeRunController *self,
                                      gboolean runs_changed,
                                      const char *const *kept);
gboolean troupe_run_controller_is_starting (TroupeRunController *self);
/* Called for the button of a card. Shows the feedback request of @method, or resumes the run
 * that waits for this request. */
void troupe_run_controller_answer (TroupeRunController *self, const char *method);

/* @place: (nullable): container in which feedback requests are shown instead of the frame */
void troupe_run_controller_ask_in (TroupeRunController *self, AdwBin *place);
/* Starts a training or test run that another page has created and that has consent. @inputs:
 * (nullable): description of the run's inputs for display. Returns FALSE if a run is running or
 * the page was closed. */
gboolean
troupe_run_controller_begin_run (TroupeRunController *self, TroupeRun *run, const char *inputs);
/* Moves the notice from the bar of the editor to @bar. @bar: %NULL moves the notice back */
void troupe_run_controller_lend_notice (TroupeRunController *self, TroupeNoticeBar *bar);

/* Shows the feedback requests of the run in @crew as long as @crew exists. @crew: editor of the
 * page's crew, or of a crew embedded in the page's flow */
void troupe_run_controller_join_crew (TroupeRunController *self, TroupeCrewEditor *crew);

/* The following getters are (transfer none). */
TroupeRunNotice *troupe_run_controller_get_notice (TroupeRunController *self);
TroupeRunStarter *troupe_run_controller_get_starter (TroupeRunController *self);
/* Applies the breakpoints of the document to the run in progress. */
void troupe_run_controller_update_breakpoints (TroupeRunController *self);
/* Keeps the breakpoints of a crew between two starts, and applies them when they change. Call it once. */
void troupe_run_controller_keep_breakpoints (TroupeRunController *self,
                                             TroupeCrewDocument *document);
TroupeRunFactory *troupe_run_controller_get_source (TroupeRunController *self);
TroupeRunConsent *troupe_run_controller_get_consent (TroupeRunController *self);
TroupeRunPresenter *troupe_run_controller_get_progress (TroupeRunController *self);
/* (nullable): NULL once closed */
TroupeMonitor *troupe_run_controller_get_monitor (TroupeRunController *self);

G_END_DECLS
