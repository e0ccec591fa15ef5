/* troupe-crew.c: a crew as it is declared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew"

#include "config.h"

#include "troupe-crew.h"

G_DEFINE_QUARK (troupe-crew-error-quark, troupe_crew_error)
