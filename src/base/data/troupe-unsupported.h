/* troupe-unsupported.h: what of a declared crew, task or agent this version does not run
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
  TROUPE_DECLARED_LONE_AGENT, /* the same, where no crew is around it: in an action of a flow */
} TroupeDeclared;

/**
 * TroupeUnsupported:
 * @key: of the field, untranslated; lives as long as the program
 * @path: where it stands inside of what declares it: `converter_cls`, `mcps[0].tool_filter`
 * @sentence: that it is not run, translated
 * @advice: what to write in its place, translated
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
 * @declared: what @map is
 * @map: (nullable): its fields
 *
 * What CrewAI loads and makes, mostly with Python, and this version does not run. The one table of it: what is found
 * when a document is read, and what keeps it from being run, is the same. Looks at nothing outside of @map.
 *
 * Returns: (transfer full) (element-type TroupeUnsupported): in the order of the table; empty where all can be run
 */
GPtrArray *troupe_unsupported_list (TroupeDeclared declared, TroupeValue *map);

G_END_DECLS
