/* troupe-a2a-config.h: configuration of remote A2A agents to which an agent may delegate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_A2A_UPDATES_STREAM, /* a stream if the agent supports it, else one response */
  TROUPE_A2A_UPDATES_POLL,   /* polling */
  TROUPE_A2A_UPDATES_PUSH,   /* a webhook of the client */
} TroupeA2aUpdates;

/**
 * TroupeA2aConfig:
 * @endpoint: the URL in the document, normalized as CrewAI does; also the name by which a model
 *   selects the agent
 * @card_uri: the address of the agent card
 * @label: display name of the agent: its host
 * @timeout_s: timeout of one request
 * @max_turns: maximum number of messages to the agent per task; if it is not above 0, no message is
 *   sent
 * @response_schema: (nullable): the declared form of the agent's responses
 * @fails_fast: whether a task fails if the agent card cannot be fetched
 * @trusts_completion: whether the agent's final response is the result
 * @interval_s, @poll_timeout_s, @max_polls, @history_length: for %TROUPE_A2A_UPDATES_POLL; if
 *   @poll_timeout_s is 0, @timeout_s applies; if @max_polls is 0, there is no limit
 * @output_modes: (nullable): accepted MIME types; %NULL: text and JSON
 * @extensions: URIs of the supported protocol extensions
 * @preferred: (nullable): the preferred transport; @transports: the allowed transports
 *
 * One entry of an agent's `a2a` with an endpoint (CrewAI's A2AConfig and A2AClientConfig).
 * Immutable; reference count for one thread.
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
 * Parses `a2a` of an agent. Entries without an endpoint are skipped. They describe how the agent
 * would be published as a server, which neither Troupe nor CrewAI does in a run of a crew. Does not
 * access the network.
 *
 * Returns: (transfer full) (nullable) (element-type TroupeA2aConfig): in the order of the entries,
 * or %NULL with %TROUPE_SCHEMA_ERROR_VALUE; its message begins with the path below `a2a`
 */
GPtrArray *troupe_a2a_configs_new (TroupeValue *a2a, GError **error);

G_END_DECLS
