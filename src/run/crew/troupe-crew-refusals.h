/* troupe-crew-refusals.h: everything in a crew for which a run is refused before it starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRefusalFunc:
 * @path: path of the part in the crew; "" for the crew itself
 * @reason: the end of a sentence that begins with the name of the object that contains the crew
 */
typedef void (*TroupeCrewRefusalFunc) (const char *path, const char *reason, gpointer user_data);

/* Calls @func for each part of the crew that this version does not support, in the order in which a
 * run refuses them. A run is refused with the first reason, and problems of the document show all of
 * them. Reads no files. */
void
troupe_crew_refusals_list (TroupeCrew *crew, TroupeCrewRefusalFunc func, gpointer user_data);

G_END_DECLS
