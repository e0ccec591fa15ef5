/* troupe-crew-subject.c: the crew being edited, in a project or inline in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-subject"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-document.h"
#include "troupe-crew-location.h"
#include "troupe-crew-subject-private.h"
#include "troupe-tree.h"

struct _TroupeCrewSubject
{
  GObject parent_instance;

  TroupeDocument *document;
  char **path;    /* (nullable): path of an inline crew in the flow */
  JsonNode *none; /* empty map, returned if the crew is gone */
  gboolean is_gone;

  JsonNode *seen;           /* (nullable): the crew's map at the last `changed` */
  JsonNode *read;           /* (nullable): map from which @crew was parsed, if inline */
  TroupeCrew *crew;         /* (nullable): model of an inline crew */
  GPtrArray *read_problems; /* (nullable): problems of parsing @read, with subject paths */
  TroupeDocumentParts *judged; /* (nullable): parts to which @problems apply */
  GPtrArray *problems;         /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeCrewSubject, troupe_crew_subject, G_TYPE_OBJECT)

enum
{
  CHANGED,
  GONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
forget (TroupeCrewSubject *self)
{
  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  g_clear_pointer (&self->read, json_node_unref);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->read_problems, g_ptr_array_unref);
  g_clear_pointer (&self->judged, troupe_document_parts_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
}

static void
troupe_crew_subject_finalize (GObject *object)
{
  TroupeCrewSubject *self = TROUPE_CREW_SUBJECT (object);

  forget (self);
  g_clear_pointer (&self->seen, json_node_unref);
  g_clear_pointer (&self->none, json_node_unref);
  g_clear_pointer (&self->path, g_strfreev);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (troupe_crew_subject_parent_class)->finalize (object);
}

static void
troupe_crew_subject_class_init (TroupeCrewSubjectClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_subject_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[GONE] = g_signal_new ("gone", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
troupe_crew_subject_init (TroupeCrewSubject *self)
{
  self->none = troupe_tree_take_object (json_object_new ());
}

TroupeCrewView
troupe_crew_subject_get_view (TroupeCrewSubject *self)
{
  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  return (TroupeCrewView){ troupe_document_get_parts (self->document),
                           (const char *const *) self->path };
}

/* --- Tracking changes of the document --------------------------------------------------------- */

static void
note_seen (TroupeCrewSubject *self)
{
  TroupeCrewView view = troupe_crew_subject_get_view (self);
  JsonNode *root = troupe_crew_view_get_root (&view);

  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  g_clear_pointer (&self->seen, json_node_unref);
  self->seen = root != NULL ? json_node_ref (root) : NULL;
}

/* Updates the path after the method was renamed. Searches for a method that contains the same
 * map at the same inner path. */
static void
follow (TroupeCrewSubject *self)
{
  JsonNode *main = troupe_document_get_root (self->document);
  JsonNode *named = troupe_tree_get_member (main, self->path[0]);
  JsonObjectIter iter;
  const char *key;

  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  if (self->seen == NULL || self->path[1] == NULL || named == NULL ||
      !JSON_NODE_HOLDS_OBJECT (named))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (named));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      char *old = self->path[1];

      self->path[1] = g_strdup (key);
      if (troupe_json_tree_get (main, (const char *const *) self->path) == self->seen)
        {
          g_free (old);
          return;
        }
      g_free (self->path[1]);
      self->path[1] = old;
    }
}

static void
document_changed_cb (TroupeDocument *document, TroupeCrewSubject *self)
{
  TroupeCrewView view;
  JsonNode *root;

  g_assert (TROUPE_IS_DOCUMENT (document));
  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  view = troupe_crew_subject_get_view (self);
  root = troupe_crew_view_get_root (&view);
  if (root == NULL && self->path != NULL)
    {
      follow (self);
      view = troupe_crew_subject_get_view (self);
      root = troupe_crew_view_get_root (&view);
    }
  if (root == NULL)
    {
      /* @seen is kept, because undo may restore the crew, even under another name. */
      forget (self);
      if (!self->is_gone)
        {
          self->is_gone = TRUE;
          g_signal_emit (self, signals[GONE], 0);
        }
      return;
    }
  if (self->path != NULL && root == self->seen && !self->is_gone)
    return;
  self->is_gone = FALSE;
  note_seen (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static TroupeCrewSubject *
subject_new (TroupeDocument *document, const char *const *path)
{
  TroupeCrewSubject *self = g_object_new (TROUPE_TYPE_CREW_SUBJECT, NULL);

  self->document = g_object_ref (document);
  self->path = g_strdupv ((char **) path);
  note_seen (self);
  self->is_gone = self->seen == NULL;
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self, 0);
  return self;
}

TroupeCrewSubject *
troupe_crew_subject_new (TroupeCrewDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (document), NULL);

  return subject_new (TROUPE_DOCUMENT (document), NULL);
}

TroupeCrewSubject *
troupe_crew_subject_new_inline (TroupeDocument *document, const char *const *path)
{
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (path != NULL && path[0] != NULL, NULL);

  return subject_new (document, path);
}

TroupeDocument *
troupe_crew_subject_get_document (TroupeCrewSubject *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  return self->document;
}

gboolean
troupe_crew_subject_is_project (TroupeCrewSubject *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), FALSE);

  return self->path == NULL;
}

const char *const *
troupe_crew_subject_get_path (TroupeCrewSubject *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  return (const char *const *) self->path;
}

/* --- Model and problems ----------------------------------------------------------------------- */

/* Copies @problem with @path, a path of the subject. (transfer full) */
static TroupeProblem *
tell_at (const TroupeProblem *problem, const char *path)
{
  TroupeProblem *translated =
      troupe_problem_new (problem->severity, problem->code, path, "%s", problem->message);

  translated->part = g_strdup (problem->part);
  translated->method = g_strdup (problem->method);
  translated->line = problem->line;
  translated->column = problem->column;
  translated->fix = g_strdup (problem->fix);
  translated->fix_action = g_strdup (problem->fix_action);
  translated->fix_label = g_strdup (problem->fix_label);
  return translated;
}

/* Parses an inline crew. @problems: (out) (transfer full) (nullable). (transfer full) (nullable) */
static TroupeCrew *
read_inline (const TroupeCrewView *view, GPtrArray **problems)
{
  JsonNode *root = troupe_crew_view_get_root (view);
  const TroupeDocumentPart *main = troupe_document_parts_find (view->parts, "");
  g_auto (TroupeCrewReader) reader = { NULL };
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeCrew) crew = NULL;

  *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  troupe_crew_reader_init (&reader, NULL, TRUE);
  if (root == NULL)
    return NULL;
  value = troupe_value_from_node (root);
  crew = troupe_crew_read_definition (&reader, value);
  for (guint i = 0; i < reader.problems->len; i++)
    {
      const TroupeProblem *problem = reader.problems->pdata[i];
      g_autoptr (TroupeProblem) placed =
          troupe_crew_locate_problem (problem, &g_array_index (reader.spots, TroupeCrewSpot, i), "",
                                      problem->path, root, main->source);
      g_autofree char *path = troupe_crew_view_make_path (view, "", problem->path);

      g_ptr_array_add (*problems, tell_at (placed, path));
    }
  return g_steal_pointer (&crew);
}

static void
ensure_read (TroupeCrewSubject *self)
{
  TroupeCrewView view = troupe_crew_subject_get_view (self);
  JsonNode *root = troupe_crew_view_get_root (&view);

  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  if (root != NULL && root == self->read)
    return;
  forget (self);
  self->read = root != NULL ? json_node_ref (root) : NULL;
  self->crew = read_inline (&view, &self->read_problems);
}

TroupeCrew *
troupe_crew_subject_get_crew (TroupeCrewSubject *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  if (self->path == NULL)
    return troupe_crew_document_get_crew (TROUPE_CREW_DOCUMENT (self->document));
  ensure_read (self);
  return self->crew;
}

/* Converts a path in the main part to a path relative to the crew's map. Returns NULL if the
 * path is outside of this map. (transfer full) (nullable) */
static char *
cut_path (TroupeCrewSubject *self, const char *path)
{
  g_auto (GStrv) keys = troupe_tree_split_path (troupe_document_get_root (self->document), path);
  guint i = 0;

  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  for (; keys != NULL && self->path[i] != NULL; i++)
    if (keys[i] == NULL || !g_str_equal (keys[i], self->path[i]))
      return NULL;
  return keys != NULL ? g_strjoinv (".", keys + i) : NULL;
}

/* Returns TRUE if @problems has an error at @path. Used to avoid duplicates, because the flow
 * reports some of the same errors. */
static gboolean
has_error_at (GPtrArray *problems, const char *path)
{
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *other = problems->pdata[i];

      if (other->severity == TROUPE_SEVERITY_ERROR && g_str_equal (other->path, path))
        return TRUE;
    }
  return FALSE;
}

TroupeProblem *
troupe_crew_subject_tell_problem (TroupeCrewSubject *self, const TroupeProblem *problem)
{
  TroupeCrewView view;
  g_autofree char *inner = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);
  g_return_val_if_fail (problem != NULL, NULL);

  inner = self->path != NULL && problem->path != NULL ? cut_path (self, problem->path) : NULL;
  if (inner == NULL || *inner == '\0')
    return NULL;
  view = troupe_crew_subject_get_view (self);
  path = troupe_crew_view_make_path (&view, "", inner);
  return path != NULL ? tell_at (problem, path) : NULL;
}

/* Sorts the problems by severity, errors first. */
static GPtrArray *
sort_problems (GPtrArray *problems)
{
  GPtrArray *sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  for (int severity = TROUPE_SEVERITY_ERROR; severity <= TROUPE_SEVERITY_HINT; severity++)
    for (guint i = 0; i < problems->len; i++)
      {
        TroupeProblem *problem = problems->pdata[i];

        if ((int) problem->severity == severity)
          g_ptr_array_add (sorted, troupe_problem_ref (problem));
      }
  return sorted;
}

GPtrArray *
troupe_crew_subject_get_problems (TroupeCrewSubject *self)
{
  TroupeCrewView view;
  GPtrArray *all;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  if (self->path != NULL)
    ensure_read (self);
  if (self->problems != NULL && self->judged == view.parts)
    return self->problems;
  g_clear_pointer (&self->judged, troupe_document_parts_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->judged = troupe_document_parts_ref (view.parts);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  for (guint i = 0; self->path != NULL && i < self->read_problems->len; i++)
    g_ptr_array_add (self->problems, troupe_problem_ref (self->read_problems->pdata[i]));
  if (self->path != NULL)
    {
      GPtrArray *problems = troupe_document_get_problems (self->document);

      for (guint i = 0; i < problems->len; i++)
        {
          const TroupeProblem *problem = problems->pdata[i];
          g_autofree char *inner = cut_path (self, problem->path);
          g_autofree char *path =
              inner != NULL ? troupe_crew_view_make_path (&view, "", inner) : NULL;

          if (path != NULL && !has_error_at (self->read_problems, path))
            g_ptr_array_add (self->problems, tell_at (problem, path));
        }
    }
  else
    {
      GPtrArray *problems = troupe_document_get_problems (self->document);

      for (guint i = 0; i < problems->len; i++)
        {
          const TroupeProblem *problem = problems->pdata[i];
          g_autofree char *path =
              troupe_crew_view_make_path (&view, problem->part != NULL ? problem->part : "",
                                          problem->path);

          g_ptr_array_add (self->problems, tell_at (problem, path));
        }
    }
  all = self->problems;
  self->problems = sort_problems (all);
  g_ptr_array_unref (all);
  return self->problems;
}

/* --- Contents of the document ----------------------------------------------------------------- */

guint
troupe_crew_subject_get_n_tasks (TroupeCrewSubject *self)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), 0);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_get_n_tasks (&view);
}

JsonNode *
troupe_crew_subject_get_task (TroupeCrewSubject *self, guint index)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_get_task (&view, index);
}

char *
troupe_crew_subject_dup_task_title (TroupeCrewSubject *self, guint index)
{
  TroupeCrewView view;
  const char *name;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  name = troupe_crew_view_get_task_name (&view, index);
  return name != NULL ? g_strdup (name) : g_strdup_printf (_ ("task %u"), index + 1);
}

char **
troupe_crew_subject_list_agents (TroupeCrewSubject *self)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_list_agents (&view);
}

JsonNode *
troupe_crew_subject_get_agent (TroupeCrewSubject *self, const char *name)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_get_agent (&view, name);
}

char *
troupe_crew_subject_dup_manager (TroupeCrewSubject *self)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  return g_strdup (troupe_crew_view_get_manager (&view));
}

TroupeCrewProcess
troupe_crew_subject_get_process (TroupeCrewSubject *self)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), TROUPE_CREW_SEQUENTIAL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_get_process (&view);
}

JsonNode *
troupe_crew_subject_get_root (TroupeCrewSubject *self)
{
  TroupeCrewView view;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  view = troupe_crew_subject_get_view (self);
  root = troupe_crew_view_get_root (&view);
  return root != NULL ? root : self->none;
}

/* @keys: NULL-terminated */
static void
add_placeholders (GPtrArray *names, JsonNode *map, const char *const *keys)
{
  for (guint i = 0; map != NULL && keys[i] != NULL; i++)
    {
      const char *text = troupe_tree_get_member_text (map, keys[i]);

      if (text != NULL)
        troupe_crew_add_placeholders (names, text);
    }
}

GPtrArray *
troupe_crew_subject_list_placeholders (TroupeCrewSubject *self)
{
  static const char *const of_task[] = { "description", "expected_output", "output_file", NULL };
  static const char *const of_agent[] = { "role", "goal", "backstory", NULL };
  GPtrArray *names;
  g_auto (GStrv) agents = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);

  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self); i++)
    add_placeholders (names, troupe_crew_subject_get_task (self, i), of_task);
  agents = troupe_crew_subject_list_agents (self);
  for (guint i = 0; agents[i] != NULL; i++)
    add_placeholders (names, troupe_crew_subject_get_agent (self, agents[i]), of_agent);
  return names;
}

JsonNode *
troupe_crew_subject_get_value (TroupeCrewSubject *self, const char *const *path)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_get (&view, path);
}

char *
troupe_crew_subject_dup_part (TroupeCrewSubject *self, const char *const *path)
{
  g_auto (GStrv) keys = NULL;
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_locate (&view, path, &keys);
}

char **
troupe_crew_subject_split_path (TroupeCrewSubject *self, const char *path)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  view = troupe_crew_subject_get_view (self);
  return troupe_crew_view_split_path (&view, path);
}

/* --- Edits ------------------------------------------------------------------------------------ */

/* Refuses an edit after which a valid inline crew could no longer be loaded, because the flow
 * document does not check this. */
static gboolean
check_inline (TroupeCrewSubject *self, TroupeDocumentParts *parts, GError **error)
{
  TroupeCrewView view = { parts, (const char *const *) self->path };
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeCrew) crew = NULL;

  g_assert (TROUPE_IS_CREW_SUBJECT (self));

  if (troupe_crew_subject_get_crew (self) == NULL)
    return TRUE;
  crew = read_inline (&view, &problems);
  if (crew != NULL)
    return TRUE;
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                       problems->len > 0 ? ((TroupeProblem *) problems->pdata[0])->message
                                         : _ ("The crew no longer exists."));
  return FALSE;
}

gboolean
troupe_crew_subject_commit (TroupeCrewSubject *self,
                            TroupeDocumentParts *parts,
                            const char *label,
                            const char *merge_key,
                            gboolean must_load,
                            GError **error)
{
  g_assert (TROUPE_IS_CREW_SUBJECT (self));
  g_assert (parts != NULL);

  if (must_load && self->path != NULL && !check_inline (self, parts, error))
    return FALSE;
  return troupe_document_commit_parts (self->document, parts, label, merge_key,
                                       must_load ? TROUPE_COMMIT_MUST_LOAD : TROUPE_COMMIT_DEFAULT,
                                       error);
}

/* Returns FALSE if the edit would create an agent file outside the project because of the
 * agent's name. */
static gboolean
is_safe (const TroupeCrewView *view, const char *const *path)
{
  return view->path != NULL || g_strcmp0 (path[0], "agents") != 0 || path[1] == NULL ||
         troupe_crew_view_find_file (view, path[1]) != NULL || troupe_crew_is_file_name (path[1]);
}

gboolean
troupe_crew_subject_set (TroupeCrewSubject *self,
                         const char *const *path,
                         JsonNode *value,
                         const char *label,
                         const char *merge_key,
                         GError **error)
{
  g_autoptr (TroupeDocumentParts) parts = NULL;
  g_autoptr (JsonNode) changed = NULL;
  g_auto (GStrv) keys = NULL;
  g_autofree char *part = NULL;
  JsonNode *current, *root;
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  view = troupe_crew_subject_get_view (self);
  current = troupe_crew_view_get (&view, path);
  if (current == NULL && value == NULL)
    return TRUE;
  if (current != NULL && value != NULL && troupe_json_node_equal (current, value))
    return TRUE;
  if (troupe_crew_view_get_root (&view) != NULL && is_safe (&view, path))
    {
      part = troupe_crew_view_locate (&view, path, &keys);
      root = troupe_document_parts_get_root (view.parts, part);
      changed = troupe_json_tree_with (root != NULL ? root : self->none, (const char *const *) keys,
                                       value);
    }
  if (changed == NULL || !JSON_NODE_HOLDS_OBJECT (changed))
    {
      g_set_error (
          error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
          _ ("Could not apply the change, because the crew does not contain the part to change."));
      return FALSE;
    }
  parts = troupe_document_parts_with_root (view.parts, part, changed);
  return troupe_crew_subject_commit (self, parts, label, merge_key, FALSE, error);
}

void
troupe_crew_subject_begin_edit (TroupeCrewSubject *self, const char *label)
{
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (self));

  troupe_document_begin_edit (self->document, label);
}

void
troupe_crew_subject_end_edit (TroupeCrewSubject *self)
{
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (self));

  troupe_document_end_edit (self->document);
}
