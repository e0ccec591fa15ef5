/* troupe-crew-location.c: source location (file, line, column) of a problem of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-location"

#include "config.h"

#include "troupe-crew-location.h"
#include "troupe-tree.h"

/* Returns the node at @path, or its deepest existing ancestor. @is_whole: whether the complete
 * path exists */
static JsonNode *
find_node (JsonNode *root, const char *path, gboolean *is_whole)
{
  g_auto (GStrv) keys = troupe_tree_split_path (root, path);
  JsonNode *node = root;

  *is_whole = keys != NULL;
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      const char *const step[] = { keys[i], NULL };
      JsonNode *next = troupe_json_tree_get (node, step);

      if (next == NULL)
        {
          *is_whole = FALSE;
          return node;
        }
      node = next;
    }
  return node;
}

/* Returns the length in bytes of the character or escape sequence at @raw. @decoded: (out):
 * length of the decoded character */
static gsize
measure (const char *raw, gsize *decoded)
{
  char buffer[6];

  *decoded = 1;
  if (*raw != '\\')
    return 1;
  if (raw[1] != 'u')
    return 2;
  for (guint i = 2; i < 6; i++)
    if (!g_ascii_isxdigit (raw[i]))
      return 2;
  {
    g_autofree char *digits = g_strndup (raw + 2, 4);

    *decoded = (gsize) g_unichar_to_utf8 ((gunichar) g_ascii_strtoull (digits, NULL, 16), buffer);
  }
  return 6;
}

/* Returns the number of columns before the byte @offset of the string whose opening quote is at
 * the start of @place. */
static guint
count_columns (TroupeJsonText *source, const TroupePlace *place, gsize offset)
{
  gsize length;
  const char *text = troupe_json_text_get_text (source, &length);
  gsize raw = place->start + 1;

  if (place->end > length || text[place->start] != '"')
    return 0;
  for (gsize decoded = 0, step; raw + 1 < place->end && decoded < offset; decoded += step)
    raw += measure (text + raw, &step);
  return (guint) g_utf8_strlen (text + place->start,
                                (gssize) (MIN (raw, place->end) - place->start));
}

TroupeProblem *
troupe_crew_locate_problem (const TroupeProblem *problem,
                            const TroupeCrewSpot *spot,
                            const char *part,
                            const char *path,
                            JsonNode *root,
                            TroupeJsonText *source)
{
  TroupeProblem *placed =
      troupe_problem_new (problem->severity, problem->code, path, "%s", problem->message);
  gboolean is_whole = FALSE;
  JsonNode *node = root != NULL ? find_node (root, path, &is_whole) : NULL;
  TroupePlace place;
  gboolean has_place;

  placed->part = *part != '\0' ? g_strdup (part) : NULL;
  placed->fix = g_strdup (problem->fix);
  placed->fix_action = g_strdup (problem->fix_action);
  placed->fix_label = g_strdup (problem->fix_label);
  if (node == NULL || source == NULL)
    return placed;
  if (is_whole && spot->at_key)
    has_place = troupe_json_text_get_key_place (source, node, &place);
  else
    has_place = troupe_json_text_get_place (source, node, &place);
  if (!has_place)
    return placed;
  placed->line = place.line;
  placed->column = place.column;
  if (is_whole && !spot->at_key && spot->offset > 0)
    placed->column += count_columns (source, &place, spot->offset);
  return placed;
}
