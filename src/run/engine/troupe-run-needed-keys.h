/* troupe-run-needed-keys.h: keys that the models, tools and servers of a run require
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/* Returns TRUE if a model, tool or MCP server of the run requires a key that neither the document
 * nor the environment has, and the file and the keyring were not queried yet. Requires
 * troupe_run_prepare(). */
gboolean troupe_run_lacks_keys (TroupeRun *self);

/* Adds the keys of the environment, of the file `.env` and those that were looked up in the keyring
 * to what the run redacts. @of_environment: (nullable): see
 * troupe_engine_loop_get_environment_keys() */
void troupe_run_find_keys (TroupeRun *self, TroupeSecret *of_environment);

/* Returns the function that resolves keys and addresses for the run's client. @func: (out)
 * (nullable): NULL is g_getenv(); @user_data: (out): lives as long as the run */
void
troupe_run_get_environment (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data);

/* Returns the settings of models from the file `.env` (troupe-run-settings.h), which is read at the
 * first call. (transfer none) (nullable): NULL if the caller of the run provides the environment */
GHashTable *troupe_run_get_settings (TroupeRun *self);

/* Returns the function that resolves the variables of MCP servers. @func: (out); @user_data: (out)
 * (nullable): lives as long as the run */
void
troupe_run_get_variables (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data);

G_END_DECLS
