/* troupe-elicitation-view.h: view to answer an MCP elicitation: form fields or a URL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-elicitation.h"

G_BEGIN_DECLS

/**
 * TroupeElicitationView:
 *
 * The fields of a form, or the URL that the user should open, with buttons to accept, to decline
 * and to cancel (doc/mcp.md §9). The caller shows the message. Everything from the server is
 * displayed as plain text.
 *
 * Signals: `answered` (the name of a #TroupeElicitationAction, the input as JSON or an empty
 * string); `open` (a URL): the user agreed to open it. A handler returns %TRUE if it has opened the
 * URL; otherwise a browser is started.
 *
 * gtk_widget_grab_focus() focuses the first field, or the decline button.
 */
#define TROUPE_TYPE_ELICITATION_VIEW (troupe_elicitation_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeElicitationView,
                      troupe_elicitation_view,
                      TROUPE,
                      ELICITATION_VIEW,
                      GtkWidget)

GtkWidget *troupe_elicitation_view_new (void);
/* @elicitation: (nullable): NULL if there is no request. The fields have the initial values of
 *   the form. */
void troupe_elicitation_view_set_elicitation (TroupeElicitationView *self,
                                              TroupeElicitation *elicitation);
/* Sets whether the user can agree: a person can have read the request. */
void troupe_elicitation_view_set_accepts (TroupeElicitationView *self, gboolean accepts);
/* Shows titles above the fields. */
void troupe_elicitation_view_set_narrow (TroupeElicitationView *self, gboolean narrow);

G_END_DECLS
