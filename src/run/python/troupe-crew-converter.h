/* troupe-crew-converter.h: Python converter class of a task (converter_cls): conversion of the
 * answer to an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-forms.h"
#include "troupe-crew-context.h"

G_BEGIN_DECLS

/**
 * troupe_crew_converter_async:
 * @around: its helper contains the class
 * @task: has a `converter_cls`, and output_json or output_pydantic
 * @agent: the agent whose model the class may call
 * @text: the answer
 * @forms: contains the schema
 * @call: its scope is the scope of the task; its client must exist until the end
 *
 * Converts the answer with the class (doc/crew-semantics.md §9). The class receives the text, the
 * class of the output and the instructions for models. Its model calls are sent by this process,
 * with the settings of the model, and are counted like any other call.
 */
void troupe_crew_converter_async (const TroupeCrewContext *around,
                                  const TroupeCrewTask *task,
                                  TroupeAgentDefinition *agent,
                                  const char *text,
                                  const TroupeCrewForms *forms,
                                  const TroupeAgentContext *call,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Finish with troupe_crew_convert_finish(). Errors: those of a hook, %TROUPE_RUN_ERROR_OUTPUT if
 * the result does not match the schema. */

G_END_DECLS
