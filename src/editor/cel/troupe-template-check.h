/* troupe-template-check.h: slots in a prompt template: {{ .System }}, {{ .Prompt }}, {{ .Response }}
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-text-field.h"

G_BEGIN_DECLS

/* The slot that belongs into the template @key of an agent, `{{ .System }}`; NULL where @key is no template with one. */
const char *troupe_template_check_get_slot (const char *key);

/* What is wrong with @text, a sentence: the slot is not there, or another one is, which stays as it is written.
 * @missing: (out): whether the slot is missing. (transfer full) (nullable) */
char *troupe_template_check (const char *text, const char *slot, gboolean *missing);

/* Colours the slots in @field from now on and says below it what is wrong, with a repair. */
void troupe_template_check_attach (TroupeTextField *field, const char *slot);

G_END_DECLS
