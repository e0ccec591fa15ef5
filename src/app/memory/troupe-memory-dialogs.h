/* troupe-memory-dialogs.h: what is asked and shown over the page of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-memory-commands.h"

G_BEGIN_DECLS

/* Asks what is to be forgotten, and says how many records that is. @look: what there is; @scope: (nullable): what is
 * offered first. The dialog ends by itself when @over goes. */
void troupe_memory_dialog_forget (GtkWidget *over,
                                  TroupeMemoryFile *file,
                                  TroupeMemoryCommands *acts,
                                  const TroupeMemoryListing *look,
                                  const char *scope);
/* Asks before @n records go at once. */
void
troupe_memory_dialog_delete (GtkWidget *over, TroupeMemoryCommands *acts, const GArray *numbers);
/* The pieces of a source that are there. */
void troupe_memory_dialog_pieces (GtkWidget *over,
                                  TroupeMemoryFile *file,
                                  const TroupeSourceFacts *facts);
/* Why a source cannot be read here. */
void troupe_memory_dialog_help (GtkWidget *over, const TroupeSourceFacts *facts);

G_END_DECLS
