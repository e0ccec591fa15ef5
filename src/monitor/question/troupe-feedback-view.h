/* troupe-feedback-view.h: one question of a run to a person, and what is needed to answer it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-feedback.h"

G_BEGIN_DECLS

/**
 * TroupeFeedbackView:
 *
 * What a method asks (doc/interface.md §10): its message, its output, one button for each outcome, a
 * field for words, Answer where there are no outcomes, and Later. Enter in the field answers with what
 * stands there. What an MCP server asks has its form or its address in their place, and the outcome is the name of a
 * #TroupeElicitationAction then. Everything that comes from the flow or a server is shown as text.
 *
 * Signals: `answered` (id of the request, words, outcome or NULL), `later`.
 *
 * gtk_widget_grab_focus() on it focuses the field, or the first one of a form.
 */
#define TROUPE_TYPE_FEEDBACK_VIEW (troupe_feedback_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFeedbackView, troupe_feedback_view, TROUPE, FEEDBACK_VIEW, GtkWidget)

/* @with_output: whether the output is shown; else somebody else does. */
GtkWidget *troupe_feedback_view_new (gboolean with_output);

/* @request: (nullable). @position: from 1, of @count that wait. Another request begins with an empty
 * field; the same one again keeps what was typed. */
void troupe_feedback_view_set_request (TroupeFeedbackView *self,
                                       TroupeFeedbackRequest *request,
                                       guint position,
                                       guint count);
TroupeFeedbackRequest *troupe_feedback_view_get_request (TroupeFeedbackView *self); /* (nullable) */

/* @text: (nullable): why the answer was not taken. */
void troupe_feedback_view_set_error (TroupeFeedbackView *self, const char *text);

/* Field and buttons stand below each other. */
void troupe_feedback_view_set_narrow (TroupeFeedbackView *self, gboolean narrow);

G_END_DECLS
