/* troupe-inspector.h: the form of what is selected
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
 * Shows one thing: the flow, a method, several methods, a gate or a wire; each as a form, the first
 * two as JSON as well (doc/interface.md §8).
 */
#define TROUPE_TYPE_INSPECTOR (troupe_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInspector, troupe_inspector, TROUPE, INSPECTOR, GtkWidget)

GtkWidget *troupe_inspector_new (TroupeEditorContext *context);

void troupe_inspector_show_flow (TroupeInspector *self);
void troupe_inspector_show_method (TroupeInspector *self, const char *name);
void troupe_inspector_show_several (TroupeInspector *self, const char *const *names);
/* @path: of the gate inside the condition of @method. */
void troupe_inspector_show_gate (TroupeInspector *self, const char *method, const char *path);
void troupe_inspector_show_wire (TroupeInspector *self,
                                 const char *from,
                                 const char *event,
                                 const char *to);

/* After every change of the document. */
void troupe_inspector_refresh (TroupeInspector *self);

/* What was typed and is not in the document yet is written: before it is saved, run, closed, left or
 * undone. Not from inside of a change of focus. */
void troupe_inspector_commit (TroupeInspector *self);

void troupe_inspector_set_json (TroupeInspector *self, gboolean json);
void troupe_inspector_edit_name (TroupeInspector *self);
/* Goes to the field at @path; FALSE where it has none. */
gboolean troupe_inspector_go_to (TroupeInspector *self, const char *path, guint line, guint column);

/* The form or pane that is shown. (transfer none) (nullable) */
GtkWidget *troupe_inspector_get_content (TroupeInspector *self);

/* `Router · expression`: what a method is, for a head or a list. (transfer full) */
char *troupe_method_describe_kind (const TroupeFlowMethod *method);

/* --- Small forms. (troupe-inspector-forms.c) ----------------------------------------------- */

GtkWidget *troupe_inspector_make_flow_form (TroupeForm *form);
GtkWidget *troupe_inspector_make_several_form (TroupeEditorContext *context,
                                               const char *const *names);
GtkWidget *troupe_inspector_make_gate_form (TroupeEditorContext *context,
                                            const char *method,
                                            const char *path);
GtkWidget *troupe_inspector_make_wire_form (const char *from, const char *event, const char *to);

/* Beside large letters there is no room for anything: what stands at the end of an inspector's head, a GtkBox, goes below
 * the title. Whenever the size of letters could be another. */
void troupe_inspector_arrange_head (GtkWidget *head);

G_END_DECLS
