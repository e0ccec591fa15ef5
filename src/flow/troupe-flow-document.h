/* troupe-flow-document.h: a flow document that is open: load, edit, undo, save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowDocument:
 *
 * The document of an editor. Its tree is never changed in place: an edit makes a new root that shares
 * what did not change, so undo is a list of roots, the saver knows which lines were not touched, and
 * a run is not disturbed.
 *
 * Signals: `changed` (after every edit, undo and redo: the flow and the problems are new),
 * `saved`. Properties: `title` (string), `path` (string), `modified` (boolean), `can-undo`,
 * `can-redo` (boolean), `undo-label`, `redo-label` (string).
 */
#define TROUPE_TYPE_FLOW_DOCUMENT (troupe_flow_document_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowDocument, troupe_flow_document, TROUPE, FLOW_DOCUMENT, GObject)

/* How a document is written. JSON takes comments, too; YAML is what CrewAI's own loader reads. */
typedef enum {
  TROUPE_FORMAT_JSON,
  TROUPE_FORMAT_YAML,
} TroupeFormat;

/* By the ending of a file's name: .yaml, .yml, .json, .jsonc; @fallback for any other. */
TroupeFormat troupe_format_from_path (const char *path, TroupeFormat fallback);

/* A new document with one start method `begin`. */
TroupeFlowDocument *troupe_flow_document_new (void);

/**
 * troupe_flow_document_load:
 * @path: a file, or a folder that holds one flow
 *
 * Reads a document, JSON or YAML: its content decides, not its name. A file that is neither, or whose
 * fields CrewAI would refuse, is an error; see @problems for all that was found.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %G_IO_ERROR, %TROUPE_JSON_ERROR
 *   or %TROUPE_FLOW_ERROR_DOCUMENT. The message names file, line, column and path.
 */
TroupeFlowDocument *troupe_flow_document_load (const char *path, GPtrArray **problems, GError **error);

/* The same from text that has no file (a template, standard input, the clipboard). @name: what to
 * call it in messages. */
TroupeFlowDocument *troupe_flow_document_load_text (const char *text, gsize length, const char *name,
                                                    GPtrArray **problems, GError **error);

/* As load, but a document with load errors opens too, so that a person can repair it; only text that
 * is no map in JSON or YAML is an error. */
TroupeFlowDocument *troupe_flow_document_open (const char *path, GError **error);

/**
 * troupe_flow_document_save:
 * @path: (nullable): where to; %NULL is where it came from
 * @overwrite: whether a file that changed on disk since loading is replaced
 *
 * Saves atomically; only the lines that an edit touched differ from what was loaded. What was read as
 * YAML is written as YAML; saved under a name with the ending of the other format it changes to that.
 * Errors: %G_IO_ERROR_WRONG_ETAG where the file changed on disk.
 */
gboolean troupe_flow_document_save (TroupeFlowDocument *self, const char *path, gboolean overwrite,
                                    GError **error);

/**
 * TroupeFlowSaving:
 *
 * The same in three parts, so that a window need not wait for a slow disk: what is to be written is taken
 * from the document as it is, written on any thread, and the document told. An edit in between stays and
 * leaves the document modified. One at a time for a document.
 */
typedef struct _TroupeFlowSaving TroupeFlowSaving;

/* NULL where there is no file to save to. (transfer full) (nullable) */
TroupeFlowSaving *troupe_flow_document_begin_save (TroupeFlowDocument *self, const char *path,
                                                   gboolean overwrite, GError **error);
/* Blocks. Errors: as troupe_flow_document_save(). */
gboolean troupe_flow_saving_write (TroupeFlowSaving *self, GError **error);
/* After it was written, in the document's thread. */
gboolean troupe_flow_document_end_save (TroupeFlowDocument *self, TroupeFlowSaving *saving,
                                        GError **error);
/* In the document's thread, too. */
void troupe_flow_saving_free (TroupeFlowSaving *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowSaving, troupe_flow_saving_free)

/* What the file was when it was read or written last; FALSE where there is no file. */
gboolean troupe_flow_document_get_stamp (TroupeFlowDocument *self, TroupeFileStamp *stamp);

/**
 * troupe_flow_document_take:
 * @other: the same file, read again
 * @label: the name of the step of undo (translated)
 *
 * Takes what another program wrote: the document is as @other and not modified. One step of undo leads
 * back to what was open before, which is modified then. FALSE within a group of edits: nothing happens.
 */
gboolean troupe_flow_document_take (TroupeFlowDocument *self, TroupeFlowDocument *other,
                                    const char *label);

/* The text that saving would write. (transfer full) */
char *troupe_flow_document_to_text (TroupeFlowDocument *self, gsize *length);

/**
 * troupe_flow_document_convert:
 * @losses: (out) (optional) (transfer full) (element-type TroupeProblem): what the text does not keep:
 *   comments, anchors, dates; each a warning with its place
 *
 * The document as a text of @format, without changing it. Its own format gives what saving would write.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with %TROUPE_FLOW_ERROR_DOCUMENT where
 *   @format cannot hold a value: JSON has neither infinities nor NaN
 */
char *troupe_flow_document_convert (TroupeFlowDocument *self, TroupeFormat format, gsize *length,
                                    GPtrArray **losses, GError **error);
TroupeFormat troupe_flow_document_get_format (TroupeFlowDocument *self);

const char *troupe_flow_document_get_path (TroupeFlowDocument *self);   /* (nullable) */
/* The flow's name as one line that is not too long to show, else the file's. (transfer full) */
char *troupe_flow_document_get_title (TroupeFlowDocument *self);
JsonNode *troupe_flow_document_get_root (TroupeFlowDocument *self);     /* (transfer none) */
/* Where a node of the root stands in the text that was read; FALSE for one that an edit made. */
gboolean troupe_flow_document_get_place (TroupeFlowDocument *self, JsonNode *node, TroupePlace *place);
TroupeFlow *troupe_flow_document_get_flow (TroupeFlowDocument *self);   /* (transfer none) */
GPtrArray *troupe_flow_document_get_problems (TroupeFlowDocument *self);/* (transfer none) */
gboolean troupe_flow_document_is_modified (TroupeFlowDocument *self);

/* --- Edits: each is one step of undo with the given name, or part of a group ------------------ */

/* Everything between begin and end is one step, named by @label (translated). Nests. */
void troupe_flow_document_begin_edit (TroupeFlowDocument *self, const char *label);
void troupe_flow_document_end_edit (TroupeFlowDocument *self);

gboolean troupe_flow_document_undo (TroupeFlowDocument *self);
gboolean troupe_flow_document_redo (TroupeFlowDocument *self);

/* Any value anywhere: @path is NULL-terminated keys; NULL @value removes. Steps with the same
 * @merge_key (nullable) that follow each other within a second become one (typing in a field). */
gboolean troupe_flow_document_set (TroupeFlowDocument *self, const char *const *path, JsonNode *value,
                                   const char *label, const char *merge_key, GError **error);

/**
 * troupe_flow_document_add_method:
 * @name: (nullable): a name that is free; %NULL makes one from the action
 * @type: what it does; its required fields get a sensible first value that loads
 *
 * Adds a method last. Returns: (transfer full) (nullable): its name
 */
char *troupe_flow_document_add_method (TroupeFlowDocument *self, const char *name,
                                       TroupeActionType type, GError **error);
gboolean troupe_flow_document_remove_methods (TroupeFlowDocument *self, const char *const *names,
                                              gboolean reconnect, GError **error);
/* References follow: conditions, router results that are plain texts are not touched, `outputs.OLD`
 * in every expression and template, x-troupe. */
gboolean troupe_flow_document_rename_method (TroupeFlowDocument *self, const char *name,
                                             const char *new_name, GError **error);
/* Changes what a method does; fields that both kinds have stay. */
gboolean troupe_flow_document_set_action_type (TroupeFlowDocument *self, const char *name,
                                               TroupeActionType type, GError **error);
gboolean troupe_flow_document_set_start (TroupeFlowDocument *self, const char *name, gboolean start,
                                         GError **error);
gboolean troupe_flow_document_set_router (TroupeFlowDocument *self, const char *name, gboolean router,
                                          GError **error);
/* @events: NULL-terminated; NULL removes the key. */
gboolean troupe_flow_document_set_emit (TroupeFlowDocument *self, const char *name,
                                        const char *const *events, GError **error);
/* Listeners follow a renamed event. */
gboolean troupe_flow_document_rename_event (TroupeFlowDocument *self, const char *router,
                                            const char *event, const char *new_event, GError **error);

/**
 * troupe_flow_document_connect:
 * @event: a method's name or a router's event
 * @target: the method that shall listen
 * @gate: where in @target's condition: the path of child indexes to a gate (`""` is the top, `"1"`
 *   its second child, `"1.0"` …), or %NULL for the whole
 * @with_and: join with and instead of or where the target listens to something already
 *
 * Draws a wire. A conditional start gets it in `start`, every other method in `listen`.
 */
gboolean troupe_flow_document_connect (TroupeFlowDocument *self, const char *event, const char *target,
                                       const char *gate, gboolean with_and, GError **error);
/* Takes the wire away: one occurrence of @event under @gate. Gates with one input left vanish. */
gboolean troupe_flow_document_disconnect (TroupeFlowDocument *self, const char *event,
                                          const char *target, const char *gate, GError **error);
gboolean troupe_flow_document_toggle_gate (TroupeFlowDocument *self, const char *target,
                                           const char *gate, GError **error);
/* Sets a whole condition; NULL removes it. @condition: the JSON that CrewAI knows. */
gboolean troupe_flow_document_set_condition (TroupeFlowDocument *self, const char *name,
                                             JsonNode *condition, GError **error);

/* Applies TroupeProblem.fix_action as one step. */
gboolean troupe_flow_document_apply_fix (TroupeFlowDocument *self, const TroupeProblem *problem,
                                         GError **error);

/* --- x-troupe: what only the editor needs ----------------------------------------------------- */

/* FALSE where the document has no place for it yet. @id: a method, or a gate `METHOD/0.1`. */
gboolean troupe_flow_document_get_position (TroupeFlowDocument *self, const char *id, double *x,
                                            double *y);

typedef struct {
  const char *id;
  double x;
  double y;
} TroupePosition;

/* One undo step; whole numbers are written. */
void troupe_flow_document_set_positions (TroupeFlowDocument *self, const TroupePosition *positions,
                                         guint n_positions, const char *label);

/* Notes and groups: {id, text, x, y, width, height} and {id, title, methods, colour}. */
JsonNode *troupe_flow_document_get_notes (TroupeFlowDocument *self);  /* (transfer none) (nullable) */
char *troupe_flow_document_add_note (TroupeFlowDocument *self, const char *text, double x, double y);
gboolean troupe_flow_document_set_note (TroupeFlowDocument *self, const char *id, const char *text,
                                        double x, double y, double width, double height);
gboolean troupe_flow_document_remove_note (TroupeFlowDocument *self, const char *id);

/* The chosen methods as a text for the clipboard (a JSON object with `methods` and positions), and
 * back, from JSON or YAML of a flow or of methods: names that are taken get a `_2`, those that have a
 * number the next one that is free, references among the pasted follow.
 * Returns the new names. (transfer full) */
char *troupe_flow_document_copy (TroupeFlowDocument *self, const char *const *names);
/* That JSON object, of any text in which there are methods; NULL where there are none: then it is text
 * like any other. (transfer full) (nullable) */
char *troupe_flow_methods_from_text (const char *text);
char **troupe_flow_document_paste (TroupeFlowDocument *self, const char *text, double x, double y,
                                   gboolean keep_outside_wires, GError **error);

G_END_DECLS
