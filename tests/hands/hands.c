/* hands.c: real pointer and key events on the test's own X display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../app/window-test.h"
#include "../test-wait.h"
#include "hands.h"

#include <X11/XKBlib.h>
#include <adwaita.h>
#include <dlfcn.h>
#include <gdk/x11/gdkx.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCREEN "1400x900x24"
#define SETTLE_US G_USEC_PER_SEC
#define FRAME_US TEST_WAIT_US
/* A window that is not meant to be active, because another one is, is clicked as well. */
#define ACTIVE_US (3 * G_USEC_PER_SEC)

/* XTEST functions, which are loaded at run time because many systems have the library but not
 * its headers. */
static int (*fake_key) (Display *display, unsigned int code, int down, unsigned long delay);
static int (*fake_button) (Display *display, unsigned int button, int down, unsigned long delay);
static int (*fake_motion) (Display *display, int screen, int x, int y, unsigned long delay);

static GPid server;
static GPid manager;
static Display *display;

/* The last clicks, in any order, and the place of the pointer on the screen. */
typedef struct
{
  int x;
  int y;
  gint64 time_us;
} Click;

static Click clicks[8];
static guint n_clicks;
static gint64 last_click_us;
static int pointer_x;
static int pointer_y;

static gboolean
load_xtest (void)
{
  void *library = dlopen ("libXtst.so.6", RTLD_NOW);

  if (library == NULL)
    return FALSE;
  *(void **) &fake_key = dlsym (library, "XTestFakeKeyEvent");
  *(void **) &fake_button = dlsym (library, "XTestFakeButtonEvent");
  *(void **) &fake_motion = dlsym (library, "XTestFakeMotionEvent");

  return fake_key != NULL && fake_button != NULL && fake_motion != NULL;
}

/* Ensures that the child processes end with the test, regardless of how the test ends. */
static void
set_up_child (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static void
end (GPid *process)
{
  if (*process == 0)
    return;

  kill (*process, SIGKILL);
  waitpid (*process, NULL, 0);
  *process = 0;
}

/* Waits until the server has written a complete line. The server exits if it cannot write the
 * complete line. */
static gboolean
wait_for_line (int descriptor)
{
  struct pollfd waiting = { .fd = descriptor, .events = POLLIN };
  char letter = '\0';

  while (letter != '\n')
    if (poll (&waiting, 1, 30000) != 1 || read (descriptor, &letter, 1) != 1)
      return FALSE;

  return TRUE;
}

/* Tries to start Xvfb with a given display number. Xvfb locks a given number, but not a number
 * that it chooses itself, so two servers that are started at the same time could choose the same
 * number. */
static gboolean
try_server (const char *name)
{
  int channel[2];
  g_autofree char *number = NULL;
  const char *arguments[] = { "Xvfb", name,       "-displayfd", NULL,  "-screen", "0",
                              SCREEN, "-noreset", "-nolisten",  "tcp", NULL };
  gboolean is_ready;

  if (pipe (channel) != 0)
    return FALSE;
  number = g_strdup_printf ("%d", channel[1]);
  arguments[3] = number;
  if (!g_spawn_async (NULL, (char **) arguments, NULL,
                      G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN |
                          G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                          G_SPAWN_STDERR_TO_DEV_NULL,
                      set_up_child, NULL, &server, NULL))
    server = 0;
  close (channel[1]);
  is_ready = server != 0 && wait_for_line (channel[0]);
  close (channel[0]);
  if (!is_ready)
    end (&server);

  return is_ready;
}

/* Starts the server and returns the name of its display. (nullable) (transfer full) */
static char *
start_server (void)
{
  guint first = 100 + (guint) getpid () % 800;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *name = g_strdup_printf (":%u", first + i);

      if (try_server (name))
        return g_steal_pointer (&name);
    }

  return NULL;
}

static gboolean
start_manager (void)
{
  g_autofree char *config =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "hands", "openbox.xml", NULL);
  const char *arguments[] = { "openbox", "--config-file", config, NULL };

  return g_spawn_async (NULL, (char **) arguments, NULL,
                        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD |
                            G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                        set_up_child, NULL, &manager, NULL);
}

gboolean
hands_start (void)
{
  g_autofree char *name = NULL;

  if (!load_xtest ())
    return FALSE;
  name = start_server ();
  if (name == NULL)
    return FALSE;
  atexit (hands_stop);
  g_setenv ("DISPLAY", name, TRUE);
  g_setenv ("GDK_BACKEND", "x11", TRUE);
  display = XOpenDisplay (name);

  return display != NULL && start_manager ();
}

void
hands_stop (void)
{
  end (&manager);
  end (&server);
}

/* Returns when both sides have processed everything that was sent and no event, idle source or
 * frame is pending. The wait is limited to SETTLE_US, because something is always pending during
 * an animation whose frames take longer than their interval. */
void
hands_settle (void)
{
  gint64 end = g_get_monotonic_time () + SETTLE_US;

  XSync (display, FALSE);
  for (guint quiet = 0; quiet < 3 && g_get_monotonic_time () < end; quiet++)
    {
      gdk_display_sync (gdk_display_get_default ());
      while (g_main_context_iteration (NULL, FALSE) && g_get_monotonic_time () < end)
        quiet = 0;
    }
}

/* Iterates the main loop once, for at most 5 ms: a window manager and a server do not wake it when they are done. */
static void
take_turn (void)
{
  g_autoptr (GSource) source = g_timeout_source_new (5);

  g_source_set_callback (source, test_wait_wake, NULL, NULL);
  g_source_attach (source, NULL);
  g_main_context_iteration (NULL, TRUE);
  g_source_destroy (source);
}

static void
painted_cb (gboolean *painted)
{
  *painted = TRUE;
}

void
hands_wait_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 end = g_get_monotonic_time () + FRAME_US;
  gboolean painted = FALSE;
  gulong id = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (painted_cb), &painted);

  hands_settle ();
  painted = FALSE;
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
  while (!painted && g_get_monotonic_time () < end)
    take_turn ();
  g_signal_handler_disconnect (clock, id);
  hands_settle ();
}

static void
find_on_screen (GtkWidget *widget, double x, double y, int *screen_x, int *screen_y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  double surface_x = 0;
  double surface_y = 0;
  Window child;

  g_assert_true (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &x, &y));
  gtk_native_get_surface_transform (native, &surface_x, &surface_y);
  XTranslateCoordinates (display, gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
                         DefaultRootWindow (display), (int) (x + surface_x), (int) (y + surface_y),
                         screen_x, screen_y, &child);
}

/* Returns TRUE if the server shows the window of @widget. */
static gboolean
is_viewable (GtkWidget *widget)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));
  XWindowAttributes attributes;

  return XGetWindowAttributes (display, gdk_x11_surface_get_xid (surface), &attributes) != 0 &&
         attributes.map_state == IsViewable;
}

/* Returns TRUE if a window has the focus of the keyboard, and one of the modal ones if there are any. */
static gboolean
has_active_window (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  gboolean is_active = FALSE;
  gboolean has_modal = FALSE;
  gboolean is_modal_active = FALSE;

  for (GList *each = windows; each != NULL; each = each->next)
    {
      const gboolean is_modal =
          gtk_widget_get_visible (each->data) && gtk_window_get_modal (each->data);

      is_active = is_active || gtk_window_is_active (each->data);
      has_modal = has_modal || is_modal;
      is_modal_active = is_modal_active || (is_modal && gtk_window_is_active (each->data));
    }
  return has_modal ? is_modal_active : is_active;
}

/* Waits until the window of @widget is active, because the window manager consumes the click that activates a
 * window. On a busy machine a new window may become active seconds after it was drawn. */
static void
wait_until_active (GtkWidget *widget)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (widget));
  const gint64 start = g_get_monotonic_time ();

  while (!gtk_window_is_active (window) &&
         g_get_monotonic_time () < start + (has_active_window () ? ACTIVE_US : FRAME_US))
    {
      take_turn ();
      hands_settle ();
    }
}

/* Waits until @widget has the same position on the screen after two frames. A person clicks what is
 * at rest: a panel that was just filled is laid out in the next frame, or moves for longer. */
static void
wait_until_at_rest (GtkWidget *widget)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;
  g_autoptr (GtkWidget) reference = g_object_ref (widget);
  int x = 0, y = 0, old_x = -1, old_y = -1, width = -1;

  wait_until_active (widget);
  find_on_screen (widget, 0, 0, &x, &y);
  while ((x != old_x || y != old_y || width != gtk_widget_get_width (widget) ||
          !is_viewable (widget)) &&
         g_get_monotonic_time () < end)
    {
      old_x = x;
      old_y = y;
      width = gtk_widget_get_width (widget);
      hands_wait_frame (widget);
      /* A row that was filled again meanwhile has to be looked up again by the test. */
      g_assert_true (gtk_widget_get_mapped (widget));
      find_on_screen (widget, 0, 0, &x, &y);
    }
}

/* Returns the time of the last click near this place of the screen, 0 if there was none lately. Another widget counts
 * its own clicks, so that those elsewhere in between do not matter. */
static gint64
find_last_click (int x, int y)
{
  gint64 last_us = 0;
  int distance = 0;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-distance", &distance, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (clicks); i++)
    if (ABS (x - clicks[i].x) <= distance && ABS (y - clicks[i].y) <= distance)
      last_us = MAX (last_us, clicks[i].time_us);

  return last_us;
}

/* Waits until a click at this place of the screen is not the second one of a double click. */
static void
wait_until_single (int x, int y)
{
  const gint64 last_us = find_last_click (x, y);
  int time_ms = 0;
  gint64 end;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-time", &time_ms, NULL);
  /* The click of before the last one has been processed by now, so that its time has begun. */
  end = last_us + (last_us == last_click_us ? 2000 : 1100) * (gint64) time_ms;
  if (last_us == 0 || g_get_monotonic_time () >= end)
    return;
  /* Nor does the pointer rest there meanwhile, which would show a tooltip. */
  fake_motion (display, -1, 1, 1, 0);
  while (g_get_monotonic_time () < end)
    take_turn ();
}

static void
point_at (GtkWidget *widget, double x, double y)
{
  int screen_x = 0;
  int screen_y = 0;

  find_on_screen (widget, x, y, &screen_x, &screen_y);
  fake_motion (display, -1, screen_x, screen_y, 0);
  pointer_x = screen_x;
  pointer_y = screen_y;
}

static void
press (guint button)
{
  hands_settle ();
  fake_button (display, button, TRUE, 0);
  hands_settle ();
  fake_button (display, button, FALSE, 0);
  last_click_us = g_get_monotonic_time ();
  clicks[n_clicks++ % G_N_ELEMENTS (clicks)] = (Click){ pointer_x, pointer_y, last_click_us };
  hands_settle ();
}

/* Returns TRUE if the place in @widget belongs to something else, such as a popover that is about to close. */
static gboolean
is_covered (GtkWidget *widget, const graphene_point_t *place)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_native (widget));
  double x = 0;
  double y = 0;
  GtkWidget *found;

  g_assert_true (gtk_widget_translate_coordinates (widget, root, (double) place->x,
                                                   (double) place->y, &x, &y));
  found = gtk_widget_pick (root, x, y, GTK_PICK_DEFAULT);

  return found == NULL || (found != widget && !gtk_widget_is_ancestor (found, widget));
}

/* Moves to the point (@x, @y) of @widget, and waits until a click there is one of its own. */
static void
approach (GtkWidget *widget, double x, double y)
{
  int screen_x = 0;
  int screen_y = 0;

  wait_until_at_rest (widget);
  find_on_screen (widget, x, y, &screen_x, &screen_y);
  wait_until_single (screen_x, screen_y);
  point_at (widget, x, y);
}

void
hands_click (GtkWidget *widget, double x, double y)
{
  approach (widget, x, y);
  press (1);
}

graphene_point_t
hands_find_still_place (HandsPlaceFunc find, gpointer user_data, GtkWidget *widget)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;
  graphene_point_t place, place_before;

  wait_until_at_rest (widget);
  place = find (user_data);
  do
    {
      place_before = place;
      hands_wait_frame (widget);
      place = find (user_data);
    }
  while (!graphene_point_equal (&place, &place_before) && g_get_monotonic_time () < end);

  return place;
}

void
hands_click_place (HandsPlaceFunc find, gpointer user_data, GtkWidget *widget, HandsClick click)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;
  graphene_point_t place, place_before;
  int x = 0;
  int y = 0;

  wait_until_at_rest (widget);
  place = find (user_data);
  do
    {
      place_before = place;
      find_on_screen (widget, (double) place.x, (double) place.y, &x, &y);
      if (click == HANDS_CLICK)
        wait_until_single (x, y);
      point_at (widget, (double) place.x, (double) place.y);
      hands_wait_frame (widget);
      place = find (user_data);
    }
  while ((!graphene_point_equal (&place, &place_before) || is_covered (widget, &place)) &&
         g_get_monotonic_time () < end);
  if (is_covered (widget, &place))
    g_test_message ("Another widget covers the place %g, %g", (double) place.x, (double) place.y);

  if (click == HANDS_DOUBLE_CLICK)
    hands_double_click (widget, (double) place.x, (double) place.y);
  else
    press (click == HANDS_MENU ? 3 : 1);
}

void
hands_click_again (GtkWidget *widget)
{
  point_at (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  press (1);
}

void
hands_double_click (GtkWidget *widget, double x, double y)
{
  GtkSettings *settings = gtk_settings_get_default ();

  approach (widget, x, y);
  /* On a busy machine the first click may be processed after the regular time. */
  g_object_set (settings, "gtk-double-click-time", 10000, NULL);
  press (1);
  press (1);
  gtk_settings_reset_property (settings, "gtk-double-click-time");
}

/* Number of moves of hands_click_on_arrival(), and the interval between them. */
#define N_MOVES 12
#define MOVE_US (12 * 1000)

void
hands_click_on_arrival (GtkWidget *widget, int from_x, int from_y)
{
  int x = 0, y = 0;

  find_on_screen (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0,
                  &x, &y);
  for (int i = 1; i <= N_MOVES; i++)
    {
      const gint64 next = g_get_monotonic_time () + MOVE_US;

      fake_motion (display, -1, from_x + (x - from_x) * i / N_MOVES,
                   from_y + (y - from_y) * i / N_MOVES, 0);
      XFlush (display);
      while (g_get_monotonic_time () < next)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (500);
    }
  fake_button (display, 1, TRUE, 0);
  fake_button (display, 1, FALSE, 0);
  hands_settle ();
}

void
hands_menu (GtkWidget *widget, double x, double y)
{
  wait_until_at_rest (widget);
  point_at (widget, x, y);
  press (3);
}

void
hands_click_middle (GtkWidget *widget)
{
  wait_until_at_rest (widget);
  hands_click (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
}

void
hands_click_found (HandsFind find, GtkWidget *root, const char *words)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;
  GtkWidget *found = find (root, words);

  while ((found == NULL || !gtk_widget_is_sensitive (found)) && g_get_monotonic_time () < end)
    {
      hands_wait_frame (root);
      found = find (root, words);
    }
  if (found == NULL)
    {
      g_autofree char *texts = list_texts (root);

      g_test_message ("There is no “%s” in “%s”", words, texts);
    }
  g_assert_nonnull (found);
  hands_click_middle (found);
}

void
hands_press (GtkWidget *widget, double x, double y)
{
  wait_until_at_rest (widget);
  point_at (widget, x, y);
  hands_settle ();
  fake_button (display, 1, TRUE, 0);
  hands_settle ();
}

void
hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1)
{
  const guint n_steps = 8;

  wait_until_at_rest (widget);
  point_at (widget, x0, y0);
  hands_settle ();
  fake_button (display, 1, TRUE, 0);
  hands_settle ();
  for (guint i = 1; i <= n_steps; i++)
    {
      point_at (widget, x0 + (x1 - x0) * i / n_steps, y0 + (y1 - y0) * i / n_steps);
      hands_settle ();
    }
  fake_button (display, 1, FALSE, 0);
  hands_settle ();
}

static void
hold (GdkModifierType modifiers, gboolean down)
{
  if ((modifiers & GDK_CONTROL_MASK) != 0)
    fake_key (display, XKeysymToKeycode (display, GDK_KEY_Control_L), down, 0);
  if ((modifiers & GDK_SHIFT_MASK) != 0)
    fake_key (display, XKeysymToKeycode (display, GDK_KEY_Shift_L), down, 0);
  if ((modifiers & GDK_ALT_MASK) != 0)
    fake_key (display, XKeysymToKeycode (display, GDK_KEY_Alt_L), down, 0);
}

static void
send_key (guint keyval, GdkModifierType modifiers)
{
  KeyCode code = XKeysymToKeycode (display, keyval);

  hold (modifiers, TRUE);
  fake_key (display, code, TRUE, 0);
  fake_key (display, code, FALSE, 0);
  hold (modifiers, FALSE);
}

void
hands_drag_and_type (GtkWidget *widget,
                     double x0,
                     double y0,
                     double x1,
                     double y1,
                     const char *text)
{
  const guint n_steps = 8;

  for (guint i = 0; i <= n_steps; i++)
    {
      point_at (widget, x0 + (x1 - x0) * i / n_steps, y0 + (y1 - y0) * i / n_steps);
      if (i == 0)
        fake_button (display, 1, TRUE, 0);
    }
  fake_button (display, 1, FALSE, 0);
  for (const char *letter = text; *letter != '\0'; letter++)
    send_key (*letter == '\b' ? GDK_KEY_BackSpace : gdk_unicode_to_keyval ((guint) *letter), 0);
  hands_settle ();
}

/* The minimum interval between two pointer moves, so that the program can keep up. */
#define MOVES_US (50 * 1000)

static gboolean
may_move (void)
{
  static gint64 last = 0;
  const gint64 now = g_get_monotonic_time ();

  if (now - last < MOVES_US)
    return FALSE;
  last = now;
  return TRUE;
}

void
hands_grab_pointer (gboolean grab)
{
  const gint64 end = g_get_monotonic_time () + TEST_WAIT_US;
  int status = grab ? AlreadyGrabbed : GrabSuccess;

  /* The program may still have its own grab for a moment. */
  while (status == AlreadyGrabbed && g_get_monotonic_time () < end)
    {
      hands_settle ();
      status = XGrabPointer (display, DefaultRootWindow (display), FALSE, 0, GrabModeAsync,
                             GrabModeAsync, None, None, CurrentTime);
    }
  g_assert_cmpint (status, ==, GrabSuccess);
  if (!grab)
    XUngrabPointer (display, CurrentTime);
  XSync (display, FALSE);
}

/* Activates the window as a taskbar does, because the window manager consumes the first click
 * into an inactive window. */
void
hands_activate (gulong window)
{
  XClientMessageEvent event = {
    .type = ClientMessage,
    .window = window,
    .message_type = XInternAtom (display, "_NET_ACTIVE_WINDOW", FALSE),
    .format = 32,
    .data.l = { 2 },
  };

  XSendEvent (display, DefaultRootWindow (display), FALSE,
              SubstructureRedirectMask | SubstructureNotifyMask, (XEvent *) &event);
}

void
hands_reach (gulong source)
{
  static int step = 0;
  int x = 0, y = 0;
  XWindowAttributes attributes;
  Window child;

  if (!may_move ())
    return;
  step = (step + 12) % 36;
  XGetWindowAttributes (display, source, &attributes);
  XTranslateCoordinates (display, source, DefaultRootWindow (display), attributes.width / 2 + step,
                         attributes.height / 2, &x, &y, &child);
  fake_motion (display, -1, x, y, 0);
  XSync (display, FALSE);
}

void
hands_take (void)
{
  fake_button (display, 1, TRUE, 0);
  hands_settle ();
}

void
hands_hover (GtkWidget *to)
{
  static int step = 0;
  int x = 0, y = 0;

  if (!may_move ())
    return;
  /* This position is far from the position at which new windows are placed. */
  find_on_screen (to, gtk_widget_get_width (to) * 0.75, gtk_widget_get_height (to) * 0.75, &x, &y);
  step = 1 - step;
  fake_motion (display, -1, x + step, y, 0);
  XSync (display, FALSE);
}

void
hands_move (GtkWidget *widget, double at_x, double at_y)
{
  int x = 0, y = 0;

  find_on_screen (widget, at_x, at_y, &x, &y);
  /* A tooltip is shown after moves over a widget, and not when the pointer arrives. */
  fake_motion (display, -1, x + 1, y, 0);
  XSync (display, FALSE);
  hands_settle ();
  fake_motion (display, -1, x, y, 0);
  XSync (display, FALSE);
  hands_settle ();
}

void
hands_let_go (void)
{
  fake_button (display, 1, FALSE, 0);
  hands_settle ();
}

gulong
hands_get_id (GtkWindow *window)
{
  return gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window)));
}

void
hands_key (guint keyval, GdkModifierType modifiers)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;

  /* The window manager may still be moving the focus from a window that was just closed, or to a
   * dialog that was just opened. */
  while (!has_active_window () && g_get_monotonic_time () < end)
    {
      take_turn ();
      hands_settle ();
    }
  send_key (keyval, modifiers);
  hands_settle ();
}

GtkWidget *
hands_get_field (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    {
      GtkWidget *focus = gtk_window_get_focus (item->data);

      if (gtk_window_is_active (item->data) && (GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus)))
        return focus;
    }
  return NULL;
}

void
hands_wait_field (GtkWidget *before)
{
  const gint64 end = g_get_monotonic_time () + FRAME_US;

  while ((hands_get_field () == NULL || hands_get_field () == before) &&
         g_get_monotonic_time () < end)
    {
      take_turn ();
      hands_settle ();
    }
}

void
hands_type (const char *text)
{
  for (const char *letter = text; *letter != '\0'; letter++)
    {
      const guint keyval = gdk_unicode_to_keyval ((guint) *letter);
      const KeyCode code = XKeysymToKeycode (display, keyval);

      hands_key (keyval, XkbKeycodeToKeysym (display, code, 0, 0) != keyval ? GDK_SHIFT_MASK : 0);
    }
}

/* --- Finding widgets -------------------------------------------------------------------------- */

typedef gboolean (*Matches) (GtkWidget *widget, const char *words);

static GtkWidget *
find_below (GtkWidget *root, Matches matches, const char *words)
{
  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (matches (root, words))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_below (child, matches, words);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_label (GtkWidget *widget, const char *words)
{
  return GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), words) == 0;
}

static gboolean
is_row (GtkWidget *widget, const char *title)
{
  return ADW_IS_PREFERENCES_ROW (widget) &&
         g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

static gboolean
is_type (GtkWidget *widget, const char *name)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), g_type_from_name (name));
}

GtkWidget *
hands_find_type (GtkWidget *root, GType type)
{
  return find_below (root, is_type, g_type_name (type));
}

GtkWidget *
hands_find_label (GtkWidget *root, const char *words)
{
  return find_below (root, is_label, words);
}

GtkWidget *
hands_find_row (GtkWidget *root, const char *title)
{
  return find_below (root, is_row, title);
}

GtkWidget *
hands_find_window (const char *title)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_widget_get_mapped (GTK_WIDGET (window)) &&
          g_strcmp0 (gtk_window_get_title (window), title) == 0)
        return GTK_WIDGET (window);
    }
  return NULL;
}

/* --- Drafts ----------------------------------------------------------------------------------- */

static guint
count_in_file (const char *path, const char *word)
{
  g_autofree char *text = NULL;
  gsize length;
  guint n_found = 0;
  const char *at;

  /* A closed document has no draft any more. */
  if (!g_file_get_contents (path, &text, &length, NULL))
    return 0;
  at = text;
  while ((at = memmem (at, length - (gsize) (at - text), word, strlen (word))) != NULL)
    {
      n_found++;
      at++;
    }
  return n_found;
}

guint
hands_count_in_drafts (const char *word)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "troupe", "drafts", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name, *draft;
  guint n_found = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *own = g_build_filename (folder, name, NULL);
      g_autoptr (GDir) drafts = g_dir_open (own, 0, NULL);

      while (drafts != NULL && (draft = g_dir_read_name (drafts)) != NULL)
        {
          g_autofree char *path = g_build_filename (own, draft, NULL);

          n_found += count_in_file (path, word);
        }
    }
  return n_found;
}

void
hands_wait_for_draft (const char *word, guint n_before)
{
  const gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (hands_count_in_drafts (word) <= n_before)
    {
      test_wait_check (deadline, G_STRLOC, G_STRFUNC, word);
      take_turn ();
    }
}

void
hands_type_into_draft (GtkWidget *field, const char *word)
{
  const guint n_words = hands_count_in_drafts (word);
  g_autofree char *digits = g_strdup (word);
  guint n_digits;

  for (char *at = digits; *at != '\0';)
    if (g_ascii_isdigit (*at))
      at++;
    else
      memmove (at, at + 1, strlen (at));
  n_digits = *digits != '\0' ? hands_count_in_drafts (digits) : 0;
  hands_type (word);
  if (gtk_widget_get_ancestor (field, GTK_TYPE_SPIN_BUTTON) != NULL && *digits != '\0' &&
      strstr (gtk_editable_get_text (GTK_EDITABLE (field)), word) == NULL)
    hands_wait_for_draft (digits, n_digits);
  else
    hands_wait_for_draft (word, n_words);
}
