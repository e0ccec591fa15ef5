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

/* Returns TRUE if all names of the path below the folders of the user, and below what was granted by its path, are those of data. */
gboolean
troupe_names_data_allows (const TroupeNamesRules *rules, const char *path, gboolean is_folder);

/* Returns TRUE if a link with the text in the open folder @parent leads to a folder, and can never lead to a file, because no file may have the
 * name of that folder. Such a link can be named as a folder. */
gboolean troupe_names_data_leads_to_folder (int parent, const char *text);

/* Returns TRUE if such a link leads to data, or out of the folders of the user. */
gboolean
troupe_names_data_allows_target (const TroupeNamesRules *rules, int parent, const char *text);

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
