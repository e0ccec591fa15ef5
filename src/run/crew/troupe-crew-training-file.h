/* troupe-crew-training-file.h: the files of trained agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* What was said and answered while agents were trained. */
#define TROUPE_CREW_TRAINING_DATA "training_data.pkl"
/* What was learnt of it, where nothing else is named. */
#define TROUPE_CREW_TRAINED_AGENTS "trained_agents_data.pkl"
/* The variable that names it. */
#define TROUPE_CREW_TRAINED_VARIABLE "CREWAI_TRAINED_AGENTS_FILE"

/* As CrewAI finds it: `.pkl` is added where it is missing, and paths are of @folder. (transfer full) */
char *troupe_crew_training_file_find (const char *folder, const char *name);

/* Which file a kickoff of @crew reads: the one that it names, else the environment's, else the default.
 * @from_environment: (nullable): TROUPE_CREW_TRAINED_VARIABLE. (transfer full) */
char *troupe_crew_training_file_find_for (TroupeCrew *crew,
                                          const char *from_environment,
                                          const char *folder);

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

/* --- Switched off ---------------------------------------------------------------------------------- */

/**
 * troupe_crew_training_file_read_aside:
 *
 * What was switched off of the file at @path: entries by their roles, which stand beside it in a file of the same form
 * that nobody reads at a run. A role that is in both is on. Blocks. Returns and errors: as
 * troupe_crew_training_file_read()
 */
TroupeValue *troupe_crew_training_file_read_aside (const char *path, GError **error);

/**
 * troupe_crew_training_file_switch:
 * @role: of an agent that has learnt something
 * @is_on: whether runs are to read what it has learnt
 *
 * Moves the entry between the file at @path and the one beside it. Where that is cut off in the middle the entry is in
 * both, and on. Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FILE, also where there is no such entry
 */
gboolean troupe_crew_training_file_switch (const char *path,
                                           const char *role,
                                           gboolean is_on,
                                           GError **error);

G_END_DECLS
