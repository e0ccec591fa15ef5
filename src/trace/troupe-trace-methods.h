/* troupe-trace-methods.h: the methods of a trace and their passes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* Embedded in TroupeTrace. */
typedef struct
{
  GPtrArray *list;     /* (element-type TroupeTraceMethod): in order of appearance */
  GHashTable *by_name; /* name → TroupeTraceMethod */
  GPtrArray *outputs;  /* (element-type TroupeTraceMethod): by their first output */
} TroupeTraceMethods;

void troupe_trace_methods_init (TroupeTraceMethods *self);
void troupe_trace_methods_clear (TroupeTraceMethods *self);
TroupeTraceMethod *troupe_trace_methods_find (TroupeTraceMethods *self, const char *name);
TroupeTraceMethod *troupe_trace_methods_ensure (TroupeTraceMethods *self, const char *name);
void troupe_trace_methods_take_output (TroupeTraceMethods *self, TroupeSpan *span);
TroupeSpan *troupe_trace_method_find_pass (const TroupeTraceMethod *self, guint nth);

G_END_DECLS
