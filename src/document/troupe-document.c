/* troupe-document.c: an open document of any kind: its parts and their edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-document-private.h"

/* Of a title, in characters. */
#define LONGEST_TITLE 120

/* clang-format off */
G_DEFINE_QUARK (troupe-document-error-quark, troupe_document_error)
/* clang-format on */

typedef struct
{
  char *path; /* (nullable): of the main part */
  char *name; /* (nullable): for messages */
  TroupeDocumentParts *parts;
  GHashTable *files;   /* name of a part to TroupeDocumentFile */
  GPtrArray *problems; /* (nullable): until somebody asks */
  TroupeEditHistory *history;
  TroupeDocumentRecordFunc record_func; /* (nullable) */
  gpointer record_data;
} TroupeDocumentPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TroupeDocument, troupe_document, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_PATH,
  PROP_MODIFIED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  N_PROPS
};

enum
{
  CHANGED,
  SAVED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static TroupeDocumentPrivate *
get_private (TroupeDocument *self)
{
  g_assert (TROUPE_IS_DOCUMENT (self));

  return troupe_document_get_instance_private (self);
}

static void
file_free (gpointer data)
{
  TroupeDocumentFile *file = data;

  g_clear_pointer (&file->saved, json_node_unref);
  g_free (file);
}

static void
troupe_document_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeDocument *self = TROUPE_DOCUMENT (object);
  TroupeDocumentPrivate *priv = get_private (self);
  const char *undo_label = troupe_edit_history_get_undo_label (priv->history);
  const char *redo_label = troupe_edit_history_get_redo_label (priv->history);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_take_string (value, troupe_document_get_title (self));
      break;
    case PROP_PATH:
      g_value_set_string (value, priv->path);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, troupe_document_is_modified (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, undo_label != NULL);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, redo_label != NULL);
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, undo_label);
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, redo_label);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_document_finalize (GObject *object)
{
  TroupeDocumentPrivate *priv = get_private (TROUPE_DOCUMENT (object));

  g_free (priv->path);
  g_free (priv->name);
  troupe_document_parts_unref (priv->parts);
  g_hash_table_unref (priv->files);
  g_clear_pointer (&priv->problems, g_ptr_array_unref);
  troupe_edit_history_free (priv->history);

  G_OBJECT_CLASS (troupe_document_parent_class)->finalize (object);
}

static void
troupe_document_class_init (TroupeDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = troupe_document_get_property;
  object_class->finalize = troupe_document_finalize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_document_init (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  priv->parts = troupe_document_parts_new ();
  priv->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, file_free);
  priv->history = troupe_edit_history_new ();
}

static void
announce (TroupeDocument *self)
{
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
record (TroupeDocument *self, TroupeDocumentRecord what)
{
  TroupeDocumentPrivate *priv = get_private (self);

  if (priv->record_func != NULL)
    priv->record_func (self, what, priv->record_data);
}

/* --- Files --------------------------------------------------------------------------------- */

TroupeDocumentFile *
_troupe_document_get_file (TroupeDocument *self, const char *name)
{
  TroupeDocumentPrivate *priv = get_private (self);
  TroupeDocumentFile *file = g_hash_table_lookup (priv->files, name);

  if (file == NULL)
    {
      file = g_new0 (TroupeDocumentFile, 1);
      file->format = troupe_format_from_path (name, TROUPE_FORMAT_JSON);
      g_hash_table_insert (priv->files, g_strdup (name), file);
    }
  return file;
}

GList *
_troupe_document_list_files (TroupeDocument *self)
{
  return g_hash_table_get_keys (get_private (self)->files);
}

void
_troupe_document_forget_file (TroupeDocument *self, const char *name)
{
  g_hash_table_remove (get_private (self)->files, name);
}

char *
_troupe_document_get_part_path (const char *path, const char *name)
{
  g_autofree char *folder = NULL;

  if (*name == '\0')
    return g_strdup (path);
  folder = g_path_get_dirname (path);
  return g_build_filename (folder, name, NULL);
}

/* --- Reading ------------------------------------------------------------------------------- */

void
_troupe_document_note_content (TroupeDocument *self, const TroupeDocumentPart *part)
{
  TroupeDocumentFile *file = _troupe_document_get_file (self, part->name);

  g_clear_pointer (&file->saved, json_node_unref);
  file->saved = json_node_ref (part->root);
  file->format = troupe_json_text_is_yaml (part->source) ? TROUPE_FORMAT_YAML : TROUPE_FORMAT_JSON;
}

void
_troupe_document_part_clear (TroupeDocumentPart *part)
{
  g_clear_pointer (&part->name, g_free);
  g_clear_pointer (&part->root, json_node_unref);
  g_clear_pointer (&part->source, troupe_json_text_unref);
  g_clear_pointer (&part->notes, g_ptr_array_unref);
}

gboolean
_troupe_document_parse (TroupeDocument *self,
                        const char *name,
                        const char *text,
                        gsize length,
                        const char *shown_name,
                        TroupeDocumentPart *part,
                        TroupeProblem **mistake,
                        GError **error)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);

  part->root = troupe_document_text_read (text, length, shown_name, klass->describe (self),
                                          klass->describe_other, &part->source, &part->notes,
                                          mistake, error);
  if (part->root == NULL)
    return FALSE;
  part->name = g_strdup (name);
  return TRUE;
}

/* Takes @parts as what the document is. FALSE where it must load and does not. @parts: (transfer none) */
static gboolean
adopt (TroupeDocument *self, TroupeDocumentParts *parts, gboolean must_load, GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);

  if (!TROUPE_DOCUMENT_GET_CLASS (self)->read (self, parts, must_load, error))
    return FALSE;
  troupe_document_parts_ref (parts);
  troupe_document_parts_unref (priv->parts);
  priv->parts = parts;
  g_clear_pointer (&priv->problems, g_ptr_array_unref);
  return TRUE;
}

static GPtrArray *
list_one_problem (TroupeProblem *problem)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  g_ptr_array_add (problems, problem);
  return problems;
}

/* A part whose file cannot be read is kept without a tree, so that saving never touches it. */
static TroupeDocumentParts *
add_unreadable (TroupeDocumentParts *parts, const char *name, TroupeProblem *problem)
{
  g_autoptr (GPtrArray) notes = list_one_problem (problem);
  TroupeDocumentPart part = { .name = (char *) name, .notes = notes };

  return troupe_document_parts_with (parts, &part);
}

/* @parts with the part @name as its file has it. (transfer full) */
static TroupeDocumentParts *
read_part (TroupeDocument *self, TroupeDocumentParts *parts, const char *name)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *folder = g_path_get_dirname (priv->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = troupe_path_resolve_beneath (folder, name, &error);
  TroupeDocumentFile *file = NULL;
  TroupeDocumentPart part = { NULL };
  TroupeProblem *mistake = NULL;
  TroupeDocumentParts *result;
  g_autofree char *text = NULL;
  TroupeFileStamp stamp;
  gsize length;

  if (path != NULL)
    text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, &stamp, &error);
  if (text == NULL)
    return add_unreadable (parts, name,
                           troupe_problem_new (TROUPE_SEVERITY_ERROR, "unreadable_part", "", "%s",
                                               error->message));
  if (!_troupe_document_parse (self, name, text, length, path, &part, &mistake, &error))
    return add_unreadable (parts, name, mistake);
  file = _troupe_document_get_file (self, name);
  file->stamp = stamp;
  file->has_stamp = TRUE;
  _troupe_document_note_content (self, &part);
  result = troupe_document_parts_with (parts, &part);
  _troupe_document_part_clear (&part);
  return result;
}

/* What is of another kind altogether: saving it would add to it what is this kind's. Only what comes from
 * outside is looked at; what a person made of an open document stays theirs. */
static gboolean
refuse_other_kinds (TroupeDocument *self, JsonNode *root, GPtrArray **problems, GError **error)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);
  g_autofree char *kind = klass->describe_other != NULL ? klass->describe_other (root) : NULL;
  g_autoptr (TroupeProblem) problem = NULL;
  g_autofree char *message = NULL;

  if (kind == NULL)
    return TRUE;
  problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, "not_a_flow", "", "%s", kind);
  problem->line = problem->column = 1;
  message = troupe_problem_to_text (problem, get_private (self)->name);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  if (problems != NULL)
    *problems = list_one_problem (g_steal_pointer (&problem));
  return FALSE;
}

gboolean
troupe_document_read_text (TroupeDocument *self,
                           const char *text,
                           gsize length,
                           const char *name,
                           GPtrArray **problems,
                           GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);
  g_autoptr (TroupeProblem) mistake = NULL;
  g_autoptr (TroupeDocumentParts) parts = NULL;
  g_auto (GStrv) others = NULL;
  TroupeDocumentPart part = { NULL };

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  troupe_set_str (&priv->name, name);
  if (!_troupe_document_parse (self, "", text, length, name, &part, &mistake, error))
    {
      if (problems != NULL)
        *problems = list_one_problem (g_steal_pointer (&mistake));
      return FALSE;
    }
  if (!refuse_other_kinds (self, part.root, problems, error))
    {
      _troupe_document_part_clear (&part);
      return FALSE;
    }
  _troupe_document_note_content (self, &part);
  parts = troupe_document_parts_with (priv->parts, &part);
  if (klass->list_parts != NULL && priv->path != NULL)
    others = klass->list_parts (self, part.root);
  _troupe_document_part_clear (&part);
  for (guint i = 0; others != NULL && others[i] != NULL; i++)
    {
      TroupeDocumentParts *more;

      if (troupe_document_parts_find (parts, others[i]) != NULL)
        continue;
      more = read_part (self, parts, others[i]);
      troupe_document_parts_unref (parts);
      parts = more;
    }
  adopt (self, parts, FALSE, NULL);
  if (problems != NULL)
    *problems = g_ptr_array_ref (troupe_document_get_problems (self));
  return TRUE;
}

gboolean
troupe_document_read_file (TroupeDocument *self,
                           const char *path,
                           GPtrArray **problems,
                           GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *text = NULL;
  TroupeDocumentFile *file;
  TroupeFileStamp stamp;
  gsize length;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (problems != NULL)
    *problems = NULL;
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, &stamp, error);
  if (text == NULL)
    return FALSE;
  troupe_set_str (&priv->path, path);
  file = _troupe_document_get_file (self, "");
  file->stamp = stamp;
  file->has_stamp = TRUE;
  return troupe_document_read_text (self, text, length, path, problems, error);
}

gboolean
troupe_document_refuse_errors (TroupeDocument *self, GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *message = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  if (!troupe_document_has_errors (self))
    return TRUE;
  message = troupe_problem_to_text (g_ptr_array_index (troupe_document_get_problems (self), 0),
                                    priv->name);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  return FALSE;
}

/* --- What it is ---------------------------------------------------------------------------- */

const char *
troupe_document_get_path (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return get_private (self)->path;
}

/* One line that a window can show: a name may be of any length. */
static char *
shorten (const char *name)
{
  gsize n_bytes = strcspn (name, "\r\n");
  g_autofree char *line = g_strndup (name, n_bytes);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) > LONGEST_TITLE)
    start = g_utf8_substring (line, 0, LONGEST_TITLE);
  if (start == NULL && name[n_bytes] == '\0')
    return g_steal_pointer (&line);
  return g_strconcat (start != NULL ? start : line, "…", NULL);
}

char *
troupe_document_get_title (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  name = TROUPE_DOCUMENT_GET_CLASS (self)->get_name (self);
  if (name != NULL && *name != '\0')
    return shorten (name);
  return priv->path != NULL ? g_path_get_basename (priv->path) : g_strdup (_ ("Untitled"));
}

TroupeDocumentParts *
troupe_document_get_parts (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return get_private (self)->parts;
}

static const TroupeDocumentPart *
get_main (TroupeDocument *self)
{
  return troupe_document_parts_find (get_private (self)->parts, "");
}

JsonNode *
troupe_document_get_root (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return troupe_document_parts_get_root (get_private (self)->parts, "");
}

gboolean
troupe_document_get_place (TroupeDocument *self, JsonNode *node, TroupePlace *place)
{
  TroupeDocumentParts *parts;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (node != NULL && place != NULL, FALSE);

  parts = get_private (self)->parts;
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);

      if (part->source != NULL && troupe_json_text_get_place (part->source, node, place))
        return TRUE;
    }
  return FALSE;
}

/* What the texts of the parts tell comes behind what the model tells. */
GPtrArray *
troupe_document_get_problems (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  if (priv->problems != NULL)
    return priv->problems;
  priv->problems = TROUPE_DOCUMENT_GET_CLASS (self)->diagnose (self);
  for (guint i = 0; i < troupe_document_parts_get_n (priv->parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (priv->parts, i);

      for (guint k = 0; part->notes != NULL && k < part->notes->len; k++)
        g_ptr_array_add (priv->problems, troupe_problem_ref (g_ptr_array_index (part->notes, k)));
    }
  return priv->problems;
}

gboolean
troupe_document_has_errors (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), TRUE);

  return TROUPE_DOCUMENT_GET_CLASS (self)->has_errors (self);
}

gboolean
troupe_document_is_modified (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);
  guint n_parts;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  n_parts = troupe_document_parts_get_n (priv->parts);
  for (guint i = 0; i < n_parts; i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (priv->parts, i);
      TroupeDocumentFile *file = g_hash_table_lookup (priv->files, part->name);

      if (part->root != (file != NULL ? file->saved : NULL))
        return TRUE;
    }
  return g_hash_table_size (priv->files) > n_parts;
}

TroupeFormat
troupe_document_get_format (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), TROUPE_FORMAT_JSON);

  return _troupe_document_get_file (self, "")->format;
}

char *
troupe_document_to_text (TroupeDocument *self, gsize *length)
{
  const TroupeDocumentPart *part;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  part = get_main (self);
  return troupe_document_text_write (part->root, part->source, troupe_document_get_format (self),
                                     length);
}

char *
troupe_document_convert (TroupeDocument *self,
                         TroupeFormat format,
                         gsize *length,
                         GPtrArray **losses,
                         GError **error)
{
  const TroupeDocumentPart *part;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  if (losses != NULL)
    *losses = NULL;
  part = get_main (self);
  if (!troupe_document_text_list_losses (part->root, part->source, format, losses, error))
    return NULL;
  return troupe_document_text_write (part->root, part->source, format, length);
}

/* --- Edits --------------------------------------------------------------------------------- */

/* @parts: what the document becomes. */
static gboolean
commit (TroupeDocument *self,
        TroupeDocumentParts *parts,
        const char *label,
        const char *merge_key,
        TroupeCommitFlags flags,
        GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) before = troupe_document_parts_ref (priv->parts);
  gboolean is_layout = (flags & TROUPE_COMMIT_LAYOUT) != 0;
  gboolean is_step;

  g_assert (!is_layout || troupe_document_parts_differ_in_layout_alone (before, parts));

  if (is_layout)
    {
      troupe_document_parts_unref (priv->parts);
      priv->parts = troupe_document_parts_ref (parts);
    }
  else if (!adopt (self, parts, (flags & TROUPE_COMMIT_MUST_LOAD) != 0, error))
    return FALSE;
  is_step = troupe_edit_history_record (priv->history, before, label, merge_key);
  if (troupe_edit_history_is_in_group (priv->history))
    return TRUE;
  record (self, is_step ? TROUPE_RECORD_STEP : TROUPE_RECORD_MERGED);
  announce (self);
  return TRUE;
}

gboolean
troupe_document_commit (TroupeDocument *self,
                        const char *part,
                        JsonNode *root,
                        const char *label,
                        const char *merge_key,
                        TroupeCommitFlags flags,
                        GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) parts = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (part != NULL, FALSE);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("There is no place for this in the document."));
      return FALSE;
    }
  if (root == troupe_document_parts_get_root (priv->parts, part))
    return TRUE;
  parts = troupe_document_parts_with_root (priv->parts, part, root);
  return commit (self, parts, label, merge_key, flags, error);
}

gboolean
troupe_document_remove_part (TroupeDocument *self,
                             const char *part,
                             const char *label,
                             GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) parts = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (part != NULL && *part != '\0', FALSE);

  if (troupe_document_parts_find (priv->parts, part) == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The document has no file “%s”."), part);
      return FALSE;
    }
  parts = troupe_document_parts_without (priv->parts, part);
  return commit (self, parts, label, NULL, TROUPE_COMMIT_DEFAULT, error);
}

gboolean
troupe_document_set (TroupeDocument *self,
                     const char *const *path,
                     JsonNode *value,
                     const char *label,
                     const char *merge_key,
                     GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  JsonNode *current;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  current = troupe_json_tree_get (troupe_document_get_root (self), path);
  if (current == NULL && value == NULL)
    return TRUE;
  if (current != NULL && value != NULL && troupe_json_node_equal (current, value))
    return TRUE;
  root = troupe_json_tree_with (troupe_document_get_root (self), path, value);
  return troupe_document_commit (self, "", root, label, merge_key, TROUPE_COMMIT_DEFAULT, error);
}

void
troupe_document_begin_edit (TroupeDocument *self, const char *label)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));

  troupe_edit_history_begin_group (priv->history, priv->parts, label);
}

void
troupe_document_end_edit (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (troupe_edit_history_is_in_group (priv->history));

  if (!troupe_edit_history_end_group (priv->history, priv->parts))
    return;
  record (self, TROUPE_RECORD_STEP);
  announce (self);
}

/* @parts: (transfer full) (nullable) */
static gboolean
travel (TroupeDocument *self, TroupeDocumentParts *parts, TroupeDocumentRecord what)
{
  g_autoptr (TroupeDocumentParts) owned = parts;

  if (parts == NULL)
    return FALSE;
  adopt (self, parts, FALSE, NULL);
  record (self, what);
  announce (self);
  return TRUE;
}

gboolean
troupe_document_undo (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  return travel (self, troupe_edit_history_undo (priv->history, priv->parts), TROUPE_RECORD_UNDO);
}

gboolean
troupe_document_redo (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  return travel (self, troupe_edit_history_redo (priv->history, priv->parts), TROUPE_RECORD_REDO);
}

/* --- What another program wrote -------------------------------------------------------------- */

gboolean
troupe_document_get_stamp (TroupeDocument *self, TroupeFileStamp *stamp)
{
  TroupeDocumentFile *file;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (stamp != NULL, FALSE);

  file = _troupe_document_get_file (self, "");
  *stamp = file->stamp;
  return file->has_stamp;
}

static void
take_files (TroupeDocument *self, TroupeDocument *other)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (GList) names = _troupe_document_list_files (other);

  g_hash_table_remove_all (priv->files);
  for (GList *link = names; link != NULL; link = link->next)
    {
      TroupeDocumentFile *file = _troupe_document_get_file (self, link->data);

      *file = *_troupe_document_get_file (other, link->data);
      if (file->saved != NULL)
        json_node_ref (file->saved);
    }
}

gboolean
troupe_document_take (TroupeDocument *self, TroupeDocument *other, const char *label)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) before = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (other), FALSE);

  if (troupe_edit_history_is_in_group (priv->history))
    return FALSE;
  before = troupe_document_parts_ref (priv->parts);
  take_files (self, other);
  adopt (self, get_private (other)->parts, FALSE, NULL);
  troupe_edit_history_record (priv->history, before, label, NULL);
  record (self, TROUPE_RECORD_STEP);
  record (self, TROUPE_RECORD_SAVED);
  announce (self);
  return TRUE;
}

void
_troupe_document_saved (TroupeDocument *self, const char *path, TroupeDocumentParts *parts)
{
  TroupeDocumentPrivate *priv = get_private (self);

  troupe_set_str (&priv->path, path);
  troupe_set_str (&priv->name, path);
  adopt (self, parts, FALSE, NULL);
  troupe_document_parts_unref (parts);
  record (self, TROUPE_RECORD_SAVED);
  announce (self);
  g_signal_emit (self, signals[SAVED], 0);
}

/* --- For drafts ---------------------------------------------------------------------------- */

void
_troupe_document_set_record_func (TroupeDocument *self,
                                  TroupeDocumentRecordFunc func,
                                  gpointer user_data)
{
  TroupeDocumentPrivate *priv = get_private (self);

  priv->record_func = func;
  priv->record_data = user_data;
}

TroupeEditHistory *
_troupe_document_get_history (TroupeDocument *self)
{
  return get_private (self)->history;
}

void
_troupe_document_restore (TroupeDocument *self,
                          const char *path,
                          TroupeDocumentParts *parts,
                          TroupeEditHistory *history)
{
  TroupeDocumentPrivate *priv = get_private (self);

  troupe_set_str (&priv->path, path);
  troupe_set_str (&priv->name, path);
  troupe_edit_history_free (priv->history);
  priv->history = history;
  adopt (self, parts, FALSE, NULL);
}
