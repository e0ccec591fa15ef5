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
 * @folder: (nullable): folder of the document; %NULL is the current folder
 *
 * Returns the object that `show --json` prints (doc/cli.md): the description of the flow, the models,
 * hosts and environment variables of its agents, and the following lists:
 *
 * * `folders`: absolute paths of the folders that tools, programs and Python code use as a whole;
 *   `folder_targets`: for each of them the location to which links lead, or null; `code_folder`: the one
 *   that only Python code uses, or null; `folders_written`: whether tools or programs also create and replace files in them;
 * * `read_folders`: folders that Python code can read because variables of the environment, such as `PYTHONPATH`, name them;
 * * `files`: the files that the document names: `path`, `target` (where links lead, or null), `access`
 *   (`read`, `replace`, `extend`), `kind` (`file`, `folder`; `pattern`, if its name depends on inputs),
 *   `type` (what it is if this is something else, or null), `exists`, `optional` (used without being
 *   named, and therefore not part of a consent), `obstacle` (why it cannot be written, if so), `executable` (true if it is written and is no document, data or
 *   result by its name, so that other programs may execute it or take settings from it), `in_project` (true if that may be so because something is developed where
 *   it is written);
 * * `recipients`: each `host` or `program` with the `variables` whose values it may receive,
 *   `key_in_document` and `sign_in`; of a host `encrypted` and `user`, of a program `path` and
 *   `target`; `any_model`: whether each provider may receive its own keys at its own address, because
 *   Python code chooses a model;
 * * `settings`: `name` and `value` of variables that change where connections lead or which code runs;
 * * `default_model`: the model that is used where the document names none, or null: `name`, `source`
 *   (`file` for `.env`, `environment`, `preferences`, `built-in`) and the `variable` that sets it, or
 *   null;
 * * `python`: the Python code that a run would execute: objects with `kind` (`script`, `code`, `tool`;
 *   or `class`, of the state), `method` and `step` (or null), `path`, `text`, the script or the
 *   reference, and `with`, the arguments as written (or null); `interpreter`: `path` and `target`.
 *
 * Starts nothing and does not prompt the user. Blocks while it looks up files.
 *
 * Returns: (transfer full)
 */
TroupeValue *troupe_permissions_report (TroupeFlow *flow, const char *folder);

/* Returns the same for runs whose working folder is @folder, the document's, as in the window.
 * (transfer full) */
TroupeValue *troupe_permissions_report_in_folder (TroupeFlow *flow, const char *folder);

/* Returns the same report as troupe_permissions_report() for a run, with the run's working
 * folder and state database. (transfer full) */
TroupeValue *troupe_permissions_report_run (TroupeRun *run);

/* Returns the addresses of the remote MCP servers to which the user may have to sign in. Starts
 * nothing and does not prompt the user. @folder: (nullable): folder of the document. (transfer
 * full) */
char **troupe_permissions_find_servers (TroupeFlow *flow, const char *folder);

/* Adds the Python code in the document's folder and what it can access. `modules` contains the
 * paths of its files, and `reach` contains the words `network` and `write`, as far as they
 * apply. (transfer full) */
TroupeValue *troupe_permissions_add_code (TroupeValue *permission_report,
                                          const TroupeProjectCode *code);

/* Returns where the model comes from that is used because the document names none, such as “default
 * model, from MODEL in .env”. @name: (out) (optional) (transfer none): the model. (transfer full)
 * (nullable): NULL if the document names all models */
char *troupe_permissions_describe_default_model (TroupeValue *permission_report, const char **name);

/* Returns TRUE if any public web address may be contacted, which is a broader permission than
 * named servers. @permission_report: of troupe_permissions_report() */
gboolean troupe_permissions_have_any_host (TroupeValue *permission_report);

/* Returns TRUE if the flow could do anything except compute, including Python. */
gboolean troupe_permissions_need_consent (TroupeValue *permission_report);
/* Same as troupe_permissions_need_consent(), but without the Python code of the actions, whose
 * permissions are requested separately. */
gboolean troupe_permissions_need_consent_beside_python (TroupeValue *permission_report);

/**
 * troupe_permissions_were_granted:
 * @folder: the data folder, whose file `consents` contains one digest per line
 * @digest: of troupe_consent_get_digest(): consent is bound to the content
 *
 * Returns TRUE if the user has granted the permissions for this content.
 */
gboolean troupe_permissions_were_granted (const char *folder, const char *digest);

/* Stores the consent. Waits for other processes, and preserves the consents that they have
 * stored. An unreadable file is not changed. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_grant (const char *folder, const char *digest, GError **error);

/* Returns the number of contents, of any kind, for which permissions were granted. Also returns
 * 0 if the file cannot be read. */
guint troupe_permissions_count_granted (const char *folder);
/* Revokes all consents, including those for Python, so that the user is asked again for
 * everything. Waits for other processes. Errors: %G_IO_ERROR, in which case nothing is changed. */
gboolean troupe_permissions_withdraw_all (const char *folder, GError **error);
/* Returns how often the user has revoked all consents in this process, so that what was allowed before and is remembered elsewhere does not
 * count any more. Threads: any. */
guint troupe_permissions_get_n_withdrawn (void);

/* --- Python (doc/flow-semantics.md §8) -------------------------------------------------------- */

/* Returns the permission that @action itself requires, without its steps. */
TroupePythonPermissions troupe_permissions_get_python_kind (const TroupeFlowAction *action);
/* Returns TRUE if any action of the flow is Python. */
gboolean troupe_permissions_have_python (TroupeFlow *flow);
/* Returns `script`, `code`, `tool`, `network` or `write`. Returns NULL if @permission is not
 * exactly one permission. */
const char *troupe_permissions_get_python_word (TroupePythonPermissions permission);

/**
 * troupe_permissions_get_python:
 * @permission_report: of troupe_permissions_report()
 *
 * Returns: the permissions that the flow's Python code requires and that troupe_run_set_python()
 * must receive; %TROUPE_PYTHON_PERMIT_NOTHING if it has none. They include the network and writing
 * in the document's folder if troupe_permissions_add_code() found that the code can use them, and
 * if the code was not examined
 */
TroupePythonPermissions troupe_permissions_get_python (TroupeValue *permission_report);

/* Describes in a sentence for the user whether the sandbox allows the network and writing in the
 * document's folder. (transfer none) */
const char *troupe_permissions_describe_sandbox (TroupeValue *permission_report);
/* Returns what Python code can do in the folder of the document if it cannot read and write all of it;
 * translated. (transfer none) (nullable) */
const char *troupe_permissions_describe_code_folder (TroupeValue *permission_report);
/* Returns TRUE if there is Python code that may write files in the folder of the document. */
gboolean troupe_permissions_code_may_write (TroupeValue *permission_report);

/* Returns TRUE if a tool, a program or Python code may write in a folder. */
gboolean troupe_permissions_write_folders (TroupeValue *permission_report);
/* Returns TRUE if what writes in folders writes documents and data only, unless the user grants %TROUPE_PYTHON_PERMIT_PROGRAMS. Without a sandbox,
 * code and programs can change everything. */
gboolean troupe_permissions_write_data_only (TroupeValue *permission_report);

/* Describes the environment in which local MCP server programs run. (transfer none) (nullable):
 * NULL if there are none */
const char *troupe_permissions_describe_servers (TroupeValue *permission_report);

/* Returns the Python permissions that the user granted for the content of this digest. They are
 * stored in the same file as the consents above, but are independent of them. */
TroupePythonPermissions troupe_permissions_get_granted_python (const char *folder,
                                                               const char *digest);
/* Adds permissions to the stored ones. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_grant_python (const char *folder,
                                          const char *digest,
                                          TroupePythonPermissions permissions,
                                          GError **error);
/* Removes %TROUPE_PYTHON_PERMIT_PROGRAMS from those that were granted for the content. Errors: %G_IO_ERROR. */
gboolean
troupe_permissions_revoke_programs (const char *folder, const char *digest, GError **error);

G_END_DECLS
