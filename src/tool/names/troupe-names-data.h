/* troupe-names-data.h: judges whether code in a sandbox changes documents and data only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <sys/stat.h>

#include "troupe-names-rules.h"

G_BEGIN_DECLS

/* Unless the user has granted the permission to change programs, code may only create and change documents and data in the folders of the user
 * (troupe-folder-data.h, doc/reliability.md R9). All functions allow everything if it was granted, and in the file systems of the sandbox itself. */

/* Judges a path: all its names below the folders of the user, and below what was granted by its path, must be those of data. In a folder in which something is
 * developed, a file must be data from which no program takes settings or sources (troupe-folder-project.h). */
TroupeNamesReason
troupe_names_data_judge (const TroupeNamesRules *rules, const char *path, gboolean is_folder);

/* Returns TRUE if the path is in a folder of the user, but not in its folder for outputs, nor was it granted. */
gboolean troupe_names_data_is_outside (const TroupeNamesRules *rules, const char *path);

/* Judges what a link with the text in the open folder @parent leads to. It must be data, and no folder: what is in that folder, now or later, would have another
 * meaning at the path of the link, and something else may be at its path later. The name of the link itself is judged as that of a file. */
TroupeNamesReason
troupe_names_data_judge_target (const TroupeNamesRules *rules, int parent, const char *text);

/* Returns TRUE if the file @name of the open folder @parent begins like a pickle, or like a database in which Python's shelve keeps pickles, so that a program which
 * loads it executes what is in it. @name: empty for the open file @parent itself */
gboolean troupe_names_data_is_pickled (const TroupeNamesRules *rules, int parent, const char *name);

/* Returns TRUE if the folder @name of @from contains anything else than data, or if that is unknown, so that it cannot become @new_name of @to
 * as a whole. */
gboolean troupe_names_data_keep (const TroupeNamesRules *rules,
                                 int from,
                                 const char *name,
                                 int to,
                                 const char *new_name);

G_END_DECLS
