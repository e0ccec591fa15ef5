/* troupe-elicitation-prompt.h: elicitation requests of MCP servers at the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"

G_BEGIN_DECLS

/* Shows the request of a server. Prompts for one field after the other, or for permission to
 * open the URL of the request. The result is passed to the run. @run: borrowed until
 * troupe_answers_close().
 * @request: the request of an elicitation. Call on the main thread. */
void troupe_elicitation_prompt_begin (TroupeAnswers *answers,
                                      TroupeRun *run,
                                      TroupeFeedbackRequest *request);

G_END_DECLS
