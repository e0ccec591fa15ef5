/* troupe-crew-tools-page.c: page to choose the tools of an agent or a task, with their permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-tools-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-page.h"
#include "troupe-crew-rows.h"
#include "troupe-crew-tools-page.h"
#include "troupe-form-focus.h"
#include "troupe-file-tool.h"
#include "troupe-form.h"
#include "troupe-mcp-config.h"
#include "troupe-new-python-tool.h"
#include "troupe-project-tools.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"

#define CUSTOM "custom:"

typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
  TroupeCrewPage *page; /* (nullable) */
  GtkWidget *search;
  GtkWidget *
      create; /* (nullable): group with the field for a new tool, kept so that what is typed there remains */
  GPtrArray *given; /* utf8: the tools in the first group, so that rows keep their places */
  GPtrArray *files; /* utf8: `custom:NAME` for each file in the project's tools/ */
  GPtrArray *unusable; /* those of @files that have no class of a tool */
  GCancellable *cancellable;
  char *shown; /* the contents that the page shows */
} Tools;

static Tools *
tools_new (TroupeCrewTarget *target, const TroupeCrewField *field, const char *const *path)
{
  Tools *self = g_new0 (Tools, 1);

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);
  self->given = g_ptr_array_new_with_free_func (g_free);
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->unusable = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();

  return self;
}

static void
tools_free (gpointer data)
{
  Tools *self = data;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_clear_object (&self->create);
  g_object_unref (self->target);
  g_strfreev (self->path);
  g_ptr_array_unref (self->given);
  g_ptr_array_unref (self->unusable);
  g_ptr_array_unref (self->files);
  g_free (self->shown);
  g_free (self);
}

/* --- Chosen tools ----------------------------------------------------------------------------- */

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* Returns the name of a tool, which is a string, or the name in a map with settings. (transfer
 * full) */
static char *
get_reference (JsonNode *node)
{
  return troupe_crew_row_describe (node);
}

static int
find_tool (GPtrArray *items, const char *reference)
{
  for (guint i = 0; i < items->len; i++)
    if (is_text (items->pdata[i]) &&
        g_str_equal (json_node_get_string (items->pdata[i]), reference))
      return (int) i;
  return -1;
}

/* --- Permissions of the tools ----------------------------------------------------------------- */

static const char *
get_first (TroupePermissionList *permissions, TroupePermission right)
{
  g_autoptr (TroupeValue) names = troupe_permission_list_get_names (permissions, right);

  return troupe_value_list_get_length (names) > 0
             ? g_intern_string (troupe_value_get_string (troupe_value_list_get (names, 0), NULL))
             : NULL;
}

char *
troupe_crew_describe_tool (const char *reference, const char **icon, gboolean *asks)
{
  g_autofree char *resolved = NULL;
  g_autoptr (TroupeTool) tool = NULL;
  g_autoptr (TroupePermissionList) permissions = NULL;
  const char *host;
  const char *program;

  g_return_val_if_fail (reference != NULL && icon != NULL && asks != NULL, NULL);

  resolved = troupe_tool_find_for_agent (reference, NULL);
  tool = resolved != NULL ? troupe_tool_new_for_reference (resolved, NULL) : NULL;
  if (tool == NULL)
    {
      *icon = "dialog-warning-symbolic";
      *asks = TRUE;
      return g_strdup (_ ("Unknown tool"));
    }
  permissions = troupe_permission_list_new ();
  troupe_tool_list_permissions (tool, permissions);

  host = get_first (permissions, TROUPE_PERMISSION_HOST);
  program = get_first (permissions, TROUPE_PERMISSION_PROGRAM);
  *asks = TRUE;
  if (troupe_permission_list_get_permissions (permissions) != 0)
    {
      *icon = "troupe-script-symbolic";
      return g_str_has_prefix (reference, CUSTOM)
                 ? g_strdup_printf (_ ("tools/%s.py · runs in the sandbox"),
                                    reference + strlen (CUSTOM))
                 : g_strdup (_ ("Python class · runs in the sandbox"));
    }
  if (program != NULL)
    {
      *icon = "troupe-code-symbolic";
      return g_strdup_printf (_ ("Starts %s"), program);
    }
  if (host != NULL)
    {
      *icon = "network-workgroup-symbolic";
      return g_str_equal (host, TROUPE_PERMISSION_ANY_HOST)
                 ? g_strdup (_ ("Fetches pages that an agent chooses"))
                 : g_strdup_printf (_ ("Connects to %s"), host);
    }
  if (troupe_permission_list_has_project_folder (permissions))
    {
      *icon = "folder-symbolic";
      return troupe_file_tool_knows (reference) && !troupe_file_tool_writes (reference)
                 ? g_strdup (_ ("Reads files in this folder"))
                 : g_strdup (_ ("Reads and writes files in this folder"));
    }
  *asks = FALSE;
  *icon = "troupe-tool-symbolic";
  return g_strdup (_ ("Offline computation"));
}

/* --- The page --------------------------------------------------------------------------------- */

static void
toggled_cb (GtkCheckButton *check, Tools *self)
{
  const char *reference = g_object_get_data (G_OBJECT (check), "troupe-reference");
  gboolean chosen = gtk_check_button_get_active (check);
  g_autoptr (GPtrArray) items =
      troupe_crew_target_list (self->target, (const char *const *) self->path);
  int index = find_tool (items, reference);

  if (chosen == (index >= 0))
    return;
  if (chosen)
    g_ptr_array_add (items, troupe_json_node_new_string (reference));
  else
    g_ptr_array_remove_index (items, (guint) index);
  troupe_crew_target_set_list (self->target, (const char *const *) self->path, items,
                               _ ("Change Tools"), NULL);
}

static gboolean
matches (Tools *self, const char *reference, const char *words)
{
  g_autofree char *query =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *name = g_utf8_casefold (reference, -1);
  g_autofree char *text = g_utf8_casefold (words, -1);

  return strstr (name, query) != NULL || strstr (text, query) != NULL;
}

/* Returns the group, which is created together with its first row. */
static GtkWidget *
get_group (Tools *self, GtkWidget **group, const char *title)
{
  if (*group == NULL)
    *group = GTK_WIDGET (troupe_form_add_group (troupe_crew_page_get_box (self->page), title));

  return *group;
}

/* Returns TRUE if the tool is a file without a class of a tool. */
static gboolean
is_unusable (Tools *self, const char *reference)
{
  return g_ptr_array_find_with_equal_func (self->unusable, reference, g_str_equal, NULL);
}

/* Returns what the tool does or why it cannot be chosen. @icon, @asks: (out). (transfer full) */
static char *
describe (Tools *self, const char *reference, const char **icon, gboolean *asks)
{
  if (!is_unusable (self, reference))
    return troupe_crew_describe_tool (reference, icon, asks);
  *icon = "dialog-warning-symbolic";
  *asks = TRUE;
  /* Translators: NAME of the file tools/NAME.py */
  return g_strdup_printf (_ ("tools/%s.py has no subclass of BaseTool"),
                          reference + strlen (CUSTOM));
}

static void
add_tool (Tools *self,
          GtkWidget **group,
          const char *title,
          const char *reference,
          gboolean chosen,
          gboolean can_choose)
{
  const char *icon = NULL;
  gboolean asks = FALSE;
  g_autofree char *words = describe (self, reference, &icon, &asks);
  g_autofree char *shown = g_markup_escape_text (reference, -1);
  g_autofree char *subtitle = g_markup_escape_text (words, -1);
  GtkWidget *row;
  GtkWidget *image;
  GtkWidget *check;

  if (!matches (self, reference, words))
    return;
  row = adw_action_row_new ();
  image = gtk_image_new_from_icon_name (icon);
  check = gtk_check_button_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_add_css_class (image, asks ? "consequence" : "dim-label");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), chosen);
  gtk_widget_set_sensitive (check, can_choose && (chosen || !is_unusable (self, reference)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, reference,
                                  -1);
  g_object_set_data_full (G_OBJECT (check), "troupe-reference", g_strdup (reference), g_free);
  g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  troupe_form_keep_own_name (check);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (get_group (self, group, title)), row);
}

/* Returns TRUE if the tool is listed in the first group. */
static gboolean
is_given (Tools *self, const char *reference)
{
  return g_ptr_array_find_with_equal_func (self->given, reference, g_str_equal, NULL);
}

/* Returns TRUE if another group lists the tool. */
static gboolean
is_offered (Tools *self, const char *reference)
{
  return g_strv_contains (troupe_tool_list_built_in (), reference) ||
         g_ptr_array_find_with_equal_func (self->files, reference, g_str_equal, NULL);
}

/* Remembers which tools the first group lists: those that were chosen when the page was opened,
 * and those that no other group lists. Rows would otherwise move while the user chooses tools. */
static void
remember_given (Tools *self, GPtrArray *items)
{
  const gboolean is_first = self->shown == NULL;

  for (guint i = 0; i < items->len; i++)
    {
      g_autofree char *reference = get_reference (items->pdata[i]);

      if (!is_given (self, reference) && (is_first || !is_offered (self, reference)))
        g_ptr_array_add (self->given, g_steal_pointer (&reference));
    }
}

static void
add_given (Tools *self, GPtrArray *items)
{
  GtkWidget *group = NULL;

  for (guint i = 0; i < self->given->len; i++)
    {
      const char *reference = self->given->pdata[i];
      int index;

      /* Like find_tool(), but finds tools with settings as well. */
      index = -1;
      for (guint j = 0; j < items->len; j++)
        {
          g_autofree char *name = get_reference (items->pdata[j]);

          if (g_str_equal (name, reference))
            {
              index = (int) j;
              break;
            }
        }
      add_tool (self, &group,
                g_str_equal (self->path[0], "tasks") ? _ ("Tools of the Task")
                                                     : _ ("Tools of the Agent"),
                reference, index >= 0, index < 0 || is_text (items->pdata[index]));
    }
}

/* Returns the name of the agent whose servers are listed on this page. (transfer full)
 * (nullable) */
static char *
dup_agent (Tools *self)
{
  g_auto (GStrv) path = NULL;
  JsonNode *node;

  if (g_str_equal (self->path[0], "agents"))
    return g_strdup (self->path[1]);
  path = g_strdupv (self->path);
  g_free (path[2]);
  path[2] = g_strdup ("agent");
  node = troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) path);

  return node != NULL && is_text (node) ? g_strdup (json_node_get_string (node)) : NULL;
}

static void
add_servers (Tools *self)
{
  g_autofree char *agent = dup_agent (self);
  const char *const path[] = { "agents", agent, "mcps", NULL };
  g_autoptr (GPtrArray) servers = NULL;

  if (agent == NULL)
    return;
  servers = troupe_crew_target_list (self->target, path);
  for (guint i = 0; i < servers->len; i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_node (servers->pdata[i]);
      g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (value, NULL);
      g_autofree char *title = NULL;
      g_autofree char *line = NULL;
      g_autofree char *escaped = NULL;
      GtkWidget *group = NULL;
      GtkWidget *row;
      GtkWidget *image;
      gboolean starts;

      if (config == NULL || !matches (self, config->label, config->name))
        continue;
      starts = config->kind == TROUPE_MCP_KIND_STDIO;
      title = g_strdup_printf (_ ("Tool Server “%s”"), config->name);
      line = g_strdup_printf (starts ? _ ("Starts %s") : _ ("Connects to %s"), config->label);
      escaped = g_markup_escape_text (line, -1);
      row = adw_action_row_new ();
      image = gtk_image_new_from_icon_name (starts ? "troupe-code-symbolic"
                                                   : "network-workgroup-symbolic");
      gtk_widget_add_css_class (image, "consequence");
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                                   _ ("Its tools are listed once you have allowed it in a run"));
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (get_group (self, &group, title)), row);
    }
}

/* Says that the search has found nothing, instead of an empty list. */
static void
add_nothing_found (Tools *self)
{
  g_autofree char *query = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  g_autofree char *shown = troupe_text_to_name (query);
  /* Translators: %s is what was searched for */
  g_autofree char *text = g_strdup_printf (_ ("No tools match “%s”."), shown);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (troupe_crew_page_get_box (self->page)), label);
}

static void
add_hint (Tools *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (_ ("Amber: has access to files, hosts or programs. A document "
                                       "that is not your own asks for permission before its "
                                       "first run."));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("changes-prevent-symbolic"));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "consequence");
  gtk_box_append (GTK_BOX (troupe_crew_page_get_box (self->page)), box);
}

/* Returns TRUE if the rows already show @items. The rows are only created again if the contents
 * changed. */
static gboolean
is_shown (Tools *self, GPtrArray *items)
{
  GString *shown = g_string_new (gtk_editable_get_text (GTK_EDITABLE (self->search)));

  for (guint i = 0; i < items->len; i++)
    {
      g_autofree char *reference = get_reference (items->pdata[i]);

      g_string_append_printf (shown, "\n%s", reference);
    }
  g_string_append_printf (shown, "\n%u", self->files->len);
  if (g_strcmp0 (shown->str, self->shown) == 0)
    {
      g_string_free (shown, TRUE);
      return TRUE;
    }
  g_free (self->shown);
  self->shown = g_string_free (shown, FALSE);

  return FALSE;
}

static void look_for_files (Tools *self);

/* Chooses the tool that was created. */
static void
created_cb (const char *reference, gpointer user_data)
{
  Tools *self = user_data;
  g_autoptr (GPtrArray) items =
      troupe_crew_target_list (self->target, (const char *const *) self->path);

  /* A search for something else would hide it. */
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  if (find_tool (items, reference) < 0)
    {
      g_ptr_array_add (items, troupe_json_node_new_string (reference));
      troupe_crew_target_set_list (self->target, (const char *const *) self->path, items,
                                   _ ("Change Tools"), NULL);
    }
  look_for_files (self);
}

static void
add_creation (Tools *self)
{
  if (self->create == NULL)
    self->create = g_object_ref_sink (
        troupe_new_python_tool_group_new (TROUPE_FORM_TARGET (self->target), created_cb, self));
  gtk_box_append (GTK_BOX (troupe_crew_page_get_box (self->page)), self->create);
}

static void
refresh (TroupeCrewPage *page, gpointer data)
{
  Tools *self = data;
  g_autoptr (GPtrArray) items =
      troupe_crew_target_list (self->target, (const char *const *) self->path);
  const char *const *built_in = troupe_tool_list_built_in ();
  g_autofree char *note =
      g_strdup_printf (ngettext ("%u selected", "%u selected", items->len), items->len);
  GtkWidget *group = NULL;
  TroupeFormFocus *focus;

  remember_given (self, items);
  if (is_shown (self, items))
    return;
  focus = troupe_form_focus_take (troupe_crew_page_get_box (page));
  troupe_crew_page_set_note (page, note);
  troupe_crew_clear_box (troupe_crew_page_get_box (page));
  add_given (self, items);
  for (guint i = 0; built_in[i] != NULL; i++)
    if (!is_given (self, built_in[i]))
      add_tool (self, &group, _ ("Built-in"), built_in[i], find_tool (items, built_in[i]) >= 0,
                TRUE);
  add_servers (self);
  group = NULL;
  for (guint i = 0; i < self->files->len; i++)
    if (!is_given (self, self->files->pdata[i]))
      add_tool (self, &group, _ ("Python in tools/"), self->files->pdata[i],
                find_tool (items, self->files->pdata[i]) >= 0, TRUE);
  if (gtk_widget_get_first_child (troupe_crew_page_get_box (page)) == NULL)
    add_nothing_found (self);
  add_creation (self);
  add_hint (self);
  troupe_form_focus_give_back (focus, troupe_crew_page_get_box (page));
}

/* --- Tools of the project --------------------------------------------------------------------- */

static void
tools_listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GPtrArray) found = troupe_project_tools_list_finish (result, NULL);
  Tools *self = data;

  /* @data was freed if the operation was cancelled. */
  if (found == NULL)
    return;
  g_ptr_array_set_size (self->unusable, 0);
  g_ptr_array_set_size (self->files, 0);
  for (guint i = 0; i < found->len; i++)
    {
      const TroupeProjectTool *tool = found->pdata[i];
      char *reference = g_strconcat (CUSTOM, tool->name, NULL);

      g_ptr_array_add (self->files, reference);
      if (troupe_project_tool_has_no_class (tool))
        g_ptr_array_add (self->unusable, reference);
    }
  troupe_crew_page_refresh (self->page);
}

static void
look_for_files (Tools *self)
{
  const char *path = troupe_document_get_path (
      troupe_form_target_get_document (TROUPE_FORM_TARGET (self->target)));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  if (folder != NULL)
    troupe_project_tools_list_async (folder, self->cancellable, tools_listed_cb, self);
}

/* Returns the first tool at or below @widget that is not chosen yet. (nullable) */
static GtkWidget *
find_first_tool (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (g_object_get_data (G_OBJECT (widget), "troupe-reference") != NULL)
    return gtk_widget_is_sensitive (widget) &&
                   !gtk_check_button_get_active (GTK_CHECK_BUTTON (widget))
               ? widget
               : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_first_tool (child);

  return found;
}

/* Enter takes the first result of the search. */
static void
search_activate_cb (Tools *self)
{
  GtkWidget *check;

  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] == '\0')
    return;
  /* The entry delays `search-changed`, so the list may not be filtered yet. */
  troupe_crew_page_refresh (self->page);
  check = find_first_tool (troupe_crew_page_get_box (self->page));
  if (check != NULL)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  /* The next tool can be typed at once. */
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

GtkWidget *
troupe_crew_tools_page_new (TroupeCrewTarget *target,
                            const TroupeCrewField *field,
                            const char *const *path)
{
  Tools *self;
  GtkWidget *page;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  self = tools_new (target, field, path);
  page = troupe_crew_page_new (target, _ (field->title));
  self->page = TROUPE_CREW_PAGE (page);
  self->search = troupe_crew_page_add_search (self->page, _ ("Search Tools"));
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  troupe_crew_page_set_refresh (self->page, refresh, self, tools_free);
  look_for_files (self);

  return page;
}

/* --- The row ---------------------------------------------------------------------------------- */

static void
refresh_row_cb (GtkWidget *row)
{
  Tools *self = g_object_get_data (G_OBJECT (row), "troupe-tools");
  g_autoptr (GPtrArray) items =
      troupe_crew_target_list (self->target, (const char *const *) self->path);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (names, get_reference (items->pdata[i]));
  g_ptr_array_add (names, NULL);
  troupe_crew_opener_set_chips (row, (const char *const *) names->pdata,
                                g_str_equal (self->path[0], "tasks") ? _ ("Tools of its agent")
                                                                     : _ ("none"));
}

static void
open_cb (GtkWidget *row)
{
  Tools *self = g_object_get_data (G_OBJECT (row), "troupe-tools");

  troupe_crew_target_open_page (self->target,
                                troupe_crew_tools_page_new (self->target, self->field,
                                                            (const char *const *) self->path));
}

GtkWidget *
troupe_crew_tools_row_new (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           const char *const *path)
{
  GtkWidget *row;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  row = troupe_crew_opener_new (_ (field->title));
  g_object_set_data_full (G_OBJECT (row), "troupe-tools", tools_new (target, field, path),
                          tools_free);
  g_signal_connect (row, "activated", G_CALLBACK (open_cb), NULL);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (refresh_row_cb), row, G_CONNECT_SWAPPED);
  refresh_row_cb (row);

  return row;
}
