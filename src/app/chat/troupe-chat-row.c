/* troupe-chat-row.c: widget for one turn of a chat session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-row"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-chat-row.h"

/* Shown at the end of an answer that is still being streamed. */
#define CARET "▌"
/* Maximum number of characters of an answer that the row shows. The panels show the complete
 * answer. */
#define MAX_SHOWN 200000

struct _TroupeChatRow
{
  GtkWidget parent_instance;

  TroupeChatEntry *entry;
  gboolean is_last;

  GtkWidget *route_button;
  GtkLabel *route;
  GtkLabel *about;
  GtkWidget *answer;
  GtkLabel *answer_text;
  GtkWidget *dots;
  GtkWidget *trouble;
  GtkLabel *trouble_text;
  GtkWidget *again;
  GtkWidget *resume;
};

enum
{
  CHOSEN,
  AGAIN,
  RESUMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChatRow, troupe_chat_row, GTK_TYPE_WIDGET)

/* --- Bubbles ------------------------------------------------------------------------------------ */

GtkWidget *
troupe_chat_text_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

GtkWidget *
troupe_chat_bubble_new (const char *name, gboolean is_own, GtkWidget *child)
{
  GtkWidget *bubble = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                    "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);

  g_return_val_if_fail (GTK_IS_WIDGET (child), NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (bubble), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_add_css_class (bubble, "bubble");
  gtk_widget_add_css_class (bubble, is_own ? "own" : "reply");
  gtk_widget_set_halign (bubble, is_own ? GTK_ALIGN_END : GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (bubble), child);
  return bubble;
}

/* --- Content ---------------------------------------------------------------------------------- */

static void
show_route (TroupeChatRow *self)
{
  const char *route = troupe_chat_entry_get_route (self->entry);
  g_autofree char *about = troupe_chat_entry_describe (self->entry);
  g_autofree char *name = NULL;

  g_assert (TROUPE_IS_CHAT_ROW (self));

  gtk_label_set_text (self->route, route != NULL ? route : "");
  gtk_widget_set_visible (GTK_WIDGET (self->route), route != NULL);
  gtk_label_set_text (self->about, about);
  gtk_widget_set_visible (self->route_button, troupe_chat_entry_has_run (self->entry));
  /* Translators: the number of a turn; the route of its message; a summary of what happened */
  name = g_strdup_printf (_ ("Turn %u, %s: %s"), troupe_chat_entry_get_number (self->entry),
                          route != NULL ? route : _ ("no route"), about);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->route_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Returns the text for an unsuccessful turn. (transfer full) (nullable): NULL if there is no
 * problem */
static char *
describe_trouble (TroupeChatRow *self)
{
  const char *error = troupe_chat_entry_get_error (self->entry);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  switch (troupe_chat_entry_get_state (self->entry))
    {
    case TROUPE_CHAT_FAILED:
      if (error == NULL)
        return g_strdup (_ ("This turn failed. Send the message again, or write another one."));
      /* Translators: %s is the reason, a sentence */
      return g_strdup_printf (_ ("This turn failed: %s"), error);
    case TROUPE_CHAT_STOPPED:
      return g_strdup (_ ("This turn was stopped. You can continue the conversation."));
    case TROUPE_CHAT_WAITS:
      return g_strdup (_ ("This turn is waiting for an answer."));
    case TROUPE_CHAT_SAID:
    case TROUPE_CHAT_RUNS:
    case TROUPE_CHAT_DONE:
    default:
      return NULL;
    }
}

static void
show_trouble (TroupeChatRow *self)
{
  const TroupeChatState state = troupe_chat_entry_get_state (self->entry);
  g_autofree char *text = describe_trouble (self);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  gtk_widget_set_visible (self->trouble, text != NULL);
  /* Waiting is no error. */
  gtk_widget_remove_css_class (self->trouble, state == TROUPE_CHAT_WAITS ? "trouble" : "asks");
  gtk_widget_add_css_class (self->trouble, state == TROUPE_CHAT_WAITS ? "asks" : "trouble");
  gtk_label_set_text (self->trouble_text, text != NULL ? text : "");
  gtk_widget_set_visible (self->again, self->is_last && (state == TROUPE_CHAT_FAILED ||
                                                         state == TROUPE_CHAT_STOPPED));
  gtk_widget_set_visible (self->resume, self->is_last && state == TROUPE_CHAT_WAITS);
}

static void
update (TroupeChatRow *self)
{
  const char *reply;
  gboolean runs;
  const char *end;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_CHAT_ROW (self));

  show_route (self);
  reply = troupe_chat_entry_get_reply (self->entry);
  runs = troupe_chat_entry_get_state (self->entry) == TROUPE_CHAT_RUNS;
  end = reply;
  gtk_widget_set_visible (self->answer, reply != NULL || runs);
  gtk_widget_set_visible (GTK_WIDGET (self->answer_text), reply != NULL);
  gtk_widget_set_visible (self->dots, reply == NULL && runs);
  if (reply != NULL)
    {
      for (guint i = 0; i < MAX_SHOWN && *end != '\0'; i++)
        end = g_utf8_next_char (end);
      text = g_strdup_printf ("%.*s%s", (int) (end - reply), reply,
                              runs           ? CARET
                              : *end != '\0' ? "…"
                                             : "");
      if (!g_str_equal (text, gtk_label_get_text (self->answer_text)))
        gtk_label_set_text (self->answer_text, text);
    }
  show_trouble (self);
}

void
troupe_chat_row_tick (TroupeChatRow *self)
{
  g_return_if_fail (TROUPE_IS_CHAT_ROW (self));

  if (troupe_chat_entry_get_state (self->entry) == TROUPE_CHAT_RUNS)
    show_route (self);
}

void
troupe_chat_row_set_last (TroupeChatRow *self, gboolean is_last)
{
  g_return_if_fail (TROUPE_IS_CHAT_ROW (self));

  self->is_last = is_last;
  show_trouble (self);
}

void
troupe_chat_row_set_chosen (TroupeChatRow *self, gboolean is_chosen)
{
  g_return_if_fail (TROUPE_IS_CHAT_ROW (self));

  if (is_chosen)
    gtk_widget_add_css_class (GTK_WIDGET (self), "chosen");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "chosen");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->route_button), GTK_ACCESSIBLE_STATE_PRESSED,
      is_chosen ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

TroupeChatEntry *
troupe_chat_row_get_entry (TroupeChatRow *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ROW (self), NULL);

  return self->entry;
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static void
chosen_cb (TroupeChatRow *self)
{
  g_assert (TROUPE_IS_CHAT_ROW (self));

  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
again_cb (TroupeChatRow *self)
{
  g_assert (TROUPE_IS_CHAT_ROW (self));

  g_signal_emit (self, signals[AGAIN], 0);
}

static void
resume_cb (TroupeChatRow *self)
{
  g_assert (TROUPE_IS_CHAT_ROW (self));

  g_signal_emit (self, signals[RESUMED], 0);
}

static void
add_part (TroupeChatRow *self, GtkWidget *part)
{
  g_assert (TROUPE_IS_CHAT_ROW (self));

  gtk_widget_set_parent (part, GTK_WIDGET (self));
}

static void
add_route (TroupeChatRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  gtk_widget_add_css_class (dot, "route-dot");
  gtk_widget_set_valign (dot, GTK_ALIGN_CENTER);
  self->route = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->route), "route");
  self->about = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->about), "about");
  gtk_label_set_ellipsize (self->about, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (self->route, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), dot);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->route));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->about));
  self->route_button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->route_button), box);
  gtk_widget_set_halign (self->route_button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (self->route_button, _ ("Show This Turn on the Canvas"));
  gtk_widget_add_css_class (self->route_button, "flat");
  gtk_widget_add_css_class (self->route_button, "route-button");
  g_signal_connect_object (self->route_button, "clicked", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  add_part (self, self->route_button);
}

/* Adds the bubble of the answer. It shows three dots until the first part of the answer arrives. */
static void
add_answer (TroupeChatRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  self->answer_text = GTK_LABEL (troupe_chat_text_new (NULL));
  self->dots = gtk_label_new ("• • •");
  gtk_widget_add_css_class (self->dots, "dots");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->dots), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Waiting for the answer"), -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->answer_text));
  gtk_box_append (GTK_BOX (box), self->dots);
  self->answer = troupe_chat_bubble_new (_ ("Answer"), FALSE, box);
  add_part (self, self->answer);
}

static GtkWidget *
new_button (TroupeChatRow *self, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static void
add_trouble (TroupeChatRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  g_assert (TROUPE_IS_CHAT_ROW (self));

  self->trouble_text = GTK_LABEL (troupe_chat_text_new (NULL));
  self->again = new_button (self, _ ("Send Again"), G_CALLBACK (again_cb));
  self->resume = new_button (self, _ ("Answer"), G_CALLBACK (resume_cb));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->trouble_text));
  gtk_box_append (GTK_BOX (box), self->again);
  gtk_box_append (GTK_BOX (box), self->resume);
  self->trouble = troupe_chat_bubble_new (_ ("Error Details"), FALSE, box);
  add_part (self, self->trouble);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_chat_row_dispose (GObject *object)
{
  TroupeChatRow *self = TROUPE_CHAT_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->entry);
  G_OBJECT_CLASS (troupe_chat_row_parent_class)->dispose (object);
}

static void
troupe_chat_row_class_init (TroupeChatRowClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_chat_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "chat-row");

  signals[CHOSEN] =
      g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[AGAIN] =
      g_signal_new ("again", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESUMED] =
      g_signal_new ("resumed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_chat_row_init (TroupeChatRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
}

GtkWidget *
troupe_chat_row_new (TroupeChatEntry *entry)
{
  TroupeChatRow *self;
  g_autofree char *title = NULL;
  GtkWidget *head;

  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (entry), NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_ROW, NULL);
  self->entry = g_object_ref (entry);
  title = g_strdup_printf (
      /* Translators: number of a turn of a conversation */
      _ ("Turn %u"), troupe_chat_entry_get_number (self->entry));
  head = gtk_label_new (title);
  gtk_widget_add_css_class (head, "turn");
  add_part (self, head);
  add_part (self, troupe_chat_bubble_new (_ ("You"), TRUE,
                                          troupe_chat_text_new (
                                              troupe_chat_entry_get_message (self->entry))));
  add_route (self);
  add_answer (self);
  add_trouble (self);
  g_signal_connect_object (entry, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
