/* troupe-run-controller.h: the runs of a page's document, from asking for inputs to how they ended
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
 * TroupePageRunning:
 *
 * Joins all that is about runs on a page, whatever its document is: #TroupeFlowStarter, #TroupeFlowConsent, kept runs,
 * questions, #TroupeFlowNotice and #TroupeFlowProgress. A run goes from the starter, or from what was kept, through the
 * consent to the page's run.
 *
 * Signal: `method-requested` (name: a person wants to see the method that failed).
 */
#define TROUPE_TYPE_PAGE_RUNNING (troupe_page_running_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageRunning, troupe_page_running, TROUPE, PAGE_RUNNING, GObject)

/* @content, @frame, @monitor: go after troupe_page_running_close() */
TroupePageRunning *troupe_page_running_new (TroupePageContent *content,
                                            TroupeRunSource *source,
                                            TroupeEditorFrame *frame,
                                            TroupeMonitor *monitor);
/* The page is made: a run that was cut off is looked for, and whether the file came from elsewhere. */
void troupe_page_running_begin (TroupePageRunning *self);
/* Whether that is still being looked for. */
gboolean troupe_page_running_is_looking (TroupePageRunning *self);
/* What the document holds now came from outside: it has to be agreed to, and that is said. */
void troupe_page_running_forget_consent (TroupePageRunning *self);
/* Nobody is asked any more. */
void troupe_page_running_close (TroupePageRunning *self);

/* What a run asks and tells stands in @frame from now on: that of a crew inside of a flow, and of the flow again. */
void troupe_page_running_set_frame (TroupePageRunning *self, TroupeEditorFrame *frame);

/* As the class of contents says of `run` and `is_starting`. */
void troupe_page_running_start (TroupePageRunning *self, gboolean ask);
/* The same for a run that is made already, as the turn of a conversation. @text: what is kept as its document. */
void troupe_page_running_start_run (TroupePageRunning *self, TroupeRun *run, const char *text);
gboolean troupe_page_running_is_starting (TroupePageRunning *self);
/* A card's button: to the question of @method, or to resuming the run that asked it. */
void troupe_page_running_answer (TroupePageRunning *self, const char *method);

/* @place: (nullable): where questions to a person stand, in place of the frame */
void troupe_page_running_ask_in (TroupePageRunning *self, AdwBin *place);
/* Begins one that another page has made and that was agreed to: a training or a test. @inputs: (nullable): what it was given,
 * for a person. FALSE where one is under way, or the page has gone. */
gboolean
troupe_page_running_begin_run (TroupePageRunning *self, TroupeRun *run, const char *inputs);
/* What stands in the notice of the editor stands in @bar from now on; %NULL: in the editor's again. */
void troupe_page_running_lend_notice (TroupePageRunning *self, TroupeNoticeBar *bar);

/* @crew: shows what the page's run asks, as long as it is there; it is the page's crew, or one inside of its flow. */
void troupe_page_running_join_crew (TroupePageRunning *self, TroupeCrewEditor *crew);

/* All (transfer none). */
TroupeFlowNotice *troupe_page_running_get_notice (TroupePageRunning *self);
TroupeFlowStarter *troupe_page_running_get_starter (TroupePageRunning *self);
TroupeRunSource *troupe_page_running_get_source (TroupePageRunning *self);
TroupeFlowConsent *troupe_page_running_get_consent (TroupePageRunning *self);
TroupeFlowProgress *troupe_page_running_get_progress (TroupePageRunning *self);
/* (nullable): NULL once it is closed */
TroupeMonitor *troupe_page_running_get_monitor (TroupePageRunning *self);

G_END_DECLS
