/* troupe-several-mark.c: words in rows whose value is not the same in all selected items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-several-mark"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-several-mark.h"

/* Data key of a row that shows “Several Values”: the text that was there before. */
#define SUBTITLE "troupe-own-subtitle"

void
troupe_several_mark (GtkWidget *row, const char *title, gboolean differs)
{
  g_return_if_fail (GTK_IS_WIDGET (row));
  g_return_if_fail (title != NULL);

  if (ADW_IS_ENTRY_ROW (row))
    {
      g_autofree char *words =
          differs ? g_strdup_printf (_ ("%s · Several Values"), title) : g_strdup (title);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
    }
  else if (ADW_IS_ACTION_ROW (row))
    {
      const char *own = g_object_get_data (G_OBJECT (row), SUBTITLE);

      if (differs == (own != NULL))
        return;
      if (differs)
        {
          const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (row));

          g_object_set_data_full (G_OBJECT (row), SUBTITLE,
                                  g_strdup (subtitle != NULL ? subtitle : ""), g_free);
          adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("Several Values"));
        }
      else
        {
          adw_action_row_set_subtitle (ADW_ACTION_ROW (row), own);
          g_object_set_data (G_OBJECT (row), SUBTITLE, NULL);
        }
    }
}
