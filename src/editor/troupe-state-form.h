/* troupe-state-form.h: the state of a flow as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeStateForm:
 *
 * What kind of state a flow has and a row for each of its fields: name, type, first value, whether
 * it must be given (doc/flow-semantics.md §5).
 */
#define TROUPE_TYPE_STATE_FORM (troupe_state_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateForm, troupe_state_form, TROUPE, STATE_FORM, GtkWidget)

GtkWidget *troupe_state_form_new (TroupeEditorContext *context);
void troupe_state_form_refresh (TroupeStateForm *self);

/* --- Changes, for tests too; each is one step of undo. (troupe-state-edit.c) --------------- */

typedef enum
{
  TROUPE_STATE_KIND_NONE,
  TROUPE_STATE_KIND_DICT,
  TROUPE_STATE_KIND_SCHEMA,
  TROUPE_STATE_KIND_OTHER, /* by a Python class, or of a kind that is not known */
} TroupeStateKind;

TroupeStateKind troupe_state_get_kind (JsonNode *root);
/* What a state of that kind would be for the same fields. */
gboolean troupe_state_set_kind (TroupeEditorContext *context, TroupeStateKind kind);
/* Names of the fields. (transfer full), NULL-terminated. */
char **troupe_state_list_names (JsonNode *root);
gboolean troupe_state_add_field (TroupeEditorContext *context, const char *name);
gboolean troupe_state_remove_field (TroupeEditorContext *context, const char *name);
gboolean
troupe_state_rename_field (TroupeEditorContext *context, const char *name, const char *new_name);
/* What a field of a schema can be where that is no single type: `string | null`, a reference, …; NULL
 * where it is one or says nothing. (transfer full) */
char *troupe_state_describe_type (JsonNode *root, const char *name);
/* The type of a field of a schema; NULL where it says none. (transfer none) */
const char *troupe_state_get_type_name (JsonNode *root, const char *name);
gboolean
troupe_state_set_type_name (TroupeEditorContext *context, const char *name, const char *type);
gboolean troupe_state_get_required (JsonNode *root, const char *name);
gboolean
troupe_state_set_required (TroupeEditorContext *context, const char *name, gboolean required);
/* The first value; NULL removes it. */
JsonNode *troupe_state_get_initial (JsonNode *root, const char *name);
gboolean troupe_state_set_initial (TroupeEditorContext *context, const char *name, JsonNode *value);

G_END_DECLS
