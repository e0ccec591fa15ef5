/* troupe-flow-crews.c: moves crews between a flow and separate crew projects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-crews"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-edit.h"
#include "troupe-flow-crews.h"
#include "troupe-flow-forecast.h"
#include "troupe-message-dialog.h"
#include "troupe-own-crew.h"
#include "troupe-save-question.h"
#include "troupe-start-folder.h"

/* Maximum number of folder names that are tried. */
#define MOST_TRIED 100

struct _TroupeFlowCrews
{
  GObject parent_instance;

  GtkWidget *place;
  TroupeEditor *editor;
  GSimpleActionGroup *actions;
  GtkFileChooserNative *chooser; /* (nullable) */
  char *method;                  /* (nullable): the method whose folder is being chosen */
  char **path;                   /* (nullable): the action whose crew is being chosen */
};

enum
{
  MESSAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeFlowCrews, troupe_flow_crews, G_TYPE_OBJECT)

static gboolean
report (TroupeFlowCrews *self, const GError *error)
{
  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (error != NULL)
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
  return error == NULL;
}

/* (nullable) */
static const TroupeFlowAction *
find_crew (TroupeFlowCrews *self, const char *method)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (troupe_editor_get_document (self->editor));
  const TroupeFlowMethod *found = method != NULL ? troupe_flow_find_method (flow, method) : NULL;

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  return found != NULL && found->action != NULL && found->action->type == TROUPE_ACTION_CREW
             ? found->action
             : NULL;
}

static void
update (TroupeFlowCrews *self)
{
  const TroupeFlowAction *crew = find_crew (self, troupe_editor_get_selected_method (self->editor));
  GActionMap *map = G_ACTION_MAP (self->actions);

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "make-project")),
                               crew != NULL && crew->reference == NULL);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "put-inline")),
                               crew != NULL && crew->reference != NULL);
}

GActionGroup *
troupe_flow_crews_get_actions (TroupeFlowCrews *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/* --- Conversions ------------------------------------------------------------------------------ */

gboolean
troupe_flow_crews_make_project (TroupeFlowCrews *self, const char *method, const char *folder)
{
  const char *path[] = { "methods", method, "do", "with", NULL };
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), FALSE);
  g_return_val_if_fail (method != NULL && folder != NULL, FALSE);

  if (find_crew (self, method) == NULL)
    return FALSE;
  subject =
      troupe_crew_subject_new_inline (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)),
                                      path);
  if (troupe_crew_edit_to_project (subject, folder, &error) &&
      troupe_document_is_own (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor))))
    troupe_own_crew_store_async (folder, NULL, NULL);
  return report (self, error);
}

/* --- Crews that do not exist ------------------------------------------------------------------- */

/* Returns TRUE if the method refers to a file that does not exist. An unsaved flow has no folder. */
static gboolean
is_missing (TroupeFlowCrews *self, const char *method)
{
  const TroupeFlowAction *crew = find_crew (self, method);
  const char *path =
      troupe_document_get_path (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *file = NULL;

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (crew == NULL || crew->reference == NULL)
    return FALSE;
  if (folder == NULL && !g_path_is_absolute (crew->reference))
    return TRUE;
  file = g_canonicalize_filename (crew->reference, folder);
  return !g_file_test (file, G_FILE_TEST_EXISTS);
}

char *
troupe_flow_crews_find_missing (TroupeFlowCrews *self)
{
  g_autoptr (TroupeFlowForecast) forecast = NULL;
  TroupeFlow *flow;

  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), NULL);

  flow = troupe_flow_document_get_flow (troupe_editor_get_document (self->editor));
  forecast = troupe_flow_forecast_new (flow);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (troupe_flow_get_method (flow, i)->start)
      troupe_flow_forecast_begin (forecast, troupe_flow_get_method (flow, i)->name);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;

      if (is_missing (self, name) && troupe_flow_forecast_can_come (forecast, name))
        return g_strdup (name);
    }

  return NULL;
}

static void
missing_answered_cb (TroupeFlowCrews *self, const char *response, AdwMessageDialog *dialog)
{
  const char *method = g_object_get_data (G_OBJECT (dialog), "troupe-method");
  const char *path[] = { "methods", method, "do", NULL };
  GVariant *parameter;

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  /* The document may have changed while the dialog was open. */
  if (g_str_equal (response, "cancel") || !is_missing (self, method))
    return;
  if (g_str_equal (response, "inline"))
    {
      const char *inline_path[] = { "methods", method, "do", NULL };
      g_autoptr (GError) error = NULL;

      troupe_crew_edit_create_inline (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)),
                                      inline_path, method, &error);
      report (self, error);
      /* It has to be filled, so it is opened as by a double click on its card. */
      if (!is_missing (self, method))
        g_signal_emit_by_name (self->editor, "method-activated", method);
      return;
    }
  parameter = g_variant_new_strv (path, -1);
  g_action_group_activate_action (G_ACTION_GROUP (self->actions),
                                  g_str_equal (response, "choose") ? "choose-file" : "create-file",
                                  parameter);
}

gboolean
troupe_flow_crews_offer (TroupeFlowCrews *self, const char *method)
{
  GtkRoot *root;
  GtkWidget *dialog;
  g_autofree char *heading = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  root = gtk_widget_get_root (self->place);
  if (!GTK_IS_WINDOW (root) || !is_missing (self, method))
    return FALSE;
  heading = g_strdup_printf (
      /* Translators: %s is the name of a method */
      _ ("“%s” Has No Crew Yet"), method);
  dialog = troupe_message_dialog_new (
      GTK_WINDOW (root), heading,
      _ ("A new crew gets a folder of its own, which several flows can use. An inline crew is part "
         "of this flow."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "choose",
                                    _ ("C_hoose Crew…"), "create", _ ("_New Crew…"), "inline",
                                    _ ("_Inline"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "inline",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "inline");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "troupe-method", g_strdup (method), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (missing_answered_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

gboolean
troupe_flow_crews_put_inline (TroupeFlowCrews *self, const char *method)
{
  const char *path[] = { "methods", method, "do", NULL };
  TroupeDocument *document;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  if (find_crew (self, method) == NULL)
    return FALSE;
  document = TROUPE_DOCUMENT (troupe_editor_get_document (self->editor));
  /* First, because a draft must not claim that the crew is the user's own. */
  troupe_document_set_own (document, FALSE);
  troupe_crew_edit_to_inline (document, path, &error);
  return report (self, error);
}

/* --- User actions ----------------------------------------------------------------------------- */

/* Closes the file chooser and returns the chosen path. (transfer full) (nullable) */
static char *
finish_chooser (TroupeFlowCrews *self, GtkNativeDialog *dialog, int response)
{
  g_autoptr (GtkNativeDialog) kept = g_object_ref (dialog);
  g_autoptr (GFile) file = NULL;

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  gtk_native_dialog_hide (dialog);
  g_clear_object (&self->chooser);
  if (response != GTK_RESPONSE_ACCEPT)
    return NULL;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (kept));
  return file != NULL ? g_file_get_path (file) : NULL;
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);
  g_autofree char *folder = finish_chooser (self, dialog, response);
  g_autofree char *method = g_steal_pointer (&self->method);

  if (folder != NULL && method != NULL)
    troupe_flow_crews_make_project (self, method, folder);
}

static void
file_chosen_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);
  g_autofree char *file = finish_chooser (self, dialog, response);
  g_auto (GStrv) path = g_steal_pointer (&self->path);
  g_autoptr (GError) error = NULL;

  if (file == NULL || path == NULL)
    return;
  troupe_crew_edit_choose_file (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)),
                                (const char *const *) path, file, &error);
  report (self, error);
}

/* A crew that was created and is opened once it is stored as the user's own. */
typedef struct
{
  GtkWidget *place;
  char *folder;
} Created;

static void
created_stored_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Created *created = user_data;
  g_autoptr (GFile) file = g_file_new_build_filename (created->folder, "crew.jsonc", NULL);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GError) error = NULL;

  if (!troupe_own_crew_store_finish (result, &error))
    g_debug ("The origin of the crew could not be stored: %s", error->message);
  /* The flow may have been closed. */
  if (gtk_widget_get_root (created->place) != NULL)
    gtk_widget_activate_action (created->place, "win.open-recent", "s", uri);
  g_object_unref (created->place);
  g_free (created->folder);
  g_free (created);
}

gboolean
troupe_flow_crews_create (TroupeFlowCrews *self, const char *const *path, const char *folder)
{
  g_autoptr (GError) error = NULL;
  Created *created;

  g_return_val_if_fail (TROUPE_IS_FLOW_CREWS (self), FALSE);
  g_return_val_if_fail (path != NULL && folder != NULL, FALSE);

  if (!troupe_crew_edit_create_file (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)),
                                     path, folder, &error))
    return report (self, error);
  created = g_new0 (Created, 1);
  created->place = g_object_ref (self->place);
  created->folder = g_strdup (folder);
  troupe_own_crew_store_async (folder, created_stored_cb, created);
  return TRUE;
}

static void
folder_chosen_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);
  g_autofree char *folder = finish_chooser (self, dialog, response);
  g_auto (GStrv) path = g_steal_pointer (&self->path);

  if (folder != NULL && path != NULL)
    troupe_flow_crews_create (self, (const char *const *) path, folder);
}

/* Returns the name of a folder that does not exist in @around. This is the name of the method,
 * with a number if necessary. (transfer full) */
static char *
make_folder_name (const char *around, const char *method)
{
  g_autofree char *plain = g_strdelimit (g_strdup (method), "/\\", '-');

  for (guint n = 1; around != NULL && n < MOST_TRIED; n++)
    {
      g_autofree char *name = n == 1 ? g_strdup (plain) : g_strdup_printf ("%s-%u", plain, n);
      g_autofree char *path = g_build_filename (around, name, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&name);
    }
  return g_steal_pointer (&plain);
}

/* Shows a file chooser in the folder of the flow. Returns FALSE if one is already shown. */
static gboolean
show_chooser (TroupeFlowCrews *self,
              const char *title,
              GtkFileChooserAction action,
              const char *accept,
              GCallback response)
{
  GtkRoot *root = gtk_widget_get_root (self->place);
  const char *path =
      troupe_document_get_path (TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)));
  g_autofree char *around = path != NULL ? g_path_get_dirname (path) : NULL;

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (self->chooser != NULL || !GTK_IS_WINDOW (root))
    return FALSE;
  self->chooser =
      gtk_file_chooser_native_new (title, GTK_WINDOW (root), action, accept, _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (action == GTK_FILE_CHOOSER_ACTION_SAVE)
    {
      g_autofree char *name = make_folder_name (around, self->method);

      gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
    }
  troupe_start_folder_set_path (GTK_FILE_CHOOSER (self->chooser), around);
  g_signal_connect_object (self->chooser, "response", response, self, 0);
  return TRUE;
}

/* Remembers the method that is selected, whose name is suggested for the folder. */
static void
keep_method (TroupeFlowCrews *self)
{
  const char *method = troupe_editor_get_selected_method (self->editor);

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  g_free (self->method);
  self->method = g_strdup (method != NULL ? method : "crew");
}

/* Asks to save a flow that has no file, because it refers to a crew by the path from its own folder.
 * An absolute path would be refused by a run. Returns TRUE if the flow has to be saved first. */
static gboolean
ask_to_save (TroupeFlowCrews *self)
{
  TroupeDocument *document = TROUPE_DOCUMENT (troupe_editor_get_document (self->editor));

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (troupe_document_get_path (document) != NULL)
    return FALSE;
  troupe_save_question_ask (self->place, _ ("Save the Flow First"),
                            _ ("A flow refers to the files of a crew from its own "
                               "folder. Save the flow, then add the crew."),
                            NULL, NULL);
  return TRUE;
}

static void
make_project_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (ask_to_save (self))
    return;
  keep_method (self);
  if (show_chooser (self, _ ("Save Crew as Folder"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"),
                    G_CALLBACK (chosen_cb)))
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
keep_path (TroupeFlowCrews *self, GVariant *parameter)
{
  g_assert (TROUPE_IS_FLOW_CREWS (self));

  g_strfreev (self->path);
  self->path = g_variant_dup_strv (parameter, NULL);
  keep_method (self);
}

static void
choose_file_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);
  g_autoptr (GtkFileFilter) crews = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (ask_to_save (self))
    return;
  keep_path (self, parameter);
  if (!show_chooser (self, _ ("Choose Crew"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"),
                     G_CALLBACK (file_chosen_cb)))
    return;
  gtk_file_filter_set_name (crews, _ ("Crews"));
  /* Flows have the same endings, but the file of a crew is usually called like this. */
  gtk_file_filter_add_pattern (crews, "*crew*.json");
  gtk_file_filter_add_pattern (crews, "*crew*.jsonc");
  gtk_file_filter_set_name (all, _ ("All JSON Files"));
  gtk_file_filter_add_suffix (all, "json");
  gtk_file_filter_add_suffix (all, "jsonc");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), crews);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), all);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
create_file_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (ask_to_save (self))
    return;
  keep_path (self, parameter);
  if (show_chooser (self, _ ("New Crew"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("C_reate"),
                    G_CALLBACK (folder_chosen_cb)))
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
put_inline_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (user_data);
  g_autofree char *method = g_strdup (troupe_editor_get_selected_method (self->editor));

  g_assert (TROUPE_IS_FLOW_CREWS (self));

  if (method != NULL && !troupe_flow_crews_offer (self, method))
    troupe_flow_crews_put_inline (self, method);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_flow_crews_dispose (GObject *object)
{
  TroupeFlowCrews *self = TROUPE_FLOW_CREWS (object);

  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->path, g_strfreev);

  G_OBJECT_CLASS (troupe_flow_crews_parent_class)->dispose (object);
}

static void
troupe_flow_crews_class_init (TroupeFlowCrewsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_flow_crews_dispose;
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_flow_crews_init (TroupeFlowCrews *self)
{
}

TroupeFlowCrews *
troupe_flow_crews_new (GtkWidget *place, TroupeEditor *editor)
{
  static const GActionEntry entries[] = {
    { .name = "make-project", .activate = make_project_cb },
    { .name = "put-inline", .activate = put_inline_cb },
    { .name = "choose-file", .activate = choose_file_cb, .parameter_type = "as" },
    { .name = "create-file", .activate = create_file_cb, .parameter_type = "as" },
  };
  TroupeFlowCrews *self;

  g_return_val_if_fail (GTK_IS_WIDGET (place), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR (editor), NULL);

  self = g_object_new (TROUPE_TYPE_FLOW_CREWS, NULL);
  self->place = place;
  self->editor = editor;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (place, "crew-place", G_ACTION_GROUP (self->actions));
  g_signal_connect_object (editor, "notify::selected-method", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_editor_get_document (editor), "changed", G_CALLBACK (update),
                           self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}
