/* troupe-elicitation-row.h: row for one field of an MCP elicitation form
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
 * The title and the description of a field, and a control that fits its type.
 *
 * Signals: `activate`: Enter was pressed in a text entry.
 *
 * gtk_widget_grab_focus() focuses the control.
 */
#define TROUPE_TYPE_ELICITATION_ROW (troupe_elicitation_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeElicitationRow,
                      troupe_elicitation_row,
                      TROUPE,
                      ELICITATION_ROW,
                      GtkWidget)

/* @elicitation: referenced; @index: of its field */
GtkWidget *troupe_elicitation_row_new (TroupeElicitation *elicitation, guint index);
const TroupeElicitationField *troupe_elicitation_row_get_field (TroupeElicitationRow *self);
/* Reads the control. Returns FALSE like troupe_elicitation_field_read(), and marks the control
 * as invalid. @value: (out) (nullable) (transfer full): %NULL if the field is omitted */
gboolean
troupe_elicitation_row_read (TroupeElicitationRow *self, TroupeValue **value, GError **error);
void troupe_elicitation_row_set_narrow (TroupeElicitationRow *self, gboolean narrow);

G_END_DECLS
