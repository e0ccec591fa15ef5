/* troupe-cel-failure.h: how an evaluation fails, and what it is told as
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
  TROUPE_CEL_FAILURE_FUNCTION,   /* text: the name of a function that there is not */
  TROUPE_CEL_FAILURE_OPERATOR,   /* name: the sign; types */
  TROUPE_CEL_FAILURE_ARGUMENTS,  /* name: the function; types */
  TROUPE_CEL_FAILURE_COUNT,      /* name: the function */
  TROUPE_CEL_FAILURE_FIELD,      /* types[0] has no fields; text: the name */
  TROUPE_CEL_FAILURE_INDEX,      /* text: the index */
  TROUPE_CEL_FAILURE_OVERFLOW,   /* name: the sign or function */
  TROUPE_CEL_FAILURE_ZERO,       /* name: the sign */
  TROUPE_CEL_FAILURE_CONVERSION, /* text: what; name: into what */
  TROUPE_CEL_FAILURE_KEY_TYPE,   /* types[0] cannot be a key */
  TROUPE_CEL_FAILURE_DUPLICATE,  /* text: the key */
  TROUPE_CEL_FAILURE_PATTERN,    /* text: what the regular expression library says */
  TROUPE_CEL_FAILURE_ZONE,       /* text: the name of the time zone */
  TROUPE_CEL_FAILURE_MACRO,      /* name: a macro that this dialect does not have in this form */
  TROUPE_CEL_FAILURE_RESULT,     /* types[0] cannot be handed out */
  TROUPE_CEL_FAILURE_STEPS,
  TROUPE_CEL_FAILURE_BYTES,
} TroupeCelFailureKind;

/* There, some failures are values, which && and || look at, and others are Python's exceptions, which end
 * everything up to a place that catches them. */
typedef enum
{
  TROUPE_CEL_ESCAPE_NOT,
  TROUPE_CEL_ESCAPE_FAILURE, /* what was a value until a macro raised it; all() and exists() catch it */
  TROUPE_CEL_ESCAPE_TYPE,  /* a map literal and ?: catch it */
  TROUPE_CEL_ESCAPE_VALUE, /* a map literal catches it */
  TROUPE_CEL_ESCAPE_OTHER,
} TroupeCelEscape;

/* A failure that may yet be absorbed by && or ||: no memory of its own, no words. */
typedef struct
{
  guint8 kind;
  guint8 n_types;
  guint8 types[3];
  guint8 escape; /* crewai: a TroupeCelEscape; && and || absorb only what does not escape */
  guint32 start;
  guint32 end;
  const char *name; /* static, or of the program */
  char text[64];
} TroupeCelFailure;

/* Each returns %NULL, so that a function may end with it. */
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
