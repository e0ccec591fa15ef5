/* troupe-tool-consent-prompt.h: asks on the terminal for consent to the tools of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"

G_BEGIN_DECLS

/**
 * troupe_tool_consent_prompt_follow:
 * @answers: the person at the terminal; lives as long as the run
 *
 * Settles what servers offer to @run (doc/cli.md): what was agreed to before in the data folder may be used; new tools
 * with `--allow mcp`, others than those of then with `--allow mcp-changes`, and both where a person at the terminal says
 * so. What is agreed to is kept, but for `--no-store`. Iterate the main context while it runs.
 */
void
troupe_tool_consent_prompt_follow (TroupeCommandLine *line, TroupeRun *run, TroupeAnswers *answers);

G_END_DECLS
