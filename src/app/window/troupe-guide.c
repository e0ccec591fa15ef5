/* troupe-guide.c: interactive tutorial for drawing and running a first flow and a first crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-guide"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-canvas.h"
#include "troupe-crew-content.h"
#include "troupe-crew-id.h"
#include "troupe-flow-content.h"
#include "troupe-guide.h"
#include "troupe-popover-clicks.h"

/* Interval in milliseconds at which the position of a hint is updated. */
#define INTERVAL 120

/* Distance of a hint from a port, in pixels. If the popover were closer, the popover or its
 * shadow would intercept the drag. */
#define PORT_ROOM 36

/* Width of the text of a hint, in pixels. */
#define TEXT_WIDTH 270

/* Minimum distance between the hint and the edge of the window, in pixels. */
#define SHEET_EDGE 20

/* The steps of the guide in order. In each document, the drawing steps precede the other steps. */
typedef enum
{
  STEP_START,
  STEP_ROUTER,
  STEP_EVENT,
  STEP_RUN,
  STEP_READ,
  STEP_EXPORT,
  STEP_CREW,
  STEP_AGENT,
  STEP_TASK,
  STEP_CREW_RUN,
  N_STEPS,
} Step;

struct _TroupeGuide
{
  GObject parent_instance;

  TroupePage *page; /* (nullable): weak: the guide ends with it */
  GtkWidget *run_button;
  GtkWidget *menu_button;
  GtkEventController *events; /* (nullable): controller of the page */
  GtkWidget *popover;         /* (nullable) */
  GtkWidget *target;          /* the parent of the popover */
  GdkRectangle place;         /* the area in @target it points at */
  GtkWidget *seen_target;     /* the target and the area at the last update */
  GdkRectangle seen_place;
  guint source;
  Step step;
  gboolean was_running;
  gboolean is_pressed; /* a pointer button is pressed on the page */
  gboolean ended;
};

enum
{
  CREW_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeGuide, troupe_guide, G_TYPE_OBJECT)

static const struct
{
  const char *title;
  const char *text;
  const char *button; /* button to continue, or NULL if the user must do the step */
} hints[N_STEPS] = {
  { N_ ("1. The Start"),
    N_ ("Click here and choose “Expression”. The first node has a green circle: the flow starts "
        "there."),
    NULL },
  { N_ ("2. A Decision"),
    N_ ("Drag from this dot to an empty area, release, and choose “Router”. A router decides which "
        "way the flow goes."),
    NULL },
  { N_ ("3. A Branch"),
    N_ ("Drag from the dot next to this event to an empty area, release, and choose “Expression”. "
        "The method runs only when the router emits this event."),
    NULL },
  { N_ ("4. Run It"),
    N_ ("Press Run. Everything runs on this computer, without an account, an API key or a "
        "network."),
    NULL },
  { N_ ("5. Read the Results"),
    N_ ("Click a node or a row of the timeline. Its input, its output and the resulting state "
        "appear here."),
    N_ ("_Next") },
  { N_ ("6. Save an Image"), N_ ("“Export…” in this menu saves the flow as HTML, SVG, PNG or PDF."),
    N_ ("_Next") },
  { N_ ("7. A First Crew"),
    N_ ("In a crew, agents with roles and goals work on tasks with a language model. “New Crew” in "
        "this menu creates one, too."),
    N_ ("_New Crew") },
  { N_ ("8. An Agent"),
    N_ ("Every agent has a role. Select this agent, press F2 and enter a role, such as "
        "“Researcher”."),
    NULL },
  { N_ ("9. A Task"),
    N_ ("Select this task, press F2 and enter what is to be done. Its agent is shown below its "
        "name."),
    NULL },
  { N_ ("10. Run the Crew"),
    N_ ("Press Run. Without an API key, set “Model of All Agents” to “mock/echo” first: it repeats "
        "its "
        "input and runs on this computer."),
    NULL },
};

/* --- Progress --------------------------------------------------------------------------------- */

static TroupeFlow *
get_flow (TroupeGuide *self)
{
  g_assert (TROUPE_IS_GUIDE (self));

  return troupe_flow_document_get_flow (
      TROUPE_FLOW_DOCUMENT (troupe_page_get_document (self->page)));
}

static const TroupeFlowMethod *
find_start (TroupeFlow *flow)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (troupe_flow_get_method (flow, i)->start)
      return troupe_flow_get_method (flow, i);
  return NULL;
}

static const TroupeFlowMethod *
find_router (TroupeFlow *flow)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (method->router && method->listen != NULL && method->emit != NULL &&
          method->emit[0] != NULL)
        return method;
    }
  return NULL;
}

static gboolean
has_listener (TroupeFlow *flow, const TroupeFlowMethod *router)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      for (char **event = router->emit; method->listen != NULL && *event != NULL; event++)
        if (troupe_condition_mentions (method->listen, *event))
          return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if @map has a text of the key @key that is not empty. @map: (nullable) */
static gboolean
has_text (JsonNode *map, const char *key)
{
  const char *text =
      map != NULL && JSON_NODE_HOLDS_OBJECT (map)
          ? json_object_get_string_member_with_default (json_node_get_object (map), key, "")
          : "";

  return text != NULL && text[0] != '\0';
}

/* Returns the first drawing step that is not done yet. */
static Step
find_step (TroupeGuide *self)
{
  TroupeCrewContent *crew = troupe_crew_content_of (self->page);
  TroupeFlow *flow;
  const TroupeFlowMethod *router;

  g_assert (TROUPE_IS_GUIDE (self));

  if (crew != NULL)
    {
      TroupeCrewSubject *subject =
          troupe_crew_editor_get_subject (troupe_crew_content_get_editor (crew));
      g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
      gboolean has_role = FALSE, has_task = FALSE;

      for (guint i = 0; agents[i] != NULL && !has_role; i++)
        has_role = has_text (troupe_crew_subject_get_agent (subject, agents[i]), "role");
      for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject) && !has_task; i++)
        has_task = has_text (troupe_crew_subject_get_task (subject, i), "description");
      if (!has_role)
        return STEP_AGENT;
      return has_task ? STEP_CREW_RUN : STEP_TASK;
    }
  flow = get_flow (self);
  router = find_router (flow);

  if (find_start (flow) == NULL)
    return STEP_START;
  if (router == NULL)
    return STEP_ROUTER;
  if (!has_listener (flow, router))
    return STEP_EVENT;
  return STEP_RUN;
}

/* --- Target of a hint ------------------------------------------------------------------------- */

static GtkWidget *
find_widget (GtkWidget *widget, GType type, const char *action)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && gtk_widget_get_mapped (widget) &&
      (action == NULL ||
       (GTK_IS_ACTIONABLE (widget) &&
        g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type, action);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Gets the bounds of @widget in page coordinates. */
static gboolean
get_widget_place (TroupeGuide *self, GtkWidget *widget, GdkRectangle *place)
{
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_GUIDE (self));

  if (widget == NULL || !gtk_widget_compute_bounds (widget, GTK_WIDGET (self->page), &bounds))
    return FALSE;
  *place = (GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width,
                           (int) bounds.size.height };
  return TRUE;
}

/* Gets the area around a port of a card. Returns FALSE if the port is not visible. @port:
 * (nullable): NULL for the output port of the card */
static gboolean
get_port_place (TroupeGuide *self, const char *method, const char *port, GdkRectangle *place)
{
  GtkWidget *canvas = find_widget (GTK_WIDGET (self->page), TROUPE_TYPE_CANVAS, NULL);
  graphene_point_t point, in_page;

  g_assert (TROUPE_IS_GUIDE (self));

  if (canvas == NULL ||
      !troupe_canvas_get_port (TROUPE_CANVAS (canvas), method, FALSE, port, &point))
    return FALSE;
  point = troupe_canvas_to_widget (TROUPE_CANVAS (canvas), (double) point.x, (double) point.y);
  if (point.x < 0 || point.y < 0 || point.x > (float) gtk_widget_get_width (canvas) ||
      point.y > (float) gtk_widget_get_height (canvas) ||
      !gtk_widget_compute_point (canvas, GTK_WIDGET (self->page), &point, &in_page))
    return FALSE;
  *place = (GdkRectangle){ (int) in_page.x - PORT_ROOM, (int) in_page.y - PORT_ROOM, 2 * PORT_ROOM,
                           2 * PORT_ROOM };
  return TRUE;
}

/* Gets the area of the first agent or task of a crew. Returns FALSE if it is not visible. */
static gboolean
get_card_place (TroupeGuide *self, GdkRectangle *place)
{
  TroupeCrewSubject *subject = troupe_crew_editor_get_subject (
      troupe_crew_content_get_editor (troupe_crew_content_of (self->page)));
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  g_autofree char *id = self->step == STEP_TASK ? troupe_crew_id_make_task (0)
                        : agents[0] != NULL     ? troupe_crew_id_make_agent (agents[0])
                                                : NULL;
  GtkWidget *canvas = find_widget (GTK_WIDGET (self->page), TROUPE_TYPE_CANVAS, NULL);
  graphene_rect_t card, bounds;
  graphene_point_t start, end;

  g_assert (TROUPE_IS_GUIDE (self));

  if (id == NULL || canvas == NULL ||
      !troupe_canvas_get_bounds (TROUPE_CANVAS (canvas), id, &card) ||
      !gtk_widget_compute_bounds (canvas, GTK_WIDGET (self->page), &bounds))
    return FALSE;
  start = troupe_canvas_to_widget (TROUPE_CANVAS (canvas), (double) card.origin.x,
                                   (double) card.origin.y);
  end = troupe_canvas_to_widget (TROUPE_CANVAS (canvas), (double) (card.origin.x + card.size.width),
                                 (double) (card.origin.y + card.size.height));
  *place = (GdkRectangle){ (int) (bounds.origin.x + start.x), (int) (bounds.origin.y + start.y),
                           (int) (end.x - start.x), (int) (end.y - start.y) };
  return start.x >= 0 && start.y >= 0 && end.x <= bounds.size.width && end.y <= bounds.size.height;
}

/* Finds the target of the current hint. Returns FALSE if the target is not visible now; then no
 * hint is shown. */
static gboolean
find_place (TroupeGuide *self, GtkWidget **target, GdkRectangle *place)
{
  const TroupeFlowMethod *router;

  g_assert (TROUPE_IS_GUIDE (self));

  *target = GTK_WIDGET (self->page);
  switch (self->step)
    {
    case STEP_START:
      return get_widget_place (
          self, find_widget (GTK_WIDGET (self->page), GTK_TYPE_BUTTON, "flow.add"), place);
    case STEP_AGENT:
    case STEP_TASK:
      return get_card_place (self, place) ||
             get_widget_place (
                 self, find_widget (GTK_WIDGET (self->page), GTK_TYPE_BUTTON, "crew.add"), place);
    case STEP_ROUTER:
      return get_port_place (self, find_start (get_flow (self))->name, NULL, place);
    case STEP_EVENT:
      router = find_router (get_flow (self));
      return get_port_place (self, router->name, router->emit[0], place);
    case STEP_READ:
      return get_widget_place (
          self, GTK_WIDGET (troupe_flow_content_get_monitor (troupe_flow_content_of (self->page))),
          place);
    case STEP_RUN:
    case STEP_EXPORT:
    case STEP_CREW:
    case STEP_CREW_RUN:
    case N_STEPS:
    default:
      *target = self->step == STEP_RUN || self->step == STEP_CREW_RUN ? self->run_button
                                                                      : self->menu_button;
      *place =
          (GdkRectangle){ 0, 0, gtk_widget_get_width (*target), gtk_widget_get_height (*target) };
      return gtk_widget_get_mapped (*target);
    }
}

/* Returns TRUE if the user has opened a popover, which takes precedence over hints. */
static gboolean
has_other_popover (GtkWidget *widget, GtkWidget *own)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (widget != own && GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != own && has_other_popover (child, own))
      return TRUE;
  return FALSE;
}

/* --- Hint popover ----------------------------------------------------------------------------- */

static void
hide_hint (TroupeGuide *self)
{
  g_assert (TROUPE_IS_GUIDE (self));

  self->target = NULL;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

/* Stops following the page. */
static void
leave_page (TroupeGuide *self)
{
  g_assert (TROUPE_IS_GUIDE (self));

  g_clear_handle_id (&self->source, g_source_remove);
  hide_hint (self);
  if (self->page != NULL)
    g_signal_handlers_disconnect_by_data (self->page, self);
  if (self->page != NULL && self->events != NULL)
    gtk_widget_remove_controller (GTK_WIDGET (self->page), self->events);
  g_clear_weak_pointer (&self->events);
  g_clear_weak_pointer (&self->page);
}

void
troupe_guide_end (TroupeGuide *self)
{
  g_return_if_fail (TROUPE_IS_GUIDE (self));

  self->ended = TRUE;
  leave_page (self);
}

static void
go_on (TroupeGuide *self)
{
  g_assert (TROUPE_IS_GUIDE (self));

  hide_hint (self);
  if (self->step + 1 >= N_STEPS)
    troupe_guide_end (self);
  else
    self->step++;
}

static void
crew_cb (TroupeGuide *self)
{
  g_assert (TROUPE_IS_GUIDE (self));

  leave_page (self);
  g_signal_emit (self, signals[CREW_REQUESTED], 0);
}

static GtkWidget *
make_button (TroupeGuide *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_assert (TROUPE_IS_GUIDE (self));

  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

/* Returns the alignment of the popover below or above @place that keeps the popover within the
 * window. GTK does not do so, because the screen may have more space than the window. */
static GtkAlign
find_align (GtkWidget *target, const GdkRectangle *place, int width)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (target));
  graphene_point_t middle;

  if (root == NULL ||
      !gtk_widget_compute_point (target, root,
                                 &GRAPHENE_POINT_INIT ((float) (place->x + place->width / 2.0),
                                                       (float) place->y),
                                 &middle))
    return GTK_ALIGN_FILL;
  if (middle.x < (float) width / 2)
    return GTK_ALIGN_START;
  return middle.x > (float) (gtk_widget_get_width (root) - width / 2) ? GTK_ALIGN_END
                                                                      : GTK_ALIGN_FILL;
}

static void
show_hint (TroupeGuide *self, GtkWidget *target, const GdkRectangle *place)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *sheet;
  int width, height;
  GtkWidget *title;
  GtkWidget *text;
  GtkWidget *buttons;
  gboolean is_crew;
  Step step;
  GtkPositionType side;

  g_assert (TROUPE_IS_GUIDE (self));

  sheet = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  title = gtk_label_new (_ (hints[self->step].title));
  text = gtk_label_new (_ (hints[self->step].text));
  buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  is_crew = self->step == STEP_CREW;
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_widget_set_size_request (text, TEXT_WIDTH, -1);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 1);
  gtk_widget_add_css_class (sheet, "hint-sheet");
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_widget_set_margin_top (buttons, 6);
  gtk_box_append (GTK_BOX (buttons), make_button (self, is_crew ? _ ("_Done") : _ ("_Skip"),
                                                  G_CALLBACK (troupe_guide_end)));
  if (hints[self->step].button != NULL)
    gtk_box_append (GTK_BOX (buttons),
                    make_button (self, _ (hints[self->step].button),
                                 is_crew ? G_CALLBACK (crew_cb) : G_CALLBACK (go_on)));
  gtk_box_append (GTK_BOX (sheet), title);
  gtk_box_append (GTK_BOX (sheet), text);
  gtk_box_append (GTK_BOX (sheet), buttons);
  troupe_name_buttons (buttons);
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  troupe_popover_direct_clicks (GTK_POPOVER (popover));
  gtk_popover_set_child (GTK_POPOVER (popover), sheet);
  /* Finds the side of the target on which the hint is shown. For STEP_EVENT, a popover below
   * the first event would cover the next event and seem to point at both. */
  step = self->step;
  if (step == STEP_EVENT)
    side = GTK_POS_RIGHT;
  else
    side = step == STEP_READ ? GTK_POS_TOP : GTK_POS_BOTTOM;
  gtk_popover_set_position (GTK_POPOVER (popover), side);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), place);
  gtk_widget_add_css_class (popover, "hint");
  g_object_set (popover, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (hints[self->step].title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (hints[self->step].text), -1);
  gtk_widget_set_parent (popover, target);
  /* The size is set explicitly, because a popover measures wrapping text with a width that
   * includes its shadow, and would therefore be too low. */
  gtk_widget_measure (sheet, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (sheet, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (sheet, width, height);
  gtk_widget_set_halign (popover, find_align (target, place, width + 2 * SHEET_EDGE));
  self->popover = popover;
  self->target = target;
  self->place = *place;
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* Shows or moves the hint, or hides it while its target is not visible. */
static gboolean
update_hint_cb (gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);
  GtkWidget *target;
  GdkRectangle place;
  gboolean is_same;

  g_assert (TROUPE_IS_GUIDE (self));

  if ((self->step <= STEP_RUN || self->step >= STEP_AGENT) && find_step (self) != self->step)
    {
      hide_hint (self);
      self->step = find_step (self);
    }
  if (self->was_running || self->is_pressed || !find_place (self, &target, &place) ||
      has_other_popover (GTK_WIDGET (self->page), self->popover))
    {
      hide_hint (self);
      return G_SOURCE_CONTINUE;
    }
  /* While a pane is opened or the window is resized, a hint would move away from the pointer. */
  is_same = self->seen_target == target && gdk_rectangle_equal (&self->seen_place, &place);
  self->seen_target = target;
  self->seen_place = place;
  if (!is_same)
    return G_SOURCE_CONTINUE;
  if (self->popover == NULL || self->target != target)
    {
      hide_hint (self);
      show_hint (self, target, &place);
    }
  else if (!gdk_rectangle_equal (&place, &self->place))
    {
      self->place = place;
      gtk_widget_set_halign (
          self->popover,
          find_align (target, &place,
                      gtk_widget_get_width (gtk_popover_get_child (GTK_POPOVER (self->popover))) +
                          2 * SHEET_EDGE));
      gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
    }
  return G_SOURCE_CONTINUE;
}

/* --- Completing steps ------------------------------------------------------------------------- */

/* Hides the hint when the run starts. The next hint is shown when there are results. */
static void
running_changed_cb (TroupePage *page, GParamSpec *pspec, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);

  g_assert (TROUPE_IS_GUIDE (self));

  if (self->ended || self->was_running == troupe_page_is_running (page))
    return;
  self->was_running = troupe_page_is_running (page);
  if (self->was_running)
    hide_hint (self);
  else if (self->step == STEP_RUN || self->step == STEP_CREW_RUN)
    go_on (self);
}

static void
method_selected_cb (GObject *editor, GParamSpec *pspec, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);

  if (!self->ended && self->step == STEP_READ && !self->was_running &&
      troupe_editor_get_selected_method (TROUPE_EDITOR (editor)) != NULL)
    go_on (self);
}

/* Hides the hint while a pointer button is pressed, because the user may want to drop an object
 * at the position of the hint. */
static gboolean
page_event_cb (GtkEventController *controller, GdkEvent *event, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self->page));
  const GdkEventType type = gdk_event_get_event_type (event);

  g_assert (GTK_IS_EVENT_CONTROLLER (controller));
  g_assert (TROUPE_IS_GUIDE (self));

  if (type == GDK_BUTTON_RELEASE)
    self->is_pressed = FALSE;
  else if (type == GDK_BUTTON_PRESS && native != NULL &&
           gdk_event_get_surface (event) == gtk_native_get_surface (native))
    {
      self->is_pressed = TRUE;
      hide_hint (self);
    }
  return GDK_EVENT_PROPAGATE;
}

/* Called when another tab or page is shown. The hints return with the page. */
static void
page_unmapped_cb (TroupePage *page, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);

  g_assert (TROUPE_IS_GUIDE (self));

  g_clear_handle_id (&self->source, g_source_remove);
  self->is_pressed = FALSE;
  hide_hint (self);
}

static void
page_mapped_cb (TroupePage *page, gpointer user_data)
{
  TroupeGuide *self = TROUPE_GUIDE (user_data);

  g_assert (TROUPE_IS_GUIDE (self));

  if (!self->ended && self->source == 0)
    self->source = g_timeout_add (INTERVAL, update_hint_cb, self);
}

/* Called when the tab was closed, or moved to a window to whose buttons the hints cannot point. */
static void
root_changed_cb (TroupePage *page, GParamSpec *pspec, gpointer user_data)
{
  troupe_guide_end (TROUPE_GUIDE (user_data));
}

static void
troupe_guide_dispose (GObject *object)
{
  troupe_guide_end (TROUPE_GUIDE (object));
  G_OBJECT_CLASS (troupe_guide_parent_class)->dispose (object);
}

static void
troupe_guide_class_init (TroupeGuideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_guide_dispose;

  signals[CREW_REQUESTED] = g_signal_new ("crew-requested", TROUPE_TYPE_GUIDE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_guide_init (TroupeGuide *self)
{
}

void
troupe_guide_follow (TroupeGuide *self, TroupePage *page)
{
  TroupeFlowContent *content;

  g_return_if_fail (TROUPE_IS_GUIDE (self));
  g_return_if_fail (TROUPE_IS_PAGE (page));

  leave_page (self);
  g_set_weak_pointer (&self->page, page);
  self->was_running = troupe_page_is_running (page);
  self->is_pressed = FALSE;
  self->step = find_step (self);
  g_set_weak_pointer (&self->events, gtk_event_controller_legacy_new ());
  gtk_event_controller_set_propagation_phase (self->events, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->events, "event", G_CALLBACK (page_event_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (page), self->events);
  g_signal_connect_object (page, "notify::running", G_CALLBACK (running_changed_cb), self, 0);
  g_signal_connect_object (page, "unmap", G_CALLBACK (page_unmapped_cb), self, 0);
  g_signal_connect_object (page, "map", G_CALLBACK (page_mapped_cb), self, 0);
  g_signal_connect_object (page, "notify::root", G_CALLBACK (root_changed_cb), self, 0);
  content = troupe_flow_content_of (page);
  if (content != NULL)
    g_signal_connect_object (troupe_flow_content_get_editor (content), "notify::selected-method",
                             G_CALLBACK (method_selected_cb), self, 0);
  self->source = g_timeout_add (INTERVAL, update_hint_cb, self);
}

TroupeGuide *
troupe_guide_new (TroupePage *page, GtkWidget *run_button, GtkWidget *menu_button)
{
  TroupeGuide *self;

  g_return_val_if_fail (TROUPE_IS_PAGE (page), NULL);

  self = g_object_new (TROUPE_TYPE_GUIDE, NULL);
  self->run_button = run_button;
  self->menu_button = menu_button;
  troupe_guide_follow (self, page);
  return self;
}

TroupeFlowDocument *
troupe_guide_make_document (void)
{
  static const char text[] = "{\n"
                             "  \"schema\": \"crewai.flow/v1\",\n"
                             "  \"name\": \"first_flow\",\n"
                             "  \"methods\": {}\n"
                             "}\n";

  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), "first_flow", NULL, NULL);

  troupe_document_set_own (TROUPE_DOCUMENT (document), TRUE);
  return document;
}
