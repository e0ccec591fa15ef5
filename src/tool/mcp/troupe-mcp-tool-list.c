/* troupe-mcp-tool-list.c: tools offered by an MCP server, for approval by the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-tool-list"

#include "config.h"

#include <string.h>

#include "troupe-mcp-definition.h"
#include "troupe-mcp-server-private.h"
#include "troupe-mcp-tool-list.h"
#include "troupe-mcp-tool.h"

/* @func: (nullable): accessed only on the thread that created the list; @is_settled: (atomic) */
struct _TroupeMcpToolList
{
  gatomicrefcount ref_count;
  char *label;
  char *key;
  TroupeValue *tools;
  GMainContext *context;
  TroupeMcpToolListFunc func;
  gpointer user_data;
  gint is_settled;
};

/* --- Data ------------------------------------------------------------------------------------- */

static void
hash_text (GChecksum *checksum, const char *text)
{
  /* Including the terminating NUL makes the boundaries of the strings unambiguous. */
  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text) + 1);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* @pairs: (nullable): alternating names and values; the values are ignored, because they may
 *   change */
static void
hash_names (GChecksum *checksum, char **pairs)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i += 2)
    g_ptr_array_add (names, pairs[i]);
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    hash_text (checksum, names->pdata[i]);
}

static char *
make_key (const TroupeMcpConfig *config, const char *folder)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (config->kind == TROUPE_MCP_KIND_STDIO)
    {
      hash_text (checksum, config->command);
      for (guint i = 0; config->arguments[i] != NULL; i++)
        hash_text (checksum, config->arguments[i]);
      hash_text (checksum, "");
      hash_text (checksum, folder != NULL ? folder : "");
      hash_names (checksum, config->environment);
    }
  else
    {
      g_autofree char *address =
          config->uri != NULL ? g_uri_to_string (config->uri) : g_strdup (config->label);

      hash_text (checksum, address);
      hash_names (checksum, config->headers);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

static int
compare_definitions (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TroupeMcpDefinition *const *) a)->original,
                 (*(TroupeMcpDefinition *const *) b)->original);
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeMcpToolList *
troupe_mcp_tool_list_new (TroupeMcpServer *server,
                          GPtrArray *tools,
                          const char *folder,
                          TroupeRedactor *redactor,
                          TroupeMcpToolListFunc func,
                          gpointer user_data)
{
  g_autoptr (TroupeValue) entries = NULL;
  TroupeMcpToolList *self = NULL;
  g_autoptr (GPtrArray) sorted = NULL;
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (server) && tools != NULL && func != NULL, NULL);

  self = g_new0 (TroupeMcpToolList, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->label = g_strdup (troupe_mcp_server_get_label (server));
  self->key = make_key (troupe_mcp_server_get_config (server), folder);
  /* The digests are of what the server sent, so that the list is the same with other keys. */
  sorted = g_ptr_array_new ();
  items = g_new (TroupeValue *, tools->len + 1);
  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (sorted,
                     (gpointer) troupe_mcp_tool_get_definition (TROUPE_MCP_TOOL (tools->pdata[i])));
  g_ptr_array_sort (sorted, compare_definitions);
  for (guint i = 0; i < sorted->len; i++)
    {
      const TroupeMcpDefinition *definition = sorted->pdata[i];
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      g_autofree char *digest = NULL;
      TroupeMapBuilder builder;

      g_ptr_array_add (one, (gpointer) definition);
      digest = troupe_mcp_definitions_digest (one);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "name", troupe_value_new_string (definition->original, -1));
      troupe_map_builder_add (&builder, "description",
                              troupe_value_new_string (definition->shown_description, -1));
      troupe_map_builder_add (&builder, "schema", troupe_value_ref (definition->shown_schema));
      troupe_map_builder_add (&builder, "digest", troupe_value_new_string (digest, -1));
      items[i] = troupe_map_builder_end (&builder);
    }
  entries = troupe_value_new_list (items, sorted->len);
  self->tools = troupe_redactor_hide_value (redactor, entries);
  self->context = g_main_context_ref_thread_default ();
  self->func = func;
  self->user_data = user_data;
  return self;
}

TroupeMcpToolList *
troupe_mcp_tool_list_ref (TroupeMcpToolList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_mcp_tool_list_unref (TroupeMcpToolList *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->label);
  g_free (self->key);
  troupe_value_unref (self->tools);
  g_main_context_unref (self->context);
  g_free (self);
}

const char *
troupe_mcp_tool_list_get_label (TroupeMcpToolList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->label;
}

const char *
troupe_mcp_tool_list_get_key (TroupeMcpToolList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->key;
}

TroupeValue *
troupe_mcp_tool_list_get_tools (TroupeMcpToolList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tools;
}

/* --- Settling --------------------------------------------------------------------------------- */

void
troupe_mcp_tool_list_withdraw (TroupeMcpToolList *self)
{
  g_return_if_fail (self != NULL);

  self->func = NULL;
}

/* @refusal: (nullable) */
typedef struct
{
  TroupeMcpToolList *offer;
  char *refusal;
} Settlement;

static void
settlement_free (gpointer data)
{
  Settlement *settlement = data;

  troupe_mcp_tool_list_unref (settlement->offer);
  g_free (settlement->refusal);
  g_free (settlement);
}

static gboolean
settled_cb (gpointer user_data)
{
  const Settlement *settlement = user_data;
  TroupeMcpToolListFunc func = settlement->offer->func;

  g_assert (settlement->offer != NULL);

  settlement->offer->func = NULL;
  if (func != NULL)
    func (settlement->refusal, settlement->offer->user_data);
  return G_SOURCE_REMOVE;
}

void
troupe_mcp_tool_list_settle (TroupeMcpToolList *self, const char *refusal)
{
  g_autoptr (GSource) source = NULL;
  Settlement *settlement = NULL;

  g_return_if_fail (self != NULL);

  if (!g_atomic_int_compare_and_exchange (&self->is_settled, 0, 1))
    return;
  settlement = g_new0 (Settlement, 1);
  settlement->offer = troupe_mcp_tool_list_ref (self);
  settlement->refusal = g_strdup (refusal);
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, settled_cb, settlement, settlement_free);
  g_source_attach (source, self->context);
}
