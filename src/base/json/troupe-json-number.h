/* troupe-json-number.h: values that JSON trees and texts represent in a special way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Appends a finite number in a form that JSON, YAML 1.1 and YAML 1.2 all parse as a number. If
 * there is an exponent, a decimal point precedes the e and a sign follows it
 * (doc/flow-semantics.md §1). */
void troupe_append_double (GString *out, double number);

/* Creates the string node that represents an integer beyond 64 bits, not sealed yet. */
JsonNode *troupe_json_node_new_big_integer (const char *text);

/* Creates the sealed string node that represents a date or time. @text: as of Python's
 * isoformat() */
JsonNode *troupe_json_node_new_time (const char *text);

G_END_DECLS
