/* troupe-yaml-reader.c: builds JsonNode trees from YAML events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-json-record.h"
#include "troupe-limits.h"
#include "troupe-yaml-notes.h"
#include "troupe-yaml-reader.h"
#include "troupe-yaml-scalar.h"

/* --- Values -------------------------------------------------------------------------------- */

static Frame *
get_frame (Reader *self)
{
  return self->frames->len > 0 ? &g_array_index (self->frames, Frame, self->frames->len - 1) : NULL;
}

static TroupeYamlNote *
get_note (Reader *self, guint record)
{
  return &g_array_index (self->notes, TroupeYamlNote, record);
}

static TroupeJsonRecord *
get_record (Reader *self, guint record)
{
  return &g_array_index (self->records, TroupeJsonRecord, record);
}

/* Returns the offset of @sign after blanks, line breaks and comments; @limit if @sign is not
 * found. */
static guint
find_sign (Reader *self, guint at, guint limit, char sign)
{
  g_assert (self != NULL);

  while (at < limit && self->text[at] != sign)
    {
      const char *line_end;

      if (self->text[at] != '#')
        {
          at++;
          continue;
        }
      line_end = memchr (self->text + at, '\n', limit - at);
      if (line_end == NULL)
        return limit;
      at = (guint) (line_end - self->text);
    }
  return at;
}

/* Adds the record of a value that starts. The value is set when it ends. */
static guint
begin_record (Reader *self, TroupeYamlStyle style, guint props, guint start)
{
  const Frame *frame = get_frame (self);
  TroupeJsonRecord record = { NULL, { 0, 0, start, start } };
  TroupeYamlNote note = { 0 };

  note.style = (guint8) style;
  note.props = note.entry = props;
  if (frame != NULL)
    {
      note.parent = frame->record + 1;
      note.entry = props;
      if (frame->is_map)
        {
          record.span.key_start = frame->key_start;
          record.span.key_end = frame->key_end;
          note.entry = frame->key_props;
          note.is_key_used = frame->key_is_alias;
          note.is_merge = frame->key_is_merge;
          get_note (self, frame->record)->is_odd |= frame->key_is_odd;
        }
      else if (!frame->is_flow)
        note.entry = find_sign (self, frame->end, props, '-');
    }
  g_array_append_val (self->records, record);
  g_array_append_val (self->notes, note);
  return self->records->len - 1;
}

/* Adds the value of a << in @frame. The value is a map, or a list of maps, in which earlier maps
 * take precedence. */
static gboolean
add_merge (Reader *self, Frame *frame, JsonNode *node, guint record)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint length = array != NULL ? json_array_get_length (array) : 0;
  TroupeYamlNote *note = get_note (self, record);

  for (guint i = length; i > 0; i--)
    {
      JsonNode *element = json_array_get_element (array, i - 1);

      if (!JSON_NODE_HOLDS_OBJECT (element))
        break;
      g_ptr_array_add (frame->merges, json_node_ref (element));
      length--;
    }
  if (JSON_NODE_HOLDS_OBJECT (node))
    g_ptr_array_add (frame->merges, json_node_ref (node));
  else if (array == NULL || length > 0)
    return troupe_yaml_fail (
        self, TROUPE_JSON_ERROR_SYNTAX, note->props,
        _ ("“<<” merges other mappings: expected a mapping or a list of mappings after it"));
  note->next_merge = get_note (self, frame->record)->first_merge;
  get_note (self, frame->record)->first_merge = record + 1;
  return TRUE;
}

/* Completes a value and stores it in its container. Takes ownership of @node. */
static gboolean
end_record (Reader *self, guint record, JsonNode *node, guint end, guint64 weight, guint height)
{
  Frame *frame = get_frame (self);
  g_autoptr (JsonNode) owned = node;
  gboolean is_good = TRUE;

  get_record (self, record)->value = node;
  get_record (self, record)->span.end = end;
  get_note (self, record)->last = self->records->len;
  if (self->frames->len + height > TROUPE_LIMIT_NESTING)
    return troupe_yaml_fail_depth (self, get_note (self, record)->props);
  if (self->records->len > TROUPE_LIMIT_DOCUMENT_VALUES)
    {
      g_autofree char *message =
          g_strdup_printf (_ ("expected at most %u values, found more. Put large data into files "
                              "that the document reads"),
                           TROUPE_LIMIT_DOCUMENT_VALUES);

      return troupe_yaml_fail (self, TROUPE_JSON_ERROR_TOO_LARGE, end, message);
    }
  if (frame == NULL)
    {
      self->root = g_steal_pointer (&owned);
      return TRUE;
    }
  frame->end = end;
  frame->weight += weight;
  frame->height = MAX (frame->height, height);
  if (!frame->is_map)
    {
      json_array_add_element (frame->array, g_steal_pointer (&owned));
      return TRUE;
    }
  if (frame->key_is_merge)
    is_good = add_merge (self, frame, node, record);
  /* Nodes must outlive the text, because records are keyed by node pointer. */
  if (frame->key_is_merge)
    g_ptr_array_add (self->keep, g_steal_pointer (&owned));
  else
    json_object_set_member (frame->own, frame->key, g_steal_pointer (&owned));
  g_clear_pointer (&frame->key, g_free);
  return is_good;
}

static gboolean
set_anchor (Reader *self, const yaml_char_t *name, guint record, guint64 weight, guint height)
{
  Anchor *anchor;

  g_assert (self != NULL);

  if (name == NULL)
    return TRUE;
  anchor = g_hash_table_lookup (self->anchors, name);
  anchor->node = get_record (self, record)->value;
  anchor->record = record;
  anchor->weight = weight;
  anchor->height = height;
  return TRUE;
}

/* Registers the anchor before its value is parsed, so that a recursive alias is detected. */
static gboolean
open_anchor (Reader *self, const yaml_char_t *name, guint at)
{
  g_autofree char *message = NULL;
  Anchor *earlier;
  guint line, column;

  g_assert (self != NULL);

  if (name == NULL)
    return TRUE;
  earlier = g_hash_table_lookup (self->anchors, name);
  if (earlier == NULL)
    {
      earlier = g_new0 (Anchor, 1);
      earlier->at = at;
      g_hash_table_insert (self->anchors, g_strdup ((const char *) name), earlier);
      return TRUE;
    }
  troupe_text_find_place (self->text, self->length, earlier->at, &line, &column);
  message = g_strdup_printf (_ ("found the duplicate anchor “%s”, which is already defined in line "
                                "%u, column %u. Use another name"),
                             (const char *) name, line, column);
  return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, at, message);
}

/* --- Keys ---------------------------------------------------------------------------------- */

/* Takes ownership of @name. */
static gboolean
set_key (Reader *self, Frame *frame, char *name, guint props, guint start, guint end)
{
  JsonNode *earlier;
  guint before = props;

  g_assert (self != NULL);

  frame->key = name;
  frame->key_props = props;
  frame->key_start = start;
  frame->key_end = end;
  frame->end = end;
  while (before > 0 && (self->text[before - 1] == ' ' || self->text[before - 1] == '\t'))
    before--;
  frame->key_is_odd = before > 0 && before < props && self->text[before - 1] == '?';
  earlier = frame->key_is_merge ? NULL : json_object_get_member (frame->own, name);
  if (earlier != NULL)
    {
      guint place = start;
      g_autofree char *message = NULL;
      guint line, column;

      for (guint i = frame->record; i < self->records->len; i++)
        if (get_record (self, i)->value == earlier)
          place = get_record (self, i)->span.key_start;
      troupe_text_find_place (self->text, self->length, place, &line, &column);
      message = g_strdup_printf (
          _ ("found the duplicate key “%s”, which is already defined in line %u, column %u"), name,
          line, column);
      return troupe_yaml_fail (self, TROUPE_JSON_ERROR_DUPLICATE_KEY, start, message);
    }
  return TRUE;
}

static gboolean
read_key (Reader *self, Frame *frame, const yaml_event_t *event)
{
  const char *text = (const char *) event->data.scalar.value;
  gsize length = event->data.scalar.length;
  guint props = troupe_yaml_to_byte (self, event->start_mark.index);
  guint end = troupe_yaml_to_byte (self, event->end_mark.index);
  TroupeYamlKind kind = troupe_yaml_get_kind (event);

  g_assert (self != NULL);

  if (memchr (text, '\0', length) != NULL)
    return troupe_yaml_fail_nul (self, props);
  frame->key_is_merge = kind == TROUPE_YAML_MERGE;
  frame->key_is_alias = FALSE;
  if (kind != TROUPE_YAML_STRING && kind != TROUPE_YAML_MERGE && kind != TROUPE_YAML_DEFAULT)
    {
      static const char *const messages[] = {
        [TROUPE_YAML_NULL] =
            N_ ("this key is read as null, but keys must be strings: put it in quotes"),
        [TROUPE_YAML_BOOLEAN] =
            N_ ("this key is read as true or false, but keys must be strings: put it in quotes"),
        [TROUPE_YAML_INTEGER] =
            N_ ("this key is read as a number, but keys must be strings: put it in quotes"),
        [TROUPE_YAML_DOUBLE] =
            N_ ("this key is read as a number, but keys must be strings: put it in quotes"),
        [TROUPE_YAML_TIME] =
            N_ ("this key is read as a date, but keys must be strings: put it in quotes"),
      };
      const char *message = kind < G_N_ELEMENTS (messages) ? messages[kind] : NULL;

      return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, props,
                               message != NULL ? _ (message) : _ ("expected a string as the key"));
    }
  if (event->data.scalar.anchor != NULL)
    {
      guint record = begin_record (self, TROUPE_YAML_PLAIN, props, props);

      /* A key is not a value of the tree, but an alias may refer to it. */
      g_ptr_array_add (self->keep, troupe_json_node_new_string (text));
      get_record (self, record)->value = g_ptr_array_index (self->keep, self->keep->len - 1);
      if (!open_anchor (self, event->data.scalar.anchor, props))
        return FALSE;
      set_anchor (self, event->data.scalar.anchor, record, 1, 0);
    }
  return set_key (self, frame, g_strndup (text, length), props,
                  troupe_yaml_skip_properties (self, props, end), end);
}

/* --- Events -------------------------------------------------------------------------------- */

static gboolean
read_scalar (Reader *self, const yaml_event_t *event)
{
  const char *text = (const char *) event->data.scalar.value;
  gsize length = event->data.scalar.length;
  guint props = troupe_yaml_to_byte (self, event->start_mark.index);
  guint end = troupe_yaml_to_byte (self, event->end_mark.index);
  guint start = troupe_yaml_skip_properties (self, props, end);
  Frame *frame = get_frame (self);
  const char *problem = NULL;
  TroupeYamlStyle style = troupe_yaml_get_style (event);
  guint64 weight = 1 + length / 16;
  guint record;
  JsonNode *node;

  if (frame != NULL && frame->is_map && frame->key == NULL)
    return read_key (self, frame, event);
  if (memchr (text, '\0', length) != NULL)
    return troupe_yaml_fail_nul (self, props);
  if (props == end && frame != NULL)
    {
      /* An empty value is positioned right after the colon or the dash. */
      props = find_sign (self, frame->end, end, frame->is_map ? ':' : '-');
      props = props < end ? props + 1 : frame->end;
      start = end = props;
    }
  if (style == TROUPE_YAML_LITERAL || style == TROUPE_YAML_FOLDED)
    end = troupe_yaml_trim_block (self, start, end);
  record = begin_record (self, style, props, start);
  if (!open_anchor (self, event->data.scalar.anchor, props))
    return FALSE;
  node = troupe_yaml_make_scalar (troupe_yaml_get_kind (event), text, length, &problem);
  if (node == NULL)
    return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, props, problem);
  if (!end_record (self, record, node, end, weight, 0))
    return FALSE;
  return set_anchor (self, event->data.scalar.anchor, record, weight, 0);
}

static gboolean
read_alias (Reader *self, const yaml_event_t *event)
{
  const char *name = (const char *) event->data.alias.anchor;
  guint start = troupe_yaml_to_byte (self, event->start_mark.index);
  guint end = troupe_yaml_to_byte (self, event->end_mark.index);
  const Anchor *anchor = g_hash_table_lookup (self->anchors, name);
  Frame *frame = get_frame (self);
  guint record;

  if (anchor == NULL || anchor->node == NULL)
    {
      g_autofree char *message = g_strdup_printf (
          anchor == NULL
              ? _ ("found the alias “*%s” without an anchor: expected “&%s” before it")
              : _ ("found the alias “*%s” inside the anchor “&%s”: a value cannot contain itself"),
          name, name);

      return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, start, message);
    }
  self->added += anchor->weight;
  if (self->added > TROUPE_LIMIT_YAML_ALIASES)
    return troupe_yaml_fail (
        self, TROUPE_JSON_ERROR_TOO_LARGE, start,
        _ ("the aliases of this document expand beyond the size limit: use fewer aliases"));
  get_note (self, anchor->record)->n_aliases++;
  if (frame != NULL && frame->is_map && frame->key == NULL)
    {
      frame->key_is_merge = FALSE;
      frame->key_is_alias = TRUE;
      if (!JSON_NODE_HOLDS_VALUE (anchor->node) ||
          json_node_get_value_type (anchor->node) != G_TYPE_STRING ||
          json_node_get_parent (anchor->node) != NULL)
        return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, start,
                                 _ ("expected a string as the key"));
      return set_key (self, frame, g_strdup (json_node_get_string (anchor->node)), start, start,
                      end);
    }
  record = begin_record (self, TROUPE_YAML_ALIAS, start, start);
  get_note (self, record)->target = anchor->record + 1;
  return end_record (self, record, troupe_yaml_copy_node (anchor->node), end, anchor->weight,
                     anchor->height);
}

static gboolean
is_tag_of_pairs (const yaml_char_t *tag)
{
  return strcmp ((const char *) tag, "tag:yaml.org,2002:omap") == 0 ||
         strcmp ((const char *) tag, "tag:yaml.org,2002:pairs") == 0;
}

static gboolean
read_start (Reader *self, const yaml_event_t *event, gboolean is_map)
{
  const yaml_char_t *tag = is_map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
  const yaml_char_t *anchor =
      is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
  gboolean is_flow = is_map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                            : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  guint props = troupe_yaml_to_byte (self, event->start_mark.index);
  guint start = troupe_yaml_to_byte (self, event->end_mark.index);
  Frame *above = get_frame (self);
  Frame frame = { .is_map = is_map, .is_flow = is_flow, .weight = 1 };

  if (above != NULL && above->is_map && above->key == NULL)
    return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, props,
                             _ ("expected a string as the key"));
  frame.is_pairs = !is_map && tag != NULL && is_tag_of_pairs (tag);
  if (tag != NULL && !frame.is_pairs && strcmp ((const char *) tag, "!") != 0 &&
      strcmp ((const char *) tag, is_map ? YAML_MAP_TAG : YAML_SEQ_TAG) != 0)
    return troupe_yaml_fail_tag (self, props);
  if (self->frames->len >= TROUPE_LIMIT_NESTING)
    return troupe_yaml_fail_depth (self, props);
  if (is_flow || (!is_map && (start >= self->length || self->text[start] != '-')))
    start -= start > props ? 1 : 0;
  frame.record = begin_record (self, is_flow ? TROUPE_YAML_FLOW : TROUPE_YAML_BLOCK, props, start);
  frame.end = start;
  if (is_flow && start < self->length && self->text[start] == (is_map ? '{' : '['))
    frame.end++;
  else if (is_flow)
    get_note (self, frame.record)->is_odd = TRUE;
  if (!open_anchor (self, anchor, props))
    return FALSE;
  frame.anchor = (yaml_char_t *) g_strdup ((const char *) anchor);
  if (is_map)
    {
      frame.own = json_object_new ();
      frame.merges = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
    }
  else
    frame.array = json_array_new ();
  g_array_append_val (self->frames, frame);
  return TRUE;
}

/* For `!!omap` and `!!pairs`: replaces each map of one field with a list of its name and value. */
static gboolean
make_pairs (Reader *self, Frame *frame)
{
  JsonArray *pairs = json_array_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < json_array_get_length (frame->array); i++)
    {
      JsonNode *element = json_array_get_element (frame->array, i);
      g_autoptr (JsonArray) pair = json_array_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      if (!JSON_NODE_HOLDS_OBJECT (element) ||
          json_object_get_size (json_node_get_object (element)) != 1)
        {
          json_array_unref (pairs);
          return troupe_yaml_fail (
              self, TROUPE_JSON_ERROR_SYNTAX, get_note (self, frame->record)->props,
              _ ("expected a list of mappings with one key each after this tag"));
        }
      json_object_iter_init_ordered (&iter, json_node_get_object (element));
      json_object_iter_next_ordered (&iter, &name, &value);
      json_array_add_element (pair, troupe_json_node_new_string (name));
      json_array_add_element (pair, json_node_ref (value));
      g_ptr_array_add (self->keep, json_node_ref (element));
      json_array_add_element (pairs, json_node_init_array (json_node_alloc (), pair));
      json_node_seal (json_array_get_element (pairs, i));
    }
  json_array_unref (frame->array);
  frame->array = pairs;
  return TRUE;
}

static gboolean
read_end (Reader *self, const yaml_event_t *event)
{
  Frame frame = *get_frame (self);
  JsonNode *node;
  g_autofree yaml_char_t *anchor = NULL;
  guint end = frame.end;
  gboolean is_good;

  if (frame.is_pairs)
    {
      if (!make_pairs (self, get_frame (self)))
        return FALSE;
      frame = *get_frame (self);
    }
  node = json_node_alloc ();
  anchor = frame.anchor;

  if (frame.is_flow && !get_note (self, frame.record)->is_odd)
    end = troupe_yaml_to_byte (self, event->end_mark.index);
  else if (frame.is_flow)
    end = MAX (end, get_record (self, frame.record)->span.start);
  if (frame.is_map && frame.merges->len > 0)
    {
      g_autoptr (JsonObject) merged = NULL;
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      /* Creates the contents of a map with merge keys. The merged members come first and are
       * overridden by the map's own members. */
      merged = json_object_new ();
      for (guint i = 0; i <= frame.merges->len; i++)
        {
          JsonNode *other = i < frame.merges->len ? g_ptr_array_index (frame.merges, i) : NULL;

          json_object_iter_init_ordered (&iter,
                                         other != NULL ? json_node_get_object (other) : frame.own);
          while (json_object_iter_next_ordered (&iter, &key, &member))
            {
              /* If the same map is merged twice, JSON-GLib would leak the reference. */
              if (json_object_get_member (merged, key) != member)
                json_object_set_member (merged, key, json_node_ref (member));
            }
        }
      json_node_init_object (node, merged);
      /* Keeps overridden values alive, because they have positions, too. */
      g_ptr_array_add (self->keep, json_node_init_object (json_node_alloc (), frame.own));
      json_node_seal (g_ptr_array_index (self->keep, self->keep->len - 1));
    }
  else if (frame.is_map)
    json_node_init_object (node, frame.own);
  else
    json_node_init_array (node, frame.array);
  json_node_seal (node);
  troupe_yaml_frame_clear (&frame);
  g_array_set_size (self->frames, self->frames->len - 1);
  is_good = end_record (self, frame.record, node, end, frame.weight, frame.height + 1);
  return is_good && set_anchor (self, anchor, frame.record, frame.weight, frame.height + 1);
}

gboolean
troupe_yaml_read_event (Reader *self, const yaml_event_t *event)
{
  switch (event->type)
    {
    case YAML_SCALAR_EVENT:
      return read_scalar (self, event);
    case YAML_ALIAS_EVENT:
      return read_alias (self, event);
    case YAML_MAPPING_START_EVENT:
      return read_start (self, event, TRUE);
    case YAML_SEQUENCE_START_EVENT:
      return read_start (self, event, FALSE);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
      return read_end (self, event);
    case YAML_DOCUMENT_START_EVENT:
      if (self->has_hidden_directive && event->data.document_start.implicit)
        return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX,
                                 troupe_yaml_to_byte (self, event->start_mark.index),
                                 _ ("expected “---” after a directive"));
      if (self->n_documents++ > 0)
        return troupe_yaml_fail (
            self, TROUPE_JSON_ERROR_SYNTAX, troupe_yaml_to_byte (self, event->start_mark.index),
            _ ("found a second document after “---”: expected one document per file"));
      return TRUE;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    default:
      return TRUE;
    }
}
