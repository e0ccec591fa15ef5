/* troupe-tool-consent-dialog.c: asks for consent to the tools of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-consent-dialog"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-message-dialog.h"
#include "troupe-answer-delay.h"
#include "troupe-tool-consent-dialog.h"
#include "troupe-tool-consents.h"

/* Maximum height of the descriptions before they scroll, and their width, in pixels. */
#define MOST_HEIGHT 320
#define WIDTH 420

/* The parent widget of the dialogs, accessed only on the main thread. Several threads share this
 * structure in an atomic reference-counted box. */
typedef struct
{
  GWeakRef over;
} Place;

static void
place_clear (gpointer data)
{
  g_weak_ref_clear (&((Place *) data)->over);
}

static void
place_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, place_clear);
}

/* Tool descriptions that await consent. @before: (nullable): the descriptions that were allowed
 * before */
typedef struct
{
  gatomicrefcount ref_count;
  Place *place;
  TroupeMcpToolList *offer;
  TroupeValue *before;
} Asked;

static void
asked_unref (gpointer data)
{
  Asked *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  place_unref (self->place);
  g_clear_pointer (&self->before, troupe_value_unref);
  troupe_mcp_tool_list_unref (self->offer);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_unref)

static void
asked_unref_closure (gpointer data, GClosure *closure)
{
  asked_unref (data);
}

static Asked *
asked_ref (Asked *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
refuse (Asked *self)
{
  g_autofree char *refusal =
      /* Translators: %s is a command line or a host name */
      g_strdup_printf (_ ("The tools of the MCP server “%s” were not allowed."),
                       troupe_mcp_tool_list_get_label (self->offer));

  troupe_mcp_tool_list_settle (self->offer, refusal);
}

/* --- Storing the consent ---------------------------------------------------------------------- */

/* Runs on a worker thread, because writing the consent waits for the disk. */
static void
keep_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_TASK (task));

  /* If the consent cannot be stored, the user is asked again next time. */
  if (!troupe_tool_consents_keep (folder, ((Asked *) task_data)->offer, &error))
    g_message ("%s", error->message);
  g_task_return_boolean (task, TRUE);
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Asked) self = user_data;
  GApplication *application = g_application_get_default ();

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_mcp_tool_list_settle (self->offer, NULL);
  if (application != NULL)
    g_application_release (application);
}

static void
agree (Asked *self)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GTask) task = g_task_new (NULL, NULL, kept_cb, asked_ref (self));

  if (application != NULL)
    g_application_hold (application);
  g_task_set_source_tag (task, agree);
  g_task_set_task_data (task, asked_ref (self), asked_unref);
  g_task_run_in_thread (task, keep_thread);
}

/* --- Consent dialog --------------------------------------------------------------------------- */

static void
response_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Asked *self = user_data;

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (g_str_equal (response, "use"))
    agree (self);
  else
    refuse (self);
}

/* Refuses if the dialog was destroyed without an answer, for example together with its window. */
static void
destroy_cb (GtkWidget *dialog, gpointer user_data)
{
  g_assert (GTK_IS_WIDGET (dialog));

  if (g_object_get_data (G_OBJECT (dialog), "troupe-is-answered") == NULL)
    refuse (user_data);
}

static void
answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  g_object_set_data (G_OBJECT (dialog), "troupe-is-answered", GINT_TO_POINTER (TRUE));
}

static void
accepts_cb (GtkWidget *dialog, gboolean accepts)
{
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "use", accepts);
}

static void
ask (Asked *self, GtkWidget *over)
{
  const char *label = troupe_mcp_tool_list_get_label (self->offer);
  GtkWidget *dialog = troupe_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (over)),
      self->before != NULL ? _ ("Use Changed Tools?") : _ ("Use These Tools?"), NULL);
  g_autofree char *body =
      self->before != NULL
          ? g_strdup_printf (
                /* Translators: %s is a command line or a host name */
                _ ("The tool descriptions of the MCP server “%s” have changed since you allowed "
                   "them. Models follow these descriptions."),
                label)
          /* Translators: %s is a command line or a host name */
          : g_strdup_printf (_ ("These are the tool descriptions that the MCP server “%s” sends to "
                                "models. Models follow them."),
                             label);
  g_autofree char *text = NULL;
  GtkWidget *texts;
  GtkWidget *scroller;

  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  /* Creates the view of the tool descriptions, as plain text. */
  text = troupe_tool_consents_describe (self->offer, self->before);
  /* No line breaks between tabs. What does not break for another reason must not make the dialog wider than the screen. */
  g_strdelimit (text, "\t", ' ');
  texts = gtk_label_new (text);
  scroller = gtk_scrolled_window_new ();
  gtk_label_set_xalign (GTK_LABEL (texts), 0);
  gtk_label_set_wrap (GTK_LABEL (texts), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (texts), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (texts), TRUE);
  gtk_widget_add_css_class (texts, "monospace");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), texts);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scroller), FALSE);
  gtk_widget_set_size_request (scroller, WIDTH, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), scroller);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "use",
                                    _ ("_Use Tools"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answered_cb), NULL);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asked_ref (self),
                         asked_unref_closure, 0);
  g_signal_connect_data (dialog, "destroy", G_CALLBACK (destroy_cb), asked_ref (self),
                         asked_unref_closure, 0);
  troupe_answer_delay_watch (dialog, accepts_cb);
  troupe_question_present (dialog);
}

static gboolean
offered_cb (gpointer user_data)
{
  Asked *self = user_data;
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (GtkWidget) over = g_weak_ref_get (&self->place->over);

  g_assert (self->offer != NULL);

  if (troupe_tool_consents_compare (folder, self->offer, &self->before) == TROUPE_TOOLS_AGREED)
    troupe_mcp_tool_list_settle (self->offer, NULL);
  else if (over == NULL || gtk_widget_get_root (over) == NULL)
    refuse (self);
  else
    ask (self, over);
  return G_SOURCE_REMOVE;
}

/* --- Watching runs ---------------------------------------------------------------------------- */

/* Called on the run's thread. */
static void
offer_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer user_data)
{
  Asked *self = g_new0 (Asked, 1);

  g_assert (TROUPE_IS_RUN (run));

  g_atomic_ref_count_init (&self->ref_count);
  self->place = g_atomic_rc_box_acquire (user_data);
  self->offer = troupe_mcp_tool_list_ref (offer);
  g_idle_add_full (G_PRIORITY_DEFAULT, offered_cb, self, asked_unref);
}

void
troupe_tools_dialog_watch_run (TroupeRun *run, GtkWidget *over)
{
  Place *place;

  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (GTK_IS_WIDGET (over));

  place = g_atomic_rc_box_new0 (Place);
  g_weak_ref_init (&place->over, over);
  troupe_run_set_tool_list_func (run, offer_cb, place, place_unref);
}

static void
begins_cb (GtkWidget *over, TroupeRun *run)
{
  g_assert (GTK_IS_WIDGET (over));

  troupe_tools_dialog_watch_run (run, over);
}

void
troupe_tools_dialog_watch (TroupePageRun *run, GtkWidget *over)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (run));
  g_return_if_fail (GTK_IS_WIDGET (over));

  g_signal_connect_object (run, "begins", G_CALLBACK (begins_cb), over, G_CONNECT_SWAPPED);
}
