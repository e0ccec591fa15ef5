/* troupe-crew-conversion.h: the object that a task's answer is to be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-review.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/* What is wanted of the answer: @of_output of output_json and output_pydantic, @of_answer what goes with the request of
 * an agent without tools (doc/crew-semantics.md §9). */
typedef struct
{
  TroupeValue *of_output; /* (nullable) */
  TroupeValue *of_answer; /* (nullable) */
  TroupeSchema *rules;    /* (nullable): of @of_output */
} TroupeCrewForms;

/* @of_output, @of_answer: (nullable); kept. FALSE with %TROUPE_SCHEMA_ERROR_SCHEMA where no model can be made of it. */
gboolean troupe_crew_forms_init (TroupeCrewForms *self,
                                 TroupeValue *of_output,
                                 TroupeValue *of_answer,
                                 GError **error);
void troupe_crew_forms_clear (TroupeCrewForms *self);
/* The title of a schema, as it is sent. */
const char *troupe_crew_forms_get_name (TroupeValue *schema);

/**
 * troupe_crew_convert_async:
 * @text: an answer
 * @is_json: whether the form is output_json, and not output_pydantic
 *
 * Makes the object that the task wants of @text: what stands in it, else what a model makes of it.
 */
void troupe_crew_convert_async (TroupeAgentDefinition *agent,
                                const char *text,
                                const TroupeCrewForms *forms,
                                gboolean is_json,
                                const TroupeAgentContext *call,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
/* @object: (out) (transfer full) (nullable): %NULL where output_json could not be made, and the text is all there is.
 * FALSE with an error */
gboolean troupe_crew_convert_finish (GAsyncResult *result, TroupeValue **object, GError **error);

G_END_DECLS
