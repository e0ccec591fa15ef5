/* troupe-run-secret.h: removes API keys from the stored document of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-secret.h"

G_BEGIN_DECLS

/* Finds the keys in the text of a document. (transfer full) (nullable) */
TroupeSecret *troupe_run_find_secret (const char *text, const char *path);
/* Restores the keys of a stored document from its file. (transfer full) */
char *troupe_run_restore_document (const char *kept, const char *path);

G_END_DECLS
