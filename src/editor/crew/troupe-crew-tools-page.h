/* troupe-crew-tools-page.h: page to choose the tools of an agent or a task, with their permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Returns a row that shows the tools of the list at @path as chips. The row opens the page of
 * the tools. (transfer full), floating */
GtkWidget *troupe_crew_tools_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);

/* Returns the page with the chosen tools, built-in tools, tool servers, and Python tools in
 * `tools/`. No server or tool is started to fill the page. (transfer full), floating */
GtkWidget *troupe_crew_tools_page_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);

/* Describes the permissions of the tool @reference. @icon: (out) (transfer none); @asks: (out):
 * whether the user is prompted for permission first. (transfer full) */
char *troupe_crew_describe_tool (const char *reference, const char **icon, gboolean *asks);

G_END_DECLS
