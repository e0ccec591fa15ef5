/* troupe-crew-lists.h: form rows for lists: guardrails, callbacks, MCP servers, knowledge, skills,
 * apps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/* Creates a row that expands to the entries of the list at @path and to a row that adds an
 * entry. Entries can be opened, removed and reordered (Alt+Up, Alt+Down). For `guardrails`, a
 * single `guardrail` is shown as a list with one entry and written back under that name.
 * (transfer full), floating */
GtkWidget *troupe_crew_list_new (TroupeCrewTarget *target,
                                 const TroupeCrewField *field,
                                 const char *const *path);
/* Creates a row for one guardrail or condition, or for a value that is edited on a separate
 * page, which the row opens. Defined in troupe-crew-hook-row.c. (transfer full), floating */
GtkWidget *troupe_crew_hook_row_new (TroupeCrewTarget *target,
                                     const TroupeCrewField *field,
                                     const char *const *path);

/* --- Entry pages (troupe-crew-entry-page.c) --------------------------------------------------- */

/* Returns the edited value, or NULL if no value exists yet. (transfer full) (nullable) */
typedef JsonNode *(*TroupeCrewEntryGet) (gpointer data);
/* Stores the edited value. @value: (nullable) (transfer none) */
typedef void (*TroupeCrewEntrySet) (gpointer data, JsonNode *value);

/* Creates a page for a sentence, a function or an expression, depending on what @field accepts.
 * @path: of the entry, under which a text that is not valid yet is kept. Owns @data. */
GtkWidget *troupe_crew_hook_page_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path,
                                      TroupeCrewEntryGet get,
                                      TroupeCrewEntrySet set,
                                      gpointer data,
                                      GDestroyNotify free_data);
/* Creates a page for a text or any JSON. @path, @data: as above */
GtkWidget *troupe_crew_text_page_new (TroupeCrewTarget *target,
                                      const TroupeCrewField *field,
                                      const char *const *path,
                                      TroupeCrewEntryGet get,
                                      TroupeCrewEntrySet set,
                                      gpointer data,
                                      GDestroyNotify free_data);
/* Creates a page with the rows of a server that is a map. @path: the path of the entry */
GtkWidget *
troupe_crew_map_page_new (TroupeCrewTarget *target, TroupeCrewOwner owner, const char *const *path);

G_END_DECLS
