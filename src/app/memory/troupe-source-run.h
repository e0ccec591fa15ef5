/* troupe-source-run.h: sources of knowledge that a run reads now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-source-table.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* Marks the sources of @table whose collection a run loads by what @trace has of it, and takes the marks off others. Whether one
 * has ended since it was called last: then more is known of the sources. */
gboolean troupe_source_run_show (TroupeSourceTable *table, TroupeTrace *trace);

G_END_DECLS
