/* random-document.h: any flow document, and any way of writing it down
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

/* A generator whose seed is printed; TROUPE_TEST_SEED makes it the same again. */
GRand *random_new (void);

/* A flow that loads, of every kind of method, with keys that nobody knows at each place that takes
 * them. @finite: no infinities and no NaN, which JSON cannot hold. */
JsonNode *random_flow (GRand *random, gboolean finite);

/* The tree as somebody may have written it: any blanks, breaks, comments, escapes and quotes; in YAML blocks
 * and brackets, anchors and aliases too. */
char *random_write_json (GRand *random, JsonNode *root, gboolean comments);
char *random_write_yaml (GRand *random, JsonNode *root);
