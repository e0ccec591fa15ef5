/* troupe-unsupported.h: fields of a declared crew, task or agent that this version cannot run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_DECLARED_CREW,
  TROUPE_DECLARED_TASK,
  TROUPE_DECLARED_AGENT,
  TROUPE_DECLARED_LONE_AGENT, /* an agent without a crew, in an action of a flow */
} TroupeDeclared;

/**
 * TroupeUnsupported:
 * @key: key of the field, untranslated; static
 * @path: path relative to the declaration, such as `converter_cls` or `mcps[0].tool_filter`
 * @sentence: states that the field is not supported, translated
 * @advice: what to write instead, translated
 */
typedef struct
{
  const char *key;
  char *path;
  char *sentence;
  char *advice;
} TroupeUnsupported;

/**
 * troupe_unsupported_list:
 * @declared: the type of @map
 * @map: (nullable): fields of the declaration
 *
 * Lists the fields that CrewAI loads and creates, mostly with Python, but that this version does
 * not run. The same table is used for the problems reported when a document is read and for the
 * check before a run. Examines nothing outside of @map.
 *
 * Returns: (transfer full) (element-type TroupeUnsupported): in the order of the table; empty if
 * everything can be run
 */
GPtrArray *troupe_unsupported_list (TroupeDeclared declared, TroupeValue *map);

G_END_DECLS
