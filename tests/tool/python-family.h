/* python-family.h: code that starts child processes, and checks that they have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "python-fixture.h"

/* A script that returns 1. */
extern const TroupePythonRequest python_plain;

/* Returns a word that no other process has in its command line. (transfer full) */
char *python_new_mark (void);

/* Returns code that starts two child processes with the mark and then sleeps. One of the two
 * processes leaves the session. @blocks: whether the code blocks all other threads of its Python
 * while it sleeps */
char *python_new_family (const char *mark, gboolean blocks);

gboolean python_is_there (gpointer mark);
gboolean python_is_gone (gpointer mark);

/* Asserts that the processes with the mark end within two seconds of @since. */
void python_assert_gone (const char *mark, gint64 since);

/* Asserts that a cancelled sleep ends for the caller within 200 ms, and that all its child
 * processes end within two seconds. */
void python_check_cancel (TroupePythonSandbox sandbox);

/* Kills a program in the middle of a call and asserts that none of its processes survives. The
 * program is this test itself, which must call python_call_family() if TROUPE_TEST_MARK is in
 * the environment. */
void python_check_survivors (TroupePythonSandbox sandbox);
int python_call_family (const char *mark, const char *sandbox);
