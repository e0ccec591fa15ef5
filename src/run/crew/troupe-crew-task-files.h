/* troupe-crew-task-files.h: reads the input files of a task for the model of its agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-task-context.h"
#include "troupe-llm-environment.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskFiles:
 *
 * The files of `input_files` of a task: those that the model accepts as parts of its first message,
 * and texts that it reads with the tool `read_file` (doc/crew-semantics.md §10).
 */
typedef struct _TroupeCrewTaskFiles TroupeCrewTaskFiles;

void troupe_crew_task_files_free (TroupeCrewTaskFiles *self);

/* Called when the files were read. @files: (nullable) (transfer full): %NULL if the task has none;
 * @error: (nullable) (transfer full): why they cannot be passed to the model */
typedef void (*TroupeCrewTaskFilesFunc) (TroupeCrewTaskFiles *files,
                                         GError *error,
                                         gpointer user_data);

/* Reads the files of the task on the pool for files. @context: must live until @func is called,
 * which may be immediately */
void troupe_crew_task_files_read (TroupeCrewTaskContext *context,
                                  TroupeCrewTaskFilesFunc func,
                                  gpointer user_data);

/* Returns the description with a list of the files. (transfer full) */
char *troupe_crew_task_files_describe (TroupeCrewTaskFiles *self, const char *description);
/* Adds the tool for texts to @tools, if there are any. */
void troupe_crew_task_files_offer (TroupeCrewTaskFiles *self, GPtrArray *tools);
/* Returns the parts of the message. (transfer none) (element-type TroupeLlmPart) */
GPtrArray *troupe_crew_task_files_get_parts (TroupeCrewTaskFiles *self);

/* Returns a sentence about the first file of the crew that cannot be passed to its model, and the
 * path of its task. Blocks. @environment: (nullable): of the run, for the default model.
 * (transfer full) (nullable) */
char *troupe_crew_task_files_refuse (TroupeCrew *crew,
                                     const char *folder,
                                     TroupeLlmEnvironment *environment,
                                     char **path);

G_END_DECLS
