/* troupe-crew-conversion.h: converts a task's answer to structured output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-review.h"
#include "troupe-crew-forms.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/* @of_output, @of_answer: (nullable); referenced. Returns FALSE with %TROUPE_SCHEMA_ERROR_SCHEMA
 *   if no model can be created from the schema. */
gboolean troupe_crew_forms_init (TroupeCrewForms *self,
                                 TroupeValue *of_output,
                                 TroupeValue *of_answer,
                                 GError **error);
void troupe_crew_forms_clear (TroupeCrewForms *self);
/* Returns the title of a schema as it is sent. */
const char *troupe_crew_forms_get_name (TroupeValue *schema);

/**
 * troupe_crew_convert_async:
 * @text: an answer
 * @is_json: whether the schema is that of output_json, not output_pydantic
 *
 * Converts @text to the object that the task requires. The text is parsed first. If that fails, a
 * model is asked to convert it.
 */
void troupe_crew_convert_async (TroupeAgentDefinition *agent,
                                const char *text,
                                const TroupeCrewForms *forms,
                                gboolean is_json,
                                const TroupeAgentContext *call,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
/* @object: (out) (transfer full) (nullable): %NULL if the conversion to output_json failed and
 *   only the text is available. Returns FALSE with an error */
gboolean troupe_crew_convert_finish (GAsyncResult *result, TroupeValue **object, GError **error);

G_END_DECLS
