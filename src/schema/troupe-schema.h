/* troupe-schema.h: values against JSON schemas, as CrewAI applies them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

#define TROUPE_SCHEMA_ERROR (troupe_schema_error_quark ())
GQuark troupe_schema_error_quark (void);

typedef enum
{
  TROUPE_SCHEMA_ERROR_SCHEMA, /* CrewAI could make no model of the schema */
  TROUPE_SCHEMA_ERROR_JSON,   /* the text is not JSON; the message names line and column */
  TROUPE_SCHEMA_ERROR_VALUE,  /* the value does not fit; the message names each place */
} TroupeSchemaError;

/**
 * TroupeSchema:
 *
 * A JSON schema compiled into the rules that CrewAI gives it when it makes a Pydantic model of it
 * (doc/flow-semantics.md §5, doc/crew-semantics.md §9): what is under `properties` is a field and nothing
 * else is taken, a field that is not required takes null, values are converted where Pydantic's lax mode
 * converts them. It checks states, inputs, arguments of tools and structured answers alike. Immutable, atomic
 * reference count, any number of threads.
 */
typedef struct _TroupeSchema TroupeSchema;

/**
 * troupe_schema_new:
 * @document: the schema: a map, which is kept
 * @left_out: (nullable): a property of the outermost object that is not the schema's, as `id` of a state
 *
 * Whatever its `type` says, the schema stands for an object of its `properties`.
 *
 * Returns: (transfer full) (nullable): the schema, or %NULL with %TROUPE_SCHEMA_ERROR_SCHEMA
 */
TroupeSchema *troupe_schema_new (TroupeValue *document, const char *left_out, GError **error);
/* In the schema of an object: that it is of a class of Python, where a member with a default takes null only if its type
 * does. In one that CrewAI makes a class of, every member that is not required does. */
#define TROUPE_SCHEMA_CLASS "x-troupe-class"

/**
 * troupe_schema_new_open:
 * @document: the schema of a class of Python: a map, which is kept
 *
 * As troupe_schema_new(), but members that no model of it names are left out and are no problem: so are Pydantic's own
 * classes, where those that CrewAI makes of a schema take nothing else.
 *
 * Returns: (transfer full) (nullable): the schema, or %NULL with %TROUPE_SCHEMA_ERROR_SCHEMA
 */
TroupeSchema *troupe_schema_new_open (TroupeValue *document, GError **error);
TroupeSchema *troupe_schema_ref (TroupeSchema *self);
void troupe_schema_unref (TroupeSchema *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSchema, troupe_schema_unref)

/* The schema's `title`, which names the model. (transfer none) (nullable) */
const char *troupe_schema_get_title (TroupeSchema *self);

/* --- Checking ------------------------------------------------------------------------------ */

/* What is wrong in one place. */
typedef struct
{
  char *path;       /* such as `orders[2].price`, empty for the value itself */
  char *message;    /* translated: what was expected and what was found */
  gboolean missing; /* a required field without a value, and nothing else */
} TroupeSchemaProblem;

void troupe_schema_problem_free (TroupeSchemaProblem *self);
/* All of them in one line: `PATH: MESSAGE; …`, with a full stop. (transfer full) */
char *troupe_schema_problems_to_text (GPtrArray *problems);

/**
 * troupe_schema_check:
 * @problems: (element-type TroupeSchemaProblem): gets what is wrong
 *
 * Checks all of @value and converts it: `"3"` is 3 where a whole number belongs, a text with a format comes
 * back as the format writes it, what was left out gets its default or null, fields stand in the schema's
 * order.
 *
 * Returns: (transfer full) (nullable): the value as the schema has it, or %NULL and at least one more of
 *   @problems
 */
TroupeValue *troupe_schema_check (TroupeSchema *self, TroupeValue *value, GPtrArray *problems);

/**
 * troupe_schema_read_text:
 * @text: JSON and nothing else: no fence, no words around it (doc/crew-semantics.md §9)
 *
 * Reads a structured answer.
 *
 * Returns: (transfer full) (nullable): the value as the schema has it, or %NULL with
 *   %TROUPE_SCHEMA_ERROR_JSON or %TROUPE_SCHEMA_ERROR_VALUE
 */
TroupeValue *troupe_schema_read_text (TroupeSchema *self, const char *text, GError **error);

/**
 * troupe_schema_find_text:
 * @text: an answer in words that may hold a JSON object, in a fence or among other words
 *
 * As CrewAI's converter looks for it: @text itself is JSON, or what stands between the first opening and the
 * last closing brace is.
 *
 * Returns: (transfer full) (nullable): the value as the schema has it, or %NULL with
 *   %TROUPE_SCHEMA_ERROR_JSON, where the model has to be asked, or %TROUPE_SCHEMA_ERROR_VALUE, which CrewAI
 *   takes for a failure at once
 */
TroupeValue *troupe_schema_find_text (TroupeSchema *self, const char *text, GError **error);

/* The object of this schema with what @given has and nothing else, unchecked: what is missing gets its
 * default or is not there (§5). (transfer full) */
TroupeValue *troupe_schema_construct (TroupeSchema *self, TroupeValue *given);
/* @object, which was not checked, as CrewAI's models show it: 1 is 1.0 where a number belongs, true is 1.
 * (transfer full) */
TroupeValue *troupe_schema_show (TroupeSchema *self, TroupeValue *object);

/* --- What a schema says -------------------------------------------------------------------- */

typedef enum
{
  TROUPE_SCHEMA_ANY,
  TROUPE_SCHEMA_STRING,
  TROUPE_SCHEMA_INTEGER,
  TROUPE_SCHEMA_NUMBER,
  TROUPE_SCHEMA_BOOLEAN,
  TROUPE_SCHEMA_NULL,
  TROUPE_SCHEMA_LIST,
  TROUPE_SCHEMA_MAP,     /* an object without properties takes any keys */
  TROUPE_SCHEMA_MODEL,   /* an object with properties takes no others */
  TROUPE_SCHEMA_LITERAL, /* enum and const */
  TROUPE_SCHEMA_UNION,
} TroupeSchemaType;

/* One place of a schema: what stands there has one type. References make a graph of these, which may have
 * cycles. Belongs to its schema. */
typedef struct _TroupeSchemaNode TroupeSchemaNode;

/* The outermost object: of %TROUPE_SCHEMA_MODEL. (transfer none) */
const TroupeSchemaNode *troupe_schema_get_root (TroupeSchema *self);
TroupeSchemaType troupe_schema_node_get_schema_type (const TroupeSchemaNode *self);
/* The one type beside null; @self where it is no union, NULL where it has several. (transfer none) */
const TroupeSchemaNode *troupe_schema_node_skip_null (const TroupeSchemaNode *self);
/* Of the items of a list. (transfer none) (nullable) */
const TroupeSchemaNode *troupe_schema_node_get_items (const TroupeSchemaNode *self);
/* The choices of a literal: a list. (transfer none) (nullable) */
TroupeValue *troupe_schema_node_get_choices (const TroupeSchemaNode *self);
/* The fields of a model; 0 of anything else. */
guint troupe_schema_node_get_n_fields (const TroupeSchemaNode *self);
/* @name: (out) (optional) (transfer none) */
const TroupeSchemaNode *
troupe_schema_node_get_field (const TroupeSchemaNode *self, guint index, const char **name);
/* (transfer none) (nullable) */
const TroupeSchemaNode *troupe_schema_node_find_field (const TroupeSchemaNode *self,
                                                       const char *name);

/* --- Fields -------------------------------------------------------------------------------- */

/**
 * TroupeSchemaField:
 *
 * One field of the outermost object, for a form that asks for it.
 */
typedef struct
{
  char *name;
  char *title;       /* (nullable) */
  char *description; /* (nullable) */
  char *type;        /* string, integer, number, boolean, array, object, any */
  gboolean required;
  gboolean allows_null; /* beside the type */
  TroupeValue *initial; /* (nullable): the default */
  TroupeValue *choices; /* (nullable): a list, of an enum */
} TroupeSchemaField;

void troupe_schema_field_free (TroupeSchemaField *self);
/* (transfer full) (element-type TroupeSchemaField) */
GPtrArray *troupe_schema_list_fields (TroupeSchema *self);
/* The word for the type of a value, as a field has it. (transfer none) */
const char *troupe_schema_type_of_value (const TroupeValue *value);

/* --- Conversions --------------------------------------------------------------------------- */

/* The lax conversions of CrewAI's models (doc/flow-semantics.md §1). NULL or FALSE where the value does not
 * convert. (transfer full) */
gboolean troupe_schema_coerce_boolean (const TroupeValue *value, gboolean *result);
TroupeValue *troupe_schema_coerce_integer (TroupeValue *value);
TroupeValue *troupe_schema_coerce_number (TroupeValue *value);

G_END_DECLS
