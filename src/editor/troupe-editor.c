/* troupe-editor.c: one open flow: canvas, palette, inspector, outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor"

#include "config.h"

#include "troupe-editor-private.h"

#define BOTTOM_HEIGHT 342 /* the bar of 40 and a panel of 302 */
#define BOTTOM_MIN 200

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TRACE,
  PROP_SELECTED_METHOD,
  PROP_INSPECTOR_VISIBLE,
  PROP_OUTLINE_VISIBLE,
  PROP_BOTTOM_OPEN,
  PROP_WIDTH_CLASS,
  PROP_INSPECTOR_WIDTH,
  PROP_BOTTOM_HEIGHT,
  PROP_SELECTED_STARTS,
  N_PROPS
};

enum
{
  METHOD_ACTIVATED,
  MESSAGE,
  NOTICE_ACTIVATED,
  NOTICE_DISMISSED,
  ANSWER_REQUESTED,
  VIEW_CHANGED,
  PASSES_REQUESTED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeEditor, troupe_editor, GTK_TYPE_WIDGET)

void
troupe_editor_method_activated (TroupeEditor *self, const char *name)
{
  g_signal_emit (self, signals[METHOD_ACTIVATED], 0, name);
}

void
troupe_editor_answer_requested (TroupeEditor *self, const char *name)
{
  g_signal_emit (self, signals[ANSWER_REQUESTED], 0, name);
}

void
troupe_editor_passes_requested (TroupeEditor *self, const char *name, const GdkRectangle *place)
{
  g_signal_emit (self, signals[PASSES_REQUESTED], 0, name, place);
}

/* --- The document -------------------------------------------------------------------------- */

void
troupe_editor_commit (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  if (self->inspector != NULL)
    troupe_inspector_commit (self->inspector);
}

static void
update_hint (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  gtk_widget_set_visible (self->hint, troupe_flow_get_n_methods (
                                          troupe_flow_document_get_flow (self->document)) == 0);
}

static void
document_changed_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_drawing_update (self->drawing);
  troupe_editor_run_document_changed (self->run);
  troupe_outline_refresh (self->outline);
  troupe_editor_selection_document_changed (self->selection);
  update_hint (self);
}

TroupeFlowDocument *
troupe_editor_get_document (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->document;
}

/* --- What the parts say -------------------------------------------------------------------- */

static void
context_message_cb (TroupeEditor *self, const char *text)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

static void
context_method_requested_cb (TroupeEditor *self, const char *name)
{
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_select_method (self, name);
}

static void
view_changed_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

static void
selected_method_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_METHOD]);
}

/* The field of what was found, where its form is seen anyway. */
static void
found_cb (TroupeEditor *self, const char *id, const char *path)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (path != NULL && !self->inspector_over &&
      gtk_revealer_get_reveal_child (self->inspector_revealer))
    troupe_inspector_go_to (self->inspector, path, 0, 0);
}

/* Over the canvas it would cover the card that was looked for. */
static void
outline_activated_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (self->outline_over)
    g_object_set (self, "outline-visible", FALSE, NULL);
}

static char *
describe_state_cb (const char *method, gpointer user_data)
{
  TroupeEditor *self = user_data;

  g_assert (TROUPE_IS_EDITOR (self));

  return self->run != NULL ? troupe_editor_run_describe (self->run, method) : NULL;
}

/* The overlay asks for this while it gives out sizes, when the canvas below has its own already: the
 * one moment at which the view can follow without a frame between. */
static gboolean
child_position_cb (GtkOverlay *overlay, GtkWidget *child, GdkRectangle *place, TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (self->view != NULL)
    troupe_editor_view_canvas_resized (self->view);

  return FALSE;
}

/* --- The parts ----------------------------------------------------------------------------- */

static void
make_context (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  self->context = troupe_editor_context_new (self->document);
  g_signal_connect_object (self->context, "message", G_CALLBACK (context_message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->context, "method-requested",
                           G_CALLBACK (context_method_requested_cb), self, G_CONNECT_SWAPPED);
}

static void
make_view (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  self->view = troupe_editor_view_new (self->drawing, self->zoom_label);
  troupe_editor_view_add_cover (self->view, self->tools, GTK_POS_TOP);
  troupe_editor_view_add_cover (self->view, self->zoom_tools, GTK_POS_BOTTOM);
  troupe_editor_view_add_cover (self->view, self->map_frame, GTK_POS_BOTTOM);
  troupe_editor_view_add_cover (self->view, GTK_WIDGET (self->inspector_revealer), GTK_POS_RIGHT);
  g_signal_connect_object (self->view, "changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
make_selection (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  self->selection =
      troupe_editor_selection_new (self->drawing, self->view, self->outline, self->inspector);
  g_signal_connect_object (self->selection, "notify::method", G_CALLBACK (selected_method_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (troupe_editor_update_actions),
                           self, G_CONNECT_SWAPPED);
}

static void
troupe_editor_constructed (GObject *object)
{
  TroupeEditor *self = TROUPE_EDITOR (object);

  G_OBJECT_CLASS (troupe_editor_parent_class)->constructed (object);

  g_return_if_fail (self->document != NULL && self->trace != NULL);

  make_context (self);
  self->drawing = troupe_drawing_new (self->context, self->canvas);
  self->run =
      troupe_editor_run_new (self->context, troupe_drawing_get_scene (self->drawing), self->trace);
  self->inspector = TROUPE_INSPECTOR (troupe_inspector_new (self->context));
  troupe_side_pane_set_child (self->pane, GTK_WIDGET (self->inspector));
  troupe_outline_set_context (self->outline, self->context, describe_state_cb, self);
  /* After what the cards show of it. */
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (troupe_outline_refresh_states),
                           self->outline, G_CONNECT_SWAPPED);
  make_view (self);
  make_selection (self);
  g_signal_connect_object (self->outline, "method-activated", G_CALLBACK (outline_activated_cb),
                           self, G_CONNECT_SWAPPED);
  self->popovers =
      troupe_editor_popovers_new (GTK_WIDGET (self), self->drawing, self->view, self->find_button);
  g_signal_connect_object (self->popovers, "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  self->creation = troupe_editor_creation_new (self->drawing, self->view, self->popovers);
  self->clipboard = troupe_editor_clipboard_new (self->drawing, self->view);
  self->gestures = troupe_editor_gestures_new (self->drawing, self->creation, self->popovers);

  troupe_drawing_update (self->drawing);
  troupe_editor_view_fit (self->view);
  update_hint (self);
  troupe_editor_connect_canvas (self);
  troupe_editor_update_actions (self);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* What is still under way for a part ends with the page. */
static void
dispose_parts (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (self->popovers != NULL)
    troupe_editor_popovers_clear (self->popovers);
  if (self->creation != NULL)
    g_object_run_dispose (G_OBJECT (self->creation));
  if (self->clipboard != NULL)
    g_object_run_dispose (G_OBJECT (self->clipboard));
  g_clear_object (&self->gestures);
  g_clear_object (&self->clipboard);
  g_clear_object (&self->creation);
  g_clear_object (&self->popovers);
  g_clear_object (&self->selection);
  g_clear_object (&self->view);
}

static void
troupe_editor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  gtk_widget_allocate (self->root, width, height, baseline, NULL);
  if (width > 0)
    troupe_editor_view_begin (self->view);
  troupe_editor_popovers_present (self->popovers);
}

static void
troupe_editor_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  /* GTK 4.8 takes a line that wraps and is shorter than its ellipsis, as a name of one letter, for wider than
   * it wants to be where its width is asked for a height. No width here depends on one. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (TROUPE_EDITOR (widget)->root, orientation, for_size, minimum, natural, NULL,
                      NULL);
}

/* --- The notice ---------------------------------------------------------------------------- */

static void
notice_clicked_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_signal_emit (self, signals[NOTICE_ACTIVATED], 0);
}

static void
notice_dismissed_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_set_notice (self, TROUPE_NOTICE_NONE, NULL, NULL);
  g_signal_emit (self, signals[NOTICE_DISMISSED], 0);
}

/* --- The selection and the view ------------------------------------------------------------ */

void
troupe_editor_select_method (TroupeEditor *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_selection_set_method (self->selection, name);
}

const char *
troupe_editor_get_selected_method (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return troupe_editor_selection_get_method (self->selection);
}

gboolean
troupe_editor_get_view (TroupeEditor *self, double *zoom, double *x, double *y)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), FALSE);
  g_return_val_if_fail (zoom != NULL && x != NULL && y != NULL, FALSE);

  return troupe_editor_view_get (self->view, zoom, x, y);
}

void
troupe_editor_set_view (TroupeEditor *self, double zoom, double x, double y)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_view_set (self->view, zoom, x, y);
}

gboolean
troupe_editor_get_seen (TroupeEditor *self, double *x, double *y, double *width, double *height)
{
  graphene_rect_t seen;

  g_return_val_if_fail (TROUPE_IS_EDITOR (self), FALSE);
  g_return_val_if_fail (x != NULL && y != NULL && width != NULL && height != NULL, FALSE);

  troupe_canvas_get_view (troupe_drawing_get_canvas (self->drawing), &seen);
  *x = seen.origin.x;
  *y = seen.origin.y;
  *width = seen.size.width;
  *height = seen.size.height;
  return seen.size.width >= 1 && seen.size.height >= 1;
}

char **
troupe_editor_list_selected (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
}

/* --- The class ----------------------------------------------------------------------------- */

static void
troupe_editor_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeEditor *self = TROUPE_EDITOR (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case PROP_SELECTED_METHOD:
      g_value_set_string (value, troupe_editor_get_selected_method (self));
      break;
    case PROP_INSPECTOR_VISIBLE:
      g_value_set_boolean (value, gtk_revealer_get_reveal_child (self->inspector_revealer));
      break;
    case PROP_OUTLINE_VISIBLE:
      g_value_set_boolean (value, gtk_revealer_get_reveal_child (self->outline_revealer));
      break;
    case PROP_BOTTOM_OPEN:
      g_value_set_boolean (value, self->bottom_open);
      break;
    case PROP_WIDTH_CLASS:
      g_value_set_int (value, self->width);
      break;
    case PROP_INSPECTOR_WIDTH:
      g_value_set_int (value, troupe_side_pane_get_width (self->pane));
      break;
    case PROP_BOTTOM_HEIGHT:
      g_value_set_int (value, self->bottom_height);
      break;
    case PROP_SELECTED_STARTS:
      g_value_set_boolean (value, troupe_editor_selection_get_starts (self->selection));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_revealed (TroupeEditor *self, GtkRevealer *revealer, gboolean revealed, guint prop_id)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (gtk_revealer_get_reveal_child (revealer) == revealed)
    return;

  gtk_revealer_set_reveal_child (revealer, revealed);
  /* Over the canvas it has the canvas' size even while nothing of it is seen. */
  gtk_widget_set_can_target (GTK_WIDGET (revealer), revealed);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
}

static void
troupe_editor_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  TroupeEditor *self = TROUPE_EDITOR (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      self->document = g_value_dup_object (value);
      break;
    case PROP_TRACE:
      self->trace = g_value_dup_object (value);
      break;
    case PROP_SELECTED_METHOD:
      troupe_editor_select_method (self, g_value_get_string (value));
      break;
    case PROP_INSPECTOR_VISIBLE:
      set_revealed (self, self->inspector_revealer, g_value_get_boolean (value), prop_id);
      break;
    case PROP_OUTLINE_VISIBLE:
      set_revealed (self, self->outline_revealer, g_value_get_boolean (value), prop_id);
      break;
    case PROP_BOTTOM_OPEN:
      troupe_editor_set_bottom_open (self, g_value_get_boolean (value));
      break;
    case PROP_WIDTH_CLASS:
      troupe_editor_set_width_class (self, (TroupeEditorWidth) g_value_get_int (value));
      break;
    case PROP_INSPECTOR_WIDTH:
      troupe_side_pane_set_width (self->pane, g_value_get_int (value));
      break;
    case PROP_BOTTOM_HEIGHT:
      self->bottom_height = MAX (g_value_get_int (value), BOTTOM_MIN);
      break;
    case PROP_SELECTED_STARTS:
      troupe_editor_selection_set_starts (self->selection, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_editor_dispose (GObject *object)
{
  TroupeEditor *self = TROUPE_EDITOR (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  dispose_parts (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_EDITOR);
  self->inspector = NULL;
  g_clear_pointer (&self->run, troupe_editor_run_free);
  g_clear_object (&self->drawing);
  g_clear_object (&self->context);
  g_clear_object (&self->document);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (troupe_editor_parent_class)->dispose (object);
}

static void
troupe_editor_unmap (GtkWidget *widget)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  if (self->popovers != NULL)
    troupe_editor_popovers_close (self->popovers);

  GTK_WIDGET_CLASS (troupe_editor_parent_class)->unmap (widget);
}

static gboolean
troupe_editor_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_EDITOR (widget)->canvas));
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  properties[PROP_DOCUMENT] =
      g_param_spec_object ("document", NULL, NULL, TROUPE_TYPE_FLOW_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TRACE] =
      g_param_spec_object ("trace", NULL, NULL, TROUPE_TYPE_TRACE,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED_METHOD] =
      g_param_spec_string ("selected-method", NULL, NULL, NULL, flags);
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
  properties[PROP_BOTTOM_HEIGHT] =
      g_param_spec_int ("bottom-height", NULL, NULL, 0, G_MAXINT, BOTTOM_HEIGHT, flags);
  properties[PROP_SELECTED_STARTS] =
      g_param_spec_boolean ("selected-starts", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
install_signals (void)
{
  signals[METHOD_ACTIVATED] =
      g_signal_new ("method-activated", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NOTICE_ACTIVATED] = g_signal_new ("notice-activated", TROUPE_TYPE_EDITOR,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[NOTICE_DISMISSED] = g_signal_new ("notice-dismissed", TROUPE_TYPE_EDITOR,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PASSES_REQUESTED] =
      g_signal_new ("passes-requested", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_POINTER);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ANSWER_REQUESTED] =
      g_signal_new ("answer-requested", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_editor_class_init (TroupeEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = troupe_editor_constructed;
  object_class->dispose = troupe_editor_dispose;
  object_class->get_property = troupe_editor_get_property;
  object_class->set_property = troupe_editor_set_property;
  widget_class->grab_focus = troupe_editor_grab_focus;
  widget_class->unmap = troupe_editor_unmap;
  widget_class->measure = troupe_editor_measure;
  widget_class->size_allocate = troupe_editor_size_allocate;
  install_properties (object_class);
  install_signals ();

  g_type_ensure (TROUPE_TYPE_CANVAS);
  g_type_ensure (TROUPE_TYPE_CANVAS_MINIMAP);
  g_type_ensure (TROUPE_TYPE_OUTLINE);
  g_type_ensure (TROUPE_TYPE_SIDE_PANE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, root);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice_icon);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, notice_dismiss);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, question_place);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, row);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, outline_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, outline);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, paned);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, overlay);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, canvas);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, hint);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, tools);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, add_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, find_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, zoom_tools);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, map_frame);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, minimap);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, inspector_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, pane);
  gtk_widget_class_bind_template_callback (widget_class, notice_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, notice_dismissed_cb);
  troupe_editor_install_actions (widget_class);
}

/* Once for each display, however many pages there are. */
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
troupe_editor_init (TroupeEditor *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_assert (TROUPE_IS_EDITOR (self));

  self->bottom_height = BOTTOM_HEIGHT;
  gtk_widget_init_template (GTK_WIDGET (self));
  load_style (GTK_WIDGET (self));

  g_object_bind_property (manager, "dark", self->canvas, "dark", G_BINDING_SYNC_CREATE);
  g_object_bind_property (manager, "high-contrast", self->canvas, "high-contrast",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->overlay, "get-child-position", G_CALLBACK (child_position_cb),
                           self, 0);
  g_signal_connect_object (self->minimap, "notify::wanted", G_CALLBACK (troupe_editor_update_map),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::position",
                           G_CALLBACK (troupe_editor_position_changed), self, G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_editor_new (TroupeFlowDocument *document, TroupeTrace *trace)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  return g_object_new (TROUPE_TYPE_EDITOR, "document", document, "trace", trace, NULL);
}

TroupeTrace *
troupe_editor_get_trace (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->trace;
}
