/* troupe-crew-copy.h: a crew that is to become another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"

G_BEGIN_DECLS

/* The same as @from, which nobody else has seen yet. (transfer full) */
TroupeCrew *troupe_crew_copy (TroupeCrew *from);

G_END_DECLS
