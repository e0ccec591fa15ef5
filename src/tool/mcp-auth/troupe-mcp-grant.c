/* troupe-mcp-grant.c: grant: tokens and client of a sign-in to an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-grant"

#include "config.h"

#include "troupe-mcp-grant.h"

#define VERSION 1

void
troupe_mcp_client_copy (const TroupeMcpClient *from, TroupeMcpClient *to)
{
  g_return_if_fail (from != NULL && to != NULL);

  *to = *from;
  to->id = g_strdup (from->id);
  to->secret = g_strdup (from->secret);
  to->key = g_strdup (from->key);
}

void
troupe_mcp_client_clear (TroupeMcpClient *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->secret, g_free);
  g_clear_pointer (&self->key, g_free);
}

TroupeMcpGrant *
troupe_mcp_grant_new (const char *server,
                      const char *resource,
                      const char *issuer,
                      const char *token_place,
                      const TroupeMcpClient *client,
                      const char *scope)
{
  TroupeMcpGrant *self;

  g_return_val_if_fail (server != NULL && resource != NULL && issuer != NULL, NULL);
  g_return_val_if_fail (token_place != NULL && client != NULL && client->id != NULL, NULL);

  self = g_new0 (TroupeMcpGrant, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->server = g_strdup (server);
  self->resource = g_strdup (resource);
  self->issuer = g_strdup (issuer);
  self->token_place = g_strdup (token_place);
  troupe_mcp_client_copy (client, &self->client);
  self->scope = g_strdup (scope);
  return self;
}

TroupeMcpGrant *
troupe_mcp_grant_renew (TroupeMcpGrant *self,
                        const char *access,
                        const char *refresh,
                        const char *scope,
                        gint64 expires_us)
{
  TroupeMcpGrant *renewed;

  g_return_val_if_fail (self != NULL, NULL);

  renewed = troupe_mcp_grant_new (self->server, self->resource, self->issuer, self->token_place,
                                  &self->client, scope);
  renewed->access = g_strdup (access);
  renewed->refresh = g_strdup (refresh);
  renewed->expires_us = expires_us;
  return renewed;
}

TroupeMcpGrant *
troupe_mcp_grant_ref (TroupeMcpGrant *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_mcp_grant_unref (TroupeMcpGrant *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->server);
  g_free (self->resource);
  g_free (self->issuer);
  g_free (self->token_place);
  troupe_mcp_client_clear (&self->client);
  g_free (self->access);
  g_free (self->refresh);
  g_free (self->scope);
  g_free (self);
}

/* --- Serialization ---------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

char *
troupe_mcp_grant_to_text (TroupeMcpGrant *self)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "version", troupe_value_new_integer (VERSION));
  add_text (&builder, "server", self->server);
  add_text (&builder, "resource", self->resource);
  add_text (&builder, "issuer", self->issuer);
  add_text (&builder, "token_endpoint", self->token_place);
  add_text (&builder, "client_id", self->client.id);
  add_text (&builder, "client_secret", self->client.secret);
  add_text (&builder, "client_key", self->client.key);
  add_text (&builder, "method", troupe_mcp_auth_method_get_name (self->client.method));
  troupe_map_builder_add (&builder, "port", troupe_value_new_integer (self->client.port));
  troupe_map_builder_add (&builder, "given", troupe_value_new_boolean (self->client.is_given));
  troupe_map_builder_add (&builder, "machine", troupe_value_new_boolean (self->client.is_machine));
  add_text (&builder, "access_token", self->access);
  add_text (&builder, "refresh_token", self->refresh);
  add_text (&builder, "scope", self->scope);
  troupe_map_builder_add (&builder, "expires_us", troupe_value_new_integer (self->expires_us));
  value = troupe_map_builder_end (&builder);
  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

static gboolean
get_truth (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member_of (map, key, TROUPE_VALUE_BOOLEAN);

  return value != NULL && troupe_value_get_boolean (value);
}

static gint64
get_number (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member_of (map, key, TROUPE_VALUE_INTEGER);

  return value != NULL ? troupe_value_get_integer (value) : 0;
}

TroupeMcpGrant *
troupe_mcp_grant_from_text (const char *server, const char *text)
{
  g_autoptr (TroupeValue) map = NULL;
  g_autoptr (TroupeMcpGrant) plain = NULL;
  TroupeMcpClient client = { 0 };
  const char *resource, *issuer, *place;

  g_return_val_if_fail (server != NULL && text != NULL, NULL);

  map = troupe_value_from_json (text, -1, NULL);
  resource = troupe_value_get_member_text (map, "resource");
  issuer = troupe_value_get_member_text (map, "issuer");
  place = troupe_value_get_member_text (map, "token_endpoint");
  client.id = (char *) troupe_value_get_member_text (map, "client_id");
  client.secret = (char *) troupe_value_get_member_text (map, "client_secret");
  client.key = (char *) troupe_value_get_member_text (map, "client_key");
  client.port = (guint) CLAMP (get_number (map, "port"), 0, G_MAXUINT16);
  client.is_given = get_truth (map, "given");
  client.is_machine = get_truth (map, "machine");
  if (get_number (map, "version") != VERSION || resource == NULL || issuer == NULL ||
      place == NULL || client.id == NULL ||
      g_strcmp0 (troupe_value_get_member_text (map, "server"), server) != 0 ||
      !troupe_mcp_auth_method_from_name (troupe_value_get_member_text (map, "method"),
                                         &client.method))
    return NULL;
  plain = troupe_mcp_grant_new (server, resource, issuer, place, &client, NULL);
  return troupe_mcp_grant_renew (plain, troupe_value_get_member_text (map, "access_token"),
                                 troupe_value_get_member_text (map, "refresh_token"),
                                 troupe_value_get_member_text (map, "scope"),
                                 get_number (map, "expires_us"));
}
