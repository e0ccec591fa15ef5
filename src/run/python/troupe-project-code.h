/* troupe-project-code.h: the Python beside a document that its flow would run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeProjectCode:
 * @files: relative paths, sorted: every file of the project that the flow's Python imports, by itself or by
 *   others, found by reading. Where reading cannot tell, all of the folder's
 * @digests: of each of them, SHA-256, hex
 * @digest: (nullable): SHA-256 of what stands in them, hex; %NULL where there are none
 * @is_whole: FALSE where there is more than is read: then nobody can say that it is what it was
 * @permissions: what the code can be seen to reach, %TROUPE_PYTHON_PERMIT_NETWORK and _WRITE; both where
 *   reading cannot tell
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *digests;
  char *digest;
  gboolean is_whole;
  TroupePythonPermissions permissions;
} TroupeProjectCode;

/**
 * troupe_project_code_find:
 * @folder: where the flow's Python is run
 * @python: the list under `python` of troupe_permissions_report()
 *
 * Starts no Python. Blocks; may be called from any thread.
 */
TroupeProjectCode *troupe_project_code_find (const char *folder, TroupeValue *python);
void troupe_project_code_free (TroupeProjectCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeProjectCode, troupe_project_code_free)

/* Where the Python of a document is run and its modules lie. @path: (nullable). (transfer full) */
char *troupe_project_code_get_folder (const char *path);

G_END_DECLS
