/* troupe-llm-defaults.h: what a person prefers where the environment says nothing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_llm_defaults_set:
 * @values: (nullable) (element-type utf8 utf8): texts by the names of environment variables; copied
 *
 * Addresses and the name of the default model from a person's preferences. They stand behind the process's environment,
 * and reach all who ask that: what a run could do is shown to a person with the addresses that it will use. No keys:
 * those are in the keyring. From any thread; who looks a name up after it sees the new ones.
 */
void troupe_llm_defaults_set (GHashTable *values);

/* What stands there for @name, where the environment has nothing. From any thread. (transfer full) (nullable) */
char *troupe_llm_defaults_lookup (const char *name);

G_END_DECLS
