/* troupe-state-private.h: what the files of the state model share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-regexp.h"
#include "troupe-flow-private.h"

G_BEGIN_DECLS

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

typedef struct _TroupeSchema TroupeSchema;

typedef struct
{
  char *name;
  TroupeSchema *schema; /* owned by the model */
  gboolean required;
  TroupeValue
      *initial; /* (nullable): what stands there unless something is given; null if optional */
} TroupeSchemaField;

/* One compiled schema. References make a graph of these, which may have cycles. */
struct _TroupeSchema
{
  TroupeSchemaType type;
  gboolean nullable;
  GPtrArray *members;       /* of a union (element-type TroupeSchema) */
  TroupeSchema *items;      /* (nullable) of a list */
  GArray *fields;           /* of a model (element-type TroupeSchemaField) */
  GHashTable *names;        /* of a model: name to index + 1 */
  TroupeValue *choices;     /* of a literal: a list */
  char *format;             /* (nullable) of a string */
  TroupeValue *rules;       /* (nullable): the map whose minimum, maxLength … hold */
  TroupeCelRegexp *pattern; /* (nullable) */
};

/* @owned: where the schemas are kept. NULL with a message where CrewAI could not build the model. */
TroupeSchema *troupe_schema_compile (TroupeValue *root, GPtrArray *owned, GError **error);
void troupe_schema_free (TroupeSchema *self);
/* The schema behind a `$ref`; @schema itself where there is none. NULL where it leads nowhere.
 * (transfer none) */
TroupeValue *troupe_schema_resolve (TroupeValue *root, TroupeValue *schema);
/* Whether the format has rules of its own; any other is plain text. */
gboolean troupe_format_is_known (const char *format);

/* What is wrong with one field. */
typedef struct
{
  char *path;
  char *message;
  gboolean missing; /* a required field without a value, and nothing else */
} TroupeStateProblem;

void troupe_state_problem_free (TroupeStateProblem *self);

/* The value as the schema has it, or NULL and at least one more of @problems. (transfer full) */
TroupeValue *troupe_schema_validate (TroupeSchema *self, TroupeValue *value, GPtrArray *problems);

/* A value that was not checked, as CrewAI's models show it: 1 is 1.0 where a number belongs, and true is 1.
 * (transfer full) */
TroupeValue *troupe_schema_show (const TroupeSchema *schema, TroupeValue *value);

/* @text as the format writes it; NULL where it does not fit. (transfer full) */
TroupeValue *troupe_format_normalise (const char *format, const char *text);
/* @value, a number or true or false, as the format writes what it stands for; NULL where it stands for
 * nothing. (transfer full) */
TroupeValue *troupe_format_from_number (const char *format, TroupeValue *value);
/* One family of formats each: the text in the one way that it is written, or NULL. (transfer full) */
char *troupe_format_normalise_time (const char *text, const char *format);
char *troupe_format_normalise_duration (const char *text, const char *format);
char *troupe_format_time_from_number (double number, const char *format);
char *troupe_format_normalise_address (const char *text, const char *format);
/* @digits: of a whole number of any size */
char *troupe_format_address_from_number (const char *digits, const char *format);
char *troupe_format_normalise_uri (const char *text, const char *format);

/* The words for what is expected: `a date such as 2026-11-21`. (transfer none) */
const char *troupe_format_describe (const char *format);

G_END_DECLS
