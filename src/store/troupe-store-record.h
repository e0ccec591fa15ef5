/* troupe-store-record.h: record of a saved run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

TroupeRunStatus troupe_run_status_find (const char *name);
TroupeRunRecord *troupe_run_record_copy (const TroupeRunRecord *record);

G_END_DECLS
