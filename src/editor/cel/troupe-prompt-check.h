/* troupe-prompt-check.h: placeholders in a prompt, held against the inputs of its crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-subject.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/* Colours each `{placeholder}` in @field from now on, and says which of them the crew's inputs have: what is given
 * beside the title, what is missing in amber below. Both go when the field does. */
void troupe_prompt_check_attach (TroupeTextField *field, TroupeCrewSubject *subject);
/* The same of a short text: what is missing is its tooltip and a sign at its end. */
void troupe_prompt_check_attach_row (AdwEntryRow *row, TroupeCrewSubject *subject);

/* The names in @text that the crew's `inputs` have or have not, each once. (transfer full) (nullable): none */
char **troupe_prompt_check_list (TroupeCrewSubject *subject, const char *text, gboolean given);

G_END_DECLS
