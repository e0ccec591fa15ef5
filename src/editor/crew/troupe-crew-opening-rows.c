/* troupe-crew-opening-rows.c: form rows that open a page or a choice for the whole crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-opening-rows"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-choosers.h"
#include "troupe-crew-opening-rows.h"

/* --- Memory and knowledge ----------------------------------------------------------------------- */

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
memory_activated_cb (GtkWidget *row)
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
  g_signal_connect (row, "activated", G_CALLBACK (memory_activated_cb), NULL);

  return row;
}

/* --- Models ------------------------------------------------------------------------------------- */

static void
models_activated_cb (GtkWidget *row)
{
  g_assert (GTK_IS_WIDGET (row));

  gtk_widget_activate_action (row, "crew.all-models", NULL);
}

static void
refresh_cb (GtkWidget *row, TroupeCrewSubject *subject)
{
  static const char *const none[] = { NULL };
  g_auto (GStrv) models = troupe_crew_card_data_list_models (subject);

  g_assert (GTK_IS_WIDGET (row));

  if (troupe_crew_card_data_has_one_model (subject))
    troupe_crew_opener_set_chips (row, (const char *const *) models, _ ("CrewAI Default"));
  else
    troupe_crew_opener_set_chips (row, none, _ ("Several Values"));
}

GtkWidget *
troupe_crew_models_row_new (TroupeCrewTarget *target)
{
  TroupeCrewSubject *subject;
  GtkWidget *row;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);

  subject = troupe_crew_target_get_subject (target);
  row = troupe_crew_opener_new (_ ("Model of All Agents"));
  g_signal_connect (row, "activated", G_CALLBACK (models_activated_cb), NULL);
  g_signal_connect_object (subject, "changed", G_CALLBACK (refresh_cb), row, G_CONNECT_SWAPPED);
  refresh_cb (row, subject);

  return row;
}
