/* troupe-consent.c: whether a person agreed to what a document can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-consent.h"
#include "troupe-rights.h"
#include "troupe-terminal.h"

static void
keep_agreement (TroupeCommandLine *line, const char *folder, const char *digest)
{
  g_autoptr (GError) error = NULL;

  if (!troupe_command_line_has (line, "no-store") && !troupe_rights_grant (folder, digest, &error))
    troupe_terminal_print_error (_ ("The consent is not kept: %s"), error->message);
}

static gboolean
ask_person (const char *rights)
{
  char answer[16];

  troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, rights);
  troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, _ ("Run it? [y/N] "));
  fflush (stderr);
  return fgets (answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

gboolean
troupe_consent_ask (TroupeCommandLine *line, TroupeFlow *flow, char **reason)
{
  const char *digest = troupe_flow_get_digest (flow);
  g_autofree char *folder = troupe_command_get_data_folder (line);
  g_autoptr (TroupeValue) explained = troupe_rights_explain (flow);
  g_autofree char *rights = NULL;
  gboolean agreed = FALSE;

  *reason = NULL;
  if (!troupe_rights_need_consent (explained))
    return TRUE;
  rights = troupe_rights_describe (explained);
  agreed = troupe_command_line_has (line, "yes");
  if (!agreed && troupe_rights_were_granted (folder, digest))
    return TRUE;
  if (!agreed && troupe_terminal_is (stdin) && troupe_terminal_is (stderr))
    agreed = ask_person (rights);
  if (agreed)
    {
      keep_agreement (line, folder, digest);
      return TRUE;
    }
  *reason = g_strdup_printf (
      _ ("Nothing was started. This flow can do what follows; --yes agrees to it.\n%s"),
      g_strchomp (rights));
  return FALSE;
}

/* --- What is allowed ---------------------------------------------------------------------- */

static const char *const words[] = { "script", "code", "tool", "mcp", "all", NULL };

gboolean
troupe_consent_check_words (TroupeCommandLine *line)
{
  g_autofree const char **lists = troupe_command_line_get_all (line, "allow");

  for (guint i = 0; lists[i] != NULL; i++)
    {
      g_auto (GStrv) given = g_strsplit (lists[i], ",", -1);

      for (guint k = 0; given[k] != NULL; k++)
        if (!g_strv_contains (words, given[k]))
          {
            troupe_terminal_print_error (_ ("--allow is script, code, tool, mcp or all, not “%s”."),
                                         given[k]);
            return FALSE;
          }
    }
  return TRUE;
}

static gboolean
is_allowed (TroupeCommandLine *line, const char *word)
{
  g_autofree const char **lists = troupe_command_line_get_all (line, "allow");

  for (guint i = 0; lists[i] != NULL; i++)
    {
      g_auto (GStrv) given = g_strsplit (lists[i], ",", -1);

      if (g_strv_contains ((const char *const *) given, word) ||
          g_strv_contains ((const char *const *) given, "all"))
        return TRUE;
    }
  return FALSE;
}

/* CrewAI's own switch: 1, true or yes, however written. */
static gboolean
environment_allows_scripts (void)
{
  g_autofree char *value = g_strdup (g_getenv ("CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION"));

  if (value == NULL)
    return FALSE;
  g_strstrip (value);
  return g_str_equal (value, "1") || g_ascii_strcasecmp (value, "true") == 0 ||
         g_ascii_strcasecmp (value, "yes") == 0;
}

static gboolean
has_script (const TroupeFlowAction *action)
{
  if (action->type == TROUPE_ACTION_SCRIPT)
    return TRUE;
  for (guint i = 0; i < action->n_steps; i++)
    if (action->steps[i].action != NULL && action->steps[i].action->type == TROUPE_ACTION_SCRIPT)
      return TRUE;
  return FALSE;
}

gboolean
troupe_consent_check_allowed (TroupeCommandLine *line, TroupeFlow *flow, char **reason, char **path)
{
  *reason = NULL;
  *path = NULL;
  if (is_allowed (line, "script") || environment_allows_scripts ())
    return TRUE;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (!has_script (method->action))
        continue;
      *path = g_strdup_printf ("methods.%s.do", method->name);
      *reason = g_strdup_printf (
          _ ("“%s” runs a Python script. That needs your permission (--allow script), and this "
             "version cannot run scripts yet: use an expression."),
          method->name);
      return FALSE;
    }
  return TRUE;
}
