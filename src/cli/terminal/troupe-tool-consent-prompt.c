/* troupe-tool-consent-prompt.c: consent prompt on the terminal for the tools of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-consent-prompt"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-terminal.h"
#include "troupe-tool-consent-prompt.h"
#include "troupe-tool-consents.h"

/* @agreed: maps keys to the tools that were allowed in this run. All fields that change are only
 *   used on the main thread. */
typedef struct
{
  gatomicrefcount ref_count;
  TroupeCommandLine *line;
  TroupeAnswers *answers;
  char *folder;
  GHashTable *agreed;
} Offers;

static Offers *
offers_ref (Offers *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
offers_unref (gpointer data)
{
  Offers *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  troupe_answers_unref (self->answers);
  g_hash_table_unref (self->agreed);
  g_free (self->folder);
  g_free (self);
}

/* One offer that is being passed to the main thread. @before: (nullable): the tools that were
 * allowed earlier */
typedef struct
{
  Offers *offers;
  TroupeMcpToolList *offer;
  TroupeValue *before;
} Offered;

static void
offered_free (gpointer data)
{
  Offered *self = data;

  troupe_mcp_tool_list_unref (self->offer);
  g_clear_pointer (&self->before, troupe_value_unref);
  offers_unref (self->offers);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Offered, offered_free)

/* --- Decision --------------------------------------------------------------------------------- */

static void
agree (Offered *self)
{
  g_autoptr (GError) error = NULL;

  g_hash_table_replace (self->offers->agreed, g_strdup (troupe_mcp_tool_list_get_key (self->offer)),
                        troupe_value_ref (troupe_mcp_tool_list_get_tools (self->offer)));
  if (!troupe_command_line_has (self->offers->line, "no-store") &&
      !troupe_tool_consents_keep (self->offers->folder, self->offer, &error))
    troupe_terminal_print_error (_ ("Could not save the permission: %s"), error->message);
  troupe_mcp_tool_list_settle (self->offer, NULL);
}

static char *
make_title (Offered *self)
{
  const char *label = troupe_mcp_tool_list_get_label (self->offer);

  if (self->before == NULL)
    /* Translators: %s is the name of a server: a command line, or a host name */
    return g_strdup_printf (_ ("Tool descriptions of the MCP server “%s”, which models will read:"),
                            label);
  return g_strdup_printf (
      /* Translators: %s is the name of a server: a command line, or a host name */
      _ ("The tool descriptions of the MCP server “%s” have changed since you allowed them:"),
      label);
}

static void
refuse (Offered *self)
{
  const char *label = troupe_mcp_tool_list_get_label (self->offer);
  g_autofree char *summary = troupe_tool_consents_summarize (self->offer, self->before);
  g_autofree char *refusal = NULL;

  if (self->before == NULL)
    refusal = g_strdup_printf (
        /* Translators: the first %s is the name of a server (a command line, or a host name),
         * the second one the names of tools */
        _ ("The tool descriptions of the MCP server “%s” have not been allowed yet (%s). Run this "
           "command in a terminal to review them, or allow them with --allow mcp."),
        label, summary);
  else
    refusal = g_strdup_printf (
        /* Translators: the first %s is the name of a server (a command line, or a host name),
         * the second one describes the changes with the names of tools */
        _ ("The tool descriptions of the MCP server “%s” have changed since you allowed them (%s). "
           "Run this command in a terminal to review them, or allow them with --allow "
           "mcp-changes."),
        label, summary);
  troupe_mcp_tool_list_settle (self->offer, refusal);
}

/* Handles the user's answer. @line: (nullable): NULL if the input has ended */
static void
answered_cb (const char *line, gpointer user_data)
{
  g_autoptr (Offered) self = user_data;

  g_assert (self->offer != NULL);

  if (troupe_terminal_is_yes (line))
    agree (self);
  else
    refuse (self);
}

/* @self: (transfer full) */
static void
ask (Offered *self)
{
  g_autofree char *title = make_title (self);
  g_autofree char *text = troupe_tool_consents_describe (self->offer, self->before);
  g_autofree char *question =
      g_strconcat ("\n", title, "\n", text, _ ("Send these tool descriptions to models? [y/N] "),
                   NULL);

  troupe_terminal_drop_input ();
  troupe_answers_ask (self->offers->answers, question, answered_cb, self);
}

/* Compares the offer with the tools that were allowed in this run, which may not be stored, and
 * then with the stored tools. */
static TroupeToolConsent
compare (Offered *self)
{
  TroupeValue *tools =
      g_hash_table_lookup (self->offers->agreed, troupe_mcp_tool_list_get_key (self->offer));

  if (tools != NULL && troupe_value_equal (tools, troupe_mcp_tool_list_get_tools (self->offer)))
    return TROUPE_TOOLS_AGREED;
  return troupe_tool_consents_compare (self->offers->folder, self->offer, &self->before);
}

static gboolean
is_allowed (Offered *self, TroupeToolConsent agreement)
{
  switch (agreement)
    {
    case TROUPE_TOOLS_NEW:
      return troupe_consent_prompt_allows (self->offers->line, "mcp");

    case TROUPE_TOOLS_AGREED:
      return TRUE;

    case TROUPE_TOOLS_CHANGED:
    default:
      return troupe_consent_prompt_allows (self->offers->line, "mcp-changes");
    }
}

static gboolean
offered_cb (gpointer user_data)
{
  g_autoptr (Offered) self = user_data;
  const TroupeToolConsent agreement = compare (self);

  g_assert (self->offer != NULL);

  if (agreement == TROUPE_TOOLS_AGREED)
    troupe_mcp_tool_list_settle (self->offer, NULL);
  else if (is_allowed (self, agreement))
    agree (self);
  else if (troupe_answers_has_terminal (self->offers->answers))
    ask (g_steal_pointer (&self));
  else
    {
      g_autofree char *title = make_title (self);
      g_autofree char *text = troupe_tool_consents_describe (self->offer, self->before);

      if (!troupe_command_line_has (self->offers->line, "quiet"))
        troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n%s", title, text);
      refuse (self);
    }
  return G_SOURCE_REMOVE;
}

/* Called on the run's thread. */
static void
offer_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer user_data)
{
  Offered *self = g_new0 (Offered, 1);

  g_assert (TROUPE_IS_RUN (run));

  self->offers = offers_ref (user_data);
  self->offer = troupe_mcp_tool_list_ref (offer);
  g_main_context_invoke (NULL, offered_cb, self);
}

void
troupe_tool_consent_prompt_follow (TroupeCommandLine *line, TroupeRun *run, TroupeAnswers *answers)
{
  Offers *self = g_new0 (Offers, 1);

  g_return_if_fail (TROUPE_IS_RUN (run));

  g_atomic_ref_count_init (&self->ref_count);
  self->line = line;
  self->answers = troupe_answers_ref (answers);
  self->folder = troupe_command_get_consent_folder ();
  self->agreed =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) troupe_value_unref);
  troupe_run_set_tool_list_func (run, offer_cb, self, offers_unref);
}
