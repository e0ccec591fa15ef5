/* troupe-cel.h: the expression language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeCelDialect:
 * @TROUPE_CEL_SPEC: the Common Expression Language as its specification has it
 * @TROUPE_CEL_CREWAI: the same with the departures of the evaluator that CrewAI uses, and now()
 */
typedef enum
{
  TROUPE_CEL_SPEC,
  TROUPE_CEL_CREWAI,
} TroupeCelDialect;

/**
 * TROUPE_CEL_ERROR:
 *
 * Errors of the language. A message says what is wrong in one sentence, without the place;
 * troupe_cel_error_get_place() tells the place.
 */
#define TROUPE_CEL_ERROR (troupe_cel_error_quark ())
GQuark troupe_cel_error_quark (void);

typedef enum
{
  TROUPE_CEL_ERROR_SYNTAX,       /* does not parse; found when a document is loaded */
  TROUPE_CEL_ERROR_UNKNOWN_ROOT, /* names something that is not there; found when loading */
  TROUPE_CEL_ERROR_EMPTY,        /* no expression at all; found when loading */
  TROUPE_CEL_ERROR_UNTERMINATED, /* `${` without its brace; found when loading */
  TROUPE_CEL_ERROR_EVALUATION,   /* no such key, no matching overload, out of range … */
  TROUPE_CEL_ERROR_LIMIT,        /* more steps or memory than one evaluation may take */
} TroupeCelError;

/* @start, @end: byte offsets inside the text that was compiled. Lines and columns count from 1,
 * columns in characters. FALSE for errors of another domain. */
typedef struct
{
  guint line;
  guint column;
  gsize start;
  gsize end;
} TroupeCelPlace;

gboolean troupe_cel_error_get_place (const GError *error, TroupeCelPlace *place);

/* For an unknown root or field: the word as written, else NULL. (transfer none) */
const char *troupe_cel_error_get_word (const GError *error);

/**
 * TroupeCelProgram:
 *
 * One compiled expression. Immutable, atomic reference count, used by any number of threads.
 *
 * Names are resolved when it is compiled. The first name of an expression is a *root*, known by its
 * index in the list that the compiler was given. A selection of a fixed name on a root that was
 * declared as *sliced* (`outputs.fetch`, `has(outputs.fetch)`, `outputs['fetch']`) becomes a
 * *reference*, numbered from 0: who evaluates hands over the values of the references and need not
 * build the whole map.
 */
typedef struct _TroupeCelProgram TroupeCelProgram;

TroupeCelProgram *troupe_cel_program_ref (TroupeCelProgram *self);
void troupe_cel_program_unref (TroupeCelProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelProgram, troupe_cel_program_unref)

/* One name that an expression may begin with. */
typedef struct
{
  const char *name;
  gboolean sliced;
} TroupeCelRoot;

/**
 * troupe_cel_compile:
 * @length: bytes of @text, or -1
 * @roots: the names that are allowed at the front; ended by one whose name is %NULL
 *
 * Compiles one expression. In the spec dialect, type names (`int`, `google.protobuf.Timestamp`) are
 * values besides the roots; in the crewai dialect they are unknown roots (doc/flow-semantics.md §7).
 *
 * Returns: (transfer full) (nullable): the program, or %NULL with a %TROUPE_CEL_ERROR
 */
TroupeCelProgram *troupe_cel_compile (const char *text,
                                      gssize length,
                                      TroupeCelDialect dialect,
                                      const TroupeCelRoot *roots,
                                      GError **error);

/**
 * troupe_cel_compile_field:
 *
 * The same for a field of a flow document (`expr`, `in`, `if`): blanks around it and one `${…}`
 * around all of it are dropped first; an empty text is %TROUPE_CEL_ERROR_EMPTY. Places in errors
 * count in @text as it was given.
 */
TroupeCelProgram *troupe_cel_compile_field (const char *text,
                                            TroupeCelDialect dialect,
                                            const TroupeCelRoot *roots,
                                            GError **error);

/* The expression's text. (transfer none) */
const char *troupe_cel_program_get_text (TroupeCelProgram *self);

guint troupe_cel_program_get_n_references (TroupeCelProgram *self);
/* The name behind the dot of reference @index; @root: (out) (optional): the root's index;
 * @place: (out) (optional): where it stands first. (transfer none) */
const char *troupe_cel_program_get_reference (TroupeCelProgram *self,
                                              guint index,
                                              guint *root,
                                              TroupeCelPlace *place);
/* Whether the expression needs @root as a whole (`size(outputs)`, `outputs[state.name]`). */
gboolean troupe_cel_program_uses_root (TroupeCelProgram *self, guint root);

typedef struct _TroupeCelActivation TroupeCelActivation;

/**
 * TroupeCelActivation:
 * @get_root: gives the value of a root as a whole; called at most once a root and evaluation.
 *   Returns (transfer full) (nullable): %NULL is an undeclared name
 * @references: the value of each reference, borrowed; a %NULL entry is a missing key. May be %NULL
 *   where the program has none
 * @now: what now() is, microseconds since 1970; the same for all expressions of a run
 * @max_steps: 0 is TROUPE_LIMIT_CEL_STEPS
 *
 * What one evaluation sees. On the stack of whoever evaluates.
 */
struct _TroupeCelActivation
{
  TroupeValue *(*get_root) (TroupeCelActivation *self, guint root);
  TroupeValue *const *references;
  gpointer user_data;
  gint64 now;
  guint64 max_steps;
};

/**
 * troupe_cel_program_evaluate:
 *
 * Evaluates. Always ends: the language has no unbounded loop, and steps and bytes are counted.
 *
 * Returns: (transfer full) (nullable): the value, with the language's own types, or %NULL with
 *   %TROUPE_CEL_ERROR_EVALUATION or %TROUPE_CEL_ERROR_LIMIT
 */
TroupeValue *troupe_cel_program_evaluate (TroupeCelProgram *self,
                                          TroupeCelActivation *activation,
                                          GError **error);

/**
 * troupe_cel_value_to_json:
 *
 * What a host gets of @value, by CrewAI's rules: timestamps and durations as text, bytes as base64,
 * unsigned integers as integers, keys as text; types cannot be converted.
 *
 * Returns: (transfer full) (nullable): a value of JSON's types only (@value itself where it is one)
 */
TroupeValue *
troupe_cel_value_to_json (TroupeValue *value, TroupeCelDialect dialect, GError **error);

/**
 * TroupeCelTemplate:
 *
 * A value whose texts may hold `${…}`, compiled: text, or lists and maps of such values to any depth
 * (keys are not templates). Immutable, atomic reference count.
 */
typedef struct _TroupeCelTemplate TroupeCelTemplate;

TroupeCelTemplate *troupe_cel_template_ref (TroupeCelTemplate *self);
void troupe_cel_template_unref (TroupeCelTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelTemplate, troupe_cel_template_unref)

/**
 * TroupeCelTemplateErrorFunc:
 * @path: inside the value: `.topic`, `[0].content`; with ` (expression 2)` behind it where the text
 *   holds several
 *
 * Told of each mistake in a template; places count in the text at @path.
 */
typedef void (*TroupeCelTemplateErrorFunc) (const char *path,
                                            const GError *error,
                                            gpointer user_data);

/**
 * troupe_cel_template_compile:
 *
 * Returns: (transfer full) (nullable): the template, or %NULL where @on_error was called
 */
TroupeCelTemplate *troupe_cel_template_compile (TroupeValue *value,
                                                TroupeCelDialect dialect,
                                                const TroupeCelRoot *roots,
                                                TroupeCelTemplateErrorFunc on_error,
                                                gpointer user_data);

/* The programs inside, in the order of the text, so that references can be resolved. (transfer none) */
guint troupe_cel_template_get_n_programs (TroupeCelTemplate *self);
TroupeCelProgram *troupe_cel_template_get_program (TroupeCelTemplate *self, guint index);

/**
 * TroupeCelActivateFunc:
 *
 * Called before each program of a template is evaluated, so that the references can be filled in.
 */
typedef void (*TroupeCelActivateFunc) (TroupeCelActivation *activation,
                                       guint program_index,
                                       gpointer user_data);

/**
 * troupe_cel_template_render:
 *
 * A text that is one `${…}` and nothing else gives the expression's value with its type; every other
 * text gives text (doc/flow-semantics.md §7).
 *
 * Returns: (transfer full) (nullable): the value, of JSON's types, or %NULL with an error whose
 *   message names the expression
 */
TroupeValue *troupe_cel_template_render (TroupeCelTemplate *self,
                                         TroupeCelActivation *activation,
                                         TroupeCelActivateFunc activate,
                                         gpointer user_data,
                                         GError **error);

/**
 * TroupeCelToken:
 *
 * For an editor that colours while a person types: never fails, unknown letters are
 * %TROUPE_CEL_TOKEN_OTHER.
 */
typedef enum
{
  TROUPE_CEL_TOKEN_NAME,
  TROUPE_CEL_TOKEN_KEYWORD, /* true, false, null, in */
  TROUPE_CEL_TOKEN_NUMBER,
  TROUPE_CEL_TOKEN_STRING,
  TROUPE_CEL_TOKEN_OPERATOR,
  TROUPE_CEL_TOKEN_COMMENT,
  TROUPE_CEL_TOKEN_OTHER,
} TroupeCelTokenType;

typedef struct
{
  TroupeCelTokenType type;
  gsize start; /* bytes */
  gsize end;
} TroupeCelToken;

/* (transfer full) (element-type TroupeCelToken) */
GArray *troupe_cel_tokenize (const char *text, gssize length);

G_END_DECLS
