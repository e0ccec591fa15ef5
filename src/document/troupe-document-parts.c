/* troupe-document-parts.c: immutable snapshot of the parts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-parts"

#include "config.h"

#include "troupe-document-parts.h"

struct _TroupeDocumentParts
{
  gatomicrefcount ref_count;
  GPtrArray *parts; /* (element-type TroupeDocumentPart) */
};

static void
part_free (gpointer data)
{
  TroupeDocumentPart *part = data;

  g_free (part->name);
  g_clear_pointer (&part->root, json_node_unref);
  g_free (part->text);
  g_clear_pointer (&part->source, troupe_json_text_unref);
  g_clear_pointer (&part->notes, g_ptr_array_unref);
  g_free (part);
}

static TroupeDocumentPart *
part_copy (const TroupeDocumentPart *part)
{
  TroupeDocumentPart *copy = g_new0 (TroupeDocumentPart, 1);

  g_assert (part != NULL);

  copy->name = g_strdup (part->name);
  copy->root = part->root != NULL ? json_node_ref (part->root) : NULL;
  copy->text = g_strdup (part->text);
  copy->source = part->source != NULL ? troupe_json_text_ref (part->source) : NULL;
  copy->notes = part->notes != NULL ? g_ptr_array_ref (part->notes) : NULL;
  return copy;
}

TroupeDocumentParts *
troupe_document_parts_new (void)
{
  TroupeDocumentParts *self = g_new0 (TroupeDocumentParts, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  return self;
}

TroupeDocumentParts *
troupe_document_parts_ref (TroupeDocumentParts *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_document_parts_unref (TroupeDocumentParts *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->parts);
  g_free (self);
}

guint
troupe_document_parts_get_n (TroupeDocumentParts *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->parts->len;
}

const TroupeDocumentPart *
troupe_document_parts_get (TroupeDocumentParts *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->parts->len, NULL);

  return g_ptr_array_index (self->parts, index);
}

static gboolean
find_index (TroupeDocumentParts *self, const char *name, guint *index)
{
  g_assert (self != NULL);

  for (*index = 0; *index < self->parts->len; (*index)++)
    if (g_str_equal (troupe_document_parts_get (self, *index)->name, name))
      return TRUE;
  return FALSE;
}

const TroupeDocumentPart *
troupe_document_parts_find (TroupeDocumentParts *self, const char *name)
{
  guint index;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return find_index (self, name, &index) ? troupe_document_parts_get (self, index) : NULL;
}

JsonNode *
troupe_document_parts_get_root (TroupeDocumentParts *self, const char *name)
{
  const TroupeDocumentPart *part;

  g_return_val_if_fail (self != NULL, NULL);

  part = troupe_document_parts_find (self, name);
  return part != NULL ? part->root : NULL;
}

gboolean
troupe_document_parts_equal (TroupeDocumentParts *self, TroupeDocumentParts *other)
{
  guint n_parts;

  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  n_parts = troupe_document_parts_get_n (self);
  if (n_parts != troupe_document_parts_get_n (other))
    return FALSE;
  for (guint i = 0; i < n_parts; i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (self, i);
      JsonNode *root = troupe_document_parts_get_root (other, part->name);

      if (part->root == NULL || root == NULL || !troupe_json_node_equal (part->root, root))
        return FALSE;
    }
  return TRUE;
}

static TroupeDocumentParts *
copy (TroupeDocumentParts *self)
{
  TroupeDocumentParts *result = troupe_document_parts_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < self->parts->len; i++)
    g_ptr_array_add (result->parts, part_copy (troupe_document_parts_get (self, i)));
  return result;
}

TroupeDocumentParts *
troupe_document_parts_with (TroupeDocumentParts *self, const TroupeDocumentPart *part)
{
  TroupeDocumentParts *result;
  guint index;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (part != NULL && part->name != NULL, NULL);

  result = copy (self);
  if (find_index (result, part->name, &index))
    {
      part_free (g_ptr_array_index (result->parts, index));
      g_ptr_array_index (result->parts, index) = part_copy (part);
    }
  else
    g_ptr_array_add (result->parts, part_copy (part));
  return result;
}

TroupeDocumentParts *
troupe_document_parts_with_root (TroupeDocumentParts *self, const char *name, JsonNode *root)
{
  TroupeDocumentPart part = { .name = (char *) name };
  const TroupeDocumentPart *old;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL && root != NULL, NULL);

  old = troupe_document_parts_find (self, name);
  if (old != NULL)
    part = *old;
  part.root = root;
  part.text = NULL;
  return troupe_document_parts_with (self, &part);
}

TroupeDocumentParts *
troupe_document_parts_without (TroupeDocumentParts *self, const char *name)
{
  TroupeDocumentParts *result;
  guint index;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  result = copy (self);
  if (find_index (result, name, &index))
    g_ptr_array_remove_index (result->parts, index);
  return result;
}

/* --- Comparison ------------------------------------------------------------------------------- */

typedef gboolean (*CompareFunc) (JsonNode *a, JsonNode *b);

static gboolean
compare (TroupeDocumentParts *a, TroupeDocumentParts *b, CompareFunc equal)
{
  g_assert (a != NULL);

  if (a->parts->len != b->parts->len)
    return FALSE;
  for (guint i = 0; i < a->parts->len; i++)
    {
      const TroupeDocumentPart *left = troupe_document_parts_get (a, i);
      const TroupeDocumentPart *right = troupe_document_parts_get (b, i);

      if (!g_str_equal (left->name, right->name) || !equal (left->root, right->root))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_same_tree (JsonNode *a, JsonNode *b)
{
  return a == b;
}

gboolean
troupe_document_parts_are_same (TroupeDocumentParts *a, TroupeDocumentParts *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a == b || compare (a, b, is_same_tree);
}

/* Returns the next member, skipping the layout. */
static gboolean
next_member (JsonObjectIter *iter, const char **key, JsonNode **member)
{
  while (json_object_iter_next_ordered (iter, key, member))
    if (!g_str_equal (*key, "x-troupe"))
      return TRUE;
  *key = NULL;
  *member = NULL;
  return FALSE;
}

static gboolean
has_same_members (JsonNode *a, JsonNode *b)
{
  JsonObjectIter left, right;
  const char *left_key, *right_key;
  JsonNode *left_member, *right_member;
  gboolean goes_on;

  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || !JSON_NODE_HOLDS_OBJECT (a) || !JSON_NODE_HOLDS_OBJECT (b))
    return FALSE;
  json_object_iter_init_ordered (&left, json_node_get_object (a));
  json_object_iter_init_ordered (&right, json_node_get_object (b));
  do
    {
      goes_on = next_member (&left, &left_key, &left_member);
      next_member (&right, &right_key, &right_member);
      if (left_member != right_member || g_strcmp0 (left_key, right_key) != 0)
        return FALSE;
    }
  while (goes_on);
  return TRUE;
}

gboolean
troupe_document_parts_differ_in_layout_alone (TroupeDocumentParts *a, TroupeDocumentParts *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a == b || compare (a, b, has_same_members);
}
