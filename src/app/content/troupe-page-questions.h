/* troupe-page-questions.h: what the run of a page asks a person
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
 * The questions of the run that is under way that wait for a person, oldest first, and the view that shows
 * one of them.
 *
 * Signals: `changed` (others wait, or another one is shown), `came` (id of a request, whether it is the only
 * one), `refused` (id of a request, why its answer was not taken), `settled` (the keyboard was in the view,
 * and nothing is asked any more).
 */
#define TROUPE_TYPE_PAGE_QUESTIONS (troupe_page_questions_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageQuestions, troupe_page_questions, TROUPE, PAGE_QUESTIONS, GObject)

TroupePageQuestions *troupe_page_questions_new (TroupePageRun *run);

/* A #TroupeFeedbackView, for above the document. (transfer none) */
GtkWidget *troupe_page_questions_get_view (TroupePageQuestions *self);

/* (transfer none) (element-type TroupeFeedbackRequest) */
GPtrArray *troupe_page_questions_list (TroupePageQuestions *self);
guint troupe_page_questions_get_n (TroupePageQuestions *self);
/* What one question is about. (nullable) (transfer none) */
TroupeFeedbackRequest *troupe_page_questions_find (TroupePageQuestions *self,
                                                   const char *request_id);
/* Shows one and focuses it; FALSE where it does not wait any more. */
gboolean troupe_page_questions_show (TroupePageQuestions *self, const char *request_id);
/* @outcome: (nullable). FALSE where no such question waits; what is wrong with an answer is said beside the
 * question. */
gboolean troupe_page_questions_answer (TroupePageQuestions *self,
                                       const char *request_id,
                                       const char *words,
                                       const char *outcome);
/* The same, from a view: the keyboard goes on to the next question. */
void troupe_page_questions_take_answer (TroupePageQuestions *self,
                                        const char *request_id,
                                        const char *words,
                                        const char *outcome);
/* Nobody answers now: the run goes on as far as it can and is kept as paused. */
void troupe_page_questions_answer_later (TroupePageQuestions *self);
/* Nobody is there any more: whatever is asked from now on waits for a person's return. */
void troupe_page_questions_leave (TroupePageQuestions *self);

G_END_DECLS
