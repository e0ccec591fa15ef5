/* troupe-command-history-delete.h: troupectl history delete
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"

G_BEGIN_DECLS

/* Returns TRUE if the command line selects runs in exactly one manner. Otherwise prints an
 * error.
 * @names: the ids after `delete`; NULL if the command does not delete. */
gboolean troupe_command_history_delete_check (TroupeCommandLine *line, const char *const *names);

/* Deletes the runs with these ids. If there are no ids, deletes the runs that the option
 * selects. Resumable runs are only deleted by their id. */
TroupeExit troupe_command_history_delete (TroupeCommandLine *line, TroupeStore *store,
                                          const char *const *names);

G_END_DECLS
