/* test-dark-scheme.c: the style class of widgets in the dark color scheme
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-canvas.h"
#include "troupe-dark-scheme.h"

/* A canvas is used as the manager, because it has a `dark` property like the style manager. */
static void
test_follows (void)
{
  GtkWidget *manager = g_object_ref_sink (g_object_new (TROUPE_TYPE_CANVAS, "dark", TRUE, NULL));
  GtkWidget *widget = g_object_ref_sink (gtk_label_new ("night"));

  troupe_widget_follow_dark (widget, manager);
  g_assert_true (gtk_widget_has_css_class (widget, "dark-scheme"));
  g_object_set (manager, "dark", FALSE, NULL);
  g_assert_false (gtk_widget_has_css_class (widget, "dark-scheme"));
  g_object_set (manager, "dark", TRUE, NULL);
  g_assert_true (gtk_widget_has_css_class (widget, "dark-scheme"));
  /* The handler is disconnected when the widget is finalized. */
  g_object_add_weak_pointer (G_OBJECT (widget), (gpointer *) &widget);
  g_object_unref (widget);
  g_assert_null (widget);
  g_object_set (manager, "dark", FALSE, NULL);
  g_object_unref (manager);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/dark-scheme/follows", test_follows);

  return g_test_run ();
}
