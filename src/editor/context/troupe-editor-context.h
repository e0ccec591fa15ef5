/* troupe-editor-context.h: what the parts of an editor's page share
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
 * The document of a page, what its last run gave, and the way back to the page: a part that cannot do
 * what it was asked says so here, and one that wants to lead somewhere asks here.
 *
 * A #TroupeFormTarget: forms of flows write through it.
 *
 * Signals: `message` (text), `values-changed` (), `method-requested` (name), `inspect-requested` ().
 */
#define TROUPE_TYPE_EDITOR_CONTEXT (troupe_editor_context_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorContext, troupe_editor_context, TROUPE, EDITOR_CONTEXT, GObject)

TroupeEditorContext *troupe_editor_context_new (TroupeFlowDocument *document);

TroupeFlowDocument *troupe_editor_context_get_document (TroupeEditorContext *self);
/* (transfer none): good until the next edit. */
TroupeFlow *troupe_editor_context_get_flow (TroupeEditorContext *self);
JsonNode *troupe_editor_context_get_root (TroupeEditorContext *self);

/* Tells the person. @error may be NULL: then nothing was wrong. */
void troupe_editor_context_report (TroupeEditorContext *self, const GError *error);
void troupe_editor_context_say (TroupeEditorContext *self, const char *text);
void troupe_editor_context_request_method (TroupeEditorContext *self, const char *name);

/* As troupe_document_set (TROUPE_DOCUMENT ()); what fails is told to the person. */
gboolean troupe_editor_context_set (TroupeEditorContext *self,
                                    const char *const *path,
                                    JsonNode *value,
                                    const char *label,
                                    const char *merge_key);

/* Renames and remembers it, so that parts which show the old name can follow. */
gboolean
troupe_editor_context_rename (TroupeEditorContext *self, const char *name, const char *new_name);
/* The name that @name has now, where the last rename was of it or was undone; else @name.
 * (transfer none) */
const char *troupe_editor_context_follow (TroupeEditorContext *self, const char *name);
/* NULL where @name can be given to a method; else a sentence that says why not. @own: (nullable):
 * the method that bears it already. (transfer full) */
char *
troupe_editor_context_check_name (TroupeEditorContext *self, const char *name, const char *own);

/* --- What the last run gave ---------------------------------------------------------------- */

void troupe_editor_context_clear_values (TroupeEditorContext *self);
void
troupe_editor_context_set_output (TroupeEditorContext *self, const char *name, TroupeValue *value);
void troupe_editor_context_set_state (TroupeEditorContext *self, TroupeValue *state);
/* Tells the parts; call it once after many values. */
void troupe_editor_context_values_changed (TroupeEditorContext *self);
gboolean troupe_editor_context_has_values (TroupeEditorContext *self);
/* (transfer none) (nullable) */
TroupeValue *troupe_editor_context_get_output (TroupeEditorContext *self, const char *name);
/* (transfer none) (nullable) */
TroupeValue *troupe_editor_context_get_state (TroupeEditorContext *self);
/* All outputs as one map. (transfer full) */
TroupeValue *troupe_editor_context_get_outputs (TroupeEditorContext *self);

G_END_DECLS
