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
 * An immutable, reference-counted value. State, outputs, event payloads and the values of
 * expressions are all of this type. Values are shared between threads without locks, and an event
 * needs only a reference to keep the values as they were when the event was emitted.
 *
 * Maps keep the order in which their keys were added. Strings are UTF-8 with a length; they may
 * contain U+0000.
 * Threads: any thread; a #TroupeMapBuilder is used by one thread.
 */
typedef struct _TroupeValue TroupeValue;

#define TROUPE_TYPE_VALUE (troupe_value_get_gtype ())
GType troupe_value_get_gtype (void) G_GNUC_CONST;

/* The type of a value; fixed when the value is created. */
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
  TROUPE_VALUE_DATE,        /* a date or time of a YAML document, in Python's isoformat(); in
                               expressions a timestamp or a value of unknown type */
} TroupeValueType;

TroupeValue *troupe_value_ref (TroupeValue *self);
void troupe_value_unref (TroupeValue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeValue, troupe_value_unref)

/* Returns the type of the value. See also troupe_value_is(). */
TroupeValueType troupe_value_get_value_type (const TroupeValue *self);
#define troupe_value_is(self, type) (troupe_value_get_value_type (self) == (type))

/* The following functions handle scalars. Each constructor returns a new reference; null, the
 * booleans and small integers are shared. */

/* Returns null. (transfer full) */
TroupeValue *troupe_value_new_null (void);
/* Returns true or false. (transfer full) */
TroupeValue *troupe_value_new_boolean (gboolean value);
/* Creates an integer. (transfer full) */
TroupeValue *troupe_value_new_integer (gint64 value);
/* Creates an unsigned integer, which only expressions use. (transfer full) */
TroupeValue *troupe_value_new_unsigned (guint64 value);
/* Creates a double; infinities and NaN are allowed. (transfer full) */
TroupeValue *troupe_value_new_double (double value);
/* Creates an integer beyond 64 bits. @text: its decimal digits, copied; @length: bytes, or -1 if
 * NUL-terminated. (transfer full) */
TroupeValue *troupe_value_new_big_integer (const char *text, gssize length);
/* Creates a string. @text: UTF-8, copied, may contain U+0000; @length: bytes, or -1 if
 * NUL-terminated. (transfer full) */
TroupeValue *troupe_value_new_string (const char *text, gssize length);
/* Creates a string that takes ownership of @text, which must be allocated with g_malloc() and have
 * a NUL after its last byte. @length: bytes, or -1 if NUL-terminated. (transfer full) */
TroupeValue *troupe_value_take_string (char *text, gssize length);
/* Creates a byte string. @data: copied; @length: bytes. (transfer full) */
TroupeValue *troupe_value_new_bytes (gconstpointer data, gsize length);
/* Creates a timestamp in UTC. @seconds: since 1970; @nanoseconds: 0 to 999999999. (transfer
 * full) */
TroupeValue *troupe_value_new_timestamp (gint64 seconds, gint32 nanoseconds);
/* Creates a timestamp that remembers how it was written. (transfer full)
 * @offset: the UTC offset, in seconds east, in which the instant was written; ignored by
 *   equality */
TroupeValue *troupe_value_new_timestamp_at (gint64 seconds, gint32 nanoseconds, gint32 offset);
/* Creates a duration. @seconds and @nanoseconds (less than a second) have the same sign. (transfer
 * full) */
TroupeValue *troupe_value_new_duration (gint64 seconds, gint32 nanoseconds);
/* Creates a type of the expression language. @name: as in CEL, such as `int`. (transfer full) */
TroupeValue *troupe_value_new_type (const char *name);
/* Creates a date or time of a YAML document. @text: in Python's isoformat(). (transfer full) */
TroupeValue *troupe_value_new_date (const char *text);

/* Returns a boolean. In this and the following getters, @self must have the requested type. */
gboolean troupe_value_get_boolean (const TroupeValue *self);
/* Returns a signed integer of at most 64 bits. Must not be used for big integers. */
gint64 troupe_value_get_integer (const TroupeValue *self);
/* Returns an unsigned integer. */
guint64 troupe_value_get_unsigned (const TroupeValue *self);
/* Returns a double; not for integers. */
double troupe_value_get_double (const TroupeValue *self);

/**
 * troupe_value_get_string:
 * @self: a string, bytes, a big integer, a date or a type
 * @length: (out) (optional): its length in bytes
 *
 * Returns: (transfer none): the bytes, NUL-terminated
 */
const char *troupe_value_get_string (const TroupeValue *self, gsize *length);

/* Returns the integral number of seconds of a timestamp (since 1970) or of a duration. */
gint64 troupe_value_get_seconds (const TroupeValue *self);
/* Returns the nanoseconds of a timestamp or duration in addition to its seconds. */
gint32 troupe_value_get_nanoseconds (const TroupeValue *self);
/* Returns the UTC offset, in seconds east, in which a timestamp was written. */
gint32 troupe_value_get_offset (const TroupeValue *self);

/* Creates a list. @items: takes ownership of the references, but not of the array. (transfer
 * full) */
TroupeValue *troupe_value_new_list (TroupeValue **items, gsize n_items);
/* Returns the number of elements of a list. */
gsize troupe_value_list_get_length (const TroupeValue *self);
/* Returns an element of a list. @index: must be in range. (transfer none) */
TroupeValue *troupe_value_list_get (const TroupeValue *self, gsize index);

/* The following functions handle maps. Keys are strings, integers, unsigned integers or
 * booleans. Lookups treat equal numbers of the two integer types as the same key. */

/* Returns the number of entries of a map. */
gsize troupe_value_map_get_size (const TroupeValue *self);
/* Returns the key of an entry, in the order in which they were added. (transfer none) */
TroupeValue *troupe_value_map_get_key (const TroupeValue *self, gsize index);
/* Returns the value of an entry, in the order of troupe_value_map_get_key(). (transfer none) */
TroupeValue *troupe_value_map_get_value (const TroupeValue *self, gsize index);

/**
 * troupe_value_map_lookup:
 *
 * Returns: (transfer none) (nullable): the value of @key, or %NULL. Constant time for maps of more
 * than eight entries.
 */
TroupeValue *troupe_value_map_lookup (const TroupeValue *self, const TroupeValue *key);
/* Like troupe_value_map_lookup(), but for a string key. @length: bytes, or -1 if NUL-terminated.
 * (transfer none) (nullable) */
TroupeValue *troupe_value_map_lookup_string (const TroupeValue *self, const char *key, gssize length);

/**
 * troupe_value_map_lookup_hashed:
 * @length: bytes of @key
 * @hash: the result of troupe_value_hash_string() for @key
 *
 * Like troupe_value_map_lookup_string(), but for callers that look up the same key often, so that
 * the hash is computed only once.
 *
 * Returns: (transfer none) (nullable): the value of @key
 */
TroupeValue *troupe_value_map_lookup_hashed (const TroupeValue *self, const char *key, gsize length,
                                             guint hash);
/* Returns the hash of a string key. @length: bytes. The hash is stable only within a process and
 * must not be stored. The same applies to troupe_value_hash(). */
guint troupe_value_hash_string (const char *text, gsize length);

/* The following functions read untrusted data. @self may be NULL and need not be a map.
 * (nullable) */

/* Returns the value of @key, or NULL if it is missing or null, or if @self is not a map. (transfer
 * none) (nullable) */
TroupeValue *troupe_value_get_member (const TroupeValue *self, const char *key);
/* Like troupe_value_get_member(), but also returns NULL if the value has another type. (transfer
 * none) (nullable) */
TroupeValue *troupe_value_get_member_of (const TroupeValue *self, const char *key,
                                         TroupeValueType type);
/* Like troupe_value_get_member_of() for a string, but returns its text. (transfer none)
 * (nullable) */
const char *troupe_value_get_member_text (const TroupeValue *self, const char *key);
/* Returns FALSE for NULL, null, false and an empty string, list or map, and TRUE for all other
 * values. @self: (nullable) */
gboolean troupe_value_is_filled (const TroupeValue *self);

/* Copies the map with one key set. An existing key keeps its position; a new key is added last.
 * @value: (transfer none). (transfer full) */
TroupeValue *troupe_value_map_with (TroupeValue *self, const char *key, TroupeValue *value);
/* Copies the map without the key. Returns @self itself if the key does not exist. (transfer
 * full) */
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

/* Initializes an empty builder. */
void troupe_map_builder_init (TroupeMapBuilder *self);
/* Sets a string key. @key: copied; @value: (transfer full) */
void troupe_map_builder_add (TroupeMapBuilder *self, const char *key, TroupeValue *value);
/* Sets a key of any type. @key, @value: (transfer full) */
void troupe_map_builder_add_key (TroupeMapBuilder *self, TroupeValue *key,
                                 TroupeValue *value);
/* Returns the value that was added for @key. (transfer none) (nullable) */
TroupeValue *troupe_map_builder_lookup (TroupeMapBuilder *self, const TroupeValue *key);
/* Returns the map and clears the builder, which can then be used again. (transfer full) */
TroupeValue *troupe_map_builder_end (TroupeMapBuilder *self);
/* Releases everything that was added. Afterwards the builder is empty and can be used again. */
void troupe_map_builder_clear (TroupeMapBuilder *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMapBuilder, troupe_map_builder_clear)

/**
 * troupe_value_equal:
 *
 * Data equality, which differs from that of the expression language: types must be the same (3 is
 * not 3.0), the order of maps is ignored, NaN equals NaN.
 */
gboolean troupe_value_equal (const TroupeValue *a, const TroupeValue *b);
/* Returns a hash that is consistent with troupe_value_equal(), for use in a GHashTable. */
guint troupe_value_hash (const TroupeValue *self);

/* Returns the memory size of the value in bytes. Shared parts count every time they are reached. */
gsize troupe_value_get_weight (const TroupeValue *self);

/* Returns the memory size of the parts of the value whose addresses are not in the set @seen,
 * and adds their addresses to @seen, so that shared parts count once. Takes time proportional to
 * the size. */
gsize troupe_value_measure (const TroupeValue *self, GHashTable *seen);

/* The following functions convert from and to documents. They are used only when a document's
 * constants enter a run and when results leave the run. */

/* Converts a tree to a value. Big integers and dates, which trees store as strings, get their
 * type. Must be called on the document's thread. (transfer full) */
TroupeValue *troupe_value_from_node (JsonNode *node);
/* Converts a value to sealed nodes. What a node cannot contain is truncated or replaced with
 * null. Strings end at U+0000, and anything nested deeper than TROUPE_LIMIT_NESTING is null.
 * (transfer full) */
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
/* The same, but fails with %TROUPE_JSON_ERROR_TOO_LARGE before anything is created if the value may
 * take more than about @most bytes of memory: a text of many small parts takes up to fifty times
 * its size. Takes no memory of its own for the estimate. */
TroupeValue *
troupe_value_from_json_within (const char *text, gsize length, gsize most, GError **error);
/* The same for a text whose strings are parts of longer texts: an escaped half of a surrogate pair
 * without its other half is accepted, and stored as three bytes that are not UTF-8. The caller
 * passes such strings to troupe-surrogates.h. */
TroupeValue *
troupe_value_from_json_pieces (const char *text, gsize length, gsize most, GError **error);

/* Flags for the layout of serialized JSON. */
typedef enum {
  TROUPE_JSON_COMPACT = 0,      /* {"a":1,"b":[1,2]} */
  TROUPE_JSON_SPACED = 1 << 0,  /* {"a": 1, "b": [1, 2]}, as in Python */
  TROUPE_JSON_PRETTY = 1 << 1,  /* two blanks per level, one entry per line, a final newline */
  TROUPE_JSON_FLOAT_OBJECTS = 1 << 2, /* infinities and NaN as {"$float": "Infinity"}, otherwise
                                         as null */
} TroupeJsonStyle;

/* Serializes the value. Timestamps are written as RFC 3339, durations as seconds with an s, bytes
 * as base64, non-string keys as strings. (transfer full) */
char *troupe_value_to_json (const TroupeValue *self, TroupeJsonStyle style);
/* Appends the same text to @out. */
void troupe_value_append_json (const TroupeValue *self, TroupeJsonStyle style, GString *out);
/* Returns the size of the value as compact JSON in bytes, without writing it. The size is exact
 * for texts and integers, otherwise an upper bound. Stops when @most bytes have been counted,
 * because shared parts may make the text much larger than the value. */
gsize troupe_value_measure_json (const TroupeValue *self, gsize most);

/**
 * troupe_double_to_text:
 * @buffer: at least 32 bytes
 *
 * Formats the shortest decimal text that reads back as the same double, always with a point or an
 * exponent, such as `3.0`, `0.1`, `1e-07`, `1e+16`. Plain notation is used from 1e-4 to below 1e16.
 * Numbers that are not finite are `inf`, `-inf`, `nan`.
 */
const char *troupe_double_to_text (double value, char *buffer);

G_END_DECLS
