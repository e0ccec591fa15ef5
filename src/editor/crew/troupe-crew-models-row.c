/* troupe-crew-models-row.c: form row that sets the model of all agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-models-row"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-choosers.h"
#include "troupe-crew-models-row.h"

static void
activated_cb (GtkWidget *row)
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
  g_signal_connect (row, "activated", G_CALLBACK (activated_cb), NULL);
  g_signal_connect_object (subject, "changed", G_CALLBACK (refresh_cb), row, G_CONNECT_SWAPPED);
  refresh_cb (row, subject);

  return row;
}
