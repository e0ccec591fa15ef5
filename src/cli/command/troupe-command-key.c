/* troupe-command-key.c: troupectl key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-key"

#include "config.h"

#include <glib/gi18n.h>
#include <signal.h>

#include "troupe-command.h"
#include "troupe-key-input.h"
#include "troupe-keyring.h"
#include "troupe-provider-table.h"
#include "troupe-terminal.h"

/* --- Names -------------------------------------------------------------------------------------- */

/* Returns the variable that @word names directly or as the prefix of a provider. Prints an error
 * if there is no such variable. (nullable) */
static const char *
find_name (const char *word)
{
  const TroupeProvider *provider = troupe_provider_find_by_prefix (word, -1);

  /* In capitals, a prefix is also a valid name of a variable, which no model would read. */
  if (provider != NULL && provider->key_variables[0] != NULL)
    return provider->key_variables[0];
  if (provider == NULL && troupe_keyring_is_name (word))
    return word;
  if (provider != NULL)
    troupe_terminal_print_error (_ ("%s has no key that Troupe can store."), provider->title);
  else
    troupe_terminal_print_error (
        _ ("“%s” is neither a variable such as OPENAI_API_KEY nor a provider such as openai."),
        word);
  return NULL;
}

static gboolean
is_in_environment (const char *name)
{
  g_autofree char *value = g_strdup (g_getenv (name));

  return value != NULL && *g_strstrip (value) != '\0';
}

/* --- Set ---------------------------------------------------------------------------------------- */

static void
tell (TroupeCommandLine *line, const char *what, const char *name, const char *sentence)
{
  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, what, troupe_value_new_string (name, -1));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else if (!troupe_command_line_has (line, "quiet"))
    {
      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", sentence);
    }
}

static TroupeExit
set_key (TroupeCommandLine *line, const char *name)
{
  /* Translators: %s is the name of a variable. The user types the key after this text; the input
   * is not shown */
  g_autofree char *prompt = g_strdup_printf (_ ("Key for %s (input is hidden): "), name);
  g_autofree char *done = g_strdup_printf (_ ("%s is stored in the keyring."), name);
  g_autoptr (GError) error = NULL;
  gboolean is_kept;
  int number = 0;
  char *key = troupe_key_input_read (prompt, &number);

  if (number != 0)
    return number == SIGINT ? TROUPE_EXIT_INTERRUPTED : TROUPE_EXIT_TERMINATED;
  if (key == NULL)
    return TROUPE_EXIT_INVALID;
  is_kept = troupe_keyring_store (name, key, NULL, &error);
  troupe_key_input_free (key);
  if (!is_kept)
    {
      troupe_terminal_print_error (_ ("Could not store the key in the keyring: %s"),
                                   error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  tell (line, "set", name, done);
  if (is_in_environment (name) && !troupe_command_line_has (line, "quiet"))
    troupe_terminal_print_error (_ ("%s is also set in the environment, which takes precedence."),
                                 name);
  return TROUPE_EXIT_OK;
}

/* --- List --------------------------------------------------------------------------------------- */

static TroupeExit
list_keys (TroupeCommandLine *line)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = troupe_keyring_list (NULL, &error);

  if (names == NULL)
    {
      troupe_terminal_print_error (_ ("Could not read the keyring: %s"), error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree const char **users = NULL;
      const char *user_name;
      g_autoptr (GPtrArray) user_titles = NULL;
      guint n_providers;
      const TroupeProvider *providers;

      user_name = names[i];
      user_titles = g_ptr_array_new ();
      providers = troupe_provider_get_all (&n_providers);
      for (guint j = 0; j < n_providers; j++)
        if (g_strv_contains (providers[j].key_variables, user_name))
          g_ptr_array_add (user_titles, (gpointer) providers[j].title);
      g_ptr_array_add (user_titles, NULL);
      users = (const char **) g_ptr_array_free (g_steal_pointer (&user_titles), FALSE);
      if (troupe_command_line_has (line, "json"))
        {
          const char *name = names[i];
          g_autoptr (GPtrArray) items = g_ptr_array_new ();
          g_autoptr (TroupeValue) value = NULL;
          TroupeMapBuilder builder;

          for (guint j = 0; users[j] != NULL; j++)
            g_ptr_array_add (items, troupe_value_new_string (users[j], -1));
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
          troupe_map_builder_add (&builder, "services",
                                  troupe_value_new_list ((TroupeValue **) items->pdata,
                                                         items->len));
          troupe_map_builder_add (&builder, "environment",
                                  troupe_value_new_boolean (is_in_environment (name)));
          value = troupe_map_builder_end (&builder);
          troupe_terminal_print_json (value);
        }
      else
        {
          const char *name = names[i];
          g_autofree char *titles = g_strjoinv (", ", (char **) users);
          g_autofree char *row =
              is_in_environment (name)
                  /* Translators: the first %s is the name of a variable, the second one a list of
                   * services such as OpenAI */
                  ? g_strdup_printf (
                        _ ("%-24s %s (also set in the environment, which takes precedence)"), name,
                        titles)
                  : g_strdup_printf ("%-24s %s", name, titles);

          troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", g_strchomp (row));
        }
    }
  if (names[0] == NULL && troupe_terminal_is (stdout) && !troupe_command_line_has (line, "json") &&
      !troupe_command_line_has (line, "quiet"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_DIM,
                           _ ("No keys stored. To store one: troupectl key set openai\n"));
  return TROUPE_EXIT_OK;
}

/* --- Remove ------------------------------------------------------------------------------------- */

/* Returns the names of the keys that @word means: a stored name, or all keys of a provider, which may be
 * stored under any of its variables. Prints an error if @word means nothing. (transfer full) (nullable),
 * NULL-terminated */
static char **
list_meant (const char *word)
{
  const TroupeProvider *provider = troupe_provider_find_by_prefix (word, -1);
  g_auto (GStrv) stored = troupe_keyring_list (NULL, NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const char *name = NULL;
  gboolean any = FALSE;

  if (stored != NULL && g_strv_contains ((const char *const *) stored, word))
    {
      g_strv_builder_add (names, word);
      return g_strv_builder_end (names);
    }
  name = find_name (word);
  if (name == NULL)
    return NULL;
  for (guint i = 0; provider != NULL && provider->key_variables[i] != NULL; i++)
    if (stored != NULL &&
        g_strv_contains ((const char *const *) stored, provider->key_variables[i]))
      {
        g_strv_builder_add (names, provider->key_variables[i]);
        any = TRUE;
      }
  if (!any)
    g_strv_builder_add (names, name);
  return g_strv_builder_end (names);
}

static TroupeExit
remove_key (TroupeCommandLine *line, const char *name)
{
  g_autofree char *done = g_strdup_printf (_ ("%s was removed from the keyring."), name);
  g_autoptr (GError) error = NULL;

  if (troupe_keyring_remove (name, NULL, &error))
    {
      tell (line, "removed", name, done);
      return TROUPE_EXIT_OK;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    troupe_terminal_print_error ("%s", error->message);
  else
    troupe_terminal_print_error (_ ("Could not remove the key: %s"), error->message);
  return TROUPE_EXIT_RUN_FAILED;
}

/* --- The command -------------------------------------------------------------------------------- */

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *words = troupe_command_line_get_arguments (line);
  const gboolean is_set = g_str_equal (words[0], "set");
  const char *name = NULL;

  if (g_str_equal (words[0], "list") && words[1] == NULL)
    return list_keys (line);
  if ((!is_set && !g_str_equal (words[0], "remove")) || words[1] == NULL)
    {
      troupe_terminal_print_error (_ ("Usage: troupectl key set NAME, key list, key remove NAME"));
      return TROUPE_EXIT_INVALID;
    }
  if (!is_set)
    {
      g_auto (GStrv) names = list_meant (words[1]);
      TroupeExit result = names != NULL ? TROUPE_EXIT_OK : TROUPE_EXIT_INVALID;

      for (guint i = 0; names != NULL && names[i] != NULL && result == TROUPE_EXIT_OK; i++)
        result = remove_key (line, names[i]);
      return result;
    }
  name = find_name (words[1]);
  return name != NULL ? set_key (line, name) : TROUPE_EXIT_INVALID;
}

const TroupeCommand troupe_command_key = {
  .name = "key",
  .arguments = "set|list|remove [NAME]",
  .summary = N_ ("Manage API keys in the keyring."),
  .example = "troupectl key set openai",
  .min_arguments = 1,
  .max_arguments = 2,
  .run = run,
};
