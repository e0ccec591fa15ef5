/* python-fixture.h: a Python helper for a test, and synchronous calls of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

typedef struct {
  TroupePython *python;
  GString *log; /* one line each: method, stream, text */
} PythonFixture;

/* Creates the helper with @settings, or without a sandbox if @settings is NULL. If @settings is
 * NULL or permits nothing, scripts, code and tools are permitted. */
void python_fixture_init (PythonFixture *self, const TroupePythonSettings *settings);
void python_fixture_clear (PythonFixture *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PythonFixture, python_fixture_clear)

typedef struct {
  TroupePythonResult *result;
  GError *error;
  gboolean is_done;
} PythonAnswer;

void python_answer_clear (PythonAnswer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PythonAnswer, python_answer_clear)

void python_begin (PythonFixture *self, const TroupePythonRequest *request,
                   GCancellable *cancellable, PythonAnswer *answer);

/* Runs the main loop until @condition returns TRUE. Fails the test after ten seconds. */
void python_wait_until (gboolean (*condition) (gpointer), gpointer data);
void python_wait (PythonAnswer *answer);

/* Calls the script @source and waits. @state: JSON, or NULL for an empty state. */
void python_script (PythonFixture *self, const char *source, const char *state,
                    PythonAnswer *answer);

/* Like python_script(), but asserts that the result is the JSON @expected. */
void python_assert_script (PythonFixture *self, const char *source, const char *expected);

void python_assert_value (TroupeValue *value, const char *expected);
TroupeValue *python_value (const char *json);

/* Returns TRUE if bubblewrap is installed and works. In most containers, it does not work. */
gboolean python_can_confine (void);

/* Deletes a folder and the files in it. */
void python_remove_folder (const char *folder);

/* Returns TRUE if there is a process with @mark in its command line. Zombies do not count. */
gboolean python_has_process (const char *mark);
