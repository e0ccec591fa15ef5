/* troupe-cel-crewai.h: deviations of CrewAI's evaluator (celpy) from the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-operators.h"

G_BEGIN_DECLS

/* CrewAI's evaluator (celpy 0.5) uses wrapped Python classes. Some operators return the bare
 * class: the sum of two strings, of two lists, or of two doubles. Such a *plain* value has other
 * methods and compares differently. TroupeCelEvaluation.plain is the set of plain values of an
 * evaluation. The rules are recorded in tests/cel/celpy-probes.json and described in doc/cel.md
 * §4. */

/* The maximum absolute duration, in seconds. */
#define TROUPE_CEL_CREWAI_MAX_DURATION G_GINT64_CONSTANT (315576000000)

/* Conventions of this file: values are returned (transfer full); a function that returns NULL,
 * or %TROUPE_CEL_FAILED, has set the failure of the evaluation unless stated otherwise. @node
 * provides the operator and the position of the failure. Threads: the thread of the evaluation. */

/* Returns TRUE if the value is a bare Python object. */
gboolean troupe_cel_crewai_is_plain (TroupeCelEvaluation *self, const TroupeValue *value);
/* Marks the value as plain. Returns @value, which must not be shared. (transfer none) */
TroupeValue *troupe_cel_crewai_make_plain (TroupeCelEvaluation *self, TroupeValue *value);
/* Creates a plain integer. (transfer full) */
TroupeValue *troupe_cel_crewai_new_plain_integer (TroupeCelEvaluation *self, gint64 number);
/* Creates a boolean. In CrewAI's dialect a bool keeps the number that it was created from: bool(7)
 * is true, but not equal to it. (transfer full) */
TroupeValue *troupe_cel_crewai_new_boolean (TroupeCelEvaluation *self, gint64 number);
/* Returns the number from which the boolean was created. For other booleans, returns 0 or 1. */
gint64 troupe_cel_crewai_get_boolean (const TroupeValue *value);
/* Returns the value wrapped in its CEL type. (transfer full) */
TroupeValue *troupe_cel_crewai_wrap (TroupeCelEvaluation *self, TroupeValue *value);

/* Formats a duration as Python does, such as `1 day, 0:00:01.500000`. (transfer full) */
char *troupe_cel_crewai_format_plain_duration (const TroupeValue *duration);
/* Formats a timestamp with the offset in which it was written. (transfer full) */
char *troupe_cel_crewai_format_timestamp (const TroupeValue *timestamp);

/* Returns the truth value of Python, which is TRUE if the value is neither null, zero nor empty. */
gboolean troupe_cel_crewai_is_true (const TroupeValue *value);
/* Returns the items over which Python iterates: the elements of a list, the keys of a map, the
 * characters of a string (as plain strings), or the bytes as numbers. (transfer full)
 * (nullable): a list */
TroupeValue *troupe_cel_crewai_iterate (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *value);

/* Stores the failure as a value, because a failed value in a map literal is an error only when it
 * is accessed. (transfer full) */
TroupeValue *troupe_cel_crewai_keep_failure (TroupeCelEvaluation *self);
/* Returns FALSE and sets the failure again if @value represents a failure. */
gboolean troupe_cel_crewai_is_value (TroupeCelEvaluation *self, const TroupeValue *value);

/* Returns the answer to `a == b`, or to `a != b` if @negated. The two answers are not always the
 * negation of each other. */
TroupeCelAnswer troupe_cel_crewai_equal (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         const TroupeValue *a,
                                         const TroupeValue *b,
                                         gboolean negated);
/* Returns the result of == or !=, depending on @node. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_equality (TroupeCelEvaluation *self,
                                                  const TroupeCelNode *node,
                                                  const TroupeValue *a,
                                                  const TroupeValue *b);
/* Compares two values by Python's rules. @order: (out): <0, 0, >0. Returns %TROUPE_CEL_FAILED,
 * without a failure, if they are not comparable. */
TroupeCelAnswer troupe_cel_crewai_compare (TroupeCelEvaluation *self,
                                           const TroupeValue *a,
                                           const TroupeValue *b,
                                           int *order);
/* Returns the answer to `element in container`. The container is a list, a map, a string or
 * bytes. */
TroupeCelAnswer troupe_cel_crewai_contains (TroupeCelEvaluation *self,
                                            const TroupeCelNode *node,
                                            TroupeValue *element,
                                            TroupeValue *container);
/* Returns `container[index]`. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_index (TroupeCelEvaluation *self,
                                      const TroupeCelNode *node,
                                      TroupeValue *container,
                                      TroupeValue *index);
/* Returns the result of the binary arithmetic operator @node. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_calculate (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue *a,
                                          TroupeValue *b);
/* Returns `-value`. (transfer full) (nullable) */
TroupeValue *
troupe_cel_crewai_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value);
/* Returns the result of && or ||. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_logic (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node);
/* Returns the result of the macro all() or exists(). @range: the range from
 * troupe_cel_crewai_prepare_macro(). (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_quantifier (TroupeCelEvaluation *self,
                                                    const TroupeCelNode *node,
                                                    TroupeValue *range);
/* Returns the result of the macro min(). @items: a list. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_min (TroupeCelEvaluation *self,
                                             const TroupeCelNode *node,
                                             TroupeValue *items);
/* Returns the result of the macro reduce(). @items: a list. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_reduce (TroupeCelEvaluation *self,
                                                const TroupeCelNode *node,
                                                TroupeValue *items);
/* Returns the value of the first argument of a macro. If @node is `defined`, returns whether
 * this argument has a value. The other arguments are evaluated only to detect failures.
 * (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_first (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node);
/* Evaluates the children from index @from onwards after a failure that && could absorb, because
 * CrewAI's evaluator evaluates all operands before it checks any of them. Returns FALSE if a
 * child fails in a manner that cannot be absorbed. */
gboolean troupe_cel_crewai_drain (TroupeCelEvaluation *self, const TroupeCelNode *node, guint from);
/* Converts a failure whose escape is at most @most to a failure that && and || absorb. Returns
 * FALSE if the escape is greater. */
gboolean troupe_cel_crewai_catch (TroupeCelEvaluation *self, TroupeCelEscape most);

/* An operand: a value, or NULL if it failed. */
typedef struct
{
  TroupeValue *value;
  TroupeCelFailure failure;
} TroupeCelOperand;

/* Combines two operands of && or ||. If only one operand is a boolean, the result is this
 * boolean if it decides, else the other operand. Two operands that are not booleans are a
 * failure.
 * @deciding: the value that decides: TRUE for ||
 * @left: (inout): replaced with the result
 * @right: (transfer full) */
void troupe_cel_crewai_combine (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                gboolean deciding,
                                TroupeCelOperand *left,
                                TroupeCelOperand *right);
/* Returns the value of the operand, or NULL with its failure. @operand: (transfer full). (transfer
 * full) (nullable) */
TroupeValue *troupe_cel_crewai_take_operand (TroupeCelEvaluation *self, TroupeCelOperand *operand);
/* Prepares the arguments of a macro. Returns FALSE if the macro cannot be used with them;
 * @range: (inout) (transfer none); @hold: (out): owns the range */
gboolean troupe_cel_crewai_prepare_macro (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **range,
                                          TroupeValue **hold);
/* Returns the value of a map literal. (transfer full) (nullable) */
TroupeValue *troupe_cel_crewai_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* In CrewAI's dialect any value that Python can hash is a key. Maps support only some types as
 * keys, so a key of any other type is represented by a string that is unequal to all strings of
 * the language. (transfer full) (nullable): NULL for values that Python cannot hash */
TroupeValue *
troupe_cel_crewai_make_key (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *key);
/* Returns the original key for a result of troupe_cel_crewai_make_key(); returns other values
 * unchanged. (transfer none) */
TroupeValue *troupe_cel_crewai_get_key (const TroupeCelEvaluation *self, const TroupeValue *key);
/* Creates a map from pairs by Python's rules. A duplicate key is a failure. (transfer full)
 * (nullable) */
TroupeValue *troupe_cel_crewai_map_from_pairs (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node,
                                               TroupeValue *pairs);
/* Looks up a key like Python's dict. @value: (out) (transfer none) (nullable): the value.
 * Returns %TROUPE_CEL_NO if the key is missing, %TROUPE_CEL_FAILED if the keys cannot be
 * compared. */
TroupeCelAnswer troupe_cel_crewai_find (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *map,
                                        TroupeValue *key,
                                        TroupeValue **value);
/* Converts the final result of an evaluation. @result: (transfer full). (transfer full)
 * (nullable) */
TroupeValue *troupe_cel_crewai_finish (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue *result);

/* Returns the function of this dialect with this name and number of arguments. The number
 * includes the receiver of a method. More arguments are accepted than in CEL if Python's
 * constructors accept them. (nullable) */
TroupeCelFunction troupe_cel_crewai_function_find (const char *name, guint n_arguments);
/* The functions bool(), int(), uint(), double(), string(), bytes(), timestamp() and duration().
 * Each converts the first argument by the rules of Python's constructors (doc/cel.md §4).
 * (transfer full) (nullable) */

TroupeValue *troupe_cel_crewai_convert_boolean (TroupeCelEvaluation *self,
                                                const TroupeCelNode *node,
                                                TroupeValue **arguments,
                                                guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_integer (TroupeCelEvaluation *self,
                                                const TroupeCelNode *node,
                                                TroupeValue **arguments,
                                                guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_unsigned (TroupeCelEvaluation *self,
                                                 const TroupeCelNode *node,
                                                 TroupeValue **arguments,
                                                 guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_double (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node,
                                               TroupeValue **arguments,
                                               guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_string (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node,
                                               TroupeValue **arguments,
                                               guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_bytes (TroupeCelEvaluation *self,
                                              const TroupeCelNode *node,
                                              TroupeValue **arguments,
                                              guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_timestamp (TroupeCelEvaluation *self,
                                                  const TroupeCelNode *node,
                                                  TroupeValue **arguments,
                                                  guint n_arguments);
TroupeValue *troupe_cel_crewai_convert_duration (TroupeCelEvaluation *self,
                                                 const TroupeCelNode *node,
                                                 TroupeValue **arguments,
                                                 guint n_arguments);
/* Appends a representation such as `ListType([IntType(1)])`, which is the result of string() for
 * lists and maps. Returns FALSE if the budget is exhausted. */
gboolean troupe_cel_crewai_append_representation (TroupeCelEvaluation *self,
                                                  const TroupeCelNode *node,
                                                  const TroupeValue *value,
                                                  GString *out);
/* Replaces decimal digits of all scripts with ASCII digits and, if @with_blanks, all white space
 * with blanks. Returns NULL if the text cannot be a number. (transfer full) (nullable) */
char *troupe_cel_crewai_to_ascii (const char *text, gsize length, gboolean with_blanks);
/* Parses a timestamp as CrewAI's evaluator does. Returns FALSE, without a failure, if the text
 * is not a timestamp.
 * @length: bytes of @text
 * @now: the time, in microseconds since 1970, that is used for today's date and for the text
 *   `now`
 * @seconds, @nanoseconds: (out): since 1970
 * @offset: (out): seconds east of UTC, as written */
gboolean troupe_cel_crewai_timestamp_parse (const char *text,
                                            gsize length,
                                            gint64 now,
                                            gint64 *seconds,
                                            gint32 *nanoseconds,
                                            int *offset);
/* Like troupe_cel_zone_get_offset(), for the names that this dialect supports. Returns FALSE,
 * without a failure, for others. */
gboolean
troupe_cel_crewai_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset);

/* What the evaluator calls where the dialect of CrewAI differs from the specification. Each member is documented at the
 * function of its name: `compare` is troupe_cel_crewai_compare(). The table keeps the evaluator independent of the
 * folder of the dialect. */
typedef struct
{
  char *(*format_timestamp) (const TroupeValue *timestamp);
  TroupeValue *(*evaluate_equality) (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     const TroupeValue *a,
                                     const TroupeValue *b);
  TroupeCelAnswer (*compare) (TroupeCelEvaluation *self,
                              const TroupeValue *a,
                              const TroupeValue *b,
                              int *order);
  TroupeCelAnswer (*contains) (TroupeCelEvaluation *self,
                               const TroupeCelNode *node,
                               TroupeValue *element,
                               TroupeValue *container);
  TroupeValue *(*calculate) (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue *a,
                             TroupeValue *b);
  TroupeValue *(*negate) (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value);
  TroupeValue *(*evaluate_quantifier) (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue *range);
  TroupeValue *(*evaluate_min) (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                TroupeValue *items);
  TroupeValue *(*evaluate_reduce) (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *items);
  TroupeValue *(*evaluate_first) (TroupeCelEvaluation *self, const TroupeCelNode *node);
  gboolean (*drain) (TroupeCelEvaluation *self, const TroupeCelNode *node, guint from);
  gboolean (*catch) (TroupeCelEvaluation *self, TroupeCelEscape most);
  gboolean (*prepare_macro) (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue **range,
                             TroupeValue **hold);
  TroupeValue *(*evaluate_map) (TroupeCelEvaluation *self, const TroupeCelNode *node);
  TroupeValue *(*get_key) (const TroupeCelEvaluation *self, const TroupeValue *key);
  TroupeCelAnswer (*find) (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           TroupeValue *map,
                           TroupeValue *key,
                           TroupeValue **value);
  TroupeValue *(*finish) (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeValue *result);
  TroupeCelFunction (*function_find) (const char *name, guint n_arguments);
  gboolean (*zone_get_offset) (const char *name, gsize length, gint64 seconds, int *offset);
} TroupeCelDialectMethods;

extern const TroupeCelDialectMethods troupe_cel_crewai_methods;

G_END_DECLS
