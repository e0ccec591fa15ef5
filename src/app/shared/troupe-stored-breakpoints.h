/* troupe-stored-breakpoints.h: keeps the breakpoints of crew projects between two starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-task-breakpoints.h"

G_BEGIN_DECLS

/* Reads the breakpoints of the document from @settings, and writes them there whenever they change or the document is saved under
 * another name. Those of a document that was never saved are not kept. Call it once for each document, on the main thread. */
void troupe_stored_breakpoints_follow (TroupeCrewDocument *document, GSettings *settings);

G_END_DECLS
