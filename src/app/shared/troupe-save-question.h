/* troupe-save-question.h: asks to save a document before something that needs its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_save_question_ask:
 * @place: a widget in a window of the application
 * @heading: such as “Save the Crew First”
 * @body: why the document must be saved
 * @button: (nullable): the label of the button that saves; %NULL: “Save As…”
 * @action: (nullable): the action of the window that this button activates; %NULL: `win.save-as`
 *
 * Asks in a dialog over the window. Does nothing if @place is in no window.
 */
void troupe_save_question_ask (GtkWidget *place,
                               const char *heading,
                               const char *body,
                               const char *button,
                               const char *action);

G_END_DECLS
