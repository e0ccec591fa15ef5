/* troupe-agent-message-list.c: builds chat messages and modifies model settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-message-list"

#include "config.h"

#include "troupe-agent-message-list.h"

GPtrArray *
troupe_agent_message_list_new (const char *system, const char *user)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);

  g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, user));

  return messages;
}

gsize
troupe_agent_message_list_measure (const char *text)
{
  g_return_val_if_fail (text != NULL, 0);

  return (gsize) g_utf8_strlen (text, -1);
}

TroupeValue *
troupe_agent_settings_without (TroupeValue *settings, const char *key)
{
  return settings != NULL ? troupe_value_map_without (settings, key) : NULL;
}

TroupeValue *
troupe_agent_settings_with (TroupeValue *settings, const char *key, TroupeValue *value)
{
  g_autoptr (TroupeValue) empty = NULL;
  TroupeMapBuilder builder;

  if (settings != NULL)
    return troupe_value_map_with (settings, key, value);
  troupe_map_builder_init (&builder);
  empty = troupe_map_builder_end (&builder);

  return troupe_value_map_with (empty, key, value);
}
