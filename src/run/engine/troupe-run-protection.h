/* troupe-run-protection.h: ends the sandboxes of a run that no longer hide protected files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-process-list.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunProtection:
 *
 * Monitors the folders that the sandboxes of a run and of its child runs show. If another program replaces
 * a protected file, their processes are killed, and the run is cancelled.
 */
typedef struct _TroupeRunProtection TroupeRunProtection;

/* Returns NULL if no code of the document may run in a sandbox. Blocks. @processes: of the run;
 * @folder: (nullable): of the document; %NULL is the current folder; @granted: (nullable): other files and folders
 * that MCP servers may access. (transfer full) (nullable) */
TroupeRunProtection *troupe_run_protection_new (TroupeRun *run,
                                                TroupeProcessList *processes,
                                                TroupePythonPermissions permissions,
                                                const char *folder,
                                                const char *const *granted);
/* Returns the %TROUPE_RUN_ERROR_FILE with which the run fails. @self: (transfer full) (nullable). (transfer
 * full) (nullable) */
GError *troupe_run_protection_end (TroupeRunProtection *self);

G_END_DECLS
