/* troupe-run-files.h: digests of the files that the methods of a flow refer to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_run_files_find:
 * @folder: the folder of the document
 *
 * Reads the files inside @folder that the flow refers to: crews with the files to which they refer in turn, Python code with what it
 * imports, and files that are named by their paths. White space and the order of keys in crews do not count. Blocks for the time of
 * reading; files above 16 MB are not read. Any thread that may read the flow.
 *
 * Returns: (transfer full): a map of the texts of the document that name the files, to a map of `digest` and `path`, as
 *   troupe_flow_difference_new() compares it
 */
TroupeValue *troupe_run_files_find (TroupeFlow *flow, const char *folder);
/* Finds the files of a run that is about to begin, unless they are known, so that they are stored with it. Blocks. */
void troupe_run_files_note (TroupeRun *run);
/* Returns the files of a stored run, by its record. (transfer none) (nullable): NULL if it has none */
TroupeValue *troupe_run_files_get (const TroupeRunRecord *record);
/* Returns TRUE if the run may change programs and scripts in its folder, so that files that have changed since it began
 * are its own work. */
gboolean troupe_run_files_are_own (TroupeRun *run);

G_END_DECLS
