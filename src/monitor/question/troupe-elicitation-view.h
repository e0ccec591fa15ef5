/* troupe-elicitation-view.h: what an MCP server asks a person, and what is needed to answer it
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
 * The fields of a form, or the address that a person is to open, with buttons to agree, to decline and to cancel
 * (doc/mcp.md §9). The message is somebody else's to show. All that a server says is text.
 *
 * Signals: `answered` (the name of a #TroupeElicitationAction, what was typed as JSON or an empty text); `open` (an
 * address): a person agreed to open it; who returns %TRUE has opened it, else a browser is started.
 *
 * gtk_widget_grab_focus() on it focuses the first field, or what declines.
 */
#define TROUPE_TYPE_ELICITATION_VIEW (troupe_elicitation_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeElicitationView,
                      troupe_elicitation_view,
                      TROUPE,
                      ELICITATION_VIEW,
                      GtkWidget)

GtkWidget *troupe_elicitation_view_new (void);
/* @elicitation: (nullable): nothing is asked. Begins with what the form has in its fields. */
void troupe_elicitation_view_set_elicitation (TroupeElicitationView *self,
                                              TroupeElicitation *elicitation);
/* Names stand above the fields. */
void troupe_elicitation_view_set_narrow (TroupeElicitationView *self, gboolean narrow);

G_END_DECLS
