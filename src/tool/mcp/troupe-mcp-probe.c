/* troupe-mcp-probe.c: command line client for MCP servers, for debugging and conformance suites
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-probe"

#include "config.h"

#include <libsoup/soup.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "troupe-mcp-grants.h"
#include "troupe-mcp-server.h"
#include "troupe-mcp-sign-in.h"
#include "troupe-mcp-tool.h"

/* This file is not translated, because it is only for developers of Troupe. */

typedef struct
{
  GMainLoop *loop;
  TroupeMcpServer *server;
  GPtrArray *tools;
  guint next;
  int status;
} Probe;

static char *call_name = NULL;
static char *call_arguments = NULL;
static gboolean calls_all = FALSE;
static gboolean shows_events = FALSE;
static gboolean is_plain = FALSE;
static gboolean accepts = FALSE;
static gboolean browses = FALSE;
static char *client_id = NULL;
static char *client_secret = NULL;
static char *client_key = NULL;
static char *client_document = NULL;
static gboolean is_machine = FALSE;
static char **headers = NULL;
static char **rest = NULL;

static const GOptionEntry entries[] = {
  { "call", 0, 0, G_OPTION_ARG_STRING, &call_name, "Call this tool (its name on the server)",
    "NAME" },
  { "arguments", 0, 0, G_OPTION_ARG_STRING, &call_arguments, "Arguments for --call", "JSON" },
  { "call-all", 0, 0, G_OPTION_ARG_NONE, &calls_all, "Call each tool with generated arguments",
    NULL },
  { "accept", 0, 0, G_OPTION_ARG_NONE, &accepts,
    "Accept elicitation requests with their default values (default: decline them)", NULL },
  { "browse", 0, 0, G_OPTION_ARG_NONE, &browses,
    "Sign in without a browser if the server does not prompt the user (default: do not sign in)",
    NULL },
  { "client-id", 0, 0, G_OPTION_ARG_STRING, &client_id, "Client ID for the sign-in", "ID" },
  { "client-secret", 0, 0, G_OPTION_ARG_STRING, &client_secret, "Client secret", "SECRET" },
  { "client-credentials", 0, 0, G_OPTION_ARG_NONE, &is_machine, "Use the client credentials grant",
    NULL },
  { "client-document", 0, 0, G_OPTION_ARG_STRING, &client_document,
    "URL of the client metadata document", "URL" },
  { "no-sandbox", 0, 0, G_OPTION_ARG_NONE, &is_plain, "Start the server process without a sandbox",
    NULL },
  { "events", 0, 0, G_OPTION_ARG_NONE, &shows_events, "Print events", NULL },
  { "header", 0, 0, G_OPTION_ARG_STRING_ARRAY, &headers, "Send an HTTP header", "NAME:VALUE" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &rest, NULL, "URL | COMMAND [ARGUMENT…]" },
  { 0 },
};

static void call_next (Probe *probe);

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Probe *probe = user_data;

  troupe_mcp_server_close_finish (TROUPE_MCP_SERVER (object), result);
  g_main_loop_quit (probe->loop);
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Probe *probe = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_tool_call_finish (TROUPE_TOOL (object), result, &error);

  if (value != NULL)
    g_print ("%s: %s\n", troupe_mcp_tool_get_original_name (TROUPE_MCP_TOOL (object)),
             troupe_value_get_string (value, NULL));
  else
    {
      g_printerr ("%s: %s\n", troupe_mcp_tool_get_original_name (TROUPE_MCP_TOOL (object)),
                  error->message);
      probe->status = EXIT_FAILURE;
    }
  call_next (probe);
}

/* Returns a value that roughly matches @schema. (transfer full) */
static TroupeValue *
make_up (TroupeValue *schema)
{
  TroupeValue *type = troupe_value_map_lookup_string (schema, "type", -1);
  TroupeValue *choices = troupe_value_map_lookup_string (schema, "enum", -1);
  const char *name = type != NULL && troupe_value_is (type, TROUPE_VALUE_STRING)
                         ? troupe_value_get_string (type, NULL)
                         : "string";

  if (choices != NULL && troupe_value_is (choices, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (choices) > 0)
    return troupe_value_ref (troupe_value_list_get (choices, 0));
  if (g_str_equal (name, "number") || g_str_equal (name, "integer"))
    return troupe_value_new_integer (2);
  if (g_str_equal (name, "boolean"))
    return troupe_value_new_boolean (FALSE);
  if (g_str_equal (name, "array"))
    return troupe_value_new_list (NULL, 0);
  if (g_str_equal (name, "object"))
    return troupe_value_from_json ("{}", -1, NULL);
  return troupe_value_new_string ("text", -1);
}

static TroupeValue *
make_up_arguments (TroupeTool *tool)
{
  TroupeValue *properties =
      troupe_value_map_lookup_string (troupe_tool_get_schema (tool), "properties", -1);
  TroupeMapBuilder arguments;

  g_assert (TROUPE_IS_TOOL (tool));

  troupe_map_builder_init (&arguments);
  for (gsize i = 0; properties != NULL && i < troupe_value_map_get_size (properties); i++)
    {
      TroupeValue *schema = troupe_value_map_get_value (properties, i);

      if (troupe_value_is (schema, TROUPE_VALUE_MAP))
        troupe_map_builder_add_key (&arguments,
                                    troupe_value_ref (troupe_value_map_get_key (properties, i)),
                                    make_up (schema));
    }
  return troupe_map_builder_end (&arguments);
}

static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  g_autofree char *line = troupe_event_to_json (event, NULL, TROUPE_EVENT_JSON_DEFAULT);

  g_print ("%s\n", line);
}

static TroupeToolContext
make_context (void)
{
  static TroupeRunContext *context = NULL;

  if (context == NULL)
    {
      context = troupe_run_context_new (&(TroupeRunContext){ .bus = troupe_event_bus_new () });
      if (shows_events)
        troupe_event_bus_add_sink (context->bus, event_cb, NULL, NULL);
    }
  return (TroupeToolContext){ .run = context };
}

static void
call_next (Probe *probe)
{
  const TroupeToolContext context = make_context ();

  g_assert (probe != NULL);

  while (probe->next < probe->tools->len)
    {
      TroupeTool *tool = probe->tools->pdata[probe->next++];
      const char *name = troupe_mcp_tool_get_original_name (TROUPE_MCP_TOOL (tool));
      g_autoptr (TroupeValue) arguments = NULL;

      if (!calls_all && g_strcmp0 (name, call_name) != 0)
        continue;
      if (calls_all || call_arguments == NULL)
        arguments = make_up_arguments (tool);
      else
        arguments = troupe_value_from_json (call_arguments, -1, NULL);
      troupe_tool_call_async (tool, arguments, &context, NULL, called_cb, probe);
      return;
    }
  troupe_mcp_server_close_async (probe->server, closed_cb, probe);
}

static void
opened_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Probe *probe = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *digest = NULL;

  probe->tools = troupe_mcp_server_open_finish (TROUPE_MCP_SERVER (object), result, &error);
  if (probe->tools == NULL)
    {
      g_printerr ("%s [%s]\n", error->message, troupe_mcp_error_get_type_name (error));
      probe->status = EXIT_FAILURE;
      g_main_loop_quit (probe->loop);
      return;
    }
  digest = troupe_mcp_tools_digest (probe->tools);
  g_print ("%s: %u tools, %s\n", troupe_mcp_server_get_label (probe->server), probe->tools->len,
           digest);
  for (guint i = 0; i < probe->tools->len; i++)
    g_print ("  %s (%s)\n", troupe_tool_get_name (probe->tools->pdata[i]),
             troupe_mcp_tool_get_original_name (probe->tools->pdata[i]));
  call_next (probe);
}

/* (transfer full) */
static TroupeValue *
make_entry (void)
{
  TroupeMapBuilder entry;
  TroupeMapBuilder map;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  troupe_map_builder_init (&entry);
  if (strstr (rest[0], "://") != NULL)
    {
      troupe_map_builder_init (&map);
      for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
        {
          g_auto (GStrv) parts = g_strsplit (headers[i], ":", 2);

          if (parts[0] != NULL && parts[1] != NULL)
            troupe_map_builder_add (&map, parts[0],
                                    troupe_value_new_string (g_strstrip (parts[1]), -1));
        }
      troupe_map_builder_add (&entry, "url", troupe_value_new_string (rest[0], -1));
      troupe_map_builder_add (&entry, "headers", troupe_map_builder_end (&map));
      return troupe_map_builder_end (&entry);
    }
  for (guint i = 1; rest[i] != NULL; i++)
    g_ptr_array_add (arguments, troupe_value_new_string (rest[i], -1));
  troupe_map_builder_add (&entry, "command", troupe_value_new_string (rest[0], -1));
  troupe_map_builder_add (
      &entry, "args", troupe_value_new_list ((TroupeValue **) arguments->pdata, arguments->len));
  return troupe_map_builder_end (&entry);
}

static void
browsed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) page =
      soup_session_send_and_read_finish (SOUP_SESSION (object), result, &error);

  g_printerr ("authorization: %s\n", page != NULL ? "completed" : error->message);
}

/* Answers from the command line options instead of prompting the user. */
static gpointer
ask (TroupeElicitation *elicitation,
     TroupeMcpAnsweredFunc func,
     gpointer func_data,
     gpointer user_data)
{
  if (elicitation->is_sign_in)
    {
      if (browses && elicitation->url != NULL)
        {
          const char *address = elicitation->url;
          g_autoptr (SoupSession) session = soup_session_new ();
          g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, address);

          /* Requests the authorization URL like a browser, for servers that do not prompt the
           * user. */
          soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL, browsed_cb,
                                            NULL);
        }
      func (browses ? TROUPE_ELICITATION_ACCEPT : TROUPE_ELICITATION_DECLINE, NULL, func_data);
      return NULL;
    }
  g_printerr ("elicitation: %s%s%s\n", elicitation->message, elicitation->url != NULL ? " " : "",
              elicitation->url != NULL ? elicitation->url : "");
  func (accepts ? TROUPE_ELICITATION_ACCEPT : TROUPE_ELICITATION_DECLINE, NULL, func_data);
  return NULL;
}

static void
withdraw (gpointer question, gpointer user_data)
{
  g_assert_not_reached ();
}

static void
warn (const char *text, gpointer user_data)
{
  g_printerr ("%s\n", text);
}

/* Reads the client from the environment of the official MCP conformance suite, unless the
 * command line sets it. */
static void
read_context (void)
{
  const char *scenario = g_getenv ("MCP_CONFORMANCE_SCENARIO");
  const char *text = g_getenv ("MCP_CONFORMANCE_CONTEXT");
  g_autoptr (TroupeValue) context = text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;

  if (client_id == NULL)
    {
      client_id = g_strdup (troupe_value_get_member_text (context, "client_id"));
      client_secret = g_strdup (troupe_value_get_member_text (context, "client_secret"));
      client_key = g_strdup (troupe_value_get_member_text (context, "private_key_pem"));
    }
  if (scenario != NULL && g_str_has_prefix (scenario, "auth/client-credentials"))
    is_machine = TRUE;
}

static int
run (void)
{
  static const TroupeMcpAsker asker = { ask, withdraw, warn, NULL, NULL };
  Probe probe = { .status = EXIT_SUCCESS };
  const TroupeToolContext context = make_context ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) entry = make_entry ();
  TroupeMcpServer *server;
  TroupeMcpClient client;

  probe.server = troupe_mcp_server_new_for_reference (entry, &error);
  if (probe.server == NULL)
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  if (is_plain)
    troupe_mcp_server_set_sandbox (probe.server, TROUPE_PYTHON_PERMIT_NOTHING,
                                   TROUPE_PYTHON_SANDBOX_NONE);
  troupe_mcp_server_set_asker (probe.server, &asker);
  read_context ();
  server = probe.server;
  client = (TroupeMcpClient){ .id = client_id,
                              .secret = client_secret,
                              .key = client_key,
                              .is_given = TRUE,
                              .is_machine = is_machine };
  if (client_id != NULL)
    troupe_mcp_server_set_client (server, &client);
  troupe_mcp_sign_in_set_document (client_document);
  troupe_mcp_grants_set_keyring (FALSE);
  probe.loop = g_main_loop_new (NULL, FALSE);
  troupe_mcp_server_open_async (probe.server, &context, NULL, opened_cb, &probe);
  g_main_loop_run (probe.loop);
  g_clear_pointer (&probe.tools, g_ptr_array_unref);
  g_object_unref (probe.server);
  g_main_loop_unref (probe.loop);
  return probe.status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) options = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_set_summary (options, "Connects to an MCP server and lists its tools.");
  g_option_context_add_main_entries (options, entries, NULL);
  g_option_context_set_strict_posix (options, TRUE);
  if (!g_option_context_parse (options, &argc, &argv, &error) || rest == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "A URL or a command is required.");
      return EXIT_FAILURE;
    }
  return run ();
}
