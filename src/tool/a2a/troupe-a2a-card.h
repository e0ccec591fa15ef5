/* troupe-a2a-card.h: what a remote agent says of itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-config.h"

G_BEGIN_DECLS

/**
 * TroupeA2aCard:
 * @value: the card as it was sent
 * @shown: what of it a model is told: description, skills and address, each with its fields in order
 * @name: (nullable): how the agent calls itself
 * @uri: where it is spoken to, by JSON-RPC
 * @streams: whether its answers may come as a stream
 * @output_modes: the MIME types that it is asked for
 *
 * An agent card, read for one configuration. Immutable; reference count for one thread.
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
 * @value: what was read at the agent's address
 *
 * Looks whether the agent can be spoken to: by a transport that both have, at the server that the document names, and
 * without extensions of the protocol that the document does not know.
 *
 * Returns: (transfer full) (nullable): the card, or %NULL with %TROUPE_TOOL_ERROR_INVALID or
 *   %TROUPE_TOOL_ERROR_UNAVAILABLE
 */
TroupeA2aCard *
troupe_a2a_card_new (const TroupeA2aConfig *config, TroupeValue *value, GError **error);
TroupeA2aCard *troupe_a2a_card_ref (TroupeA2aCard *self);
void troupe_a2a_card_unref (TroupeA2aCard *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeA2aCard, troupe_a2a_card_unref)

/* The members of @map that are @names, in that order, without those that are null. @names: up to a %NULL.
 * (transfer full) */
TroupeValue *troupe_a2a_pick (TroupeValue *map, const char *const *names);

G_END_DECLS
