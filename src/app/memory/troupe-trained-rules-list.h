/* troupe-trained-rules-list.h: rules that agents learned in training
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeTrainedRulesList:
 *
 * A row for each agent of a crew that is contained in the file of trained agents, with a switch.
 * Rules that are switched off are moved to a second file, which runs do not read
 * (troupe_crew_training_file_switch()). The name of the file is shown below the rows. Files are
 * read and written on threads.
 */
#define TROUPE_TYPE_TRAINED_RULES_LIST (troupe_trained_rules_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTrainedRulesList,
                      troupe_trained_rules_list,
                      TROUPE,
                      TRAINED_RULES_LIST,
                      GtkWidget)

GtkWidget *troupe_trained_rules_list_new (void);

/* Reads the file at @path for the agents with these @roles (NULL-terminated). May be called
 * repeatedly. */
void troupe_trained_rules_list_look (TroupeTrainedRulesList *self,
                                     const char *path,
                                     const char *const *roles);
/* Returns TRUE while the file is being read or written. */
gboolean troupe_trained_rules_list_is_busy (TroupeTrainedRulesList *self);

G_END_DECLS
