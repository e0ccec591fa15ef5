/* troupe-schema-arguments.h: argument schemas of other programs in a form that model services accept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_schema_fit_arguments:
 * @schema: a JSON schema of arguments, of any draft and possibly invalid
 *
 * Converts the schema of a tool that was not written for models, such as that of an MCP server.
 * Services reject many valid schemas, and a strict service requires all arguments:
 *
 * - optional properties accept null, as in CrewAI, so that a model can omit them;
 * - the root is an object with `properties`; alternatives at the root are merged into one object,
 *   which requires only what all of them require;
 * - references are replaced by what they refer to, and a recursive one by its type;
 * - arrays have `items`, and objects `properties`, which accept any others if none are declared;
 * - `allOf`, `oneOf`, `const`, `nullable` and lists of types are expressed by `anyOf`, `enum` and
 *   `type`, and keywords that services reject are omitted.
 *
 * The result may accept more than @schema, which the tool itself checks. Its size is limited.
 *
 * Returns: (transfer full): the schema
 */
TroupeValue *troupe_schema_fit_arguments (TroupeValue *schema);

G_END_DECLS
