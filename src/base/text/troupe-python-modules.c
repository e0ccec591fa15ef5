/* troupe-python-modules.c: modules that Python imports whatever program it runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-modules"

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "troupe-python-modules.h"

/* `sitecustomize` and `usercustomize`, and the standard library of Python 3.8 to 3.14 in the order of strcmp(), also what only other
 * systems have, because its modules try to import that, and without `test`, which is a usual folder of projects. */
static const char *const names[] = {
  "__future__", "_abc", "_aix_support", "_android_support", "_ast", "_ast_unparse", "_asyncio",
  "_bisect", "_blake2", "_bootlocale", "_bootsubprocess", "_bz2", "_codecs", "_codecs_cn",
  "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw", "_collections",
  "_collections_abc", "_colorize", "_compat_pickle", "_compression", "_contextvars", "_crypt",
  "_csv", "_ctypes", "_curses", "_curses_panel", "_datetime", "_dbm", "_decimal",
  "_distutils_system_mod", "_elementtree", "_frozen_importlib", "_frozen_importlib_external",
  "_functools", "_gdbm", "_hashlib", "_heapq", "_hmac", "_imp", "_interpchannels", "_interpqueues",
  "_interpreters", "_io", "_ios_support", "_json", "_locale", "_lsprof", "_lzma", "_markupbase",
  "_md5", "_msi", "_multibytecodec", "_multiprocessing", "_opcode", "_opcode_metadata",
  "_operator", "_osx_support", "_overlapped", "_pickle", "_posixshmem", "_posixsubprocess",
  "_py_abc", "_py_warnings", "_pydecimal", "_pyio", "_pylong", "_pyrepl", "_queue", "_random",
  "_remote_debugging", "_scproxy", "_sha1", "_sha2", "_sha256", "_sha3", "_sha512", "_signal",
  "_sitebuiltins", "_socket", "_sqlite3", "_sre", "_ssl", "_stat", "_statistics", "_string",
  "_strptime", "_struct", "_suggestions", "_symtable", "_sysconfig", "_thread", "_threading_local",
  "_tkinter", "_tokenize", "_tracemalloc", "_types", "_typing", "_uuid", "_warnings", "_weakref",
  "_weakrefset", "_winapi", "_wmi", "_zoneinfo", "_zstd", "abc", "aifc", "annotationlib",
  "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore", "atexit",
  "audioop", "base64", "bdb", "binascii", "binhex", "bisect", "builtins", "bz2", "cProfile",
  "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections",
  "colorsys", "compileall", "compression", "concurrent", "configparser", "contextlib",
  "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime",
  "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "email", "encodings", "ensurepip",
  "enum", "errno", "faulthandler", "fcntl", "filecmp", "fileinput", "fnmatch", "fractions",
  "ftplib", "functools", "gc", "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib",
  "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http", "idlelib", "imaplib", "imghdr", "imp",
  "importlib", "inspect", "io", "ipaddress", "itertools", "java", "json", "keyword", "lib2to3",
  "linecache", "locale", "logging", "lzma", "mailbox", "mailcap", "marshal", "math", "mimetypes",
  "mmap", "modulefinder", "msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib", "nt",
  "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "org", "os", "ossaudiodev",
  "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil", "platform", "plistlib", "poplib",
  "posix", "posixpath", "pprint", "profile", "pstats", "pty", "pwd", "py_compile", "pyclbr",
  "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random", "re", "readline", "reprlib",
  "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shlex",
  "shutil", "signal", "site", "sitecustomize", "smtpd", "smtplib", "sndhdr", "socket",
  "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat",
  "statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symtable", "sys",
  "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "textwrap",
  "this", "threading", "time", "timeit", "tkinter", "token", "tokenize", "tomllib", "trace",
  "traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types", "typing", "unicodedata",
  "unittest", "urllib", "usercustomize", "uu", "uuid", "venv", "vms_lib", "warnings", "wave",
  "weakref", "webbrowser", "winreg", "winsound", "wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp",
  "zipfile", "zipimport", "zlib", "zoneinfo"
};

/* Each build has one with a name of its own. */
#define BUILD_PREFIX "_sysconfigdata"

static int
compare_names (gconstpointer name, gconstpointer other)
{
  return strcmp (name, *(const char *const *) other);
}

gboolean
troupe_python_module_is_started (const char *name)
{
  g_autofree char *module = NULL;

  g_return_val_if_fail (name != NULL, TRUE);

  if (g_str_has_suffix (name, ".pth") || g_str_has_prefix (name, BUILD_PREFIX))
    return TRUE;
  module = g_strndup (name, strcspn (name, "."));
  return bsearch (module, names, G_N_ELEMENTS (names), sizeof *names, compare_names) != NULL;
}

void
troupe_python_module_add_files (const char *folder, GPtrArray *paths)
{
  static const char *const ends[] = { "", ".py", ".pyc", ".so", ".abi3.so" };

  g_return_if_fail (folder != NULL && paths != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
      g_ptr_array_add (paths, g_strdup_printf ("%s/%s%s", folder, names[i], ends[k]));
}

/* Endings of modules. Extensions for one version only are refused everywhere (troupe_folder_name_starts()). */
static const char *const module_ends[] = { ".py", ".pyc", ".so", ".abi3.so" };

#define INIT_NAME "__init__"

/* Returns TRUE if @name is @stem with the ending of a module. */
static gboolean
is_module (const char *name, const char *stem, gsize length)
{
  if (strncmp (name, stem, length) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (module_ends); i++)
    if (g_str_equal (name + length, module_ends[i]))
      return TRUE;
  return FALSE;
}

gboolean
troupe_python_module_hides (const char *path)
{
  g_autofree char *module = NULL;
  const char *rest;

  g_return_val_if_fail (path != NULL, TRUE);

  module = g_strndup (path, strcspn (path, "./"));
  rest = path + strlen (module);
  if (bsearch (module, names, G_N_ELEMENTS (names), sizeof *names, compare_names) == NULL)
    return FALSE;
  return *rest == '/' ? is_module (rest + 1, INIT_NAME, strlen (INIT_NAME))
                      : is_module (path, module, strlen (module));
}

void
troupe_python_module_add_hiding (GHashTable *paths)
{
  g_return_if_fail (paths != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint k = 0; k < G_N_ELEMENTS (module_ends); k++)
      {
        g_hash_table_add (paths, g_strconcat (names[i], module_ends[k], NULL));
        g_hash_table_add (paths, g_strconcat (names[i], "/" INIT_NAME, module_ends[k], NULL));
      }
}

void
troupe_python_module_find_hiding (const char *folder, GHashTable *paths)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_return_if_fail (folder != NULL && paths != NULL);

  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (troupe_python_module_hides (name))
        g_hash_table_add (paths, g_strdup (name));
      if (bsearch (name, names, G_N_ELEMENTS (names), sizeof *names, compare_names) == NULL)
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (module_ends); i++)
        {
          g_autofree char *inner = g_strconcat (name, "/" INIT_NAME, module_ends[i], NULL);
          g_autofree char *path = g_build_filename (folder, inner, NULL);

          if (g_file_test (path, G_FILE_TEST_EXISTS))
            g_hash_table_add (paths, g_steal_pointer (&inner));
        }
    }
}
