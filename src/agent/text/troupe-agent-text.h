/* troupe-agent-text.h: what a model wants that writes it as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeAgentStep:
 * @is_final: whether it is an answer; else a tool is wanted
 * @output: the answer
 * @tool, @input: (nullable): the tool's name and what it is given, as written
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

/* Reads "Thought: … Action: … Action Input: …" or "… Final Answer: …"; what is neither is an answer as a whole
 * (doc/crew-semantics.md §11). (transfer full) */
TroupeAgentStep *troupe_agent_text_read (const char *text);

G_END_DECLS
