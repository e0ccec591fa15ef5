/* random-document.h: random flow documents and their random formatting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

/* Returns a generator whose seed is printed. TROUPE_TEST_SEED sets the seed. */
GRand *random_new (void);

/* Returns a flow that loads. It contains every kind of method, and unknown keys in all maps that
 * accept them. @finite: without infinities and NaN, which JSON cannot represent. */
JsonNode *random_flow (GRand *random, gboolean finite);

/* Formats the tree with random blanks, line breaks, comments, escapes and quotes. In YAML, it
 * also uses block and flow style, anchors and aliases. */
char *random_write_json (GRand *random, JsonNode *root, gboolean comments);
char *random_write_yaml (GRand *random, JsonNode *root);
