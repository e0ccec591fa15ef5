/* troupe-rename-popover.c: popover to rename an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rename-popover"

#include "config.h"

#include "troupe-popover-opening.h"
#include "troupe-rename-popover.h"
#include "troupe-typed-text.h"

/* Width of the entry for a text that is longer than a name. */
#define TEXT_CHARS 30

struct _TroupeRenamePopover
{
  GtkPopover parent_instance;

  TroupeRenameCheck check;
  gpointer user_data;
  TroupeRenameCheck describe; /* (nullable) */
  GtkWidget *title;
  GtkWidget *entry;
  GtkWidget *detail;
  GtkWidget *error;
};

enum
{
  NAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRenamePopover, troupe_rename_popover, GTK_TYPE_POPOVER)

/* (transfer full) (nullable) */
static char *
check (TroupeRenamePopover *self)
{
  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  return self->check (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->user_data);
}

static void
changed_cb (TroupeRenamePopover *self)
{
  g_autofree char *error = NULL;
  g_autofree char *detail = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  error = check (self);
  if (error == NULL && self->describe != NULL)
    detail = self->describe (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->user_data);
  gtk_label_set_label (GTK_LABEL (self->detail), detail != NULL ? detail : "");
  gtk_widget_set_visible (self->detail, detail != NULL);
  gtk_label_set_label (GTK_LABEL (self->error), error != NULL ? error : "");
  gtk_widget_set_visible (self->error, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
}

static void
activate_cb (TroupeRenamePopover *self)
{
  g_autofree char *error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_RENAME_POPOVER (self));

  error = check (self);
  if (error != NULL)
    return;

  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[NAMED], 0, text);
}

void
troupe_rename_popover_set_text (TroupeRenamePopover *self,
                                const char *title,
                                const char *placeholder,
                                TroupeRenameCheck describe)
{
  g_return_if_fail (TROUPE_IS_RENAME_POPOVER (self));

  self->describe = describe;
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_widget_set_visible (self->title, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), placeholder);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), TEXT_CHARS);
}

void
troupe_rename_popover_ask (TroupeRenamePopover *self,
                           const char *label,
                           const char *text,
                           TroupeDocument *document,
                           const char *field)
{
  g_return_if_fail (TROUPE_IS_RENAME_POPOVER (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
  troupe_typed_text_begin (GTK_EDITABLE (self->entry), document, field);
  changed_cb (self);
  troupe_popover_open (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
troupe_rename_popover_class_init (TroupeRenamePopoverClass *klass)
{
  signals[NAMED] = g_signal_new ("named", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_rename_popover_init (TroupeRenamePopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  g_assert (self != NULL);

  self->title = gtk_label_new (NULL);
  self->entry = gtk_entry_new ();
  self->detail = gtk_label_new (NULL);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->error), 28);
  gtk_widget_add_css_class (self->error, "error");
  gtk_widget_add_css_class (self->error, "caption");
  gtk_widget_set_visible (self->title, FALSE);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_visible (self->detail, FALSE);
  gtk_label_set_xalign (GTK_LABEL (self->detail), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->detail), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->detail, "caption");
  gtk_widget_add_css_class (self->detail, "dim-label");
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->detail);
  gtk_box_append (GTK_BOX (box), self->error);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "closed", G_CALLBACK (troupe_typed_text_end), self->entry,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_rename_popover_new (TroupeRenameCheck check_func, gpointer user_data)
{
  TroupeRenamePopover *self;

  g_return_val_if_fail (check_func != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_RENAME_POPOVER, NULL);
  self->check = check_func;
  self->user_data = user_data;

  return GTK_WIDGET (self);
}
