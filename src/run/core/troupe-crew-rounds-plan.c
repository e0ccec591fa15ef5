/* troupe-crew-rounds-plan.c: description of the training or test of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-rounds-plan"

#include "config.h"

#include "troupe-crew-rounds-plan.h"

void
troupe_crew_rounds_plan_clear (TroupeCrewRoundsPlan *self)
{
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->beside, g_free);
  g_clear_object (&self->finish);
  self->n = 0;
  self->explains = FALSE;
  self->is_resumed = FALSE;
}
