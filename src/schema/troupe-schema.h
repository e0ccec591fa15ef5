/* troupe-schema.h: validates values against JSON schemas, by CrewAI's rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

#define TROUPE_SCHEMA_ERROR (troupe_schema_error_quark ())
GQuark troupe_schema_error_quark (void);

/* Codes of TROUPE_SCHEMA_ERROR. */
typedef enum
{
  TROUPE_SCHEMA_ERROR_SCHEMA, /* CrewAI could not create a model from the schema */
  TROUPE_SCHEMA_ERROR_JSON,   /* the text is not JSON; the message names line and column */
  TROUPE_SCHEMA_ERROR_VALUE,  /* the value is invalid; the message names each path */
} TroupeSchemaError;

/**
 * TroupeSchema:
 *
 * A JSON schema compiled into the rules of the Pydantic model that CrewAI creates from it
 * (doc/flow-semantics.md §5, doc/crew-semantics.md §9). Members of `properties` are fields, and
 * other members are rejected. A field that is not required accepts null. Values are converted as in
 * Pydantic's lax mode. Validates states, inputs, arguments of tools and structured responses.
 * Immutable, atomic reference count, any number of threads.
 */
typedef struct _TroupeSchema TroupeSchema;

/**
 * troupe_schema_new:
 * @document: the schema: a map, to which a reference is kept
 * @left_out: (nullable): a property of the outermost object to ignore, such as `id` of a state
 *
 * Compiles a schema. The schema always describes an object with its `properties`, regardless of its
 * `type`.
 *
 * Returns: (transfer full) (nullable): the schema, or %NULL with %TROUPE_SCHEMA_ERROR_SCHEMA
 */
TroupeSchema *troupe_schema_new (TroupeValue *document, const char *left_out, GError **error);
/* A key in the schema of an object. It indicates that the schema describes a Python class, in
 * which a member with a default accepts null only if its type does. In a schema from which
 * CrewAI creates a class, every member that is not required accepts null. */
#define TROUPE_SCHEMA_CLASS "x-troupe-class"

/**
 * troupe_schema_new_open:
 * @document: the schema of a Python class: a map, to which a reference is kept
 *
 * Like troupe_schema_new(), but unknown members are ignored instead of rejected. Pydantic's own
 * classes also ignore them, while the classes that CrewAI creates from a schema reject them.
 *
 * Returns: (transfer full) (nullable): the schema, or %NULL with %TROUPE_SCHEMA_ERROR_SCHEMA
 */
TroupeSchema *troupe_schema_new_open (TroupeValue *document, GError **error);
TroupeSchema *troupe_schema_ref (TroupeSchema *self);
void troupe_schema_unref (TroupeSchema *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSchema, troupe_schema_unref)

/* Returns the schema's `title`, the name of the model. (transfer none) (nullable) */
const char *troupe_schema_get_title (TroupeSchema *self);

/* --- Validation ------------------------------------------------------------------------------- */

/* A validation problem at one path. */
typedef struct
{
  char *path;       /* such as `orders[2].price`, empty for the value itself */
  char *message;    /* translated: what was expected and what was found */
  gboolean missing; /* the only problem is a missing required field */
} TroupeSchemaProblem;

void troupe_schema_problem_free (TroupeSchemaProblem *self);
/* Formats all problems in one line: `PATH: MESSAGE; …`, with a full stop. @problems: (element-type
 * TroupeSchemaProblem). (transfer full) */
char *troupe_schema_problems_to_text (GPtrArray *problems);

/**
 * troupe_schema_check:
 * @problems: (element-type TroupeSchemaProblem): receives the validation problems
 *
 * Validates and converts the complete @value. For example, `"3"` becomes 3 for an integer, a string
 * with a format is normalized, missing fields get their default or null, and fields have the
 * schema's order.
 *
 * Returns: (transfer full) (nullable): the converted value; %NULL if it is invalid, after at least
 * one problem was added to @problems
 */
TroupeValue *troupe_schema_check (TroupeSchema *self, TroupeValue *value, GPtrArray *problems);

/**
 * troupe_schema_read_text:
 * @text: only JSON, without a surrounding code fence or other text (doc/crew-semantics.md §9)
 *
 * Parses a structured response.
 *
 * Returns: (transfer full) (nullable): the converted value, or %NULL with %TROUPE_SCHEMA_ERROR_JSON
 * or %TROUPE_SCHEMA_ERROR_VALUE
 */
TroupeValue *troupe_schema_read_text (TroupeSchema *self, const char *text, GError **error);

/* Finds JSON in @text like troupe_schema_find_text(), without a schema. Returns NULL with
 * %TROUPE_SCHEMA_ERROR_JSON if there is none. (transfer full) (nullable) */
TroupeValue *troupe_schema_find_json (const char *text, GError **error);

/**
 * troupe_schema_find_text:
 * @text: a response that may contain a JSON object, in a code fence or among other text
 *
 * Finds JSON like CrewAI's converter. Either the complete @text is JSON, or the part from the first
 * opening brace to the last closing brace.
 *
 * Returns: (transfer full) (nullable): the converted value, or %NULL. If the error is
 * %TROUPE_SCHEMA_ERROR_JSON, the model has to be asked; %TROUPE_SCHEMA_ERROR_VALUE is immediately
 * treated as a failure by CrewAI
 */
TroupeValue *troupe_schema_find_text (TroupeSchema *self, const char *text, GError **error);

/* Creates an object of this schema that contains only the members of @given, without validation.
 * Missing members get their default or are absent (§5). (transfer full) */
TroupeValue *troupe_schema_construct (TroupeSchema *self, TroupeValue *given);
/* Serializes @object like CrewAI's models, without validating it. For example, 1 becomes 1.0 for
 * a number, and true becomes 1. (transfer full) */
TroupeValue *troupe_schema_show (TroupeSchema *self, TroupeValue *object);

/* --- Inspecting a schema ---------------------------------------------------------------------- */

/* The type of values that a node describes. */
typedef enum
{
  TROUPE_SCHEMA_ANY,
  TROUPE_SCHEMA_STRING,
  TROUPE_SCHEMA_INTEGER,
  TROUPE_SCHEMA_NUMBER,
  TROUPE_SCHEMA_BOOLEAN,
  TROUPE_SCHEMA_NULL,
  TROUPE_SCHEMA_LIST,
  TROUPE_SCHEMA_MAP,     /* an object without properties accepts any keys */
  TROUPE_SCHEMA_MODEL,   /* an object with properties accepts no others */
  TROUPE_SCHEMA_LITERAL, /* enum and const */
  TROUPE_SCHEMA_UNION,
} TroupeSchemaType;

/* A node of a schema, which describes values of one type. References make the nodes a graph,
 * which may have cycles. Owned by its schema. */
typedef struct _TroupeSchemaNode TroupeSchemaNode;

/* Returns the outermost object, whose type is %TROUPE_SCHEMA_MODEL. (transfer none) */
const TroupeSchemaNode *troupe_schema_get_root (TroupeSchema *self);
/* Returns the type of the node. */
TroupeSchemaType troupe_schema_node_get_schema_type (const TroupeSchemaNode *self);
/* Returns the only type of a union in addition to null; NULL if there are several. Returns @self
 * if it is not a union. (transfer none) */
const TroupeSchemaNode *troupe_schema_node_skip_null (const TroupeSchemaNode *self);
/* Returns the node of the items of a list. (transfer none) (nullable) */
const TroupeSchemaNode *troupe_schema_node_get_items (const TroupeSchemaNode *self);
/* Returns the choices of a literal: a list. (transfer none) (nullable) */
TroupeValue *troupe_schema_node_get_choices (const TroupeSchemaNode *self);
/* Returns the number of fields of a model; 0 for other types. */
guint troupe_schema_node_get_n_fields (const TroupeSchemaNode *self);
/* Returns the node of a field of a model. @index: must be in range; @name: (out) (optional)
 * (transfer none). (transfer none) */
const TroupeSchemaNode *
troupe_schema_node_get_field (const TroupeSchemaNode *self, guint index, const char **name);
/* Returns the node of the field with the name @name. (transfer none) (nullable) */
const TroupeSchemaNode *troupe_schema_node_find_field (const TroupeSchemaNode *self,
                                                       const char *name);

/* --- Fields -------------------------------------------------------------------------------- */

/**
 * TroupeSchemaField:
 *
 * A field of the outermost object, for an input form.
 */
typedef struct
{
  char *name;
  char *title;       /* (nullable) */
  char *description; /* (nullable) */
  char *type;        /* string, integer, number, boolean, array, object, any */
  gboolean required;
  gboolean allows_null; /* in addition to the type */
  TroupeValue *initial; /* (nullable): the default */
  TroupeValue *choices; /* (nullable): the list of an enum */
} TroupeSchemaField;

void troupe_schema_field_free (TroupeSchemaField *self);
/* Returns the fields of the outermost object, in the schema's order. (transfer full) (element-type
 * TroupeSchemaField) */
GPtrArray *troupe_schema_list_fields (TroupeSchema *self);
/* Returns the name of the type of a value, as in TroupeSchemaField. (transfer none) */
const char *troupe_schema_type_of_value (const TroupeValue *value);

/* --- Conversions --------------------------------------------------------------------------- */

/* The lax conversions that CrewAI's models perform (doc/flow-semantics.md §1). */

/* Converts a value to a boolean. @result: (out). Returns FALSE if it cannot be converted. */
gboolean troupe_schema_coerce_boolean (const TroupeValue *value, gboolean *result);
/* Converts a value to an integer or big integer; NULL if it cannot be converted. (transfer full)
 * (nullable) */
TroupeValue *troupe_schema_coerce_integer (TroupeValue *value);
/* Converts a value to a double; NULL if it cannot be converted. (transfer full) (nullable) */
TroupeValue *troupe_schema_coerce_number (TroupeValue *value);

G_END_DECLS
