/* troupe-folder-sweep.h: records what a folder contains, and renames what is new
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-folder-baseline.h"
#include "troupe-folder-findings.h"

G_BEGIN_DECLS

/* Both functions search the complete folder and block. They run on any thread. */

/* Adds what exists to the known paths of @baseline: all that a sweep of this folder, or of one above or below it,
 * could rename. Returns FALSE with a %G_IO_ERROR if a folder could not be searched, so that what it contains would
 * look new. */
gboolean troupe_folder_sweep_record (TroupeFolderBaseline *baseline, GError **error);

/* Renames what is new and could start programs or carry keys. @findings: (out caller-allocates): what was found;
 * its `unseen` lists the folders that could not be searched */
void troupe_folder_sweep_rename (TroupeFolderBaseline *baseline, TroupeFolderFindings *findings);

G_END_DECLS
