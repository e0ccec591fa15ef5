/* troupe-names-filter.h: the system calls that a supervisor of names executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Installs a filter in this process, which all programs inherit that it starts: system calls that create or move names wait for
 * a supervisor, and calls that would create names in another way are refused. Requires that the process can gain no
 * privileges (PR_SET_NO_NEW_PRIVS). Returns the descriptor with which the supervisor receives the calls
 * (SECCOMP_FILTER_FLAG_NEW_LISTENER), or -1 with errno set. */
int troupe_names_filter_install (void);

G_END_DECLS
