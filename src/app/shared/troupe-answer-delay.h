/* troupe-answer-delay.h: dialogs that accept no answer before a person can have read the question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @accepts: whether @dialog accepts an answer that allows something */
typedef void (*TroupeAnswerDelayFunc) (GtkWindow *dialog, gboolean accepts);

/**
 * troupe_answer_delay_watch:
 * @dialog: a dialog that is not shown yet
 *
 * Calls @func with %FALSE now, and with %TRUE when the dialog has been shown for a moment. The same happens when the dialog becomes the active
 * window again. A dialog about a document may appear at any time, and at a place that the document determines, so that a click that was meant for
 * something else would answer it.
 */
void troupe_answer_delay_watch (GtkWindow *dialog, TroupeAnswerDelayFunc func);

G_END_DECLS
