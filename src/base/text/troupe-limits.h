/* troupe-limits.h: all limits of the engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* Maximum nesting of brackets in a document, an expression or a value. */
#define TROUPE_LIMIT_NESTING 256

/* Maximum size of a document, in bytes. */
#define TROUPE_LIMIT_DOCUMENT (64u * 1024 * 1024)

/* Maximum size of a file of knowledge, and of the unpacked content of a compressed one, in bytes. */
#define TROUPE_LIMIT_KNOWLEDGE_FILE (100u * 1024 * 1024)

/* Maximum number of values in a document: strings, numbers, lists, maps and so on. A value of two
 * bytes takes up to 370 bytes of memory. */
#define TROUPE_LIMIT_DOCUMENT_VALUES 2000000u

/* Maximum total number of values to which the aliases of a YAML document expand. Every 16 bytes
 * of text count as one more value. */
#define TROUPE_LIMIT_YAML_ALIASES 1000000

/* Maximum size of a line, of an event and of a whole response of a server-sent event stream, in
 * bytes. An event is in memory several times while it is read. */
#define TROUPE_LIMIT_SSE_LINE (16u * 1024 * 1024)
#define TROUPE_LIMIT_SSE_EVENT (16u * 1024 * 1024)
#define TROUPE_LIMIT_SSE_TOTAL (256u * 1024 * 1024)

/* Maximum size of the answer of a model: of a body that is not streamed, or of the texts, tool
 * calls and other parts that a stream adds up to, in bytes. */
#define TROUPE_LIMIT_ANSWER (64u * 1024 * 1024)

/* Maximum memory of the values in one JSON text of a server or of another program, in bytes. A text
 * of many small values takes up to fifty times its size. */
#define TROUPE_LIMIT_VALUES (128u * 1024 * 1024)

/* Maximum cost of one evaluation of an expression: steps, and bytes of created strings, lists
 * and maps. */
#define TROUPE_LIMIT_CEL_STEPS 1000000
#define TROUPE_LIMIT_CEL_BYTES (64u * 1024 * 1024)

/* Maximum number of expressions in the strings of one template. Each expression takes more than
 * a hundred times the memory of the shortest expression's source. */
#define TROUPE_LIMIT_TEMPLATE_EXPRESSIONS 50000

/* Maximum number of events in a condition that an edit combines from other conditions. */
#define TROUPE_LIMIT_CONDITION 1000

/* Maximum number of times that a listener runs in one kickoff, unless the document has a limit. */
#define TROUPE_LIMIT_METHOD_CALLS 100

/* Default limit of the memory for the values of a run, in bytes. */
#define TROUPE_LIMIT_RUN_MEMORY (1024u * 1024 * 1024)

/* Default limit of what a run stores on the disk, in bytes. */
#define TROUPE_LIMIT_RUN_DISK (512u * 1024 * 1024)
/* The same for a document that requires no consent, which the user has not reviewed. */
#define TROUPE_LIMIT_RUN_DISK_UNREVIEWED (128u * 1024 * 1024)

/* Maximum number of connections of one engine, in total. */
#define TROUPE_LIMIT_CONNECTIONS 512

/* Maximum number of helper processes of one engine. Runs that need another helper process wait. */
#define TROUPE_LIMIT_HELPERS 64
