/* troupe-compare-text.h: texts of the comparison of two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-compare-facts.h"

G_BEGIN_DECLS

/* What of a method is compared as text. */
typedef enum
{
  TROUPE_COMPARE_INPUT,
  TROUPE_COMPARE_OUTPUT,
  TROUPE_COMPARE_STATE,
  TROUPE_COMPARE_DOCUMENT, /* the method or task in the document of the run */
  TROUPE_COMPARE_N_PARTS,
} TroupeComparePart;

/* Says how a method differs, as the second line of its row. @is_changed: whether it differs in the documents of the runs, too;
 * @new_name: (nullable): its name in B if it was renamed.
 * (transfer full) */
char *troupe_compare_text_describe (const TroupeComparedMethod *method,
                                    gboolean is_changed,
                                    const char *new_name);
/* Returns duration and cost of a method in a run, with the letter of the run. @side: 0 for A, 1 for B. (transfer
 * full) */
char *troupe_compare_text_get_line (const TroupeComparedMethod *method, guint side);
/* Returns how much more the second run has cost, or how much longer it took if the cost is the same, with a sign; "" if
 * there is no difference worth a text. @is_less: (out). (transfer full) */
char *troupe_compare_text_get_delta (const TroupeComparedMethod *method, gboolean *is_less);
/* Returns a change in percent, with a sign; "" if one of them is 0 or nothing changed. (transfer full) */
char *troupe_compare_text_get_percent (gint64 first, gint64 second);
/* Says where the runs differ first and why. @place: (out) (transfer full) (nullable): the method or task. (transfer
 * full) */
char *troupe_compare_text_get_first (const TroupeCompareFacts *facts, char **place);
/* Lists the values of all passes of a method in a run; a missing value is a text that says what is missing. @side: 0 for A, 1
 * for B. (transfer full) (element-type TroupeValue) */
GPtrArray *troupe_compare_text_collect (const TroupeCompareFacts *facts,
                                        const TroupeComparedMethod *method,
                                        guint side,
                                        TroupeComparePart part);
/* Writes these values as a text, for a comparison line by line. @values: (element-type TroupeValue). Any thread.
 * (transfer full) */
char *troupe_compare_text_write (gpointer values);

G_END_DECLS
