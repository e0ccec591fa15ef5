/* troupe-cel.h: public API of the Common Expression Language (CEL): compile and evaluate
 * expressions and templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeCelDialect:
 * @TROUPE_CEL_SPEC: the Common Expression Language as specified
 * @TROUPE_CEL_CREWAI: the language with the deviations of the evaluator that CrewAI uses, and with
 *   the function now()
 */
typedef enum
{
  TROUPE_CEL_SPEC,
  TROUPE_CEL_CREWAI,
} TroupeCelDialect;

/**
 * TROUPE_CEL_ERROR:
 *
 * Errors of the expression language. A message describes the problem in one sentence, without its
 * position; see troupe_cel_error_get_place().
 */
#define TROUPE_CEL_ERROR (troupe_cel_error_quark ())
GQuark troupe_cel_error_quark (void);

typedef enum
{
  TROUPE_CEL_ERROR_SYNTAX,       /* syntax error; detected when a document is loaded */
  TROUPE_CEL_ERROR_UNKNOWN_ROOT, /* an undefined name; detected when loading */
  TROUPE_CEL_ERROR_EMPTY,        /* not an expression; detected when loading */
  TROUPE_CEL_ERROR_UNTERMINATED, /* `${` without its brace; detected when loading */
  TROUPE_CEL_ERROR_EVALUATION,   /* no such key, no matching overload, out of range … */
  TROUPE_CEL_ERROR_LIMIT,        /* exceeds the steps or memory of an evaluation */
} TroupeCelError;

/* The position of an error. @start, @end: byte offsets inside the compiled text. Lines and
 * columns count from 1, columns in characters. troupe_cel_error_get_place() returns FALSE for
 * errors of another domain. */
typedef struct
{
  guint line;
  guint column;
  gsize start;
  gsize end;
} TroupeCelPlace;

gboolean troupe_cel_error_get_place (const GError *error, TroupeCelPlace *place);

/* Returns the word as written in the source if the error is an unknown root or field, else NULL.
 * (transfer none) */
const char *troupe_cel_error_get_word (const GError *error);

/**
 * TroupeCelProgram:
 *
 * One compiled expression. Immutable, atomic reference count, usable by any number of threads.
 *
 * Names are resolved at compile time. The first name of an expression is a *root*, identified by
 * its index in the list that was passed to the compiler. A selection of a constant name on a root
 * that was declared as *sliced* (`outputs.fetch`, `has(outputs.fetch)`, `outputs['fetch']`) becomes
 * a *reference*. References are numbered from 0. The caller passes their values to an evaluation
 * and need not build the complete map.
 */
typedef struct _TroupeCelProgram TroupeCelProgram;

TroupeCelProgram *troupe_cel_program_ref (TroupeCelProgram *self);
void troupe_cel_program_unref (TroupeCelProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelProgram, troupe_cel_program_unref)

/* A name that an expression may begin with. */
typedef struct
{
  const char *name;
  gboolean sliced;
} TroupeCelRoot;

/**
 * troupe_cel_compile:
 * @length: bytes of @text, or -1
 * @roots: the allowed first names; terminated by an entry whose name is %NULL
 *
 * Compiles one expression. In the spec dialect, type names (`int`, `google.protobuf.Timestamp`) are
 * values in addition to the roots; in the crewai dialect they are unknown roots
 * (doc/flow-semantics.md §7).
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
 * Like troupe_cel_compile(), for a field of a flow document (`expr`, `in`, `if`). Surrounding
 * blanks and one `${…}` around the complete text are removed first. An empty text is a
 * %TROUPE_CEL_ERROR_EMPTY. Positions in errors refer to the original @text.
 */
TroupeCelProgram *troupe_cel_compile_field (const char *text,
                                            TroupeCelDialect dialect,
                                            const TroupeCelRoot *roots,
                                            GError **error);

/* Returns the source text of the expression. (transfer none) */
const char *troupe_cel_program_get_text (TroupeCelProgram *self);

guint troupe_cel_program_get_n_references (TroupeCelProgram *self);
/* Returns the name after the dot of reference @index. (transfer none)
 * @root: (out) (optional): the index of the root
 * @place: (out) (optional): the first occurrence of the reference */
const char *troupe_cel_program_get_reference (TroupeCelProgram *self,
                                              guint index,
                                              guint *root,
                                              TroupeCelPlace *place);
/* Returns TRUE if the expression requires the complete value of @root (`size(outputs)`,
 * `outputs[state.name]`). */
gboolean troupe_cel_program_uses_root (TroupeCelProgram *self, guint root);

typedef struct _TroupeCelActivation TroupeCelActivation;

/**
 * TroupeCelActivation:
 * @get_root: returns the complete value of a root; called at most once per root and evaluation.
 *   Returns (transfer full) (nullable): %NULL for an undeclared name
 * @references: the value of each reference, borrowed; a %NULL entry is a missing key. May be %NULL
 *   if the program has no references
 * @now: the value of now(), in microseconds since 1970; the same for all expressions of a run
 * @max_steps: the maximum number of steps; 0 means TROUPE_LIMIT_CEL_STEPS
 *
 * The inputs of one evaluation. Allocated on the stack of the caller.
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
 * Evaluates the program. The evaluation always terminates, because the language has no unbounded
 * loop and steps and bytes are limited.
 *
 * Returns: (transfer full) (nullable): the value, with the language's own types, or %NULL with
 * %TROUPE_CEL_ERROR_EVALUATION or %TROUPE_CEL_ERROR_LIMIT
 */
TroupeValue *troupe_cel_program_evaluate (TroupeCelProgram *self,
                                          TroupeCelActivation *activation,
                                          GError **error);

/**
 * troupe_cel_value_to_json:
 *
 * Converts @value to JSON's types by CrewAI's rules: timestamps and durations become strings, bytes
 * become base64, unsigned integers become integers, and keys become strings. Types cannot be
 * converted.
 *
 * Returns: (transfer full) (nullable): a value of JSON's types only (@value itself if it already
 * has only these types)
 */
TroupeValue *
troupe_cel_value_to_json (TroupeValue *value, TroupeCelDialect dialect, GError **error);

/**
 * TroupeCelTemplate:
 *
 * A compiled value whose strings may contain `${…}`: a string, or lists and maps of such values to
 * any depth (keys are not templates). Immutable, atomic reference count.
 */
typedef struct _TroupeCelTemplate TroupeCelTemplate;

TroupeCelTemplate *troupe_cel_template_ref (TroupeCelTemplate *self);
void troupe_cel_template_unref (TroupeCelTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelTemplate, troupe_cel_template_unref)

/**
 * TroupeCelTemplateErrorFunc:
 * @path: the path of the string inside the value, such as `.topic` or `[0].content`; followed by `
 *   (expression 2)` if the string contains several expressions
 *
 * Called for each error in a template. Positions refer to the string at @path.
 */
typedef void (*TroupeCelTemplateErrorFunc) (const char *path,
                                            const GError *error,
                                            gpointer user_data);

/**
 * troupe_cel_template_compile:
 *
 * Compiles @value; calls @on_error for each error in it.
 *
 * Returns: (transfer full) (nullable): the template, or %NULL if @on_error was called
 */
TroupeCelTemplate *troupe_cel_template_compile (TroupeValue *value,
                                                TroupeCelDialect dialect,
                                                const TroupeCelRoot *roots,
                                                TroupeCelTemplateErrorFunc on_error,
                                                gpointer user_data);

/* The first function returns the number of programs of the template, the second one returns a
 * program. Programs are in the order of the text. They are needed to resolve references.
 * (transfer none) */
guint troupe_cel_template_get_n_programs (TroupeCelTemplate *self);
TroupeCelProgram *troupe_cel_template_get_program (TroupeCelTemplate *self, guint index);

/**
 * TroupeCelActivateFunc:
 *
 * Called before each program of a template is evaluated, to set the values of the references.
 */
typedef void (*TroupeCelActivateFunc) (TroupeCelActivation *activation,
                                       guint program_index,
                                       gpointer user_data);

/**
 * troupe_cel_template_render:
 *
 * Evaluates the template. A string that consists only of one `${…}` becomes the expression's value
 * with its type; every other string remains a string (doc/flow-semantics.md §7).
 *
 * Returns: (transfer full) (nullable): the value, of JSON's types, or %NULL with an error whose
 * message names the expression
 */
TroupeValue *troupe_cel_template_render (TroupeCelTemplate *self,
                                         TroupeCelActivation *activation,
                                         TroupeCelActivateFunc activate,
                                         gpointer user_data,
                                         GError **error);

/**
 * TroupeCelToken:
 *
 * A token for syntax highlighting while the user types. Tokenizing never fails; unknown characters
 * are %TROUPE_CEL_TOKEN_OTHER.
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
  gsize start; /* in bytes */
  gsize end;
} TroupeCelToken;

/* Splits @text into tokens. (transfer full) (element-type TroupeCelToken) */
GArray *troupe_cel_tokenize (const char *text, gssize length);

G_END_DECLS
