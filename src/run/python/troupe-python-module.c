/* troupe-python-module.c: looks for the modules of a document without starting Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-module"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-program.h"
#include "troupe-project-file.h"
#include "troupe-python-imports.h"
#include "troupe-python-module.h"
#include "troupe-python-program.h"

/* Maximum size of a module in which a name is looked for, and of the configuration of an
 * interpreter, in bytes. */
#define LONGEST_MODULE (1024u * 1024)

/* --- Folders of the interpreter --------------------------------------------------------------- */

/* Returns TRUE if the folder contains a module or package of this name: a source, a folder or a
 * compiled extension. */
static gboolean
has_module (const char *folder, const char *name)
{
  g_autofree char *package = g_build_filename (folder, name, NULL);
  g_autofree char *source = g_strconcat (package, ".py", NULL);
  g_autofree char *prefix = g_strconcat (name, ".", NULL);
  g_autoptr (GDir) dir = NULL;
  const char *entry;

  if (g_file_test (package, G_FILE_TEST_IS_DIR) || g_file_test (source, G_FILE_TEST_EXISTS))
    return TRUE;
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (entry, prefix) && g_str_has_suffix (entry, ".so"))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a path configuration file in the folder may add other folders. */
static gboolean
has_path_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (entry, ".pth"))
      {
        g_autofree char *path = g_build_filename (folder, entry, NULL);
        g_autofree char *text = NULL;
        g_auto (GStrv) lines = NULL;

        if (strstr (entry, "editable") != NULL ||
            (text = troupe_file_read (path, LONGEST_MODULE, NULL, NULL, NULL)) == NULL)
          return TRUE;
        lines = g_strsplit (text, "\n", -1);
        for (guint i = 0; lines[i] != NULL; i++)
          if (*g_strstrip (lines[i]) != '\0' && *lines[i] != '#' &&
              (!g_str_has_prefix (lines[i], "import ") || strstr (lines[i], "editable") != NULL))
            return TRUE;
      }
  return FALSE;
}

/* Returns TRUE if a folder below @library, such as `/usr/lib`, contains the module or may lead to
 * it. @has_library: set if there is a folder of an interpreter at all */
static gboolean
is_in_library (const char *library, const char *name, gboolean *has_library)
{
  static const char *const inner[] = { "", "site-packages", "dist-packages", "lib-dynload" };
  g_autoptr (GDir) dir = g_dir_open (library, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    for (guint i = 0; g_str_has_prefix (entry, "python3") && i < G_N_ELEMENTS (inner); i++)
      {
        g_autofree char *folder = g_build_filename (library, entry, inner[i], NULL);

        *has_library = *has_library || strchr (entry, '.') != NULL;
        if (has_module (folder, name) || (*inner[i] != '\0' && has_path_file (folder)))
          return TRUE;
      }
  return FALSE;
}

/* Returns the folder of the interpreter on which a virtual environment is based. (transfer full)
 * (nullable): NULL if @prefix is not one */
static char *
find_base (const char *prefix)
{
  g_autofree char *path = g_build_filename (prefix, "pyvenv.cfg", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if ((text = troupe_file_read (path, LONGEST_MODULE, NULL, NULL, NULL)) == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *equals = strchr (lines[i], '=');

      if (equals != NULL && g_str_has_prefix (g_strstrip (lines[i]), "home"))
        return g_path_get_dirname (g_strstrip ((char *) equals + 1));
    }
  return NULL;
}

/* Adds the interpreters from which pyenv and asdf choose, if the program is their script. */
static void
add_versions (GPtrArray *prefixes, const char *interpreter)
{
  g_autofree char *folder = g_path_get_dirname (interpreter);
  g_autofree char *root = g_path_get_dirname (folder);
  g_autofree char *versions = g_build_filename (root, "versions", NULL);
  g_autoptr (GDir) dir = NULL;
  const char *entry;

  if (!g_str_has_suffix (folder, G_DIR_SEPARATOR_S "shims"))
    return;
  dir = g_dir_open (versions, 0, NULL);
  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (prefixes, g_build_filename (versions, entry, NULL));
}

/* Returns TRUE if a folder of PYTHONPATH contains the module. */
static gboolean
is_in_variable (const char *name)
{
  const char *value = g_getenv ("PYTHONPATH");
  g_auto (GStrv) folders = value != NULL ? g_strsplit (value, ":", -1) : NULL;

  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    if (g_path_is_absolute (folders[i]) && has_module (folders[i], name))
      return TRUE;
  return FALSE;
}

/* Returns TRUE unless the interpreter certainly does not have the module. */
static gboolean
may_be_installed (const char *name, const char *folder)
{
  static const char *const places[] = { "lib", "lib64", "local/lib" };
  /* Modules that are compiled into some interpreters. */
  static const char *const built_in[] = { "sys",   "builtins",  "time",   "math",
                                          "cmath", "itertools", "gc",     "marshal",
                                          "errno", "pwd",       "array",  "binascii",
                                          "zlib",  "select",    "atexit", NULL };
  g_autofree char *interpreter = troupe_program_find ("python3", folder);
  g_autofree char *real = interpreter != NULL ? troupe_path_resolve (interpreter) : NULL;
  g_autoptr (GPtrArray) prefixes = g_ptr_array_new_with_free_func (g_free);
  gboolean has_library = FALSE;

  if (interpreter == NULL || *name == '_' || g_strv_contains (built_in, name))
    return TRUE;
  for (guint i = 0; i < 2; i++)
    {
      const char *program = i == 0 ? interpreter : real;
      g_autofree char *programs = program != NULL ? g_path_get_dirname (program) : NULL;
      char *prefix = programs != NULL ? g_path_get_dirname (programs) : NULL;
      char *base = prefix != NULL ? find_base (prefix) : NULL;

      if (prefix != NULL)
        g_ptr_array_add (prefixes, prefix);
      if (base != NULL)
        g_ptr_array_add (prefixes, base);
    }
  add_versions (prefixes, interpreter);
  g_ptr_array_add (prefixes, g_build_filename (g_get_home_dir (), ".local", NULL));
  for (guint i = 0; i < prefixes->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (places); k++)
      {
        g_autofree char *library = g_build_filename (prefixes->pdata[i], places[k], NULL);

        if (is_in_library (library, name, &has_library))
          return TRUE;
      }
  return !has_library || is_in_variable (name);
}

/* --- Modules of the project ------------------------------------------------------------------- */

/* Returns TRUE if the module may define @name: without running the module, only the absence of the
 * word is certain. @file: relative to @folder */
static gboolean
may_define (const char *folder, const char *file, const char *name)
{
  gsize length = 0;
  g_autofree char *text =
      troupe_project_file_read (folder, file, LONGEST_MODULE, &length, NULL, NULL);

  return text == NULL || strlen (text) != length || troupe_python_source_has_word (text, name) ||
         strstr (text, "import *") != NULL || troupe_python_source_has_word (text, "__getattr__") ||
         troupe_python_source_has_word (text, "globals");
}

char *
troupe_python_module_find_missing (const char *source, const char *folder)
{
  const char *colon;
  g_autofree char *module = NULL;
  g_autofree char *first = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *package = NULL;
  g_autofree char *file = NULL;
  g_autofree char *place = NULL;

  g_return_val_if_fail (source != NULL && folder != NULL, NULL);

  colon = strchr (source, ':');
  module = colon != NULL ? g_strndup (source, (gsize) (colon - source)) : g_strdup (source);
  if (*module == '\0' || *module == '.' || strchr (module, '/') != NULL)
    return NULL;
  first = g_strndup (module, strcspn (module, "."));
  place = !has_module (folder, first) && troupe_python_has_source_folder (folder)
              ? g_build_filename (folder, "src", NULL)
              : g_strdup (folder);
  if (!has_module (place, first))
    return may_be_installed (first, folder)
               ? NULL
               : g_strdup_printf (
                     /* Translators: %s is the name of a Python module */
                     _ ("The Python module “%s” is neither in the folder of the document nor "
                        "installed for “python3”, so the code will fail."),
                     module);
  inner = g_strdelimit (g_strdup (module), ".", G_DIR_SEPARATOR);
  package = g_build_filename (place, inner, NULL);
  file = g_strconcat (inner, ".py", NULL);
  if (colon == NULL || colon[1] == '\0' || colon[1] == '*' || strchr (colon, '.') != NULL ||
      g_file_test (package, G_FILE_TEST_IS_DIR) || may_define (place, file, colon + 1))
    return NULL;
  return g_strdup_printf (
      /* Translators: first %s is the name of a class or function, second %s a Python module */
      _ ("“%s” is not defined in the Python module “%s”, so the code will fail."), colon + 1,
      module);
}
