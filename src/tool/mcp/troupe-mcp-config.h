/* troupe-mcp-config.h: configuration of an MCP server: parsed entry of an agent's `mcps`
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-key-recipients.h"
#include "troupe-llm.h"
#include "troupe-permission-list.h"
#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_MCP_KIND_STDIO, /* a program that is started */
  TROUPE_MCP_KIND_HTTP,
  TROUPE_MCP_KIND_SLUG, /* a server of CrewAI's platform, available only there */
} TroupeMcpKind;

/**
 * TroupeMcpConfig:
 * @is_text: whether the entry is a string instead of a map: CrewAI treats failures of such servers
 *   more leniently
 * @name: the part of the tool names that identifies the server
 * @label: the name of the server for the user, without secrets
 * @shown_url: (nullable): for HTTP, without credentials and query
 * @command, @arguments: for a program
 * @environment: alternating names and values that the document adds
 * @uri, @headers: for HTTP; alternating names and values
 * @slug: (nullable)
 * @tool: (nullable): the only tool to use, sanitized
 * @keeps_list: whether the list of tools may be cached
 * @keys: the values among @secrets that are probably keys, and unlikely to be part of other text
 * @entry: the entry of the document
 * @connect_ms, @list_ms, @call_ms: timeouts
 *
 * A server as configured in the document (doc/mcp.md §1). Immutable; atomic reference count.
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
  GPtrArray *keys;
  TroupeValue *entry;
  gboolean keeps_list;
  guint connect_ms;
  guint list_ms;
  guint call_ms;
} TroupeMcpConfig;

/* Parses an entry. Starts nothing. (transfer full) (nullable). Errors:
 * %TROUPE_MCP_ERROR_VALIDATION. */
TroupeMcpConfig *troupe_mcp_config_new (const TroupeValue *entry, GError **error);
TroupeMcpConfig *troupe_mcp_config_ref (TroupeMcpConfig *self);
void troupe_mcp_config_unref (TroupeMcpConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpConfig, troupe_mcp_config_unref)

/* Returns the path of the program that starts a local server. @folder: folder of the document.
 * (transfer full) (nullable): NULL if the program was not found */
char *troupe_mcp_config_find_program (const TroupeMcpConfig *self, const char *folder);
/* Adds the names of the variables that `env` and `headers` refer to, each once. @names:
 * (element-type utf8), owns its strings */
void troupe_mcp_config_list_variables (const TroupeMcpConfig *self, GPtrArray *names);

/* Returns FALSE with %TROUPE_LLM_ERROR_REFUSED if the user was not shown that the server receives the
 * variables of its `env` and `headers`. @recipients: (nullable) */
gboolean troupe_mcp_config_check_recipient (const TroupeMcpConfig *self,
                                            TroupeKeyRecipients *recipients,
                                            GError **error);

/**
 * troupe_mcp_config_fill:
 * @func: looks up a variable; called on the calling thread
 *
 * Replaces `${NAME}` and `${NAME:-text}` in `env` and `headers`. The values of variables are secrets
 * of the new configuration. They must not be paths, because a server may access the paths in its
 * `env`, and those were shown to the user as the document names them.
 *
 * Returns: (transfer full) (nullable): the configuration to connect with, or %NULL with
 * %TROUPE_MCP_ERROR_VALIDATION
 */
TroupeMcpConfig *troupe_mcp_config_fill (TroupeMcpConfig *self,
                                         TroupeLlmEnvironmentFunc func,
                                         gpointer user_data,
                                         GError **error);

/* Returns TRUE if the document itself contains credentials (`Authorization`). */
gboolean troupe_mcp_config_has_key (const TroupeMcpConfig *self);

/* Returns TRUE if the document selects the tool. @name: its sanitized name, without the server */
gboolean troupe_mcp_config_wants (const TroupeMcpConfig *self, const char *name);
/* Returns the name under which a model calls the server's tool @name. (transfer full) */
char *troupe_mcp_config_name_tool (const TroupeMcpConfig *self, const char *name);
/* Returns `stdio` or `streamable-http`, as in CrewAI's events. */
const char *troupe_mcp_config_get_transport (const TroupeMcpConfig *self);
void troupe_mcp_config_list_permissions (const TroupeMcpConfig *self,
                                         TroupePermissionList *permissions);

/**
 * troupe_mcp_config_clean:
 * @text: a message of the server or about the server; need not be UTF-8
 *
 * Converts @text to a line for errors and events. Redacts the secrets that the document and
 * sign-ins provide to servers, and truncates a long text.
 *
 * Returns: (transfer full)
 */
char *troupe_mcp_config_clean (const TroupeMcpConfig *self, const char *text);

G_END_DECLS
