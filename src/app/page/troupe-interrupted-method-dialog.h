/* troupe-interrupted-method-dialog.h: what did a method give that was cut off?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/* Asks what the method that was cut off in the kept run of @page gave, and resumes the run with that. */
void troupe_happened_dialog_present (TroupePage *page);

G_END_DECLS
