/* troupe-flow-offer.h: what a person can do about a problem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* What to do: takes all three. @action, @label: (nullable): for the button */
void troupe_diagnosis_offer (TroupeProblem *problem, char *fix, char *action, char *label);
/* The same for a value that takes the place of the one at the problem's path, as JSON. */
void troupe_diagnosis_offer_value (TroupeProblem *problem, char *json, char *label);
/* The same for taking away what is at the problem's path. */
void troupe_diagnosis_offer_removal (TroupeProblem *problem);
/* The JSON of a text. (transfer full) */
char *troupe_diagnosis_quote (const char *text);

G_END_DECLS
