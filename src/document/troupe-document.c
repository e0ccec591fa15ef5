/* troupe-document.c: TroupeDocument: an open document with its parts and edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-document-private.h"

/* Maximum length of a title, in characters. */
#define LONGEST_TITLE 120

/* clang-format off */
G_DEFINE_QUARK (troupe-document-error-quark, troupe_document_error)
/* clang-format on */

typedef struct
{
  char *path; /* (nullable): of the main part */
  char *name; /* (nullable): for messages */
  TroupeDocumentParts *parts;
  GHashTable *files;   /* name of a part → TroupeDocumentFile */
  GPtrArray *problems; /* (nullable): computed on demand */
  TroupeEditHistory *history;
  TroupeDocumentRecordFunc record_func; /* (nullable) */
  gpointer record_data;
  TroupeTypedTexts typed;
  gboolean is_own;
  char *folder;       /* (nullable): used while there is no path */
  GHashTable *copied; /* (nullable): checksums of the texts that were copied */
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
  PROP_OWN,
  N_PROPS
};

enum
{
  CHANGED,
  SAVED,
  FOREIGN,
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
    case PROP_OWN:
      g_value_set_boolean (value, priv->is_own);
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
  g_clear_pointer (&priv->typed.texts, g_ptr_array_unref);
  g_free (priv->typed.change);
  g_free (priv->folder);
  g_clear_pointer (&priv->copied, g_hash_table_unref);
  troupe_document_parts_unref (priv->parts);
  g_hash_table_unref (priv->files);
  g_clear_pointer (&priv->problems, g_ptr_array_unref);
  troupe_edit_history_free (priv->history);

  G_OBJECT_CLASS (troupe_document_parent_class)->finalize (object);
}

static void
troupe_document_class_init (TroupeDocumentClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "saved", "foreign" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  klass->other_code = "not_a_document";
  object_class->get_property = troupe_document_get_property;
  object_class->finalize = troupe_document_finalize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  properties[PROP_OWN] = g_param_spec_boolean ("own", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
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
  g_assert (TROUPE_IS_DOCUMENT (self));

  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
record (TroupeDocument *self, TroupeDocumentRecord what)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (priv->record_func != NULL)
    priv->record_func (self, what, priv->record_data);
}

/* --- Files --------------------------------------------------------------------------------- */

TroupeDocumentFile *
troupe_document_get_file (TroupeDocument *self, const char *name)
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
troupe_document_list_files (TroupeDocument *self)
{
  return g_hash_table_get_keys (get_private (self)->files);
}

void
troupe_document_forget_file (TroupeDocument *self, const char *name)
{
  g_hash_table_remove (get_private (self)->files, name);
}

/* --- Adopting parts --------------------------------------------------------------------------- */

/* Makes @parts the document's content. Returns FALSE if @must_load is set but @parts cannot be
 * loaded. @parts: (transfer none) */
gboolean
troupe_document_adopt (TroupeDocument *self,
                       TroupeDocumentParts *parts,
                       gboolean must_load,
                       GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  TroupeDocumentParts *before = priv->parts;

  if (!TROUPE_DOCUMENT_GET_CLASS (self)->read (self, parts, must_load, error))
    return FALSE;
  priv->parts = troupe_document_parts_ref (parts);
  troupe_document_follow_typed (self, troupe_document_parts_get_root (before, ""),
                                troupe_document_parts_get_root (parts, ""));
  troupe_document_parts_unref (before);
  g_clear_pointer (&priv->problems, g_ptr_array_unref);
  return TRUE;
}

void
troupe_document_set_place (TroupeDocument *self, const char *path, const char *name)
{
  TroupeDocumentPrivate *priv = get_private (self);

  troupe_set_str (&priv->path, path);
  troupe_set_str (&priv->name, name);
}

const char *
troupe_document_get_shown_name (TroupeDocument *self)
{
  return get_private (self)->name;
}

/* --- Accessors -------------------------------------------------------------------------------- */

void
troupe_document_set_own (TroupeDocument *self, gboolean is_own)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));

  if (priv->is_own != !!is_own)
    {
      priv->is_own = !!is_own;
      record (self, TROUPE_RECORD_OWN);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OWN]);
    }
  if (is_own)
    return;
  troupe_edit_history_mark_foreign (priv->history);
  g_signal_emit (self, signals[FOREIGN], 0);
}

gboolean
troupe_document_is_own (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  return get_private (self)->is_own;
}

void
troupe_document_note_copied (TroupeDocument *self, const char *text)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (text != NULL);

  if (priv->copied == NULL)
    priv->copied = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (priv->copied, g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1));
}

void
troupe_document_note_pasted (TroupeDocument *self, const char *text)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *pasted = NULL;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (text != NULL);

  pasted = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (priv->copied == NULL || !g_hash_table_contains (priv->copied, pasted))
    troupe_document_set_own (self, FALSE);
}

const char *
troupe_document_get_path (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return get_private (self)->path;
}

void
troupe_document_set_folder (TroupeDocument *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_DOCUMENT (self));

  troupe_set_str (&get_private (self)->folder, folder);
}

const char *
troupe_document_get_folder (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return get_private (self)->folder;
}

char *
troupe_document_get_title (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autofree char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  name = TROUPE_DOCUMENT_GET_CLASS (self)->get_name (self);
  /* A folded text of YAML ends with a newline. */
  if (name != NULL && *g_strstrip (name) != '\0')
    {
      gsize n_bytes = strcspn (name, "\r\n");
      g_autofree char *line = g_strndup (name, n_bytes);
      g_autofree char *start = NULL;

      /* One line of limited length, because a name may be of any length. */
      if (g_utf8_strlen (line, -1) > LONGEST_TITLE)
        start = g_utf8_substring (line, 0, LONGEST_TITLE);
      if (start == NULL && name[n_bytes] == '\0')
        return g_steal_pointer (&line);
      return g_strconcat (start != NULL ? start : line, "…", NULL);
    }
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
  g_assert (TROUPE_IS_DOCUMENT (self));

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

const char *
troupe_document_get_broken_text (TroupeDocument *self)
{
  const TroupeDocumentPart *part;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  part = get_main (self);
  return part != NULL ? part->text : NULL;
}

/* The problems of the texts of the parts follow the problems of the model. */
GPtrArray *
troupe_document_get_problems (TroupeDocument *self)
{
  TroupeDocumentPrivate *priv = get_private (self);

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  if (priv->problems != NULL)
    return priv->problems;
  /* If nothing could be parsed, there is no model to diagnose. */
  if (troupe_document_get_broken_text (self) != NULL)
    priv->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  else
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

  return troupe_document_get_broken_text (self) != NULL ||
         TROUPE_DOCUMENT_GET_CLASS (self)->has_errors (self);
}

/* Returns the number of parts with a file that was read or written. A part that was created and
 * undone has no such file. */
static guint
count_saved (TroupeDocumentPrivate *priv)
{
  GHashTableIter iter;
  gpointer file;
  guint n_saved = 0;

  g_assert (priv != NULL);

  g_hash_table_iter_init (&iter, priv->files);
  while (g_hash_table_iter_next (&iter, NULL, &file))
    n_saved += ((TroupeDocumentFile *) file)->saved != NULL;
  return n_saved;
}

/* Whether the files differ from @parts. */
static gboolean
are_modified (TroupeDocumentPrivate *priv, TroupeDocumentParts *parts)
{
  const guint n_parts = troupe_document_parts_get_n (parts);

  g_assert (priv != NULL);

  for (guint i = 0; i < n_parts; i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      TroupeDocumentFile *file = g_hash_table_lookup (priv->files, part->name);

      if (part->root != (file != NULL ? file->saved : NULL))
        return TRUE;
    }
  return count_saved (priv) > n_parts;
}

gboolean
troupe_document_is_modified (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  return are_modified (get_private (self), get_private (self)->parts);
}

char **
troupe_document_list_steps (TroupeDocument *self, guint *n_since_saved)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (GStrvBuilder) labels = NULL;
  const char *label;
  TroupeDocumentParts *before;
  guint saved = 0;
  guint n_steps;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  labels = g_strv_builder_new ();
  for (n_steps = 0;
       (before = troupe_edit_history_get_undo (priv->history, n_steps, &label)) != NULL; n_steps++)
    {
      g_strv_builder_add (labels, label);
      if (!are_modified (priv, before))
        saved = n_steps;
    }
  if (n_since_saved != NULL)
    *n_since_saved = troupe_document_is_modified (self) ? n_steps - saved : 0;
  return g_strv_builder_end (labels);
}

TroupeFormat
troupe_document_get_format (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), TROUPE_FORMAT_JSON);

  return troupe_document_get_file (self, "")->format;
}

char *
troupe_document_to_text (TroupeDocument *self, gsize *length)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  return troupe_document_write_part (get_main (self), troupe_document_get_format (self), length);
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
  if (part->text == NULL &&
      !troupe_document_text_list_losses (part->root, part->source, format, losses, error))
    return NULL;
  return troupe_document_write_part (part, format, length);
}

/* --- Edits --------------------------------------------------------------------------------- */

/* Adds the files that the main part of @parts newly references. They exist already, so the user may
 * not have written them. (transfer full) */
static TroupeDocumentParts *
complete (TroupeDocument *self, TroupeDocumentParts *parts)
{
  JsonNode *root = troupe_document_parts_get_root (parts, "");
  TroupeDocumentParts *all;

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (root == troupe_document_parts_get_root (get_private (self)->parts, ""))
    return troupe_document_parts_ref (parts);
  all = troupe_document_read_others (self, parts, root);
  for (guint i = 0; i < troupe_document_parts_get_n (all); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (all, i);

      if ((part->root != NULL || part->text != NULL) &&
          troupe_document_parts_find (parts, part->name) == NULL)
        troupe_document_set_own (self, FALSE);
    }
  return all;
}

/* Commits an edit as an undo step or as part of the current group. @edited: the new content of
 * the document. */
static gboolean
commit (TroupeDocument *self,
        TroupeDocumentParts *edited,
        const char *label,
        const char *merge_key,
        TroupeCommitFlags flags,
        GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) before = troupe_document_parts_ref (priv->parts);
  gboolean is_layout = (flags & TROUPE_COMMIT_LAYOUT) != 0;
  g_autoptr (TroupeDocumentParts) parts =
      is_layout ? troupe_document_parts_ref (edited) : complete (self, edited);
  gboolean is_step;

  g_assert (TROUPE_IS_DOCUMENT (self));
  g_assert (!is_layout || troupe_document_parts_differ_in_layout_alone (before, parts));

  if (is_layout)
    {
      troupe_document_parts_unref (priv->parts);
      priv->parts = troupe_document_parts_ref (parts);
    }
  else if (!troupe_document_adopt (self, parts, (flags & TROUPE_COMMIT_MUST_LOAD) != 0, error))
    return FALSE;
  is_step = troupe_edit_history_record (priv->history, before, label, merge_key);
  if (troupe_edit_history_is_in_group (priv->history))
    return TRUE;
  record (self, is_step ? TROUPE_RECORD_STEP : TROUPE_RECORD_MERGED);
  announce (self);
  return TRUE;
}

/* Lets the type of document add what an edit of its main part also changes. (transfer full) */
static TroupeDocumentParts *
complete_edit (TroupeDocument *self, TroupeDocumentParts *parts)
{
  TroupeDocumentClass *klass = TROUPE_DOCUMENT_GET_CLASS (self);
  JsonNode *before = troupe_document_get_root (self);
  JsonNode *root = troupe_document_parts_get_root (parts, "");
  g_autoptr (JsonNode) all = NULL;

  if (klass->complete_edit == NULL || before == NULL || root == NULL || before == root)
    return troupe_document_parts_ref (parts);
  all = klass->complete_edit (self, before, root);
  return troupe_document_parts_with_root (parts, "", all);
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
  g_autoptr (TroupeDocumentParts) all = NULL;
  const TroupeDocumentPart *old;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (part != NULL, FALSE);

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("Could not apply the change, because the document does not contain the part "
                      "to change."));
      return FALSE;
    }
  if (root == troupe_document_parts_get_root (priv->parts, part))
    return TRUE;
  /* Refuses to set a tree if the text cannot be parsed, because the tree would replace the text
   * that the user wrote. */
  old = troupe_document_parts_find (priv->parts, part);
  if (old != NULL && old->text != NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The text of the document contains errors. Fix them first."));
      return FALSE;
    }
  parts = troupe_document_parts_with_root (priv->parts, part, root);
  all = complete_edit (self, parts);
  return commit (self, all, label, merge_key, flags, error);
}

gboolean
troupe_document_commit_parts (TroupeDocument *self,
                              TroupeDocumentParts *parts,
                              const char *label,
                              const char *merge_key,
                              TroupeCommitFlags flags,
                              GError **error)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) all = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (parts != NULL, FALSE);

  if (troupe_document_parts_are_same (parts, priv->parts))
    return TRUE;
  /* Refuses to set a tree if the text cannot be parsed, because the tree would replace the text
   * that the user wrote. */
  for (guint i = 0; i < troupe_document_parts_get_n (priv->parts); i++)
    {
      const TroupeDocumentPart *old = troupe_document_parts_get (priv->parts, i);
      const TroupeDocumentPart *new = troupe_document_parts_find (parts, old->name);

      if ((old->text != NULL || old->root == NULL) && (new == NULL || new->root != old->root))
        {
          g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                       _ ("%s contains errors and cannot be edited. Fix them first."),
                       *old->name != '\0' ? old->name : _ ("the document"));
          return FALSE;
        }
    }
  all = complete_edit (self, parts);
  return commit (self, all, label, merge_key, flags, error);
}

gboolean
troupe_document_owns_file (TroupeDocument *self, const char *part)
{
  TroupeDocumentFile *file;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (part != NULL, FALSE);

  file = g_hash_table_lookup (get_private (self)->files, part);
  return file != NULL && file->has_stamp;
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

gboolean
troupe_document_set_text (TroupeDocument *self,
                          const char *text,
                          const char *label,
                          const char *merge_key)
{
  TroupeDocumentPrivate *priv = get_private (self);
  g_autoptr (TroupeDocumentParts) parts = NULL;
  g_autofree char *now = NULL;
  TroupeDocumentPart part = { NULL };

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  now = troupe_document_to_text (self, NULL);
  if (g_str_equal (now, text))
    return TRUE;
  troupe_document_parse_any (self, "", text, priv->name, &part);
  /* If the user writes YAML, it is saved as YAML. */
  if (part.source != NULL)
    troupe_document_get_file (self, "")->format =
        troupe_json_text_is_yaml (part.source) ? TROUPE_FORMAT_YAML : TROUPE_FORMAT_JSON;
  parts = troupe_document_parts_with (priv->parts, &part);
  troupe_document_part_clear (&part);
  return commit (self, parts, label, merge_key, TROUPE_COMMIT_DEFAULT, NULL);
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

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (parts == NULL)
    return FALSE;
  troupe_document_adopt (self, parts, FALSE, NULL);
  record (self, what);
  /* What was allowed for the content before does not apply to that of others. */
  if (troupe_edit_history_crossed_foreign (get_private (self)->history))
    g_signal_emit (self, signals[FOREIGN], 0);
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

gboolean
troupe_document_retract (TroupeDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), FALSE);

  return travel (self, troupe_edit_history_retract (get_private (self)->history),
                 TROUPE_RECORD_RETRACTED);
}

/* --- Typed text --------------------------------------------------------------------------------- */

TroupeTypedTexts *
troupe_document_get_typed_texts (TroupeDocument *self)
{
  return &get_private (self)->typed;
}

void
troupe_document_record_typed (TroupeDocument *self)
{
  record (self, TROUPE_RECORD_TYPED);
}

/* --- Changes by other programs ---------------------------------------------------------------- */

void
troupe_document_note_version (TroupeDocument *self, TroupeDocumentParts *before, const char *label)
{
  g_assert (TROUPE_IS_DOCUMENT (self));

  if (before != NULL)
    {
      troupe_edit_history_record (get_private (self)->history, before, label, NULL);
      record (self, TROUPE_RECORD_STEP);
    }
  record (self, TROUPE_RECORD_SAVED);
  announce (self);
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
  /* First, so that a draft never contains the other content as the user's own. */
  if (!troupe_document_parts_equal (priv->parts, get_private (other)->parts))
    troupe_document_set_own (self, FALSE);
  before = troupe_document_parts_ref (priv->parts);
  troupe_document_take_files (self, other);
  troupe_document_adopt (self, get_private (other)->parts, FALSE, NULL);
  troupe_document_note_version (self, before, label);
  return TRUE;
}

JsonNode *
troupe_document_get_saved_root (TroupeDocument *self)
{
  TroupeDocumentFile *file;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  file = g_hash_table_lookup (get_private (self)->files, "");
  return file != NULL ? file->saved : NULL;
}

void
troupe_document_saved (TroupeDocument *self, const char *path, TroupeDocumentParts *parts)
{
  troupe_document_set_place (self, path, path);
  troupe_document_adopt (self, parts, FALSE, NULL);
  troupe_document_parts_unref (parts);
  record (self, TROUPE_RECORD_SAVED);
  announce (self);
  g_signal_emit (self, signals[SAVED], 0);
}

/* --- Support for drafts ----------------------------------------------------------------------- */

void
troupe_document_set_record_func (TroupeDocument *self,
                                 TroupeDocumentRecordFunc func,
                                 gpointer user_data)
{
  TroupeDocumentPrivate *priv = get_private (self);

  priv->record_func = func;
  priv->record_data = user_data;
}

TroupeEditHistory *
troupe_document_get_history (TroupeDocument *self)
{
  return get_private (self)->history;
}

void
troupe_document_restore (TroupeDocument *self,
                         const char *path,
                         TroupeDocumentParts *parts,
                         TroupeEditHistory *history)
{
  TroupeDocumentPrivate *priv = get_private (self);

  troupe_document_set_place (self, path, path);
  troupe_edit_history_free (priv->history);
  priv->history = history;
  troupe_document_adopt (self, parts, FALSE, NULL);
}
