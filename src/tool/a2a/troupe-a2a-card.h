/* troupe-a2a-card.h: A2A agent card: description and endpoint of a remote agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-config.h"

G_BEGIN_DECLS

/**
 * TroupeA2aCard:
 * @value: the card as it was received
 * @shown: the part of the card that is sent to a model: description, skills and URL, each with its
 *   fields in a fixed order
 * @name: (nullable): the name of the agent
 * @uri: the JSON-RPC endpoint
 * @streams: whether the agent supports streaming responses
 * @output_modes: the MIME types to request
 *
 * An agent card, parsed and checked against one configuration. Immutable; the reference count is
 * not thread-safe.
 */
typedef struct
{
  TroupeValue *value;
  TroupeValue *shown;
  char *name;
  GUri *uri;
  gboolean streams;
  char **output_modes;
} TroupeA2aCard;

/**
 * troupe_a2a_card_new:
 * @value: the JSON read from the agent's card URL
 *
 * Validates an agent card. The agent must support a common transport, must be located on the server
 * that the document names, and must not require a protocol extension that the document does not
 * list.
 *
 * Returns: (transfer full) (nullable): the card, or %NULL with %TROUPE_TOOL_ERROR_INVALID or
 * %TROUPE_TOOL_ERROR_UNAVAILABLE
 */
TroupeA2aCard *
troupe_a2a_card_new (const TroupeA2aConfig *config, TroupeValue *value, GError **error);
TroupeA2aCard *troupe_a2a_card_ref (TroupeA2aCard *self);
void troupe_a2a_card_unref (TroupeA2aCard *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeA2aCard, troupe_a2a_card_unref)

/* Returns a map of the members of @map that are listed in @names (NULL-terminated), in that
 * order, without null values. (transfer full) */
TroupeValue *troupe_a2a_pick (TroupeValue *map, const char *const *names);

G_END_DECLS
