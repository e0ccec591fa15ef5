/* troupe-line-diff.c: diff of two texts by lines, and of two lines by words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-line-diff"

#include "config.h"

#include <string.h>

#include "troupe-line-diff.h"

/* Maximum number of differing lines for which the shortest edit script is computed. The time and
 * memory for the script grow with the square of this number. */
#define MOST_DIFFERENCES 600
/* Maximum recursion depth of the search for unique lines between unique lines. */
#define DEEPEST 12

/* Both texts as numbers. Equal lines have the same number. */
typedef struct
{
  guint *before;
  guint *after;
  GArray *lines; /* the result */
} Diff;

/* A range of lines in both texts. The ends are exclusive. */
typedef struct
{
  guint before, before_end;
  guint after, after_end;
} Box;

/* The position of a line that is unique in both. */
typedef struct
{
  guint before;
  guint after;
} Anchor;

char **
troupe_line_split (const char *text)
{
  char **lines;
  gsize length;

  g_return_val_if_fail (text != NULL, NULL);

  lines = g_strsplit (text, "\n", -1);
  length = g_strv_length (lines);
  /* The end of the last line does not begin another line. */
  if (length > 0 && lines[length - 1][0] == '\0')
    g_clear_pointer (&lines[length - 1], g_free);
  return lines;
}

static void
emit (Diff *self, TroupeLinesKind kind, guint before, guint after, guint n)
{
  TroupeLines lines = { kind, before, after, n };
  TroupeLines *last =
      self->lines->len > 0 ? &g_array_index (self->lines, TroupeLines, self->lines->len - 1) : NULL;

  g_assert (self != NULL);

  if (n == 0)
    return;
  if (last != NULL && last->kind == kind)
    last->n += n;
  else
    g_array_append_val (self->lines, lines);
}

static void
emit_replaced (Diff *self, Box box)
{
  emit (self, TROUPE_LINES_REMOVED, box.before, box.after, box.before_end - box.before);
  emit (self, TROUPE_LINES_ADDED, box.before_end, box.after, box.after_end - box.after);
}

/* --- Shortest edit script --------------------------------------------------------------------- */

/* Traces back from the end along the stored rows: @rows[d] contains the farthest position on
 * each of the diagonals -d … d after d differences. */
static void
emit_way (Diff *self, Box box, GPtrArray *rows, int n_differences)
{
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (TroupeLines));
  int x = (int) (box.before_end - box.before);
  int y = (int) (box.after_end - box.after);

  for (int d = n_differences; d >= 0; d--)
    {
      const int k = x - y;
      const int *row = d > 0 ? (const int *) g_ptr_array_index (rows, d - 1) + (d - 1) : NULL;
      const gboolean is_added =
          d > 0 &&
          (k == -d || (k != d && k + 1 <= d - 1 && (k - 1 < -(d - 1) || row[k - 1] < row[k + 1])));
      const int from = d == 0 ? 0 : is_added ? row[k + 1] : row[k - 1] + 1;
      TroupeLines lines = { TROUPE_LINES_SAME, box.before + (guint) from,
                            box.after + (guint) (from - k), (guint) (x - from) };

      g_array_append_val (back, lines);
      if (d == 0)
        break;
      x = is_added ? from : from - 1;
      y = is_added ? from - k - 1 : from - k;
      lines = (TroupeLines){ is_added ? TROUPE_LINES_ADDED : TROUPE_LINES_REMOVED,
                             box.before + (guint) x, box.after + (guint) y, 1 };
      g_array_append_val (back, lines);
    }
  /* Between two equal lines, all removed lines precede the added lines. */
  for (guint i = back->len; i > 0;)
    {
      const TroupeLines *lines = &g_array_index (back, TroupeLines, i - 1);
      Box changed = { lines->before, lines->before, lines->after, lines->after };

      for (; i > 0 && (lines = &g_array_index (back, TroupeLines, i - 1),
                      lines->kind != TROUPE_LINES_SAME || lines->n == 0);
           i--)
        {
          if (lines->kind == TROUPE_LINES_REMOVED)
            changed.before_end += lines->n;
          else if (lines->kind == TROUPE_LINES_ADDED)
            changed.after_end += lines->n;
        }
      emit_replaced (self, changed);
      if (i > 0)
        {
          emit (self, TROUPE_LINES_SAME, lines->before, lines->after, lines->n);
          i--;
        }
    }
}

/* Myers' greedy algorithm. Returns FALSE if the edit script exceeds the limit. */
static gboolean
find_way (Diff *self, Box box)
{
  const int n_before = (int) (box.before_end - box.before);
  const int n_after = (int) (box.after_end - box.after);
  const int most = MIN (n_before + n_after, MOST_DIFFERENCES);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  g_assert (self != NULL);

  for (int d = 0; d <= most; d++)
    {
      int *memory = g_new (int, 2 * (gsize) d + 1);
      int *row = memory + d;
      const int *before = d > 0 ? (const int *) g_ptr_array_index (rows, d - 1) + (d - 1) : NULL;

      g_ptr_array_add (rows, memory);
      for (int k = -d; k <= d; k++)
        row[k] = -1;
      for (int k = -d; k <= d; k += 2)
        {
          const gboolean is_added =
              d > 0 && (k == -d || (k != d && k + 1 <= d - 1 &&
                                    (k - 1 < -(d - 1) || before[k - 1] < before[k + 1])));
          int x = d == 0 ? 0 : is_added ? before[k + 1] : before[k - 1] + 1;
          int y = x - k;

          while (x >= 0 && y >= 0 && x < n_before && y < n_after &&
                 self->before[box.before + (guint) x] == self->after[box.after + (guint) y])
            {
              x++;
              y++;
            }
          row[k] = x;
          if (x == n_before && y == n_after)
            {
              emit_way (self, box, rows, d);
              return TRUE;
            }
        }
    }
  return FALSE;
}

/* --- Unique lines ------------------------------------------------------------------------------- */

/* Returns the longest list of lines that are unique in both and have the same order. */
static GArray *
find_anchors (Diff *self, Box box)
{
  GArray *anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));
  g_autoptr (GHashTable) places =
      g_hash_table_new (NULL, NULL); /* line number in @after; G_MAXUINT: several */
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) unique = g_array_new (FALSE, FALSE, sizeof (Anchor));
  g_autofree guint *piles = NULL; /* the top anchor of each */
  g_autofree guint *below = NULL; /* top of the previous pile when it was added; G_MAXUINT: none */
  guint n_piles = 0;

  g_assert (self != NULL);

  for (guint i = box.after; i < box.after_end; i++)
    {
      gpointer id = GUINT_TO_POINTER (self->after[i]);

      g_hash_table_insert (places, id,
                           GUINT_TO_POINTER (g_hash_table_contains (places, id) ? G_MAXUINT : i));
    }
  for (guint i = box.before; i < box.before_end; i++)
    {
      gpointer id = GUINT_TO_POINTER (self->before[i]);

      g_hash_table_insert (
          counts, id, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, id)) + 1));
    }
  for (guint i = box.before; i < box.before_end; i++)
    {
      gpointer id = GUINT_TO_POINTER (self->before[i]);
      gpointer place;
      Anchor anchor = { i, 0 };

      if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, id)) != 1 ||
          !g_hash_table_lookup_extended (places, id, NULL, &place) ||
          GPOINTER_TO_UINT (place) == G_MAXUINT)
        continue;
      anchor.after = GPOINTER_TO_UINT (place);
      g_array_append_val (unique, anchor);
    }
  if (unique->len == 0)
    return anchors;
  piles = g_new (guint, unique->len);
  below = g_new (guint, unique->len);
  for (guint i = 0; i < unique->len; i++)
    {
      const guint after = g_array_index (unique, Anchor, i).after;
      guint low = 0, high = n_piles;

      while (low < high)
        {
          const guint middle = (low + high) / 2;

          if (g_array_index (unique, Anchor, piles[middle]).after < after)
            low = middle + 1;
          else
            high = middle;
        }
      below[i] = low > 0 ? piles[low - 1] : G_MAXUINT;
      piles[low] = i;
      n_piles = MAX (n_piles, low + 1);
    }
  g_array_set_size (anchors, n_piles);
  for (guint at = piles[n_piles - 1], i = n_piles; i-- > 0; at = below[at])
    g_array_index (anchors, Anchor, i) = g_array_index (unique, Anchor, at);
  return anchors;
}

static void
compare (Diff *self, Box box, guint depth)
{
  g_autoptr (GArray) anchors = NULL;
  const Box whole = box;

  g_assert (self != NULL);

  while (box.before < box.before_end && box.after < box.after_end &&
         self->before[box.before] == self->after[box.after])
    {
      box.before++;
      box.after++;
    }
  emit (self, TROUPE_LINES_SAME, whole.before, whole.after, box.before - whole.before);
  while (box.before < box.before_end && box.after < box.after_end &&
         self->before[box.before_end - 1] == self->after[box.after_end - 1])
    {
      box.before_end--;
      box.after_end--;
    }
  if (box.before == box.before_end || box.after == box.after_end)
    emit_replaced (self, box);
  else
    {
      anchors = depth < DEEPEST ? find_anchors (self, box) : NULL;
      if (anchors == NULL || anchors->len == 0)
        {
          if (!find_way (self, box))
            emit_replaced (self, box);
        }
      else
        {
          Box between = box;

          for (guint i = 0; i < anchors->len; i++)
            {
              const Anchor *anchor = &g_array_index (anchors, Anchor, i);

              between.before_end = anchor->before;
              between.after_end = anchor->after;
              compare (self, between, depth + 1);
              emit (self, TROUPE_LINES_SAME, anchor->before, anchor->after, 1);
              between.before = anchor->before + 1;
              between.after = anchor->after + 1;
            }
          between.before_end = box.before_end;
          between.after_end = box.after_end;
          compare (self, between, depth + 1);
        }
    }
  emit (self, TROUPE_LINES_SAME, box.before_end, box.after_end, whole.before_end - box.before_end);
}

/* --- Line diff -------------------------------------------------------------------------------- */

static guint *
number (char **lines, GHashTable *ids)
{
  const guint n = g_strv_length (lines);
  guint *numbers = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      gpointer id;

      if (!g_hash_table_lookup_extended (ids, lines[i], NULL, &id))
        {
          id = GUINT_TO_POINTER (g_hash_table_size (ids));
          g_hash_table_insert (ids, lines[i], id);
        }
      numbers[i] = GPOINTER_TO_UINT (id);
    }
  return numbers;
}

static GArray *
compare_lists (char **before, char **after)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  Diff self = { NULL, NULL, NULL };
  Box box = { 0, g_strv_length (before), 0, g_strv_length (after) };

  self.before = number (before, ids);
  self.after = number (after, ids);
  self.lines = g_array_new (FALSE, FALSE, sizeof (TroupeLines));
  compare (&self, box, 0);
  g_free (self.before);
  g_free (self.after);
  return self.lines;
}

GArray *
troupe_line_diff (const char *before, const char *after)
{
  g_auto (GStrv) before_lines = NULL;
  g_auto (GStrv) after_lines = NULL;

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  before_lines = troupe_line_split (before);
  after_lines = troupe_line_split (after);
  return compare_lists (before_lines, after_lines);
}

/* --- Word diff -------------------------------------------------------------------------------- */

static gboolean
is_of_word (gunichar letter)
{
  return g_unichar_isalnum (letter) || g_unichar_ismark (letter) || letter == '_';
}

/* Splits into words, runs of blanks, and single characters of any other kind. Scripts without
 * blanks are compared by character, because a whole sentence would be one word. */
static char **
split_words (const char *line)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  while (*line != '\0')
    {
      const gunichar first = g_utf8_get_char (line);
      const char *end = g_utf8_next_char (line);

      if (!g_unichar_iswide (first))
        while (*end != '\0' && !g_unichar_iswide (g_utf8_get_char (end)) &&
               ((is_of_word (first) && is_of_word (g_utf8_get_char (end))) ||
                (g_unichar_isspace (first) && g_unichar_isspace (g_utf8_get_char (end)))))
          end = g_utf8_next_char (end);
      g_ptr_array_add (words, g_strndup (line, (gsize) (end - line)));
      line = end;
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

/* Counts the characters in the first @n of @words. @n_of_words: (inout): number of characters
 * that belong to words and not to blanks or signs */
static guint
count_letters (char **words, guint n, guint *n_of_words)
{
  guint n_letters = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint length = (guint) g_utf8_strlen (words[i], -1);

      n_letters += length;
      if (is_of_word (g_utf8_get_char (words[i])))
        *n_of_words += length;
    }
  return n_letters;
}

GArray *
troupe_word_diff (const char *before, const char *after)
{
  g_auto (GStrv) left = NULL;
  g_auto (GStrv) right = NULL;
  GArray *words;
  guint at_left = 0, at_right = 0;
  guint n_same = 0, n_left = 0, n_right = 0;

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  left = split_words (before);
  right = split_words (after);
  words = compare_lists (left, right);
  count_letters (left, g_strv_length (left), &n_left);
  count_letters (right, g_strv_length (right), &n_right);
  for (guint i = 0; i < words->len; i++)
    {
      TroupeLines *stretch = &g_array_index (words, TroupeLines, i);
      const gboolean is_added = stretch->kind == TROUPE_LINES_ADDED;
      guint n_of_words = 0;

      stretch->n = count_letters (is_added ? right + stretch->after : left + stretch->before,
                                  stretch->n, &n_of_words);
      stretch->before = at_left;
      stretch->after = at_right;
      at_left += is_added ? 0 : stretch->n;
      at_right += stretch->kind == TROUPE_LINES_REMOVED ? 0 : stretch->n;
      n_same += stretch->kind == TROUPE_LINES_SAME ? n_of_words : 0;
    }
  if (n_same * 4 < MAX (n_left, n_right))
    g_array_set_size (words, 0);
  return words;
}
