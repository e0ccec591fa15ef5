/* troupe-crew-output.h: what a task and a crew give
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * troupe_crew_output_new:
 * @description: (nullable) @expected: as they were sent; @expected is %NULL of a task that was skipped
 * @raw: the text
 * @object: (nullable): what was made of it, in the form that the task wants
 * @answer: (nullable): what the agent's execution gave: its messages and failures of tools
 *
 * The output of a task: a map of name, description, expected_output, summary, raw, json_dict, pydantic, agent,
 * output_format, messages and tool_failures. (transfer full)
 */
TroupeValue *troupe_crew_output_new (const TroupeCrewTask *task,
                                     const char *description,
                                     const char *role,
                                     const char *raw,
                                     TroupeValue *object,
                                     TroupeValue *answer);
/* @answer with the failures of the attempts before it as well, each once. @before: (nullable): theirs. (transfer full) */
TroupeValue *troupe_crew_output_add_failures (TroupeValue *answer, TroupeValue *before);
/* The output of a task that its condition left out. (transfer full) */
TroupeValue *troupe_crew_output_new_skipped (const TroupeCrewTask *task, const char *role);
/* (transfer none) */
const char *troupe_crew_output_get_raw (TroupeValue *output);

/* The output of the crew: the last of @outputs that says something. NULL with %TROUPE_RUN_ERROR_OUTPUT where none
 * does. @outputs: (element-type TroupeValue). (transfer full) (nullable) */
TroupeValue *
troupe_crew_output_make_final (GPtrArray *outputs, const TroupeLlmUsage *usage, GError **error);

/* Tokens as CrewAI names them, and back. (transfer full) */
TroupeValue *troupe_crew_usage_to_value (const TroupeLlmUsage *usage);
void troupe_crew_usage_from_value (TroupeValue *value, TroupeLlmUsage *usage);

G_END_DECLS
