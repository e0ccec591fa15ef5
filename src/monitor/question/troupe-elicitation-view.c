/* troupe-elicitation-view.c: view to answer an MCP elicitation: form fields or a URL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-elicitation-row.h"
#include "troupe-elicitation-view.h"
#include "troupe-pass-focus.h"

/* Maximum height of the fields before they scroll, in pixels. */
#define MOST_HEIGHT 240
#define MOST_HEIGHT_NARROW 150

/* @rows: (element-type TroupeElicitationRow): in the order of the fields */
struct _TroupeElicitationView
{
  GtkWidget parent_instance;

  TroupeElicitation *elicitation;
  GtkWidget *box;
  GtkWidget *caution;
  GtkWidget *address;
  GtkWidget *scroller;
  GtkWidget *fields;
  GPtrArray *rows;
  GtkWidget *error;
  GtkWidget *cancel;
  GtkWidget *decline;
  GtkWidget *agree;
  gboolean narrow;
};

enum
{
  ANSWERED,
  OPEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeElicitationView, troupe_elicitation_view, GTK_TYPE_WIDGET)

/* --- Answering -------------------------------------------------------------------------------- */

/* @text: (nullable) */
static void
set_error (TroupeElicitationView *self, const char *text)
{
  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  gtk_label_set_text (GTK_LABEL (self->error), text != NULL ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

static void
answer (TroupeElicitationView *self, TroupeElicitationAction action, const char *json)
{
  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  set_error (self, NULL);
  g_signal_emit (self, signals[ANSWERED], 0, troupe_elicitation_action_get_name (action), json);
}

/* Returns the input of all fields as JSON. If a field is invalid, focuses it and returns NULL.
 * (transfer full) (nullable) */
static char *
read_fields (TroupeElicitationView *self)
{
  g_auto (TroupeMapBuilder) builder = { 0 };
  g_autoptr (TroupeValue) content = NULL;

  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->rows->len; i++)
    {
      TroupeElicitationRow *row = self->rows->pdata[i];
      g_autoptr (TroupeValue) value = NULL;
      g_autoptr (GError) error = NULL;

      if (!troupe_elicitation_row_read (row, &value, &error))
        {
          set_error (self, error->message);
          gtk_widget_grab_focus (GTK_WIDGET (row));
          return NULL;
        }
      troupe_map_builder_add (&builder, troupe_elicitation_row_get_field (row)->name,
                              value != NULL ? g_steal_pointer (&value) : troupe_value_new_null ());
    }
  content = troupe_map_builder_end (&builder);
  return troupe_value_to_json (content, TROUPE_JSON_COMPACT);
}

static void
shown_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeElicitationView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error))
    {
      answer (self, TROUPE_ELICITATION_ACCEPT, "");
      return;
    }
  /* Translators: %s is the error message */
  text = g_strdup_printf (_ ("Could not open the URL: %s"), error->message);
  set_error (self, text);
}

static void
agree_cb (TroupeElicitationView *self)
{
  g_autofree char *json = NULL;

  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  /* Enter in a field may have been meant for something else. */
  if (!gtk_widget_get_sensitive (self->agree))
    return;

  if (self->elicitation == NULL)
    return;
  if (self->elicitation->url != NULL)
    {
      GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
      gboolean is_opened = FALSE;

      /* The URL is opened without a shell, only after the user has agreed. */
      g_signal_emit (self, signals[OPEN], 0, self->elicitation->url, &is_opened);
      if (is_opened)
        answer (self, TROUPE_ELICITATION_ACCEPT, "");
      else if (GTK_IS_WINDOW (root))
        gtk_show_uri_full (GTK_WINDOW (root), self->elicitation->url, GDK_CURRENT_TIME, NULL,
                           shown_cb, g_object_ref (self));
      return;
    }
  json = read_fields (self);
  if (json != NULL)
    answer (self, TROUPE_ELICITATION_ACCEPT, json);
}

static void
decline_cb (TroupeElicitationView *self)
{
  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  answer (self, TROUPE_ELICITATION_DECLINE, "");
}

static void
cancel_cb (TroupeElicitationView *self)
{
  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  answer (self, TROUPE_ELICITATION_CANCEL, "");
}

/* --- Displaying the request ------------------------------------------------------------------- */

void
troupe_elicitation_view_set_elicitation (TroupeElicitationView *self,
                                         TroupeElicitation *elicitation)
{
  g_autofree char *text = NULL;
  GtkWidget *child = NULL;
  const char *agreement;
  PangoAttrList *attributes;
  PangoAttribute *plain;
  gsize begin = 0;
  gsize end = 0;

  g_return_if_fail (TROUPE_IS_ELICITATION_VIEW (self));

  if (elicitation == self->elicitation)
    return;
  g_clear_pointer (&self->elicitation, troupe_elicitation_unref);
  if (elicitation != NULL)
    self->elicitation = troupe_elicitation_ref (elicitation);
  while ((child = gtk_widget_get_first_child (self->fields)) != NULL)
    gtk_box_remove (GTK_BOX (self->fields), child);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; self->elicitation != NULL && i < self->elicitation->fields->len; i++)
    {
      GtkWidget *row = troupe_elicitation_row_new (self->elicitation, i);

      troupe_elicitation_row_set_narrow (TROUPE_ELICITATION_ROW (row), self->narrow);
      g_signal_connect_object (row, "activate", G_CALLBACK (agree_cb), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->rows, row);
      gtk_box_append (GTK_BOX (self->fields), row);
    }
  gtk_widget_set_visible (self->scroller, self->rows->len > 0);
  set_error (self, NULL);
  if (elicitation == NULL)
    return;
  if (self->elicitation->url != NULL)
    text = g_strdup_printf (
        /* Translators: %s is a host name */
        _ ("This opens in your browser, at %s. Troupe does not see what you enter there."),
        self->elicitation->host);
  else if (self->elicitation->fields->len > 0)
    text = g_strdup (
        _ ("The operator of this server can read what you type: do not enter passwords or keys."));
  gtk_label_set_text (GTK_LABEL (self->caution), text != NULL ? text : "");
  gtk_widget_set_visible (self->caution, text != NULL);
  /* Shows the complete URL and emphasizes its host, because the parts before and after the host
   * can be made to look like a host. */
  attributes = pango_attr_list_new ();
  /* A hyphen inserted at a line break would be read as a part of the URL. */
  plain = pango_attr_insert_hyphens_new (FALSE);
  pango_attr_list_insert (attributes, plain);
  gtk_widget_set_visible (self->address, self->elicitation->url != NULL);
  if (troupe_elicitation_find_host (self->elicitation, &begin, &end))
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
      PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_SINGLE);

      bold->start_index = line->start_index = (guint) begin;
      bold->end_index = line->end_index = (guint) end;
      pango_attr_list_insert (attributes, bold);
      pango_attr_list_insert (attributes, line);
      gtk_label_set_text (GTK_LABEL (self->address), self->elicitation->url);
    }
  gtk_label_set_attributes (GTK_LABEL (self->address), attributes);
  pango_attr_list_unref (attributes);
  if (elicitation->is_sign_in)
    agreement = elicitation->url != NULL ? _ ("_Open Browser") : _ ("_Continue");
  else if (elicitation->url != NULL)
    agreement = _ ("_Open URL");
  else
    agreement = elicitation->fields->len > 0 ? _ ("_Answer") : _ ("_Yes");
  gtk_button_set_label (GTK_BUTTON (self->agree), agreement);
  gtk_widget_set_visible (self->cancel, !elicitation->is_sign_in);
  gtk_widget_set_tooltip_text (
      self->decline, elicitation->is_sign_in
                         ? _ ("Skip the sign-in; the run continues without the server, or ends")
                         : _ ("Decline the request of the server"));
  troupe_name_buttons (self->box);
}

void
troupe_elicitation_view_set_accepts (TroupeElicitationView *self, gboolean accepts)
{
  g_return_if_fail (TROUPE_IS_ELICITATION_VIEW (self));

  gtk_widget_set_sensitive (self->agree, accepts);
}

void
troupe_elicitation_view_set_narrow (TroupeElicitationView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_ELICITATION_VIEW (self));

  self->narrow = narrow;
  for (guint i = 0; i < self->rows->len; i++)
    troupe_elicitation_row_set_narrow (self->rows->pdata[i], narrow);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              narrow ? MOST_HEIGHT_NARROW : MOST_HEIGHT);
}

/* --- Creating the widgets --------------------------------------------------------------------- */

static GtkWidget *
make_text (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_button (TroupeElicitationView *self, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static gboolean
troupe_elicitation_view_grab_focus (GtkWidget *widget)
{
  TroupeElicitationView *self = TROUPE_ELICITATION_VIEW (widget);

  return gtk_widget_grab_focus (self->rows->len > 0 ? self->rows->pdata[0] : self->decline);
}

static void
troupe_elicitation_view_dispose (GObject *object)
{
  TroupeElicitationView *self = TROUPE_ELICITATION_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->elicitation, troupe_elicitation_unref);
  G_OBJECT_CLASS (troupe_elicitation_view_parent_class)->dispose (object);
}

static void
troupe_elicitation_view_class_init (TroupeElicitationViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_elicitation_view_dispose;
  widget_class->grab_focus = troupe_elicitation_view_grab_focus;
  troupe_pass_focus_install (widget_class);
  signals[ANSWERED] = g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[OPEN] = g_signal_new ("open", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                                G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_elicitation_view_init (TroupeElicitationView *self)
{
  GtkWidget *box;

  g_assert (TROUPE_IS_ELICITATION_VIEW (self));

  self->rows = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->address = make_text ("monospace");
  gtk_label_set_selectable (GTK_LABEL (self->address), TRUE);
  self->caution = make_text ("dim-label");
  self->error = make_text ("error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->address);
  gtk_box_append (GTK_BOX (self->box), self->caution);
  self->fields = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->fields);
  gtk_box_append (GTK_BOX (self->box), self->scroller);
  gtk_box_append (GTK_BOX (self->box), self->error);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->cancel = make_button (self, _ ("_Cancel"), G_CALLBACK (cancel_cb));
  self->decline = make_button (self, _ ("_Decline"), G_CALLBACK (decline_cb));
  self->agree = make_button (self, _ ("_Answer"), G_CALLBACK (agree_cb));
  gtk_widget_add_css_class (self->cancel, "flat");
  gtk_widget_set_tooltip_text (self->cancel,
                               _ ("Cancel without answering the request of the server"));
  gtk_widget_add_css_class (self->agree, "suggested-action");
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), self->cancel);
  gtk_box_append (GTK_BOX (box), self->decline);
  gtk_box_append (GTK_BOX (box), self->agree);
  gtk_box_append (GTK_BOX (self->box), box);
}

GtkWidget *
troupe_elicitation_view_new (void)
{
  return g_object_new (TROUPE_TYPE_ELICITATION_VIEW, NULL);
}
