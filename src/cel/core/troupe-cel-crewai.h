/* troupe-cel-crewai.h: where the evaluator behind CrewAI departs from the specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-operators.h"

G_BEGIN_DECLS

/* That evaluator (celpy 0.5) works on Python's own classes, wrapped. Some operators give the bare class
 * back: the sum of two texts, of two lists, of two doubles. Such a *plain* value has other methods and
 * compares otherwise. Which values of an evaluation are plain is kept beside them, in
 * TroupeCelEvaluation.plain. The rules are recorded in tests/cel/celpy-probes.json and told in
 * doc/cel.md §4. */

/* The longest duration, in seconds either way. */
#define TROUPE_CEL_CREWAI_MAX_DURATION G_GINT64_CONSTANT (315576000000)

gboolean troupe_cel_crewai_is_plain (TroupeCelEvaluation *self, const TroupeValue *value);
TroupeValue *troupe_cel_crewai_make_plain (TroupeCelEvaluation *self, TroupeValue *value);
TroupeValue *troupe_cel_crewai_new_plain_integer (TroupeCelEvaluation *self, gint64 number);
/* There, a bool is the number that it was made of: bool(7) is true, but not equal to it. */
TroupeValue *troupe_cel_crewai_new_boolean (TroupeCelEvaluation *self, gint64 number);
gint64 troupe_cel_crewai_get_boolean (const TroupeValue *value);
/* The value with its type again. (transfer full) */
TroupeValue *troupe_cel_crewai_wrap (TroupeCelEvaluation *self, TroupeValue *value);

/* `1 day, 0:00:01.500000`, as Python writes it. */
char *troupe_cel_crewai_format_plain_duration (const TroupeValue *duration);
/* A timestamp keeps the offset that it was written with. (transfer full) */
char *troupe_cel_crewai_format_timestamp (const TroupeValue *timestamp);

/* Python's idea of truth: neither null, zero nor empty. */
gboolean troupe_cel_crewai_is_true (const TroupeValue *value);
/* What Python goes through: the elements of a list, the keys of a map, the letters of a text (one plain
 * text each), the numbers of bytes. Returns: (transfer full) (nullable): a list */
TroupeValue *troupe_cel_crewai_iterate (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *value);

/* A value of a map literal that failed is an error only when it is looked at. */
TroupeValue *troupe_cel_crewai_keep_failure (TroupeCelEvaluation *self);
/* FALSE, with the failure set again, where @value stands for one. */
gboolean troupe_cel_crewai_is_value (TroupeCelEvaluation *self, const TroupeValue *value);

TroupeCelAnswer troupe_cel_crewai_equal (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         const TroupeValue *a,
                                         const TroupeValue *b,
                                         gboolean negated);
TroupeValue *troupe_cel_crewai_evaluate_equality (TroupeCelEvaluation *self,
                                                  const TroupeCelNode *node,
                                                  const TroupeValue *a,
                                                  const TroupeValue *b);
TroupeCelAnswer troupe_cel_crewai_compare (TroupeCelEvaluation *self,
                                           const TroupeValue *a,
                                           const TroupeValue *b,
                                           int *order);
TroupeCelAnswer troupe_cel_crewai_contains (TroupeCelEvaluation *self,
                                            const TroupeCelNode *node,
                                            TroupeValue *element,
                                            TroupeValue *container);
TroupeValue *troupe_cel_crewai_index (TroupeCelEvaluation *self,
                                      const TroupeCelNode *node,
                                      TroupeValue *container,
                                      TroupeValue *index);
TroupeValue *troupe_cel_crewai_calculate (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue *a,
                                          TroupeValue *b);
TroupeValue *
troupe_cel_crewai_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value);
TroupeValue *troupe_cel_crewai_evaluate_logic (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node);
TroupeValue *troupe_cel_crewai_evaluate_quantifier (TroupeCelEvaluation *self,
                                                    const TroupeCelNode *node,
                                                    TroupeValue *range);
TroupeValue *troupe_cel_crewai_evaluate_min (TroupeCelEvaluation *self,
                                             const TroupeCelNode *node,
                                             TroupeValue *items);
TroupeValue *troupe_cel_crewai_evaluate_reduce (TroupeCelEvaluation *self,
                                                const TroupeCelNode *node,
                                                TroupeValue *items);
TroupeValue *troupe_cel_crewai_evaluate_first (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node);
/* That evaluator evaluates all operands before it looks at any. After a failure that && could absorb: FALSE
 * where one of the children from @from fails in a way that it could not. */
gboolean troupe_cel_crewai_drain (TroupeCelEvaluation *self, const TroupeCelNode *node, guint from);
/* Makes a failure that escapes no further than @most one that && and || absorb; FALSE where it is not. */
gboolean troupe_cel_crewai_catch (TroupeCelEvaluation *self, TroupeCelEscape most);

/* An operand: a value, or none where it failed. */
typedef struct
{
  TroupeValue *value;
  TroupeCelFailure failure;
} TroupeCelOperand;

void troupe_cel_crewai_combine (TroupeCelEvaluation *self,
                                const TroupeCelNode *node,
                                gboolean deciding,
                                TroupeCelOperand *left,
                                TroupeCelOperand *right);
TroupeValue *troupe_cel_crewai_take_operand (TroupeCelEvaluation *self, TroupeCelOperand *operand);
/* FALSE where the macro cannot be used so; @range: (inout) (transfer none); @hold: (out): keeps it */
gboolean troupe_cel_crewai_prepare_macro (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **range,
                                          TroupeValue **hold);
TroupeValue *troupe_cel_crewai_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node);
/* Any value that Python can hash is a key there. Maps take some types only: another is stood for by a text
 * that no text of the language is equal to. NULL, with a failure, for what Python cannot hash. */
TroupeValue *
troupe_cel_crewai_make_key (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *key);
/* The key itself of what troupe_cel_crewai_make_key() made; other values as they are. (transfer none) */
TroupeValue *troupe_cel_crewai_get_key (const TroupeCelEvaluation *self, const TroupeValue *key);
/* A map of pairs, by Python's rules: a key that is there already is a failure. */
TroupeValue *troupe_cel_crewai_map_from_pairs (TroupeCelEvaluation *self,
                                               const TroupeCelNode *node,
                                               TroupeValue *pairs);
/* The value behind a key, borrowed, where Python's dict finds one; NULL without a failure where there is
 * none, NULL with one where the keys cannot be compared. */
TroupeCelAnswer troupe_cel_crewai_find (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *map,
                                        TroupeValue *key,
                                        TroupeValue **value);
/* What leaves the evaluation. Takes @result. */
TroupeValue *troupe_cel_crewai_finish (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue *result);

TroupeCelFunction troupe_cel_crewai_function_find (const char *name, guint n_arguments);
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
/* `ListType([IntType(1)])`: what string() gives for lists and maps. FALSE where the budget ends. */
gboolean troupe_cel_crewai_append_representation (TroupeCelEvaluation *self,
                                                  const TroupeCelNode *node,
                                                  const TroupeValue *value,
                                                  GString *out);
/* The text with ASCII digits for the decimal digits of all scripts, and @with_blanks with blanks for all
 * white space; NULL where it cannot be a number. (transfer full) (nullable) */
char *troupe_cel_crewai_to_ascii (const char *text, gsize length, gboolean with_blanks);
/* @now: the moment that stands for today and for the text `now`, in microseconds
 * @offset: seconds east of UTC, as it was written */
gboolean troupe_cel_crewai_timestamp_parse (const char *text,
                                            gsize length,
                                            gint64 now,
                                            gint64 *seconds,
                                            gint32 *nanoseconds,
                                            int *offset);
/* As troupe_cel_zone_get_offset() has it, for the names that this dialect knows. */
gboolean
troupe_cel_crewai_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset);

G_END_DECLS
