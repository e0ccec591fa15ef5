/* troupe-agent-message-list.h: builds chat messages from text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-message.h"

G_BEGIN_DECLS

/* A message of one text. (transfer full) */
TroupeLlmMessage *troupe_agent_message_list_say (TroupeLlmRole role, const char *text);
/* Two messages: what the model is told to be, and what it is asked. (transfer full) (element-type TroupeLlmMessage) */
GPtrArray *troupe_agent_message_list_new (const char *system, const char *user);
/* How many characters @text has. */
gsize troupe_agent_message_list_measure (const char *text);

/* @settings without @key. @settings: (nullable). (transfer full) (nullable) */
TroupeValue *troupe_agent_settings_without (TroupeValue *settings, const char *key);
/* @settings with @key. @settings: (nullable). (transfer full) */
TroupeValue *
troupe_agent_settings_with (TroupeValue *settings, const char *key, TroupeValue *value);

G_END_DECLS
