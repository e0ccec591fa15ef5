/* troupe-yaml-writer.c: serializes trees to YAML that parses back to the same tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-writer"

#include "config.h"

#include <string.h>

#include "troupe-limits.h"
#include "troupe-yaml.h"
#include "troupe-yaml-emit.h"
#include "troupe-yaml-layout.h"
#include "troupe-yaml-notes.h"
#include "troupe-yaml-splice.h"

/* Maximum number of attempts that rewrite only a value that reads back differently. If these
 * attempts fail, the complete document is rewritten. */
#define MOST_TRIES 24

/* Finds the first pair of parts that differ. Returns FALSE if the difference is not inside a
 * part. */
static gboolean
find_different_part (JsonNode **a, JsonNode **b)
{
  if (JSON_NODE_HOLDS_OBJECT (*a) && JSON_NODE_HOLDS_OBJECT (*b))
    {
      JsonObjectIter iter_a, iter_b;
      const char *name_a, *name_b;
      JsonNode *node_a, *node_b;

      json_object_iter_init_ordered (&iter_a, json_node_get_object (*a));
      json_object_iter_init_ordered (&iter_b, json_node_get_object (*b));
      while (json_object_iter_next_ordered (&iter_a, &name_a, &node_a) &&
             json_object_iter_next_ordered (&iter_b, &name_b, &node_b) &&
             strcmp (name_a, name_b) == 0)
        if (!troupe_json_node_equal (node_a, node_b))
          {
            *a = node_a;
            *b = node_b;
            return TRUE;
          }
      return FALSE;
    }
  if (JSON_NODE_HOLDS_ARRAY (*a) && JSON_NODE_HOLDS_ARRAY (*b))
    {
      JsonArray *array_a = json_node_get_array (*a), *array_b = json_node_get_array (*b);
      guint length = MIN (json_array_get_length (array_a), json_array_get_length (array_b));

      for (guint i = 0; i < length; i++)
        {
          JsonNode *node_a = json_array_get_element (array_a, i);
          JsonNode *node_b = json_array_get_element (array_b, i);

          if (troupe_json_node_equal (node_a, node_b))
            continue;
          *a = node_a;
          *b = node_b;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_aliases (TroupeJsonText *source)
{
  GArray *notes = troupe_json_text_get_notes (source);

  for (guint i = 0; i < notes->len; i++)
    {
      const TroupeYamlNote *note = &g_array_index (notes, TroupeYamlNote, i);

      if (note->style == TROUPE_YAML_ALIAS || note->is_key_used)
        return TRUE;
    }
  return FALSE;
}

static char *
write_checked (JsonNode *root, TroupeJsonText *source)
{
  g_autoptr (GHashTable) fresh = g_hash_table_new (NULL, NULL);
  gboolean expand = FALSE;

  for (guint i = 0; i < MOST_TRIES; i++)
    {
      g_autofree char *text = troupe_yaml_splice (root, source, fresh, expand);
      g_autoptr (JsonNode) back = troupe_yaml_read (text, strlen (text), NULL, NULL);

      if (back != NULL && troupe_json_node_equal (root, back))
        return g_steal_pointer (&text);
      if (back != NULL)
        {
          JsonNode *path[TROUPE_LIMIT_NESTING + 2];
          JsonNode *other = back;
          guint depth = 0;

          /* Marks the smallest value of @root that contains the first difference from @back for
           * rewriting. If this value is already marked, marks the enclosing value. */
          path[0] = root;
          while (depth <= TROUPE_LIMIT_NESTING)
            {
              JsonNode *part = path[depth];

              if (!find_different_part (&part, &other))
                break;
              path[++depth] = part;
            }
          while (depth > 0 && g_hash_table_contains (fresh, path[depth]))
            depth--;
          g_hash_table_add (fresh, path[depth]);
        }
      else if (!expand && has_aliases (source))
        expand = TRUE;
      else
        break;
    }
  return NULL;
}

char *
troupe_yaml_write (JsonNode *root, TroupeJsonText *source, gsize *length)
{
  char *text = NULL;

  g_return_val_if_fail (root != NULL, NULL);

  if (source != NULL && troupe_json_text_is_yaml (source))
    text = write_checked (root, source);
  if (text == NULL)
    {
      TroupeYamlFormat manner = { "\n", 2, 2 };
      GString *out = g_string_new (NULL);

      if (source != NULL && troupe_json_text_is_yaml (source))
        troupe_yaml_find_manner (source, &manner);
      troupe_yaml_emit_root (out, root, &manner);
      text = g_string_free (out, FALSE);
    }
  if (length != NULL)
    *length = strlen (text);
  return text;
}
