/* troupe-command-line.h: flags, values and arguments of the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What every command exits with (doc/cli.md, Exit codes). */
typedef enum {
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
  TROUPE_EXIT_TERMINATED = 143,
} TroupeExit;

/**
 * TroupeOption:
 * @name: without the dashes
 * @letter: the short form, or 0
 * @value: (nullable): what the value is called in the help; %NULL where the flag takes none
 * @help: one line; %NULL keeps the flag out of the help
 * @later: taken, but this version cannot do it: using it is an error
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
 * @arguments: as they stand in the help, `FILE -o OUT`
 * @options: ended by one without a name; those that all commands have are added
 * @min_arguments, @max_arguments: how many arguments there may be
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
 * @arguments: what stands behind the command's name, NULL-terminated
 *
 * Reads `--flag VALUE`, `--flag=VALUE`, `-f VALUE`, `-fVALUE` and arguments in any order; behind `--`
 * everything is an argument, and `-` is one.
 *
 * Returns: (transfer full) (nullable): the line, or %NULL with a %G_OPTION_ERROR whose message says
 *   what to write instead
 */
TroupeCommandLine *troupe_command_line_parse (const TroupeCommand *command,
                                              const char *const *arguments, GError **error);
void troupe_command_line_free (TroupeCommandLine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCommandLine, troupe_command_line_free)

const TroupeCommand *troupe_command_line_get_command (TroupeCommandLine *self);
gboolean troupe_command_line_has (TroupeCommandLine *self, const char *name);
/* The last value given, or NULL. (transfer none) */
const char *troupe_command_line_get (TroupeCommandLine *self, const char *name);
/* Every value given, in order, NULL-terminated. (transfer container) */
const char **troupe_command_line_get_all (TroupeCommandLine *self, const char *name);
/* NULL-terminated. (transfer none) */
const char *const *troupe_command_line_get_arguments (TroupeCommandLine *self);

/* The help of one command. (transfer full) */
char *troupe_command_get_help (const TroupeCommand *command);

G_END_DECLS
