/* troupe-crew-task-schema.h: output schema of a task and conversion of its answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-conversion.h"
#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskSchema:
 *
 * The schemas of a task's output and of its answer, which classes of Python tell, and what is made of an answer by them
 * (doc/crew-semantics.md §9).
 */
typedef struct _TroupeCrewTaskSchema TroupeCrewTaskSchema;

/* (transfer full) */
TroupeCrewTaskSchema *troupe_crew_task_schema_new (TroupeCrewTaskContext *assignment);
void troupe_crew_task_schema_free (TroupeCrewTaskSchema *self);
/* Asks the classes. @func: once, perhaps at once, with an error (transfer full) (nullable) */
void troupe_crew_task_schema_find (TroupeCrewTaskSchema *self,
                                   void (*func) (GError *error, gpointer user_data),
                                   gpointer user_data);
/* What they have come to. (transfer none) */
const TroupeCrewForms *troupe_crew_task_schema_get (TroupeCrewTaskSchema *self);
/* The schema that the prompt shows. (transfer none) (nullable) */
TroupeValue *troupe_crew_task_schema_get_shown (TroupeCrewTaskSchema *self);
/* Whether an object has to be made of the answer: @object is what the agent gave by itself. */
gboolean troupe_crew_task_schema_need (TroupeCrewTaskSchema *self, TroupeValue *object);
/* Makes it of @text; ends by troupe_crew_convert_finish(). What is asked for it stands in no task and no agent. */
void troupe_crew_task_schema_convert_async (TroupeCrewTaskSchema *self,
                                            const char *text,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);

G_END_DECLS
