/* troupe-run-edits.h: what the changes of a paused run have replaced
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_run_edits_find_before:
 * @edits: (nullable): the `edits` of a #TroupeRunPause
 * @path: a place, as for troupe_run_edit_async()
 * @now: the present value of the place
 * @by: (out) (optional) (transfer none) (nullable): who changed it last
 *
 * Finds the value that a place had before it or something around it was changed. Changes that were overwritten by a method do
 * not count, and neither do changes that were taken back. May be called on any thread.
 *
 * Returns: (transfer full) (nullable): %NULL if the present value is not a changed one
 */
TroupeValue *troupe_run_edits_find_before (TroupeValue *edits,
                                           const char *path,
                                           TroupeValue *now,
                                           const char **by);
/* Returns the number of changed places whose present value is a changed one; a place inside of another one does not count. @roots: a map with `state` and
 * `outputs`, and a member for each changed input, such as `input.write` */
guint troupe_run_edits_count (TroupeValue *edits, TroupeValue *roots);

G_END_DECLS
