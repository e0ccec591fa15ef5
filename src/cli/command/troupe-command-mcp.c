/* troupe-command-mcp.c: troupectl mcp
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-mcp"

#include "config.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>

#include "troupe-command.h"
#include "troupe-file.h"
#include "troupe-http-hosts.h"
#include "troupe-key-input.h"
#include "troupe-mcp-config.h"
#include "troupe-mcp-grants.h"
#include "troupe-permissions.h"
#include "troupe-project-code.h"
#include "troupe-sanitize-text.h"
#include "troupe-sign-in-prompt.h"
#include "troupe-terminal.h"

#define LAST_PORT 65535u
/* Maximum size of a private key in bytes. */
#define LONGEST_KEY 65536u

/* --- Servers ------------------------------------------------------------------------------------ */

/* Returns TRUE if @word is the @address of the server, or the host of this address. */
static gboolean
is_meant (const char *address, const char *word)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *host = uri != NULL ? troupe_uri_describe_host (uri) : NULL;

  return g_str_equal (address, word) || g_strcmp0 (host, word) == 0 ||
         (uri != NULL && g_strcmp0 (g_uri_get_host (uri), word) == 0);
}

/* Returns the servers that the command line selects, at least one. Prints an error if it selects
 * no server. (transfer full) (nullable) */
static char **
find_servers (const char *const *words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) servers = NULL;
  char **found = NULL;
  const char *word;
  g_autofree char *list = NULL;
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autofree char *folder = NULL;

  if (strstr (words[0], "://") != NULL)
    {
      g_autofree char *name = NULL;
      g_autoptr (TroupeValue) url = NULL;
      g_autoptr (TroupeValue) entry = NULL;
      g_autoptr (TroupeMcpConfig) config = NULL;
      g_autoptr (GError) error = NULL;
      TroupeMapBuilder address_builder;

      /* Determines the name under which the sign-in for an address is stored. Prints an error
       * if the address is invalid. */
      url = troupe_value_new_string (words[0], -1);
      troupe_map_builder_init (&address_builder);
      troupe_map_builder_add (&address_builder, "url", troupe_value_ref (url));
      entry = troupe_map_builder_end (&address_builder);
      config = troupe_mcp_config_new (entry, &error);
      if (config != NULL)
        {
          /* The user has named the host, wherever its name leads. */
          troupe_http_hosts_allow (g_uri_get_host (config->uri), NULL);
          name = troupe_mcp_resource_name (config->uri);
        }
      else
        troupe_terminal_print_error ("%s", error->message);
      if (name == NULL)
        return NULL;
      g_strv_builder_add (builder, name);
      return g_strv_builder_end (builder);
    }
  /* Prints an error if the document cannot be loaded. */
  loaded = troupe_command_load (words[0]);
  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return NULL;
    }
  folder = troupe_path_get_document_folder (troupe_loaded_get_path (loaded));
  servers =
      troupe_permissions_find_servers (troupe_flow_document_get_flow (loaded->document), folder);
  if (servers == NULL)
    return NULL;
  for (guint i = 0; servers[i] != NULL; i++)
    if (words[1] == NULL || is_meant (servers[i], words[1]))
      g_strv_builder_add (builder, servers[i]);
  found = g_strv_builder_end (builder);
  if (found[0] != NULL)
    return found;
  word = words[1];
  list = g_strjoinv (", ", servers);
  if (servers[0] == NULL)
    troupe_terminal_print_error (_ ("The document has no MCP server that requires a sign-in. Only "
                                    "servers with a URL and without a key require one."));
  else
    troupe_terminal_print_error (
        _ ("The document has no server “%s” that requires a sign-in. Available: %s"), word, list);
  g_strfreev (found);
  return NULL;
}

/* --- Sign in ------------------------------------------------------------------------------------ */

static void
tell (TroupeCommandLine *line, const char *server, const char *state, const char *sentence)
{
  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "server", troupe_value_new_string (server, -1));
      troupe_map_builder_add (&builder, "state", troupe_value_new_string (state, -1));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else if (!troupe_command_line_has (line, "quiet"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", sentence);
}

static TroupeExit
sign_in_to (TroupeCommandLine *line, const char *server, const TroupeMcpClient *client)
{
  g_auto (TroupeSignInPrompt) prompt = { .says_yes = troupe_command_line_has (line, "yes") };
  g_autofree char *token = NULL;
  g_autofree char *sentence = NULL;
  guint generation;

  if (!troupe_sign_in_prompt_run (&prompt, server, client))
    {
      troupe_terminal_print_error ("%s", prompt.error->message);
      return prompt.is_refused ? TROUPE_EXIT_CONSENT : TROUPE_EXIT_RUN_FAILED;
    }
  token = troupe_mcp_grants_peek (server, &generation);
  if (token == NULL)
    {
      sentence = g_strdup_printf (_ ("%s does not require a sign-in."), server);
      tell (line, server, "not_wanted", sentence);
      return TROUPE_EXIT_OK;
    }
  sentence = g_strdup_printf (_ ("You are signed in to %s."), server);
  tell (line, server, prompt.is_kept ? "signed_in" : "not_kept", sentence);
  /* A sign-in that is not stored is only valid for this process, which exits now. */
  return prompt.is_kept ? TROUPE_EXIT_OK : TROUPE_EXIT_RUN_FAILED;
}

/* Reads the client options. Returns FALSE and sets @result if the options are invalid. */
static gboolean
read_client (TroupeCommandLine *line, TroupeMcpClient *client, TroupeExit *result)
{
  const char *port = troupe_command_line_get (line, "port");
  const char *key = troupe_command_line_get (line, "client-key");
  g_autoptr (GError) error = NULL;
  guint64 number = 0;
  int signal_number = 0;

  client->id = g_strdup (troupe_command_line_get (line, "client-id"));
  client->is_given = client->id != NULL;
  client->is_machine = troupe_command_line_has (line, "client-credentials");
  *result = TROUPE_EXIT_INVALID;
  if (port != NULL && !g_ascii_string_to_unsigned (port, 10, 1, LAST_PORT, &number, NULL))
    {
      troupe_terminal_print_error (_ ("--port must be a number from 1 to 65535, not “%s”."), port);
      return FALSE;
    }
  client->port = (guint) number;
  if (client->id == NULL &&
      (client->is_machine || key != NULL || troupe_command_line_has (line, "client-secret")))
    {
      troupe_terminal_print_error (
          _ ("--client-secret, --client-key and --client-credentials require --client-id ID."));
      return FALSE;
    }
  if (key != NULL)
    {
      client->key = troupe_file_read (key, LONGEST_KEY, NULL, NULL, &error);
      if (client->key == NULL)
        troupe_terminal_print_error ("%s", error->message);
      return client->key != NULL;
    }
  if (!troupe_command_line_has (line, "client-secret"))
    return TRUE;
  client->secret = troupe_key_input_read (_ ("Client secret (input is hidden): "), &signal_number);
  if (signal_number != 0)
    *result = signal_number == SIGINT ? TROUPE_EXIT_INTERRUPTED : TROUPE_EXIT_TERMINATED;
  return client->secret != NULL;
}

static TroupeExit
sign_in (TroupeCommandLine *line, const char *const *words)
{
  g_auto (TroupeMcpClient) client = { 0 };
  g_auto (GStrv) servers = NULL;
  TroupeExit result = TROUPE_EXIT_OK;
  gboolean has_client;

  if (!read_client (line, &client, &result))
    return result;
  servers = find_servers (words);
  if (servers == NULL)
    return TROUPE_EXIT_INVALID;
  if (client.id != NULL && servers[1] != NULL)
    {
      troupe_terminal_print_error (
          _ ("Specify the server for --client-id: troupectl mcp sign-in FILE SERVER"));
      return TROUPE_EXIT_INVALID;
    }
  has_client = client.id != NULL || client.port != 0;
  result = TROUPE_EXIT_OK;
  for (guint i = 0; servers[i] != NULL; i++)
    {
      const TroupeExit one = sign_in_to (line, servers[i], has_client ? &client : NULL);

      if (result == TROUPE_EXIT_OK)
        result = one;
    }
  return result;
}

/* --- Sign out and list ------------------------------------------------------------------------ */

static TroupeExit
list (TroupeCommandLine *line)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) servers = troupe_mcp_grants_list (&error);

  if (servers == NULL)
    {
      troupe_terminal_print_error (_ ("Could not read the keyring: %s"), error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  for (guint i = 0; servers[i] != NULL; i++)
    {
      g_autofree char *shown = troupe_text_to_line (servers[i]);

      tell (line, servers[i], "signed_in", shown);
    }
  return TROUPE_EXIT_OK;
}

/* --- The command -------------------------------------------------------------------------------- */

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *words = troupe_command_line_get_arguments (line);

  if (g_str_equal (words[0], "list") && words[1] == NULL)
    return list (line);
  if (g_str_equal (words[0], "sign-in") && words[1] != NULL)
    return sign_in (line, words + 1);
  if (g_str_equal (words[0], "sign-out") && words[1] != NULL)
    {
      g_auto (GStrv) servers = find_servers (words + 1);
      TroupeExit result = TROUPE_EXIT_OK;

      if (servers == NULL)
        return TROUPE_EXIT_INVALID;
      for (guint i = 0; servers[i] != NULL; i++)
        {
          g_autofree char *sentence =
              g_strdup_printf (_ ("The sign-in to %s was removed from the keyring."), servers[i]);
          g_autoptr (GError) error = NULL;

          if (troupe_mcp_grants_remove (servers[i], &error))
            tell (line, servers[i], "signed_out", sentence);
          else
            {
              troupe_terminal_print_error ("%s", error->message);
              result = TROUPE_EXIT_RUN_FAILED;
            }
        }
      return result;
    }
  troupe_terminal_print_error (_ ("Usage: troupectl mcp sign-in FILE [SERVER], mcp sign-out FILE "
                                  "[SERVER], mcp list. FILE can be the URL of a server."));
  return TROUPE_EXIT_INVALID;
}

static const TroupeOption options[] = {
  { "client-id", 0, "ID",
    N_ ("Client ID under which Troupe is registered with the authorization server"), FALSE },
  { "client-secret", 0, NULL,
    N_ ("Prompt for the client secret, or read it from standard input in a pipe"), FALSE },
  { "client-key", 0, "FILE",
    N_ ("Private key file (PEM) to use instead of a secret; stored in the keyring"), FALSE },
  { "client-credentials", 0, NULL, N_ ("Sign in as the client itself, without a user"), FALSE },
  { "port", 0, "N", N_ ("Port on 127.0.0.1 for the browser redirect (default: any free port)"),
    FALSE },
  { "yes", 0, NULL, N_ ("Allow connections to the authorization servers"), FALSE },
  { NULL, 0, NULL, NULL, FALSE },
};

const TroupeCommand troupe_command_mcp = {
  .name = "mcp",
  .arguments = "sign-in|sign-out|list [FILE] [SERVER]",
  .summary = N_ ("Sign in to the MCP servers of a document."),
  .example = "troupectl mcp sign-in https://mcp.example.com/mcp",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 3,
  .run = run,
};
