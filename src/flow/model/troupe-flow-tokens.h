/* troupe-flow-tokens.h: finds names in expressions and templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A byte range of a text. */
typedef struct
{
  gsize start;
  gsize end;
} TroupeTextSpan;

/**
 * TroupeStateField:
 * @name: as written in the document
 * @owner: keys of the map whose `properties` contain it; for a plain map state, of that map itself
 * @outer: (element-type utf8): the names of the enclosing fields, outermost first
 * @lists: which of @outer are lists, as a string of `x` (list) and `-`
 *
 * The location of a state field. Valid until the next edit.
 */
typedef struct
{
  char *name;
  char **owner;
  char **outer;
  char *lists;
} TroupeStateField;

/* Returns the contents of each `${…}` of a template. (element-type TroupeTextSpan) */
GArray *troupe_flow_find_template_spans (const char *text);
/* Finds `outputs.NAME` and `outputs['NAME']` in text[start…end), which is an expression. NAME
 * must be @name, or may be any name if @name is NULL. Appends the span of each NAME, without
 * quotes, to @spans. */
void troupe_flow_find_output_names (const char *text,
                                    gsize start,
                                    gsize end,
                                    const char *name,
                                    GArray *spans);
/* Finds the accesses to @field in the same manner as troupe_flow_find_output_names(), but
 * starting at `state` and including the enclosing fields, as in `state.sources[0].url`. */
void troupe_flow_find_state_names (const char *text,
                                   gsize start,
                                   gsize end,
                                   const TroupeStateField *field,
                                   GArray *spans);

G_END_DECLS
