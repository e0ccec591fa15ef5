/* troupe-editor-frame.c: common chrome of all editors: outline, inspector, toolbar, notice bar,
 * minimap
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-frame"

#include "config.h"

#include "troupe-bottom-panel.h"
#include "troupe-canvas-minimap.h"
#include "troupe-dark-scheme.h"
#include "troupe-editor-frame.h"
#include "troupe-inspector-opener.h"
#include "troupe-pane-focus.h"
#include "troupe-pass-focus.h"
#include "troupe-side-pane.h"
#include "troupe-view-actions.h"

/* If the toolbars are stacked, the lower one is hidden unless the canvas is at least this many
 * times as high as both. */
#define LOW_CANVAS 3

struct _TroupeEditorFrame
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *root;
  TroupeNoticeBar *notice;
  AdwBin *question_place;
  GtkBox *row;
  GtkRevealer *outline_revealer;
  GtkPaned *paned;
  GtkOverlay *overlay;
  TroupeCanvas *canvas;
  GtkBox *top_start;
  GtkBox *top_end;
  GtkWidget *zoom_tools;
  GtkLabel *zoom_label;
  GtkWidget *map_frame;
  TroupeCanvasMinimap *minimap;
  guint map_source; /* shows or hides @minimap */
  GtkRevealer *inspector_revealer;
  TroupeSidePane *pane;

  TroupeEditorView *view;
  TroupeBottomPanel *bottom;
  TroupePaneFocus *focus;
  TroupeEditorWidth width_class;
  gboolean inspector_over; /* overlays the canvas */
  gboolean outline_over;
  gboolean inspector_fills; /* the canvas, if it overlays it */
  gboolean is_map_pinned;
  gboolean has_bottom_tool;
};

enum
{
  PROP_0,
  PROP_INSPECTOR_VISIBLE,
  PROP_OUTLINE_VISIBLE,
  PROP_BOTTOM_OPEN,
  PROP_WIDTH_CLASS,
  PROP_INSPECTOR_WIDTH,
  PROP_BOTTOM_HEIGHT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void troupe_editor_frame_init_buildable (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeEditorFrame,
                               troupe_editor_frame,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      troupe_editor_frame_init_buildable))

static GtkBuildableIface *parent_buildable;

/* --- Notice and question ---------------------------------------------------------------------- */

TroupeNoticeBar *
troupe_editor_frame_get_notice (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return self->notice;
}

void
troupe_editor_frame_set_question (TroupeEditorFrame *self, GtkWidget *question)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (question == NULL || GTK_IS_WIDGET (question));

  adw_bin_set_child (self->question_place, question);
}

void
troupe_editor_frame_set_question_shown (TroupeEditorFrame *self, gboolean shown)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  gtk_widget_set_visible (GTK_WIDGET (self->question_place), shown);
}

/* --- Layout by width and height --------------------------------------------------------------- */

static void
update_map (TroupeEditorFrame *self)
{
  gboolean wanted = self->is_map_pinned || (self->width_class == TROUPE_EDITOR_WIDE &&
                                            troupe_canvas_minimap_get_wanted (self->minimap));

  gtk_widget_set_visible (self->map_frame, wanted);
}

static gboolean
map_cb (gpointer user_data)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (user_data);

  self->map_source = 0;
  update_map (self);
  return G_SOURCE_REMOVE;
}

/* The view also changes while the canvas is allocated, when nothing may be shown or hidden. */
static void
map_wanted_cb (TroupeEditorFrame *self)
{
  if (self->map_source == 0)
    self->map_source = g_idle_add_full (GDK_PRIORITY_REDRAW - 10, map_cb, self, NULL);
}

/* Collects the realized scrolled windows, which have a frame clock. (element-type
 * GtkScrolledWindow) */
static void
collect_realized (GtkWidget *widget, GPtrArray *scrollers)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (GTK_IS_SCROLLED_WINDOW (widget) && gtk_widget_get_realized (widget))
    g_ptr_array_add (scrollers, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_realized (child, scrollers);
}

/* Moves a pane over the canvas or next to it. @is_over: whether the pane currently overlays the
 * canvas */
static void
put_pane (TroupeEditorFrame *self, GtkRevealer *pane, gboolean *is_over, gboolean over)
{
  GtkWidget *revealer = GTK_WIDGET (pane);
  g_autoptr (GPtrArray) scrollers = NULL;

  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  if (*is_over == over)
    return;

  *is_over = over;
  scrollers = g_ptr_array_new_with_free_func (g_object_unref);
  collect_realized (revealer, scrollers);
  g_object_ref (revealer);
  if (over)
    {
      gtk_box_remove (self->row, revealer);
      gtk_widget_add_css_class (revealer, "over-canvas");
      gtk_overlay_add_overlay (self->overlay, revealer);
    }
  else
    {
      gtk_overlay_remove_overlay (self->overlay, revealer);
      gtk_widget_remove_css_class (revealer, "over-canvas");
      if (pane == self->outline_revealer)
        gtk_box_prepend (self->row, revealer);
      else
        gtk_box_append (self->row, revealer);
    }
  /* GTK 4.8 uses the frame clock of an overshooting scrolled window in a 50 ms timeout.
   * Reparenting removes the clock until the widget is shown again, so the window must be
   * realized now. A field that loses the focus may have rebuilt its form. */
  for (guint i = 0; i < scrollers->len; i++)
    if (gtk_widget_is_ancestor (scrollers->pdata[i], revealer) &&
        gtk_widget_get_realized (GTK_WIDGET (self->row)))
      gtk_widget_realize (scrollers->pdata[i]);
  g_object_unref (revealer);
}

gboolean
troupe_editor_frame_hide_pane_over (TroupeEditorFrame *self)
{
  if (self->outline_over && gtk_revealer_get_reveal_child (self->outline_revealer))
    g_object_set (self, "outline-visible", FALSE, NULL);
  else if (self->inspector_over && gtk_revealer_get_reveal_child (self->inspector_revealer))
    g_object_set (self, "inspector-visible", FALSE, NULL);
  else
    return FALSE;

  return TRUE;
}

/* Sets the transition of a pane. A sliding revealer would allocate a child that fills the window
 * many times too wide, and popovers of its rows would open off-screen. */
static void
set_transition (GtkRevealer *revealer, gboolean fills, GtkRevealerTransitionType slide)
{
  gtk_revealer_set_transition_type (revealer,
                                    fills ? GTK_REVEALER_TRANSITION_TYPE_CROSSFADE : slide);
  /* A revealer that has faded out would remain transparent when it slides in. */
  if (!fills)
    gtk_widget_set_opacity (GTK_WIDGET (revealer), 1);
}

void
troupe_editor_frame_set_width_class (TroupeEditorFrame *self, TroupeEditorWidth width)
{
  gboolean narrow, fills;

  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  narrow = width >= TROUPE_EDITOR_NARROW;
  self->width_class = width;
  gtk_widget_set_visible (self->zoom_tools, !narrow && !self->has_bottom_tool);
  put_pane (self, self->inspector_revealer, &self->inspector_over, narrow);
  put_pane (self, self->outline_revealer, &self->outline_over, width == TROUPE_EDITOR_TINY);
  fills = width == TROUPE_EDITOR_TINY || (narrow && self->inspector_fills);
  gtk_widget_set_halign (GTK_WIDGET (self->inspector_revealer),
                         narrow && !fills ? GTK_ALIGN_END : GTK_ALIGN_FILL);
  set_transition (self->inspector_revealer, fills, GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT);
  set_transition (self->outline_revealer, width == TROUPE_EDITOR_TINY,
                  GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT);
  gtk_widget_set_hexpand (GTK_WIDGET (self->pane), fills);
  update_map (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH_CLASS]);
}

void
troupe_editor_frame_set_bottom (TroupeEditorFrame *self, GtkWidget *bottom)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  troupe_bottom_panel_set_child (self->bottom, bottom);
}

void
troupe_editor_frame_set_bottom_open (TroupeEditorFrame *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  troupe_bottom_panel_set_open (self->bottom, open);
}

void
troupe_editor_frame_set_bottom_whole (TroupeEditorFrame *self, gboolean whole)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  troupe_bottom_panel_set_whole (self->bottom, whole);
}

static void
bottom_opened_cb (TroupeEditorFrame *self)
{
  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BOTTOM_OPEN]);
}

static void
bottom_resized_cb (TroupeEditorFrame *self)
{
  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BOTTOM_HEIGHT]);
}

void
troupe_editor_frame_set_inspector (TroupeEditorFrame *self, GtkWidget *inspector)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (GTK_IS_WIDGET (inspector));

  troupe_side_pane_set_child (self->pane, inspector);
}

GtkWidget *
troupe_editor_frame_get_inspector (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return gtk_widget_get_first_child (GTK_WIDGET (self->pane));
}

GtkWidget *
troupe_editor_frame_get_outline (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return gtk_revealer_get_child (self->outline_revealer);
}

GtkWidget *
troupe_editor_frame_get_bottom (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return gtk_paned_get_end_child (self->paned);
}

void
troupe_editor_frame_list_panes (TroupeEditorFrame *self, GPtrArray *panes)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (panes != NULL);

  if (troupe_editor_frame_get_outline (self) != NULL &&
      gtk_revealer_get_reveal_child (self->outline_revealer))
    g_ptr_array_add (panes, troupe_editor_frame_get_outline (self));
  if (gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    g_ptr_array_add (panes, self->canvas);
  if (gtk_paned_get_end_child (self->paned) != NULL)
    g_ptr_array_add (panes, gtk_paned_get_end_child (self->paned));
  if (troupe_editor_frame_get_inspector (self) != NULL &&
      gtk_revealer_get_reveal_child (self->inspector_revealer))
    g_ptr_array_add (panes, troupe_editor_frame_get_inspector (self));
}

void
troupe_editor_frame_set_inspector_fills (TroupeEditorFrame *self, gboolean fills)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  if (self->inspector_fills == fills)
    return;
  self->inspector_fills = fills;
  troupe_editor_frame_set_width_class (self, self->width_class);
}

void
troupe_editor_frame_add_tool (TroupeEditorFrame *self, GtkWidget *tool)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (GTK_IS_WIDGET (tool));

  gtk_box_append (self->top_end, tool);
}

GtkWidget *
troupe_editor_frame_get_zoom_tools (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return self->zoom_tools;
}

void
troupe_editor_frame_set_bottom_tool (TroupeEditorFrame *self, GtkWidget *tool)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (GTK_IS_WIDGET (tool));

  self->has_bottom_tool = TRUE;
  gtk_widget_set_visible (self->zoom_tools, FALSE);
  gtk_widget_set_halign (tool, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (tool, GTK_ALIGN_END);
  gtk_overlay_add_overlay (self->overlay, tool);
}

void
troupe_editor_frame_set_read_only (TroupeEditorFrame *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  gtk_widget_set_visible (GTK_WIDGET (self->top_start), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->top_end), FALSE);
  g_object_set (self, "inspector-visible", FALSE, "outline-visible", FALSE, NULL);
  g_object_set (self->canvas, "editable", FALSE, NULL);
}

gboolean
troupe_editor_frame_is_inspector_over (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), FALSE);

  return self->inspector_over;
}

gboolean
troupe_editor_frame_is_outline_over (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), FALSE);

  return self->outline_over;
}

gboolean
troupe_editor_frame_leave (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), FALSE);

  /* A pane next to the canvas is not hidden. In this case Esc only moves the focus out of the
   * field. */
  if (!troupe_editor_frame_hide_pane_over (self) &&
      gtk_widget_get_focus_child (GTK_WIDGET (self->pane)) == NULL)
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));

  return TRUE;
}

TroupeCanvas *
troupe_editor_frame_get_canvas (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return self->canvas;
}

TroupeEditorView *
troupe_editor_frame_get_view (TroupeEditorFrame *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (self), NULL);

  return self->view;
}

/* Computes whether the end toolbar is placed below the start toolbar because there is not enough
 * space next to it. */
static gboolean
place_below (TroupeEditorFrame *self, GdkRectangle *place)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->overlay));
  GtkRequisition start, end;
  int narrowest;

  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  gtk_widget_get_preferred_size (GTK_WIDGET (self->top_start), NULL, &start);
  gtk_widget_get_preferred_size (GTK_WIDGET (self->top_end), NULL, &end);
  /* Both rows of tools would cover a low canvas. The end tools are also available elsewhere. */
  gtk_widget_set_child_visible (GTK_WIDGET (self->top_end),
                                start.width + end.width <= width * 3 / 4 ||
                                    gtk_widget_get_height (GTK_WIDGET (self->overlay)) >=
                                        LOW_CANVAS * (start.height + end.height));
  if (start.width == 0 || end.width == 0 || start.width + end.width <= width)
    return FALSE;
  gtk_widget_measure (GTK_WIDGET (self->top_end), GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, NULL,
                      NULL, NULL);
  place->width = MAX (narrowest, MIN (end.width, width));
  place->x = gtk_widget_get_direction (GTK_WIDGET (self->overlay)) == GTK_TEXT_DIR_RTL
                 ? 0
                 : MAX (0, width - place->width);
  place->y = start.height;
  place->height = end.height;

  return TRUE;
}

/* Updates the view and the toolbars. Called while the overlay allocates its children, after the
 * canvas got its size. This is the only point at which the view can follow without an
 * intermediate frame. */
static gboolean
child_position_cb (GtkOverlay *overlay,
                   GtkWidget *child,
                   GdkRectangle *place,
                   TroupeEditorFrame *self)
{
  GtkOverlay *wide;
  int width;
  int height;
  gboolean is_rtl;
  int minimum, natural, lowest;

  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  if (self->view != NULL)
    troupe_editor_view_canvas_resized (self->view);

  /* Places a child that is wider than the canvas, which clips it. A child must not be allocated
   * less than its minimum. */
  if ((child == GTK_WIDGET (self->top_end) && place_below (self, place)))
    return TRUE;
  wide = self->overlay;
  width = gtk_widget_get_width (GTK_WIDGET (wide));
  height = gtk_widget_get_height (GTK_WIDGET (wide));
  is_rtl = gtk_widget_get_direction (GTK_WIDGET (wide)) == GTK_TEXT_DIR_RTL;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  if (minimum <= width)
    return FALSE;
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, minimum, &lowest, &natural, NULL, NULL);
  place->width = minimum;
  place->height = gtk_widget_get_valign (child) == GTK_ALIGN_FILL
                      ? MAX (lowest, height)
                      : MAX (lowest, MIN (natural, height));
  place->x = (gtk_widget_get_halign (child) == GTK_ALIGN_END) != is_rtl ? width - minimum : 0;
  place->y = gtk_widget_get_valign (child) == GTK_ALIGN_END ? height - place->height : 0;
  return TRUE;
}

/* --- Keyboard focus --------------------------------------------------------------------------- */

void
troupe_editor_frame_enter_pane (TroupeEditorFrame *self, GtkWidget *pane)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));
  g_return_if_fail (GTK_IS_WIDGET (pane));

  troupe_pane_focus_enter (self->focus, pane);
}

void
troupe_editor_frame_enter_inspector (TroupeEditorFrame *self)
{
  GtkWidget *inspector;

  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (self));

  g_object_set (self, "inspector-visible", TRUE, NULL);
  inspector = troupe_editor_frame_get_inspector (self);
  if (inspector != NULL)
    troupe_editor_frame_enter_pane (self, inspector);
}

/* Escape closes a pane that covers the canvas before it acts on the canvas, so that one press closes
 * the pane wherever the focus is. */
static gboolean
canvas_escape_cb (GtkWidget *canvas, GVariant *arguments, gpointer user_data)
{
  g_assert (TROUPE_IS_CANVAS (canvas));

  return !troupe_canvas_is_dragging (TROUPE_CANVAS (canvas)) &&
         troupe_editor_frame_hide_pane_over (TROUPE_EDITOR_FRAME (user_data));
}

static void
minimap_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (widget);

  g_assert (GTK_IS_WIDGET (widget));

  self->is_map_pinned = !self->is_map_pinned;
  troupe_canvas_minimap_set_pinned (self->minimap, self->is_map_pinned);
  troupe_editor_view_set_cover_stays (self->view, self->map_frame, self->is_map_pinned);
  update_map (self);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_frame_add_child (GtkBuildable *buildable,
                               GtkBuilder *builder,
                               GObject *child,
                               const char *type)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (buildable);

  g_assert (GTK_IS_BUILDABLE (buildable));

  if (g_strcmp0 (type, "outline") == 0)
    gtk_revealer_set_child (self->outline_revealer, GTK_WIDGET (child));
  else if (g_strcmp0 (type, "hint") == 0)
    gtk_overlay_add_overlay (self->overlay, GTK_WIDGET (child));
  else if (g_strcmp0 (type, "tools") == 0)
    gtk_box_append (self->top_start, GTK_WIDGET (child));
  else if (g_strcmp0 (type, "tools-end") == 0)
    gtk_box_append (self->top_end, GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
troupe_editor_frame_init_buildable (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = troupe_editor_frame_add_child;
}

static void
troupe_editor_frame_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (widget);

  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_allocate (self->root, width, height, baseline, NULL);
  if (width > 0)
    troupe_editor_view_begin (self->view);
}

static void
troupe_editor_frame_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  /* GTK 4.8 measures a wrapping label that is shorter than its ellipsis, such as a name of one
   * letter, wider than its natural width if a height is given. Therefore the height is ignored,
   * because no width in the frame depends on a height. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (TROUPE_EDITOR_FRAME (widget)->root, orientation, for_size, minimum, natural,
                      NULL, NULL);
}

static void
troupe_editor_frame_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (object);

  switch (prop_id)
    {
    case PROP_INSPECTOR_VISIBLE:
      g_value_set_boolean (value, gtk_revealer_get_reveal_child (self->inspector_revealer));
      break;
    case PROP_OUTLINE_VISIBLE:
      g_value_set_boolean (value, gtk_revealer_get_reveal_child (self->outline_revealer));
      break;
    case PROP_BOTTOM_OPEN:
      g_value_set_boolean (value, troupe_bottom_panel_get_open (self->bottom));
      break;
    case PROP_WIDTH_CLASS:
      g_value_set_int (value, self->width_class);
      break;
    case PROP_INSPECTOR_WIDTH:
      g_value_set_int (value, troupe_side_pane_get_width (self->pane));
      break;
    case PROP_BOTTOM_HEIGHT:
      g_value_set_int (value, troupe_bottom_panel_get_height (self->bottom));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_revealed (TroupeEditorFrame *self, GtkRevealer *revealer, gboolean revealed, guint prop_id)
{
  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  if (gtk_revealer_get_reveal_child (revealer) == revealed)
    return;

  gtk_revealer_set_reveal_child (revealer, revealed);
  /* An overlaying pane covers the canvas even while it is hidden, so it must not receive input. */
  gtk_widget_set_can_target (GTK_WIDGET (revealer), revealed);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
}

static void
troupe_editor_frame_set_property (GObject *object,
                                  guint prop_id,
                                  const GValue *value,
                                  GParamSpec *pspec)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (object);

  switch (prop_id)
    {
    case PROP_INSPECTOR_VISIBLE:
      set_revealed (self, self->inspector_revealer, g_value_get_boolean (value), prop_id);
      break;
    case PROP_OUTLINE_VISIBLE:
      set_revealed (self, self->outline_revealer, g_value_get_boolean (value), prop_id);
      break;
    case PROP_BOTTOM_OPEN:
      troupe_editor_frame_set_bottom_open (self, g_value_get_boolean (value));
      break;
    case PROP_WIDTH_CLASS:
      troupe_editor_frame_set_width_class (self, (TroupeEditorWidth) g_value_get_int (value));
      break;
    case PROP_INSPECTOR_WIDTH:
      troupe_side_pane_set_width (self->pane, g_value_get_int (value));
      break;
    case PROP_BOTTOM_HEIGHT:
      troupe_bottom_panel_set_height (self->bottom, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_editor_frame_dispose (GObject *object)
{
  TroupeEditorFrame *self = TROUPE_EDITOR_FRAME (object);

  g_clear_handle_id (&self->map_source, g_source_remove);
  /* Pending operations of the view end with the page. */
  if (self->view != NULL)
    g_object_run_dispose (G_OBJECT (self->view));
  g_clear_object (&self->view);
  if (self->bottom != NULL)
    g_object_run_dispose (G_OBJECT (self->bottom));
  g_clear_object (&self->bottom);
  g_clear_pointer (&self->focus, troupe_pane_focus_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_EDITOR_FRAME);

  G_OBJECT_CLASS (troupe_editor_frame_parent_class)->dispose (object);
}

static gboolean
troupe_editor_frame_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_EDITOR_FRAME (widget)->canvas));
}

static void
troupe_editor_frame_class_init (TroupeEditorFrameClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags;

  object_class->dispose = troupe_editor_frame_dispose;
  object_class->get_property = troupe_editor_frame_get_property;
  object_class->set_property = troupe_editor_frame_set_property;
  widget_class->grab_focus = troupe_editor_frame_grab_focus;
  troupe_pass_focus_install (widget_class);
  widget_class->measure = troupe_editor_frame_measure;
  widget_class->size_allocate = troupe_editor_frame_size_allocate;
  flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  properties[PROP_INSPECTOR_VISIBLE] =
      g_param_spec_boolean ("inspector-visible", NULL, NULL, TRUE, flags);
  properties[PROP_OUTLINE_VISIBLE] =
      g_param_spec_boolean ("outline-visible", NULL, NULL, FALSE, flags);
  properties[PROP_BOTTOM_OPEN] = g_param_spec_boolean ("bottom-open", NULL, NULL, FALSE, flags);
  properties[PROP_WIDTH_CLASS] = g_param_spec_int ("width-class", NULL, NULL, TROUPE_EDITOR_WIDE,
                                                   TROUPE_EDITOR_TINY, TROUPE_EDITOR_WIDE, flags);
  properties[PROP_INSPECTOR_WIDTH] =
      g_param_spec_int ("inspector-width", NULL, NULL, TROUPE_SIDE_PANE_MIN, TROUPE_SIDE_PANE_MAX,
                        TROUPE_SIDE_PANE_WIDTH, flags);
  properties[PROP_BOTTOM_HEIGHT] = g_param_spec_int ("bottom-height", NULL, NULL, 0, G_MAXINT,
                                                     TROUPE_BOTTOM_PANEL_HEIGHT, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (TROUPE_TYPE_CANVAS);
  g_type_ensure (TROUPE_TYPE_CANVAS_MINIMAP);
  g_type_ensure (TROUPE_TYPE_NOTICE_BAR);
  g_type_ensure (TROUPE_TYPE_SIDE_PANE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-frame.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, root);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, notice);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, question_place);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, row);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, outline_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, paned);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, overlay);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, canvas);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, top_start);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, top_end);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, zoom_tools);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, map_frame);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, minimap);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, inspector_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditorFrame, pane);
  troupe_view_actions_install (klass);
  gtk_widget_class_install_action (widget_class, "view.minimap", NULL, minimap_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_m, GDK_CONTROL_MASK, "view.minimap",
                                       NULL);
}

/* Loads the style sheet once for each display. */
static void
load_style (GtkWidget *widget)
{
  GdkDisplay *display = gtk_widget_get_display (widget);
  g_autoptr (GtkCssProvider) provider = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  if (g_object_get_data (G_OBJECT (display), "troupe-editor-style") != NULL)
    return;

  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider,
                                       "/io/github/troupe_editor/Troupe/editor/editor.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_set_data (G_OBJECT (display), "troupe-editor-style", provider);
}

static void
troupe_editor_frame_init (TroupeEditorFrame *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkEventController *controller;

  g_assert (TROUPE_IS_EDITOR_FRAME (self));

  gtk_widget_init_template (GTK_WIDGET (self));
  self->focus = troupe_pane_focus_new (GTK_WIDGET (self));
  self->bottom = troupe_bottom_panel_new (self->paned);
  g_signal_connect_object (self->bottom, "notify::open", G_CALLBACK (bottom_opened_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bottom, "notify::height", G_CALLBACK (bottom_resized_cb), self,
                           G_CONNECT_SWAPPED);
  load_style (GTK_WIDGET (self));
  self->view = troupe_editor_view_new (self->canvas, self->zoom_label);
  troupe_editor_view_add_cover (self->view, GTK_WIDGET (self->top_start), GTK_POS_TOP);
  troupe_editor_view_add_cover (self->view, GTK_WIDGET (self->top_end), GTK_POS_TOP);
  troupe_editor_view_add_cover (self->view, self->zoom_tools, GTK_POS_BOTTOM);
  troupe_editor_view_add_cover (self->view, self->map_frame, GTK_POS_BOTTOM);
  troupe_editor_view_add_cover (self->view, GTK_WIDGET (self->inspector_revealer), GTK_POS_RIGHT);
  controller = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (canvas_escape_cb, self, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), controller);
  troupe_inspector_opener_attach (self);

  g_object_bind_property (manager, "dark", self->canvas, "dark", G_BINDING_SYNC_CREATE);
  g_object_bind_property (manager, "high-contrast", self->canvas, "high-contrast",
                          G_BINDING_SYNC_CREATE);
  /* For style sheet colors that only the canvas uses. */
  troupe_widget_follow_dark (GTK_WIDGET (self), manager);
  g_signal_connect_object (self->overlay, "get-child-position", G_CALLBACK (child_position_cb),
                           self, 0);
  g_signal_connect_object (self->minimap, "notify::wanted", G_CALLBACK (map_wanted_cb), self,
                           G_CONNECT_SWAPPED);
}
