/* troupe-cel-lint.h: linter for differences between CrewAI's CEL evaluator and the specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/**
 * TroupeCelKinds:
 *
 * The possible kinds of a value, as far as they are known. Several bits are set if the value may be
 * of several kinds.
 */
typedef enum
{
  TROUPE_CEL_KIND_UNKNOWN = 0,
  TROUPE_CEL_KIND_NULL = 1 << 0,
  TROUPE_CEL_KIND_BOOLEAN = 1 << 1,
  TROUPE_CEL_KIND_INTEGER = 1 << 2,
  TROUPE_CEL_KIND_DOUBLE = 1 << 3,
  TROUPE_CEL_KIND_STRING = 1 << 4,
  TROUPE_CEL_KIND_LIST = 1 << 5,
  TROUPE_CEL_KIND_MAP = 1 << 6,
} TroupeCelKinds;

/* The type "number" of JSON Schema. It includes integers because whole numbers are passed as
 * integers. */
#define TROUPE_CEL_KIND_NUMBER (TROUPE_CEL_KIND_INTEGER | TROUPE_CEL_KIND_DOUBLE)

/**
 * TroupeCelType:
 *
 * Static type information of a value: its kinds, the type of its elements, and the types of its
 * fields. Owned by its creator until it is added to another type. Not thread safe.
 */
typedef struct _TroupeCelType TroupeCelType;

TroupeCelType *troupe_cel_type_new (TroupeCelKinds kinds);
void troupe_cel_type_free (TroupeCelType *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelType, troupe_cel_type_free)

/* Takes ownership of @element. */
void troupe_cel_type_set_element (TroupeCelType *self, TroupeCelType *element);
/* Adds a field, or replaces the field with the same name. Takes ownership of @field. */
void troupe_cel_type_set_field (TroupeCelType *self, const char *name, TroupeCelType *field);

/**
 * troupe_cel_type_new_from_schema:
 *
 * Reads the keywords `type`, `enum`, `const`, `properties`, `items`, `anyOf` and `oneOf` of a JSON
 * Schema; everything else is of unknown type.
 *
 * Returns: (transfer full)
 */
TroupeCelType *troupe_cel_type_new_from_schema (TroupeValue *schema);

/**
 * troupe_cel_type_infer:
 * @program: compiled in the crewai dialect
 * @types: (nullable): the known type of each root, as for troupe_cel_lint()
 *
 * Infers the type that the result has for all values, by the rules of CrewAI's evaluator
 * (doc/cel.md §4). Supports literals, arithmetic on known types, comparisons, conversions, lists,
 * maps, map() and filter().
 *
 * Returns: (transfer full) (nullable): the type, or %NULL if nothing is known
 */
TroupeCelType *troupe_cel_type_infer (TroupeCelProgram *program, TroupeCelType *const *types);
/* Sets that a value of this type has no other fields. */
void troupe_cel_type_set_complete (TroupeCelType *self);

/**
 * troupe_cel_type_check:
 * @program, @types: as for troupe_cel_type_infer()
 *
 * Finds an operator whose operands can never fit: a sum or an order of a text and a number, the equality of values of different
 * kinds, and a field that a value does not have. What is not known fits.
 *
 * Returns: %FALSE with a %TROUPE_CEL_ERROR that has a place
 */
gboolean
troupe_cel_type_check (TroupeCelProgram *program, TroupeCelType *const *types, GError **error);
/* Returns the kinds of the value itself. */
TroupeCelKinds troupe_cel_type_get_kinds (const TroupeCelType *self);
/* Returns the type of a field. @self: (nullable). (transfer none) (nullable): %NULL if nothing is known
 * about the field */
const TroupeCelType *troupe_cel_type_get_field (const TroupeCelType *self, const char *name);
/* Returns the names of all fields that a value has, sorted. (transfer container) (nullable),
 * NULL-terminated: %NULL if a value can have other fields */
const char **troupe_cel_type_list_all_fields (const TroupeCelType *self);

/**
 * TroupeCelNote:
 * @place: the position in the compiled text
 * @message: the difference in one sentence. Translated
 * @suggestion: (nullable): what to write instead. Translated
 */
typedef struct
{
  TroupeCelPlace place;
  const char *message;
  const char *suggestion;
} TroupeCelNote;

typedef void (*TroupeCelNoteFunc) (const TroupeCelNote *note, gpointer user_data);

/**
 * troupe_cel_lint:
 * @program: compiled in the crewai dialect
 * @types: (nullable): the known type of each root, in the order that was passed to the compiler;
 *   %NULL entries are unknown
 * @on_note: called for each difference; the note is owned by the linter and valid during the call
 *
 * Finds parts of an expression whose result in CrewAI differs from the specification (doc/cel.md
 * §4). Parts without unknown values are evaluated in both dialects, with examples of the known
 * types. A part that fails in both dialects is not a difference. Parts with unknown values are not
 * reported.
 *
 * Returns: the number of notes
 */
guint troupe_cel_lint (TroupeCelProgram *program,
                       TroupeCelType *const *types,
                       TroupeCelNoteFunc on_note,
                       gpointer user_data);

/**
 * troupe_cel_lint_text:
 *
 * Like troupe_cel_lint(), for a field of a flow document. Text that is valid only by the
 * specification is reported, too. Text that is invalid in both dialects is not reported, because
 * the compiler reports it.
 */
guint troupe_cel_lint_text (const char *text,
                            const TroupeCelRoot *roots,
                            TroupeCelType *const *types,
                            TroupeCelNoteFunc on_note,
                            gpointer user_data);

G_END_DECLS
