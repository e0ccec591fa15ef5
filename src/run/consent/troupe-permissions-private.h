/* troupe-permissions-private.h: declarations shared by the files of permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"
#include "troupe-permissions.h"

G_BEGIN_DECLS

/* Lets every action of the flow, in the order of the document, say what it could do.
 * @with_arguments: whether what Python is given is told too; on the thread of the document alone */
void troupe_permissions_ask (TroupeFlow *flow, TroupePermissionList *list, gboolean with_arguments);

/* The list under `python` of what troupe_permissions_report() gives: the state's class, and what was told.
 * (transfer full) */
TroupeValue *troupe_permissions_show_python (TroupeFlow *flow, TroupePermissionList *list);

/* The text of the file of consents in the data folder. (transfer full) (nullable) */
char *troupe_permissions_read_consents (const char *folder);
/* Adds a line to it, whoever else adds one; what is there stays. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_add_consent (const char *folder, const char *line, GError **error);

/* What a flow could do that lies in @project and is run in @work. (transfer full) */
TroupeValue *troupe_permissions_report_in (TroupeFlow *flow,
                                           const char *project,
                                           const char *work,
                                           gboolean with_states);

G_END_DECLS
