/* troupe-editor-context.h: shared context of the parts of a flow editor page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-form-target.h"

G_BEGIN_DECLS

/**
 * TroupeEditorContext:
 *
 * Contains the document of a page and the values of its last run. The parts of the page report
 * errors and request navigation through the signals of this object.
 *
 * Implements #TroupeFormTarget, so that forms of flows write through this object.
 *
 * Signals: `message` (text), `values-changed` (), `method-requested` (name).
 */
#define TROUPE_TYPE_EDITOR_CONTEXT (troupe_editor_context_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorContext, troupe_editor_context, TROUPE, EDITOR_CONTEXT, GObject)

TroupeEditorContext *troupe_editor_context_new (TroupeFlowDocument *document);

TroupeFlowDocument *troupe_editor_context_get_document (TroupeEditorContext *self);
/* Returns the parsed flow. (transfer none): valid until the next edit. */
TroupeFlow *troupe_editor_context_get_flow (TroupeEditorContext *self);
JsonNode *troupe_editor_context_get_root (TroupeEditorContext *self);

/* Shows an error to the user. Does nothing if @error is NULL. */
void troupe_editor_context_report (TroupeEditorContext *self, const GError *error);
void troupe_editor_context_say (TroupeEditorContext *self, const char *text);
void troupe_editor_context_request_method (TroupeEditorContext *self, const char *name);

/* Like troupe_document_set (TROUPE_DOCUMENT ()), but reports errors to the user. */
gboolean troupe_editor_context_set (TroupeEditorContext *self,
                                    const char *const *path,
                                    JsonNode *value,
                                    const char *label,
                                    const char *merge_key);

/* Renames a method and stores both names, so that parts that show the old name can follow. */
gboolean
troupe_editor_context_rename (TroupeEditorContext *self, const char *name, const char *new_name);
/* Returns the present name of @name if the last rename changed it or was undone; otherwise
 * @name. (transfer none) */
const char *troupe_editor_context_follow (TroupeEditorContext *self, const char *name);
/* Returns NULL if @name is valid for a method, otherwise a sentence that explains why not. @own:
 * (nullable): the method that already has this name. (transfer full) */
char *
troupe_editor_context_check_name (TroupeEditorContext *self, const char *name, const char *own);

/* --- Values of the last run ------------------------------------------------------------------- */

void troupe_editor_context_clear_values (TroupeEditorContext *self);
void
troupe_editor_context_set_output (TroupeEditorContext *self, const char *name, TroupeValue *value);
void troupe_editor_context_set_state (TroupeEditorContext *self, TroupeValue *state);
/* Emits `values-changed`. Call it once after setting several values. */
void troupe_editor_context_values_changed (TroupeEditorContext *self);
gboolean troupe_editor_context_has_values (TroupeEditorContext *self);
/* (transfer none) (nullable) */
TroupeValue *troupe_editor_context_get_output (TroupeEditorContext *self, const char *name);
/* (transfer none) (nullable) */
TroupeValue *troupe_editor_context_get_state (TroupeEditorContext *self);
/* Returns all outputs as one map. (transfer full) */
TroupeValue *troupe_editor_context_get_outputs (TroupeEditorContext *self);

/* Returns the translated title of an action type. (transfer none) */
const char *troupe_action_type_get_title (TroupeActionType type);

G_END_DECLS
