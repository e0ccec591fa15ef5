/* troupe-run-keys.h: keys that a run has from a file beside the document, and from the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Whether a model or tool of the run, which troupe_run_prepare() has read, wants a key that neither the document nor
 * the environment has, and the file and the keyring were not asked yet. */
gboolean troupe_run_lacks_keys (TroupeRun *self);

/* Where the client of the run has keys and addresses from. @func: (out) (nullable): NULL is g_getenv();
 * @user_data: (out): lives as long as the run */
void
troupe_run_get_environment (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data);

/**
 * troupe_run_keys_find:
 * @folder: (nullable): of the document, whose file `.env` is read
 * @names: of variables with keys
 *
 * Keys for what is done for a document outside of a run, looked for as of a run. Blocks, and may wait until a person has
 * unlocked the keyring. (transfer full) (element-type utf8 utf8)
 */
GHashTable *
troupe_run_keys_find (const char *folder, const char *const *names, GCancellable *cancellable);
/* A #TroupeLlmEnvironmentFunc for such a table. (transfer full) (nullable) */
char *troupe_run_keys_lookup (const char *name, gpointer keys);

G_END_DECLS
