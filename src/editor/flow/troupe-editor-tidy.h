/* troupe-editor-tidy.h: automatic layout of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Lays out the flow as one undo step. A large flow is laid out in another thread, and the
 * function returns before anything has moved. If the flow is edited in the meantime, it is laid
 * out again. Calls are ignored until the layout has finished (troupe_drawing_is_laid_out()). */
void troupe_editor_tidy (TroupeDrawing *self);

G_END_DECLS
