/* troupe-run-keys.h: finding keys in the environment, the .env file and the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns TRUE if there is no value, or only space. @value: (nullable) */
gboolean troupe_run_keys_is_blank (const char *value);
/* Returns the value of a variable. Order of precedence: settings of the file, environment, keys of the file and the keyring,
 * addresses from the preferences. @settings, @keys: (nullable). (transfer full) (nullable) */
char *troupe_run_keys_find_value (const char *name, GHashTable *settings, GHashTable *keys);
/* Adds the variables @names from the `.env` file. Only keys are read from it here. Settings such as addresses are read before the
 * consent (troupe-run-settings.h), which shows them to the user. Blocks. */
void troupe_run_keys_add_from_file (const char *folder, GHashTable *keys, const char *const *names);
/* Adds the variables @names from the keyring. Blocks, perhaps until the user has unlocked it. */
void troupe_run_keys_add_from_keyring (GHashTable *keys,
                                       const char *const *names,
                                       GCancellable *cancellable);
/* Returns those of @names of which neither the environment nor @keys have a value. (transfer full) */
char **troupe_run_keys_list_unknown (const char *const *names, GHashTable *keys);

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
