/* troupe-paused-bar.c: bar above a document whose run is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-paused-bar"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-bar-box.h"
#include "troupe-paused-bar.h"
#include "troupe-run-pause.h"
#include "troupe-sanitize-text.h"

struct _TroupePausedBar
{
  GtkWidget parent_instance;

  TroupePageContent *content; /* not owned */
  TroupePageRun *run;
  GtkWidget *box;
  GtkWidget *label;
  GtkWidget *again;
  guint source; /* of update_cb() */
};

G_DEFINE_FINAL_TYPE (TroupePausedBar, troupe_paused_bar, GTK_TYPE_WIDGET)

/* --- Text ------------------------------------------------------------------------------------- */

/* Says where the run is paused. (transfer full) */
static char *
describe_place (TroupePausedBar *self)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);
  g_autoptr (TroupeRunPause) pause = run != NULL ? troupe_run_get_pause (run) : NULL;
  g_autofree char *next = NULL;

  g_assert (TROUPE_IS_PAUSED_BAR (self));

  if (pause != NULL)
    {
      TroupeValue *pending = pause->pending;
      gsize n;
      TroupeValue *first;
      const char *name;
      g_autofree char *line = NULL;

      /* Describes the names of what starts next, of which a long list shows the first. */
      n = troupe_value_list_get_length (pending);
      first = n > 0 ? troupe_value_list_get (pending, 0) : NULL;
      name = first != NULL ? troupe_value_get_member_text (first, "method") : NULL;
      if (first != NULL && name == NULL)
        name = troupe_value_get_member_text (first, "task");
      if (name != NULL)
        {
          line = troupe_text_to_line (name);
          if (n == 1)
            next = g_steal_pointer (&line);
          else
            {
              /* Translators: the name of a method, and the number of others */
              next = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s and %u more",
                                                   "%s and %u more", n - 1),
                                      line, (guint) n - 1);
            }
        }
    }
  if (pause == NULL)
    return g_strdup (_ ("Paused as soon as what is running has ended."));
  if (next != NULL)
    /* Translators: %s is a method or a task */
    return g_strdup_printf (_ ("Paused before %s."), next);
  if (pause->event != NULL)
    {
      g_autofree char *event = troupe_text_to_line (pause->event);

      /* Translators: %s is the name of an event */
      return g_strdup_printf (_ ("Paused at the event “%s”."), event);
    }
  return g_strdup (_ ("Paused."));
}

/* --- Following the run ------------------------------------------------------------------------ */

static gboolean
update_cb (gpointer user_data)
{
  TroupePausedBar *self = TROUPE_PAUSED_BAR (user_data);
  TroupeRun *run;
  gboolean is_shown;
  g_autofree char *place = NULL;
  g_autofree char *results = NULL;
  g_autofree char *text = NULL;
  guint n_valid = 0, n_stale = 0;

  self->source = 0;
  run = troupe_page_run_get_run (self->run);
  is_shown = troupe_page_run_is_held (self->run) && run != NULL &&
             !troupe_page_run_is_stopping (self->run) &&
             !troupe_run_look_at_budget (run).is_reached;
  gtk_widget_set_visible (self->box, is_shown);
  if (is_shown)
    {
      g_autofree char *valid = NULL;
      g_autofree char *stale = NULL;

      troupe_page_content_count_results (self->content, &n_valid, &n_stale);
      place = describe_place (self);
      /* Says how many results fit the document. */
      valid = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u result is still valid",
                                            "%u results are still valid", n_valid),
                               n_valid);
      if (n_valid + n_stale != 0)
        {
          if (n_stale == 0)
            results = g_strdup_printf ("%s.", valid);
          else
            {
              stale = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u is out of date",
                                                    "%u are out of date", n_stale),
                                       n_stale);
              /* Translators: “4 results are still valid”, “2 are out of date” */
              results = g_strdup_printf (_ ("%s, %s."), valid, stale);
            }
        }
      /* Translators: “Paused before write.”, “4 results are still valid, 2 are out of date.” */
      text = results != NULL ? g_strdup_printf (_ ("%s %s"), place, results)
                             : g_steal_pointer (&place);
      gtk_label_set_label (GTK_LABEL (self->label), text);
      gtk_widget_set_visible (self->again, n_stale > 0);
    }
  return G_SOURCE_REMOVE;
}

/* Updates the bar after all who follow the document and the run have been told, because the editor knows then what is
 * out of date. */
static void
queue_update (TroupePausedBar *self)
{
  g_assert (TROUPE_IS_PAUSED_BAR (self));

  if (self->source == 0 &&
      (troupe_page_run_is_held (self->run) || gtk_widget_get_visible (self->box)))
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
events_came_cb (TroupePausedBar *self, GPtrArray *events)
{
  g_assert (TROUPE_IS_PAUSED_BAR (self));

  queue_update (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_paused_bar_dispose (GObject *object)
{
  TroupePausedBar *self = TROUPE_PAUSED_BAR (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (troupe_paused_bar_parent_class)->dispose (object);
}

static void
troupe_paused_bar_class_init (TroupePausedBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_paused_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_paused_bar_init (TroupePausedBar *self)
{
  GtkWidget *reuse = gtk_check_button_new_with_label (_ ("Reuse Unchanged Results"));

  self->box = troupe_bar_box_new ();
  gtk_widget_add_css_class (self->box, "recovery");
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_add_css_class (self->label, "heading");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (reuse), "app.reuse-results");
  gtk_widget_set_valign (reuse, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (reuse, _ ("The next runs execute only what has changed since the "
                                         "last run. This run is not affected."));
  self->again = gtk_button_new_with_label (_ ("Run Changed Again"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->again), "win.run-changed");
  gtk_widget_add_css_class (self->again, "flat");
  gtk_widget_set_valign (self->again, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (
      self->again,
      _ ("Stops this run and starts another that reuses its results that are still valid"));
  troupe_bar_box_append (TROUPE_BAR_BOX (self->box),
                         gtk_image_new_from_icon_name ("troupe-pause-symbolic"));
  troupe_bar_box_append (TROUPE_BAR_BOX (self->box), self->label);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->box), reuse);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->box), self->again);
}

GtkWidget *
troupe_paused_bar_new (TroupePageContent *content)
{
  TroupePausedBar *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);

  self = g_object_new (TROUPE_TYPE_PAUSED_BAR, NULL);
  self->content = content;
  self->run = g_object_ref (troupe_page_content_get_run (content));
  g_signal_connect_object (self->run, "changed", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "events", G_CALLBACK (events_came_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_page_content_get_document (content), "changed",
                           G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
