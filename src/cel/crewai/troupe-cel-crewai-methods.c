/* troupe-cel-crewai-methods.c: table of the functions in which CrewAI's dialect of CEL differs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-methods"

#include "config.h"

#include "troupe-cel-crewai.h"

const TroupeCelDialectMethods troupe_cel_crewai_methods = {
  .format_timestamp = troupe_cel_crewai_format_timestamp,
  .evaluate_equality = troupe_cel_crewai_evaluate_equality,
  .compare = troupe_cel_crewai_compare,
  .contains = troupe_cel_crewai_contains,
  .calculate = troupe_cel_crewai_calculate,
  .negate = troupe_cel_crewai_negate,
  .evaluate_quantifier = troupe_cel_crewai_evaluate_quantifier,
  .evaluate_min = troupe_cel_crewai_evaluate_min,
  .evaluate_reduce = troupe_cel_crewai_evaluate_reduce,
  .evaluate_first = troupe_cel_crewai_evaluate_first,
  .drain = troupe_cel_crewai_drain,
  .catch = troupe_cel_crewai_catch,
  .prepare_macro = troupe_cel_crewai_prepare_macro,
  .evaluate_map = troupe_cel_crewai_evaluate_map,
  .get_key = troupe_cel_crewai_get_key,
  .find = troupe_cel_crewai_find,
  .finish = troupe_cel_crewai_finish,
  .function_find = troupe_cel_crewai_function_find,
  .zone_get_offset = troupe_cel_crewai_zone_get_offset,
};
