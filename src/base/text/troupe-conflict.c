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
/* Number of characters of a marker. */
#define MARKER 7

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

/* What a line is. The base of a recursive merge may contain the markers of another conflict, which have more
 * characters. */
typedef enum
{
  LINE_TEXT,
  LINE_OURS,
  LINE_BASE,
  LINE_THEIRS,
  LINE_END,
} LineKind;

static LineKind
get_kind (const char *line, gsize length)
{
  static const char signs[] = {
    [LINE_OURS] = '<', [LINE_BASE] = '|', [LINE_THEIRS] = '=', [LINE_END] = '>'
  };

  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
    length--;
  for (guint kind = LINE_OURS; kind <= LINE_END; kind++)
    {
      gsize n = 0;

      while (n < length && line[n] == signs[kind])
        n++;
      if (n == MARKER && (n == length || line[n] == ' '))
        return (LineKind) kind;
    }
  return LINE_TEXT;
}

/* Returns the end of the line at @line, after its line break. */
static const char *
find_next (const char *line)
{
  const char *stop = strchr (line, '\n');

  return stop != NULL ? stop + 1 : line + strlen (line);
}

/* Advances @state, the marker of the current section or LINE_TEXT, by the line. Returns FALSE if the markers
 * are not in their order. */
static gboolean
step (LineKind *state, LineKind kind)
{
  if (kind == LINE_TEXT)
    return TRUE;
  if ((kind == LINE_OURS && *state != LINE_TEXT) || (kind == LINE_BASE && *state != LINE_OURS) ||
      (kind == LINE_THEIRS && *state != LINE_OURS && *state != LINE_BASE) ||
      (kind == LINE_END && *state != LINE_THEIRS))
    return FALSE;
  *state = kind == LINE_END ? LINE_TEXT : kind;
  return TRUE;
}

char *
troupe_conflict_take (const char *text, TroupeConflictSide side, gboolean keeps_lines)
{
  static const LineKind sections[] = { [TROUPE_CONFLICT_OURS] = LINE_OURS,
                                       [TROUPE_CONFLICT_BASE] = LINE_BASE,
                                       [TROUPE_CONFLICT_THEIRS] = LINE_THEIRS };
  g_autoptr (GString) taken = g_string_new (NULL);
  LineKind state = LINE_TEXT;
  guint n_conflicts = 0, n_bases = 0;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (side < G_N_ELEMENTS (sections), NULL);

  for (const char *line = text; *line != '\0';)
    {
      const char *next = find_next (line);
      LineKind kind = get_kind (line, (gsize) (next - line));

      /* Outside of a conflict, a line of equals signs or bars is a text, such as a heading. */
      if (state == LINE_TEXT && kind != LINE_OURS)
        kind = LINE_TEXT;
      if (!step (&state, kind))
        return NULL;
      n_conflicts += kind == LINE_OURS;
      n_bases += kind == LINE_BASE;
      if (kind == LINE_TEXT && (state == LINE_TEXT || state == sections[side]))
        g_string_append_len (taken, line, next - line);
      else if (keeps_lines)
        g_string_append_c (taken, '\n');
      line = next;
    }
  if (state != LINE_TEXT || n_conflicts == 0 ||
      (side == TROUPE_CONFLICT_BASE && n_bases < n_conflicts))
    return NULL;
  return g_string_free (g_steal_pointer (&taken), FALSE);
}

char *
troupe_conflict_get_name (const char *text, TroupeConflictSide side)
{
  const LineKind wanted = side == TROUPE_CONFLICT_OURS   ? LINE_OURS
                          : side == TROUPE_CONFLICT_BASE ? LINE_BASE
                                                         : LINE_END;

  g_return_val_if_fail (text != NULL, NULL);

  for (const char *line = text; *line != '\0'; line = find_next (line))
    {
      const gsize length = (gsize) (find_next (line) - line);
      char *name;

      if (get_kind (line, length) != wanted)
        continue;
      name = g_strstrip (g_strndup (line + MARKER, length - MARKER));
      if (*name != '\0')
        return name;
      g_free (name);
      return NULL;
    }
  return NULL;
}

const char *
troupe_conflict_describe (void)
{
  return _ ("the file contains Git conflict markers, the first one here. Resolve the conflict and "
            "try again");
}
