/* troupe-price-question.c: question before a run whose budget cannot limit its cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-price-question"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-dialog-placement.h"
#include "troupe-message-dialog.h"
#include "troupe-price-question.h"
#include "troupe-run-calls.h"
#include "troupe-text-list.h"

#define RUN "run"
#define CANCEL "cancel"

/* @over: (nullable): weak. @run: (nullable): used by the thread until it ends. @unpriced: (nullable):
 * models without a price */
typedef struct
{
  GtkWidget *over;
  TroupeRun *run;
  char **unpriced;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_strfreev (question->unpriced);
  g_free (question);
}

static void
find_unpriced (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Question *question = task_data;
  g_autoptr (TroupeRunCalls) calls = troupe_run_calls_new_for_run (question->run, NULL);
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);

  question->unpriced = troupe_run_calls_list_unpriced (calls, prices);
  g_task_return_boolean (task, TRUE);
}

static void
answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  GTask *answer = user_data;

  if (!g_task_get_completed (answer) && g_object_get_data (G_OBJECT (answer), "answered") == NULL)
    {
      g_object_set_data (G_OBJECT (answer), "answered", GINT_TO_POINTER (TRUE));
      g_task_return_boolean (answer, g_strcmp0 (response, RUN) == 0);
    }
}

/* A window that is closed takes the question with it. */
static void
destroyed_cb (GtkWidget *dialog, gpointer user_data)
{
  answered_cb (ADW_MESSAGE_DIALOG (dialog), CANCEL, user_data);
}

/* @answer: (transfer full): the task of the caller */
static void
show (Question *question, GTask *answer)
{
  GtkWidget *dialog = troupe_message_dialog_new (NULL, _ ("Run Without a Known Price?"), NULL);
  g_autofree char *names = troupe_text_list_join ((const char *const *) question->unpriced);

  adw_message_dialog_format_body (
      ADW_MESSAGE_DIALOG (dialog),
      /* Translators: %s is a list of models. */
      ngettext ("The price of %s is unknown, so the budget cannot limit its cost. You can add the "
                "price in the preferences.",
                "The prices of %s are unknown, so the budget cannot limit their cost. You can add "
                "the prices in the preferences.",
                g_strv_length (question->unpriced)),
      names);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), CANCEL, _ ("_Cancel"));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), RUN, _ ("_Run Anyway"));
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), CANCEL);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), CANCEL);
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered_cb), g_object_ref (answer),
                         (GClosureNotify) g_object_unref, 0);
  g_signal_connect_data (dialog, "destroy", G_CALLBACK (destroyed_cb), answer,
                         (GClosureNotify) g_object_unref, 0);
  troupe_dialog_put_over (GTK_WINDOW (dialog), question->over);
  troupe_name_buttons (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) answer = user_data;
  Question *question = g_task_get_task_data (G_TASK (result));

  if (question->unpriced[0] == NULL)
    g_task_return_boolean (answer, TRUE);
  else if (question->over == NULL || gtk_widget_get_root (question->over) == NULL)
    g_task_return_boolean (answer, FALSE);
  else
    show (question, g_steal_pointer (&answer));
  /* The thread may be the last to release the question. */
  g_clear_weak_pointer (&question->over);
  g_clear_object (&question->run);
}

void
troupe_price_question_ask_async (GtkWidget *over,
                                 TroupeRun *run,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *answer = NULL;
  Question *question = NULL;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_RUN (run));

  answer = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (answer, troupe_price_question_ask_async);
  question = g_new0 (Question, 1);
  g_set_weak_pointer (&question->over, over);
  question->run = g_object_ref (run);
  task = g_task_new (NULL, NULL, found_cb, answer);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, find_unpriced);
}

gboolean
troupe_price_question_ask_finish (GAsyncResult *result)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}
