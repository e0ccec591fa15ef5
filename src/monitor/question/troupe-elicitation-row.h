/* troupe-elicitation-row.h: one field of a form that an MCP server wants filled in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-elicitation.h"

G_BEGIN_DECLS

/**
 * TroupeElicitationRow:
 *
 * The name of a field, what it is for, and the control that fits its kind.
 *
 * Signals: `activate`: Enter in a text.
 *
 * gtk_widget_grab_focus() on it focuses the control.
 */
#define TROUPE_TYPE_ELICITATION_ROW (troupe_elicitation_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeElicitationRow,
                      troupe_elicitation_row,
                      TROUPE,
                      ELICITATION_ROW,
                      GtkWidget)

/* @elicitation: kept; @index: of its field */
GtkWidget *troupe_elicitation_row_new (TroupeElicitation *elicitation, guint index);
const TroupeElicitationField *troupe_elicitation_row_get_field (TroupeElicitationRow *self);
/* FALSE as troupe_elicitation_field_read(), and the control shows that it is wrong. @value: (out) (nullable) (transfer
 * full): %NULL: it is left out */
gboolean
troupe_elicitation_row_read (TroupeElicitationRow *self, TroupeValue **value, GError **error);
void troupe_elicitation_row_set_narrow (TroupeElicitationRow *self, gboolean narrow);

G_END_DECLS
