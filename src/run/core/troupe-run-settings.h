/* troupe-run-settings.h: settings of models from the file .env next to a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_run_settings_read:
 * @folder: folder of the document
 *
 * Reads the variables of the file `.env` that choose models or change where their requests are sent,
 * such as MODEL and OPENAI_BASE_URL. As with `crewai run`, they take precedence over variables of the
 * environment. They are read before the consent, which shows them; keys are not among them. Blocks.
 *
 * Returns: (transfer full) (element-type utf8 utf8): empty if there is no such file
 */
GHashTable *troupe_run_settings_read (const char *folder);

/* A #TroupeLlmEnvironmentFunc for a table of troupe_run_settings_read(): the value of the file, else
 * that of the environment, else that of the preferences. (transfer full) (nullable) */
char *troupe_run_settings_lookup (const char *name, gpointer settings);
/* Returns the value of the file or of the environment, without the preferences. (transfer none)
 * (nullable) */
const char *troupe_run_settings_get (GHashTable *settings, const char *name);
/* Returns the value of the preferences, unless a variable of the file has the same purpose. (transfer
 * full) (nullable) */
char *troupe_run_settings_get_default (GHashTable *settings, const char *name);

G_END_DECLS
