/* troupe-button-names.c: accessible names of buttons with mnemonics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-button-names"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-button-names.h"

char *
troupe_label_strip_mnemonic (const char *label)
{
  GString *name;

  g_return_val_if_fail (label != NULL, NULL);

  name = g_string_new (NULL);
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
  const char *label;

  g_return_if_fail (GTK_IS_WIDGET (root));

  if (GTK_IS_BUTTON (root))
    {
      GtkButton *button = GTK_BUTTON (root);
      GtkWidget *child;

      child = gtk_button_get_child (button);
      if (ADW_IS_BUTTON_CONTENT (child))
        label = adw_button_content_get_use_underline (ADW_BUTTON_CONTENT (child))
                    ? adw_button_content_get_label (ADW_BUTTON_CONTENT (child))
                    : NULL;
      else
        label = gtk_button_get_use_underline (button) ? gtk_button_get_label (button) : NULL;
    }
  else
    label = NULL;
  if (label != NULL && *label != '\0')
    {
      g_autofree char *name = troupe_label_strip_mnemonic (label);

      gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                      -1);
      /* Without this, the label, including its mnemonic, would be read out after the name. */
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_name_buttons (child);
}

void
troupe_name_icon_buttons (GtkWidget *root)
{
  const char *tooltip;

  g_return_if_fail (GTK_IS_WIDGET (root));

  tooltip = GTK_IS_BUTTON (root) && gtk_button_get_label (GTK_BUTTON (root)) == NULL
                ? gtk_widget_get_tooltip_text (root)
                : NULL;
  /* Setting the same name again would announce it again. */
  if (tooltip != NULL &&
      g_strcmp0 (g_object_get_data (G_OBJECT (root), "troupe-icon-name"), tooltip) != 0)
    {
      g_object_set_data_full (G_OBJECT (root), "troupe-icon-name", g_strdup (tooltip), g_free);
      gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                      -1);
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_name_icon_buttons (child);
}

/* Names the buttons at or below @root that have neither label nor tooltip. */
static void
name_close_buttons (GtkWidget *root)
{
  if (GTK_IS_BUTTON (root) && gtk_button_get_label (GTK_BUTTON (root)) == NULL)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ ("Close"), -1);
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    name_close_buttons (child);
}

void
troupe_name_toasts (AdwToastOverlay *overlay)
{
  g_return_if_fail (ADW_IS_TOAST_OVERLAY (overlay));

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (overlay)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != adw_toast_overlay_get_child (overlay))
      name_close_buttons (child);
}

void
troupe_question_present (GtkWidget *dialog)
{
  g_return_if_fail (GTK_IS_WINDOW (dialog));

  troupe_name_buttons (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}
