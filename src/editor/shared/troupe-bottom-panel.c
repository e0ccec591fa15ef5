/* troupe-bottom-panel.c: height of the panel below the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-bottom-panel"

#include "config.h"

#include "troupe-bottom-panel.h"

#define HEIGHT_MIN 200

struct _TroupeBottomPanel
{
  GObject parent_instance;

  GtkPaned *paned; /* not owned */
  gboolean open;
  gboolean whole;
  int height;
  guint apply_id; /* tick callback of the paned */
  guint close_id;
};

enum
{
  PROP_0,
  PROP_OPEN,
  PROP_HEIGHT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeBottomPanel, troupe_bottom_panel, G_TYPE_OBJECT)

static void apply (TroupeBottomPanel *self);

/* Applies the height if the panel was opened before the first allocation. */
static gboolean
apply_later_cb (GtkWidget *paned, GdkFrameClock *clock, gpointer user_data)
{
  TroupeBottomPanel *self = user_data;

  g_assert (TROUPE_IS_BOTTOM_PANEL (self));

  if (gtk_widget_get_height (paned) <= 0)
    return G_SOURCE_CONTINUE;
  self->apply_id = 0;
  apply (self);
  return G_SOURCE_REMOVE;
}

static void
apply (TroupeBottomPanel *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  g_assert (TROUPE_IS_BOTTOM_PANEL (self));

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->paned)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != gtk_paned_get_start_child (self->paned) &&
        child != gtk_paned_get_end_child (self->paned))
      {
        gtk_widget_set_sensitive (child, self->open);
        gtk_widget_set_can_target (child, self->open);
      }
  if (!self->open)
    gtk_paned_set_position (self->paned, G_MAXINT / 2);
  else if (height > 0)
    gtk_paned_set_position (self->paned, MAX (height - MAX (self->height, HEIGHT_MIN), height / 4));
  else if (self->apply_id == 0)
    self->apply_id =
        gtk_widget_add_tick_callback (GTK_WIDGET (self->paned), apply_later_cb, self, NULL);
}

static gboolean
close_cb (gpointer user_data)
{
  TroupeBottomPanel *self = user_data;

  g_assert (TROUPE_IS_BOTTOM_PANEL (self));

  self->close_id = 0;
  if (!self->open)
    apply (self);
  return G_SOURCE_REMOVE;
}

/* Gives the canvas what the bar of the closed panel does not need any more. GtkPaned keeps the height that the
 * bar once needed, as when its texts were wrapped, and would leave a gap below the bar. */
static void
room_changed_cb (TroupeBottomPanel *self)
{
  int most = 0;

  g_assert (TROUPE_IS_BOTTOM_PANEL (self));

  g_object_get (self->paned, "max-position", &most, NULL);
  /* The paned is being allocated, so it would not notice another position now. */
  if (!self->open && gtk_paned_get_position (self->paned) < most && self->close_id == 0)
    self->close_id = g_idle_add_full (GTK_PRIORITY_RESIZE - 1, close_cb, self, NULL);
}

static void
position_changed_cb (TroupeBottomPanel *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));
  int bottom = height - gtk_paned_get_position (self->paned);

  g_assert (TROUPE_IS_BOTTOM_PANEL (self));

  if (!self->open || self->whole || height <= 0 || bottom < HEIGHT_MIN || bottom == self->height)
    return;

  self->height = bottom;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HEIGHT]);
}

void
troupe_bottom_panel_set_child (TroupeBottomPanel *self, GtkWidget *bottom)
{
  g_return_if_fail (TROUPE_IS_BOTTOM_PANEL (self));

  gtk_paned_set_end_child (self->paned, bottom);
  apply (self);
}

gboolean
troupe_bottom_panel_get_open (TroupeBottomPanel *self)
{
  g_return_val_if_fail (TROUPE_IS_BOTTOM_PANEL (self), FALSE);

  return self->open;
}

void
troupe_bottom_panel_set_open (TroupeBottomPanel *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_BOTTOM_PANEL (self));

  if (self->open == open)
    return;

  self->open = open;
  apply (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

void
troupe_bottom_panel_set_whole (TroupeBottomPanel *self, gboolean whole)
{
  g_return_if_fail (TROUPE_IS_BOTTOM_PANEL (self));

  if (self->whole == whole)
    return;

  if (whole)
    {
      self->whole = TRUE;
      gtk_widget_set_visible (gtk_paned_get_start_child (self->paned), FALSE);
      return;
    }
  gtk_widget_set_visible (gtk_paned_get_start_child (self->paned), TRUE);
  apply (self);
  self->whole = FALSE;
}

int
troupe_bottom_panel_get_height (TroupeBottomPanel *self)
{
  g_return_val_if_fail (TROUPE_IS_BOTTOM_PANEL (self), 0);

  return self->height;
}

void
troupe_bottom_panel_set_height (TroupeBottomPanel *self, int height)
{
  g_return_if_fail (TROUPE_IS_BOTTOM_PANEL (self));

  self->height = MAX (height, HEIGHT_MIN);
}

/* --- Object ----------------------------------------------------------------------------------- */

static void
troupe_bottom_panel_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeBottomPanel *self = TROUPE_BOTTOM_PANEL (object);

  switch (prop_id)
    {
    case PROP_OPEN:
      g_value_set_boolean (value, self->open);
      break;
    case PROP_HEIGHT:
      g_value_set_int (value, self->height);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_bottom_panel_dispose (GObject *object)
{
  TroupeBottomPanel *self = TROUPE_BOTTOM_PANEL (object);

  if (self->apply_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->paned), self->apply_id);
  self->apply_id = 0;
  g_clear_handle_id (&self->close_id, g_source_remove);

  G_OBJECT_CLASS (troupe_bottom_panel_parent_class)->dispose (object);
}

static void
troupe_bottom_panel_class_init (TroupeBottomPanelClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_bottom_panel_dispose;
  object_class->get_property = troupe_bottom_panel_get_property;
  properties[PROP_OPEN] = g_param_spec_boolean ("open", NULL, NULL, FALSE, flags);
  properties[PROP_HEIGHT] =
      g_param_spec_int ("height", NULL, NULL, 0, G_MAXINT, TROUPE_BOTTOM_PANEL_HEIGHT, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
troupe_bottom_panel_init (TroupeBottomPanel *self)
{
  self->height = TROUPE_BOTTOM_PANEL_HEIGHT;
}

TroupeBottomPanel *
troupe_bottom_panel_new (GtkPaned *paned)
{
  TroupeBottomPanel *self;

  g_return_val_if_fail (GTK_IS_PANED (paned), NULL);

  self = g_object_new (TROUPE_TYPE_BOTTOM_PANEL, NULL);
  self->paned = paned;
  g_signal_connect_object (paned, "notify::position", G_CALLBACK (position_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (paned, "notify::max-position", G_CALLBACK (room_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
