/* troupe-google-place.c: project and location of Vertex AI in its URL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-google-place"

#include "config.h"

#include <string.h>

#include "troupe-google-place.h"

#define DEFAULT_LOCATION "us-central1"
#define EVERYWHERE "global"

/* @settings: names in a document; @variables: names in the environment. (transfer full) (nullable) */
static char *
find (TroupeValue *map,
      TroupeLlmEnvironment *environment,
      const char *const *settings,
      const char *const *variables)
{
  char *text = NULL;

  for (guint i = 0; text == NULL && settings[i] != NULL; i++)
    text = g_strdup (troupe_llm_settings_get_text (map, settings[i]));
  for (guint i = 0; text == NULL && variables[i] != NULL; i++)
    text = troupe_llm_environment_lookup (environment, variables[i]);

  return text;
}

/* Returns TRUE if the text can only be a part of a host or a path. A project of a domain is named
 * `example.com:project`. */
static gboolean
is_name (const char *text, const char *more)
{
  g_autofree char *allowed = g_strconcat ("abcdefghijklmnopqrstuvwxyz0123456789-", more, NULL);

  return g_ascii_isalnum (*text) && strlen (text) <= 63 && strspn (text, allowed) == strlen (text);
}

char *
troupe_google_make_url (const char *url, TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  static const char *const of_project[] = { "vertex_project", "project", NULL };
  static const char *const projects[] = { "VERTEXAI_PROJECT", "VERTEX_PROJECT",
                                          "GOOGLE_CLOUD_PROJECT", NULL };
  static const char *const of_location[] = { "vertex_location", "location", NULL };
  static const char *const locations[] = { "VERTEXAI_LOCATION", "VERTEX_LOCATION",
                                           "GOOGLE_CLOUD_LOCATION", NULL };
  g_autofree char *project = find (settings, environment, of_project, projects);
  g_autofree char *location = find (settings, environment, of_location, locations);
  g_autoptr (GString) whole = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  if (location == NULL)
    location = g_strdup (DEFAULT_LOCATION);
  if (project == NULL || !is_name (project, ".:") || !is_name (location, NULL))
    return NULL;

  whole = g_string_new (url);
  if (g_str_equal (location, EVERYWHERE))
    g_string_replace (whole, "LOCATION-", "", 1);
  g_string_replace (whole, "LOCATION", location, 0);
  g_string_replace (whole, "PROJECT", project, 0);

  return g_strdup (whole->str);
}
