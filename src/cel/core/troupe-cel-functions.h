/* troupe-cel-functions.h: CEL functions and type conversions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-evaluation.h"

G_BEGIN_DECLS

/* Looks up a function by name and number of arguments. @method: whether it is called with a
 * receiver. */
TroupeCelFunction troupe_cel_function_find (const char *name,
                                            gboolean method,
                                            guint n_arguments,
                                            TroupeCelDialect dialect);
/* Returns how a call fails for which there is no function: a macro in a form that is invalid, a wrong
 * number of arguments, or an unknown function. */
TroupeCelFailureKind troupe_cel_function_find_failure (const char *name, gboolean method);
gboolean troupe_cel_type_is_known (const char *name);
TroupeValue *troupe_cel_type_of (const TroupeValue *value);

TroupeValue *troupe_cel_convert_boolean (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue **arguments,
                                         guint n_arguments);
TroupeValue *troupe_cel_convert_integer (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         TroupeValue **arguments,
                                         guint n_arguments);
TroupeValue *troupe_cel_convert_unsigned (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **arguments,
                                          guint n_arguments);
TroupeValue *troupe_cel_convert_double (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue **arguments,
                                        guint n_arguments);
TroupeValue *troupe_cel_convert_string (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue **arguments,
                                        guint n_arguments);
TroupeValue *troupe_cel_convert_bytes (TroupeCelEvaluation *self,
                                       const TroupeCelNode *node,
                                       TroupeValue **arguments,
                                       guint n_arguments);
TroupeValue *troupe_cel_convert_timestamp (TroupeCelEvaluation *self,
                                           const TroupeCelNode *node,
                                           TroupeValue **arguments,
                                           guint n_arguments);
TroupeValue *troupe_cel_convert_duration (TroupeCelEvaluation *self,
                                          const TroupeCelNode *node,
                                          TroupeValue **arguments,
                                          guint n_arguments);
TroupeCelFunction troupe_cel_time_function_find (const char *name);

G_END_DECLS
