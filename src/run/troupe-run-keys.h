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

G_END_DECLS
