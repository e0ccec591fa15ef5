/* troupe-new-python-tool.c: creates the file of a Python tool of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-new-python-tool"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-new-python-tool.h"
#include "troupe-project-file.h"
#include "troupe-tool.h"

/* %1$s is the name of the class, %2$s that of the tool. */
#define TEMPLATE                                                                                   \
  "from crewai.tools import BaseTool\n"                                                            \
  "\n"                                                                                             \
  "\n"                                                                                             \
  "class %1$s(BaseTool):\n"                                                                        \
  "    name: str = \"%2$s\"\n"                                                                     \
  "    # The agent reads this to decide when to call the tool.\n"                                  \
  "    description: str = \"Returns the text in capital letters.\"\n"                              \
  "\n"                                                                                             \
  "    # The agent passes the arguments and receives the result.\n"                                \
  "    def _run(self, text: str) -> str:\n"                                                        \
  "        return text.upper()\n"

typedef struct
{
  TroupeFormTarget *target; /* not owned: it outlives the group */
  TroupeNewPythonToolFunc func;
  gpointer user_data;
} Creation;

/* Returns a name for a Python module: “Save report” becomes `save_report`. (transfer full) */
static char *
make_module_name (const char *name)
{
  g_autofree char *stripped = g_strstrip (g_strdup (name));
  GString *module = g_string_new (NULL);

  if (g_str_has_suffix (stripped, ".py"))
    stripped[strlen (stripped) - strlen (".py")] = '\0';
  for (const char *at = stripped; *at != '\0'; at++)
    g_string_append_c (module, *at == ' ' || *at == '-' ? '_' : g_ascii_tolower (*at));
  return g_string_free (module, FALSE);
}

/* Returns `SaveReport` for `save_report`. (transfer full) */
static char *
make_class_name (const char *module)
{
  GString *name = g_string_new (NULL);
  gboolean is_start = TRUE;

  for (const char *at = module; *at != '\0'; at++)
    {
      if (*at != '_')
        g_string_append_c (name, is_start ? g_ascii_toupper (*at) : *at);
      is_start = *at == '_';
    }
  return g_string_free (name, FALSE);
}

static gboolean
is_module_name (const char *name)
{
  if (!g_ascii_isalpha (*name))
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return TRUE;
}

/* Writes `tools/NAME.py` in @folder with a class to be completed. @name: what the user has typed; @reference: (out) (transfer
 * full): `custom:NAME`. Errors: %G_IO_ERROR, also if the name is not valid or the file exists. */
static gboolean
write_template (const char *folder, const char *name, char **reference, GError **error)
{
  g_autofree char *module = NULL;
  g_autofree char *class_name = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autofree char *custom = NULL;
  g_autofree char *resolved = NULL;
  g_autoptr (GError) cause = NULL;

  module = make_module_name (name);
  custom = g_strconcat ("custom:", module, NULL);
  resolved = is_module_name (module) ? troupe_tool_find_for_agent (custom, NULL) : NULL;
  if (resolved == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   /* Translators: %s is a name that the user has typed */
                   _ ("“%s” cannot be the name of a Python file. Use letters, digits and “_”, "
                      "beginning with a letter."),
                   name);
      return FALSE;
    }
  class_name = make_class_name (module);
  file = g_strdup_printf ("tools/%s.py", module);
  text = g_strdup_printf (TEMPLATE, class_name, module);
  if (troupe_project_file_save (folder, file, text, strlen (text), NULL, TRUE, NULL, &cause))
    {
      *reference = g_steal_pointer (&custom);
      return TRUE;
    }
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                 /* Translators: %s is the path of a file */
                 _ ("%s already exists. Use another name."), file);
  else
    g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* --- The group -------------------------------------------------------------------------------- */

/* Returns the folder of the document, or NULL if it was not saved yet. (transfer full) (nullable) */
static char *
find_folder (TroupeFormTarget *target)
{
  const char *path = troupe_document_get_path (troupe_form_target_get_document (target));

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

static void
apply_cb (AdwEntryRow *row, Creation *self)
{
  g_autofree char *folder = find_folder (self->target);
  g_autofree char *reference = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  if (!write_template (folder, gtk_editable_get_text (GTK_EDITABLE (row)), &reference, &error))
    {
      troupe_form_target_say (self->target, error->message);
      return;
    }
  /* Translators: NAME of the file tools/NAME.py; _run is the name of a function */
  text = g_strdup_printf (
      _ ("tools/%s.py was created and chosen. Complete its class in a text editor."),
      reference + strlen ("custom:"));
  gtk_editable_set_text (GTK_EDITABLE (row), "");
  troupe_form_target_say (self->target, text);
  self->func (reference, self->user_data);
}

GtkWidget *
troupe_new_python_tool_group_new (TroupeFormTarget *target,
                                  TroupeNewPythonToolFunc func,
                                  gpointer user_data)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *row = adw_entry_row_new ();
  g_autofree char *folder = NULL;
  Creation *self;

  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (target), group);
  g_return_val_if_fail (func != NULL, group);

  self = g_new0 (Creation, 1);
  self->target = target;
  self->func = func;
  self->user_data = user_data;
  g_object_set_data_full (G_OBJECT (group), "troupe-creation", self, g_free);
  folder = find_folder (target);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("New Python Tool"));
  adw_preferences_group_set_description (
      ADW_PREFERENCES_GROUP (group),
      folder != NULL ? _ ("Writes a file into “tools” next to the document, with a class to "
                          "complete in a text "
                          "editor.")
                     : _ ("Save the document first: the tool is a file in “tools” next to it."));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Name"));
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  gtk_widget_set_sensitive (row, folder != NULL);
  g_signal_connect (row, "apply", G_CALLBACK (apply_cb), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return group;
}
