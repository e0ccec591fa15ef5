/* troupe-crew-training-file.h: files of trained agents: training data and suggestions (pickle)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Default name of the file with the outputs and the feedback of a training. */
#define TROUPE_CREW_TRAINING_DATA "training_data.pkl"
/* Default name of the file with the suggestions that were derived from the training data. */
#define TROUPE_CREW_TRAINED_AGENTS "trained_agents_data.pkl"
/* The environment variable that names the file of trained agents. */
#define TROUPE_CREW_TRAINED_VARIABLE "CREWAI_TRAINED_AGENTS_FILE"

/* Finds the path as CrewAI does: appends `.pkl` if it is missing, and resolves relative paths
 * against @folder and the links of its folder. (transfer full) */
char *troupe_crew_training_file_find (const char *folder, const char *name);

/* Returns the name of the file that a kickoff of @crew reads, as the crew, the variable @from_environment (nullable) or
 * the default name it. (transfer full) */
char *troupe_crew_training_file_name_for (TroupeCrew *crew, const char *from_environment);

/**
 * troupe_crew_training_file_find_for:
 * @from_environment: (nullable): the value of TROUPE_CREW_TRAINED_VARIABLE. Any location is
 *   allowed, because the user has set the variable
 * @folder: (nullable): the folder of the document; %NULL if the document was not saved yet. The files in
 *   the current folder belong to other documents then
 *
 * Returns the file that a kickoff of @crew reads: the file that the crew names, otherwise the file
 * from the environment, otherwise the default file.
 *
 * Returns: (transfer full) (nullable): a path; %NULL without an error if there is no @folder in which the
 * file could be; or %NULL with %TROUPE_RUN_ERROR_FILE if the crew names a file outside of @folder or a
 * protected file (troupe-folder-policy.h), or if the file is a link to a location outside of @folder
 */
char *troupe_crew_training_file_find_for (TroupeCrew *crew,
                                          const char *from_environment,
                                          const char *folder,
                                          GError **error);

/**
 * troupe_crew_training_file_read:
 * @path: of the functions above, for all functions that follow. Links that have been created since
 *   then are not followed
 *
 * Reads a file that was written by this program or by CrewAI. Blocks.
 *
 * Returns: (transfer full) (nullable): a map, which is empty if the file does not exist; or %NULL
 * with %TROUPE_RUN_ERROR_FILE, whose message names the file, the problem and a remedy
 */
TroupeValue *troupe_crew_training_file_read (const char *path, GError **error);

/**
 * troupe_crew_training_file_read_agreed:
 * @texts: (nullable): the texts to which the user has agreed (troupe-agreed-texts.h); @name: the name of the file among
 *   them
 *
 * Reads the file for a run, as troupe_crew_training_file_read() does. Fails with %TROUPE_RUN_ERROR_CONSENT if it is
 * neither the result of a training on this computer nor what the user has agreed to.
 */
TroupeValue *troupe_crew_training_file_read_agreed (const char *path,
                                                    GHashTable *texts,
                                                    const char *name,
                                                    GError **error);

/* Returns the digest of the file if it exists and no training on this computer has written its content. Its
 * suggestions are instructions of another person then. Blocks. (transfer full) (nullable) */
char *troupe_crew_training_file_get_foreign_digest (const char *path);

/* Writes the file atomically in a form that CrewAI can read. Does not write through a symbolic
 * link. Blocks. Errors: %TROUPE_RUN_ERROR_FILE. */
gboolean troupe_crew_training_file_save (const char *path, TroupeValue *data, GError **error);

/* Writes the result of a training, or of a change of it by the user, and records in the data folder that it is the
 * user's own, unless the file contained suggestions of another person before. */
gboolean
troupe_crew_training_file_save_trained (const char *path, TroupeValue *data, GError **error);

/* Returns TRUE if the file can probably be written later. Blocks. */
gboolean troupe_crew_training_file_check (const char *path, GError **error);

/* Returns TRUE if the training data at @data is probably newer than the trained agents at @trained,
 * which are written when a training has succeeded. Reads only the times and sizes of the files. */
gboolean troupe_crew_training_file_has_feedback (const char *data, const char *trained);

/* Returns the suggestions of the training for an agent with this role. NULL-terminated.
 * (transfer full) (nullable) */
char **troupe_crew_training_file_get_suggestions (TroupeValue *data, const char *role);

/* --- Disabled entries ------------------------------------------------------------------------- */

/**
 * troupe_crew_training_file_read_aside:
 *
 * Reads the disabled entries of the file at @path, keyed by role. They are stored next to it in a
 * file of the same format that runs do not read. A role that is in both files is enabled. Blocks.
 * Returns and errors: as troupe_crew_training_file_read()
 */
TroupeValue *troupe_crew_training_file_read_aside (const char *path, GError **error);

/**
 * troupe_crew_training_file_switch:
 * @role: the role of a trained agent
 * @is_on: whether runs use the entry of the agent
 *
 * Enables or disables an entry by moving it between the file at @path and the file of disabled
 * entries. If the operation is interrupted, the entry is in both files and therefore enabled.
 * Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FILE, also if the entry does not exist
 */
gboolean troupe_crew_training_file_switch (const char *path,
                                           const char *role,
                                           gboolean is_on,
                                           GError **error);

G_END_DECLS
