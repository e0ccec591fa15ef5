/* troupe-editor.c: editor page of a flow: canvas, palette, inspector, outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor"

#include "config.h"

#include "troupe-editor-private.h"
#include "troupe-pass-focus.h"
#include "troupe-state-editor.h"
#include "troupe-state-form.h"
#include "troupe-typed-text.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TRACE,
  PROP_SELECTED_METHOD,
  PROP_SELECTED_STARTS,
  PROP_SELECTED_MUTED,
  PROP_SELECTED_PINNED,
  PROP_SELECTED_BREAKS,
  N_PROPS
};

enum
{
  METHOD_ACTIVATED,
  MESSAGE,
  ANSWER_REQUESTED,
  PASSES_REQUESTED,
  STATE_OPENED,
  PART_REQUESTED,
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

void
troupe_editor_part_requested (TroupeEditor *self, const char *part, const char *method)
{
  g_signal_emit (self, signals[PART_REQUESTED], 0, part, method);
}

/* Opens the editor of the flow's state, which reports messages in its own window. */
void
troupe_editor_open_state (TroupeEditor *self)
{
  g_autoptr (TroupeEditorContext) context = troupe_editor_context_new (self->document);
  GtkWindow *window;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_commit (self);
  window = troupe_state_editor_new (context);
  g_set_weak_pointer (&self->state_window, GTK_WIDGET (window));
  gtk_window_set_destroy_with_parent (window, TRUE);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (window, GTK_WINDOW (root));
  g_signal_emit (self, signals[STATE_OPENED], 0, window);
  gtk_window_present (window);
}

/* --- The document -------------------------------------------------------------------------- */

void
troupe_editor_commit (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  if (self->inspector != NULL)
    troupe_inspector_commit (self->inspector);
  troupe_typed_text_commit_below (GTK_WIDGET (self));
  if (self->state_window != NULL)
    troupe_state_editor_commit (TROUPE_STATE_EDITOR (self->state_window));
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
  troupe_editor_update_actions (self);
  update_hint (self);
}

TroupeFlowDocument *
troupe_editor_get_document (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->document;
}

/* --- Callbacks of the components -------------------------------------------------------------- */

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
selected_method_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_METHOD]);
}

/* Shows the field that was found if the inspector is visible anyway. The focus stays on the card, so that the next key types
 * nothing; Enter enters the field. */
static void
found_cb (TroupeEditor *self, const char *id, const char *path)
{
  gboolean visible = FALSE;

  g_assert (TROUPE_IS_EDITOR (self));

  g_free (self->found);
  self->found = g_strdup (path);
  g_object_get (self->frame, "inspector-visible", &visible, NULL);
  if (path != NULL && visible && !troupe_editor_frame_is_inspector_over (self->frame))
    troupe_inspector_reveal (self->inspector, path);
}

/* An outline that overlays the canvas would cover the activated card. */
static void
outline_activated_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (troupe_editor_frame_is_outline_over (self->frame))
    g_object_set (self->frame, "outline-visible", FALSE, NULL);
}

static char *
describe_state_cb (const char *method, gpointer user_data)
{
  TroupeEditor *self = user_data;

  g_assert (TROUPE_IS_EDITOR (self));

  return self->run != NULL ? troupe_editor_run_describe (self->run, method) : NULL;
}

/* --- Creating the components ------------------------------------------------------------------ */

static void
troupe_editor_constructed (GObject *object)
{
  TroupeEditor *self = TROUPE_EDITOR (object);

  G_OBJECT_CLASS (troupe_editor_parent_class)->constructed (object);

  g_return_if_fail (self->document != NULL && self->trace != NULL);

  self->context = troupe_editor_context_new (self->document);
  g_signal_connect_object (self->context, "message", G_CALLBACK (context_message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->context, "method-requested",
                           G_CALLBACK (context_method_requested_cb), self, G_CONNECT_SWAPPED);
  self->drawing = troupe_drawing_new (self->context, self->canvas);
  self->run =
      troupe_editor_run_new (self->context, troupe_drawing_get_scene (self->drawing), self->trace);
  self->inspector = TROUPE_INSPECTOR (troupe_inspector_new (self->context, troupe_state_form_new));
  troupe_editor_frame_set_inspector (self->frame, GTK_WIDGET (self->inspector));
  troupe_outline_set_context (self->outline, self->context, describe_state_cb, self);
  /* Connected after the canvas, so that the outline is updated after the cards. */
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (troupe_outline_refresh_states),
                           self->outline, G_CONNECT_SWAPPED);
  self->selection =
      troupe_editor_selection_new (self->drawing, self->view, self->outline, self->inspector);
  g_signal_connect_object (self->selection, "notify::method", G_CALLBACK (selected_method_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (troupe_editor_update_actions),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "method-activated", G_CALLBACK (outline_activated_cb),
                           self, G_CONNECT_SWAPPED);
  self->popovers =
      troupe_editor_popovers_new (GTK_WIDGET (self), self->drawing, self->view, self->find_button);
  g_signal_connect_object (self->popovers, "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  self->creation = troupe_editor_creation_new (self->drawing, self->view, self->popovers);
  self->clipboard = troupe_editor_clipboard_new (self->drawing, self->view);
  self->gestures = troupe_editor_gestures_new (self->drawing, self->creation, self->popovers);

  g_signal_connect_object (troupe_drawing_get_builder (self->drawing), "arranged",
                           G_CALLBACK (troupe_editor_view_refit), self->view, G_CONNECT_SWAPPED);
  troupe_drawing_update (self->drawing);
  troupe_editor_view_fit (self->view);
  update_hint (self);
  troupe_editor_connect_canvas (self);
  troupe_editor_update_actions (self);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* Disposes the components, whose pending operations end with the page. */
static void
dispose_parts (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  self->stale = NULL;
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
}

static void
troupe_editor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  gtk_widget_allocate (GTK_WIDGET (self->frame), width, height, baseline, NULL);
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

  gtk_widget_measure (GTK_WIDGET (TROUPE_EDITOR (widget)->frame), orientation, for_size, minimum,
                      natural, NULL, NULL);
}

/* --- The selection ------------------------------------------------------------------------- */

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
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) methods = NULL;
  g_auto (GStrv) notes = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  g_strv_builder_addv (builder, (const char **) methods);
  g_strv_builder_addv (builder, (const char **) notes);

  return g_strv_builder_end (builder);
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
    case PROP_SELECTED_STARTS:
      g_value_set_boolean (value, troupe_editor_selection_get_starts (self->selection));
      break;
    case PROP_SELECTED_MUTED:
      g_value_set_boolean (value, troupe_editor_control_are_muted (self->drawing));
      break;
    case PROP_SELECTED_PINNED:
      g_value_set_boolean (value, troupe_editor_control_are_pinned (self->drawing));
      break;
    case PROP_SELECTED_BREAKS:
      g_value_set_boolean (value, troupe_editor_control_have_breakpoints (self->drawing));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
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
    case PROP_SELECTED_STARTS:
      troupe_editor_selection_set_starts (self->selection, g_value_get_boolean (value));
      break;
    case PROP_SELECTED_MUTED:
      if (g_value_get_boolean (value) != troupe_editor_control_are_muted (self->drawing))
        troupe_editor_control_toggle_mute (self->drawing);
      break;
    case PROP_SELECTED_PINNED:
      if (g_value_get_boolean (value) != troupe_editor_control_are_pinned (self->drawing))
        troupe_editor_control_toggle_pin (self->drawing, self->trace);
      break;
    case PROP_SELECTED_BREAKS:
      if (g_value_get_boolean (value) != troupe_editor_control_have_breakpoints (self->drawing))
        troupe_editor_control_toggle_breakpoint (self->drawing);
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
  g_clear_weak_pointer (&self->state_window);
  g_clear_pointer (&self->found, g_free);
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
troupe_editor_class_init (TroupeEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags;

  object_class->constructed = troupe_editor_constructed;
  object_class->dispose = troupe_editor_dispose;
  object_class->get_property = troupe_editor_get_property;
  object_class->set_property = troupe_editor_set_property;
  widget_class->grab_focus = troupe_editor_grab_focus;
  troupe_pass_focus_install (widget_class);
  widget_class->unmap = troupe_editor_unmap;
  widget_class->measure = troupe_editor_measure;
  widget_class->size_allocate = troupe_editor_size_allocate;
  flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  properties[PROP_DOCUMENT] =
      g_param_spec_object ("document", NULL, NULL, TROUPE_TYPE_FLOW_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TRACE] =
      g_param_spec_object ("trace", NULL, NULL, TROUPE_TYPE_TRACE,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED_METHOD] =
      g_param_spec_string ("selected-method", NULL, NULL, NULL, flags);
  properties[PROP_SELECTED_STARTS] =
      g_param_spec_boolean ("selected-starts", NULL, NULL, FALSE, flags);
  properties[PROP_SELECTED_MUTED] =
      g_param_spec_boolean ("selected-muted", NULL, NULL, FALSE, flags);
  properties[PROP_SELECTED_PINNED] =
      g_param_spec_boolean ("selected-pinned", NULL, NULL, FALSE, flags);
  properties[PROP_SELECTED_BREAKS] =
      g_param_spec_boolean ("selected-breaks", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[METHOD_ACTIVATED] =
      g_signal_new ("method-activated", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PASSES_REQUESTED] =
      g_signal_new ("passes-requested", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_POINTER);
  signals[STATE_OPENED] = g_signal_new ("state-opened", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_STATE_EDITOR);
  signals[PART_REQUESTED] =
      g_signal_new ("part-requested", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[ANSWER_REQUESTED] =
      g_signal_new ("answer-requested", TROUPE_TYPE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (TROUPE_TYPE_EDITOR_FRAME);
  g_type_ensure (TROUPE_TYPE_OUTLINE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, frame);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, outline);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, hint);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, add_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeEditor, find_button);
  troupe_editor_install_actions (widget_class);
}

static void
width_class_cb (TroupeEditor *self)
{
  int width = TROUPE_EDITOR_WIDE;

  g_assert (TROUPE_IS_EDITOR (self));

  g_object_get (self->frame, "width-class", &width, NULL);
  gtk_widget_set_visible (self->add_label, width < TROUPE_EDITOR_NARROW);
}

static void
troupe_editor_init (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = troupe_editor_frame_get_canvas (self->frame);
  self->view = troupe_editor_frame_get_view (self->frame);
  g_signal_connect_object (self->frame, "notify::width-class", G_CALLBACK (width_class_cb), self,
                           G_CONNECT_SWAPPED);
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

TroupeDrawing *
troupe_editor_get_drawing (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->drawing;
}

TroupeEditorFrame *
troupe_editor_get_frame (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->frame;
}
