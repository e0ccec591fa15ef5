/* troupe-flow-chat.c: connects the chat with the page of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-chat"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chat-export.h"
#include "troupe-chat-sessions.h"
#include "troupe-chat-side.h"
#include "troupe-dialog-placement.h"
#include "troupe-feedback-view.h"
#include "troupe-flow-chat.h"

/* @shown: the turn shown by the canvas and the panels; @waiting: a sent message whose run has
 *   not started yet */
struct _TroupeFlowChat
{
  GObject parent_instance;

  TroupePageContent *content; /* not owned, like @editor and @running */
  TroupeEditor *editor;
  TroupeRunController *running;
  TroupePageRun *run;
  TroupeFlowDocument *document;
  GSimpleActionGroup *actions;

  TroupeChatController *talk; /* (nullable): this and the next members are NULL until the flow is
                                 conversational */
  TroupeChatPane *pane;
  TroupeChatSide *side;
  GtkWidget *tool;

  TroupeChatEntry *shown;  /* (nullable) */
  char *waiting;           /* (nullable) */
  GtkNativeDialog *dialog; /* (nullable) */
  GPtrArray *stored;       /* (nullable) (element-type TroupeStoredSession): newest first */
  GtkWindow *sessions;     /* (nullable): weak */
  TroupeEditorWidth width;
  gboolean is_active;
};

G_DEFINE_FINAL_TYPE (TroupeFlowChat, troupe_flow_chat, G_TYPE_OBJECT)

static TroupeRunPresenter *
get_progress (TroupeFlowChat *self)
{
  return troupe_run_controller_get_progress (self->running);
}

static void
tell (TroupeFlowChat *self, const char *text)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  troupe_page_content_tell (self->content, text);
}

/* --- Action states ---------------------------------------------------------------------------- */

static void
enable (TroupeFlowChat *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
update (TroupeFlowChat *self)
{
  gboolean is_free, has_turns, is_open;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (self->talk == NULL)
    return;
  is_free = self->waiting == NULL && !troupe_page_run_is_under_way (self->run);
  has_turns = troupe_chat_controller_get_n_turns (self->talk) > 0;
  enable (self, "take-back", is_free && has_turns);
  enable (self, "new", is_free && has_turns);
  enable (self, "sessions", is_free);
  enable (self, "continue-last", is_free && !has_turns);
  enable (self, "copy", has_turns);
  enable (self, "export", has_turns);
  troupe_chat_pane_set_ready (self->pane, is_free);
  g_object_get (troupe_editor_get_frame (self->editor), "inspector-visible", &is_open, NULL);
  gtk_widget_set_visible (self->tool, self->is_active && !is_open);
}

/* --- Selected turn ---------------------------------------------------------------------------- */

/* Returns the latest turn, except the selected one, in which @method has run. (transfer none)
 * (nullable) */
static TroupeChatEntry *
find_other (TroupeFlowChat *self, const char *method, char **time)
{
  GListModel *entries = troupe_chat_controller_get_entries (self->talk);

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  for (guint i = g_list_model_get_n_items (entries); i > 0; i--)
    {
      g_autoptr (TroupeChatEntry) entry = g_list_model_get_item (entries, i - 1);

      if (entry == self->shown)
        continue;
      if (troupe_chat_entry_has_method (entry, method, time))
        return entry;
      g_clear_pointer (time, g_free);
    }
  return NULL;
}

/* Shows the number of the turn next to the start time of the run, because all turns have similar
 * inputs. */
static void
name_turn (TroupeFlowChat *self, TroupeChatEntry *entry)
{
  g_autofree char *words = NULL;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (entry != NULL)
    words = g_strdup_printf (_ ("Turn %u"), troupe_chat_entry_get_number (entry));
  troupe_monitor_set_occasion (troupe_run_controller_get_monitor (self->running), words);
}

/* Methods that did not run in the selected turn show the last other turn in which they ran. */
static void
show_elsewhere (TroupeFlowChat *self)
{
  TroupeFlow *flow = troupe_chat_entry_get_flow (self->shown);
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) times = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  for (guint i = 0; flow != NULL && i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;
      char *time = NULL;
      TroupeChatEntry *entry = find_other (self, name, &time);

      g_hash_table_insert (
          words, (gpointer) name,
          entry != NULL
              /* Translators: on the card of a method that did not run in the selected turn, but
               * in turn %u */
              ? g_strdup_printf (_ ("In turn %u"), troupe_chat_entry_get_number (entry))
              : g_strdup (_ ("Not in this turn")));
      if (time != NULL)
        g_hash_table_insert (times, (gpointer) name, time);
    }
  troupe_editor_set_elsewhere (self->editor, words, times);
}

static TroupeRunResultType
get_type (TroupeChatEntry *entry)
{
  switch (troupe_chat_entry_get_state (entry))
    {
    case TROUPE_CHAT_FAILED:
      return TROUPE_RESULT_RUN_ERROR;
    case TROUPE_CHAT_STOPPED:
      return TROUPE_RESULT_CANCELLED;
    case TROUPE_CHAT_WAITS:
      return TROUPE_RESULT_PAUSED;
    case TROUPE_CHAT_SAID:
    case TROUPE_CHAT_RUNS:
    case TROUPE_CHAT_DONE:
    default:
      return TROUPE_RESULT_OK;
    }
}

static void
show_entry (TroupeFlowChat *self, TroupeChatEntry *entry)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (!troupe_chat_entry_has_run (entry))
    return;
  g_set_object (&self->shown, entry);
  troupe_chat_pane_set_chosen (self->pane, entry);
  name_turn (self, entry);
  if (troupe_chat_entry_get_state (entry) == TROUPE_CHAT_RUNS)
    troupe_run_presenter_show_own (get_progress (self), troupe_chat_entry_get_events (entry));
  else
    troupe_run_presenter_show_past (get_progress (self), troupe_chat_entry_get_flow (entry),
                                    troupe_chat_entry_get_events (entry), get_type (entry),
                                    troupe_chat_entry_get_started (entry),
                                    troupe_chat_entry_get_elapsed (entry));
  show_elsewhere (self);
}

/* Called when the session was replaced or its last turn was removed. Shows the run of the last
 * turn, if the turn has a run. */
static void
replaced_cb (TroupeFlowChat *self)
{
  TroupeChatEntry *last = troupe_chat_controller_get_last (self->talk);
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  g_clear_object (&self->shown);
  troupe_chat_pane_set_chosen (self->pane, NULL);
  name_turn (self, NULL);
  if (troupe_page_run_is_under_way (self->run))
    return;
  if (last != NULL && troupe_chat_entry_has_run (last))
    show_entry (self, last);
  else
    {
      troupe_run_presenter_show_past (get_progress (self),
                                      troupe_flow_document_get_flow (self->document), nothing,
                                      TROUPE_RESULT_OK, g_get_real_time (), 0);
      troupe_editor_clear_run (self->editor);
    }
  update (self);
}

static void
chosen_cb (TroupeFlowChat *self, TroupeChatEntry *entry)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  show_entry (self, entry);
}

/* --- Starting a turn -------------------------------------------------------------------------- */

static void
give_back (TroupeFlowChat *self)
{
  g_autofree char *waiting = g_steal_pointer (&self->waiting);
  g_autofree char *typed = NULL;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (waiting != NULL && self->pane != NULL)
    {
      typed = troupe_chat_pane_get_text (self->pane);
      if (*typed == '\0')
        troupe_chat_pane_set_text (self->pane, waiting);
    }
  update (self);
}

static void
say (TroupeFlowChat *self, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  g_free (self->waiting);
  self->waiting = g_strdup (message);
  /* The message cannot be sent while the user is being asked for the consent or the inputs of
   * another run. */
  if (troupe_run_controller_is_starting (self->running))
    {
      give_back (self);
      return;
    }
  if (troupe_flow_has_errors (troupe_flow_document_get_flow (self->document)))
    {
      /* The page shows the errors. */
      troupe_page_content_run (self->content, FALSE);
      give_back (self);
      return;
    }
  run = troupe_chat_controller_make_run (self->talk, message, &text, &error);
  if (run == NULL)
    {
      tell (self, error->message);
      give_back (self);
      return;
    }
  troupe_run_controller_start_run (self->running, run, text);
  update (self);
}

static void
sent_cb (TroupeFlowChat *self, const char *message)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  troupe_page_content_commit (self->content);
  say (self, message);
}

static void
again_cb (TroupeFlowChat *self)
{
  g_autofree char *message = NULL;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (troupe_page_run_is_under_way (self->run) || self->waiting != NULL)
    return;
  message = troupe_chat_controller_take_back (self->talk);
  if (message != NULL)
    say (self, message);
}

static void
resumed_cb (TroupeFlowChat *self)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  troupe_page_stored_run_resume (troupe_page_content_get_stored_run (self->content));
}

/* --- Run of a turn ---------------------------------------------------------------------------- */

static void
run_begins_cb (TroupeFlowChat *self, TroupeRun *run)
{
  TroupeChatEntry *entry =
      self->talk != NULL ? troupe_chat_controller_begin (self->talk, run) : NULL;
  g_autofree char *words = NULL;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  g_clear_pointer (&self->waiting, g_free);
  name_turn (self, entry);
  if (entry != NULL)
    {
      /* Translators: title bar text while a turn of a conversation runs; %u is the number of the
       * turn */
      words = g_strdup_printf (_ ("Conversation · running turn %u"),
                               troupe_chat_entry_get_number (entry));
      g_set_object (&self->shown, entry);
      troupe_chat_pane_set_chosen (self->pane, entry);
      show_elsewhere (self);
    }
  troupe_page_content_set_run_words (self->content, words);
  troupe_run_presenter_set_quiet (get_progress (self), entry != NULL);
}

static void
run_events_cb (TroupeFlowChat *self, GPtrArray *events)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (self->talk != NULL)
    troupe_chat_controller_add_events (self->talk, events);
}

static void
run_ended_cb (TroupeFlowChat *self, TroupeRun *run, TroupeRunResult *result)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (self->talk != NULL)
    troupe_chat_controller_end (self->talk, run, result);
  if (self->shown != NULL && self->is_active)
    show_elsewhere (self);
  /* Grabs the focus, because the message entry, which may have had the focus, is insensitive
   * now. */
  if (self->is_active && troupe_chat_controller_has_ended (self->talk) &&
      troupe_chat_side_is_chat_seen (self->side))
    gtk_widget_grab_focus (GTK_WIDGET (self->pane));
}

/* Shows the chat, so that the user sees the feedback request. */
static void
asked_cb (TroupeFlowChat *self)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (self->is_active)
    troupe_chat_side_show_chat (self->side);
}

/* --- Actions ------------------------------------------------------------------------------------ */

/* Undoes the last turn and puts its message into the entry, so that the user can edit it. */
static void
take_back_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);
  g_autofree char *typed = troupe_chat_pane_get_text (self->pane);
  g_autofree char *message = troupe_chat_controller_take_back (self->talk);

  g_assert (G_IS_SIMPLE_ACTION (action));

  if (message != NULL && *typed == '\0')
    troupe_chat_pane_set_text (self->pane, message);
  gtk_widget_grab_focus (GTK_WIDGET (self->pane));
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);
  g_autofree char *text = troupe_chat_export_text (self->talk);

  g_assert (G_IS_SIMPLE_ACTION (action));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->pane)), text);
  tell (self, _ ("Conversation copied"));
}

static void
exported_cb (gpointer target, const char *text)
{
  tell (TROUPE_FLOW_CHAT (target), text);
}

static void
export_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);

  g_assert (G_IS_SIMPLE_ACTION (action));

  g_clear_object (&self->dialog);
  self->dialog =
      troupe_chat_export_open (GTK_WIDGET (self->content), self->talk, exported_cb, self);
}

static void
session_read_cb (TroupeFlowChat *self, TroupeStoredChat *kept)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (!troupe_page_run_is_under_way (self->run) && self->waiting == NULL)
    troupe_chat_controller_go_on (self->talk, kept->id, kept->entries, kept->state);
}

/* The page owns this object, so an operation must not keep it alive. */
static GWeakRef *
make_weak (TroupeFlowChat *self)
{
  GWeakRef *weak = g_new (GWeakRef, 1);

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  g_weak_ref_init (weak, self);
  return weak;
}

/* Returns the object if it still exists. (transfer full) (nullable) */
static TroupeFlowChat *
take_weak (GWeakRef *weak)
{
  TroupeFlowChat *self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return self;
}

static void
last_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeFlowChat) self = take_weak (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStoredChat) kept = troupe_stored_chat_read_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self == NULL || self->talk == NULL)
    return;
  if (kept != NULL)
    session_read_cb (self, kept);
  else
    tell (self, error->message);
}

static void
continue_last_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);
  const TroupeStoredSession *session;

  g_assert (G_IS_SIMPLE_ACTION (action));

  if (self->stored == NULL || self->stored->len == 0)
    return;
  session = g_ptr_array_index (self->stored, 0);
  troupe_stored_chat_read_async (self->talk, session->id, session->run_ids, last_read_cb,
                                 make_weak (self));
}

/* Returns whether a conversation may still be shown without the user's request. */
static gboolean
is_untouched (TroupeFlowChat *self)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  return self->waiting == NULL && !troupe_page_run_is_under_way (self->run) &&
         !troupe_run_presenter_shows_past (get_progress (self)) &&
         troupe_chat_controller_get_id (self->talk) == NULL;
}

/* Shows the last conversation in a chat that was just opened. One that has ended takes no more
 * messages, so that it is only offered. */
static void
first_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeFlowChat) self = take_weak (user_data);
  g_autoptr (TroupeStoredChat) kept = troupe_stored_chat_read_finish (result, NULL);
  TroupeMonitor *monitor;
  gboolean was_open;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self == NULL || self->talk == NULL || kept == NULL || !is_untouched (self) ||
      troupe_chat_controller_is_end (kept->state))
    return;
  monitor = troupe_run_controller_get_monitor (self->running);
  was_open = troupe_monitor_get_panel_open (monitor);
  session_read_cb (self, kept);
  /* A file that is opened shows its canvas. The panels of the last turn are opened by its button. */
  troupe_monitor_set_panel_open (monitor, was_open);
  troupe_chat_pane_set_continued (self->pane, TRUE);
}

static void
stored_listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeFlowChat) self = take_weak (user_data);
  g_autoptr (GPtrArray) sessions = troupe_stored_chat_list_finish (result, NULL);
  const gboolean is_first = self != NULL && self->stored == NULL;
  const TroupeStoredSession *last = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self == NULL || self->talk == NULL || sessions == NULL || sessions->len == 0)
    return;
  g_clear_pointer (&self->stored, g_ptr_array_unref);
  self->stored = g_steal_pointer (&sessions);
  last = g_ptr_array_index (self->stored, 0);
  troupe_chat_pane_offer_last (self->pane, last->message);
  if (is_first && is_untouched (self))
    troupe_stored_chat_read_async (self->talk, last->id, last->run_ids, first_read_cb,
                                   make_weak (self));
}

static void
list_stored (TroupeFlowChat *self)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  troupe_stored_chat_list_async (self->talk, stored_listed_cb, make_weak (self));
}

static void
new_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);

  g_assert (G_IS_SIMPLE_ACTION (action));

  troupe_chat_controller_begin_new (self->talk);
  gtk_widget_grab_focus (GTK_WIDGET (self->pane));
  list_stored (self);
}

static void
sessions_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);

  g_assert (G_IS_SIMPLE_ACTION (action));

  g_set_weak_pointer (&self->sessions, GTK_WINDOW (troupe_chat_sessions_new (self->talk)));
  g_signal_connect_object (self->sessions, "read", G_CALLBACK (session_read_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_dialog_put_over (self->sessions, GTK_WIDGET (self->content));
  gtk_window_present (self->sessions);
}

static void
inspector_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_assert (G_IS_SIMPLE_ACTION (action));

  troupe_chat_side_show_inspector (TROUPE_FLOW_CHAT (user_data)->side);
}

static void
canvas_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (user_data);

  g_assert (G_IS_SIMPLE_ACTION (action));

  g_object_set (troupe_editor_get_frame (self->editor), "inspector-visible", FALSE, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static void
focus_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_assert (G_IS_SIMPLE_ACTION (action));

  troupe_flow_chat_focus (TROUPE_FLOW_CHAT (user_data));
}

/* --- Creating the chat ------------------------------------------------------------------------ */

static void
selection_cb (TroupeFlowChat *self)
{
  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (self->pane != NULL)
    troupe_chat_pane_set_selected (self->pane,
                                   troupe_editor_get_selected_method (self->editor) != NULL);
}

static void
build (TroupeFlowChat *self)
{
  GtkWidget *box;
  GtkWidget *button;
  static const GActionEntry entries[] = {
    { .name = "take-back", .activate = take_back_cb },
    { .name = "new", .activate = new_cb },
    { .name = "copy", .activate = copy_cb },
    { .name = "export", .activate = export_cb },
    { .name = "sessions", .activate = sessions_cb },
    { .name = "continue-last", .activate = continue_last_cb },
    { .name = "inspector", .activate = inspector_cb },
    { .name = "canvas", .activate = canvas_cb },
    { .name = "focus", .activate = focus_cb },
  };
  GtkEventController *keys;

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  self->talk = troupe_chat_controller_new (self->document);
  keys = gtk_shortcut_controller_new ();
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self->content), "chat",
                                  G_ACTION_GROUP (self->actions));
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (keys), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>l"),
                        gtk_named_action_new ("chat.focus")));
  gtk_widget_add_controller (GTK_WIDGET (self->content), keys);
  self->pane = g_object_ref_sink (TROUPE_CHAT_PANE (troupe_chat_pane_new (self->talk)));
  self->side =
      g_object_ref (troupe_chat_side_new (troupe_editor_get_frame (self->editor), self->pane));
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  button = gtk_button_new_with_label (_ ("Conversation"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "chat.focus");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (box, "canvas-tools");
  gtk_box_append (GTK_BOX (box), button);
  self->tool = box;
  troupe_editor_frame_add_tool (troupe_editor_get_frame (self->editor), box);
  g_signal_connect_object (self->pane, "sent", G_CALLBACK (sent_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pane, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pane, "refused", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pane, "again", G_CALLBACK (again_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pane, "resumed", G_CALLBACK (resumed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->talk, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->talk, "replaced", G_CALLBACK (replaced_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->talk, "failed", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side, "notify::chat-seen", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  selection_cb (self);
  list_stored (self);
}

/* Edits may add or remove the conversational block. The session is kept as long as the page
 * exists. */
static void
document_changed_cb (TroupeFlowChat *self)
{
  const gboolean is_active =
      troupe_flow_is_conversational (troupe_flow_document_get_flow (self->document));

  g_assert (TROUPE_IS_FLOW_CHAT (self));

  if (is_active == self->is_active)
    return;
  self->is_active = is_active;
  if (is_active && self->talk == NULL)
    build (self);
  troupe_chat_side_set_enabled (self->side, is_active);
  troupe_run_controller_ask_in (
      self->running, is_active ? troupe_chat_pane_get_question_place (self->pane) : NULL);
  troupe_flow_chat_set_width_class (self, self->width);
  update (self);
}

/* --- Public functions ------------------------------------------------------------------------- */

gboolean
troupe_flow_chat_is_active (TroupeFlowChat *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CHAT (self), FALSE);

  return self->is_active;
}

void
troupe_flow_chat_focus (TroupeFlowChat *self)
{
  g_return_if_fail (TROUPE_IS_FLOW_CHAT (self));

  if (!self->is_active)
    return;
  troupe_chat_side_show_chat (self->side);
  gtk_widget_grab_focus (GTK_WIDGET (self->pane));
}

/* If there is space for only one of the two, the chat takes precedence over the canvas. */
void
troupe_flow_chat_set_width_class (TroupeFlowChat *self, TroupeEditorWidth width)
{
  const gboolean was_narrow = self->width >= TROUPE_EDITOR_NARROW;
  const gboolean is_narrow = width >= TROUPE_EDITOR_NARROW;

  g_return_if_fail (TROUPE_IS_FLOW_CHAT (self));

  self->width = width;
  troupe_run_presenter_set_keeps_panel (get_progress (self), self->is_active && is_narrow);
  if (!self->is_active)
    return;
  troupe_chat_pane_set_narrow (self->pane, is_narrow);
  troupe_feedback_view_set_narrow (TROUPE_FEEDBACK_VIEW (troupe_page_questions_get_view (
                                       troupe_page_content_get_questions (self->content))),
                                   TRUE);
  if (is_narrow && !was_narrow)
    troupe_chat_side_show_chat (self->side);
}

TroupeChatPane *
troupe_flow_chat_get_pane (TroupeFlowChat *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CHAT (self), NULL);

  return self->pane;
}

TroupeChatController *
troupe_flow_chat_get_talk (TroupeFlowChat *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_CHAT (self), NULL);

  return self->talk;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_flow_chat_dispose (GObject *object)
{
  TroupeFlowChat *self = TROUPE_FLOW_CHAT (object);

  if (self->sessions != NULL)
    gtk_window_destroy (self->sessions);
  g_clear_weak_pointer (&self->sessions);
  g_clear_pointer (&self->stored, g_ptr_array_unref);
  g_clear_object (&self->dialog);
  g_clear_object (&self->shown);
  g_clear_object (&self->side);
  g_clear_object (&self->pane);
  g_clear_object (&self->talk);
  g_clear_object (&self->actions);
  g_clear_object (&self->document);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (troupe_flow_chat_parent_class)->dispose (object);
}

static void
troupe_flow_chat_finalize (GObject *object)
{
  g_free (TROUPE_FLOW_CHAT (object)->waiting);
  G_OBJECT_CLASS (troupe_flow_chat_parent_class)->finalize (object);
}

static void
troupe_flow_chat_class_init (TroupeFlowChatClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_flow_chat_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_flow_chat_finalize;
}

static void
troupe_flow_chat_init (TroupeFlowChat *self)
{
}

TroupeFlowChat *
troupe_flow_chat_new (TroupePageContent *content,
                      TroupeEditor *editor,
                      TroupeRunController *running)
{
  TroupeFlowChat *self;
  TroupeRunConsent *consent;
  GObject *run;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR (editor), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (running), NULL);

  self = g_object_new (TROUPE_TYPE_FLOW_CHAT, NULL);
  self->content = content;
  self->editor = editor;
  self->running = running;
  self->run = g_object_ref (troupe_page_content_get_run (content));
  self->document = g_object_ref (troupe_editor_get_document (editor));
  consent = troupe_run_controller_get_consent (self->running);
  run = G_OBJECT (self->run);
  g_signal_connect_object (run, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "events", G_CALLBACK (run_events_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "denied", G_CALLBACK (give_back), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "impossible", G_CALLBACK (give_back), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_page_content_get_questions (self->content), "came",
                           G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "notify::selected-method", G_CALLBACK (selection_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self);
  return self;
}
