/* troupe-tool-chooser.c: chooses the tool that a method of a flow calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-chooser"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chooser.h"
#include "troupe-project-tools.h"
#include "troupe-python-tools.h"
#include "troupe-tool-chooser.h"
#include "troupe-tool.h"

/**
 * Tools:
 * @arguments: (element-type utf8 GStrv): the required arguments of each reference that is listed
 */
typedef struct
{
  TroupeForm *form; /* unowned: it outlives the row */
  char **action;
  TroupeChooser *chooser;
  GHashTable *arguments;
  GCancellable *cancellable;
} Tools;

static void
tools_free (gpointer data)
{
  Tools *self = data;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_strfreev (self->action);
  g_hash_table_unref (self->arguments);
  g_free (self);
}

/* --- The list --------------------------------------------------------------------------------- */

/* @reference, @arguments: (transfer full) */
static void
add_reference (Tools *self, GPtrArray *names, char *reference, char **arguments)
{
  g_ptr_array_add (names, reference);
  g_hash_table_insert (self->arguments, reference, arguments);
}

static void
add_project_tools (Tools *self, GPtrArray *names, GPtrArray *tools)
{
  for (guint i = 0; i < tools->len; i++)
    {
      const TroupeProjectTool *tool = tools->pdata[i];

      for (guint k = 0; tool->classes != NULL && k < tool->classes->len; k++)
        {
          const TroupePythonToolClass *class = tool->classes->pdata[k];

          add_reference (self, names, g_strdup_printf ("tools.%s:%s", tool->name, class->name),
                         g_strdupv (class->arguments));
        }
    }
}

/* Returns what the schema of the tool requires. (transfer full) */
static char **
list_required (TroupeTool *tool)
{
  TroupeValue *schema = troupe_tool_get_schema (tool);
  TroupeValue *required = schema != NULL ? troupe_value_get_member (schema, "required") : NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (gsize i = 0; required != NULL && i < troupe_value_list_get_length (required); i++)
    g_strv_builder_add (names, troupe_value_get_string (troupe_value_list_get (required, i), NULL));
  return g_strv_builder_end (names);
}

static void
add_built_in (Tools *self, GPtrArray *names)
{
  const char *const *built_in = troupe_tool_list_built_in ();

  for (guint i = 0; built_in[i] != NULL; i++)
    {
      g_autofree char *reference = g_strconcat ("crewai_tools:", built_in[i], NULL);
      g_autoptr (TroupeTool) tool = NULL;

      /* The others have no class that a flow could name. */
      if (g_str_has_suffix (built_in[i], "Tool"))
        tool = troupe_tool_new_for_reference (reference, NULL);
      if (tool != NULL)
        add_reference (self, names, g_steal_pointer (&reference), list_required (tool));
    }
}

/* @tools: (element-type TroupeProjectTool) */
static void
set_tools (Tools *self, GPtrArray *tools)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_hash_table_remove_all (self->arguments);
  add_project_tools (self, names, tools);
  add_built_in (self, names);
  g_ptr_array_add (names, NULL);
  troupe_chooser_set_names (self->chooser, (const char *const *) names->pdata);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GPtrArray) tools = troupe_project_tools_list_finish (result, NULL);

  /* @data was freed if the operation was cancelled. */
  if (tools != NULL)
    set_tools (data, tools);
}

/* Files can be added while the form is shown, so they are listed whenever the list is opened. */
static void
chooser_mapped_cb (GtkWidget *chooser, Tools *self)
{
  const char *path = troupe_document_get_path (
      troupe_form_target_get_document (troupe_form_get_target (self->form)));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  if (folder != NULL)
    troupe_project_tools_list_async (folder, self->cancellable, listed_cb, self);
  else
    set_tools (self, none);
}

/* --- The choice ------------------------------------------------------------------------------- */

/* Returns TRUE if the user has given no argument yet. @with: (nullable) */
static gboolean
is_unfilled (JsonNode *with)
{
  g_autoptr (GList) values = NULL;

  if (with == NULL || JSON_NODE_HOLDS_NULL (with))
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (with))
    return FALSE;
  values = json_object_get_values (json_node_get_object (with));
  for (GList *l = values; l != NULL; l = l->next)
    if (!JSON_NODE_HOLDS_VALUE (l->data) || g_strcmp0 (json_node_get_string (l->data), "") != 0)
      return FALSE;
  return TRUE;
}

/* Returns an object with an empty text for each argument. (transfer full) */
static JsonNode *
make_arguments (char **names)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_alloc ();

  for (guint i = 0; names[i] != NULL; i++)
    json_object_set_string_member (object, names[i], "");
  json_node_init_object (node, object);
  json_object_unref (object);
  return node;
}

static void
chosen_cb (Tools *self, const char *reference)
{
  static const char *const ref_path[] = { "ref", NULL };
  static const char *const with_path[] = { "with", NULL };
  TroupeFormTarget *target = troupe_form_get_target (self->form);
  char **names = g_hash_table_lookup (self->arguments, reference);
  g_autoptr (JsonNode) ref = json_node_init_string (json_node_alloc (), reference);
  g_autoptr (JsonNode) action = NULL;

  troupe_form_follow (self->form, self->action);
  action =
      troupe_json_tree_with (troupe_form_target_get (target, (const char *const *) self->action),
                             ref_path, ref);
  if (is_unfilled (troupe_json_tree_get (action, with_path)) && names != NULL)
    {
      g_autoptr (JsonNode) with = make_arguments (names);
      JsonNode *filled = troupe_json_tree_with (action, with_path, with);

      json_node_unref (action);
      action = filled;
    }
  troupe_form_target_set (target, (const char *const *) self->action, action,
                          _ ("Change Reference"), NULL);
}

void
troupe_tool_chooser_add (TroupeForm *form, GtkWidget *row, const char *const *action)
{
  Tools *self;

  g_return_if_fail (TROUPE_IS_FORM (form));
  g_return_if_fail (ADW_IS_ENTRY_ROW (row));
  g_return_if_fail (action != NULL);

  self = g_new0 (Tools, 1);
  self->form = form;
  self->action = g_strdupv ((char **) action);
  self->arguments =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_strfreev);
  self->cancellable = g_cancellable_new ();
  self->chooser = TROUPE_CHOOSER (troupe_chooser_new (NULL, _ ("Tool")));
  g_object_set_data_full (G_OBJECT (row), "troupe-tools", self, tools_free);
  g_signal_connect (self->chooser, "map", G_CALLBACK (chooser_mapped_cb), self);
  g_signal_connect_swapped (self->chooser, "chosen", G_CALLBACK (chosen_cb), self);
  troupe_form_row_add_chooser (row, GTK_WIDGET (self->chooser), _ ("Choose Tool"));
}
