/* troupe-document.h: TroupeDocument: an open document with its parts, edits and files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-parts.h"

G_BEGIN_DECLS

#define TROUPE_DOCUMENT_ERROR (troupe_document_error_quark ())
GQuark troupe_document_error_quark (void);

/* Codes of TROUPE_DOCUMENT_ERROR. */
typedef enum
{
  TROUPE_DOCUMENT_ERROR_INVALID, /* cannot be loaded; has the message of the first problem */
  TROUPE_DOCUMENT_ERROR_EDIT,    /* an impossible edit: the name is taken … */
} TroupeDocumentError;

/**
 * TroupeDocument:
 *
 * A document that is open in an editor, such as a flow or a crew. It consists of parts, each in its
 * own file. A flow has one part. Trees are never modified in place: an edit creates new trees that
 * share the unchanged parts. Therefore undo is a list of previous versions, saving knows which
 * lines were not changed, and a run is not affected. Used by one thread at a time.
 *
 * Signals: `changed` (emitted after every edit, undo and redo: the model and the problems are new),
 * `saved`, `foreign` (content from elsewhere is added, such as a paste, or a version of another program;
 * what the user has allowed does not apply to it). Properties: `title` (string), `path` (string), `modified` (boolean), `can-undo`,
 * `can-redo` (boolean), `undo-label`, `redo-label` (string).
 */
#define TROUPE_TYPE_DOCUMENT (troupe_document_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeDocument, troupe_document, TROUPE, DOCUMENT, GObject)

/**
 * TroupeDocumentClass:
 * @describe: what the text is expected to contain, for messages: `a flow` (translated)
 * @describe_other: (nullable): describes a file of another type, for messages
 * @other_code: the code of the problem for a file of another type: `not_a_flow`
 * @is_jsonc: whether the files of the document are JSON with comments only, not YAML
 * @get_name: (transfer full) (nullable): the name inside the document
 * @list_parts: (nullable) (transfer full): the names of the parts that belong to the main part with
 *   the tree @main; %NULL if there are no other parts. Called again after an edit of the main part
 * @read: builds the document's model from @parts. With @must_load, fails with an error if the new
 *   model cannot be loaded although the present model can be; otherwise it cannot fail
 * @complete_edit: (nullable) (transfer full): what an edit of the main part from @before to @after also changes, such as
 *   references to what was renamed or removed; @after with a reference if nothing. Not called for text that the user types
 * @has_errors: whether the model cannot be loaded
 * @diagnose: (transfer full) (element-type TroupeProblem): all problems of the model, errors first.
 *   Called at most once after a change, when the problems are requested
 *
 * Virtual functions of a document type.
 */
struct _TroupeDocumentClass
{
  GObjectClass parent_class;

  const char *(*describe) (TroupeDocument *self);
  TroupeDescribeOtherFunc describe_other;
  const char *other_code;
  gboolean is_jsonc;
  char *(*get_name) (TroupeDocument *self);
  char **(*list_parts) (TroupeDocument *self, JsonNode *main);
  gboolean (*read) (TroupeDocument *self,
                    TroupeDocumentParts *parts,
                    gboolean must_load,
                    GError **error);
  JsonNode *(*complete_edit) (TroupeDocument *self, JsonNode *before, JsonNode *after);
  gboolean (*has_errors) (TroupeDocument *self);
  GPtrArray *(*diagnose) (TroupeDocument *self);

  gpointer padding[4];
};

/* --- Loading: for subclasses, of an empty document -------------------------------------------- */

/**
 * troupe_document_read_file:
 * @path: the file of the main part
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all problems found,
 *   even if nothing could be read
 *
 * Loads a document with its parts, which are JSON or YAML. The content determines the format, not
 * the name. A part that is missing or cannot be read is a problem of the document. A main part that
 * is not a map is an error. Blocks.
 *
 * Returns: %FALSE with a %G_IO_ERROR, %TROUPE_JSON_ERROR or %TROUPE_DOCUMENT_ERROR_INVALID. The
 * message names file, line, column and path.
 */
gboolean troupe_document_read_file (TroupeDocument *self,
                                    const char *path,
                                    GPtrArray **problems,
                                    GError **error);
/* Like troupe_document_read_file(), for a user who may correct errors. Text that cannot be
 * parsed becomes a document, too; see troupe_document_get_broken_text(). A file of another type,
 * or a file that is not text, remains an error. Errors: %G_IO_ERROR,
 * %TROUPE_DOCUMENT_ERROR_INVALID. */
gboolean troupe_document_open_file (TroupeDocument *self,
                                    const char *path,
                                    GPtrArray **problems,
                                    GError **error);
/* Like troupe_document_read_file(), from text without a file. @length: bytes; @name: (nullable):
 * the name of the text in messages. Errors: %TROUPE_JSON_ERROR, %TROUPE_DOCUMENT_ERROR_INVALID. */
gboolean troupe_document_read_text (TroupeDocument *self,
                                    const char *text,
                                    gsize length,
                                    const char *name,
                                    GPtrArray **problems,
                                    GError **error);

/**
 * troupe_document_read_texts:
 * @names: the names of the parts, the main part "" first. NULL-terminated
 * @texts: the text of each part
 * @shown_name: (nullable): the name of the main part in messages
 *
 * Like troupe_document_read_text(), for a document that consists of several parts without files and
 * that has been created but not saved yet.
 *
 * Errors: %TROUPE_JSON_ERROR if any part cannot be parsed, %TROUPE_DOCUMENT_ERROR_INVALID.
 */
gboolean troupe_document_read_texts (TroupeDocument *self,
                                     const char *const *names,
                                     const char *const *texts,
                                     const char *shown_name,
                                     GError **error);
/* Returns FALSE with %TROUPE_DOCUMENT_ERROR_INVALID and the first problem if the document cannot
 * be loaded. */
gboolean troupe_document_refuse_errors (TroupeDocument *self, GError **error);

/* --- Changes by other programs ---------------------------------------------------------------- */

/* Gets the state of the main part's file when it was last read or written. Returns FALSE if
 * there is no file. */
gboolean troupe_document_get_stamp (TroupeDocument *self, TroupeFileStamp *stamp);

/**
 * troupe_document_take:
 * @other: the same files, loaded again; of the same type
 * @label: the name of the undo step (translated)
 *
 * Replaces the document with the version that another program wrote. The document becomes @other
 * and is not modified. One undo step restores the previous document, which is then modified.
 * Returns FALSE without an effect inside a group of edits.
 */
gboolean troupe_document_take (TroupeDocument *self, TroupeDocument *other, const char *label);

/**
 * troupe_document_merge:
 * @other: the same files, loaded again; of the same type
 * @tree: (nullable): the merged tree, see troupe_document_make_tree(); %NULL keeps the content of the document
 * @label: (nullable): the name of the undo step (translated); %NULL only without @tree
 *
 * Merges the version that another program wrote to the files of the document, after the user has
 * chosen between the versions. The document becomes @tree, and is modified if @tree differs from
 * @other. Saving replaces the files that were loaded for @other without asking again. Returns FALSE without an effect
 * inside a group of edits.
 */
gboolean troupe_document_merge (TroupeDocument *self,
                                TroupeDocument *other,
                                JsonNode *tree,
                                const char *label);

/* Returns the tree of the main part, with a member for each other part that could be read, whose key is the name of the
 * part: such names contain a `/`. A document with one part has the tree of this part. (transfer full) */
JsonNode *troupe_document_make_tree (TroupeDocument *self);
/* Like troupe_document_make_tree(), for the known contents of the files. (transfer full) (nullable): NULL if the main
 * part has none */
JsonNode *troupe_document_make_saved_tree (TroupeDocument *self);

/* A file of the document as it was last read or written. @name: as of #TroupeDocumentPart; @path: where it is */
typedef struct
{
  char *name;
  char *path;
  TroupeFileStamp stamp;
} TroupeKnownFile;

/* Lists the files of all parts, also of those that were renamed or removed since the document was last saved. (transfer
 * full) (element-type TroupeKnownFile) */
GPtrArray *troupe_document_list_known_files (TroupeDocument *self);

/* --- Accessors -------------------------------------------------------------------------------- */

/* Sets whether the user has created all of the content in this application, so that it need not be
 * reviewed before it runs. FALSE by default, as content from a file, a picture, an import or the
 * clipboard comes from elsewhere, also in a document that has no file. Taking over or merging content
 * that another program wrote sets it to FALSE. Drafts contain it. Property `own`. */
void troupe_document_set_own (TroupeDocument *self, gboolean is_own);
gboolean troupe_document_is_own (TroupeDocument *self);
/* Called with a text that was copied or duplicated from the document, and with a text that was pasted
 * into it. A document that receives anything but its own content is not the user's own any more. */
void troupe_document_note_copied (TroupeDocument *self, const char *text);
void troupe_document_note_pasted (TroupeDocument *self, const char *text);
/* Returns the file of the main part. (transfer none) (nullable): NULL if it was never saved */
const char *troupe_document_get_path (TroupeDocument *self);
/* Sets the folder of a document that has no file yet, such as the folder of the code that it refers
 * to; the document is expected to be saved there. @folder: (nullable): an absolute path */
void troupe_document_set_folder (TroupeDocument *self, const char *folder);
/* Returns the folder that was set. (transfer none) (nullable) */
const char *troupe_document_get_folder (TroupeDocument *self);
/* Returns the name that is in the document, with which its runs are stored. (transfer full) (nullable): %NULL if there is none */
char *troupe_document_dup_name (TroupeDocument *self);
/* Returns the document's name as one line of limited length, or else the file's name. (transfer
 * full) */
char *troupe_document_get_title (TroupeDocument *self);
/* Returns the current parts. They never change, because an edit replaces them. (transfer none) */
TroupeDocumentParts *troupe_document_get_parts (TroupeDocument *self);
/* Returns the tree of the main part. (transfer none) */
JsonNode *troupe_document_get_root (TroupeDocument *self);
/* Returns the known content of the main part's file, or NULL if it has no known content.
 * (transfer none) (nullable) */
JsonNode *troupe_document_get_saved_root (TroupeDocument *self);
/* Gets the position of a node in the text that was read. @place: (out). Returns FALSE for a node
 * that an edit created. */
gboolean troupe_document_get_place (TroupeDocument *self, JsonNode *node, TroupePlace *place);
/* Returns the text of the main part if it cannot be parsed. In this case its tree is an empty
 * map, and only troupe_document_set_text() can edit it. (transfer none) (nullable) */
const char *troupe_document_get_broken_text (TroupeDocument *self);
/* Returns the problems, errors first. They are computed on the first call after a change.
 * (transfer none) (element-type TroupeProblem) */
GPtrArray *troupe_document_get_problems (TroupeDocument *self);
/* Returns TRUE if the model cannot be loaded, or the text cannot be parsed. */
gboolean troupe_document_has_errors (TroupeDocument *self);
/* Makes every part differ from its file, for content that was converted from something else and that
 * no file contains yet. */
void troupe_document_set_unsaved (TroupeDocument *self);
/* Returns TRUE if any part differs from its file. */
gboolean troupe_document_is_modified (TroupeDocument *self);
/* Returns the format of the main part. */
TroupeFormat troupe_document_get_format (TroupeDocument *self);

/* Returns the text that saving would write for the main part. @length: (out) (optional): bytes.
 * (transfer full) */
char *troupe_document_to_text (TroupeDocument *self, gsize *length);

/**
 * troupe_document_convert:
 * @losses: (out) (optional) (transfer full) (element-type TroupeProblem): what the conversion
 *   loses: comments, anchors and dates; each loss is a warning with its position
 *
 * Converts the main part to text in @format, without modifying it. If @format is the format of the
 * main part, this is the text that saving would write.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with %TROUPE_DOCUMENT_ERROR_INVALID if
 * @format cannot represent a value: JSON has neither infinities nor NaN
 */
char *troupe_document_convert (TroupeDocument *self,
                               TroupeFormat format,
                               gsize *length,
                               GPtrArray **losses,
                               GError **error);

/* --- Edits: each is one undo step with the given name, or part of a group --------------------- */

/* How an edit is checked. */
typedef enum
{
  TROUPE_COMMIT_DEFAULT = 0,
  TROUPE_COMMIT_MUST_LOAD = 1 << 0, /* fail if it would not load but does now */
  TROUPE_COMMIT_LAYOUT =
      1 << 1, /* only x-troupe changed: no reading or diagnosing */
} TroupeCommitFlags;

/**
 * troupe_document_commit:
 * @part: the name of the part; "" is the main part
 * @root: (nullable): the new tree of the part; %NULL is an error, so that the result of a failed
 *   operation can be passed
 * @merge_key: (nullable): consecutive steps with the same key within a second become one step
 *   (typing in a field)
 *
 * For subclasses: replaces the tree of a part with @root, as one undo step or as part of the
 * current group.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT; in this case nothing has changed
 */
gboolean troupe_document_commit (TroupeDocument *self,
                                 const char *part,
                                 JsonNode *root,
                                 const char *label,
                                 const char *merge_key,
                                 TroupeCommitFlags flags,
                                 GError **error);
/* Like troupe_document_commit(), for several parts at once. @parts must be derived from the
 * parts of the document. If @parts does not contain a part, the file of this part is deleted
 * when the document is saved.
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if a part that cannot be parsed would change. */
gboolean troupe_document_commit_parts (TroupeDocument *self,
                                       TroupeDocumentParts *parts,
                                       const char *label,
                                       const char *merge_key,
                                       TroupeCommitFlags flags,
                                       GError **error);
/* Returns TRUE if the document has read or written the file of the part, so that saving may replace
 * it. */
gboolean troupe_document_owns_file (TroupeDocument *self, const char *part);
/* Removes a part as an undo step. Its file is deleted when the document is saved. @part: not "".
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_document_remove_part (TroupeDocument *self,
                                      const char *part,
                                      const char *label,
                                      GError **error);

/* Sets any value in the main part. @path: NULL-terminated keys; @value: (nullable) (transfer none):
 * NULL removes; @merge_key: (nullable): as for troupe_document_commit(). Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_document_set (TroupeDocument *self,
                              const char *const *path,
                              JsonNode *value,
                              const char *label,
                              const char *merge_key,
                              GError **error);

/**
 * troupe_document_set_text:
 * @text: the main part as the user wrote it; it may be impossible to parse
 * @merge_key: (nullable): as for troupe_document_commit()
 *
 * Edits the text itself. The document and its problems are then derived from @text.
 */
gboolean troupe_document_set_text (TroupeDocument *self,
                                   const char *text,
                                   const char *label,
                                   const char *merge_key);

/* Combines all edits until the matching end call into one step, named @label (translated). Can be
 * nested; the outermost label is used. */
void troupe_document_begin_edit (TroupeDocument *self, const char *label);
/* Ends the group; the outermost call emits `changed` if anything has changed. */
void troupe_document_end_edit (TroupeDocument *self);

/**
 * troupe_document_set_typed:
 * @field: a key of the field that is unique in the document: the path of its value, with periods
 *   between the keys, so that the field can be shown again
 * @text: (nullable): %NULL if the field has written its text or has discarded it
 *
 * Keeps the text that the user is typing into a field as long as the field does not write it into
 * the document, because it is an incomplete name or not yet valid. It is not an edit: the document
 * is not modified, and there is no undo step. But it is stored in the draft, so that a field can
 * show it again after a crash, or when it is created again.
 *
 * Threads: the thread of the document.
 */
void troupe_document_set_typed (TroupeDocument *self, const char *field, const char *text);
/* Returns the text of the field that was typed last. @field: (out) (optional) (transfer none): its
 * key; not set if there is no text. (transfer none) (nullable): until the next change */
const char *troupe_document_get_typed (TroupeDocument *self, const char **field);
/* Returns the text that was typed into @field. (transfer none) (nullable): until the next change */
const char *troupe_document_find_typed (TroupeDocument *self, const char *field);
/* Changes the keys of the fields that are @field or below it, because the path has changed. */
void troupe_document_move_typed (TroupeDocument *self, const char *field, const char *new_field);
/* Forgets the texts of all fields. */
void troupe_document_clear_typed (TroupeDocument *self);

/* Returns the names of all steps that can be undone, the oldest first. @n_since_saved: (out)
 * (optional): the number of steps, counted from the last one, that have not been saved; if the
 * document was never saved, the number of all steps. (transfer full) */
char **troupe_document_list_steps (TroupeDocument *self, guint *n_since_saved);

/* Restores the previous version. Returns FALSE if there is no previous version, or inside a
 * group of edits. */
gboolean troupe_document_undo (TroupeDocument *self);
/* Restores the version that was undone last. Returns FALSE if nothing was undone, or inside a
 * group of edits. */
gboolean troupe_document_redo (TroupeDocument *self);
/* Restores the version before the last edit, as if this edit had never been made: it cannot be redone,
 * and what could be redone before it can be redone again. Returns FALSE if something was undone or
 * redone since the edit, or inside a group of edits. */
gboolean troupe_document_retract (TroupeDocument *self);

/* --- Saving ----------------------------------------------------------------------------------- */

/**
 * troupe_document_save:
 * @path: (nullable): the new file of the main part; the files of other parts are relative to it.
 *   %NULL is the current file
 * @overwrite: whether to replace files that changed on disk since loading
 *
 * Saves each modified part, and each part whose file was deleted, atomically. Only edited lines differ from the loaded text. YAML is
 * written as YAML; the format changes if the new name has the extension of the other format.
 * Errors: %G_IO_ERROR_WRONG_ETAG if a file changed on disk.
 */
gboolean
troupe_document_save (TroupeDocument *self, const char *path, gboolean overwrite, GError **error);

/**
 * TroupeDocumentSaving:
 *
 * Saves in three steps, so that a window need not wait for a slow disk. The steps take a snapshot
 * of the document, write it on any thread, and update the document. Edits made in between are kept
 * and leave the document modified. Only one saving operation at a time is allowed per document.
 */
typedef struct _TroupeDocumentSaving TroupeDocumentSaving;

/* Begins saving. @path, @overwrite: as for troupe_document_save(). (transfer full) (nullable).
 * Errors: %G_IO_ERROR_INVALID_ARGUMENT if there is no file to save to. */
TroupeDocumentSaving *troupe_document_begin_save (TroupeDocument *self,
                                                  const char *path,
                                                  gboolean overwrite,
                                                  GError **error);
/* Writes the files. Blocks. Errors: as for troupe_document_save(). Parts that were written
 * before the error remain written. */
gboolean troupe_document_saving_write (TroupeDocumentSaving *self, GError **error);
/* Returns the name of the part that could not be written. (transfer none) (nullable) */
const char *troupe_document_saving_get_failed (TroupeDocumentSaving *self);
/* Updates the document after writing has failed: it knows the parts that were written before, so that they do not count as
 * written by another program. Call it on the document's thread. */
void troupe_document_fail_save (TroupeDocument *self, TroupeDocumentSaving *saving);
/* Updates the document after writing, even if writing failed: files that were written are no
 * longer modified. Call it on the document's thread. Always succeeds, so that @error is never
 * set. */
gboolean
troupe_document_end_save (TroupeDocument *self, TroupeDocumentSaving *saving, GError **error);
/* Frees it, on the document's thread. */
void troupe_document_saving_free (TroupeDocumentSaving *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDocumentSaving, troupe_document_saving_free)

G_END_DECLS
