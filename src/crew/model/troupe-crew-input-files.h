/* troupe-crew-input-files.h: files of tasks that are passed to models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewInputFile:
 * @name: its name in `input_files`
 * @path: (nullable): relative to the project folder; %NULL for a web address
 * @address: (nullable): the web address
 *
 * An entry of `input_files`.
 */
typedef struct
{
  char *name;
  char *path;
  char *address;
} TroupeCrewInputFile;

/* Returns the entries of `input_files`. @files: (nullable): the value of the field; @folder:
 * (nullable): the project folder. Reads no file. (transfer full) (element-type
 * TroupeCrewInputFile) */
GPtrArray *troupe_crew_list_input_files (TroupeValue *files, const char *folder);

/* Returns the name of the file, for models. (transfer none) */
const char *troupe_crew_input_file_get_title (const TroupeCrewInputFile *self);

/**
 * troupe_crew_get_task_model:
 * @is_responses: (out): whether it is called with OpenAI's Responses API
 *
 * Returns: (transfer none) (nullable): the model string of the agent that executes the task; %NULL if
 * it is not declared, or made by Python
 */
const char *troupe_crew_get_task_model (TroupeCrew *crew, guint index, gboolean *is_responses);

/**
 * troupe_crew_refuse_input_file:
 * @folder: the project folder
 * @model: (nullable)
 *
 * Checks, without reading it, whether a file can be passed to a model: it must exist, may not be
 * protected, and the model must accept its kind and its size. Blocks.
 *
 * Returns: (transfer full) (nullable): a sentence about the problem
 */
char *troupe_crew_refuse_input_file (const TroupeCrewInputFile *self,
                                     const char *folder,
                                     const char *model,
                                     gboolean is_responses);

G_END_DECLS
