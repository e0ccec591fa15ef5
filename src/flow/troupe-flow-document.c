/* troupe-flow-document.c: a flow document that is open: its tree, its past and its future
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-document"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-document-private.h"

/* Steps with the same key become one when they follow each other within this time. */
#define MERGE_MICROSECONDS G_USEC_PER_SEC

/* How many steps can be taken back. */
#define MOST_STEPS 1000

/* What the document was before an edit, or after one that was taken back. */
typedef struct
{
  JsonNode *root;
  TroupeJsonText *source;
  char *label;
  char *merge_key;
  gint64 time;
} Step;

struct _TroupeFlowDocument
{
  GObject parent_instance;

  char *path;
  char *name;
  TroupeFileStamp stamp;
  gboolean has_stamp;

  JsonNode *root;
  JsonNode *saved_root;
  TroupeJsonText *source;
  TroupeFlow *flow;
  GPtrArray *problems;
  GPtrArray *text_problems; /* of the file's letters: comments, tabs */

  GPtrArray *undo;
  GPtrArray *redo;
  Step *group; /* what it was before the group under way */
  guint group_depth;
};

G_DEFINE_FINAL_TYPE (TroupeFlowDocument, troupe_flow_document, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_PATH,
  PROP_MODIFIED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  N_PROPS
};

enum
{
  CHANGED,
  SAVED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
step_free (gpointer data)
{
  Step *step = data;

  json_node_unref (step->root);
  g_clear_pointer (&step->source, troupe_json_text_unref);
  g_free (step->label);
  g_free (step->merge_key);
  g_free (step);
}

static Step *
step_new (TroupeFlowDocument *self, const char *label, const char *merge_key)
{
  Step *step = g_new0 (Step, 1);

  step->root = json_node_ref (self->root);
  step->source = self->source != NULL ? troupe_json_text_ref (self->source) : NULL;
  step->label = g_strdup (label);
  step->merge_key = g_strdup (merge_key);
  step->time = g_get_monotonic_time ();
  return step;
}

static const char *
get_top_label (GPtrArray *steps)
{
  return steps->len > 0 ? ((Step *) steps->pdata[steps->len - 1])->label : NULL;
}

static void
troupe_flow_document_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeFlowDocument *self = TROUPE_FLOW_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_take_string (value, troupe_flow_document_get_title (self));
      break;
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, troupe_flow_document_is_modified (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->undo->len > 0);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->redo->len > 0);
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, get_top_label (self->undo));
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, get_top_label (self->redo));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_flow_document_finalize (GObject *object)
{
  TroupeFlowDocument *self = TROUPE_FLOW_DOCUMENT (object);

  g_free (self->path);
  g_free (self->name);
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->saved_root, json_node_unref);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->text_problems, g_ptr_array_unref);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);
  g_clear_pointer (&self->group, step_free);

  G_OBJECT_CLASS (troupe_flow_document_parent_class)->finalize (object);
}

static void
troupe_flow_document_class_init (TroupeFlowDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = troupe_flow_document_get_property;
  object_class->finalize = troupe_flow_document_finalize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_flow_document_init (TroupeFlowDocument *self)
{
  self->undo = g_ptr_array_new_with_free_func (step_free);
  self->redo = g_ptr_array_new_with_free_func (step_free);
}

static void
announce (TroupeFlowDocument *self)
{
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Reading ------------------------------------------------------------------------------- */

static void
adopt_flow (TroupeFlowDocument *self, TroupeFlow *flow, GPtrArray *problems)
{
  for (guint i = 0; self->text_problems != NULL && i < self->text_problems->len; i++)
    g_ptr_array_add (problems, troupe_problem_ref (self->text_problems->pdata[i]));
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->flow = flow;
  self->problems = problems;
}

static void
read_flow (TroupeFlowDocument *self)
{
  GPtrArray *problems;
  TroupeFlow *flow = troupe_flow_new_from_node (self->root, self->source, self->flow, &problems);

  adopt_flow (self, flow, problems);
}

/* A problem with the letters of a file, at the byte @offset. */
static void
add_text_problem (GPtrArray *problems,
                  TroupeSeverity severity,
                  const char *code,
                  const char *text,
                  gsize offset,
                  const char *message)
{
  TroupeProblem *problem = troupe_problem_new (severity, code, "", "%s", message);
  const char *line = text;

  problem->line = 1;
  for (const char *c = text; c < text + offset; c++)
    {
      if (*c == '\n')
        {
          problem->line++;
          line = c + 1;
        }
    }
  problem->column = 1 + (guint) g_utf8_strlen (line, text + offset - line);
  g_ptr_array_add (problems, problem);
}

/* CrewAI reads a flow as YAML: there, a comment begins with # and a line not with a tab
 * (spec/flow-semantics.md §1). */
static GPtrArray *
find_text_problems (const char *text, gsize length, gboolean is_jsonc)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) strict = troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, &error);
  gboolean at_start = TRUE;
  TroupePlace place;

  if (strict == NULL && !is_jsonc && troupe_json_error_get_place (error, &place, NULL))
    {
      g_autoptr (JsonNode) commas =
          troupe_json_read (text, length, TROUPE_JSON_TRAILING_COMMAS, NULL, NULL);

      if (commas == NULL)
        add_text_problem (problems, TROUPE_SEVERITY_PORTABILITY, "json_comment", text, place.start,
                          _ ("CrewAI does not read a flow file with // or block comments."));
      else
        add_text_problem (problems, TROUPE_SEVERITY_PORTABILITY, "json_trailing_comma", text,
                          place.start,
                          _ ("A comma before a closing bracket is not JSON; other programs may "
                             "refuse it."));
    }
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\t' && at_start)
        {
          add_text_problem (problems, TROUPE_SEVERITY_PORTABILITY, "json_tabs", text, i,
                            _ ("CrewAI does not read a file whose lines begin with tabs."));
          break;
        }
      at_start = text[i] == '\n' || (at_start && text[i] == ' ');
    }
  return problems;
}

/* A mistake of the text as one of the document's, so that it can be shown like the others. */
static TroupeProblem *
problem_from_error (const GError *error)
{
  const char *path = NULL;
  TroupePlace place;
  TroupeProblem *problem;
  gboolean has_place = troupe_json_error_get_place (error, &place, &path);

  problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, "json", path != NULL ? path : "", "%s",
                                error->message);
  if (has_place)
    {
      problem->line = place.line;
      problem->column = place.column;
    }
  return problem;
}

static gboolean
read_text (TroupeFlowDocument *self,
           const char *text,
           gsize length,
           GPtrArray **problems,
           GError **error)
{
  g_autoptr (GError) mistake = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TroupeJsonText) source = NULL;

  root = troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                           &source, &mistake);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      TroupeProblem *problem =
          root == NULL ? problem_from_error (mistake)
                       : troupe_problem_new (TROUPE_SEVERITY_ERROR, "wrong_type", "",
                                             _ ("Expected a flow: an object in braces."));
      g_autofree char *message = troupe_problem_to_text (problem, self->name);

      if (problems != NULL)
        {
          *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
          g_ptr_array_add (*problems, troupe_problem_ref (problem));
        }
      troupe_problem_unref (problem);
      g_set_error_literal (error, mistake != NULL ? mistake->domain : TROUPE_FLOW_ERROR,
                           mistake != NULL ? mistake->code : TROUPE_FLOW_ERROR_DOCUMENT, message);
      return FALSE;
    }
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->saved_root, json_node_unref);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  g_clear_pointer (&self->text_problems, g_ptr_array_unref);
  self->root = g_steal_pointer (&root);
  self->saved_root = json_node_ref (self->root);
  self->source = g_steal_pointer (&source);
  self->text_problems =
      find_text_problems (text, length,
                          self->name != NULL && g_str_has_suffix (self->name, ".jsonc"));
  read_flow (self);
  if (problems != NULL)
    *problems = g_ptr_array_ref (self->problems);
  return TRUE;
}

static gboolean
refuse_errors (TroupeFlowDocument *self, GError **error)
{
  g_autofree char *message = NULL;

  if (!troupe_flow_has_errors (self->flow))
    return TRUE;
  message = troupe_problem_to_text (self->problems->pdata[0], self->name);
  g_set_error_literal (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_DOCUMENT, message);
  return FALSE;
}

/* The flow of a folder: flow.jsonc or flow.json, or the only JSON file that is no crew. */
static char *
find_flow_file (const char *folder, GError **error)
{
  static const char *const names[] = { "flow.jsonc", "flow.json" };
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autofree char *found = NULL;
  const char *name;

  if (dir == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (!g_str_has_suffix (name, ".json") && !g_str_has_suffix (name, ".jsonc"))
        continue;
      if (g_str_has_prefix (name, "crew.") || g_str_has_suffix (name, ".test.json"))
        continue;
      if (found != NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("%s holds several documents. Name one of them."), folder);
          return NULL;
        }
      found = g_build_filename (folder, name, NULL);
    }
  if (found == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no flow in %s."), folder);
  return g_steal_pointer (&found);
}

static TroupeFlowDocument *
read_file (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeFlowDocument) self = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  g_autofree char *text = NULL;
  gsize length;

  self->path =
      g_file_test (path, G_FILE_TEST_IS_DIR) ? find_flow_file (path, error) : g_strdup (path);
  if (self->path == NULL)
    return NULL;
  self->name = g_strdup (self->path);
  text = troupe_file_read (self->path, TROUPE_LIMIT_DOCUMENT, &length, &self->stamp, error);
  if (text == NULL)
    return NULL;
  self->has_stamp = TRUE;
  return read_text (self, text, length, problems, error) ? g_steal_pointer (&self) : NULL;
}

TroupeFlowDocument *
troupe_flow_document_load (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeFlowDocument) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  self = read_file (path, problems, error);
  return self != NULL && refuse_errors (self, error) ? g_steal_pointer (&self) : NULL;
}

TroupeFlowDocument *
troupe_flow_document_load_text (const char *text,
                                gsize length,
                                const char *name,
                                GPtrArray **problems,
                                GError **error)
{
  g_autoptr (TroupeFlowDocument) self = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  self = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  self->name = g_strdup (name);
  if (!read_text (self, text, length, problems, error) || !refuse_errors (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeFlowDocument *
troupe_flow_document_open (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return read_file (path, NULL, error);
}

TroupeFlowDocument *
troupe_flow_document_new (void)
{
  static const char text[] = "{\n"
                             "  \"schema\": \"crewai.flow/v1\",\n"
                             "  \"name\": \"NewFlow\",\n"
                             "  \"methods\": {\n"
                             "    \"begin\": {\n"
                             "      \"start\": true,\n"
                             "      \"do\": {\n"
                             "        \"call\": \"expression\",\n"
                             "        \"expr\": \"'hello'\"\n"
                             "      }\n"
                             "    }\n"
                             "  }\n"
                             "}\n";
  TroupeFlowDocument *self = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  gboolean read = read_text (self, text, strlen (text), NULL, NULL);

  g_assert (read);
  return self;
}

/* --- Saving -------------------------------------------------------------------------------- */

char *
troupe_flow_document_to_text (TroupeFlowDocument *self, gsize *length)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return troupe_json_write (self->root, self->source, length);
}

gboolean
troupe_flow_document_save (TroupeFlowDocument *self,
                           const char *path,
                           gboolean overwrite,
                           GError **error)
{
  g_autofree char *target = NULL;
  g_autofree char *text = NULL;
  gboolean same;
  gsize length;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  if (path == NULL && self->path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("The document has no file yet."));
      return FALSE;
    }
  target = g_strdup (path != NULL ? path : self->path);
  same = self->path != NULL && g_str_equal (target, self->path);
  text = troupe_flow_document_to_text (self, &length);
  if (!troupe_file_save (target, text, length,
                         same && self->has_stamp && !overwrite ? &self->stamp : NULL, &self->stamp,
                         error))
    return FALSE;
  self->has_stamp = TRUE;
  troupe_set_str (&self->path, target);
  troupe_set_str (&self->name, target);
  /* The tree is read again, so that its places are those of the file. */
  if (!read_text (self, text, length, NULL, error))
    return FALSE;
  announce (self);
  g_signal_emit (self, signals[SAVED], 0);
  return TRUE;
}

/* --- What it is ---------------------------------------------------------------------------- */

const char *
troupe_flow_document_get_path (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->path;
}

char *
troupe_flow_document_get_title (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  if (*troupe_flow_get_name (self->flow) != '\0')
    return g_strdup (troupe_flow_get_name (self->flow));
  return self->path != NULL ? g_path_get_basename (self->path) : g_strdup (_ ("New Flow"));
}

JsonNode *
troupe_flow_document_get_root (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->root;
}

TroupeFlow *
troupe_flow_document_get_flow (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->flow;
}

GPtrArray *
troupe_flow_document_get_problems (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->problems;
}

gboolean
troupe_flow_document_is_modified (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  return self->root != self->saved_root;
}

/* --- Steps --------------------------------------------------------------------------------- */

static void
push_step (TroupeFlowDocument *self, Step *step)
{
  g_ptr_array_add (self->undo, step);
  if (self->undo->len > MOST_STEPS)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
}

/* Whether an edit belongs to the last step. */
static gboolean
can_merge (TroupeFlowDocument *self, const char *merge_key)
{
  Step *last = self->undo->len > 0 ? self->undo->pdata[self->undo->len - 1] : NULL;

  if (last == NULL || merge_key == NULL || self->redo->len > 0 ||
      g_strcmp0 (last->merge_key, merge_key) != 0 ||
      g_get_monotonic_time () - last->time > MERGE_MICROSECONDS)
    return FALSE;
  last->time = g_get_monotonic_time ();
  return TRUE;
}

gboolean
troupe_flow_document_commit (TroupeFlowDocument *self,
                             JsonNode *root,
                             const char *label,
                             const char *merge_key,
                             gboolean loads,
                             GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  TroupeFlow *flow;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_EDIT,
                   _ ("There is no place for this in the document."));
      return FALSE;
    }
  if (root == self->root)
    return TRUE;
  flow = troupe_flow_new_from_node (root, self->source, self->flow, &problems);
  if (loads && troupe_flow_has_errors (flow) && !troupe_flow_has_errors (self->flow))
    {
      g_set_error_literal (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_EDIT,
                           ((TroupeProblem *) problems->pdata[0])->message);
      troupe_flow_unref (flow);
      return FALSE;
    }
  if (self->group_depth == 0 && !can_merge (self, merge_key))
    push_step (self, step_new (self, label, merge_key));
  json_node_ref (root);
  json_node_unref (self->root);
  self->root = root;
  adopt_flow (self, flow, g_steal_pointer (&problems));
  if (self->group_depth == 0)
    announce (self);
  return TRUE;
}

void
troupe_flow_document_begin_edit (TroupeFlowDocument *self, const char *label)
{
  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (self));

  if (self->group_depth++ == 0)
    self->group = step_new (self, label, NULL);
}

void
troupe_flow_document_end_edit (TroupeFlowDocument *self)
{
  Step *group;

  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (self));
  g_return_if_fail (self->group_depth > 0);

  if (--self->group_depth > 0)
    return;
  group = g_steal_pointer (&self->group);
  if (group->root == self->root)
    {
      step_free (group);
      return;
    }
  push_step (self, group);
  announce (self);
}

static gboolean
travel (TroupeFlowDocument *self, GPtrArray *from, GPtrArray *to)
{
  Step *step;

  if (from->len == 0 || self->group_depth > 0)
    return FALSE;
  step = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, step_new (self, step->label, NULL));
  json_node_unref (self->root);
  self->root = json_node_ref (step->root);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  self->source = g_steal_pointer (&step->source);
  step_free (step);
  read_flow (self);
  announce (self);
  return TRUE;
}

gboolean
troupe_flow_document_undo (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  return travel (self, self->undo, self->redo);
}

gboolean
troupe_flow_document_redo (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  return travel (self, self->redo, self->undo);
}
