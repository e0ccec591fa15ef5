/* tool-fixture.h: synchronous calls of tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

/* @value: (nullable): result of the call; @reports: (nullable): reports, one per line: level,
 *   stream, text */
typedef struct
{
  TroupeValue *value;
  GError *error;
  gboolean is_done;
  GString *reports;
} ToolAnswer;

void tool_answer_clear (ToolAnswer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ToolAnswer, tool_answer_clear)

/* Returns the context for a call by “method” that adds its reports to @self. */
TroupeToolContext tool_answer_context (ToolAnswer *self);

/* Clears the answer except for its reports, and starts a call. @arguments: (nullable): JSON */
void tool_begin (TroupeTool *tool,
                 const char *arguments,
                 const TroupeToolContext *context,
                 GCancellable *cancellable,
                 ToolAnswer *answer);
void tool_describe (TroupeTool *tool, GCancellable *cancellable, ToolAnswer *answer);
void tool_wait (ToolAnswer *answer);
