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

/* Same for the path of a link to a folder. What is created later in that folder is not judged at the path of the link, so that none may be where the names of
 * files, or the place, mean more than elsewhere: in a folder of settings, with the name of one, or in a project. */
TroupeNamesReason troupe_names_data_judge_link (const TroupeNamesRules *rules, const char *path);

/* Returns TRUE if a link with the text in the open folder @parent leads to a folder, and can never lead to a file, because no file may have the
 * name of that folder. Such a link can be named as a folder. */
gboolean troupe_names_data_leads_to_folder (int parent, const char *text);

/* Judges what a link @name with the text in the open folder @parent leads to: data, or something that is not in the folders of the user. All that is in a folder must be
 * allowed at the path of the link as well. */
TroupeNamesReason troupe_names_data_judge_target (const TroupeNamesRules *rules,
                                                  int parent,
                                                  const char *text,
                                                  const char *name);

/* Returns TRUE if the file @name of the open folder @parent begins like a pickle, or like a database in which Python's shelve keeps pickles, so that a program which
 * loads it executes what is in it. @name: empty for the open file @parent itself */
gboolean troupe_names_data_is_pickled (const TroupeNamesRules *rules, int parent, const char *name);

/* Returns TRUE if the name of the open folder @parent is to be judged as that of a folder: it is one, or a link that leads to one. @status: of the
 * name, without following it */
gboolean troupe_names_data_is_folder (int parent, const char *name, const struct stat *status);

/* Returns TRUE if the folder @name of @from contains anything else than data, or if that is unknown, so that it cannot become @new_name of @to
 * as a whole. */
gboolean troupe_names_data_keep (const TroupeNamesRules *rules,
                                 int from,
                                 const char *name,
                                 int to,
                                 const char *new_name);

G_END_DECLS
