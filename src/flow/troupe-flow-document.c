/* troupe-flow-document.c: a flow document that is open: its tree and its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-document"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-document-private.h"

/* Of a title, in characters. */
#define LONGEST_TITLE 120

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

static const char *
get_top_label (GPtrArray *steps)
{
  return steps->len > 0 ? ((TroupeEditStep *) steps->pdata[steps->len - 1])->label : NULL;
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
  g_clear_pointer (&self->group, _troupe_edit_step_free);

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
  self->undo = g_ptr_array_new_with_free_func (_troupe_edit_step_free);
  self->redo = g_ptr_array_new_with_free_func (_troupe_edit_step_free);
}

void
_troupe_flow_document_announce (TroupeFlowDocument *self)
{
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Reading ------------------------------------------------------------------------------- */

void
_troupe_flow_document_adopt (TroupeFlowDocument *self, TroupeFlow *flow, GPtrArray *problems)
{
  for (guint i = 0; self->text_problems != NULL && i < self->text_problems->len; i++)
    g_ptr_array_add (problems, troupe_problem_ref (self->text_problems->pdata[i]));
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->flow = flow;
  self->problems = problems;
}

void
_troupe_flow_document_read_flow (TroupeFlowDocument *self)
{
  GPtrArray *problems;
  TroupeFlow *flow = troupe_flow_new_from_node (self->root, self->source, self->flow, &problems);

  _troupe_flow_document_adopt (self, flow, problems);
}

static gboolean
read_text (TroupeFlowDocument *self,
           const char *text,
           gsize length,
           GPtrArray **problems,
           GError **error)
{
  g_autoptr (TroupeProblem) mistake = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (JsonNode) root =
      troupe_flow_text_read (text, length, self->name, &source, &notes, &mistake, error);

  if (root == NULL)
    {
      if (problems != NULL)
        {
          *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
          g_ptr_array_add (*problems, g_steal_pointer (&mistake));
        }
      return FALSE;
    }
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->saved_root, json_node_unref);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  g_clear_pointer (&self->text_problems, g_ptr_array_unref);
  self->root = g_steal_pointer (&root);
  self->saved_root = json_node_ref (self->root);
  self->source = g_steal_pointer (&source);
  self->format = troupe_json_text_is_yaml (self->source) ? TROUPE_FORMAT_YAML : TROUPE_FORMAT_JSON;
  self->text_problems = g_steal_pointer (&notes);
  _troupe_flow_document_read_flow (self);
  if (problems != NULL)
    *problems = g_ptr_array_ref (self->problems);
  return TRUE;
}

/* What is no flow at all: saving it would add to it what is a flow's. Only what comes from outside is
 * looked at; what a person made of an open flow stays theirs. */
static gboolean
refuse_other_kinds (TroupeFlowDocument *self, GPtrArray **problems, GError **error)
{
  g_autofree char *kind = _troupe_flow_describe_other_kind (self->root);
  g_autoptr (TroupeProblem) problem = NULL;
  g_autofree char *message = NULL;

  if (kind == NULL)
    return TRUE;
  problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, "not_a_flow", "", "%s", kind);
  problem->line = problem->column = 1;
  message = troupe_problem_to_text (problem, self->name);
  g_set_error_literal (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_DOCUMENT, message);
  if (problems != NULL)
    {
      g_clear_pointer (problems, g_ptr_array_unref);
      *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      g_ptr_array_add (*problems, g_steal_pointer (&problem));
    }
  return FALSE;
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

static TroupeFlowDocument *
read_file (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeFlowDocument) self = g_object_new (TROUPE_TYPE_FLOW_DOCUMENT, NULL);
  g_autofree char *text = NULL;
  gsize length;

  self->path = g_file_test (path, G_FILE_TEST_IS_DIR) ? troupe_flow_find_file (path, error)
                                                      : g_strdup (path);
  if (self->path == NULL)
    return NULL;
  self->name = g_strdup (self->path);
  text = troupe_file_read (self->path, TROUPE_LIMIT_DOCUMENT, &length, &self->stamp, error);
  if (text == NULL)
    return NULL;
  self->has_stamp = TRUE;
  return read_text (self, text, length, problems, error) &&
                 refuse_other_kinds (self, problems, error)
             ? g_steal_pointer (&self)
             : NULL;
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
  if (!read_text (self, text, length, problems, error) ||
      !refuse_other_kinds (self, problems, error) || !refuse_errors (self, error))
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
  G_GNUC_UNUSED gboolean read = read_text (self, text, strlen (text), NULL, NULL);

  g_assert (read);
  return self;
}

/* --- Saving -------------------------------------------------------------------------------- */

char *
troupe_flow_document_to_text (TroupeFlowDocument *self, gsize *length)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return troupe_flow_text_write (self->root, self->source, self->format, length);
}

struct _TroupeFlowSaving
{
  char *target;
  char *text;
  gsize length;
  TroupeFormat format;
  JsonNode *root; /* what the text says */
  TroupeFileStamp expected;
  gboolean has_expected;
  TroupeFileStamp stamp;
};

void
troupe_flow_saving_free (TroupeFlowSaving *self)
{
  g_free (self->target);
  g_free (self->text);
  json_node_unref (self->root);
  g_free (self);
}

TroupeFlowSaving *
troupe_flow_document_begin_save (TroupeFlowDocument *self,
                                 const char *path,
                                 gboolean overwrite,
                                 GError **error)
{
  TroupeFlowSaving *saving;
  gboolean same;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  if (path == NULL && self->path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("The document has no file yet."));
      return NULL;
    }
  saving = g_new0 (TroupeFlowSaving, 1);
  saving->target = g_strdup (path != NULL ? path : self->path);
  same = self->path != NULL && g_str_equal (saving->target, self->path);
  saving->format = self->format;
  if (!same && (self->path == NULL || troupe_format_from_path (saving->target, self->format) !=
                                          troupe_format_from_path (self->path, self->format)))
    saving->format = troupe_format_from_path (saving->target, self->format);
  saving->has_expected = same && self->has_stamp && !overwrite;
  saving->expected = self->stamp;
  saving->root = json_node_ref (self->root);
  saving->text = troupe_flow_text_write (self->root, self->source, saving->format, &saving->length);
  return saving;
}

gboolean
troupe_flow_saving_write (TroupeFlowSaving *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return troupe_file_save (self->target, self->text, self->length,
                           self->has_expected ? &self->expected : NULL, &self->stamp, error);
}

gboolean
troupe_flow_document_end_save (TroupeFlowDocument *self, TroupeFlowSaving *saving, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (saving != NULL, FALSE);

  self->stamp = saving->stamp;
  self->has_stamp = TRUE;
  troupe_set_str (&self->path, saving->target);
  troupe_set_str (&self->name, saving->target);
  if (self->root == saving->root)
    {
      /* The tree is read again, so that its places are those of the file. */
      if (!read_text (self, saving->text, saving->length, NULL, error))
        return FALSE;
    }
  else
    {
      /* It was edited while it was written: it stays as it is, and differs from the file. */
      g_clear_pointer (&self->saved_root, json_node_unref);
      self->saved_root = json_node_ref (saving->root);
      self->format = saving->format;
    }
  _troupe_flow_document_announce (self);
  g_signal_emit (self, signals[SAVED], 0);
  return TRUE;
}

gboolean
troupe_flow_document_save (TroupeFlowDocument *self,
                           const char *path,
                           gboolean overwrite,
                           GError **error)
{
  g_autoptr (TroupeFlowSaving) saving = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  saving = troupe_flow_document_begin_save (self, path, overwrite, error);
  return saving != NULL && troupe_flow_saving_write (saving, error) &&
         troupe_flow_document_end_save (self, saving, error);
}

/* --- What another program wrote ---------------------------------------------------------------- */

gboolean
troupe_flow_document_get_stamp (TroupeFlowDocument *self, TroupeFileStamp *stamp)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (stamp != NULL, FALSE);

  *stamp = self->stamp;
  return self->has_stamp;
}

gboolean
troupe_flow_document_take (TroupeFlowDocument *self, TroupeFlowDocument *other, const char *label)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (other), FALSE);

  if (self->group_depth > 0)
    return FALSE;
  _troupe_flow_document_push_step (self, label);
  json_node_ref (other->root);
  json_node_unref (self->root);
  self->root = other->root;
  g_clear_pointer (&self->saved_root, json_node_unref);
  self->saved_root = json_node_ref (self->root);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  self->source = troupe_json_text_ref (other->source);
  g_clear_pointer (&self->text_problems, g_ptr_array_unref);
  self->text_problems = g_ptr_array_ref (other->text_problems);
  self->format = other->format;
  self->stamp = other->stamp;
  self->has_stamp = other->has_stamp;
  _troupe_flow_document_read_flow (self);
  _troupe_flow_document_announce (self);
  return TRUE;
}

/* --- What it is ---------------------------------------------------------------------------- */

const char *
troupe_flow_document_get_path (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->path;
}

/* One line that a window can show: a name may be of any length. */
static char *
shorten (const char *name)
{
  gsize n_bytes = strcspn (name, "\r\n");
  g_autofree char *line = g_strndup (name, n_bytes);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) > LONGEST_TITLE)
    start = g_utf8_substring (line, 0, LONGEST_TITLE);
  if (start == NULL && name[n_bytes] == '\0')
    return g_steal_pointer (&line);
  return g_strconcat (start != NULL ? start : line, "…", NULL);
}

char *
troupe_flow_document_get_title (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  if (*troupe_flow_get_name (self->flow) != '\0')
    return shorten (troupe_flow_get_name (self->flow));
  return self->path != NULL ? g_path_get_basename (self->path) : g_strdup (_ ("New Flow"));
}

TroupeFormat
troupe_flow_document_get_format (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), TROUPE_FORMAT_JSON);

  return self->format;
}

char *
troupe_flow_document_convert (TroupeFlowDocument *self,
                              TroupeFormat format,
                              gsize *length,
                              GPtrArray **losses,
                              GError **error)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  if (losses != NULL)
    *losses = NULL;
  if (!troupe_flow_text_list_losses (self->root, self->source, format, losses, error))
    return NULL;
  return troupe_flow_text_write (self->root, self->source, format, length);
}

JsonNode *
troupe_flow_document_get_root (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  return self->root;
}

gboolean
troupe_flow_document_get_place (TroupeFlowDocument *self, JsonNode *node, TroupePlace *place)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (node != NULL && place != NULL, FALSE);

  return troupe_json_text_get_place (self->source, node, place);
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
