/* troupe-flow-state-edit.h: the state of a flow: its fields, and changes to them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_STATE_KIND_NONE,
  TROUPE_STATE_KIND_DICT,
  TROUPE_STATE_KIND_SCHEMA,
  TROUPE_STATE_KIND_CLASS, /* a class of Python, perhaps with its schema beside it */
  TROUPE_STATE_KIND_OTHER, /* of a kind that is not known */
} TroupeStateKind;

/* What can be chosen for a field. */
typedef enum
{
  TROUPE_STATE_TYPE_TEXT,
  TROUPE_STATE_TYPE_INTEGER,
  TROUPE_STATE_TYPE_NUMBER,
  TROUPE_STATE_TYPE_BOOLEAN,
  TROUPE_STATE_TYPE_CHOICE,  /* one of several values */
  TROUPE_STATE_TYPE_LIST,    /* of anything */
  TROUPE_STATE_TYPE_TEXTS,   /* a list of texts */
  TROUPE_STATE_TYPE_OBJECTS, /* a list of objects */
  TROUPE_STATE_TYPE_OBJECT,
  TROUPE_STATE_TYPE_ANY,
  TROUPE_STATE_TYPE_OTHER, /* more than one of these says: a union, a reference */
} TroupeFieldType;

/**
 * TroupeStateField:
 * @name: as it is written
 * @owner: keys to the map whose `properties` hold it, of a state that is a plain map to that map itself
 * @outer: (element-type utf8): the names of the fields around it, the outermost first
 * @lists: which of @outer are lists, by `x` and `-`
 *
 * One field of a state, by where it stands. Good until the next edit.
 */
typedef struct
{
  char *name;
  char **owner;
  char **outer;
  char *lists;
} TroupeStateField;

TroupeStateField *troupe_state_field_copy (const TroupeStateField *self);
void troupe_state_field_free (TroupeStateField *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStateField, troupe_state_field_free)

/* Whether both name the same field. */
gboolean troupe_state_field_equal (const TroupeStateField *a, const TroupeStateField *b);
/* Keys to what the document says of it, or to @member of that. (transfer full) */
char **troupe_state_field_make_path (const TroupeStateField *self, const char *member);

/* --- What a document says. @root: its tree ---------------------------------------------------- */

TroupeStateKind troupe_state_get_kind (JsonNode *root);
/* All fields, those of an object behind it. References to definitions are followed.
 * (transfer full) (element-type TroupeStateField) */
GPtrArray *troupe_state_list_fields (JsonNode *root);
/* A field of the state itself. (transfer full) (nullable) */
TroupeStateField *troupe_state_find_field (JsonNode *root, const char *name);
TroupeFieldType troupe_state_get_type (JsonNode *root, const TroupeStateField *field);
gboolean troupe_state_get_required (JsonNode *root, const TroupeStateField *field);
/* The first value: that of `state.default` goes before the schema's. (transfer none) (nullable) */
JsonNode *troupe_state_get_default (JsonNode *root, const TroupeStateField *field);
/* Whether a person is asked for it before a run: all are, unless `x-troupe.asked` names some. */
gboolean troupe_state_get_asked (JsonNode *root, const TroupeStateField *field);
/* In how many expressions and templates it stands. */
guint troupe_state_count_uses (JsonNode *root, const TroupeStateField *field);
/* The methods in which it stands. (transfer full) */
char **troupe_state_list_users (JsonNode *root, const TroupeStateField *field);

/* A schema with the names and types of @state, a map, without its `id`. (transfer full) */
JsonNode *troupe_state_schema_from_value (TroupeValue *state);

/* --- Changes: each is one step of undo. FALSE with %TROUPE_DOCUMENT_ERROR_EDIT: nothing changed ---- */

/* What a state of that kind would be for the same fields. */
gboolean troupe_flow_document_set_state_kind (TroupeFlowDocument *self,
                                              TroupeStateKind kind,
                                              GError **error);
/* @inside: (nullable): an object or a list of them. (transfer full) (nullable): the name of the new field */
char *troupe_flow_document_add_state_field (TroupeFlowDocument *self,
                                            const TroupeStateField *inside,
                                            GError **error);
gboolean troupe_flow_document_remove_state_field (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  GError **error);
/* @in_expressions: also wherever the methods name it */
gboolean troupe_flow_document_rename_state_field (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  const char *name,
                                                  gboolean in_expressions,
                                                  GError **error);
/* @sibling: (nullable): the name of the field of the same object that it stands before; %NULL: last */
gboolean troupe_flow_document_move_state_field (TroupeFlowDocument *self,
                                                const TroupeStateField *field,
                                                const char *sibling,
                                                GError **error);
/* Limits that the new type does not have go, and a default that is none of it. */
gboolean troupe_flow_document_set_state_type (TroupeFlowDocument *self,
                                              const TroupeStateField *field,
                                              TroupeFieldType type,
                                              GError **error);
gboolean troupe_flow_document_set_state_required (TroupeFlowDocument *self,
                                                  const TroupeStateField *field,
                                                  gboolean required,
                                                  GError **error);
/* @value: (nullable): %NULL takes it away */
gboolean troupe_flow_document_set_state_default (TroupeFlowDocument *self,
                                                 const TroupeStateField *field,
                                                 JsonNode *value,
                                                 GError **error);
/* Of a field of the state itself. */
gboolean troupe_flow_document_set_state_asked (TroupeFlowDocument *self,
                                               const TroupeStateField *field,
                                               gboolean asked,
                                               GError **error);
/* The state has the fields of @schema: those that it has already stay as they are, others come behind them.
 * @replace: instead of the schema that there is. @label: the name of the step */
gboolean troupe_flow_document_take_state_schema (TroupeFlowDocument *self,
                                                 JsonNode *schema,
                                                 gboolean replace,
                                                 const char *label,
                                                 GError **error);

G_END_DECLS
