/* troupe-stored-chats.c: reads stored chat sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-chats"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-services.h"
#include "troupe-conversation-flow.h"
#include "troupe-stored-chats.h"

/* Task data of the worker thread. Only the main thread unrefs the application. */
typedef struct
{
  TroupeServices *application;    /* (nullable) */
  char *path;                     /* (nullable): path of the document */
  char *name;                     /* name and digest of its content */
  char *digest;
  char *states_path;              /* (nullable): database of the flow's states */
  char *id;                       /* (nullable) */
  GPtrArray *run_ids;             /* (nullable) */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_assert (reading != NULL);

  g_clear_object (&reading->application);
  g_free (reading->path);
  g_free (reading->name);
  g_free (reading->digest);
  g_free (reading->states_path);
  g_free (reading->id);
  g_clear_pointer (&reading->run_ids, g_ptr_array_unref);
  g_free (reading);
}

static Reading *
reading_new (TroupeChatController *talk)
{
  TroupeFlowDocument *document = troupe_chat_controller_get_document (talk);
  Reading *reading = g_new0 (Reading, 1);

  if (troupe_services_get () != NULL)
    reading->application = g_object_ref (troupe_services_get ());
  reading->path = g_strdup (troupe_document_get_path (TROUPE_DOCUMENT (document)));
  reading->name = g_strdup (troupe_flow_get_name (troupe_flow_document_get_flow (document)));
  reading->digest = g_strdup (troupe_flow_get_digest (troupe_flow_document_get_flow (document)));
  reading->states_path = troupe_chat_controller_find_states (talk);
  return reading;
}

static TroupeStore *
find_store (Reading *reading)
{
  return reading->application != NULL ? troupe_services_find_store (reading->application) : NULL;
}

/* --- Listing ------------------------------------------------------------------------------------ */

static void
list_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  const TroupeDocumentIdentity document = { reading->path, reading->name, reading->digest };
  TroupeStore *store = find_store (reading);
  GError *error = NULL;
  GPtrArray *sessions = NULL;

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    sessions = troupe_conversation_list_stored (store, &document, &error);
  else
    sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_stored_session_free);
  if (sessions != NULL)
    g_task_return_pointer (task, sessions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
troupe_stored_chat_list_async (TroupeChatController *talk,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk));

  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_stored_chat_list_async);
  g_task_set_task_data (task, reading_new (talk), reading_free);
  g_task_run_in_thread (task, list_thread);
}

GPtrArray *
troupe_stored_chat_list_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Reading ------------------------------------------------------------------------------------ */

void
troupe_stored_chat_free (TroupeStoredChat *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_ptr_array_unref (self->entries);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_free (self);
}

/* (transfer none) (nullable) */
static TroupeValue *
get_member (TroupeValue *map, const char *name)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static const char *
get_message (TroupeValue *turn)
{
  TroupeValue *message = get_member (turn, "message");

  return message != NULL && troupe_value_is (message, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (message, NULL)
             : NULL;
}

/* Skips runs that have been deleted in the meantime or that this version cannot read. */
static void
add_turn (TroupeStoredChat *self, TroupeStore *store, const char *run_id)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, run_id, NULL);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autoptr (TroupeValue) turn = NULL;
  g_autoptr (TroupeChatEntry) entry = NULL;
  TroupeFlow *flow = NULL;

  g_assert (self != NULL);

  if (record == NULL || record->document == NULL)
    return;
  document = troupe_flow_document_load_text (record->document, strlen (record->document),
                                             record->name, NULL, NULL);
  events = troupe_store_get_events (store, run_id, NULL);
  if (document == NULL || events == NULL)
    return;
  flow = troupe_flow_document_get_flow (document);
  turn = troupe_conversation_read_turn (flow);
  if (get_message (turn) == NULL)
    return;
  entry = troupe_chat_entry_new (self->entries->len + 1, get_message (turn),
                                 get_member (turn, "state"));
  troupe_chat_entry_begin (entry, flow, run_id);
  troupe_chat_entry_add_events (entry, events);
  troupe_chat_entry_end_stored (entry, record);
  if (troupe_chat_entry_get_after (entry) != NULL)
    {
      g_clear_pointer (&self->state, troupe_value_unref);
      self->state = troupe_value_ref (troupe_chat_entry_get_after (entry));
    }
  g_ptr_array_add (self->entries, g_steal_pointer (&entry));
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = find_store (reading);
  g_autoptr (TroupeStoredChat) kept = g_new0 (TroupeStoredChat, 1);
  g_autoptr (TroupeValue) state = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  kept->id = g_strdup (reading->id);
  kept->entries = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; store != NULL && reading->run_ids != NULL && i < reading->run_ids->len; i++)
    add_turn (kept, store, g_ptr_array_index (reading->run_ids, i));
  if (reading->states_path != NULL)
    state = troupe_conversation_load_state (reading->states_path, reading->id, &error);
  if (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP))
    {
      g_autoptr (GPtrArray) said = troupe_chat_controller_read_messages (state);

      /* Uses the state from the flow's own database, because another program may have continued
       * the session. Messages that exist only in that state are appended as turns. */
      for (guint i = kept->entries->len; i < said->len; i++)
        g_ptr_array_add (kept->entries, g_object_ref (g_ptr_array_index (said, i)));
      g_clear_pointer (&kept->state, troupe_value_unref);
      kept->state = troupe_value_ref (state);
    }
  if (error == NULL && kept->entries->len == 0)
    error = g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("No saved session has the ID “%s”. Enter the complete ID, as shown by "
                            "the program that created the session."),
                         reading->id);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&kept), (GDestroyNotify) troupe_stored_chat_free);
}

void
troupe_stored_chat_read_async (TroupeChatController *talk,
                               const char *id,
                               GPtrArray *run_ids,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  Reading *reading;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk));
  g_return_if_fail (id != NULL);

  reading = reading_new (talk);
  reading->id = g_strdup (id);
  reading->run_ids = run_ids != NULL ? g_ptr_array_ref (run_ids) : NULL;
  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_stored_chat_read_async);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_thread);
}

TroupeStoredChat *
troupe_stored_chat_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
