/* test-mcp-sandbox.c: sandboxed MCP servers that try to exceed their permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "mcp-fixture.h"
#include "python-fixture.h"
#include "troupe-file.h"
#include "troupe-folder-policy.h"
#include "troupe-mcp-connection.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-mcp-scripts.h"
#include "troupe-mcp-start-files.h"
#include "troupe-sandbox.h"

#define SECRET "sk-of-the-environment"

/* @folder: folder of the document; @data: another folder, which the document names; @port: a
 *   port with a listener */
typedef struct
{
  McpFixture mcp;
  char *folder;
  char *data;
  char *home;
  GSocketListener *listener;
  guint16 port;
} Fixture;

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *above = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (above, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Opens a listening TCP port, a Unix socket with a path and an abstract Unix socket. All of them
 * stay open for the duration of the test. */
static void
listen_everywhere (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->folder, "socket", NULL);
  g_autofree char *name = NULL;
  g_autoptr (GSocketAddress) file = g_unix_socket_address_new (path);
  g_autoptr (GSocketAddress) abstract = NULL;
  GError *error = NULL;

  self->listener = g_socket_listener_new ();
  self->port = g_socket_listener_add_any_inet_port (self->listener, NULL, &error);
  g_assert_no_error (error);
  name = g_strdup_printf ("troupe-test-%u", self->port);
  abstract = g_unix_socket_address_new_with_type (name, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT);
  g_socket_listener_add_address (self->listener, file, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  g_socket_listener_add_address (self->listener, abstract, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  mcp_set_up (&self->mcp, NULL);
  self->home = g_strdup (g_get_home_dir ());
  self->folder = g_build_filename (self->mcp.folder, "document", NULL);
  self->data = g_build_filename (self->mcp.folder, "data", NULL);
  g_assert_cmpint (g_mkdir (self->folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (self->data, 0700), ==, 0);
  write_file (self->home, ".ssh/id_test", "PRIVATE KEY");
  write_file (self->home, ".bashrc", "true");
  write_file (self->folder, ".env", "OPENAI_API_KEY=" SECRET "\n");
  write_file (self->folder, "notes", "of the document");
  listen_everywhere (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->mcp.server != NULL)
    mcp_close (&self->mcp);
  g_socket_listener_close (self->listener);
  g_clear_object (&self->listener);
  python_remove_folder (self->folder);
  python_remove_folder (self->data);
  mcp_tear_down (&self->mcp, NULL);
  g_free (self->folder);
  g_free (self->data);
  g_free (self->home);
}

static void
make (Fixture *self, const char *more)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "tool", "mcp-hostile.py", NULL);
  g_autofree char *entry = g_strdup_printf ("{'command': 'python3', 'args': ['%s', '%s', '%u']%s}",
                                            script, self->folder, self->port, more);

  mcp_make (&self->mcp, entry);
  mcp_set_folder (&self->mcp, self->folder);
}

/* Makes the server try all forbidden operations, and returns its report. (transfer full) */
static TroupeValue *
attack (Fixture *self, TroupePythonSandbox sandbox)
{
  g_auto (ToolAnswer) answer = { 0 };

  troupe_mcp_server_set_sandbox (self->mcp.server, TROUPE_PYTHON_PERMIT_PROGRAMS, sandbox);
  mcp_open_first (&self->mcp);
  mcp_call (&self->mcp, "{}", &answer);
  g_assert_no_error (answer.error);
  return python_value (troupe_value_get_string (answer.value, NULL));
}

static const char *
get (TroupeValue *found, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (found, key, -1);

  g_assert_nonnull (value);
  return troupe_value_get_string (value, NULL);
}

static void
assert_refused (TroupeValue *found, const char *key)
{
  g_test_message ("%s", key);
  g_assert_true (g_str_has_prefix (get (found, key), "refused: "));
}

static gboolean
skip_without_sandbox (void)
{
  if (python_can_confine ())
    return FALSE;
  g_test_skip ("bubblewrap is not installed, or does not work here");
  return TRUE;
}

static void
test_hostile (Fixture *self, gconstpointer data)
{
  static const char *const refused[] = { "key", "kept", "env-file",    "etc",
                                         "usr", "data", "path-socket", "abstract-socket" };
  g_autoptr (TroupeValue) found = NULL;
  TroupeValue *environment = NULL;
  g_autofree char *above = g_path_get_dirname (self->folder);
  g_autofree char *bashrc = g_build_filename (self->home, ".bashrc", NULL);
  g_autofree char *text = NULL;

  if (skip_without_sandbox ())
    return;
  make (self, ", 'env': {'GIVEN': 'by the document'}");
  found = attack (self, TROUPE_PYTHON_SANDBOX_REQUIRED);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_refused (found, refused[i]);
  /* The server can access the document's folder, except for the keys in this folder. */
  g_assert_cmpstr (get (found, "beside"), ==, "of the document");
  g_assert_cmpstr (get (found, "inside"), ==, "written");
  g_assert_true (has_file (self->folder, "written"));
  /* The parent folder in the sandbox is temporary and is removed with the server. */
  g_assert_false (has_file (above, "outside"));
  /* Files that the server writes to the home folder are stored in a private home folder. */
  g_assert_cmpstr (get (found, "bashrc"), ==, "written");
  g_assert_true (g_file_get_contents (bashrc, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "true");
  g_assert_cmpint (atoi (get (found, "processes")), <, 6);
  g_assert_null (strstr (get (found, "parent"), SECRET));
  environment = troupe_value_map_lookup_string (found, "environment", -1);
  g_assert_cmpstr (get (environment, "GIVEN"), ==, "by the document");
  g_assert_null (troupe_value_map_lookup_string (environment, "OPENAI_API_KEY", -1));
  g_assert_null (troupe_value_map_lookup_string (environment, "DBUS_SESSION_BUS_ADDRESS", -1));
}

/* Without the sandbox all operations succeed, so the failures above are due to the sandbox. */
static void
test_unconfined (Fixture *self, gconstpointer data)
{
  static const char *const done[] = { "outside", "data", "keep" };
  g_autofree char *more = g_strdup_printf (", 'env': {'DATA': '%s'}", self->data);
  g_autoptr (TroupeValue) found = NULL;
  g_autofree char *above = g_path_get_dirname (self->folder);
  g_autofree char *outside = g_build_filename (above, "outside", NULL);
  g_autofree char *kept = g_build_filename (self->home, "kept", NULL);

  make (self, more);
  found = attack (self, TROUPE_PYTHON_SANDBOX_NONE);
  g_assert_cmpstr (get (found, "key"), ==, "PRIVATE KEY");
  for (guint i = 0; i < G_N_ELEMENTS (done); i++)
    g_assert_cmpstr (get (found, done[i]), ==, "written");
  g_assert_cmpstr (get (found, "path-socket"), ==, "connected");
  g_assert_cmpstr (get (found, "abstract-socket"), ==, "connected");
  g_unlink (outside);
  g_unlink (kept);
}

/* A named folder is accessible, and files in the private home folder are kept for the next
 * start. */
static void
test_named (Fixture *self, gconstpointer data)
{
  g_autofree char *more = g_strdup_printf (", 'env': {'DATA': '%s'}", self->data);
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;

  if (skip_without_sandbox ())
    return;
  make (self, more);
  first = attack (self, TROUPE_PYTHON_SANDBOX_REQUIRED);
  g_assert_cmpstr (get (first, "data"), ==, "written");
  g_assert_true (has_file (self->data, "data"));
  g_assert_cmpstr (get (first, "keep"), ==, "written");
  g_assert_false (has_file (self->home, "kept"));
  mcp_close (&self->mcp);
  second = attack (self, TROUPE_PYTHON_SANDBOX_REQUIRED);
  g_assert_cmpstr (get (second, "kept"), ==, "mine");
}

/* Asserts that the server is refused because of the path in DATA, and that nothing is written. */
static void
expect_path_refusal (Fixture *self,
                     const char *path,
                     const TroupeMcpGranted *granted,
                     const char *part)
{
  g_autofree char *more = g_strdup_printf (", 'env': {'DATA': '%s'}", path);

  make (self, more);
  troupe_mcp_server_set_granted (self->mcp.server, granted);
  troupe_mcp_server_set_sandbox (self->mcp.server, TROUPE_PYTHON_PERMIT_PROGRAMS,
                                 TROUPE_PYTHON_SANDBOX_REQUIRED);
  mcp_open (&self->mcp);
  g_assert_error (self->mcp.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_nonnull (strstr (self->mcp.error->message, part));
  g_assert_false (has_file (self->data, "data"));
}

/* A path outside of the document's folder must not contain links, even if the user granted
 * access to exactly this path. */
static void
test_link (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_strconcat (self->data, "-link", NULL);

  if (skip_without_sandbox ())
    return;
  g_assert_no_errno (symlink (self->data, link));
  expect_path_refusal (self, link, NULL, "symbolic link");
  g_unlink (link);
}

/* A path that was not among the granted ones is refused. */
static void
test_not_granted (Fixture *self, gconstpointer data)
{
  const char *const others[] = { "/nowhere", NULL };
  const TroupeMcpGranted granted = { .folders = others };

  if (skip_without_sandbox ())
    return;
  expect_path_refusal (self, self->data, &granted, "granted");
}

static void
test_granted (Fixture *self, gconstpointer data)
{
  g_autofree char *real = troupe_path_resolve (self->data);
  g_autofree char *more = g_strdup_printf (", 'env': {'DATA': '%s'}", self->data);
  g_autofree char *scripts = g_test_build_filename (G_TEST_DIST, "tool", NULL);
  g_autofree char *code = troupe_path_resolve (scripts);
  const char *const folders[] = { real, code, NULL };
  const TroupeMcpGranted granted = { .folders = folders };
  g_autoptr (TroupeValue) found = NULL;

  if (skip_without_sandbox ())
    return;
  make (self, more);
  troupe_mcp_server_set_granted (self->mcp.server, &granted);
  found = attack (self, TROUPE_PYTHON_SANDBOX_REQUIRED);
  g_assert_cmpstr (get (found, "data"), ==, "written");
}

/* Loader variables of the document apply to the server only, not to bubblewrap. */
static void
test_preload (Fixture *self, gconstpointer data)
{
  g_autofree char *log = g_build_filename (self->folder, "loader", NULL);
  g_autofree char *more = g_strdup_printf (
      ", 'env': {'LD_DEBUG': 'files', 'LD_DEBUG_OUTPUT': '%s', 'PATH': '/usr/bin:/bin'}", log);
  g_autoptr (TroupeValue) found = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;
  guint n_logs = 0;

  if (skip_without_sandbox ())
    return;
  make (self, more);
  found = attack (self, TROUPE_PYTHON_SANDBOX_REQUIRED);
  dir = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_autofree char *text = NULL;

      if (!g_str_has_prefix (name, "loader."))
        continue;
      n_logs++;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_null (strstr (text, "bwrap"));
    }
  g_assert_cmpuint (n_logs, >, 0);
}

/* --- Permissions, and folders that cannot be granted ------------------------------------------ */

static void
expect_refusal (Fixture *self, const char *part)
{
  mcp_open (&self->mcp);
  g_assert_error (self->mcp.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_test_message ("%s", self->mcp.error->message);
  g_assert_nonnull (strstr (self->mcp.error->message, part));
}

static void
test_shared (Fixture *self, gconstpointer data)
{
  g_autofree char *entry =
      g_strdup_printf ("{'command': 'python3', 'args': ['-c', 'pass', '%s']}", self->home);

  if (skip_without_sandbox ())
    return;
  mcp_make (&self->mcp, entry);
  troupe_mcp_server_set_sandbox (self->mcp.server, TROUPE_PYTHON_PERMIT_UNCONFINED,
                                 TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  expect_refusal (self, self->home);
}

static gboolean
tells (TroupePermissionList *permissions, const char *folder)
{
  g_autoptr (TroupeValue) names =
      troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_FOLDER);

  for (gsize i = 0; i < troupe_value_list_get_length (names); i++)
    if (g_str_equal (troupe_value_get_string (troupe_value_list_get (names, i), NULL), folder))
      return TRUE;
  return FALSE;
}

static void
test_told (Fixture *self, gconstpointer data)
{
  g_autofree char *named = g_build_filename (self->data, "project", NULL);
  g_autofree char *script = g_build_filename (named, "build", "server.js", NULL);
  g_autofree char *packages = g_build_filename (self->data, "node_modules", NULL);
  g_autofree char *package = g_build_filename (packages, "a", "b", "dist", "index.js", NULL);
  g_autofree char *entry = g_strdup_printf (
      "{'command': 'node', 'args': ['%s', '%s', '--root=%s', '../data', 'notes', '/no/such'], "
      "'env': {'KEY': '/secret/that/is/no/path'}}",
      script, package, self->home);
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) names = NULL;

  write_file (named, "build/server.js", "");
  write_file (named, "package.json", "{}");
  write_file (packages, "a/b/dist/index.js", "");
  write_file (packages, "a/b/package.json", "{}");
  mcp_make (&self->mcp, entry);
  troupe_permission_list_set_folder (permissions, self->folder);
  troupe_mcp_server_list_permissions (self->mcp.server, permissions);
  g_assert_true (troupe_permission_list_has_project_folder (permissions));
  g_assert_true (tells (permissions, named));
  /* The permissions include the packages that the server imports. */
  g_assert_true (tells (permissions, packages));
  g_assert_true (tells (permissions, self->home));
  g_assert_true (tells (permissions, self->data));
  names = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_FOLDER);
  g_assert_cmpuint (troupe_value_list_get_length (names), ==, 4);
}

/* --- Without a sandbox ------------------------------------------------------------------------ */

static void
test_broken (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeValue) found = NULL;

  if (skip_without_sandbox ())
    return;
  make (self, "");
  troupe_sandbox_note (FALSE);
  troupe_mcp_server_set_sandbox (self->mcp.server, TROUPE_PYTHON_PERMIT_UNCONFINED,
                                 TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  mcp_open_first (&self->mcp);
  troupe_sandbox_note (TRUE);
}

/* The error contains bubblewrap's message. */
static void
test_sandbox_error (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeValue) entry = python_value ("{\"command\": \"weather-server\"}");
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (entry, NULL);
  g_autoptr (GError) error = troupe_mcp_sandbox_make_error (config, "no namespaces");

  g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_nonnull (strstr (error->message, "weather-server"));
  g_assert_nonnull (strstr (error->message, "no namespaces"));
  g_assert_nonnull (strstr (error->message, "--allow no-sandbox"));
}

/* The client does not wait for a server that exits in the sandbox or closes its output. */
static void
test_ends (Fixture *self, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "import sys; sys.stderr.write('no such module\\n'); sys.exit(3)", "no such module" },
    { "import os, time; os.close(1); time.sleep(60)", "closed its output" },
    /* A server that imitates bubblewrap does not make anybody believe that sandboxes are broken. */
    { "import sys; sys.stderr.write('bwrap: No space left\\n'); sys.exit(1)", "stopped: " },
  };

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, "server.py", NULL);

      write_file (self->folder, "server.py", cases[i][0]);
      mcp_make (&self->mcp, "{'command': 'python3', 'args': ['document/server.py']}");
      troupe_mcp_server_set_sandbox (self->mcp.server, TROUPE_PYTHON_PERMIT_PROGRAMS,
                                     TROUPE_PYTHON_SANDBOX_REQUIRED);
      mcp_open (&self->mcp);
      mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_NETWORK, cases[i][1]);
      mcp_close (&self->mcp);
      g_clear_object (&self->mcp.server);
      g_unlink (path);
    }
}

#define TEST(name, func) g_test_add ("/mcp-sandbox/" name, Fixture, NULL, set_up, func, tear_down)

/* Returns the arguments of bubblewrap for a server in the folder of the document, one per line.
 * Returns NULL with an error on failure. @copies: (nullable). (transfer full) (nullable) */
static char *
list_words_with (Fixture *self, TroupeMcpCopies *copies, GError **error)
{
  g_autoptr (TroupeValue) entry = python_value ("{\"command\": \"python3\"}");
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (entry, NULL);
  g_autoptr (GPtrArray) command = g_ptr_array_new ();
  g_auto (TroupeMcpSandbox) sandbox = TROUPE_MCP_SANDBOX_INIT;
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[4096];
  gssize length = 0;

  g_ptr_array_add (command, (gpointer) "/usr/bin/python3");
  if (!troupe_mcp_sandbox_init (
          &sandbox, config, command,
          &(TroupeMcpSandboxPlace){ .folder = self->folder, .copies = copies }, error))
    return NULL;
  while ((length = read (sandbox.words, buffer, sizeof buffer)) > 0)
    for (gssize i = 0; i < length; i++)
      g_string_append_c (text, buffer[i] != '\0' ? buffer[i] : '\n');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
list_words (Fixture *self, GError **error)
{
  return list_words_with (self, NULL, error);
}

/* Returns the files with which a server starts. @json: its entry. (transfer full) */
static char **
list_starts (Fixture *self, const char *json)
{
  g_autoptr (TroupeValue) entry = python_value (json);
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (entry, NULL);
  g_auto (GStrv) scripts = troupe_mcp_scripts_list (config, self->folder);

  return troupe_mcp_start_files_list (config, self->folder, scripts);
}

/* What the command line names and what these files import is found; the sandbox shows the copies of these files. */
static void
test_copies (Fixture *self, gconstpointer data)
{
  static const char *const files[][2] = {
    { "server.py", "import helper\nfrom pkg.tool import x\nopen('store')\n" },
    { "helper.py", "import deep\n" },
    { "deep.py", "" },
    { "pkg/__init__.py", "" },
    { "pkg/tool.py", "" },
    { "other.py", "" },
    { "facts.json", "{}" },
    { "store", "#!data" },
  };
  g_autofree char *hidden = g_strdup_printf ("/dev/null\n%s/.env\n", self->folder);
  g_autofree char *env = g_strdup_printf ("\n%s/.env\n", self->folder);
  g_autoptr (TroupeMcpCopies) copies = troupe_mcp_copies_new ();
  g_auto (GStrv) starts = NULL;
  g_autofree char *words = NULL;
  g_autofree char *shown = g_strdup_printf ("\n%s/pkg/tool.py\n", self->folder);
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    write_file (self->folder, files[i][0], files[i][1]);
  starts =
      list_starts (self,
                   "{\"command\": \"python3\", \"args\": [\"server.py\", \"--db=facts.json\"]}");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_cmpint (g_strv_contains ((const char *const *) starts, files[i][0]), ==, i < 5);
  g_assert_true (troupe_mcp_copies_add (copies, "pkg/tool.py", "agreed", 6, FALSE, &error));
  g_assert_true (troupe_mcp_copies_add (copies, ".env", "KEY=1", 5, FALSE, &error));
  words = list_words_with (self, copies, &error);
  g_assert_no_error (error);
  /* What is hidden stays hidden. */
  g_assert_nonnull (strstr (words, hidden));
  g_assert_null (strstr (strstr (words, env) + 1, env));
  g_assert_nonnull (strstr (words, shown));
  *strstr (words, shown) = '\0';
  lines = g_strsplit (words, "\n", -1);
  g_assert_true (g_file_get_contents (lines[g_strv_length (lines) - 1], &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "agreed");
  g_assert_cmpstr (lines[g_strv_length (lines) - 2], ==, "--ro-bind");
  g_clear_pointer (&copies, troupe_mcp_copies_free);
  g_assert_false (g_file_test (lines[g_strv_length (lines) - 1], G_FILE_TEST_EXISTS));
}

/* A package, a module and code on the command line are found; the folders that a server works with are none. */
static void
test_starts (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *entry;
    const char *files; /* separated by spaces */
  } cases[] = {
    { "{\"command\": \"node\", \"args\": [\".\"]}", "index.js" },
    { "{\"command\": \"python3\", \"args\": [\"-m\", \"pkg\"]}", "pkg/__main__.py" },
    { "{\"command\": \"python3\", \"args\": [\"-m\", \"pkg.tool\"]}",
      "pkg/__main__.py pkg/tool.py" },
    { "{\"command\": \"python3\", \"args\": [\"-c\", \"import other\"]}", "other.py" },
    { "{\"command\": \"sh\", \"args\": [\"-c\", \"exec ./run.sh\"]}", "run.sh other.py" },
    { "{\"command\": \"./run.sh\"}", "run.sh other.py" },
    { "{\"command\": \"x\", \"args\": [\"a\"], \"env\": {\"S\": \"pkg/tool.py\"}}", "pkg/tool.py" },
    { "{\"command\": \"npx\", \"args\": [\"-y\", \"files\", \".\", \"pkg\", \"/other/tool/x\"]}",
      "" },
    { "{\"command\": \"files\", \"args\": [\".\"]}", "" },
  };
  static const char *const files[][2] = {
    { "index.js", "" }, { "pkg/__main__.py", "" },          { "pkg/tool.py", "" },
    { "other.py", "" }, { "run.sh", "python3 other.py\n" }, { "third.py", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    write_file (self->folder, files[i][0], files[i][1]);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) starts = list_starts (self, cases[i].entry);
      g_auto (GStrv) wanted = g_strsplit (cases[i].files, " ", -1);
      g_autofree char *found = g_strjoinv (" ", starts);

      g_test_message ("%s: %s", cases[i].entry, found);
      for (guint k = 0; wanted[k] != NULL; k++)
        g_assert_true (g_strv_contains ((const char *const *) starts, wanted[k]));
      g_assert_cmpuint (g_strv_length (starts), ==, g_strv_length (wanted));
    }
}

/* Keys are hidden at any depth and under any name. If there are more keys than can be hidden,
 * the server is refused. */
static void
test_keys (Fixture *self, gconstpointer data)
{
  static const char *const hidden[] = { "--ro-bind\n/dev/null\n%s/.env\n",
                                        "--ro-bind\n/dev/null\n%s/a/b/.ENV.local\n",
                                        "--ro-bind\n/dev/null\n%s/a/hard.txt\n",
                                        "/troupe/empty\n%s/.git/config\n",
                                        "--tmpfs\n%s/.git/hooks\n" };
  g_autofree char *env = g_build_filename (self->folder, ".env", NULL);
  g_autofree char *hard = g_build_filename (self->folder, "a/hard.txt", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;

  if (skip_without_sandbox ())
    return;
  write_file (self->folder, "a/b/.ENV.local", "K=" SECRET);
  write_file (self->folder, ".git/config", "");
  write_file (self->folder, ".git/hooks/x", "");
  g_assert_cmpint (link (env, hard), ==, 0);
  words = list_words (self, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      g_auto (GStrv) parts = g_strsplit (hidden[i], "%s", 2);
      g_autofree char *expected = g_strconcat (parts[0], self->folder, parts[1], NULL);

      g_assert_nonnull (strstr (words, expected));
    }
  for (guint i = 0; i < TROUPE_FOLDER_LIMIT_HIDDEN; i++)
    {
      g_autofree char *name = g_strdup_printf ("many/%u.pem", i);

      write_file (self->folder, name, "");
    }
  g_assert_null (list_words (self, &error));
  g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
}

/* Nothing is mounted in the private home folder, which other processes of the server write at the same
 * time, and the path of the home folder is an empty folder of each sandbox. */
static void
test_home (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *servers = g_build_filename (g_get_user_cache_dir (), "troupe", "servers", NULL);
  g_autofree char *empty = g_strdup_printf ("\n--tmpfs\n%s\n", self->home);
  guint n_mounts = 0;

  if (skip_without_sandbox ())
    return;
  words = list_words (self, &error);
  g_assert_no_error (error);
  lines = g_strsplit (words, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
    {
      const gboolean is_private = troupe_path_is_within (lines[i], servers);

      n_mounts += is_private;
      if (is_private)
        g_assert_cmpstr (lines[i + 1], ==, TROUPE_MCP_SANDBOX_HOME);
      g_assert_false (g_str_has_prefix (lines[i], TROUPE_MCP_SANDBOX_HOME "/"));
    }
  g_assert_cmpuint (n_mounts, ==, 1);
  g_assert_nonnull (strstr (words, empty));
  g_assert_nonnull (strstr (words, "\n--setenv\nHOME\n" TROUPE_MCP_SANDBOX_HOME "\n"));
}

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("troupe-home-XXXXXX", NULL);
  g_autofree char *cache = g_build_filename (home, ".cache", NULL);
  int result;

  g_assert_nonnull (home);
  /* Must precede the first use of these variables. */
  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_setenv ("OPENAI_API_KEY", SECRET, TRUE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/bus", TRUE);
  g_test_init (&argc, &argv, NULL);

  TEST ("link", test_link);
  TEST ("not-granted", test_not_granted);
  TEST ("granted", test_granted);
  TEST ("keys", test_keys);
  TEST ("copies", test_copies);
  TEST ("starts", test_starts);
  TEST ("home", test_home);
  TEST ("hostile", test_hostile);
  TEST ("unconfined", test_unconfined);
  TEST ("named", test_named);
  TEST ("preload", test_preload);
  TEST ("shared", test_shared);
  TEST ("told", test_told);
  TEST ("broken", test_broken);
  TEST ("sandbox-error", test_sandbox_error);
  TEST ("ends", test_ends);

  result = g_test_run ();
  remove_all (home);
  return result;
}
