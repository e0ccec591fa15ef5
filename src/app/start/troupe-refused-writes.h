/* troupe-refused-writes.h: files that code or a tool of a run was not allowed to write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* Returns the name of the file, as one line, if @event says that writing it was refused because the switch for other files in
 * the permissions is off. @message: (out) (nullable): what the event says. (transfer full) (nullable) */
char *troupe_refused_writes_find (const TroupeEvent *event, const char **message);

/* Describes what was refused in a run that has finished, and what to do. @names: (element-type utf8): each once; not empty.
 * (transfer full) */
char *troupe_refused_writes_describe (GPtrArray *names);

G_END_DECLS
