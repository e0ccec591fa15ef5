/* troupe-permissions.h: permissions that a document needs, and whether they were granted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-project-code.h"
#include "troupe-python.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_permissions_report:
 * @folder: (nullable): of the document; %NULL is the current one
 *
 * The object of `show --json`: what the flow itself tells, with the models, hosts and environment variables
 * of its agents, under `folders` every folder that a run writes in, whole paths, and under `python` a list of
 * the Python that it would run: objects of `kind` (`script`, `code`, `tool`; or `class`, of the state),
 * `method` and `step` (or null), `path`, `text`, the script or the reference, and `with`, the arguments as
 * they are written (or null). Starts nothing and asks nobody.
 *
 * Returns: (transfer full)
 */
TroupeValue *troupe_permissions_report (TroupeFlow *flow, const char *folder);

/* The same for a run, by its own working folder and database of states. (transfer full) */
TroupeValue *troupe_permissions_report_run (TroupeRun *run);

/* The MCP servers of the web to which a person may have to sign in, by their addresses. Starts nothing and asks nobody. @folder:
 * (nullable): of the document. (transfer full) */
char **troupe_permissions_find_servers (TroupeFlow *flow, const char *folder);

/* The same with what the Python beside the document is and can reach: under `modules` the paths of its files
 * and under `reach` the words `network` and `write`, as far as they apply. (transfer full) */
TroupeValue *troupe_permissions_add_code (TroupeValue *permission_report,
                                          const TroupeProjectCode *code);

/**
 * troupe_permissions_make_digest:
 * @digest: of troupe_flow_get_digest()
 * @code: of troupe_project_code_find()
 *
 * What consent is bound to: the document, and where its Python takes more files, these.
 *
 * Returns: (transfer full) (nullable): %NULL where there is more code than is read: then consent is for one
 *   run, and neither kept nor found
 */
char *troupe_permissions_make_digest (const char *digest, const TroupeProjectCode *code);

/* Lines that tell a person all that the flow could do, safe to be printed. (transfer full) */
char *troupe_permissions_describe (TroupeValue *permission_report);
/* A member of the list under @key, as a line for a person. (transfer full) */
char *troupe_permissions_get_shown (const char *key, TroupeValue *member);

/* Whether any public address of the web may be talked to, which is another kind of right than a server by its
 * name. @permission_report: of troupe_permissions_report() */
gboolean troupe_permissions_have_any_host (TroupeValue *permission_report);

/* Whether it could do anything beyond computing, Python included. */
gboolean troupe_permissions_need_consent (TroupeValue *permission_report);
/* The same without the Python of its actions, whose permissions are asked for apart. */
gboolean troupe_permissions_need_consent_beside_python (TroupeValue *permission_report);

/**
 * troupe_permissions_were_granted:
 * @folder: the data folder, in whose file `consents` a digest stands in each line
 * @digest: of troupe_permissions_make_digest(): consent is bound to the content
 */
gboolean troupe_permissions_were_granted (const char *folder, const char *digest);

/* Keeps the consent beside those that other processes keep; waits for them. Where the file cannot be read it
 * is left as it is. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_grant (const char *folder, const char *digest, GError **error);

/* For how many contents, of any kind, something was granted. 0 also where the file cannot be read. */
guint troupe_permissions_count_granted (const char *folder);
/* Nothing was granted any more, Python included: everything is asked for again. Waits for other processes. Errors:
 * %G_IO_ERROR, and all is as it was. */
gboolean troupe_permissions_withdraw_all (const char *folder, GError **error);

/* --- Python (doc/flow-semantics.md §8) -------------------------------------------------------- */

/* The permission that @action itself needs, without its steps. */
TroupePythonPermissions troupe_permissions_get_python_kind (const TroupeFlowAction *action);
/* Whether any action of the flow is Python. */
gboolean troupe_permissions_have_python (TroupeFlow *flow);
/* `script`, `code`, `tool`, `network` or `write`. NULL for anything but one permission. */
const char *troupe_permissions_get_python_word (TroupePythonPermissions permission);

/**
 * troupe_permissions_get_python:
 * @permission_report: of troupe_permissions_report()
 *
 * Returns: the permissions without which the flow's Python does not run, what troupe_run_set_python()
 *   has to be given; %TROUPE_PYTHON_PERMIT_NOTHING where it has none. The network and writing in the
 *   document's folder are among them where troupe_permissions_add_code() found that the code can make use of them,
 *   and where nobody has looked
 */
TroupePythonPermissions troupe_permissions_get_python (TroupeValue *permission_report);

/* Which of the two a sandbox has to let through, in a sentence for a person. (transfer none) */
const char *troupe_permissions_describe_sandbox (TroupeValue *permission_report);

/* In what MCP servers that are programs run. (transfer none) (nullable): where there are none */
const char *troupe_permissions_describe_servers (TroupeValue *permission_report);

/* What Python would be run, and what it can reach, in lines for a person. NULL where there is none.
 * (transfer full) (nullable) */
char *troupe_permissions_describe_python (TroupeValue *permission_report);

/* What Python a person agreed to for the content of this digest. Kept beside the consents above, and
 * apart from them: neither is the other. */
TroupePythonPermissions troupe_permissions_get_granted_python (const char *folder,
                                                               const char *digest);
/* Adds to it. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_grant_python (const char *folder,
                                          const char *digest,
                                          TroupePythonPermissions permissions,
                                          GError **error);

G_END_DECLS
