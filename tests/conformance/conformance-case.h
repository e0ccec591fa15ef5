/* conformance-case.h: comparing a run with what CrewAI did
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* One case while it is compared. */
typedef struct
{
  TroupeValue *fields;   /* the case */
  TroupeValue *expected; /* what must hold: `troupe` before `expect` */
  GPtrArray *events;     /* (element-type TroupeEvent) */
  TroupeRunResult *result;
  TroupeFlow *flow;
  GString *complaints;
} Case;

TroupeValue *case_get (TroupeValue *map, const char *key);
const char *case_get_text (TroupeValue *map, const char *key);
gboolean case_is_true (TroupeValue *map, const char *key);
void case_complain (Case *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void case_compare_values (Case *self, const char *what, TroupeValue *found, TroupeValue *expected);
void case_compare (Case *self, TroupeRun *run);
/* The reason for which a case is left out where nothing runs scripts. */
#define CASE_NEEDS_PYTHON "a program python3"

/* Why a case cannot be run yet, or NULL. What is refused while loading can always be. */
const char *case_find_missing (TroupeValue *fields, TroupeValue *flow);

G_END_DECLS
