/* troupe-trained-rules-list.h: what the agents of a crew have learnt, and whether runs read it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeLearntList:
 *
 * A row for each agent of a crew that stands in the file of trained agents, with a switch: what is off is put aside and read
 * by no run (troupe_crew_training_file_switch()). Below it which file that is. All of the file's work is done by threads.
 */
#define TROUPE_TYPE_LEARNT_LIST (troupe_learnt_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLearntList, troupe_learnt_list, TROUPE, LEARNT_LIST, GtkWidget)

GtkWidget *troupe_learnt_list_new (void);

/* Reads the file at @path, again as well, for the agents with these @roles (NULL-terminated). */
void troupe_learnt_list_look (TroupeLearntList *self, const char *path, const char *const *roles);
/* Whether something is read or written. */
gboolean troupe_learnt_list_is_busy (TroupeLearntList *self);

G_END_DECLS
