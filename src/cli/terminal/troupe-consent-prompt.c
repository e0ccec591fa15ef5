/* troupe-consent-prompt.c: consent prompt on the terminal for the permissions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-prompt"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-consent.h"
#include "troupe-folder-policy.h"
#include "troupe-price-prompt.h"
#include "troupe-run-options.h"
#include "troupe-store-own.h"
#include "troupe-terminal.h"

/* --- Permissions of the command line ---------------------------------------------------------- */

static const struct
{
  const char *word;
  TroupePythonPermissions permissions;
} words[] = {
  { "script", TROUPE_PYTHON_PERMIT_SCRIPT },
  { "code", TROUPE_PYTHON_PERMIT_CODE },
  { "tool", TROUPE_PYTHON_PERMIT_TOOL },
  { "mcp", TROUPE_PYTHON_PERMIT_MCP },
  /* Does not permit Python code, only changed tool descriptions of servers. See
   * troupe-tool-consent-prompt.c. */
  { "mcp-changes", TROUPE_PYTHON_PERMIT_NOTHING },
  { "no-sandbox", TROUPE_PYTHON_PERMIT_UNCONFINED },
  /* No part of another word, because nothing requires it. */
  { "programs", TROUPE_PYTHON_PERMIT_PROGRAMS },
  { "all", TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL |
               TROUPE_PYTHON_PERMIT_MCP },
};

/* Returns FALSE for an unknown word. */
static gboolean
read_word (const char *text, TroupePythonPermissions *permissions)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, text))
      {
        *permissions |= words[i].permissions;
        return TRUE;
      }
  return FALSE;
}

gboolean
troupe_consent_prompt_check_words (TroupeCommandLine *line)
{
  g_autofree const char **lists = troupe_command_line_get_all (line, "allow");
  TroupePythonPermissions permissions = TROUPE_PYTHON_PERMIT_NOTHING;

  for (guint i = 0; lists[i] != NULL; i++)
    {
      g_auto (GStrv) given = g_strsplit (lists[i], ",", -1);

      for (guint k = 0; given[k] != NULL; k++)
        if (!read_word (given[k], &permissions))
          {
            troupe_terminal_print_error (_ ("--allow must be script, code, tool, mcp, mcp-changes, "
                                            "no-sandbox, programs or all, not “%s”."),
                                         given[k]);
            return FALSE;
          }
    }
  return TRUE;
}

gboolean
troupe_consent_prompt_allows (TroupeCommandLine *line, const char *word)
{
  g_autofree const char **lists = troupe_command_line_get_all (line, "allow");

  g_return_val_if_fail (word != NULL, FALSE);

  for (guint i = 0; lists[i] != NULL; i++)
    {
      g_auto (GStrv) given = g_strsplit (lists[i], ",", -1);

      if (g_strv_contains ((const char *const *) given, word) ||
          (g_str_equal (word, "mcp") && g_strv_contains ((const char *const *) given, "all")))
        return TRUE;
    }
  return FALSE;
}

/* Reads CrewAI's variable. The values 1, true and yes allow scripts, in upper or lower case. */
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

/* Completes what was allowed with what that includes. */
static TroupePythonPermissions
complete (TroupePythonPermissions allowed)
{
  const TroupePythonPermissions of_code =
      allowed & (TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE |
                 TROUPE_PYTHON_PERMIT_TOOL | TROUPE_PYTHON_PERMIT_UNCONFINED);

  /* Allowing code includes the network and write access that are listed for the code. The
   * document gets no further access. */
  if (of_code != 0)
    allowed |= TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE;
  /* If no sandbox is installed the user cannot expect one, so its absence is permitted. A
   * sandbox that fails is an error. */
  if ((allowed & ~TROUPE_PYTHON_PERMIT_PROGRAMS) != 0 && !troupe_python_has_sandbox_program ())
    allowed |= TROUPE_PYTHON_PERMIT_UNCONFINED;
  return allowed;
}

TroupePythonPermissions
troupe_consent_prompt_get_permissions (TroupeCommandLine *line)
{
  g_autofree const char **lists = troupe_command_line_get_all (line, "allow");
  TroupePythonPermissions allowed = TROUPE_PYTHON_PERMIT_NOTHING;

  for (guint i = 0; lists[i] != NULL; i++)
    {
      g_auto (GStrv) given = g_strsplit (lists[i], ",", -1);

      for (guint k = 0; given[k] != NULL; k++)
        read_word (given[k], &allowed);
    }
  return complete (allowed);
}

/* --- Consent ------------------------------------------------------------------------------ */

/* The state of a consent prompt. */
typedef struct
{
  TroupeCommandLine *line;
  TroupeConsent *consent;
  char *folder;
  TroupePythonPermissions python; /* needed, and neither allowed nor granted yet */
  gboolean rest;                  /* whether other permissions still need consent */
  gboolean is_other;              /* whether something else was granted to the run before */
  gboolean yes_is_enough;         /* whether `--yes` includes Python */
  gboolean asks_again;            /* whether permissions that were granted before do not count */
  char *foreign;                  /* (nullable): a folder with data that came from elsewhere */
} Question;

/* Stores the permissions that the user has granted for this content. */
static void
keep_agreement (const Question *self)
{
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (!troupe_command_line_has (self->line, "no-store") &&
      !troupe_consent_grant (self->consent, self->folder, self->rest, self->python, &error))
    troupe_terminal_print_error (_ ("Could not save the permission: %s"), error->message);
}

static gboolean
ask_person (TroupeConsent *consent, gboolean *is_asked)
{
  g_autofree char *permissions = troupe_consent_describe (consent);
  g_autofree char *summary = troupe_consent_summarize (consent);

  *is_asked = troupe_terminal_is (stdin) && troupe_terminal_is (stderr);
  if (!*is_asked)
    return FALSE;
  troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, permissions);
  if (summary != NULL)
    troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, summary);
  return troupe_terminal_ask (_ ("Run it? [y/N] "));
}

/* Formats the missing permissions as `--allow script,code`. */
static char *
make_flag (TroupePythonPermissions missing)
{
  g_autoptr (GString) flag = g_string_new ("--allow ");
  const char *separator = "";

  for (guint i = 0; i < G_N_ELEMENTS (words) - 1; i++)
    if ((words[i].permissions & missing) != 0)
      {
        g_string_append_printf (flag, "%s%s", separator, words[i].word);
        separator = ",";
      }
  return g_string_free (g_steal_pointer (&flag), FALSE);
}

/* Returns the path of the first Python code that is not permitted. */
static char *
find_path (const Question *self)
{
  TroupeValue *list =
      troupe_value_map_lookup_string (troupe_consent_get_report (self->consent), "python", -1);

  g_assert (self != NULL);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);
      const char *kind =
          troupe_value_get_string (troupe_value_map_lookup_string (entry, "kind", -1), NULL);
      TroupePythonPermissions permissions = TROUPE_PYTHON_PERMIT_NOTHING;

      /* The class of the state counts as code. */
      if (read_word (g_str_equal (kind, "class") ? "code" : kind, &permissions) &&
          (permissions & self->python) != 0)
        return g_strdup (
            troupe_value_get_string (troupe_value_map_lookup_string (entry, "path", -1), NULL));
    }
  return NULL;
}

static void
question_init (Question *self, TroupeCommandLine *line, TroupeRun *run)
{
  g_assert (TROUPE_IS_RUN (run));

  self->line = line;
  self->folder = troupe_command_get_consent_folder ();
  self->consent = troupe_consent_new_for_run (run);
  troupe_consent_compare (self->consent, self->folder);
}

static void
question_clear (Question *self)
{
  g_assert (self != NULL);

  g_clear_object (&self->consent);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->foreign, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

/* Returns what CrewAI's variable allows: scripts of a document that the user has created in the window, with the content
 * that it had then. The variable is set once for all flows, and must not allow code of a document that came from
 * elsewhere, about which the user would learn nothing. */
static TroupePythonPermissions
question_ask_environment (Question *self)
{
  g_assert (self != NULL);

  return environment_allows_scripts () && troupe_consent_is_own (self->consent, self->folder, FALSE)
             ? complete (TROUPE_PYTHON_PERMIT_SCRIPT)
             : TROUPE_PYTHON_PERMIT_NOTHING;
}

/* Returns the data folder of the command line if it came from elsewhere: its runs and memories would choose the calls of a document
 * that was allowed with other data. (transfer full) (nullable) */
static char *
find_foreign_data (TroupeCommandLine *line)
{
  const char *folder = troupe_command_line_get (line, "data-dir");
  const char *out = troupe_command_line_get (line, "out");
  g_autofree char *path = NULL;

  if (folder != NULL)
    path = g_strdup (folder);
  else if (out != NULL && troupe_command_line_has (line, "resume"))
    path = g_build_filename (out, "state", NULL);
  return path != NULL && !troupe_store_own_is (path) ? g_steal_pointer (&path) : NULL;
}

/* Returns TRUE if the user has chosen a folder that a saved run names: by an argument, as the current folder, or with the folder of the
 * data, which is in the same project. @folder: (nullable) */
static gboolean
is_chosen_folder (TroupeCommandLine *line, const char *folder, const char *data)
{
  const char *const *arguments = troupe_command_line_get_arguments (line);
  g_autofree char *current = g_get_current_dir ();
  g_autofree char *real = folder != NULL ? troupe_path_resolve_existing (folder) : NULL;
  g_autofree char *real_current = troupe_path_resolve_existing (current);
  g_autofree char *absolute = g_canonicalize_filename (data, NULL);
  g_autofree char *real_data = troupe_path_resolve_existing (absolute);
  g_autofree char *around = g_path_get_dirname (real_data);

  if (real == NULL || g_str_equal (real, real_current) ||
      (troupe_path_is_within (real, around) && !troupe_folder_policy_is_shared (around)))
    return TRUE;
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *argument = g_canonicalize_filename (arguments[i], NULL);
      g_autofree char *named = troupe_path_resolve_existing (argument);
      g_autofree char *above = g_path_get_dirname (named);

      if (g_file_test (named, G_FILE_TEST_EXISTS) &&
          (g_str_equal (real, named) || g_str_equal (real, above)))
        return TRUE;
    }
  return FALSE;
}

/* Returns a folder in which the run would work because data that came from elsewhere say so. (transfer full) (nullable) */
static char *
find_foreign_folder (const Question *self, TroupeRun *run)
{
  const char *path = troupe_run_get_path (run);
  const char *outputs = troupe_run_get_options (run)->folder;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  if (self->foreign == NULL)
    return NULL;
  if (!is_chosen_folder (self->line, folder, self->foreign))
    return g_steal_pointer (&folder);
  return is_chosen_folder (self->line, outputs, self->foreign) ? NULL : g_strdup (outputs);
}

/* Prompts the user if necessary. Returns FALSE and sets @reason if the run is not permitted. */
static gboolean
question_decide (Question *self,
                 TroupeRun *run,
                 gboolean says_yes,
                 TroupePythonPermissions *python,
                 char **reason,
                 char **path)
{
  g_autoptr (GError) error = NULL;
  gboolean is_asked = FALSE;

  g_assert (self != NULL);

  if (self->python == TROUPE_PYTHON_PERMIT_NOTHING && (!self->rest || says_yes))
    {
      keep_agreement (self);
      return TRUE;
    }
  /* A run that would be refused is refused before the user is asked. */
  if (!troupe_run_check_parts (run, &error))
    {
      *reason = g_strdup (error->message);
      return FALSE;
    }
  if (self->foreign != NULL)
    {
      g_autofree char *shown = troupe_path_for_display (self->foreign);

      if (!troupe_command_line_has (self->line, "quiet"))
        troupe_terminal_print (
            stderr, TROUPE_COLOUR_NONE,
            /* Translators: %s is a folder. */
            _ ("The data in “%s” was not stored by you on this computer, so that "
               "permissions are required again.\n"),
            shown);
    }
  if (ask_person (self->consent, &is_asked))
    {
      *python |= self->python;
      keep_agreement (self);
      return TRUE;
    }
  *path = find_path (self);
  self->rest = self->rest && !says_yes;
  if (is_asked)
    *reason = g_strdup (_ ("Nothing was run."));
  else
    {
      g_autofree char *permissions = g_strchomp (troupe_consent_describe (self->consent));
      g_autofree char *flag = make_flag (self->python);
      char *refusal;

      if (self->python == TROUPE_PYTHON_PERMIT_NOTHING || self->yes_is_enough)
        refusal = g_strdup_printf (_ ("Nothing was run. Use --yes to grant the permissions that "
                                      "this document requires:\n%s"),
                                   permissions);
      else if (environment_allows_scripts () && (self->python & TROUPE_PYTHON_PERMIT_SCRIPT) != 0 &&
               !self->rest)
        refusal = g_strdup_printf (
            _ ("Nothing was run. CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION does not allow scripts of a "
               "document that you have not allowed yet. Use %s to allow the code of this document. "
               "It "
               "requires the following permissions:\n%s"),
            flag, permissions);
      else if (self->rest)
        refusal =
            g_strdup_printf (_ ("Nothing was run. Use --yes with %s to grant the permissions that "
                                "this document requires:\n%s"),
                             flag, permissions);
      else
        refusal =
            g_strdup_printf (_ ("Nothing was run. Use %s to allow the code of this document. It "
                                "requires the following permissions:\n%s"),
                             flag, permissions);
      *reason = refusal;
    }
  return FALSE;
}

/* @agreed: (nullable): as for troupe_consent_prompt_ask_next() */
static gboolean
ask (TroupeCommandLine *line,
     TroupeRun *run,
     gboolean yes_is_enough,
     gboolean asks_again,
     char **agreed,
     char **reason,
     char **path)
{
  g_auto (Question) self = { .yes_is_enough = yes_is_enough, .asks_again = asks_again };
  gboolean says_yes = troupe_command_line_has (line, "yes");
  const gboolean is_first = agreed == NULL || *agreed == NULL;
  g_autofree char *key = NULL;
  TroupePythonPermissions python;
  const char *name = NULL;
  g_autofree char *source = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *folder = NULL;
  TroupePythonPermissions needed;
  TroupePythonPermissions settle;
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;
  gboolean is_granted;

  *reason = NULL;
  *path = NULL;
  if (!troupe_price_prompt_ask (line, run, reason))
    return FALSE;
  /* Later runs of a command use what its first one has stored. */
  self.foreign = is_first ? find_foreign_data (line) : NULL;
  self.asks_again = self.asks_again || self.foreign != NULL;
  question_init (&self, line, run);
  folder = find_foreign_folder (&self, run);
  if (folder != NULL && troupe_consent_is_needed (self.consent))
    {
      g_autofree char *place = troupe_path_for_display (folder);

      /* Translators: %s is a folder. */
      *reason =
          g_strdup_printf (_ ("Nothing was run. The saved run came from elsewhere and works in "
                              "“%s”. If this is intended, change to this folder and run "
                              "the command there."),
                           place);
      return FALSE;
    }
  key = agreed != NULL ? troupe_consent_make_key (self.consent) : NULL;
  self.is_other = key != NULL && *agreed != NULL && !g_str_equal (*agreed, key);
  says_yes = says_yes && !self.is_other;
  /* Also determines the permissions that still need consent. */
  needed = troupe_consent_get_python (self.consent);
  settle =
      self.is_other ? TROUPE_PYTHON_PERMIT_NOTHING : troupe_consent_prompt_get_permissions (line);
  is_granted = !self.asks_again && troupe_consent_was_granted (self.consent, self.folder, &granted);
  settle |= granted;
  if (!self.is_other && !self.asks_again)
    settle |= question_ask_environment (&self);
  /* As with --allow, a sandbox that is installed but fails is an error. */
  if (self.yes_is_enough && says_yes)
    settle |=
        troupe_python_has_sandbox_program () ? needed & ~TROUPE_PYTHON_PERMIT_UNCONFINED : needed;
  self.python = needed & ~settle;
  /* If all Python of a flow without other permissions is allowed, nothing else needs consent. */
  self.rest =
      troupe_permissions_need_consent_beside_python (troupe_consent_get_report (self.consent)) &&
      (says_yes || !is_granted);
  /* These are used if they are allowed, but no document requires them. */
  python = settle & (needed | TROUPE_PYTHON_PERMIT_UNCONFINED | TROUPE_PYTHON_PERMIT_PROGRAMS);
  if (!question_decide (&self, run, says_yes, &python, reason, path))
    return FALSE;
  if ((python & TROUPE_PYTHON_PERMIT_UNCONFINED) != 0 && !troupe_python_has_sandbox () &&
      !troupe_command_line_has (line, "quiet"))
    troupe_terminal_print (
        stderr, TROUPE_COLOUR_NONE, "%s\n",
        _ ("The programs and the Python code of this document run without a sandbox."));
  /* Prints the model that is used because the document names none: it depends on the
   * environment, and the window may use another one. */
  source =
      troupe_permissions_describe_default_model (troupe_consent_get_report (self.consent), &name);
  if (source != NULL && !troupe_command_line_has (line, "quiet") &&
      !troupe_command_line_has (line, "json"))
    {
      shown = troupe_text_to_line (name);
      /* Translators: the first %s is a model, the second one where it comes from */
      troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("Model: %s (%s)\n"), shown, source);
    }
  if (agreed != NULL)
    {
      g_free (*agreed);
      *agreed = g_steal_pointer (&key);
    }
  troupe_run_set_unreviewed (run, !troupe_consent_is_needed (self.consent));
  troupe_run_set_python (run, python, TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  troupe_run_set_agreed_code (run, troupe_consent_get_code (self.consent));
  troupe_run_set_granted (run, troupe_consent_get_content (self.consent),
                          troupe_consent_get_report (self.consent));
  return TRUE;
}

gboolean
troupe_consent_prompt_ask (TroupeCommandLine *line, TroupeRun *run, char **reason, char **path)
{
  return ask (line, run, FALSE, FALSE, NULL, reason, path);
}

gboolean
troupe_consent_prompt_ask_next (TroupeCommandLine *line,
                                TroupeRun *run,
                                char **agreed,
                                char **reason,
                                char **path)
{
  g_return_val_if_fail (agreed != NULL, FALSE);

  return ask (line, run, FALSE, FALSE, agreed, reason, path);
}

gboolean
troupe_consent_prompt_ask_again (TroupeCommandLine *line,
                                 TroupeRun *run,
                                 char **reason,
                                 char **path)
{
  return ask (line, run, FALSE, TRUE, NULL, reason, path);
}

gboolean
troupe_consent_prompt_ask_code (TroupeCommandLine *line, TroupeRun *run, char **reason)
{
  g_autofree char *path = NULL;

  return ask (line, run, TRUE, FALSE, NULL, reason, &path);
}
