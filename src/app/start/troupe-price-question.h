/* troupe-price-question.h: question before a run whose budget cannot limit its cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_price_question_ask_async:
 * @over: the widget over whose window the question is shown
 * @run: a run that has not started, which must not be used until the question is answered
 *
 * Finds out on a thread whether the price of a model of @run is unknown, because calls without a price
 * count as free and no budget limits them. If so, asks the user whether the run may start.
 * Threads: main thread.
 */
void troupe_price_question_ask_async (GtkWidget *over,
                                      TroupeRun *run,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Returns whether the run may start: all prices are known, or the user agrees. */
gboolean troupe_price_question_ask_finish (GAsyncResult *result);

G_END_DECLS
