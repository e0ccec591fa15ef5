/* troupe-folder-monitor.h: detects that other programs replace protected files while code runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeFolderMonitor:
 *
 * A sandbox hides a file by a mount, which the kernel removes as soon as another program replaces,
 * moves or deletes the file. The new file is visible in the sandbox, as are new files with keys. A
 * monitor reports within milliseconds that this has happened. Code in a sandbox cannot replace what
 * the sandbox hides, so that it does not cause reports, unless it creates files with keys itself.
 *
 * Only folders that contain protected files, those above and the folder itself are watched, at most
 * 512. Needs a thread of its own, which sleeps until something changes.
 */
typedef struct _TroupeFolderMonitor TroupeFolderMonitor;

/* Called on the thread of the monitor, or by troupe_folder_monitor_end(), which ends if it returns TRUE. Returns FALSE if nothing has to be
 * protected at the moment. */
typedef gboolean (*TroupeFolderMonitorFunc) (gpointer user_data);

/* @destroy: called on any thread. Returns NULL if the system has no monitors left; @user_data is then
 * destroyed. (transfer full) (nullable) */
TroupeFolderMonitor *troupe_folder_monitor_new (TroupeFolderMonitorFunc func,
                                                gpointer user_data,
                                                GDestroyNotify destroy);

/* Adds a folder before the monitor is started. Blocks while the folder is searched, as
 * troupe_folder_policy_list_hidden() does. @with_fixed: whether to report files that a sandbox makes
 * read-only, too */
void troupe_folder_monitor_add (TroupeFolderMonitor *self, const char *folder, gboolean with_fixed);
void troupe_folder_monitor_start (TroupeFolderMonitor *self);
/* Handles what has happened since, ends the monitor and returns the path that was reported last.
 * @self: (transfer full). (transfer full) (nullable) */
char *troupe_folder_monitor_end (TroupeFolderMonitor *self);

G_END_DECLS
