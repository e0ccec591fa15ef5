/* python-family.h: code that starts children, and whether they are gone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "python-fixture.h"

/* A script that returns 1. */
extern const TroupePythonRequest python_plain;

/* A word that no other process has in its command line. */
char *python_new_mark (void);

/* Code that starts two children with the mark, one of which leaves the session, and sleeps; where it
 * @blocks, no other thread of its Python runs meanwhile. */
char *python_new_family (const char *mark, gboolean blocks);

gboolean python_is_there (gpointer mark);
gboolean python_is_gone (gpointer mark);

/* The processes with the mark end within two seconds of @since. */
void python_assert_gone (const char *mark, gint64 since);

/* A cancelled sleep ends within 200 ms for the caller, and with all its children within two seconds. */
void python_check_cancel (TroupePythonSandbox sandbox);

/* The program is killed in the middle of a call: nothing survives it. It is this program, which has to
 * call python_call_family() when there is a TROUPE_TEST_MARK in the environment. */
void python_check_survivors (TroupePythonSandbox sandbox);
int python_call_family (const char *mark, const char *sandbox);
