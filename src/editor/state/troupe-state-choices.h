/* troupe-state-choices.h: form row for the allowed values (`enum`) of a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"
#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/* Creates a row with a chip for each value of `enum` and a button that adds a value. A click
 * removes a chip. The row follows the document. (transfer full), floating */
GtkWidget *troupe_state_choices_new (TroupeEditorContext *context, const TroupeStateField *field);

G_END_DECLS
