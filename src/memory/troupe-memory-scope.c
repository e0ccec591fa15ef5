/* troupe-memory-scope.c: scope paths of memory records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-scope"

#include "config.h"

#include <string.h>

#include "troupe-memory-scope.h"

/* Removes leading and trailing slashes. (transfer full) */
static char *
trim (const char *path)
{
  gsize length;

  path += strspn (path, "/");
  length = strlen (path);
  while (length > 0 && path[length - 1] == '/')
    length--;

  return g_strndup (path, length);
}

char *
troupe_memory_scope_join (const char *root, const char *inner)
{
  g_autofree char *above = trim (root != NULL ? root : "");
  g_autofree char *below = trim (inner != NULL ? inner : "");

  if (*above == '\0')
    return g_strdup (inner != NULL && *inner != '\0' ? inner : "/");

  return *below == '\0' ? g_strconcat ("/", above, NULL)
                        : g_strconcat ("/", above, "/", below, NULL);
}

char *
troupe_memory_scope_from_name (const char *name)
{
  g_autofree char *lower = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (name != NULL, NULL);

  lower = g_utf8_strdown (name, -1);
  for (const char *at = lower; *at != '\0'; at++)
    {
      gboolean is_kept = g_ascii_islower (*at) || g_ascii_isdigit (*at) || *at == '_';

      if (is_kept)
        g_string_append_c (out, *at);
      else if (out->len > 0 && out->str[out->len - 1] != '-')
        g_string_append_c (out, '-');
    }
  while (out->len > 0 && out->str[out->len - 1] == '-')
    g_string_truncate (out, out->len - 1);

  return g_strdup (out->len > 0 ? out->str : "unknown");
}

char *
troupe_memory_scope_of_crew (const char *crew, const char *role)
{
  g_autofree char *crew_part = NULL;
  g_autofree char *role_part = NULL;

  g_return_val_if_fail (crew != NULL, NULL);

  crew_part = troupe_memory_scope_from_name (crew);
  if (role == NULL)
    return g_strconcat ("/crew/", crew_part, NULL);
  role_part = troupe_memory_scope_from_name (role);

  return g_strconcat ("/crew/", crew_part, "/agent/", role_part, NULL);
}

char *
troupe_memory_scope_to_prefix (const char *scope)
{
  gsize length = scope != NULL ? strlen (scope) : 0;

  while (length > 0 && scope[length - 1] == '/')
    length--;
  if (length == 0)
    return NULL;

  /* A leading slash is added if it is missing. */
  return *scope == '/' ? g_strndup (scope, length) : g_strdup_printf ("/%.*s", (int) length, scope);
}

char *
troupe_memory_scope_get_child (const char *scope, const char *prefix)
{
  gsize length = prefix != NULL ? strlen (prefix) : 0;
  const char *rest, *end;

  g_return_val_if_fail (scope != NULL, NULL);

  if (strncmp (scope, prefix != NULL ? prefix : "", length) != 0 || scope[length] != '/')
    return NULL;
  rest = scope + length + 1;
  end = strchr (rest, '/');
  if (*rest == '\0' || end == rest)
    return NULL;

  return g_strndup (scope, end != NULL ? (gsize) (end - scope) : strlen (scope));
}
