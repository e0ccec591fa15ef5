/* troupe-crew-training-file.h: the files of trained agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* What was said and answered while agents were trained. */
#define TROUPE_CREW_TRAINING_DATA "training_data.pkl"
/* What was learnt of it, where nothing else is named. */
#define TROUPE_CREW_TRAINED_AGENTS "trained_agents_data.pkl"

/* As CrewAI finds it: `.pkl` is added where it is missing, and paths are of @folder. (transfer full) */
char *troupe_crew_training_file_find (const char *folder, const char *name);

/**
 * troupe_crew_training_file_read:
 *
 * Reads a file that this program or CrewAI has written. Blocks.
 *
 * Returns: (transfer full) (nullable): a map, an empty one where there is no such file; or %NULL with
 *   %TROUPE_RUN_ERROR_FILE, whose message names the file, says what is wrong with it and what can be done
 */
TroupeValue *troupe_crew_training_file_read (const char *path, GError **error);

/* Writes it whole or not at all, so that CrewAI reads it. Blocks. Errors: %TROUPE_RUN_ERROR_FILE. */
gboolean troupe_crew_training_file_save (const char *path, TroupeValue *data, GError **error);

/* Whether it can be written later, as far as can be known. Blocks. */
gboolean troupe_crew_training_file_check (const char *path, GError **error);

/* What an agent of this role was told in training. NULL-terminated. (transfer full) (nullable) */
char **troupe_crew_training_file_get_suggestions (TroupeValue *data, const char *role);

G_END_DECLS
