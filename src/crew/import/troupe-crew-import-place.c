/* troupe-crew-import-place.c: where files of a classic crew may be copied to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-place"

#include "config.h"

#include <string.h>

#include "troupe-crew-import.h"
#include "troupe-crew-import-place.h"
#include "troupe-file.h"
#include "troupe-folder-data.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-python-modules.h"

/* Maximum number of entries of a folder that are examined. A folder with more of them contains programs. */
#define MOST_ENTRIES 2000u

/* --- Names ------------------------------------------------------------------------------------ */

/* Names of modules, without their ending, that test tools, package managers and runners of tasks execute, folded and sorted. */
static const char *const tool_modules[] = { "celeryconfig",
                                            "conanfile",
                                            "conftest",
                                            "dodo",
                                            "fabfile",
                                            "hatch_build",
                                            "ipython_config",
                                            "jupyter_config",
                                            "jupyter_lab_config",
                                            "jupyter_nbconvert_config",
                                            "jupyter_notebook_config",
                                            "jupyter_server_config",
                                            "locustfile",
                                            "manage",
                                            "noxfile",
                                            "pavement",
                                            "pdm_build",
                                            "setup",
                                            "toxfile",
                                            "wscript",
                                            NULL };

/* Modules of such tools, and of what the kernel of a notebook imports: `python -m pip` looks for the module in the working folder first. */
static const char *const hidden_modules[] = { "_pytest",
                                              "asgi",
                                              "astroid",
                                              "attr",
                                              "autopep8",
                                              "bandit",
                                              "black",
                                              "certifi",
                                              "charset_normalizer",
                                              "click",
                                              "colorama",
                                              "comm",
                                              "coverage",
                                              "crewai",
                                              "cython",
                                              "dateutil",
                                              "debugpy",
                                              "decorator",
                                              "django",
                                              "dotenv",
                                              "executing",
                                              "fastapi",
                                              "flake8",
                                              "flask",
                                              "gunicorn",
                                              "hatch",
                                              "hatchling",
                                              "httpx",
                                              "idna",
                                              "iniconfig",
                                              "invoke",
                                              "ipykernel",
                                              "ipykernel_launcher",
                                              "ipython",
                                              "ipywidgets",
                                              "isort",
                                              "jedi",
                                              "jinja2",
                                              "jupyter",
                                              "jupyter_client",
                                              "jupyter_core",
                                              "jupyterlab",
                                              "litellm",
                                              "markupsafe",
                                              "matplotlib",
                                              "matplotlib_inline",
                                              "mkdocs",
                                              "mypy",
                                              "mypyc",
                                              "nbconvert",
                                              "nest_asyncio",
                                              "notebook",
                                              "nox",
                                              "numpy",
                                              "openai",
                                              "packaging",
                                              "pandas",
                                              "parso",
                                              "pdm",
                                              "pexpect",
                                              "pip",
                                              "pipenv",
                                              "pipx",
                                              "pkg_resources",
                                              "platformdirs",
                                              "pluggy",
                                              "poetry",
                                              "pre_commit",
                                              "prompt_toolkit",
                                              "psutil",
                                              "ptyprocess",
                                              "pudb",
                                              "pure_eval",
                                              "pycodestyle",
                                              "pydantic",
                                              "pydantic_core",
                                              "pyflakes",
                                              "pygments",
                                              "pylint",
                                              "pyright",
                                              "pytest",
                                              "pytest_cov",
                                              "pyximport",
                                              "readline",
                                              "requests",
                                              "rich",
                                              "ruff",
                                              "scrapy",
                                              "setuptools",
                                              "six",
                                              "sphinx",
                                              "stack_data",
                                              "streamlit",
                                              "tornado",
                                              "tox",
                                              "tqdm",
                                              "traitlets",
                                              "twine",
                                              "typer",
                                              "typing_extensions",
                                              "uv",
                                              "uvicorn",
                                              "virtualenv",
                                              "wcwidth",
                                              "wheel",
                                              "wsgi",
                                              "yaml",
                                              "yapf",
                                              "zmq",
                                              NULL };

/* Folders of the system in which modules are installed, whose names an import does not take. */
static const char *const installed_folders[] = { "/usr/lib/python3/dist-packages",
                                                 "/usr/local/lib/python3/dist-packages", NULL };

/* Returns TRUE if a module or package at the top of the folder would be found instead of one of a tool, or of one that is installed for the Python of the system.
 * @path: folded */
static gboolean
hides_module (const char *path)
{
  g_autofree char *stem = g_strndup (path, strcspn (path, "/."));

  if (strchr (path, '/') == NULL && !g_str_has_suffix (path, ".py"))
    return FALSE;
  if (g_strv_contains (hidden_modules, stem))
    return TRUE;
  for (guint i = 0; installed_folders[i] != NULL; i++)
    {
      g_autofree char *package = g_build_filename (installed_folders[i], stem, NULL);
      g_autofree char *module = g_strconcat (package, ".py", NULL);

      if (g_file_test (package, G_FILE_TEST_EXISTS) || g_file_test (module, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_import_is_started (const char *path)
{
  g_autofree char *folded = troupe_folder_name_fold (path);
  g_autofree char *name = g_path_get_basename (folded);
  g_autofree char *stem = NULL;
  const char *dot = strrchr (name, '.');

  /* pytest executes the examples of such texts. */
  if (g_str_has_prefix (name, "test") && g_str_has_suffix (name, ".txt"))
    return TRUE;
  if (dot == NULL || !g_str_has_suffix (name, ".py"))
    return FALSE;
  stem = g_strndup (name, (gsize) (dot - name));
  return g_str_has_prefix (stem, "test") || g_str_has_suffix (stem, "_test") ||
         g_strv_contains (tool_modules, stem) || troupe_python_module_hides (folded) ||
         hides_module (folded);
}

gboolean
troupe_import_is_document (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return troupe_folder_data_is_path (path, FALSE) ||
         ((g_str_has_suffix (path, ".yaml") || g_str_has_suffix (path, ".yml")) &&
          !troupe_folder_data_is_marker (name));
}

/* --- Folders ---------------------------------------------------------------------------------- */

/* Returns TRUE if something is developed in the folder: it is a repository, or contains a file that is neither a document nor data. @n_levels: the number of
 * levels of folders in it that are searched, too */
static gboolean
has_programs (const char *folder, guint n_levels)
{
  static const char *const repositories[] = {
    ".bzr", ".git", ".hg", ".jj", ".svn", "_darcs", NULL
  };
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_entries = 0;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (n_entries++ > MOST_ENTRIES || g_strv_contains (repositories, name))
        return TRUE;
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR)
              ? !troupe_folder_data_is_path (name, FALSE)
              : n_levels > 0 && g_file_test (path, G_FILE_TEST_IS_DIR) &&
                    has_programs (path, n_levels - 1))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the folder, or one above it that does not contain files of any kind, contains programs of the user. */
static gboolean
is_among_programs (const char *folder)
{
  g_autofree char *at = g_canonicalize_filename (folder, NULL);

  if (has_programs (at, 1))
    return TRUE;
  for (;;)
    {
      g_autofree char *above = g_path_get_dirname (at);

      if (g_str_equal (above, at) || troupe_folder_policy_is_shared (above) ||
          troupe_folder_policy_is_system (above))
        return FALSE;
      if (has_programs (above, 0))
        return TRUE;
      g_free (at);
      at = g_steal_pointer (&above);
    }
}

GStrv
troupe_crew_import_list_programs (GPtrArray *needed, const char *folder)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  g_return_val_if_fail (needed != NULL && folder != NULL, NULL);

  for (guint i = 0; i < needed->len; i++)
    {
      const TroupeCrewImportFile *file = needed->pdata[i];
      g_autofree char *path = g_build_filename (folder, file->path, NULL);

      /* The modules of the project itself, and what is written beside them, are nothing new. */
      if (!g_file_test (path, G_FILE_TEST_EXISTS) && !troupe_import_is_document (file->path) &&
          (file->project == NULL || !troupe_path_is_within (folder, file->project)))
        g_strv_builder_add (names, file->path);
    }
  list = g_strv_builder_end (names);
  return list[0] != NULL && is_among_programs (folder) ? g_steal_pointer (&list) : NULL;
}
