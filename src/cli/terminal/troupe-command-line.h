/* troupe-command-line.h: command line parser: options, values and arguments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exit codes of all commands (doc/cli.md, Exit codes). */
typedef enum
{
  TROUPE_EXIT_OK = 0,
  TROUPE_EXIT_RUN_FAILED = 1,
  TROUPE_EXIT_INVALID = 2,
  TROUPE_EXIT_ITEMS_FAILED = 3,
  TROUPE_EXIT_BUDGET = 4,
  TROUPE_EXIT_CONSENT = 5,
  TROUPE_EXIT_PAUSED = 6,
  TROUPE_EXIT_TEMPORARY = 75,
  TROUPE_EXIT_TIMEOUT = 124,
  TROUPE_EXIT_INTERRUPTED = 130,
  TROUPE_EXIT_PIPE = 141, /* the reader of the output has ended */
  TROUPE_EXIT_TERMINATED = 143,
} TroupeExit;

/**
 * TroupeOption:
 * @name: the name without the dashes
 * @letter: the short form, or 0
 * @value: (nullable): the name of the value in the help; %NULL if the option has no value
 * @help: one line; %NULL hides the option from the help
 * @later: whether this version accepts but does not support the option, so that using it is an
 *   error
 */
typedef struct {
  const char *name;
  char letter;
  const char *value;
  const char *help;
  gboolean later;
} TroupeOption;

typedef struct _TroupeCommandLine TroupeCommandLine;

/**
 * TroupeCommand:
 * @arguments: as shown in the help, `FILE -o OUT`
 * @options: terminated by an entry without a name; the options that all commands have are added
 * @min_arguments, @max_arguments: range of the number of arguments
 */
typedef struct {
  const char *name;
  const char *arguments;
  const char *summary;
  const char *example;
  const TroupeOption *options;
  guint min_arguments;
  guint max_arguments;
  TroupeExit (*run) (TroupeCommandLine *line);
} TroupeCommand;

/**
 * troupe_command_line_parse:
 * @arguments: the arguments after the name of the command, NULL-terminated
 *
 * Parses `--flag VALUE`, `--flag=VALUE`, `-f VALUE`, `-fVALUE` and arguments in any order. `-` is
 * an argument, and so is everything after `--`.
 *
 * Returns: (transfer full) (nullable): the parsed line, or %NULL with a %G_OPTION_ERROR whose
 * message suggests the correct form
 */
TroupeCommandLine *troupe_command_line_parse (const TroupeCommand *command,
                                              const char *const *arguments, GError **error);
void troupe_command_line_free (TroupeCommandLine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCommandLine, troupe_command_line_free)

gboolean troupe_command_line_has (TroupeCommandLine *self, const char *name);
/* Returns the last value of an option, or NULL. (transfer none) */
const char *troupe_command_line_get (TroupeCommandLine *self, const char *name);
/* Returns all values of an option, in order, NULL-terminated. (transfer container) */
const char **troupe_command_line_get_all (TroupeCommandLine *self, const char *name);
/* Returns the arguments, NULL-terminated. (transfer none) */
const char *const *troupe_command_line_get_arguments (TroupeCommandLine *self);

/* Returns the help text of a command. (transfer full) */
char *troupe_command_get_help (const TroupeCommand *command);

G_END_DECLS
