/* troupe-value-search.c: search in a tree of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-search"

#include "config.h"

#include <string.h>

#include "troupe-value-search.h"

/* The maximum number of entries that are searched, of characters of a text, and of levels. */
#define ENTRIES 100000u
#define CHARACTERS 100000
#define LEVELS 256u

typedef struct
{
  char *folded;  /* the query */
  GArray *chain; /* (element-type guint): of the present entry */
  GPtrArray *matches;
  guint n_entries;
  GCancellable *cancellable; /* (nullable) */
} Search;

static gboolean
contains (const Search *self, const char *text, gsize length)
{
  g_autofree char *part = g_utf8_make_valid (text, (gssize) MIN (length, CHARACTERS));
  g_autofree char *folded = g_utf8_casefold (part, -1);

  return strstr (folded, self->folded) != NULL;
}

/* Returns TRUE if the name of the entry, or its value if that has no entries of its own, contains the query. */
static gboolean
matches (const Search *self, TroupeValueItem *item)
{
  TroupeValue *value = troupe_value_item_get_value (item);
  const char *name = troupe_value_item_get_name (item);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (contains (self, name, strlen (name)))
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      const char *own = troupe_value_get_string (value, &length);

      return contains (self, own, length);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP) || troupe_value_is (value, TROUPE_VALUE_LIST))
    return FALSE;
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  return contains (self, text, strlen (text));
}

static void
search (Search *self, TroupeValueItem *item)
{
  g_autoptr (GListModel) children = NULL;

  if (self->n_entries++ >= ENTRIES || self->matches->len >= TROUPE_VALUE_SEARCH_LIMIT ||
      g_cancellable_is_cancelled (self->cancellable))
    return;
  if (matches (self, item))
    g_ptr_array_add (self->matches, g_array_copy (self->chain));
  children = self->chain->len < LEVELS ? troupe_value_item_list_children (item) : NULL;
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children) &&
                    self->n_entries < ENTRIES && self->matches->len < TROUPE_VALUE_SEARCH_LIMIT;
       i++)
    {
      g_autoptr (TroupeValueItem) child = g_list_model_get_item (children, i);

      g_array_append_val (self->chain, i);
      search (self, child);
      g_array_set_size (self->chain, self->chain->len - 1);
    }
}

GPtrArray *
troupe_value_search (TroupeValueItem *root, const char *query, GCancellable *cancellable)
{
  Search self = { 0 };

  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (root), NULL);
  g_return_val_if_fail (query != NULL, NULL);

  self.cancellable = cancellable;
  self.folded = g_utf8_casefold (query, -1);
  self.chain = g_array_new (FALSE, FALSE, sizeof (guint));
  self.matches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  if (*self.folded != '\0')
    search (&self, root);
  g_free (self.folded);
  g_array_unref (self.chain);
  return self.matches;
}
