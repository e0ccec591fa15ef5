/* troupe-agent-text.h: parses tool calls and answers of models in text mode
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeAgentStep:
 * @is_final: whether the step is an answer; otherwise a tool is called
 * @output: the answer
 * @tool, @input: (nullable): name of the tool, and its arguments as written by the model
 */
typedef struct
{
  gboolean is_final;
  char *output;
  char *tool;
  char *input;
} TroupeAgentStep;

void troupe_agent_step_free (TroupeAgentStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentStep, troupe_agent_step_free)

/* Parses "Thought: … Action: … Action Input: …" or "… Final Answer: …"; any other text is an
 * answer (doc/crew-semantics.md §11). (transfer full) */
TroupeAgentStep *troupe_agent_text_read (const char *text);

G_END_DECLS
