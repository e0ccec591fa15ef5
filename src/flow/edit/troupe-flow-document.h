/* troupe-flow-document.h: open flow document: load, edit, undo, save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-layout.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowDocument:
 *
 * An open flow document. It has a single part, and its model is a #TroupeFlow.
 *
 * Threads: one thread at a time, as for #TroupeDocument.
 */
#define TROUPE_TYPE_FLOW_DOCUMENT (troupe_flow_document_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowDocument,
                      troupe_flow_document,
                      TROUPE,
                      FLOW_DOCUMENT,
                      TroupeDocument)

/* Creates a document with one start method `begin`. */
TroupeFlowDocument *troupe_flow_document_new (void);

/**
 * troupe_flow_document_load:
 * @path: a file, or a folder that contains one flow
 *
 * Loads a document, JSON or YAML, which is detected by its content and not by its name. A file that
 * is neither, or whose fields CrewAI rejects, is an error; @problems contains everything that was
 * found.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %G_IO_ERROR,
 * %TROUPE_JSON_ERROR or %TROUPE_DOCUMENT_ERROR_INVALID. The message names file, line, column and
 * path.
 */
TroupeFlowDocument *troupe_flow_document_load (const char *path, GPtrArray **problems, GError **error);

/* Loads a document from text without a file (a template, standard input, the clipboard). @length:
 * bytes; @name: (nullable): its name in messages; @problems: as above. (transfer full) (nullable).
 * Errors: %TROUPE_JSON_ERROR, %TROUPE_DOCUMENT_ERROR_INVALID. */
TroupeFlowDocument *troupe_flow_document_load_text (const char *text, gsize length, const char *name,
                                                    GPtrArray **problems, GError **error);

/* Returns FALSE with %TROUPE_DOCUMENT_ERROR_INVALID if the document has a mark with which Troupe itself turns a crew, or a turn of a
 * conversation with its state, into a flow. The digest of a flow does not cover the mark, so that no document of a file may
 * have it. troupe_flow_document_load() and troupe_flow_document_open() check this. */
gboolean troupe_flow_document_check_marks (TroupeFlowDocument *self, GError **error);

/* Like troupe_flow_document_load(), but also opens documents with load errors, even if they can
 * only be shown as text, so that the user can repair them: see troupe_document_open_file().
 * (transfer full) (nullable). Errors: %G_IO_ERROR, or %TROUPE_DOCUMENT_ERROR_INVALID for a file of
 * another type. */
TroupeFlowDocument *troupe_flow_document_open (const char *path, GPtrArray **problems, GError **error);

/* Returns the model of the current tree; replaced by every edit. (transfer none) */
TroupeFlow *troupe_flow_document_get_flow (TroupeFlowDocument *self);

/* --- Edits: each is an undo step, or part of a group ------------------------------------------ */

/* Each edit returns FALSE or NULL with %TROUPE_DOCUMENT_ERROR_EDIT and a message for the user if it
 * is not possible: a method or event does not exist, a name is invalid or already used, or the
 * document would not load any more. The document has not changed then. */

/**
 * troupe_flow_document_add_method:
 * @name: (nullable): the wanted name; %NULL is the name of the action. If a method or an event already
 *   has it, or a condition waits for it, a number is appended: `router_2`
 * @type: its action; required fields get initial values that load
 *
 * Adds a method at the end.
 *
 * Returns: (transfer full) (nullable): its name, or %NULL with %TROUPE_DOCUMENT_ERROR_EDIT
 */
char *troupe_flow_document_add_method (TroupeFlowDocument *self, const char *name,
                                       TroupeActionType type, GError **error);
/* Removes methods, and their names and events from the conditions of others. @names:
 * NULL-terminated; @reconnect: whether the listeners of a removed method listen to what it listened
 * to. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if a combined condition would be too large. */
gboolean troupe_flow_document_remove_methods (TroupeFlowDocument *self, const char *const *names,
                                              gboolean reconnect, GError **error);
/* Renames a method and its references: conditions, `outputs.OLD` in all expressions and templates,
 * x-troupe. Router results that are plain strings are not changed. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_rename_method (TroupeFlowDocument *self, const char *name,
                                             const char *new_name, GError **error);
/* Returns a valid new action, ready to be filled in: a crew is part of the flow. (transfer full) */
JsonNode *troupe_flow_edit_new_action (TroupeActionType type);
/* Changes the action of a method; fields that both types have are kept. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_set_action_type (TroupeFlowDocument *self, const char *name,
                                               TroupeActionType type, GError **error);
/* Makes a method a start method, or removes its `start`, including a condition in it. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_set_start (TroupeFlowDocument *self, const char *name, gboolean start,
                                         GError **error);
/* Makes a method a router, with the events that its expression can emit, or a plain method without
 * events. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_set_router (TroupeFlowDocument *self, const char *name, gboolean router,
                                          GError **error);
/* Sets the events of a router or of human feedback. @events: (nullable): NULL-terminated; NULL
 * removes the key. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_set_emit (TroupeFlowDocument *self, const char *name,
                                        const char *const *events, GError **error);
/* Returns the method with another expression, and with the events of its results in place of those that neither it
 * can emit nor something listens to. NULL if the method is not a router with declared events, if its results are not
 * certain, or if the events remain the same. @expression: the new value. (transfer full) (nullable) */
JsonNode *troupe_flow_document_follow_results (TroupeFlowDocument *self,
                                               const char *name,
                                               JsonNode *expression);
/* Renames an event of a router in its declaration, in string literals of its expression, and in
 * the conditions that listen to it. If a method or another router emits the old event, too,
 * these conditions wait for either event. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_rename_event (TroupeFlowDocument *self, const char *router,
                                            const char *event, const char *new_event, GError **error);

/**
 * troupe_flow_document_connect:
 * @event: the name of a method or an event of a router
 * @target: the method that is to listen
 * @gate: (nullable): path of child indexes to a gate in @target's condition (`""` is the top level,
 *   `"1"` its second child, `"1.0"` …), or %NULL for the whole condition
 * @with_and: combine with and instead of or if the target already has a condition
 *
 * Adds a wire. A conditional start gets it in `start`, every other method in `listen`.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if @target would listen to itself.
 */
gboolean troupe_flow_document_connect (TroupeFlowDocument *self, const char *event, const char *target,
                                       const char *gate, gboolean with_and, GError **error);
/* Removes a wire: one occurrence of @event in @gate. A gate with a single remaining input is
 * replaced by it. @gate: (nullable): as for troupe_flow_document_connect(); NULL searches the whole
 * condition. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_disconnect (TroupeFlowDocument *self, const char *event,
                                          const char *target, const char *gate, GError **error);
/* Changes a gate from and to or, or from or to and. @gate: (nullable): as for
 * troupe_flow_document_connect(); NULL is the top level. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_toggle_gate (TroupeFlowDocument *self, const char *target,
                                           const char *gate, GError **error);
/* Sets the whole condition. @condition: (nullable) (transfer none): JSON as in CrewAI; NULL removes
 * it. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_flow_document_set_condition (TroupeFlowDocument *self, const char *name,
                                             JsonNode *condition, GError **error);

/* Applies TroupeProblem.fix_action as one undo step. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if
 * the document has changed so that the fix no longer applies. */
gboolean troupe_flow_document_apply_fix (TroupeFlowDocument *self, const TroupeProblem *problem,
                                         GError **error);

/* Serializes methods, notes and groups for the clipboard: a JSON object with `methods`, the
 * `state` that they use, and `x-troupe`. Groups that contain only copied methods are included.
 * @methods: NULL-terminated; @notes, @groups: (nullable): ids, NULL-terminated. (transfer full) */
char *troupe_flow_document_copy (TroupeFlowDocument *self, const char *const *methods,
                                 const char *const *notes, const char *const *groups);
/* Converts any text that contains methods to that JSON object. Returns NULL if it contains none
 * and is to be pasted as plain text. (transfer full) (nullable) */
char *troupe_flow_methods_from_text (const char *text);

/**
 * TroupeFlowPasted:
 * @methods: the new names of the methods, in the order of the text
 * @notes: the ids of the notes
 * @groups: the ids of the groups
 * @notice: (nullable): what the user should know: references to methods that were not pasted, events
 *   that could not be renamed, state fields that are missing or were added. One sentence a line.
 *   Translated
 *
 * The result of pasting. Lists are NULL-terminated.
 */
typedef struct
{
  char **methods;
  char **notes;
  char **groups;
  char *notice;
} TroupeFlowPasted;

void troupe_flow_pasted_clear (TroupeFlowPasted *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeFlowPasted, troupe_flow_pasted_clear)

/**
 * troupe_flow_document_paste:
 * @text: JSON or YAML of a flow, or what troupe_flow_document_copy() returned
 * @x, @y: canvas position of the upper left corner of what is pasted
 * @keep_outside_wires: whether the pasted methods keep listening to methods that were not copied
 * @pasted: (out): cleared with troupe_flow_pasted_clear()
 *
 * Pastes methods, notes and groups as one undo step (doc/interface.md §13). Names of methods
 * and events that the document already uses get a suffix `_2`, or the next unused number, and
 * references among the pasted methods are updated. The graph of the other methods stays the same.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT, or %TROUPE_JSON_ERROR if @text is neither JSON
 * nor YAML
 */
gboolean troupe_flow_document_paste (TroupeFlowDocument *self, const char *text, double x, double y,
                                     gboolean keep_outside_wires, TroupeFlowPasted *pasted,
                                     GError **error);
/* Moves the positions of pasted items by @dx, @dy: methods, their gates, the bends between them,
 * notes and groups. */
void troupe_flow_document_move_pasted (TroupeFlowDocument *self, const TroupeFlowPasted *pasted,
                                       double dx, double dy, const char *label);

G_END_DECLS
