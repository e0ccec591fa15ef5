/* cli-fixture.h: fixture that runs troupectl in a temporary folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-base.h"

G_BEGIN_DECLS

/* A temporary folder that is initially empty. The home and data folders of the started programs
 * are below this folder, because a document must not use the home folder itself. */
typedef struct
{
  char *folder;
  const char *wrapper; /* (nullable): program that starts troupectl */
} CliFixture;

/* The output and exit status of a program. */
typedef struct
{
  char *out;
  char *err;
  int status; /* exit code, or 128 + the signal that killed it */
} CliAnswer;

CliFixture *cli_fixture_new (void);
void cli_fixture_free (CliFixture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFixture, cli_fixture_free)

void cli_answer_free (CliAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliAnswer, cli_answer_free)

/* Returns the path of a file in the folder. (transfer full) */
char *cli_fixture_path (CliFixture *self, const char *name);
/* Writes a file. If @quotes is TRUE, replaces single quotes with double quotes. */
void cli_fixture_write (CliFixture *self, const char *name, const char *text, gboolean quotes);
char *cli_fixture_read (CliFixture *self, const char *name);
/* Returns the path of one of the example flows. (transfer full) */
char *cli_example (const char *name);

/* Runs troupectl with NULL-terminated arguments and waits for its exit. @input: (nullable): the
 * standard input, which is closed if NULL. */
CliAnswer *cli_fixture_run (CliFixture *self, const char *input, ...) G_GNUC_NULL_TERMINATED;
CliAnswer *cli_fixture_runv (CliFixture *self, const char *input, const char *const *arguments);
/* Like cli_fixture_run(), but does not wait. (transfer full) */
GSubprocess *cli_fixture_start (CliFixture *self, const char *const *arguments);
/* Like cli_fixture_start(), but with a pipe as standard input. (transfer full) */
GSubprocess *cli_fixture_start_with_input (CliFixture *self, const char *const *arguments);
/* Like cli_fixture_start(), but uses a terminal as standard input and error, and writes standard
 * output to the file `out`.
 * @terminal: (out): file descriptor of the terminal, to be closed by the caller */
GSubprocess *cli_fixture_start_on_terminal (CliFixture *self, const char *const *arguments,
                                            int *terminal);
/* Reads from the terminal until the program has written @text. Fails the test after half a
 * minute. (transfer full) */
char *cli_terminal_read_until (int terminal, const char *text);
/* Waits for the exit of a started program. Fails the test after a minute. */
int cli_wait (GSubprocess *process);
/* Waits until the file contains @text. Fails the test after half a minute. */
void cli_fixture_wait_for (CliFixture *self, const char *name, const char *text);
/* Waits until the history in the folder @data (nullable) contains a run. The run is written to
 * the history after its events. */
void cli_fixture_wait_for_run (CliFixture *self, const char *data);

/* Parses the JSON that a program wrote. Fails the test if the JSON is invalid. (transfer full) */
TroupeValue *cli_json (const char *text);
/* Returns the value at a path like `error.kind`, or NULL if an element is missing. (transfer
 * none) */
TroupeValue *cli_get (TroupeValue *value, const char *path);
const char *cli_get_text (TroupeValue *value, const char *path);

#define cli_assert_json(value, path, expected)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    TroupeValue *found_ = cli_get (value, path);                                                   \
    g_autofree char *text_ =                                                                       \
        found_ != NULL ? troupe_value_to_json (found_, TROUPE_JSON_SPACED) : NULL;                 \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

/* Returns the processor time of all ended child processes, in seconds. */
double cli_get_processor_time (void);

G_END_DECLS
