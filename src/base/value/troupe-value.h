/* troupe-value.h: the data that a run handles
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
 * One immutable, reference-counted value: state, outputs, event payloads and the values of
 * expressions are all of this type. Immutable values are shared between threads without locks and
 * an event keeps what it saw for the price of a reference.
 *
 * Maps keep the order in which their keys were added. Text is UTF-8 with a length; it may hold
 * U+0000.
 */
typedef struct _TroupeValue TroupeValue;

#define TROUPE_TYPE_VALUE (troupe_value_get_gtype ())
GType troupe_value_get_gtype (void) G_GNUC_CONST;

typedef enum {
  TROUPE_VALUE_NULL,
  TROUPE_VALUE_BOOLEAN,
  TROUPE_VALUE_INTEGER,
  TROUPE_VALUE_UNSIGNED,    /* only inside expressions: JSON has no such thing */
  TROUPE_VALUE_DOUBLE,
  TROUPE_VALUE_BIG_INTEGER, /* an integer beyond 64 bits, kept as it was written */
  TROUPE_VALUE_STRING,
  TROUPE_VALUE_BYTES,
  TROUPE_VALUE_LIST,
  TROUPE_VALUE_MAP,
  TROUPE_VALUE_TIMESTAMP,   /* seconds since 1970 and nanoseconds, UTC */
  TROUPE_VALUE_DURATION,    /* seconds and nanoseconds, both of one sign */
  TROUPE_VALUE_TYPE,        /* a type of the expression language, by its name */
  TROUPE_VALUE_DATE,        /* a date or time of a YAML document, as Python's isoformat() has it:
                               expressions see a timestamp, or know no such type */
} TroupeValueType;

TroupeValue *troupe_value_ref (TroupeValue *self);
void troupe_value_unref (TroupeValue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeValue, troupe_value_unref)

TroupeValueType troupe_value_get_value_type (const TroupeValue *self);
#define troupe_value_is(self, type) (troupe_value_get_value_type (self) == (type))

/* Scalars. Each returns a new reference; null, the booleans and small integers are shared. */
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
/* @offset: seconds east of UTC of the zone that the instant was written in; equality does not look at it */
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
 * @self: text, bytes, a big integer, a date or a type
 * @length: (out) (optional): its length in bytes
 *
 * Returns: (transfer none): the bytes, with a NUL behind the last one
 */
const char *troupe_value_get_string (const TroupeValue *self, gsize *length);

/* Of a timestamp or a duration. */
gint64 troupe_value_get_seconds (const TroupeValue *self);
gint32 troupe_value_get_nanoseconds (const TroupeValue *self);
/* Of a timestamp: seconds east of UTC of the zone that it was written in. */
gint32 troupe_value_get_offset (const TroupeValue *self);

/* Lists. @items: the references are taken over, the array is not. */
TroupeValue *troupe_value_new_list (TroupeValue **items, gsize n_items);
gsize troupe_value_list_get_length (const TroupeValue *self);
TroupeValue *troupe_value_list_get (const TroupeValue *self, gsize index); /* (transfer none) */

/* Maps. Keys are strings, integers, unsigned integers or booleans; look-ups take equal numbers of
 * the two integer types as the same key. */
gsize troupe_value_map_get_size (const TroupeValue *self);
TroupeValue *troupe_value_map_get_key (const TroupeValue *self, gsize index);   /* (transfer none) */
TroupeValue *troupe_value_map_get_value (const TroupeValue *self, gsize index); /* (transfer none) */

/**
 * troupe_value_map_lookup:
 *
 * Returns: (transfer none) (nullable): what stands under @key, or %NULL. Constant time for maps of
 *   more than eight entries.
 */
TroupeValue *troupe_value_map_lookup (const TroupeValue *self, const TroupeValue *key);
TroupeValue *troupe_value_map_lookup_string (const TroupeValue *self, const char *key, gssize length);

/**
 * troupe_value_map_lookup_hashed:
 * @hash: what troupe_value_hash_string() gives for @key
 *
 * The same for who looks up one name often: the hash is computed once.
 */
TroupeValue *troupe_value_map_lookup_hashed (const TroupeValue *self, const char *key, gsize length,
                                             guint hash);
/* The same within a process only: keep no hash beyond it. The same goes for troupe_value_hash(). */
guint troupe_value_hash_string (const char *text, gsize length);

/* For who reads what came from outside: what stands under @key, or %NULL where @self is none or no map, or has nothing
 * or null there; with _of() where it has another type, with _text() where it is no text. @self: (nullable). (transfer
 * none) (nullable) */
TroupeValue *troupe_value_get_member (const TroupeValue *self, const char *key);
TroupeValue *troupe_value_get_member_of (const TroupeValue *self, const char *key,
                                         TroupeValueType type);
const char *troupe_value_get_member_text (const TroupeValue *self, const char *key);
/* Whether it says something: an empty text, list or map, false and null are as good as nothing. @self: (nullable) */
gboolean troupe_value_is_filled (const TroupeValue *self);

/* A copy of the map with one key set (at its place, or last) or removed. @value: (transfer none) */
TroupeValue *troupe_value_map_with (TroupeValue *self, const char *key, TroupeValue *value);
TroupeValue *troupe_value_map_without (TroupeValue *self, const char *key);

/**
 * TroupeMapBuilder:
 *
 * Builds a map on the stack. Adding a key a second time replaces the value and keeps the place.
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
 * Equality of data, not of the expression language: types must be the same (3 is not 3.0), maps
 * compare without order, NaN equals NaN.
 */
gboolean troupe_value_equal (const TroupeValue *a, const TroupeValue *b);
guint troupe_value_hash (const TroupeValue *self);

/* Bytes of memory that the value holds, its parts counted as often as they are reached. */
gsize troupe_value_get_weight (const TroupeValue *self);

/* The same of what of the value is not in @seen, a set of addresses, to which it is added: shared
 * parts count once. Takes time by its size. */
gsize troupe_value_measure (const TroupeValue *self, GHashTable *seen);

/* Values and documents: only where a document's constants enter a run, and where results leave. */
TroupeValue *troupe_value_from_node (JsonNode *node);
/* Sealed. What a node cannot hold ends or is null: text ends at U+0000, and what nests deeper than
 * TROUPE_LIMIT_NESTING is null. */
JsonNode *troupe_value_to_node (const TroupeValue *self);

/**
 * troupe_value_from_json:
 * @length: bytes, or -1 for NUL-terminated text
 *
 * Reads one JSON text, by the same rules as troupe_json_read() with no flag set (U+0000 is taken
 * here: models and tools may send it).
 *
 * Returns: (transfer full) (nullable): the value, or %NULL with an error of %TROUPE_JSON_ERROR
 */
TroupeValue *troupe_value_from_json (const char *text, gssize length, GError **error);

typedef enum {
  TROUPE_JSON_COMPACT = 0,      /* {"a":1,"b":[1,2]} */
  TROUPE_JSON_SPACED = 1 << 0,  /* {"a": 1, "b": [1, 2]}: what Python writes */
  TROUPE_JSON_PRETTY = 1 << 1,  /* two blanks a level, a line an entry, a newline at the end */
  TROUPE_JSON_FLOAT_OBJECTS = 1 << 2, /* infinities and NaN as {"$float": "Infinity"}; else as null */
} TroupeJsonStyle;

/* Times are written as RFC 3339 text, durations as seconds with an s, bytes as base64, non-text keys
 * as text. */
char *troupe_value_to_json (const TroupeValue *self, TroupeJsonStyle style);
void troupe_value_append_json (const TroupeValue *self, TroupeJsonStyle style, GString *out);

/**
 * troupe_double_to_text:
 * @buffer: at least 32 bytes
 *
 * The shortest decimal text that reads back as the same double, always with a point or an exponent:
 * `3.0`, `0.1`, `1e-07`, `1e+16`; plain from 1e-4 to below 1e16. `inf`, `-inf`, `nan` for the rest.
 */
const char *troupe_double_to_text (double value, char *buffer);

G_END_DECLS
