/* troupe-case-item.h: row of the table of test cases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-case-work.h"

G_BEGIN_DECLS

/**
 * TroupeCaseItem:
 *
 * A case of a file of tests and its results.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_CASE_ITEM (troupe_case_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCaseItem, troupe_case_item, TROUPE, CASE_ITEM, GObject)

/* The state of a case. */
typedef enum
{
  TROUPE_CASE_NOT_RUN,
  TROUPE_CASE_WAITING, /* or running */
  TROUPE_CASE_PASSED,
  TROUPE_CASE_FAILED,
} TroupeCaseState;

TroupeCaseItem *troupe_case_item_new (TroupeCaseWork *work, guint index);
guint troupe_case_item_get_index (TroupeCaseItem *self);
/* Returns the case; (transfer none), valid until the file is loaded again. */
const TroupeTestCase *troupe_case_item_get_test (TroupeCaseItem *self);
/* Returns the result in a column. (transfer none) (nullable) */
const TroupeCaseResult *troupe_case_item_get_result (TroupeCaseItem *self, guint column);
TroupeCaseState troupe_case_item_get_state (TroupeCaseItem *self, guint column);
/* Emits `changed`. */
void troupe_case_item_note_changed (TroupeCaseItem *self);

/* Returns the word for a state, such as “passed”. (transfer none) */
const char *troupe_case_state_get_word (TroupeCaseState state);
/* Returns the sign of a state. (transfer none) */
const char *troupe_case_state_get_sign (TroupeCaseState state);
/* Returns the mean score of the judges of a result. Returns FALSE if there is none. @score: (out) */
gboolean troupe_case_result_get_score (const TroupeCaseResult *result, double *score);

G_END_DECLS
