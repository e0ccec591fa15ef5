/* troupe-crew-memory-row.c: form row that opens the memory and knowledge page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-memory-row"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-memory-row.h"

/* These are not fields of a document. Only their conditions are used. */
static const TroupeCrewField remembered = { .key = "", .when = "memory" };
static const TroupeCrewField looked_up = { .key = "", .when = "knowledge_sources|knowledge" };

gboolean
troupe_crew_memory_row_is_wanted (TroupeCrewOwner owner, TroupeCrewFold fold, JsonNode *map)
{
  const TroupeCrewFold remembers =
      owner == TROUPE_CREW_OWNER_CREW ? TROUPE_CREW_FOLD_FIRST : TROUPE_CREW_FOLD_REMEMBERS;

  if (owner != TROUPE_CREW_OWNER_CREW && owner != TROUPE_CREW_OWNER_AGENT)
    return FALSE;

  return (fold == remembers && troupe_crew_field_is_shown (&remembered, map)) ||
         (fold == TROUPE_CREW_FOLD_KNOWS && troupe_crew_field_is_shown (&looked_up, map));
}

/* The page belongs to the window, as does its shortcut. */
static void
activated_cb (GtkWidget *row)
{
  g_assert (GTK_IS_WIDGET (row));

  gtk_widget_activate_action (row, "win.memory", NULL);
}

GtkWidget *
troupe_crew_memory_row_new (void)
{
  GtkWidget *row = troupe_crew_opener_new (_ ("Memory and Knowledge"));
  const char *help = _ ("Saved memories and indexed knowledge");

  troupe_crew_opener_set_help (row, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Memory and Knowledge"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  help, -1);
  g_signal_connect (row, "activated", G_CALLBACK (activated_cb), NULL);

  return row;
}
