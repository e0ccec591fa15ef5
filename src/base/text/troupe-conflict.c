/* troupe-conflict.c: conflict markers of Git in texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conflict"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-conflict.h"

static const char begin[] = "<<<<<<< ";
static const char end[] = ">>>>>>> ";

guint
troupe_conflict_find (const char *text, gsize length, gsize *offset)
{
  const char *at = text;
  const char *limit = text + length;
  guint line = 1, first = 0;

  g_return_val_if_fail (text != NULL || length == 0, 0);

  while (at != NULL && at < limit)
    {
      const gsize rest = (gsize) (limit - at);

      if (first == 0 && rest >= strlen (begin) && memcmp (at, begin, strlen (begin)) == 0)
        {
          first = line;
          if (offset != NULL)
            *offset = (gsize) (at - text);
        }
      if (first > 0 && rest >= strlen (end) && memcmp (at, end, strlen (end)) == 0)
        return first;
      at = memchr (at, '\n', rest);
      at = at != NULL ? at + 1 : NULL;
      line++;
    }
  return 0;
}

const char *
troupe_conflict_describe (void)
{
  return _ ("the file contains Git conflict markers, the first one here. Resolve the conflict and "
            "try again");
}
