/* troupe-crew-lists.h: rows for lists: checks, callbacks, servers, knowledge, skills, apps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* A row that unfolds to the entries of the list at @path, which can be opened, removed and put into another order
 * (Alt+Up, Alt+Down), and to one that adds. For `guardrails` a single `guardrail` is a list of one, and is written
 * back under that name. (transfer full), floating */
GtkWidget *troupe_crew_list_new (TroupeCrewTarget *target,
                                 const TroupeCrewField *field,
                                 const char *const *path);
/* (troupe-crew-hook-row.c) A row for one check or condition, or for what is written on a page of its own, which it opens. (transfer full), floating */
GtkWidget *troupe_crew_hook_row_new (TroupeCrewTarget *target,
                                     const TroupeCrewField *field,
                                     const char *const *path);

/* --- Pages of one entry. (troupe-crew-entry-page.c) ------------------------------------------------- */

/* What a page edits: reads NULL where there is nothing yet. (transfer full) (nullable) */
typedef JsonNode *(*TroupeCrewEntryGet) (gpointer data);
/* @value: (nullable) (transfer none) */
typedef void (*TroupeCrewEntrySet) (gpointer data, JsonNode *value);

/* A page for a sentence, a function or an expression, as far as @field takes them. Owns @data. */
GtkWidget *troupe_crew_hook_page_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      TroupeCrewEntryGet get,
                                      TroupeCrewEntrySet set,
                                      gpointer data,
                                      GDestroyNotify free_data);
/* A page for a text or any JSON. Owns @data. */
GtkWidget *troupe_crew_text_page_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      TroupeCrewEntryGet get,
                                      TroupeCrewEntrySet set,
                                      gpointer data,
                                      GDestroyNotify free_data);
/* A page with the rows of a server that is a map. @path: to the entry */
GtkWidget *troupe_crew_server_page_new (TroupeCrewTarget *target, const char *const *path);

G_END_DECLS
