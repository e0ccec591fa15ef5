/* troupe-editor-tidy.h: the drawing laid out anew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* One step of undo. A large flow is laid out by another thread: then it returns before anything has
 * moved, what has been edited meanwhile is laid out again, and until then nothing begins it a second time
 * (troupe_drawing_is_laid_out()). */
void troupe_editor_tidy (TroupeDrawing *self);

G_END_DECLS
