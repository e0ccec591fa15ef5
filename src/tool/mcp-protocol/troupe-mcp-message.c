/* troupe-mcp-message.c: builders of JSON-RPC messages for MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-message"

#include "config.h"

#include "troupe-mcp-message.h"

static void
begin (TroupeMapBuilder *builder)
{
  troupe_map_builder_init (builder);
  troupe_map_builder_add (builder, "jsonrpc", troupe_value_new_string ("2.0", -1));
}

TroupeValue *
troupe_mcp_message_new (const char *method, gint64 id, TroupeValue *params)
{
  TroupeMapBuilder message;

  g_return_val_if_fail (method != NULL, NULL);

  begin (&message);
  if (id != 0)
    troupe_map_builder_add (&message, "id", troupe_value_new_integer (id));
  troupe_map_builder_add (&message, "method", troupe_value_new_string (method, -1));
  if (params != NULL)
    troupe_map_builder_add (&message, "params", troupe_value_ref (params));
  return troupe_map_builder_end (&message);
}

TroupeValue *
troupe_mcp_message_new_answer (TroupeValue *id, TroupeValue *result)
{
  TroupeMapBuilder message;

  g_return_val_if_fail (id != NULL, NULL);

  begin (&message);
  troupe_map_builder_add (&message, "id", troupe_value_ref (id));
  troupe_map_builder_add (&message, "result",
                          result != NULL ? troupe_value_ref (result)
                                         : troupe_mcp_message_make_empty ());
  return troupe_map_builder_end (&message);
}

TroupeValue *
troupe_mcp_message_new_refusal (TroupeValue *id, gint64 code, const char *text)
{
  TroupeMapBuilder message;
  TroupeMapBuilder error;

  g_return_val_if_fail (id != NULL && text != NULL, NULL);

  begin (&message);
  troupe_map_builder_init (&error);
  troupe_map_builder_add (&error, "code", troupe_value_new_integer (code));
  troupe_map_builder_add (&error, "message", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&message, "id", troupe_value_ref (id));
  troupe_map_builder_add (&message, "error", troupe_map_builder_end (&error));
  return troupe_map_builder_end (&message);
}

TroupeValue *
troupe_mcp_message_make_empty (void)
{
  TroupeMapBuilder map;

  troupe_map_builder_init (&map);
  return troupe_map_builder_end (&map);
}

TroupeValue *
troupe_mcp_message_make_client (void)
{
  TroupeMapBuilder client;

  troupe_map_builder_init (&client);
  troupe_map_builder_add (&client, "name", troupe_value_new_string ("troupe", -1));
  troupe_map_builder_add (&client, "version", troupe_value_new_string (TROUPE_VERSION, -1));
  return troupe_map_builder_end (&client);
}

TroupeValue *
troupe_mcp_message_make_capabilities (gboolean can_ask)
{
  TroupeMapBuilder capabilities;

  troupe_map_builder_init (&capabilities);
  if (can_ask)
    {
      TroupeMapBuilder modes;

      troupe_map_builder_init (&modes);
      troupe_map_builder_add (&modes, "form", troupe_mcp_message_make_empty ());
      troupe_map_builder_add (&modes, "url", troupe_mcp_message_make_empty ());
      troupe_map_builder_add (&capabilities, "elicitation", troupe_map_builder_end (&modes));
    }
  return troupe_map_builder_end (&capabilities);
}
