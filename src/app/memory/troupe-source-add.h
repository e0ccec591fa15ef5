/* troupe-source-add.h: adds a file as a knowledge source of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* Called when the file was added or adding it failed. @text: (nullable): a message for the user */
typedef void (*TroupeSourceAddFunc) (const char *text, gpointer user_data);

/* Opens a file chooser and calls troupe_source_add_file(). @folder: of the project */
void troupe_source_add_choose (GtkWidget *over,
                               TroupeCrewSubject *crew,
                               const char *folder,
                               TroupeSourceAddFunc func,
                               gpointer user_data,
                               GDestroyNotify destroy);
/**
 * troupe_source_add_file:
 *
 * Copies a file into `knowledge/` of the project, unless the file is already located in this
 * folder. Then adds the file to the knowledge sources of the crew as one undo step. The file is not
 * read. @func is called with the result. Undoing the step does not delete the copy.
 */
void troupe_source_add_file (TroupeCrewSubject *crew,
                             const char *folder,
                             GFile *file,
                             TroupeSourceAddFunc func,
                             gpointer user_data,
                             GDestroyNotify destroy);

G_END_DECLS
