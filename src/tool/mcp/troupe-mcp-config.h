/* troupe-mcp-config.h: an entry of an agent's `mcps`, read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-permission-list.h"
#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_MCP_KIND_STDIO, /* a program that is started */
  TROUPE_MCP_KIND_HTTP,
  TROUPE_MCP_KIND_SLUG, /* a server of CrewAI's platform, which only that knows */
} TroupeMcpKind;

/**
 * TroupeMcpConfig:
 * @is_text: whether the document has a text and no map: failures of such a server are milder in CrewAI
 * @name: the part of the names of its tools that says which server it is
 * @label: which server it is, for people, without secrets
 * @shown_url: (nullable): of HTTP, without credentials and query
 * @command, @arguments: of a program
 * @environment: names and values in turn, which the document adds
 * @uri, @headers: of HTTP; names and values in turn
 * @slug: (nullable)
 * @tool: (nullable): the one tool that is wanted, sanitised
 * @keeps_list: whether the list of tools may be asked for once and kept
 * @connect_ms, @list_ms, @call_ms: how long each may take
 *
 * One server as the document names it (doc/mcp.md §1). Immutable; reference count for one thread.
 */
typedef struct
{
  TroupeMcpKind kind;
  gboolean is_text;
  char *name;
  char *label;
  char *shown_url;
  char *command;
  char **arguments;
  char **environment;
  GUri *uri;
  char **headers;
  char *slug;
  char *tool;
  GHashTable *allowed; /* (nullable): all */
  GHashTable *blocked; /* (nullable): none */
  GPtrArray *secrets;
  gboolean keeps_list;
  guint connect_ms;
  guint list_ms;
  guint call_ms;
} TroupeMcpConfig;

/* Starts nothing. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION. */
TroupeMcpConfig *troupe_mcp_config_new (const TroupeValue *entry, GError **error);
TroupeMcpConfig *troupe_mcp_config_ref (TroupeMcpConfig *self);
void troupe_mcp_config_unref (TroupeMcpConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpConfig, troupe_mcp_config_unref)

/* Whether the document itself says who asks (`Authorization`). */
gboolean troupe_mcp_config_has_key (const TroupeMcpConfig *self);

/* @name: of a tool, sanitised, without the server */
gboolean troupe_mcp_config_wants (const TroupeMcpConfig *self, const char *name);
/* The name of the server's tool @name for a model. (transfer full) */
char *troupe_mcp_config_name_tool (const TroupeMcpConfig *self, const char *name);
/* `stdio` or `streamable-http`, as CrewAI's events have it. */
const char *troupe_mcp_config_get_transport (const TroupeMcpConfig *self);
void troupe_mcp_config_list_permissions (const TroupeMcpConfig *self,
                                         TroupePermissionList *permissions);

/**
 * troupe_mcp_config_clean:
 * @text: of the server, or of a program that speaks of it; need not be UTF-8
 *
 * A line that can stand in an error or event: without the secrets that the document and sign-ins give servers, and cut
 * where it is long.
 *
 * Returns: (transfer full)
 */
char *troupe_mcp_config_clean (const TroupeMcpConfig *self, const char *text);

G_END_DECLS
