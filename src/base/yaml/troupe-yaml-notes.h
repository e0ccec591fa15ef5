/* troupe-yaml-notes.h: per-value notes on the source of a YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json-record.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_YAML_PLAIN,
  TROUPE_YAML_SINGLE_QUOTED,
  TROUPE_YAML_DOUBLE_QUOTED,
  TROUPE_YAML_LITERAL,
  TROUPE_YAML_FOLDED,
  TROUPE_YAML_ALIAS,
  TROUPE_YAML_FLOW,  /* a list or map in brackets */
  TROUPE_YAML_BLOCK, /* a list or map on separate lines */
} TroupeYamlStyle;

/* Supplements the record with the same index. The order of records is that in which values
 * start. */
typedef struct
{
  guint8 style;
  guint8 is_merge;    /* the value of a << */
  guint8 is_odd;      /* has a key after a question mark, or no brackets of its own */
  guint8 is_key_used; /* the key is an alias */
  guint props;        /* start of its anchor or tag, else its start */
  guint entry;        /* start of its key, or of the dash before it */
  guint parent;       /* record index + 1 */
  guint last;         /* one past the index of the last record inside */
  guint first_merge;  /* of a map: record index + 1 of the value of its first << */
  guint next_merge;
  guint target;    /* of an alias: record index + 1 of its target */
  guint n_aliases; /* number of aliases of this value */
} TroupeYamlNote;

G_END_DECLS
