/* troupe-run-check.h: checks before a run starts: document, consent, skills, memory, models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-recipients.h"
#include "troupe-prepared-actions.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Creates the conversation of the run and the table of its prepared crews. */
void troupe_run_set_up (TroupeRun *self);

/* Reads the agents' definitions. Fails if the document has errors or contains actions that this
 * version does not support. */
gboolean troupe_run_prepare (TroupeRun *self, GError **error);

/* Returns TRUE if the Python code of the flow is permitted. @path: (out): JSON path of the first
 * code that is not permitted */
gboolean troupe_run_check_consent (TroupeRun *self, GError **error, char **path);

/* Returns TRUE if what the document reads exists and can be used: the input files of tasks and, of a
 * standalone crew, its skills, memory, knowledge and clients of OpenAI's Responses API, which CrewAI
 * checks when it loads a crew. Otherwise %TROUPE_RUN_ERROR_DOCUMENT with @path, (out) (transfer full)
 * (nullable), of the agent or file in a standalone crew. */
gboolean troupe_run_check_files (TroupeRun *self, GError **error, char **path);

/* Returns TRUE if the models of the run can be called. Call after the keys were looked up. A
 * standalone crew starts even if its first model is missing: no other model has been called at
 * that time, and the crew emits the same events as in CrewAI. Always TRUE for a resumed run.
 * Otherwise %TROUPE_RUN_ERROR_PROVIDER with @path, (out) (transfer full) (nullable). */
gboolean troupe_run_check_models (TroupeRun *self, GError **error, char **path);

/* Returns TRUE if the action and all of its steps can be executed, for example because their models can be called. @method: for
 * the message. Otherwise %TROUPE_RUN_ERROR. */
gboolean troupe_run_check_ability (const TroupePreparedActions *made,
                                   TroupeLlmClient *client,
                                   const TroupeFlowAction *action,
                                   const char *method,
                                   GError **error);
/* Returns FALSE only if the run certainly does not execute the method: another one is the only one that runs, it is pinned or
 * muted, or nothing triggers it. It then needs no model and no key. Expensive for a large flow. */
gboolean troupe_run_may_execute (TroupeRun *self, const TroupeFlowMethod *method);
/* Creates a client with the keys that are known so far. (transfer full) */
TroupeLlmClient *troupe_run_make_client (TroupeRun *self);
/* Returns TRUE if the skill folders in @fields exist. @folder: the project folder; @path: JSON path
 * of the owner of @fields. Otherwise %TROUPE_RUN_ERROR_DOCUMENT. */
gboolean troupe_run_check_skill_folders (TroupeValue *fields,
                                         const char *folder,
                                         const char *path,
                                         GError **error);
/* Removes the final full stop of a reason, because the line that contains it ends with one.
 * (transfer full) */
char *troupe_run_check_strip_stop (const char *text);

G_END_DECLS
