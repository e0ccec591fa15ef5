/* troupe-run-check.h: whether a run can be begun
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* What the document cannot be run for at all: its errors, and actions that this version does not
 * have. Reads the agents' definitions. */
gboolean troupe_run_prepare (TroupeRun *self, GError **error);

/* Whether the Python of the flow is permitted. @path: (out): where it is not */
gboolean troupe_run_check_consent (TroupeRun *self, GError **error, char **path);

/* Whether the folders of skills are there that a crew by itself names. %TROUPE_RUN_ERROR_DOCUMENT with @path, (out)
 * (transfer full), of the agent whose is not. */
gboolean troupe_run_check_skills (TroupeRun *self, GError **error, char **path);

/* Whether what a crew by itself is to remember and know can be made of what it says, and of files that are there.
 * %TROUPE_RUN_ERROR_DOCUMENT with @path, (out) (transfer full), of the agent whose cannot. */
gboolean troupe_run_check_memory (TroupeRun *self, GError **error, char **path);

/* Whether the models can be asked whose clients CrewAI makes as it loads a crew: those of OpenAI's Responses API.
 * %TROUPE_RUN_ERROR_DOCUMENT with @path, (out) (transfer full), of the agent where a key is missing. */
gboolean troupe_run_check_clients (TroupeRun *self, GError **error, char **path);

/* Whether the models can be asked that the run is going to ask, once its keys were looked for. A crew by itself begins
 * even so where the model is missing that it asks first: nothing has been asked of another one by then, and its events
 * are those of CrewAI. TRUE of a run that goes on. %TROUPE_RUN_ERROR_PROVIDER with @path, (out) (transfer full) (nullable). */
gboolean troupe_run_check_models (TroupeRun *self, GError **error, char **path);

G_END_DECLS
