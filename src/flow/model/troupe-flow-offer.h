/* troupe-flow-offer.h: adds fixes to problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Sets the fix of a problem. Takes ownership of the three strings. @action, @label: (nullable):
 * for the button */
void troupe_diagnosis_offer (TroupeProblem *problem, char *fix, char *action, char *label);
/* Offers to replace the value at the problem's path. @json: the new value. */
void troupe_diagnosis_offer_value (TroupeProblem *problem, char *json, char *label);
/* Offers to remove the value at the problem's path. */
void troupe_diagnosis_offer_removal (TroupeProblem *problem);
/* Returns a string as JSON. (transfer full) */
char *troupe_diagnosis_quote (const char *text);

G_END_DECLS
