/* troupe-project-code.c: static analysis of the project's Python files that a document would run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-project-code"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>

#include "troupe-agreed-texts.h"
#include "troupe-folder-stamp.h"
#include "troupe-project-code.h"
#include "troupe-project-file.h"
#include "troupe-python-imports.h"
#include "troupe-python-variables.h"
#include "troupe-python-program.h"

/* Limits for the files that are read. If they are exceeded, consent is only valid for one run. */
#define MAX_FILES 2000
#define MAX_FILE_SIZE (16 * 1024 * 1024)
#define MAX_BYTES (32 * 1024 * 1024)
#define MAX_DEPTH 12

/* The names of the modules of Python's standard library, in all versions since 3.9. Names with a
 * leading underscore also count as standard modules. */
static const char standard_names[] =
    " abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit "
    "audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk "
    "cmath cmd code codecs codeop collections colorsys compileall compression concurrent "
    "configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses "
    "datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings "
    "ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions "
    "ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq "
    "hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json "
    "keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math "
    "mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath "
    "nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle "
    "pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats "
    "pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib "
    "resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site "
    "sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile "
    "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau "
    "symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap "
    "this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty "
    "turtle turtledemo types typing unicodedata unittest urllib usercustomize uu uuid venv "
    "warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile "
    "zipimport zlib zoneinfo ";

/* Standard modules that access neither the network nor files. */
static const char pure_names[] =
    " abc array ast base64 binascii bisect builtins calendar cmath codecs collections colorsys "
    "contextlib contextvars copy csv dataclasses datetime decimal difflib enum errno fnmatch "
    "fractions functools gc graphlib hashlib heapq hmac html inspect ipaddress itertools json "
    "keyword locale math numbers operator pprint queue random re reprlib secrets statistics "
    "string stringprep struct sys textwrap threading time timeit token tokenize traceback types "
    "typing unicodedata uuid warnings weakref zlib zoneinfo ";

/* Standard modules that only access files. */
static const char file_names[] =
    " bz2 configparser dbm fileinput glob gzip io logging lzma pathlib shutil sqlite3 tarfile "
    "tempfile tomllib xml zipfile ";

typedef struct
{
  char *folder;
  GHashTable *found; /* maps relative path to SHA-256 in hex */
  GHashTable *crews; /* set of those paths in @found that are crews */
  GHashTable *texts; /* see #TroupeProjectCode */
  GPtrArray *todo;   /* relative paths of modules to read */
  GHashTable *seen;  /* folders that were visited, by device and inode */
  gsize n_bytes;
  gboolean wants_all;
  gboolean is_whole;
  TroupePythonPermissions permissions;
  gboolean has_source; /* see troupe_python_has_source_folder() */
  GPtrArray *places;   /* relative folders with crews, in which their modules are found first */
  const char *package; /* relative folder of the file being read */
  const char *file;    /* relative path of the file being read; NULL for code in the document */
  gboolean is_certain; /* FALSE for files that are only read because any file may be imported */
  char *hooks;         /* (nullable): see #TroupeProjectCode */
  GPtrArray *variables;
  char *kickoff;       /* (nullable) */
  GHashTable *servers; /* set of relative paths of files that MCP servers run */
  gboolean is_server;  /* whether a server runs the file being read */
} Search;

/* @names: each surrounded by spaces */
static gboolean
is_among (const char *names, const char *name, gsize length)
{
  g_autofree char *word = g_strdup_printf (" %.*s ", (int) length, name);

  return strstr (names, word) != NULL;
}

static gboolean
is_standard (const char *name, gsize length)
{
  return *name == '_' || is_among (standard_names, name, length);
}

/* --- Files ----------------------------------------------------------------------------------- */

static void
add_file (Search *self, const char *path)
{
  g_autofree char *full = NULL;

  g_assert (self != NULL);

  if (g_hash_table_contains (self->found, path))
    {
      /* If the document's own Python also imports a module of a server, the module is counted
       * for both. */
      if (!self->is_server && g_hash_table_remove (self->servers, path))
        g_ptr_array_add (self->todo, g_strdup (path));
      return;
    }
  full = g_build_filename (self->folder, path, NULL);
  if (!g_file_test (full, G_FILE_TEST_IS_REGULAR))
    return;
  if (g_hash_table_size (self->found) >= MAX_FILES)
    {
      self->is_whole = FALSE;
      return;
    }
  g_hash_table_insert (self->found, g_strdup (path), g_strdup (""));
  if (self->is_server)
    g_hash_table_add (self->servers, g_strdup (path));
  g_ptr_array_add (self->todo, g_strdup (path));
}

/* Returns TRUE if Python would load @file as module @name of its folder: `name.py`,
 * `name.cpython-311-….so`, or cached bytecode. */
static gboolean
is_of_module (const char *file, const char *name)
{
  gsize length = strlen (name);

  return strncmp (file, name, length) == 0 && file[length] == '.' &&
         (g_str_has_suffix (file, ".py") || g_str_has_suffix (file, ".pyc") ||
          g_str_has_suffix (file, ".so"));
}

/* Adds the files of a module. @name: (nullable): NULL for every module of the folder */
static gboolean
add_modules_of (Search *self, const char *folder, const char *name)
{
  g_autofree char *full = g_build_filename (self->folder, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *file;
  gboolean found = FALSE;

  g_assert (self != NULL);

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *stem = g_strndup (file, strcspn (file, "."));

      if (is_of_module (file, name != NULL ? name : stem))
        {
          g_autofree char *path = g_build_filename (folder, file, NULL);

          add_file (self, path);
          found = TRUE;
        }
    }
  return found;
}

static gboolean
add_module (Search *self, const char *folder, const char *name)
{
  g_autofree char *cache = g_build_filename (folder, "__pycache__", NULL);
  gboolean found = add_modules_of (self, folder, name);

  if (found)
    add_modules_of (self, cache, name);
  return found;
}

/* --- Modules --------------------------------------------------------------------------------- */

/* Adds a module by its path `a/b/c` relative to the project's folder, including the packages
 * that contain the module. Returns FALSE if no component of the path exists. */
static gboolean
add_path (Search *self, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autofree char *folder = g_strdup ("");
  gboolean found = FALSE;

  g_assert (self != NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *inner = NULL;
      g_autofree char *full = NULL;

      if (*parts[i] == '\0')
        continue;
      inner = g_build_filename (folder, parts[i], NULL);
      full = g_build_filename (self->folder, inner, NULL);
      if (add_module (self, folder, parts[i]))
        found = TRUE;
      if (!g_file_test (full, G_FILE_TEST_IS_DIR))
        return found;
      if (add_module (self, inner, "__init__"))
        found = TRUE;
      /* A folder without an __init__ file is a namespace package. */
      if (parts[i + 1] == NULL)
        found = TRUE;
      g_free (folder);
      folder = g_steal_pointer (&inner);
    }
  return found;
}

/* Records the capabilities of code outside the project, and whether it may import modules of the
 * project. */
static void
note_foreign (Search *self, const char *name)
{
  gsize length = strcspn (name, "./");

  g_assert (self != NULL);

  if (is_among (pure_names, name, length))
    return;
  self->permissions |= TROUPE_PYTHON_PERMIT_WRITE;
  if (is_among (file_names, name, length))
    return;
  self->permissions |= TROUPE_PYTHON_PERMIT_NETWORK;
  /* If the project's folder contains modules with the names of a library's dependencies, the
   * library imports these modules. */
  if (!is_standard (name, length))
    self->wants_all = TRUE;
}

/* Returns the folder to which a module name is relative. @module: advanced past its leading
 * dots. (nullable): NULL if the folder is outside the project */
static char *
find_package (Search *self, const char **module)
{
  g_autofree char *folder = g_strdup (self->package);

  g_assert (self != NULL);

  if (**module != '.')
    return g_strdup ("");
  for ((*module)++; **module == '.'; (*module)++)
    {
      char *above = NULL;

      if (*folder == '\0')
        return NULL;
      above = strchr (folder, '/') != NULL ? g_path_get_dirname (folder) : g_strdup ("");
      g_free (folder);
      folder = above;
    }
  return g_steal_pointer (&folder);
}

/* Adds the module @inner of the folder, a path such as `a/b`, and @item in it. Returns FALSE if there
 * is no such module. */
static gboolean
import_from (Search *self, const char *folder, const char *inner, const char *item)
{
  g_autofree char *path = g_build_filename (folder, inner, NULL);

  g_assert (self != NULL);

  if (*inner != '\0' && !add_path (self, path))
    return FALSE;
  if (item != NULL && g_str_equal (item, "*"))
    add_modules_of (self, path, NULL);
  else if (item != NULL)
    {
      g_autofree char *of_item = g_build_filename (path, item, NULL);

      add_path (self, of_item);
    }
  return TRUE;
}

/* Returns TRUE if the code imports a function that can register hooks for other points than the calls of
 * models and tools, whose hooks are called. */
static gboolean
imports_hooks (const char *module, const char *item)
{
  static const char *const names[] = { "on", "register_hook", "register", "*", NULL };

  if (g_str_equal (module, "crewai"))
    return g_strcmp0 (item, "hooks") == 0;
  if (!g_str_equal (module, "crewai.hooks") && !g_str_has_prefix (module, "crewai.hooks."))
    return FALSE;
  return item == NULL || g_strv_contains (names, item);
}

static void
import_cb (const char *module, const char *item, gpointer user_data)
{
  Search *self = user_data;
  const char *name = module;
  g_autofree char *folder = find_package (self, &name);
  g_autofree char *inner = g_strdelimit (g_strdup (name), ".", '/');

  g_assert (self != NULL);

  if (self->is_certain && self->hooks == NULL && imports_hooks (module, item))
    self->hooks = g_strdup (self->file != NULL ? self->file : "");
  if (folder == NULL)
    return;
  /* The code of a crew in a folder of its own finds the modules of that folder. */
  for (guint i = 0; *module != '.' && i < self->places->len; i++)
    {
      const char *place = self->places->pdata[i];
      const gsize length = strlen (place);

      if (g_str_has_prefix (self->package, place) && strchr ("/", self->package[length]) != NULL &&
          import_from (self, place, inner, item))
        return;
    }
  if (!import_from (self, folder, inner, item) &&
      (*module == '.' || !self->has_source || !import_from (self, "src", inner, item)))
    note_foreign (self, name);
}

/* Returns TRUE if the code starts crews, agents or flows of CrewAI itself. */
static gboolean
starts_crews (const char *source)
{
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  gboolean is_skipped = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = lines[i];

      if (*line != '\0' && strchr (" \t\r)#", *line) == NULL)
        {
          static const char *const starts[] = { "if __name__", "def kickoff(",
                                                "def run(",    "def run_with_trigger(",
                                                "def main(",   "def train(",
                                                "def test(",   "def replay(" };

          is_skipped = FALSE;
          for (guint j = 0; j < G_N_ELEMENTS (starts); j++)
            if (g_str_has_prefix (line, starts[j]))
              {
                is_skipped = TRUE;
                break;
              }
        }
      if (!is_skipped && line[strspn (line, " \t")] != '#' &&
          (strstr (line, ".kickoff(") != NULL || strstr (line, ".kickoff_async(") != NULL ||
           strstr (line, ".akickoff(") != NULL || strstr (line, ".kickoff_for_each(") != NULL))
        return TRUE;
    }
  return FALSE;
}

static void
read_source (Search *self, const char *source)
{
  g_assert (self != NULL);

  troupe_python_imports_scan (source, import_cb, self);
  if (self->is_certain)
    troupe_python_variables_scan (source, self->variables);
  if (self->is_certain && self->kickoff == NULL && starts_crews (source))
    self->kickoff = g_strdup (self->file != NULL ? self->file : "");
  if (troupe_python_source_has_word (source, "open"))
    self->permissions |= TROUPE_PYTHON_PERMIT_WRITE;
  if (troupe_python_imports_are_hidden (source))
    {
      self->wants_all = TRUE;
      self->permissions |= TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE;
    }
}

static void
read_file (Search *self, const char *path)
{
  g_autofree char *package = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  gsize length = 0;

  g_assert (self != NULL);

  text = troupe_project_file_read_any (self->folder, path, MAX_FILE_SIZE, &length, NULL);
  self->n_bytes += length;
  if (text == NULL || self->n_bytes > MAX_BYTES)
    {
      self->is_whole = FALSE;
      return;
    }
  g_hash_table_replace (self->found, g_strdup (path),
                        g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text,
                                                     length));
  self->package = g_str_equal (package, ".") ? "" : package;
  self->file = path;
  self->is_server = g_hash_table_contains (self->servers, path);
  /* The code of a server is complete without its imports, and its sandbox does not depend on it. */
  if (self->is_server)
    self->is_server = FALSE;
  else if (g_str_has_suffix (path, ".py") && strlen (text) == length)
    read_source (self, text);
  /* Binary files cannot be analyzed, so they may do anything. */
  else if (strstr (path, "__pycache__") == NULL)
    {
      self->wants_all = TRUE;
      self->permissions |= TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE;
    }
  self->package = "";
  self->file = NULL;
}

/* --- Whole folder ----------------------------------------------------------------------------- */

static gboolean
is_walked (Search *self, const char *full)
{
  g_autofree char *context = g_build_filename (full, "pyvenv.cfg", NULL);
  struct stat status;

  g_assert (self != NULL);

  if (g_file_test (context, G_FILE_TEST_EXISTS) || stat (full, &status) != 0)
    return TRUE;
  return !g_hash_table_add (self->seen,
                            g_strdup_printf ("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
                                             (guint64) status.st_dev, (guint64) status.st_ino));
}

static void
walk (Search *self, const char *folder, guint depth)
{
  g_autofree char *full = g_build_filename (self->folder, folder, NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert (self != NULL);

  if (depth > 0 && is_walked (self, full))
    return;
  if (depth > MAX_DEPTH)
    {
      self->is_whole = FALSE;
      return;
    }
  add_modules_of (self, folder, NULL);
  dir = g_dir_open (full, 0, NULL);
  while (dir != NULL && self->is_whole && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *inner = g_build_filename (full, name, NULL);

      /* Hidden folders cannot be imported. */
      if (*name != '.' && !g_str_equal (name, "node_modules") &&
          g_file_test (inner, G_FILE_TEST_IS_DIR))
        walk (self, path, depth + 1);
    }
}

/* --- MCP servers ------------------------------------------------------------------------------ */

/* Adds the files that a server may run (troupe_mcp_scripts_list()). */
static void
add_server (Search *self, TroupeValue *files)
{
  g_assert (self != NULL);

  self->is_server = TRUE;
  for (gsize i = 0; i < troupe_value_list_get_length (files); i++)
    {
      const char *path = troupe_value_get_string (troupe_value_list_get (files, i), NULL);

      if (g_path_is_absolute (path))
        {
          /* Adds a file or a folder outside of the project's folder. */
          gsize length = 0;
          g_autofree char *text =
              g_str_has_suffix (path, "/")
                  ? NULL
                  : troupe_project_file_read_any ("/", path + 1, MAX_FILE_SIZE, &length, NULL);
          char *digest = text != NULL ? troupe_agreed_texts_make_digest (text, length)
                                      : troupe_folder_make_stamp ("/", path + 1);

          self->is_whole = self->is_whole && digest != NULL;
          g_hash_table_replace (self->found, g_strdup (path),
                                digest != NULL ? digest : g_strdup (""));
        }
      else if (g_str_has_suffix (path, "/"))
        {
          /* Adds a folder whose files are too many to read them. */
          char *stamp = troupe_folder_make_stamp (self->folder, path);

          self->is_whole = self->is_whole && stamp != NULL;
          g_hash_table_replace (self->found, g_strdup (path),
                                stamp != NULL ? stamp : g_strdup (""));
        }
      else
        add_file (self, path);
    }
  self->is_server = FALSE;
}

/* --- Search ----------------------------------------------------------------------------------- */

static void
read_entry (Search *self, TroupeValue *entry)
{
  const char *kind = troupe_value_get_member_text (entry, "kind");
  const char *text = troupe_value_get_member_text (entry, "text");
  g_autofree char *module = NULL;
  const char *slash;
  g_autofree char *place = NULL;
  g_autofree char *inner = NULL;

  g_assert (self != NULL);

  if (text == NULL)
    return;
  /* The files of a crew were already read, and the consent applies to the content that was read. */
  if (g_strcmp0 (kind, "crew") == 0)
    {
      g_hash_table_replace (self->found, g_strdup (text),
                            g_strdup (troupe_value_get_member_text (entry, "digest")));
      g_hash_table_add (self->crews, g_strdup (text));
      return;
    }
  if (g_strcmp0 (kind, "text") == 0)
    {
      g_hash_table_replace (self->texts, g_strdup (text),
                            g_strdup (troupe_value_get_member_text (entry, "digest")));
      return;
    }
  if (g_strcmp0 (kind, "mcp") == 0)
    {
      TroupeValue *files = troupe_value_map_lookup_string (entry, "files", -1);

      if (files != NULL && troupe_value_is (files, TROUPE_VALUE_LIST))
        add_server (self, files);
      return;
    }
  if (g_strcmp0 (kind, "script") == 0)
    {
      read_source (self, text);
      return;
    }
  module = g_strndup (text, strcspn (text, ":"));
  /* Adds the module of a reference such as `crews/one/module`. */
  slash = strrchr (module, '/');
  place = slash != NULL ? g_strndup (module, (gsize) (slash - module)) : NULL;
  inner = slash != NULL ? g_strdelimit (g_strdup (slash + 1), ".", '/') : NULL;
  if (place == NULL)
    import_cb (module, NULL, self);
  else
    {
      if (!g_ptr_array_find_with_equal_func (self->places, place, g_str_equal, NULL))
        g_ptr_array_add (self->places, g_strdup (place));
      import_from (self, place, inner, NULL);
    }
  /* Objects of these kinds depend on CrewAI and Pydantic. */
  if (g_strcmp0 (kind, "code") != 0)
    note_foreign (self, "crewai");
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the keys, sorted. (transfer full) (element-type utf8) */
static GPtrArray *
list_keys (GHashTable *table)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, g_strdup (key));
  g_ptr_array_sort (keys, compare_texts);
  return keys;
}

/* @digests: by the paths */
static void
update (GChecksum *sum, GPtrArray *paths, GHashTable *digests)
{
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      const char *digest = g_hash_table_lookup (digests, path);

      g_checksum_update (sum, (const guchar *) path, (gssize) strlen (path) + 1);
      g_checksum_update (sum, (const guchar *) digest, (gssize) strlen (digest) + 1);
    }
}

static char *
make_digest (Search *self, GPtrArray *files)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GPtrArray) texts = list_keys (self->texts);

  g_assert (self != NULL);

  update (sum, files, self->found);
  /* The empty path, which no file has, separates them. */
  if (texts->len > 0)
    g_checksum_update (sum, (const guchar *) "", 1);
  update (sum, texts, self->texts);
  return files->len + texts->len > 0 ? g_strdup (g_checksum_get_string (sum)) : NULL;
}

TroupeProjectCode *
troupe_project_code_find (const char *folder, TroupeValue *python)
{
  TroupeProjectCode *self = g_new0 (TroupeProjectCode, 1);
  Search search = { .is_whole = TRUE, .is_certain = TRUE, .package = "" };

  g_return_val_if_fail (folder != NULL, self);

  self->digests = g_ptr_array_new_with_free_func (g_free);
  search.folder = g_strdup (folder);
  search.has_source = troupe_python_has_source_folder (folder);
  search.found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  search.places = g_ptr_array_new_with_free_func (g_free);
  search.todo = g_ptr_array_new_with_free_func (g_free);
  search.variables = g_ptr_array_new_with_free_func (g_free);
  search.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  search.crews = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  search.texts = troupe_agreed_texts_new ();
  search.servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (python != NULL && troupe_value_is (python, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (python) > 0)
    {
      gboolean has_walked = FALSE;
      g_autoptr (GDir) dir = NULL;
      const char *name;

      for (gsize i = 0; i < troupe_value_list_get_length (python); i++)
        read_entry (&search, troupe_value_list_get (python, i));
      /* Adds project files that have the names of standard modules, because the standard library
       * itself would import them instead. */
      dir = g_dir_open (search.folder, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *stem = g_strndup (name, strcspn (name, "."));

          if (*stem != '\0' && !g_str_equal (stem, "__pycache__") &&
              is_standard (stem, strlen (stem)))
            add_path (&search, stem);
        }
      for (guint i = 0; i < search.todo->len || (search.wants_all && !has_walked); i++)
        {
          if (i < search.todo->len)
            read_file (&search, g_ptr_array_index (search.todo, i));
          else
            {
              has_walked = TRUE;
              search.is_certain = FALSE;
              walk (&search, "", 0);
              i--;
            }
        }
    }
  self->files = list_keys (search.found);
  for (guint i = 0; i < self->files->len; i++)
    g_ptr_array_add (self->digests,
                     g_strdup (g_hash_table_contains (search.crews, self->files->pdata[i])
                                   ? ""
                                   : g_hash_table_lookup (search.found, self->files->pdata[i])));
  self->digest = make_digest (&search, self->files);
  self->texts = search.texts;
  self->is_whole = search.is_whole;
  self->hooks = search.hooks;
  self->kickoff = search.kickoff;
  g_ptr_array_sort (search.variables, compare_texts);
  g_ptr_array_add (search.variables, NULL);
  self->variables = (char **) g_ptr_array_free (search.variables, FALSE);
  self->permissions = search.permissions;
  g_free (search.folder);
  g_hash_table_unref (search.found);
  g_ptr_array_unref (search.places);
  g_ptr_array_unref (search.todo);
  g_hash_table_unref (search.seen);
  g_hash_table_unref (search.crews);
  g_hash_table_unref (search.servers);
  return self;
}

void
troupe_project_code_free (TroupeProjectCode *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->digests);
  g_hash_table_unref (self->texts);
  g_free (self->digest);
  g_free (self->hooks);
  g_strfreev (self->variables);
  g_free (self->kickoff);
  g_free (self);
}

char *
troupe_project_code_describe_hooks (const char *hooks)
{
  if (hooks == NULL)
    return NULL;
  if (*hooks == '\0')
    return g_strdup (_ (
        "Python code of the document can register hooks of “crewai.hooks” for any point of a run. "
        "Troupe calls only those for the model calls and tool calls of agents."));
  return g_strdup_printf (
      /* Translators: %s is a file */
      _ ("The file %s can register hooks of “crewai.hooks” for any point of a run. Troupe calls "
         "only those for the model calls and tool calls of agents."),
      hooks);
}

char *
troupe_project_code_describe_kickoff (const char *kickoff)
{
  if (kickoff == NULL)
    return NULL;
  if (*kickoff == '\0')
    return g_strdup (
        _ ("Python code of the document starts a crew, an agent or a flow itself. It receives "
           "no keys of models, and its steps are not shown."));
  return g_strdup_printf (
      /* Translators: %s is a file */
      _ ("The file %s starts a crew, an agent or a flow itself. It receives no keys of models, and "
         "its steps "
         "are not shown."),
      kickoff);
}
