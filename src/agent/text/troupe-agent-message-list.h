/* troupe-agent-message-list.h: builds chat messages and modifies model settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-message.h"

G_BEGIN_DECLS

/* Creates a system message and a user message. (transfer full) (element-type TroupeLlmMessage) */
GPtrArray *troupe_agent_message_list_new (const char *system, const char *user);
/* Returns the number of characters of @text. */
gsize troupe_agent_message_list_measure (const char *text);

/* Returns @settings without @key. @settings: (nullable). (transfer full) (nullable) */
TroupeValue *troupe_agent_settings_without (TroupeValue *settings, const char *key);
/* Returns @settings with @key set to @value. @settings: (nullable). (transfer full) */
TroupeValue *
troupe_agent_settings_with (TroupeValue *settings, const char *key, TroupeValue *value);

G_END_DECLS
