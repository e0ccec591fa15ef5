/* troupe-answer-delay.h: questions that accept no answer before a person can have read the question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @accepts: whether @question accepts an answer that allows something */
typedef void (*TroupeAnswerDelayFunc) (GtkWidget *question, gboolean accepts);

/**
 * troupe_answer_delay_watch:
 * @question: a dialog, or a part of a window, that is not shown yet
 *
 * Calls @func with %FALSE now, and with %TRUE when the question has been shown for a moment. The same happens when the dialog becomes the active
 * window again. A question about a document may appear at any time, and at a place that the document determines, so that a click or key that was meant
 * for something else would answer it.
 */
void troupe_answer_delay_watch (GtkWidget *question, TroupeAnswerDelayFunc func);
/* Waits again, because another question is shown in the same place. @question: as for troupe_answer_delay_watch(), called before */
void troupe_answer_delay_restart (GtkWidget *question);

G_END_DECLS
