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
 * The JSON schemas of a task's output and of its answer. Python classes may define them. Also
 * converts an answer according to these schemas (doc/crew-semantics.md §9).
 */
typedef struct _TroupeCrewTaskSchema TroupeCrewTaskSchema;

/* (transfer full) */
TroupeCrewTaskSchema *troupe_crew_task_schema_new (TroupeCrewTaskContext *assignment);
void troupe_crew_task_schema_free (TroupeCrewTaskSchema *self);
/* Asks the Python classes for their schemas. @func: called exactly once, possibly before this
 * function returns, with an error (transfer full) (nullable) */
void troupe_crew_task_schema_find (TroupeCrewTaskSchema *self,
                                   void (*func) (GError *error, gpointer user_data),
                                   gpointer user_data);
/* Returns the forms that were found. (transfer none) */
const TroupeCrewForms *troupe_crew_task_schema_get (TroupeCrewTaskSchema *self);
/* Returns the schema that the prompt shows. (transfer none) (nullable) */
TroupeValue *troupe_crew_task_schema_get_shown (TroupeCrewTaskSchema *self);
/* Returns TRUE if the answer has to be converted to an object. @object: the object that the
 * agent has already returned, if any */
gboolean troupe_crew_task_schema_need (TroupeCrewTaskSchema *self, TroupeValue *object);
/* Lets the class of the answer validate the answers of @call. The schema must live until the call
 * has ended. */
void troupe_crew_task_schema_watch (TroupeCrewTaskSchema *self, TroupeAgentContext *call);
/* Converts @text; finish with troupe_crew_convert_finish(). The events of the model calls
 * contain neither the task nor the agent. */
void troupe_crew_task_schema_convert_async (TroupeCrewTaskSchema *self,
                                            const char *text,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);

G_END_DECLS
