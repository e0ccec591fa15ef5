/* troupe-window-sidebars.c: visibility of outline and inspector depending on the window width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window-sidebars"

#include "config.h"

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window-sidebars.h"

/* Maximum widths of the width classes, see doc/interface.md §7. */
#define NORMAL 1100
#define NARROW 900
#define TINY 600

struct _TroupeWindowSidebars
{
  GObject parent_instance;

  AdwTabView *tabs;              /* (nullable) */
  gboolean show_inspector;       /* next to the canvas */
  gboolean shows_inspector_over; /* open over the canvas of a narrow window */
  gboolean show_outline;         /* next to the canvas */
  gboolean shows_outline_over;   /* over the canvas of a tiny window */
  TroupeEditorWidth width_class;
  guint width_source;
};

enum
{
  PROP_0,
  PROP_SHOW_INSPECTOR,
  PROP_SHOW_OUTLINE,
  N_PROPS,
};

enum
{
  WIDTH_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeWindowSidebars, troupe_window_sidebars, G_TYPE_OBJECT)

/* --- Visibility ------------------------------------------------------------------------------- */

static gboolean *
get_inspector (TroupeWindowSidebars *self)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  return self->width_class < TROUPE_EDITOR_NARROW ? &self->show_inspector
                                                  : &self->shows_inspector_over;
}

static gboolean *
get_outline (TroupeWindowSidebars *self)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  return self->width_class < TROUPE_EDITOR_TINY ? &self->show_outline : &self->shows_outline_over;
}

gboolean
troupe_window_sidebars_shows_inspector (TroupeWindowSidebars *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self), FALSE);

  return *get_inspector (self);
}

gboolean
troupe_window_sidebars_shows_outline (TroupeWindowSidebars *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self), FALSE);

  return *get_outline (self);
}

/* --- Tabs ------------------------------------------------------------------------------------- */

/* Applies the visibility and the width class to a tab. If there is no space next to the canvas,
 * the panes are open only on request. */
static void
apply_to (TroupeWindowSidebars *self, GtkWidget *child)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (TROUPE_IS_BATCH_PAGE (child))
    {
      TroupeBatchPage *batch = TROUPE_BATCH_PAGE (child);

      troupe_batch_page_set_narrow (batch, self->width_class >= TROUPE_EDITOR_NARROW);
      troupe_batch_page_set_side_visible (batch, *get_inspector (self));
    }
  else
    {
      TroupePage *page = TROUPE_PAGE (child);

      g_object_set (troupe_page_get_content (page), "inspector-visible", *get_inspector (self),
                    "outline-visible", *get_outline (self), NULL);
      troupe_page_set_width_class (page, self->width_class);
    }
}

static void
apply (TroupeWindowSidebars *self)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (self->tabs == NULL)
    return;
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    apply_to (self, adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, i)));
}

static void
set_side (TroupeWindowSidebars *self, gboolean *side, gboolean shown, guint property)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (*side == shown)
    return;
  *side = shown;
  apply (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_inspector (TroupeWindowSidebars *self, gboolean shown)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (shown && self->width_class == TROUPE_EDITOR_TINY)
    set_side (self, get_outline (self), FALSE, PROP_SHOW_OUTLINE);
  set_side (self, get_inspector (self), shown, PROP_SHOW_INSPECTOR);
}

static void
set_outline (TroupeWindowSidebars *self, gboolean shown)
{
  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (shown && self->width_class == TROUPE_EDITOR_TINY)
    set_side (self, get_inspector (self), FALSE, PROP_SHOW_INSPECTOR);
  set_side (self, get_outline (self), shown, PROP_SHOW_OUTLINE);
}

/* Updates the property when the inspector was closed inside the editor, for example by Esc in a
 * narrow window. */
static void
inspector_notify_cb (GObject *content, GParamSpec *pspec, gpointer user_data)
{
  gboolean visible;

  g_object_get (content, "inspector-visible", &visible, NULL);
  set_inspector (TROUPE_WINDOW_SIDEBARS (user_data), visible);
}

static void
outline_notify_cb (GObject *content, GParamSpec *pspec, gpointer user_data)
{
  gboolean visible;

  g_object_get (content, "outline-visible", &visible, NULL);
  set_outline (TROUPE_WINDOW_SIDEBARS (user_data), visible);
}

static void
attached_cb (AdwTabView *tabs, AdwTabPage *tab, int position, gpointer user_data)
{
  TroupeWindowSidebars *self = TROUPE_WINDOW_SIDEBARS (user_data);
  GtkWidget *child = adw_tab_page_get_child (tab);
  TroupePageContent *content;

  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  apply_to (self, child);
  if (!TROUPE_IS_PAGE (child))
    return;
  content = troupe_page_get_content (TROUPE_PAGE (child));
  g_signal_connect_object (content, "notify::inspector-visible", G_CALLBACK (inspector_notify_cb),
                           self, 0);
  g_signal_connect_object (content, "notify::outline-visible", G_CALLBACK (outline_notify_cb), self,
                           0);
}

void
troupe_window_sidebars_set_tabs (TroupeWindowSidebars *self, AdwTabView *tabs)
{
  g_return_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self));
  g_return_if_fail (ADW_IS_TAB_VIEW (tabs));

  g_set_object (&self->tabs, tabs);
  g_signal_connect_object (tabs, "page-attached", G_CALLBACK (attached_cb), self, 0);
}

/* --- Width classes ---------------------------------------------------------------------------- */

static gboolean
apply_width_cb (gpointer user_data)
{
  TroupeWindowSidebars *self = TROUPE_WINDOW_SIDEBARS (user_data);

  g_assert (TROUPE_IS_WINDOW_SIDEBARS (self));

  self->width_source = 0;
  apply (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_INSPECTOR]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_OUTLINE]);
  g_signal_emit (self, signals[WIDTH_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

void
troupe_window_sidebars_set_width (TroupeWindowSidebars *self, int width)
{
  TroupeEditorWidth width_class = TROUPE_EDITOR_WIDE;

  g_return_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self));

  if (width < TINY)
    width_class = TROUPE_EDITOR_TINY;
  else if (width < NARROW)
    width_class = TROUPE_EDITOR_NARROW;
  else if (width < NORMAL)
    width_class = TROUPE_EDITOR_NORMAL;
  if (width_class == self->width_class)
    return;
  self->width_class = width_class;
  self->shows_inspector_over = FALSE;
  self->shows_outline_over = FALSE;
  /* The change is applied later, because the visibility of children must not be changed during
   * allocation. */
  if (self->width_source == 0)
    self->width_source = g_idle_add_full (GDK_PRIORITY_REDRAW - 10, apply_width_cb, self, NULL);
}

TroupeEditorWidth
troupe_window_sidebars_get_width_class (TroupeWindowSidebars *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self), TROUPE_EDITOR_WIDE);

  return self->width_class;
}

/* --- Settings ------------------------------------------------------------------------------------- */

void
troupe_window_sidebars_load (TroupeWindowSidebars *self, GSettings *settings)
{
  g_return_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self));
  g_return_if_fail (G_IS_SETTINGS (settings));

  self->show_inspector = g_settings_get_boolean (settings, "show-inspector");
  self->show_outline = g_settings_get_boolean (settings, "show-outline");
}

void
troupe_window_sidebars_save (TroupeWindowSidebars *self, GSettings *settings)
{
  g_return_if_fail (TROUPE_IS_WINDOW_SIDEBARS (self));
  g_return_if_fail (G_IS_SETTINGS (settings));

  g_settings_set_boolean (settings, "show-inspector", self->show_inspector);
  g_settings_set_boolean (settings, "show-outline", self->show_outline);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_window_sidebars_dispose (GObject *object)
{
  TroupeWindowSidebars *self = TROUPE_WINDOW_SIDEBARS (object);

  g_clear_handle_id (&self->width_source, g_source_remove);
  g_clear_object (&self->tabs);
  G_OBJECT_CLASS (troupe_window_sidebars_parent_class)->dispose (object);
}

static void
troupe_window_sidebars_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeWindowSidebars *self = TROUPE_WINDOW_SIDEBARS (object);

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
      g_value_set_boolean (value, *get_inspector (self));
      break;
    case PROP_SHOW_OUTLINE:
      g_value_set_boolean (value, *get_outline (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_window_sidebars_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  TroupeWindowSidebars *self = TROUPE_WINDOW_SIDEBARS (object);

  switch (id)
    {
    case PROP_SHOW_INSPECTOR:
      set_inspector (self, g_value_get_boolean (value));
      break;
    case PROP_SHOW_OUTLINE:
      set_outline (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_window_sidebars_class_init (TroupeWindowSidebarsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = troupe_window_sidebars_dispose;
  object_class->get_property = troupe_window_sidebars_get_property;
  object_class->set_property = troupe_window_sidebars_set_property;

  properties[PROP_SHOW_INSPECTOR] =
      g_param_spec_boolean ("show-inspector", NULL, NULL, TRUE, flags);
  properties[PROP_SHOW_OUTLINE] = g_param_spec_boolean ("show-outline", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[WIDTH_CHANGED] = g_signal_new ("width-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_window_sidebars_init (TroupeWindowSidebars *self)
{
  self->show_inspector = TRUE;
}

TroupeWindowSidebars *
troupe_window_sidebars_new (void)
{
  return g_object_new (TROUPE_TYPE_WINDOW_SIDEBARS, NULL);
}
