/* troupe-draft-record.c: file format of drafts: records of the edits of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-draft-record"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-draft-record.h"
#include "troupe-tree-patch.h"
#include "troupe-tree.h"

#define MAGIC "troupe-draft 1\n"

/* Length of the checksum of a record, in hexadecimal digits. */
#define N_DIGITS 16

/* --- Writing -------------------------------------------------------------------------------- */

static char *
compute_sum (const char *text, gsize length)
{
  g_autofree char *whole =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  return g_strndup (whole, N_DIGITS);
}

/* @record: (transfer full) */
static void
append_record (GString *out, JsonObject *record)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL, *sum = NULL;
  gsize length;

  json_object_set_int_member (record, "time", g_get_real_time ());
  node = troupe_tree_take_object (record);
  text = troupe_json_write (node, NULL, &length);
  sum = compute_sum (text, length);
  g_string_append_printf (out, "%" G_GSIZE_FORMAT " %s\n", length, sum);
  g_string_append_len (out, text, (gssize) length);
}

/* Adds the files of the document and of its parts as members of @object. */
static void
add_files (JsonObject *object, TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);
  const char *folder = troupe_document_get_folder (document);
  g_autoptr (GList) names = troupe_document_list_files (document);
  JsonArray *files = json_array_new ();

  if (path != NULL)
    json_object_set_string_member (object, "path", path);
  else if (folder != NULL)
    json_object_set_string_member (object, "folder", folder);
  for (GList *link = names; link != NULL; link = link->next)
    {
      const char *name = link->data;
      const TroupeDocumentFile *file = troupe_document_get_file (document, link->data);
      JsonObject *file_object = json_object_new ();

      json_object_set_string_member (file_object, "name", name);
      json_object_set_boolean_member (file_object, "yaml", file->format == TROUPE_FORMAT_YAML);
      if (file->has_stamp)
        {
          json_object_set_int_member (file_object, "size", file->stamp.size);
          json_object_set_int_member (file_object, "modified", file->stamp.modified_us);
          json_object_set_string_member (file_object, "digest", file->stamp.digest);
          json_object_set_string_member (file_object, "place", file->stamp.place);
        }
      json_array_add_object_element (files, file_object);
    }
  json_object_set_array_member (object, "files", files);
}

static JsonObject *
describe_whole_part (const TroupeDocumentPart *part)
{
  JsonObject *object = json_object_new ();
  gboolean is_yaml = part->source != NULL && troupe_json_text_is_yaml (part->source);
  g_autofree char *text = NULL;

  g_assert (part != NULL);

  json_object_set_string_member (object, "name", part->name);
  if (part->root == NULL)
    return object;
  /* Stores the text in the format in which it was read, with comments, even if the text is saved
   * in the other format. */
  text = troupe_document_write_part (part, is_yaml ? TROUPE_FORMAT_YAML : TROUPE_FORMAT_JSON, NULL);
  json_object_set_string_member (object, "text", text);
  return object;
}

static JsonArray *
describe_change (TroupeDocumentParts *before, TroupeDocumentParts *after)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < troupe_document_parts_get_n (after); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (after, i);
      const TroupeDocumentPart *old = troupe_document_parts_find (before, part->name);
      JsonObject *object;

      if (old != NULL && old->root == part->root)
        continue;
      /* Text that was parsed again is stored with its comments. */
      if (old == NULL || old->root == NULL || part->root == NULL || old->text != NULL ||
          part->text != NULL || old->source != part->source)
        object = describe_whole_part (part);
      else
        {
          object = json_object_new ();
          json_object_set_string_member (object, "name", part->name);
          json_object_set_member (object, "patch", troupe_tree_patch_new (old->root, part->root));
        }
      json_array_add_object_element (list, object);
    }
  for (guint i = 0; i < troupe_document_parts_get_n (before); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (before, i);
      JsonObject *object;

      if (troupe_document_parts_find (after, part->name) != NULL)
        continue;
      object = json_object_new ();
      json_object_set_string_member (object, "name", part->name);
      json_object_set_boolean_member (object, "removed", TRUE);
      json_array_add_object_element (list, object);
    }
  return list;
}

/* Appends a record of the files whose content is the same as in @parts. */
static void
append_holds (GString *out, TroupeDocument *document, TroupeDocumentParts *parts)
{
  JsonArray *names = json_array_new ();
  JsonObject *record;

  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);

      if (part->root != NULL &&
          troupe_document_get_file (document, part->name)->saved == part->root)
        json_array_add_string_element (names, part->name);
    }
  if (json_array_get_length (names) == 0)
    {
      json_array_unref (names);
      return;
    }
  record = json_object_new ();
  json_object_set_array_member (record, "holds", names);
  append_record (out, record);
}

static void
append_step (GString *out,
             TroupeDocument *document,
             const char *label,
             TroupeDocumentParts *before,
             TroupeDocumentParts *after)
{
  JsonObject *record = json_object_new ();

  json_object_set_string_member (record, "step", label != NULL ? label : "");
  json_object_set_array_member (record, "parts", describe_change (before, after));
  append_record (out, record);
  append_holds (out, document, after);
}

/* Appends the steps that can be undone, then the steps that can be redone, followed by undo
 * records for the latter. */
static void
append_history (GString *out, TroupeDocument *document)
{
  TroupeEditHistory *history = troupe_document_get_history (document);
  TroupeDocumentParts *now = troupe_document_get_parts (document);
  const char *label, *next_label;
  TroupeDocumentParts *parts = troupe_edit_history_get_undo (history, 0, &label);
  guint n_redone = 0;

  for (guint i = 1; parts != NULL; i++)
    {
      TroupeDocumentParts *next = troupe_edit_history_get_undo (history, i, &next_label);

      append_step (out, document, label, parts, next != NULL ? next : now);
      parts = next;
      label = next_label;
    }
  for (;;)
    {
      TroupeDocumentParts *next = troupe_edit_history_get_redo (history, n_redone, &label);

      if (next == NULL)
        break;
      append_step (out, document, label, now, next);
      now = next;
      n_redone++;
    }
  while (n_redone-- > 0)
    {
      JsonObject *record = json_object_new ();

      json_object_set_boolean_member (record, "undo", TRUE);
      append_record (out, record);
    }
}

static gboolean
is_edited (TroupeDocument *document)
{
  TroupeEditHistory *history = troupe_document_get_history (document);
  const char *label;

  return troupe_document_get_path (document) == NULL || troupe_document_is_modified (document) ||
         troupe_document_get_typed (document, NULL) != NULL ||
         troupe_edit_history_get_undo (history, 0, &label) != NULL ||
         troupe_edit_history_get_redo (history, 0, &label) != NULL;
}

/* Appends the text of a field that is not in the document. @text: (nullable): NULL if there is none
 * any more */
static void
append_typed (GString *out, const char *field, const char *text)
{
  JsonObject *record = json_object_new ();
  JsonObject *typed = json_object_new ();

  json_object_set_string_member (typed, "field", field);
  if (text != NULL)
    json_object_set_string_member (typed, "text", text);
  json_object_set_object_member (record, "typed", typed);
  append_record (out, record);
}

static GBytes *
end_text (GString *out)
{
  return g_string_free_to_bytes (out);
}

GBytes *
troupe_draft_record_whole (TroupeDocument *document, const char *kind, JsonNode *note)
{
  GString *out = g_string_new (MAGIC);
  JsonObject *begin = json_object_new ();
  JsonObject *record = json_object_new ();
  TroupeDocumentParts *first;
  GPtrArray *typed;
  const char *label;

  json_object_set_string_member (begin, "kind", kind);
  json_object_set_boolean_member (begin, "own", troupe_document_is_own (document));
  add_files (begin, document);
  first = troupe_edit_history_get_undo (troupe_document_get_history (document), 0, &label);
  if (first == NULL)
    first = troupe_document_get_parts (document);
  if (is_edited (document))
    {
      JsonArray *list = json_array_new ();

      for (guint i = 0; i < troupe_document_parts_get_n (first); i++)
        json_array_add_object_element (list,
                                       describe_whole_part (troupe_document_parts_get (first, i)));
      json_object_set_array_member (begin, "parts", list);
    }
  json_object_set_object_member (record, "begin", begin);
  append_record (out, record);
  append_holds (out, document, first);
  append_history (out, document);
  typed = troupe_document_get_typed_texts (document)->texts;
  for (guint i = 0; typed != NULL && i < typed->len; i++)
    append_typed (out, ((TroupeTypedText *) typed->pdata[i])->field,
                  ((TroupeTypedText *) typed->pdata[i])->text);
  if (note != NULL)
    {
      record = json_object_new ();
      json_object_set_member (record, "note", json_node_ref (note));
      append_record (out, record);
    }
  return end_text (out);
}

GBytes *
troupe_draft_record_change (TroupeDocument *document,
                            TroupeDocumentRecord what,
                            TroupeDocumentParts *before)
{
  GString *out = g_string_new (NULL);
  TroupeDocumentParts *now = troupe_document_get_parts (document);
  JsonObject *record;

  if (what == TROUPE_RECORD_TYPED)
    {
      const char *field = troupe_document_get_typed_texts (document)->change;

      append_typed (out, field, troupe_document_find_typed (document, field));
      return end_text (out);
    }
  record = json_object_new ();
  switch ((int) what)
    {
    case TROUPE_RECORD_OWN:
      json_object_set_boolean_member (record, "own", troupe_document_is_own (document));
      break;

    case TROUPE_RECORD_STEP:
      json_object_set_string_member (record, "step",
                                     troupe_edit_history_get_undo_label (
                                         troupe_document_get_history (document)));
      json_object_set_array_member (record, "parts", describe_change (before, now));
      break;

    case TROUPE_RECORD_MERGED:
      json_object_set_boolean_member (record, "merged", TRUE);
      json_object_set_array_member (record, "parts", describe_change (before, now));
      break;

    case TROUPE_RECORD_UNDO:
      json_object_set_boolean_member (record, "undo", TRUE);
      break;

    case TROUPE_RECORD_REDO:
      json_object_set_boolean_member (record, "redo", TRUE);
      break;

    case TROUPE_RECORD_SAVED:
    default:
      {
        JsonObject *saved = json_object_new ();

        add_files (saved, document);
        json_object_set_object_member (record, "saved", saved);
      }
      break;
    }
  append_record (out, record);
  if (what == TROUPE_RECORD_SAVED)
    append_holds (out, document, now);
  return end_text (out);
}

GBytes *
troupe_draft_record_note (JsonNode *note)
{
  GString *out = g_string_new (NULL);
  JsonObject *record = json_object_new ();

  json_object_set_member (record, "note", json_node_ref (note));
  append_record (out, record);
  return end_text (out);
}

/* --- Reading -------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("The draft is damaged and cannot be read."));
  return FALSE;
}

/* Reads the next record. Returns NULL if there is no complete record. (transfer full) (nullable) */
static JsonNode *
read_record (const char **at, const char *end)
{
  const char *line_end = memchr (*at, '\n', (gsize) (end - *at));
  const char *blank = line_end != NULL ? memchr (*at, ' ', (gsize) (line_end - *at)) : NULL;
  g_autofree char *digits = NULL, *sum = NULL;
  guint64 length;
  JsonNode *node;

  if (blank == NULL || line_end - blank - 1 != N_DIGITS)
    return NULL;
  digits = g_strndup (*at, (gsize) (blank - *at));
  if (!g_ascii_string_to_unsigned (digits, 10, 0, (guint64) (end - line_end - 1), &length, NULL))
    return NULL;
  sum = compute_sum (line_end + 1, (gsize) length);
  if (strncmp (sum, blank + 1, N_DIGITS) != 0)
    return NULL;
  node = troupe_json_read (line_end + 1, (gsize) length, TROUPE_JSON_STRICT, NULL, NULL);
  *at = line_end + 1 + length;
  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    g_clear_pointer (&node, json_node_unref);
  return node;
}

/* Returns FALSE for anything but true. */
static gboolean
is_true (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

TroupeDraftContent *
troupe_draft_content_new (const char *text, gsize length, GError **error)
{
  g_autoptr (TroupeDraftContent) self = g_new0 (TroupeDraftContent, 1);
  const char *at = text + strlen (MAGIC), *end = text + length;
  JsonNode *begin, *record;
  const char *kind;

  self->records = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  if (length < strlen (MAGIC) || memcmp (text, MAGIC, strlen (MAGIC)) != 0 ||
      (record = read_record (&at, end)) == NULL)
    {
      refuse (error);
      return NULL;
    }
  g_ptr_array_add (self->records, record);
  begin = troupe_tree_get (record, "begin", NULL);
  kind = begin != NULL ? troupe_tree_get_text (troupe_tree_get (begin, "kind", NULL)) : NULL;
  if (kind == NULL)
    {
      refuse (error);
      return NULL;
    }
  self->kind = g_strdup (kind);
  self->path = g_strdup (troupe_tree_get_text (troupe_tree_get (begin, "path", NULL)));
  self->is_edited = troupe_tree_get (begin, "parts", NULL) != NULL;
  self->is_own = is_true (troupe_tree_get (begin, "own", NULL));
  while (at < end && (record = read_record (&at, end)) != NULL)
    {
      TroupeDraftContent *content;
      JsonNode *note;
      JsonNode *time;
      JsonNode *own;
      const char *path;
      double microseconds;

      g_ptr_array_add (self->records, record);
      content = self;
      note = troupe_tree_get (record, "note", NULL);
      time = troupe_tree_get (record, "time", NULL);
      own = troupe_tree_get (record, "own", NULL);
      path = troupe_tree_get_text (troupe_tree_get (record, "saved", "path", NULL));
      if (note != NULL)
        {
          g_clear_pointer (&content->note, json_node_unref);
          content->note = json_node_ref (note);
        }
      if (path != NULL)
        troupe_set_str (&content->path, path);
      if (own != NULL)
        content->is_own = is_true (own);
      if (troupe_tree_get_number (time, &microseconds))
        content->written_us = (gint64) microseconds;
      if (troupe_tree_get (record, "step", NULL) != NULL || troupe_tree_get (record, "redo", NULL))
        content->n_steps = MIN (content->n_steps + 1, TROUPE_EDIT_HISTORY_LIMIT);
      else if (troupe_tree_get (record, "undo", NULL) != NULL && content->n_steps > 0)
        content->n_steps--;
    }
  self->length = (gsize) (at - text);
  return g_steal_pointer (&self);
}

void
troupe_draft_content_free (TroupeDraftContent *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->kind);
  g_free (self->path);
  g_clear_pointer (&self->note, json_node_unref);
  g_ptr_array_unref (self->records);
  g_free (self);
}

/* --- Restoring ------------------------------------------------------------------------------ */

typedef struct
{
  TroupeDocument *document;
  char *path;
  TroupeDocumentParts *parts;
  TroupeEditHistory *history;
  GPtrArray *typed; /* (element-type JsonNode) */
} Restorer;

static gint64
get_integer (JsonNode *object, const char *key)
{
  JsonNode *node = troupe_tree_get (object, key, NULL);
  double number;

  if (!troupe_tree_get_number (node, &number))
    return 0;
  return json_node_get_int (node);
}

static JsonArray *
get_list (JsonNode *object, const char *key)
{
  JsonNode *node = object != NULL ? troupe_tree_get (object, key, NULL) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* @object: with `path` and `files` */
static void
restore_files (Restorer *self, JsonNode *object)
{
  const char *path = troupe_tree_get_text (troupe_tree_get (object, "path", NULL));
  JsonArray *files = get_list (object, "files");
  g_autoptr (GList) old = troupe_document_list_files (self->document);

  g_assert (self != NULL);

  troupe_set_str (&self->path, path);
  troupe_document_set_folder (self->document,
                              troupe_tree_get_text (troupe_tree_get (object, "folder", NULL)));
  for (guint i = 0; files != NULL && i < json_array_get_length (files); i++)
    {
      JsonNode *entry = json_array_get_element (files, i);
      const char *name = troupe_tree_get_text (troupe_tree_get (entry, "name", NULL));
      const char *digest = troupe_tree_get_text (troupe_tree_get (entry, "digest", NULL));
      const char *place = troupe_tree_get_text (troupe_tree_get (entry, "place", NULL));
      TroupeDocumentFile *file;

      if (name == NULL)
        continue;
      file = troupe_document_get_file (self->document, name);
      file->format = troupe_tree_get (entry, "yaml", NULL) != NULL &&
                             json_node_get_boolean (troupe_tree_get (entry, "yaml", NULL))
                         ? TROUPE_FORMAT_YAML
                         : TROUPE_FORMAT_JSON;
      file->has_stamp = digest != NULL;
      file->stamp.size = get_integer (entry, "size");
      file->stamp.modified_us = get_integer (entry, "modified");
      g_strlcpy (file->stamp.digest, digest != NULL ? digest : "", sizeof file->stamp.digest);
      g_strlcpy (file->stamp.place, place != NULL ? place : "", sizeof file->stamp.place);
      old = g_list_delete_link (old, g_list_find_custom (old, name, (GCompareFunc) strcmp));
    }
  for (GList *link = old; link != NULL; link = link->next)
    troupe_document_forget_file (self->document, link->data);
}

/* @parts: (transfer full) */
static void
set_parts (Restorer *self, TroupeDocumentParts *parts)
{
  troupe_document_parts_unref (self->parts);
  self->parts = parts;
}

static gboolean
restore_part (Restorer *self, JsonNode *entry, GError **error)
{
  const char *name = troupe_tree_get_text (troupe_tree_get (entry, "name", NULL));
  JsonNode *patch = troupe_tree_get (entry, "patch", NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonNode *old;

  g_assert (self != NULL);

  if (name == NULL)
    return refuse (error);
  if (troupe_tree_get (entry, "removed", NULL) != NULL)
    {
      set_parts (self, troupe_document_parts_without (self->parts, name));
      return TRUE;
    }
  if (patch == NULL)
    {
      const char *text = troupe_tree_get_text (troupe_tree_get (entry, "text", NULL));
      TroupeDocumentPart part = { NULL };

      if (text == NULL)
        part.name = g_strdup (name);
      else
        troupe_document_parse_any (self->document, name, text, self->path, &part);
      set_parts (self, troupe_document_parts_with (self->parts, &part));
      troupe_document_part_clear (&part);
      return TRUE;
    }
  old = troupe_document_parts_get_root (self->parts, name);
  if (old == NULL)
    return refuse (error);
  root = troupe_tree_patch_apply (old, patch, error);
  if (root == NULL)
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    return refuse (error);
  set_parts (self, troupe_document_parts_with_root (self->parts, name, root));
  return TRUE;
}

static gboolean
restore_parts (Restorer *self, JsonNode *object, GError **error)
{
  JsonArray *entries = get_list (object, "parts");

  for (guint i = 0; entries != NULL && i < json_array_get_length (entries); i++)
    if (!restore_part (self, json_array_get_element (entries, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
restore_record (Restorer *self, JsonNode *record, GError **error)
{
  g_autoptr (TroupeDocumentParts) before = troupe_document_parts_ref (self->parts);
  const char *label = troupe_tree_get_text (troupe_tree_get (record, "step", NULL));
  JsonArray *names = get_list (record, "holds");
  JsonNode *saved = troupe_tree_get (record, "saved", NULL);
  JsonNode *typed = troupe_tree_get (record, "typed", NULL);
  TroupeDocumentParts *parts = NULL;

  g_assert (self != NULL);

  if (label != NULL || troupe_tree_get (record, "merged", NULL) != NULL)
    {
      if (!restore_parts (self, record, error))
        return FALSE;
      if (label != NULL)
        troupe_edit_history_record (self->history, before, label, NULL);
      return TRUE;
    }
  if (names != NULL)
    {
      for (guint i = 0; i < json_array_get_length (names); i++)
        {
          const char *name = troupe_tree_get_text (json_array_get_element (names, i));
          JsonNode *root = name != NULL ? troupe_document_parts_get_root (self->parts, name) : NULL;
          TroupeDocumentFile *file;

          if (root == NULL)
            continue;
          file = troupe_document_get_file (self->document, name);
          g_clear_pointer (&file->saved, json_node_unref);
          file->saved = json_node_ref (root);
        }
    }
  else if (saved != NULL)
    restore_files (self, saved);
  else if (typed != NULL)
    g_ptr_array_add (self->typed, typed);
  else if (troupe_tree_get (record, "undo", NULL) != NULL)
    parts = troupe_edit_history_undo (self->history, before);
  else if (troupe_tree_get (record, "redo", NULL) != NULL)
    parts = troupe_edit_history_redo (self->history, before);
  if (parts != NULL)
    set_parts (self, parts);
  return TRUE;
}

static gboolean
restore_all (TroupeDraftContent *self, Restorer *restorer, GError **error)
{
  JsonNode *begin = troupe_tree_get (g_ptr_array_index (self->records, 0), "begin", NULL);

  g_assert (self != NULL);

  restore_files (restorer, begin);
  if (!restore_parts (restorer, begin, error))
    return FALSE;
  if (troupe_document_parts_get_root (restorer->parts, "") == NULL)
    return refuse (error);
  /* Restores all complete records, even if the end is damaged. */
  for (guint i = 1; i < self->records->len; i++)
    if (!restore_record (restorer, g_ptr_array_index (self->records, i), error))
      return FALSE;
  return troupe_document_parts_get_root (restorer->parts, "") != NULL || refuse (error);
}

static void
restore_typed (TroupeDocument *document, JsonNode *typed)
{
  const char *field = troupe_tree_get_text (troupe_tree_get (typed, "field", NULL));
  const char *text = troupe_tree_get_text (troupe_tree_get (typed, "text", NULL));

  /* Drafts of versions that kept only one text have an empty map when it was written. */
  if (field == NULL || text == NULL)
    {
      if (field == NULL)
        troupe_document_clear_typed (document);
      else
        troupe_document_set_typed (document, field, NULL);
      return;
    }
  troupe_document_set_typed (document, field, text);
}

gboolean
troupe_draft_content_restore (TroupeDraftContent *self, TroupeDocument *document, GError **error)
{
  g_autoptr (GPtrArray) typed = g_ptr_array_new ();
  Restorer restorer = { document, NULL, NULL, NULL, typed };
  gboolean done;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), FALSE);

  if (!self->is_edited)
    {
      if (self->path == NULL)
        return refuse (error);
      return troupe_document_open_file (document, self->path, NULL, error);
    }
  restorer.parts = troupe_document_parts_new ();
  restorer.history = troupe_edit_history_new ();
  done = restore_all (self, &restorer, error);
  if (done)
    troupe_document_restore (document, restorer.path, restorer.parts,
                             g_steal_pointer (&restorer.history));
  for (guint i = 0; done && i < typed->len; i++)
    restore_typed (document, typed->pdata[i]);
  g_clear_pointer (&restorer.history, troupe_edit_history_free);
  troupe_document_parts_unref (restorer.parts);
  g_free (restorer.path);
  return done;
}
