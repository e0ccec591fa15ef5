/* troupe-guide.c: three hints for who runs a first flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-guide"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-guide.h"

typedef enum
{
  STEP_RUN,
  STEP_READ,
  STEP_EXPORT,
  N_STEPS,
} Step;

struct _TroupeGuide
{
  GObject parent_instance;

  GtkWidget *targets[N_STEPS];
  GtkWidget *popover; /* (nullable) */
  Step step;
  gboolean ended;
};

G_DEFINE_FINAL_TYPE (TroupeGuide, troupe_guide, G_TYPE_OBJECT)

static const struct
{
  const char *title;
  const char *text;
  const char *button; /* of the answer that goes on, or NULL where the place itself does */
} hints[N_STEPS] = {
  { N_ ("Run it"),
    N_ ("Press Run. The built-in mock model answers: no account, no key, no network."), NULL },
  { N_ ("Read what it gave"),
    N_ ("Click a card in the drawing or a row of the timeline. Its input, output and the state "
        "after "
        "it stand here."),
    N_ ("_Next") },
  { N_ ("Take the picture along"), N_ ("“Export Picture…” in this menu writes the drawing as SVG."),
    N_ ("_Done") },
};

static void show_hint (TroupeGuide *self);

static void
hide_hint (TroupeGuide *self)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

void
troupe_guide_end (TroupeGuide *self)
{
  g_return_if_fail (TROUPE_IS_GUIDE (self));

  self->ended = TRUE;
  hide_hint (self);
}

static void
go_on (TroupeGuide *self)
{
  hide_hint (self);
  if (self->ended || self->step + 1 >= N_STEPS)
    {
      self->ended = TRUE;
      return;
    }
  self->step++;
  show_hint (self);
}

static GtkWidget *
make_button (TroupeGuide *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_sheet (TroupeGuide *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (_ (hints[self->step].title));
  GtkWidget *text = gtk_label_new (_ (hints[self->step].text));
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (text), 34);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 34);
  gtk_widget_add_css_class (box, "hint-sheet");
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_widget_set_margin_top (buttons, 6);
  if (self->step + 1 < N_STEPS)
    gtk_box_append (GTK_BOX (buttons),
                    make_button (self, _ ("_Skip"), G_CALLBACK (troupe_guide_end)));
  if (hints[self->step].button != NULL)
    gtk_box_append (GTK_BOX (buttons),
                    make_button (self, _ (hints[self->step].button), G_CALLBACK (go_on)));
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), buttons);
  return box;
}

static void
show_hint (TroupeGuide *self)
{
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_child (GTK_POPOVER (popover), make_sheet (self));
  gtk_popover_set_position (GTK_POPOVER (popover),
                            self->step == STEP_READ ? GTK_POS_TOP : GTK_POS_BOTTOM);
  gtk_widget_add_css_class (popover, "hint");
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (hints[self->step].title), -1);
  gtk_widget_set_parent (popover, self->targets[self->step]);
  self->popover = popover;
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* The first hint goes when the run begins; the second comes when there is something to read. */
static void
running_changed (TroupePage *page, GParamSpec *pspec, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);

  if (self->ended || self->step != STEP_RUN)
    return;
  if (troupe_page_is_running (page))
    hide_hint (self);
  else
    go_on (self);
}

/* Another tab, or no tab any more: what the hints point at is out of sight. */
static void
page_unmapped (TroupePage *page, gpointer user_data)
{
  troupe_guide_end (TROUPE_GUIDE (user_data));
}

static void
troupe_guide_dispose (GObject *object)
{
  hide_hint (TROUPE_GUIDE (object));
  G_OBJECT_CLASS (troupe_guide_parent_class)->dispose (object);
}

static void
troupe_guide_class_init (TroupeGuideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_guide_dispose;
}

static void
troupe_guide_init (TroupeGuide *self)
{
}

TroupeGuide *
troupe_guide_new (TroupePage *page, GtkWidget *run_button, GtkWidget *menu_button)
{
  TroupeGuide *self = g_object_new (TROUPE_TYPE_GUIDE, NULL);

  self->targets[STEP_RUN] = run_button;
  self->targets[STEP_READ] = GTK_WIDGET (troupe_page_get_monitor (page));
  self->targets[STEP_EXPORT] = menu_button;
  g_signal_connect_object (page, "notify::running", G_CALLBACK (running_changed), self, 0);
  g_signal_connect_object (page, "unmap", G_CALLBACK (page_unmapped), self, 0);
  show_hint (self);
  return self;
}
