/* troupe-value.h: immutable, reference-counted values: scalars, lists and maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeValue:
 *
 * An immutable, reference-counted value: state, outputs, event payloads and the values of
 * expressions are all of this type. Values are shared between threads without locks, and an event
 * keeps the values at the time it was emitted for the cost of a reference.
 *
 * Maps keep the order in which their keys were added. Strings are UTF-8 with a length; they may
 * contain U+0000.
 */
typedef struct _TroupeValue TroupeValue;

#define TROUPE_TYPE_VALUE (troupe_value_get_gtype ())
GType troupe_value_get_gtype (void) G_GNUC_CONST;

typedef enum {
  TROUPE_VALUE_NULL,
  TROUPE_VALUE_BOOLEAN,
  TROUPE_VALUE_INTEGER,
  TROUPE_VALUE_UNSIGNED,    /* only inside expressions, not in JSON */
  TROUPE_VALUE_DOUBLE,
  TROUPE_VALUE_BIG_INTEGER, /* an integer beyond 64 bits, stored as its text */
  TROUPE_VALUE_STRING,
  TROUPE_VALUE_BYTES,
  TROUPE_VALUE_LIST,
  TROUPE_VALUE_MAP,
  TROUPE_VALUE_TIMESTAMP,   /* seconds since 1970 and nanoseconds, UTC */
  TROUPE_VALUE_DURATION,    /* seconds and nanoseconds, with the same sign */
  TROUPE_VALUE_TYPE,        /* a type of the expression language, by name */
  TROUPE_VALUE_DATE,        /* a date or time of a YAML document, in Python's isoformat(): in
                               expressions a timestamp, or of unknown type */
} TroupeValueType;

TroupeValue *troupe_value_ref (TroupeValue *self);
void troupe_value_unref (TroupeValue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeValue, troupe_value_unref)

TroupeValueType troupe_value_get_value_type (const TroupeValue *self);
#define troupe_value_is(self, type) (troupe_value_get_value_type (self) == (type))

/* Scalars. Each function returns a new reference; null, the booleans and small integers are
 * shared. */
TroupeValue *troupe_value_new_null (void);
TroupeValue *troupe_value_new_boolean (gboolean value);
TroupeValue *troupe_value_new_integer (gint64 value);
TroupeValue *troupe_value_new_unsigned (guint64 value);
TroupeValue *troupe_value_new_double (double value);
TroupeValue *troupe_value_new_big_integer (const char *text, gssize length);
TroupeValue *troupe_value_new_string (const char *text, gssize length);
TroupeValue *troupe_value_take_string (char *text, gssize length); /* a NUL must follow the text */
TroupeValue *troupe_value_new_bytes (gconstpointer data, gsize length);
TroupeValue *troupe_value_new_timestamp (gint64 seconds, gint32 nanoseconds);
/* @offset: the UTC offset, in seconds east, in which the instant was written; ignored by
 *   equality */
TroupeValue *troupe_value_new_timestamp_at (gint64 seconds, gint32 nanoseconds, gint32 offset);
TroupeValue *troupe_value_new_duration (gint64 seconds, gint32 nanoseconds);
TroupeValue *troupe_value_new_type (const char *name);
TroupeValue *troupe_value_new_date (const char *text);

gboolean troupe_value_get_boolean (const TroupeValue *self);
gint64 troupe_value_get_integer (const TroupeValue *self);
guint64 troupe_value_get_unsigned (const TroupeValue *self);
double troupe_value_get_double (const TroupeValue *self);

/**
 * troupe_value_get_string:
 * @self: a string, bytes, a big integer, a date or a type
 * @length: (out) (optional): its length in bytes
 *
 * Returns: (transfer none): the bytes, NUL-terminated
 */
const char *troupe_value_get_string (const TroupeValue *self, gsize *length);

/* For a timestamp or a duration. */
gint64 troupe_value_get_seconds (const TroupeValue *self);
gint32 troupe_value_get_nanoseconds (const TroupeValue *self);
/* For a timestamp: the UTC offset, in seconds east, in which it was written. */
gint32 troupe_value_get_offset (const TroupeValue *self);

/* Lists. @items: the references are taken, the array is not. */
TroupeValue *troupe_value_new_list (TroupeValue **items, gsize n_items);
gsize troupe_value_list_get_length (const TroupeValue *self);
TroupeValue *troupe_value_list_get (const TroupeValue *self, gsize index); /* (transfer none) */

/* Maps. Keys are strings, integers, unsigned integers or booleans; lookups treat equal numbers
 * of the two integer types as the same key. */
gsize troupe_value_map_get_size (const TroupeValue *self);
TroupeValue *troupe_value_map_get_key (const TroupeValue *self, gsize index);   /* (transfer none) */
TroupeValue *troupe_value_map_get_value (const TroupeValue *self, gsize index); /* (transfer none) */

/**
 * troupe_value_map_lookup:
 *
 * Returns: (transfer none) (nullable): the value of @key, or %NULL. Constant time for maps of more
 * than eight entries.
 */
TroupeValue *troupe_value_map_lookup (const TroupeValue *self, const TroupeValue *key);
TroupeValue *troupe_value_map_lookup_string (const TroupeValue *self, const char *key, gssize length);

/**
 * troupe_value_map_lookup_hashed:
 * @hash: the result of troupe_value_hash_string() for @key
 *
 * Like troupe_value_map_lookup(), for callers that look up the same key often: the hash is computed
 * once.
 */
TroupeValue *troupe_value_map_lookup_hashed (const TroupeValue *self, const char *key, gsize length,
                                             guint hash);
/* The hash is stable within a process only, so do not store it. The same applies to
 * troupe_value_hash(). */
guint troupe_value_hash_string (const char *text, gsize length);

/* For reading untrusted data: returns the value of @key, or %NULL if @self is NULL or not a map
 * or if the value is missing or null; with _of() also if it has another type, with _text() if it
 * is not a string. @self: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_value_get_member (const TroupeValue *self, const char *key);
TroupeValue *troupe_value_get_member_of (const TroupeValue *self, const char *key,
                                         TroupeValueType type);
const char *troupe_value_get_member_text (const TroupeValue *self, const char *key);
/* FALSE for an empty string, list or map, for false and null. @self: (nullable) */
gboolean troupe_value_is_filled (const TroupeValue *self);

/* Copies the map with one key set (in place, or last) or removed. @value: (transfer none) */
TroupeValue *troupe_value_map_with (TroupeValue *self, const char *key, TroupeValue *value);
TroupeValue *troupe_value_map_without (TroupeValue *self, const char *key);

/**
 * TroupeMapBuilder:
 *
 * Builds a map, with the builder on the stack. Adding a key again replaces the value and keeps its
 * position.
 */
typedef struct {
  gpointer entries;
  gpointer reserved;
} TroupeMapBuilder;

void troupe_map_builder_init (TroupeMapBuilder *self);
void troupe_map_builder_add (TroupeMapBuilder *self, const char *key, TroupeValue *value); /* takes @value */
void troupe_map_builder_add_key (TroupeMapBuilder *self, TroupeValue *key,
                                 TroupeValue *value); /* takes both */
TroupeValue *troupe_map_builder_lookup (TroupeMapBuilder *self, const TroupeValue *key); /* (transfer none) */
TroupeValue *troupe_map_builder_end (TroupeMapBuilder *self);
void troupe_map_builder_clear (TroupeMapBuilder *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMapBuilder, troupe_map_builder_clear)

/**
 * troupe_value_equal:
 *
 * Data equality, which differs from that of the expression language: types must be the same (3 is
 * not 3.0), the order of maps is ignored, NaN equals NaN.
 */
gboolean troupe_value_equal (const TroupeValue *a, const TroupeValue *b);
guint troupe_value_hash (const TroupeValue *self);

/* Returns the memory size of the value in bytes; shared parts count every time they are reached. */
gsize troupe_value_get_weight (const TroupeValue *self);

/* Returns the memory size of the parts of the value that are not in @seen, a set of addresses,
 * and adds them to it, so that shared parts count once. Takes time proportional to the size. */
gsize troupe_value_measure (const TroupeValue *self, GHashTable *seen);

/* Conversion from and to documents: used only when a document's constants enter a run and when
 * results leave it. */
TroupeValue *troupe_value_from_node (JsonNode *node);
/* Returns sealed nodes. What a node cannot contain is truncated or null: strings end at U+0000,
 * and anything nested deeper than TROUPE_LIMIT_NESTING is null. */
JsonNode *troupe_value_to_node (const TroupeValue *self);

/**
 * troupe_value_from_json:
 * @length: bytes, or -1 for NUL-terminated text
 *
 * Parses one JSON text, by the same rules as troupe_json_read() without flags, except that U+0000
 * is accepted, because models and tools may send it.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL with an error of %TROUPE_JSON_ERROR
 */
TroupeValue *troupe_value_from_json (const char *text, gssize length, GError **error);

typedef enum {
  TROUPE_JSON_COMPACT = 0,      /* {"a":1,"b":[1,2]} */
  TROUPE_JSON_SPACED = 1 << 0,  /* {"a": 1, "b": [1, 2]}, as in Python */
  TROUPE_JSON_PRETTY = 1 << 1,  /* two blanks per level, one entry per line, a final newline */
  TROUPE_JSON_FLOAT_OBJECTS = 1 << 2, /* infinities and NaN as {"$float": "Infinity"}, otherwise
                                         as null */
} TroupeJsonStyle;

/* Timestamps are written as RFC 3339, durations as seconds with an s, bytes as base64,
 * non-string keys as strings. */
char *troupe_value_to_json (const TroupeValue *self, TroupeJsonStyle style);
void troupe_value_append_json (const TroupeValue *self, TroupeJsonStyle style, GString *out);

/**
 * troupe_double_to_text:
 * @buffer: at least 32 bytes
 *
 * Formats the shortest decimal text that reads back as the same double, always with a point or an
 * exponent: `3.0`, `0.1`, `1e-07`, `1e+16`; plain notation from 1e-4 to below 1e16. `inf`, `-inf`,
 * `nan` for the rest.
 */
const char *troupe_double_to_text (double value, char *buffer);

G_END_DECLS
