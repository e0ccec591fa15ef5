/* troupe-sandbox.h: what programs in bubblewrap see of the system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* --- Its program, from any thread ---------------------------------------------------------------- */

/* (nullable) (transfer none): the path of bubblewrap, where a system has it */
const char *troupe_sandbox_find_program (void);
/* Whether it was found to work or not since this program was started. */
void troupe_sandbox_note (gboolean works);
gboolean troupe_sandbox_is_broken (void);

/* A descriptor to read a filter of system calls from that lets no named socket of this machine be opened, or -1. */
int troupe_sandbox_open_filter (void);

/* --- Its words, in the order in which they are to come ------------------------------------------- */

/* Copies. */
void troupe_sandbox_add (GPtrArray *arguments, ...) G_GNUC_NULL_TERMINATED;
/* Processes, users and shared memory of its own. */
void troupe_sandbox_add_walls (GPtrArray *arguments);
/* The folders of programs, and nothing of anybody's own. */
void troupe_sandbox_add_system (GPtrArray *arguments);
/* An empty home folder. */
void troupe_sandbox_add_home (GPtrArray *arguments);
void troupe_sandbox_add_network (GPtrArray *arguments, gboolean is_open);
/* @path to be read, unless it is there already or shows what others keep. */
void troupe_sandbox_add_path (GPtrArray *arguments, const char *path);
/* A program in the home folder with its own tree. */
void troupe_sandbox_add_interpreter (GPtrArray *arguments, const char *interpreter);
/* The home folder, where @folder, which is shown, has it in it. */
void troupe_sandbox_hide_home (GPtrArray *arguments, const char *folder);
/* The files of keys in @folder, which is shown: `.env` and those that begin so, and what they lead to. Their names are
 * seen and they cannot be read. After all that shows them. */
void troupe_sandbox_hide_keys (GPtrArray *arguments, const char *folder);

/* --- Paths ---------------------------------------------------------------------------------------- */

gboolean troupe_sandbox_is_within (const char *path, const char *folder);
/* Whether all sandboxes show it. */
gboolean troupe_sandbox_is_shown (const char *path);
/* Whether showing @folder would show what others, or other programs, keep in it. */
gboolean troupe_sandbox_is_shared (const char *folder);
/* Without links, as far as it is there. (transfer full) */
char *troupe_sandbox_resolve (const char *path);

G_END_DECLS
