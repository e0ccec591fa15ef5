/* troupe-crew-several.h: fields that several selected agents or tasks have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-rows.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Threads: main thread, for all functions of this file. */

/* Returns TRUE if a form of the items of @target shows the field at @path in a row of @kind. If
 * several items are edited, the fields that make one item what it is are left out, such as the role,
 * and lists and texts that differ, because one edit would replace all of them. @path:
 * NULL-terminated */
gboolean troupe_crew_several_shows (TroupeCrewTarget *target,
                                    const TroupeCrewField *field,
                                    TroupeCrewRowKind kind,
                                    const char *const *path);

/* Shows “Several Values” in @row if the items have different values at @path, and removes these
 * words otherwise. @title: the title of the field, translated */
void troupe_crew_several_mark (TroupeCrewTarget *target,
                               GtkWidget *row,
                               const char *title,
                               const char *const *path);

G_END_DECLS
