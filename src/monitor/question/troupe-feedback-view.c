/* troupe-feedback-view.c: view to answer a human feedback request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-answer-delay.h"
#include "troupe-button-names.h"
#include "troupe-elicitation-view.h"
#include "troupe-feedback-view.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-value-tree.h"
#include "troupe-value-view.h"

/* Maximum length of a displayed message in bytes, because the layout of long texts is slow. */
#define MESSAGE_LIMIT 8192

/* Maximum height of message and output together before they scroll, in pixels. */
#define CONTENT_HEIGHT 190
#define CONTENT_HEIGHT_NARROW 96

/* Buttons per row. */
#define N_WIDE 4
#define N_NARROW 3

#define ROW_HEIGHT 26
#define OUTPUT_MIN 40
#define OUTPUT_MAX 130

struct _TroupeFeedbackView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *count;
  GtkWidget *scroller;
  GtkLabel *message;
  GtkWidget *output; /* (nullable) */
  GtkWidget *controls;
  GtkWidget *entry;
  GtkWidget *outcomes;
  GtkWidget *answer_button;
  GtkWidget *later;
  GtkWidget *elicitation; /* replaces the other controls for a server's request */
  GtkLabel *error;

  TroupeFeedbackRequest *request;
  gboolean accepts; /* a person can have read the question */
  gboolean narrow;
};

enum
{
  ANSWERED,
  LATER,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeFeedbackView, troupe_feedback_view, GTK_TYPE_WIDGET)

/* --- Answering -------------------------------------------------------------------------------- */

static void
answer (TroupeFeedbackView *self, const char *outcome)
{
  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  /* Handlers may clear the request. */
  g_autoptr (TroupeFeedbackRequest) request = NULL;
  g_autofree char *words = NULL;

  if (self->request == NULL)
    return;
  request = troupe_feedback_request_ref (self->request);
  words = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  /* Enter, which means the default outcome, may have been meant for something else. */
  if (!self->accepts && (outcome != NULL || *words == '\0'))
    return;
  troupe_feedback_view_set_error (self, NULL);
  g_signal_emit (self, signals[ANSWERED], 0, request->id, words, outcome);
}

static void
entry_activated_cb (TroupeFeedbackView *self)
{
  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  answer (self, NULL);
}

static void
outcome_clicked_cb (GtkButton *button, gpointer user_data)
{
  answer (TROUPE_FEEDBACK_VIEW (user_data), g_object_get_data (G_OBJECT (button), "outcome"));
}

static void
later_clicked_cb (TroupeFeedbackView *self)
{
  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  g_signal_emit (self, signals[LATER], 0);
}

static void
elicited_cb (TroupeFeedbackView *self, const char *action, const char *json)
{
  g_autoptr (TroupeFeedbackRequest) request = NULL;

  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  if (self->request == NULL)
    return;
  request = troupe_feedback_request_ref (self->request);
  troupe_feedback_view_set_error (self, NULL);
  g_signal_emit (self, signals[ANSWERED], 0, request->id, json, action);
}

static void
accepts_cb (GtkWidget *widget, gboolean accepts)
{
  TroupeFeedbackView *self = TROUPE_FEEDBACK_VIEW (widget);

  self->accepts = accepts;
  gtk_widget_set_sensitive (self->outcomes, accepts);
  troupe_elicitation_view_set_accepts (TROUPE_ELICITATION_VIEW (self->elicitation), accepts);
}

static void
entry_changed_cb (TroupeFeedbackView *self)
{
  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  troupe_feedback_view_set_error (self, NULL);
}

/* --- Displaying the request ------------------------------------------------------------------- */

static void
show_output (TroupeFeedbackView *self)
{
  TroupeValue *value = self->request->output;
  g_autofree char *path = NULL;
  gsize n_rows = 1;

  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  if (self->output == NULL)
    return;
  if (self->request->elicitation != NULL || self->request->is_input)
    value = NULL;
  gtk_widget_set_visible (self->output, value != NULL);
  if (value == NULL)
    return;
  path = g_strconcat ("outputs.", self->request->method, NULL);
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->output), "output", path, value, NULL, "");
  /* About as many rows as the value has, so that a short value leaves space for the canvas. */
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    n_rows += troupe_value_map_get_size (value);
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    n_rows += troupe_value_list_get_length (value);
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (value, &length);

      n_rows += length / 80;
      for (gsize i = 0; i < length && n_rows < OUTPUT_MAX; i++)
        n_rows += text[i] == '\n' ? 1 : 0;
    }
  gtk_widget_set_size_request (self->output, -1,
                               (int) CLAMP (n_rows * ROW_HEIGHT, OUTPUT_MIN, OUTPUT_MAX));
}

/* Uses rows with a fixed number of buttons, because a wrapping box does not know its height in
 * advance. */
static void
show_outcomes (TroupeFeedbackView *self)
{
  const GStrv emit = self->request != NULL ? self->request->emit : NULL;
  const gboolean any = emit != NULL && emit[0] != NULL;
  GtkWidget *row = NULL;
  GtkWidget *child;

  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  while ((child = gtk_widget_get_first_child (self->outcomes)) != NULL)
    gtk_box_remove (GTK_BOX (self->outcomes), child);
  for (guint i = 0; any && emit[i] != NULL; i++)
    {
      GtkWidget *label;
      GtkWidget *button;

      if (i % (self->narrow ? N_NARROW : N_WIDE) == 0)
        {
          row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
          gtk_box_set_homogeneous (GTK_BOX (row), self->narrow);
          gtk_box_append (GTK_BOX (self->outcomes), row);
        }
      label = gtk_label_new (emit[i]);
      button = gtk_button_new ();
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
      gtk_button_set_child (GTK_BUTTON (button), label);
      gtk_widget_set_tooltip_text (button, emit[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      emit[i], -1);
      /* None is suggested: the default outcome is what happens without an answer, and no advice to deny or
       * to approve. */
      g_object_set_data_full (G_OBJECT (button), "outcome", g_strdup (emit[i]), g_free);
      g_signal_connect_object (button, "clicked", G_CALLBACK (outcome_clicked_cb), self, 0);
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_widget_set_visible (self->outcomes, any);
  gtk_widget_set_visible (self->answer_button, !any);
}

static void
show_request (TroupeFeedbackView *self)
{
  const TroupeElicitation *elicitation = self->request->elicitation;
  g_autofree char *title =
      elicitation != NULL && elicitation->is_sign_in
          /* Translators: %s is a host name */
          ? g_strdup_printf (_ ("Sign-in to %s"), self->request->method)
          : g_strdup_printf (_ ("%s Needs Your Answer"), self->request->method);
  g_autofree char *valid = NULL;
  char *end;
  g_autofree char *cut = NULL;
  g_autofree char *message = NULL;
  const char *blank;
  g_autofree char *hint = NULL;
  g_autofree char *label = NULL;
  TroupeElicitation *form;

  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  valid = g_utf8_make_valid (self->request->message, -1);
  if (strlen (valid) <= MESSAGE_LIMIT)
    cut = g_steal_pointer (&valid);
  else
    {
      end = g_utf8_find_prev_char (valid, valid + MESSAGE_LIMIT);
      cut = g_strdup_printf ("%.*s…", (int) (end - valid), valid);
    }
  message = troupe_text_to_lines (cut);
  /* No line breaks between tabs. */
  g_strdelimit (message, "\t", ' ');

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->message, message);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
  show_output (self);
  show_outcomes (self);
  blank = troupe_feedback_request_find_outcome (self->request, "");
  label = g_strdup_printf (_ ("Answer to %s"), self->request->method);
  if (blank != NULL)
    /* Translators: placeholder of an empty entry; %s is one of the outcomes that the user can
     * choose. */
    hint = g_strdup_printf (_ ("Your answer, or Enter for “%s”"), blank);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), hint != NULL ? hint : _ ("Your answer"));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  /* There is no Later button, because the server is waiting. */
  form = self->request->elicitation;
  troupe_elicitation_view_set_elicitation (TROUPE_ELICITATION_VIEW (self->elicitation), form);
  gtk_widget_set_visible (self->elicitation, form != NULL);
  gtk_widget_set_visible (self->controls, form == NULL);
  gtk_widget_set_visible (self->later, form == NULL);
  troupe_feedback_view_set_error (self, NULL);
}

void
troupe_feedback_view_set_request (TroupeFeedbackView *self,
                                  TroupeFeedbackRequest *request,
                                  guint position,
                                  guint count)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_FEEDBACK_VIEW (self));

  if (request != self->request)
    {
      g_clear_pointer (&self->request, troupe_feedback_request_unref);
      if (request != NULL)
        {
          self->request = troupe_feedback_request_ref (request);
          troupe_answer_delay_restart (GTK_WIDGET (self));
          show_request (self);
        }
    }
  gtk_widget_set_visible (GTK_WIDGET (self->count), request != NULL && count > 1);
  /* Translators: first %u is the position of this question, second %u the number of questions. */
  text = g_strdup_printf (_ ("%u of %u"), position, count);
  gtk_label_set_text (self->count, text);
}

TroupeFeedbackRequest *
troupe_feedback_view_get_request (TroupeFeedbackView *self)
{
  g_return_val_if_fail (TROUPE_IS_FEEDBACK_VIEW (self), NULL);

  return self->request;
}

void
troupe_feedback_view_set_error (TroupeFeedbackView *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_FEEDBACK_VIEW (self));

  gtk_label_set_text (self->error, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), text != NULL);
  if (text != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void
troupe_feedback_view_set_narrow (TroupeFeedbackView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_FEEDBACK_VIEW (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->controls),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  troupe_elicitation_view_set_narrow (TROUPE_ELICITATION_VIEW (self->elicitation), narrow);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              narrow ? CONTENT_HEIGHT_NARROW : CONTENT_HEIGHT);
  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  show_outcomes (self);
}

/* --- Creating the widgets --------------------------------------------------------------------- */

static GtkWidget *
make_head (TroupeFeedbackView *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("troupe-human-symbolic");
  GtkWidget *later = gtk_button_new_with_mnemonic (_ ("_Later"));

  g_assert (TROUPE_IS_FEEDBACK_VIEW (self));

  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  gtk_label_set_wrap (self->title, TRUE);
  gtk_label_set_wrap_mode (self->title, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (self->title, 2);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (GTK_WIDGET (self->title));
  gtk_label_set_xalign (self->title, 0);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_set_hexpand (later, TRUE);
  gtk_widget_set_halign (later, GTK_ALIGN_END);
  gtk_widget_add_css_class (later, "flat");
  gtk_widget_set_tooltip_text (
      later,
      _ ("Stop the run at this point and save it; you can resume it when you open the file again"));
  g_signal_connect_object (later, "clicked", G_CALLBACK (later_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  self->later = later;
  gtk_box_append (GTK_BOX (head), icon);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (head), later);
  return head;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static gboolean
troupe_feedback_view_grab_focus (GtkWidget *widget)
{
  TroupeFeedbackView *self = TROUPE_FEEDBACK_VIEW (widget);

  return gtk_widget_grab_focus (gtk_widget_get_visible (self->elicitation) ? self->elicitation
                                                                           : self->entry);
}

static void
troupe_feedback_view_dispose (GObject *object)
{
  TroupeFeedbackView *self = TROUPE_FEEDBACK_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->request, troupe_feedback_request_unref);
  G_OBJECT_CLASS (troupe_feedback_view_parent_class)->dispose (object);
}

static void
troupe_feedback_view_class_init (TroupeFeedbackViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_feedback_view_dispose;
  widget_class->grab_focus = troupe_feedback_view_grab_focus;
  troupe_pass_focus_install (widget_class);
  signals[ANSWERED] =
      g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  signals[LATER] = g_signal_new ("later", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_feedback_view_init (TroupeFeedbackView *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (GTK_WIDGET (self), "feedback");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_feedback_view_new (gboolean with_output)
{
  TroupeFeedbackView *self = g_object_new (TROUPE_TYPE_FEEDBACK_VIEW, NULL);
  GtkWidget *content;

  gtk_box_append (GTK_BOX (self->box), make_head (self));
  content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_wrap_mode (self->message, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->message, 0);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->message));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), CONTENT_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  if (with_output)
    {
      self->output = troupe_value_view_new ();
      gtk_widget_add_css_class (self->output, "feedback-output");
      gtk_box_append (GTK_BOX (content), self->output);
    }
  gtk_box_append (GTK_BOX (self->box), self->scroller);
  self->controls = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->entry = gtk_entry_new ();
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_set_valign (self->entry, GTK_ALIGN_START);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 12);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (entry_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (entry_changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->outcomes = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->outcomes), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Outcomes"), -1);
  self->answer_button = gtk_button_new_with_mnemonic (_ ("_Answer"));
  gtk_widget_set_valign (self->answer_button, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->answer_button, "suggested-action");
  g_signal_connect_object (self->answer_button, "clicked", G_CALLBACK (entry_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->controls), self->entry);
  gtk_box_append (GTK_BOX (self->controls), self->outcomes);
  gtk_box_append (GTK_BOX (self->controls), self->answer_button);
  gtk_box_append (GTK_BOX (self->box), self->controls);
  self->elicitation = troupe_elicitation_view_new ();
  gtk_widget_set_visible (self->elicitation, FALSE);
  g_signal_connect_object (self->elicitation, "answered", G_CALLBACK (elicited_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->elicitation);
  self->error = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error, TRUE);
  gtk_label_set_xalign (self->error, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->error), FALSE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->error));
  troupe_name_buttons (self->box);
  troupe_answer_delay_watch (GTK_WIDGET (self), accepts_cb);
  return GTK_WIDGET (self);
}
