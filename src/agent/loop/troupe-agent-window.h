/* troupe-agent-window.h: an agent's model is asked no more than it can read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-model.h"

G_BEGIN_DECLS

/**
 * TroupeAgentWindow:
 *
 * Looks before each request whether the conversation fits what the model reads at once, and has it shortened where it
 * does not, or where the server says so (doc/crew-semantics.md §11). For one execution, on the thread of the run.
 */
#define TROUPE_TYPE_AGENT_WINDOW (troupe_agent_window_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentWindow, troupe_agent_window, TROUPE, AGENT_WINDOW, GObject)

/* @setup: copied; @model: who is asked */
TroupeAgentWindow *troupe_agent_window_new (const TroupeAgentLoopSetup *setup,
                                            TroupeAgentModel *model);

/**
 * troupe_agent_window_ask_async:
 * @messages: (element-type TroupeLlmMessage): what was said; where it is shortened they are replaced in this very
 *   array
 * @specs: (nullable): as troupe_agent_model_ask_async() has them
 */
void troupe_agent_window_ask_async (TroupeAgentWindow *self,
                                    GPtrArray *messages,
                                    GPtrArray *specs,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* As troupe_agent_model_ask_finish(), and %TROUPE_AGENT_ERROR_WINDOW where the conversation is too long and the
 * document does not let it be shortened. */
TroupeLlmAnswer *troupe_agent_window_ask_finish (TroupeAgentWindow *self,
                                                 GAsyncResult *result,
                                                 TroupeValue **object,
                                                 GError **error);

/* Whether anything was shortened so far. */
gboolean troupe_agent_window_has_shortened (TroupeAgentWindow *self);

G_END_DECLS
