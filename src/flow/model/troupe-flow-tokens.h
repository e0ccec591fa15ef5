/* troupe-flow-tokens.h: where names stand in expressions and templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/* A stretch of text, in bytes. */
typedef struct
{
  gsize start;
  gsize end;
} TroupeTextSpan;

/* The insides of each `${…}` of a template's text. (element-type TroupeTextSpan) */
GArray *troupe_flow_find_template_spans (const char *text);
/* Where `outputs.NAME` and `outputs['NAME']` of an expression name @name (NULL: any): the name alone,
 * without quotes. Searches text[start…end). Appends to @spans. */
void troupe_flow_find_output_names (const char *text,
                                    gsize start,
                                    gsize end,
                                    const char *name,
                                    GArray *spans);
/* The same of `state.NAME` and `state['NAME']`, through the fields around it: `state.sources[0].url`. */
void troupe_flow_find_state_names (const char *text,
                                   gsize start,
                                   gsize end,
                                   const TroupeStateField *field,
                                   GArray *spans);

G_END_DECLS
