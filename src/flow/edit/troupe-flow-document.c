/* troupe-flow-document.c: open flow document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-document"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-breakpoints.h"
#include "troupe-flow-task-breakpoints.h"
#include "troupe-flow-document-private.h"
#include "troupe-flow-kind.h"
#include "troupe-flow-load.h"
#include "troupe-tree.h"

struct _TroupeFlowDocument
{
  TroupeDocument parent_instance;

  TroupeFlow *flow;
  GPtrArray *errors; /* problems found when it was parsed */
};

G_DEFINE_FINAL_TYPE (TroupeFlowDocument, troupe_flow_document, TROUPE_TYPE_DOCUMENT)

static const char *
troupe_flow_document_describe (TroupeDocument *document)
{
  return _ ("a flow");
}

static char *
troupe_flow_document_get_name (TroupeDocument *document)
{
  return g_strdup (troupe_flow_get_name (TROUPE_FLOW_DOCUMENT (document)->flow));
}

/* A breakpoint on a task follows the task, and goes with it. */
static JsonNode *
troupe_flow_document_complete_edit (TroupeDocument *document, JsonNode *before, JsonNode *after)
{
  return troupe_flow_task_breakpoints_follow (before, after);
}

static gboolean
troupe_flow_document_read (TroupeDocument *document,
                           TroupeDocumentParts *parts,
                           gboolean must_load,
                           GError **error)
{
  TroupeFlowDocument *self = TROUPE_FLOW_DOCUMENT (document);
  const TroupeDocumentPart *part = troupe_document_parts_find (parts, "");
  g_autoptr (GPtrArray) errors =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  g_autoptr (TroupeFlow) flow = troupe_flow_read (part->root, part->source, self->flow, errors);

  if (must_load && troupe_flow_has_errors (flow) && !troupe_flow_has_errors (self->flow))
    {
      g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                           ((TroupeProblem *) g_ptr_array_index (errors, 0))->message);
      return FALSE;
    }
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->errors, g_ptr_array_unref);
  self->flow = g_steal_pointer (&flow);
  self->errors = g_steal_pointer (&errors);
  return TRUE;
}

static gboolean
troupe_flow_document_has_errors (TroupeDocument *document)
{
  return troupe_flow_has_errors (TROUPE_FLOW_DOCUMENT (document)->flow);
}

static GPtrArray *
troupe_flow_document_diagnose (TroupeDocument *document)
{
  TroupeFlowDocument *self = TROUPE_FLOW_DOCUMENT (document);
  const TroupeDocumentPart *part =
      troupe_document_parts_find (troupe_document_get_parts (document), "");
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  for (guint i = 0; i < self->errors->len; i++)
    g_ptr_array_add (problems, troupe_problem_ref (g_ptr_array_index (self->errors, i)));
  troupe_flow_diagnose (self->flow, part->source, problems);
  return problems;
}

static void
troupe_flow_document_finalize (GObject *object)
{
  TroupeFlowDocument *self = TROUPE_FLOW_DOCUMENT (object);

  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->errors, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_flow_document_parent_class)->finalize (object);
}

static void
troupe_flow_document_class_init (TroupeFlowDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeDocumentClass *document_class = TROUPE_DOCUMENT_CLASS (klass);

  object_class->finalize = troupe_flow_document_finalize;
  document_class->describe = troupe_flow_document_describe;
  document_class->describe_other = troupe_flow_describe_other_kind;
  document_class->other_code = "not_a_flow";
  document_class->get_name = troupe_flow_document_get_name;
  document_class->read = troupe_flow_document_read;
  document_class->complete_edit = troupe_flow_document_complete_edit;
  document_class->has_errors = troupe_flow_document_has_errors;
  document_class->diagnose = troupe_flow_document_diagnose;
}

static void
troupe_flow_document_init (TroupeFlowDocument *self)
{
}

/* --- Folders ------------------------------------------------------------------------------- */

static gboolean
is_document_name (const char *name)
{
  static const char *const endings[] = { ".json", ".jsonc", ".yaml", ".yml" };

  if (g_str_has_prefix (name, "crew.") || g_str_has_suffix (name, ".test.json"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

static char *
find_file (const char *folder, GError **error)
{
  static const char *const names[] = { "flow.jsonc", "flow.json", "flow.yaml", "flow.yml" };
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
      if (!is_document_name (name))
        continue;
      if (found != NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("%s contains several documents. Specify one of them."), folder);
          return NULL;
        }
      found = g_build_filename (folder, name, NULL);
    }
  if (found == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("No flow found in %s."), folder);
  return g_steal_pointer (&found);
}

/* --- Parsing ---------------------------------------------------------------------------------- */

gboolean
troupe_flow_document_check_marks (TroupeFlowDocument *self, GError **error)
{
  static const char *const marks[] = { "conversation", "crew" };
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (root != NULL && JSON_NODE_HOLDS_OBJECT (root) &&
        troupe_tree_get (root, "x-troupe", marks[i], NULL) != NULL)
      {
        g_set_error (
            error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID,
            /* Translators: %s is a word of the document. */
            _ ("The document contains “x-troupe.%s”, which is only valid in the copies that "
               "Troupe stores with its runs. Remove it from the file."),
            marks[i]);
        return FALSE;
      }
  return TRUE;
}

static TroupeFlowDocument *
read_file (const char *path, gboolean takes_text, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeFlowDocument) self = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  g_autofree char *file =
      g_file_test (path, G_FILE_TEST_IS_DIR) ? find_file (path, error) : g_strdup (path);

  if (file == NULL)
    return NULL;
  if (takes_text ? !troupe_document_open_file (TROUPE_DOCUMENT (self), file, problems, error)
                 : !troupe_document_read_file (TROUPE_DOCUMENT (self), file, problems, error))
    return NULL;
  if (!troupe_flow_document_check_marks (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeFlowDocument *
troupe_flow_document_load (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeFlowDocument) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  self = read_file (path, FALSE, problems, error);
  if (self == NULL || !troupe_document_refuse_errors (TROUPE_DOCUMENT (self), error))
    return NULL;
  return g_steal_pointer (&self);
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
  if (!troupe_document_read_text (TROUPE_DOCUMENT (self), text, length, name, problems, error) ||
      !troupe_document_refuse_errors (TROUPE_DOCUMENT (self), error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeFlowDocument *
troupe_flow_document_open (const char *path, GPtrArray **problems, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  return read_file (path, TRUE, problems, error);
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
  G_GNUC_UNUSED gboolean read =
      troupe_document_read_text (TROUPE_DOCUMENT (self), text, strlen (text), NULL, NULL, NULL);

  g_assert (read);
  troupe_document_set_own (TROUPE_DOCUMENT (self), TRUE);
  return self;
}

TroupeFlow *
troupe_flow_document_get_flow (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->flow;
}

/* --- Edits --------------------------------------------------------------------------------- */

gboolean
troupe_flow_document_commit (TroupeFlowDocument *self,
                             JsonNode *root,
                             const char *label,
                             const char *merge_key,
                             gboolean loads,
                             GError **error)
{
  /* A breakpoint on a wire goes with the wire, and comes back when the edit is undone. */
  g_autoptr (JsonNode) pruned =
      troupe_flow_breakpoints_prune (troupe_document_get_root (TROUPE_DOCUMENT (self)), root);

  return troupe_document_commit (TROUPE_DOCUMENT (self), "", pruned, label, merge_key,
                                 loads ? TROUPE_COMMIT_MUST_LOAD : TROUPE_COMMIT_DEFAULT, error);
}
