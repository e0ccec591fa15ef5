/* test-hands-control.c: breakpoints, mutes, pins and parts of a flow by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-breakpoint-form.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-pin-form.h"
#include "troupe-trace.h"

/* `second` counts what `first` returned, `third` doubles it. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"control\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first + 1\"}}, "
    "\"third\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.second * 2\"}}}}\n";

static TroupePageContent *
get_content (TroupeWindow *window)
{
  return troupe_page_get_content (troupe_window_get_page (window));
}

static TroupePageRun *
get_run (TroupeWindow *window)
{
  return troupe_page_content_get_run (get_content (window));
}

static TroupeEditor *
find_editor (TroupeWindow *window)
{
  return get_editor (troupe_window_get_page (window));
}

static gboolean
has_ended (gpointer window)
{
  return !troupe_page_run_is_under_way (get_run (window));
}

static gboolean
is_paused (gpointer window)
{
  return troupe_page_run_is_under_way (get_run (window)) &&
         troupe_page_run_is_held (get_run (window));
}

/* Returns the output of the method in the run that is shown, -1 if it has none. */
static int
get_output (TroupeWindow *window, const char *method)
{
  const TroupeTraceMethod *found =
      troupe_trace_find_method (troupe_editor_get_trace (find_editor (window)), method);
  TroupeValue *output = found != NULL && found->last_output != NULL
                            ? troupe_span_get_output (found->last_output)
                            : NULL;

  return output != NULL ? (int) troupe_value_get_integer (output) : -1;
}

static gboolean
has_third (gpointer window)
{
  return has_ended (window) && get_output (window, "third") >= 0;
}

static gboolean
has_second (gpointer window)
{
  return has_ended (window) && get_output (window, "second") >= 0;
}

static TroupeWindow *
open_flow (const char *name)
{
  g_autofree char *path = write_file (name, flow);
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static gboolean
is_selected (gpointer user_data)
{
  return troupe_editor_get_selected_method (find_editor (user_data)) != NULL;
}

static gboolean
has_focus (gpointer canvas)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (canvas));

  return focus != NULL && (focus == canvas || gtk_widget_is_ancestor (focus, canvas));
}

/* Selects a card by a click. */
static void
click_card (TroupeWindow *window, const char *name)
{
  TroupeCanvas *canvas =
      troupe_editor_frame_get_canvas (troupe_editor_get_frame (find_editor (window)));

  hands_click_card (canvas, name, 60, 30, HANDS_CLICK);
  wait_until (is_selected, window);
  /* The keys that follow are those of the canvas. */
  wait_until (has_focus, canvas);
  g_assert_cmpstr (troupe_editor_get_selected_method (find_editor (window)), ==, name);
}

static gboolean
is_pinned (gpointer window)
{
  return troupe_flow_get_pin (troupe_flow_document_get_flow (get_document (window)), "second") !=
         NULL;
}

/* A breakpoint pauses the run, shows it as paused, and Continue ends the pause. */
static void
test_breakpoint (void)
{
  TroupeWindow *window = open_flow ("breakpoint.json");

  click_card (window, "second");
  hands_key (GDK_KEY_b, 0);
  hands_settle ();
  hands_key (GDK_KEY_F5, 0);
  wait_until (is_paused, window);
  g_assert_cmpint (get_output (window, "first"), ==, 3);
  g_assert_cmpint (get_output (window, "second"), ==, -1);
  hands_key (GDK_KEY_F7, 0);
  wait_until (has_third, window);
  g_assert_cmpint (get_output (window, "third"), ==, 8);
  close_window (window);
}

/* Without its breakpoint, the run is not paused, and a muted method passes on what it is given. */
static void
test_mute (void)
{
  TroupeWindow *window = open_flow ("mute.json");

  click_card (window, "second");
  hands_key (GDK_KEY_m, 0);
  hands_settle ();
  g_assert_true (
      troupe_flow_is_muted (troupe_flow_document_get_flow (get_document (window)), "second"));
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_third, window);
  g_assert_cmpint (get_output (window, "third"), ==, 6);
  close_window (window);
}

/* A run to a method ends with it; a run from it begins with what was saved; a pinned method keeps its
 * output. */
static void
test_parts (void)
{
  TroupeWindow *window = open_flow ("parts.json");
  g_autoptr (TroupeValue) pin = troupe_value_new_integer (10);

  click_card (window, "second");
  hands_key (GDK_KEY_F5, GDK_ALT_MASK | GDK_SHIFT_MASK);
  wait_until (has_second, window);
  g_assert_cmpint (get_output (window, "second"), ==, 4);
  g_assert_cmpint (get_output (window, "third"), ==, -1);

  click_card (window, "second");
  hands_key (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_third, window);
  g_assert_cmpint (get_output (window, "third"), ==, 8);

  click_card (window, "second");
  hands_key (GDK_KEY_p, 0);
  wait_until (is_pinned, window);
  g_assert_true (troupe_flow_set_pin (get_document (window), "second", pin, NULL));
  hands_key (GDK_KEY_F5, 0);
  hands_settle ();
  wait_until (has_third, window);
  g_assert_cmpint (get_output (window, "third"), ==, 20);
  close_window (window);
}

static GtkWidget *
find_type (TroupeWindow *window, GType type)
{
  return hands_find_type (GTK_WIDGET (window), type);
}

static gboolean
has_pin_form (gpointer window)
{
  GtkWidget *form = find_type (window, TROUPE_TYPE_PIN_FORM);

  return form != NULL && gtk_widget_get_mapped (form);
}

static gboolean
is_pinned_to_12 (gpointer window)
{
  TroupeValue *pin =
      troupe_flow_get_pin (troupe_flow_document_get_flow (get_document (window)), "second");

  return pin != NULL && troupe_value_get_integer (pin) == 12;
}

static gboolean
has_no_pin_form (gpointer window)
{
  return find_type (window, TROUPE_TYPE_PIN_FORM) == NULL;
}

/* The pinned output is shown in the inspector, where it is changed by typing, and unpinned by its button. */
static void
test_pinned_value (void)
{
  TroupeWindow *window = open_flow ("pinned.json");
  GtkWidget *form = NULL;
  GtkWidget *view = NULL;

  hands_key (GDK_KEY_F5, 0);
  wait_until (has_third, window);
  click_card (window, "second");
  hands_key (GDK_KEY_p, 0);
  wait_until (has_pin_form, window);
  form = find_type (window, TROUPE_TYPE_PIN_FORM);
  view = hands_find_type (form, GTK_SOURCE_TYPE_VIEW);
  hands_wait_frame (view);
  hands_click_middle (view);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("12");
  wait_until (is_pinned_to_12, window);
  hands_key (GDK_KEY_F5, 0);
  hands_settle ();
  wait_until (has_third, window);
  g_assert_cmpint (get_output (window, "third"), ==, 24);
  hands_wait_frame (form);
  hands_click_middle (find_labelled (form, "Unpin"));
  wait_until (has_no_pin_form, window);
  g_assert_null (
      troupe_flow_get_pin (troupe_flow_document_get_flow (get_document (window)), "second"));
  close_window (window);
}

static gboolean
has_wire_form (gpointer window)
{
  GtkWidget *form = find_type (window, TROUPE_TYPE_BREAKPOINT_FORM);

  return form != NULL && gtk_widget_get_mapped (form);
}

static gboolean
has_breakpoint (gpointer window)
{
  g_autoptr (TroupeValue) found =
      troupe_flow_find_breakpoint (get_document (window), "event", "first", "second");

  return found != NULL;
}

static gboolean
has_no_breakpoint (gpointer window)
{
  return !has_breakpoint (window);
}

static gboolean
has_row (gpointer window)
{
  return hands_find_row (GTK_WIDGET (window), "first → second") != NULL;
}

/* Returns TRUE if the wire with this number says that the run is paused there. */
static gboolean
is_wire_paused (TroupeWindow *window, guint index)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (
      troupe_editor_frame_get_canvas (troupe_editor_get_frame (find_editor (window))));
  const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (scene, index);

  return troupe_canvas_scene_is_wire_paused (scene, wire->id);
}

static gboolean
is_first_wire_paused (gpointer window)
{
  return is_wire_paused (window, 0);
}

static gboolean
shows_removal (gpointer window)
{
  return hands_find_label (GTK_WIDGET (find_editor (window)), "Remove All Breakpoints") != NULL;
}

/* The inspector of a wire sets its breakpoint, which pauses the run; that of the flow lists it and leads to its method, and the
 * menu of the background removes it. */
static void
test_breakpoint_of_wire (void)
{
  TroupeWindow *window = open_flow ("wire.json");
  TroupeCanvas *canvas =
      troupe_editor_frame_get_canvas (troupe_editor_get_frame (find_editor (window)));
  graphene_rect_t from, to;
  graphene_point_t place;
  GtkWidget *form = NULL;

  hands_wait_view (canvas);
  g_assert_true (troupe_canvas_get_bounds (canvas, "first", &from));
  g_assert_true (troupe_canvas_get_bounds (canvas, "second", &to));
  place =
      troupe_canvas_to_widget (canvas, (double) (from.origin.x + from.size.width + to.origin.x) / 2,
                               (double) from.origin.y + 26);
  hands_click (GTK_WIDGET (canvas), (double) place.x, (double) place.y);
  wait_until (has_wire_form, window);
  form = find_type (window, TROUPE_TYPE_BREAKPOINT_FORM);
  hands_wait_frame (form);
  hands_click_middle (hands_find_type (form, GTK_TYPE_SWITCH));
  wait_until (has_breakpoint, window);
  hands_key (GDK_KEY_F5, 0);
  wait_until (is_paused, window);
  g_assert_cmpint (get_output (window, "second"), ==, -1);
  wait_until (is_first_wire_paused, window);
  /* The method that has emitted the event has ended. */
  g_assert_cmpint (
      troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (canvas), "first")->state, ==,
      TROUPE_CANVAS_STATE_DONE);
  g_assert_false (is_wire_paused (window, 1));
  hands_key (GDK_KEY_F7, 0);
  wait_until (has_third, window);
  g_assert_false (is_wire_paused (window, 0));
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_row, window);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_row (GTK_WIDGET (window), "first → second"));
  wait_until (is_selected, window);
  g_assert_cmpstr (troupe_editor_get_selected_method (find_editor (window)), ==, "second");
  hands_menu (GTK_WIDGET (canvas), (double) place.x, 12);
  wait_until (shows_removal, window);
  hands_settle ();
  hands_click_middle (
      hands_find_label (GTK_WIDGET (find_editor (window)), "Remove All Breakpoints"));
  wait_until (has_no_breakpoint, window);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/control/breakpoint", test_breakpoint);
  g_test_add_func ("/hands/control/mute", test_mute);
  g_test_add_func ("/hands/control/parts", test_parts);
  g_test_add_func ("/hands/control/pinned-value", test_pinned_value);
  g_test_add_func ("/hands/control/breakpoint-of-wire", test_breakpoint_of_wire);
  return window_test_run ();
}
