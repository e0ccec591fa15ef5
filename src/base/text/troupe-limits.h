/* troupe-limits.h: every limit of the engine, in one place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* How deep brackets may nest in a document, an expression or a value. */
#define TROUPE_LIMIT_NESTING 256

/* The largest document that is read, in bytes. */
#define TROUPE_LIMIT_DOCUMENT (64u * 1024 * 1024)

/* What the aliases of a YAML document may stand for in all: values, and 16 bytes of text count as one
 * more. */
#define TROUPE_LIMIT_YAML_ALIASES 1000000

/* One line and one event of a server-sent event stream, and one whole answer, in bytes. */
#define TROUPE_LIMIT_SSE_LINE (16u * 1024 * 1024)
#define TROUPE_LIMIT_SSE_EVENT (64u * 1024 * 1024)
#define TROUPE_LIMIT_SSE_TOTAL (256u * 1024 * 1024)

/* What one evaluation of an expression may cost: steps, and bytes of text, lists and maps made. */
#define TROUPE_LIMIT_CEL_STEPS 1000000
#define TROUPE_LIMIT_CEL_BYTES (64u * 1024 * 1024)

/* How many expressions the texts of one template may hold. Each takes more than a hundred times the
 * memory of the shortest one's text. */
#define TROUPE_LIMIT_TEMPLATE_EXPRESSIONS 50000

/* How many events a condition may name that an edit puts together from others. */
#define TROUPE_LIMIT_CONDITION 1000

/* How often a listener may run in one kickoff, where the document does not say. */
#define TROUPE_LIMIT_METHOD_CALLS 100

/* The memory that the values of a run may take, in bytes, where nobody says otherwise. */
#define TROUPE_LIMIT_RUN_MEMORY (1024u * 1024 * 1024)

/* Connections of one engine: in all, and to one host. */
#define TROUPE_LIMIT_CONNECTIONS 256

/* Helper processes of one engine; runs that need one wait for it. */
#define TROUPE_LIMIT_HELPERS 64
