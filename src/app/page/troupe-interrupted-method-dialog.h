/* troupe-interrupted-method-dialog.h: asks for the outcome of an interrupted method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/* Prompts for the result of the method that was interrupted in the stored run of @page, and
 * resumes the run with this result. */
void troupe_interrupted_method_dialog_present (TroupePage *page);

G_END_DECLS
