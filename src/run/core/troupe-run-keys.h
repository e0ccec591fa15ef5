/* troupe-run-keys.h: API keys of a run: .env file and keyring
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

/**
 * troupe_run_keys_find:
 * @folder: (nullable): folder of the document, whose file `.env` is read
 * @names: names of variables with keys
 *
 * Finds keys for operations on a document outside of a run, by the same rules as for a run. Blocks,
 * and may wait until the user has unlocked the keyring. (transfer full) (element-type utf8 utf8)
 */
GHashTable *
troupe_run_keys_find (const char *folder, const char *const *names, GCancellable *cancellable);
/* A #TroupeLlmEnvironmentFunc that looks up keys in a table of troupe_run_keys_find(). (transfer
 * full) (nullable) */
char *troupe_run_keys_lookup (const char *name, gpointer keys);

G_END_DECLS
