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

/* --- Search passes ---------------------------------------------------------------------------- */

/* Searches @node and everything inside of it. @path: the path of @node; restored on return. */
static void
look_into (TroupeFind *self, const char *method, JsonNode *node, const char *key, GString *path)
{
  gsize length = path->len;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    {
      look_at_text (self, method, path->str, method, key, json_node_get_string (node));
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
look_at_method (TroupeFind *self)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  const TroupeFlowMethod *method = troupe_flow_get_method (flow, self->next);
  g_autoptr (GString) path = NULL;

  g_assert (self != NULL);

  if (self->pass == PASS_NAMES)
    {
      if (find_words (self, method->name) >= 0)
        add_hit (self, method->name, NULL, method->name, NULL);
      return;
    }
  if (*self->words == '\0' || method->node == NULL)
    return;
  path = g_string_new ("methods.");
  g_string_append (path, method->name);
  look_into (self, method->name, method->node, NULL, path);
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

  if (*self->words == '\0')
    return;
  look_at_list (self, troupe_document_get_notes (TROUPE_DOCUMENT (self->document)), "text",
                _ ("Note"));
  look_at_list (self,
                troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self->document)),
                                      groups_path),
                "title", _ ("Group"));
}

static void
look_at_problem (TroupeFind *self)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
  const TroupeProblem *problem = g_ptr_array_index (problems, self->next);

  g_assert (self != NULL);

  if (*self->words != '\0' && problem->method != NULL)
    look_at_text (self, problem->method, problem->path, problem->method, NULL, problem->message);
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
        look_at_method (self);
      else if (self->pass == PASS_SHEETS)
        look_at_sheets (self);
      else
        look_at_problem (self);
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

void
troupe_find_free (TroupeFind *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->document);
  g_free (self->words);
  g_free (self);
}
