/* troupe-command-history-delete.h: troupectl history delete
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"

G_BEGIN_DECLS

/* Whether the command line says in exactly one way which runs are meant; prints what is wrong. @names: the
 * ids behind `delete`; NULL where nothing is to be deleted. */
gboolean troupe_command_history_delete_check (TroupeCommandLine *line, const char *const *names);

/* Deletes the runs of these ids, or, where there are none, those of the option. What can be gone on with
 * goes only by its id. */
TroupeExit troupe_command_history_delete (TroupeCommandLine *line, TroupeStore *store,
                                          const char *const *names);

G_END_DECLS
