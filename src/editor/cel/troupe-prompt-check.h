/* troupe-prompt-check.h: checks the placeholders of a prompt against the inputs of its crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-subject.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/* Highlights each `{placeholder}` in @field and compares it with the inputs of the crew.
 * Existing inputs are listed next to the title, missing inputs below the field in amber. Both
 * lists are removed together with the field. */
void troupe_prompt_check_attach (TroupeTextField *field, TroupeCrewSubject *subject);
/* Like troupe_prompt_check_attach(), for a single-line text: missing inputs are shown in its
 * tooltip and by an icon at its end. */
void troupe_prompt_check_attach_row (AdwEntryRow *row, TroupeCrewSubject *subject);

/* Returns the names in @text that exist in the crew's `inputs`, or that are missing in `inputs`
 * if @given is FALSE. Each name is returned once. (transfer full) (nullable): NULL if there are
 * no such names */
char **troupe_prompt_check_list (TroupeCrewSubject *subject, const char *text, gboolean given);

G_END_DECLS
