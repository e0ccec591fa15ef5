/* troupe-a2a-client.h: A2A client: JSON-RPC requests to one remote agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-card.h"

G_BEGIN_DECLS

/* Maximum total size of all responses to one message, in bytes. */
#define TROUPE_A2A_LIMIT_ANSWER (32u * 1024 * 1024)

/**
 * TroupeA2aClient:
 *
 * Client for the A2A 0.3 protocol (JSON-RPC over HTTP). It communicates with the agent of one
 * configuration, reads the agent card and sends messages. The response is a single message, a
 * stream, or a task that is polled until it ends. Runs in the main context that was the thread
 * default when the client was created.
 */
#define TROUPE_TYPE_A2A_CLIENT (troupe_a2a_client_get_type ())
G_DECLARE_FINAL_TYPE (TroupeA2aClient, troupe_a2a_client, TROUPE, A2A_CLIENT, GObject)

/* Creates a client. Does not connect yet. */
TroupeA2aClient *troupe_a2a_client_new (TroupeA2aConfig *config);
/* Returns the card as it was read. (transfer none) (nullable): NULL if it has not been read */
TroupeValue *troupe_a2a_client_get_card_value (TroupeA2aClient *self);
/* Sets the card instead of reading it. Errors: as for reading it. */
gboolean troupe_a2a_client_set_card (TroupeA2aClient *self, TroupeValue *value, GError **error);
const TroupeA2aConfig *troupe_a2a_client_get_config (TroupeA2aClient *self);
/* Returns the card that was read most recently. (transfer none) (nullable) */
const TroupeA2aCard *troupe_a2a_client_get_card (TroupeA2aClient *self);

/* Reads the agent's card. It is requested again on each call. */
void troupe_a2a_client_read_card_async (TroupeA2aClient *self,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Returns the card. (transfer none) (nullable). Errors: %TROUPE_TOOL_ERROR,
 * %G_IO_ERROR_CANCELLED. */
const TroupeA2aCard *
troupe_a2a_client_read_card_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error);

/**
 * troupe_a2a_client_send_async:
 * @message: an A2A message
 * @history: a list of the previous messages
 *
 * Sends a message and waits for the outcome. The card must have been read before. If the server
 * does not respond or responds with an error, the result has the status `failed`, so that the
 * caller can continue with it.
 */
void troupe_a2a_client_send_async (TroupeA2aClient *self,
                                   TroupeValue *message,
                                   TroupeValue *history,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns a map with the same members as that of troupe_a2a_task_end(). (transfer full)
 * (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeValue *
troupe_a2a_client_send_finish (TroupeA2aClient *self, GAsyncResult *result, GError **error);

G_END_DECLS
