/* troupe-run-secret.h: finds the keys of a run, and redacts its document and result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* Finds the keys in the text of a document. (transfer full) (nullable) */
TroupeSecret *troupe_run_find_secret (const char *text, const char *path);
/* Adds the keys of the file `.env`, which is small, beside the document at @path. */
void troupe_run_add_file_keys (TroupeRedactor *redactor, const char *path);
/* Redacts keys in a result that is shown, printed or stored. */
void troupe_run_hide_result (TroupeRedactor *redactor, TroupeRunResult *result);
/* Restores the keys of a stored document from its file. (transfer full) */
char *troupe_run_restore_document (const char *kept, const char *path);

G_END_DECLS
