/* troupe-chat-controller.c: chat session with the flow of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-controller"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-services.h"
#include "troupe-chat-controller.h"
#include "troupe-conversation-session.h"
#include "troupe-money.h"
#include "troupe-project-code.h"
#include "troupe-stored-sessions.h"

/* Number of characters of a session id that are shown to distinguish sessions. */
#define SHORT_ID 4

struct _TroupeChatController
{
  GObject parent_instance;

  TroupeFlowDocument *document;
  TroupeConversationSession *session; /* (nullable): before the first turn */
  GListStore *entries;
  TroupeChatEntry *running; /* (nullable) */
};

enum
{
  CHANGED,
  REPLACED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChatController, troupe_chat_controller, G_TYPE_OBJECT)

/* Looks up @name. Returns NULL if @name is missing or its value is null. (nullable) */
static TroupeValue *
look_up (TroupeValue *map, const char *name)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static const char *
get_text (TroupeValue *map, const char *name)
{
  TroupeValue *value = look_up (map, name);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static TroupeFlow *
get_flow (TroupeChatController *self)
{
  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  return troupe_flow_document_get_flow (self->document);
}

static void
tell (TroupeChatController *self)
{
  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

/* @id: (nullable): NULL creates a new id */
static void
begin_session (TroupeChatController *self, const char *id)
{
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (self->document));
  g_autofree char *own_id = g_strdup (id);

  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  g_clear_object (&self->session);
  self->session = troupe_conversation_session_new (get_flow (self), own_id, title);
}

/* Returns the folder of the document, which is used for every run of the window. (transfer full) */
static char *
find_folder (TroupeChatController *self)
{
  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  return troupe_path_get_document_folder (
      troupe_document_get_path (TROUPE_DOCUMENT (self->document)));
}

char *
troupe_chat_controller_find_states (TroupeChatController *self)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  if (!troupe_conversation_is_stored (get_flow (self)))
    return NULL;
  folder = find_folder (self);
  return troupe_conversation_find_states (get_flow (self), folder, NULL);
}

/* --- Turns ------------------------------------------------------------------------------------ */

TroupeRun *
troupe_chat_controller_make_run (TroupeChatController *self,
                                 const char *message,
                                 char **text,
                                 GError **error)
{
  TroupeConversationTurn turn = { .message = message };
  g_autoptr (TroupeFlowDocument) made = NULL;
  g_autofree char *folder = NULL;
  TroupeRun *run = NULL;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);
  g_return_val_if_fail (message != NULL && text != NULL, NULL);
  g_return_val_if_fail (self->running == NULL, NULL);

  if (self->session == NULL)
    begin_session (self, NULL);
  troupe_conversation_session_set_flow (self->session, get_flow (self));
  run = troupe_conversation_session_make_run (self->session, &turn, &made, error);
  if (run == NULL)
    return NULL;
  folder = find_folder (self);
  troupe_run_set_folder (run, folder);
  troupe_run_set_unsaved (run, troupe_document_get_path (TROUPE_DOCUMENT (self->document)) == NULL);
  *text = troupe_document_to_text (TROUPE_DOCUMENT (made), NULL);
  return run;
}

/* Returns the turn to which @run belongs. This is the last turn if @run resumes it; otherwise a
 * new turn, if necessary in another session. (transfer none) */
static TroupeChatEntry *
find_entry (TroupeChatController *self, TroupeRun *run, const char *message, TroupeValue *before)
{
  TroupeChatEntry *last = troupe_chat_controller_get_last (self);
  g_autoptr (TroupeChatEntry) entry = NULL;
  const char *id = get_text (before, "id");
  gboolean is_ours = self->session != NULL &&
                     (id == NULL || g_str_equal (id, troupe_chat_controller_get_id (self)));

  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  if (last != NULL && g_strcmp0 (troupe_chat_entry_get_run_id (last), troupe_run_get_id (run)) == 0)
    return last;
  if (!is_ours || (troupe_run_goes_on (run) && last == NULL))
    {
      g_autoptr (GPtrArray) said = NULL;

      begin_session (self, id);
      troupe_conversation_session_set_state (self->session, before);
      g_list_store_remove_all (self->entries);
      /* Adds entries for the messages in @before, which precede the first turn that has an
       * entry. */
      said = troupe_chat_controller_read_messages (before);
      for (guint i = 0; i < said->len; i++)
        g_list_store_append (self->entries, g_ptr_array_index (said, i));
      g_signal_emit (self, signals[REPLACED], 0);
    }
  entry = troupe_chat_entry_new (troupe_chat_controller_get_n_turns (self) + 1, message, before);
  g_list_store_append (self->entries, entry);
  return entry;
}

TroupeChatEntry *
troupe_chat_controller_begin (TroupeChatController *self, TroupeRun *run)
{
  g_autoptr (TroupeValue) turn = NULL;
  const char *message = NULL;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  turn = troupe_conversation_read_turn (troupe_run_get_flow (run));
  message = get_text (turn, "message");
  if (message == NULL)
    return NULL;
  g_set_object (&self->running, find_entry (self, run, message, look_up (turn, "state")));
  troupe_chat_entry_begin (self->running, troupe_run_get_flow (run), troupe_run_get_id (run));
  tell (self);
  return self->running;
}

void
troupe_chat_controller_add_events (TroupeChatController *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (self));

  if (self->running != NULL)
    troupe_chat_entry_add_events (self->running, events);
}

void
troupe_chat_controller_end (TroupeChatController *self,
                            TroupeRun *run,
                            const TroupeRunResult *result)
{
  g_autoptr (TroupeChatEntry) entry = NULL;
  const char *id;

  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (self));
  g_return_if_fail (TROUPE_IS_RUN (run) && result != NULL);

  if (self->running == NULL)
    return;
  entry = g_steal_pointer (&self->running);
  /* If a turn was resumed after a restart of the application, only its state contains the
   * session id. */
  id = get_text (result->state, "id");
  if (id != NULL && !g_str_equal (id, troupe_chat_controller_get_id (self)))
    begin_session (self, id);
  troupe_conversation_session_take_result (self->session, run, result);
  troupe_chat_entry_end (entry, result);
  tell (self);
}

/* --- Sessions ------------------------------------------------------------------------------------ */

void
troupe_chat_controller_begin_new (TroupeChatController *self)
{
  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (self));
  g_return_if_fail (self->running == NULL);

  g_clear_object (&self->session);
  g_list_store_remove_all (self->entries);
  g_signal_emit (self, signals[REPLACED], 0);
  tell (self);
}

void
troupe_chat_controller_go_on (TroupeChatController *self,
                              const char *id,
                              GPtrArray *entries,
                              TroupeValue *state)
{
  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (self));
  g_return_if_fail (id != NULL && entries != NULL);
  g_return_if_fail (self->running == NULL);

  begin_session (self, id);
  troupe_conversation_session_set_state (self->session, state);
  g_list_store_remove_all (self->entries);
  for (guint i = 0; i < entries->len; i++)
    g_list_store_append (self->entries, g_ptr_array_index (entries, i));
  g_signal_emit (self, signals[REPLACED], 0);
  tell (self);
}

/* Deletion of the stored data of an undone turn. Only the main thread unrefs the objects. */
typedef struct
{
  TroupeChatController *self;
  TroupeServices *application;    /* (nullable) */
  char *run_id;                   /* (nullable) */
  char *states_path;              /* (nullable) */
  char *session;
  TroupeValue *before; /* (nullable) */
  GError *error;
} Removal;

static void
removal_free (Removal *removal)
{
  g_object_unref (removal->self);
  g_clear_object (&removal->application);
  g_free (removal->run_id);
  g_free (removal->states_path);
  g_free (removal->session);
  g_clear_pointer (&removal->before, troupe_value_unref);
  g_clear_error (&removal->error);
  g_free (removal);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Removal, removal_free)

static void
remove_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Removal *removal = task_data;
  TroupeStore *store =
      removal->application != NULL ? troupe_services_find_store (removal->application) : NULL;

  g_assert (G_IS_TASK (task));

  if (removal->states_path != NULL)
    troupe_conversation_put_back_state (removal->states_path, removal->session, removal->before,
                                        &removal->error);
  if (removal->error == NULL && removal->run_id != NULL && store != NULL)
    troupe_store_delete_run (store, removal->run_id, &removal->error);
  g_task_return_boolean (task, TRUE);
}

static void
removed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Removal) removal = user_data;
  g_autofree char *text = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  /* A run that was never stored need not be deleted, so NOT_FOUND is not an error. */
  if (removal->error == NULL || g_error_matches (removal->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return;
  text = g_strdup_printf (
      _ ("The turn was removed from this chat, but its saved copy could not be deleted: %s"),
      removal->error->message);
  g_signal_emit (removal->self, signals[FAILED], 0, text);
}

static void
remove_kept (TroupeChatController *self, TroupeChatEntry *entry)
{
  TroupeValue *before = troupe_chat_entry_get_before (entry);
  Removal *removal = g_new0 (Removal, 1);
  g_autoptr (GTask) task = NULL;

  g_assert (TROUPE_IS_CHAT_CONTROLLER (self));

  removal->self = g_object_ref (self);
  if (troupe_services_get () != NULL)
    removal->application = g_object_ref (troupe_services_get ());
  removal->run_id = g_strdup (troupe_chat_entry_get_run_id (entry));
  removal->session = g_strdup (troupe_chat_controller_get_id (self));
  removal->before = before != NULL ? troupe_value_ref (before) : NULL;
  removal->states_path = troupe_chat_controller_find_states (self);
  task = g_task_new (NULL, NULL, removed, removal);
  g_task_set_source_tag (task, remove_kept);
  g_task_set_task_data (task, removal, NULL);
  g_task_run_in_thread (task, remove_thread);
}

char *
troupe_chat_controller_take_back (TroupeChatController *self)
{
  g_autoptr (TroupeChatEntry) last = NULL;
  TroupeValue *before = NULL;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);
  g_return_val_if_fail (self->running == NULL, NULL);

  if (troupe_chat_controller_get_last (self) == NULL)
    return NULL;
  last = g_object_ref (troupe_chat_controller_get_last (self));
  before = troupe_chat_entry_get_before (last);
  remove_kept (self, last);
  troupe_conversation_session_set_state (self->session, before);
  g_list_store_remove (self->entries, troupe_chat_controller_get_n_turns (self) - 1);
  g_signal_emit (self, signals[REPLACED], 0);
  tell (self);
  return g_strdup (troupe_chat_entry_get_message (last));
}

/* --- Getters ---------------------------------------------------------------------------------- */

/* Assistant messages that follow a user message are its answer. If there are several, the last
 * one is used. */
GPtrArray *
troupe_chat_controller_read_messages (TroupeValue *state)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  TroupeValue *messages = look_up (state, "messages");
  TroupeChatEntry *last = NULL;

  if (messages == NULL || !troupe_value_is (messages, TROUPE_VALUE_LIST))
    return entries;
  for (gsize i = 0; i < troupe_value_list_get_length (messages); i++)
    {
      TroupeValue *message = troupe_value_list_get (messages, i);
      const char *role = get_text (message, "role");
      const char *content = get_text (message, "content");
      g_autoptr (TroupeValue) before = NULL;

      if (role == NULL || content == NULL)
        continue;
      if (g_str_equal (role, "user"))
        {
          g_autofree TroupeValue **some = g_new (TroupeValue *, i + 1);
          g_autoptr (TroupeValue) list = NULL;

          /* For a turn of another program, the other fields of the state before the turn are
           * unknown. */
          for (gsize j = 0; j < i; j++)
            some[j] = troupe_value_ref (troupe_value_list_get (messages, j));
          list = troupe_value_new_list (some, i);
          before = troupe_value_map_with (state, "messages", list);
          last = troupe_chat_entry_new (entries->len + 1, content, before);
          g_ptr_array_add (entries, last);
        }
      else if (g_str_equal (role, "assistant") && last != NULL)
        troupe_chat_entry_set_reply (last, content);
    }
  return entries;
}

GListModel *
troupe_chat_controller_get_entries (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  return G_LIST_MODEL (self->entries);
}

guint
troupe_chat_controller_get_n_turns (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->entries));
}

TroupeChatEntry *
troupe_chat_controller_get_last (TroupeChatController *self)
{
  g_autoptr (TroupeChatEntry) last = NULL;
  const guint n = troupe_chat_controller_get_n_turns (self);

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  if (n > 0)
    last = g_list_model_get_item (G_LIST_MODEL (self->entries), n - 1);
  /* The list store keeps a reference. */
  return last;
}

gboolean
troupe_chat_controller_is_running (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), FALSE);

  return self->running != NULL;
}

gboolean
troupe_chat_controller_is_end (TroupeValue *state)
{
  TroupeValue *ended = look_up (state, "ended");

  return ended != NULL && troupe_value_is (ended, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (ended);
}

gboolean
troupe_chat_controller_has_ended (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), FALSE);

  return self->session != NULL &&
         troupe_chat_controller_is_end (troupe_conversation_session_get_state (self->session));
}

const char *
troupe_chat_controller_get_id (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  return self->session != NULL ? troupe_conversation_session_get_id (self->session) : NULL;
}

char *
troupe_chat_controller_describe (TroupeChatController *self)
{
  const guint n = troupe_chat_controller_get_n_turns (self);
  g_autofree char *id = NULL;
  g_autofree char *session = NULL;
  g_autofree char *turns = NULL;
  g_autofree char *cost = NULL;
  gint64 spent = 0;
  gboolean is_all = TRUE;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  if (self->session == NULL)
    return g_strdup (_ ("No messages"));
  id = g_utf8_substring (troupe_chat_controller_get_id (self), 0,
                         MIN (SHORT_ID, g_utf8_strlen (troupe_chat_controller_get_id (self), -1)));
  /* Translators: %s is the beginning of the id of a chat session */
  session = g_strdup_printf (_ ("Session %s"), id);
  turns = g_strdup_printf (ngettext ("%u turn", "%u turns", n), n);
  for (guint i = 0; i < troupe_chat_controller_get_n_turns (self); i++)
    {
      g_autoptr (TroupeChatEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);
      gboolean all = TRUE;

      spent += troupe_chat_entry_get_spent (entry, &all);
      is_all = is_all && all;
    }
  cost = troupe_money_describe_sum (spent, is_all);
  return g_strjoin (" · ", session, turns, cost, NULL);
}

TroupeFlowDocument *
troupe_chat_controller_get_document (TroupeChatController *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (self), NULL);

  return self->document;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_chat_controller_dispose (GObject *object)
{
  TroupeChatController *self = TROUPE_CHAT_CONTROLLER (object);

  g_clear_object (&self->running);
  g_clear_object (&self->session);
  g_clear_object (&self->entries);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_chat_controller_parent_class)->dispose (object);
}

static void
troupe_chat_controller_class_init (TroupeChatControllerClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_chat_controller_dispose;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REPLACED] =
      g_signal_new ("replaced", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_chat_controller_init (TroupeChatController *self)
{
  self->entries = g_list_store_new (TROUPE_TYPE_CHAT_ENTRY);
}

TroupeChatController *
troupe_chat_controller_new (TroupeFlowDocument *document)
{
  TroupeChatController *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_CONTROLLER, NULL);
  self->document = g_object_ref (document);
  return self;
}
