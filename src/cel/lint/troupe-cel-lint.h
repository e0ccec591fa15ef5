/* troupe-cel-lint.h: where CrewAI's evaluator and the language's specification part, told before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/**
 * TroupeCelKinds:
 *
 * What a value may be, as far as it is known; several bits where it may be one of several.
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

/* JSON Schema's "number": whole ones arrive as integers. */
#define TROUPE_CEL_KIND_NUMBER (TROUPE_CEL_KIND_INTEGER | TROUPE_CEL_KIND_DOUBLE)

/**
 * TroupeCelType:
 *
 * What is known of a value before anything runs: its kinds, the type of its elements, the types of its
 * fields. Owned by whoever made it, until it is put into another one. Not thread safe.
 */
typedef struct _TroupeCelType TroupeCelType;

TroupeCelType *troupe_cel_type_new (TroupeCelKinds kinds);
void troupe_cel_type_free (TroupeCelType *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelType, troupe_cel_type_free)

/* Takes @element. */
void troupe_cel_type_set_element (TroupeCelType *self, TroupeCelType *element);
/* Takes @field; replaces one of that name. */
void troupe_cel_type_set_field (TroupeCelType *self, const char *name, TroupeCelType *field);

/**
 * troupe_cel_type_new_from_schema:
 *
 * Reads the words `type`, `enum`, `const`, `properties`, `items`, `anyOf` and `oneOf` of a JSON Schema; what
 * it does not understand is unknown.
 *
 * Returns: (transfer full)
 */
TroupeCelType *troupe_cel_type_new_from_schema (TroupeValue *schema);

/**
 * troupe_cel_type_infer:
 * @program: compiled in the crewai dialect
 * @types: (nullable): what is known of each root, as for troupe_cel_lint()
 *
 * What the expression gives, whatever the values are, by the rules of CrewAI's evaluator (doc/cel.md §4):
 * literals, arithmetic on known types, comparisons, conversions, lists, maps, map() and filter().
 *
 * Returns: (transfer full) (nullable): the type, or %NULL where nothing is known
 */
TroupeCelType *troupe_cel_type_infer (TroupeCelProgram *program, TroupeCelType *const *types);
/* The kinds of the value itself. */
TroupeCelKinds troupe_cel_type_get_kinds (const TroupeCelType *self);

/**
 * TroupeCelNote:
 * @place: in the text that was compiled
 * @message: what differs, one sentence. Translated
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
 * @types: (nullable): what is known of each root, in the order that the compiler was given; %NULL entries
 *   are unknown
 * @on_note: told of each difference; the note is the lint's, and valid during the call
 *
 * Looks for parts of an expression that give another result in CrewAI than by the specification
 * (doc/cel.md §4): parts without unknown values are evaluated both ways, with examples of the types that
 * are known. What both refuse is no difference, and of what is unknown nothing is said.
 *
 * Returns: how many notes there were
 */
guint troupe_cel_lint (TroupeCelProgram *program,
                       TroupeCelType *const *types,
                       TroupeCelNoteFunc on_note,
                       gpointer user_data);

/**
 * troupe_cel_lint_text:
 *
 * The same for a field of a flow document. A text that only the specification can read is a note too;
 * one that nobody can read is none, as the compiler tells of it.
 */
guint troupe_cel_lint_text (const char *text,
                            const TroupeCelRoot *roots,
                            TroupeCelType *const *types,
                            TroupeCelNoteFunc on_note,
                            gpointer user_data);

G_END_DECLS
