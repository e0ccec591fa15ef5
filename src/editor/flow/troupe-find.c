/* troupe-find.c: full-text search in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-find"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-find.h"

#define MAX_HITS 500 /* limits hits other than names, all of which can be chosen */
#define BEFORE 24    /* characters of context before the match */
#define AFTER 80
#define CHECK_EVERY 16 /* objects between two checks of the clock */

struct _TroupeFindHit
{
  GObject parent_instance;

  char *id;
  char *path;
  char *title;
  char *detail;
};

G_DEFINE_FINAL_TYPE (TroupeFindHit, troupe_find_hit, G_TYPE_OBJECT)

typedef enum
{
  PASS_NAMES,
  PASS_TEXTS,
  PASS_SHEETS, /* notes and groups */
  PASS_PROBLEMS,
  N_PASSES
} Pass;

struct _TroupeFind
{
  TroupeFlowDocument *document;
  char *words; /* case-folded */
  char *used;  /* (nullable): the name whose uses are searched for, instead of the words */
  Pass pass;
  guint next;
  GListStore *hits;
};

/* --- Search results --------------------------------------------------------------------------- */

static void
troupe_find_hit_finalize (GObject *object)
{
  TroupeFindHit *self = TROUPE_FIND_HIT (object);

  g_free (self->id);
  g_free (self->path);
  g_free (self->title);
  g_free (self->detail);

  G_OBJECT_CLASS (troupe_find_hit_parent_class)->finalize (object);
}

static void
troupe_find_hit_class_init (TroupeFindHitClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_find_hit_finalize;
}

static void
troupe_find_hit_init (TroupeFindHit *self)
{
}

const char *
troupe_find_hit_get_id (TroupeFindHit *self)
{
  g_return_val_if_fail (TROUPE_IS_FIND_HIT (self), NULL);

  return self->id;
}

const char *
troupe_find_hit_get_path (TroupeFindHit *self)
{
  g_return_val_if_fail (TROUPE_IS_FIND_HIT (self), NULL);

  return self->path;
}

const char *
troupe_find_hit_get_title (TroupeFindHit *self)
{
  g_return_val_if_fail (TROUPE_IS_FIND_HIT (self), NULL);

  return self->title;
}

const char *
troupe_find_hit_get_detail (TroupeFindHit *self)
{
  g_return_val_if_fail (TROUPE_IS_FIND_HIT (self), NULL);

  return self->detail;
}

static void
add_hit (TroupeFind *self, const char *id, const char *path, const char *title, char *detail)
{
  g_autoptr (TroupeFindHit) hit = g_object_new (TROUPE_TYPE_FIND_HIT, NULL);

  g_assert (self != NULL);

  hit->id = g_strdup (id);
  hit->path = g_strdup (path);
  hit->title = g_strdup (title);
  hit->detail = detail;
  g_list_store_append (self->hits, hit);
}

/* --- Searching a string ----------------------------------------------------------------------- */

/* Returns the character offset of the words in @text, or -1 if they are not found. Case folding
 * may change the number of characters, which only shifts the excerpt. */
static glong
find_words (TroupeFind *self, const char *text)
{
  g_autofree char *folded = NULL;
  const char *at;

  g_assert (self != NULL);

  if (*self->words == '\0')
    return 0;
  if (g_str_is_ascii (text))
    at = strcasestr (text, self->words);
  else
    {
      folded = g_utf8_casefold (text, -1);
      at = strstr (folded, self->words);
    }

  return at != NULL ? g_utf8_pointer_to_offset (folded != NULL ? folded : text, at) : -1;
}

/* Returns an excerpt around the match in one line. (transfer full) */
static char *
cut_out (const char *text, glong at)
{
  glong length = g_utf8_strlen (text, -1);
  glong from = MAX (at - BEFORE, 0);
  glong to = MIN (at + AFTER, length);
  g_autofree char *part = g_utf8_substring (text, MIN (from, length), to);
  g_auto (GStrv) lines = g_strsplit_set (part, "\n\r\t", -1);
  g_autofree char *line = g_strjoinv (" ", lines);

  return g_strconcat (from > 0 ? "…" : "", line, to < length ? "…" : "", NULL);
}

static void
look_at_text (TroupeFind *self,
              const char *id,
              const char *path,
              const char *title,
              const char *key,
              const char *text)
{
  glong at = find_words (self, text);
  g_autofree char *part = NULL;

  if (at < 0)
    return;

  part = cut_out (text, at);
  add_hit (self, id, path, title,
           key != NULL ? g_strconcat (key, ": ", part, NULL) : g_steal_pointer (&part));
}

/* --- Uses of a name --------------------------------------------------------------------------- */

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Returns TRUE if @text contains @name as a whole. */
static gboolean
has_name (const char *text, const char *name)
{
  const gsize length = strlen (name);

  for (const char *at = strstr (text, name); at != NULL; at = strstr (at + 1, name))
    if ((at == text || !is_of_name (at[-1])) && !is_of_name (at[length]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if @text reads the output of the method @name. */
static gboolean
reads_output (const char *text, const char *name)
{
  g_autofree char *member = g_strconcat ("outputs.", name, NULL);
  g_autofree char *single = g_strdup_printf ("outputs['%s']", name);
  g_autofree char *twice = g_strdup_printf ("outputs[\"%s\"]", name);

  return has_name (text, member) || strstr (text, single) != NULL || strstr (text, twice) != NULL;
}

static gboolean
emits (const TroupeFlowMethod *method, const char *event)
{
  return method->emit != NULL && g_strv_contains ((const char *const *) method->emit, event);
}

/* Returns TRUE if the literals of an expression of @method can be the event: it emits the event, or the
 * expression reads the output of a method that does. */
static gboolean
can_mean_event (TroupeFind *self, const TroupeFlowMethod *method, const char *text)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);

  g_assert (self != NULL);

  if (emits (method, self->used))
    return TRUE;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *other = troupe_flow_get_method (flow, i);

      if (emits (other, self->used) && reads_output (text, other->name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_literal (const char *text, const char *value)
{
  g_autofree char *single = g_strdup_printf ("'%s'", value);
  g_autofree char *twice = g_strdup_printf ("\"%s\"", value);

  return strstr (text, single) != NULL || strstr (text, twice) != NULL;
}

/* Returns TRUE if the text at @path uses the name: a condition or a list of events names it, or an expression
 * or template reads it. Other texts only happen to contain it. */
static gboolean
is_use (TroupeFind *self, const TroupeFlowMethod *method, const char *path, const char *text)
{
  static const char *const names[] = { "listen", "start", "emit", "human_feedback.emit",
                                       "human_feedback.default_outcome" };
  const char *rest = path + strlen ("methods.") + strlen (method->name);

  g_assert (self != NULL);

  rest += *rest == '.' ? 1 : 0;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (rest, names[i]) && !is_of_name (rest[strlen (names[i])]))
      return g_str_equal (text, self->used);
  if (g_str_equal (rest, "description"))
    return FALSE;
  if (strchr (self->used, '.') != NULL)
    return has_name (text, self->used);
  return reads_output (text, self->used) ||
         (has_literal (text, self->used) && can_mean_event (self, method, text));
}

/* --- Search passes ---------------------------------------------------------------------------- */

/* Searches @node and everything inside of it. @path: the path of @node; restored on return. */
static void
look_into (TroupeFind *self,
           const TroupeFlowMethod *method,
           JsonNode *node,
           const char *key,
           GString *path)
{
  gsize length = path->len;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    {
      if (self->used == NULL || is_use (self, method, path->str, json_node_get_string (node)))
        look_at_text (self, method->name, path->str, method->name, key,
                      json_node_get_string (node));
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          g_string_append_printf (path, ".%s", name);
          look_into (self, method, member, name, path);
          g_string_truncate (path, length);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_string_append_printf (path, ".%u", i);
          look_into (self, method, json_array_get_element (array, i), key, path);
          g_string_truncate (path, length);
        }
    }
}

static guint
count_things (TroupeFind *self)
{
  GPtrArray *problems;

  g_assert (self != NULL);

  switch ((int) self->pass)
    {
    case PASS_NAMES:
    case PASS_TEXTS:
      return troupe_flow_get_n_methods (troupe_flow_document_get_flow (self->document));
    case PASS_SHEETS:
      return 1;
    default:
      problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
      return problems != NULL ? problems->len : 0;
    }
}

static void
look_at_list (TroupeFind *self, JsonNode *list, const char *key, const char *title)
{
  for (guint i = 0; list != NULL && JSON_NODE_HOLDS_ARRAY (list) &&
                    i < json_array_get_length (json_node_get_array (list));
       i++)
    {
      JsonNode *node = json_array_get_element (json_node_get_array (list), i);
      const char *const id_path[] = { "id", NULL };
      const char *const text_path[] = { key, NULL };
      JsonNode *id = troupe_json_tree_get (node, id_path);
      JsonNode *text = troupe_json_tree_get (node, text_path);

      if (id != NULL && text != NULL && JSON_NODE_HOLDS_VALUE (id) &&
          JSON_NODE_HOLDS_VALUE (text) && json_node_get_value_type (id) == G_TYPE_STRING &&
          json_node_get_value_type (text) == G_TYPE_STRING)
        look_at_text (self, json_node_get_string (id), NULL, title, NULL,
                      json_node_get_string (text));
    }
}

static void
look_at_sheets (TroupeFind *self)
{
  static const char *const groups_path[] = { "x-troupe", "groups", NULL };

  g_assert (self != NULL);

  if (*self->words == '\0' || self->used != NULL)
    return;
  look_at_list (self, troupe_document_get_notes (TROUPE_DOCUMENT (self->document)), "text",
                _ ("Note"));
  look_at_list (self,
                troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self->document)),
                                      groups_path),
                "title", _ ("Group"));
}

gboolean
troupe_find_step (TroupeFind *self, GListStore *hits, gint64 budget)
{
  gint64 end = g_get_monotonic_time () + budget;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (G_IS_LIST_STORE (hits), FALSE);

  self->hits = hits;
  for (guint i = 1; self->pass < N_PASSES; i++)
    {
      if (self->next >= count_things (self))
        {
          self->pass++;
          self->next = 0;
          continue;
        }
      if (self->pass <= PASS_TEXTS)
        {
          TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
          const TroupeFlowMethod *method = troupe_flow_get_method (flow, self->next);
          g_autoptr (GString) path = NULL;

          if (self->pass == PASS_NAMES)
            {
              if (self->used != NULL ? g_str_equal (method->name, self->used)
                                     : find_words (self, method->name) >= 0)
                add_hit (self, method->name, NULL, method->name, NULL);
            }
          else if (*self->words != '\0' && method->node != NULL)
            {
              path = g_string_new ("methods.");
              g_string_append (path, method->name);
              look_into (self, method, method->node, NULL, path);
            }
        }
      else if (self->pass == PASS_SHEETS)
        look_at_sheets (self);
      else
        {
          GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
          const TroupeProblem *problem = g_ptr_array_index (problems, self->next);

          if (*self->words != '\0' && self->used == NULL && problem->method != NULL)
            look_at_text (self, problem->method, problem->path, problem->method, NULL,
                          problem->message);
        }
      self->next++;
      if (self->pass > PASS_NAMES && g_list_model_get_n_items (G_LIST_MODEL (hits)) >= MAX_HITS)
        return FALSE;
      if (i % CHECK_EVERY == 0 && g_get_monotonic_time () > end)
        return TRUE;
    }

  return FALSE;
}

TroupeFind *
troupe_find_new (TroupeFlowDocument *document, const char *words)
{
  TroupeFind *self;
  g_autofree char *bare = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);
  g_return_val_if_fail (words != NULL, NULL);

  self = g_new0 (TroupeFind, 1);
  self->document = g_object_ref (document);
  bare = g_strstrip (g_strdup (words));
  self->words = g_utf8_casefold (bare, -1);

  return self;
}

TroupeFind *
troupe_find_new_uses (TroupeFlowDocument *document, const char *name)
{
  TroupeFind *self = troupe_find_new (document, name);

  if (self != NULL)
    self->used = g_strdup (name);

  return self;
}

void
troupe_find_free (TroupeFind *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->document);
  g_free (self->words);
  g_free (self->used);
  g_free (self);
}
