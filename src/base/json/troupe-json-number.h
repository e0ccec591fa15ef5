/* troupe-json-number.h: numbers that need care
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Appends a finite number in a form that JSON, YAML 1.1 and YAML 1.2 all take for one: with an exponent it has
 * a point in front of it and a sign behind the e (doc/flow-semantics.md §1). */
void troupe_append_double (GString *out, double number);

/* The string node that stands for an integer beyond 64 bits, not sealed yet. */
JsonNode *troupe_json_node_new_big_integer (const char *text);

G_END_DECLS
