/* troupe-crew-id.c: ids of the items on the canvas of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-id"

#include "config.h"

#include <string.h>

#include "troupe-crew-id.h"

#define TASK "task:"
#define AGENT "agent:"
#define CONTEXT "context:"

char *
troupe_crew_id_make_task (guint index)
{
  return g_strdup_printf (TASK "%u", index);
}

char *
troupe_crew_id_make_agent (const char *name)
{
  return g_strconcat (AGENT, name, NULL);
}

char *
troupe_crew_id_make_context (guint from, guint to)
{
  return g_strdup_printf (CONTEXT "%u>%u", from, to);
}

static gboolean
read_number (const char *text, char end, const char **rest, guint *number)
{
  char *stop = NULL;
  guint64 read;

  if (!g_ascii_isdigit (*text))
    return FALSE;
  read = g_ascii_strtoull (text, &stop, 10);
  if (*stop != end || read >= G_MAXUINT)
    return FALSE;
  *number = (guint) read;
  *rest = stop + (end != '\0' ? 1 : 0);
  return TRUE;
}

gboolean
troupe_crew_id_is_task (const char *id, guint *index)
{
  const char *rest = NULL;
  guint number = 0;

  if (id == NULL || !g_str_has_prefix (id, TASK) ||
      !read_number (id + strlen (TASK), '\0', &rest, &number))
    return FALSE;
  if (index != NULL)
    *index = number;
  return TRUE;
}

gboolean
troupe_crew_id_is_context (const char *id, guint *from, guint *to)
{
  const char *rest = NULL;

  return id != NULL && g_str_has_prefix (id, CONTEXT) &&
         read_number (id + strlen (CONTEXT), '>', &rest, from) &&
         read_number (rest, '\0', &rest, to);
}

const char *
troupe_crew_id_get_agent (const char *id)
{
  return id != NULL && g_str_has_prefix (id, AGENT) ? id + strlen (AGENT) : NULL;
}

char **
troupe_crew_id_make_path (const char *id)
{
  const char *agent = troupe_crew_id_get_agent (id);
  char **path = g_new0 (char *, 3);
  guint index = 0;

  if (agent != NULL)
    {
      path[0] = g_strdup ("agents");
      path[1] = g_strdup (agent);
    }
  else if (troupe_crew_id_is_task (id, &index))
    {
      path[0] = g_strdup ("tasks");
      path[1] = g_strdup_printf ("%u", index);
    }
  return path;
}
