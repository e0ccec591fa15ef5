/* troupe-crew-task-schema.h: what form a task's answer is to have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-conversion.h"
#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskForms:
 *
 * The schemas of a task's output and of its answer, which classes of Python tell, and what is made of an answer by them
 * (doc/crew-semantics.md §9).
 */
typedef struct _TroupeCrewTaskForms TroupeCrewTaskForms;

/* (transfer full) */
TroupeCrewTaskForms *troupe_crew_task_forms_new (TroupeCrewAssignment *assignment);
void troupe_crew_task_forms_free (TroupeCrewTaskForms *self);
/* Asks the classes. @func: once, perhaps at once, with an error (transfer full) (nullable) */
void troupe_crew_task_forms_find (TroupeCrewTaskForms *self,
                                  void (*func) (GError *error, gpointer user_data),
                                  gpointer user_data);
/* What they have come to. (transfer none) */
const TroupeCrewForms *troupe_crew_task_forms_get (TroupeCrewTaskForms *self);
/* The schema that the prompt shows. (transfer none) (nullable) */
TroupeValue *troupe_crew_task_forms_get_shown (TroupeCrewTaskForms *self);
/* Whether an object has to be made of the answer: @object is what the agent gave by itself. */
gboolean troupe_crew_task_forms_need (TroupeCrewTaskForms *self, TroupeValue *object);
/* Makes it of @text; ends by troupe_crew_convert_finish(). What is asked for it stands in no task and no agent. */
void troupe_crew_task_forms_convert_async (TroupeCrewTaskForms *self,
                                           const char *text,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);

G_END_DECLS
