/* troupe-agent-window.h: keeps an agent's conversation within the context window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-model.h"

G_BEGIN_DECLS

/**
 * TroupeAgentWindow:
 *
 * Checks before each request whether the conversation fits into the model's context window.
 * Shortens the conversation if it does not fit, or if the server reports that it is too long
 * (doc/crew-semantics.md §11). Each object is used for one execution, on the run's thread.
 */
#define TROUPE_TYPE_AGENT_WINDOW (troupe_agent_window_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentWindow, troupe_agent_window, TROUPE, AGENT_WINDOW, GObject)

/* @setup: copied; @model: the model to ask */
TroupeAgentWindow *troupe_agent_window_new (const TroupeAgentLoopSetup *setup,
                                            TroupeAgentModel *model);

/**
 * troupe_agent_window_ask_async:
 * @messages: (element-type TroupeLlmMessage): the conversation; if it is shortened, this array is
 *   modified
 * @specs: (nullable): as for troupe_agent_model_ask_async()
 */
void troupe_agent_window_ask_async (TroupeAgentWindow *self,
                                    GPtrArray *messages,
                                    GPtrArray *specs,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Like troupe_agent_model_ask_finish(), with %TROUPE_AGENT_ERROR_WINDOW if the conversation is
 * too long and the document does not allow shortening it. */
TroupeLlmAnswer *troupe_agent_window_ask_finish (TroupeAgentWindow *self,
                                                 GAsyncResult *result,
                                                 TroupeValue **object,
                                                 GError **error);

/* Returns TRUE if the conversation has been shortened. */
gboolean troupe_agent_window_has_shortened (TroupeAgentWindow *self);

G_END_DECLS
