/* troupe-feedback-view.h: view to answer a human feedback request
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
 * The request of a method (doc/interface.md §10). The view shows its message and its output, one
 * button for each outcome, a text entry, Answer if there are no outcomes, and Later. Enter in the
 * entry answers with the text of the entry. For a request of an MCP server, a form or a URL
 * replaces these controls, and the outcome is the name of a #TroupeElicitationAction. Everything
 * from the flow or a server is displayed as plain text.
 *
 * Signals: `answered` (id of the request, text, outcome or NULL), `later`.
 *
 * gtk_widget_grab_focus() focuses the entry, or the first field of a form.
 */
#define TROUPE_TYPE_FEEDBACK_VIEW (troupe_feedback_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFeedbackView, troupe_feedback_view, TROUPE, FEEDBACK_VIEW, GtkWidget)

/* @with_output: whether the view shows the output; otherwise, the caller shows it. */
GtkWidget *troupe_feedback_view_new (gboolean with_output);

/* @request: (nullable). @position: position of the request, from 1, among @count pending
 *   requests. The entry is cleared for a new request. If the same request is set again, the text
 *   of the entry is preserved. */
void troupe_feedback_view_set_request (TroupeFeedbackView *self,
                                       TroupeFeedbackRequest *request,
                                       guint position,
                                       guint count);
TroupeFeedbackRequest *troupe_feedback_view_get_request (TroupeFeedbackView *self); /* (nullable) */

/* Shows why the answer was rejected. @text: (nullable): NULL to hide the message */
void troupe_feedback_view_set_error (TroupeFeedbackView *self, const char *text);

/* Places the entry and the buttons below each other. */
void troupe_feedback_view_set_narrow (TroupeFeedbackView *self, gboolean narrow);

G_END_DECLS
