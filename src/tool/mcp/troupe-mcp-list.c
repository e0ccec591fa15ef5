/* troupe-mcp-list.c: retrieves the tool list of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-definition.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-list.h"
#include "troupe-tool-name.h"

/* Limits for one server; anything beyond them is ignored. */
#define MOST_PAGES 1000u
#define MOST_TOOLS 4096u
#define MOST_BYTES (64u * 1024 * 1024)

typedef struct
{
  TroupeMcpConnection *connection;
  GPtrArray *definitions;
  GHashTable *names;
  GHashTable *cursors;
  guint n_pages;
  gsize n_bytes;
  gint64 deadline_us;
} Listing;

static void ask (GTask *task, const char *cursor);

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  g_object_unref (listing->connection);
  g_ptr_array_unref (listing->definitions);
  g_hash_table_unref (listing->names);
  g_hash_table_unref (listing->cursors);
  g_free (listing);
}

/* Returns the cursor of the next page. (transfer none) (nullable): NULL if @page was the last
 * one, or a limit was reached */
static const char *
find_next (Listing *listing, TroupeValue *page)
{
  TroupeValue *cursor = troupe_value_map_lookup_string (page, "nextCursor", -1);
  const char *text = NULL;

  g_assert (listing != NULL);

  /* An empty string is a valid cursor. */
  if (cursor != NULL && troupe_value_is (cursor, TROUPE_VALUE_STRING))
    text = troupe_value_get_string (cursor, NULL);
  if (text == NULL)
    return NULL;
  if (++listing->n_pages >= MOST_PAGES || listing->definitions->len >= MOST_TOOLS ||
      listing->n_bytes > MOST_BYTES || !g_hash_table_add (listing->cursors, g_strdup (text)))
    {
      g_info (
          "The tool list of an MCP server is endless or too long; the remaining tools are ignored");
      return NULL;
    }
  return text;
}

/* @task: (transfer full) */
static void
take_page (GTask *task, TroupeValue *page)
{
  Listing *listing = g_task_get_task_data (task);
  TroupeValue *tools = troupe_value_is (page, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (page, "tools", -1)
                           : NULL;
  const char *cursor;

  g_assert (G_IS_TASK (task));

  if (tools == NULL || !troupe_value_is (tools, TROUPE_VALUE_LIST))
    {
      g_task_return_new_error (task, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                               _ ("The MCP server “%s” sent an invalid list of tools."),
                               troupe_mcp_connection_get_config (listing->connection)->label);
      g_object_unref (task);
      return;
    }
  listing->n_bytes += troupe_value_get_weight (page);
  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    {
      TroupeValue *about = troupe_value_list_get (tools, i);
      TroupeMcpConfig *config = troupe_mcp_connection_get_config (listing->connection);
      const gboolean is_modern =
          config->kind == TROUPE_MCP_KIND_HTTP &&
          troupe_json_rpc_session_is_modern (troupe_mcp_connection_get_talk (listing->connection));
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeMcpDefinition) definition = NULL;
      g_autofree char *name = NULL;

      if (listing->definitions->len >= MOST_TOOLS)
        continue;
      definition = troupe_mcp_definition_new (config, about, is_modern, &error);
      if (definition == NULL)
        {
          g_info ("Ignored a tool of an MCP server: %s %d", g_quark_to_string (error->domain),
                  error->code);
          continue;
        }
      name = troupe_tool_name_sanitize (definition->original);
      if (!troupe_mcp_config_wants (config, name) ||
          !g_hash_table_add (listing->names, g_strdup (definition->name)))
        continue;
      g_ptr_array_add (listing->definitions, g_steal_pointer (&definition));
    }
  cursor = find_next (listing, page);
  if (cursor != NULL)
    {
      ask (task, cursor);
      return;
    }
  g_task_return_pointer (task, g_ptr_array_ref (listing->definitions),
                         (GDestroyNotify) g_ptr_array_unref);
  g_object_unref (task);
}

static void
page_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) page =
      troupe_json_rpc_session_request_finish (TROUPE_JSON_RPC_SESSION (object), result, &error);

  g_assert (G_IS_TASK (task));

  if (page != NULL)
    {
      take_page (task, page);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* @cursor: (nullable) */
static void
ask (GTask *task, const char *cursor)
{
  Listing *listing = g_task_get_task_data (task);
  const gint64 left_ms = (listing->deadline_us - g_get_monotonic_time ()) / 1000;
  g_autoptr (TroupeValue) params = NULL;
  TroupeMcpRequest request = { .method = "tools/list" };
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  troupe_map_builder_init (&builder);
  if (cursor != NULL)
    troupe_map_builder_add (&builder, "cursor", troupe_value_new_string (cursor, -1));
  request.params = params = troupe_map_builder_end (&builder);
  request.timeout_ms = (guint) CLAMP (left_ms, 1, (gint64) G_MAXUINT);
  troupe_json_rpc_session_request_async (troupe_mcp_connection_get_talk (listing->connection),
                                         &request, g_task_get_cancellable (task), page_cb, task);
}

void
troupe_mcp_list_async (TroupeMcpConnection *connection,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task = NULL;
  Listing *listing = NULL;

  g_return_if_fail (TROUPE_IS_MCP_CONNECTION (connection));

  task = g_task_new (NULL, cancellable, callback, user_data);
  listing = g_new0 (Listing, 1);
  g_task_set_source_tag (task, troupe_mcp_list_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, listing, listing_free);
  listing->connection = g_object_ref (connection);
  listing->definitions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_mcp_definition_unref);
  listing->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  listing->cursors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  listing->deadline_us = g_get_monotonic_time () +
                         (gint64) troupe_mcp_connection_get_config (connection)->list_ms * 1000;
  ask (task, NULL);
}

GPtrArray *
troupe_mcp_list_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
