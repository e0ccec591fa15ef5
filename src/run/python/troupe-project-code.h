/* troupe-project-code.h: static analysis of the project's Python files that a document would run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeProjectCode:
 * @files: relative paths, sorted. These are all project files that the Python code of the flow
 *   imports, directly or indirectly, according to static analysis. If the analysis cannot determine
 *   them, all files of the folder are included
 * @digests: SHA-256 in hex of each of these files; "" for a crew in a separate file, whose digest
 *   covers all files of its project
 * @texts: the texts of other files that instruct models (troupe-agreed-texts.h), which are not among @files
 * @digest: (nullable): SHA-256 in hex of all contents; %NULL if there are no files and texts
 * @is_whole: FALSE if not all files were read, so that later changes cannot be detected
 * @hooks: (nullable): the first file that can register hooks of `crewai.hooks` that Troupe does not call; an
 *   empty string if it is the code in the document itself
 * @variables: NULL-terminated: sorted names of the variables of the environment that the code reads and does
 *   not receive
 * @kickoff: (nullable): the first file that starts crews, agents or flows itself, as for @hooks
 * @permissions: the detected capabilities of the code, %TROUPE_PYTHON_PERMIT_NETWORK and _WRITE;
 *   both if the analysis cannot determine them
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *digests;
  GHashTable *texts;
  char *digest;
  gboolean is_whole;
  char *hooks;
  char **variables;
  char *kickoff;
  TroupePythonPermissions permissions;
} TroupeProjectCode;

/**
 * troupe_project_code_find:
 * @folder: the folder in which the Python code of the flow runs
 * @python: the `python` list of troupe_permissions_report()
 *
 * Finds the project files that the code would run, without starting Python. Blocks; may be called
 * from any thread.
 */
TroupeProjectCode *troupe_project_code_find (const char *folder, TroupeValue *python);
void troupe_project_code_free (TroupeProjectCode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeProjectCode, troupe_project_code_free)

/* Describes that such hooks are not called. @hooks: (nullable): as in #TroupeProjectCode. (transfer full)
 * (nullable): NULL if there are no hooks */
char *troupe_project_code_describe_hooks (const char *hooks);

/* Describes that such code receives no keys. @kickoff: (nullable): as in #TroupeProjectCode. (transfer full)
 * (nullable): NULL if there is none */
char *troupe_project_code_describe_kickoff (const char *kickoff);

G_END_DECLS
