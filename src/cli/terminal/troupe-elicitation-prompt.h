/* troupe-elicitation-prompt.h: what an MCP server wants to know, asked at the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"

G_BEGIN_DECLS

/* Shows what a server asks, and asks for one field after the other, or whether the address may be opened. The run is told
 * what came of it. @run: borrowed until troupe_answers_close(). @request: of an elicitation. In the main thread. */
void troupe_elicitation_prompt_begin (TroupeAnswers *answers,
                                      TroupeRun *run,
                                      TroupeFeedbackRequest *request);

G_END_DECLS
