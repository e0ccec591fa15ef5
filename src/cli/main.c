/* main.c: troupectl: command line interface
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupectl"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-installed-files.h"
#include "troupe-open-files.h"
#include "troupe-secret.h"
#include "troupe-standard-streams.h"
#include "troupe-terminal.h"

static const TroupeCommand *const commands[] = {
  &troupe_command_run,     &troupe_command_validate, &troupe_command_show,
  &troupe_command_eval,    &troupe_command_plot,     &troupe_command_convert,
  &troupe_command_compare, &troupe_command_history,  &troupe_command_resume,
  &troupe_command_replay,  &troupe_command_train,    &troupe_command_test,
  &troupe_command_key,     &troupe_command_batch,    &troupe_command_export_job,
  &troupe_command_memory,  &troupe_command_chat,     &troupe_command_reset_memory,
  &troupe_command_mcp,
};

/* Names that are not commands, but under which people look for what is elsewhere. */
static const struct
{
  const char *name;
  const char *where;
} elsewhere[] = {
  { "fork", N_ ("“fork” is a part of “history”: troupectl history fork RUN --at STEP.") },
  { "diff", N_ ("“troupectl compare RUN RUN” compares two runs. Two versions of a document are "
                "compared in the window: "
                "open one of them, and choose Compare With File in the main menu.") },
  { "merge", N_ ("Two versions of a document are merged in the window: open one of them, and "
                 "choose Compare With "
                 "File in the main menu.") },
};

static const TroupeCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i]->name, name))
      return commands[i];
  return NULL;
}

static void
print_help (FILE *stream)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append (text, _ ("Usage: troupectl COMMAND …\n"
                            "Run, check and draw CrewAI flows.\n\n"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "  %-12s %s\n", commands[i]->name, _ (commands[i]->summary));
  g_string_append (text, _ ("\n“troupectl COMMAND --help” describes each command.\n\nExample:\n  "
                            "troupectl run content.json --input topic=Rain\n"));
  fputs (text->str, stream);
}

static TroupeExit
refuse_command (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *near = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
    if (g_str_equal (elsewhere[i].name, name))
      {
        troupe_terminal_print_error ("%s", _ (elsewhere[i].where));
        return TROUPE_EXIT_INVALID;
      }
  if (name[0] == '-')
    {
      troupe_terminal_print_error (_ ("Unknown option %s. “troupectl --help” lists the commands."),
                                   name);
      return TROUPE_EXIT_INVALID;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_ptr_array_add (names, (gpointer) commands[i]->name);
  g_ptr_array_add (names, NULL);
  near = troupe_nearest_word (name, (const char *const *) names->pdata);
  if (near != NULL)
    troupe_terminal_print_error (_ ("Unknown command “%s”. Did you mean “%s”?"), name, near);
  else
    troupe_terminal_print_error (_ ("Unknown command “%s”. “troupectl --help” lists the commands."),
                                 name);
  return TROUPE_EXIT_INVALID;
}

static TroupeExit
run_command (const TroupeCommand *command, const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCommandLine) line = troupe_command_line_parse (command, arguments, &error);

  g_assert (command != NULL);

  if (line == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_command_line_has (line, "help"))
    {
      g_autofree char *help = troupe_command_get_help (command);

      fputs (help, stdout);
      return TROUPE_EXIT_OK;
    }
  return command->run (line);
}

static TroupeExit
dispatch (const char *const *arguments)
{
  const char *name = arguments[0];
  const TroupeCommand *command = NULL;

  if (name == NULL)
    {
      print_help (stderr);
      return TROUPE_EXIT_INVALID;
    }
  if (g_str_equal (name, "--version"))
    {
      fputs ("troupectl " TROUPE_VERSION "\n", stdout);
      return TROUPE_EXIT_OK;
    }
  if (g_str_equal (name, "--help") || g_str_equal (name, "-h") || g_str_equal (name, "help"))
    {
      static const char *const help[] = { "--help", NULL };

      command = arguments[1] != NULL ? find_command (arguments[1]) : NULL;
      if (command != NULL)
        return run_command (command, help);
      if (arguments[1] != NULL)
        return refuse_command (arguments[1]);
      print_help (stdout);
      return TROUPE_EXIT_OK;
    }
  command = find_command (name);
  return command != NULL ? run_command (command, arguments + 1) : refuse_command (name);
}

int
main (int argc, char **argv)
{
  g_autofree char *locale_dir =
      troupe_installed_files_find_folder ("locale", "zh_CN/LC_MESSAGES/" GETTEXT_PACKAGE ".mo");
  TroupeExit result = TROUPE_EXIT_OK;
  int number = 0;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* Only local files are read, so GIO does not need to load modules or use D-Bus for other
   * files. */
  g_setenv ("GIO_USE_VFS", "local", TRUE);
  troupe_open_files_raise_limit ();
  troupe_secret_forbid_dumps ();
  /* A file at the limit of its size (`ulimit -f`) is an error of the function that writes it, as a full
   * disk is, also after a run has ended. */
  signal (SIGXFSZ, SIG_IGN);

  troupe_standard_streams_begin ();
  result = argc > 0 ? dispatch ((const char *const *) argv + 1) : TROUPE_EXIT_INVALID;
  if (fflush (stdout) != 0 || ferror (stdout))
    number = errno;
  else
    number = troupe_standard_streams_flush_output ();
  if (number != 0)
    {
      troupe_terminal_print_error (_ ("Could not write to standard output: %s"),
                                   g_strerror (number));
      if (result == TROUPE_EXIT_OK)
        result = TROUPE_EXIT_RUN_FAILED;
    }
  troupe_standard_streams_flush_errors ();
  return result;
}
