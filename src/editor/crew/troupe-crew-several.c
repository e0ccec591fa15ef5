/* troupe-crew-several.c: fields that several selected agents or tasks have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-several"

#include "config.h"

#include "troupe-crew-several.h"
#include "troupe-several-mark.h"

gboolean
troupe_crew_several_shows (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           TroupeCrewRowKind kind,
                           const char *const *path)
{
  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), FALSE);
  g_return_val_if_fail (field != NULL && path != NULL, FALSE);

  if (!troupe_crew_target_is_several (target))
    return TRUE;
  if ((field->flags & TROUPE_CREW_FIELD_NEEDED) != 0)
    return FALSE;
  switch (kind)
    {
    case TROUPE_CREW_ROW_NAME:
    case TROUPE_CREW_ROW_AGENT:
    case TROUPE_CREW_ROW_CONTEXT:
    case TROUPE_CREW_ROW_IDLE:
      return FALSE;
    case TROUPE_CREW_ROW_MODEL:
    case TROUPE_CREW_ROW_SWITCH:
    case TROUPE_CREW_ROW_SPIN:
    case TROUPE_CREW_ROW_INTEGER:
    case TROUPE_CREW_ROW_DECIMAL:
    case TROUPE_CREW_ROW_CHOICE:
    case TROUPE_CREW_ROW_TEXT:
    case TROUPE_CREW_ROW_LINE:
    case TROUPE_CREW_ROW_OBJECT:
      return TRUE;
    default:
      return !troupe_crew_target_differs (target, path);
    }
}

void
troupe_crew_several_mark (TroupeCrewTarget *target,
                          GtkWidget *row,
                          const char *title,
                          const char *const *path)
{
  gboolean differs;

  g_return_if_fail (TROUPE_IS_CREW_TARGET (target));
  g_return_if_fail (GTK_IS_WIDGET (row));
  g_return_if_fail (title != NULL && path != NULL);

  if (!troupe_crew_target_is_several (target))
    return;
  differs = troupe_crew_target_differs (target, path);
  /* The row of a model names it as its subtitle, and shows these words itself. */
  if (g_object_get_data (G_OBJECT (row), "troupe-chips") != NULL)
    return;
  troupe_several_mark (row, title, differs);
}
