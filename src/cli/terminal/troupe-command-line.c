/* troupe-command-line.c: command line parser: options, values and arguments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-line"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-command-line.h"

/* An option that was given. */
typedef struct
{
  const TroupeOption *option;
  const char *value;
} Given;

struct _TroupeCommandLine
{
  const TroupeCommand *command;
  GArray *given;
  GPtrArray *arguments;
  GPtrArray *owned; /* strings that were split off an argument */
};

static const TroupeOption common_options[] = {
  { "json", 0, NULL, N_ ("Write JSON: one object, or one per line"), FALSE },
  { "quiet", 0, NULL, N_ ("Print only the result"), FALSE },
  { "verbose", 0, NULL, N_ ("Print more details"), FALSE },
  { "data-dir", 0, "DIR", N_ ("Store data in DIR instead of $XDG_DATA_HOME/troupe"), FALSE },
  /* Only commands that run something show it. */
  { "no-store", 0, NULL, NULL, FALSE },
  { "help", 'h', NULL, N_ ("Show this help"), FALSE },
  { NULL },
};

/* --- Lookup ----------------------------------------------------------------------------------- */

static const TroupeOption *
find_in (const TroupeOption *options, const char *name, char letter)
{
  for (; options != NULL && options->name != NULL; options++)
    if (name != NULL ? g_str_equal (options->name, name) : options->letter == letter)
      return options;
  return NULL;
}

static const TroupeOption *
find_option (const TroupeCommand *command, const char *name, char letter)
{
  const TroupeOption *option = find_in (command->options, name, letter);

  return option != NULL ? option : find_in (common_options, name, letter);
}

static void
collect_names (GPtrArray *names, const TroupeOption *options)
{
  for (; options != NULL && options->name != NULL; options++)
    g_ptr_array_add (names, (gpointer) options->name);
}

/* --- Parsing ---------------------------------------------------------------------------------- */

/* Parses one option. @value: the value that is attached to the option, or NULL. @next: the
 * argument after the option, which is used if the option needs a value; @taken: (out): whether
 * @next was used */
static gboolean
take_option (TroupeCommandLine *self,
             const TroupeOption *option,
             const char *value,
             const char *next,
             gboolean *taken,
             GError **error)
{
  Given given = { option, value };

  g_assert (self != NULL);

  *taken = FALSE;
  if (option->later)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _ ("This version does not support --%s yet. Remove it."), option->name);
      return FALSE;
    }
  if (option->value == NULL && value != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("--%s does not accept a value."), option->name);
      return FALSE;
    }
  if (option->value != NULL && value == NULL)
    {
      if (next == NULL)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _ ("--%s needs a value: --%s %s."), option->name, option->name,
                       option->value);
          return FALSE;
        }
      given.value = next;
      *taken = TRUE;
    }
  g_array_append_val (self->given, given);
  return TRUE;
}

/* Parses `--flag` and `--flag=VALUE`. */
static gboolean
take_long (TroupeCommandLine *self,
           const char *argument,
           const char *next,
           gboolean *taken,
           GError **error)
{
  const char *equal = strchr (argument, '=');
  char *name = equal != NULL ? g_strndup (argument, equal - argument) : g_strdup (argument);
  const TroupeOption *option = find_option (self->command, name, 0);

  g_assert (self != NULL);

  g_ptr_array_add (self->owned, name);
  if (option == NULL)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      const char *near = NULL;

      g_assert (self->command != NULL);
      collect_names (names, self->command->options);
      collect_names (names, common_options);
      g_ptr_array_add (names, NULL);
      near = troupe_nearest_word (name, (const char *const *) names->pdata);
      if (near != NULL)
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                     _ ("%s has no option --%s. Did you mean --%s?"), self->command->name, name,
                     near);
      else
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                     _ ("%s has no option --%s. “troupectl %s --help” lists its options."),
                     self->command->name, name, self->command->name);
      return FALSE;
    }
  return take_option (self, option, equal != NULL ? equal + 1 : NULL, next, taken, error);
}

/* Parses `-f`, `-fVALUE` and `-f VALUE`. */
static gboolean
take_short (TroupeCommandLine *self,
            const char *argument,
            const char *next,
            gboolean *taken,
            GError **error)
{
  const TroupeOption *option = find_option (self->command, NULL, argument[0]);
  char name[2] = { argument[0], '\0' };

  g_assert (self != NULL);

  if (option == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                   _ ("%s has no option -%s. “troupectl %s --help” lists its options."),
                   self->command->name, g_ascii_isprint (name[0]) ? name : "?",
                   self->command->name);
      return FALSE;
    }
  return take_option (self, option, argument[1] != '\0' ? argument + 1 : NULL, next, taken, error);
}

TroupeCommandLine *
troupe_command_line_parse (const TroupeCommand *command,
                           const char *const *arguments,
                           GError **error)
{
  g_autoptr (TroupeCommandLine) self = NULL;
  gboolean only_arguments = FALSE;
  const TroupeCommand *argument_command;
  guint n_arguments;

  g_return_val_if_fail (command != NULL && arguments != NULL, NULL);

  self = g_new0 (TroupeCommandLine, 1);
  self->command = command;
  self->given = g_array_new (FALSE, FALSE, sizeof (Given));
  self->arguments = g_ptr_array_new ();
  self->owned = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      const char *argument = arguments[i];
      gboolean taken = FALSE;

      if (!only_arguments && g_str_equal (argument, "--"))
        {
          only_arguments = TRUE;
        }
      else if (only_arguments || argument[0] != '-' || argument[1] == '\0')
        {
          g_ptr_array_add (self->arguments, (gpointer) argument);
        }
      else if (argument[1] == '-')
        {
          if (!take_long (self, argument + 2, arguments[i + 1], &taken, error))
            return NULL;
        }
      else if (!take_short (self, argument + 1, arguments[i + 1], &taken, error))
        {
          return NULL;
        }
      i += taken;
    }
  g_ptr_array_add (self->arguments, NULL);
  argument_command = self->command;
  n_arguments = self->arguments->len - 1;
  if (!troupe_command_line_has (self, "help") && (n_arguments < argument_command->min_arguments ||
                                                  n_arguments > argument_command->max_arguments))
    {
      if (n_arguments < argument_command->min_arguments)
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                     _ ("Missing argument. Usage: troupectl %s %s"), argument_command->name,
                     argument_command->arguments);
      else
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                     _ ("Unexpected argument “%s”. Usage: troupectl %s %s"),
                     (const char *) g_ptr_array_index (self->arguments,
                                                       argument_command->max_arguments),
                     argument_command->name, argument_command->arguments);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
troupe_command_line_free (TroupeCommandLine *self)
{
  g_array_unref (self->given);
  g_ptr_array_unref (self->arguments);
  g_ptr_array_unref (self->owned);
  g_free (self);
}

/* --- Accessors -------------------------------------------------------------------------------- */

gboolean
troupe_command_line_has (TroupeCommandLine *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  for (guint i = 0; i < self->given->len; i++)
    if (g_str_equal (g_array_index (self->given, Given, i).option->name, name))
      return TRUE;
  return FALSE;
}

const char *
troupe_command_line_get (TroupeCommandLine *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = self->given->len; i > 0; i--)
    if (g_str_equal (g_array_index (self->given, Given, i - 1).option->name, name))
      return g_array_index (self->given, Given, i - 1).value;
  return NULL;
}

const char **
troupe_command_line_get_all (TroupeCommandLine *self, const char *name)
{
  GPtrArray *values = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  values = g_ptr_array_new ();
  for (guint i = 0; i < self->given->len; i++)
    if (g_str_equal (g_array_index (self->given, Given, i).option->name, name))
      g_ptr_array_add (values, (gpointer) g_array_index (self->given, Given, i).value);
  g_ptr_array_add (values, NULL);
  return (const char **) g_ptr_array_free (values, FALSE);
}

const char *const *
troupe_command_line_get_arguments (TroupeCommandLine *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *) self->arguments->pdata;
}

/* --- Help --------------------------------------------------------------------------------- */

static void
append_options (GString *text, const TroupeOption *options)
{
  for (; options != NULL && options->name != NULL; options++)
    {
      g_autofree char *flag = NULL;

      if (options->help == NULL || options->later)
        continue;
      flag = g_strconcat ("--", options->name, options->value != NULL ? " " : "",
                          options->value != NULL ? options->value : "", NULL);
      if (options->letter != 0)
        g_string_append_printf (text, "  -%c, %-22s %s\n", options->letter, flag,
                                _ (options->help));
      else
        g_string_append_printf (text, "      %-22s %s\n", flag, _ (options->help));
    }
}

char *
troupe_command_get_help (const TroupeCommand *command)
{
  GString *text = NULL;

  g_return_val_if_fail (command != NULL, NULL);

  text = g_string_new (NULL);
  g_string_append_printf (text, _ ("Usage: troupectl %s %s\n"), command->name, command->arguments);
  g_string_append_printf (text, "%s\n\n", _ (command->summary));
  append_options (text, command->options);
  append_options (text, common_options);
  g_string_append_printf (text, _ ("\nExample:\n  %s\n"), command->example);
  return g_string_free (text, FALSE);
}
