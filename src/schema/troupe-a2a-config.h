/* troupe-a2a-config.h: the remote agents that an agent may hand its work to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_A2A_UPDATES_STREAM, /* a stream where the agent has one, else one answer */
  TROUPE_A2A_UPDATES_POLL,   /* it is asked again and again */
  TROUPE_A2A_UPDATES_PUSH,   /* it would call an address of ours */
} TroupeA2aUpdates;

/**
 * TroupeA2aConfig:
 * @endpoint: as the document names it, normalised as CrewAI does; also the name by which a model chooses it
 * @card_uri: where its agent card lies
 * @label: which agent it is, for people: its host
 * @timeout_s: of one request
 * @max_turns: how often it may be spoken to for one task; none where it is not above 0
 * @response_schema: (nullable): what the form of its answers is said to be
 * @fails_fast: whether a task fails where its card cannot be had
 * @trusts_completion: whether what it says at the end is the answer
 * @interval_s, @poll_timeout_s, @max_polls, @history_length: of %TROUPE_A2A_UPDATES_POLL; 0 of the second is
 *   @timeout_s, of the third any number
 * @output_modes: (nullable): MIME types that are taken; %NULL: text and JSON
 * @extensions: addresses of extensions of the protocol that are known here
 * @preferred: (nullable): the transport that is wanted; @transports: those that may be used
 *
 * One entry of an agent's `a2a` with an endpoint (CrewAI's A2AConfig and A2AClientConfig). Immutable; reference count
 * for one thread.
 */
typedef struct
{
  char *endpoint;
  GUri *card_uri;
  char *label;
  guint timeout_s;
  gint64 max_turns;
  TroupeValue *response_schema;
  gboolean fails_fast;
  gboolean trusts_completion;
  TroupeA2aUpdates updates;
  double interval_s;
  double poll_timeout_s;
  guint max_polls;
  guint history_length;
  char **output_modes;
  char **extensions;
  char *preferred;
  char **transports;
} TroupeA2aConfig;

TroupeA2aConfig *troupe_a2a_config_ref (TroupeA2aConfig *self);
void troupe_a2a_config_unref (TroupeA2aConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeA2aConfig, troupe_a2a_config_unref)

/**
 * troupe_a2a_configs_new:
 * @a2a: (nullable): a map, a list of maps, or null
 *
 * Reads `a2a` of an agent. Entries without an endpoint say how the agent would be offered to others, which a run of a
 * crew never does, in CrewAI either: they are left out. Asks nothing of the network.
 *
 * Returns: (transfer full) (nullable) (element-type TroupeA2aConfig): in their order, or %NULL with
 *   %TROUPE_SCHEMA_ERROR_VALUE whose message begins with the place below `a2a`
 */
GPtrArray *troupe_a2a_configs_new (TroupeValue *a2a, GError **error);

G_END_DECLS
