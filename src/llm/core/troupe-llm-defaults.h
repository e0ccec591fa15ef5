/* troupe-llm-defaults.h: defaults from the preferences for unset environment variables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_llm_defaults_set:
 * @values: (nullable) (element-type utf8 utf8): values by the names of environment variables;
 *   copied
 *
 * Sets addresses and the default model from the user's preferences. Everything that reads one of
 * these variables uses these values if the process environment does not set it. Therefore the
 * access shown to the user before a run includes the addresses that the run will use. @values must
 * not contain keys, which are stored in the keyring. Thread-safe; later lookups return the new
 * values.
 */
void troupe_llm_defaults_set (GHashTable *values);

/* Returns the default value of @name, for use if the environment does not set it. Thread-safe.
 * (transfer full) (nullable) */
char *troupe_llm_defaults_lookup (const char *name);

G_END_DECLS
