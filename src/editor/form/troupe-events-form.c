/* troupe-events-form.c: form for the events of a router
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-events-form"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-events-form.h"
#include "troupe-flow-names.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-row-name.h"
#include "troupe-typed-text.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"
#include "troupe-popover-opening.h"

struct _TroupeEventsForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  char *method;
  AdwPreferencesGroup *group;
  GPtrArray *rows; /* rows of the group */
  GtkWidget *popover;
  GtkWidget *entry;
  char *edited; /* the event that is being renamed */
  char *begin;  /* (nullable): an event that was just added and is named next */
  char *moved;  /* (nullable): an event that was moved, which keeps the focus */
  guint commit_id;
  guint rebuild_id;
  char *shown; /* the displayed events and listeners, serialized */
};

G_DEFINE_FINAL_TYPE (TroupeEventsForm, troupe_events_form, GTK_TYPE_WIDGET)

static const TroupeFlowMethod *
get_method (TroupeEventsForm *self)
{
  g_assert (TROUPE_IS_EVENTS_FORM (self));

  return troupe_flow_find_method (troupe_editor_context_get_flow (self->context), self->method);
}

/* Takes ownership of @events. */
static void
write_events (TroupeEventsForm *self, GPtrArray *events)
{
  g_autoptr (GError) error = NULL;
  const TroupeFlowMethod *method = get_method (self);
  gboolean asks = method != NULL && method->feedback != NULL;
  TroupeFlowDocument *document = troupe_editor_context_get_document (self->context);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (asks)
    {
      const char *path[] = { "methods", self->method, "human_feedback", "emit", NULL };
      JsonArray *array = json_array_new ();
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

      for (guint i = 0; i < events->len; i++)
        json_array_add_string_element (array, g_ptr_array_index (events, i));
      json_node_take_array (node, array);
      json_node_seal (node);
      troupe_editor_context_set (self->context, path, events->len > 0 ? node : NULL,
                                 _ ("Change Events"), NULL);
    }
  else
    {
      g_ptr_array_add (events, NULL);
      if (!troupe_flow_document_set_emit (document, self->method,
                                          (const char *const *) events->pdata, &error))
        troupe_editor_context_report (self->context, error);
    }
  g_ptr_array_unref (events);
}

/* Returns the events that the card of the method shows: the declared ones, followed by those that
 * only its action declares. @n_declared: (out): number of the former. (transfer full) */
static GPtrArray *
list_events (TroupeEventsForm *self, guint *n_declared)
{
  const TroupeFlowMethod *method = get_method (self);
  gboolean is_complete = FALSE;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  *n_declared = method != NULL && method->emit != NULL ? g_strv_length (method->emit) : 0;
  return method != NULL ? troupe_flow_method_list_events (method, &is_complete)
                        : g_ptr_array_new_with_free_func (g_free);
}

/* Returns the events to which an event is added. If none is declared, these are the events of the
 * action, because declaring only the new one would remove them. (transfer full) */
static GPtrArray *
copy_events (TroupeEventsForm *self)
{
  guint n_declared = 0;
  GPtrArray *events = list_events (self, &n_declared);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (n_declared > 0)
    g_ptr_array_set_size (events, (int) MIN (n_declared, events->len));
  return events;
}

static guint
get_index (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "index"));
}

static void
move_event (TroupeEventsForm *self, guint from, guint to)
{
  g_autoptr (GPtrArray) events = copy_events (self);
  gpointer event;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (from >= events->len || to >= events->len || from == to)
    return;

  event = g_ptr_array_index (events, from);
  troupe_set_str (&self->moved, event);
  g_ptr_array_set_free_func (events, NULL);
  g_ptr_array_remove_index (events, from);
  g_ptr_array_insert (events, (int) to, event);
  g_ptr_array_set_free_func (events, g_free);
  write_events (self, g_steal_pointer (&events));
}

static void
remove_clicked_cb (GtkWidget *button, TroupeEventsForm *self)
{
  g_autoptr (GPtrArray) events = copy_events (self);
  guint index = get_index (button);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (index >= events->len)
    return;

  g_ptr_array_remove_index (events, index);
  write_events (self, g_steal_pointer (&events));
}

static void
add_clicked_cb (TroupeEventsForm *self)
{
  g_autoptr (GPtrArray) events = copy_events (self);
  g_autoptr (GHashTable) names = NULL;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  names = troupe_flow_names_list (troupe_editor_context_get_flow (self->context));
  for (guint number = events->len + 1;; number++)
    {
      g_autofree char *name = g_strdup_printf ("event_%u", number);

      if (!g_hash_table_contains (names, name) &&
          !g_ptr_array_find_with_equal_func (events, name, g_str_equal, NULL))
        {
          troupe_set_str (&self->begin, name);
          g_ptr_array_add (events, g_steal_pointer (&name));
          break;
        }
    }
  write_events (self, g_steal_pointer (&events));
}

static gboolean
row_key_pressed_cb (GtkEventControllerKey *keys,
                    guint keyval,
                    guint keycode,
                    GdkModifierType state,
                    TroupeEventsForm *self)
{
  guint index = get_index (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys)));

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if ((state & GDK_ALT_MASK) == 0 || (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down))
    return FALSE;

  move_event (self, index, keyval == GDK_KEY_Up ? index - 1 : index + 1);

  return TRUE;
}

void
troupe_events_form_commit (TroupeEventsForm *self)
{
  g_autofree char *name = NULL;
  g_autofree char *event = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_EVENTS_FORM (self));

  g_clear_handle_id (&self->commit_id, g_source_remove);
  troupe_typed_text_end (GTK_EDITABLE (self->entry));
  event = g_steal_pointer (&self->edited);
  name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (event == NULL || name[0] == '\0' || g_str_equal (name, event) || get_method (self) == NULL)
    return;

  if (!troupe_flow_document_rename_event (troupe_editor_context_get_document (self->context),
                                          self->method, event, name, &error))
    troupe_editor_context_report (self->context, error);
}

static gboolean
commit_cb (gpointer data)
{
  TroupeEventsForm *self = data;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  self->commit_id = 0;
  troupe_events_form_commit (self);

  return G_SOURCE_REMOVE;
}

/* A click outside of the popover commits the text. The commit is delayed, because the focus is
 * changing at this point. */
static void
popover_closed_cb (TroupeEventsForm *self)
{
  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (self->edited != NULL && self->commit_id == 0)
    self->commit_id = g_idle_add_full (G_PRIORITY_HIGH, commit_cb, self, NULL);
}

static gboolean
entry_key_pressed_cb (TroupeEventsForm *self, guint keyval, guint keycode, GdkModifierType state)
{
  const gboolean wants_undo =
      troupe_form_wants_undo (GTK_EDITABLE (self->entry), self->edited, keyval, state);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (keyval != GDK_KEY_Escape && !wants_undo)
    return FALSE;
  g_clear_pointer (&self->edited, g_free);
  troupe_typed_text_end (GTK_EDITABLE (self->entry));
  if (!wants_undo)
    return FALSE;
  /* A new event has asked for its name. */
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  return troupe_form_undo (GTK_WIDGET (self));
}

/* (transfer none) (nullable) */
static GtkWidget *
find_row (TroupeEventsForm *self, const char *event)
{
  g_assert (TROUPE_IS_EVENTS_FORM (self));

  for (guint i = 0; event != NULL && i < self->rows->len; i++)
    if (g_strcmp0 (g_object_get_data (g_ptr_array_index (self->rows, i), "event"), event) == 0)
      return g_ptr_array_index (self->rows, i);

  return NULL;
}

static void
point_popover (TroupeEventsForm *self)
{
  GtkWidget *row = find_row (self, self->edited);
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  graphene_rect_t bounds;
  graphene_rect_t own;
  float bottom;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (row == NULL || root == NULL || !gtk_widget_compute_bounds (row, root, &bounds) ||
      !gtk_widget_compute_bounds (GTK_WIDGET (self), root, &own))
    return;

  /* A popover cannot point to a row that is scrolled out of view, because GDK would find no
   * monitor for it. */
  bottom = (float) gtk_widget_get_height (root) - bounds.size.height;
  bounds.origin.y = CLAMP (bounds.origin.y, 0, MAX (bottom, 0));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                               &(GdkRectangle){ (int) (bounds.origin.x - own.origin.x),
                                                (int) (bounds.origin.y - own.origin.y),
                                                (int) bounds.size.width,
                                                (int) bounds.size.height });
}

/* Events are renamed in a small popover, so that the row can show the name and the listeners. */
static void
row_activated_cb (GtkWidget *row, TroupeEventsForm *self)
{
  g_autofree char *event = g_strdup (g_object_get_data (G_OBJECT (row), "event"));
  g_autofree char *field = g_strconcat ("methods.", self->method, ".emit.", event, NULL);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  troupe_events_form_commit (self);
  /* Committing may have created the rows again. */
  if (event == NULL || find_row (self, event) == NULL)
    return;

  troupe_set_str (&self->edited, event);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), event);
  troupe_typed_text_begin (GTK_EDITABLE (self->entry),
                           TROUPE_DOCUMENT (troupe_editor_context_get_document (self->context)),
                           field);
  point_popover (self);
  troupe_popover_open (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->entry);
}

static GdkContentProvider *
drag_prepare_cb (GtkDragSource *source, double x, double y, GtkWidget *row)
{
  return gdk_content_provider_new_typed (G_TYPE_UINT, get_index (row));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, TroupeEventsForm *self)
{
  g_assert (TROUPE_IS_EVENTS_FORM (self));

  move_event (self, g_value_get_uint (value),
              get_index (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target))));

  return TRUE;
}

/* Lists the methods that listen to @event. Returns NULL if no method does. */
static char *
list_listeners (TroupeEventsForm *self, const char *event)
{
  TroupeFlow *flow = troupe_editor_context_get_flow (self->context);
  g_autoptr (GString) names = g_string_new (NULL);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if ((method->listen == NULL || !troupe_condition_mentions (method->listen, event)) &&
          (method->start_condition == NULL ||
           !troupe_condition_mentions (method->start_condition, event)))
        continue;
      troupe_text_list_append (names, method->name);
    }

  return names->len > 0 ? g_strconcat ("→ ", names->str, NULL) : NULL;
}

static void
add_row (TroupeEventsForm *self, const char *event, guint index, gboolean is_fixed)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *dot = gtk_image_new_from_icon_name ("media-record-symbolic");
  GtkWidget *handle = gtk_image_new_from_icon_name ("list-drag-handle-symbolic");
  GtkWidget *remove = troupe_icon_button_new ("user-trash-symbolic", _ ("Remove Event"));
  GtkWidget *uses = troupe_where_used_button_new (event);
  g_autofree char *title = troupe_text_to_line (event);
  g_autofree char *listeners = list_listeners (self, event);
  const char *heard = listeners != NULL ? listeners : _ ("No listener");
  g_autofree char *subtitle =
      /* Translators: %s are the methods that listen to an event */
      is_fixed ? g_strdup_printf (_ ("From the expression · %s"), heard) : g_strdup (heard);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  gtk_widget_set_visible (remove, !is_fixed);
  gtk_widget_set_visible (handle, !is_fixed);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  troupe_row_leave_ellipsis_room (row);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), !is_fixed);
  gtk_widget_set_tooltip_text (row, listeners);
  gtk_image_set_pixel_size (GTK_IMAGE (dot), 11);
  gtk_widget_add_css_class (dot, listeners != NULL ? "event-dot" : "unheard-dot");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), dot);
  gtk_widget_set_tooltip_text (handle, _ ("Drag to reorder, or press Alt+↑ or Alt+↓"));
  gtk_widget_add_css_class (handle, "dim-label");
  gtk_widget_add_css_class (remove, "on-hover");
  gtk_widget_add_css_class (uses, "on-hover");
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  event, -1);
  g_object_set_data (G_OBJECT (row), "index", GUINT_TO_POINTER (index));
  g_object_set_data_full (G_OBJECT (row), "event", g_strdup (event), g_free);
  g_object_set_data (G_OBJECT (remove), "index", GUINT_TO_POINTER (index));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), uses);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), handle);
  if (!is_fixed)
    {
      GtkDragSource *source = gtk_drag_source_new ();
      GtkDropTarget *target = gtk_drop_target_new (G_TYPE_UINT, GDK_ACTION_MOVE);
      GtkEventController *keys = gtk_event_controller_key_new ();

      gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
      g_signal_connect_object (source, "prepare", G_CALLBACK (drag_prepare_cb), row, 0);
      gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (source));
      g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, 0);
      gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (target));
      gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
      g_signal_connect_object (keys, "key-pressed", G_CALLBACK (row_key_pressed_cb), self, 0);
      gtk_widget_add_controller (row, keys);
    }
  g_signal_connect_object (remove, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  g_signal_connect_object (row, "activated", G_CALLBACK (row_activated_cb), self, 0);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

static void
begin_naming (TroupeEventsForm *self)
{
  g_autofree char *begin = g_steal_pointer (&self->begin);
  g_autofree char *moved = g_steal_pointer (&self->moved);
  GtkWidget *row = find_row (self, begin != NULL ? begin : moved);

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (row == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  gtk_widget_grab_focus (row);
  if (begin != NULL)
    row_activated_cb (row, self);
}

char *
troupe_events_form_steal_new (TroupeEventsForm *self)
{
  g_return_val_if_fail (TROUPE_IS_EVENTS_FORM (self), NULL);

  return g_steal_pointer (&self->begin);
}

void
troupe_events_form_name_new (TroupeEventsForm *self, const char *event)
{
  g_return_if_fail (TROUPE_IS_EVENTS_FORM (self));

  troupe_set_str (&self->begin, event);
  begin_naming (self);
}

static gboolean rebuild_idle_cb (gpointer data);

/* Delayed, because the row that emitted the current signal must outlive it. */
static void
queue_rebuild (gpointer data)
{
  TroupeEventsForm *self = data;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_idle_cb, self, NULL);
}

static gboolean
rebuild_idle_cb (gpointer data)
{
  TroupeEventsForm *self = data;
  guint n_declared = 0;
  g_autoptr (GPtrArray) events = list_events (self, &n_declared);
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_EVENTS_FORM (self));

  self->rebuild_id = 0;
  if (troupe_form_focus_wait (GTK_WIDGET (self->group), G_OBJECT (self), queue_rebuild))
    return G_SOURCE_REMOVE;
  focus = troupe_form_focus_take (GTK_WIDGET (self->group));
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < events->len; i++)
    add_row (self, events->pdata[i], i, i >= n_declared);
  troupe_form_focus_give_back (focus, GTK_WIDGET (self->group));
  begin_naming (self);

  return G_SOURCE_REMOVE;
}

void
troupe_events_form_set_method (TroupeEventsForm *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_EVENTS_FORM (self));
  g_return_if_fail (method != NULL);

  troupe_set_str (&self->method, method);
}

void
troupe_events_form_refresh (TroupeEventsForm *self)
{
  const TroupeFlowMethod *method;
  g_autofree char *shown = NULL;
  GString *text;
  guint n_declared = 0;
  g_autoptr (GPtrArray) events = NULL;

  g_return_if_fail (TROUPE_IS_EVENTS_FORM (self));

  method = get_method (self);
  gtk_widget_set_visible (GTK_WIDGET (self), method != NULL && method->router);
  if (method == NULL || !method->router)
    return;

  text = g_string_new (NULL);
  events = list_events (self, &n_declared);
  for (guint i = 0; i < events->len; i++)
    {
      g_autofree char *listeners = list_listeners (self, events->pdata[i]);

      g_string_append_printf (text, "%s%s%s\n", i < n_declared ? "" : "=",
                              (char *) events->pdata[i], listeners != NULL ? listeners : "");
    }
  shown = g_string_free (text, FALSE);
  if (g_strcmp0 (shown, self->shown) == 0)
    return;

  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  queue_rebuild (self);
}

static void
troupe_events_form_dispose (GObject *object)
{
  TroupeEventsForm *self = TROUPE_EVENTS_FORM (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (self->group != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->group));
  self->group = NULL;
  g_clear_handle_id (&self->commit_id, g_source_remove);
  g_clear_pointer (&self->edited, g_free);
  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_clear_pointer (&self->begin, g_free);
  g_clear_pointer (&self->moved, g_free);
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_events_form_parent_class)->dispose (object);
}

/* The popover is not part of the layout and is positioned separately. */
static void
troupe_events_form_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeEventsForm *self = TROUPE_EVENTS_FORM (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EVENTS_FORM (self));

  gtk_widget_allocate (GTK_WIDGET (self->group), width, height, baseline, NULL);
  point_popover (self);
  troupe_popover_follow (GTK_POPOVER (self->popover));
}

static void
troupe_events_form_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_measure (GTK_WIDGET (TROUPE_EVENTS_FORM (widget)->group), orientation, for_size,
                      minimum, natural, minimum_baseline, natural_baseline);
}

static void
troupe_events_form_class_init (TroupeEventsFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_events_form_dispose;
  GTK_WIDGET_CLASS (klass)->measure = troupe_events_form_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = troupe_events_form_size_allocate;
}

static void
troupe_events_form_init (TroupeEventsForm *self)
{
  GtkWidget *button = troupe_icon_button_new ("list-add-symbolic", _ ("Add Event"));
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_assert (self != NULL);

  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Events"));
  adw_preferences_group_set_header_suffix (self->group, button);
  g_signal_connect_object (button, "clicked", G_CALLBACK (add_clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));

  self->popover = gtk_popover_new ();
  self->entry = gtk_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Event name"), -1);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (troupe_events_form_commit), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (entry_key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (popover_closed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->entry);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

GtkWidget *
troupe_events_form_new (TroupeEditorContext *context, const char *method)
{
  TroupeEventsForm *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_EVENTS_FORM, NULL);
  self->context = g_object_ref (context);
  self->method = g_strdup (method);
  troupe_events_form_refresh (self);
  if (self->rebuild_id != 0)
    {
      g_clear_handle_id (&self->rebuild_id, g_source_remove);
      rebuild_idle_cb (self);
    }

  return GTK_WIDGET (self);
}
