/* troupe-process-setup.h: child processes that end with this process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_process_setup_add:
 * @signal: what the child receives when the thread that starts it ends
 * @watcher: (nullable): the path of `troupe-sandbox-names`, for bubblewrap only
 *
 * Makes the children of the launcher leaders of a session, which end with the thread that starts them.
 *
 * If bubblewrap is killed while it starts a sandbox, the first process of the sandbox waits for ever, because nothing tells it so. With
 * @watcher, bubblewrap gets a child that kills its process group when bubblewrap has ended. Processes of a sandbox that has started have
 * groups of their own, and end with the first one.
 */
void troupe_process_setup_add (GSubprocessLauncher *launcher, int signal, const char *watcher);

G_END_DECLS
