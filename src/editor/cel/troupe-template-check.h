/* troupe-template-check.h: checks the slots of a prompt template: {{ .System }}, {{ .Prompt }}, {{
 * .Response }}
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-text-field.h"

G_BEGIN_DECLS

/* Returns the slot that the template @key of an agent must contain, such as `{{ .System }}`.
 * Returns NULL if @key is not a template with a slot. */
const char *troupe_template_check_get_slot (const char *key);

/* Returns a sentence that describes the problem of @text: the slot is missing, or another slot
 * exists, which would not be replaced.
 * @missing: (out): whether the slot is missing. (transfer full) (nullable) */
char *troupe_template_check (const char *text, const char *slot, gboolean *missing);

/* Highlights the slots in @field and shows mistakes below it, with a fix. */
void troupe_template_check_attach (TroupeTextField *field, const char *slot);

G_END_DECLS
