/* troupe-crew-output.h: outputs of a task and of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * troupe_crew_output_new:
 * @description: (nullable) @expected: as sent to the model; @expected is %NULL for a skipped task
 * @raw: the text
 * @object: (nullable): the structured output that the task requires
 * @answer: (nullable): result of the agent's execution: its messages and tool failures
 *
 * Creates the output of a task: a map of name, description, expected_output, summary, raw,
 * json_dict, pydantic, agent, output_format, messages and tool_failures. (transfer full)
 */
TroupeValue *troupe_crew_output_new (const TroupeCrewTask *task,
                                     const char *description,
                                     const char *role,
                                     const char *raw,
                                     TroupeValue *object,
                                     TroupeValue *answer);
/* Returns @answer with the tool failures of the earlier attempts added, each once. @before:
 * (nullable): the earlier tool failures. (transfer full) */
TroupeValue *troupe_crew_output_add_failures (TroupeValue *answer, TroupeValue *before);
/* Creates the output of a task that was skipped because of its condition. (transfer full) */
TroupeValue *troupe_crew_output_new_skipped (const TroupeCrewTask *task, const char *role);
/* (transfer none) */
const char *troupe_crew_output_get_raw (TroupeValue *output);

/* Creates the output of the crew from the last of @outputs that is not empty. Returns NULL with
 * %TROUPE_RUN_ERROR_OUTPUT if all are empty. @outputs: (element-type TroupeValue). (transfer
 * full) (nullable) */
TroupeValue *
troupe_crew_output_make_final (GPtrArray *outputs, const TroupeLlmUsage *usage, GError **error);

/* Convert the token usage to a map with CrewAI's names, and back. (transfer full) */
TroupeValue *troupe_crew_usage_to_value (const TroupeLlmUsage *usage);
void troupe_crew_usage_from_value (TroupeValue *value, TroupeLlmUsage *usage);

G_END_DECLS
