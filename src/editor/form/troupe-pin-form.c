/* troupe-pin-form.c: form of the pinned output of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pin-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-pin-form.h"

struct _TroupePinForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  char *method;
  GtkWidget *box;
  GtkWidget *mismatch;
};

G_DEFINE_FINAL_TYPE (TroupePinForm, troupe_pin_form, GTK_TYPE_WIDGET)

/* Shows why the value cannot be the output of the method. */
static void
refresh (TroupePinForm *self)
{
  TroupeFlow *flow = troupe_editor_context_get_flow (self->context);
  const TroupeFlowMethod *method = troupe_flow_find_method (flow, self->method);
  TroupeValue *pin = troupe_flow_get_pin (flow, self->method);
  g_autofree char *text = method != NULL && method->action != NULL && pin != NULL
                              ? troupe_flow_check_pin (method, pin)
                              : NULL;

  g_assert (TROUPE_IS_PIN_FORM (self));

  gtk_label_set_label (GTK_LABEL (self->mismatch), text != NULL ? text : "");
  gtk_widget_set_visible (self->mismatch, text != NULL);
}

static void
unpin_cb (TroupePinForm *self)
{
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_PIN_FORM (self));

  if (!troupe_flow_set_pin (troupe_editor_context_get_document (self->context), self->method, NULL,
                            &error))
    troupe_editor_context_report (self->context, error);
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
build (TroupePinForm *self, TroupeForm *form)
{
  const char *const path[] = { "x-troupe", "pins", self->method, NULL };
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *note = make_label (_ ("Returned without running the method"), "dim-label");
  GtkWidget *unpin = gtk_button_new_with_label (_ ("Unpin"));

  g_assert (TROUPE_IS_PIN_FORM (self));

  /* Without a text, the method would be unpinned while the value is replaced. */
  troupe_form_require (form, troupe_form_add_json (form, self->box, _ ("Pinned Output"),
                                                   _ ("Change Pinned Output"), path));
  self->mismatch = make_label (NULL, "warning");
  gtk_box_append (GTK_BOX (self->box), self->mismatch);
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_set_hexpand (note, TRUE);
  gtk_widget_set_valign (unpin, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (foot), note);
  gtk_box_append (GTK_BOX (foot), unpin);
  gtk_box_append (GTK_BOX (self->box), foot);
  g_signal_connect_object (unpin, "clicked", G_CALLBACK (unpin_cb), self, G_CONNECT_SWAPPED);
}

static void
troupe_pin_form_dispose (GObject *object)
{
  TroupePinForm *self = TROUPE_PIN_FORM (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);
  G_OBJECT_CLASS (troupe_pin_form_parent_class)->dispose (object);
}

static void
troupe_pin_form_class_init (TroupePinFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_pin_form_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_pin_form_init (TroupePinForm *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_pin_form_new (TroupeForm *form, const char *method)
{
  TroupePinForm *self;

  g_return_val_if_fail (TROUPE_IS_FORM (form), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PIN_FORM, NULL);
  self->context = g_object_ref (troupe_form_get_context (form));
  self->method = g_strdup (method);
  build (self, form);
  g_signal_connect_object (troupe_editor_context_get_document (self->context), "changed",
                           G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
