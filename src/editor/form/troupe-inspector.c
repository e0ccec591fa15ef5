/* troupe-inspector.c: inspector: form of the selection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inspector"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-action-form.h"
#include "troupe-canvas.h"
#include "troupe-clock.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-inspector.h"
#include "troupe-json-pane.h"
#include "troupe-mark.h"
#include "troupe-methods-target.h"
#include "troupe-pass-focus.h"
#include "troupe-plot.h"
#include "troupe-sanitize-text.h"

#define LARGE_TEXT 1.2f

typedef enum
{
  SHOWS_NOTHING,
  SHOWS_FLOW,
  SHOWS_METHOD,
  SHOWS_SEVERAL,
  SHOWS_GATE,
  SHOWS_WIRE,
} Shows;

struct _TroupeInspector
{
  GtkWidget parent_instance;

  TroupeMark *mark;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *head;
  GtkWidget *sides;
  GtkToggleButton *form_button;
  GtkToggleButton *json_button;
  GtkStack *stack;
  GtkWidget *scroller;
  GtkBox *form_box;
  GtkBox *json_box;

  TroupeEditorContext *context;
  TroupeInspectorStateFunc make_state;
  Shows shows;
  char *method; /* for a method or a gate */
  guint n_notes; /* selected together with several methods */
  char **
      names; /* several methods; from, event, to and (if there is one) passing event of a wire; path of a gate */
  GtkWidget *content;
  TroupeForm *form; /* for the flow */
  TroupeJsonPane *json;
  gboolean committing;

  gboolean is_patient;
  Shows next; /* to be shown after the next frame; SHOWS_NOTHING: nothing */
  char *next_method;
  char **next_names;
  guint tick_id;
  guint idle_id;
};

G_DEFINE_FINAL_TYPE (TroupeInspector, troupe_inspector, GTK_TYPE_WIDGET)

/* Names of the action types, as they are written in the middle of a sentence. */
static const char *const action_words[TROUPE_ACTION_N_TYPES] = {
  [TROUPE_ACTION_EXPRESSION] = N_ ("expression"),
  [TROUPE_ACTION_EACH] = N_ ("for each"),
  [TROUPE_ACTION_AGENT] = N_ ("agent"),
  [TROUPE_ACTION_CREW] = N_ ("crew"),
  [TROUPE_ACTION_TOOL] = N_ ("tool"),
  [TROUPE_ACTION_CODE] = N_ ("Python Reference"),
  [TROUPE_ACTION_SCRIPT] = N_ ("Python"),
};

char *
troupe_method_describe_kind (const TroupeFlowMethod *method)
{
  const char *role;
  const char *action = NULL;

  g_return_val_if_fail (method != NULL, NULL);

  role = method->router ? _ ("Router") : method->start ? _ ("Start Method") : _ ("Listener");
  if (method->feedback != NULL)
    action = _ ("human input");
  else if (method->action != NULL)
    action = _ (action_words[method->action->type]);

  /* Translators: the role and the action of a method, for instance «Router · expression». */
  return g_strdup_printf (_ ("%s · %s"), role, action != NULL ? action : "?");
}

static void
set_head (TroupeInspector *self, const char *icon_name, const char *title, const char *subtitle)
{
  g_autofree char *shown = troupe_text_to_line (title);

  g_assert (TROUPE_IS_INSPECTOR (self));

  troupe_mark_set (self->mark, TROUPE_CANVAS_ROLE_NEUTRAL, icon_name);
  gtk_label_set_label (self->title, shown);
  gtk_label_set_label (self->subtitle, subtitle);
}

static void
update_head (TroupeInspector *self)
{
  TroupeFlow *flow = troupe_editor_context_get_flow (self->context);
  g_autofree char *name = troupe_document_get_title (
      TROUPE_DOCUMENT (troupe_editor_context_get_document (self->context)));
  guint n_methods =
      self->shows == SHOWS_SEVERAL ? g_strv_length (self->names) : troupe_flow_get_n_methods (flow);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_INSPECTOR (self));

  gtk_widget_set_visible (self->sides, self->shows == SHOWS_FLOW || self->shows == SHOWS_METHOD);
  switch (self->shows)
    {
    case SHOWS_METHOD:
      {
        const TroupeFlowMethod *method = troupe_flow_find_method (flow, self->method);
        g_autofree char *kind = NULL;

        if (method != NULL)
          {
            kind = troupe_method_describe_kind (method);
            set_head (self, NULL, method->name, kind);
            troupe_mark_set (self->mark, troupe_mark_get_role (method),
                             troupe_plot_get_icon_name (method));
          }
      }
      break;
    case SHOWS_SEVERAL:
      text = g_strdup_printf (ngettext ("%u method", "%u methods", n_methods), n_methods);
      if (self->n_notes > 0)
        {
          g_autofree char *methods = g_steal_pointer (&text);
          g_autofree char *notes =
              g_strdup_printf (ngettext ("%u note", "%u notes", self->n_notes), self->n_notes);

          text = g_strdup_printf ("%s · %s", methods, notes);
        }
      set_head (self, "edit-select-all-symbolic", _ ("Selection"), text);
      break;
    case SHOWS_GATE:
      text = g_strdup_printf (_ ("before %s"), self->method);
      set_head (self, "troupe-wait-symbolic", _ ("Gate"), text);
      break;
    case SHOWS_WIRE:
      text = g_strdup_printf ("%s → %s", self->names[0], self->names[2]);
      set_head (self, "troupe-flow-symbolic", _ ("Wire"), text);
      break;
    case SHOWS_NOTHING:
    case SHOWS_FLOW:
    default:
      text = g_strdup_printf (ngettext ("Flow · %u method", "Flow · %u methods", n_methods),
                              n_methods);
      set_head (self, "troupe-flow-symbolic", name, text);
      break;
    }
}

/* Remove the focus first, so that a removed widget does not emit signals for it. */
static void
clear_content (TroupeInspector *self)
{
  TroupeFormFocus *focus = troupe_form_focus_take (GTK_WIDGET (self->stack));

  g_assert (TROUPE_IS_INSPECTOR (self));

  if (focus != NULL)
    troupe_form_focus_free (focus);
  if (self->content != NULL)
    gtk_box_remove (self->form_box, self->content);
  self->content = NULL;
  g_clear_object (&self->form);
  if (self->json != NULL)
    gtk_box_remove (self->json_box, GTK_WIDGET (self->json));
  self->json = NULL;
}

static GtkWidget *
make_content (TroupeInspector *self)
{
  g_autoptr (TroupeMethodsTarget) target = NULL;

  g_assert (TROUPE_IS_INSPECTOR (self));

  switch (self->shows)
    {
    case SHOWS_METHOD:
      return troupe_method_form_new (self->context, self->method);
    case SHOWS_SEVERAL:
      target = troupe_methods_target_new (self->context, (const char *const *) self->names);
      self->form = troupe_form_new (TROUPE_FORM_TARGET (target));
      return troupe_inspector_make_several_form (self->form, (const char *const *) self->names);
    case SHOWS_GATE:
      return troupe_inspector_make_gate_form (self->context, self->method, self->names[0]);
    case SHOWS_WIRE:
      return troupe_inspector_make_wire_form (self->context, (const char *const *) self->names);
    case SHOWS_NOTHING:
    case SHOWS_FLOW:
    default:
      self->form = troupe_form_new (TROUPE_FORM_TARGET (self->context));
      return troupe_inspector_make_flow_form (self->form, self->make_state (self->context));
    }
}

/* Shows the form or the JSON page of the object. Each page is created when it is first shown. */
static void
build_side (TroupeInspector *self)
{
  /* The value depends on the form button, because this button is toggled before the JSON button. */
  gboolean json = !gtk_toggle_button_get_active (self->form_button) &&
                  (self->shows == SHOWS_FLOW || self->shows == SHOWS_METHOD);

  g_assert (TROUPE_IS_INSPECTOR (self));

  if (json && self->json == NULL)
    {
      static const char *const left_out[] = { "methods", "x-troupe", NULL };
      const char *const path[] = { "methods", self->method, NULL };
      const char *const root[] = { NULL };
      gboolean is_method = self->shows == SHOWS_METHOD;

      /* The JSON of the flow excludes the members that are shown elsewhere in the window. */
      self->json = TROUPE_JSON_PANE (troupe_json_pane_new (TROUPE_FORM_TARGET (self->context),
                                                           is_method ? path : root,
                                                           is_method ? NULL : left_out));
      gtk_box_append (self->json_box, GTK_WIDGET (self->json));
    }
  else if (!json && self->content == NULL)
    {
      self->content = make_content (self);
      gtk_box_append (self->form_box, self->content);
    }
  gtk_stack_set_visible_child (self->stack, json ? GTK_WIDGET (self->json_box) : self->scroller);
}

static void
forget_next (TroupeInspector *self)
{
  g_assert (TROUPE_IS_INSPECTOR (self));

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  g_clear_handle_id (&self->idle_id, g_source_remove);
  self->next = SHOWS_NOTHING;
  g_clear_pointer (&self->next_method, g_free);
  g_clear_pointer (&self->next_names, g_strfreev);
}

static void
show_now (TroupeInspector *self, Shows shows, const char *method, const char *const *names)
{
  g_auto (GStrv) copy = g_strdupv ((char **) names);
  g_autofree char *own = g_strdup (method);
  const gboolean is_other = self->shows != shows || g_strcmp0 (self->method, own) != 0;

  g_assert (TROUPE_IS_INSPECTOR (self));

  troupe_inspector_commit (self);
  if (self->shows == shows && shows != SHOWS_GATE && g_strcmp0 (self->method, own) == 0 &&
      ((self->names == NULL && copy == NULL) ||
       (self->names != NULL && copy != NULL &&
        g_strv_equal ((const char *const *) self->names, (const char *const *) copy))))
    return;

  clear_content (self);
  self->shows = shows;
  troupe_set_str (&self->method, own);
  g_strfreev (self->names);
  self->names = g_steal_pointer (&copy);
  update_head (self);
  build_side (self);
  /* What is selected next is read from its beginning. */
  if (is_other)
    gtk_adjustment_set_value (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

/* Shows what waits for the next frame. */
static void
show_next (TroupeInspector *self)
{
  const Shows shows = self->next;
  g_autofree char *method = g_steal_pointer (&self->next_method);
  g_auto (GStrv) names = g_steal_pointer (&self->next_names);

  g_assert (TROUPE_IS_INSPECTOR (self));

  forget_next (self);
  if (shows == SHOWS_NOTHING)
    return;
  /* The document may have changed since. */
  if (shows != SHOWS_METHOD ||
      troupe_flow_find_method (troupe_editor_context_get_flow (self->context), method) != NULL)
    show_now (self, shows, method, (const char *const *) names);
  else
    show_now (self, SHOWS_FLOW, NULL, NULL);
}

static gboolean
show_next_cb (gpointer user_data)
{
  TroupeInspector *self = user_data;

  g_assert (TROUPE_IS_INSPECTOR (self));

  self->idle_id = 0;
  show_next (self);
  return G_SOURCE_REMOVE;
}

/* A frame begins. It is painted before the idle callback is called. */
static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeInspector *self = TROUPE_INSPECTOR (widget);

  g_assert (TROUPE_IS_INSPECTOR (self));

  self->tick_id = 0;
  if (self->idle_id == 0)
    self->idle_id = g_idle_add (show_next_cb, self);
  return G_SOURCE_REMOVE;
}

static void
show_thing (TroupeInspector *self, Shows shows, const char *method, const char *const *names)
{
  g_auto (GStrv) copy = g_strdupv ((char **) names);
  g_autofree char *own = g_strdup (method);

  g_assert (TROUPE_IS_INSPECTOR (self));

  forget_next (self);
  if (!self->is_patient || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      show_now (self, shows, own, (const char *const *) copy);
      return;
    }
  self->next = shows;
  self->next_method = g_steal_pointer (&own);
  self->next_names = g_steal_pointer (&copy);
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), frame_cb, NULL, NULL);
}

void
troupe_inspector_set_patient (TroupeInspector *self, gboolean patient)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  self->is_patient = patient;
}

void
troupe_inspector_show_flow (TroupeInspector *self)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  show_thing (self, SHOWS_FLOW, NULL, NULL);
}

/* Preserves the form of a method that was renamed. */
static void
follow_rename (TroupeInspector *self)
{
  const char *now = troupe_editor_context_follow (self->context, self->method);

  g_assert (TROUPE_IS_INSPECTOR (self));

  if (self->shows != SHOWS_METHOD || g_strcmp0 (now, self->method) == 0)
    return;

  troupe_set_str (&self->method, now);
  if (self->content != NULL)
    troupe_method_form_set_method (TROUPE_METHOD_FORM (self->content), now);
  if (self->json != NULL)
    troupe_json_pane_set_path (self->json, (const char *const[]){ "methods", now, NULL });
}

void
troupe_inspector_show_method (TroupeInspector *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));
  g_return_if_fail (name != NULL);

  follow_rename (self);

  if (troupe_flow_find_method (troupe_editor_context_get_flow (self->context), name) == NULL)
    troupe_inspector_show_flow (self);
  else
    show_thing (self, SHOWS_METHOD, name, NULL);
}

void
troupe_inspector_show_several (TroupeInspector *self, const char *const *names)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));
  g_return_if_fail (names != NULL);

  show_thing (self, SHOWS_SEVERAL, NULL, names);
}

void
troupe_inspector_set_notes (TroupeInspector *self, guint n_notes)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  if (self->n_notes == n_notes)
    return;
  self->n_notes = n_notes;
  if (self->shows == SHOWS_SEVERAL)
    update_head (self);
}

void
troupe_inspector_show_gate (TroupeInspector *self, const char *method, const char *path)
{
  const char *const names[] = { path, NULL };

  g_return_if_fail (TROUPE_IS_INSPECTOR (self));
  g_return_if_fail (method != NULL && path != NULL);

  show_thing (self, SHOWS_GATE, method, names);
}

void
troupe_inspector_show_wire (TroupeInspector *self,
                            const char *from,
                            const char *event,
                            const char *to,
                            const char *passes)
{
  const char *const names[] = { from, event, to, passes, NULL };

  g_return_if_fail (TROUPE_IS_INSPECTOR (self));
  g_return_if_fail (from != NULL && event != NULL && to != NULL);

  show_thing (self, SHOWS_WIRE, NULL, names);
}

void
troupe_inspector_refresh (TroupeInspector *self)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  show_next (self);
  switch (self->shows)
    {
    case SHOWS_METHOD:
      {
        TroupeFlow *flow = troupe_editor_context_get_flow (self->context);

        follow_rename (self);
        if (troupe_flow_find_method (flow, self->method) == NULL)
          {
            troupe_inspector_show_flow (self);
          }
        else
          {
            if (self->content != NULL)
              troupe_method_form_refresh (TROUPE_METHOD_FORM (self->content));
            if (self->json != NULL)
              troupe_json_pane_refresh (self->json);
          }
      }
      break;
    case SHOWS_SEVERAL:
    case SHOWS_FLOW:
      if (self->form != NULL)
        troupe_form_refresh (self->form);
      if (self->json != NULL)
        troupe_json_pane_refresh (self->json);
      break;
    case SHOWS_GATE:
      if (troupe_flow_find_method (troupe_editor_context_get_flow (self->context), self->method) ==
          NULL)
        {
          troupe_inspector_show_flow (self);
        }
      else
        {
          g_autofree char *method = g_strdup (self->method);
          g_autofree char *path = g_strdup (self->names[0]);

          troupe_inspector_show_gate (self, method, path);
        }
      break;
    case SHOWS_NOTHING:
    case SHOWS_WIRE:
    default:
      break;
    }
  update_head (self);
}

void
troupe_inspector_commit (TroupeInspector *self)
{
  g_autoptr (TroupeInspector) alive = NULL;

  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  if (self->committing || self->content == NULL)
    return;

  alive = g_object_ref (self);
  self->committing = TRUE;
  if (TROUPE_IS_METHOD_FORM (self->content))
    troupe_method_form_commit (TROUPE_METHOD_FORM (self->content));
  else
    troupe_form_entry_commit_below (self->content);
  if (self->form != NULL)
    troupe_form_commit (self->form);
  self->committing = FALSE;
}

static void
side_toggled_cb (TroupeInspector *self)
{
  g_assert (TROUPE_IS_INSPECTOR (self));

  if (self->context != NULL)
    build_side (self);
}

void
troupe_inspector_set_json (TroupeInspector *self, gboolean json)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  show_next (self);
  gtk_toggle_button_set_active (json ? self->json_button : self->form_button, TRUE);
}

void
troupe_inspector_edit_name (TroupeInspector *self)
{
  g_return_if_fail (TROUPE_IS_INSPECTOR (self));

  troupe_inspector_set_json (self, FALSE);
  if (TROUPE_IS_METHOD_FORM (self->content))
    troupe_method_form_edit_name (TROUPE_METHOD_FORM (self->content));
}

gboolean
troupe_inspector_go_to (TroupeInspector *self, const char *path, guint line, guint column)
{
  GtkWidget *field = NULL;

  g_return_val_if_fail (TROUPE_IS_INSPECTOR (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  troupe_inspector_set_json (self, FALSE);
  if (TROUPE_IS_METHOD_FORM (self->content))
    return troupe_method_form_show (TROUPE_METHOD_FORM (self->content), path, line, column);

  if (self->form != NULL)
    field = troupe_form_find (self->form, path);

  return field != NULL && gtk_widget_grab_focus (field);
}

/* Scrolls to the field once it has a place, which a form that was just built has not. */
static gboolean
reveal_cb (GtkWidget *field, GdkFrameClock *clock, gpointer user_data)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (TROUPE_INSPECTOR (user_data)->scroller);
  GtkWidget *viewport = gtk_scrolled_window_get_child (scroller);
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (field))
    return G_SOURCE_REMOVE;
  if (gtk_widget_get_height (field) == 0 ||
      !gtk_widget_compute_bounds (field, gtk_widget_get_first_child (viewport), &bounds))
    return G_SOURCE_CONTINUE;
  gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (scroller),
                             (double) bounds.origin.y,
                             (double) (bounds.origin.y + bounds.size.height));
  return G_SOURCE_REMOVE;
}

void
troupe_inspector_reveal (TroupeInspector *self, const char *path)
{
  GtkWidget *field = NULL;

  g_return_if_fail (TROUPE_IS_INSPECTOR (self));
  g_return_if_fail (path != NULL);

  troupe_inspector_set_json (self, FALSE);
  if (TROUPE_IS_METHOD_FORM (self->content))
    field = troupe_method_form_find (TROUPE_METHOD_FORM (self->content), path);
  else if (self->form != NULL)
    field = troupe_form_find (self->form, path);
  if (field != NULL)
    gtk_widget_add_tick_callback (field, reveal_cb, self, NULL);
}

GtkWidget *
troupe_inspector_get_content (TroupeInspector *self)
{
  g_return_val_if_fail (TROUPE_IS_INSPECTOR (self), NULL);

  show_next (self);
  return gtk_stack_get_visible_child (self->stack) == self->scroller ? self->content
                                                                     : GTK_WIDGET (self->json);
}

void
troupe_inspector_arrange_head (GtkWidget *head)
{
  gboolean large;

  g_return_if_fail (GTK_IS_BOX (head));

  large = troupe_canvas_read_text_scale (head) > LARGE_TEXT;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (head),
                                  large ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_margin_top (head, large ? 10 : 0);
}

static void
troupe_inspector_root (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_inspector_parent_class)->root (widget);
  troupe_inspector_arrange_head (TROUPE_INSPECTOR (widget)->head);
}

static void
troupe_inspector_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  g_assert (GTK_IS_WIDGET (widget));

  GTK_WIDGET_CLASS (troupe_inspector_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI)
    troupe_inspector_arrange_head (TROUPE_INSPECTOR (widget)->head);
}

static gboolean
troupe_inspector_focus (GtkWidget *widget, GtkDirectionType direction)
{
  g_assert (GTK_IS_WIDGET (widget));

  show_next (TROUPE_INSPECTOR (widget));
  return troupe_pass_focus (widget, direction);
}

static gboolean
troupe_inspector_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  show_next (TROUPE_INSPECTOR (widget));

  return gtk_widget_child_focus (GTK_WIDGET (TROUPE_INSPECTOR (widget)->stack),
                                 GTK_DIR_TAB_FORWARD);
}

static void
troupe_inspector_dispose (GObject *object)
{
  TroupeInspector *self = TROUPE_INSPECTOR (object);
  GtkWidget *child;

  forget_next (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_INSPECTOR);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->content = NULL;
  self->json = NULL;
  g_clear_object (&self->form);
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->names, g_strfreev);

  G_OBJECT_CLASS (troupe_inspector_parent_class)->dispose (object);
}

static void
troupe_inspector_class_init (TroupeInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_inspector_dispose;
  widget_class->focus = troupe_inspector_focus;
  widget_class->grab_focus = troupe_inspector_grab_focus;
  widget_class->root = troupe_inspector_root;
  widget_class->system_setting_changed = troupe_inspector_system_setting_changed;

  g_type_ensure (TROUPE_TYPE_MARK);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, mark);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, subtitle);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, sides);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, head);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, form_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, json_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, form_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeInspector, json_box);
  gtk_widget_class_bind_template_callback (widget_class, side_toggled_cb);
}

static void
troupe_inspector_init (TroupeInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
troupe_inspector_new (TroupeEditorContext *context, TroupeInspectorStateFunc make_state)
{
  TroupeInspector *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (make_state != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_INSPECTOR, NULL);
  self->context = g_object_ref (context);
  self->make_state = make_state;
  troupe_inspector_show_flow (self);

  return GTK_WIDGET (self);
}
