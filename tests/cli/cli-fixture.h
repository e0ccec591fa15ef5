/* cli-fixture.h: troupectl, started by a test in a folder of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-base.h"

G_BEGIN_DECLS

/* A folder that is empty at first, and home and data folder of what is started. */
typedef struct
{
  char *folder;
  const char *wrapper; /* (nullable): what starts troupectl */
} CliFixture;

/* What a program wrote and how it ended. */
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

/* The path of a file of the folder. (transfer full) */
char *cli_fixture_path (CliFixture *self, const char *name);
/* Writes a file; single quotes become double ones where @quotes. */
void cli_fixture_write (CliFixture *self, const char *name, const char *text, gboolean quotes);
char *cli_fixture_read (CliFixture *self, const char *name);
/* A flow of the examples that people start with. (transfer full) */
char *cli_example (const char *name);

/* Starts troupectl with the arguments up to a NULL, waits for its end. @input: (nullable): for its
 * standard input, which is closed else. */
CliAnswer *cli_fixture_run (CliFixture *self, const char *input, ...) G_GNUC_NULL_TERMINATED;
CliAnswer *cli_fixture_runv (CliFixture *self, const char *input, const char *const *arguments);
/* The same without waiting. (transfer full) */
GSubprocess *cli_fixture_start (CliFixture *self, const char *const *arguments);
/* The same with a terminal for its standard input and error; what it prints goes into the file `out`.
 * @terminal: (out): to be written to and read from, and closed */
GSubprocess *cli_fixture_start_on_terminal (CliFixture *self, const char *const *arguments,
                                            int *terminal);
/* Reads what the program wrote to the terminal until @text came; fails the test after half a minute.
 * (transfer full) */
char *cli_terminal_read_until (int terminal, const char *text);
/* Waits for a started one. Fails the test after a minute. */
int cli_wait (GSubprocess *process);
/* Until the file holds @text; fails the test after half a minute. */
void cli_fixture_wait_for (CliFixture *self, const char *name, const char *text);
/* Until the history in the folder @data (nullable) has a run: it is written later than its events. */
void cli_fixture_wait_for_run (CliFixture *self, const char *data);

/* The JSON that a program wrote; fails the test where it is none. (transfer full) */
TroupeValue *cli_json (const char *text);
/* `error.kind` inside it; NULL where something is missing on the way. (transfer none) */
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

G_END_DECLS
