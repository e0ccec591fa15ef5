/* troupe-cel-failure.h: failures of a CEL evaluation and their error messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"

G_BEGIN_DECLS

void troupe_cel_place_locate (const char *source, gsize start, gsize end, TroupeCelPlace *place);
GError *troupe_cel_error_new (TroupeCelError code,
                              const char *source,
                              gsize start,
                              gsize end,
                              const char *word,
                              const char *message);

typedef enum
{
  TROUPE_CEL_FAILURE_NONE,
  TROUPE_CEL_FAILURE_KEY,        /* text: the key */
  TROUPE_CEL_FAILURE_UNDECLARED, /* text: the name */
  TROUPE_CEL_FAILURE_FUNCTION,   /* text: the name of an unknown function */
  TROUPE_CEL_FAILURE_OPERATOR,   /* name: the operator; types */
  TROUPE_CEL_FAILURE_ARGUMENTS,  /* name: the function; types */
  TROUPE_CEL_FAILURE_COUNT,      /* name: the function */
  TROUPE_CEL_FAILURE_FIELD,      /* types[0] has no fields; text: the name */
  TROUPE_CEL_FAILURE_INDEX,      /* text: the index */
  TROUPE_CEL_FAILURE_OVERFLOW,   /* name: the operator or function */
  TROUPE_CEL_FAILURE_ZERO,       /* name: the operator */
  TROUPE_CEL_FAILURE_CONVERSION, /* text: the value; name: the target type */
  TROUPE_CEL_FAILURE_KEY_TYPE,   /* types[0] cannot be a key */
  TROUPE_CEL_FAILURE_DUPLICATE,  /* text: the key */
  TROUPE_CEL_FAILURE_PATTERN,    /* text: the error of the regular expression library */
  TROUPE_CEL_FAILURE_ZONE,       /* text: the name of the time zone */
  TROUPE_CEL_FAILURE_MACRO,      /* name: a macro that is invalid in this form in this dialect */
  TROUPE_CEL_FAILURE_RESULT,     /* types[0] cannot be returned to the host */
  TROUPE_CEL_FAILURE_STEPS,
  TROUPE_CEL_FAILURE_BYTES,
} TroupeCelFailureKind;

/* In CrewAI's dialect some failures are values, which && and || check. Other failures are Python
 * exceptions, which propagate to the first handler that catches them. */
typedef enum
{
  TROUPE_CEL_ESCAPE_NOT,
  TROUPE_CEL_ESCAPE_FAILURE, /* a failure value raised by a macro; all() and exists() catch it */
  TROUPE_CEL_ESCAPE_TYPE,  /* caught by a map literal and ?: */
  TROUPE_CEL_ESCAPE_VALUE, /* caught by a map literal */
  TROUPE_CEL_ESCAPE_OTHER,
} TroupeCelEscape;

/* A failure that && or || may still absorb. The structure allocates nothing and has no message
 * yet. */
typedef struct
{
  guint8 kind;
  guint8 n_types;
  guint8 types[3];
  guint8 escape; /* crewai: a TroupeCelEscape; && and || absorb only NOT */
  guint32 start;
  guint32 end;
  const char *name; /* static, or owned by the program */
  char text[64];
} TroupeCelFailure;

/* Sets the failure. Like the functions below, it returns %NULL, so that it can be used in a
 * return statement. */
gpointer troupe_cel_fail (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeCelFailureKind kind,
                          const char *name);
gpointer troupe_cel_fail_text (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeCelFailureKind kind,
                               const char *name,
                               const char *text,
                               gsize length);
gpointer troupe_cel_fail_value (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeCelFailureKind kind,
                                const char *name,
                                const TroupeValue *value);
gpointer troupe_cel_fail_types (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeCelFailureKind kind,
                                const char *name,
                                TroupeValue *const *values,
                                guint n_values);
#define troupe_cel_failure_is_absorbable(self)                                                     \
  ((self)->kind < TROUPE_CEL_FAILURE_STEPS && (self)->escape == TROUPE_CEL_ESCAPE_NOT)
#define troupe_cel_failure_is_limit(self) ((self)->kind >= TROUPE_CEL_FAILURE_STEPS)
GError *troupe_cel_failure_to_error (const TroupeCelFailure *self, const char *source);
const char *troupe_cel_type_get_name (TroupeValueType type);

G_END_DECLS
