/* troupe-dragged-path.h: what the drag of a value of a run carries, beside its text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* The data of a GdkDrag that contains the path of the dragged value, as an expression names it. Only the fields of this
 * program need it, to write the path in the syntax of the field. */
#define TROUPE_DRAGGED_PATH "troupe-dragged-path"
