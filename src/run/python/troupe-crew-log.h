/* troupe-crew-log.h: log file of the tasks of a crew (output_log_file)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewLog:
 *
 * The log of `output_log_file` (doc/crew-semantics.md §6). It contains a line for each task that
 * starts or ends, or a JSON list of objects if the file name ends with `.json`. Written on a thread
 * pool, one write at a time.
 */
typedef struct _TroupeCrewLog TroupeCrewLog;

/* Returns the path of a crew's log file, relative to the working folder; NULL if the crew has no
 * log file. (transfer full) (nullable) */
char *troupe_crew_log_find_path (TroupeCrew *crew);

/* Creates the log of a crew; NULL if the crew has no log file. @around: borrowed */
TroupeCrewLog *troupe_crew_log_new (const TroupeCrewContext *around, GMainContext *context);
/* Call only when no write is in progress. */
void troupe_crew_log_free (TroupeCrewLog *self);

/* Adds an entry for a task. @self: (nullable); @output: (nullable): NULL if the task has
 * started; its output if it has ended */
void troupe_crew_log_add (TroupeCrewLog *self,
                          const char *name,
                          const char *description,
                          const char *role,
                          const char *output);
/* Calls @func when all entries are written. @func receives the first error that occurred:
 * (transfer full) (nullable). @self: (nullable) */
void troupe_crew_log_close (TroupeCrewLog *self,
                            void (*func) (GError *error, gpointer user_data),
                            gpointer user_data);

G_END_DECLS
