/* troupe-document-text.c: reads, writes and converts the text of a document part, JSON or YAML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-text"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-document.h"
#include "troupe-tree.h"

/* JSON texts up to this size, in bytes, are also parsed as YAML, to check whether CrewAI accepts
 * them. */
#define MOST_CHECKED (4u * 1024 * 1024)

TroupeFormat
troupe_format_from_path (const char *path, TroupeFormat fallback)
{
  g_return_val_if_fail (path != NULL, fallback);

  if (g_str_has_suffix (path, ".yaml") || g_str_has_suffix (path, ".yml"))
    return TROUPE_FORMAT_YAML;
  if (g_str_has_suffix (path, ".json") || g_str_has_suffix (path, ".jsonc"))
    return TROUPE_FORMAT_JSON;
  return fallback;
}

/* --- Differences between Troupe and CrewAI ---------------------------------------------------- */

/* Uses only the position in @place. */
static TroupeProblem *
add_note (GPtrArray *notes,
          TroupeSeverity severity,
          const char *code,
          const TroupePlace *place,
          const char *message)
{
  TroupeProblem *note = troupe_problem_new (severity, code, "", "%s", message);

  note->line = place->line;
  note->column = place->column;
  g_ptr_array_add (notes, note);
  return note;
}

/* CrewAI reads a flow as YAML. In YAML, comments begin with #, tabs are not allowed outside of
 * quotes, and there are further differences (doc/flow-semantics.md §1). */
static GPtrArray *
find_json_notes (const char *text, gsize length, gboolean is_jsonc)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  const char *tab = memchr (text, '\t', length);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) as_yaml = NULL;
  TroupePlace place;
  g_autoptr (GError) cause = NULL;
  TroupePlace strictness;

  /* Notes a trailing comma, which YAML accepts but strict JSON does not. */
  if (!is_jsonc && !troupe_json_check_text (text, length, TROUPE_JSON_STRICT, &cause) &&
      troupe_json_error_get_place (cause, &strictness, NULL))
    {
      if (!troupe_json_check_text (text, length, TROUPE_JSON_TRAILING_COMMAS, NULL))
        add_note (notes, TROUPE_SEVERITY_PORTABILITY, "json_comment", &strictness,
                  _ ("CrewAI cannot read flow files with // or block comments."));
      else
        add_note (notes, TROUPE_SEVERITY_PORTABILITY, "json_trailing_comma", &strictness,
                  _ ("Trailing commas are not valid JSON; other programs may reject the file."));
    }
  if (tab != NULL)
    {
      gsize offset = (gsize) (tab - text);
      const char *line = text;

      place.line = 1;
      for (const char *c = text; c < text + offset; c++)
        if (*c == '\n')
          {
            place.line++;
            line = c + 1;
          }
      place.column = 1 + (guint) g_utf8_strlen (line, text + offset - line);
      add_note (notes, TROUPE_SEVERITY_PORTABILITY, "json_tabs", &place,
                _ ("CrewAI cannot read files with tabs outside strings. Indent with spaces."));
    }
  /* libyaml does not support escapes of surrogates, but PyYAML accepts them. */
  if (notes->len > 0 || length > MOST_CHECKED || is_jsonc ||
      g_strstr_len (text, (gssize) length, "\\ud") != NULL ||
      g_strstr_len (text, (gssize) length, "\\uD") != NULL)
    return notes;
  as_yaml = troupe_yaml_read (text, length, NULL, &error);
  if (as_yaml == NULL && troupe_json_error_get_place (error, &place, NULL))
    {
      g_autofree char *message =
          g_strdup_printf (_ ("CrewAI reads every flow as YAML, and cannot parse this: %s."),
                           error->message);

      add_note (notes, TROUPE_SEVERITY_PORTABILITY, "json_not_yaml", &place, message);
    }
  return notes;
}

/* Adds a note for a file that has a JSON name but is not JSON, although CrewAI accepts it. */
static void
note_wrong_name (GPtrArray *notes, TroupeJsonText *source)
{
  gsize length;
  const char *text = troupe_json_text_get_text (source, &length);
  g_autoptr (GError) error = NULL;
  TroupePlace place;

  if (!troupe_json_check_text (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                               &error) &&
      troupe_json_error_get_place (error, &place, NULL))
    add_note (notes, TROUPE_SEVERITY_PORTABILITY, "yaml_in_json", &place,
              _ ("This file contains YAML but has a JSON extension. CrewAI accepts it; other "
                 "programs may not."));
}

static GPtrArray *
find_yaml_notes (TroupeJsonText *source, const char *name)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  TroupeYamlOddity oddity;
  TroupePlace place;
  TroupeProblem *note;

  if (name != NULL && troupe_format_from_path (name, TROUPE_FORMAT_YAML) == TROUPE_FORMAT_JSON)
    note_wrong_name (notes, source);
  if (!troupe_yaml_find_oddity (source, &oddity, &place))
    return notes;
  if (oddity == TROUPE_YAML_TAB)
    {
      note = add_note (notes, TROUPE_SEVERITY_PORTABILITY, "yaml_tabs", &place,
                       _ ("CrewAI cannot read YAML files with tabs outside quotes."));
      note->fix = g_strdup (_ ("Use spaces, or put the text in quotes."));
    }
  else
    {
      note = add_note (notes, TROUPE_SEVERITY_PORTABILITY, "yaml_question_mark", &place,
                       _ ("CrewAI cannot read an unquoted question mark inside brackets."));
      note->fix = g_strdup (_ ("Put the text in quotes."));
    }
  return notes;
}

/* --- Parsing ---------------------------------------------------------------------------------- */

/* Creates a problem. @node: (nullable): the node with the problem; NULL for the beginning of the
 * text. */
static TroupeProblem *
problem_at (const char *code, TroupeJsonText *source, JsonNode *node, const char *message)
{
  TroupeProblem *problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, code, "", "%s", message);
  TroupePlace place;

  problem->line = problem->column = 1;
  if (source != NULL && troupe_json_text_get_place (source, node, &place))
    {
      problem->line = place.line;
      problem->column = place.column;
    }
  return problem;
}

/* Returns TRUE if the text is empty except for blanks and comments. */
static gboolean
is_blank (const char *text, gsize length, JsonNode *root)
{
  gsize at = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (at < length && text[at] != '\0' && strchr (" \t\r\n", text[at]) != NULL)
    at++;
  return at == length || (root != NULL && JSON_NODE_HOLDS_NULL (root) && text[at] == '#');
}

static JsonNode *
read_either (const char *text,
             gsize length,
             const char *name,
             TroupeJsonText **source,
             TroupeFormat *format,
             GError **error)
{
  TroupeFormat named =
      name != NULL ? troupe_format_from_path (name, TROUPE_FORMAT_JSON) : TROUPE_FORMAT_JSON;
  gsize at;
  gboolean is_like_json;
  g_autoptr (GError) json_error = NULL;
  g_autoptr (GError) yaml_error = NULL;
  JsonNode *root = NULL;

  /* The text starts like JSON, with a bracket, a quote or a comment. */
  at = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < length && strchr (" \t\r\n", text[at]) != NULL && text[at] != '\0')
    at++;
  is_like_json = at == length || strchr ("{[\"/", text[at]) != NULL;

  *format = TROUPE_FORMAT_JSON;
  if (is_like_json)
    root = troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                             source, &json_error);
  if (root != NULL)
    return root;
  /* What is too large for JSON is so for YAML as well, which takes longer to read. */
  if (!g_error_matches (json_error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE))
    root = troupe_yaml_read (text, length, source, &yaml_error);
  else if (named == TROUPE_FORMAT_YAML)
    yaml_error = g_error_copy (json_error);
  *format = root != NULL || json_error == NULL || named == TROUPE_FORMAT_YAML ? TROUPE_FORMAT_YAML
                                                                              : TROUPE_FORMAT_JSON;
  if (root == NULL)
    g_propagate_error (error, *format == TROUPE_FORMAT_YAML ? g_steal_pointer (&yaml_error)
                                                            : g_steal_pointer (&json_error));
  return root;
}

/* Sets both the problem and the error for text that is not a map. */
static void
refuse (JsonNode *root,
        TroupeJsonText *source,
        gboolean is_blank_text,
        const char *name,
        const char *wanted,
        TroupeFormat format,
        TroupeDescribeOtherFunc describe_other,
        const char *other_code,
        GError *wrong,
        TroupeProblem **mistake,
        GError **error)
{
  g_autofree char *message = NULL;

  if (is_blank_text)
    {
      g_autofree char *empty = g_strdup_printf (_ ("The document is empty. %s"), wanted);

      *mistake = problem_at ("empty_document", NULL, NULL, empty);
    }
  else if (root == NULL)
    {
      const char *path = NULL;
      TroupePlace place;
      TroupeProblem *problem;
      gboolean has_place = troupe_json_error_get_place (wrong, &place, &path);

      /* The parser error is shown like other problems. */
      problem =
          troupe_problem_new (TROUPE_SEVERITY_ERROR, format == TROUPE_FORMAT_YAML ? "yaml" : "json",
                              path != NULL ? path : "", "%s", wrong->message);
      if (has_place)
        {
          problem->line = place.line;
          problem->column = place.column;
        }
      *mistake = problem;
    }
  else
    {
      g_autofree char *kind = describe_other != NULL ? describe_other (root) : NULL;
      g_autofree char *sentence =
          g_strconcat (kind != NULL ? kind : "", kind != NULL ? " " : "", wanted, NULL);

      *mistake = problem_at (other_code, source, root, sentence);
    }
  message = troupe_problem_to_text (*mistake, name);
  g_set_error_literal (error, wrong != NULL ? wrong->domain : TROUPE_DOCUMENT_ERROR,
                       wrong != NULL ? wrong->code : TROUPE_DOCUMENT_ERROR_INVALID, message);
}

JsonNode *
troupe_document_text_read (const char *text,
                           gsize length,
                           const char *name,
                           const char *expected,
                           TroupeDescribeOtherFunc describe_other,
                           const char *other_code,
                           TroupeJsonText **source,
                           GPtrArray **notes,
                           TroupeProblem **mistake,
                           GError **error)
{
  g_autofree char *wanted =
      g_strdup_printf (_ ("Expected %s: an object in JSON ({…}) or a mapping in YAML (name: …)."),
                       expected);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (JsonNode) root = NULL;
  TroupeFormat format;

  root = read_either (text, length, name, source, &format, &wrong);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    {
      *notes =
          format == TROUPE_FORMAT_YAML
              ? find_yaml_notes (*source, name)
              : find_json_notes (text, length, name != NULL && g_str_has_suffix (name, ".jsonc"));
      return g_steal_pointer (&root);
    }
  refuse (root, *source, is_blank (text, length, root), name, wanted, format, describe_other,
          other_code, wrong, mistake, error);
  g_clear_pointer (source, troupe_json_text_unref);
  return NULL;
}

JsonNode *
troupe_document_text_read_jsonc (const char *text,
                                 gsize length,
                                 const char *name,
                                 const char *expected,
                                 const char *other_code,
                                 TroupeJsonText **source,
                                 GPtrArray **notes,
                                 TroupeProblem **mistake,
                                 GError **error)
{
  g_autofree char *wanted = g_strdup_printf (_ ("Expected %s: an object in JSON ({…})."), expected);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (JsonNode) root =
      troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS, source,
                        &wrong);

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    {
      *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      return g_steal_pointer (&root);
    }
  refuse (root, *source, is_blank (text, length, NULL), name, wanted, TROUPE_FORMAT_JSON, NULL,
          other_code, wrong, mistake, error);
  g_clear_pointer (source, troupe_json_text_unref);
  return NULL;
}

/* --- Writing ------------------------------------------------------------------------------- */

gboolean
troupe_document_text_number_is_text (TroupeJsonText *source, JsonNode *node)
{
  TroupePlace place;
  const char *digits;
  gsize length;
  const char *e;

  if (source == NULL || troupe_json_text_is_yaml (source) || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_DOUBLE ||
      !troupe_json_text_get_place (source, node, &place))
    return FALSE;
  /* CrewAI's loader reads a number with an exponent as a string unless it has a point, and a
   * sign after the e (doc/flow-semantics.md §1). */
  digits = troupe_json_text_get_text (source, NULL) + place.start;
  length = place.end - place.start;
  e = memchr (digits, 'e', length);
  if (e == NULL)
    e = memchr (digits, 'E', length);
  if (e == NULL)
    return FALSE;
  return memchr (digits, '.', length) == NULL || (e[1] != '+' && e[1] != '-');
}

/* Converts the numbers of a JSON text for YAML. Numbers that CrewAI reads as strings become
 * strings. */
static JsonNode *
settle_number (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeJsonText *source = user_data;
  g_autofree char *digits = NULL;
  TroupePlace place;

  if (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node))
    return troupe_tree_map (node, settle_number, source);
  if (!troupe_document_text_number_is_text (source, node))
    return json_node_ref (node);
  troupe_json_text_get_place (source, node, &place);
  digits =
      g_strndup (troupe_json_text_get_text (source, NULL) + place.start, place.end - place.start);
  return troupe_json_node_new_string (digits);
}

char *
troupe_document_text_write (JsonNode *root,
                            TroupeJsonText *source,
                            TroupeFormat format,
                            gsize *length)
{
  gboolean is_yaml = source != NULL && troupe_json_text_is_yaml (source);
  g_autoptr (JsonNode) settled = NULL;

  if (format == TROUPE_FORMAT_JSON)
    return troupe_json_write (root, is_yaml ? NULL : source, length);
  if (is_yaml)
    return troupe_yaml_write (root, source, length);
  settled = settle_number (NULL, root, source);
  return troupe_yaml_write (settled, NULL, length);
}

/* State of the search for losses in a document that changes its format. */
typedef struct
{
  TroupeJsonText *source;
  TroupeFormat format;
  GPtrArray *losses;
  GString *path;
  char *refused; /* the path of a value that cannot be written */
} Search;

static void
add_loss (Search *self, JsonNode *node, const char *code, const char *message)
{
  TroupePlace place = { 0 };
  TroupeProblem *loss;

  g_assert (self != NULL);

  if (self->source != NULL && node != NULL)
    troupe_json_text_get_place (self->source, node, &place);
  loss = add_note (self->losses, TROUPE_SEVERITY_WARNING, code, &place, message);
  g_free (loss->path);
  loss->path = g_strdup (self->path->str);
}

/* Recursion is bounded, because no tree nests deeper than %TROUPE_LIMIT_NESTING. */
static void
search (Search *self, JsonNode *node)
{
  gsize length = self->path->len;

  g_assert (self != NULL);

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_string_append_printf (self->path, "%s%s", length > 0 ? "." : "", key);
          search (self, member);
          g_string_truncate (self->path, length);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_string_append_printf (self->path, "[%u]", i);
          search (self, json_array_get_element (array, i));
          g_string_truncate (self->path, length);
        }
    }
  else
    {
      if (self->format == TROUPE_FORMAT_JSON && troupe_json_node_is_time (node))
        add_loss (
            self, node, "lost_date",
            _ ("JSON has no dates: the date is saved as a string, which expressions can use."));
      if (self->format == TROUPE_FORMAT_JSON && JSON_NODE_HOLDS_VALUE (node) &&
          json_node_get_value_type (node) == G_TYPE_DOUBLE &&
          !isfinite (json_node_get_double (node)) && self->refused == NULL)
        self->refused = g_strdup (self->path->str);
      if (self->format == TROUPE_FORMAT_YAML &&
          troupe_document_text_number_is_text (self->source, node))
        add_loss (self, node, "number_as_text",
                  _ ("CrewAI reads this number as a string, because it has no decimal point or its "
                     "exponent has no sign. It is saved as a string."));
    }
}

gboolean
troupe_document_text_list_losses (JsonNode *root,
                                  TroupeJsonText *source,
                                  TroupeFormat format,
                                  GPtrArray **losses,
                                  GError **error)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  g_autoptr (GString) path = g_string_new (NULL);
  gboolean is_yaml = source != NULL && troupe_json_text_is_yaml (source);
  Search self = { source, format, found, path, NULL };

  if (is_yaml != (format == TROUPE_FORMAT_YAML))
    {
      TroupePlace place;

      if (self.source != NULL)
        {
          if (troupe_json_text_find_comment (self.source, &place))
            add_note (self.losses, TROUPE_SEVERITY_WARNING, "lost_comments", &place,
                      _ ("The comments of the document will be lost."));
          if (troupe_json_text_count_aliases (self.source) > 0)
            add_loss (&self, NULL, "lost_anchors",
                      _ ("Anchors and aliases are replaced by their values."));
        }
      search (&self, root);
    }
  if (self.refused != NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID,
                   _ ("%s: JSON does not support infinity or NaN. Use another number, or keep the "
                      "document in YAML."),
                   self.refused);
      g_free (self.refused);
      return FALSE;
    }
  if (losses != NULL)
    *losses = g_steal_pointer (&found);
  return TRUE;
}
