/* troupe-crew-changes.h: summary of the differences between two crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * troupe_crew_describe_changes:
 * @n: (out): number of differences
 *
 * Describes the first difference, such as `gather: guardrail added`, and adds the number of further
 * differences.
 *
 * Returns: (transfer full) (nullable): %NULL if both are equal
 */
char *troupe_crew_describe_changes (TroupeCrew *before, TroupeCrew *after, guint *n);

G_END_DECLS
