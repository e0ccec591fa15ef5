/* troupe-run-secret.h: finds the keys of a run, and redacts its document and result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-key-finder.h"
#include "troupe-run.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* Finds the keys in the text of a document. (transfer full) (nullable) */
TroupeSecret *troupe_run_find_secret (const char *text, const char *path);
/* Adds the keys in the text of a document to those that an export looks for. @path: (nullable): the
 * file of the text */
void troupe_run_gather_secrets (TroupeKeyFinder *finder, const char *text, const char *path);
/* Adds the keys in all parts of an open document. */
void troupe_run_add_document_keys (TroupeRedactor *redactor, TroupeDocument *document);
/* Creates a redactor outside of a run, which knows the keys of the environment, of the file `.env`
 * beside @path, of @text, and the tokens of sign-ins. Reads the file. @text, @path: (nullable): a
 * document and its file. (transfer full) */
TroupeRedactor *troupe_run_make_redactor (const char *text, const char *path);
/* Adds the keys of the file `.env`, which is small, beside the document at @path. */
void troupe_run_add_file_keys (TroupeRedactor *redactor, const char *path);
/* Redacts keys in a result that is shown, printed or stored. */
void troupe_run_hide_result (TroupeRedactor *redactor, TroupeRunResult *result);
/* Restores the keys of a stored document from its file. (transfer full) */
char *troupe_run_restore_document (const char *kept, const char *path);

G_END_DECLS
