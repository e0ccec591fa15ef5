/* troupe-value-view.c: view of a value as tree, text or table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-sanitize-text.h"
#include "troupe-value-start.h"
#include "troupe-value-table.h"
#include "troupe-value-tree.h"
#include "troupe-value-view-private.h"

/* Maximum number of bytes of the text form, without the ellipsis. */
#define TEXT_LIMIT (200 * 1000 - 3)
/* Maximum number of bytes of a rendered text, whose widgets are made at once. */
#define RENDERED_LIMIT (20u * 1000)

enum
{
  PROP_0,
  PROP_FORM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeValueView, troupe_value_view, GTK_TYPE_WIDGET)

static const char *const form_names[TROUPE_VALUE_N_FORMS] = { "tree", "text", "table", "rendered" };

/* --- Displaying the value --------------------------------------------------------------------- */

/* Returns the text that can be rendered: the value, or the answer of an agent or a crew. (transfer none) (nullable) */
static TroupeValue *
get_rendered (TroupeValueView *self)
{
  if (self->render == NULL || self->value == NULL)
    return NULL;
  return troupe_value_is (self->value, TROUPE_VALUE_STRING)
             ? self->value
             : troupe_value_get_member_of (self->value, "raw", TROUPE_VALUE_STRING);
}

/* Returns TRUE if the value is a picture, of which no text can be read. */
static gboolean
is_picture (TroupeValueView *self)
{
  return get_rendered (self) == self->value &&
         g_str_has_prefix (troupe_value_get_string (self->value, NULL), "data:image/");
}

TroupeValueForm
troupe_value_view_choose_form (TroupeValueView *self)
{
  if (get_rendered (self) != NULL && (self->form == TROUPE_VALUE_FORM_RENDERED ||
                                      (self->form != TROUPE_VALUE_FORM_TEXT && is_picture (self))))
    return TROUPE_VALUE_FORM_RENDERED;
  if (troupe_value_is (self->value, TROUPE_VALUE_STRING))
    return TROUPE_VALUE_FORM_TEXT;
  if (self->form == TROUPE_VALUE_FORM_RENDERED)
    return TROUPE_VALUE_FORM_TREE;
  if (self->form == TROUPE_VALUE_FORM_TABLE && !troupe_value_table_fits (self->value))
    return TROUPE_VALUE_FORM_TREE;
  return self->form;
}

static void
update_switch (TroupeValueView *self)
{
  g_assert (TROUPE_IS_VALUE_VIEW (self));

  if (self->buttons[TROUPE_VALUE_FORM_TREE] == NULL)
    return;
  gtk_widget_set_sensitive (self->buttons[TROUPE_VALUE_FORM_TREE],
                            self->value != NULL &&
                                !troupe_value_is (self->value, TROUPE_VALUE_STRING));
  gtk_widget_set_sensitive (self->buttons[TROUPE_VALUE_FORM_TABLE],
                            troupe_value_table_fits (self->value));
  if (self->buttons[TROUPE_VALUE_FORM_RENDERED] != NULL)
    gtk_widget_set_sensitive (self->buttons[TROUPE_VALUE_FORM_RENDERED],
                              get_rendered (self) != NULL);
  if (self->buttons[self->form] != NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[self->form]), TRUE);
}

/* Renders the text. A picture is not cut, because it is decoded elsewhere. */
static void
render (TroupeValueView *self)
{
  gsize length;
  const char *text = troupe_value_get_string (get_rendered (self), &length);
  g_autofree char *part = is_picture (self)
                              ? g_strndup (text, length)
                              : g_utf8_make_valid (text, (gssize) MIN (length, RENDERED_LIMIT));
  g_autofree char *lines = is_picture (self) ? NULL : troupe_text_to_lines (part);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  g_assert (TROUPE_IS_VALUE_VIEW (self));

  gtk_widget_add_css_class (box, "value-rendered");
  gtk_box_append (GTK_BOX (box), self->render (lines != NULL ? lines : part, self->render_data));
  if (lines != NULL && length > RENDERED_LIMIT)
    {
      GtkWidget *button = gtk_button_new_with_label (_ ("Show All"));

      gtk_widget_set_halign (button, GTK_ALIGN_START);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "value.open-whole");
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->rendered), box);
}

static void
update (TroupeValueView *self)
{
  TroupeValueForm form;

  g_assert (TROUPE_IS_VALUE_VIEW (self));

  self->streaming = FALSE;
  update_switch (self);
  if (self->value == NULL)
    {
      troupe_value_tree_set_root (TROUPE_VALUE_TREE (self->tree), NULL);
      gtk_text_buffer_set_text (self->buffer, "", 0);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
      return;
    }
  form = troupe_value_view_choose_form (self);
  if (form == TROUPE_VALUE_FORM_TEXT)
    {
      gboolean is_cut;
      g_autoptr (TroupeValue) start = troupe_value_dup_start (self->value, TEXT_LIMIT, &is_cut);
      g_autofree char *text = troupe_value_to_text (start);

      gtk_text_buffer_set_text (self->buffer, "", 0);
      troupe_value_append_text (self->buffer, text, strlen (text));
      gtk_widget_set_visible (self->cut_note, is_cut);
    }
  else if (form == TROUPE_VALUE_FORM_RENDERED)
    render (self);
  else if (form == TROUPE_VALUE_FORM_TABLE)
    troupe_value_table_set_value (TROUPE_VALUE_TABLE (self->table), self->value);
  else
    {
      g_autoptr (TroupeValueItem) root =
          troupe_value_item_new (self->name, self->path, self->value, self->before);

      troupe_value_tree_set_root (TROUPE_VALUE_TREE (self->tree), root);
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), form_names[form]);
}

static void
take_value (TroupeValue **target, TroupeValue *value)
{
  TroupeValue *old = *target;

  *target = value != NULL ? troupe_value_ref (value) : NULL;
  if (old != NULL)
    troupe_value_unref (old);
}

void
troupe_value_view_set_value (TroupeValueView *self,
                             const char *name,
                             const char *path,
                             TroupeValue *value,
                             TroupeValue *before,
                             const char *empty)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));
  g_return_if_fail (name != NULL && path != NULL && empty != NULL);

  gtk_label_set_label (self->empty_label, empty);
  /* Skip an unchanged value. */
  if (value == self->value && before == self->before && !self->streaming &&
      g_strcmp0 (path, self->path) == 0 && g_strcmp0 (name, self->name) == 0)
    return;
  take_value (&self->value, value);
  take_value (&self->before, before);
  g_free (self->name);
  g_free (self->path);
  self->name = g_strdup (name);
  self->path = g_strdup (path);
  update (self);
}

void
troupe_value_view_set_stream (TroupeValueView *self, const char *text, gsize length)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));

  if (self->streaming && length == self->stream_length)
    return;
  if (!self->streaming || length < self->stream_length)
    {
      take_value (&self->value, NULL);
      take_value (&self->before, NULL);
      update (self);
      self->streaming = TRUE;
      self->stream_length = 0;
      gtk_widget_set_visible (self->cut_note, FALSE);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "text");
    }
  troupe_value_append_text (self->buffer, text + self->stream_length, length - self->stream_length);
  self->stream_length = length;
}

void
troupe_value_view_set_form (TroupeValueView *self, TroupeValueForm form)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));
  g_return_if_fail (form < TROUPE_VALUE_N_FORMS);

  if (self->form == form)
    return;
  self->form = form;
  if (self->streaming)
    update_switch (self);
  else
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
}

static void
form_toggled_cb (GtkToggleButton *button, gpointer user_data)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (user_data);

  g_assert (TROUPE_IS_VALUE_VIEW (self));

  if (!gtk_toggle_button_get_active (button))
    return;
  for (int i = 0; i < TROUPE_VALUE_N_FORMS; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      troupe_value_view_set_form (self, (TroupeValueForm) i);
}

void
troupe_value_view_set_renderer (TroupeValueView *self,
                                TroupeValueRenderFunc func,
                                gpointer user_data,
                                GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (self));
  g_return_if_fail (func != NULL);

  if (self->render_destroy != NULL)
    self->render_destroy (self->render_data);
  self->render = func;
  self->render_data = user_data;
  self->render_destroy = destroy;
}

GtkWidget *
troupe_value_view_make_switch (TroupeValueView *self)
{
  const char *const titles[] = { _ ("As Tree"), _ ("As Text"), _ ("As Table"), _ ("Rendered") };
  const char *const icons[] = { "view-list-bullet-symbolic", "format-justify-left-symbolic",
                                "view-grid-symbolic", "image-x-generic-symbolic" };
  const int n = self->render != NULL ? TROUPE_VALUE_N_FORMS : TROUPE_VALUE_FORM_RENDERED;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_return_val_if_fail (TROUPE_IS_VALUE_VIEW (self), NULL);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (int i = 0; i < n; i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();

      gtk_button_set_icon_name (GTK_BUTTON (button), icons[i]);
      gtk_widget_set_tooltip_text (button, titles[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      titles[i], -1);
      gtk_widget_add_css_class (button, "flat");
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      g_set_weak_pointer (&self->buttons[i], button);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[self->form]), TRUE);
  for (int i = 0; i < n; i++)
    g_signal_connect_object (self->buttons[i], "toggled", G_CALLBACK (form_toggled_cb), self, 0);
  update_switch (self);
  return box;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_value_view_dispose (GObject *object)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (object);

  for (int i = 0; i < TROUPE_VALUE_N_FORMS; i++)
    g_clear_weak_pointer (&self->buttons[i]);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  if (self->render_destroy != NULL)
    self->render_destroy (self->render_data);
  self->render = NULL;
  self->render_destroy = NULL;
  take_value (&self->value, NULL);
  take_value (&self->before, NULL);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (troupe_value_view_parent_class)->dispose (object);
}

static void
troupe_value_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FORM)
    g_value_set_int (value, (int) TROUPE_VALUE_VIEW (object)->form);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_value_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FORM)
    troupe_value_view_set_form (TROUPE_VALUE_VIEW (object),
                                (TroupeValueForm) g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_value_view_class_init (TroupeValueViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_value_view_dispose;
  object_class->get_property = troupe_value_view_get_property;
  object_class->set_property = troupe_value_view_set_property;
  properties[PROP_FORM] =
      g_param_spec_int ("form", NULL, NULL, 0, TROUPE_VALUE_N_FORMS - 1, TROUPE_VALUE_FORM_TREE,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  troupe_value_view_install_actions (widget_class);
}

static void
troupe_value_view_init (TroupeValueView *self)
{
  GtkWidget *empty = gtk_label_new (NULL);
  GtkWidget *box;
  GtkWidget *note;
  GtkWidget *button;

  self->stack = gtk_stack_new ();
  /* Hidden pages need no layout. */
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  self->tree = troupe_value_tree_new ();
  self->table = troupe_value_table_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->tree, form_names[TROUPE_VALUE_FORM_TREE]);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  note = gtk_label_new (_ ("Truncated after 200 kB."));
  button = gtk_button_new_with_label (_ ("Open in Full"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "value.open-whole");
  gtk_widget_add_css_class (note, "dim-label");
  self->cut_note = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->cut_note, "cut-note");
  gtk_widget_set_visible (self->cut_note, FALSE);
  gtk_box_append (GTK_BOX (self->cut_note), note);
  gtk_box_append (GTK_BOX (self->cut_note), button);
  gtk_box_append (GTK_BOX (box), troupe_value_make_text (&self->buffer));
  gtk_box_append (GTK_BOX (box), self->cut_note);
  gtk_stack_add_named (GTK_STACK (self->stack), box, form_names[TROUPE_VALUE_FORM_TEXT]);
  gtk_stack_add_named (GTK_STACK (self->stack), self->table, form_names[TROUPE_VALUE_FORM_TABLE]);
  self->rendered = gtk_scrolled_window_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->rendered,
                       form_names[TROUPE_VALUE_FORM_RENDERED]);
  self->empty_label = GTK_LABEL (empty);
  gtk_label_set_wrap (self->empty_label, TRUE);
  gtk_label_set_justify (self->empty_label, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_set_margin_start (empty, 12);
  gtk_widget_set_margin_end (empty, 12);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  troupe_value_view_add_menu (self);
}

GtkWidget *
troupe_value_view_new (void)
{
  return g_object_new (TROUPE_TYPE_VALUE_VIEW, NULL);
}
