/* troupe-python-package.c: Python packages that documents need, and how to get them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-package"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-python-package.h"

/* @package: as people write it; @argument: as a word of a shell command */
static const struct
{
  const char *module;
  const char *package;
  const char *argument;
} packages[] = {
  { "crewai", "crewai", "crewai" },
  { "crewai_tools", "crewai-tools", "crewai-tools" },
  { "lancedb", "lancedb", "lancedb" },
  { "pydantic", "pydantic", "'pydantic>=2'" },
};

char *
troupe_python_package_make_advice (const char *module)
{
  g_return_val_if_fail (module != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (packages); i++)
    if (g_str_equal (packages[i].module, module))
      return g_strdup_printf (
          /* Translators: first %s is the name of a Python package, second %s a part of the command
           * that installs it */
          _ ("Install the package “%s” for the Python that runs the code of documents: “python3 -m "
             "pip install %s”. Or activate a virtual environment that contains it, and start "
             "Troupe "
             "from there."),
          packages[i].package, packages[i].argument);
  return NULL;
}
