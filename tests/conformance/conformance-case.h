/* conformance-case.h: comparison of a run with a recording of CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* A case during its comparison. */
typedef struct
{
  TroupeValue *fields;   /* the case */
  TroupeValue *expected; /* expected values: `troupe` overrides `expect` */
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
/* The reason for which a case is skipped if scripts cannot be run. */
#define CASE_NEEDS_PYTHON "a program python3"

/* Returns why a case cannot be run yet, or NULL. A case with a load error can always be run. */
const char *case_find_missing (TroupeValue *fields, TroupeValue *flow);

G_END_DECLS
