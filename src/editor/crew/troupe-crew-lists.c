/* troupe-crew-lists.c: form rows for lists: guardrails, callbacks, MCP servers, knowledge, skills,
 * apps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-lists"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-lists.h"
#include "troupe-crew-page.h"
#include "troupe-crew-rows.h"
#include "troupe-drag-order.h"
#include "troupe-form-focus.h"
#include "troupe-form-value.h"
#include "troupe-form.h"
#include "troupe-mcp-config.h"
#include "troupe-source-copy.h"
#include "troupe-tree.h"

/* A list and the row that shows it. */
typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
  GtkWidget *row;
  GPtrArray *rows;  /* GtkWidget: of the entries, and the one that adds */
  GPtrArray *shown; /* JsonNode: the entries as they are shown */
} List;

/* An entry of a list while its page is open. */
typedef struct
{
  List *list; /* data of @row, which is kept alive */
  GtkWidget *row;
  guint index;
  gboolean is_single; /* it is the value of `guardrail` */
  gboolean is_out;    /* it was emptied; the next input adds it again at its index */
} Entry;

static void
list_free (gpointer data)
{
  List *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->shown);
  g_free (self);
}

static List *
get_list (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "troupe-list");
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* Returns the path of a single `guardrail`, or NULL for other fields. (transfer full) (nullable) */
static char **
dup_single_path (List *self)
{
  char **path;
  guint last;

  if (self->field->kind != TROUPE_CREW_KIND_GUARDRAILS)
    return NULL;
  path = g_strdupv (self->path);
  last = g_strv_length (path) - 1;
  g_free (path[last]);
  path[last] = g_strdup ("guardrail");

  return path;
}

/* Returns the value of `guardrail` if the list shows it. (transfer full) (nullable) */
static JsonNode *
dup_single (List *self)
{
  g_auto (GStrv) single = dup_single_path (self);
  TroupeFormTarget *target = TROUPE_FORM_TARGET (self->target);
  JsonNode *several = troupe_form_target_get (target, (const char *const *) self->path);
  JsonNode *node =
      single != NULL ? troupe_form_target_get (target, (const char *const *) single) : NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node) ||
      (several != NULL && !JSON_NODE_HOLDS_NULL (several)))
    return NULL;
  return json_node_ref (node);
}

/* (transfer container) */
static GPtrArray *
list_items (List *self)
{
  JsonNode *single = dup_single (self);
  GPtrArray *items;

  if (single == NULL)
    return troupe_crew_target_list (self->target, (const char *const *) self->path);
  items = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_ptr_array_add (items, single);

  return items;
}

/* Writes the list. A single guardrail keeps its key as long as it is the only guardrail. */
static void
write_items (List *self, GPtrArray *items, const char *merge_key)
{
  g_autoptr (JsonNode) single = dup_single (self);
  g_auto (GStrv) single_path = dup_single_path (self);
  TroupeFormTarget *target = TROUPE_FORM_TARGET (self->target);
  g_autofree char *label = g_strdup_printf (_ ("Change %s"), _ (self->field->title));

  if (single == NULL)
    {
      troupe_crew_target_set_list (self->target, (const char *const *) self->path, items, label,
                                   merge_key);
      return;
    }
  if (items->len <= 1)
    {
      troupe_form_target_set (target, (const char *const *) single_path,
                              items->len == 1 ? items->pdata[0] : NULL, label, merge_key);
      return;
    }
  troupe_document_begin_edit (troupe_form_target_get_document (target), label);
  troupe_crew_target_set_list (self->target, (const char *const *) self->path, items, label, NULL);
  troupe_form_target_set (target, (const char *const *) single_path, NULL, label, NULL);
  troupe_document_end_edit (troupe_form_target_get_document (target));
}

/* --- Descriptions ----------------------------------------------------------------------------- */

/* Describes what the user permits for an MCP server, and returns its icon and title. @icon:
 * (out) (transfer none). (transfer full) */
static char *
describe_server (JsonNode *node, const char **icon, char **title)
{
  g_autoptr (TroupeValue) value = troupe_value_from_node (node);
  g_autoptr (TroupeMcpConfig) config = troupe_mcp_config_new (value, NULL);

  *icon = "network-server-symbolic";
  if (config == NULL)
    return g_strdup (_ ("Incomplete"));
  g_free (*title);
  *title = g_strdup (config->label);
  switch (config->kind)
    {
    case TROUPE_MCP_KIND_STDIO:
      *icon = "utilities-terminal-symbolic";
      return config->allowed != NULL ? g_strdup_printf (_ ("Local program · tools allowed: %u"),
                                                        g_hash_table_size (config->allowed))
                                     : g_strdup (_ ("Local program · all tools"));
    case TROUPE_MCP_KIND_HTTP:
      *icon = "network-workgroup-symbolic";
      return config->allowed != NULL ? g_strdup_printf (_ ("Web · tools allowed: %u"),
                                                        g_hash_table_size (config->allowed))
                                     : g_strdup (_ ("Web · all tools"));
    case TROUPE_MCP_KIND_SLUG:
    default:
      return g_strdup (_ ("Server of the CrewAI platform"));
    }
}

/* Describes what is read from a knowledge source. (transfer full) (nullable) */
static char *
describe_source (JsonNode *node, const char **icon, char **title)
{
  JsonNode *paths = troupe_tree_get_member (node, "file_paths");
  const char *content = troupe_tree_get_member_text (node, "content");
  const char *type = troupe_tree_get_member_text (node, "source_type");

  *icon = "text-x-generic-symbolic";
  if (!JSON_NODE_HOLDS_OBJECT (node) || troupe_form_value_is_reference (node))
    return troupe_form_value_is_reference (node) ? g_strdup (_ ("Python, in the project folder"))
                                                 : NULL;
  g_free (*title);
  if (paths != NULL && JSON_NODE_HOLDS_ARRAY (paths) &&
      json_array_get_length (json_node_get_array (paths)) > 0)
    *title = troupe_crew_row_describe (json_array_get_element (json_node_get_array (paths), 0));
  else
    *title = content != NULL && *content != '\0' ? troupe_text_first_line (content)
                                                 : g_strdup (_ ("Incomplete"));
  return g_strdup (type);
}

static void
describe (List *self, GtkWidget *row, JsonNode *node)
{
  g_autofree char *title = troupe_crew_row_describe (node);
  g_autofree char *subtitle = NULL;
  const char *icon = NULL;
  g_autofree char *escaped = NULL;

  switch (self->field->kind)
    {
    case TROUPE_CREW_KIND_MCPS:
      subtitle = describe_server (node, &icon, &title);
      break;
    case TROUPE_CREW_KIND_SOURCES:
      subtitle = describe_source (node, &icon, &title);
      break;
    case TROUPE_CREW_KIND_GUARDRAILS:
    case TROUPE_CREW_KIND_CALLBACKS:
      {
        const char *hook;

        if (JSON_NODE_HOLDS_VALUE (node))
          hook = _ ("Evaluated by the agent’s model");
        else if (troupe_form_value_is_reference (node))
          hook = _ ("Python, in the project folder");
        else
          hook = JSON_NODE_HOLDS_OBJECT (node) &&
                         json_object_has_member (json_node_get_object (node), "cel")
                     ? _ ("Expression, Troupe only")
                     : _ ("Edit as JSON");
        subtitle = g_strdup (hook);
      }
      break;
    default:
      subtitle = troupe_form_value_is_reference (node)
                     ? g_strdup (_ ("Python, in the project folder"))
                     : NULL;
      break;
    }
  escaped = g_markup_escape_text (title, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  if (subtitle != NULL)
    {
      g_autofree char *shown = g_markup_escape_text (subtitle, -1);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), shown);
    }
  if (icon != NULL)
    {
      GtkWidget *image = gtk_image_new_from_icon_name (icon);

      gtk_widget_add_css_class (image, "consequence");
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
    }
}

/* Returns the title of the row that adds an entry. */
static const char *
get_add_words (const TroupeCrewField *field)
{
  switch (field->kind)
    {
    case TROUPE_CREW_KIND_GUARDRAILS:
      return _ ("Add Rule or Function");
    case TROUPE_CREW_KIND_CALLBACKS:
      return _ ("Add Function");
    case TROUPE_CREW_KIND_MCPS:
      return _ ("Add Program");
    case TROUPE_CREW_KIND_SOURCES:
      return _ ("Add Text");
    case TROUPE_CREW_KIND_SKILLS:
      return _ ("Add Folder");
    case TROUPE_CREW_KIND_APPS:
      return _ ("Add App");
    default:
      return _ ("Add Entry");
    }
}

/* --- Editing an entry ------------------------------------------------------------------------- */

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_object_unref (self->row);
  g_free (self);
}

static JsonNode *
get_entry (gpointer data)
{
  Entry *self = data;
  g_autoptr (GPtrArray) items = list_items (self->list);

  return !self->is_out && self->index < items->len ? json_node_ref (items->pdata[self->index])
                                                   : NULL;
}

static void
set_entry (gpointer data, JsonNode *value)
{
  Entry *self = data;
  g_autoptr (GPtrArray) items = list_items (self->list);
  g_autofree char *joined = g_strjoinv (".", self->list->path);
  g_autofree char *key = g_strdup_printf ("%s.%u", joined, self->index);
  gboolean was_out = self->is_out;

  self->is_out = value == NULL;
  if (value != NULL && self->is_single && items->len == 0)
    {
      g_auto (GStrv) path = dup_single_path (self->list);
      g_autofree char *single = g_strjoinv (".", path);
      g_autofree char *label = g_strdup_printf (_ ("Change %s"), _ (self->list->field->title));

      /* Writes the value back to `guardrail`. */
      troupe_form_target_set (TROUPE_FORM_TARGET (self->list->target), (const char *const *) path,
                              value, label, single);
      return;
    }
  if (!was_out && self->index < items->len)
    g_ptr_array_remove_index (items, self->index);
  if (value != NULL)
    g_ptr_array_insert (items, (int) MIN (self->index, items->len), json_node_ref (value));
  write_items (self->list, items, key);
}

/* Returns TRUE if an entry that is a map has a form of its own. */
static gboolean
has_form (List *self)
{
  return self->field->kind == TROUPE_CREW_KIND_MCPS ||
         self->field->kind == TROUPE_CREW_KIND_SOURCES;
}

static void
open_entry (List *self, guint index)
{
  Entry *entry = g_new0 (Entry, 1);
  g_autoptr (GPtrArray) items = list_items (self);
  g_autofree char *number = g_strdup_printf ("%u", index);
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, number);
  JsonNode *node = index < items->len ? items->pdata[index] : NULL;
  g_autoptr (JsonNode) single = index == 0 ? dup_single (self) : NULL;
  GtkWidget *page;

  entry->list = self;
  entry->row = g_object_ref (self->row);
  entry->index = index;
  entry->is_single = single != NULL;
  if (has_form (self) && node != NULL && JSON_NODE_HOLDS_OBJECT (node) &&
      !troupe_form_value_is_reference (node))
    {
      entry_free (entry);
      page = troupe_crew_map_page_new (self->target,
                                       self->field->kind == TROUPE_CREW_KIND_MCPS
                                           ? TROUPE_CREW_OWNER_SERVER
                                           : TROUPE_CREW_OWNER_SOURCE,
                                       (const char *const *) path);
    }
  else if (self->field->kind == TROUPE_CREW_KIND_GUARDRAILS ||
           self->field->kind == TROUPE_CREW_KIND_CALLBACKS)
    page = troupe_crew_hook_page_new (self->target, self->field, (const char *const *) path,
                                      get_entry, set_entry, entry, entry_free);
  else
    page = troupe_crew_text_page_new (self->target, self->field, (const char *const *) path,
                                      get_entry, set_entry, entry, entry_free);
  troupe_crew_target_open_page (self->target, page);
}

static guint
get_index (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "troupe-index"));
}

static void
activated_cb (GtkWidget *row, List *self)
{
  open_entry (self, get_index (row));
}

/* Adds an entry as a map immediately, so that an incomplete one can be seen and completed. @object:
 * (transfer full) */
static void
add_map (List *self, JsonObject *object)
{
  g_autoptr (GPtrArray) items = list_items (self);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  json_node_seal (node);
  g_ptr_array_add (items, node);
  write_items (self, items, NULL);
  if (gtk_widget_get_root (self->row) != NULL)
    open_entry (self, items->len - 1);
}

static void
add_server (List *self, const char *key)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, key,
                                 g_str_equal (key, "command") ? "npx" : "https://example.com/mcp");
  add_map (self, object);
}

static void
text_cb (GtkWidget *row, List *self)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "source_type", "string");
  json_object_set_string_member (object, "content", "");
  add_map (self, object);
}

/* Returns the folder of the project. (transfer full) (nullable): NULL before the document was saved */
static char *
dup_folder (List *self)
{
  const char *path = troupe_document_get_path (
      troupe_form_target_get_document (TROUPE_FORM_TARGET (self->target)));

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

/* A file that the user chose. @row: owned, so that its list exists until the file was copied */
typedef struct
{
  GtkWidget *row;
  GFile *file;
} Chosen;

static void
chosen_free (Chosen *self)
{
  g_object_unref (self->row);
  g_object_unref (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Chosen, chosen_free)

static void
file_copied_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Chosen) chosen = user_data;
  List *self = get_list (chosen->row);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_source_copy_finish (result, &error);
  g_autofree char *folder = dup_folder (self);
  g_autofree char *path = g_build_filename (folder, "knowledge", name, NULL);
  g_autoptr (GFile) copy = g_file_new_for_path (path);
  g_autofree char *text = NULL;

  if (name == NULL)
    /* Translators: %s is the reason */
    text = g_strdup_printf (_ ("Could not add the file: %s."), error->message);
  else if (!g_file_equal (copy, chosen->file))
    text =
        g_strdup_printf (_ ("The file was copied to “knowledge/%s”, because CrewAI reads files of "
                            "knowledge only from this folder."),
                         name);
  if (text != NULL)
    troupe_form_target_say (TROUPE_FORM_TARGET (self->target), text);
  if (name != NULL)
    {
      const char *type = troupe_crew_field_find_source_type (name);
      JsonObject *object = json_object_new ();
      JsonArray *paths = json_array_new ();

      json_array_add_string_element (paths, name);
      json_object_set_string_member (object, "source_type", type != NULL ? type : "docling");
      json_object_set_array_member (object, "file_paths", paths);
      add_map (self, object);
    }
}

static void
file_chosen_cb (GtkNativeDialog *chooser, int response, GtkWidget *row)
{
  List *self = get_list (row);
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *folder = dup_folder (self);

  if (response == GTK_RESPONSE_ACCEPT && file != NULL && folder != NULL)
    {
      Chosen *chosen = g_new0 (Chosen, 1);

      chosen->row = g_object_ref (row);
      chosen->file = g_object_ref (file);
      troupe_source_copy_async (folder, file, NULL, file_copied_cb, chosen);
    }
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
file_cb (GtkWidget *row, List *self)
{
  GtkRoot *root = gtk_widget_get_root (row);
  g_autofree char *folder = dup_folder (self);
  g_autoptr (GFile) start = NULL;
  GtkFileChooserNative *chooser;

  if (folder == NULL)
    {
      troupe_form_target_say (
          TROUPE_FORM_TARGET (self->target),
          _ ("Save the document first: CrewAI reads files of knowledge from the "
             "folder “knowledge” next to it."));
      return;
    }
  if (!GTK_IS_WINDOW (root))
    return;
  start = g_file_new_for_path (folder);
  chooser = gtk_file_chooser_native_new (_ ("Knowledge Source"), GTK_WINDOW (root),
                                         GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), start, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (file_chosen_cb), self->row, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
program_cb (GtkWidget *row, List *self)
{
  add_server (self, "command");
}

static void
address_cb (GtkWidget *row, List *self)
{
  add_server (self, "url");
}

static void
add_cb (GtkWidget *row, List *self)
{
  g_autoptr (GPtrArray) items = list_items (self);

  open_entry (self, items->len);
}

static void
remove_cb (GtkWidget *button, List *self)
{
  g_autoptr (GPtrArray) items = list_items (self);
  guint index = get_index (button);

  if (index >= items->len)
    return;
  g_ptr_array_remove_index (items, index);
  write_items (self, items, NULL);
}

static void
move (List *self, guint index, int to)
{
  g_autoptr (GPtrArray) items = list_items (self);

  if (index >= items->len || to < 0 || to >= (int) items->len)
    return;
  g_ptr_array_insert (items, to, g_ptr_array_steal_index (items, index));
  write_items (self, items, NULL);
  gtk_widget_grab_focus (self->rows->pdata[to]);
}

static void
dropped_cb (GtkWidget *row, guint from, guint to)
{
  move (g_object_get_data (G_OBJECT (row), "troupe-list-of"), from, (int) to);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *keys,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                List *self)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  if (modifiers == GDK_ALT_MASK && (keyval == GDK_KEY_Up || keyval == GDK_KEY_Down))
    {
      move (self, get_index (row), (int) get_index (row) + (keyval == GDK_KEY_Up ? -1 : 1));
      return TRUE;
    }
  if (modifiers == 0 && keyval == GDK_KEY_Delete)
    {
      remove_cb (row, self);
      return TRUE;
    }

  return FALSE;
}

/* --- List row --------------------------------------------------------------------------------- */

static void
add_row (List *self, GtkWidget *row)
{
  g_ptr_array_add (self->rows, row);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self->row), row);
}

static void
add_one_adder (List *self, const char *words, GCallback callback)
{
  GtkWidget *row = adw_action_row_new ();

  g_assert (self != NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("list-add-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect (row, "activated", callback, self);
  add_row (self, row);
}

static void
add_adder (List *self)
{
  const gboolean is_server = self->field->kind == TROUPE_CREW_KIND_MCPS;

  const gboolean is_source = self->field->kind == TROUPE_CREW_KIND_SOURCES;

  add_one_adder (self, get_add_words (self->field),
                 is_server   ? G_CALLBACK (program_cb)
                 : is_source ? G_CALLBACK (text_cb)
                             : G_CALLBACK (add_cb));
  if (is_source)
    add_one_adder (self, _ ("Add File"), G_CALLBACK (file_cb));
  if (is_server)
    add_one_adder (self, _ ("Add URL"), G_CALLBACK (address_cb));
}

static gboolean
is_shown (List *self, GPtrArray *items)
{
  if (self->rows->len == 0 || items->len != self->shown->len)
    return FALSE;
  for (guint i = 0; i < items->len; i++)
    if (!troupe_json_node_equal (items->pdata[i], self->shown->pdata[i]))
      return FALSE;
  return TRUE;
}

static void refresh_cb (GtkWidget *row);

static void
refresh_after_popover (gpointer row)
{
  refresh_cb (row);
}

static void
refresh_cb (GtkWidget *row)
{
  List *self = get_list (row);
  g_autoptr (GPtrArray) items = list_items (self);
  g_autofree char *count = NULL;
  TroupeFormFocus *focus;

  if (is_shown (self, items) || troupe_form_focus_wait (row, G_OBJECT (row), refresh_after_popover))
    return;
  focus = troupe_form_focus_take (row);
  for (guint i = 0; i < self->rows->len; i++)
    {
      troupe_crew_outlive (self->rows->pdata[i]);
      adw_expander_row_remove (ADW_EXPANDER_ROW (row), self->rows->pdata[i]);
    }
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_unref (self->shown);
  self->shown = g_ptr_array_ref (items);
  for (guint i = 0; i < items->len; i++)
    {
      JsonNode *node = items->pdata[i];
      GtkWidget *entry = adw_action_row_new ();
      GtkWidget *button = troupe_icon_button_new ("window-close-symbolic", _ ("Remove"));
      GtkWidget *handle = troupe_drag_order_handle_new ();
      GtkEventController *keys = gtk_event_controller_key_new ();

      describe (self, entry, node);
      adw_action_row_add_prefix (ADW_ACTION_ROW (entry), handle);
      g_object_set_data (G_OBJECT (entry), "troupe-list-of", self);
      troupe_drag_order_add (entry, handle, self, dropped_cb);
      troupe_drag_order_set_index (entry, i);
      g_object_set_data (G_OBJECT (entry), "troupe-index", GUINT_TO_POINTER (i));
      g_object_set_data (G_OBJECT (button), "troupe-index", GUINT_TO_POINTER (i));
      adw_action_row_add_suffix (ADW_ACTION_ROW (entry), button);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (entry), TRUE);
      g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
      g_signal_connect (entry, "activated", G_CALLBACK (activated_cb), self);
      g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
      gtk_widget_add_controller (entry, keys);
      add_row (self, entry);
    }
  add_adder (self);
  count = g_strdup_printf (ngettext ("%u entry", "%u entries", items->len), items->len);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row),
                                 items->len > 0 ? count : _ (self->field->help));
  troupe_form_focus_give_back (focus, row);
}

GtkWidget *
troupe_crew_list_new (TroupeCrewTarget *target,
                      const TroupeCrewField *field,
                      const char *const *path)
{
  GtkWidget *row = adw_expander_row_new ();
  List *self = g_new0 (List, 1);

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);
  self->row = row;
  self->rows = g_ptr_array_new ();
  self->shown = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (row), "troupe-list", self, list_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (refresh_cb), row, G_CONNECT_SWAPPED);
  refresh_cb (row);

  return row;
}
