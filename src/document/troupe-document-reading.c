/* troupe-document-reading.c: loads documents from files and texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-reading"

#include "config.h"

#include <string.h>

#include "troupe-document-private.h"
#include "troupe-tree.h"
#include "troupe-project-file.h"

/* Limits, in bytes, up to which text that cannot be parsed is opened. They are necessary because
 * a text view lays out a complete line at once. */
#define LONGEST_BROKEN_TEXT (1024u * 1024)
#define LONGEST_LINE 20000

/* --- Loading ---------------------------------------------------------------------------------- */

void
troupe_document_note_content (TroupeDocument *self, const TroupeDocumentPart *part)
{
  TroupeDocumentFile *file = troupe_document_get_file (self, part->name);

  g_clear_pointer (&file->saved, json_node_unref);
  file->saved = json_node_ref (part->root);
  if (part->source != NULL)
    file->format =
        troupe_json_text_is_yaml (part->source) ? TROUPE_FORMAT_YAML : TROUPE_FORMAT_JSON;
  else
    file->format =
        troupe_format_from_path (troupe_document_get_shown_name (self), TROUPE_FORMAT_JSON);
}

void
troupe_document_part_clear (TroupeDocumentPart *part)
{
  g_clear_pointer (&part->name, g_free);
  g_clear_pointer (&part->root, json_node_unref);
  g_clear_pointer (&part->text, g_free);
  g_clear_pointer (&part->source, troupe_json_text_unref);
  g_clear_pointer (&part->notes, g_ptr_array_unref);
}

static GPtrArray *
list_one_problem (TroupeProblem *problem)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  g_ptr_array_add (problems, problem);
  return problems;
}

/* Sets the part of a problem that is not shared yet. */
static void
set_part (TroupeProblem *problem, const char *name)
{
  if (*name != '\0')
    problem->part = g_strdup (name);
}

gboolean
troupe_document_parse (TroupeDocument *self,
                       const char *name,
                       const char *text,
                       gsize length,
                       const char *shown_name,
                       TroupeDocumentPart *part,
                       TroupeProblem **mistake,
                       GError **error)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);

  if (klass->is_jsonc)
    part->root = troupe_document_text_read_jsonc (text, length, shown_name, klass->describe (self),
                                                  klass->other_code, &part->source, &part->notes,
                                                  mistake, error);
  else
    part->root = troupe_document_text_read (text, length, shown_name, klass->describe (self),
                                            klass->describe_other, klass->other_code, &part->source,
                                            &part->notes, mistake, error);
  if (part->root == NULL)
    {
      set_part (*mistake, name);
      return FALSE;
    }
  for (guint i = 0; i < part->notes->len; i++)
    set_part (part->notes->pdata[i], name);
  part->name = g_strdup (name);
  return TRUE;
}

static void
make_broken (const char *name, const char *text, TroupeProblem *mistake, TroupeDocumentPart *part)
{
  troupe_document_part_clear (part);
  part->name = g_strdup (name);
  part->root = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (part->root, json_object_new ());
  json_node_seal (part->root);
  part->text = g_strdup (text);
  part->notes = list_one_problem (mistake);
}

void
troupe_document_parse_any (TroupeDocument *self,
                           const char *name,
                           const char *text,
                           const char *shown_name,
                           TroupeDocumentPart *part)
{
  TroupeProblem *mistake = NULL;

  if (!troupe_document_parse (self, name, text, strlen (text), shown_name, part, &mistake, NULL))
    make_broken (name, text, mistake, part);
}

char *
troupe_document_write_part (const TroupeDocumentPart *part, TroupeFormat format, gsize *length)
{
  if (part->text == NULL)
    return troupe_document_text_write (part->root, part->source, format, length);
  if (length != NULL)
    *length = strlen (part->text);
  return g_strdup (part->text);
}

/* Returns TRUE if the text can be shown to the user to be corrected. */
static gboolean
can_be_mended (const char *text, gsize length, const GError *error)
{
  const char *end = text + length;

  if (error->domain != TROUPE_JSON_ERROR || length > LONGEST_BROKEN_TEXT ||
      !g_utf8_validate_len (text, length, NULL))
    return FALSE;
  for (const char *line = text; line < end;)
    {
      const char *next = memchr (line, '\n', (gsize) (end - line));

      if ((next != NULL ? next : end) - line > LONGEST_LINE)
        return FALSE;
      line = next != NULL ? next + 1 : end;
    }
  return TRUE;
}

/* A part whose file cannot be read has no tree, so that saving never modifies the file. */
static TroupeDocumentParts *
add_unreadable (TroupeDocumentParts *parts, const char *name, TroupeProblem *problem)
{
  g_autoptr (GPtrArray) notes = list_one_problem (problem);
  TroupeDocumentPart part = { .name = (char *) name, .notes = notes };

  if (problem->part == NULL)
    set_part (problem, name);
  return troupe_document_parts_with (parts, &part);
}

/* Returns @parts with the part @name as read from its file. (transfer full) */
static TroupeDocumentParts *
read_part (TroupeDocument *self, TroupeDocumentParts *parts, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (troupe_document_get_path (self));
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  TroupeDocumentFile *file = NULL;
  TroupeDocumentPart part = { NULL };
  TroupeProblem *mistake = NULL;
  TroupeDocumentParts *result;
  g_autofree char *text = NULL;
  TroupeFileStamp stamp;
  gsize length;

  g_assert (TROUPE_IS_DOCUMENT (self));

  text = troupe_project_file_read (folder, name, TROUPE_LIMIT_DOCUMENT, &length, &stamp, &error);
  path = g_build_filename (folder, name, NULL);
  if (text == NULL)
    return add_unreadable (parts, name,
                           troupe_problem_new (TROUPE_SEVERITY_ERROR, "unreadable_part", "", "%s",
                                               error->message));
  if (!troupe_document_parse (self, name, text, length, path, &part, &mistake, &error))
    return add_unreadable (parts, name, mistake);
  file = troupe_document_get_file (self, name);
  file->stamp = stamp;
  file->has_stamp = TRUE;
  troupe_document_note_content (self, &part);
  result = troupe_document_parts_with (parts, &part);
  troupe_document_part_clear (&part);
  return result;
}

/* Rejects documents of another type, because saving would add this type's data to them. Checks
 * only loaded documents, not the user's edits of an open document. */
static gboolean
refuse_other_kinds (TroupeDocument *self, JsonNode *root, GPtrArray **problems, GError **error)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);
  g_autofree char *kind = klass->describe_other != NULL ? klass->describe_other (root) : NULL;
  g_autoptr (TroupeProblem) problem = NULL;
  g_autofree char *message = NULL;

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (kind == NULL)
    return TRUE;
  problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, klass->other_code, "", "%s", kind);
  problem->line = problem->column = 1;
  message = troupe_problem_to_text (problem, troupe_document_get_shown_name (self));
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  if (problems != NULL)
    *problems = list_one_problem (g_steal_pointer (&problem));
  return FALSE;
}

TroupeDocumentParts *
troupe_document_read_others (TroupeDocument *self, TroupeDocumentParts *parts, JsonNode *main)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);
  g_auto (GStrv) names = NULL;

  g_assert (TROUPE_IS_DOCUMENT (self));

  troupe_document_parts_ref (parts);
  if (klass->list_parts != NULL && troupe_document_get_path (self) != NULL)
    names = klass->list_parts (self, main);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      TroupeDocumentParts *more;

      if (troupe_document_parts_find (parts, names[i]) != NULL)
        continue;
      more = read_part (self, parts, names[i]);
      troupe_document_parts_unref (parts);
      parts = more;
    }
  return parts;
}

/* Parses the main part. @takes_text: whether text that cannot be parsed becomes a document, too */
static gboolean
read_main (TroupeDocument *self,
           const char *text,
           gsize length,
           const char *name,
           gboolean takes_text,
           GPtrArray **problems,
           GError **error)
{
  g_autoptr (TroupeProblem) mistake = NULL;
  g_autoptr (TroupeDocumentParts) main = NULL, parts = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeDocumentPart part = { NULL };

  g_assert (TROUPE_IS_DOCUMENT (self));

  troupe_document_set_place (self, troupe_document_get_path (self), name);
  if (!troupe_document_parse (self, "", text, length, name, &part, &mistake, &cause))
    {
      if (!takes_text || !can_be_mended (text, length, cause))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          if (problems != NULL)
            *problems = list_one_problem (g_steal_pointer (&mistake));
          return FALSE;
        }
      make_broken ("", text, g_steal_pointer (&mistake), &part);
    }
  else if (!refuse_other_kinds (self, part.root, problems, error))
    {
      troupe_document_part_clear (&part);
      return FALSE;
    }
  troupe_document_note_content (self, &part);
  main = troupe_document_parts_with (troupe_document_get_parts (self), &part);
  parts = troupe_document_read_others (self, main, part.root);
  troupe_document_part_clear (&part);
  troupe_document_adopt (self, parts, FALSE, NULL);
  if (problems != NULL)
    *problems = g_ptr_array_ref (troupe_document_get_problems (self));
  return TRUE;
}

static gboolean
read_file (TroupeDocument *self,
           const char *path,
           gboolean takes_text,
           GPtrArray **problems,
           GError **error)
{
  g_autofree char *text = NULL;
  TroupeDocumentFile *file;
  TroupeFileStamp stamp;
  gsize length;

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (problems != NULL)
    *problems = NULL;
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, &stamp, error);
  if (text == NULL)
    return FALSE;
  troupe_document_set_place (self, path, path);
  file = troupe_document_get_file (self, "");
  file->stamp = stamp;
  file->has_stamp = TRUE;
  return read_main (self, text, length, path, takes_text, problems, error);
}

gboolean
troupe_document_read_text (TroupeDocument *self,
                           const char *text,
                           gsize length,
                           const char *name,
                           GPtrArray **problems,
                           GError **error)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  return read_main (self, text, length, name, FALSE, problems, error);
}

gboolean
troupe_document_read_texts (TroupeDocument *self,
                            const char *const *names,
                            const char *const *texts,
                            const char *shown_name,
                            GError **error)
{
  g_autoptr (TroupeDocumentParts) parts = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (names != NULL && texts != NULL, FALSE);
  g_return_val_if_fail (names[0] != NULL && *names[0] == '\0', FALSE);

  troupe_document_set_place (self, NULL, shown_name);
  parts = troupe_document_parts_ref (troupe_document_get_parts (self));
  for (guint i = 0; names[i] != NULL; i++)
    {
      TroupeDocumentPart part = { NULL };
      g_autoptr (TroupeProblem) mistake = NULL;
      TroupeDocumentParts *more;

      if (!troupe_document_parse (self, names[i], texts[i], strlen (texts[i]),
                                  i > 0 ? names[i] : shown_name, &part, &mistake, error))
        return FALSE;
      troupe_document_note_content (self, &part);
      more = troupe_document_parts_with (parts, &part);
      troupe_document_parts_unref (parts);
      parts = more;
      troupe_document_part_clear (&part);
    }
  return troupe_document_adopt (self, parts, FALSE, error);
}

gboolean
troupe_document_read_file (TroupeDocument *self,
                           const char *path,
                           GPtrArray **problems,
                           GError **error)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  return read_file (self, path, FALSE, problems, error);
}

gboolean
troupe_document_open_file (TroupeDocument *self,
                           const char *path,
                           GPtrArray **problems,
                           GError **error)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  return read_file (self, path, TRUE, problems, error);
}

gboolean
troupe_document_refuse_errors (TroupeDocument *self, GError **error)
{
  g_autofree char *message = NULL;
  GPtrArray *problems;
  guint first = 0;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  if (!troupe_document_has_errors (self))
    return TRUE;
  problems = troupe_document_get_problems (self);
  /* Finds the first error. It may follow warnings, because the problems of a part that cannot be
   * read follow the warnings of the other parts. */
  for (guint i = problems->len; i-- > 0;)
    if (((TroupeProblem *) problems->pdata[i])->severity == TROUPE_SEVERITY_ERROR)
      first = i;
  message = troupe_problem_to_text (problems->pdata[first], troupe_document_get_shown_name (self));
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  return FALSE;
}

char *
troupe_document_dup_name (TroupeDocument *self)
{
  JsonNode *root = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  root = troupe_document_get_root (self);
  return root != NULL ? g_strdup (troupe_tree_get_member_text (root, "name")) : NULL;
}
