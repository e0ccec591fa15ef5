/* troupe-inspector.h: inspector: form of the selection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"
#include "troupe-method-form.h"

G_BEGIN_DECLS

/**
 * TroupeInspector:
 *
 * Shows the flow, a method, several methods, a gate or a wire as a form. The flow and a method can
 * also be shown as JSON (doc/interface.md §8).
 */
#define TROUPE_TYPE_INSPECTOR (troupe_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInspector, troupe_inspector, TROUPE, INSPECTOR, GtkWidget)

/* Creates the part of the form of a flow that shows its state. */
typedef GtkWidget *(*TroupeInspectorStateFunc) (TroupeEditorContext *context);

/* @make_state: called each time the form of the flow is created */
GtkWidget *troupe_inspector_new (TroupeEditorContext *context, TroupeInspectorStateFunc make_state);

void troupe_inspector_show_flow (TroupeInspector *self);
void troupe_inspector_show_method (TroupeInspector *self, const char *name);
void troupe_inspector_show_several (TroupeInspector *self, const char *const *names);
/* Sets how many notes are selected, which the title of several methods names as well. */
void troupe_inspector_set_notes (TroupeInspector *self, guint n_notes);
/* Shows a gate. @path: the path of the gate inside the condition of @method. */
void troupe_inspector_show_gate (TroupeInspector *self, const char *method, const char *path);
/* Shows a wire. @passes: (nullable): the event whose passing a breakpoint on the wire waits for; NULL behind a gate */
void troupe_inspector_show_wire (TroupeInspector *self,
                                 const char *from,
                                 const char *event,
                                 const char *to,
                                 const char *passes);

/* Sets whether the functions above wait for the next frame, because building a form takes longer than
 * a key repeats. The last object is shown then, or when the inspector gets the focus. */
void troupe_inspector_set_patient (TroupeInspector *self, gboolean patient);

/* Updates the contents. Must be called after every change to the document. */
void troupe_inspector_refresh (TroupeInspector *self);

/* Writes pending input to the document. Call it before the document is saved, run, closed, left
 * or undone. Must not be called while the focus changes. */
void troupe_inspector_commit (TroupeInspector *self);

void troupe_inspector_set_json (TroupeInspector *self, gboolean json);
void troupe_inspector_edit_name (TroupeInspector *self);
/* Goes to the field at @path. Returns FALSE if the field does not exist. */
gboolean troupe_inspector_go_to (TroupeInspector *self, const char *path, guint line, guint column);
/* Scrolls to the field at @path, if it exists, and leaves the focus where it is. */
void troupe_inspector_reveal (TroupeInspector *self, const char *path);

/* Returns the visible form or pane. (transfer none) (nullable) */
GtkWidget *troupe_inspector_get_content (TroupeInspector *self);

/* Describes the role and action of a method for a header or a list, such as `Router ·
 * expression`. (transfer full) */
char *troupe_method_describe_kind (const TroupeFlowMethod *method);

/* --- Simple forms (troupe-inspector-forms.c) -------------------------------------------------- */

/* @state: the part that shows the state of the flow */
GtkWidget *troupe_inspector_make_flow_form (TroupeForm *form, GtkWidget *state);
/* @form: with a #TroupeMethodsTarget of the methods */
GtkWidget *troupe_inspector_make_several_form (TroupeForm *form, const char *const *names);
GtkWidget *troupe_inspector_make_gate_form (TroupeEditorContext *context,
                                            const char *method,
                                            const char *path);
/* @names: from, event, to and passing event, as for troupe_inspector_show_wire(); NULL-terminated */
GtkWidget *troupe_inspector_make_wire_form (TroupeEditorContext *context, const char *const *names);

/* Moves the end of an inspector's header, a GtkBox, below the title if the text is large. Call
 * it whenever the text scale may have changed. */
void troupe_inspector_arrange_head (GtkWidget *head);

G_END_DECLS
