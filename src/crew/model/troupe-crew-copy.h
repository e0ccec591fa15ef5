/* troupe-crew-copy.h: copy of a crew, to be modified
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"

G_BEGIN_DECLS

/* Copies @from. The copy may be modified as long as no other code has a reference to it.
 * (transfer full) */
TroupeCrew *troupe_crew_copy (TroupeCrew *from);

G_END_DECLS
