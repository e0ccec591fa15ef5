/* troupe-page-questions.h: pending feedback requests of the run of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-page-run.h"

G_BEGIN_DECLS

/**
 * TroupePageQuestions:
 *
 * The pending feedback requests of the running run, oldest first, and the view that shows one of
 * them.
 *
 * Signals: `changed` (the pending requests or the shown request), `came` (id of a request, whether
 * it is the only one), `refused` (id of a request, why its answer was rejected), `settled` (the
 * view had the focus, and no request is pending any more).
 */
#define TROUPE_TYPE_PAGE_QUESTIONS (troupe_page_questions_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageQuestions, troupe_page_questions, TROUPE, PAGE_QUESTIONS, GObject)

TroupePageQuestions *troupe_page_questions_new (TroupePageRun *run);

/* Returns a #TroupeFeedbackView, to be placed above the document. (transfer none) */
GtkWidget *troupe_page_questions_get_view (TroupePageQuestions *self);

/* Returns the pending requests. (transfer none) (element-type TroupeFeedbackRequest) */
GPtrArray *troupe_page_questions_list (TroupePageQuestions *self);
guint troupe_page_questions_get_n (TroupePageQuestions *self);
/* Returns a pending request. (nullable) (transfer none) */
TroupeFeedbackRequest *troupe_page_questions_find (TroupePageQuestions *self,
                                                   const char *request_id);
/* Shows a request and focuses it. Returns FALSE if the request is not pending any more. */
gboolean troupe_page_questions_show (TroupePageQuestions *self, const char *request_id);
/* Answers a request. @outcome: (nullable); @via: where, see troupe_run_set_person(). Returns FALSE if no such request is pending. If the
 * answer is invalid, this is reported in the view, and TRUE is returned. */
gboolean troupe_page_questions_answer (TroupePageQuestions *self,
                                       const char *request_id,
                                       const char *words,
                                       const char *outcome,
                                       const char *via);
/* Like troupe_page_questions_answer(), but for an answer given in a view. Also moves the focus
 * to the next request. */
void troupe_page_questions_take_answer (TroupePageQuestions *self,
                                        const char *request_id,
                                        const char *words,
                                        const char *outcome);
/* Defers all answers: the run continues as far as possible and is stored as paused. */
void troupe_page_questions_answer_later (TroupePageQuestions *self);
/* Called when the page is closed. Later requests pause the run until the user returns to the
 * run. */
void troupe_page_questions_leave (TroupePageQuestions *self);

G_END_DECLS
