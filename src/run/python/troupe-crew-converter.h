/* troupe-crew-converter.h: a class of Python that makes an object of a task's answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-conversion.h"
#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * troupe_crew_converter_async:
 * @around: whose helper has the class
 * @task: with a `converter_cls`, and output_json or output_pydantic
 * @agent: whose model the class may ask
 * @text: the answer
 * @forms: with the schema
 * @call: whose scope is the task's; its client has to live until the end
 *
 * Lets the class do it (doc/crew-semantics.md §9). What its model is asked is asked here, by its settings and counted as
 * any other call. The class sees the text, the class of the output and the instructions that are written for models.
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
/* It ends by troupe_crew_convert_finish(). Errors: those of a hook, %TROUPE_RUN_ERROR_OUTPUT where what it gave does not fit. */

G_END_DECLS
