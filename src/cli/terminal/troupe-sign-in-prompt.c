/* troupe-sign-in-prompt.c: sign-in to an MCP server at the terminal (OAuth)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sign-in-prompt"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-sign-in-prompt.h"
#include "troupe-terminal.h"

typedef struct
{
  TroupeSignInPrompt *prompt;
  GMainLoop *loop;
  gboolean is_open;
} Signing;

/* --- Prompts ---------------------------------------------------------------------------------- */

/* Asks the user a yes/no question. The function may block, because nothing else happens while
 * the user decides. */
static gboolean
ask_person (const char *text)
{
  return troupe_terminal_is (stdin) && troupe_terminal_is (stderr) && troupe_terminal_ask (text);
}

static gpointer
ask_cb (TroupeElicitation *elicitation,
        TroupeMcpAnsweredFunc func,
        gpointer func_data,
        gpointer user_data)
{
  Signing *self = user_data;
  gboolean is_agreed = FALSE;

  g_assert (elicitation != NULL);

  /* Other elicitation requests of servers are only handled in runs. */
  if (elicitation->is_sign_in && elicitation->url != NULL)
    {
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      /* Asks the user whether to open the URL. If the user agrees, opens the URL without a
       * shell. A terminal without a desktop has no browser. */
      text = g_strdup_printf (
          /* Translators: the first %s is a sentence, the second one a host name, the third one a URL */
          _ ("%s\nSign in at %s:\n  %s\nOpen it in the browser? [y/N] "), elicitation->message,
          elicitation->host, elicitation->url);
      is_agreed = TRUE;
      if (!ask_person (text))
        is_agreed = FALSE;
      else if (g_app_info_launch_default_for_uri (elicitation->url, NULL, &error))
        troupe_terminal_write (stderr, TROUPE_COLOUR_DIM,
                               _ ("Waiting for the browser… Press Ctrl+C to cancel.\n"));
      else
        troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW,
                               _ ("Could not start a browser (%s). Open the URL yourself.\n"),
                               error->message);
    }
  else if (elicitation->is_sign_in)
    {
      g_autofree char *text = g_strdup_printf ("%s [y/N] ", elicitation->message);

      is_agreed = self->prompt->says_yes || ask_person (text);
    }
  self->prompt->is_refused = self->prompt->is_refused || !is_agreed;
  func (is_agreed ? TROUPE_ELICITATION_ACCEPT : TROUPE_ELICITATION_DECLINE, NULL, func_data);
  return NULL;
}

/* Never called, because all questions are answered immediately. */
static void
withdraw_cb (gpointer question, gpointer user_data)
{
  g_assert_not_reached ();
}

static void
warn_cb (const char *text, gpointer user_data)
{
  ((Signing *) user_data)->prompt->is_kept = FALSE;
  troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s\n", text);
}

/* --- Server ----------------------------------------------------------------------------------- */

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Signing *self = user_data;

  troupe_mcp_server_close_finish (TROUPE_MCP_SERVER (object), result);
  g_main_loop_quit (self->loop);
}

static void
opened_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Signing *self = user_data;
  g_autoptr (GPtrArray) tools =
      troupe_mcp_server_open_finish (TROUPE_MCP_SERVER (object), result, &self->prompt->error);

  g_assert (TROUPE_IS_MCP_SERVER (object));

  self->is_open = tools != NULL;
  troupe_mcp_server_close_async (TROUPE_MCP_SERVER (object), closed_cb, self);
}

/* (transfer full) */
static TroupeValue *
make_entry (const char *address)
{
  TroupeMapBuilder entry;

  troupe_map_builder_init (&entry);
  troupe_map_builder_add (&entry, "url", troupe_value_new_string (address, -1));
  return troupe_map_builder_end (&entry);
}

gboolean
troupe_sign_in_prompt_run (TroupeSignInPrompt *prompt,
                           const char *address,
                           const TroupeMcpClient *client)
{
  Signing self = { prompt, NULL, FALSE };
  const TroupeMcpAsker asker = { ask_cb, withdraw_cb, warn_cb, NULL, &self };
  const TroupeToolContext context = { 0 };
  g_autoptr (TroupeValue) entry = make_entry (address);
  g_autoptr (TroupeMcpServer) server = NULL;

  g_return_val_if_fail (prompt != NULL && address != NULL, FALSE);

  prompt->is_kept = TRUE;
  server = troupe_mcp_server_new_for_reference (entry, &prompt->error);
  if (server == NULL)
    return FALSE;
  troupe_mcp_server_set_asker (server, &asker);
  troupe_mcp_server_set_client (server, client);
  self.loop = g_main_loop_new (NULL, FALSE);
  troupe_mcp_server_open_async (server, &context, NULL, opened_cb, &self);
  g_main_loop_run (self.loop);
  g_main_loop_unref (self.loop);
  return self.is_open;
}

void
troupe_sign_in_prompt_clear (TroupeSignInPrompt *prompt)
{
  g_return_if_fail (prompt != NULL);

  g_clear_error (&prompt->error);
}
