/* troupe-test-list.c: list of the other stored tests of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-list"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-stored-tests.h"
#include "troupe-test-list.h"
#include "troupe-time-text.h"

#define RUN_KEY "troupe-run"

struct _TroupeTestList
{
  GtkWidget parent_instance;

  GtkWidget *list;
  char *ids; /* (nullable): of the tests that have rows */
};

enum
{
  TEST_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTestList, troupe_test_list, GTK_TYPE_WIDGET)

/* Describes a test, for example `5 iterations · evaluated by gpt-5.4 · gather: guardrail added`. (transfer full) */
static char *
describe (const TroupeStoredTest *test)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%u iteration", "%u iterations", test->n_rounds),
                          test->n_rounds);
  if (test->model != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: %s is the name of a model */
      g_string_append_printf (text, _ ("evaluated by %s"), test->model);
    }
  if (test->change != NULL)
    g_string_append_printf (text, " · %s", test->change);
  return g_string_free (text, FALSE);
}

static void
add_row (TroupeTestList *self, const TroupeStoredTest *test)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *day = troupe_day_for_display (test->started_us);
  g_autofree char *hour = troupe_hour_for_display (test->started_us);
  g_autofree char *title = g_strdup_printf (_ ("Test of %s, %s"), day, hour);
  g_autofree char *about = describe (test);
  g_autofree char *average = troupe_test_mark_to_text (test->average);
  GtkWidget *mark = gtk_label_new (average);

  g_assert (TROUPE_IS_TEST_LIST (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), about);
  gtk_widget_add_css_class (mark, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), mark);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_widget_set_tooltip_text (row, _ ("Show This Test"));
  g_object_set_data_full (G_OBJECT (row), RUN_KEY, g_strdup (test->run), g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

void
troupe_test_list_set_tests (TroupeTestList *self, GPtrArray *tests, const char *shown)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  GtkWidget *row;

  g_return_if_fail (TROUPE_IS_TEST_LIST (self));

  for (guint i = tests != NULL ? tests->len : 0; i-- > 0;)
    {
      const TroupeStoredTest *test = g_ptr_array_index (tests, i);

      if (g_strcmp0 (test->run, shown) != 0)
        g_string_append_printf (ids, "%s\n", test->run);
    }
  if (!troupe_set_str (&self->ids, ids->str))
    return;
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = tests != NULL ? tests->len : 0; i-- > 0;)
    {
      const TroupeStoredTest *test = g_ptr_array_index (tests, i);

      if (g_strcmp0 (test->run, shown) != 0)
        add_row (self, test);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), ids->len > 0);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
row_activated_cb (TroupeTestList *self, GtkListBoxRow *row)
{
  g_autofree char *run = g_strdup (g_object_get_data (G_OBJECT (row), RUN_KEY));

  g_assert (TROUPE_IS_TEST_LIST (self));

  g_signal_emit (self, signals[TEST_ACTIVATED], 0, run);
}

static void
troupe_test_list_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (troupe_test_list_parent_class)->dispose (object);
}

static void
troupe_test_list_finalize (GObject *object)
{
  g_free (TROUPE_TEST_LIST (object)->ids);
  G_OBJECT_CLASS (troupe_test_list_parent_class)->finalize (object);
}

static void
troupe_test_list_class_init (TroupeTestListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_test_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_test_list_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);

  signals[TEST_ACTIVATED] =
      g_signal_new ("test-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_test_list_init (TroupeTestList *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *heading = gtk_label_new (_ ("Other Tests"));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 8);
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_set_parent (heading, GTK_WIDGET (self));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  heading, NULL, -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
troupe_test_list_new (void)
{
  return g_object_new (TROUPE_TYPE_TEST_LIST, NULL);
}
