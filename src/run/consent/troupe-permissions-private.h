/* troupe-permissions-private.h: private declarations of the permissions files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"
#include "troupe-permissions.h"

G_BEGIN_DECLS

/* Lists the permissions of every action of the flow, in the order of the document.
 * @with_arguments: whether arguments of Python are included; only on the document's thread */
void troupe_permissions_ask (TroupeFlow *flow, TroupePermissionList *list, gboolean with_arguments);

/* Returns the list under `python` of troupe_permissions_report(): the state's class, and the
 * reported Python code. (transfer full) */
TroupeValue *troupe_permissions_show_python (TroupeFlow *flow, TroupePermissionList *list);

/* Returns TRUE if the flow runs Python code in its sandbox; programs of MCP servers do not count.
 * @permission_report: with `python` */
gboolean troupe_permissions_have_code (TroupeValue *permission_report);

/* Returns the location of a path if it differs from the path because of symbolic links, otherwise
 * null. The path need not exist. Blocks. (transfer full) */
TroupeValue *troupe_permissions_resolve (const char *path);
/* Returns the list under `files` of troupe_permissions_report(): the files that the document names,
 * with what they are. @project: the document's folder; @work: base of other relative paths. Blocks.
 * (transfer full) */
TroupeValue *
troupe_permissions_show_files (TroupePermissionList *list, const char *project, const char *work);
/* Returns why a file that a document writes cannot be written, as text of the system, or NULL. @file: of a list;
 * @path: its absolute path. (transfer none) (nullable) */
const char *troupe_permissions_find_obstacle (const TroupePermissionFile *file, const char *path);
/* Adds the files that the flow itself writes, such as state databases. @work, @with_states: see below */
void troupe_permissions_list_own_files (TroupePermissionList *list,
                                        TroupeFlow *flow,
                                        const char *work,
                                        gboolean with_states);
/* Returns the list under `recipients`: the hosts and programs with the keys that they receive, and which of these keys
 * are those of the file `.env` in @project. Reads the file. (transfer full) */
TroupeValue *troupe_permissions_show_recipients (TroupePermissionList *list, const char *project);

/* Returns the list under `settings`: variables of the environment that change where connections
 * lead, or which Python code is run, and those of the file `.env` among @names, which models read.
 * @settings: (nullable): of the file. (transfer full) */
TroupeValue *troupe_permissions_show_settings (gboolean has_hosts,
                                               gboolean has_python,
                                               TroupeValue *names,
                                               GHashTable *settings);
/* Returns the map under `default_model`: `name` of the model that is used where the document names
 * none, its `source` (`file`, `environment`, `preferences` or `built-in`), and the `variable` that sets
 * it, or null; null if the document does not need it. @names: the variables that are read;
 * @settings: (nullable): of the file `.env`. (transfer full) */
TroupeValue *troupe_permissions_show_default_model (TroupeValue *names, GHashTable *settings);
/* Returns the list under `read_folders`: the folders that variables of the environment name and that Python code can read
 * in its sandbox. (transfer full) */
TroupeValue *troupe_permissions_show_read_folders (gboolean has_code);
/* Returns the map under `interpreter`: the program that runs Python code. (transfer full) */
TroupeValue *troupe_permissions_show_interpreter (const char *project);

/* Returns the text of the consents file in the data folder. (transfer full) (nullable) */
char *troupe_permissions_read_consents (const char *folder);
/* Adds a line to the file, safe against concurrent processes; existing lines are preserved.
 * Errors: %G_IO_ERROR. */
gboolean troupe_permissions_add_consent (const char *folder, const char *line, GError **error);

/* Removes the word from all lines of the digest, in the same manner. Errors: %G_IO_ERROR. */
gboolean troupe_permissions_remove_consent (const char *folder,
                                            const char *digest,
                                            const char *word,
                                            GError **error);

/* Reports what a flow could do if its document is located in @project and it is run in @work. @is_unsaved: see
 * troupe_run_set_unsaved(). @with_states: whether the states of the flow are stored where the document specifies.
 * @settings: (nullable): of the file `.env`, see troupe_run_get_settings(); @is_offline: whether no service
 * is called, see troupe_run_is_offline(); @only_model: (nullable): see troupe_run_set_model(); @models: (nullable): a
 * list of models that the user has named beside those of the document: names, maps with settings, or null for
 * the default model. (transfer full) */
TroupeValue *troupe_permissions_report_in (TroupeFlow *flow,
                                           GHashTable *settings,
                                           const char *project,
                                           const char *work,
                                           gboolean is_unsaved,
                                           gboolean with_states,
                                           gboolean is_offline,
                                           const char *only_model,
                                           TroupeValue *models);

G_END_DECLS
