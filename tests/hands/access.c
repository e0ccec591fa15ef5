/* access.c: accessible tree of the program, read over the AT-SPI bus like a screen reader does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "../test-wait.h"
#include "access.h"

#include <gio/gio.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#define ACCESSIBLE "org.a11y.atspi.Accessible"
#define ROOT "/org/a11y/atspi/accessible/root"
#define PATIENCE_MS (TEST_WAIT_S * 1000)
#define DEEPEST 100
/* Bit number of ATSPI_STATE_FOCUSABLE. */
#define FOCUSABLE 11

static void
thing_free (gpointer data)
{
  AccessThing *thing = data;

  g_free (thing->role);
  g_free (thing->name);
  g_free (thing->description);
  g_free (thing);
}

/* (transfer full) (nullable) */
static char *
dup_address (void)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) answer = NULL;
  char *address = NULL;

  if (session == NULL)
    return NULL;
  answer = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                        "GetAddress", NULL, G_VARIANT_TYPE ("(s)"),
                                        G_DBUS_CALL_FLAGS_NONE, PATIENCE_MS, NULL, NULL);
  if (answer != NULL)
    g_variant_get (answer, "(s)", &address);

  return address;
}

/* Ensures that the bus ends with the test, regardless of how the test ends. */
static void
set_up_child (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

/* Reads the first line, without its end. (transfer full) (nullable) */
static char *
read_line (int descriptor)
{
  g_autoptr (GString) line = g_string_new (NULL);
  char letter = '\0';

  while (read (descriptor, &letter, 1) == 1 && letter != '\n')
    g_string_append_c (line, letter);
  return letter == '\n' ? g_string_free (g_steal_pointer (&line), FALSE) : NULL;
}

/* What the bus and the programs that it starts print is not part of the results of the test. (transfer full) (nullable):
 * the address of the bus */
static char *
start_bus (void)
{
  int channel[2];
  g_autofree char *option = NULL;
  const char *arguments[] = { "dbus-daemon", "--session", "--nofork", "--nopidfile", NULL, NULL };
  gboolean is_started;
  char *address = NULL;

  if (pipe (channel) != 0)
    return NULL;
  option = g_strdup_printf ("--print-address=%d", channel[1]);
  arguments[4] = option;
  is_started = g_spawn_async (NULL, (char **) arguments, NULL,
                              G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN |
                                  G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                                  G_SPAWN_STDERR_TO_DEV_NULL,
                              set_up_child, NULL, NULL, NULL);
  close (channel[1]);
  if (is_started)
    address = read_line (channel[0]);
  close (channel[0]);

  return address;
}

gboolean
access_start (void)
{
  g_autofree char *bus = start_bus ();
  g_autofree char *address = NULL;

  if (bus == NULL)
    return FALSE;
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", bus, TRUE);
  address = dup_address ();

  return address != NULL && address[0] != '\0';
}

static GVariant *
call (GDBusConnection *bus,
      const char *name,
      const char *path,
      const char *interface,
      const char *method,
      GVariant *arguments)
{
  return g_dbus_connection_call_sync (bus, name, path, interface, method, arguments, NULL,
                                      G_DBUS_CALL_FLAGS_NONE, PATIENCE_MS, NULL, NULL);
}

/* The requests for an element. They are sent together, because waiting for each answer takes most of
 * the time. */
enum
{
  ROLE,
  CHILDREN,
  STATE,
  PROPERTIES,
  N_REQUESTS
};

typedef struct
{
  GVariant *answer; /* (nullable) */
  guint *n_left;
} Request;

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Request *request = user_data;

  request->answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  (*request->n_left)--;
}

/* Fills the answers to all requests. Runs in a thread with a main context of its own. */
static void
ask (GDBusConnection *bus, const char *name, const char *path, Request requests[N_REQUESTS])
{
  static const char *const methods[] = { "GetRoleName", "GetChildren", "GetState", "GetAll" };
  guint n_left = N_REQUESTS;

  for (guint i = 0; i < N_REQUESTS; i++)
    {
      requests[i] = (Request){ NULL, &n_left };
      g_dbus_connection_call (bus, name, path,
                              i == PROPERTIES ? "org.freedesktop.DBus.Properties" : ACCESSIBLE,
                              methods[i],
                              i == PROPERTIES ? g_variant_new ("(s)", ACCESSIBLE) : NULL, NULL,
                              G_DBUS_CALL_FLAGS_NONE, PATIENCE_MS, NULL, answered_cb, &requests[i]);
    }
  while (n_left > 0)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
}

/* Returns a property of the answer to GetAll. (transfer full) */
static char *
dup_property (GVariant *answer, const char *property)
{
  g_autoptr (GVariant) all = answer != NULL ? g_variant_get_child_value (answer, 0) : NULL;
  char *text = NULL;

  if (all != NULL && g_variant_lookup (all, property, "s", &text))
    return text;

  return g_strdup ("");
}

static gboolean
can_focus (GVariant *answer)
{
  g_autoptr (GVariantIter) words = NULL;
  guint32 low = 0;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(au)", &words);
  g_variant_iter_next (words, "u", &low);

  return (low >> FOCUSABLE & 1) != 0;
}

/* Number of things that were read since the program began; atomic. */
static int n_walked;

static void
walk (GDBusConnection *bus, const char *name, const char *path, guint depth, GPtrArray *things)
{
  Request requests[N_REQUESTS];
  g_autoptr (GVariant) children = NULL;
  g_autoptr (GVariantIter) each = NULL;
  AccessThing *thing = g_new0 (AccessThing, 1);
  const char *child_name, *child_path;

  ask (bus, name, path, requests);
  thing->depth = depth;
  thing->name = dup_property (requests[PROPERTIES].answer, "Name");
  thing->description = dup_property (requests[PROPERTIES].answer, "Description");
  thing->can_focus = can_focus (requests[STATE].answer);
  if (requests[ROLE].answer != NULL)
    g_variant_get (requests[ROLE].answer, "(s)", &thing->role);
  else
    thing->role = g_strdup ("");
  g_ptr_array_add (things, thing);
  g_atomic_int_inc (&n_walked);
  children = g_steal_pointer (&requests[CHILDREN].answer);
  for (guint i = 0; i < N_REQUESTS; i++)
    g_clear_pointer (&requests[i].answer, g_variant_unref);
  if (children == NULL || depth >= DEEPEST)
    return;
  g_variant_get (children, "(a(so))", &each);
  while (g_variant_iter_next (each, "(&s&o)", &child_name, &child_path))
    walk (bus, child_name, child_path, depth + 1, things);
}

static gboolean
is_own (GDBusConnection *bus, const char *name)
{
  g_autoptr (GVariant) answer =
      call (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetConnectionUnixProcessID", g_variant_new ("(s)", name));
  guint32 pid = 0;

  if (answer != NULL)
    g_variant_get (answer, "(u)", &pid);

  return pid == (guint32) getpid ();
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autofree char *address = dup_address ();
  GPtrArray *things = g_ptr_array_new_with_free_func (thing_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus =
      g_dbus_connection_new_for_address_sync (address,
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL, NULL, &error);
  g_autoptr (GVariant) programs = NULL;
  g_autoptr (GVariantIter) each = NULL;
  const char *name, *path;

  g_assert_no_error (error);
  programs = call (bus, "org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren", NULL);
  g_assert_nonnull (programs);
  g_variant_get (programs, "(a(so))", &each);
  g_main_context_push_thread_default (context);
  while (g_variant_iter_next (each, "(&s&o)", &name, &path))
    if (is_own (bus, name))
      walk (bus, name, path, 0, things);
  g_main_context_pop_thread_default (context);
  g_task_return_pointer (task, things, (GDestroyNotify) g_ptr_array_unref);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray **things = data;

  *things = g_task_propagate_pointer (G_TASK (result), NULL);
}

GPtrArray *
access_read (void)
{
  GPtrArray *things = NULL;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, read_cb, &things);

  /* Runs in another thread, because the main thread must answer the requests. */
  g_task_run_in_thread (task, read_thread);
  /* On a busy machine, all things may take longer than any single wait. */
  while (things == NULL)
    {
      const int n_before = g_atomic_int_get (&n_walked);

      test_wait_until (things != NULL || g_atomic_int_get (&n_walked) > n_before);
    }

  return things;
}

const AccessThing *
access_find (GPtrArray *things, const char *role, const char *name)
{
  for (guint i = 0; i < things->len; i++)
    {
      const AccessThing *thing = things->pdata[i];

      if ((role == NULL || g_str_equal (thing->role, role)) && g_str_has_prefix (thing->name, name))
        return thing;
    }
  return NULL;
}

/* --- Names ------------------------------------------------------------------------------------------ */

/* Roles that accept keys or clicks and therefore need a name. A text view is named by its own
 * label. */
static const char *const spoken_roles[] = { "button",    "toggle button", "check box",
                                            "switch",    "spin button",   "text box",
                                            "list item", "combo box",     "search box",
                                            "tree item" };

static gboolean
is_spoken (const char *role)
{
  for (guint i = 0; i < G_N_ELEMENTS (spoken_roles); i++)
    if (g_str_equal (role, spoken_roles[i]))
      return TRUE;
  return FALSE;
}

/* Returns the index after the element at @index and all its descendants. */
static guint
skip (GPtrArray *things, guint index)
{
  const guint depth = ((const AccessThing *) things->pdata[index])->depth;
  guint i = index + 1;

  while (i < things->len && ((const AccessThing *) things->pdata[i])->depth > depth)
    i++;

  return i;
}

/* Finds the group of the name @page. (nullable) */
static const AccessThing *
access_find_page (GPtrArray *things, const char *page)
{
  for (guint i = 0; i < things->len; i++)
    {
      const AccessThing *thing = things->pdata[i];

      /* GTK 4.8 and 4.18 use different roles of AT-SPI for a group. */
      if (g_str_equal (thing->name, page) &&
          (g_str_equal (thing->role, "panel") || g_str_equal (thing->role, "group") ||
           g_str_equal (thing->role, "grouping")))
        return thing;
    }
  return NULL;
}

guint
access_find_nameless (GPtrArray *things, const char *page)
{
  const AccessThing *root = access_find_page (things, page);
  guint first = 0;
  guint end;
  guint n_named = 0;

  g_return_val_if_fail (things != NULL && page != NULL, 0);

  if (root == NULL || !g_ptr_array_find (things, root, &first))
    g_error ("there is no %s", page);
  end = skip (things, first);
  for (guint i = first + 1; i < end;)
    {
      const AccessThing *thing = things->pdata[i];

      if (g_str_equal (thing->name, "GtkListView"))
        {
          i = skip (things, i);
          continue;
        }
      if (thing->can_focus && is_spoken (thing->role) &&
          (thing->name[0] == '\0' || g_str_has_prefix (thing->name, "Gtk")))
        return i;
      n_named += thing->can_focus ? 1 : 0;
      /* A combo row has a list of its own for the chosen item. */
      i = g_str_equal (thing->role, "combo box") ? skip (things, i) : i + 1;
    }
  if (n_named == 0)
    g_error ("nothing of %s takes keys", page);

  return things->len;
}

gboolean
access_is_doubled (const char *name)
{
  const gsize length = strlen (name);

  for (gsize gap = 1; gap <= 2; gap++)
    {
      const gsize half = length > gap ? (length - gap) / 2 : 0;

      if (half > 2 && 2 * half + gap == length && strncmp (name, name + half + gap, half) == 0 &&
          name[length - half - 1] == ' ')
        return TRUE;
    }
  return FALSE;
}

/* Containers that have the focus only to pass it on to their children. */
static const char *const container_roles[] = { "scroll pane", "list",    "list box",   "table",
                                               "tree table",  "tree",    "panel",      "group",
                                               "grouping",    "filler",  "frame",      "window",
                                               "dialog",      "menu",    "popup menu", "viewport",
                                               "table cell",  "tool bar" };

static gboolean
is_container (const char *role)
{
  for (guint i = 0; i < G_N_ELEMENTS (container_roles); i++)
    if (g_str_equal (role, container_roles[i]))
      return TRUE;
  return FALSE;
}

/* Parts of entries and windows that only the toolkits create, and that cannot be named. */
static gboolean
is_internal (const AccessThing *thing)
{
  return g_str_equal (thing->name, "AdwGizmo") || g_str_equal (thing->name, "GtkImage") ||
         g_str_equal (thing->name, "GtkSearchEntry");
}

/* GTK names an element by its type or role if nothing else names it. */
static gboolean
is_unnamed (const AccessThing *thing)
{
  return thing->name[0] == '\0' || g_str_has_prefix (thing->name, "Gtk") ||
         g_str_has_prefix (thing->name, "Adw") || g_str_has_prefix (thing->name, "Troupe") ||
         g_str_equal (thing->name, thing->role);
}

static gboolean
has_markup (const char *name)
{
  static const char *const marks[] = {
    "<b>", "</", "<span", "<i>", "<tt>", "&amp;", "&lt;", "&gt;"
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (name, marks[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
append_thing (GString *text, const AccessThing *thing)
{
  g_string_append_printf (text, "%s “%s”", thing->role, thing->name);
}

/* Appends the names above the element at @index. */
static void
append_place (GString *text, GPtrArray *things, guint index)
{
  guint depth = ((const AccessThing *) things->pdata[index])->depth;

  for (guint i = index; i-- > 0 && depth > 0;)
    {
      const AccessThing *thing = things->pdata[i];

      if (thing->depth >= depth)
        continue;
      depth = thing->depth;
      if (thing->name[0] == '\0' || is_unnamed (thing))
        continue;
      g_string_append (text, " in ");
      append_thing (text, thing);
    }
}

/* Appends the first element with a name in the element at @index. */
static void
append_contents (GString *text, GPtrArray *things, guint index)
{
  const guint end = skip (things, index);

  for (guint i = index + 1; i < end; i++)
    if (!is_unnamed (things->pdata[i]))
      {
        g_string_append (text, " with ");
        append_thing (text, things->pdata[i]);
        return;
      }
}

/* Returns TRUE if the element is the row of titles of a column view. */
static gboolean
is_header (GPtrArray *things, guint index)
{
  return index > 0 && g_str_equal (((const AccessThing *) things->pdata[index])->role, "row") &&
         g_str_equal (((const AccessThing *) things->pdata[index - 1])->role, "tree grid");
}

/* Returns TRUE if the element can have no name and passes the focus on, such as a scrolled window in GTK 4.18. In
 * GTK 4.8, its role is one of container_roles. */
static gboolean
passes_focus (GPtrArray *things, guint index)
{
  return g_str_equal (((const AccessThing *) things->pdata[index])->role, "generic") &&
         skip (things, index) > index + 1;
}

char *
access_list_wrong_names (GPtrArray *things)
{
  GString *wrong = g_string_new (NULL);

  for (guint i = 0; i < things->len;)
    {
      const AccessThing *thing = things->pdata[i];
      const char *fault = thing->can_focus && !is_container (thing->role) && !is_internal (thing) &&
                                  !is_header (things, i) && !passes_focus (things, i) &&
                                  is_unnamed (thing)
                              ? "has no name"
                          : access_is_doubled (thing->name) ? "says it twice"
                          : has_markup (thing->name)        ? "has markup"
                                                            : NULL;

      if (fault != NULL)
        {
          append_thing (wrong, thing);
          g_string_append_printf (wrong, " %s", fault);
          append_contents (wrong, things, i);
          append_place (wrong, things, i);
          g_string_append (wrong, "\n");
        }
      /* A combo row has a list of its own for the chosen item, and a tab buttons that it does not show. */
      i = g_str_equal (thing->role, "combo box") || g_str_equal (thing->name, "GtkListView") ||
                  g_str_equal (thing->name, "AdwTab")
              ? skip (things, i)
              : i + 1;
    }
  return g_string_free (wrong, wrong->len == 0);
}
