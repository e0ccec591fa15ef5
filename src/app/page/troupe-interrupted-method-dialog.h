/* troupe-interrupted-method-dialog.h: asks for the outcome of an interrupted method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/* Asks what the method that was cut off in the kept run of @page gave, and resumes the run with that. */
void troupe_interrupted_method_dialog_present (TroupePage *page);

G_END_DECLS
