/* troupe-button-names.c: what buttons are called for who cannot see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-button-names"

#include "config.h"

#include "troupe-button-names.h"

/* «_Open» is Open, «打开(_O)» is 打开, and two underscores are one. (transfer full) */
static char *
strip_mnemonic (const char *label)
{
  GString *name = g_string_new (NULL);

  for (const char *c = label; *c != '\0'; c++)
    {
      if (g_str_has_prefix (c, "(_") && c[2] != '\0' && c[3] == ')')
        {
          c += 3;
          continue;
        }
      if (*c == '_' && c[1] != '\0')
        c++;
      g_string_append_c (name, *c);
    }
  return g_string_free (name, FALSE);
}

void
troupe_name_buttons (GtkWidget *root)
{
  g_return_if_fail (GTK_IS_WIDGET (root));

  if (GTK_IS_BUTTON (root) && gtk_button_get_use_underline (GTK_BUTTON (root)) &&
      gtk_button_get_label (GTK_BUTTON (root)) != NULL)
    {
      g_autofree char *name = strip_mnemonic (gtk_button_get_label (GTK_BUTTON (root)));

      gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                      -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_name_buttons (child);
}
