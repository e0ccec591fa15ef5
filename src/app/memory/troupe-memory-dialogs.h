/* troupe-memory-dialogs.h: dialogs of the memory page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-memory-commands.h"

G_BEGIN_DECLS

/* Prompts for a filter of records to delete and shows the number of matches. @look: lists scopes
 * and categories; @scope: (nullable): initial choice. The dialog closes when @over is destroyed. */
void troupe_memory_dialog_forget (GtkWidget *over,
                                  TroupeMemoryFile *file,
                                  TroupeMemoryCommands *acts,
                                  const TroupeMemoryListing *look,
                                  const char *scope);
/* Prompts for confirmation before several records are deleted at once. */
void
troupe_memory_dialog_delete (GtkWidget *over, TroupeMemoryCommands *acts, const GArray *numbers);
/* Shows the stored chunks of a knowledge source. */
void troupe_memory_dialog_pieces (GtkWidget *over,
                                  TroupeMemoryFile *file,
                                  const TroupeSourceFacts *facts);
/* Explains why a source cannot be read by Troupe. */
void troupe_memory_dialog_help (GtkWidget *over, const TroupeSourceFacts *facts);

G_END_DECLS
