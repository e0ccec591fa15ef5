/* troupe-rights-private.h: what the files about a flow's rights share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-rights.h"

G_BEGIN_DECLS

/* The list under `python` of what troupe_rights_explain() gives. (transfer full)
 * @with_arguments: on the thread of the document alone */
TroupeValue *_troupe_rights_list_python (TroupeFlow *flow, gboolean with_arguments);

/* The text of the file of consents in the data folder. (transfer full) (nullable) */
char *_troupe_rights_read_consents (const char *folder);
/* Adds a line to it, whoever else adds one; what is there stays. Errors: %G_IO_ERROR. */
gboolean _troupe_rights_add_consent (const char *folder, const char *line, GError **error);

G_END_DECLS
