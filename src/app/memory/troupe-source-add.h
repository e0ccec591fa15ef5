/* troupe-source-add.h: gives a file to a crew to be looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* What became of it: @text: (nullable): a sentence for the person */
typedef void (*TroupeSourceAddFunc) (const char *text, gpointer user_data);

/* Asks for a file; then as troupe_source_add_file(). @folder: of the project */
void troupe_source_add_choose (GtkWidget *over,
                               TroupeCrewSubject *crew,
                               const char *folder,
                               TroupeSourceAddFunc func,
                               gpointer user_data,
                               GDestroyNotify destroy);
/**
 * troupe_source_add_file:
 *
 * Copies a file into `knowledge/` of the project, unless it lies there already, and has the crew know it, as one step of
 * undo. The file is not read. @func is told when that is done, or why not; what is undone leaves the copy where it is.
 */
void troupe_source_add_file (TroupeCrewSubject *crew,
                             const char *folder,
                             GFile *file,
                             TroupeSourceAddFunc func,
                             gpointer user_data,
                             GDestroyNotify destroy);

G_END_DECLS
