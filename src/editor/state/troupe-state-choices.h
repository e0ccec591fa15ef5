/* troupe-state-choices.h: the values that a field can be one of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"
#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/* A row with a chip for each value of `enum`, which a click takes away, and a button that adds one. It follows the
 * document. (transfer full), floating */
GtkWidget *troupe_state_choices_new (TroupeEditorContext *context, const TroupeStateField *field);

G_END_DECLS
