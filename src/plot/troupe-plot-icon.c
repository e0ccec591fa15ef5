/* troupe-plot-icon.c: loads the symbolic icons of the application as SVG elements
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-icon"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-plot-icon.h"
#include "troupe-plot-resources.h"

#define ICONS "/io/github/troupe_editor/Troupe/plot/"

char *
troupe_plot_icon_load (const char *name)
{
  g_autofree char *path = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *start = NULL;
  const char *end = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  path = g_strconcat (ICONS, name, ".svg", NULL);
  bytes = g_resource_lookup_data (troupe_plot_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                  NULL);
  if (bytes != NULL)
    {
      start = g_strstr_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "<g fill=");
      start = start != NULL ? strchr (start, '>') : NULL;
      end = start != NULL ? strstr (start, "</g>") : NULL;
    }
  return end != NULL ? g_strndup (start + 1, end - start - 1) : g_strdup ("");
}

char *
troupe_plot_icon_shorten (const char *name)
{
  char *word;

  g_return_val_if_fail (name != NULL, NULL);

  word = g_strdup (g_str_has_prefix (name, "troupe-") ? name + strlen ("troupe-") : name);
  if (g_str_has_suffix (word, "-symbolic"))
    word[strlen (word) - strlen ("-symbolic")] = '\0';
  return word;
}
