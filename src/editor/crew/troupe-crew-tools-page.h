/* troupe-crew-tools-page.h: which tools an agent or a task has, with what each may do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* A row with the tools of the list at @path as chips, which opens their page. (transfer full), floating */
GtkWidget *troupe_crew_tools_row_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path);

/* The page: what is given, what is built in, tool servers, and Python in `tools/`. Nothing is started to fill it.
 * (transfer full), floating */
GtkWidget *troupe_crew_tools_page_new (TroupeCrewTarget *target,
                                       const TroupeCrewField *field,
                                       const char *const *path);

/* What the tool of @reference could do, in words, and whether a person is asked before. @icon: (out) (transfer none);
 * @asks: (out). (transfer full) */
char *troupe_crew_describe_tool (const char *reference, const char **icon, gboolean *asks);

G_END_DECLS
