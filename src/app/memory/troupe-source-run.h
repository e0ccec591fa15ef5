/* troupe-source-run.h: shows which knowledge sources a run is reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-source-table.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* Updates the sources of @table whose collection the run of @trace is loading or has loaded.
 * Returns TRUE if loading a collection has ended since the last call, so that the facts about
 * its sources must be read again. */
gboolean troupe_source_run_show (TroupeSourceTable *table, TroupeTrace *trace);

G_END_DECLS
