/* troupe-mcp-sandbox.c: sandbox for the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-sandbox"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-folder-policy.h"
#include "troupe-mcp-hidden.h"
#include "troupe-mcp-home.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-program.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"
#include "troupe-search-paths.h"
#include "troupe-tool.h"
#include "troupe-user-name.h"

/* Maximum number of parent folders of a script that are searched for its project. */
#define PROJECT_DEPTH 4u
/* Maximum number of links that lead to a program. */
#define MAX_LINKS 16u
/* Maximum length of a shebang line, in bytes. */
#define LONGEST_SHEBANG 256u

/* The file with the users of the system, its fields, and the maximum size that is read, in bytes. */
#define USERS "/etc/passwd"
#define N_FIELDS 7u
#define FIELD_ID 2
#define FIELD_HOME 5
#define MOST_USERS (1024u * 1024)

/* --- Paths in arguments and variables --------------------------------------------------------- */

/* @path: as the document names it; @real: the path without symbolic links, which is shown,
 *   granted and made visible; @may_write: whether the path is writable, because it is not code;
 *   @is_link: whether @path contains a link, so that it does not show the actual location */
typedef struct
{
  char *path;
  char *real;
  gboolean may_write;
  gboolean is_link;
} Named;

static void
named_free (gpointer data)
{
  Named *named = data;

  g_free (named->path);
  g_free (named->real);
  g_free (named);
}

/* Returns TRUE if a link changes the location of @path. Links above the home folder, the folder
 * for temporary files or the root are ignored, because these folders themselves may be links,
 * such as /home. */
static gboolean
leads_through_link (const char *path, const char *real)
{
  const char *const bases[] = { g_get_home_dir (), g_get_tmp_dir () };
  g_autofree char *expected = g_strdup (path);

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    if (troupe_path_is_within (path, bases[i]))
      {
        g_autofree char *base = troupe_path_resolve (bases[i]);

        g_free (expected);
        expected = g_build_filename (base, path + strlen (bases[i]), NULL);
        break;
      }
  return !g_str_equal (expected, real);
}

static void
add_named (GPtrArray *list, const char *path, gboolean may_write)
{
  Named *named = NULL;

  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((Named *) list->pdata[i])->path, path))
      return;
  named = g_new0 (Named, 1);
  named->path = g_strdup (path);
  named->real = troupe_path_resolve (path);
  named->may_write = may_write;
  named->is_link = may_write && leads_through_link (path, named->real);
  g_ptr_array_add (list, named);
}

static gboolean
is_script (const char *path)
{
  static const char *const ends[] = { ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".sh" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (path, ends[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Returns the folder that contains the modules of a script. This is the folder of its project,
 * or the folder of the script. (transfer full) (nullable): NULL if that folder is shared with
 * others */
static char *
find_project (const char *script)
{
  g_autofree char *nearest = g_path_get_dirname (script);
  g_autofree char *folder = g_strdup (nearest);
  const char *modules = strstr (script, "/node_modules/");

  if (troupe_folder_policy_is_shared (nearest))
    return NULL;
  /* Packages that the script imports are located next to its own package. */
  if (modules != NULL)
    {
      char *above = g_strndup (script, (gsize) (modules - script) + strlen ("/node_modules"));

      if (!troupe_folder_policy_is_shared (above))
        return above;
      g_free (above);
    }
  for (guint i = 0; i < PROJECT_DEPTH && !troupe_folder_policy_is_shared (folder); i++)
    {
      char *above = NULL;

      if (has_file (folder, "package.json") || has_file (folder, "pyproject.toml"))
        return g_steal_pointer (&folder);
      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }
  return g_steal_pointer (&nearest);
}

/* Adds @text if it is a path. @folder: (nullable): the document's folder */
static void
look_at (GPtrArray *list, const char *text, const char *folder)
{
  g_autofree char *path = NULL;
  g_autofree char *real = NULL;
  g_autofree char *root = NULL;
  g_autofree char *project = NULL;

  if (g_path_is_absolute (text))
    path = g_canonicalize_filename (text, "/");
  else if (folder != NULL && (g_str_has_prefix (text, "../") || g_str_equal (text, "..")))
    path = g_canonicalize_filename (text, folder);
  if (path == NULL || troupe_sandbox_is_shown (path) || !g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  real = troupe_path_resolve (path);
  root = folder != NULL ? troupe_path_resolve (folder) : NULL;
  /* Paths in the document's folder are always visible. A link in this folder to another folder
   * does not work inside the sandbox. */
  if (folder != NULL &&
      (troupe_path_is_within (path, folder) || troupe_path_is_within (real, root)))
    return;
  if (!is_script (real) || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      add_named (list, path, TRUE);
      return;
    }
  project = find_project (real);
  add_named (list, project != NULL ? project : real, FALSE);
  if (!g_str_equal (real, path))
    add_named (list, path, FALSE);
}

/* --- Programs that the document brings ------------------------------------------------------------ */

/* Returns the interpreter from the shebang line of a script. (transfer full) (nullable) */
static char *
find_interpreter (const char *program, const char *folder)
{
  char text[LONGEST_SHEBANG + 1] = "";
  g_auto (GStrv) parts = NULL;
  g_autofree char *name = NULL;
  int fd = open (program, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  gssize length = fd >= 0 ? read (fd, text, LONGEST_SHEBANG) : -1;

  if (fd >= 0)
    close (fd);
  if (length < 3 || strncmp (text, "#!", 2) != 0)
    return NULL;
  text[strcspn (text, "\r\n")] = '\0';
  parts = g_strsplit (g_strstrip (text + 2), " ", -1);
  if (parts[0] == NULL)
    return NULL;
  name = g_path_get_basename (parts[0]);
  for (guint i = 1; g_str_equal (name, "env") && parts[i] != NULL; i++)
    if (*parts[i] != '-' && *parts[i] != '\0' && strchr (parts[i], '=') == NULL)
      return troupe_program_find (parts[i], folder);
  return g_strdup (parts[0]);
}

/* Adds the folders of a program that the user has not installed, and of all links to it. Such a
 * program is named by the document or belongs to it, so its folders are shown and granted like
 * other paths that the document names. Programs in the document's folder are visible with it. */
static void
look_at_program (GPtrArray *list, const char *found, const char *folder)
{
  g_autofree char *root = troupe_path_resolve (folder);
  g_autofree char *program = g_canonicalize_filename (found, folder);

  for (guint i = 0; i < MAX_LINKS && !troupe_program_is_installed (program, folder); i++)
    {
      g_autofree char *target = g_file_read_link (program, NULL);
      g_autofree char *parent = g_path_get_dirname (program);
      g_autofree char *real_parent = troupe_path_resolve (parent);
      g_autofree char *name = g_path_get_basename (program);
      g_autofree char *real = g_build_filename (real_parent, name, NULL);

      if (!troupe_sandbox_is_shown (real) && !troupe_path_is_within (real, root))
        {
          g_autofree char *tree = NULL;
          g_autofree char *tree_folder = NULL;
          g_autofree char *prefix = NULL;

          /* Finds what a program of its own folder needs: the tree of its installation, such as
           * a virtual environment, or else its folder, or only the program if that folder
           * contains files of others. */
          tree_folder = g_path_get_dirname (real);
          prefix = g_path_get_dirname (tree_folder);
          if ((g_str_has_suffix (tree_folder, "/bin") ||
               g_str_has_suffix (tree_folder, "/shims")) &&
              !troupe_folder_policy_is_shared (prefix))
            tree = g_steal_pointer (&prefix);
          else
            tree = troupe_folder_policy_is_shared (tree_folder) ? g_strdup (real)
                                                                : g_steal_pointer (&tree_folder);
          add_named (list, tree, FALSE);
        }
      if (target == NULL)
        return;
      g_free (program);
      program = g_canonicalize_filename (target, real_parent);
    }
}

/* Returns the existing paths that the document names. (transfer full) (element-type Named) */
static GPtrArray *
list_named (const TroupeMcpConfig *config, const char *folder)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (named_free);

  for (guint i = 0; config->arguments[i] != NULL; i++)
    {
      const char *value = strchr (config->arguments[i], '=');

      look_at (list, config->arguments[i], folder);
      if (*config->arguments[i] == '-' && value != NULL)
        look_at (list, value + 1, folder);
    }
  for (guint i = 0; config->environment[i] != NULL; i += 2)
    if (g_path_is_absolute (config->environment[i + 1]))
      look_at (list, config->environment[i + 1], folder);
  if (folder != NULL)
    {
      g_autofree char *named = strchr (config->command, '/') != NULL
                                   ? g_canonicalize_filename (config->command, folder)
                                   : NULL;
      g_autofree char *program =
          troupe_program_find (named != NULL ? named : config->command, folder);
      g_autofree char *interpreter = program != NULL ? find_interpreter (program, folder) : NULL;

      /* Adds the program of the server and its interpreter. */
      if (program != NULL)
        look_at_program (list, program, folder);
      if (interpreter != NULL)
        look_at_program (list, interpreter, folder);
    }
  return list;
}

char **
troupe_mcp_sandbox_list_code (const TroupeMcpConfig *config, const char *folder)
{
  g_autoptr (GPtrArray) named = NULL;
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  g_return_val_if_fail (config != NULL && folder != NULL, NULL);

  named = list_named (config, folder);
  for (guint i = 0; i < named->len; i++)
    {
      const Named *part = named->pdata[i];
      g_autofree char *path = g_file_test (part->real, G_FILE_TEST_IS_DIR)
                                  ? g_strconcat (part->real, "/", NULL)
                                  : g_strdup (part->real);

      if (!part->may_write)
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

void
troupe_mcp_sandbox_list_permissions (const TroupeMcpConfig *config,
                                     TroupePermissionList *permissions)
{
  g_autoptr (GPtrArray) named = NULL;
  g_auto (GStrv) hidden = NULL;

  g_return_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO && permissions != NULL);

  named = list_named (config, troupe_permission_list_get_folder (permissions));
  troupe_permission_list_add_project_folder (permissions, TRUE);
  for (guint i = 0; i < named->len; i++)
    troupe_permission_list_add (permissions, TROUPE_PERMISSION_FOLDER,
                                ((Named *) named->pdata[i])->real);
  hidden = troupe_mcp_hidden_list (config, troupe_permission_list_get_folder (permissions));
  for (guint i = 0; hidden[i] != NULL; i++)
    troupe_permission_list_add (permissions, TROUPE_PERMISSION_FOLDER, hidden[i]);
}

/* --- Program ---------------------------------------------------------------------------------- */

/* Returns TRUE if the folder above that of a program is the tree of an installation, and not a project or the home folder of the user, which
 * may have folders of the same names. */
static gboolean
is_installation (const char *prefix)
{
  static const char *const signs[] = { "pyvenv.cfg",   "conda-meta", "lib/node_modules",
                                       "include/node", "shims",      "lib/ruby",
                                       "lib/perl5" };
  g_autofree char *libraries = g_build_filename (prefix, "lib", NULL);
  g_autoptr (GDir) dir = g_dir_open (libraries, 0, NULL);
  const char *name;
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  g_autofree char *real = troupe_path_resolve (prefix);
  const char *rest = troupe_path_get_below (real, home);

  if (rest != NULL && (*rest == '.' || *rest == '\0'))
    return *rest == '.';
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *sign = g_build_filename (real, signs[i], NULL);

      if (g_file_test (sign, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "python"))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a file with keys is in the folder. */
static gboolean
has_keys (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (troupe_folder_policy_is_protected (name))
      return TRUE;
  return FALSE;
}

/* Makes the program visible, including all links to it. The trees of programs that the user has not
 * installed are made visible only as far as they were granted (look_at_program()). */
static void
add_program (GPtrArray *words, const char *found, const char *root)
{
  g_autofree char *program = g_strdup (found);
  const gboolean is_installed = troupe_program_is_installed (found, root);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (program, NULL);
      g_autofree char *folder = g_path_get_dirname (program);

      if (is_installed || troupe_program_is_installed (program, root))
        {
          static const char *const parts[] = { "bin",        "lib",   "lib64", "libexec",
                                               "pyvenv.cfg", "shims", "tools", "versions" };
          g_autofree char *prefix = g_path_get_dirname (folder);
          g_autofree char *name = g_path_get_basename (folder);

          /* Makes only the required parts of an installation tree in the home folder visible,
           * because such trees may contain keys. */
          if (!has_keys (folder))
            troupe_sandbox_add_path (words, folder);
          if ((g_str_equal (name, "bin") || g_str_equal (name, "shims")) &&
              is_installation (prefix))
            {
              for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
                {
                  g_autofree char *part = g_build_filename (prefix, parts[j], NULL);

                  troupe_sandbox_add_path (words, part);
                }
            }
        }
      else if (!troupe_path_is_within (program, root))
        return;
      /* The folder may be hidden because of its other content, so the file is made visible
       * individually. */
      if (target == NULL)
        troupe_sandbox_add_path (words, program);
      if (target == NULL)
        return;
      g_free (program);
      program = g_canonicalize_filename (target, folder);
    }
}

/* --- Folders --------------------------------------------------------------------------------- */

/* Returns the list of users of the system in which the user has the private home folder. (transfer full)
 * (nullable): NULL if it cannot be read */
static char *
make_users (void)
{
  g_autofree char *text = troupe_file_read (USERS, MOST_USERS, NULL, NULL, NULL);
  g_autofree char *own = g_strdup_printf ("%u", (guint) getuid ());
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (GString) users = g_string_new (NULL);
  gboolean is_found = FALSE;

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ":", -1);

      if (g_strv_length (fields) == N_FIELDS && g_str_equal (fields[FIELD_ID], own))
        {
          troupe_set_str (&fields[FIELD_HOME], TROUPE_MCP_SANDBOX_HOME);
          g_free (lines[i]);
          lines[i] = g_strjoinv (":", fields);
          is_found = TRUE;
        }
      if (*lines[i] != '\0')
        g_string_append_printf (users, "%s\n", lines[i]);
    }
  /* The user may be known to a directory service instead. */
  if (!is_found)
    g_string_append_printf (users, "%s:x:%s:%u::%s:/bin/sh\n", troupe_user_get_name (), own,
                            (guint) getgid (), TROUPE_MCP_SANDBOX_HOME);
  return text != NULL ? g_string_free (g_steal_pointer (&users), FALSE) : NULL;
}

/* Nothing is mounted below the private home folder, because other processes of the server may write it
 * at the same time: they could exchange a parent of a mount point for a link, so that the mount that
 * hides a file would be created elsewhere. The path of the user's home folder, which may be a parent of
 * the document's folder, is an empty folder of this sandbox. */
static void
add_home (GPtrArray *words,
          TroupeSandboxNames *names,
          const TroupeMcpConfig *config,
          const TroupeMcpSandboxPlace *place)
{
  g_autofree char *own =
      troupe_mcp_home_make (config, TROUPE_MCP_SANDBOX_HOME, place->folder, place->code);

  troupe_sandbox_add_home (words);
  if (own != NULL)
    {
      g_autofree char *folder = NULL;
      g_autofree char *file = NULL;
      g_autofree char *users = NULL;
      g_autofree char *before = NULL;

      troupe_sandbox_add (words, "--bind", own, TROUPE_MCP_SANDBOX_HOME, NULL);
      troupe_sandbox_names_add_home (names, TROUPE_MCP_SANDBOX_HOME);
      /* Tells programs that do not use `HOME` where the private home folder is. */
      folder = g_build_filename (g_get_user_runtime_dir (), "troupe", NULL);
      file = g_build_filename (folder, "passwd", NULL);
      users = g_file_test (USERS, G_FILE_TEST_IS_SYMLINK) ? NULL : make_users ();
      if (users != NULL && g_mkdir_with_parents (folder, 0700) == 0)
        {
          /* Another start may just be showing the file, which would be a different one if it were replaced. */
          before = troupe_file_read (file, 2 * MOST_USERS, NULL, NULL, NULL);
          if (g_strcmp0 (before, users) == 0 || g_file_set_contents (file, users, -1, NULL))
            troupe_sandbox_add (words, "--ro-bind", file, USERS, NULL);
        }
    }
  else
    troupe_sandbox_add (words, "--dir", TROUPE_MCP_SANDBOX_HOME, NULL);
  troupe_sandbox_add (words, "--setenv", "HOME", TROUPE_MCP_SANDBOX_HOME, NULL);
}

static gboolean
add_folder (GPtrArray *words,
            TroupeSandboxMounts *mounts,
            const TroupeMcpConfig *config,
            const char *folder,
            GError **error)
{
  g_autofree char *real = NULL;

  if (!troupe_folder_policy_is_shared (folder))
    return troupe_sandbox_add_folder (words, mounts, folder, folder, NULL, TRUE, error);
  /* Makes only those files of @folder visible that the arguments name, because the folder is
   * shared with others. */
  real = troupe_path_resolve (folder);
  troupe_sandbox_add (words, "--dir", folder, NULL);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, config->arguments[i], NULL);
      g_autofree char *source = g_build_filename (real, config->arguments[i], NULL);

      if (strchr (config->arguments[i], '/') == NULL && *config->arguments[i] != '.' &&
          !troupe_folder_policy_is_protected (config->arguments[i]) &&
          !g_file_test (path, G_FILE_TEST_IS_SYMLINK) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        troupe_sandbox_add_file (words, mounts, source, path, FALSE);
    }
  return TRUE;
}

/* @folders: (nullable): the paths that were granted; NULL for all */
static gboolean
check_named (const TroupeMcpConfig *config,
             const Named *named,
             gboolean is_folder,
             const char *const *folders,
             GError **error)
{
  if (troupe_folder_policy_is_system (named->real) ||
      (is_folder && troupe_folder_policy_is_shared (named->real)))
    {
      g_autofree char *shown = g_filename_display_name (named->real);

      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
                   /* Translators: %s are a command line and a folder. */
                   _ ("The MCP server “%s” has access to %s, which contains everything that the "
                      "sandbox should protect. Nothing was run. Specify a subfolder instead."),
                   config->label, shown);
      return FALSE;
    }
  if (named->is_link)
    {
      g_autofree char *shown = g_filename_display_name (named->path);
      g_autofree char *target = g_filename_display_name (named->real);

      g_set_error (
          error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
          /* Translators: %s are a command line, a path and the path to which it leads. */
          _ ("The MCP server “%s” was not started: %s leads through a symbolic link to %s. Specify "
             "that path in the document instead if the server may access it."),
          config->label, shown, target);
      return FALSE;
    }
  if (folders != NULL && !g_strv_contains (folders, named->real))
    {
      g_autofree char *shown = g_filename_display_name (named->real);

      g_set_error (
          error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
          /* Translators: %s are a command line and a file or folder. */
          _ ("The MCP server “%s” now has access to %s, which was not among the permissions "
             "that you granted: a file or link has been changed since then. The server was "
             "not started. Run the document again to review its permissions."),
          config->label, shown);
      return FALSE;
    }
  return TRUE;
}

/* Sorts folders before what is in them, because a mount covers what was mounted below its path before. */
static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  const Named *first = *(const Named *const *) a;
  const Named *second = *(const Named *const *) b;

  return strcmp (first->path, second->path);
}

static gboolean
add_all_named (GPtrArray *words,
               TroupeSandboxMounts *mounts,
               const TroupeMcpConfig *config,
               const char *folder,
               const TroupeMcpSandboxPlace *place,
               GError **error)
{
  const char *const *folders = place->folders;
  g_autoptr (GPtrArray) list = list_named (config, folder);
  g_autofree char *real = troupe_path_resolve (folder);
  g_autoptr (GPtrArray) inner = NULL;

  /* Lists what sandboxes of this document show, so that the folders above it stay where they
   * are. */
  inner = g_ptr_array_new ();
  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add (inner, ((Named *) list->pdata[i])->real);
  g_ptr_array_add (inner, (gpointer) real);
  g_ptr_array_add (inner, NULL);
  g_ptr_array_sort (list, compare_paths);
  for (guint i = 0; i < list->len; i++)
    {
      const Named *named = list->pdata[i];
      const gboolean is_folder = g_file_test (named->real, G_FILE_TEST_IS_DIR);
      const gboolean may_write = named->may_write && place->may_change_programs;

      if (!check_named (config, named, is_folder, folders, error))
        return FALSE;
      /* What is not in the document's folder may be a program or settings. A key file that the document names itself stays visible. */
      if (!is_folder)
        troupe_sandbox_add_file (words, mounts, named->real, named->path, may_write);
      else if (!troupe_sandbox_add_folder (words, mounts, named->real, named->path,
                                           (const char *const *) inner->pdata, may_write, error))
        return FALSE;
    }
  return TRUE;
}

/* --- Command line ----------------------------------------------------------------------------- */

GError *
troupe_mcp_sandbox_make_error (const TroupeMcpConfig *config, const char *reason)
{
  return g_error_new (
      TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
      /* Translators: %s are a command line and the reason. “Run” is the label of the button. */
      _ ("The MCP server “%s” must run in a sandbox, but none is available: %s. The server was not "
         "started. Fix bubblewrap on this system, or allow the server to run without a sandbox: in "
         "the window, grant this permission at the next run; in troupectl, use “--allow "
         "no-sandbox”."),
      config->label, reason);
}

/* Creates the hidden folder if it does not exist, because the folder around it is read-only. Returns FALSE if it is not for data. */
static gboolean
make_hidden (TroupeSandboxNames *names, const char *path, const char *root)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  TroupeSandboxOutput *output = NULL;
  int folder;

  if (!troupe_mcp_hidden_is_for_data (path, root))
    return FALSE;
  folder = troupe_folder_open_exact (-1, parent);
  output = folder >= 0 ? troupe_sandbox_output_new (folder, name) : NULL;
  if (output != NULL)
    troupe_sandbox_names_take_output (names, output);
  if (folder >= 0)
    close (folder);
  return output != NULL;
}

static gboolean
fill_words (GPtrArray *words,
            TroupeSandboxMounts *mounts,
            const TroupeMcpConfig *config,
            const char *program,
            const TroupeMcpSandboxPlace *place,
            GError **error)
{
  const char *folder = place->folder;
  g_autofree char *interpreter = find_interpreter (program, folder);
  TroupeSandboxNames *names = troupe_sandbox_mounts_get_names (mounts);
  const char *const *folders;
  g_auto (GStrv) hidden = NULL;
  g_autofree char *root = NULL;

  troupe_sandbox_add_walls (words);
  troupe_sandbox_add_system (words);
  add_home (words, troupe_sandbox_mounts_get_names (mounts), config, place);
  if (place->may_change_programs)
    troupe_sandbox_names_allow_programs (troupe_sandbox_mounts_get_names (mounts));
  troupe_sandbox_add_network (words, TRUE);
  add_program (words, program, folder);
  if (interpreter != NULL)
    add_program (words, interpreter, folder);
  if (!add_all_named (words, mounts, config, folder, place, error))
    return FALSE;
  /* Makes the hidden folders and files writable that the document names, as far as they were
   * granted. */
  if (!add_folder (words, mounts, config, folder, error))
    return FALSE;
  folders = place->folders;
  hidden = troupe_mcp_hidden_list (config, folder);
  root = troupe_path_resolve (folder);
  for (guint i = 0; hidden[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, hidden[i] + strlen (root), NULL);

      if ((folders != NULL && !g_strv_contains (folders, hidden[i])) ||
          (!place->may_change_programs && !make_hidden (names, hidden[i], root)))
        continue;
      troupe_sandbox_names_grant (names, path);
      if (!g_file_test (hidden[i], G_FILE_TEST_IS_DIR))
        troupe_sandbox_add_file (words, mounts, hidden[i], path, TRUE);
      else if (!troupe_sandbox_add_folder (words, mounts, hidden[i], path, NULL, TRUE, error))
        return FALSE;
    }
  if (place->copies != NULL)
    troupe_mcp_copies_show (place->copies, words, mounts, folder);
  /* Variables of the document are set for the server only, because they could change the
   * behavior of bubblewrap itself. */
  if (g_getenv ("TMPDIR") != NULL)
    troupe_sandbox_add (words, "--setenv", "TMPDIR", "/tmp", NULL);
  for (guint i = 0; config->environment[i] != NULL; i += 2)
    if (troupe_search_paths_is_of_linker (config->environment[i]))
      troupe_sandbox_names_set_variable (names, words, config->environment[i],
                                         config->environment[i + 1]);
    else
      troupe_sandbox_add (words, "--setenv", config->environment[i], config->environment[i + 1],
                          NULL);
  troupe_sandbox_add (words, "--remount-ro", "/", "--chdir", folder, NULL);
  return TRUE;
}

gboolean
troupe_mcp_sandbox_init (TroupeMcpSandbox *self,
                         const TroupeMcpConfig *config,
                         GPtrArray *command,
                         const TroupeMcpSandboxPlace *place,
                         GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  const char *sandbox = troupe_sandbox_find_program ();
  g_autoptr (GByteArray) bytes = NULL;
  int fd;
  int result = -1;
  g_autofree char *command_number = NULL;
  g_autofree char *script = NULL;
  GPtrArray *command_words;

  g_return_val_if_fail (self != NULL && config != NULL && command->len > 0, FALSE);
  g_return_val_if_fail (place != NULL && place->folder != NULL, FALSE);

  *self = (TroupeMcpSandbox) TROUPE_MCP_SANDBOX_INIT;
  if (sandbox == NULL)
    {
      g_propagate_error (error,
                         troupe_mcp_sandbox_make_error (config, _ ("bubblewrap is not installed")));
      return FALSE;
    }
  if (!troupe_sandbox_gate_init (&self->gate, error) ||
      !fill_words (words, self->gate.mounts, config, command->pdata[0], place, error) ||
      !troupe_sandbox_gate_add (&self->gate, words, TROUPE_MCP_SANDBOX_GATE, error))
    {
      troupe_mcp_sandbox_clear (self);
      return FALSE;
    }
  self->filter = troupe_sandbox_open_filter ();
  if (self->filter >= 0)
    {
      g_autofree char *number = g_strdup_printf ("%d", TROUPE_MCP_SANDBOX_FILTER);

      troupe_sandbox_add (words, "--seccomp", number, NULL);
    }
  /* Passes the arguments in a file, because the command line is readable by all processes. */
  bytes = g_byte_array_new ();
  fd = memfd_create ("troupe-words", MFD_CLOEXEC);
  for (guint i = 0; i < words->len; i++)
    g_byte_array_append (bytes, words->pdata[i], (guint) strlen (words->pdata[i]) + 1);
  if (fd >= 0 && write (fd, bytes->data, bytes->len) == (gssize) bytes->len &&
      lseek (fd, 0, SEEK_SET) == 0)
    result = fd;
  else if (fd >= 0)
    close (fd);
  self->words = result;
  /* Bubblewrap keeps its own standard output open. This would hide that the server has closed
   * its output. */
  command_number = g_strdup_printf ("%d", TROUPE_MCP_SANDBOX_WORDS);
  script = g_strdup_printf ("exec \"$@\" >&%d %d>&-", TROUPE_MCP_SANDBOX_OUTPUT,
                            TROUPE_MCP_SANDBOX_OUTPUT);
  command_words = g_ptr_array_new ();
  troupe_sandbox_add (command_words, sandbox, "--args", command_number, "--", NULL);
  troupe_sandbox_gate_add_command (&self->gate, command_words, TROUPE_MCP_SANDBOX_GATE);
  troupe_sandbox_add (command_words, "/bin/sh", "-c", script, "sh", NULL);
  for (guint i = 0; i < command->len; i++)
    troupe_sandbox_add (command_words, command->pdata[i], NULL);
  g_ptr_array_add (command_words, NULL);
  self->command = (char **) g_ptr_array_free (command_words, FALSE);
  if (self->words >= 0 && self->filter >= 0)
    return TRUE;
  g_propagate_error (error, troupe_mcp_sandbox_make_error (config, g_strerror (errno)));
  troupe_mcp_sandbox_clear (self);
  return FALSE;
}

void
troupe_mcp_sandbox_clear (TroupeMcpSandbox *self)
{
  g_clear_pointer (&self->command, g_strfreev);
  if (self->words >= 0)
    close (self->words);
  if (self->filter >= 0)
    close (self->filter);
  self->words = self->filter = -1;
  troupe_sandbox_gate_clear (&self->gate);
}
