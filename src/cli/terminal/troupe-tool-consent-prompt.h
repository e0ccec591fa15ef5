/* troupe-tool-consent-prompt.h: consent prompt on the terminal for the tools of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"

G_BEGIN_DECLS

/**
 * troupe_tool_consent_prompt_follow:
 * @answers: reads from the terminal; exists as long as the run
 *
 * Decides whether @run may use the tools that servers offer (doc/cli.md). Tools that are stored as
 * allowed in the data folder may be used. New tools may be used with `--allow mcp`, changed tools
 * with `--allow mcp-changes`, and both if the user at the terminal allows them. The consent is
 * stored, except with `--no-store`. The main context must be iterated while the run is in progress.
 */
void
troupe_tool_consent_prompt_follow (TroupeCommandLine *line, TroupeRun *run, TroupeAnswers *answers);

G_END_DECLS
