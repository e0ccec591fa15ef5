/* troupe-flow-state-edit.h: the fields of a flow's state, and edits of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-flow-tokens.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_STATE_KIND_NONE,
  TROUPE_STATE_KIND_DICT,
  TROUPE_STATE_KIND_SCHEMA,
  TROUPE_STATE_KIND_CLASS, /* a Python class, possibly with its schema */
  TROUPE_STATE_KIND_OTHER, /* unknown */
} TroupeStateKind;

/* Types offered for a field. */
typedef enum
{
  TROUPE_STATE_TYPE_TEXT,
  TROUPE_STATE_TYPE_INTEGER,
  TROUPE_STATE_TYPE_NUMBER,
  TROUPE_STATE_TYPE_BOOLEAN,
  TROUPE_STATE_TYPE_CHOICE,  /* one of several values */
  TROUPE_STATE_TYPE_LIST,    /* with any items */
  TROUPE_STATE_TYPE_TEXTS,   /* a list of strings */
  TROUPE_STATE_TYPE_OBJECTS, /* a list of objects */
  TROUPE_STATE_TYPE_OBJECT,
  TROUPE_STATE_TYPE_ANY,
  TROUPE_STATE_TYPE_OTHER, /* anything else, such as a union or a reference */
} TroupeFieldType;

TroupeStateField *troupe_state_field_copy (const TroupeStateField *self);
void troupe_state_field_free (TroupeStateField *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStateField, troupe_state_field_free)

/* Returns TRUE if both refer to the same field. */
gboolean troupe_state_field_equal (const TroupeStateField *a, const TroupeStateField *b);
/* Returns the keys of the field's schema or value, or of its @member. (transfer full) */
char **troupe_state_field_make_path (const TroupeStateField *self, const char *member);

/* --- Reading the state from a document's tree ------------------------------------------------- */

TroupeStateKind troupe_state_get_kind (JsonNode *root);
/* Returns all fields, each followed by the fields inside it. References to definitions are
 * resolved. (transfer full) (element-type TroupeStateField) */
GPtrArray *troupe_state_list_fields (JsonNode *root);
/* Returns a top-level field. (transfer full) (nullable) */
TroupeStateField *troupe_state_find_field (JsonNode *root, const char *name);
TroupeFieldType troupe_state_get_type (JsonNode *root, const TroupeStateField *field);
gboolean troupe_state_get_required (JsonNode *root, const TroupeStateField *field);
/* Returns the initial value; `state.default` overrides the default of the schema. (transfer
 * none) (nullable) */
JsonNode *troupe_state_get_default (JsonNode *root, const TroupeStateField *field);
/* Returns TRUE if the user is prompted for the field before a run. This applies to all fields
 * unless `x-troupe.asked` lists some. */
gboolean troupe_state_get_asked (JsonNode *root, const TroupeStateField *field);
/* Returns the number of expressions and templates that use the field. */
guint troupe_state_count_uses (JsonNode *root, const TroupeStateField *field);
/* Returns the names of the methods that use the field. (transfer full) */
char **troupe_state_list_users (JsonNode *root, const TroupeStateField *field);

/* Infers a schema with the names and types of @state, a map, without its `id`. (transfer full) */
JsonNode *troupe_state_schema_from_value (TroupeValue *state);

/* --- Edits: each is an undo step. FALSE with %TROUPE_DOCUMENT_ERROR_EDIT if nothing changed --- */

/* Converts the state to another kind with the same fields. */
gboolean troupe_flow_document_set_state_kind (TroupeFlowDocument *self,
                                              TroupeStateKind kind,
                                              GError **error);
/* Adds a field and returns its name. @inside: (nullable): an object or a list of objects.
 * (transfer full) (nullable) */
char *troupe_flow_document_add_state_field (TroupeFlowDocument *self,
                                            const TroupeStateField *inside,
                                            GError **error);
gboolean troupe_flow_document_remove_state_field (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  GError **error);
/* Renames a field. @in_expressions: also rename it in the methods */
gboolean troupe_flow_document_rename_state_field (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  const char *name,
                                                  gboolean in_expressions,
                                                  GError **error);
/* Moves a field. @sibling: (nullable): move it before this field of the same object; %NULL: to
 * the end */
gboolean troupe_flow_document_move_state_field (TroupeFlowDocument *self,
                                                const TroupeStateField *field,
                                                const char *sibling,
                                                GError **error);
/* Changes the type. Removes limits that do not apply to the new type, and a default that does
 * not match it. */
gboolean troupe_flow_document_set_state_type (TroupeFlowDocument *self,
                                              const TroupeStateField *field,
                                              TroupeFieldType type,
                                              GError **error);
gboolean troupe_flow_document_set_state_required (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  gboolean required,
                                                  GError **error);
/* Sets the default of a field. @value: (nullable): %NULL removes it */
gboolean troupe_flow_document_set_state_default (TroupeFlowDocument *self,
                                                 const TroupeStateField *field,
                                                 JsonNode *value,
                                                 GError **error);
/* For top-level fields only. */
gboolean troupe_flow_document_set_state_asked (TroupeFlowDocument *self,
                                               const TroupeStateField *field,
                                               gboolean asked,
                                               GError **error);
/* Adds the fields of @schema to the state: existing fields are kept unchanged, others are added
 * after them.
 * @replace: replace the current schema instead. @label: the name of the undo step */
gboolean troupe_flow_document_take_state_schema (TroupeFlowDocument *self,
                                                 JsonNode *schema,
                                                 gboolean replace,
                                                 const char *label,
                                                 GError **error);

G_END_DECLS
