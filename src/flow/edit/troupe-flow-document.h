/* troupe-flow-document.h: a flow document that is open: load, edit, undo, save
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
 * A flow that is open: one part, the model of which is a #TroupeFlow.
 */
#define TROUPE_TYPE_FLOW_DOCUMENT (troupe_flow_document_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowDocument,
                      troupe_flow_document,
                      TROUPE,
                      FLOW_DOCUMENT,
                      TroupeDocument)

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
 *   or %TROUPE_DOCUMENT_ERROR_INVALID. The message names file, line, column and path.
 */
TroupeFlowDocument *troupe_flow_document_load (const char *path, GPtrArray **problems, GError **error);

/* The same from text that has no file (a template, standard input, the clipboard). @name: what to
 * call it in messages. */
TroupeFlowDocument *troupe_flow_document_load_text (const char *text, gsize length, const char *name,
                                                    GPtrArray **problems, GError **error);

/* As load, but a document with load errors opens too, so that a person can repair it, also where it can be
 * shown as text alone: see troupe_document_open_file(). */
TroupeFlowDocument *troupe_flow_document_open (const char *path, GPtrArray **problems, GError **error);

/* (transfer none) */
TroupeFlow *troupe_flow_document_get_flow (TroupeFlowDocument *self);

/* --- Edits: each is one step of undo, or part of a group --------------------------------------- */

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
