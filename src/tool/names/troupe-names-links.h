/* troupe-names-links.h: where symbolic links that code creates or moves lead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-names-rules.h"

G_BEGIN_DECLS

/* Returns TRUE unless a symbolic link with this text in the open folder @parent can only lead into the folders of the user, to what the user
 * cannot change in the system, or to devices such as `/dev/null`. Its text may have `..` only at its beginning, because what another name
 * before it means may change, and the links on its way are judged like itself. All links in file systems of the sandbox are allowed.
 * (doc/reliability.md R9) */
gboolean troupe_names_links_lead_out (const TroupeNamesRules *rules, int parent, const char *text);

/* Returns TRUE if a link in the folder @name of @from would lead out if the folder were @new_name of @to, or if there are too many files in
 * it to know. */
gboolean troupe_names_links_keep (const TroupeNamesRules *rules,
                                  int from,
                                  const char *name,
                                  int to,
                                  const char *new_name);

G_END_DECLS
