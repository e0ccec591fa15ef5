/* troupe-document.h: an open document of any kind: its parts, its edits, its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-parts.h"

G_BEGIN_DECLS

#define TROUPE_DOCUMENT_ERROR (troupe_document_error_quark ())
GQuark troupe_document_error_quark (void);

typedef enum
{
  TROUPE_DOCUMENT_ERROR_INVALID, /* it does not load; the message is that of the first problem */
  TROUPE_DOCUMENT_ERROR_EDIT,    /* an edit that cannot be: the name is taken … */
} TroupeDocumentError;

/**
 * TroupeDocument:
 *
 * What is open in an editor: a flow, a crew. It consists of parts, each a file of its own; a flow has one.
 * Trees are never changed in place: an edit makes new ones that share what did not change, so undo is a
 * list of what the document was, the saver knows which lines were not touched, and a run is not disturbed.
 * Used by one thread at a time.
 *
 * Signals: `changed` (after every edit, undo and redo: the model and the problems are new), `saved`.
 * Properties: `title` (string), `path` (string), `modified` (boolean), `can-undo`, `can-redo` (boolean),
 * `undo-label`, `redo-label` (string).
 */
#define TROUPE_TYPE_DOCUMENT (troupe_document_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeDocument, troupe_document, TROUPE, DOCUMENT, GObject)

/**
 * TroupeDocumentClass:
 * @describe: what is expected of a text, for messages: `a flow` (translated)
 * @describe_other: (nullable): what a file of another kind is, for messages
 * @other_code: the code of the problem that a file of another kind is: `not_a_flow`
 * @is_jsonc: whether its files are JSON with comments only, not YAML
 * @get_name: (transfer full) (nullable): the name that the document gives itself
 * @list_parts: (nullable) (transfer full): the names of the parts that belong to the main one with the
 *   tree @main; %NULL where it has no others. Asked again after an edit of the main part
 * @read: reads what @parts mean and takes that for the document's model. With @must_load it refuses, with
 *   an error, what does not load where the present model does; otherwise it cannot fail
 * @has_errors: whether the model does not load
 * @diagnose: (transfer full) (element-type TroupeProblem): all that is to be said of the model, errors
 *   first. Called at most once after a change, when somebody asks
 *
 * What a kind of document has of its own.
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
  gboolean (*has_errors) (TroupeDocument *self);
  GPtrArray *(*diagnose) (TroupeDocument *self);

  gpointer padding[4];
};

/* --- Reading: for the kinds, of a document that holds nothing yet ------------------------------ */

/**
 * troupe_document_read_file:
 * @path: the file of the main part
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all that was found, also where
 *   nothing could be read
 *
 * Reads a document with its parts, JSON or YAML: the content decides, not the name. A part that is missing
 * or cannot be read is a problem of the document; a main part that is no map is an error. Blocks.
 *
 * Returns: %FALSE with a %G_IO_ERROR, %TROUPE_JSON_ERROR or %TROUPE_DOCUMENT_ERROR_INVALID. The message
 *   names file, line, column and path.
 */
gboolean troupe_document_read_file (TroupeDocument *self,
                                    const char *path,
                                    GPtrArray **problems,
                                    GError **error);
/* The same for a person who may mend what is wrong: also a text from which no tree can be read becomes a
 * document, see troupe_document_get_broken_text(). What is of another kind or no text stays an error. */
gboolean troupe_document_open_file (TroupeDocument *self,
                                    const char *path,
                                    GPtrArray **problems,
                                    GError **error);
/* The same from a text that has no file. @name: (nullable): what to call it in messages. */
gboolean troupe_document_read_text (TroupeDocument *self,
                                    const char *text,
                                    gsize length,
                                    const char *name,
                                    GPtrArray **problems,
                                    GError **error);
/**
 * troupe_document_read_texts:
 * @names: of the parts, the main one "" first. NULL-terminated
 * @texts: the text of each
 * @shown_name: (nullable): what to call the main part in messages
 *
 * The same of a document of several parts, none of which has a file: what is made and not yet saved.
 */
gboolean troupe_document_read_texts (TroupeDocument *self,
                                     const char *const *names,
                                     const char *const *texts,
                                     const char *shown_name,
                                     GError **error);
/* FALSE with %TROUPE_DOCUMENT_ERROR_INVALID and the first problem where the document does not load. */
gboolean troupe_document_refuse_errors (TroupeDocument *self, GError **error);

/* --- What another program wrote ---------------------------------------------------------------- */

/* What the file of the main part was when it was read or written last; FALSE where there is no file. */
gboolean troupe_document_get_stamp (TroupeDocument *self, TroupeFileStamp *stamp);

/**
 * troupe_document_take:
 * @other: the same files, read again; of the same kind
 * @label: the name of the step of undo (translated)
 *
 * Takes what another program wrote: the document is as @other and not modified. One step of undo leads
 * back to what was open before, which is modified then. FALSE within a group of edits: nothing happens.
 */
gboolean troupe_document_take (TroupeDocument *self, TroupeDocument *other, const char *label);

/**
 * troupe_document_merge:
 * @other: the same file, read again; of the same kind
 * @root: what the main part shall be, made of both
 * @label: the name of the step of undo (translated)
 *
 * Another program wrote the file of the main part, and a person has chosen what goes: the document is
 * @root, and modified where that is not what @other has. Saving replaces the file as @other found it without
 * asking again. Other parts stay as they are. FALSE within a group of edits: nothing happens.
 */
gboolean troupe_document_merge (TroupeDocument *self,
                                TroupeDocument *other,
                                JsonNode *root,
                                const char *label);

/* --- What it is -------------------------------------------------------------------------------- */

const char *troupe_document_get_path (TroupeDocument *self); /* (nullable) */
/* The document's name as one line that is not too long to show, else the file's. (transfer full) */
char *troupe_document_get_title (TroupeDocument *self);
TroupeDocumentParts *troupe_document_get_parts (TroupeDocument *self); /* (transfer none) */
/* The tree of the main part. (transfer none) */
JsonNode *troupe_document_get_root (TroupeDocument *self);
/* What the file of the main part holds, as far as is known here; NULL where there is none. (transfer none)
 * (nullable) */
JsonNode *troupe_document_get_saved_root (TroupeDocument *self);
/* Where a node of the document stands in the text that was read; FALSE for one that an edit made. */
gboolean troupe_document_get_place (TroupeDocument *self, JsonNode *node, TroupePlace *place);
/* What the main part says where no tree can be read from it: its tree is an empty map then, and nothing
 * but troupe_document_set_text() edits it. (transfer none) (nullable) */
const char *troupe_document_get_broken_text (TroupeDocument *self);
/* Errors first. (transfer none) (element-type TroupeProblem) */
GPtrArray *troupe_document_get_problems (TroupeDocument *self);
gboolean troupe_document_has_errors (TroupeDocument *self);
gboolean troupe_document_is_modified (TroupeDocument *self);
/* Of the main part. */
TroupeFormat troupe_document_get_format (TroupeDocument *self);

/* The text that saving would write of the main part. (transfer full) */
char *troupe_document_to_text (TroupeDocument *self, gsize *length);

/**
 * troupe_document_convert:
 * @losses: (out) (optional) (transfer full) (element-type TroupeProblem): what the text does not keep:
 *   comments, anchors, dates; each a warning with its place
 *
 * The main part as a text of @format, without changing it. Its own format gives what saving would write.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with %TROUPE_DOCUMENT_ERROR_INVALID where
 *   @format cannot hold a value: JSON has neither infinities nor NaN
 */
char *troupe_document_convert (TroupeDocument *self,
                               TroupeFormat format,
                               gsize *length,
                               GPtrArray **losses,
                               GError **error);

/* --- Edits: each is one step of undo with the given name, or part of a group ------------------- */

typedef enum
{
  TROUPE_COMMIT_DEFAULT = 0,
  TROUPE_COMMIT_MUST_LOAD = 1 << 0, /* refuse what would not load where the document loads now */
  TROUPE_COMMIT_LAYOUT =
      1 << 1, /* nothing changed but x-troupe: nothing is read or diagnosed again */
} TroupeCommitFlags;

/**
 * troupe_document_commit:
 * @part: the name of the part; "" is the main one
 * @root: (nullable): its new tree; %NULL is an error, so that what could not be made can be handed on
 * @merge_key: (nullable): steps with the same one that follow each other within a second become one
 *   (typing in a field)
 *
 * For the kinds: makes @root the tree of a part, as one step of undo or as part of the group under way.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT; then nothing has changed
 */
gboolean troupe_document_commit (TroupeDocument *self,
                                 const char *part,
                                 JsonNode *root,
                                 const char *label,
                                 const char *merge_key,
                                 TroupeCommitFlags flags,
                                 GError **error);
/* The same for several parts at once: @parts are made of those that the document has. Files of parts that are not
 * among them go when the document is saved. */
gboolean troupe_document_commit_parts (TroupeDocument *self,
                                       TroupeDocumentParts *parts,
                                       const char *label,
                                       const char *merge_key,
                                       TroupeCommitFlags flags,
                                       GError **error);
/* Whether the file of the part is one that the document has read or written, so that saving may replace it. */
gboolean troupe_document_owns_file (TroupeDocument *self, const char *part);
/* Takes a part away, as a step like the others. Its file goes when the document is saved. */
gboolean troupe_document_remove_part (TroupeDocument *self,
                                      const char *part,
                                      const char *label,
                                      GError **error);

/* Any value anywhere in the main part: @path is NULL-terminated keys; NULL @value removes. */
gboolean troupe_document_set (TroupeDocument *self,
                              const char *const *path,
                              JsonNode *value,
                              const char *label,
                              const char *merge_key,
                              GError **error);

/**
 * troupe_document_set_text:
 * @text: the main part as a person wrote it, whether it can be read or not
 * @merge_key: (nullable): as troupe_document_commit()
 *
 * An edit of the text itself. What the document is then, and what is wrong with it, is what @text says.
 */
gboolean troupe_document_set_text (TroupeDocument *self,
                                   const char *text,
                                   const char *label,
                                   const char *merge_key);

/* Everything between begin and end is one step, named by @label (translated). Nests. */
void troupe_document_begin_edit (TroupeDocument *self, const char *label);
void troupe_document_end_edit (TroupeDocument *self);

/* The names of all steps that can be undone, the oldest first. @n_since_saved: (out) (optional): how many of
 * them, the last ones, the files do not hold; all where no step of them was saved. (transfer full) */
char **troupe_document_list_steps (TroupeDocument *self, guint *n_since_saved);

gboolean troupe_document_undo (TroupeDocument *self);
gboolean troupe_document_redo (TroupeDocument *self);

/* --- Saving ------------------------------------------------------------------------------------ */

/**
 * troupe_document_save:
 * @path: (nullable): where the main part goes, the others beside it; %NULL is where it came from
 * @overwrite: whether files that changed on disk since loading are replaced
 *
 * Saves each part that was changed atomically; only the lines that an edit touched differ from what was
 * loaded. What was read as YAML is written as YAML; saved under a name with the ending of the other format
 * it changes to that. Errors: %G_IO_ERROR_WRONG_ETAG where a file changed on disk.
 */
gboolean
troupe_document_save (TroupeDocument *self, const char *path, gboolean overwrite, GError **error);

/**
 * TroupeDocumentSaving:
 *
 * The same in three parts, so that a window need not wait for a slow disk: what is to be written is taken
 * from the document as it is, written on any thread, and the document told. An edit in between stays and
 * leaves the document modified. One at a time for a document.
 */
typedef struct _TroupeDocumentSaving TroupeDocumentSaving;

/* NULL where there is no file to save to. (transfer full) (nullable) */
TroupeDocumentSaving *troupe_document_begin_save (TroupeDocument *self,
                                                  const char *path,
                                                  gboolean overwrite,
                                                  GError **error);
/* Blocks. Errors: as troupe_document_save(); parts that were written before the error stay written. */
gboolean troupe_document_saving_write (TroupeDocumentSaving *self, GError **error);
/* After it was written, in the document's thread. */
gboolean
troupe_document_end_save (TroupeDocument *self, TroupeDocumentSaving *saving, GError **error);
/* In the document's thread, too. */
void troupe_document_saving_free (TroupeDocumentSaving *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDocumentSaving, troupe_document_saving_free)

G_END_DECLS
