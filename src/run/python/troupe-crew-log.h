/* troupe-crew-log.h: the file in which a crew writes down its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewLog:
 *
 * `output_log_file` (doc/crew-semantics.md §6): a line for each task that begins and ends, or with `.json` at its end a
 * list of objects. Written in a pool, one piece after the other.
 */
typedef struct _TroupeCrewLog TroupeCrewLog;

/* Which file a crew wants, relative to its working folder; NULL is none. (transfer full) (nullable) */
char *troupe_crew_log_find_path (TroupeCrew *crew);

/* NULL where the crew wants none. @around: borrowed */
TroupeCrewLog *troupe_crew_log_new (const TroupeCrewContext *around, GMainContext *context);
/* When nothing of it is under way. */
void troupe_crew_log_free (TroupeCrewLog *self);

/* @self: (nullable); @output: (nullable): of a task that has ended */
void troupe_crew_log_add (TroupeCrewLog *self,
                          const char *name,
                          const char *description,
                          const char *role,
                          const char *output);
/* Calls @func when all is written, with the first error that there was: (transfer full) (nullable). @self: (nullable) */
void troupe_crew_log_close (TroupeCrewLog *self,
                            void (*func) (GError *error, gpointer user_data),
                            gpointer user_data);

G_END_DECLS
