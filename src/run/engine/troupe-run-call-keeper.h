/* troupe-run-call-keeper.h: keeping the outcomes of the calls of a run, so that a later run can reuse them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-disk.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Keeps the outcomes of the calls of a stored run that is about to begin and is no child of another one. Requests are only kept
 * as digests, which are made after keys were redacted; outcomes are only kept while half of the limit of @disk is
 * free. */
void troupe_run_keep_calls (TroupeRun *self, TroupeRunDisk *disk);

G_END_DECLS
