/* troupe-crew-changes.h: what became of a crew, in a few words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * troupe_crew_describe_changes:
 * @n: (out): how many there are
 *
 * Names the first difference as `gather: guardrail added`; of more than one only the first, and how many more.
 *
 * Returns: (transfer full) (nullable): %NULL where both are the same
 */
char *troupe_crew_describe_changes (TroupeCrew *before, TroupeCrew *after, guint *n);

G_END_DECLS
