/* troupe-a2a-client.h: speaks with one remote agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-card.h"

G_BEGIN_DECLS

/* What all answers to one message may take together, in bytes. */
#define TROUPE_A2A_LIMIT_ANSWER (32u * 1024 * 1024)

/**
 * TroupeA2aClient:
 *
 * Speaks A2A 0.3 by JSON-RPC over HTTP with the agent of one configuration: its card, a message with one answer, with
 * a stream of them, or with a task that is asked for until it has ended. Runs in the main context that was the
 * thread's default when it was made.
 */
#define TROUPE_TYPE_A2A_CLIENT (troupe_a2a_client_get_type ())
G_DECLARE_FINAL_TYPE (TroupeA2aClient, troupe_a2a_client, TROUPE, A2A_CLIENT, GObject)

/* Connects nowhere yet. */
TroupeA2aClient *troupe_a2a_client_new (TroupeA2aConfig *config);
const TroupeA2aConfig *troupe_a2a_client_get_config (TroupeA2aClient *self);
/* As it was read last. (transfer none) (nullable) */
const TroupeA2aCard *troupe_a2a_client_get_card (TroupeA2aClient *self);

/* Reads the agent's card, each time anew. */
void troupe_a2a_client_read_card_async (TroupeA2aClient *self,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* (transfer none) (nullable). Errors: %TROUPE_TOOL_ERROR, %G_IO_ERROR_CANCELLED. */
const TroupeA2aCard *
troupe_a2a_client_read_card_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error);

/**
 * troupe_a2a_client_send_async:
 * @message: a message of the protocol
 * @history: a list of those before
 *
 * Sends a message, and waits for what comes of it. Its card has been read. A server that does not answer or answers
 * with an error is something that came of it, which the one who asked can go on with.
 */
void troupe_a2a_client_send_async (TroupeA2aClient *self,
                                   TroupeValue *message,
                                   TroupeValue *history,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* A map, as troupe_a2a_task_end() gives it. (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeValue *
troupe_a2a_client_send_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error);

G_END_DECLS
