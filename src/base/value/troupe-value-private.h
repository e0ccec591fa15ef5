/* troupe-value-private.h: memory layout of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* A value. A shared value is static; its references are not counted and it is never freed, so it
 * may be located in read-only memory. A list or map whose last reference was dropped reuses the
 * same bytes as a link in the chain of values to be freed, so that freeing deep values does not
 * use the stack. */
struct _TroupeValue
{
  union
  {
    struct
    {
      guint8 type;
      guint8 is_shared;
      gint ref_count;
    };
    guintptr waiting;
  };
};

typedef struct
{
  TroupeValue header;
  union
  {
    gint64 integer;
    guint64 bits;
    double number;
    gint64 seconds;
  };
} TroupeScalar;

typedef struct
{
  TroupeValue header;
  gint64 seconds;
  gint32 nanoseconds;
  gint32 offset;
} TroupeTime;

/* Strings, bytes, big integers and type names. The hash is 0 until it is first computed. */
typedef struct
{
  TroupeValue header;
  guint hash;
  gsize length;
  const char *text;
  char inside[];
} TroupeText;

/* Common part of lists and maps. The weight is computed at construction, so that getting the
 * weight is cheap even if the same part is reached exponentially often. */
typedef struct
{
  TroupeValue header;
  guint n_items;
  guint depth;
  gsize weight;
} TroupeContainer;

typedef struct
{
  TroupeContainer base;
  TroupeValue *items[];
} TroupeList;

typedef struct
{
  TroupeValue *key;
  TroupeValue *value;
} TroupeMapEntry;

/* The entries are followed by their hashes. In maps of more than TROUPE_MAP_SMALL entries, the
 * hashes are followed by the mask + 1 slots of an open-addressing index, which contain 0 or the
 * index of the entry + 1. */
typedef struct
{
  TroupeContainer base;
  guint mask;
  TroupeMapEntry entries[];
} TroupeMap;

#define TROUPE_MAP_SMALL 8

#define TROUPE_VALUE_HEADER(value_type)                                                            \
  {                                                                                                \
    {                                                                                              \
      {                                                                                            \
        .type = (value_type), .is_shared = TRUE, .ref_count = 1                                    \
      }                                                                                            \
    }                                                                                              \
  }

static inline void
troupe_value_init_header (TroupeValue *self, TroupeValueType type)
{
  self->type = (guint8) type;
  self->is_shared = FALSE;
  self->ref_count = 1;
}

static inline gboolean
troupe_value_is_container (const TroupeValue *self)
{
  return self->type == TROUPE_VALUE_LIST || self->type == TROUPE_VALUE_MAP;
}

static inline guint *
troupe_map_get_hashes (const TroupeMap *self)
{
  return (guint *) &self->entries[self->base.n_items];
}

static inline guint *
troupe_map_get_index (const TroupeMap *self)
{
  return troupe_map_get_hashes (self) + self->base.n_items;
}

TroupeValue *troupe_value_new_text (TroupeValueType type, const char *text, gsize length);
guint troupe_text_get_hash (const TroupeText *self);

/* The following functions handle keys. Integers of the two types are the same key if they are
 * the same number. */
gboolean troupe_value_is_key (const TroupeValue *self);
guint troupe_value_hash_key (const TroupeValue *self);
gboolean troupe_value_key_equal (const TroupeValue *a, const TroupeValue *b);

/* Creates a map. Takes the references in @entries, but not the array. Keys must be unique. */
TroupeValue *troupe_value_new_map (const TroupeMapEntry *entries, gsize n_entries);
void troupe_container_measure (TroupeContainer *self, gsize own_weight);

/* Appends @text as a JSON string with its quotes. */
void troupe_json_append_string (GString *out, const char *text, gsize length);

G_END_DECLS
